"""Random small rulesets: refused with findings, or played with everything examined. One game per seed.

`--spoilt` makes one to three mistakes in each. `python tests/big/rulesets.py --seed 17 --games 1 --show` prints one.

    python tests/big/rulesets.py --games 5000
"""

from __future__ import annotations

import sys
import time
import traceback
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.big.shared import Outcome, arguments, run, seeds, tell  # noqa: E402
from tests.engine.drawing import spoilt  # noqa: E402
from tests.engine.exercising import exercise  # noqa: E402
from tests.engine.inventing import NAME, Seeded, Texts, invented  # noqa: E402

Job = tuple[range, bool]


def ruleset(seed: int, careless: bool) -> Texts:
    """The game of a seed."""
    choices = Seeded(seed)
    texts = invented(choices)
    return spoilt(texts, choices) if careless else texts


def check(job: Job) -> Outcome:
    """Some rulesets."""
    numbers, careless = job
    outcome = Outcome()
    for seed in numbers:
        with TemporaryDirectory() as folder:
            content = ruleset(seed, careless).write(Path(folder))
            outcome.counts["rulesets"] += 1
            try:
                found = exercise(content, NAME, seed, tame=not careless)
            except Exception:
                outcome.faults.append(f"ruleset {seed}: {traceback.format_exc()[-600:]}")
                continue
        outcome.counts["refused"] += found.refused
        outcome.counts["decisions"] += found.decisions
        for end in found.ends:
            outcome.counts[f"ended: {end}"] += 1
        outcome.faults += [f"ruleset {seed}: {fault}" for fault in found.faults[:3]]
    return outcome


def invent(games: int, seed: int, processes: int, careless: bool, progress: bool = False) -> Outcome:
    """The whole check."""
    return run(check, [(numbers, careless) for numbers in seeds(seed, games, 10)], processes, progress)


def main() -> int:
    parser = arguments(__doc__ or "", 5000, "rulesets")
    parser.add_argument("--spoilt", action="store_true", help="with mistakes")
    parser.add_argument("--show", action="store_true", help="print the first ruleset")
    options = parser.parse_args()
    if options.show:
        print(ruleset(options.seed, options.spoilt))
    begun = time.monotonic()
    return tell("rulesets", invent(options.games, options.seed, options.jobs, options.spoilt, True), begun)


if __name__ == "__main__":
    sys.exit(main())
