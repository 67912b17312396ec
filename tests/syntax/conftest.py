"""What the tests of the syntax floor share: parse or print under one of the four starts, and cases from files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from interpreter import syntax
from interpreter.diagnostics import Diagnostic, EffectText, Report

CASES = Path(__file__).parents[1] / "cases" / "syntax"

PARSERS: dict[str, Callable[[EffectText, Report], Any]] = {
    "effect": syntax.parse_effect,
    "value": syntax.parse_value,
    "order": syntax.parse_order,
    "need": syntax.parse_need,
}
PRINTERS: dict[str, Callable[[Any], str]] = {
    "effect": syntax.print_effect,
    "value": syntax.print_value,
    "order": syntax.print_order,
    "need": syntax.print_need,
}


@dataclass(frozen=True)
class Language:
    """The floor as the tests use it: texts stand in a file of their own, from its first line and column."""

    def parse(self, text: str, start: str = "effect") -> tuple[Any, list[Diagnostic]]:
        """The tree or None, and what was reported."""
        report = Report()
        lines = tuple((line, 1) for line in range(1, text.count("\n") + 2))
        return PARSERS[start](EffectText(text, "effect.txt", lines), report), list(report)

    def tree(self, text: str, start: str = "effect") -> Any:
        """The tree of a text without a mistake."""
        tree, found = self.parse(text, start)
        assert not found, [(str(d.at), d.message) for d in found]
        assert tree is not None
        return tree

    def print(self, tree: Any, start: str = "effect") -> str:
        """The canonical text."""
        return PRINTERS[start](tree)

    def settles(self, tree: Any, start: str = "effect") -> str:
        """The canonical text, after checking that it gives the tree back and is printed the same again."""
        text = self.print(tree, start)
        again = self.tree(text, start)
        assert again == tree, text
        assert self.print(again, start) == text
        return text


@pytest.fixture(scope="session")
def language() -> Language:
    return Language()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with an argument `<file>_case` runs once for each case of tests/cases/syntax/<file>.yaml."""
    for argument in metafunc.fixturenames:
        if argument.endswith("_case"):
            path = CASES / f"{argument.removesuffix('_case')}.yaml"
            found = yaml.safe_load(path.read_text(encoding="utf-8"))
            metafunc.parametrize(argument, found, ids=[case.get("name", case.get("id")) for case in found])
