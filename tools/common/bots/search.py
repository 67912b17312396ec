"""Plays every promising decision on at random, many times, on guessed tables; takes what ends best on average."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.compiling import RulesError
from interpreter.state.chance import Stream, stream_key
from tools.common.bots import Chance
from tools.common.guessing import guess

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter.playing.match import Decision, Match

PLAYOUTS = 48  # for one decision, over all options and rounds
HORIZON = 60  # decisions that a playout looks ahead


class Bot:
    """Flat Monte Carlo with sequential halving: in each round every decision that is left gets as many playouts as the
    others, then the worse half goes. Hidden things are guessed anew for each playout (determinization). Judges a table
    by the lead in the first key of the game's `winner:` alone, so it knows no game.
    """

    def __init__(self, seat: int, seed: int, home: Path | None = None) -> None:
        self.seat = seat
        self.chance = Chance(seat, seed)
        self.seed = seed

    def choose(self, match: Match, legal: list[Decision], number: int) -> Decision:
        """The decision with the best mean over its playouts."""
        if len(legal) == 1:
            return legal[0]
        left = list(range(len(legal)))
        totals = [0.0] * len(legal)
        counts = [0] * len(legal)
        rounds = max(1, (len(left) - 1).bit_length())
        playout = 0
        for _ in range(rounds):
            each = max(1, PLAYOUTS // (rounds * len(left)))
            for _ in range(each):
                # the same guess for every decision of a turn of playouts: the difference is then the decision's own
                key = stream_key(self.seed, f"guess:{self.seat}:{number}:{playout}")
                table = guess(match, self.seat, key, number)
                table.record = False
                for option in left:
                    worth = self._play_on(table.copy(), legal[option], number, playout)
                    if worth is not None:
                        totals[option] += worth
                        counts[option] += 1
                playout += 1
            left.sort(key=lambda o: totals[o] / counts[o] if counts[o] else float("-inf"), reverse=True)
            left = left[: max(1, (len(left) + 1) // 2)]
            if len(left) == 1:
                break
        return legal[left[0]]

    def _play_on(self, match: Match, decision: Decision, number: int, playout: int) -> float | None:
        """How far ahead this seat is when the playout ends; None when the guessed table does not allow it."""
        chance = Stream(self.seed, f"playout:{self.seat}:{number}:{playout}")
        try:
            match.apply(decision)
            for _ in range(HORIZON):
                if match.over:
                    break
                legal = match.legal()
                match.apply(legal[chance.below(len(legal))])
        except RulesError:
            return None
        scores = [match.score(seat)[0] for seat in range(match.program.layout.players)]
        own = scores.pop(self.seat)
        return own - (sum(scores) / len(scores) if scores else 0) / 2
