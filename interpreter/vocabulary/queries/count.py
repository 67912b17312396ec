"""How many members a set has: `count(you.hand where it.size > 2)`."""

from interpreter.state import values
from interpreter.vocabulary.words import Parameter, Query

WORD = Query(
    name="count",
    sentences={"en": "the number of {0}", "de": "die Zahl {0:gen}"},
    parameters=(Parameter("set"),),
    gives=lambda types: values.NUMBER,
    call=len,
)
