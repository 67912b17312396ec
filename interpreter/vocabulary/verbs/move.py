"""Move components to a zone or slot: `move cards to you.hand`, `move card to deck at bottom`.

Order: a set is moved member by member in its order, so the last one moved to a stack lies on top. `at` says
where in a stack: `top` (the default), `bottom`, or the number of cards that lie above. In a zone with slots and none
named, each takes the first free one; what finds no place stays where it is. Where slots hold many, one must be named.
Each component raises an event with `from`, `to` and `slot`.
"""

import ast

from interpreter.state import NOTHING, State, Table, values
from interpreter.state.table import TOP
from interpreter.vocabulary.words import Hand, Parameter, Verb
from interpreter.vocabulary.written import Carrying, assigned, is_there, name


def move(table: Table, S: State, you: int, components: list[int], to: int, at: int = TOP) -> None:
    """Move each component; NOTHING among them is left out."""
    if at == TOP:
        named = list(components) if NOTHING not in components else [c for c in components if c != NOTHING]
        table.move_all(S, named, to, you)
        return
    for component in list(components):
        if component != NOTHING:
            table.move(S, component, to, at, you)


def _written(
    table: Table,
    hand: Hand,
    you: ast.expr,
    components: ast.expr,
    to: ast.expr,
    at: ast.expr | None = None,
) -> list[ast.stmt] | None:
    """One component by itself, and members that a filter found, need no look at each of them first."""
    if at is not None:
        return None
    carrying = Carrying.to(table, hand, to)
    if carrying is not None:
        place, before = carrying.place, carrying.named
    else:
        there = hand.fresh("p")
        place, before = name(there), [assigned(there, to)]
    checked = [] if isinstance(to, ast.Constant) else [is_there(place)]

    def moved(method: str, what: ast.expr) -> list[ast.stmt]:
        call = ast.Attribute(name("Q"), method, ast.Load())
        return [ast.Expr(ast.Call(call, [name("S"), what, place], []))]

    match components:
        case ast.List(elts=[only]) if not isinstance(only, ast.Starred):
            one = hand.fresh("m")
            some = ast.Compare(name(one), [ast.NotEq()], [ast.Constant(NOTHING)])
            goes = moved("move", name(one)) if carrying is None else carrying.one(one, hand.place_of(only))
            return [assigned(one, only), *before, ast.If(some, goes, checked)]
        case ast.ListComp(elt=ast.Name(id=member), generators=[*_, ast.comprehension(target=ast.Name(id=other))]) if (
            member == other
        ):
            pass
        case _ if not hand.chosen(components):
            return None
        case _ if carrying is not None:
            each = hand.fresh("m")
            goes = carrying.one(each, hand.place_of(components))
            every = ast.For(ast.Name(each, ast.Store()), components, goes, [])
            nobody = ast.If(ast.UnaryOp(ast.Not(), components), checked, [])
            return [*before, every, *([nobody] if checked else [])]
    return [*before, *moved("move_all", components)]


WORD = Verb(
    name="move",
    sentences={"en": "move {argument}[ {from:out}] {to:into}", "de": "lege {argument}[ {from:out}] {to:into}"},
    forms={
        "de": "lege legst legt legen gelegt",
        "en at top": "put {argument} on top of {to}",
        "de at top": "lege {argument} oben auf {to}",
        "en at bottom": "put {argument} under {to}",
        "de at bottom": "lege {argument} unter {to}",
        "en at place": "move {argument} {to:into} (place: {at})",
        "de at place": "lege {argument} {to:into} (Platz: {at:nom})",
        "en at": "put {argument} {to:in} (cards above it: {at})",
        "de at": "lege {argument} {to:into} (Karten darüber: {at:nom})",
    },
    argument=Parameter("components"),
    labels={"to": Parameter("place"), "at": Parameter("position", required=False)},
    act=move,
    write=_written,
    raises={"of": values.COMPONENT, "from": values.PLACE_TYPE, "to": values.PLACE_TYPE, "slot": values.SLOT},
)
