"""Put components on their discard pile: `discard card`, `discard 2 of you.hand`.

The pile is the zone that the component's kind names with `discard:`; without one the component leaves the game for the
box. Left of an arrow it is a promise: what is named must be in play. Each component also raises `move`.
"""

from interpreter.state import LOCATION, NOTHING, State, Table, values
from interpreter.vocabulary.words import Parameter, Verb


def discard(table: Table, S: State, you: int, components: list[int]) -> None:
    """Discard each component; NOTHING among them is left out."""
    named = [component for component in components if component != NOTHING]
    piles = {table.layout.discard_of(component, you) for component in named}
    together = len(piles) == 1 and table.straight(next(iter(piles)), named)
    if together:
        table.move_all(S, named, piles.pop(), you)
    for component in named:
        if not together:
            table.move(S, component, table.layout.discard_of(component, you), who=you)
        if table.event_number:  # somebody may listen
            table.happened("discard", you, {"of": component})


def can(table: Table, S: State, you: int, components: list[int]) -> bool:
    """All are there and none lies in the box."""
    return all(c != NOTHING and S[LOCATION][c] != table.layout.box for c in components)


WORD = Verb(
    name="discard",
    sentences={"en": "discard {argument}", "de": "wirf {argument} ab"},
    forms={"de": "wirf wirfst wirft werfen geworfen ab"},
    argument=Parameter("components"),
    act=discard,
    also=("move",),
    left=True,
    can=can,
    raises={"of": values.COMPONENT},
)
