"""The player on somebody's left, which is the next in clockwise order."""

from interpreter.state import State, Table, values
from interpreter.vocabulary.words import Parameter, Query


def _left_of(table: Table, S: State, seat: int) -> int:
    return (seat + 1) % table.layout.players


WORD = Query(
    name="left_of",
    sentences={"en": "the player to the left of {0}", "de": "der linke Nachbar {0:gen}"},
    forms={"en of": "left neighbour", "de of": "der linke Nachbar"},
    parameters=(Parameter("seat"),),
    gives=lambda types: values.SEAT,
    call=_left_of,
    table=True,
)
