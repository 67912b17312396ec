"""Take a piece from a supply and put it somewhere: `add block(red, 3) to you.yard`.

The piece is named like its kind, with a value for each attribute in their order; `as piece` names what was added. When
the supply is used up, or there is no place, nothing is added. Raises an event of the piece with `to`.
"""

from interpreter.state import NOTHING, State, Table, values
from interpreter.vocabulary.words import Parameter, Verb


def add(table: Table, S: State, you: int, pieces: tuple[int, ...], looks: list[int], to: int) -> list[int]:
    """`pieces` are all of the kind, `looks` the attributes in order; returns the piece added, if any."""
    added = table.add(S, table.layout.card_of[pieces[0]], looks, to, you)
    if added == NOTHING:
        return []
    if table.event_number:  # somebody may listen
        table.happened("add", you, {"of": added, "to": to})
    return [added]


WORD = Verb(
    name="add",
    sentences={"en": "put {argument} from the supply {to:in}", "de": "lege {argument} aus dem Vorrat {to:into}"},
    forms={"de": "lege legst legt legen gelegt"},
    role="add",
    argument=Parameter("piece"),
    labels={"to": Parameter("place")},
    act=add,
    also=("move",),
    gives="components",
    raises={"of": values.COMPONENT, "to": values.PLACE_TYPE},
)
