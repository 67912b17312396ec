"""The player on somebody's right, which is the one before in clockwise order."""

from interpreter.state import State, Table, values
from interpreter.vocabulary.words import Parameter, Query


def _right_of(table: Table, S: State, seat: int) -> int:
    return (seat - 1) % table.layout.players


WORD = Query(
    name="right_of",
    sentences={"en": "the player to the right of {0}", "de": "der rechte Nachbar {0:gen}"},
    forms={"en of": "right neighbour", "de of": "der rechte Nachbar"},
    parameters=(Parameter("seat"),),
    gives=lambda types: values.SEAT,
    call=_right_of,
    table=True,
)
