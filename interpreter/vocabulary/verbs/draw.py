"""Draw from the top of a stack: `draw 2 from deck to you.hand`, `draw 3 from deck as drawn`.

Order: top card first. Units: `draw` counts components. A short stack gives what it has; one with `reshuffles:` is
made anew from that zone when a card is needed and none is there. Without `from` it is `deck`, without `to`
it is `hand` (your own where each player has one). Each component also raises `move`.
"""

from interpreter.state import State, Table, values
from interpreter.vocabulary.supply import top_of
from interpreter.vocabulary.words import Parameter, Verb


def draw(table: Table, S: State, you: int, count: int, source: int, to: int) -> list[int]:
    """Move up to `count` components; returns them in the order drawn."""
    drawn: list[int] = []
    while len(drawn) < count:
        top = top_of(table, S, source, you)
        if top is None:
            break
        some = [top]
        if table.straight(to, S[source]) and to != source:  # as many at once as lie there
            some = S[source][: len(drawn) - count - 1 : -1]
        table.move_all(S, some, to, you)
        for component in some:
            if table.event_number:  # somebody may listen
                table.happened("draw", you, {"of": component, "from": source, "to": to})
        drawn += some
    return drawn


WORD = Verb(
    name="draw",
    sentences={"en": "draw {argument}[ {from:out}][ {to:into}]", "de": "ziehe {argument}[ {from:out}][ {to:into}]"},
    forms={"de": "ziehe ziehst zieht ziehen gezogen"},
    argument=Parameter("number"),
    labels={
        "from": Parameter("zone", required=False, default="deck"),
        "to": Parameter("place", required=False, default="hand"),
    },
    act=draw,
    also=("move",),
    gives="components",
    raises={"of": values.COMPONENT, "from": values.PLACE_TYPE, "to": values.PLACE_TYPE},
)
