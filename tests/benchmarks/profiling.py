"""Where the time of playouts goes: a profile, condensed by module and by kind of effect.

In: work to do. Out: two tables. Time in Python's own functions counts for whoever calls them; the functions made
from expressions of the rules are one line, whatever file of rules they come from. A profile makes calls dearer than
they are: it says where to look, and the playouts themselves say what was gained.
"""

from __future__ import annotations

import cProfile
import inspect
import pstats
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from interpreter.compiling import choices, effects
from tests.benchmarks.measuring import ROOT, table

Place = tuple[str, int, str]
EXPRESSIONS = "expressions of the rules"


def profile(work: Callable[[], object]) -> tuple[str, str]:
    """Shares of time by module (its own time), and by kind of effect (with all it calls)."""
    profiler = cProfile.Profile()
    profiler.runcall(work)
    stats: dict[Place, tuple[int, int, float, float, dict[Place, tuple[int, int, float, float]]]]
    stats = pstats.Stats(profiler).stats  # type: ignore[attr-defined]
    whole = sum(entry[2] for entry in stats.values())

    own: Counter[str] = Counter()
    calls: Counter[str] = Counter()
    for place, (_, count, seconds, _, callers) in stats.items():
        if place[0] == "~" and callers:
            for caller, (_, _, from_there, _) in callers.items():
                own[_module(caller)] += from_there  # type: ignore[assignment]
        else:
            own[_module(place)] += seconds  # type: ignore[assignment]
            calls[_module(place)] += count
    modules = [
        (name, f"{100 * seconds / whole:.1f} %", f"{calls[name]:,}") for name, seconds in own.most_common(12) if seconds
    ]

    runs, steps = _methods(effects, "run"), _methods(choices)
    within: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    times: Counter[str] = Counter()
    for place, (_, count, seconds, whole_seconds, callers) in stats.items():
        if place[:2] in runs:
            name = runs[place[:2]]
            within[name], alone[name], times[name] = whole_seconds, seconds, count  # type: ignore[assignment]
        elif place[:2] in steps:
            name = steps[place[:2]]
            within[name] += seconds  # type: ignore[assignment]
            alone[name] += seconds  # type: ignore[assignment]
            times[name] += count if place[2] == "go" else 0
        else:  # steps call each other; what is no step counts for the step that calls it
            for caller, (_, _, _, from_there) in callers.items():
                if caller[:2] in steps:
                    within[steps[caller[:2]]] += from_there  # type: ignore[assignment]
    by_kind = [
        (name, f"{100 * seconds / whole:.1f} %", f"{100 * alone[name] / whole:.1f} %", f"{times[name]:,}")
        for name, seconds in within.most_common(16)
    ]
    return (
        table(("module", "own time", "calls"), modules),
        table(("effect, or step of an offer", "with what it calls", "own time", "calls"), by_kind),
    )


def _module(place: Place) -> str:
    file = place[0]
    if file == "~":
        return "Python"
    if file.endswith(".yaml") or file.startswith("<"):
        return EXPRESSIONS
    path = Path(file)
    if path.is_relative_to(ROOT):
        parts = path.relative_to(ROOT).with_suffix("").parts
        return "/".join(parts[:3]) if parts[0] == "interpreter" else "the benchmark"
    return "Python"


def _methods(module: ModuleType, only: str | None = None) -> dict[tuple[str, int], str]:
    """Where the methods of a module's classes stand, and the class of each."""
    found = {}
    for name, cls in inspect.getmembers(module, inspect.isclass):
        for method, function in vars(cls).items():
            if cls.__module__ == module.__name__ and inspect.isfunction(function) and only in (None, method):
                code = function.__code__
                found[code.co_filename, code.co_firstlineno] = name
    return found
