"""OpenSpiel's tic-tac-toe, which is written in C++, stepped from Python."""

from random import Random

import pyspiel
from serving import serve

game = pyspiel.load_game("tic_tac_toe")


def play(games: int, seed: int) -> int:
    """Random games."""
    random = Random(seed).random
    decisions = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            decisions += 1
            state.apply_action(legal[int(random() * len(legal))])
    return decisions


serve(play)
