"""The start of the command, and the way from an edited card to a game that was played: whole processes."""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter

from tests.benchmarks import card_corpus
from tests.benchmarks.editing import Edited, copied
from tests.benchmarks.findings import Bench
from tests.benchmarks.measuring import alternate, imports, process, rulewright

MOST_ROUNDS = 5


def measure(bench: Bench) -> None:
    bare = process(sys.executable, "-c", "pass")
    version = process(*rulewright("--version"))
    measured = alternate(version, bare, bench.rounds * 2, clock=perf_counter)
    bench.add("`rulewright --version` beside a bare interpreter", measured, "ms", 4, 2)
    woodcraft = copied("woodcraft", bench.folder / "woodcraft") / "cards" / "woodcraft" / "early_helpers.yaml"
    _edit(bench, "Woodcraft", "woodcraft", Edited(woodcraft, "cost"), bench.folder / "woodcraft", 5, 3)
    alhambra = copied("alhambra", bench.folder / "alhambra") / "cards" / "alhambra" / "buildings.yaml"
    _edit(bench, "Alhambra", "alhambra", Edited(alhambra, "price"), bench.folder / "alhambra")
    corpus = card_corpus.write(bench.folder / "corpus")
    _edit(bench, "1,000 cards", card_corpus.GAME, Edited(corpus.files[7], "cost"), corpus.folder)


def _edit(
    bench: Bench,
    title: str,
    game: str,
    edited: Edited,
    content: Path,
    must: float | None = None,
    goal: float | None = None,
) -> None:
    played = process(
        *rulewright("simulate", game, "-n", 1, "--bots", "random", "--content", content),
        before=edited,
        environment={"RULEWRIGHT_CACHE": content.with_name(f"{content.name}-cache")},
    )
    measured = alternate(
        played, process(*imports()), min(bench.rounds, MOST_ROUNDS), warm=must is not None, clock=perf_counter
    )
    what = f"a card of {title} edited, to the end of a first game, beside importing Lark and PyYAML"
    bench.add(what, measured, "ms", must, goal)
