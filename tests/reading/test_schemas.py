"""The schemas themselves: of use to an editor, sound, and speaking in our words."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from interpreter.diagnostics import Report
from interpreter.reading.generate import card_schema, render
from interpreter.reading.layering import merge
from interpreter.reading.library import Library
from interpreter.reading.nodes import Mapping, plain
from interpreter.reading.schemas import Shape, load_schema, schema_names, validate
from interpreter.reading.tree import locate, split_path
from interpreter.reading.yaml_nodes import parse_yaml
from tests.reading.cases import QUARRY

NAMES = schema_names()


def quarry_cards() -> dict[str, Any]:
    tree = merge(Library(QUARRY), "quarry", [], Report())
    assert tree is not None
    declared = plain(tree)
    assert isinstance(declared, dict)
    return card_schema(declared)


def schemas() -> Iterator[tuple[str, dict[str, Any]]]:
    yield from ((name, load_schema(name)) for name in NAMES)
    yield "quarry cards", quarry_cards()


SCHEMAS = list(schemas())


def below(schema: Any, place: str) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(schema, dict):
        yield place, schema
        for key, value in schema.items():
            if key not in ("examples", "enum"):
                yield from below(value, f"{place}/{key}")
    elif isinstance(schema, list):
        for index, value in enumerate(schema):
            yield from below(value, f"{place}/{index}")


def registry() -> Any:
    found = [(f"{name}.schema.json", Resource.from_contents(load_schema(name))) for name in NAMES]
    return Registry().with_resources(found)


def test_all_kinds_of_files_have_a_schema() -> None:
    assert NAMES == ["cards", "common", "game", "layer", "part", "scenario", "table", "text"]


@pytest.mark.parametrize(("name", "schema"), SCHEMAS)
def test_sound(name: str, schema: dict[str, Any]) -> None:
    Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize(("name", "schema"), SCHEMAS)
def test_every_property_says_what_it_is(name: str, schema: dict[str, Any]) -> None:
    for place, part in below(schema, name):
        if place.endswith("/properties"):
            for key, value in part.items():
                assert value.get("description", "").endswith("."), f"{place}/{key}"
                assert value.get("examples"), f"{place}/{key}"


@pytest.mark.parametrize(("name", "schema"), SCHEMAS)
def test_examples_are_examples(name: str, schema: dict[str, Any]) -> None:
    file = f"{name}.schema.json"
    known = registry().with_resource(file, Resource.from_contents(load_schema(name))) if name in NAMES else registry()
    for place, part in below(schema, name):
        for example in part.get("examples", []) if "examples" in part and "description" in part else []:
            if name in NAMES:
                pointer = place.removeprefix(name)
                validator = Draft202012Validator({"$ref": f"{file}#{pointer}"}, registry=known)
            else:
                validator = Draft202012Validator(part)
            if place.startswith("quarry cards/properties/") and place.count("/") == 2:
                continue  # only hints at the shape: a whole card would be too long for a hover
            assert not list(validator.iter_errors(example)), (place, example)


@pytest.mark.parametrize(("name", "schema"), SCHEMAS)
def test_whatever_can_fail_is_called_something(name: str, schema: dict[str, Any]) -> None:
    """A message reads "expected TITLE", so what has a type, a pattern or choices has a title."""
    for place, part in below(schema, name):
        if {"type", "pattern", "enum"} & part.keys() and not place.endswith(("/properties", "/$defs")):
            assert "title" in part, place
        assert "anyOf" not in part and "allOf" not in part and "not" not in part, place
        for choice in part.get("oneOf", []):
            assert list(choice) == ["required"], place


def test_the_further_files_of_a_game_have_the_same_keys() -> None:
    game, part = load_schema("game")["properties"], load_schema("part")["properties"]
    assert list(part) == [key for key in game if key != "game"]
    for key, value in part.items():
        assert value["$ref"] == f"game.schema.json#/properties/{key}"
        assert value["description"] == game[key]["description"]


def test_a_generated_schema_stands_alone_and_is_stable() -> None:
    text = render(quarry_cards())
    assert "$ref" not in text
    assert text == render(quarry_cards())
    assert json.loads(text) == quarry_cards()


def test_card_fields() -> None:
    helper = quarry_cards()["properties"]["helpers"]["items"]
    assert helper["required"] == ["id", "deck", "cost"]
    assert helper["properties"]["deck"]["enum"] == ["early", "late"]
    assert (helper["properties"]["cost"]["minimum"], helper["properties"]["cost"]["maximum"]) == (1, 9)
    assert helper["properties"]["idle"]["type"] == "boolean"
    assert helper["properties"]["produce"]["examples"] == ["gain 1 coin"]
    assert helper["additionalProperties"] is False


@pytest.mark.parametrize("game", [{}, {"kinds": None}, {"kinds": {"block": {"fields": {"a": 1, "b": "what?"}}}}])
def test_a_faulty_game_still_has_a_schema(game: dict[str, Any]) -> None:
    Draft202012Validator.check_schema(card_schema(game))


VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-9, 99), st.sampled_from(["", "stone", "1..9", "Gain 2", "yes"])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(
                ["game", "play", "name", "zones", "of", "slots", "do", "offer", "en", "a b", "edits", "with"]
            ),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=12,
)


JUDGES = registry()


@settings(max_examples=400, deadline=None)
@given(VALUES, st.sampled_from([name for name in NAMES if name != "common"]))
def test_any_value_against_any_schema(value: object, name: str) -> None:
    """Never raises; agrees with the library on what is right; says nothing in the library's words."""
    report = Report()
    node = parse_yaml(json.dumps(value), "f", report)
    assert node is not None
    fine = validate(node, name, report)
    judge = Draft202012Validator(load_schema(name), registry=JUDGES)
    assert fine == judge.is_valid(value)
    assert fine == (not report.failed)
    for diagnostic in report:
        assert "under any of the given" not in diagnostic.message


PIECES = [
    *[
        "zones.deck",
        "zones.yard.slots",
        "play.turn",
        "kinds.helper",
        "cards.helpers.mason",
        "quantities.block_price",
        "winner",
    ],
    *[
        "enums.colour",
        "resources.coin",
        "tables.wages",
        "functions.bonus",
        "play.turn.actions.offer",
        "game",
        "sources",
    ],
]


@settings(max_examples=600, deadline=None)
@given(
    st.sampled_from(PIECES),
    VALUES,
    st.sampled_from(["", "of", "order", "do", "slots", "one per", "is", "text", "cost"]),
)
def test_a_quick_yes_is_the_yes_of_the_library(path: str, value: object, key: str) -> None:
    """Right values with one part exchanged: the quick way and the library agree on every one."""
    tree = plain(QUARRY_TREE)
    assert isinstance(tree, dict)
    found: Any = tree
    place = locate(QUARRY_TREE, split_path(path), [], []).path
    for step in place[:-1]:
        found = found[step]
    if key and isinstance(found[place[-1]], dict):
        found[place[-1]][key] = value
    else:
        found[place[-1]] = value
    cards, report = tree.pop("cards"), Report()
    for part, schema, file in ((tree, load_schema("game"), "game"), *card_checks(cards)):
        node = parse_yaml(json.dumps(part), "f", report)
        assert node is not None
        judge = Draft202012Validator(schema, registry=JUDGES)
        assert Shape(schema, file).accepts(node) == judge.is_valid(part)


def card_checks(cards: dict[str, Any]) -> Iterator[tuple[object, dict[str, Any], str]]:
    for plural, found in cards.items():
        item = QUARRY_CARDS["properties"][plural]["items"]
        yield from ((card, item, "") for card in (found.values() if isinstance(found, dict) else [found]))


def read_quarry() -> Mapping:
    tree = merge(Library(QUARRY), "quarry", [], Report())
    assert tree is not None
    return tree


QUARRY_TREE, QUARRY_CARDS = read_quarry(), quarry_cards()


def test_a_keyword_that_is_not_read_is_refused() -> None:
    with pytest.raises(NotImplementedError):
        Shape({"type": "string", "format": "date"})


def test_right_content_does_not_need_the_library() -> None:
    code = (
        "import sys; from pathlib import Path; from interpreter.diagnostics import Report\n"
        "from interpreter.reading.layering import merge; from interpreter.reading.library import Library\n"
        f"assert merge(Library(Path({str(QUARRY)!r})), 'quarry', ['hard_stone'], Report()) is not None\n"
        "assert 'jsonschema' not in sys.modules"
    )
    root = Path(__file__).resolve().parents[2]
    subprocess.run([sys.executable, "-c", code], check=True, cwd=root)


def test_the_quarry_game_says_where_its_schemas_are() -> None:
    for path in QUARRY.rglob("*.yaml"):
        first = path.read_text("utf-8").split("\n")[0]
        if "$schema=" in first:
            target = (path.parent / first.partition("$schema=")[2]).resolve()
            assert target.parent.name in ("schema", "cards")
            assert target.parent.name == "cards" or target.is_file(), path
