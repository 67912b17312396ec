"""Give a variable, attribute or resource a value: `set leader to you`, `set die.value to 3`.

A number out of range stops at the nearest bound. In an ability, `set` on a quantity is a modifier.
"""

from interpreter.vocabulary.words import Verb

WORD = Verb(
    name="set",
    sentences={"en": "set {argument} to {to}", "de": "setze {argument} auf {to}"},
    forms={"de": "setze setzt setzt setzen gesetzt"},
    role="set",
)
