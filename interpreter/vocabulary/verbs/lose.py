"""Give resources back, as far as they go: `lose 2 life`. Below the lower bound nothing is taken.

Right of an arrow only; a cost that must be met whole is `pay`. Raises an event with `amount` (what really
went) and `resource`.
"""

import ast

from interpreter.state import State, Table, values
from interpreter.vocabulary.words import Hand, Parameter, Verb
from interpreter.vocabulary.written import changed


def lose(table: Table, S: State, you: int, count: int, resource: int) -> None:
    """Take `count`, 0 or more, from what `you` have of a resource."""
    if count > 0:
        taken = -table.change(S, resource, you, -count, you)
        if table.event_number:  # somebody may listen
            table.happened("lose", you, {"of": resource, "amount": taken})


def _written(table: Table, hand: Hand, you: ast.expr, count: ast.expr, resource: ast.expr) -> list[ast.stmt] | None:
    return changed(table, hand, you, count, resource, more=False)


WORD = Verb(
    name="lose",
    sentences={"en": "lose {argument}", "de": "verliere {argument}"},
    forms={"de": "verliere verlierst verliert verlieren verloren"},
    argument=Parameter("amounts"),
    act=lose,
    write=_written,
    raises={"of": values.RESOURCE, "amount": values.NUMBER},
)
