"""Picks any decision of the list, all equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tools.common.bots import Chance

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from interpreter.compiling import Option
    from interpreter.playing.match import Decision, Match


class Bot:
    """What one seat does moves no other seat's chance."""

    def __init__(self, seat: int, seed: int, home: Path | None = None) -> None:
        self.chance = Chance(seat, seed)
        self.pick: Callable[[list[Option], int], Option] = self.chance.one_of  # an option at random

    def choose(self, match: Match, legal: list[Decision], number: int) -> Decision:
        """A decision at random."""
        return self.chance.one_of(legal, number)
