"""Pay resources, whole or not at all: `pay 2 wood or 1 stone, 1 coin -> gain 4 point`.

Stands only left of an arrow. All payments of a sentence are made together after the choice; what cannot be
paid in full is not offered. `to` names a player who receives it; otherwise it goes to the supply.
"""

import ast

from interpreter.state import State, Table, values
from interpreter.vocabulary.words import Hand, Parameter, Verb
from interpreter.vocabulary.written import changed


def pay(table: Table, S: State, you: int, count: int, resource: int, to: int | None = None) -> None:
    """Take `count` of a resource from `you`; the offer made sure that it is there."""
    if count <= 0:
        return
    table.change(S, resource, you, -count, you)
    if to is not None:
        table.change(S, resource, to, count, you)
    if table.event_number:  # somebody may listen
        table.happened("pay", you, {"of": resource, "amount": count})


def _written(
    table: Table,
    hand: Hand,
    you: ast.expr,
    count: ast.expr,
    resource: ast.expr,
    to: ast.expr | None = None,
) -> list[ast.stmt] | None:
    if to is not None and not (isinstance(to, ast.Constant) and to.value is None):
        return None
    return changed(table, hand, you, count, resource, more=False)


WORD = Verb(
    name="pay",
    sentences={"en": "pay {argument}[ to {to}]", "de": "zahle {argument}[ an {to}]"},
    forms={"de": "zahle zahlst zahlt zahlen gezahlt"},
    role="pay",
    argument=Parameter("amounts"),
    labels={"to": Parameter("seat", required=False)},
    act=pay,
    write=_written,
    also=("passing",),
    left=True,
    raises={"of": values.RESOURCE, "amount": values.NUMBER},
)
