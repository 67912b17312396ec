"""Digests of random games: equal for equal games, in whatever process, order and number of workers they were played.

As a program: `python -m tests.engine.digesting GAMES WORKERS [FOLDER…]` prints the digest; folders hold invented games.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path

from interpreter.compiling import RulesError
from interpreter.pipeline import Refused, load
from interpreter.playing.match import Match, Program
from tests.engine.bundled import card_tables, tables
from tests.engine.deciding import decide
from tests.engine.inventing import NAME

Job = tuple[str, str, int, int]  # content folder, game, players, seed


@cache
def _program(content: str, game: str, players: int) -> Program:
    return load(Path(content), game).program(players)


def line(job: Job) -> str:
    """One game as one line: its rules, every decision by name, the last state, scores and winners."""
    content, game, players, seed = job
    try:
        program = _program(content, game, players)
    except Refused as refused:
        return json.dumps([game, [f.as_json() for f in refused.report]], sort_keys=True)
    match, end = None, ""
    try:
        match = Match.start(program, seed)
        for _ in decide(match, seed):
            pass
    except RulesError as error:
        end = error.kind
    if match is None:
        return json.dumps([game, program.ruleset_hash, players, seed, end])
    scores = [match.score(seat) for seat in range(players)]
    told = [game, program.ruleset_hash, players, seed, match.decisions, match.hash(), scores, match.winners, end]
    return json.dumps(told, sort_keys=True, ensure_ascii=False)


def jobs(games: int, folders: Sequence[str] = ()) -> list[Job]:
    """Every second game is the base card game, the others go round the rest."""
    cards, rest = card_tables(), [t for t in tables() if t not in card_tables()]
    found: list[Job] = []
    for number in range(games):
        pool = cards if number % 2 == 0 or not rest else rest
        table = pool[number // 2 % len(pool)]
        found.append((table.content, table.game, table.players, number))
    return found + [(folder, NAME, players, 1) for folder in folders for players in (2, 3)]


def digest(games: int, workers: int, folders: Sequence[str] = ()) -> str:
    """SHA-256 over the lines of all games."""
    wanted = jobs(games, folders)
    if workers == 1:
        lines = [line(job) for job in wanted]
    else:
        with get_context("spawn").Pool(workers) as pool:
            lines = pool.map(line, wanted, chunksize=max(1, len(wanted) // (workers * 8)))
    total = sha256()
    for told in lines:
        total.update(told.encode() + b"\n")
    return total.hexdigest()


if __name__ == "__main__":
    print(digest(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]))
