"""Rules in words: every rule of the corpus, every word and form, every effect of a bundled game says what is stored."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
import yaml
from hypothesis import given, settings

from interpreter.pipeline import load
from interpreter.syntax import ast
from interpreter.vocabulary import known_queries, known_verbs
from interpreter.wording import Wording, action_text, card_text, rules_text
from tests.syntax.test_printing import EXPRESSIONS, STATEMENTS, blocks, filtered
from tests.wording.texts import BUNDLED, REPOSITORY, STORED, bundled, word_text, words
from tests.wording.wording_corpus import LANGUAGES, RULES, said, wording

LEFT_OVER = re.compile(r"==|!=|<=|>=|->|[{}_<>]|\.\.|\b(where|minimal|ties|mod|repeating|matching|otherwise do)\b")
STOPS = re.compile(r"\.\.|,,| ,|  | \.|\(\)|“”|„“|,\.|:\.")


@cache
def stored(name: str) -> Any:
    """The stored texts of a file."""
    return yaml.safe_load((STORED / name).read_text(encoding="utf-8"))


def readable(text: str) -> list[str]:
    """What in a text no rulebook would have."""
    lines = [line.strip() for line in text.split("\n")]
    return [found[0] for pattern in (LEFT_OVER, STOPS) for line in lines for found in pattern.finditer(line)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["id"])
def test_a_rule_of_the_corpus(rule: dict[str, Any], language: str) -> None:
    text = said(rule, language)
    assert text == stored("corpus.yaml")[rule["id"]][language]
    assert not readable(text), text


def test_no_text_without_its_rule() -> None:
    assert list(stored("corpus.yaml")) == [rule["id"] for rule in RULES]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", words(), ids=lambda case: case["name"])
def test_a_word(case: dict[str, Any], language: str) -> None:
    text = word_text(case, language)
    assert text == case[language]
    assert not readable(text), text


@pytest.mark.parametrize("name", [*known_verbs(), *known_queries()])
def test_every_word_has_a_text(name: str) -> None:
    found = [case for case in words() if case["name"].split(" ")[0] == name]
    assert found, f"cases/wording/words.yaml has no text of {name}"


@pytest.mark.parametrize("name", list(known_verbs()))
def test_every_verb_can_be_bent(name: str) -> None:
    """German needs five forms of a verb that a player does; English needs the verb in front."""
    verb = known_verbs()[name]
    if verb.role in ("modify", "forbid") or name == "rotate":
        return
    assert len(verb.forms.get("de", "").split()) in (5, 6)
    assert verb.sentences["de"].split(" ")[0] == verb.forms["de"].split()[0]
    assert verb.sentences["en"].split(" ")[0].isalpha()


@pytest.mark.parametrize("game", BUNDLED)
def test_the_effects_of_a_game(game: str) -> None:
    assert bundled(game) == stored(f"{game}.yaml")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BUNDLED)
def test_a_whole_rulebook(name: str, language: str) -> None:
    game = load(REPOSITORY, name).checked.game
    text = rules_text(game, language)
    assert text.startswith("# ")
    assert not readable(text)
    for action in (*game.actions, *game.effects):
        assert action_text(game, action, language)
        assert action_text(game, action, language).split("\n")[0] in text


def test_what_is_not_there_has_no_text() -> None:
    game = load(REPOSITORY, BUNDLED[0]).checked.game
    assert action_text(game, "no_such_action", "en") == ""
    assert card_text(game, "no_such_card", "en") == ""


def test_another_language_is_english_with_its_own_names() -> None:
    game = load(REPOSITORY, BUNDLED[0]).checked.game
    assert Wording(game, "fr").tongue.code == "en"
    assert rules_text(game, "fr")


def test_asking_twice_gives_the_same() -> None:
    game = load(REPOSITORY, BUNDLED[0]).checked.game
    words = Wording(game, "de")
    for action in game.actions:
        first = action_text(game, action, "de", words)
        assert first == action_text(game, action, "de", words) == action_text(game, action, "de")


@given(tree=blocks(STATEMENTS))
@settings(deadline=None, max_examples=100)
def test_any_effect_has_a_text(tree: ast.Block) -> None:
    # A name given to a value is said where the value is used: an effect of nothing but names has no text.
    only_names = all(isinstance(statement, ast.Let) for statement in tree.statements)
    for language in LANGUAGES:
        assert only_names or wording(language).effect(tree).strip()


@given(tree=EXPRESSIONS | filtered(EXPRESSIONS))
@settings(deadline=None, max_examples=100)
def test_any_value_has_a_text(tree: ast.Item) -> None:
    for language in LANGUAGES:
        wording(language).phrase(tree)


def test_a_named_effect_and_what_it_is_of() -> None:
    """Whose effect is meant is said: a unit that dies is not any unit."""
    game = load(REPOSITORY / "tests" / "games", "skirmish").checked.game
    assert "carries out “Death” for this unit" in card_text(game, "seer", "en")
    assert "„Tod“ für diese Einheit" in card_text(game, "seer", "de")


def test_a_number_and_what_is_numbered() -> None:
    """A text with `number {0}` is for numbers; of what has the noun itself, the noun is not said twice."""
    game = load(REPOSITORY, "woodcraft").checked.game
    for language, named, numbered in (
        ("en", "Whether the quadrant is empty", "If quadrant number 1 is empty"),
        ("de", "Ob das Viertel leer ist", "Wenn das Viertel Nummer 1 leer ist"),
    ):
        text = rules_text(game, language)
        assert named in text
        assert numbered in text
