"""A game's own card schema, from the kinds that it declares.

In: a game as plain data (`plain` of the merged tree). Out: a JSON Schema for its card files: which
kinds there are, which fields their cards have, of which type and range. `rulewright schema` writes it
for editors, and card files are checked against the same schema in memory. Opens no file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from interpreter.reading.schemas import JsonSchema, load_schema

_RANGE = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})", re.ASCII)
_REFERENCE = "common.schema.json#/$defs/"


def plural_of(kind: str, declared: object) -> str:
    """The top key in card files for a kind, and the word for the set."""
    plural = declared.get("plural") if isinstance(declared, Mapping) else None
    return plural if isinstance(plural, str) else kind + "s"


def card_keys() -> list[str]:
    """The keys that cards of every kind may have."""
    return list(load_schema("cards")["additionalProperties"]["items"]["properties"])


def card_schema(game: Mapping[str, Any]) -> JsonSchema:
    """The schema of one game's card files: closed, without references, so that it stands alone."""
    kinds = _mapping(game.get("kinds"))
    properties: JsonSchema = {}
    for kind, declared in kinds.items():
        plural = plural_of(kind, declared)
        properties[plural] = {
            "title": f"a list of {plural}",
            "description": f"Components of the kind `{kind}`.",
            "examples": [[{"id": f"{kind}_1"}]],
            "type": "array",
            "items": _card(kind, _mapping(_mapping(declared).get("fields")), game),
        }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "lists of components by kind",
        "description": f"Cards of {_name(game)}. Generated from its kinds by `rulewright schema`.",
        "type": "object",
        "additionalProperties": False,
        "minProperties": 1,
        "properties": properties,
    }


def render(schema: JsonSchema) -> str:
    """The schema as text for a file; the same schema always gives the same text."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _card(kind: str, fields: Mapping[str, Any], game: Mapping[str, Any]) -> JsonSchema:
    item = _alone(load_schema("cards")["additionalProperties"]["items"])
    properties: JsonSchema = item["properties"]
    required = ["id"]
    for name, declared in fields.items():
        if not isinstance(declared, str):
            continue
        properties[name] = _field(name, declared, kind, game)
        if not declared.endswith("?") and "=" not in declared:
            required.append(name)
    properties["id"]["examples"] = [f"{kind}_1"]
    return {
        "title": f"keys of a {kind} such as " + " and ".join(required[:3]),
        "type": "object",
        "additionalProperties": False,
        "required": required,
        "properties": properties,
    }


def _field(name: str, declared: str, kind: str, game: Mapping[str, Any]) -> JsonSchema:
    base, _, default = (part.strip() for part in declared.partition("="))
    optional = f", {default} when it is missing" if default else ", may be missing" if base.endswith("?") else ""
    base = base.removesuffix("?")
    schema: JsonSchema = {"description": f"Field of every `{kind}`: {base}{optional}."}
    enums, kinds = _mapping(game.get("enums")), _mapping(game.get("kinds"))
    bounds = _RANGE.fullmatch(base)
    if bounds:
        low, high = int(bounds[1]), int(bounds[2])
        title = f"a whole number from {low} to {high}"
        return schema | {"title": title, "examples": [low], "type": "integer", "minimum": low, "maximum": high}
    if base in enums:
        values = [value for value in enums[base] if isinstance(value, str)] if _iterable(enums[base]) else []
        return schema | {"title": f"a {base}", "examples": values[:2], "enum": values}
    if base in kinds:
        form = _alone(load_schema("common")["$defs"]["name"])
        return schema | form | {"title": f"the id of a {base}", "examples": [f"{base}_1"]}
    match base:
        case "number":
            return schema | {"title": "a whole number", "examples": [1], "type": "integer"}
        case _ if base.startswith("needs of "):
            return schema | {
                "title": "a list of needs",
                "examples": [["red 4", "any 2..3"]],
                "type": "array",
                "items": {
                    "title": "a need such as `red 4`, `any 5` or `red or white 3`",
                    "type": ["string", "integer"],
                },
            }
        case "truth":
            return schema | {"title": "true or false", "examples": [True], "type": "boolean"}
        case "text":
            return schema | _alone(load_schema("common")["$defs"]["text"]) | {"examples": [{"en": "…"}]}
        case "effect":
            resource = next(iter(_mapping(game.get("resources"))), None)
            example = f"gain 1 {resource}" if resource else "draw 1 from deck to you.hand"
            return schema | _alone(load_schema("common")["$defs"]["effect"]) | {"examples": [example]}
        case _:  # a type that is not declared: reported where the field is, not on every card
            return schema | {"examples": []}


def _alone(schema: JsonSchema) -> JsonSchema:
    """A copy in which every reference to the common definitions is written out."""
    if isinstance(schema, list):
        return [_alone(item) for item in schema]
    if not isinstance(schema, dict):
        return deepcopy(schema)
    written = {key: _alone(value) for key, value in schema.items() if key != "$ref"}
    reference = schema.get("$ref")
    if isinstance(reference, str):
        name = reference.removeprefix(_REFERENCE).removeprefix("#/$defs/")
        return _alone(load_schema("common")["$defs"][name]) | written
    return written


def _name(game: Mapping[str, Any]) -> str:
    name = _mapping(game.get("game")).get("name", "a game")
    return str(next(iter(name.values()), "a game") if isinstance(name, Mapping) else name)


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _iterable(value: object) -> bool:
    return isinstance(value, (list, tuple, Mapping))
