"""Whether a set has a member."""

from interpreter.state import values
from interpreter.vocabulary.words import Parameter, Query

WORD = Query(
    name="any",
    sentences={"en": "there is one of {0}", "de": "es gibt eines von {0}"},
    parameters=(Parameter("set"),),
    gives=lambda types: values.TRUTH,
    call=bool,
)
