"""The layout pass as Lark wants it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lark import Token
from lark.lark import PostLex

from interpreter.syntax.layout import lay_out


class Layout(PostLex):
    """Puts the block tokens between Lark's own; keeps nothing between texts."""

    always_accept = ("SEMICOLON",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Put the block tokens into one text's tokens."""
        words: list[Any] = list(stream)
        laid: Iterator[Any] = lay_out(words)
        return laid
