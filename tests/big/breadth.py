"""Random games of every small game in tests/games, with every promise looked at in each of them.

After each decision components are conserved and numbers in their ranges, and whoever is asked can answer. Each game is
played twice and ends in the same state. At two positions, chosen at random, no option stands twice, every decision of
a sample is carried out on copies, cards that a seat cannot see are exchanged without its noticing, and the match is
saved, its save goes through text, and it is resumed with the same end. A share of the games is played with decisions taken back. Games are spread over the
numbers of players.

    python tests/big/breadth.py --games 2000
"""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from interpreter.playing.match import Match, Program  # noqa: E402
from tests.big.shared import Outcome, arguments, run, seeds, tell  # noqa: E402
from tests.engine import examining, hiding  # noqa: E402
from tests.engine.bundled import TESTS, Table, tables  # noqa: E402
from tests.engine.conserving import Inspector  # noqa: E402
from tests.engine.deciding import Bot  # noqa: E402
from tests.engine.undoing import undo_faults  # noqa: E402

LOOKED_AT = 2  # positions of a game
UNDONE = 0.1  # games with decisions taken back
CHUNK = 50

Job = tuple[Table, range]


def check(job: Job) -> Outcome:
    """Some games at one table."""
    table, numbers = job
    outcome = Outcome()
    inspector = Inspector(table.program)
    for seed in numbers:
        faults = _game(table.program, inspector, seed, outcome)
        outcome.faults += [f"{table}, seed {seed}: {fault}" for fault in faults]
        outcome.counts["games"] += 1
    return outcome


def _game(program: Program, inspector: Inspector, seed: int, outcome: Outcome) -> list[str]:
    chance, bot = random.Random(seed), Bot(seed)
    length, end = _before(program, seed)
    looked_at = {chance.randrange(length + 1) for _ in range(LOOKED_AT)}
    match = Match.start(program, seed)
    faults: list[str] = []
    number = 0
    while True:
        faults += inspector.faults(match.state)
        if not match.over and not all(match.legal(seat) for seat in match.seats):
            faults.append("somebody is asked and has no answer")
        if match.over or faults:
            break
        decision = bot.choose(match, number)
        if number in looked_at:
            faults += _closely(match, inspector, chance, bot, end, outcome)
        match.apply(decision)
        number += 1
    outcome.counts["positions"] += number
    if not faults and match.hash() != end:
        faults.append("the same game ended in another state before")
    if chance.random() < UNDONE:
        undone = undo_faults(program, seed)
        outcome.counts["taken back"] += undone.taken_back
        faults += undone.faults or []
    return faults


def _before(program: Program, seed: int) -> tuple[int, str]:
    """How long the same game was when it was played before, and the hash of its end."""
    match, bot, number = Match.start(program, seed, record=False), Bot(seed), 0
    while not match.over:
        match.apply(bot.choose(match, number))
        number += 1
    return number, match.hash()


def _closely(
    match: Match, inspector: Inspector, chance: random.Random, bot: Bot, end: str, outcome: Outcome
) -> list[str]:
    faults = examining.menu_faults(match, bundled=False)
    faults += examining.applying_faults(match, inspector, chance)
    faults += examining.secret_faults(match, chance)
    number = len(match.decisions)
    decision = bot.choose(match, number)
    for seat in range(match.program.layout.players):
        found = hiding.hiding_faults(match, seat, chance, decision)
        outcome.counts["exchanges"] += found is not None
        faults += found or []
    resumed = Match.resume(match.program, json.loads(json.dumps(match.save())))
    outcome.counts["resumed"] += 1
    while not resumed.over:
        resumed.apply(bot.choose(resumed, len(resumed.decisions)))
    if resumed.hash() != end:
        faults.append(f"resumed at {number}: another future")
    return faults


def promised(games: int, first: int, processes: int, progress: bool = False) -> Outcome:
    """So many games of each small game."""
    small = [table for table in tables() if table.content == str(TESTS)]
    counts = {table.game: sum(other.game == table.game for other in small) for table in small}
    jobs = [(table, numbers) for table in small for numbers in seeds(first, -(-games // counts[table.game]), CHUNK)]
    outcome = run(check, jobs, processes, progress)
    outcome.counts["small games"] = len(counts)
    return outcome


def main() -> int:
    """The check as a program."""
    given = arguments(__doc__ or "", 2000, "games of each small game").parse_args()
    begun = time.monotonic()
    return tell("breadth", promised(given.games, given.seed, given.jobs, progress=True), begun)


if __name__ == "__main__":
    sys.exit(main())
