"""Leave the part of the flow of that name at once: `end turn`, `end round`; `end game` ends everything."""

from interpreter.vocabulary.words import Verb

WORD = Verb(name="end", sentences={"en": "end {argument}", "de": "beende {argument}"}, role="end")
