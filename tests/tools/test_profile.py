"""`rulewright profile`: samples go to the place of the rules that runs, and `show --generated` prints what runs."""

from __future__ import annotations

import ast
import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interpreter.compiling import Program
from interpreter.pipeline import Match, load
from tests.tools.conftest import GAMES, REPOSITORY, Run
from tools.profile.sampling import OUTSIDE, Looker, Profile

ALHAMBRA = REPOSITORY / "rules" / "alhambra" / "flow.yaml"


@pytest.fixture
def program() -> Program:
    return load(REPOSITORY, "alhambra").program(3)


def _looking(program: Program, stem: str) -> Profile:
    """A profile with one sample for each call of a word in a game that is played to its end."""
    profile = Profile(program)
    looker = Looker(profile)
    match = Match.start(program, 1)  # functions of set-up are made now
    names = program.generator.names

    def looked(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            looker.look(0, sys._getframe())
            return function(*given)

        return call

    while not match.over:
        for name in [n for n in names if n.startswith(stem) and not hasattr(names[n], "__wrapped__")]:
            names[name] = looked(names[name])
            names[name].__wrapped__ = True
        match.apply(match.legal()[0])
    return profile


def _line(text: str) -> str:
    lines = ALHAMBRA.read_text(encoding="utf-8").split("\n")
    numbers = [n for n, line in enumerate(lines, 1) if line.strip() == text]
    return f"rules/alhambra/flow.yaml:{numbers[-1]}"  # the effect stands behind the set-up


def test_a_sample_counts_for_the_statement_that_runs(program: Program) -> None:
    profile = _looking(program, "V_shuffle_")
    assert profile.samples > 0
    assert set(profile.carried) == {"effect:new_money_deck"}
    assert profile.lines == Counter({_line("shuffle money_deck"): profile.samples})


def test_a_search_does_not_count_as_carried_out(program: Program) -> None:
    profile = _looking(program, "V_award_")
    assert set(profile.carried) == {"effect:score"}
    assert profile.offered.total() == 0
    looker = Looker(profile)
    match = Match.start(program, 2)
    match.legal()
    before = profile.carried.copy()
    names = program.generator.names
    kept = names["len_"]

    def looked(of: Any) -> int:
        looker.look(0, sys._getframe())
        return int(kept(of))

    names["len_"] = looked
    try:
        program.options(match.state, match.seat)
    finally:
        names["len_"] = kept
    assert profile.offered.total() + profile.carried.total() - before.total() > 0
    assert set(profile.carried - before) <= {"part:play.turn.actions"}


def test_what_is_outside_of_the_rules(program: Program) -> None:
    profile = Profile(program)
    Looker(profile).look(0, sys._getframe())
    assert profile.carried == Counter({OUTSIDE: 1})


def test_the_page_and_the_figures(run: Run) -> None:
    ran = run("profile", "nim", "--seconds", "1")
    assert ran.code == 0
    for word in ("nim:", "games a second of processor time", "carried out", "offered", "action:take", "samples"):
        assert word in ran.out
    found = json.loads(run("profile", "nim", "--seconds", "1", "--format", "json").out)
    assert found["games"] > 1 and found["decisions"] > found["games"] and found["samples"] > 10
    assert abs(sum(u["carried_out"] + u["offered"] for u in found["units"]) - 1) < 0.001
    for line in found["lines"]:
        file, _, number = line["at"].rpartition(":")
        assert not file or len((GAMES / file).read_text(encoding="utf-8").split("\n")) >= int(number)


def test_generated_code_is_shown_as_python(run: Run) -> None:
    ran = run("show", "nim", "--generated")
    assert ran.code == 0
    functions = [node for node in ast.parse(ran.out).body if isinstance(node, ast.FunctionDef)]
    names = [node.name for node in functions]
    assert len(names) == len(set(names))
    assert any(name.startswith("legal_") for name in names)
    assert any(name.startswith("apply_") for name in names)
    assert any(name.startswith("at_") for name in names)
    assert "main_0" in names
    assert any(name.startswith("b_") for name in names)
    comments = [line for line in ran.out.split("\n") if line.startswith("# ")]
    assert len(comments) == len(names)
    assert all("rules/nim/" in line or ":" in line for line in comments)


def test_generated_code_uses_no_builtins(run: Run) -> None:
    """What it may call was given to it by name."""
    ran = run("show", "nim", "--generated")
    built_in = set(dir(__builtins__)) if not isinstance(__builtins__, dict) else set(__builtins__)
    read = {node.id for node in ast.walk(ast.parse(ran.out)) if isinstance(node, ast.Name)}
    assert not read & built_in


def test_players_must_fit(run: Run, tmp_path: Path) -> None:
    ran = run("show", "nim", "--generated", "--players", "9")
    assert ran.code != 0
    assert "players" in ran.err
    assert not list(tmp_path.iterdir())
