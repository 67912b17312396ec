"""Exchange the contents of two zones: `swap you.hand with rival.hand`. Raises `move` for each component."""

from interpreter.state import State, Table
from interpreter.vocabulary.words import Parameter, Verb


def swap(table: Table, S: State, you: int, zone: int, other: int) -> None:
    """Move what lies in each of two zones to the other, in order."""
    here, there = list(S[zone]), list(S[other])
    for component in here:
        table.move(S, component, other, who=you)
    for component in there:
        table.move(S, component, zone, who=you)


WORD = Verb(
    name="swap",
    sentences={"en": "swap {argument} with {with}", "de": "tausche {argument} gegen {with}"},
    forms={"de": "tausche tauschst tauscht tauschen getauscht"},
    argument=Parameter("zone"),
    labels={"with": Parameter("zone")},
    act=swap,
    also=("move",),
)
