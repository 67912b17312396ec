"""Shuffle a zone: `shuffle deck`. Chance comes from the zone's own stream."""

from interpreter.state import State, Table, values
from interpreter.vocabulary.words import Parameter, Verb


def shuffle(table: Table, S: State, you: int, zone: int) -> None:
    """Put the components of the zone's list into a random order."""
    table.shuffle(S, zone, table.layout.shuffle_stream[zone], you)
    if table.event_number:  # somebody may listen
        table.happened("shuffle", you, {"of": zone})


WORD = Verb(
    name="shuffle",
    sentences={"en": "shuffle {argument}", "de": "mische {argument}"},
    forms={"de": "mische mischst mischt mischen gemischt"},
    argument=Parameter("zone"),
    act=shuffle,
    orders=True,
    raises={"of": values.PLACE_TYPE},
)
