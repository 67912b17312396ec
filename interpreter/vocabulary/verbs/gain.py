"""Take resources from the supply: `gain 2 stone, 1 coin`.

Units: what each amount counts. A resource with an upper bound stops there; the rest is lost.
Each amount raises an event of its own, with `amount` (what really came) and `excess` (what the bound cut off).
A resource with `passing:` gives its effects for every number that is reached on the way.
"""

import ast

from interpreter.state import State, Table, values
from interpreter.vocabulary.words import Hand, Parameter, Verb
from interpreter.vocabulary.written import changed


def gain(table: Table, S: State, you: int, count: int, resource: int) -> None:
    """Add `count`, 0 or more, to what `you` have of a resource."""
    if count > 0:
        added = table.change(S, resource, you, count, you)
        if table.event_number:  # somebody may listen
            table.happened("gain", you, {"of": resource, "amount": added, "excess": count - added})


def _written(table: Table, hand: Hand, you: ast.expr, count: ast.expr, resource: ast.expr) -> list[ast.stmt] | None:
    return changed(table, hand, you, count, resource, more=True)


WORD = Verb(
    name="gain",
    sentences={"en": "gain {argument}", "de": "erhalte {argument}"},
    forms={"de": "erhalte erhältst erhält erhalten erhalten"},
    argument=Parameter("amounts"),
    act=gain,
    write=_written,
    also=("passing",),
    raises={"of": values.RESOURCE, "amount": values.NUMBER, "excess": values.NUMBER},
)
