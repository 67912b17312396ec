"""Places in a merged tree: paths, finding, and rewriting one place of it.

A path is a text such as `play.turn.cleanup.do`. Its canonical form is a tuple of all keys from the
root, with the `parts` and `cards` that a path may leave out. Trees are never changed: each step gives
a new tree that shares everything but the way to the place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from interpreter.diagnostics import Span
from interpreter.reading.nodes import Entry, Mapping, Node, Origin, Scalar, Sequence
from interpreter.reading.schemas import load_schema
from interpreter.records import record

Path = tuple[str, ...]
Segment = tuple[str, int]

_FLOW = frozenset(("setup", "play", "finish"))


@record
class Place:
    """What a path leads to.

    `path`: the canonical path as far as it exists, `node`: what stands there, or None if segments are
    missing. Then `rest` says how many are, `missing` which stretch of the text the first of them is,
    `last` the last one, `known` what could have stood there, and `attempted` the canonical path with
    the first missing segment.
    """

    path: Path
    node: Node | None
    rest: int = 0
    missing: tuple[int, int] = (0, 0)
    last: tuple[int, int] = (0, 0)
    known: tuple[str, ...] = ()
    attempted: Path = ()


def bare_name(key: str) -> str:
    """The name without its parameters: `worth` for `worth(block)`."""
    return key.partition("(")[0]


def split_path(text: str) -> list[Segment]:
    """The segments of a path with their offsets; dots in parentheses do not part."""
    segments: list[Segment] = []
    start, depth = 0, 0
    for offset, character in enumerate(text):
        if character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
        elif character == "." and depth == 0:
            segments.append((text[start:offset], start))
            start = offset + 1
    segments.append((text[start:], start))
    return segments


def locate(root: Mapping, segments: list[Segment], top_keys: Collection[str], plurals: Collection[str]) -> Place:
    """Follow a path from the root.

    `top_keys`: keys that the root may have; `plurals`: kinds of cards. Both exist as parents even while
    nothing stands in them yet.
    """
    path: Path = ()
    node: Node = root
    last = (segments[-1][1], segments[-1][1] + len(segments[-1][0]))
    for index, (segment, offset) in enumerate(segments):
        found = _step(root, path, node, segment, plurals)
        if found is None and index + 1 < len(segments):
            found = _empty_parent(root, path, segment, top_keys, plurals)
        if found is None:
            rest = len(segments) - index
            attempted = _attempted(path, node, segment, plurals)
            missing = (offset, offset + len(segment))
            known = _known(path, node, top_keys, plurals)
            return Place(path, None, rest, missing, last, known, attempted)
        path, node = found
    first = segments[0]
    return Place(path, node, missing=(first[1], first[1] + len(first[0])), last=last, attempted=path)


def _step(root: Mapping, path: Path, node: Node, segment: str, plurals: Collection[str]) -> tuple[Path, Node] | None:
    if isinstance(node, Sequence):
        index = _index(node, segment)
        return None if index is None else ((*path, segment), node.items[index])
    if not isinstance(node, Mapping):
        return None
    for entry in node:
        if entry.key == segment:
            return (*path, segment), entry.value
    for entry in node:
        if bare_name(entry.key) == segment and len(path) == 1:
            return (*path, entry.key), entry.value
    if _is_part(path):
        parts = node.get("parts")
        part = parts.get(segment) if isinstance(parts, Mapping) else None
        if part is not None:
            return (*path, "parts", segment), part
    cards = root.get("cards")
    if not path and isinstance(cards, Mapping):
        table = cards.get(segment)
        return (("cards", segment), table) if table is not None else None
    if path == ("cards",):
        for entry in node:
            card = entry.value.get(segment) if isinstance(entry.value, Mapping) else None
            if card is not None:
                return ("cards", entry.key, segment), card
    return None


def _empty_parent(
    root: Mapping, path: Path, segment: str, top_keys: Collection[str], plurals: Collection[str]
) -> tuple[Path, Node] | None:
    """A section in which nothing stands yet, but in which something can be added."""
    empty = Mapping((), root.span)
    if not path and segment in top_keys and segment not in ("game", "winner"):
        return (segment,), empty
    if not path and segment == "cards":
        return ("cards",), empty
    if path in ((), ("cards",)) and segment in plurals:
        return ("cards", segment), empty
    return None


def _attempted(path: Path, node: Node, segment: str, plurals: Collection[str]) -> Path:
    if _is_part(path) and isinstance(node, Mapping) and segment not in _part_keys():
        return (*path, "parts", segment)
    if not path and segment in plurals:
        return ("cards", segment)
    return (*path, segment)


def _known(path: Path, node: Node, top_keys: Collection[str], plurals: Collection[str]) -> tuple[str, ...]:
    if isinstance(node, Sequence):
        ids = [item.get("id") for item in node.items if isinstance(item, Mapping)]
        return tuple(str(id.value) for id in ids if isinstance(id, Scalar))
    if not isinstance(node, Mapping):
        return ()
    names = [bare_name(entry.key) for entry in node]
    if not path:
        names += [*top_keys, *plurals, "cards"]
    if path == ("cards",):
        names += [card.key for entry in node if isinstance(entry.value, Mapping) for card in entry.value]
    parts = node.get("parts") if _is_part(path) else None
    if isinstance(parts, Mapping):
        names += [entry.key for entry in parts]
    return tuple(names)


def _is_part(path: Path) -> bool:
    """Whether a canonical path leads to a part of the flow: play, turn, parts, cleanup, …"""
    return len(path) % 2 == 0 and path[:1] != () and path[0] in _FLOW and all(key == "parts" for key in path[2::2])


def _part_keys() -> Collection[str]:
    keys: dict[str, object] = load_schema("game")["$defs"]["part"]["properties"]
    return keys


# ---- rewriting ------------------------------------------------------------------------------------


def get(root: Mapping, path: Path) -> Node | None:
    """What stands at a canonical path."""
    node: Node = root
    for key in path:
        index = _index(node, key)
        if index is None:
            return None
        if isinstance(node, Mapping):
            node = node.entries[index].value
        elif isinstance(node, Sequence):
            node = node.items[index]
    return node


def rewrite(root: Mapping, path: Path, value: Node) -> Mapping:
    """The tree with another value at an existing place."""
    return _changed(root, path, lambda old: value)


def insert(root: Mapping, parent: Path, entry: Entry, index: int | None) -> Mapping:
    """The tree with one more entry under `parent`, at `index` or as the last one.

    Sections on the way that are missing (`zones`, `cards`, `parts`) are made. In a list the entry's value
    becomes an item.
    """

    def put(holder: Node) -> Node:
        if isinstance(holder, Mapping):
            at = len(holder.entries) if index is None else index
            return replace(holder, entries=(*holder.entries[:at], entry, *holder.entries[at:]))
        assert isinstance(holder, Sequence)
        at = len(holder.items) if index is None else index
        return replace(holder, items=(*holder.items[:at], entry.value, *holder.items[at:]))

    return _changed(root, parent, put)


def take_out(root: Mapping, path: Path) -> tuple[Mapping, Entry, int, Span]:
    """The tree without one existing place; what stood there, its index among its siblings, and what it stood in."""
    found: list[tuple[Entry, int, Span]] = []

    def take(holder: Node) -> Node:
        index = _index(holder, path[-1])
        assert index is not None
        if isinstance(holder, Mapping):
            found.append((holder.entries[index], index, holder.span))
            return replace(holder, entries=holder.entries[:index] + holder.entries[index + 1 :])
        assert isinstance(holder, Sequence)
        item = holder.items[index]
        found.append((Entry(path[-1], item.span, item), index, holder.span))
        return replace(holder, items=holder.items[:index] + holder.items[index + 1 :])

    changed = _changed(root, path[:-1], take)
    return changed, *found[0]


def _changed(root: Mapping, path: Path, change: Callable[[Node], Node]) -> Mapping:
    changed = _at(root, path, change)
    assert isinstance(changed, Mapping)
    return changed


def _at(node: Node, path: Path, change: Callable[[Node], Node]) -> Node:
    if not path:
        return change(node)
    index = _index(node, path[0])
    if isinstance(node, Sequence):
        assert index is not None
        item = _at(node.items[index], path[1:], change)
        return replace(node, items=(*node.items[:index], item, *node.items[index + 1 :]))
    assert isinstance(node, Mapping)
    if index is None:
        section = Entry(path[0], node.span, _at(Mapping((), node.span), path[1:], change))
        return replace(node, entries=(*node.entries, section))
    entry = node.entries[index]
    entry = replace(entry, value=_at(entry.value, path[1:], change))
    return replace(node, entries=(*node.entries[:index], entry, *node.entries[index + 1 :]))


def _index(node: Node, key: str) -> int | None:
    if isinstance(node, Mapping):
        return next((index for index, entry in enumerate(node.entries) if entry.key == key), None)
    if isinstance(node, Sequence):
        for index, item in enumerate(node.items):
            id = item.get("id") if isinstance(item, Mapping) else None
            if isinstance(id, Scalar) and str(id.value) == key:
                return index
    return None


def written(node: Node, layer: str, old: Node | None) -> Node:
    """The value as a layer writes it, each part with its origin and what it replaces."""
    origin = Origin(layer, old)
    match node:
        case Scalar():
            return replace(node, origin=origin)
        case Sequence():
            return replace(node, items=tuple(written(item, layer, None) for item in node.items), origin=origin)
        case Mapping():
            below = old if isinstance(old, Mapping) else None
            entries = tuple(
                replace(entry, value=written(entry.value, layer, below.get(entry.key) if below else None))
                for entry in node.entries
            )
            return replace(node, entries=entries, origin=origin)
