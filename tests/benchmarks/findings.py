"""What a run of the benchmarks has found: rows of the table, and texts below it.

A row's ratio is of speeds where more is better (`more`), else of times. It is held against two figures: `must`, and
the goal beyond it.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from tests.benchmarks.measuring import SideBySide, table

HEAD = ("what", "ours", "beside", "ratio", "middle half", "instructions", "must", "goal", "met")


@dataclass(slots=True)
class Row:
    """One figure of the table."""

    what: str
    measured: SideBySide | None = None  # None: it cannot be measured yet
    unit: str = ""
    must: float | None = None
    goal: float | None = None
    more: bool = False
    note: str = ""
    instructions: float | None = None  # of ours over those of the other

    @property
    def ratio(self) -> float:
        """Ours to the other's."""
        assert self.measured is not None
        return 1 / self.measured.ratio if self.more else self.measured.ratio

    @property
    def middle(self) -> tuple[float, float]:
        """Between what ratios the middle half of the rounds lies."""
        assert self.measured is not None
        low, high = self.measured.middle
        return (1 / high, 1 / low) if self.more else (low, high)

    @property
    def met(self) -> str:
        """Which of the two figures is met, and whether other rounds might have said otherwise."""
        if self.measured is None or self.must is None:
            return ""
        limits = [limit for limit in (self.must, self.goal) if limit is not None]
        reached = sum(self.ratio >= limit if self.more else self.ratio <= limit for limit in limits)
        low, high = self.middle
        close = any(low <= limit <= high for limit in limits)
        return ("no", "must", "goal")[reached] + (", narrowly" if close else "")

    @property
    def cells(self) -> tuple[str, ...]:
        """The row as it is printed."""
        if self.measured is None:
            return (self.what, "", "", self.note, "", "", self._limit(self.must), self._limit(self.goal), "")
        low, high = self.middle
        counted = ""
        if self.instructions is not None:
            counted = f"{1 / self.instructions if self.more else self.instructions:.3g}"
        return (
            self.what,
            amount(median(self.measured.ours), self.unit),
            amount(median(self.measured.beside), self.unit),
            f"{self.ratio:.3g}",
            f"{low:.3g} to {high:.3g}{self._doubt}",
            counted,
            self._limit(self.must),
            self._limit(self.goal),
            self.met,
        )

    @property
    def _doubt(self) -> str:
        assert self.measured is not None
        noted = [self.note] if self.note else ["noisy"] if self.measured.noise > 1.35 else []
        return f" ({', '.join(noted)})" if noted else ""

    def _limit(self, limit: float | None) -> str:
        return "" if limit is None else f"{'≥' if self.more else '≤'} {limit:g}"


def amount(seconds: float, unit: str) -> str:
    """A time in a unit, or how many a second."""
    if unit == "/s":
        return f"{1 / seconds:,.0f}/s"
    scale = {"s": 1.0, "ms": 1e3, "us": 1e6, "ns": 1e9}[unit]
    number = seconds * scale
    return f"{number:,.0f} {unit}" if number >= 100 else f"{number:.3g} {unit}"


@dataclass(slots=True)
class Bench:
    """One run. `folder` is a temporary one; `counted` holds rows by the function that says what to count (see `counting`)."""

    rounds: int
    folder: Path
    draw: bool = False  # whether pictures are written into docs/
    rows: list[Row] = field(default_factory=list)
    below: list[str] = field(default_factory=list)
    counted: dict[str, Row] = field(default_factory=dict)

    def add(
        self,
        what: str,
        measured: SideBySide | None,
        unit: str = "",
        must: float | None = None,
        goal: float | None = None,
        more: bool = False,
        note: str = "",
        count: str = "",
    ) -> Row:
        """A row of the table. `count` names the function that says what to count, as `module:function`."""
        row = Row(what, measured, unit, must, goal, more, note)
        self.rows.append(row)
        if count:
            self.counted[count] = row
        _, ours, beside, ratio, middle, *_ = row.cells
        found = f"{ours} beside {beside}, ratio {ratio} ({middle}) {row.met}" if measured else note
        print(f"  {what}: {found}", file=sys.stderr, flush=True)
        return row

    @property
    def table(self) -> str:
        """All rows; without instructions where none were counted."""
        counted = any(row.instructions is not None for row in self.rows)
        kept = [number for number, head in enumerate(HEAD) if counted or head != "instructions"]
        rows = [row.cells for row in self.rows]
        return table([HEAD[number] for number in kept], [[cells[number] for number in kept] for cells in rows])


def others_work() -> bool:
    """Whether so much runs here beside this process that two of ours would have to share a processor."""
    return os.getloadavg()[0] - 1 > (os.cpu_count() or 1) / 4
