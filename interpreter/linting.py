"""Every finding about a content folder: read -> check, for each game, each of its layers, its scenarios and its table.

In: a content folder. Out: a report. Plays nothing; compiles only what scenarios name things of.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from interpreter.caching.kept import Kept
from interpreter.checking import Checked, check
from interpreter.diagnostics import Problem, Report, did_you_mean
from interpreter.reading.files import read_scenarios, read_table
from interpreter.reading.layering import check_files, list_layers, merge
from interpreter.reading.library import Library
from interpreter.reading.nodes import Mapping, Node, Scalar, plain
from interpreter.reading.nodes import Sequence as NodeSequence

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
    library.check_folders(report)
    for game in games if games is not None else library.games():
        if not library.has_game(game, report):
            continue
        findings = known.game(game) if known is not None else None
        if findings is None:
            own = Report()
            _lint_game(library, game, own)
            findings = list(own)
            if known is not None:
                known.keep_game(game, findings)
        for diagnostic in findings:
            report.add(diagnostic)
    return report


def _lint_game(library: Library, game: str, report: Report) -> None:
    check_files(library, game, report)
    found = Report()
    kept: dict[tuple[str, ...], Checked] = {}
    tree = merge(library, game, [], found)
    if tree is not None and not found.failed:
        checked = check(game, tree, found)
        if checked is not None:
            kept[()] = checked
    for diagnostic in found:
        report.add(diagnostic)
    scenarios = read_scenarios(library, game, report)
    read_table(library, game, report)
    if found.failed:
        return  # a faulty base would be told again with every layer
    for layer in list_layers(library, game, report):
        laid = Report()
        tree = merge(library, game, [layer.id], laid)
        if tree is not None and not laid.failed:
            checked = check(game, tree, laid)
            if checked is not None:
                kept[layer.id,] = checked
        for diagnostic in laid:
            report.add(diagnostic)
    _check_scenarios(library, game, scenarios, kept, report)


def _check_scenarios(
    library: Library,
    game: str,
    scenarios: Sequence[Mapping],
    kept: dict[tuple[str, ...], Checked],
    report: Report,
) -> None:
    """What scenarios name must be there in the game with their variants; `kept` is what has been checked before."""
    if not scenarios:
        return
    from interpreter.compiling import compile_program  # not needed, and not imported, where there are none
    from interpreter.playing.scenario_names import NOT_IN_GAME, ScenarioNames

    known = library.layers(game)
    programs: dict[tuple[tuple[str, ...], int], ScenarioNames] = {}
    for scenario in scenarios:
        named = [item for item in _items(scenario.get("variants")) if isinstance(item, Scalar)]
        missing = [item for item in named if item.value not in known]
        for item in missing:
            message = f"{game} has no variant `{item.value}`"
            report.error(NOT_IN_GAME, at=item.span, message=message, help=did_you_mean(str(item.value), known), cause=4)
        layers = tuple(str(item.value) for item in named)
        if not missing and layers not in kept:
            laid = Report()
            tree = merge(library, game, list(layers), laid)
            if tree is not None and not laid.failed:
                checked = check(game, tree, laid)
                if checked is not None:
                    kept[layers] = checked
            for diagnostic in laid:
                report.add(diagnostic)
        if layers not in kept:
            continue
        node = scenario.get("players")
        players = plain(node) if node is not None else None
        low, high = kept[layers].game.players
        if not isinstance(players, int) or not low <= players <= high:
            at = (node or scenario).span
            report.error(WRONG_PLAYERS, at=at, message=f"{game} is for {low} to {high} players, not {players}", cause=4)
            continue
        if (layers, players) not in programs:
            programs[layers, players] = ScenarioNames(compile_program(kept[layers], players))
        programs[layers, players].check(scenario, report)


def _items(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, NodeSequence) else ()


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
