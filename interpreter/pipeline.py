"""The whole way on one screen: read -> check -> compile -> play. The only module that knows every floor."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

from interpreter.caching import stamps
from interpreter.caching.store import Store
from interpreter.checking import Checked, check
from interpreter.checking.game import constant
from interpreter.compiling import Program, compile_program
from interpreter.diagnostics import Problem, Refused, Report, Span, did_you_mean
from interpreter.linting import WRONG_PLAYERS, lint, no_collection
from interpreter.playing import Match
from interpreter.playing.match import ENGINE
from interpreter.reading.layering import merge
from interpreter.reading.library import Library
from interpreter.reading.nodes import BASE, Mapping, Scalar, plain
from interpreter.records import record
from interpreter.syntax import parsing

WRONG_OPTION = Problem("wrong-option", "An option is set that a game does not have, or to a value outside its range.")


@record(frozen=False)
class Ruleset:
    """A game with its layers, checked; programs for numbers of players are made when they are asked for."""

    id: str
    layers: tuple[str, ...]
    checked: Checked
    tree: Mapping
    hash: str
    _programs: dict[tuple[int, tuple[tuple[str, int], ...]], Program] = field(default_factory=dict)

    @property
    def names(self) -> dict[str, str]:
        """The game's name by language."""
        return self.checked.game.texts

    @property
    def min_players(self) -> int:
        """The fewest players."""
        return self.checked.game.players[0]

    @property
    def max_players(self) -> int:
        """The most players."""
        return self.checked.game.players[1]

    def program(self, players: int, options: dict[str, object] | None = None) -> Program:
        """The game for so many players, with options by name. Raises Refused for what the game does not allow."""
        game = self.checked.game
        report = Report()
        at = Span(f"rules/{self.id}/game.yaml", 1, 1, 1, 1)
        if not game.players[0] <= players <= game.players[1]:
            report.error(
                WRONG_PLAYERS,
                at=at,
                message=f"{self.id} is for {game.players[0]} to {game.players[1]} players, not {players}",
            )
            raise Refused(report)
        chosen: dict[str, int] = {}
        for name, value in (options or {}).items():
            option = game.options.get(name)
            number = None
            if option is not None and isinstance(value, bool | int | str):
                number = constant(game, Scalar(value, at), option.type, report)
            if number is None:
                report.error(
                    WRONG_OPTION,
                    at=at,
                    message=f"`{name}` cannot be set to `{value}`",
                    help=did_you_mean(name, game.options),
                )
                raise Refused(report)
            chosen[name] = number
        key = (players, tuple(sorted(chosen.items())))
        if key not in self._programs:
            with no_collection():
                made = compile_program(self.checked, players, chosen)
            made.ruleset_hash = self.hash if not chosen else _digest([self.hash, key[1]])
            made.layers = self.layers
            self._programs[key] = made
        return self._programs[key]


def _digest(value: object) -> str:
    text = json.dumps(value, sort_keys=False, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


def games(content: Path) -> list[str]:
    """The games of a content folder."""
    return Library(content).games()


def layers(content: Path, game: str) -> list[str]:
    """The variants and expansions of a game."""
    return Library(content).layers(game)


def load(
    content: Path | Library,
    game: str,
    layers: Sequence[str] = (),
    report: Report | None = None,
    store: Store | None = None,
) -> Ruleset:
    """A game with layers laid over it. Raises Refused with all findings when it cannot be played.

    `store`: where the trees of its effect texts are kept for the next time.
    """
    with no_collection(), _kept_trees(store, content, game):
        return _load(content, game, layers, report)


@contextmanager
def _kept_trees(store: Store | None, content: Path | Library, game: str) -> Iterator[None]:
    """Texts that were parsed before, by the same engine, are not parsed again."""
    engine = stamps.engine() if store is not None and store.folder else None
    if store is None or engine is None:
        yield
        return
    root = content.root if isinstance(content, Library) else content
    key = stamps.key(engine, str(root), game)
    parsing.take_up(cast(Any, store.get("trees", key)) or {})
    try:
        yield
    finally:
        found = parsing.trees()
        if found is not None:
            store.put("trees", key, found)


def _load(content: Path | Library, game: str, layers: Sequence[str], report: Report | None) -> Ruleset:
    library = content if isinstance(content, Library) else Library(content)
    report = report if report is not None else Report()
    with library.still():
        tree = merge(library, game, list(layers), report)
    checked = check(game, tree, report) if tree is not None and not report.failed else None
    if tree is None or checked is None or report.failed:
        raise Refused(report)
    # the order of keys is part of the rules (parts run in the order of the file); texts and sources are not
    return Ruleset(game, tuple(layers), checked, tree, _digest([ENGINE, game, plain(_rules_only(tree))]))


_TEXTS = frozenset({"words", "text", "name", "about", "source", "sources", "notes", "language"})


def _rules_only(tree: Mapping) -> Mapping:
    entries = []
    for entry in tree:
        if entry.key in _TEXTS:
            continue
        value = _rules_only(entry.value) if isinstance(entry.value, Mapping) else entry.value
        entries.append(type(entry)(entry.key, entry.key_span, value))
    return Mapping(tuple(entries), tree.span, BASE)


__all__ = ["Match", "Refused", "Ruleset", "games", "layers", "lint", "load"]
