"""Shape: nodes against the JSON Schemas of `schema/`, with every message in our own words.

In: a node and the name of a schema (or a schema as a dict). Out: findings in the report, each at the
key or value it is about. The schemas are the same files that editors use. They tell alternatives
apart by type, so that no finding ever reads "not valid under any of the given schemas". What is right is
accepted by `quick`; the schema library is imported and asked only when something is wrong.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from interpreter.diagnostics import Note, Problem, Report, Span, did_you_mean
from interpreter.reading.nodes import FAULTY, Entry, Mapping, Node, Scalar, Sequence, plain
from interpreter.reading.quick import Compiler

UNKNOWN_KEY = Problem("unknown-key", "A key is not one that is read here.")
MISSING_KEY = Problem("missing-key", "A key that must stand here does not.")
WRONG_TYPE = Problem("wrong-type", "A value is of another type than its key wants.")
NOT_ONE_OF = Problem("not-one-of", "A value is none of those that its key takes.")
WRONG_FORM = Problem("wrong-form", "A text or key is not written in the form it must have.")
OUT_OF_RANGE = Problem("out-of-range", "A number is less or more than it may be.")
WRONG_COUNT = Problem("wrong-count", "A list, mapping or text has too few or too many members.")
LISTED_TWICE = Problem("listed-twice", "A list names something twice.")
CONFLICTING_KEYS = Problem("conflicting-keys", "Keys stand together that exclude or need each other.")

JsonSchema = dict[str, Any]


@cache
def schema_folder() -> Path:
    """Where the `*.schema.json` files are: beside the interpreter, or in the installed package."""
    home = Path(__file__).resolve().parents[2]
    beside = home / "schema"
    return beside if (beside / "game.schema.json").is_file() else home / "rulewright_content" / "schema"


def schema_names() -> list[str]:
    """Names of the hand-written schemas: "game", "part", "cards", "layer", …"""
    return sorted(path.name.removesuffix(".schema.json") for path in schema_folder().glob("*.schema.json"))


@cache
def load_schema(name: str) -> JsonSchema:
    """A hand-written schema as plain data; not to be changed."""
    schema: JsonSchema = json.loads((schema_folder() / f"{name}.schema.json").read_text("utf-8"))
    return schema


def validate(node: Node, schema: str | JsonSchema, report: Report) -> bool:
    """Whether the node has the shape; what is wrong with it stands in the report.

    `schema`: the name of a hand-written schema, or of a place in one (`game#/properties/zones`), or a
    schema as data; for the latter keep a `Shape` when it is used more than once.
    """
    shape = named_shape(schema) if isinstance(schema, str) else Shape(schema)
    return shape.check(node, report)


@cache
def named_shape(name: str) -> Shape:
    """The shape that a hand-written schema, or a place in one, describes."""
    file, _, place = name.partition("#")
    return Shape(load_schema(file) if not place else {"$ref": f"{file}.schema.json#{place}"}, file)


class Shape:
    """A schema made ready for checking nodes. `file`: the schema that its references `#/…` lead to."""

    def __init__(self, schema: JsonSchema, file: str = "") -> None:
        self._schema = schema
        self._accepts = _compiler().compile(schema, file)
        self._errors: Callable[[object], Iterator[Any]] | None = None

    def accepts(self, node: Node) -> bool:
        """Whether the node has this shape, without saying why not."""
        return self._accepts(node)

    def check(self, node: Node, report: Report) -> bool:
        """Whether the node has this shape; findings go to the report, all of them at once."""
        if self._accepts(node):
            return True
        if self._errors is None:
            self._errors = _validator_class()(self._schema, registry=_registry()).iter_errors
        for error in self._errors(plain(node)):
            _Wording(node, error, report).say()
        return False


@cache
def _compiler() -> Compiler:
    return Compiler(load_schema)


@cache
def _validator_class() -> Any:
    """Draft 2020-12, with patterns that do not let a line break slip in at the end."""
    from jsonschema import Draft202012Validator, ValidationError, validators

    @cache
    def compiled(pattern: str) -> re.Pattern[str]:
        return re.compile(pattern)

    def pattern(validator: Any, pattern: str, instance: object, schema: JsonSchema) -> Iterator[Any]:
        if isinstance(instance, str) and (instance.endswith("\n") or not compiled(pattern).search(instance)):
            yield ValidationError("pattern")

    extend: Any = validators.extend
    return extend(Draft202012Validator, {"pattern": pattern})


@cache
def _registry() -> Any:
    from referencing import Registry, Resource

    found = [(f"{name}.schema.json", Resource.from_contents(load_schema(name))) for name in schema_names()]
    return Registry().with_resources(found).crawl()


# ---- wording ----------------------------------------------------------------------------------

_TYPE_WORDS = {
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
}
_TRUTHS = {"yes": "true", "on": "true", "y": "true", "no": "false", "off": "false", "n": "false"}


class _Wording:
    """One finding of the library, said in our words at its place."""

    def __init__(self, root: Node, error: Any, report: Report) -> None:
        self.error = error
        self.report = report
        self.schema: JsonSchema = error.schema if isinstance(error.schema, dict) else {}
        self.holder: Mapping | None = None
        self.key = ""
        node = root
        for step in error.absolute_path:
            if isinstance(node, Mapping):
                entry = _entry(node, step)
                self.holder, self.key, node = node, entry.key, entry.value
            elif isinstance(node, Sequence):
                node = node.items[step]
        self.node = node

    def say(self) -> None:
        if isinstance(self.node, Scalar) and self.node.style == FAULTY:
            return
        if "propertyNames" in self.error.absolute_schema_path:
            self._key_form()
            return
        say = getattr(self, "_" + self.error.validator.replace("$", ""), None)
        if say is None:
            self._put(WRONG_FORM, f"expected {self._expected()}, found {found_words(self.node)}")
        else:
            say()

    def _put(
        self, problem: Problem, message: str, help: str = "", at: Span | None = None, notes: tuple[Note, ...] = ()
    ) -> None:
        self.report.error(problem, at=at or _place(self.node), message=message, help=help, notes=notes, cause=3)

    def _expected(self) -> str:
        title = self.schema.get("title")
        if title:
            return str(title)
        types = self.schema.get("type", [])
        return " or ".join(_TYPE_WORDS[name] for name in ([types] if isinstance(types, str) else types))

    # One method for each keyword of JSON Schema that `schema/` uses.

    def _type(self) -> None:
        types = self.schema["type"]
        wanted = [types] if isinstance(types, str) else types
        message = f"expected {self._expected()}, found {found_words(self.node)}"
        self._put(WRONG_TYPE, message, _type_help(self.node, wanted))

    def _additionalProperties(self) -> None:
        assert isinstance(self.node, Mapping)
        known = self.schema.get("properties", {})
        for entry in self.node:
            if entry.key in known:
                continue
            help = did_you_mean(entry.key, known)
            empty = isinstance(entry.value, Scalar) and entry.value.value is None
            if self.node.flow and (empty or " " in entry.key):
                help = "in `{…}` a comma ends a text; write the text on a line of its own, or in single quotes"
            self._put(UNKNOWN_KEY, f"no key is called `{entry.key}` here", help, entry.key_span)

    def _required(self) -> None:
        assert isinstance(self.node, Mapping)
        for name in self.error.validator_value:
            if name not in self.node:
                about = self.schema.get("properties", {}).get(name, {})
                help = str(about.get("description", "")).removesuffix(".")
                help = f"`{name}`: {help}" if help else ""
                self._put(MISSING_KEY, f"the key `{name}` is missing here", help)

    def _dependentRequired(self) -> None:
        assert isinstance(self.node, Mapping)
        for name, needed in self.error.validator_value.items():
            for other in needed:
                if name in self.node and other not in self.node:
                    at = _entry(self.node, name).key_span
                    self._put(CONFLICTING_KEYS, f"`{name}` stands here without `{other}`", f"add `{other}`", at)

    def _oneOf(self) -> None:
        """Used for "exactly one of these keys" only."""
        assert isinstance(self.node, Mapping)
        names = [name for choice in self.error.validator_value for name in choice["required"]]
        present = [entry for entry in self.node if entry.key in names]
        listed = ", ".join(f"`{name}`" for name in names)
        if present:
            notes = (Note("the other one", present[0].key_span),)
            message = f"only one of {listed} can stand here"
            self._put(CONFLICTING_KEYS, message, "keep one of them", present[1].key_span, notes)
        else:
            self._put(MISSING_KEY, f"one of {listed} is missing here", "add one of them")

    def _enum(self) -> None:
        choices = self.error.validator_value
        names = [str(choice) for choice in choices]
        value = self.node.value if isinstance(self.node, Scalar) else None
        if not isinstance(value, str):
            message = f"expected {self._expected() or 'a name'}, found {found_words(self.node)}"
            self._put(WRONG_TYPE, message, did_you_mean("", names))
        else:
            self._put(
                NOT_ONE_OF, f"`{_short(value)}` is none of the values of `{self.key}`", did_you_mean(value, names)
            )

    def _pattern(self) -> None:
        text = str(self.error.instance)
        self._put(WRONG_FORM, f"`{_short(text)}` is not {self._expected()}", _form_help(text, self.schema))

    def _key_form(self) -> None:
        assert isinstance(self.node, Mapping)
        entry = _entry(self.node, self.error.instance)
        help = _form_help(entry.key, self.schema)
        if self.node.flow and " " in entry.key and not help.startswith("did you mean"):
            help = "in `{…}` a comma ends a text; write the text on a line of its own, or in single quotes"
        self._put(WRONG_FORM, f"`{_short(entry.key)}` is not {self._expected()}", help, entry.key_span)

    def _minimum(self) -> None:
        self._put(OUT_OF_RANGE, f"{self.error.instance} is less than {self.error.validator_value}", self._range())

    def _maximum(self) -> None:
        self._put(OUT_OF_RANGE, f"{self.error.instance} is more than {self.error.validator_value}", self._range())

    def _range(self) -> str:
        low, high = self.schema.get("minimum"), self.schema.get("maximum")
        if low is not None and high is not None:
            return f"`{self.key}` is from {low} to {high}" if self.key else f"from {low} to {high}"
        return ""

    def _minItems(self) -> None:
        help = "leave some out"
        if self.error.validator.startswith("min"):
            help = "write at least one word" if self.error.validator == "minLength" else "write at least one"
        self._put(WRONG_COUNT, f"expected {self._expected()}, found {found_words(self.node)}", help)

    _maxItems = _minProperties = _minLength = _minItems

    def _uniqueItems(self) -> None:
        assert isinstance(self.node, Sequence)
        seen: dict[str, Node] = {}
        for item in self.node:
            text = json.dumps(plain(item))
            if text in seen:
                notes = (Note("first stands here", seen[text].span),)
                message = f"{found_words(item)} stands twice in this list"
                self._put(LISTED_TWICE, message, "keep one of them", item.span, notes)
            else:
                seen[text] = item


def _entry(node: Mapping, key: str) -> Entry:
    return next(entry for entry in node if entry.key == key)


def _place(node: Node) -> Span:
    """A scalar as a whole, of anything longer its first character."""
    span = node.span
    if isinstance(node, Scalar) and span.line == span.end_line:
        return span
    return Span.at(span.file, span.line, span.column)


def found_words(node: Node) -> str:
    """What stands somewhere, for messages: "the text `big`", "nothing", "a list"."""
    match node:
        case Mapping():
            return "a mapping" if node.entries else "an empty mapping"
        case Sequence():
            return "a list" if node.items else "an empty list"
        case Scalar(value=None):
            return "nothing"
        case Scalar(value=bool()):
            return f"`{str(node.value).lower()}`"
        case Scalar(value=int()):
            return f"the number `{node.value}`"
        case Scalar():
            return f"the text `{_short(str(node.value))}`" if node.value else "an empty text"


def _type_help(node: Node, wanted: list[str]) -> str:
    match node:
        case Mapping(flow=True) | Sequence(flow=True) if "string" in wanted:
            return "a text that begins with `{` or `[` needs quotes"
        case Sequence(flow=False) if wanted == ["object"]:
            return "write `key: value` on each line, without `-`"
        case Mapping() if wanted == ["array"]:
            return "write a list, with `-` before each item"
        case Mapping() if "string" in wanted and len(node.entries) == 1:
            return "a text with `: ` in it needs single quotes, or stands on lines under `|`"
        case Scalar(value=None) if "object" in wanted:
            return "write keys under it, or remove it"
        case Scalar(value=bool() | int()) if "string" in wanted:
            return f"for a text put it into quotes: '{str(node.value).lower()}'"
        case Scalar(value=str()):
            value = str(node.value)
            if "boolean" in wanted:
                truth = value.lower() if value.lower() in ("true", "false") else _TRUTHS.get(value.lower())
                return f"write `{truth}`" if truth else "write `true` or `false`"
            if "integer" in wanted:
                digits = value.replace("_", "").strip()
                if digits.isascii() and digits.isdigit() and len(digits) < 10:
                    return f"write `{int(digits)}`"
                return "write a whole number such as `3`"
            if "array" in wanted and "string" not in wanted:
                return f"write `[{_short(value)}]`" if len(value) < 30 else "write a list"
            if wanted == ["object"]:
                return "write `key: value` on lines under it"
        case _:
            pass
    return ""


def _form_help(text: str, schema: JsonSchema) -> str:
    """A name that is nearly one, put right; else how such a text looks."""
    if str(schema.get("title", "")).startswith("a name"):
        name = re.sub(r"[^a-z0-9_]+", "_", text.lower(), flags=re.ASCII).strip("_").lstrip("0123456789_")
        return f"write `{_short(name)}`" if name else "begin it with a letter"
    if text.endswith(".yml"):
        return f"call it `{_short(text[:-4])}.yaml`"
    examples = [example for example in schema.get("examples", ()) if isinstance(example, str)]
    from difflib import get_close_matches  # only for what is wrong

    for example in examples:
        number = re.search("[0-9]+", text)
        nearly = re.sub("[0-9]+", number[0], example) if number else example
        if get_close_matches(text.lower(), [nearly]) and re.search(str(schema.get("pattern", "")), nearly):
            return f"did you mean `{nearly}`?"
    return f"write it like `{examples[0]}`" if examples else ""


def _short(text: str) -> str:
    text = text.strip().replace("\n", " ")
    return text if len(text) <= 40 else text[:39] + "…"
