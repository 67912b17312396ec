"""Hostile texts: every text ends in a tree or one diagnostic, and every tree can be walked, compared and printed."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import syntax
from interpreter.syntax.walking import depth
from interpreter.syntax.words import RESERVED

STARTS = ("effect", "value", "order", "need")
HUGE = 1_000_000


@pytest.mark.parametrize(
    ("start", "text"),
    [
        ("value", "(" * 41 + "a" + ")" * 41),
        ("value", "f(" * 500 + ")" * 500),
        ("value", "(" * 19_000),
        ("value", "-" * 101 + "a"),
        ("value", "not " * 101 + "a"),
        ("value", "a" + ".b" * 5_000),
        ("value", "a" + "(1)" * 5_000),
        ("value", "+".join(["1"] * 9_000)),
        ("value", "*".join(["1"] * 9_000)),
        ("effect", "may " * 41 + "draw 1"),
        ("effect", "either " * 41 + "draw 1"),
        ("effect", "if a then " * 41 + "draw 1"),
        ("effect", "if a then draw 1" + " else if b then draw 1" * 60),
        ("effect", "\n".join(" " * level + "as players do" for level in range(60)) + " draw 1"),
        ("effect", "pay 1 -> " * 500 + "draw 1"),
    ],
)
def test_deep_texts_are_refused(start: str, text: str, language: Any) -> None:
    tree, (found,) = language.parse(text, start)
    assert tree is None
    assert found.problem.name == "nested-too-deep"


@pytest.mark.parametrize(
    ("start", "text"),
    [
        ("value", "(a, " * 39 + "a" + ")" * 39),
        ("value", "f(" * 39 + "a" + ")" * 39),
        ("value", "not " * 99 + "a"),
        ("value", "+".join(["1"] * 100)),
        ("value", " or ".join(["a"] * 3_000)),
        ("effect", "may " * 39 + "draw 1"),
        ("effect", "\n".join(" " * level + "as players do" for level in range(39)) + " draw 1"),
        ("effect", "draw 1\n" * 2_800),
        ("effect", "draw 1; " * 2_400 + "draw 1"),
        ("effect", "either draw 1\n" + "or draw 1\n" * 1_900),
        ("effect", "gain 1 coin" + ", 1 coin" * 2_400),
        ("effect", "if a then draw 1" + " else if b then draw 1" * 47),
        ("need", "any " * 4_900),
    ],
)
def test_wide_texts_and_texts_of_the_allowed_depth_are_fine(start: str, text: str, language: Any) -> None:
    tree = language.tree(text, start)
    assert depth(tree) <= syntax.MAX_DEPTH
    printed = language.print(tree, start)
    if len(printed) <= syntax.MAX_LENGTH:
        language.settles(tree, start)
    assert hash(tree) == hash(language.tree(text, start))


@pytest.mark.parametrize("text", ["a" * HUGE, "1+" * HUGE, "(" * HUGE, "\n" * HUGE, "\u00e4" * HUGE, "#" * HUGE])
def test_huge_texts_are_refused_at_once(text: str, language: Any) -> None:
    begin = time.perf_counter()
    for start in STARTS:
        tree, (found,) = language.parse(text, start)
        assert tree is None and found.problem.name == "text-too-long"
    assert time.perf_counter() - begin < 5


@pytest.mark.parametrize(
    "text",
    [
        "draw 1,\n" * 2_000,
        "choose a in b, " * 1_300,
        "draw 1\n " * 2_000,
        "a b " * 4_000,
        "x or " * 4_000,
        "if " * 6_000,
    ],
)
def test_long_texts_with_a_mistake_are_explained_in_time(text: str, language: Any) -> None:
    begin = time.perf_counter()
    tree, (found,) = language.parse(text)
    assert tree is None and found.message
    assert time.perf_counter() - begin < 5


def check(text: str, start: str, language: Any) -> None:
    tree, found = language.parse(text, start)
    if tree is None:
        (only,) = found
        assert only.message and only.help and only.at.line >= 1 and only.at.column >= 1
    else:
        assert not found
        language.settles(tree, start)


@given(text=st.text(max_size=60), start=st.sampled_from(STARTS))
@settings(deadline=None)
def test_any_characters(text: str, start: str, language: Any) -> None:
    check(text, start, language)


@pytest.mark.parametrize(
    "text", ["draw \ud800", "\x00", "draw 2 \U0001f0cf", "\u2028draw 1", "draw\u3000 1", "\ufeffdraw 1"]
)
def test_strange_characters(text: str, language: Any) -> None:
    tree, (found,) = language.parse(text)
    assert tree is None and found.problem.name == "unknown-character"


WORDS = sorted(RESERVED) + ["for each", "up to", "down to", "instead of", "up", "for", "each", "a", "draw", "0", "2"]
SIGNS = [
    "->",
    "(",
    ")",
    ",",
    ";",
    ".",
    "..",
    "+",
    "-",
    "*",
    "/",
    "=",
    "==",
    "<",
    "\n",
    "\n  ",
    "\n    ",
    "2 times per",
    "#",
]
# Words in likely neighbourhoods, so that long stretches parse before the mistake comes.
PHRASES = [
    "choose x in a",
    "pay 2 a",
    "-> draw 1",
    "otherwise draw 2",
    "if a then",
    "else",
    "either draw 1",
    "or draw 2",
    "for each x in a do",
    "as players do",
    "as a secretly do",
    "repeat 2 times do",
    "while a",
    "where a or b",
    "let x = the p in a with most b",
    "after a of b by any do",
    "once per turn do",
    "may",
    "(a where b by c)",
    "draw 3 as x",
    "\n  -> draw 1",
    "\nor draw 2",
    "\notherwise draw 1",
    "\nelse draw 1",
    "a / 2 rounded up",
    "(a, b)",
    ", 2 b or 1 c",
    "up\n  to",
    "for\neach",
    "a, # b\n  2",
]


CORPUS = [
    str(rule[key])
    for rule in yaml.safe_load(Path(__file__).parents[1].joinpath("cases", "syntax", "corpus.yaml").read_text("utf-8"))
    for key in ("do", "use", "ability")
    if key in rule
]


@given(data=st.data())
@settings(deadline=None, max_examples=300)
def test_any_slip_in_a_good_text(data: st.DataObject, language: Any) -> None:
    """A word too much or too few, or a line moved sideways: still a tree that settles, or one diagnostic."""
    words = re.findall(r"\w+|\s+|[^\w\s]+", data.draw(st.sampled_from(CORPUS)))
    place = data.draw(st.integers(0, len(words) - 1))
    words[place] = data.draw(st.sampled_from(["", " ", "\n", "\n   ", *WORDS, *SIGNS, words[place] * 2]))
    check("".join(words), "effect", language)


@given(words=st.lists(st.sampled_from(WORDS + SIGNS + PHRASES * 2), max_size=14), start=st.sampled_from(STARTS))
@settings(deadline=None, max_examples=600)
def test_any_words(words: list[str], start: str, language: Any) -> None:
    check(" ".join(words), start, language)
