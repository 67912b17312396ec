"""Show components to everybody: `reveal card`. They stay where they are; what was shown cannot be undone."""

from interpreter.state import NOTHING, State, Table, values
from interpreter.state.layout import CONTROL, REVEALED
from interpreter.vocabulary.words import Parameter, Verb


def reveal(table: Table, S: State, you: int, components: list[int]) -> None:
    """Write the components into every player's log."""
    S[CONTROL][REVEALED] += 1
    for component in [c for c in components if c != NOTHING]:
        table.tell(S, "reveal", you, (component,))
        if table.event_number:  # somebody may listen
            table.happened("reveal", you, {"of": component})


WORD = Verb(
    name="reveal",
    sentences={"en": "reveal {argument}", "de": "zeige {argument} vor"},
    forms={"de": "zeige zeigst zeigt zeigen gezeigt vor"},
    argument=Parameter("components"),
    act=reveal,
    raises={"of": values.COMPONENT},
)
