"""Legality by promise: 20,000 random games of the base card game (4,000 for each number of players).

In every position somebody is asked and has options, none twice; in `--share` of the positions, drawn at random, every
option is also found by its name, and some are carried out on copies. No game gets stuck or reaches a budget.

    python tests/big/legality.py --games 4000
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from interpreter.compiling import RulesError  # noqa: E402
from interpreter.playing.match import Match  # noqa: E402
from tests.big.shared import Outcome, arguments, run, seeds, tell  # noqa: E402
from tests.engine import examining  # noqa: E402
from tests.engine.bundled import Table, card_tables, tables  # noqa: E402
from tests.engine.conserving import Inspector  # noqa: E402
from tests.engine.deciding import decide  # noqa: E402

Job = tuple[Table, range, float]


def check(job: Job) -> Outcome:
    """Some games of one table."""
    table, numbers, share = job
    program = table.program
    inspector, outcome = Inspector(program), Outcome()
    for seed in numbers:
        chance = random.Random(seed)
        number = -1
        try:
            match = Match.start(program, seed, record=False)
            for number in decide(match, seed):
                faults = [] if match.over or match.legal() else ["stuck"]
                legal = match.legal()
                if len(set(legal)) != len(legal):
                    faults.append("an option stands twice")
                outcome.counts["positions"] += 1
                outcome.counts["options"] += len(legal)
                if chance.random() < share:
                    faults += examining.menu_faults(match)
                    faults += examining.finding_faults(match, chance, 1000)
                    faults += examining.applying_faults(match, inspector, chance, 4)
                    outcome.counts["positions examined"] += 1
                outcome.faults += [f"{table}, seed {seed}, decision {number}: {fault}" for fault in faults]
            outcome.counts["games"] += 1
        except RulesError as error:
            outcome.faults.append(f"{table}, seed {seed}, decision {number}: {error}")
    return outcome


def promised(games: int, seed: int, processes: int, share: float, every_game: bool, progress: bool = False) -> Outcome:
    """The whole check."""
    wanted = tables() if every_game else card_tables()
    jobs = [(table, numbers, share) for table in wanted for numbers in seeds(seed, games, 25)]
    return run(check, jobs, processes, progress)


def main() -> int:
    parser = arguments(__doc__ or "", 4000)
    parser.add_argument("--share", type=float, default=0.1, help="of the positions examined option by option")
    parser.add_argument("--every-game", action="store_true", help="every bundled game")
    options = parser.parse_args()
    begun = time.monotonic()
    outcome = promised(options.games, options.seed, options.jobs, options.share, options.every_game, True)
    return tell("legality", outcome, begun)


if __name__ == "__main__":
    sys.exit(main())
