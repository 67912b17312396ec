"""Undo: random games in which as much as is allowed is taken back, again and again; bundled and invented games.

python tests/big/undoing.py --games 200
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from interpreter.pipeline import Refused, load  # noqa: E402
from interpreter.playing.match import Program  # noqa: E402
from tests.big.shared import Outcome, arguments, run, seeds, tell  # noqa: E402
from tests.engine.bundled import Table, tables  # noqa: E402
from tests.engine.inventing import NAME, Seeded, invented  # noqa: E402
from tests.engine.undoing import undo_faults  # noqa: E402

Job = tuple[Table | None, range]


def check(job: Job) -> Outcome:
    """Some games of one table, or one game each of some invented rulesets."""
    table, numbers = job
    outcome = Outcome()
    for seed in numbers:
        if table is not None:
            _game(str(table), table.program, seed, outcome)
            continue
        with TemporaryDirectory() as folder:
            try:
                program = load(invented(Seeded(seed)).write(Path(folder)), NAME).program(2)
            except Refused:
                continue
            _game(f"ruleset {seed}", program, seed, outcome)
    return outcome


def _game(name: str, program: Program, seed: int, outcome: Outcome) -> None:
    found = undo_faults(program, seed)
    outcome.counts["games"] += 1
    outcome.counts["decisions taken back"] += found.taken_back
    outcome.counts["refusals"] += found.refused
    outcome.counts["refusals of the careful kind"] += found.needless
    outcome.faults += [f"{name}: {fault}" for fault in found.faults or []]


def undone(games: int, seed: int, processes: int, progress: bool = False) -> Outcome:
    """The whole check: so many games of each table, and as many invented ones as of all tables."""
    jobs: list[Job] = [(table, numbers) for table in tables() for numbers in seeds(seed, games, 10)]
    jobs += [(None, numbers) for numbers in seeds(seed, games * len(tables()), 10)]
    return run(check, jobs, processes, progress)


def main() -> int:
    options = arguments(__doc__ or "", 200).parse_args()
    begun = time.monotonic()
    return tell("undoing", undone(options.games, options.seed, options.jobs, True), begun)


if __name__ == "__main__":
    sys.exit(main())
