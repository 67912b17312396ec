"""Texts with one mistake: its name, its place, and what the help says to do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from interpreter import syntax
from interpreter.diagnostics import EffectText, Problem, Report
from interpreter.syntax import problems


def test_a_mistake_is_named_and_placed(malformed_case: dict[str, str], language: Any) -> None:
    tree, found = language.parse(malformed_case["text"], malformed_case.get("as", "effect"))
    assert tree is None
    (only,) = found
    assert only.problem.name == malformed_case["problem"], only
    assert f"{only.at.line}:{only.at.column}" == malformed_case["at"], only
    assert malformed_case["help"] in only.help
    for sentence in (only.message, only.help):
        assert not sentence.endswith(".") and "\n" not in sentence
        assert sentence.count("`") % 2 == 0
    assert re.match(r"[a-z`]|U\+", only.message)


def test_every_problem_is_shown_by_a_case() -> None:
    path = Path(__file__).parents[1] / "cases" / "syntax" / "malformed.yaml"
    shown = {case["problem"] for case in yaml.safe_load(path.read_text(encoding="utf-8"))}
    known = {p.name for p in vars(problems).values() if isinstance(p, Problem)}
    # These two need long texts; test_limits.py makes them.
    assert known - shown == {"text-too-long", "nested-too-deep"}
    assert shown <= known


@pytest.mark.parametrize("word", sorted(syntax.RESERVED))
def test_no_word_of_the_language_is_a_name(word: str, language: Any) -> None:
    for text in (f"let {word} = 1", f"draw 2 from a.{word}", f"{word} 1"):
        tree, _ = language.parse(text)
        assert tree is None, text


def test_a_place_is_one_of_the_file() -> None:
    report = Report()
    text = EffectText("draw 1\ndraw 2 from\n", "cards/some.yaml", ((12, 9), (13, 9), (14, 1)))
    assert syntax.parse_effect(text, report) is None
    (found,) = report
    assert str(found.at) == "cards/some.yaml:13:20"


def test_a_text_met_again_reports_its_own_place() -> None:
    report = Report()
    for line in (3, 8):
        assert syntax.parse_effect(EffectText("draw (", "cards/some.yaml", ((line, 7),)), report) is None
    assert [found.at.line for found in report] == [3, 8]
