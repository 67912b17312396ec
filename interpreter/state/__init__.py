"""What lies on the table: flat lists of whole numbers, cheap to copy, with names only at the edges.

In: a `Layout`, made once when a game is compiled. Out: states (`list[list[int]]`), the primitives that
change them, their canonical JSON and hash, and chance in named streams. Knows no words and no rules.
"""

from interpreter.state.layout import (
    CHANCE,
    FRAMES,
    INSTANCES,
    LIMITS,
    LOCATION,
    NOTHING,
    PLACE,
    SLOT_BASE,
    SLOTS,
    CardInfo,
    Layout,
    Needs,
    ResourceInfo,
    SlotInfo,
    State,
    UnitInfo,
    VariableInfo,
    ZoneInfo,
)
from interpreter.state.table import Table
from interpreter.state.values import ValueType

__all__ = [
    "CHANCE",
    "FRAMES",
    "INSTANCES",
    "LIMITS",
    "LOCATION",
    "NOTHING",
    "PLACE",
    "SLOTS",
    "SLOT_BASE",
    "CardInfo",
    "Layout",
    "Needs",
    "ResourceInfo",
    "SlotInfo",
    "State",
    "Table",
    "UnitInfo",
    "ValueType",
    "VariableInfo",
    "ZoneInfo",
]
