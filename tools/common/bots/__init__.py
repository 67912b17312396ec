"""Bots: who plays a seat when no person does. One file each, found by this folder.

A bot file has a docstring whose first line says how it plays and a class `Bot` with
`Bot(seat, seed, home)` and `choose(match, legal, number) -> Decision`, where `home` is the folder of the game, if
there is one, `legal` the seat's flat list of decisions (never empty) and `number` counts the decisions of the game so
far. A bot remembers nothing of a game: its chance comes from (seed, seat, number), so a game that was saved and
resumed goes on as it would have.
"""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from tools.common.failures import Failure
from tools.common.names import suggestion

if TYPE_CHECKING:
    from interpreter.playing.match import Decision, Match


class Player(Protocol):
    """What every bot can do."""

    def choose(self, match: Match, legal: list[Decision], number: int) -> Decision:
        """One of the decisions of `legal`."""
        ...


class Chance:
    """A bot's own chance: the stream `bot:SEAT`, one number for each decision of the game."""

    __slots__ = ("_key",)

    def __init__(self, seat: int, seed: int) -> None:
        from interpreter.state.chance import stream_key

        self._key = stream_key(seed, f"bot:{seat}")

    def one_of(self, options: list[Decision], number: int) -> Decision:
        """Any of the options, all equally likely."""
        from interpreter.state.chance import draw

        return options[draw(self._key, number, len(options))] if len(options) > 1 else options[0]


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
    bot: Player = import_module(f"{__name__}.{check_kind(kind)}").Bot(seat, seed, home)
    return bot
