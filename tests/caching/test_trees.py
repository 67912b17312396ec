"""Trees of effect texts, kept between runs: the same trees at the same places, and the same games."""

from __future__ import annotations

import marshal
from pathlib import Path

import pytest
import yaml

from interpreter import syntax
from interpreter.caching.store import open_store
from interpreter.diagnostics import EffectText, Refused, Report
from interpreter.pipeline import load
from interpreter.syntax import keeping, parsing

CORPUS = Path(__file__).resolve().parents[1] / "cases" / "syntax" / "corpus.yaml"


@pytest.fixture(autouse=True)
def forgetful() -> None:
    """As in a new process."""
    parsing._outcome.cache_clear()
    parsing._kept.clear()


def test_trees_come_back_as_they_were() -> None:
    count = 0
    for rule in yaml.safe_load(CORPUS.read_text(encoding="utf-8")):
        for text in (rule.get("do"), rule.get("use"), rule.get("ability")):
            if not isinstance(text, str):
                continue
            lines = tuple((line, 1) for line in range(1, text.count("\n") + 2))
            tree = syntax.parse_effect(EffectText(text, "x", lines), Report())
            again = keeping.built(marshal.loads(marshal.dumps(keeping.flat(tree))))
            assert again == tree and keeping.flat(again) == keeping.flat(tree)
            count += 1
    assert count > 50


def test_a_game_is_the_same_from_kept_trees(content: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = load(content, "couriers").program(2)
    load(content, "couriers", store=open_store())
    parsing._outcome.cache_clear()
    parsing._kept.clear()
    load(content, "couriers", store=open_store())
    assert list(cache.glob("trees-*.cache"))
    parsing._outcome.cache_clear()
    parsing._kept.clear()
    monkeypatch.setattr(parsing.automaton, "parse", lambda *_: pytest.fail("a text was parsed again"))
    again = load(content, "couriers", store=open_store()).program(2)
    assert again.ruleset_hash == fresh.ruleset_hash and len(again.code) == len(fresh.code)


def test_an_edited_text_is_parsed_and_a_faulty_one_refused(content: Path, cache: Path) -> None:
    load(content, "couriers", store=open_store())
    parsing._outcome.cache_clear()
    game = content / "rules/couriers/game.yaml"
    text = game.read_text(encoding="utf-8")
    assert "gain " in text
    game.write_text(text.replace("gain ", "gain ( ", 1), encoding="utf-8")
    with pytest.raises(Refused):
        load(content, "couriers", store=open_store())
    game.write_text(text, encoding="utf-8")
    parsing._outcome.cache_clear()
    assert load(content, "couriers", store=open_store()).hash == load(content, "couriers").hash
