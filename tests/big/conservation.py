"""Components conserved: 5,000 random games of the base card game for each number of players, state after state.

`--every-step` looks after every single step that changes something, also between two decisions.

    python tests/big/conservation.py --games 5000
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from contextlib import nullcontext
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from interpreter.compiling import RulesError  # noqa: E402
from interpreter.playing.match import Match  # noqa: E402
from tests.big.shared import Outcome, arguments, run, seeds, tell  # noqa: E402
from tests.engine.bundled import Table, card_tables  # noqa: E402
from tests.engine.conserving import Inspector, watched  # noqa: E402
from tests.engine.deciding import play  # noqa: E402

Job = tuple[Table, range, bool]


def check(job: Job) -> Outcome:
    """Some games of one table."""
    table, numbers, every_step = job
    program = table.program
    inspector, outcome = Inspector(program), Outcome()
    counts: Counter[str] = outcome.counts
    for seed in numbers:

        def see(match: Match, number: int, seed: int = seed) -> None:
            counts["positions"] += 1
            faults = inspector.faults(match.state)
            outcome.faults += [f"{table}, seed {seed}, after {number} decisions: {fault}" for fault in faults]

        with watched(program) if every_step else nullcontext() as watch:
            try:
                play(program, seed, see)
            except RulesError as error:
                outcome.faults.append(f"{table}, seed {seed}: {error}")
        if watch is not None:
            counts["steps"] += watch.steps
            outcome.faults += [f"{table}, seed {seed}: {fault}" for fault in watch.faults]
        counts["games"] += 1
    return outcome


def conserved(games: int, seed: int, processes: int, every_step: bool, progress: bool = False) -> Outcome:
    """The whole check."""
    jobs = [(table, numbers, every_step) for table in card_tables() for numbers in seeds(seed, games, 50)]
    return run(check, jobs, processes, progress)


def main() -> int:
    parser = arguments(__doc__ or "", 5000)
    parser.add_argument("--every-step", action="store_true", help="look between two decisions too")
    options = parser.parse_args()
    begun = time.monotonic()
    return tell("conservation", conserved(options.games, options.seed, options.jobs, options.every_step, True), begun)


if __name__ == "__main__":
    sys.exit(main())
