"""The greater of two numbers."""

from interpreter.state import values
from interpreter.vocabulary.words import Parameter, Query

WORD = Query(
    name="max",
    sentences={"en": "the greater of {0} and {1}", "de": "das größere von {0} und {1}"},
    parameters=(
        Parameter("number"),
        Parameter("number"),
    ),
    gives=lambda types: values.NUMBER,
    call=max,
)
