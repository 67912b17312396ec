"""What names mean at one place of a text."""

from __future__ import annotations

from dataclasses import field

from interpreter.checking import plan
from interpreter.checking.plan import Typed
from interpreter.diagnostics import EffectText, Span
from interpreter.records import record
from interpreter.state import values
from interpreter.state.values import ValueType


@record(frozen=False)
class Scope:
    """Names in force, innermost last.

    `unit` is the frame that new names are given places in, None in formulas. `you`, `this` and `who` are
    None where there is none. `members` are those that `it` may mean. `parts` are the enclosing parts of
    the flow, outermost first. `left` is true left of an arrow.
    """

    text: EffectText
    unit: plan.Unit | None = None
    you: bool = False
    this: ValueType | None = None
    who: bool = False
    parts: list[str] = field(default_factory=list)
    blocks: list[dict[str, Typed]] = field(default_factory=lambda: [{}])
    members: list[Typed] = field(default_factory=list)
    left: bool = False
    fresh: int = 0
    whole: object = None  # the expression that may draw by chance: it is a whole value, evaluated once

    def span(self, place: tuple[int, int]) -> Span:
        """The place in the file of a stretch of the text."""
        return self.text.span(*place)

    def word(self, place: tuple[int, int], name: str) -> tuple[int, int]:
        """Where a name stands first inside a stretch of the text; the whole stretch if it does not."""
        text, (start, end) = self.text.text, place
        at = text.find(name, start, end)
        while at >= 0:
            after = at + len(name)
            if not (at > 0 and _in_word(text[at - 1])) and not (after < end and _in_word(text[after])):
                return at, after
            at = text.find(name, at + 1, end)
        return place

    def find(self, name: str) -> Typed | None:
        """What a local name stands for."""
        for block in reversed(self.blocks):
            if name in block:
                return block[name]
        return None

    def local_names(self) -> list[str]:
        """All local names in force."""
        return [name for block in self.blocks for name in block]

    def variable(self, type: ValueType, name: str = "") -> Typed:
        """A new member of a set expression, named for people or not."""
        self.fresh += 1
        return Typed(type, plan.Var(f"{name or 'it'}_{self.fresh}"))

    def place(self, name: str, type: ValueType) -> Typed:
        """A new place of the unit's frame; sets get a list behind it."""
        assert self.unit is not None
        if type.many:
            self.unit.sets.append((name, type))
            return Typed(type, plan.LocalSet(len(self.unit.sets) - 1))
        self.unit.locals.append((name, type))
        return Typed(type, plan.Local(len(self.unit.locals) - 1))

    def counter(self, name: str) -> int:
        """A place of the frame for the machine's own use."""
        found = self.place(name, values.NUMBER).expr
        assert isinstance(found, plan.Local)
        return found.at


def _in_word(character: str) -> bool:
    return character == "_" or character.isalnum()
