"""Whether no two members of a set have the same key: `different(cards by animal)`."""

from interpreter.state import values
from interpreter.vocabulary.words import Parameter, Query


def _different(keys: list[int]) -> bool:
    return len(set(keys)) == len(keys)


WORD = Query(
    name="different",
    sentences={"en": "{0} all differ", "de": "{0} sind alle verschieden"},
    parameters=(Parameter("set"),),
    gives=lambda types: values.TRUTH,
    call=_different,
)
