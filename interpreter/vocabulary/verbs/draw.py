"""Draw from the top of a stack: `draw 2 from deck to you.hand`, `draw 3 from deck as drawn`.

Order: top card first. Units: `draw` counts components. A short stack gives what it has; one with `reshuffles:` is
made anew from that zone when a card is needed and none is there. Without `from` it is `deck`, without `to`
it is `hand` (your own where each player has one). Each component also raises `move`.
"""

import ast

from interpreter.state import State, Table, values
from interpreter.vocabulary.supply import top_of
from interpreter.vocabulary.words import Hand, Parameter, Verb
from interpreter.vocabulary.written import Carrying, assigned, name


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


def _written(
    table: Table, hand: Hand, you: ast.expr, count: ast.expr, source: ast.expr, to: ast.expr
) -> list[ast.stmt] | None:
    """One component from a zone's list goes without a call, if one is there."""
    match count, source:
        case ast.Constant(value=1), ast.Constant(value=int(stack)) if stack not in table.with_slots:
            carrying = Carrying.to(table, hand, to)
            if carrying is None:
                return None
            top = hand.fresh("m")
            contents = ast.Subscript(name("S"), source, ast.Load())
            drawn = [
                assigned(top, ast.Subscript(contents, ast.Constant(-1), ast.Load())),
                *carrying.named,
                *carrying.one(top, source, last=True),
            ]
            otherwise: list[ast.stmt] = [ast.Expr(hand.act)]
            return [ast.If(contents, drawn, otherwise if stack in table.layout.reshuffle_from else [])]
    return None


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
    write=_written,
    also=("move",),
    gives="components",
    raises={"of": values.COMPONENT, "from": values.PLACE_TYPE, "to": values.PLACE_TYPE},
)
