"""The differences of two merged rulesets, grouped by what they are about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.reading.nodes import Mapping, Node, Sequence, plain
from tools.common.trees import item_id

ORDERED = ("setup", "play", "finish")
ORDER = "(order)"
WORDS = ("text", "name", "about", "source", "sources", "notes")


@dataclass(frozen=True, slots=True)
class Change:
    """One difference. `path` leads to it; `old` or `new` is None where there is nothing."""

    path: tuple[str, ...]
    old: Node | None
    new: Node | None

    @property
    def group(self) -> str:
        """What the difference is about: the top key, or `texts and sources` for words that change no rule."""
        return (
            "texts and sources"
            if any(name in WORDS for name in self.path[1:]) or self.path[0] in WORDS
            else self.path[0]
        )

    @property
    def name(self) -> str:
        """The path inside its group."""
        names = self.path if self.group != self.path[0] else self.path[1:]
        return ".".join(names) or self.path[0]

    def as_json(self) -> dict[str, object]:
        """Plain values and the place of the new one (of the old one where there is no new one)."""
        span = (self.new or self.old).span  # type: ignore[union-attr]  # one of the two is there
        return {
            "group": self.group,
            "path": ".".join(self.path),
            "old": None if self.old is None else plain(self.old),
            "new": None if self.new is None else plain(self.new),
            "file": span.file,
            "line": span.line,
            "column": span.column,
        }


def changes(old: Node, new: Node) -> list[Change]:
    """All differences, grouped; words last; in each group in the order of the files."""
    found = list(_compare(old, new, ()))
    groups = list(dict.fromkeys(change.group for change in found))
    last = "texts and sources"
    return sorted(found, key=lambda change: (change.group == last, groups.index(change.group)))


def _compare(old: Node, new: Node, path: tuple[str, ...]) -> Iterator[Change]:
    if plain(old) == plain(new) and not _order_counts(path):
        return
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        pairs = [{entry.key: entry.value for entry in node} for node in (old, new)]
    elif isinstance(old, Sequence) and isinstance(new, Sequence) and _by_id(old) and _by_id(new):
        pairs = [{str(item_id(item)): item for item in node} for node in (old, new)]
    else:
        if plain(old) != plain(new):
            yield Change(path, old, new)
        return
    before, after = pairs
    if _order_counts(path):
        both = [[name for name in names if name in before and name in after] for names in (before, after)]
        if both[0] != both[1] and not _keys_of_part(both[0]):
            yield Change((*path, ORDER), old, new)
    for name in dict.fromkeys([*before, *after]):
        if name not in before:
            yield Change((*path, name), None, after[name])
        elif name not in after:
            yield Change((*path, name), before[name], None)
        else:
            here = path if name == "parts" else (*path, name)
            yield from _compare(before[name], after[name], here)


def _by_id(node: Sequence) -> bool:
    return bool(node.items) and all(item_id(item) is not None for item in node)


def _order_counts(path: tuple[str, ...]) -> bool:
    """Whether the names under a path are parts of the flow, whose order is the order of play."""
    return bool(path) and path[0] in ORDERED


def _keys_of_part(names: list[str]) -> bool:
    """Whether names are the keys of one part and not names of parts."""
    return any(name in ("do", "offer", "parts", "repeat", "each", "around", "when", "text", "source") for name in names)
