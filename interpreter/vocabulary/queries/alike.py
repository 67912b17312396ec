"""Whether all members of a set have the same key: `alike(cards by rank)`; true for none and for one."""

from interpreter.state import values
from interpreter.vocabulary.words import Parameter, Query


def _alike(keys: list[int]) -> bool:
    return len(set(keys)) <= 1


WORD = Query(
    name="alike",
    sentences={"en": "{0} {0:is} all alike", "de": "{0:nom} alle gleich {0:is}"},
    forms={
        "en by": "{0} all have the same {by}",
        "de by": "{0:nom} alle {by:same} haben",
        "en not": "{0} {0:is} not all alike",
        "de not": "{0:nom} nicht alle gleich {0:is}",
        "en by not": "{0} do not all have the same {by}",
        "de by not": "{0:nom} nicht alle {by:same} haben",
    },
    parameters=(Parameter("set"),),
    gives=lambda types: values.TRUTH,
    call=_alike,
)
