"""Printing: the canonical form of chosen texts, and of any tree."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.syntax import ast

# ---- trees that a text can have ---------------------------------------------------------------------

NAMES = st.sampled_from(
    ["a", "b2", "card_row", "you", "it", "each", "down", "up", "for", "instead", "very_" * 12 + "long"]
)
# The first word of a statement and the like cannot stand in parentheses; before `to`, `each` or `of` these four would
# become half of another word, so no text has them there.
FIRST = st.sampled_from(["draw", "gain", "each", "times_two"])
LABELS = st.sampled_from(["to", "from", "at", "on", "by", "with", "ties", "up to", "down to"])
NUMBERS = st.builds(ast.Number, st.integers(0, 999_999_999))


def pairs(of: st.SearchStrategy[Any], most: int = 3) -> st.SearchStrategy[Any]:
    return st.lists(of, min_size=2, max_size=most).map(tuple)


def some(of: st.SearchStrategy[Any], most: int = 2) -> st.SearchStrategy[Any]:
    return st.lists(of, min_size=1, max_size=most).map(tuple)


def maybe(of: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | of


def filtered(e: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return (
        st.builds(ast.Filtered, e, e, e)
        | st.builds(ast.Filtered, e, e, st.none())
        | st.builds(ast.Filtered, e, st.none(), e)
    )


def superlatives(e: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.builds(
        ast.Superlative, NAMES, maybe(e), maybe(e), some(st.builds(ast.Rank, st.booleans(), e)), maybe(NAMES)
    )


def larger(e: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    items = e | filtered(e)
    return st.one_of(
        st.builds(ast.Field, e, NAMES),
        st.builds(ast.Call, e, st.lists(items, max_size=2).map(tuple)),
        st.builds(ast.Group, pairs(e) | filtered(e).map(lambda only: (only,))),
        st.builds(ast.Unary, st.sampled_from(["-", "not"]), e),
        st.builds(ast.Binary, st.sampled_from(["+", "-", "*", "mod"]), e, e),
        st.builds(ast.Divide, e, e, st.sampled_from(["up", "down", "for"])),
        st.builds(ast.Compare, st.sampled_from(["==", "!=", "<=", ">=", "<", ">"]), e, e),
        st.builds(ast.Logic, st.sampled_from(["and", "or"]), pairs(e)),
        st.builds(ast.IsKind, e, NAMES, st.booleans()),
        st.builds(ast.Member, e, e, st.booleans()),
        st.builds(ast.Range, e, e),
        superlatives(e),
    )


EXPRESSIONS = st.recursive(NUMBERS | st.builds(ast.Name, NAMES), larger, max_leaves=6)
UNITS = st.builds(ast.Name, FIRST) | st.builds(ast.Field, st.builds(ast.Name, FIRST), FIRST)
AMOUNT = EXPRESSIONS | st.builds(ast.Counted, EXPRESSIONS, UNITS) | st.builds(ast.Pool, EXPRESSIONS, EXPRESSIONS)
AMOUNTS = some(AMOUNT | st.builds(ast.Alternatives, pairs(AMOUNT)))
PLAIN = st.builds(
    ast.Plain,
    FIRST | st.just("for"),
    st.just(()) | AMOUNTS,
    st.lists(st.builds(ast.Labelled, LABELS, AMOUNTS), max_size=2).map(tuple),
    maybe(NAMES),
    maybe(EXPRESSIONS),
)
LET = st.builds(ast.Let, NAMES, EXPRESSIONS)
COUNT = (
    st.builds(ast.HowMany, st.just("exactly"), EXPRESSIONS, st.none())
    | st.builds(ast.HowMany, st.just("between"), EXPRESSIONS, EXPRESSIONS)
    | st.builds(ast.HowMany, st.just("up to"), st.none(), EXPRESSIONS)
)
CHOOSE = st.builds(
    ast.Choose,
    maybe(COUNT | st.just(ast.HowMany("some", None, None))),
    NAMES,
    EXPRESSIONS,
    st.booleans(),
    maybe(EXPRESSIONS),
    maybe(EXPRESSIONS),
    maybe(EXPRESSIONS),
    st.booleans(),
)
COMMITMENTS = some(PLAIN | LET | CHOOSE | st.builds(ast.Require, EXPRESSIONS), 3)
LIMIT = st.builds(ast.Limit, st.just(1), maybe(FIRST)) | st.builds(ast.Limit, st.integers(0, 99), FIRST)
EVENT = st.builds(
    ast.Event,
    FIRST,
    maybe(EXPRESSIONS),
    st.lists(st.tuples(LABELS, EXPRESSIONS), max_size=2).map(tuple),
    maybe(EXPRESSIONS),
)


def blocks(statement: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.builds(ast.Block, some(statement))


def forms(statement: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    body = blocks(statement)
    ifs = st.builds(ast.If, EXPRESSIONS, body, maybe(body))
    chain = ifs.map(lambda one: ast.If(one.condition, one.then, one.otherwise, chained=True))
    return st.one_of(
        st.builds(ast.Sentence, COMMITMENTS, body, maybe(body)),
        st.builds(ast.May, body),
        st.builds(ast.Either, pairs(body)),
        ifs,
        st.builds(ast.If, EXPRESSIONS, body, chain.map(lambda one: ast.Block((one,)))),
        st.builds(ast.ForEach, NAMES, EXPRESSIONS, maybe(EXPRESSIONS), maybe(EXPRESSIONS), body),
        st.builds(ast.As, EXPRESSIONS, maybe(EXPRESSIONS), maybe(EXPRESSIONS), st.booleans(), body),
        st.builds(ast.Repeat, COUNT, maybe(EXPRESSIONS), body),
        st.builds(ast.During, FIRST, body),
        st.builds(ast.Limited, LIMIT, body),
        st.builds(ast.Trigger, st.sampled_from(["after", "before", "instead of"]), maybe(LIMIT), EVENT, body),
    )


STATEMENTS = st.recursive(PLAIN | LET, forms, max_leaves=5)
KEYS = some(st.builds(ast.Rank, st.booleans(), EXPRESSIONS), 3)
PATTERN = st.builds(ast.Pattern, st.builds(ast.Name, FIRST) | NUMBERS | st.builds(ast.Range, NUMBERS, NUMBERS))


# ---- any tree comes back ----------------------------------------------------------------------------


@given(tree=blocks(STATEMENTS))
@settings(deadline=None, max_examples=250)
def test_any_effect_comes_back(tree: ast.Block, language: Any) -> None:
    text = language.settles(tree)
    assert all(line == line.rstrip() and line for line in text.split("\n"))


@given(tree=EXPRESSIONS | filtered(EXPRESSIONS))
@settings(deadline=None, max_examples=250)
def test_any_value_comes_back(tree: ast.Item, language: Any) -> None:
    language.settles(tree, "value")


@given(tree=st.builds(ast.Order, KEYS, maybe(NAMES)))
@settings(deadline=None)
def test_any_order_comes_back(tree: ast.Order, language: Any) -> None:
    language.settles(tree, "order")


@given(tree=st.builds(ast.Need, some(some(PATTERN, 3), 3)))
@settings(deadline=None)
def test_any_need_comes_back(tree: ast.Need, language: Any) -> None:
    language.settles(tree, "need")


# ---- chosen texts -----------------------------------------------------------------------------------


def test_the_canonical_form(printing_case: dict[str, str], language: Any) -> None:
    assert language.settles(language.tree(printing_case["text"])) == printing_case["printed"]
