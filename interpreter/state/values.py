"""The types of values. Every value on the table is a whole number; its type says what the number means."""

from __future__ import annotations

from interpreter.records import record


@record
class ValueType:
    """What a number stands for.

    `base`: "number", "truth", "enum", "component", "slot", "seat", "resource", "effect", "text",
    "place" (a zone or slot as a destination), "needs" (what a recipe asks for), "nothing".
    `names`: the enum (one name), the kinds a component may be of (none = any), the zone of a slot.
    `many`: a set (or list) of such values. `low`, `high`: known bounds of a number.
    `unit`: the resource that a number counts, "" if it counts nothing in particular.
    `sets`: a set whose members are sets; such a value is asked about and never kept.
    """

    base: str
    names: frozenset[str] = frozenset()
    many: bool = False
    low: int | None = None
    high: int | None = None
    unit: str = ""
    sets: bool = False

    def one(self) -> ValueType:
        """The type of a member of this set."""
        return ValueType(self.base, self.names, self.sets, self.low, self.high, self.unit)

    def set_of(self) -> ValueType:
        """The type of a set of such values."""
        return ValueType(self.base, self.names, True, self.low, self.high, self.unit)

    def fits(self, wanted: ValueType) -> bool:
        """Whether a value of this type may stand where `wanted` is asked for (many-ness apart)."""
        if "unknown" in (self.base, wanted.base):
            return True
        if self.base == "nothing":
            return wanted.base in ("component", "slot", "seat", "enum", "number")
        if self.base != wanted.base:
            return False
        if not wanted.names or not self.names:
            return True
        return bool(self.names & wanted.names)

    def __str__(self) -> str:
        named = " or ".join(sorted(self.names))
        word = {
            "number": "number",
            "truth": "truth",
            "enum": named or "value",
            "component": named or "component",
            "slot": f"slot of {named}" if named else "slot",
            "seat": "player",
            "resource": "resource",
            "effect": "effect",
            "text": "text",
            "place": "zone or slot",
            "needs": "recipe",
            "unknown": "value",
            "nothing": "nothing",
        }[self.base]
        if self.sets:
            return f"set of sets of {word}"
        return f"set of {word}" if self.many else word


NUMBER = ValueType("number")
TRUTH = ValueType("truth")
SEAT = ValueType("seat")
COMPONENT = ValueType("component")
SLOT = ValueType("slot")
RESOURCE = ValueType("resource")
EFFECT = ValueType("effect")
TEXT = ValueType("text")
PLACE_TYPE = ValueType("place")
NOTHING_TYPE = ValueType("nothing")
