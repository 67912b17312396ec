"""Bots: who plays a seat when no person does. One file each, found by this folder.

A bot file has a docstring whose first line says how it plays and a class `Bot` with
`Bot(seat, seed, home)` and `choose(match, legal, number) -> Decision`, where `home` is the folder of the game, if
there is one, `legal` the seat's flat list of decisions (never empty) and `number` counts the decisions of the game so
far. A bot remembers nothing of a game: its chance comes from (seed, seat, number), so a game that was saved and
resumed goes on as it would have. A bot that looks at nothing but the list has `pick(options, number) -> Option` too.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from tools.common.failures import Failure
from tools.common.names import suggestion

if TYPE_CHECKING:
    from interpreter.compiling import Option
    from interpreter.playing.match import Decision, Match

T = TypeVar("T")


class Player(Protocol):
    """What every bot can do."""

    def choose(self, match: Match, legal: list[Decision], number: int) -> Decision:
        """One of the decisions of `legal`."""
        ...


class Blind(Player, Protocol):
    """A bot that looks at nothing but the list of options, so that games need not stop for it."""

    def pick(self, options: list[Option], number: int) -> Option:
        """One of the options; `choose` gives the decision with that one."""
        ...


def blind(players: Iterable[Player]) -> list[Blind] | None:
    """The players, if none of them looks at the match."""
    found = list(players)
    return cast("list[Blind]", found) if all(hasattr(player, "pick") for player in found) else None


class Chance:
    """A bot's own chance: the stream `bot:SEAT`, one number for each decision of the game."""

    __slots__ = ("_draw", "_key")

    def __init__(self, seat: int, seed: int) -> None:
        from interpreter.state.chance import draw, stream_key

        self._draw = draw
        self._key = stream_key(seed, f"bot:{seat}")

    def one_of(self, options: list[T], number: int) -> T:
        """Any of the options, all equally likely."""
        return options[self._draw(self._key, number, len(options))] if len(options) > 1 else options[0]


def kinds() -> list[str]:
    """The names of all bots."""
    return sorted(file.stem for file in Path(__file__).parent.glob("*.py") if file.stem != "__init__")


def describe(kind: str) -> str:
    """One line on how a bot plays: the first of its module, which is read and not run."""
    tree = ast.parse((Path(__file__).parent / f"{kind}.py").read_text(encoding="utf-8"))
    return (ast.get_docstring(tree) or "").split("\n")[0]


def check_kind(kind: str) -> str:
    """The name itself, or a Failure that suggests one."""
    if kind not in kinds():
        raise Failure(f"no bot is called `{kind}`", suggestion(kind, kinds()))
    return kind


def make(kind: str, seat: int, seed: int, home: Path | None = None) -> Player:
    """A bot for one seat of one game; all its chance comes from (seed, seat), what it has learnt from `home`."""
    bot: Player = _class_of(kind)(seat, seed, home)
    return bot


@cache
def _class_of(kind: str) -> Callable[[int, int, Path | None], Player]:
    made: Callable[[int, int, Path | None], Player] = import_module(f"{__name__}.{check_kind(kind)}").Bot
    return made
