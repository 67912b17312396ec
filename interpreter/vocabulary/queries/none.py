"""Whether a set has no member."""

from interpreter.state import values
from interpreter.vocabulary.words import Parameter, Query


def _empty(members: list[int]) -> bool:
    return not members


WORD = Query(
    name="none",
    sentences={"en": "there is none of {0}", "de": "es gibt keines von {0}"},
    parameters=(Parameter("set"),),
    gives=lambda types: values.TRUTH,
    call=_empty,
)
