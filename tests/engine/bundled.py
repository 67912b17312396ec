"""The games that lie in this repository, compiled once per process, and what each of them hides."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from interpreter.pipeline import Ruleset, games, load
from interpreter.playing.match import Program

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests" / "games"
CARDS = "alhambra"  # the base card game: the one whose sizes the acceptance lines name


@dataclass(frozen=True, order=True)
class Table:
    """A game for a number of players; plain values, so that it can be sent to another process."""

    content: str
    game: str
    players: int

    @property
    def program(self) -> Program:
        """The compiled game."""
        return ruleset(self.content, self.game).program(self.players)

    def __str__(self) -> str:
        return f"{self.game} for {self.players}"


@cache
def ruleset(content: str, game: str) -> Ruleset:
    """The checked game."""
    return load(Path(content), game)


@cache
def tables() -> tuple[Table, ...]:
    """Every bundled game for every number of players that it allows."""
    found = []
    for content in (ROOT, TESTS):
        for game in games(content):
            rules = ruleset(str(content), game)
            for players in range(rules.min_players, rules.max_players + 1):
                found.append(Table(str(content), game, players))
    return tuple(found)


@cache
def card_tables() -> tuple[Table, ...]:
    """The base card game for 2 to 6 players."""
    return tuple(table for table in tables() if table.game == CARDS)


@cache
def hiding_tables() -> tuple[Table, ...]:
    """Tables where some seat cannot see everything that lies on the table."""
    return tuple(table for table in tables() if hides(table.program))


def hides(program: Program) -> bool:
    """Whether some zone, resource or variable of a game is not open to all."""
    layout = program.layout
    held = [zone for zone in layout.zones if zone.name != "box"]
    return any(thing.seen_by != "all" for thing in [*held, *layout.resources, *layout.variables])
