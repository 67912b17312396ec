"""Save at a random decision, kill, resume: 200 matches, each over two processes, with the same future.

A third of them stop in the middle of an effect, a third where several decide together, where a game has such places.

    python tests/big/saving.py --games 200
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from interpreter.pipeline import Refused  # noqa: E402
from tests.big.shared import Outcome, arguments, run, tell  # noqa: E402
from tests.engine.bundled import tables  # noqa: E402
from tests.engine.inventing import NAME, Seeded, invented  # noqa: E402
from tests.engine.saving import Case, resumed_faults, stops  # noqa: E402


def check(seed: int) -> Outcome:
    """One match: every second of an invented game, the others of the bundled games in turn."""
    outcome, chance = Outcome(), random.Random(seed)
    with TemporaryDirectory() as folder:
        if seed % 2:
            where = _playable(seed, Path(folder))
        else:
            table = tables()[seed // 2 % len(tables())]
            where = Case(table.content, table.game, table.players, seed, 0)
        found = stops(where.program, where.seed)
        wanted = ["plain", "inside", "together"][seed // 2 % 3 :] + ["inside", "together", "plain"]
        word = next(word for word in wanted if found[word])
        case = Case(where.content, where.game, where.players, where.seed, chance.choice(found[word]))
        outcome.counts[f"saved {word}"] += 1
        outcome.faults += resumed_faults(case, Path(folder) / "saved.json")
    return outcome


def _playable(seed: int, folder: Path) -> Case:
    """The first invented game from a seed on that loads and asks something."""
    while True:
        where = Case(str(invented(Seeded(seed)).write(folder / str(seed))), NAME, 2 + seed // 2 % 2, seed, 0)
        try:
            if any(stops(where.program, seed).values()):
                return where
        except Refused:
            pass
        seed += 100_000


def resumed(games: int, seed: int, processes: int, progress: bool = False) -> Outcome:
    """The whole check."""
    return run(check, range(seed, seed + games), processes, progress)


def main() -> int:
    options = arguments(__doc__ or "", 200, "matches").parse_args()
    begun = time.monotonic()
    return tell("saving", resumed(options.games, options.seed, options.jobs, True), begun)


if __name__ == "__main__":
    sys.exit(main())
