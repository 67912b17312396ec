"""Whether something was found: `let best = the player with most point ties none` and then `exists(best)`."""

from interpreter.state import NOTHING, values
from interpreter.vocabulary.words import Parameter, Query


def _exists(value: int) -> bool:
    return value != NOTHING


WORD = Query(
    name="exists",
    sentences={"en": "there is {0}", "de": "es {0} gibt"},
    parameters=(Parameter("value"),),
    gives=lambda types: values.TRUTH,
    call=_exists,
)
