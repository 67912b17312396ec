"""Three sealed bids written by hand for speed: what `tests/games/rules/duel` is measured beside.

In: nothing, for only the players decide. Out: games. Knows nothing of the interpreter; `test_by_hand.py` holds both
against each other.

A hand is a number with a bit for each card. Both lay one face down: what the first has laid is kept aside until the
second has laid too.
"""

from __future__ import annotations

from collections.abc import Callable

HELD = tuple(tuple(value for value in (1, 2, 3) if hand >> value & 1) for hand in range(16))
ALL = 0b1110


class Table:
    """One game. `laid` is what seat 0 has laid and nobody has seen, or 0."""

    __slots__ = ("hands", "laid", "over", "points", "seat")

    def __init__(self) -> None:
        self.hands = [ALL, ALL]
        self.points = [0, 0]
        self.laid = self.seat = 0
        self.over = False


def start(random: Callable[[], float]) -> Table:
    """A game before its first bid; nothing in it is left to chance."""
    return Table()


def moves(table: Table) -> tuple[int, ...]:
    """The cards that the seat may lay."""
    return HELD[table.hands[table.seat]]


def play(table: Table, value: int) -> None:
    """Lay a card; when both have, the higher scores."""
    hands = table.hands
    if not table.seat:
        table.laid = value
        table.seat = 1
        return
    laid = table.laid
    hands[0] ^= 1 << laid
    hands[1] ^= 1 << value
    if laid != value:
        table.points[0 if laid > value else 1] += 1
    table.laid = table.seat = 0
    table.over = not hands[0]
