"""The automaton and Lark, two ways to run one grammar, agree on every text: the same tree at the same places, or none."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from interpreter.syntax import automaton, generating, walk
from interpreter.syntax.parsing import STARTS, build_parser
from interpreter.syntax.problems import SyntaxFault
from interpreter.syntax.walking import depth
from interpreter.syntax.words import RESERVED

CASES = Path(__file__).parents[1] / "cases" / "syntax"
SIGNS = ["->", "==", "<=", "<", "(", ")", "..", ".", "+", "-", "*", "/", ",", ";", "=", "\n", "\n  ", " # note", "#"]
WORDS = [*sorted(RESERVED), "x", "deck", "card", "up", "down to", "for each", "instead of", "2 times per", "1", "23"]


@functools.cache
def lark() -> Any:
    return build_parser()


def by_lark(start: str, text: str) -> Any:
    try:
        return lark().parse(text, start=start)
    except (UnexpectedCharacters, UnexpectedToken, SyntaxFault):
        return None


def places(tree: Any) -> list[object]:
    found: list[object] = []
    for node in walk(tree):
        names = [name for name in type(node).__slots__ if name.endswith("span")]
        found.append((type(node).__name__, [getattr(node, name) for name in names]))
    return found


def agree(start: str, text: str) -> bool:
    """Whether the text has a tree; both ways say so, and it is the same one."""
    tables = automaton.load()
    assert tables is not None
    (ours, words), theirs = automaton.parse(tables, start, text), by_lark(start, text)
    assert ours == theirs, text
    if ours is not None:
        assert depth(ours) <= 2 * words + 4  # what `parsing` takes for granted
        assert places(ours) == places(theirs), text
    return ours is not None


def test_the_tables_belong_to_the_grammar() -> None:
    assert automaton.FILE.read_text(encoding="utf-8") == generating.text(), "run `make docs`"


def test_tables_of_another_grammar_are_left_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for content in (None, "{", automaton.FILE.read_text(encoding="utf-8").replace('"grammar": "', '"grammar": "0')):
        file = tmp_path / "automaton.json"
        if content is not None:
            file.write_text(content, encoding="utf-8")
        monkeypatch.setattr(automaton, "FILE", file)
        automaton.load.cache_clear()
        assert automaton.load() is None
    automaton.load.cache_clear()


def test_the_corpus_of_rules() -> None:
    count = 0
    for rule in yaml.safe_load((CASES / "corpus.yaml").read_text(encoding="utf-8")):
        for value in rule.values():
            for text in [value] if isinstance(value, str) else []:
                count += sum(agree(start, text) for start in STARTS)
    assert count > 100


def test_texts_with_a_mistake() -> None:
    for case in yaml.safe_load((CASES / "malformed.yaml").read_text(encoding="utf-8")):
        start = case.get("as", "effect")
        assert not agree(start, case["text"])
        text = case["text"]
        for cut in range(0, len(text), 3):
            agree(start, text[:cut])


@settings(max_examples=400)
@given(st.sampled_from(STARTS), st.lists(st.sampled_from(SIGNS + WORDS), max_size=12))
def test_any_words(start: str, words: list[str]) -> None:
    agree(start, " ".join(words))


@settings(max_examples=150)
@given(st.sampled_from(STARTS), st.text(alphabet="ab1 \n#.,()->=Aé\t", max_size=12))
def test_any_characters(start: str, text: str) -> None:
    agree(start, text)
