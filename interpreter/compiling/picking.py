"""Ways to pick some of a list's members, by their positions, and the options that they make.

Many lists offer the same ways: all that do share one `Ways`. An option is a tuple in which what was picked stands
between what else was decided; what `Ways.options` holds makes all of them at once: `make(members, *values)`, with the
other values of each option in their order. What is made often gets a function of its own.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any

from interpreter.compiling import nodes

Picker = Callable[[Sequence[int]], tuple[int, ...]]
Make = Callable[..., Sequence[tuple[Any, ...]]]
Form = tuple[int, int]  # how many values of an option stand before what was picked, and how many after it
_SHARED = 1 << 16  # ways that are kept to be shared
_OFTEN = 64  # times that options are made, after which a function for them pays
_LONG = 64  # ways, of more of which no function is made


class Ways:
    """Some ways to pick from a list: the positions of each."""

    __slots__ = ("_options", "pickers", "positions")

    def __init__(self, positions: tuple[tuple[int, ...], ...]) -> None:
        self.positions = positions
        self.pickers: list[Picker] = [_picker(each) for each in positions]
        self._options: dict[Form, list[Make]] = {}

    def options(self, form: Form) -> list[Make]:
        """What makes the options, as the only member of a list, for another may come in its place; an empty list where
        there is no way at all."""
        found = self._options.get(form)
        if found is None:
            found = self._options[form] = []
            if self.positions:
                found.append(_one_by_one(self, form, found))
        return found


def _one_by_one(ways: Ways, form: Form, kept: list[Make]) -> Make:
    """Makes the options of ways; made often, a function that is written for them comes into its place in `kept`."""
    (before, _), pickers, made = form, ways.pickers, 0

    def make(members: Sequence[int], *values: Any) -> list[tuple[Any, ...]]:
        nonlocal made
        made += 1
        if made == _OFTEN and len(pickers) <= _LONG:
            kept[0] = _written(ways.positions, form)
        first, last = values[:before], values[before:]
        return [(*first, pick(members), *last) for pick in pickers]

    return make


@lru_cache(_SHARED)
def ways_of(positions: tuple[tuple[int, ...], ...]) -> Ways:
    """The ways that all lists share which offer these."""
    return Ways(positions)


@lru_cache(_SHARED)
def _picker(places: tuple[int, ...]) -> Picker:
    """What takes the members at some places of a list. Many choices pick alike: they share what does, for the processor
    to have at hand."""
    match places:
        case ():
            return lambda members: ()
        case (only,):
            return lambda members: (members[only],)
    return itemgetter(*places)


def _written(positions: tuple[tuple[int, ...], ...], form: Form) -> Make:
    """A function that makes the options of some ways: each is written out."""
    before, after = form
    values = [f"v{i}" for i in range(before + after)]
    members = nodes.name("m")
    options: list[ast.expr] = []
    for each in positions:
        picked = nodes.tuple_([nodes.item(members, nodes.constant(at)) for at in each])
        others = [nodes.name(value) for value in values]
        options.append(nodes.tuple_([*others[:before], picked, *others[before:]]))
    made = nodes.function("options", ["m", *values], [ast.Return(nodes.tuple_(options))])
    names: dict[str, Any] = {"__builtins__": {}}
    exec(compile(nodes.finished(made), "<options>", "exec"), names)
    function: Make = names["options"]
    return function
