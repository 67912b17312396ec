"""Fill a display from a stack: `refill row to 4 from deck`, `refill yard from deck`.

A zone with slots gets one component in each empty slot, in the order of the slots; any other zone gets components until
it holds the number after `to`. A short stack gives what it has, see `draw`. Each component raises `move`.
"""

import ast

from interpreter.state import NOTHING, SLOT_BASE, State, Table, values
from interpreter.vocabulary.supply import top_of
from interpreter.vocabulary.words import Hand, Parameter, Verb
from interpreter.vocabulary.written import is_empty_slot_among, slots_of


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
    return [ast.If(missing, [ast.Expr(hand.act)], [])]


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
