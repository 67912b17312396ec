"""The slots of the straight line that leaves a slot towards a neighbour, in order, to the edge of the board:
`for each space in line_from(piece.slot, side) while not filled(space) do …`.

The slot itself is not among them; none if the two are no neighbours. On a ring the line ends before it meets itself."""

from interpreter.state import NOTHING, State, Table
from interpreter.vocabulary.words import Parameter, Query


def _line_from(table: Table, state: State, start: int, towards: int) -> list[int]:
    slots = table.layout.slots
    line: list[int] = []
    here, near = start, towards
    while near not in (NOTHING, start) and near not in line and near in slots[here].neighbours:
        line.append(near)
        here, near = near, dict(zip(slots[here].neighbours, slots[here].onward, strict=True))[near]
    return line


WORD = Query(
    name="line_from",
    sentences={
        "en": "the spaces on the line from {0} through {1}",
        "de": "die Plätze auf der Linie von {0:dat} über {1}",
    },
    forms={
        "noun": "slot",
        "en after": "on the line from {0} through {1}",
        "de after": "auf der Linie von {0:dat} über {1}",
    },
    parameters=(Parameter("slot"), Parameter("slot")),
    gives=lambda types: types[0].set_of(),
    call=_line_from,
    ordered=True,
    table=True,
)
