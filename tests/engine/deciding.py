"""Random decisions that depend on a seed and the number of decisions so far, and on nothing else.

The same bot goes on from a saved match in another process without being told where its stream stood.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache

from interpreter.playing.match import Decision, Match, Program
from interpreter.state.chance import draw, stream_key


class Bot:
    """Decides for every seat: first which of those asked answers now, then which of its options."""

    def __init__(self, seed: int) -> None:
        self._key = stream_key(seed, "bot of the tests")

    def below(self, number: int, what: int, limit: int) -> int:
        """A number from 0 to `limit` - 1 for the decision of that number; `what` tells several draws apart."""
        return draw(self._key, number * 8 + what, limit)

    def seat(self, match: Match, number: int) -> int:
        """Who answers now, when several are asked together."""
        seats = match.seats
        return seats[self.below(number, 0, len(seats))]

    def choose(self, match: Match, number: int) -> Decision:
        """What is decided as decision `number` (from 0) of a match."""
        legal = match.legal(self.seat(match, number))
        return legal[self.below(number, 1, len(legal))]


def play(program: Program, seed: int, see: Callable[[Match, int], None] | None = None) -> Match:
    """A random game to its end; `see` is shown every position, and the number of decisions that led there."""
    match = Match.start(program, seed, record=False)
    for number in decide(match, seed):
        if see is not None:
            see(match, number)
    return match


@cache
def length(program: Program) -> int:
    """How many decisions one random game takes."""
    return sum(1 for _ in decide(Match.start(program, 0, record=False), 0))


def some(program: Program, chance: random.Random, positions: int) -> bool:
    """Whether to look closely at a position, so that about so many of a game are looked at."""
    return chance.random() * length(program) < positions


def decide(match: Match, seed: int, number: int = 0) -> Iterator[int]:
    """Play on to the end, from decision `number`; gives the number of decisions so far at every position."""
    bot = Bot(seed)
    yield number
    while not match.over:
        match.apply(bot.choose(match, number))
        number += 1
        yield number
