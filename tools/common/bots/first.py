"""Takes the first decision of the list, always: a plain yardstick, and quick."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter.playing.match import Decision, Match


class Bot:
    """Needs no seed."""

    def __init__(self, seat: int, seed: int, home: Path | None = None) -> None:
        pass

    def choose(self, match: Match, legal: list[Decision], number: int) -> Decision:
        """The first decision."""
        return legal[0]
