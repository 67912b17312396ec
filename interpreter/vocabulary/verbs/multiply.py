"""A modifier: while it is in play a quantity is multiplied: `multiply spell_damage by 2`."""

from interpreter.vocabulary.words import Verb

WORD = Verb(
    name="multiply",
    sentences={
        "en": "{argument} {argument:is} multiplied by {by}",
        "de": "{argument:nom} wird mit {by:dat} multipliziert",
    },
    role="modify",
)
