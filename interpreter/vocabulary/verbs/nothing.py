"""Do nothing; says so where a text is wanted."""

from interpreter.vocabulary.words import Verb

WORD = Verb(
    name="nothing",
    sentences={"en": "do nothing", "de": "tue nichts"},
    forms={"de": "tue tust tut tun getan"},
    role="nothing",
)
