"""Every finding about a content folder: read -> check, for each game, each of its layers, its scenarios and its table.

In: a content folder. Out: a report. Plays nothing; compiles only what scenarios name things of.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter import card_files
from interpreter.caching.kept import Kept
from interpreter.checking import CardWork, Checked, check
from interpreter.diagnostics import Diagnostic, Problem, Report, did_you_mean
from interpreter.reading.files import read_scenarios, read_table
from interpreter.reading.layering import check_files, list_layers, merge
from interpreter.reading.library import Library
from interpreter.reading.nodes import Mapping, Scalar, plain
from interpreter.reading.nodes import Sequence as NodeSequence

if TYPE_CHECKING:
    from interpreter.playing.scenario_names import ScenarioNames

WRONG_PLAYERS = Problem("wrong-players", "A game is wanted for a number of players that it is not made for.")


def lint(content: Path | Library, games: Sequence[str] | None = None, known: Kept | None = None) -> Report:
    """Every finding about games, each of their layers alone, their scenarios and tables.

    `known`: what is kept about this folder; games in which nothing has changed are then not looked at again.
    """
    with no_collection():
        return _lint(content, games, known)


def _lint(content: Path | Library, games: Sequence[str] | None, known: Kept | None) -> Report:
    library = content if isinstance(content, Library) else Library(content)
    report = Report()
    with library.still():
        library.check_folders(report)
        asked = games if games is not None else library.games()
        for game in asked:
            if library.has_game(game, report):
                one = _Game(library, game, known)
                _tell(report, one.find() if known is None else known.game(game, one.find))
    if known is not None:
        known.keep(games, len(asked), report)
    return report


def _tell(report: Report, findings: Iterable[Diagnostic]) -> None:
    for diagnostic in findings:
        report.add(diagnostic)


class _Game:
    """One game being looked at. Rulesets and programs are made when they are needed, and once."""

    def __init__(self, library: Library, game: str, known: Kept | None) -> None:
        self.library = library
        self.game = game
        self.known = known
        self.work = CardWork()  # of the cards of the game without layers, once it has been looked at
        self.rulesets: dict[tuple[str, ...], tuple[Report, Checked | None]] = {}
        self.programs: dict[tuple[tuple[str, ...], int], ScenarioNames] = {}

    def find(self) -> Report:
        """Everything about the game."""
        library, game, report = self.library, self.game, Report()
        check_files(library, game, report)
        base = self._part("rules", (), (), partial(self._findings, ()))
        _tell(report, base)
        scenarios = read_scenarios(library, game, report)
        read_table(library, game, report)
        if any(diagnostic.severity == "error" for diagnostic in base):
            return report  # a faulty base would be told again with every layer
        for layer in list_layers(library, game, report):
            laid = (layer.id,)
            _tell(report, self._part("rules", laid, (), partial(self._findings, laid)))
        by_file: dict[str, list[Mapping]] = {}
        for scenario in scenarios:
            by_file.setdefault(scenario.span.file, []).append(scenario)
        for file, those in by_file.items():
            named = {str(item.value) for scenario in those for item in _variants(scenario)}
            _tell(report, self._part("scenarios", named, (file,), partial(self._scenarios, those)))
        return report

    def _part(
        self, name: str, layers: Collection[str], files: Collection[str], find: Callable[[], Report]
    ) -> Iterable[Diagnostic]:
        """The findings of a part, of before or of now; it depends on the base, on these layers and these files."""
        if self.known is None:
            return list(find())
        return self.known.part(self.game, name, sorted(layers), files, find)

    def _ruleset(self, layers: tuple[str, ...]) -> tuple[Report, Checked | None]:
        """The game with layers, and what is wrong with it."""
        if layers not in self.rulesets:
            laid = Report()
            tree = merge(self.library, self.game, list(layers), laid)
            work = None if layers else self.work
            checked = check(self.game, tree, laid, None, work) if tree is not None and not laid.failed else None
            self.rulesets[layers] = laid, checked
        return self.rulesets[layers]

    def _findings(self, layers: tuple[str, ...]) -> Report:
        """What is wrong with the game with layers; without any perhaps told from the card files that have changed."""
        if self.known is not None and not layers and self._changed_cards_are_fine():
            return Report()
        found, checked = self._ruleset(layers)
        if self.known is not None and not layers and checked is not None and not len(found) and self.work.complete:
            nodes = {file: self.library.read(file, Report()) for file in self.library.card_files(self.game)}
            kept = {
                file: card_files.packed(node, self.work) for file, node in nodes.items() if isinstance(node, Mapping)
            }
            self.known.keep_card_files(self.game, kept)
        return found

    def _changed_cards_are_fine(self) -> bool:
        """Whether a look at the changed card files, beside what is known of the others, is enough and finds nothing.

        It is not enough when cards have come or gone, which others may name, or when something can only be told of all
        cards together; then, and to say what is wrong, everything is looked at.
        """
        assert self.known is not None
        same, changed = self.known.card_files(self.game)
        files = self.library.card_files(self.game)
        if not same or not changed or same.keys() | changed.keys() != set(files):
            return False
        known = {file: card_files.unpacked(file, value) for file, value in same.items()}
        library = self.library.with_stand_ins({file: node for file, (node, _) in known.items()})
        found, work = Report(), CardWork()
        fresh = {file: library.read(file, found) for file in changed}
        for file, node in fresh.items():
            before, _ = card_files.unpacked(file, changed[file])
            if node is None or card_files.ids_of(node) != card_files.ids_of(before):
                return False
        tree = merge(library, self.game, [], found)
        if tree is None or len(found):
            return False
        check(self.game, tree, found, card_files.together([other for _, other in known.values()]), work)
        if len(found) or not work.complete:
            return False
        packed = {file: card_files.packed(node, work) for file, node in fresh.items() if isinstance(node, Mapping)}
        self.known.keep_card_files(self.game, {file: (same | packed)[file] for file in files})
        return True

    def _scenarios(self, scenarios: Sequence[Mapping]) -> Report:
        """What scenarios name must be there in the game with their variants."""
        from interpreter.compiling import compile_program  # not imported where no scenario has to be looked at
        from interpreter.playing.scenario_names import NOT_IN_GAME, ScenarioNames

        report = Report()
        known = self.library.layers(self.game)
        for scenario in scenarios:
            named = _variants(scenario)
            missing = [item for item in named if item.value not in known]
            for item in missing:
                message = f"{self.game} has no variant `{item.value}`"
                help = did_you_mean(str(item.value), known)
                report.error(NOT_IN_GAME, at=item.span, message=message, help=help, cause=4)
            if missing:
                continue
            layers = tuple(str(item.value) for item in named)
            found, checked = self._ruleset(layers)
            _tell(report, found)
            if checked is None:
                continue
            node = scenario.get("players")
            players = plain(node) if node is not None else None
            low, high = checked.game.players
            if not isinstance(players, int) or not low <= players <= high:
                at = (node or scenario).span
                message = f"{self.game} is for {low} to {high} players, not {players}"
                report.error(WRONG_PLAYERS, at=at, message=message, cause=4)
                continue
            if (layers, players) not in self.programs:
                self.programs[layers, players] = ScenarioNames(compile_program(checked, players))
            self.programs[layers, players].check(scenario, report)
        return report


def _variants(scenario: Mapping) -> list[Scalar]:
    """The variants that a scenario names."""
    node = scenario.get("variants")
    return [item for item in (node.items if isinstance(node, NodeSequence) else ()) if isinstance(item, Scalar)]


@contextmanager
def no_collection() -> Iterator[None]:
    """Trees only grow while content is read and checked: looking for rubbish among them was a third of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
