"""Random games that keep a log of every change beside the same games without one.

The second row of a game is without Python's garbage collection, which a growing log sets off: it goes through all that
a program remembers.
"""

from __future__ import annotations

import gc

from tests.benchmarks.counting import Pair
from tests.benchmarks.findings import Bench
from tests.benchmarks.measuring import SideBySide, alternate
from tests.benchmarks.playing import Player, Rounds, games_in, program_of, stepping

GAMES = {"alhambra": "Alhambra", "woodcraft": "Woodcraft"}
PLAYERS = 4


def measure(bench: Bench) -> None:
    for game, title in GAMES.items():
        # a program each: one would remember choices for the other, which plays the same games after it
        on, off = stepping(program_of(game, PLAYERS), log=True), stepping(program_of(game, PLAYERS))
        games_in(on, 2.0)
        games_in(off, 2.0)
        games = games_in(off, 0.4)
        measured = _measured(on, off, games, bench.rounds)
        count = f"{__name__}:counted" if game == "alhambra" else ""
        bench.add(f"event log beside none, {title}, {PLAYERS} players", measured, "ms", 1.25, 1.1, count=count)
        gc.disable()
        try:
            measured = _measured(on, off, games, bench.rounds)
        finally:
            gc.enable()
        bench.add(f"event log beside none, {title}, no garbage collection", measured, "ms")


def _measured(on: Player, off: Player, games: int, rounds: int) -> SideBySide:
    ours, beside = Rounds(on, games), Rounds(off, games)
    measured = alternate(ours, beside, rounds)
    if ours.tally != beside.tally:
        raise SystemExit("a game is played otherwise when it is logged")
    return measured


def counted() -> Pair:
    program = program_of("alhambra", PLAYERS)
    on, off = stepping(program, log=True), stepping(program)
    off(10, 2)
    return Pair(lambda n: on(n, 1), lambda n: off(n, 1), (2, 8), (2, 8))
