"""The smaller of two numbers."""

from interpreter.state import values
from interpreter.vocabulary.words import Parameter, Query

WORD = Query(
    name="min",
    sentences={"en": "the smaller of {0} and {1}", "de": "der kleinere Wert von {0:dat} und {1:dat}"},
    forms={"en bound": "{0}, but at most {1}", "de bound": "{0}, höchstens aber {1}"},
    parameters=(
        Parameter("number"),
        Parameter("number"),
    ),
    gives=lambda types: values.NUMBER,
    call=min,
)
