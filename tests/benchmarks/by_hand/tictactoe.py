"""Tic-tac-toe written by hand for speed: what `tests/games/rules/tictactoe` is measured beside.

In: chance. Out: games. Knows nothing of the interpreter; `test_by_hand.py` holds both against each other.

A square is 0 to 8, row by row. Each seat's marks are one number with a bit for each square; what is free, and whether
marks win, is looked up.
"""

from __future__ import annotations

from collections.abc import Callable

LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
FULL = 0o777
FREE = tuple(tuple(square for square in range(9) if not taken >> square & 1) for taken in range(FULL + 1))
WINS = tuple(any(marks & line == line for line in LINES) for marks in range(FULL + 1))


class Table:
    """One game. `mine` are the marks of the seat to move, `theirs` those of the other."""

    __slots__ = ("mine", "over", "seat", "theirs", "winner")

    def __init__(self) -> None:
        self.mine = self.theirs = self.seat = 0
        self.winner = -1
        self.over = False


def start(random: Callable[[], float]) -> Table:
    """A game before its first move; nothing in it is left to chance."""
    return Table()


def moves(table: Table) -> tuple[int, ...]:
    """The free squares."""
    return FREE[table.mine | table.theirs]


def play(table: Table, square: int) -> None:
    """Put a mark there; the other seat is next, or the game is over."""
    marks = table.mine | 1 << square
    if WINS[marks]:
        table.winner = table.seat
        table.over = True
    elif marks | table.theirs == FULL:
        table.over = True
    table.mine, table.theirs = table.theirs, marks
    table.seat = 1 - table.seat
