"""Random games of Woodcraft with four players: its decisions beside those of Alhambra, and what their time goes into."""

from __future__ import annotations

from tests.benchmarks.findings import Bench
from tests.benchmarks.measuring import alternate
from tests.benchmarks.playing import Rounds, by_rules, games_in, program_of
from tests.benchmarks.where import where

PLAYERS = 4
PROFILED_SECONDS = 12


def measure(bench: Bench) -> None:
    program = program_of("woodcraft", PLAYERS)
    ours, beside = by_rules(program), by_rules(program_of("alhambra", PLAYERS))
    games_in(ours, 3.0)
    games_in(beside, 2.0)
    measured = alternate(
        Rounds(ours, games_in(ours, 0.6), "decisions"),
        Rounds(beside, games_in(beside, 0.4), "decisions"),
        bench.rounds,
    )
    what = f"decisions, Woodcraft, {PLAYERS} players, beside Alhambra, {PLAYERS} players"
    bench.add(what, measured, "/s", more=True)
    bench.below.append(where(program, "Woodcraft", PROFILED_SECONDS))
