"""Random games that keep a log of every change beside the same games without one."""

from __future__ import annotations

from tests.benchmarks.counting import Pair
from tests.benchmarks.findings import Bench
from tests.benchmarks.measuring import alternate
from tests.benchmarks.playing import Rounds, by_rules, games_in, program_of

GAMES = {"alhambra": "Alhambra", "woodcraft": "Woodcraft"}
PLAYERS = 4


def measure(bench: Bench) -> None:
    for game, title in GAMES.items():
        program = program_of(game, PLAYERS)
        on, off = by_rules(program, log=True), by_rules(program)
        games_in(off, 2.0)
        games = games_in(off, 0.4)
        ours, beside = Rounds(on, games), Rounds(off, games)
        measured = alternate(ours, beside, bench.rounds)
        if ours.tally != beside.tally:
            raise SystemExit(f"{title} is played otherwise when it is logged")
        count = f"{__name__}:counted" if game == "alhambra" else ""
        bench.add(f"event log beside none, {title}, {PLAYERS} players", measured, "ms", 1.25, 1.1, count=count)


def counted() -> Pair:
    program = program_of("alhambra", PLAYERS)
    on, off = by_rules(program, log=True), by_rules(program)
    off(10, 2)
    return Pair(lambda n: on(n, 1), lambda n: off(n, 1), (2, 8), (2, 8))
