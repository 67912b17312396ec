"""The smaller of two numbers."""

from interpreter.state import values
from interpreter.vocabulary.words import Parameter, Query

WORD = Query(
    name="min",
    sentences={"en": "the smaller of {0} and {1}", "de": "das kleinere von {0} und {1}"},
    parameters=(
        Parameter("number"),
        Parameter("number"),
    ),
    gives=lambda types: values.NUMBER,
    call=min,
)
