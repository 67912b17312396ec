"""Fill a display from a stack: `refill row to 4 from deck`, `refill yard from deck`.

A zone with slots gets one component in each empty slot, in the order of the slots; any other zone gets components until
it holds the number after `to`. A short stack gives what it has, see `draw`. Each component raises `move`.
"""

import ast

from interpreter.state import LOCATION, NOTHING, PLACE, SLOT_BASE, SLOTS, State, Table, values
from interpreter.vocabulary.supply import top_of
from interpreter.vocabulary.words import Hand, Parameter, Verb
from interpreter.vocabulary.written import (
    assigned,
    called,
    is_empty_slot_among,
    item_of,
    name,
    revealed,
    slots_of,
    with_care,
)


def refill(table: Table, S: State, you: int, zone: int, source: int, to: int | None = None) -> None:
    """Move components from the top of `source` until nothing is missing or nothing is left."""
    while True:
        place = zone
        if to is None:
            slot = table.first_free(S, zone)
            if slot == NOTHING:
                return
            place = SLOT_BASE + slot
        elif len(S[zone]) >= to:
            return
        component = top_of(table, S, source, you)
        if component is None:
            return
        table.move(S, component, place, who=you)


def _written(
    table: Table, hand: Hand, you: ast.expr, zone: ast.expr, source: ast.expr, to: ast.expr | None = None
) -> list[ast.stmt] | None:
    """Mostly nothing is missing: that is looked at first."""
    if not isinstance(zone, ast.Constant) or not isinstance(zone.value, int):
        return None
    state = ast.Name("S", ast.Load())
    if to is not None:
        count = ast.Call(ast.Name("len_", ast.Load()), [ast.Subscript(state, zone, ast.Load())], [])
        missing: ast.expr = ast.Compare(count, [ast.Lt()], [to])
    else:
        number, seat = table.layout.zone_of[zone.value]
        info = table.layout.zones[number]
        if not info.slot_count or info.holds_many:
            return None
        first = info.slot_first + max(seat, 0) * info.slot_count
        missing = is_empty_slot_among(slots_of(table, first, info.slot_count))
        match source:
            case ast.Constant(value=int(stack)) if not (
                stack in table.layout.reshuffle_from or stack in table.with_slots
            ):
                slots = range(first, first + info.slot_count)
                return [ast.If(missing, [_each_slot(table, hand, zone.value, stack, slots)], [])]
    return [ast.If(missing, [ast.Expr(hand.act)], [])]


def _each_slot(table: Table, hand: Hand, zone: int, stack: int, slots: range) -> ast.stmt:
    """A component for each empty slot, from a stack that is not made anew; a zone is listed slot after slot."""
    slot, one, row, at = (hand.fresh(stem) for stem in "smti")
    contents = ast.Subscript(name("S"), ast.Constant(stack), ast.Load())
    before = ast.BinOp(name(at), ast.Sub(), ast.Constant(1))
    passed = item_of(PLACE, ast.Subscript(name(row), before, ast.Load()))
    further = ast.BoolOp(ast.And(), [name(at), ast.Compare(passed, [ast.Gt()], [name(slot)])])
    plainly = [
        ast.Expr(ast.Call(ast.Attribute(contents, "pop", ast.Load()), [], [])),
        ast.Assign([item_of(PLACE, name(one), True)], name(slot)),
        ast.Assign([item_of(SLOTS, name(slot), True)], name(one)),
        ast.Assign([item_of(LOCATION, name(one), True)], ast.Constant(zone)),
        assigned(row, ast.Subscript(name("S"), ast.Constant(zone), ast.Load())),
        assigned(at, ast.Call(name("len_"), [name(row)], [])),
        ast.While(further, [ast.AugAssign(ast.Name(at, ast.Store()), ast.Sub(), ast.Constant(1))], []),
        called(row, "insert", name(at), name(one)),
    ]
    if table.seen[zone] & ~table.seen[stack]:
        plainly.append(revealed())
    there = ast.BinOp(name(slot), ast.Add(), ast.Constant(SLOT_BASE))
    filled = [
        ast.If(ast.UnaryOp(ast.Not(), contents), [ast.Break()], []),
        assigned(one, ast.Subscript(contents, ast.Constant(-1), ast.Load())),
        *with_care(table, hand, one, there, plainly),
    ]
    empty = ast.Compare(item_of(SLOTS, name(slot)), [ast.Lt()], [ast.Constant(0)])
    every = ast.Tuple([ast.Constant(number) for number in slots], ast.Load())
    return ast.For(ast.Name(slot, ast.Store()), every, [ast.If(empty, filled, [])], [])


WORD = Verb(
    name="refill",
    sentences={"en": "refill {argument}[ to {to}][ {from:out}]", "de": "ergänze {argument}[ {from:out}][ auf {to}]"},
    forms={"de": "ergänze ergänzt ergänzt ergänzen ergänzt"},
    argument=Parameter("zone"),
    labels={"from": Parameter("zone"), "to": Parameter("number", required=False)},
    act=refill,
    write=_written,
    also=("move",),
    fills=True,
    raises={"of": values.PLACE_TYPE},
)
