"""Games of `big_money` between two players who buy the best they can: a province, else gold, else silver."""

from __future__ import annotations

from interpreter.compiling import Program
from interpreter.pipeline import Match
from tests.benchmarks.playing import Tally

WORTH = {"province": 3, "gold": 2, "silver": 1}


def buy_the_best(program: Program, games: int, seed: int) -> Tally:
    """Play; what is not worth buying is left."""
    layout = program.layout
    worth = [WORTH.get(layout.cards[card].id, 0) for card in layout.card_of]
    decisions = options = 0
    for number in range(seed * games, seed * games + games):
        match = Match.start(program, number, record=False)
        while not match.over:
            legal = match.legal()
            best, most = None, 0
            for decision in legal:
                option = decision[1]
                if len(option) == 1:
                    best = best or decision  # to stop
                    continue
                here = worth[option[1]]  # type: ignore[index]
                if here > most:
                    best, most = decision, here
            assert best is not None
            decisions += 1
            options += len(legal)
            match.apply(best)
    return Tally(games, decisions, options)
