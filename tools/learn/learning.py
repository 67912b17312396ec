"""Self-play that finds out what things are worth.

First come random games; their results are fitted to the positions met on the way. Then the planner plays generation
after generation with what was found, its worths shaken a little from game to game so that it sees other ways to play
too, and each generation's games are fitted together with those before. The worths with the best mean in plain games
are kept. Everything follows from the seed, whatever the number of workers.
"""

from __future__ import annotations

import math
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tools.common.worths import NOTHING_LEARNT, Worths, fit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from interpreter.compiling import Program
    from tools.common.position import Reader

RANDOM_GAMES = 5  # for each game of a generation
WIDTH = 5  # of the beam while learning
SHAKE = 0.3  # standard deviation of the logarithm of a worth's factor
SLIPS = 0.03  # how often a decision is made at random
KEPT = 3  # generations that are fitted together
ROWS = 24_000  # positions that are fitted at most
PLAIN = 4  # one plain game for so many of a generation
DIGITS = 1_000_000


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is to be learnt: a ruleset for a number of players, and how much play it may cost."""

    content: Path
    game: str
    layers: tuple[str, ...]
    players: int
    games: int
    generations: int
    seed: int


@dataclass(frozen=True, slots=True)
class Job:
    """One game: its seed, the worths (None: at random), whether these are shaken."""

    seed: int
    worths: Worths | None
    shaken: bool


@dataclass(frozen=True, slots=True)
class Game:
    """What one game taught: a position for each decision with the clock and the seat's result; the results."""

    rows: list[list[int]]
    clocks: list[int]
    results: list[int]
    scores: list[int]
    length: int


@dataclass(frozen=True, slots=True)
class Generation:
    """How the worths of a generation did in plain games."""

    number: int
    mean: float
    worths: Worths


_table: tuple[Program, Reader] | None = None


def _begin(lesson: Lesson) -> None:
    global _table
    from interpreter.pipeline import load
    from tools.common.position import Reader

    program = load(lesson.content, lesson.game, lesson.layers).program(lesson.players, None)
    _table = program, Reader(program)


def _play(job: Job) -> Game:
    from interpreter.playing import Match
    from interpreter.state.chance import Stream
    from tools.common.bots.planner import Bot

    assert _table is not None
    program, reader = _table
    match = Match.start(program, job.seed, record=False)
    slips = Stream(job.seed, "learn:slips")
    seats = range(program.layout.players)
    sitting = []
    if job.worths is not None:
        worths = _shaken(job.worths, job.seed) if job.shaken else job.worths
        sitting = [Bot(seat, job.seed, None, worths.weigher(reader), WIDTH) for seat in seats]
    rows: list[list[int]] = []
    clocks: list[int] = []
    owners: list[int] = []
    number = 0
    while not match.over:
        seat = match.seat
        legal = match.legal(seat)
        rows.append(reader.read(match, seat))
        clocks.append(reader.clock(match.state))
        owners.append(seat)
        slip = not sitting or (job.shaken and slips.below(DIGITS) < SLIPS * DIGITS)
        match.apply(legal[slips.below(len(legal))] if slip else sitting[seat].choose(match, legal, number))
        number += 1
    scores = [(match.score(seat) or [0])[0] for seat in seats]
    return Game(rows, clocks, [scores[seat] for seat in owners], scores, reader.clock(match.state))


def _shaken(worths: Worths, seed: int) -> Worths:
    from interpreter.state.chance import Stream

    chance = Stream(seed, "learn:shake")

    def factor() -> float:
        # twelve evenly spread numbers add up to nearly a normal one
        return math.exp(SHAKE * (sum([chance.below(DIGITS) for _ in range(12)]) / DIGITS - 6))

    now = {name: worth * factor() for name, worth in worths.now.items()}
    ahead = {name: worth * factor() for name, worth in worths.ahead.items()}
    return Worths(worths.length, worths.constant, now, ahead, worths.left)


def learn(lesson: Lesson, workers: int, told: Callable[[Generation, Worths], None]) -> Worths:
    """The best worths found. `told` hears of each generation, and of the best worths so far."""
    if workers <= 1:
        _begin(lesson)
        return _learn(lesson, lambda jobs: map(_play, jobs), told)
    with ProcessPoolExecutor(workers, initializer=_begin, initargs=(lesson,)) as pool:
        return _learn(lesson, lambda jobs: pool.map(_play, jobs, chunksize=1), told)


def _learn(
    lesson: Lesson, play: Callable[[list[Job]], Iterable[Game]], told: Callable[[Generation, Worths], None]
) -> Worths:
    from interpreter.pipeline import load
    from tools.common.position import Reader
    from tools.common.progress import progress

    names = Reader(load(lesson.content, lesson.game, lesson.layers).program(lesson.players, None)).names
    next_seed = lesson.seed

    def seeds(count: int) -> range:
        nonlocal next_seed
        next_seed += count
        return range(next_seed - count, next_seed)

    plain = seeds(max(2, lesson.games // PLAIN))
    planned = lesson.generations * len(plain) + (lesson.generations - 1) * lesson.games  # games of the planner
    done = 0

    def played(jobs: list[Job]) -> list[Game]:
        """The games of the jobs. Those at random are quick; those of the planner are counted together, so that what
        is said to be left is all that is left."""
        nonlocal done
        aimless = jobs[0].worths is None
        found: list[Game] = []
        with progress(
            "  games at random" if aimless else "  games of the planner",
            len(jobs) if aimless else planned,
            0 if aimless else done,
        ) as step:
            for game in play(jobs):
                found.append(game)
                step(1)
        done += 0 if aimless else len(jobs)
        return found

    best: Generation | None = None
    history = [played([Job(seed, None, False) for seed in seeds(RANDOM_GAMES * lesson.games)])]
    worths = _fitted(history, names)
    history[0] = history[0][: lesson.games]  # enough to remember what aimless play is worth
    for number in range(1, lesson.generations + 1):
        tried = [score for game in played([Job(seed, worths, False) for seed in plain]) for score in game.scores]
        generation = Generation(number, sum(tried) / len(tried), worths)
        if best is None or generation.mean > best.mean:
            best = generation
        told(generation, best.worths)
        if number < lesson.generations:
            history.append(played([Job(seed, worths, True) for seed in seeds(lesson.games)]))
            worths = _fitted(history[-KEPT:], names)
    return best.worths if best is not None else NOTHING_LEARNT


def _fitted(history: list[list[Game]], names: list[str]) -> Worths:
    games = [game for generation in history for game in generation]
    length = max(1.0, sum([game.length for game in games]) / len(games))
    total = sum([len(game.rows) for game in games])
    step = max(1, math.ceil(total / ROWS))
    rows = [row for game in games for row in game.rows][::step]
    left = [max(0.0, 1 - clock / length) for game in games for clock in game.clocks][::step]
    results = [result for game in games for result in game.results][::step]
    return fit(rows, left, results, names, length)
