"""Do nothing; says so where a text is wanted."""

from interpreter.vocabulary.words import Verb

WORD = Verb(name="nothing", sentences={"en": "nothing happens", "de": "nichts geschieht"}, role="nothing")
