"""A quick yes: whether a node has the shape of a schema, without the schema library.

In: one of our schemas. Out: a function from nodes to truth. Content that is right, nearly all of it,
is then checked ten times faster and without importing the library, which is asked only what is wrong.
Reads the keywords that `schema/` uses and raises for any other, so that none is ever passed over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from interpreter.reading.nodes import Mapping, Node, Scalar, Sequence, plain

Schema = dict[str, Any]
Accepts = Callable[[Node], bool]

_TYPES = frozenset(("string", "integer", "boolean", "array", "object", "null"))
_SAYS_NOTHING = frozenset(("$schema", "title", "description", "examples", "$defs"))
_READ = frozenset(
    ("$ref", "type", "enum", "pattern", "minLength", "minimum", "maximum", "items", "minItems", "maxItems")
    + ("uniqueItems", "properties", "required", "additionalProperties", "propertyNames", "minProperties")
    + ("dependentRequired", "oneOf")
)


class Compiler:
    """Makes schemas into functions. `load` gives the schema of a file by its name without ending."""

    def __init__(self, load: Callable[[str], Schema]) -> None:
        self.load = load
        self.known: dict[str, Accepts] = {}

    def reference(self, place: str) -> Accepts:
        """The function for a place such as `game#/properties/zones`."""
        found = self.known.get(place)
        if found is None:
            later: list[Accepts] = []
            self.known[place] = lambda node: later[0](node)  # a schema may contain itself
            file, _, pointer = place.partition("#")
            schema: Any = self.load(file)
            for step in pointer.split("/")[1:]:
                schema = schema[step]
            found = self.compile(schema, file)
            later.append(found)
            self.known[place] = found
        return found

    def compile(self, schema: Schema, file: str) -> Accepts:
        """The function for a schema; `file` is where its references of the form `#/…` lead."""
        unread = schema.keys() - _READ - _SAYS_NOTHING
        if unread:
            raise NotImplementedError(f"schema keywords {sorted(unread)}")
        if not schema.keys() & _READ:
            return _always
        wanted = schema.get("type", _TYPES)
        types = frozenset((wanted,)) if isinstance(wanted, str) else frozenset(wanted)
        scalar = _scalar(schema, types)
        mapping = self._mapping(schema, file) if "object" in types and "enum" not in schema else _never
        sequence = self._sequence(schema, file) if "array" in types and "enum" not in schema else _never

        def accepts(node: Node) -> bool:
            if isinstance(node, Scalar):
                return scalar(node)
            return mapping(node) if isinstance(node, Mapping) else sequence(node)

        if "$ref" not in schema:
            return accepts
        target, _, pointer = schema["$ref"].partition("#")
        other = self.reference(f"{target.removesuffix('.schema.json') or file}#{pointer}")
        return other if not schema.keys() & (_READ - {"$ref"}) else lambda node: accepts(node) and other(node)

    def _mapping(self, schema: Schema, file: str) -> Accepts:
        properties = {key: self.compile(value, file) for key, value in schema.get("properties", {}).items()}
        rest = schema.get("additionalProperties", {})
        others = _never if rest is False else self.compile(rest, file)
        names = (
            _scalar(schema["propertyNames"] | self._named(schema, file), _TYPES) if "propertyNames" in schema else None
        )
        required = frozenset(schema.get("required", ()))
        needed = [({key}, set(keys)) for key, keys in schema.get("dependentRequired", {}).items()]
        choices = [set(choice["required"]) for choice in schema.get("oneOf", ())]
        least = schema.get("minProperties", 0)

        def accepts(node: Node) -> bool:
            assert isinstance(node, Mapping)
            for entry in node.entries:
                if not properties.get(entry.key, others)(entry.value):
                    return False
                if names is not None and not names(Scalar(entry.key, entry.key_span)):
                    return False
            keys = {entry.key for entry in node.entries}
            return (
                len(keys) >= least
                and required <= keys
                and all(have <= keys for one, have in needed if one <= keys)
                and (not choices or sum(choice <= keys for choice in choices) == 1)
            )

        return accepts

    def _named(self, schema: Schema, file: str) -> Schema:
        """What `propertyNames` refers to, written out."""
        reference = schema["propertyNames"].get("$ref")
        if reference is None:
            return {}
        target, _, pointer = reference.partition("#")
        found: Any = self.load(target.removesuffix(".schema.json") or file)
        for step in pointer.split("/")[1:]:
            found = found[step]
        assert isinstance(found, dict)
        return found

    def _sequence(self, schema: Schema, file: str) -> Accepts:
        item = self.compile(schema.get("items", {}), file)
        least, most = schema.get("minItems", 0), schema.get("maxItems", 1 << 60)
        unique = schema.get("uniqueItems", False)

        def accepts(node: Node) -> bool:
            assert isinstance(node, Sequence)
            if not least <= len(node.items) <= most or not all(map(item, node.items)):
                return False
            return not unique or len({json.dumps(plain(one), sort_keys=True) for one in node.items}) == len(node.items)

        return accepts


def _always(node: Node) -> bool:
    return True


def _never(node: Node) -> bool:
    return False


def _scalar(schema: Schema, types: frozenset[str]) -> Callable[[Scalar], bool]:
    choices = frozenset(schema["enum"]) if "enum" in schema else None
    search = re.compile(schema["pattern"]).search if "pattern" in schema else None
    shortest = schema.get("minLength", 0)
    low, high = schema.get("minimum", -(1 << 60)), schema.get("maximum", 1 << 60)
    strings, integers = "string" in types, "integer" in types and choices is None
    others = {None: "null" in types and choices is None, bool: "boolean" in types and choices is None}

    def accepts(node: Scalar) -> bool:
        value = node.value
        if isinstance(value, str):
            if not strings or len(value) < shortest or (choices is not None and value not in choices):
                return False
            return search is None or (search(value) is not None and not value.endswith("\n"))
        if value is None or isinstance(value, bool):
            return others[None if value is None else bool]
        return integers and low <= value <= high

    return accepts
