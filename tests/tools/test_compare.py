"""Comparing a variant with its base on paired seeds."""

from __future__ import annotations

import json
from pathlib import Path

from tests.tools.conftest import Run


def test_a_variant_is_measured_and_said_in_words(run: Run, orchard: Path, tmp_path: Path) -> None:
    report = tmp_path / "report"
    ran = run("compare", "orchard", "--layer", "poor_market", "-n", "60", "-o", report, content=orchard)
    assert ran.code == 0, ran.err
    assert "orchard  →  orchard+poor_market" in ran.out and "points, seat 1" in ran.out
    assert "A player scores" in ran.out
    result = json.loads(report.with_suffix(".json").read_text())
    assert [side["name"] for side in result["rulesets"]] == ["orchard", "orchard+poor_market"]
    page = report.with_suffix(".md").read_text()
    assert page.startswith("# 60 paired games") and "| points, seat 1 |" in page


def test_a_ruleset_does_not_differ_from_itself(run: Run) -> None:
    ran = run("compare", "kuhn", "kuhn", "-n", "25", "--format", "json")
    difference = json.loads(ran.out)["differences"][0]
    assert difference["same_games"] == difference["pairs"] == 25
    assert all(seat["points"]["mean"] == 0 and not seat["points"]["clear"] for seat in difference["seats"])


def test_pairs_are_paired(run: Run, orchard: Path) -> None:
    ran = run("compare", "orchard", "--layer", "poor_market", "-n", "40", "--format", "json", content=orchard)
    result = json.loads(ran.out)
    base, variant = result["rulesets"]
    for seat, change in zip(range(2), result["differences"][0]["seats"], strict=True):
        before, after = (side["summary"]["seats"][seat]["points"]["mean"] for side in (base, variant))
        assert abs(change["points"]["mean"] - (after - before)) < 1e-5


def test_workers_do_not_matter(run: Run) -> None:
    alone = run("compare", "kuhn", "kuhn", "-n", "20", "--format", "json").out
    assert run("compare", "kuhn", "kuhn", "-n", "20", "--format", "json", "--workers", "2").out == alone


def test_a_report_keeps_its_name(run: Run, tmp_path: Path) -> None:
    run("compare", "kuhn", "kuhn", "-n", "5", "-o", tmp_path / "v1.2")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["v1.2.json", "v1.2.md"]
