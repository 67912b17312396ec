"""PettingZoo's tic-tac-toe, as its documentation steps it; one environment for all games."""

from random import Random

from pettingzoo.classic import tictactoe_v3
from serving import serve

env = tictactoe_v3.env()


def play(games: int, seed: int) -> int:
    """Random games."""
    random = Random(seed).random
    decisions = 0
    for _ in range(games):
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            decisions += 1
            env.step(legal[int(random() * len(legal))])
    return decisions


serve(play)
