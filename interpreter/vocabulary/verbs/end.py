"""Leave the running pass of a part of the flow at once: `end turn`, `end round`; `end game` ends everything.

A part that repeats or visits seats goes on with its next pass or seat; what comes after it in the pass is left out.
"""

from interpreter.vocabulary.words import Verb

WORD = Verb(
    name="end",
    sentences={"en": "end {argument}", "de": "beende {argument}"},
    forms={"de": "beende beendest beendet beenden beendet"},
    role="end",
)
