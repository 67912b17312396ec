"""One more pick of the list that is being offered, owed like the first."""

from interpreter.vocabulary.words import Verb

WORD = Verb(
    name="again",
    sentences={"en": "take one more action", "de": "führe noch eine Aktion aus"},
    forms={"de": "führe führst führt führen geführt aus"},
    role="again",
)
