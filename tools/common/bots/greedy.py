"""Tries every decision and takes the one that leaves it furthest ahead; what is hidden from it, it guesses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.compiling import RulesError
from interpreter.state.chance import stream_key
from tools.common.bots import Chance
from tools.common.guessing import guess

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter.playing.match import Decision, Match


class Bot:
    """Looks one decision ahead, no further, and judges by the keys of the game's `winner:` alone; ties at random."""

    def __init__(self, seat: int, seed: int, home: Path | None = None) -> None:
        self.seat = seat
        self.chance = Chance(seat, seed)
        self.key = stream_key(seed, f"guess:{seat}")

    def choose(self, match: Match, legal: list[Decision], number: int) -> Decision:
        """The decision after which this seat is most ahead of the best other seat."""
        if len(legal) == 1:
            return legal[0]
        imagined = guess(match, self.seat, self.key, number)
        imagined.record = False
        best: list[Decision] = []
        best_worth: tuple[int, list[int]] | None = None
        for decision in legal:
            copy = imagined.copy()
            try:
                copy.apply(decision)
            except RulesError:  # what is guessed need not be possible; what is true shows when it is played
                continue
            worth = self._worth(copy)
            if best_worth is None or worth > best_worth:
                best, best_worth = [decision], worth
            elif worth == best_worth:
                best.append(decision)
        return self.chance.one_of(best or legal, number)

    def _worth(self, match: Match) -> tuple[int, list[int]]:
        """Won or lost first, then the lead in each key over the best of the others (where all is open)."""
        layout = match.program.layout
        own = match.score(self.seat)
        open = {info.seen_by for info in layout.resources} | {info.seen_by for info in layout.variables} <= {"all"}
        others = [match.score(seat) for seat in range(layout.players) if seat != self.seat] if open else []
        lead = [mine - theirs for mine, theirs in zip(own, max(others), strict=True)] if others else own
        if not match.over:
            return 0, lead
        return (1 if self.seat in match.winners else -1), lead
