"""Tries out its whole turn, many ways at once, and judges where it ends by what `rulewright learn` found out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.compiling import RulesError
from interpreter.state.chance import stream_key
from tools.common.guessing import guess

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter.playing.match import Decision, Match
    from tools.common.worths import Weigher

WIDTH = 24  # positions kept after each step
NODES = 2500  # positions looked at for one decision
DEPTH = 14  # decisions of a turn looked ahead


class Bot:
    """A beam search through the seat's own turn, on a guessed table (determinization): after each step the best
    positions are kept, and the decision that leads to the best end of the turn is taken. The value of a position is
    linear in what the engine's layout tells (`tools.common.position`); without learnt worths it is the score
    that the seat would have if the game ended there. Knows no game.
    """

    def __init__(
        self, seat: int, seed: int, home: Path | None = None, weigher: Weigher | None = None, width: int = WIDTH
    ) -> None:
        self.seat = seat
        self.home = home
        self.key = stream_key(seed, f"plan:{seat}")
        self.width = width
        self._weigher = weigher

    def weigher(self, match: Match) -> Weigher:
        """The value function, made when it is first asked for; it stays with the match's program."""
        if self._weigher is None or self._weigher.reader.program is not match.program:
            from tools.common.position import Reader
            from tools.common.worths import load

            worths = load(self.home, match.program.layout.players)
            self._weigher = worths.weigher(Reader(match.program))
        return self._weigher

    def choose(self, match: Match, legal: list[Decision], number: int) -> Decision:
        """The first step to the best end of this turn that was found."""
        if len(legal) == 1:
            return legal[0]
        weigher = self.weigher(match)
        root = guess(match, self.seat, self.key, number)
        root.record = False
        turn = weigher.reader.turn(root.state)
        best, best_value = legal[0], float("-inf")
        beam: list[tuple[float, Match, Decision | None]] = [(0.0, root, None)]
        seen: set[int] = set()
        nodes = 0
        for depth in range(DEPTH):
            found: list[tuple[float, Match, Decision | None]] = []
            for _, position, first in beam:
                for decision in position.legal(self.seat) if depth else legal:
                    after = position.copy()
                    try:
                        after.apply(decision)
                    except RulesError:  # what is guessed need not be possible; what is true shows when it is played
                        continue
                    nodes += 1
                    same = hash(tuple([tuple(values) for values in after.state[1:]]))
                    if same in seen:  # the same steps in another order
                        continue
                    seen.add(same)
                    begun = decision if first is None else first
                    ended = after.over or after.seat != self.seat or weigher.reader.turn(after.state) != turn
                    value = float((after.score(self.seat) or [0])[0]) if after.over else weigher.value(after, self.seat)
                    if ended and value > best_value:
                        best, best_value = begun, value
                    elif not ended:
                        found.append((value, after, begun))
                if nodes > NODES and depth:
                    break
            found.sort(key=lambda entry: -entry[0])
            beam = found[: self.width]
            if not beam or nodes > NODES:
                break
        if beam and best_value == float("-inf"):  # no end in sight: the best that was reached
            best = beam[0][2] or best
        return best
