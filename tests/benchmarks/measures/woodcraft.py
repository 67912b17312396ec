"""Random games of Woodcraft with four players: its decisions beside those of Alhambra, and what their time goes into."""

from __future__ import annotations

from tests.benchmarks import unit_profile
from tests.benchmarks.findings import Bench
from tests.benchmarks.measuring import alternate
from tests.benchmarks.playing import Rounds, by_rules, games_in, playouts, program_of

PLAYERS = 4
PROFILED_SECONDS, COUNTED_GAMES = 12.0, 30


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

    profile = unit_profile.Profile(program)
    profile.sample(lambda seed: playouts(program, 1, seed), PROFILED_SECONDS, 10_000)
    profile.count(lambda seed: playouts(program, 1, seed), COUNTED_GAMES, 10_000)
    bench.below += [
        f"Where the time of Woodcraft's playouts goes, {PLAYERS} players: {profile.samples:,} samples in "
        f"{profile.games:,} games; a share of 10 % is right to about {profile.error(0.1):.1f} %.\n\n"
        + profile.by_unit(15),
        f"By sort of what runs: {profile.by_sort()}.",
        f"The searches for what may be decided are {profile.share(profile.searched.total())} of the time:\n\n"
        + profile.by_search(15),
    ]
