"""A modifier: while it is in play a quantity is greater: `increase hand_limit by 2 up to 9`."""

from interpreter.vocabulary.words import Verb

WORD = Verb(
    name="increase",
    sentences={
        "en": "{argument} {argument:is} {by} higher[ (up to {up to})]",
        "de": "{argument:nom} {argument:is} um {by} höher[ (höchstens {up to})]",
    },
    role="modify",
)
