"""Instructions of two things side by side: they repeat on any machine, however busy it is.

    python -m tests.benchmarks.counting MODULE:FUNCTION ...       under valgrind, started by `instructions`

Each function gives a `Pair`. All of them are counted in one process, for starting Python and reading rules is dear
under valgrind: it prepares a pair, and forks for each number of units. The fork's count has in it what was before, so
that the difference between many units and few is what the units take.
"""

from __future__ import annotations

import gc
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module

from tests.benchmarks.measuring import ROOT

Units = tuple[int, int]  # few and many


@dataclass(frozen=True, slots=True)
class Pair:
    """What does so many units of work: ours, and what stands beside it."""

    ours: Callable[[int], object]
    beside: Callable[[int], object]
    units: Units  # of ours; few enough to last only seconds under valgrind
    beside_units: Units


def can_count() -> bool:
    """Whether valgrind is there, and processes can be forked."""
    return shutil.which("valgrind") is not None and hasattr(os, "fork")


def instructions(names: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Instructions of one unit of ours and of the other, by the name of the function that gives the pair."""
    if not names:
        return {}
    done = subprocess.run(
        ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", sys.executable]
        + ["-m", "tests.benchmarks.counting", *names],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
    )
    counts = {int(pid): int(count.replace(",", "")) for pid, count in _COUNT.findall(done.stderr)}
    if done.returncode or not counts:
        raise SystemExit(done.stderr)
    found: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for line in done.stdout.splitlines():
        name, side, units, pid = json.loads(line)
        found.setdefault((name, side), []).append((units, counts[pid]))
    return {name: (_each(found[name, "ours"]), _each(found[name, "beside"])) for name in names}


_COUNT = re.compile(r"==(\d+)== I +refs: +([\d,]+)")


def _each(runs: list[tuple[int, int]]) -> float:
    (few, with_few), (many, with_many) = runs
    return (with_many - with_few) / (many - few)


def _run(name: str) -> None:
    module, _, function = name.partition(":")
    pair: Pair = getattr(import_module(module), function)()
    sides = {"ours": (pair.ours, pair.units), "beside": (pair.beside, pair.beside_units)}
    for side, (work, units) in sides.items():
        work(units[0])  # what is remembered is remembered
        gc.collect()
        for number in units:
            pid = os.fork()
            if not pid:
                work(number)
                os._exit(0)
            if os.waitpid(pid, 0)[1]:
                raise SystemExit(f"{name}, {side}, cannot be counted")
            print(json.dumps([name, side, number, pid]), flush=True)


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        _run(argument)
