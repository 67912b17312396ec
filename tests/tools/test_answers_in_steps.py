"""What the commands make of offers that are answered step by step."""

from __future__ import annotations

import json
from pathlib import Path

from tests.engine.test_stepping import acts, game
from tests.tools.conftest import Run

SCENARIOS = """
- scenario: a whole decision
  source: authored
  players: 2
  when:
    - refused: {do: act, gs: [gem_00, gem_01]}
    - refused: {do: act, gs: [gem_00, gem_00, gem_01]}
    - {do: act, gs: [gem_08, gem_01, gem_01]}
    - {do: rest}
  then:
    counts: {player 1: {hand: 3}}
    resources: {player 2: {point: 1}}
- scenario: what is offered
  source: authored
  players: 2
  when: []
  then:
    offers: [{do: act, gs: [gem_01, gem_02, gem_01]}, {do: draw_lots, n: 30}, {do: rest}]
    not_offered: [{do: act, gs: [gem_01]}, {do: draw_lots, n: 31}, {do: none}]
"""
WRONG = """
- scenario: too little is named
  source: authored
  players: 2
  when:
    - {do: act}
- scenario: the set is not offered
  source: authored
  players: 2
  when: []
  then:
    offers: [{do: act, gs: [gem_00, gem_00, gem_01]}]
- scenario: it is offered
  source: authored
  players: 2
  when: []
  then:
    not_offered: [{do: act, gs: [gem_05, gem_06, gem_01]}]
"""


def _content(folder: Path, scenarios: str) -> Path:
    """The game with several actions, all its steps within a cap of 32."""
    game(folder, acts("several actions"), 32)
    (root,) = folder.iterdir()
    (root / "rules" / "small" / "scenarios").mkdir()
    (root / "rules" / "small" / "scenarios" / "some.yaml").write_text(scenarios)
    return root


def test_scenarios_name_whole_decisions(run: Run, tmp_path: Path) -> None:
    root = _content(tmp_path, SCENARIOS)
    ran = run("test", "small", content=root)
    assert (ran.code, ran.err) == (0, ""), ran
    assert "2" in ran.out


def test_scenarios_are_told_what_is_offered(run: Run, tmp_path: Path) -> None:
    ran = run("test", "small", content=_content(tmp_path, WRONG))
    assert ran.code == 1
    assert "is offered step by step; name all its choices" in ran.out
    assert "not legal" in ran.out
    assert "{do: act, gs: [gem_01, gem_05, gem_06]}" in ran.out


def test_a_person_answers_step_by_step(run: Run, tmp_path: Path) -> None:
    root, save = _content(tmp_path, SCENARIOS), tmp_path / "save.json"
    words = ("play", "small", "--players", "2", "--seed", "1", "--save", save)
    ran = run(*words, stdin="1\n2\nu\n1\n2\n1\n", content=root)
    assert ran.code == 0, ran
    assert "act – gs?" in ran.out
    assert "gem 00 + gem 02 …" in ran.out
    assert "undone" in ran.out
    assert "player 1: act – takes gem 00, gem 02 and gem 03" in ran.out
    decisions = json.loads(save.read_text())["match"]["decisions"]
    assert {"do": "act", "so far": {"gs": ["gem_00", "gem_02"]}, "next": "gs"} in decisions
    ran = run("replay", save, content=root)
    assert ran.code == 0, ran
    assert "same state" in ran.out


def test_games_are_simulated_and_covered_step_by_step(run: Run, tmp_path: Path) -> None:
    root = _content(tmp_path, SCENARIOS)
    for bots in ("random", "greedy"):
        ran = run("simulate", "small", "-n", 4, "--players", 2, "--seed", 1, "--bots", bots, content=root)
        assert ran.code == 0, ran
        assert "4 games" in ran.out
    ran = run("coverage", "small", "-n", 5, "--players", 2, "--seed", 1, content=root)
    assert ran.code == 0, ran
    assert "actions" in ran.out
