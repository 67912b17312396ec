"""The slot straight behind a neighbouring one: `beyond(piece.slot, over)` is where a jump over it ends.

Nothing if the two are no neighbours or the board ends there, asked by `exists`. What is straight on is said by the
zone's `neighbours:`, see `longest_line`."""

from interpreter.state import NOTHING, State, Table
from interpreter.vocabulary.words import Parameter, Query


def _beyond(table: Table, state: State, start: int, over: int) -> int:
    slot = table.layout.slots[start]
    return dict(zip(slot.neighbours, slot.onward, strict=True)).get(over, NOTHING)


WORD = Query(
    name="beyond",
    sentences={"en": "the space behind {1} (seen from {0})", "de": "der Platz hinter {1:dat} (von {0:dat} aus)"},
    parameters=(Parameter("slot"), Parameter("slot")),
    gives=lambda types: types[0],
    call=_beyond,
    table=True,
)
