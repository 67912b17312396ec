"""Give dice a new value by chance: `roll you.dice`, `roll (dice where it.value < 3)`.

Each component takes a value out of the range of its attribute; its kind has exactly one with a range. What has none
stays as it is. They are rolled
one after the other and stay where they are; chance comes from the stream of the zone in which each lies.
"""

from interpreter.state import LOCATION, NOTHING, State, Table, values
from interpreter.vocabulary.words import Parameter, Verb


def roll(table: Table, S: State, you: int, components: list[int]) -> None:
    """Set the attribute with a range of each component; NOTHING among them is left out."""
    layout = table.layout
    for component in [c for c in components if c != NOTHING]:
        kind = layout.kinds[layout.kind_of[component]]
        info = next(
            (a for a in layout.attributes if kind in a.kinds and a.type.base == "number" and a.type.low is not None),
            None,
        )
        if info is None:  # it came among them without being one
            continue
        low, high = info.type.low, info.type.high
        assert low is not None and high is not None
        value = low + table.random(S, layout.shuffle_stream[S[LOCATION][component]], high - low + 1)
        table.put(S, info.index, component, value, you)
        if table.event_number:  # somebody may listen
            table.happened("roll", you, {"of": component, "value": value})


WORD = Verb(
    name="roll",
    sentences={"en": "roll {argument}", "de": "wirf {argument}"},
    forms={"de": "wirf wirfst wirft werfen geworfen"},
    argument=Parameter("components", ranged=True),
    act=roll,
    raises={"of": values.COMPONENT, "value": values.NUMBER},
)
