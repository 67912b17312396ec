"""Measure speed beside hand-written code, and print one table.

    python -m tests.benchmarks                  everything, about five minutes
    python -m tests.benchmarks playouts copies  some of it, by the names of the files in `measures`
    python -m tests.benchmarks --instructions   count instructions too, which repeat exactly (needs valgrind)
    python -m tests.benchmarks --write          everything, with instructions, and into docs/performance.md

Every figure is a ratio of two things measured in turn in this run; none is a test that fails.
"""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
from importlib import import_module
from pathlib import Path

from tests.benchmarks.counting import can_count, instructions
from tests.benchmarks.findings import Bench
from tests.benchmarks.page import stamp, write
from tools.cli import COLLECTED

MARKS = ("<!-- measured: begin -->", "<!-- measured: end -->")
MEASURES = tuple(sorted(file.stem for file in (Path(__file__).parent / "measures").glob("*.py")))


def main(argv: list[str] | None = None) -> int:
    """Run, print, and write the page if asked to."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description="Speed beside hand-written code.")
    parser.add_argument("parts", nargs="*", help=f"some of {', '.join(MEASURES)} (default: all)")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each figure (default: 7)")
    parser.add_argument("--instructions", action="store_true", help="count instructions too (needs valgrind)")
    parser.add_argument("--write", action="store_true", help="write the figures into docs/performance.md")
    options = parser.parse_args(argv)
    for part in options.parts:
        if part not in MEASURES:
            parser.error(f"no part is called `{part}`; there are {', '.join(MEASURES)}")
    if options.instructions and not can_count():
        parser.error("--instructions needs valgrind")
    if options.write and options.parts:
        parser.error("--write writes the whole page: leave the parts out")
    gc.set_threshold(*COLLECTED)  # on both sides as when a command plays
    commit = stamp()
    with tempfile.TemporaryDirectory() as temporary:
        bench = Bench(options.rounds, Path(temporary), draw=options.write)
        for part in options.parts or MEASURES:
            bench.folder = Path(temporary) / part
            bench.folder.mkdir()
            import_module(f"tests.benchmarks.measures.{part}").measure(bench)
    if options.instructions or (options.write and can_count()):
        print("  counting instructions", file=sys.stderr, flush=True)
        for name, (ours, beside) in instructions(tuple(bench.counted)).items():
            bench.counted[name].instructions = ours / beside
    text = "\n\n".join([f"{commit}; {options.rounds} rounds.", bench.table, *bench.below])
    print(text)
    if options.write:
        write(text, MARKS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
