"""Two things measured side by side: rounds of A then B, and the median of the rounds' ratios.

Times of a shared machine move by half within a minute; a ratio of neighbours in time moves little. What happens in
this process is timed by the processor's time, which leaves out what others take; whole processes are not. `noise` is a fixed
loop, timed beside: where it moves by more than a third within one figure, that figure is worth repeating. Instruction
counts (`counting`) do not move at all.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

Clock = Callable[[], float]
ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Seconds of one unit (a playout, a copy, a process) of ours and of what stands beside it, round by round."""

    ours: tuple[float, ...]
    beside: tuple[float, ...]
    noise: float  # slowest round of the fixed loop over its quickest

    @property
    def ratio(self) -> float:
        """How many times as long ours takes: the median of the rounds."""
        return median(self.ratios)

    @property
    def ratios(self) -> list[float]:
        """The ratio of each round, lowest first."""
        return sorted(a / b for a, b in zip(self.ours, self.beside, strict=True))

    @property
    def middle(self) -> tuple[float, float]:
        """Between what ratios the middle half of the rounds lies."""
        quarter = len(self.ratios) // 4
        return self.ratios[quarter], self.ratios[-1 - quarter]


def alternate(
    ours: Callable[[], float], beside: Callable[[], float], rounds: int, warm: bool = True, clock: Clock = process_time
) -> SideBySide:
    """Each callable does some units of work and gives the seconds of one; a first call of both is not counted.

    `clock` is what they are timed with, and so what the noise is.
    """
    [measured] = in_turn([ours], beside, rounds, warm, clock)
    return measured


def in_turn(
    several: Sequence[Callable[[], float]],
    beside: Callable[[], float],
    rounds: int,
    warm: bool = True,
    clock: Clock = process_time,
) -> list[SideBySide]:
    """The same for several that stand beside one: a round calls each once."""
    if warm:
        for once in (*several, beside):
            once()
    found: list[list[float]] = [[] for _ in several]
    others, loops = [], []
    for _ in range(rounds):
        gc.unfreeze()
        gc.collect()
        gc.freeze()  # as before many games of `simulate`: neither side pays for looking through what the other keeps
        loops.append(_fixed_loop(clock))
        for seconds, once in zip(found, several, strict=True):
            seconds.append(once())
        others.append(beside())
    gc.unfreeze()
    noise = max(loops) / min(loops)
    return [SideBySide(tuple(seconds), tuple(others), noise) for seconds in found]


def _fixed_loop(clock: Clock) -> float:
    cells = [0] * 8
    started = clock()
    for i in range(100_000):
        cells[i & 7] += i & 3
    return clock() - started


def timed(work: Callable[[], object], times: int) -> Callable[[], float]:
    """Seconds of one call, over `times` calls."""

    def once() -> float:
        started = process_time()
        for _ in range(times):
            work()
        return (process_time() - started) / times

    return once


def process(
    *words: object,
    cwd: Path = ROOT,
    before: Callable[[], None] | None = None,
    environment: Mapping[str, object] | None = None,
) -> Callable[[], float]:
    """Seconds of a whole process from start to end; it must succeed. `before` runs first and is not counted.

    Python may keep what it compiled of its modules, as it does where it is installed.
    """
    command = [str(word) for word in words]
    more = {key: str(value) for key, value in (environment or {}).items()}

    def once() -> float:
        if before is not None:
            before()
        started = perf_counter()
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        done = subprocess.run(command, cwd=cwd, env={**kept, **more}, capture_output=True, text=True)
        seconds = perf_counter() - started
        if done.returncode:
            raise SystemExit(f"{' '.join(command[1:])} ends with {done.returncode}:\n{done.stdout}{done.stderr}")
        return seconds

    return once


def rulewright(*words: object) -> list[object]:
    """The command as it is installed beside this Python."""
    return [Path(sys.executable).with_name("rulewright"), *words]


def imports() -> list[object]:
    """A process that only imports what every reading of rules needs."""
    return [sys.executable, "-c", "import lark, yaml"]


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table that is also legible as it stands; all columns but the first to the right."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    lines = [
        _row(head, widths),
        "|" + "|".join("-" * (w + 1) + (":" if i else "-") for i, w in enumerate(widths)) + "|",
    ]
    return "\n".join(lines + [_row(row, widths) for row in rows])


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    aligned = [cell.rjust(w) if i else cell.ljust(w) for i, (cell, w) in enumerate(zip(cells, widths, strict=True))]
    return "| " + " | ".join(aligned) + " |"
