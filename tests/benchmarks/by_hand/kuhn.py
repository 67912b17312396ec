"""Kuhn's poker written by hand for speed: what `tests/games/rules/kuhn` is measured beside.

In: chance. Out: games. Knows nothing of the interpreter; `test_by_hand.py` holds both against each other.

A card is its rank, 1 to 3. What was said so far is one number, which says what may be said next.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

CHECK, BET, CALL, FOLD = range(4)
OPEN, FACED = (CHECK, BET), (CALL, FOLD)
DEALS = tuple(permutations((1, 2, 3)))


class Table:
    """One hand. `cards` are those of the two seats and the one that is left over."""

    __slots__ = ("bettor", "cards", "chips", "over", "pot", "said", "seat")

    def __init__(self, cards: tuple[int, ...]) -> None:
        self.cards = cards
        self.chips = [1, 1]
        self.pot = 2
        self.said = self.seat = 0
        self.bettor = -1
        self.over = False


def start(random: Callable[[], float]) -> Table:
    """A hand that is dealt."""
    return Table(DEALS[int(random() * 6)])


def moves(table: Table) -> tuple[int, ...]:
    """What may be said."""
    return OPEN if table.bettor < 0 else FACED


def play(table: Table, word: int) -> None:
    """Say it; the other seat is next, or the pot is taken."""
    seat = table.seat
    other = 1 - seat
    if word == CHECK:
        if table.said:
            _take(table, _better(table))
    elif word == BET:
        table.chips[seat] -= 1
        table.pot += 1
        table.bettor = seat
    elif word == CALL:
        table.chips[seat] -= 1
        table.pot += 1
        _take(table, _better(table))
    else:
        _take(table, other)
    table.said += 1
    table.seat = other


def _better(table: Table) -> int:
    return 0 if table.cards[0] > table.cards[1] else 1


def _take(table: Table, seat: int) -> None:
    table.chips[seat] += table.pot
    table.pot = 0
    table.over = True
