"""Rules that lead nowhere while a game runs: told with place and chain, exit code 3, other games go on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.tools.conftest import Run


@pytest.fixture
def endless(orchard: Path) -> Path:
    """The guide's game, with turns that never end."""
    file = orchard / "rules" / "orchard" / "game.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("until: count(pile) == 0", "until: count(pile) == 99"), encoding="utf-8")
    return orchard


def test_playing_tells_the_place(run: Run, endless: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(endless)
    ran = run("play", "orchard", "--bots", "first", "--seed", "1", content=None)
    assert ran.code == 3
    assert "rules/orchard/game.yaml:29:3: error[passes]" in ran.err and "29 |   turn:" in ran.err
    assert "Traceback" not in ran.err


def test_simulating_goes_on_and_counts(run: Run, endless: Path) -> None:
    ran = run("simulate", "orchard", "-n", "4", "--bots", "first", content=endless)
    assert ran.code == 3
    assert "ERROR    4 games, first with seed 1:" in ran.out
    result = json.loads(run("simulate", "orchard", "-n", "4", "--format", "json", content=endless).out)
    assert result["summary"]["errors"][0]["games"] >= 1


def test_comparing_says_which_side_broke(run: Run, endless: Path) -> None:
    ran = run("compare", "orchard", "--layer", "poor_market", "-n", "3", content=endless)
    assert ran.code == 3 and "ERROR orchard: 3 games broke off, first with seed 1" in ran.out


def test_two_layers_in_conflict_are_refused_naming_both_places(run: Run, orchard: Path) -> None:
    for name, by in (("dear", 2), ("dearer", 3)):
        folder = orchard / "rules" / "orchard" / "variants" / name
        folder.mkdir()
        text = f"layer: {{name: {name}, source: authored}}\nedits:\n  - adjust: fruits.plum.count\n    by: {by}\n"
        (folder / "layer.yaml").write_text(text, encoding="utf-8")
    ran = run("simulate", "orchard+dear+dearer", content=orchard)
    assert ran.code == 1
    assert "variants/dearer/layer.yaml:" in ran.err and "variants/dear/layer.yaml:" in ran.err
