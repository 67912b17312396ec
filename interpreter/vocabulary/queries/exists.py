"""Whether something was found: `let best = the player with most point ties none` and then `exists(best)`."""

from interpreter.state import NOTHING, values
from interpreter.vocabulary.words import Parameter, Query


def _exists(value: int) -> bool:
    return value != NOTHING


WORD = Query(
    name="exists",
    sentences={"en": "{0} exists", "de": "es gibt {0}"},
    parameters=(Parameter("value"),),
    gives=lambda types: values.TRUTH,
    call=_exists,
)
