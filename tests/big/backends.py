"""Generated code beside effect objects, step by step, in random games of every ruleset, number of players and variant.

After each decision the whole state, every seat's options and the log are the same, see `tests/engine/backends.py`.
Small games and the games of the repository without a layer, and those with each of their layers laid over them; last
so many rulesets invented at random.

    python tests/big/backends.py --games 2000 --jobs 2
"""

from __future__ import annotations

import sys
import time
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from interpreter.diagnostics import Refused  # noqa: E402
from interpreter.pipeline import layers, load  # noqa: E402
from interpreter.playing.match import Program  # noqa: E402
from tests.big.shared import Outcome, arguments, run, seeds, tell  # noqa: E402
from tests.engine.backends import both, compare  # noqa: E402
from tests.engine.bundled import ROOT, tables  # noqa: E402
from tests.engine.inventing import NAME, Seeded, invented  # noqa: E402

CHUNK = 50
Job = tuple[str, str, tuple[str, ...], int, range]  # content, game, layers, players, seeds


@lru_cache(maxsize=4)
def programs(content: str, game: str, laid: tuple[str, ...], players: int) -> tuple[Program, Program]:
    """Both ways to run a game."""
    return both(load(Path(content), game, laid), players)


def check(job: Job) -> Outcome:
    """Some games at one table, or some invented rulesets."""
    content, game, laid, players, numbers = job
    outcome = Outcome()
    if game == NAME:
        for seed in numbers:
            _invented(seed, outcome)
        return outcome
    for seed in numbers:
        found = compare(*programs(content, game, laid, players), seed)
        outcome.counts["games"] += 1
        outcome.counts["decisions"] += found.decisions
        outcome.faults += [f"{'+'.join((game, *laid))} for {players}: {fault}" for fault in found.faults]
    return outcome


def _invented(seed: int, outcome: Outcome) -> None:
    with TemporaryDirectory() as folder:
        try:
            made = load(invented(Seeded(seed)).write(Path(folder)), NAME)
        except Refused:
            return
        outcome.counts["invented rulesets"] += 1
        for players in range(made.min_players, made.max_players + 1):
            found = compare(*both(made, players), seed)
            outcome.counts["games"] += 1
            outcome.counts["decisions"] += found.decisions
            outcome.faults += [f"invented {seed} for {players}: {fault}" for fault in found.faults]


def jobs(games: int, first: int) -> list[Job]:
    """So many games for each number of players of each ruleset, and so many for each layer, at all its tables."""
    found: list[Job] = []
    for table in tables():
        found += [(table.content, table.game, (), table.players, part) for part in seeds(first, games, CHUNK)]
    for game in ("alhambra", "woodcraft"):
        for layer in layers(ROOT, game):
            rules = load(ROOT, game, [layer])
            counts = range(rules.min_players, rules.max_players + 1)
            each = -(-games // len(counts))
            for players in counts:
                found += [(str(ROOT), game, (layer,), players, part) for part in seeds(first, each, CHUNK)]
    found += [("", NAME, (), 0, part) for part in seeds(first, games, 20)]
    return found


def main() -> int:
    options = arguments(__doc__ or "", 200).parse_args()
    begun = time.monotonic()
    return tell("backends", run(check, jobs(options.games, options.seed), options.jobs, progress=True), begun)


if __name__ == "__main__":
    sys.exit(main())
