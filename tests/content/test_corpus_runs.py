"""Every rule of the corpus runs: a scenario shows it, and says so with `corpus: RULE-ID` in its `source:`.

That the scenarios pass is asked by test_bundled; here is asked that none of the rules is without one, and that no
scenario names a rule that is not there.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import yaml

REPOSITORY = Path(__file__).resolve().parents[2]
RULES = REPOSITORY / "tests" / "cases" / "syntax" / "corpus.yaml"
NAMED = re.compile(r"corpus: ([a-z0-9-]+)")


@cache
def ids() -> tuple[str, ...]:
    """The rules of the corpus."""
    rules: list[dict[str, Any]] = yaml.safe_load(RULES.read_text(encoding="utf-8"))
    return tuple(rule["id"] for rule in rules)


@cache
def shown() -> dict[str, list[str]]:
    """The scenarios that show each rule, bundled ones and those of the tests' games."""
    found: dict[str, list[str]] = {}
    for root in (REPOSITORY, REPOSITORY / "tests" / "games"):
        for file in sorted(root.glob("rules/*/scenarios/*.yaml")):
            for scenario in yaml.safe_load(file.read_text(encoding="utf-8")):
                for name in NAMED.findall(str(scenario.get("source", ""))):
                    found.setdefault(name, []).append(f"{file.relative_to(REPOSITORY)}: {scenario['scenario']}")
    return found


def test_every_rule_is_shown_by_a_scenario() -> None:
    missing = [name for name in ids() if name not in shown()]
    assert not missing, f"{len(missing)} of {len(ids())} rules have no scenario: {', '.join(missing)}"


def test_every_scenario_names_a_rule_that_is_there() -> None:
    assert {name: where for name, where in shown().items() if name not in ids()} == {}
