"""The keys of a set's members added: `total(cards by value)`; 0 for an empty set."""

from interpreter.vocabulary.words import Parameter, Query

WORD = Query(
    name="total",
    sentences={"en": "the total of {0}", "de": "die Summe {0:gen}"},
    forms={"en adjective": "total", "de prefix": "Gesamt"},
    parameters=(Parameter("set"),),
    gives=lambda types: types[0],
    call=sum,
    of_key=True,
    weighs=("number",),
)
