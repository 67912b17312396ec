"""The rules of many games: each text parses, prints, and parses to the same tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from interpreter import syntax
from interpreter.syntax import ast

STARTS = {"do": "effect", "use": "effect", "ability": "effect", "is": "value", "order": "order", "need": "need"}


def texts(rule: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """(start, text) of each text of a rule; a value may be given by cases."""
    for key, start in STARTS.items():
        match rule.get(key):
            case None:
                pass
            case list(cases):
                for case in cases:
                    yield from ((start, str(text)) for text in case.values())
            case text:
                yield start, str(text)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    from pathlib import Path

    path = Path(__file__).parents[1] / "cases" / "syntax" / "corpus.yaml"
    rules = yaml.safe_load(path.read_text(encoding="utf-8"))
    cases = [
        pytest.param(start, text, id=f"{rule['id']}-{number}")
        for rule in rules
        for number, (start, text) in enumerate(texts(rule))
    ]
    assert len({rule["id"] for rule in rules}) == len(rules)
    metafunc.parametrize(("start", "text"), cases)


def test_a_rule_parses_and_prints(start: str, text: str, language: Any) -> None:
    tree = language.tree(text, start)
    printed = language.settles(tree, start)
    if start == "effect":
        assert all(len(line) <= syntax.WIDTH for line in printed.split("\n"))
    assert not syntax.notes(text)


def test_every_place_lies_inside_its_parent(start: str, text: str, language: Any) -> None:
    for node in syntax.walk(language.tree(text, start)):
        begin, end = node.span
        assert 0 <= begin < end <= len(text)
        assert text[begin:end].strip() == text[begin:end]
        for child in syntax.children(node):
            assert begin <= child.span[0] <= child.span[1] <= end, (node, child)
        match node:
            case ast.Plain():
                assert text[slice(*node.verb_span)] == node.verb
            case ast.Field() | ast.Event():
                assert text[slice(*node.name_span)] == node.name
            case ast.Name():
                assert text[begin:end].strip("()") == node.name
            case _:
                pass
