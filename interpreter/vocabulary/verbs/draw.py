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
    for _ in range(count):
        component = top_of(table, S, source, you)
        if component is None:
            break
        table.move(S, component, to, who=you)
        table.happened("draw", you, {"of": component, "from": source, "to": to})
        drawn.append(component)
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
