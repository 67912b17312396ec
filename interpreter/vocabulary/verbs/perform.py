"""Carry out an action, a named effect, or an effect that a card or slot holds: `perform score(a)`, `perform card.use`.

Right of an arrow; named effects never call themselves, effects on cards nest to the depth the ruleset declares.
"""

from interpreter.vocabulary.words import Verb

WORD = Verb(
    name="perform",
    sentences={"en": "carry out {argument}", "de": "führe {argument} aus"},
    forms={"de": "führe führst führt führen geführt aus"},
    role="perform",
)
