"""What a YAML file holds, as records that keep their place.

A value is one of four kinds of node. `span` is the place of the value, `key_span` (in `Entry`) that of
its key. After variants are laid over, `origin` names the last writer and `replaced` what stood there
before, so that every value can say where it came from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from interpreter.diagnostics import EffectText, Span
from interpreter.records import record


@record
class Origin:
    """Who wrote a value last: the name of the layer ("base" for the game itself) and the value that it replaced."""

    layer: str
    replaced: Node | None = None


BASE = Origin("base")
KNOWN = Origin("known")  # of a card that has been looked at before and need not be again; only its id stands in it
FAULTY = "faulty"


@record
class Scalar:
    """A single value under YAML 1.2 core rules: None, bool, int or str (strings keep their text as it
    stands). `text` is the effect text of the scalar with the place of each of its characters, or None
    where characters cannot be traced (folded or escaped scalars); numbers and truths have one too.
    `style` is how it is written: "" plain, "'", '"', "|", ">", or `FAULTY` for a value that was refused
    when it was read, which later steps pass over."""

    value: bool | int | str | None
    span: Span
    text: EffectText | None = None
    style: str = ""
    origin: Origin = field(default=BASE, compare=False)


@record
class Entry:
    """A key of a mapping with its place, and the value under it."""

    key: str
    key_span: Span
    value: Node


@record
class Mapping:
    """Keys in the order of the file; no key twice. Keys are always strings (`1: x` has the key "1").

    `flow` says that it is written in braces, where a comma ends a text.
    """

    entries: tuple[Entry, ...]
    span: Span
    origin: Origin = field(default=BASE, compare=False)
    flow: bool = field(default=False, compare=False)

    def get(self, key: str) -> Node | None:
        """The value under `key`, or None."""
        for entry in self.entries:
            if entry.key == key:
                return entry.value
        return None

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __contains__(self, key: str) -> bool:
        return any(entry.key == key for entry in self.entries)


@record
class Sequence:
    """Items in the order of the file."""

    items: tuple[Node, ...]
    span: Span
    origin: Origin = field(default=BASE, compare=False)
    flow: bool = field(default=False, compare=False)

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)


Node = Scalar | Mapping | Sequence


def plain(node: Node) -> object:
    """The node as None, bool, int, str, list and dict, for schemas and printing."""
    match node:
        case Scalar():
            return node.value
        case Sequence():
            return [plain(item) for item in node.items]
        case Mapping():
            return {entry.key: plain(entry.value) for entry in node.entries}
