"""A prohibition: while it is in play an action may not be chosen: `forbid play where card != this`.

Without `by` it forbids you, its holder; `by others` and `by any` are written.
"""

from interpreter.vocabulary.words import Verb

WORD = Verb(name="forbid", sentences={"en": "{argument} is forbidden", "de": "{argument} ist verboten"}, role="forbid")
