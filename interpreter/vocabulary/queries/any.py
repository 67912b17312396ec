"""Whether a set has a member."""

from interpreter.state import values
from interpreter.vocabulary.words import Parameter, Query

WORD = Query(
    name="any",
    sentences={"en": "there {0:is} {0}", "de": "es {0} gibt"},
    parameters=(Parameter("set"),),
    gives=lambda types: values.TRUTH,
    call=bool,
    alike_as_one=True,
)
