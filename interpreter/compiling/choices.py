"""Solving the left of an arrow: every way to meet a sentence's commitments as a whole.

Commitments become a chain of steps. Each step writes what it tries into the frame and asks the next one; the
end of the chain notes an option: what was chosen at each step, as numbers and tuples of numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from interpreter.compiling.multisets import Counts, Tree, selections
from interpreter.state import LOCATION, NOTHING, PLACE, Needs, State
from interpreter.state.layout import LOCALS, SELF, YOU

Function = Callable[..., Any]
Value = int | tuple[int, ...]
Option = tuple[Value, ...]
_REMEMBERED = 1 << 14  # choices from a pile that one step keeps in memory
UNSEEN = -1  # a member that its chooser cannot see: chance picks it when it is taken


class Step:
    """One commitment. `go` tries all its ways; `take` binds the way that was chosen again."""

    __slots__ = ("next",)
    next: Step

    def go(
        self, S: State, L: list[int], chosen: list[Value], ledger: dict[tuple[int, int], int], out: list[Option]
    ) -> None:
        """Try every way, then the next step."""
        raise AssertionError

    def take(self, S: State, L: list[int], option: Option, at: int) -> int:
        """Bind `option[at]` if this step chose something; give the place of the next value."""
        raise AssertionError


class End(Step):
    """Everything is met."""

    __slots__ = ("cap",)

    def __init__(self, cap: int) -> None:
        self.cap = cap

    def go(
        self, S: State, L: list[int], chosen: list[Value], ledger: dict[tuple[int, int], int], out: list[Option]
    ) -> None:
        out.append(tuple(chosen))
        if len(out) > self.cap:
            from interpreter.compiling.multisets import TooMany

            raise TooMany

    def take(self, S: State, L: list[int], option: Option, at: int) -> int:
        return at


class _Met(Exception):
    """One way was found; that is all that was asked."""


class _First(list[Option]):
    """A list of options that ends the search with the first of them."""

    def append(self, option: Option) -> None:
        raise _Met


def can_be_met(steps: Step, S: State, L: list[int]) -> bool:
    """Whether there is a way to meet commitments. The frame keeps what was tried and must be thrown away."""
    try:
        steps.go(S, L, [], {}, _First())
    except _Met:
        return True
    return False


class LetStep(Step):
    """A name for a value that follows from what was chosen."""

    __slots__ = ("many", "place", "value")

    def __init__(self, place: int, many: bool, value: Function) -> None:
        self.place, self.many, self.value = place, many, value

    def _bind(self, S: State, L: list[int]) -> None:
        if self.many:
            S[L[SELF] + 1 + self.place][:] = list(self.value(S, L))
        else:
            L[LOCALS + self.place] = int(self.value(S, L))

    def go(
        self, S: State, L: list[int], chosen: list[Value], ledger: dict[tuple[int, int], int], out: list[Option]
    ) -> None:
        self._bind(S, L)
        self.next.go(S, L, chosen, ledger, out)

    def take(self, S: State, L: list[int], option: Option, at: int) -> int:
        self._bind(S, L)
        return at


class RequireStep(Step):
    """A condition."""

    __slots__ = ("condition",)

    def __init__(self, condition: Function) -> None:
        self.condition = condition

    def go(
        self, S: State, L: list[int], chosen: list[Value], ledger: dict[tuple[int, int], int], out: list[Option]
    ) -> None:
        if self.condition(S, L):
            self.next.go(S, L, chosen, ledger, out)

    def take(self, S: State, L: list[int], option: Option, at: int) -> int:
        return at


class PromiseStep(Step):
    """A verb left of the arrow: can it be kept?"""

    __slots__ = ("arguments", "can")

    def __init__(self, can: Function, arguments: tuple[Function, ...]) -> None:
        self.can, self.arguments = can, arguments

    def go(
        self, S: State, L: list[int], chosen: list[Value], ledger: dict[tuple[int, int], int], out: list[Option]
    ) -> None:
        if self.can(S, L[YOU], *[a(S, L) for a in self.arguments]):
            self.next.go(S, L, chosen, ledger, out)

    def take(self, S: State, L: list[int], option: Option, at: int) -> int:
        return at


class PayStep(Step):
    """Amounts that must be there together with all that the sentence pays besides."""

    __slots__ = ("amounts", "has", "picks")

    def __init__(self, amounts: list[list[tuple[Function, Function]]], picks: tuple[int, ...], has: Function) -> None:
        self.amounts, self.picks, self.has = amounts, picks, has

    def go(
        self, S: State, L: list[int], chosen: list[Value], ledger: dict[tuple[int, int], int], out: list[Option]
    ) -> None:
        self._amount(0, S, L, chosen, ledger, out)

    def _amount(
        self, i: int, S: State, L: list[int], chosen: list[Value], ledger: dict[tuple[int, int], int], out: list[Option]
    ) -> None:
        if i == len(self.amounts):
            self.next.go(S, L, chosen, ledger, out)
            return
        alternatives = self.amounts[i]
        you = L[YOU]
        for number, (count, resource) in enumerate(alternatives):
            amount, what = count(S, L), resource(S, L)
            if amount < 0:
                continue
            owed = ledger.get((you, what), 0)
            if not self.has(S, what, you, owed + amount):
                continue
            ledger[you, what] = owed + amount
            if len(alternatives) > 1:
                chosen.append(number)
            self._amount(i + 1, S, L, chosen, ledger, out)
            if len(alternatives) > 1:
                chosen.pop()
            ledger[you, what] = owed

    def take(self, S: State, L: list[int], option: Option, at: int) -> int:
        for place, alternatives in zip(self.picks, self.amounts, strict=True):
            if len(alternatives) > 1:
                value = option[at]
                assert isinstance(value, int)
                L[LOCALS + place] = value
                at += 1
            else:
                L[LOCALS + place] = 0
        return at


class Likeness:
    """When two members are one option to their chooser.

    `mode`: "number" (members are what they are), "alike" (equal components at one place are one option), "pile" (the
    same, all from one pile), "apart" (places tell them apart), "unseen" (all are one, chance picks).
    """

    __slots__ = ("attributes", "class_of", "mode")

    def __init__(self, mode: str, class_of: list[int], attributes: list[int]) -> None:
        self.mode, self.class_of, self.attributes = mode, class_of, attributes

    def key(self, S: State, member: int) -> object:
        """Equal for members that are one option."""
        if self.mode in ("number", "apart"):
            return member
        if self.mode == "unseen":
            return UNSEEN
        if self.mode == "pile" and not self.attributes:
            return self.class_of[member]
        if not self.attributes:
            return (self.class_of[member], S[LOCATION][member], S[PLACE][member])
        return (self.class_of[member], S[LOCATION][member], S[PLACE][member], *(S[a][member] for a in self.attributes))


class ChooseOne(Step):
    """One member of a set."""

    __slots__ = ("like", "of", "pick", "place", "unlike")

    def __init__(
        self, place: int, of: Function, like: Likeness, unlike: list[tuple[int, bool]], pick: Function
    ) -> None:
        self.place, self.of, self.like, self.unlike, self.pick = place, of, like, unlike, pick

    def go(
        self, S: State, L: list[int], chosen: list[Value], ledger: dict[tuple[int, int], int], out: list[Option]
    ) -> None:
        like, at = self.like, LOCALS + self.place
        taken = _taken(S, L, self.unlike) if self.unlike else ()
        seen: set[object] = set()
        mode = like.mode
        members = self.of(S, L)
        if len(members) == 1:  # nothing to tell apart
            mode = "unseen" if mode == "unseen" else "apart"
        for member in list(members):
            if member in taken:
                continue
            if mode not in ("number", "apart"):
                key = like.key(S, member)
                if key in seen:
                    continue
                seen.add(key)
            L[at] = member
            chosen.append(UNSEEN if mode == "unseen" else member)
            self.next.go(S, L, chosen, ledger, out)
            chosen.pop()

    def take(self, S: State, L: list[int], option: Option, at: int) -> int:
        value = option[at]
        assert isinstance(value, int)
        if self.like.mode == "unseen":
            taken = _taken(S, L, self.unlike)
            value = self.pick(S, [m for m in self.of(S, L) if m not in taken])
        L[LOCALS + self.place] = value
        return at + 1


def _taken(S: State, L: list[int], places: list[tuple[int, bool]]) -> list[int]:
    found: list[int] = []
    for place, many in places:
        if many:
            found += S[L[SELF] + 1 + place]
        else:
            found.append(L[LOCALS + place])
    return found


class ChooseMatching(Step):
    """Distinct components, one for each need of a recipe; every distinct multiset once."""

    __slots__ = ("attributes", "like", "needs", "of", "pick", "place", "recipe", "unlike")

    def __init__(
        self,
        place: int,
        of: Function,
        like: Likeness,
        unlike: list[tuple[int, bool]],
        recipe: Function,
        needs: list[Needs],
        attributes: tuple[int, ...],
    ) -> None:
        self.place, self.of, self.like, self.unlike = place, of, like, unlike
        self.recipe, self.needs, self.attributes = recipe, needs, attributes

    def go(
        self, S: State, L: list[int], chosen: list[Value], ledger: dict[tuple[int, int], int], out: list[Option]
    ) -> None:
        number = self.recipe(S, L)
        if number == NOTHING:
            return
        needs = self.needs[number]
        members = self.of(S, L)
        if len(members) < len(needs):
            return
        taken = _taken(S, L, self.unlike) if self.unlike else ()
        groups: dict[object, list[int]] = {}
        for member in members:
            if member not in taken:
                groups.setdefault(self.like.key(S, member), []).append(member)
        kinds = list(groups.values())
        columns = [S[index] for index in self.attributes]
        looks = [[column[group[0]] for column in columns] for group in kinds]
        fits: list[list[int]] = []
        for need in needs:  # most recipes fail at one need: nothing more is looked at then
            fitting = []
            for g, look in enumerate(looks):
                for allowed, value in zip(need, look, strict=True):
                    if allowed is not None and value not in allowed:
                        break
                else:
                    fitting.append(g)
            if not fitting:
                return
            fits.append(fitting)
        # the needs with the fewest candidates first, so that dead ends show early
        order = sorted(range(len(fits)), key=lambda n: len(fits[n]))
        used = [0] * len(kinds)
        found: dict[tuple[int, ...], None] = {}

        def fill(i: int) -> None:
            if i == len(order):
                found[tuple(used)] = None
                return
            for g in fits[order[i]]:
                if used[g] < len(kinds[g]):
                    used[g] += 1
                    fill(i + 1)
                    used[g] -= 1

        fill(0)
        at = S[L[SELF] + 1 + self.place]
        for counts in found:
            at[:] = [m for group, count in zip(kinds, counts, strict=True) for m in group[:count]]
            chosen.append(tuple(at))
            self.next.go(S, L, chosen, ledger, out)
            chosen.pop()
        at[:] = []

    def take(self, S: State, L: list[int], option: Option, at: int) -> int:
        value = option[at]
        assert isinstance(value, tuple)
        S[L[SELF] + 1 + self.place][:] = value
        return at + 1


class Constraint:
    """What a set must keep: a tree over totals where it can be searched, and a test for the rest.

    `keys` are functions of (S, L, member), `constants` of (S, L); `test` of (S, L) reads the set in its place and
    is None when the tree says all. `growing` tests hold for no larger set once they fail.
    """

    __slots__ = ("constants", "growing", "keys", "test", "tree")

    def __init__(
        self,
        tree: Tree | None,
        keys: list[Function],
        constants: list[Function],
        test: Function | None,
        growing: list[Function],
    ) -> None:
        self.tree, self.keys, self.constants, self.test, self.growing = tree, keys, constants, test, growing


class ChooseSet(Step):
    """A set of members: every distinct multiset once."""

    __slots__ = (
        "cap",
        "constraint",
        "high",
        "known",
        "like",
        "low",
        "minimal",
        "of",
        "pick",
        "place",
        "repeating",
        "unlike",
    )

    def __init__(
        self,
        place: int,
        of: Function,
        like: Likeness,
        unlike: list[tuple[int, bool]],
        low: Function,
        high: Function | None,
        repeating: bool,
        constraint: Constraint | None,
        minimal: bool,
        pick: Function,
        cap: int,
    ) -> None:
        self.place, self.of, self.like, self.unlike, self.low, self.high = place, of, like, unlike, low, high
        self.repeating, self.constraint, self.minimal, self.pick, self.cap = repeating, constraint, minimal, pick, cap
        # choices from piles that depend on nothing but what lies there are remembered: which members, by position
        self.known: dict[tuple[object, ...], list[tuple[int, ...]]] | None = None

    def go(
        self, S: State, L: list[int], chosen: list[Value], ledger: dict[tuple[int, int], int], out: list[Option]
    ) -> None:
        if self.known is not None:
            self._go_known(self.known, S, L, chosen, ledger, out)
            return
        taken = _taken(S, L, self.unlike) if self.unlike else ()
        groups: dict[object, list[int]] = {}
        like = self.like
        for member in self.of(S, L):
            if member not in taken:
                groups.setdefault(like.key(S, member), []).append(member)
        members = list(groups.values())
        low = self.low(S, L)
        if low < 0:
            return
        at = S[L[SELF] + 1 + self.place]
        for counts in self._counts(S, L, members, low, at):
            unseen = like.mode == "unseen"
            flat: list[int] = []
            for group, count in zip(members, counts, strict=True):
                if count:
                    flat += group * count if self.repeating else group[:count]
            at[:] = flat
            constraint = self.constraint
            if constraint is not None and constraint.test is not None and not constraint.test(S, L):
                continue
            chosen.append((UNSEEN,) * len(flat) if unseen else tuple(flat))
            self.next.go(S, L, chosen, ledger, out)
            chosen.pop()
        at[:] = []

    def _go_known(
        self,
        known: dict[tuple[object, ...], list[tuple[int, ...]]],
        S: State,
        L: list[int],
        chosen: list[Value],
        ledger: dict[tuple[int, int], int],
        out: list[Option],
    ) -> None:
        """The same for a pile, from memory where this pile has been chosen from before."""
        members = self.of(S, L)
        if self.unlike:
            taken = _taken(S, L, self.unlike)
            members = [m for m in members if m not in taken]
        low = self.low(S, L)
        if low < 0:
            return
        constraint = self.constraint
        constants = [c(S, L) for c in constraint.constants] if constraint is not None else []
        high = self.high(S, L) if self.high is not None else len(members)
        class_of = self.like.class_of
        key = (low, high, *constants, None, *[class_of[m] for m in members])
        positions = known.get(key)
        if positions is None:
            positions = self._positions(S, L, members, low, high, tuple(constants))
            if len(known) > _REMEMBERED:
                known.clear()
            known[key] = positions
        at = S[L[SELF] + 1 + self.place]
        following = self.next
        for places in positions:
            flat = [members[i] for i in places]
            at[:] = flat
            chosen.append(tuple(flat))
            following.go(S, L, chosen, ledger, out)
            chosen.pop()
        at[:] = []

    def _positions(
        self, S: State, L: list[int], members: list[int], low: int, high: int, constants: tuple[int, ...]
    ) -> list[tuple[int, ...]]:
        groups: dict[object, list[int]] = {}
        for i, member in enumerate(members):
            groups.setdefault(self.like.key(S, member), []).append(i)
        keys = self.constraint.keys if self.constraint is not None else []
        tree = self.constraint.tree if self.constraint is not None else None
        sized = tuple((min(len(g), max(high, 0)), tuple(k(S, L, members[g[0]]) for k in keys)) for g in groups.values())
        return [
            tuple(i for group, count in zip(groups.values(), counts, strict=True) for i in group[:count])
            for counts in selections(sized, tree, constants, low, high, self.minimal, self.cap)
        ]

    def _counts(self, S: State, L: list[int], members: list[list[int]], low: int, at: list[int]) -> Iterable[Counts]:
        constraint = self.constraint
        tree = constraint.tree if constraint is not None else None
        keys = constraint.keys if constraint is not None else []
        constants = tuple(c(S, L) for c in constraint.constants) if constraint is not None else ()
        total = sum(len(m) for m in members)
        high = self.high(S, L) if self.high is not None else (total if not self.repeating else self._longest(constants))
        sized = []
        for group in members:
            size = high if self.repeating else len(group)
            sized.append((min(size, max(high, 0)), tuple(k(S, L, group[0]) for k in keys)))
        if constraint is not None and constraint.growing:
            return self._grown(S, L, members, sized, low, high, at)
        return selections(tuple(sized), tree, constants, low, high, self.minimal, self.cap)

    @staticmethod
    def _longest(constants: tuple[int, ...]) -> int:
        """How many members a repeating choice can have at most: no more than the largest number it is held against."""
        return max(0, *constants) if constants else 0

    def _grown(
        self,
        S: State,
        L: list[int],
        members: list[list[int]],
        sized: list[tuple[int, tuple[int, ...]]],
        low: int,
        high: int,
        at: list[int],
    ) -> Iterator[Counts]:
        """Grow sets member by member, giving up on those that break a test which no larger set can mend."""
        from interpreter.compiling.multisets import TooMany

        assert self.constraint is not None
        growing = self.constraint.growing
        taken = [0] * len(members)

        def grow(i: int, flat: list[int]) -> Iterator[Counts]:
            at[:] = flat
            if flat and not all(test(S, L) for test in growing):
                return
            if i == len(members):
                if low <= len(flat) <= high:
                    yield tuple(taken)
                return
            for count in range(min(sized[i][0], high - len(flat)) + 1):
                taken[i] = count
                yield from grow(i + 1, flat + (members[i] * count if self.repeating else members[i][:count]))
            taken[i] = 0

        for number, counts in enumerate(grow(0, [])):
            if number >= self.cap:
                raise TooMany
            yield counts

    def take(self, S: State, L: list[int], option: Option, at: int) -> int:
        value = option[at]
        assert isinstance(value, tuple)
        if self.like.mode == "unseen":
            left = [m for m in self.of(S, L) if m not in _taken(S, L, self.unlike)]
            picked = []
            for _ in value[: len(left)]:  # what was there when it was chosen may have gone since
                picked.append(self.pick(S, left))
                left.remove(picked[-1])
            value = tuple(picked)
        S[L[SELF] + 1 + self.place][:] = value
        return at + 1
