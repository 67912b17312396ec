"""The words and signs of one effect text.

A `Token` has what Lark's own has as far as we read it, so that layout and the building of trees take either: the
automaton makes ours, and Lark makes its own when it is asked what is wrong with a text.
"""

from __future__ import annotations


class Token:
    """One token: `start_pos` and `end_pos` are offsets, half open; `line` and `column` count from 1."""

    __slots__ = ("type", "value", "start_pos", "end_pos", "line", "column")

    def __init__(self, type: str, value: str, start_pos: int, end_pos: int, line: int, column: int) -> None:
        self.type = type
        self.value = value
        self.start_pos = start_pos
        self.end_pos = end_pos
        self.line = line
        self.column = column

    @classmethod
    def new_borrow_pos(cls, type_: str, value: str, borrow_t: Token) -> Token:
        """A token that nobody wrote, at the place of another."""
        return cls(type_, value, borrow_t.start_pos, borrow_t.end_pos, borrow_t.line, borrow_t.column)
