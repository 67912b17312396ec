"""Where the names of an effect live when an expression reads them: in a frame, or as names of a Python function.

In: places among a unit's names. Out: `ast` nodes that read or write them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from interpreter.state import NOTHING
from interpreter.state.layout import LOCALS, SELF, THIS, WHO, YOU


class Scope:
    """The running frame `L`: what effect objects read, and what a question keeps."""

    def you(self) -> ast.expr:
        """The seat that decides and carries out."""
        return _of_frame(YOU)

    def this(self) -> ast.expr:
        """The component that carries the effect."""
        return _of_frame(THIS)

    def who(self) -> ast.expr:
        """The seat that caused the event."""
        return _of_frame(WHO)

    def local(self, at: int) -> ast.expr:
        """A number, by its place among the unit's names."""
        return _of_frame(LOCALS + at)

    def local_set(self, at: int) -> ast.expr:
        """A list, by its place among the unit's sets."""
        index = ast.BinOp(_of_frame(SELF), ast.Add(), ast.Constant(1 + at))
        return ast.Subscript(ast.Name("S", ast.Load()), index, ast.Load())

    def set_local(self, at: int, value: ast.expr) -> ast.stmt:
        """Give a number of that place its value."""
        target = ast.Subscript(ast.Name("L", ast.Load()), ast.Constant(LOCALS + at), ast.Store())
        return ast.Assign([target], value)

    def set_list(self, at: int, value: ast.expr) -> ast.stmt:
        """Give a list of that place its members."""
        return ast.Assign([ast.Subscript(self.local_set(at), ast.Slice(), ast.Store())], value)


class FormulaScope(Scope):
    """A function of the rules: its seat is the parameter `Y`, its own names are parameters."""

    def you(self) -> ast.expr:
        return ast.Name("Y", ast.Load())


class NamesScope(Scope):
    """Names of a Python function, for a unit that runs without a frame or an offer that only tries.

    `prefix` keeps units apart. What was not bound yet is read from `below`: 0, as in a fresh frame, or what the frame
    says. `you`, `this` and `who` are Python names, or "" for what `below` says.
    """

    def __init__(self, prefix: str, you: str, this: str = "", below: Scope | None = None, who: str = "") -> None:
        self.prefix, self._you, self._this, self._who, self.below = prefix, you, this, who, below
        self.numbers: set[int] = set()
        self.lists: set[int] = set()
        self.chosen: set[str] = set()  # names of sets that somebody chose

    def as_seat(self, you: str) -> NamesScope:
        """The same names with another seat as `you`."""
        other = NamesScope(self.prefix, you, self._this, self.below, self._who)
        other.numbers, other.lists, other.chosen = self.numbers, self.lists, self.chosen
        return other

    def you(self) -> ast.expr:
        return ast.Name(self._you, ast.Load())

    def this(self) -> ast.expr:
        if self._this:
            return ast.Name(self._this, ast.Load())
        return self.below.this() if self.below is not None else ast.Constant(NOTHING)

    def who(self) -> ast.expr:
        if self._who:
            return ast.Name(self._who, ast.Load())
        return self.below.who() if self.below is not None else ast.Constant(NOTHING)

    @property
    def decider(self) -> str:
        """The Python name of who decides."""
        return self._you

    @property
    def carrier(self) -> str:
        """The Python name of what carries the effect."""
        return self._this

    def bound(self) -> tuple[list[int], list[int]]:
        """The places of the numbers and of the lists that are bound so far, here and below."""
        numbers, lists = set(self.numbers), set(self.lists)
        below = self.below
        while isinstance(below, NamesScope):
            numbers, lists, below = numbers | below.numbers, lists | below.lists, below.below
        return sorted(numbers), sorted(lists)

    def number_name(self, at: int) -> str:
        """The Python name of a number; it counts as bound from now on."""
        self.numbers.add(at)
        return f"{self.prefix}n{at}"

    def list_name(self, at: int) -> str:
        """The Python name of a list; it counts as bound from now on."""
        self.lists.add(at)
        return f"{self.prefix}s{at}"

    def parameters(self, many: Iterable[bool]) -> list[str]:
        """Names for what a unit is given, in order: sets, where that is True, and numbers have places of their own."""
        found: list[str] = []
        places = {True: 0, False: 0}
        for is_set in many:
            place = places[is_set]
            found.append(self.list_name(place) if is_set else self.number_name(place))
            places[is_set] += 1
        return found

    def local(self, at: int) -> ast.expr:
        if at in self.numbers:
            return ast.Name(f"{self.prefix}n{at}", ast.Load())
        return self.below.local(at) if self.below is not None else ast.Constant(0)

    def local_set(self, at: int) -> ast.expr:
        if at in self.lists:
            return ast.Name(f"{self.prefix}s{at}", ast.Load())
        return self.below.local_set(at) if self.below is not None else ast.Tuple([], ast.Load())

    def set_local(self, at: int, value: ast.expr) -> ast.stmt:
        return ast.Assign([ast.Name(self.number_name(at), ast.Store())], value)

    def set_list(self, at: int, value: ast.expr) -> ast.stmt:
        return ast.Assign([ast.Name(self.list_name(at), ast.Store())], value)


def _of_frame(index: int) -> ast.expr:
    return ast.Subscript(ast.Name("L", ast.Load()), ast.Constant(index), ast.Load())


FRAME = Scope()
FORMULA = FormulaScope()
