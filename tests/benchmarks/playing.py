"""Random games, every decision as likely as every other: what is played by the rules, and what is played by hand.

`playouts` is the one place that says how games of the rules are played in bulk.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Protocol

from interpreter.compiling import Option, Program
from interpreter.pipeline import Match, load
from tests.benchmarks import hand_written
from tests.benchmarks.measuring import ROOT

SMALL_GAMES = ROOT / "tests" / "games"


@dataclass(frozen=True, slots=True)
class Tally:
    """How much was played."""

    games: int = 0
    decisions: int = 0
    options: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.games + other.games, self.decisions + other.decisions, self.options + other.options)


Player = Callable[[int, int], Tally]  # so many games, from a seed


def playouts(program: Program, games: int, seed: int) -> Tally:
    """Games by the rules, each in one go. Chance for the decisions is one stream for all of them, which costs little."""
    if not program.quick:
        return step_by_step(program, games, seed)
    random = Random(seed).random
    first = seed * games
    decisions = options = 0

    def choose(seat: int, found: list[Option], number: int) -> Option:
        nonlocal decisions, options
        decisions += 1
        options += len(found)
        return found[int(random() * len(found))]

    for number in range(first, first + games):
        Match.play_out(program, number, choose)
    return Tally(games, decisions, options)


def step_by_step(program: Program, games: int, seed: int, log: bool = False) -> Tally:
    """The same games, from decision to decision, as somebody plays who looks at each position."""
    random = Random(seed).random
    decisions = options = 0
    first = seed * games
    for number in range(first, first + games):
        match = Match.start(program, number, log=log, record=False)
        while not match.over:
            legal = match.legal()
            decisions += 1
            options += len(legal)
            match.apply(legal[int(random() * len(legal))])
    return Tally(games, decisions, options)


def program_of(game: str, players: int, content: Path = ROOT) -> Program:
    """A program of its own, with nothing remembered yet."""
    return load(content, game).program(players)


def by_rules(program: Program) -> Player:
    """A player of that program."""
    return lambda games, seed: playouts(program, games, seed)


def stepping(program: Program, log: bool = False) -> Player:
    """A player of that program who looks at each position."""
    return lambda games, seed: step_by_step(program, games, seed, log)


class WrittenByHand(Protocol):
    """A module that plays one game: a position, what may be done in it, and doing it."""

    def start(self, random: Callable[[], float], /) -> Any: ...
    def moves(self, table: Any, /) -> Sequence[Any]: ...
    def play(self, table: Any, move: Any, /) -> None: ...


def by_hand(game: WrittenByHand, seeded: bool = False) -> Player:
    """A player of a small game that is written by hand. `seeded`: each game has a seed, so that it can be played again."""
    start, moves, play = game.start, game.moves, game.play

    def player(games: int, seed: int) -> Tally:
        chance = Random(seed)
        random = chance.random
        decisions = options = 0
        for number in range(seed * games, seed * games + games):
            if seeded:
                chance.seed(number)
            table = start(random)
            while not table.over:
                found = moves(table)
                decisions += 1
                options += len(found)
                play(table, found[int(random() * len(found))])
        return Tally(games, decisions, options)

    return player


def alhambra_by_hand(players: int) -> Player:
    """A player of Alhambra as it is written by hand."""

    def player(games: int, seed: int) -> Tally:
        chance = Random(seed)
        decisions = options = 0
        for _ in range(games):
            _, decided, offered = hand_written.random_game(players, chance)
            decisions += decided
            options += offered
        return Tally(games, decisions, options)

    return player


class Rounds:
    """Each call plays the games of the next seed and gives the seconds of one of them, or of one of its decisions."""

    def __init__(self, player: Player, games: int, per: str = "games") -> None:
        self.player, self.games, self.per = player, games, per
        self.seed = 0
        self.tally = Tally()

    def __call__(self) -> float:
        self.seed += 1
        started = process_time()
        played = self.player(self.games, self.seed)
        seconds = process_time() - started
        self.tally += played
        return seconds / float(getattr(played, self.per))


class DecisionsOnly:
    """Each call gives the seconds of a decision in games of the next seed, without those of setting the games up."""

    def __init__(self, program: Program, games: int) -> None:
        self.program, self.games = program, games
        self.seed = 0
        self.tally = Tally()

    def __call__(self) -> float:
        self.seed += 1
        started = process_time()
        played = playouts(self.program, self.games, self.seed)
        between = process_time()
        for number in range(self.seed * self.games, (self.seed + 1) * self.games):
            Match.start(self.program, number, record=False)
        ended = process_time()
        self.tally += played
        return (2 * between - started - ended) / played.decisions


def games_in(player: Player, seconds: float) -> int:
    """How many games take about so long of the processor; what a program remembers of its first games is remembered then."""
    games = 1
    while True:
        started = process_time()
        player(games, 1_000_003)
        took = process_time() - started
        if took >= seconds / 4:
            return max(1, round(games * seconds / took))
        games *= 2


def learn(program: Program, games: int = 5_000) -> None:
    """Play until so many games bring no situation that is not known; nothing happens where none are kept."""
    seed, learnt = 0, -1
    while program.situations.learnt != learnt:
        learnt = program.situations.learnt
        seed += 1
        playouts(program, games, seed)


def go_on(match: Match, until: Callable[[Match], bool], seed: int = 1) -> None:
    """Play on at random until something holds."""
    chance = Random(seed)
    while not until(match):
        legal = match.legal()
        match.apply(legal[int(chance.random() * len(legal))])
