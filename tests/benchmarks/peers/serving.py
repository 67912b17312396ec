"""How another engine is asked for games: it runs in a process of its own, in an environment of its own.

A line on its input says how many games and from which seed; it answers with their seconds and how many decisions (or
turns) they had. Imports nothing of this project, for that environment has nothing of it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from time import process_time


def serve(play: Callable[[int, int], int]) -> None:
    """Answer until the input ends."""
    for line in sys.stdin:
        games, seed = map(int, line.split())
        started = process_time()
        decisions = play(games, seed)
        print(json.dumps([process_time() - started, decisions]), flush=True)
