"""How far long work has come: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from tools.common.environment import seconds
from tools.common.output import counted

PROGRESS_SECONDS = seconds("RULEWRIGHT_PROGRESS", 10)  # between two lines where there is no terminal


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
