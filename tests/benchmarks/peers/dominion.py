"""Games of `big_money` between two players who buy the best they can: a province, else gold, else silver."""

from __future__ import annotations

from interpreter.compiling import Option, Program
from interpreter.pipeline import Match
from tests.benchmarks.playing import Tally

WORTH = {"province": 3, "gold": 2, "silver": 1}


def buy_the_best(program: Program, games: int, seed: int) -> Tally:
    """Play; what is not worth buying is left."""
    layout = program.layout
    worth = [WORTH.get(layout.cards[card].id, 0) for card in layout.card_of]
    decisions = options = 0

    def choose(seat: int, found: list[Option], number: int) -> Option:
        nonlocal decisions, options
        best, most = (-1,), 0  # to stop
        for option in found:
            if len(option) == 1:
                continue
            here = worth[option[1]]  # type: ignore[index]
            if here > most:
                best, most = option, here  # type: ignore[assignment]
        decisions += 1
        options += len(found)
        return best

    for number in range(seed * games, seed * games + games):
        Match.play_out(program, number, choose)
    return Tally(games, decisions, options)
