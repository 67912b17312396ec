"""Swapping what a seat cannot see: so many states of each game that hides something, and as many of invented ones.

For every seat of every state: view, menu, messages of refusal, and the log of the next decision stay the same. Where
several decide together, an answer shows nobody else anything.

    python tests/big/hiding.py --games 200
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from interpreter.compiling import RulesError  # noqa: E402
from interpreter.pipeline import Refused, load  # noqa: E402
from interpreter.playing.match import Match, Program  # noqa: E402
from tests.big.shared import Outcome, arguments, run, seeds, tell  # noqa: E402
from tests.engine import examining, hiding  # noqa: E402
from tests.engine.bundled import Table, hiding_tables  # noqa: E402
from tests.engine.deciding import Bot  # noqa: E402
from tests.engine.inventing import NAME, Seeded, invented  # noqa: E402

Job = tuple[Table | None, range]


def check(job: Job) -> Outcome:
    """One state each of some games: of one table, or of invented rulesets, every second of which is curious."""
    table, numbers = job
    outcome = Outcome()
    for seed in numbers:
        if table is not None:
            _state(str(table), table.program, seed, outcome)
            continue
        with TemporaryDirectory() as folder:
            try:
                program = load(invented(Seeded(seed), seed % 2 == 1).write(Path(folder)), NAME).program(
                    2 + seed // 2 % 2
                )
            except Refused:
                continue
            _state(f"ruleset {seed}", program, seed, outcome)
    return outcome


def _state(name: str, program: Program, seed: int, outcome: Outcome) -> None:
    chance, bot = random.Random(seed), Bot(seed)
    length = _length(program, seed)
    if not length:
        return
    stop, number = chance.randrange(length), 0
    match = Match.start(program, seed, record=False)
    while number < stop:
        match.apply(bot.choose(match, number))
        number += 1
    decision = bot.choose(match, number)
    outcome.counts["states"] += 1
    faults = examining.secret_faults(match, chance)
    for seat in range(program.layout.players):
        found = hiding.hiding_faults(match, seat, chance, decision)
        outcome.counts["seats with something to swap" if found is not None else "seats that see all"] += 1
        faults += found or []
    outcome.faults += [f"{name}, seed {seed}, decision {number}: {fault}" for fault in faults]


def _length(program: Program, seed: int) -> int:
    bot, number = Bot(seed), 0
    try:
        match = Match.start(program, seed, record=False)
        while not match.over:
            match.apply(bot.choose(match, number))
            number += 1
    except RulesError:
        return max(0, number - 1)
    return number


def hidden(games: int, seed: int, processes: int, progress: bool = False) -> Outcome:
    """The whole check."""
    jobs: list[Job] = [(table, numbers) for table in hiding_tables() for numbers in seeds(seed, games, 10)]
    jobs += [(None, numbers) for numbers in seeds(seed, games * len(hiding_tables()), 10)]
    return run(check, jobs, processes, progress)


def main() -> int:
    options = arguments(__doc__ or "", 200, "states of each game for each number of players").parse_args()
    begun = time.monotonic()
    return tell("hiding", hidden(options.games, options.seed, options.jobs, True), begun)


if __name__ == "__main__":
    sys.exit(main())
