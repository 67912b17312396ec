"""Look at hidden components: `look at rival.hand`. Only you see them, in your log; it cannot be undone."""

from interpreter.state import NOTHING, State, Table
from interpreter.state.layout import CONTROL, REVEALED
from interpreter.vocabulary.words import Parameter, Verb


def look(table: Table, S: State, you: int, components: list[int]) -> None:
    """Write the components into the log of `you`."""
    S[CONTROL][REVEALED] += 1
    table.tell(S, "look", you, tuple(c for c in components if c != NOTHING))


WORD = Verb(
    name="look",
    sentences={"en": "look at {at}", "de": "sieh dir {at} an"},
    forms={"de": "sieh siehst sieht sehen gesehen an"},
    labels={"at": Parameter("components")},
    act=look,
)
