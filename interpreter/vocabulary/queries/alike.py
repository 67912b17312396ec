"""Whether all members of a set have the same key: `alike(cards by rank)`; true for none and for one."""

from interpreter.state import values
from interpreter.vocabulary.words import Parameter, Query


def _alike(keys: list[int]) -> bool:
    return len(set(keys)) <= 1


WORD = Query(
    name="alike",
    sentences={"en": "{0} are alike", "de": "{0} sind gleich"},
    parameters=(Parameter("set"),),
    gives=lambda types: values.TRUTH,
    call=_alike,
)
