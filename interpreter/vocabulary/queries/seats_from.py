"""All players in clockwise order, beginning with the one named."""

from interpreter.state import State, Table, values
from interpreter.vocabulary.words import Parameter, Query


def _seats_from(table: Table, S: State, seat: int) -> list[int]:
    players = table.layout.players
    return [(seat + step) % players for step in range(players)]


WORD = Query(
    name="seats_from",
    sentences={
        "en": "the players in turn order, beginning with {0}",
        "de": "die Spieler der Reihe nach, beginnend mit {0:dat}",
    },
    parameters=(Parameter("seat"),),
    gives=lambda types: values.SEAT.set_of(),
    call=_seats_from,
    ordered=True,
    table=True,
)
