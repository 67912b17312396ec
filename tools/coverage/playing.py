"""Playing with a watch: games with bots over several processes, and the scenarios of a game.

In: a plan of what to play. Out: the points of the rules that were asked for, and the keys of those reached; the same
for any number of workers.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from tools.common import bots
from tools.common.seats import seat_kinds
from tools.coverage.points import Key, Point
from tools.coverage.watching import Watch

if TYPE_CHECKING:
    from interpreter.pipeline import Ruleset

Job = tuple[int, range]  # players, seeds


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play: so many games for each number of players."""

    content: Path
    game: str
    layers: tuple[str, ...]
    players: tuple[int, ...]
    bots: str
    games: int
    seed: int

    def jobs(self, size: int) -> list[Job]:
        """The games in portions."""
        last = self.seed + self.games
        return [
            (players, range(seed, min(seed + size, last)))
            for players in self.players
            for seed in range(self.seed, last, size)
        ]


@dataclass(slots=True)
class Reached:
    """What was reached, in how many games and scenarios, and what went wrong on the way."""

    keys: set[Key] = field(default_factory=set)
    games: int = 0
    scenarios: int = 0
    errors: list[str] = field(default_factory=list)  # of games
    failed: list[str] = field(default_factory=list)  # scenarios

    def add(self, other: Reached) -> None:
        """Take in what was reached elsewhere."""
        self.keys |= other.keys
        self.games += other.games
        self.scenarios += other.scenarios
        self.errors += other.errors
        self.failed += other.failed


class Watcher:
    """Rulesets of one game, each program with a watch of its own."""

    def __init__(self, root: Path, game: str) -> None:
        self.root, self.game = root, game
        self.home = root / "rules" / game
        self._rulesets: dict[tuple[str, ...], Ruleset] = {}
        self._watches: dict[int, Watch] = {}

    def ruleset(self, layers: tuple[str, ...]) -> Ruleset:
        """The game with layers; every program that is asked for is watched."""
        from tools.common.content import load_ruleset

        if layers not in self._rulesets:
            ruleset = load_ruleset(self.root, self.game, layers)
            for players in range(ruleset.min_players, ruleset.max_players + 1):
                self.watch(ruleset, players)
            self._rulesets[layers] = ruleset
        return self._rulesets[layers]

    def watch(self, ruleset: Ruleset, players: int) -> Watch:
        """The watch over a program."""
        program = ruleset.program(players)
        if id(program) not in self._watches:
            self._watches[id(program)] = Watch(program)
        return self._watches[id(program)]

    def reached(self) -> set[Key]:
        """What was reached in all of them together."""
        return {key for watch in self._watches.values() for key in watch.reached()}


def find_all(ruleset: Ruleset, players: tuple[int, ...], watcher: Watcher) -> dict[Key, Point]:
    """The points of a game for these numbers of players together."""
    found: dict[Key, Point] = {}
    for count in players:
        found |= watcher.watch(ruleset, count).points.every
    return found


def play_games(plan: Plan, workers: int, done: Callable[[int], None]) -> Reached:
    """All games of a plan; `done` is told how many have ended."""
    whole = Reached()
    if workers <= 1:
        watcher = Watcher(plan.content, plan.game)
        for job in plan.jobs(10):
            whole.add(_play(plan, watcher, job))
            done(len(job[1]))
        whole.keys |= watcher.reached()
        return whole
    with ProcessPoolExecutor(workers, initializer=_begin_worker) as pool:
        jobs = plan.jobs(25)
        try:
            for job, part in zip(jobs, pool.map(_play_job, [(plan, job) for job in jobs]), strict=True):
                whole.add(part)
                done(len(job[1]))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return whole


def _play(plan: Plan, watcher: Watcher, job: Job) -> Reached:
    """The games of one job; what they reach is left in the watcher."""
    from interpreter.playing import Match, RulesError

    players, seeds = job
    ruleset = watcher.ruleset(plan.layers)
    watch = watcher.watch(ruleset, players)
    kinds = seat_kinds(players, ",".join(plan.bots.split(",")[:players]), (), people=False)
    part = Reached()
    for seed in seeds:
        sitting = [bots.make(kinds[(seat + seed) % players], seat, seed, watcher.home) for seat in range(players)]
        try:
            watch.on = True
            match = Match.start(watch.program, seed, record=False)
            number = 0
            while not match.over:
                seat = match.seat
                legal = match.legal(seat)
                watch.on = False
                decision = sitting[seat].choose(match, legal, number)
                watch.on = True
                match.apply(decision)
                number += 1
        except RulesError as error:
            part.errors.append(f"{players} players, seed {seed}: {error}")
        part.games += 1
    return part


def play_scenarios(watcher: Watcher, layers: tuple[str, ...]) -> Reached:
    """Every scenario of a game, with the layers that it names besides those given."""
    from interpreter.reading.library import Library
    from tools.test.scenarios import Runner, read_scenarios

    def load(named: tuple[str, ...]) -> Ruleset:
        return watcher.ruleset(tuple(dict.fromkeys((*layers, *named))))

    part, runner = Reached(), Runner(load)
    for file in Library(watcher.root).scenario_files(watcher.game):
        for scenario in read_scenarios(watcher.root, file):
            outcome = runner.run(scenario)
            part.scenarios += 1
            if not outcome.passed and not layers:  # under other rules they need not hold
                part.failed.append(f"{outcome.name} ({outcome.at.file}:{outcome.at.line})")
    part.keys |= watcher.reached()
    return part


_watchers: dict[tuple[Path, str], Watcher] = {}


def _play_job(given: tuple[Plan, Job]) -> Reached:
    plan, job = given
    watcher = _watchers.setdefault((plan.content, plan.game), Watcher(plan.content, plan.game))
    part = _play(plan, watcher, job)
    part.keys |= watcher.reached()
    return part


def _begin_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    Thread(target=_die_with_parent, daemon=True).start()


def _die_with_parent() -> None:
    """A worker whose parent was killed would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
