"""Lint of 1,000 cards as a whole process: with nothing kept, with one file changed, with nothing changed."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from time import perf_counter

from tests.benchmarks import card_corpus
from tests.benchmarks.editing import Edited
from tests.benchmarks.findings import Bench
from tests.benchmarks.measuring import alternate, imports, process, rulewright

MOST_ROUNDS = 5


def measure(bench: Bench) -> None:
    folder, cache = bench.folder / "content", bench.folder / "cache"
    corpus = card_corpus.write(folder)
    process(*rulewright("schema", "--content", folder))()
    lint, kept = rulewright("lint", "--content", folder), {"RULEWRIGHT_CACHE": cache}

    def forget() -> None:
        shutil.rmtree(cache, ignore_errors=True)

    cold = process(*lint, before=forget, environment=kept)
    changed = process(*lint, before=Edited(corpus.files[7], "cost"), environment=kept)
    unchanged = process(*lint, environment=kept)
    cases = (
        ("nothing kept", cold, 5.0, 3.0),
        ("one of 20 files changed", changed, 1.8, 1.2),
        ("nothing changed", unchanged, 0.5, 0.2),
    )
    for case, checked, must, goal in cases:
        measured = alternate(checked, process(*imports()), min(bench.rounds, MOST_ROUNDS), clock=perf_counter)
        what = f"lint of 1,000 cards, {case}, beside importing Lark and PyYAML"
        bench.add(what, measured, "ms", must, goal)
    mere = process(sys.executable, Path(__file__).parents[1] / "mere_reading.py", folder)
    measured = alternate(cold, mere, min(bench.rounds, MOST_ROUNDS), warm=False, clock=perf_counter)
    bench.add("lint of 1,000 cards, nothing kept, beside composing, parsing, validating", measured, "ms", 3)
    size = sum(len(file.read_bytes()) for file in corpus.files)
    bench.below.append(
        f"The 1,000 cards: {len(corpus.files)} files, {size / 1000:,.0f} kB, {len(corpus.effects):,} effects, "
        f"{len(set(corpus.effects)):,} different ones."
    )
