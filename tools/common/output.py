"""Printing for people: tables, and how far long work has come: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread

from tools.common.environment import seconds

PROGRESS_SECONDS = seconds("RULEWRIGHT_PROGRESS", 10)  # between two lines where there is no terminal


def table(head: Sequence[str], rows: Sequence[Sequence[str]], indent: str = "") -> str:
    """A plain table: first column left, the others right, two spaces between."""
    everything = [list(head), *[list(row) for row in rows]]
    widths = [max(len(row[column]) for row in everything) for column in range(len(head))]
    lines = []
    for row in everything:
        cells = [
            cell.ljust(width) if at == 0 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append((indent + "  ".join(cells)).rstrip())
    return "\n".join(lines)


def markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The same as a Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "|" + "|".join(["---"] + ["---:"] * (len(head) - 1)) + "|"]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines)


@contextmanager
def progress(what: str, total: int, done: int = 0) -> Iterator[Callable[[int], None]]:
    """How many of `total` games are played, counted up from `done` by the function it hands out, with an estimate of
    what is left: a bar on the terminal's error stream; elsewhere a line every ten seconds, also before the first game
    has ended."""
    if not sys.stderr.isatty():
        with _lines(what, total, done) as step:
            yield step
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total, completed=done)
        yield lambda step: bar.advance(task, step)


@contextmanager
def _lines(what: str, total: int, done: int) -> Iterator[Callable[[int], None]]:
    begun, played, over = time.monotonic(), done, Event()

    def step(count: int) -> None:
        nonlocal played
        played += count

    def tell() -> None:
        while not over.wait(PROGRESS_SECONDS):
            print(so_far(what, total, played, played - done, time.monotonic() - begun), file=sys.stderr, flush=True)

    thread = Thread(target=tell, daemon=True)
    thread.start()
    try:
        yield step
    finally:
        over.set()
        thread.join()


def so_far(what: str, total: int, played: int, counted_now: int, seconds: float) -> str:
    """`chess, 2 players: 3 of 100 games after 40 s, about 21 min left`; `counted_now` of them took the `seconds`."""
    text = f"{what}: {played:,} of {counted(total, 'game')} after {duration(seconds)}"
    if counted_now and played < total:
        text += f", about {duration((total - played) * seconds / counted_now)} left"
    return text


def duration(seconds: float) -> str:
    """`40 s`, `3 min`, `2 h 5 min`."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def number(value: float, digits: int = 2) -> str:
    """A number with a fixed count of digits and no minus before zero."""
    text = f"{value:.{digits}f}"
    return text.lstrip("-") if float(text) == 0 else text


def signed(value: float, digits: int = 2) -> str:
    """A number that says its sign."""
    text = number(value, digits)
    return text if text.startswith("-") or float(text) == 0 else f"+{text}"


def percent(value: float) -> str:
    """A share as a percentage with one digit."""
    return f"{number(100 * value, 1)} %"


def counted(count: int, one: str, many: str = "") -> str:
    """`1 game`, `2 games`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
