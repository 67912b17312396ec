"""The findings of a lint: of a whole folder, of a game, and of a game's parts.

In: a content folder, and what of it is looked at. Out: the findings of an earlier lint, if everything that they depend
on is as it was then. The whole is asked first and needs nothing of the interpreter but this package.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, cast

from interpreter.caching import stamps
from interpreter.caching.store import Plain, open_store

if TYPE_CHECKING:
    from interpreter.diagnostics import Diagnostic

WHOLE, GAME, PART, CARDS = "lint", "game", "part", "cards"


class Kept:
    """What is known about one content folder, as it was when this was made."""

    def __init__(self, folder: str) -> None:
        self.store = open_store()
        self.folder = folder
        engine = stamps.engine() if self.store.folder else None
        self.content = stamps.Content(folder) if engine is not None else None
        self.engine = engine or b""
        self.waiting: list[tuple[str, bytes, Plain]] = []  # found just now, to be kept

    def whole(self, games: Sequence[str] | None) -> tuple[int, list[Any]] | None:
        """How many games there are, and the findings as plain values."""
        if self.content is None:
            return None
        return cast("tuple[int, list[Any]] | None", self.store.get(WHOLE, self._whole(games)))

    def game(self, game: str, find: Callable[[], Iterable[Diagnostic]]) -> list[Diagnostic]:
        """The findings of one game: those of before, or else those found now."""
        if self.content is None:
            return list(find())
        return self._once(GAME, (game, sorted(self.content.games.get(game, {}).items())), find)

    def part(
        self,
        game: str,
        name: str,
        layers: Collection[str],
        files: Collection[str],
        find: Callable[[], Iterable[Diagnostic]],
    ) -> list[Diagnostic]:
        """The findings of a part of a game that depends on its rules and cards, some of its layers, and some files."""
        if self.content is None:
            return list(find())
        return self._once(PART, (game, name, self.content.rules(game, layers, files)), find)

    def card_files(self, game: str) -> tuple[dict[str, Plain], dict[str, Plain]]:
        """What is kept of the game's card files since nothing was found in the whole game: of those that have not
        changed, and of those that have."""
        if self.content is None:
            return {}, {}
        files = self.content.cards(game)
        kept = self.store.get(CARDS, self._cards(game)) or {}
        same = {file: value for file, (what, value) in kept.items() if files.get(file) == what}
        return same, {file: value for file, (_, value) in kept.items() if file not in same}

    def keep_card_files(self, game: str, values: dict[str, Plain]) -> None:
        """Nothing has been found in the game: this is to be known of its card files."""
        if self.content is not None:
            files = self.content.cards(game)
            self.waiting.append((CARDS, self._cards(game), {file: (files.get(file), values[file]) for file in values}))

    def _cards(self, game: str) -> bytes:
        assert self.content is not None
        return stamps.key(self.engine, game, self.content.without_cards(game))

    def _once(self, kind: str, what: object, find: Callable[[], Iterable[Diagnostic]]) -> list[Diagnostic]:
        from interpreter.caching.findings import packed, unpacked

        key = stamps.key(self.engine, what)
        kept = self.store.get(kind, key)
        if kept is not None:
            return unpacked(kept)
        findings = list(find())
        self.waiting.append((kind, key, packed(findings)))
        return findings

    def keep(self, games: Sequence[str] | None, count: int, findings: Iterable[Diagnostic]) -> None:
        """Keep all findings and those of parts, unless somebody has changed the files meanwhile."""
        if self.content is None or stamps.Content(self.folder).all() != self.content.all():
            return
        from interpreter.caching.findings import packed

        for kind, key, found in (*self.waiting, (WHOLE, self._whole(games), (count, packed(findings)))):
            self.store.put(kind, key, found)
        self.waiting.clear()

    def _whole(self, games: Sequence[str] | None) -> bytes:
        assert self.content is not None
        return stamps.key(self.engine, self.content.all(), None if games is None else list(games))
