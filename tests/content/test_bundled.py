"""All bundled content, and the small games of the tests, are sound: alone, and with their layers."""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from interpreter.diagnostics import Refused
from interpreter.pipeline import games, layers, lint, load
from interpreter.reading.library import Library
from tools.cli import main

REPOSITORY = Path(__file__).resolve().parents[2]
ROOTS = [REPOSITORY, REPOSITORY / "tests" / "games"]
GAMES = [pytest.param(root, game, id=game) for root in ROOTS for game in games(root)]


@cache
def library(root: Path) -> Library:
    """A content folder, each file read once."""
    return Library(root)


@pytest.mark.parametrize(("root", "game"), GAMES)
def test_lint_finds_nothing(root: Path, game: str) -> None:
    """Nothing about the game, each of its layers alone, its scenarios, texts and table."""
    assert [f"{d.at}: {d.message}" for d in lint(library(root), [game])] == []


@pytest.mark.parametrize(("root", "game"), GAMES)
def test_scenarios_pass(root: Path, game: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["test", game, "--content", str(root)])
    told = capsys.readouterr().out.splitlines()
    assert code == 0, "\n".join(line for line in told if not line.startswith("pass "))


@pytest.mark.parametrize(("root", "game"), GAMES)
def test_neighbouring_layers_fit_or_say_why_not(root: Path, game: str) -> None:
    """Each layer with the next by name; all pairs are a slow test."""
    for one, other in pairwise(layers(root, game)):
        fits(root, game, one, other)


@pytest.mark.slow
@pytest.mark.parametrize(("root", "game"), GAMES)
def test_all_pairs_of_layers_fit_or_say_why_not(root: Path, game: str) -> None:
    for one, other in combinations(layers(root, game), 2):
        assert fits(root, game, one, other) == fits(root, game, other, one), f"{one} and {other} depend on their order"


def fits(root: Path, game: str, one: str, other: str) -> bool:
    """Whether two layers go together; if not, a finding names a place in each of them."""
    try:
        load(library(root), game, [one, other])
    except Refused as refused:
        for diagnostic in refused.report:
            files = [diagnostic.at.file, *(note.at.file for note in diagnostic.notes)]
            if all(any(f"/variants/{layer}/" in file for file in files) for layer in (one, other)):
                return False
        raise AssertionError(f"{one} and {other}: {refused}") from None
    return True
