"""The greater of two numbers."""

from interpreter.state import values
from interpreter.vocabulary.words import Parameter, Query

WORD = Query(
    name="max",
    sentences={"en": "the greater of {0} and {1}", "de": "der größere Wert von {0:dat} und {1:dat}"},
    forms={"en bound": "{0}, but at least {1}", "de bound": "{0}, mindestens aber {1}"},
    parameters=(
        Parameter("number"),
        Parameter("number"),
    ),
    gives=lambda types: values.NUMBER,
    call=max,
)
