"""Choosing sets of equal and unequal things: every distinct multiset that keeps a constraint, once.

A constraint is a small tree over running numbers (the size of the set, totals of keys). While a set grows
the search gives up as soon as no larger set can keep the constraint any more, so it never walks the power set
of a payment. Pure functions of numbers; results are remembered.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class AtMost:
    """Feature `feature` is at most the constant number `constant`."""

    feature: int
    constant: int


@dataclass(frozen=True, slots=True)
class AtLeast:
    """Feature `feature` is at least the constant number `constant`."""

    feature: int
    constant: int


@dataclass(frozen=True, slots=True)
class Exactly:
    """Feature `feature` equals the constant number `constant`."""

    feature: int
    constant: int


@dataclass(frozen=True, slots=True)
class Both:
    """All parts hold."""

    parts: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class OneOf:
    """One part holds at least."""

    parts: tuple[Tree, ...]


Tree = AtMost | AtLeast | Exactly | Both | OneOf
Group = tuple[int, tuple[int, ...]]  # how many equal things there are, and the keys of one of them
Counts = tuple[int, ...]


class NotWritten(Exception):
    """Something of a game that is not written in some form of generated code."""


class TooMany(Exception):
    """More sets than the ruleset allows an offer to have."""


@lru_cache(maxsize=1024)
def features_of(tree: Tree | None) -> frozenset[int]:
    """The features that a constraint speaks of."""
    match tree:
        case AtMost(feature=f) | AtLeast(feature=f) | Exactly(feature=f):
            return frozenset({f})
        case Both(parts=parts) | OneOf(parts=parts):
            return frozenset().union(*(features_of(p) for p in parts))
    return frozenset()


Totals = Sequence[int]  # one number for each feature
Test = Callable[[Totals, tuple[int, ...]], bool]
Reach = Callable[[Totals, Totals, tuple[int, ...]], bool]


@lru_cache(maxsize=1024)
def tests_of(tree: Tree) -> tuple[Test, Reach]:
    """Two functions of a constraint: whether it holds for `totals`, and whether some set may still keep it whose totals
    lie between `low` and `high`; both take the constant numbers last."""
    holds = _function(["totals", "constants"], _emit(tree, "totals", "totals"))
    reachable = _function(["low", "high", "constants"], _emit(tree, "low", "high"))
    return holds, reachable


def _emit(tree: Tree, low: str, high: str) -> ast.expr:
    match tree:
        case AtMost(feature=f, constant=c):
            return ast.Compare(_at(low, f), [ast.LtE()], [_at("constants", c)])
        case AtLeast(feature=f, constant=c):
            return ast.Compare(_at(high, f), [ast.GtE()], [_at("constants", c)])
        case Exactly(feature=f, constant=c):
            return ast.Compare(_at(low, f), [ast.LtE(), ast.LtE()], [_at("constants", c), _at(high, f)])
        case Both(parts=parts):
            return _joined(ast.And(), [_emit(p, low, high) for p in parts])
        case OneOf(parts=parts):
            return _joined(ast.Or(), [_emit(p, low, high) for p in parts])


def _joined(operator: ast.boolop, parts: list[ast.expr]) -> ast.expr:
    return parts[0] if len(parts) == 1 else ast.BoolOp(operator, parts)


def _at(name: str, index: int) -> ast.expr:
    return ast.Subscript(ast.Name(name, ast.Load()), ast.Constant(index), ast.Load())


def _function(parameters: list[str], body: ast.expr) -> Callable[..., bool]:
    arguments = ast.arguments([], [ast.arg(p) for p in parameters], None, [], [], None, [])
    tree = ast.fix_missing_locations(ast.Expression(ast.Lambda(arguments, body)))
    made: Callable[..., bool] = eval(compile(tree, "<constraint>", "eval"), {"__builtins__": {}})
    return made


def search(
    groups: tuple[Group, ...],
    tree: Tree | None,
    constants: tuple[int, ...],
    low: int,
    high: int,
    minimal: bool,
    cap: int,
) -> tuple[Counts, ...]:
    """How many of each group are taken, for every distinct multiset that keeps the constraint.

    `low` and `high` bound the size. Feature 0 is the size itself, the others are totals of the keys of `groups`.
    `minimal`: only sets from which nothing can be taken away. Raises `TooMany` above `cap` sets.
    """
    if minimal and isinstance(tree, AtLeast) and tree.feature and low <= 1:
        need, at = constants[tree.constant], tree.feature - 1
        many, values = [size for size, _ in groups], [weights[at] for _, weights in groups]
        if need > 0 and high >= sum(many) and min(values, default=1) > 0:
            return _payments(many, values, need, cap)
    if not minimal and max(features_of(tree), default=0) < 2:
        return _flat(groups, tree, constants, low, high, cap)
    width = 1 + max(features_of(tree), default=0)
    order = (
        sorted(range(len(groups)), key=lambda g: groups[g][1], reverse=True) if minimal else list(range(len(groups)))
    )
    sizes = [groups[g][0] for g in order]
    keys = [(1, *groups[g][1])[:width] for g in order]
    # what the groups from i on can add, at least and at most, to each feature
    low_rest = [[0] * width for _ in range(len(order) + 1)]
    high_rest = [[0] * width for _ in range(len(order) + 1)]
    for i in range(len(order) - 1, -1, -1):
        for f in range(width):
            step = sizes[i] * keys[i][f]
            low_rest[i][f] = low_rest[i + 1][f] + min(0, step)
            high_rest[i][f] = high_rest[i + 1][f] + max(0, step)
    found: list[Counts] = []
    taken = [0] * len(order)

    holds, reachable = tests_of(tree) if tree is not None else (None, None)

    def is_minimal(totals: Totals) -> bool:
        for i, count in enumerate(taken):
            if count and holds is not None:
                less = [t - k for t, k in zip(totals, keys[i], strict=True)]
                if less[0] >= low and holds(less, constants):
                    return False
        return True

    def grow(i: int, totals: list[int]) -> None:
        if minimal and holds is not None and totals[0] >= low and holds(totals, constants):
            if is_minimal(totals):
                note()
            return
        if i == len(order):
            if not minimal and totals[0] >= low and (holds is None or holds(totals, constants)):
                note()
            return
        if totals[0] + high_rest[i][0] < low:
            return
        if reachable is not None:
            lowest = [t + r for t, r in zip(totals, low_rest[i], strict=True)]
            highest = [t + r for t, r in zip(totals, high_rest[i], strict=True)]
            if not reachable(lowest, highest, constants):
                return
        step = keys[i]
        for count in range(min(sizes[i], high - totals[0]), -1, -1):
            taken[i] = count
            grow(i + 1, [t + count * k for t, k in zip(totals, step, strict=True)] if count else totals)
        taken[i] = 0

    def note() -> None:
        counts = [0] * len(order)
        for i, count in enumerate(taken):
            counts[order[i]] = count
        found.append(tuple(counts))
        if len(found) > cap:
            raise TooMany

    grow(0, [0] * width)
    return tuple(dict.fromkeys(found))


selections = lru_cache(maxsize=1 << 16)(search)


def _flat(
    groups: tuple[Group, ...], tree: Tree | None, constants: tuple[int, ...], low: int, high: int, cap: int
) -> tuple[Counts, ...]:
    """The search for constraints on the size and one total, which nearly all are: two numbers instead of lists."""
    sizes = [size for size, _ in groups]
    weights = [keys[0] if keys else 0 for _, keys in groups]
    last = len(groups)
    # what the groups from i on can add: to the size, to the total at least and at most
    more, under, over = [0] * (last + 1), [0] * (last + 1), [0] * (last + 1)
    for i in range(last - 1, -1, -1):
        step = sizes[i] * weights[i]
        more[i] = more[i + 1] + sizes[i]
        under[i], over[i] = (under[i + 1], over[i + 1] + step) if step > 0 else (under[i + 1] + step, over[i + 1])
    found: list[Counts] = []
    taken = [0] * last
    holds, reachable = tests_of(tree) if tree is not None else (None, None)

    def grow(i: int, size: int, total: int) -> None:
        if i == last:
            if size >= low and (holds is None or holds((size, total), constants)):
                found.append(tuple(taken))
                if len(found) > cap:
                    raise TooMany
            return
        if size + more[i] < low:
            return
        if reachable is not None and not reachable(
            (size, total + under[i]), (size + more[i], total + over[i]), constants
        ):
            return
        weight = weights[i]
        for count in range(min(sizes[i], high - size), -1, -1):
            taken[i] = count
            grow(i + 1, size + count, total + count * weight)
        taken[i] = 0

    grow(0, 0, 0)
    return tuple(found)


def _payments(sizes: list[int], values: list[int], need: int, cap: int) -> tuple[Counts, ...]:
    """Sets whose values reach `need` with no member too many.

    Going from the highest value down, a set is complete, and has no member too many, exactly when the member added
    last carries it to `need`: every other member is worth as much or more.
    """
    order = sorted(range(len(values)), key=values.__getitem__, reverse=True)
    # for each group, the dearest first: its number, how many there are, what one is worth, what it and all after it are
    steps: list[tuple[int, int, int, int]] = []
    rest = 0
    for group in reversed(order):
        rest += sizes[group] * values[group]
        steps.append((group, sizes[group], values[group], rest))
    steps.reverse()
    last = len(steps)
    found: list[Counts] = []
    taken = [0] * last

    def grow(i: int, left: int) -> None:
        while i < last:
            group, size, value, rest = steps[i]
            if rest < left:
                break
            i += 1
            if value >= left:  # one is enough
                taken[group] = 1
                found.append(tuple(taken))
            else:
                short = left
                for count in range(1, size + 1):
                    taken[group] = count
                    short -= value
                    if short <= 0:
                        found.append(tuple(taken))
                        break
                    grow(i, short)
            taken[group] = 0
            if len(found) > cap:
                raise TooMany

    grow(0, need)
    return tuple(found)
