"""One more pick of the list that is being offered, owed like the first."""

from interpreter.vocabulary.words import Verb

WORD = Verb(name="again", sentences={"en": "you may act again", "de": "du bist noch einmal an der Reihe"}, role="again")
