"""Whether the keys of a set are consecutive numbers, each once, in any order: `run(cards by rank)`; true for none and
for one."""

from interpreter.state import values
from interpreter.vocabulary.words import Parameter, Query


def _run(keys: list[int]) -> bool:
    return len(set(keys)) == len(keys) and (not keys or max(keys) - min(keys) == len(keys) - 1)


WORD = Query(
    name="run",
    sentences={"en": "{0} {0:is} a run", "de": "{0:nom} eine Folge {0:is}"},
    forms={
        "en not": "{0} {0:is} no run",
        "de not": "{0:nom} keine Folge {0:is}",
        "en by": "{0} {0:is} a run by {by:bare}",
        "de by": "{0:nom} eine Folge nach {by:dat} {0:is}",
        "en by not": "{0} {0:is} no run by {by:bare}",
        "de by not": "{0:nom} keine Folge nach {by:dat} {0:is}",
    },
    parameters=(Parameter("set"),),
    gives=lambda types: values.TRUTH,
    call=_run,
    weighs=("number", "enum"),
)
