"""Going through a tree without knowing its kinds.

In: any node of `ast`. Out: its children, or everything below it. Recurses nowhere, so it may look at trees that are
still too deep to be used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Protocol

from interpreter.syntax import ast


class Node(Protocol):
    """What every node of a tree has."""

    @property
    def span(self) -> ast.Place: ...


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below, in the order of the text."""
    for name in _parts(type(node)):
        value = getattr(node, name)
        if isinstance(value, tuple):
            yield from _flat(value)
        elif hasattr(value, "span"):
            yield value


def walk(node: Node) -> Iterator[Node]:
    """The node and everything below it, each before its children, in the order of the text."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(list(children(node))))


def depth(node: Node) -> int:
    """How many nodes stand inside each other, the node itself included."""
    level, deepest = [node], 0
    while level:
        deepest += 1
        level = [child for parent in level for child in children(parent)]
    return deepest


@cache
def _parts(kind: type) -> tuple[str, ...]:
    """The fields that may hold nodes; places are pairs of numbers and none."""
    return tuple(f.name for f in fields(kind) if not f.name.endswith("span"))


def _flat(values: tuple[object, ...]) -> Iterator[Node]:
    for value in values:
        if isinstance(value, tuple):
            yield from _flat(value)
        elif hasattr(value, "span"):
            yield value
