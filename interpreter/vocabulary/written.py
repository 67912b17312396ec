"""What several words write in place of a call, see `Verb.write` and `Query.write`."""

from __future__ import annotations

import ast

from interpreter.state import NOTHING, SLOTS, Table
from interpreter.vocabulary.words import Hand


def changed(
    table: Table, hand: Hand, you: ast.expr, count: ast.expr, resource: ast.expr, more: bool
) -> list[ast.stmt] | None:
    """A resource that is known goes up or down by a count; nothing happens where that is not above 0."""
    if not (isinstance(resource, ast.Constant) and isinstance(resource.value, int)):
        return None
    info = table.layout.resources[resource.value]
    at = you if info.per_player else ast.Constant(0)
    held = ast.Subscript(ast.Name("S", ast.Load()), ast.Constant(info.index), ast.Load())
    before: list[ast.stmt] = []
    known = count.value if isinstance(count, ast.Constant) else None
    if not isinstance(known, int):
        name = hand.fresh("c")
        before = [ast.Assign([ast.Name(name, ast.Store())], count)]
        count = ast.Name(name, ast.Load())
    elif known <= 0:
        return [ast.Pass()]
    change: list[ast.stmt]
    bound = info.high if more else info.low
    operator: ast.operator = ast.Add() if more else ast.Sub()
    if bound is None:
        change = [ast.AugAssign(ast.Subscript(held, at, ast.Store()), operator, count)]
    else:
        left = hand.fresh("c")
        new = ast.BinOp(ast.Subscript(held, at, ast.Load()), operator, count)
        rest = ast.Name(left, ast.Load())
        within = ast.Compare(rest, [ast.Lt() if more else ast.Gt()], [ast.Constant(bound)])
        stopped = ast.IfExp(within, rest, ast.Constant(bound))
        change = [
            ast.Assign([ast.Name(left, ast.Store())], new),
            ast.Assign([ast.Subscript(held, at, ast.Store())], stopped),
        ]
    if before:
        change = [ast.If(ast.Compare(count, [ast.Gt()], [ast.Constant(0)]), change, [])]
    return [*before, *change]


def slots_of(table: Table, first: int, count: int) -> ast.expr:
    """What lies in slots that stand side by side and hold one thing each."""
    slots: ast.expr = ast.Subscript(ast.Name("S", ast.Load()), ast.Constant(SLOTS), ast.Load())
    if count < len(table.layout.slots):
        slots = ast.Subscript(slots, ast.Slice(ast.Constant(first), ast.Constant(first + count)), ast.Load())
    return slots


def empty_among(table: Table, members: ast.expr) -> ast.expr | None:
    """What lies in the slots of which `members` are the empty ones; None where they are something else."""
    match members:
        case ast.ListComp(
            elt=ast.Name(id=member),
            generators=[
                ast.comprehension(
                    target=ast.Name(id=slot),
                    iter=ast.Tuple(elts=[*every]),
                    ifs=[
                        ast.UnaryOp(
                            op=ast.Not(),
                            operand=ast.Compare(
                                left=ast.Subscript(
                                    value=ast.Subscript(value=ast.Name(id="S"), slice=ast.Constant(value=held)),
                                    slice=ast.Name(id=tested),
                                ),
                                ops=[ast.GtE()],
                                comparators=[ast.Constant(value=0)],
                            ),
                        )
                    ],
                )
            ],
        ) if member == slot == tested and held == SLOTS:
            numbers = [n.value for n in every if isinstance(n, ast.Constant) and isinstance(n.value, int)]
            if numbers and numbers == list(range(numbers[0], numbers[0] + len(every))):
                return slots_of(table, numbers[0], len(numbers))
    return None


def is_empty_slot_among(slots: ast.expr) -> ast.expr:
    """Whether one of some slots is empty."""
    return ast.Compare(ast.Constant(NOTHING), [ast.In()], [slots])
