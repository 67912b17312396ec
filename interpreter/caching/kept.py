"""The findings of a lint, whole and game by game.

In: a content folder and which of its games are looked at. Out: the findings of an earlier lint, if everything that they
depend on is as it was then. The whole is asked first and needs nothing of the interpreter but this package.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, cast

from interpreter.caching import stamps
from interpreter.caching.store import open_store

if TYPE_CHECKING:
    from interpreter.diagnostics import Diagnostic

WHOLE, GAME = "lint", "game"


class Kept:
    """What is known about one content folder, as it was when this was made."""

    def __init__(self, folder: str) -> None:
        self.store = open_store()
        self.folder = folder
        engine = stamps.engine() if self.store.folder else None
        self.content = stamps.Content(folder) if engine is not None else None
        self.engine = engine or b""

    def whole(self, games: Sequence[str] | None) -> tuple[int, list[Any]] | None:
        """How many games there are, and the findings as plain values."""
        if self.content is None:
            return None
        return cast("tuple[int, list[Any]] | None", self.store.get(WHOLE, self._whole(games)))

    def keep_whole(self, games: Sequence[str] | None, count: int, findings: Iterable[Diagnostic]) -> None:
        """Remember all findings."""
        if self.content is not None and self._unchanged():
            from interpreter.caching.findings import packed

            self.store.put(WHOLE, self._whole(games), (count, packed(findings)))

    def game(self, game: str) -> list[Diagnostic] | None:
        """The findings of one game."""
        found = self.store.get(GAME, self._game(game)) if self.content is not None else None
        if found is None:
            return None
        from interpreter.caching.findings import unpacked

        return unpacked(found)

    def keep_game(self, game: str, findings: Iterable[Diagnostic]) -> None:
        """Remember the findings of one game."""
        if self.content is not None and self._unchanged():
            from interpreter.caching.findings import packed

            self.store.put(GAME, self._game(game), packed(findings))

    def _whole(self, games: Sequence[str] | None) -> bytes:
        assert self.content is not None
        return stamps.key(self.engine, self.content.all(), None if games is None else list(games))

    def _game(self, game: str) -> bytes:
        assert self.content is not None
        return stamps.key(self.engine, game, self.content.games.get(game))

    def _unchanged(self) -> bool:
        """Whether the files are still those that were stamped; a lint takes a while, and somebody may be writing."""
        assert self.content is not None
        return stamps.Content(self.folder).all() == self.content.all()
