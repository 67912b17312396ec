"""Give a variable, attribute or resource a value: `set leader to you`, `set die.value to 3`.

A truth is asked behind `to` as after `if`: `set you.passed to you.coin == 0`; a condition with `or` stands in
parentheses. A number out of range stops at the nearest bound. In an ability, `set` on a quantity is a modifier.
"""

from interpreter.vocabulary.words import Verb

WORD = Verb(
    name="set",
    sentences={"en": "set {argument} to {to}", "de": "setze {argument} auf {to}"},
    forms={"de": "setze setzt setzt setzen gesetzt"},
    role="set",
)
