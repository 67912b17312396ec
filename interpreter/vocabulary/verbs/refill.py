"""Fill a display from a stack: `refill row to 4 from deck`, `refill yard from deck`.

A zone with slots gets one component in each empty slot, in the order of the slots; any other zone gets components until
it holds the number after `to`. A short stack gives what it has, see `draw`. Each component raises `move`.
"""

from interpreter.state import NOTHING, State, Table, values
from interpreter.vocabulary.supply import top_of
from interpreter.vocabulary.words import Parameter, Verb


def refill(table: Table, S: State, you: int, zone: int, source: int, to: int | None = None) -> None:
    """Move components from the top of `source` until nothing is missing or nothing is left."""
    while (len(S[zone]) < to) if to is not None else (table.first_free(S, zone) != NOTHING):
        component = top_of(table, S, source, you)
        if component is None:
            return
        table.move(S, component, zone, who=you)


WORD = Verb(
    name="refill",
    sentences={"en": "refill {argument}[ to {to}][ {from:out}]", "de": "ergänze {argument}[ {from:out}][ auf {to}]"},
    forms={"de": "ergänze ergänzt ergänzt ergänzen ergänzt"},
    argument=Parameter("zone"),
    labels={"from": Parameter("zone"), "to": Parameter("number", required=False)},
    act=refill,
    also=("move",),
    fills=True,
    raises={"of": values.PLACE_TYPE},
)
