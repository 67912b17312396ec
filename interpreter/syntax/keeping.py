"""Trees as plain values, and back, so that they can be kept between runs.

In: a tree. Out: lists (nodes: the number of their kind, then their fields), tuples, texts and numbers. The kinds are
numbered in the order of `ast`, so what was kept belongs to the engine that kept it.
"""

from __future__ import annotations

from typing import Any

from interpreter.records import field_names
from interpreter.syntax import ast

_KINDS: list[Any] = [kind for kind in vars(ast).values() if isinstance(kind, type) and field_names(kind)]
_NUMBER = {kind: number for number, kind in enumerate(_KINDS)}


def flat(value: Any) -> Any:
    """Plain values for a tree."""
    if isinstance(value, tuple):
        return tuple(map(flat, value))
    number = _NUMBER.get(type(value))
    if number is None:
        return value
    return [number, *[flat(getattr(value, name)) for name in field_names(type(value))]]


def built(value: Any) -> Any:
    """The tree again."""
    kind = type(value)
    if kind is list:
        return _KINDS[value[0]](*[built(part) if type(part) in _HOLDING else part for part in value[1:]])
    if kind is tuple and value and type(value[0]) is not int:  # a pair of numbers is a place
        return tuple([built(part) if type(part) in _HOLDING else part for part in value])
    return value


_HOLDING = (list, tuple)
