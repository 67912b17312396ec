"""Copies, looking and secret answers: random games of every bundled game, examined position by position.

python tests/big/copies.py --games 100
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from interpreter.playing.match import Match  # noqa: E402
from tests.big.shared import Outcome, arguments, run, seeds, tell  # noqa: E402
from tests.engine import examining  # noqa: E402
from tests.engine.bundled import Table, tables  # noqa: E402
from tests.engine.conserving import Inspector  # noqa: E402
from tests.engine.deciding import Bot  # noqa: E402


def check(job: tuple[Table, range]) -> Outcome:
    """Some games of one table: once flat, once with every decision taken on a copy."""
    table, numbers = job
    program, outcome = table.program, Outcome()
    inspector = Inspector(program)
    for seed in numbers:
        chance, bot, number = random.Random(seed), Bot(seed), 0
        flat, copied = Match.start(program, seed, log=True), Match.start(program, seed)
        while not flat.over:
            faults = examining.secret_faults(flat, chance)
            if chance.random() < 0.1:
                faults += examining.reading_faults(flat) + examining.applying_faults(flat, inspector, chance, 2)
                outcome.counts["positions examined"] += 1
            before, after = copied.hash(), copied.copy()
            after.apply(bot.choose(after, number))
            if copied.hash() != before:
                faults.append("a decision on a copy changes the original")
            flat.apply(bot.choose(flat, number))
            copied, number = after, number + 1
            if copied.hash() != flat.hash() or copied.decisions != flat.decisions:
                faults.append("the copy went another way")
            outcome.counts["decisions"] += 1
            outcome.faults += [f"{table}, seed {seed}, decision {number}: {fault}" for fault in faults]
        outcome.counts["games"] += 1
    return outcome


def independent(games: int, seed: int, processes: int, progress: bool = False) -> Outcome:
    """The whole check."""
    return run(check, [(t, numbers) for t in tables() for numbers in seeds(seed, games, 10)], processes, progress)


def main() -> int:
    options = arguments(__doc__ or "", 100).parse_args()
    begun = time.monotonic()
    return tell("copies", independent(options.games, options.seed, options.jobs, True), begun)


if __name__ == "__main__":
    sys.exit(main())
