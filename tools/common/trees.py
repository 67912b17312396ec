"""A merged ruleset as a tree of named values: walking it by path, writing it as YAML with origins.

In: nodes of `interpreter.reading`. Out: lines of text. A path is names and ids joined by dots, as in
layers: `zones.hand`, `cards.some_id.cost`, `play.turn.cleanup` (the word `parts` may be left out).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.reading.nodes import Entry, Mapping, Node, Scalar, Sequence, plain
from tools.common.failures import Failure
from tools.common.names import suggestion

FLOW_WIDTH = 100
# What YAML reads as something else than a text, in version 1.2 or in 1.1, which other programs still follow.
SPECIAL = re.compile(
    r"null|~|true|false|yes|no|on|off|y|n"
    r"|[-+]?[0-9][0-9_]*|[-+]?0[xob][0-9a-f_]+"
    r"|[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)(e[-+]?[0-9]+)?"
    r"|[-+]?\.(inf|nan)|\.nan"
    r"|[-+]?[0-9]+(:[0-9]+)+"
    r"|[0-9]{4}-[0-9]+-[0-9]+.*"
    r"|=|<<",
    re.I,
)
BEGINS_BADLY = tuple("-?:,[]{}#&*!|>'\"%@` ")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of YAML and the node whose value ends on it, if one does."""

    text: str
    node: Node | None = None


def walk(tree: Mapping, path: str) -> Node:
    """The node at a path, or a Failure that suggests the name meant."""
    from interpreter.reading.generate import plural_of
    from interpreter.reading.tree import locate, split_path

    segments = split_path(path)
    kinds = tree.get("kinds")
    plurals = [plural_of(entry.key, plain(entry.value)) for entry in kinds] if isinstance(kinds, Mapping) else []
    top_keys = [entry.key for entry in tree]
    place = locate(tree, segments, top_keys, plurals)
    if place.node is None:
        done = ".".join(name for name, _offset in segments[: len(segments) - place.rest])
        name = path[place.missing[0] : place.missing[1]]
        where = f"`{done}` has nothing called `{name}`" if done else f"a ruleset has nothing called `{name}`"
        known = list(dict.fromkeys(place.known))
        raise Failure(where, suggestion(name, known) or f"there: {', '.join(known[:20])}")
    return place.node


def item_id(item: Node) -> str | None:
    """The id of an item of a list, if it has one."""
    if isinstance(item, Mapping) and isinstance(found := item.get("id"), Scalar):
        return str(found.value)
    return None


def leaves(node: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Scalar]]:
    """Every single value with its path; items without an id are numbered from 1."""
    match node:
        case Scalar():
            yield path, node
        case Mapping():
            for entry in node:
                yield from leaves(entry.value, (*path, entry.key))
        case Sequence():
            for number, item in enumerate(node, 1):
                yield from leaves(item, (*path, item_id(item) or str(number)))


def yaml_lines(node: Node, origins: bool = False) -> list[Line]:
    """A node as lines of block YAML; small mappings and lists stand on one line, as people write them.

    With `origins`, only those whose values were all written by one hand do.
    """
    if isinstance(node, Scalar):
        return [Line(scalar(node), node)] if "\n" not in str(node.value) else _block(node, "", 0)
    if _empty(node):
        return [Line("{}" if isinstance(node, Mapping) else "[]", node)]
    return _lines(node, 0, origins, top=True)


def _lines(node: Node, indent: int, origins: bool, top: bool = False) -> list[Line]:
    pad = " " * indent
    lines: list[Line] = []
    if isinstance(node, Mapping):
        for entry in node:
            block = _under(f"{pad}{key(entry)}:", entry.value, indent + 2, origins)
            apart = top and len(block) > 1
            if apart and lines and lines[-1].text:
                lines.append(Line(""))
            lines += [*block, Line("")] if apart else block
    elif isinstance(node, Sequence):
        for item in node:
            if isinstance(item, Mapping) and not _fits(item, indent + 2, origins) and not _empty(item):
                inner = _lines(item, indent + 2, origins)
                lines.append(Line(f"{pad}- {inner[0].text.lstrip()}", inner[0].node))
                lines += inner[1:]
            else:
                lines += _under(f"{pad}-", item, indent + 2, origins)
    while lines and top and not lines[-1].text:
        lines.pop()
    return lines


def _under(head: str, value: Node, indent: int, origins: bool) -> list[Line]:
    """A value behind `key:` or `-`, on the same line if it can be."""
    if isinstance(value, Scalar):
        if "\n" in str(value.value):
            return _block(value, head + " ", indent)
        return [Line(f"{head} {scalar(value)}", value)]
    if _empty(value) or _fits(value, len(head) + 1, origins):
        return [Line(f"{head} {flow(value)}", value)]
    return [Line(head), *_lines(value, indent, origins)]


def _block(node: Scalar, head: str, indent: int) -> list[Line]:
    text = str(node.value)
    keep = "" if text.endswith("\n") and not text.endswith("\n\n") else "-" if not text.endswith("\n") else "+"
    mark = str(2) if text.startswith((" ", "\n")) else ""
    rows = text.removesuffix("\n").split("\n")
    return [Line(f"{head}|{mark}{keep}", node), *(Line(f"{' ' * indent}{row}".rstrip()) for row in rows)]


def _empty(node: Node) -> bool:
    return (isinstance(node, Mapping) and not node.entries) or (isinstance(node, Sequence) and not node.items)


def _fits(node: Node, used: int, origins: bool) -> bool:
    """Whether a mapping or list is small enough for one line."""
    values = (
        [entry.value for entry in node]
        if isinstance(node, Mapping)
        else list(node)
        if isinstance(node, Sequence)
        else []
    )
    if not all(isinstance(value, Scalar) and "\n" not in str(value.value) for value in values):
        if isinstance(node, Sequence) and len(values) > 1 or not all(_fits_inside(value) for value in values):
            return False
        if origins and len(values) > 1:
            return False
    if origins and not _one_hand(node):
        return False
    return used + len(flow(node)) <= FLOW_WIDTH


def _fits_inside(node: Node) -> bool:
    if isinstance(node, Scalar):
        return "\n" not in str(node.value)
    return isinstance(node, Sequence) and all(isinstance(item, Scalar) and "\n" not in str(item.value) for item in node)


def _one_hand(node: Node) -> bool:
    found = [leaf for _path, leaf in leaves(node)]
    first = found[0] if found else None
    return first is None or all(
        leaf.origin.layer == first.origin.layer and leaf.origin.replaced is None and leaf.span.file == first.span.file
        for leaf in found
    )


def flow(node: Node) -> str:
    """A node on one line."""
    match node:
        case Scalar():
            return scalar(node, inside=True)
        case Mapping():
            return "{" + ", ".join(f"{key(entry, inside=True)}: {flow(entry.value)}" for entry in node) + "}"
        case Sequence():
            return "[" + ", ".join(flow(item) for item in node) + "]"


def key(entry: Entry, inside: bool = False) -> str:
    """A key as it may stand in YAML; `inside` a flow mapping."""
    return entry.key if not _needs_quotes(entry.key, inside) or entry.key.isdigit() else quoted(entry.key)


def scalar(node: Scalar, inside: bool = False) -> str:
    """A single value as it may stand in YAML; `inside` a flow mapping or list."""
    value = node.value
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    return quoted(value) if _needs_quotes(value, inside) else value


def quoted(text: str) -> str:
    """A text in quotes: single ones where they can hold it."""
    return "'" + text.replace("'", "''") + "'" if text.isprintable() else json.dumps(text, ensure_ascii=True)


def _needs_quotes(text: str, inside: bool) -> bool:
    return (
        not text
        or not text.isprintable()
        or text.startswith(BEGINS_BADLY)
        and not re.match(r"[-?:][^\s,\[\]{}]", text)
        or text.endswith((" ", ":"))
        or ": " in text
        or " #" in text
        or SPECIAL.fullmatch(text) is not None
        or inside
        and (text.endswith("?") or any(mark in text for mark in ",[]{}"))
    )


def origin(node: Node) -> str:
    """Who wrote a value last, and what it replaced: `file:line:column, layer NAME, was OLD (place)`."""
    text = str(node.span)
    if node.origin.layer != "base":
        text += f", layer {node.origin.layer}"
    if (old := node.origin.replaced) is not None:
        text += f", was {short(old)} ({old.span})"
    return text


def short(node: Node, width: int = 60) -> str:
    """A node in a few words."""
    text = (
        " / ".join(str(node.value).strip().split("\n"))
        if isinstance(node, Scalar) and isinstance(node.value, str)
        else flow(node)
    )
    return text if len(text) <= width else text[: width - 1] + "…"


def origins_json(node: Node) -> list[dict[str, object]]:
    """Every value of a tree with its place, layer and what it replaced."""
    found: list[dict[str, object]] = []
    for path, leaf in leaves(node):
        old = leaf.origin.replaced
        found.append(
            {
                "path": ".".join(path),
                "value": leaf.value,
                "file": leaf.span.file,
                "line": leaf.span.line,
                "column": leaf.span.column,
                "layer": leaf.origin.layer,
                "replaced": None
                if old is None
                else {"value": plain(old), "file": old.span.file, "line": old.span.line, "column": old.span.column},
            }
        )
    return found
