"""Whether no two members of a set have the same key: `different(cards by animal)`."""

from interpreter.state import values
from interpreter.vocabulary.words import Parameter, Query


def _different(keys: list[int]) -> bool:
    return len(set(keys)) == len(keys)


WORD = Query(
    name="different",
    sentences={"en": "{0} {0:is} all different", "de": "{0:nom} alle verschieden {0:is}"},
    forms={
        "en by": "{0} all have different {by:many}",
        "de by": "{0:nom} alle verschiedene {by:many} haben",
        "en not": "{0} {0:is} not all different",
        "de not": "{0:nom} nicht alle verschieden {0:is}",
        "en by not": "{0} do not all have different {by:many}",
        "de by not": "{0:nom} nicht alle verschiedene {by:many} haben",
    },
    parameters=(Parameter("set"),),
    gives=lambda types: values.TRUTH,
    call=_different,
)
