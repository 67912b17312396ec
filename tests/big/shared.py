"""What the big checks have in common: jobs over one or two processes, a line of progress, an exit code.

A check is a function of one job (plain values) that gives what it counted and sentences about what is wrong. Jobs are
the same whatever the number of processes.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

Job = TypeVar("Job")


@dataclass
class Outcome:
    """What was counted, and what is wrong."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def add(self, other: Outcome) -> None:
        """Take in the outcome of another job."""
        self.counts += other.counts
        self.faults += other.faults


def guarded(check: Callable[[Job], Outcome], job: Job) -> Outcome:
    """The outcome of a job; an exception that gets through is a fault like any other."""
    try:
        return check(job)
    except Exception:
        return Outcome(faults=[f"{job}: {traceback.format_exc()[-900:]}"])


def run(check: Callable[[Job], Outcome], jobs: Sequence[Job], processes: int, progress: bool = False) -> Outcome:
    """Every job, in this process or in several; the outcome does not depend on their number."""
    whole, begun, told = Outcome(), time.monotonic(), time.monotonic()

    def done(number: int, outcome: Outcome) -> None:
        nonlocal told
        whole.add(outcome)
        if progress and time.monotonic() - told > 20:
            told = time.monotonic()
            print(f"  {number} of {len(jobs)} jobs, {told - begun:.0f} s, {len(whole.faults)} faults", flush=True)

    if processes <= 1:
        for number, job in enumerate(jobs, 1):
            done(number, guarded(check, job))
    else:
        with get_context("spawn").Pool(processes) as pool:
            for number, outcome in enumerate(pool.imap(partial(guarded, check), jobs), 1):
                done(number, outcome)
    return whole


def arguments(about: str, games: int, what: str = "games for each number of players") -> argparse.ArgumentParser:
    """The options of every big check."""
    parser = argparse.ArgumentParser(description=about.split("\n")[0])
    parser.add_argument("--games", type=int, default=games, help=f"{what} (default {games})")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default 0)")
    return parser


def tell(name: str, outcome: Outcome, begun: float) -> int:
    """Print what came out; the exit code."""
    counts = ", ".join(f"{count} {what}" for what, count in outcome.counts.items())
    print(f"{name}: {counts}; {time.monotonic() - begun:.0f} s; {len(outcome.faults)} faults")
    for fault in outcome.faults[:20]:
        print(f"  {fault}")
    return 1 if outcome.faults else 0


def seeds(first: int, count: int, size: int) -> list[range]:
    """Seeds from `first` on in ranges of that size."""
    return [range(at, min(at + size, first + count)) for at in range(first, first + count, size)]
