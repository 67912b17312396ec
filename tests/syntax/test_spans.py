"""Places: which characters of a text a node stands for."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter import syntax
from interpreter.syntax import ast


def said(text: str, place: ast.Place) -> str:
    return text[slice(*place)]


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("  draw 2 from deck  # all", ast.Plain, ["draw 2 from deck"]),
        ("draw 2 from deck as seen", ast.Plain, ["draw 2 from deck as seen"]),
        ("gain 2 red.wood, (a + b) stone", ast.Counted, ["2 red.wood", "(a + b) stone"]),
        ("gain 2 of (wood, stone)", ast.Pool, ["2 of (wood, stone)"]),
        ("pay 2 wood or 1 stone -> again", ast.Alternatives, ["2 wood or 1 stone"]),
        ("move card to deck at top", ast.Labelled, ["to deck", "at top"]),
        ("reduce price by 2 down  to 1", ast.Labelled, ["by 2", "down  to 1"]),
        ("set x to (a + b) * c", ast.Binary, ["(a + b) * c", "(a + b)"]),
        ("set x to a.b.c(1)", ast.Field, ["a.b.c", "a.b"]),
        ("set x to a.b.c(1)", ast.Call, ["a.b.c(1)"]),
        ("set x to a / 2 rounded up", ast.Divide, ["a / 2 rounded up"]),
        ("set x to -a", ast.Unary, ["-a"]),
        ("choose 1 to 2 cards in hand minimal -> again", ast.HowMany, ["1 to 2"]),
        ("choose up  to 2 cards in hand -> again", ast.HowMany, ["up  to 2"]),
        ("choose some cards in hand minimal -> again", ast.Choose, ["choose some cards in hand minimal"]),
        ("pay 1\n  -> draw 1\notherwise draw 2", ast.Sentence, ["pay 1\n  -> draw 1\notherwise draw 2"]),
        ("pay 1\n  -> draw 1\notherwise draw 2", ast.Block, None),
        ("either draw 1\nor draw 2", ast.Either, ["either draw 1\nor draw 2"]),
        ("may draw 1", ast.May, ["may draw 1"]),
        ("if a then draw 1 else if b then draw 2", ast.If, None),
        ("once per turn after buy of x by any do draw 1", ast.Limit, ["once per turn"]),
        ("2  times  per turn after buy of x by any where a do draw 1", ast.Limit, ["2  times  per turn"]),
        ("2 times per turn after buy of x by any where a do draw 1", ast.Event, ["buy of x by any where a"]),
        ("once after buy do draw 1", ast.Trigger, ["once after buy do draw 1"]),
        ("for  each x in xs do draw 1", ast.ForEach, ["for  each x in xs do draw 1"]),
        ("let x = the p in ps with most k then fewest j ties none", ast.Rank, ["most k", "fewest j"]),
        ("let x = the p with most k", ast.Superlative, ["the p with most k"]),
        ("roll (dice where it.aside by value)", ast.Filtered, ["dice where it.aside by value"]),
        ("roll (dice where it.aside by value)", ast.Group, ["(dice where it.aside by value)"]),
        ("require a is not b -> again", ast.IsKind, ["a is not b"]),
        ("require a not in b -> again", ast.Member, ["a not in b"]),
        ("require a or not b -> again", ast.Logic, ["a or not b"]),
        ("choose x in 1 .. 6 -> again", ast.Range, ["1 .. 6"]),
    ],
)
def test_a_node_stands_for_its_characters(text: str, kind: type, expected: list[str] | None, language: Any) -> None:
    found = [said(text, node.span) for node in syntax.walk(language.tree(text)) if type(node) is kind]
    if expected is None:
        expected = {
            ast.Block: [text, "draw 1", "draw 2"],
            ast.If: [text, "if b then draw 2"],
        }[kind]
    assert found == expected


def test_names_have_places_of_their_own(language: Any) -> None:
    text = "once per turn after  buy of x do\n  draw 1 from you.deck"
    nodes = list(syntax.walk(language.tree(text)))
    assert [said(text, n.name_span) for n in nodes if isinstance(n, ast.Event | ast.Field)] == ["buy", "deck"]
    assert [said(text, n.verb_span) for n in nodes if isinstance(n, ast.Plain)] == ["draw"]


@pytest.mark.parametrize(
    ("start", "text", "kind", "expected"),
    [
        ("order", " most a then fewest b ties share", ast.Order, ["most a then fewest b ties share"]),
        ("need", " green or 2 3..4 ", ast.Need, ["green or 2 3..4"]),
        ("need", " green or 2 3..4 ", ast.Pattern, ["green", "2", "3..4"]),
        ("value", " a where b ", ast.Filtered, ["a where b"]),
    ],
)
def test_the_other_starts_too(start: str, text: str, kind: type, expected: list[str], language: Any) -> None:
    found = [said(text, node.span) for node in syntax.walk(language.tree(text, start)) if type(node) is kind]
    assert found == expected


def test_places_do_not_count_in_comparison(language: Any) -> None:
    assert language.tree("draw  2") == language.tree("draw 2")


def test_notes_are_found_and_read_over(language: Any) -> None:
    text = "# above\ndraw 2 # none: `äöü`\ndraw 3\n"
    assert [said(text, place) for place in syntax.notes(text)] == ["# above", "# none: `äöü`"]
    assert language.tree(text) == language.tree("draw 2\ndraw 3")
