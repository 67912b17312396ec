"""Pass a zone that every player has to the neighbour: `rotate hand by 1` passes it one seat to the left, in clockwise
order; `by -1` to the right. Raises `move` for each component."""

from interpreter.state import State, Table
from interpreter.vocabulary.words import Parameter, Verb


def rotate(table: Table, S: State, you: int, zone: int, by: int) -> None:
    """`zone` is the first seat's list; every player's contents go `by` seats on."""
    players = table.layout.players
    contents = [list(S[zone + seat]) for seat in range(players)]
    for seat, components in enumerate(contents):
        for component in components:
            table.move(S, component, zone + (seat + by) % players, who=seat)


WORD = Verb(
    name="rotate",
    sentences={
        "en": "all players pass {argument} {by} seats to the left",
        "de": "alle Spieler geben {argument} um {by} Sitze nach links weiter",
    },
    forms={
        "en by 1": "all players pass {argument} to the left",
        "de by 1": "alle Spieler geben {argument} nach links weiter",
        "en by -1": "all players pass {argument} to the right",
        "de by -1": "alle Spieler geben {argument} nach rechts weiter",
    },
    argument=Parameter("everyone's zone"),
    labels={"by": Parameter("number")},
    act=rotate,
    also=("move",),
)
