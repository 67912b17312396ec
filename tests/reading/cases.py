"""Cases of `tests/cases/reading/` and how a finding is written in them.

A finding is `PLACE PROBLEM: MESSAGE`, or that with ` (HELP)` after it. Both a missing and an unexpected
finding fail.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from interpreter.diagnostics import Diagnostic, Report
from interpreter.reading.library import read_yaml
from interpreter.reading.nodes import plain

CASES = Path(__file__).resolve().parents[1] / "cases" / "reading"
QUARRY = CASES / "quarry"


def load_cases(name: str) -> list[Any]:
    report = Report()
    node = read_yaml(CASES / name, name, report)
    assert node is not None and not len(report), list(report)
    found = plain(node)
    assert isinstance(found, list)
    return found


def written(diagnostic: Diagnostic) -> str:
    return f"{diagnostic.at} {diagnostic.problem.name}: {diagnostic.message}"


def assert_found(report: Report, expected: list[str]) -> None:
    """The findings in the order of the report are the expected ones, with help where help is expected."""
    found = []
    for index, diagnostic in enumerate(report):
        line = written(diagnostic)
        with_help = f"{line} ({diagnostic.help})"
        found.append(with_help if index < len(expected) and expected[index] == with_help else line)
    assert found == expected
