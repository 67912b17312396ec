"""Random games in numbers: the interpreter's beside those of the program written by hand.

In: `reference.json` (the program's own figures: means over many uniformly random games). Out: a table, and
an exit code 1 if any figure is further off than chance explains (|z| < 4). Spreads are measured here and taken
for both sides.

    python tests/oracle/random_play.py --games 1000 --players 2 3 --jobs 2
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from dataclasses import dataclass
from functools import cache
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from interpreter.pipeline import Match, load  # noqa: E402

REFERENCE = Path(__file__).with_name("reference.json")
LIMIT = 4.0


@dataclass(frozen=True)
class Figure:
    """One number of both programs; `z` is their distance in standard errors."""

    players: int
    name: str
    here: float
    there: float
    z: float


@cache
def program(players: int) -> Any:
    """The compiled game."""
    return load(ROOT, "alhambra").program(players)


def play(job: tuple[int, int]) -> dict[str, float]:
    """One random game: turns, moves, options in all, points and wins by seat."""
    players, seed = job
    chance = random.Random(seed)
    match = Match.start(program(players), seed=seed)
    turns = moves = options = 0
    while not match.over:
        seat, legal = match.seat, match.legal()
        match.apply(legal[int(chance.random() * len(legal))])
        moves += 1
        options += len(legal)
        turns += match.over or match.seat != seat
    game: dict[str, float] = {"turns": turns, "moves": moves, "options": options}
    for seat in range(players):
        game[f"points of seat {seat + 1}"] = match.score(seat)[0]
        game[f"wins of seat {seat + 1}"] = (seat in match.winners) / max(1, len(match.winners))
    if players == 2:
        game["points of the third"] = match.state_json()["resources"]["point"]["dirk"]
    return game


def mean_and_spread(values: list[float]) -> tuple[float, float]:
    """Mean and standard deviation of a sample."""
    mean = sum(values) / len(values)
    return mean, sqrt(sum((v - mean) ** 2 for v in values) / (len(values) - 1))


def figures(games: list[dict[str, float]], reference: dict[str, Any]) -> list[Figure]:
    """Every number that both programs report."""
    players = reference["players"]
    told = {"turns": reference["mean_turns"], "moves": reference["mean_moves"]}
    for seat in range(players):
        told[f"points of seat {seat + 1}"] = reference["mean_scores"][seat]
        told[f"wins of seat {seat + 1}"] = reference["win_share"][seat]
    if players == 2:
        told["points of the third"] = reference["mean_dirk_score"]
    weight = sqrt(1 / len(games) + 1 / reference["games"])
    found = []
    for name, there in told.items():
        here, spread = mean_and_spread([game[name] for game in games])
        found.append(Figure(players, name, here, there, (here - there) / (spread * weight)))
    # options per move is a ratio of two sums: its spread is that of what each game has above the ratio
    moves = sum(game["moves"] for game in games)
    ratio = sum(game["options"] for game in games) / moves
    _, spread = mean_and_spread([(game["options"] - ratio * game["moves"]) / (moves / len(games)) for game in games])
    there = reference["mean_branching"]
    found.append(Figure(players, "options per move", ratio, there, (ratio - there) / (spread * weight)))
    return found


def compare(games: int, players: list[int], seed: int, jobs: int) -> list[Figure]:
    """Play the games in `jobs` processes; their number changes nothing in the result."""
    references = {entry["players"]: entry for entry in json.loads(REFERENCE.read_text(encoding="utf-8"))}
    found = []
    with get_context("spawn").Pool(jobs) as pool:
        for count in players:
            played = pool.map(play, [(count, seed + number) for number in range(games)], chunksize=10)
            found += figures(played, references[count])
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare random games with those of the program written by hand.")
    parser.add_argument("--games", type=int, default=500, help="for each number of players")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5, 6])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    found = compare(options.games, options.players, options.seed, options.jobs)
    print(f"{'players':>7}  {'figure':<20} {'here':>9} {'there':>9} {'z':>6}")
    for figure in found:
        mark = "" if abs(figure.z) < LIMIT else "  differs"
        print(f"{figure.players:>7}  {figure.name:<20} {figure.here:>9.3f} {figure.there:>9.3f} {figure.z:>6.2f}{mark}")
    return 0 if all(abs(figure.z) < LIMIT for figure in found) else 1


if __name__ == "__main__":
    sys.exit(main())
