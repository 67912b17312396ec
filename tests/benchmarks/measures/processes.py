"""`rulewright simulate` with two processes beside one; both must write the same bytes."""

from __future__ import annotations

import os
from pathlib import Path
from time import perf_counter, process_time

from tests.benchmarks.findings import Bench, others_work
from tests.benchmarks.measuring import alternate, process, rulewright
from tests.benchmarks.playing import playouts, program_of

SECONDS = 6.5  # of work for one process, starting not counted
MOST_ROUNDS = 3
PLAYERS = 4


def measure(bench: Bench) -> None:
    program = program_of("woodcraft", PLAYERS)
    playouts(program, 20, 2)
    started = process_time()
    playouts(program, 20, 1)
    games = round(SECONDS / (process_time() - started) * 20)

    def simulated(workers: int) -> tuple[Path, list[object]]:
        file = bench.folder / f"{workers}.json"
        asked = ("woodcraft", "--players", PLAYERS, "-n", games, "--bots", "random", "--workers", workers, "-o", file)
        return file, rulewright("simulate", *asked)

    (two, by_two), (one, by_one) = simulated(2), simulated(1)
    busy = others_work()
    measured = alternate(
        process(*by_two), process(*by_one), min(bench.rounds, MOST_ROUNDS), warm=False, clock=perf_counter
    )
    if two.read_bytes() != one.read_bytes():
        raise SystemExit("two processes find other results than one")
    bench.add(
        f"two processes beside one, {games:,} games of Woodcraft, the same bytes",
        measured,
        "s",
        must=1.7,
        goal=1.9,
        more=True,
        note="noisy: others work here too" if busy or (os.cpu_count() or 1) < 2 else "",
    )
