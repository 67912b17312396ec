"""Notes: ` # …` in an effect text.

In: a text. Out: the places of its notes. The tree holds none of them, so a formatter that prints trees has to look
here first.
"""

from __future__ import annotations

import re

from interpreter.syntax.ast import Place

# The same pattern as in effect.lark. No other part of the language holds a `#`, so no text has to be parsed for it.
_NOTE = re.compile(r"(?<![^ \n])#[^\n]*")


def notes(text: str) -> tuple[Place, ...]:
    """The places of all notes, as half-open pairs of offsets, in order."""
    return tuple(match.span() for match in _NOTE.finditer(text))
