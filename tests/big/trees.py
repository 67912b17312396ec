"""Random trees printed and parsed again: many more than the quick tests draw, and new ones for each seed.

Run as `python tests/big/trees.py --examples 25000 [--seed 1]`: so many effects and as many values. The first tree
that does not come back is shrunk and shown as a fault, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.syntax.conftest import Language
from tests.syntax.test_printing import EXPRESSIONS, STATEMENTS, blocks, filtered


def every(trees: st.SearchStrategy[Any], start: str, examples: int, drawn_from: int) -> Callable[[], None]:
    """A check of so many trees, each printed, parsed, compared and printed again; it raises at the first fault."""
    language = Language()

    @seed(drawn_from)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=False,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(tree=trees)
    def check(tree: Any) -> None:
        language.settles(tree, start)

    return check


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=25_000, help="trees of each of the two sorts")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    began = time.perf_counter()
    for trees, start in ((blocks(STATEMENTS), "effect"), (EXPRESSIONS | filtered(EXPRESSIONS), "value")):
        every(trees, start, options.examples, options.seed)()
        print(f"{options.examples} trees ({start}) came back, {time.perf_counter() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
