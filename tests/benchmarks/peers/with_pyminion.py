"""pyminion's own big money players, against each other. Counts turns."""

import random

from pyminion.bots.examples import BigMoney
from pyminion.expansions.base import base_set
from pyminion.game import Game
from serving import serve


def play(games: int, seed: int) -> int:
    """Games; the cards of the kingdom, which nobody buys, are any ten."""
    random.seed(seed)
    turns = 0
    for _ in range(games):
        game = Game(players=[BigMoney("one"), BigMoney("two")], expansions=[base_set], log_stdout=False)
        turns += sum(player.turns for player in game.play().player_summaries)
    return turns


serve(play)
