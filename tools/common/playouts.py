"""Playing games to their end with bots: one game, or many over several processes.

In: a task (which ruleset, players, bots, seed) and game numbers. Out: one record per game, the same
whatever the number of workers. Game number `i` (from 0) has the seed `seed + i`, so any single game can
be played again by itself.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools.common import bots
from tools.common.failures import RULES_BROKE, Failure

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.synchronize import Event

    from interpreter.compiling import Option, Program
    from interpreter.pipeline import Ruleset
    from interpreter.playing import Match

Record = dict[str, Any]
"""One game: `game` (its number), `seed`, `scores` (per seat, the keys of `winner:`), `winners` (seats from
1), `decisions`, `options` (all that were offered, added up), `passes` (per part of the flow, how often it was
gone through, where the engine counts them), `state` (the hash of the last state), or `error` (a rules error
and the decision it came at)."""


@dataclass(frozen=True, slots=True)
class Task:
    """Everything a worker needs to play games of one kind. `bots` has one kind per seat."""

    content: Path
    game: str
    layers: tuple[str, ...]
    players: int
    bots: tuple[str, ...]
    seed: int
    transcripts: Path | None = None

    @property
    def home(self) -> Path:
        """The game's own folder."""
        return self.content / "rules" / self.game


def play_to_end(match: Match, players: dict[int, bots.Player]) -> tuple[int, int]:
    """Let bots decide until the game is over; returns how many decisions there were and how many options."""
    decisions = options = 0
    while not match.over:
        seat = match.seat
        legal = match.legal(seat)
        options += len(legal)
        match.apply(players[seat].choose(match, legal, decisions))
        decisions += 1
    return decisions, options


def play_out(program: Program, seed: int, players: list[bots.Blind]) -> tuple[Match, int]:
    """With bots that look at nothing but what they may do, in one go; the match, and how many options there were."""
    from interpreter.playing import Match

    offered = 0
    picks = [player.pick for player in players]

    def choose(seat: int, options: list[Option], number: int) -> Option:
        nonlocal offered
        offered = len(options) + (offered if number else 0)
        return picks[seat](options, number)

    return Match.play_out(program, seed, choose), offered


@dataclass(frozen=True, slots=True)
class Table:
    """A task ready to be played. `parts`: the parts right under `play` that are gone through again and again; `known`:
    what a record says of endings that come again."""

    task: Task
    program: Program
    parts: tuple[str, ...]
    known: dict[object, Record] = field(default_factory=dict)


def play_game(table: Table, number: int) -> Record:
    """One game from start to end as a record."""
    from interpreter.playing import Match, RulesError

    task, program = table.task, table.program
    seed = task.seed + number
    match: Match | None = None
    home = task.home
    try:
        players = {seat: bots.make(kind, seat, seed, home) for seat, kind in enumerate(task.bots)}
        blind = bots.blind(players.values()) if task.transcripts is None else None
        if blind is not None:
            match, options = play_out(program, seed, blind)
        else:
            match = Match.start(program, seed, record=task.transcripts is not None)
            _, options = play_to_end(match, players)
    except RulesError as error:
        return {"game": number, "seed": seed, "error": str(error)}
    finally:
        if task.transcripts is not None and match is not None:
            from tools.common.files import write_json

            write_json(task.transcripts / f"game_{number:06}.json", match.transcript())
    ended = match.ending
    known = table.known.get(ended)
    if known is None:
        known = _known(table, match)
        if ended is not None:
            table.known[ended] = known
    return {"game": number, "seed": seed, **known, "options": options}


def _known(table: Table, match: Match) -> Record:
    """What the record of a game says of its end."""
    from interpreter.state.layout import CONTROL, DECISIONS

    return {
        "scores": [list(match.score(seat)) for seat in range(table.task.players)],
        "winners": [seat + 1 for seat in match.winners],
        "decisions": match.state[CONTROL][DECISIONS],
        "options": 0,  # depends on the way there
        "passes": _passes(match, table.parts),
        "state": match.hash(),
    }


def _passes(match: Match, parts: tuple[str, ...]) -> dict[str, int]:
    """How often each of these parts of the flow was gone through."""
    counts = match.views.passes(match.state) if parts else {}
    return {part: counts[part] for part in parts if part in counts}


def open_table(task: Task, ruleset: Ruleset | None = None) -> Table:
    """The task's ruleset, compiled for its number of players; `ruleset` if it has been loaded before."""
    from interpreter.pipeline import load
    from interpreter.reading.nodes import Mapping

    if ruleset is None:
        ruleset = load(task.content, task.game, task.layers)
    play = ruleset.tree.get("play")
    parts = tuple(
        entry.key
        for entry in (play if isinstance(play, Mapping) else ())
        if isinstance(entry.value, Mapping) and any(key in entry.value for key in ("around", "each", "repeat", "until"))
    )
    return Table(task, ruleset.program(task.players, None), parts)


def play_games(
    task: Task, numbers: list[int], workers: int, done: Callable[[Record], None], ruleset: Ruleset | None = None
) -> None:
    """Play the games of these numbers and hand each record to `done`, in no fixed order.

    With one worker everything happens in this process. Interrupted, the workers end the games that they are
    playing; those count, and the interruption is passed on.
    """
    if workers <= 1 or len(numbers) < 2:
        table = open_table(task, ruleset)
        _settle(numbers)
        for number in numbers:
            done(play_game(table, number))
        return
    import multiprocessing  # with one worker all this need not be imported
    from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, ProcessPoolExecutor, wait

    global _opened
    _opened = open_table(task, ruleset)
    _settle(numbers)
    stop = multiprocessing.Event()
    with ProcessPoolExecutor(workers, initializer=_begin_worker, initargs=(task, stop)) as pool:
        waiting = {pool.submit(_play_chunk, chunk) for chunk in _chunks(numbers, workers)}
        try:
            while waiting:
                finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in finished:
                    for record in future.result():
                        done(record)
        except BrokenExecutor:
            raise Failure(
                "a worker process died (out of memory?)",
                "use fewer `--workers`; what is written so far is whole",
                RULES_BROKE,
            ) from None
        except BaseException:
            stop.set()
            pool.shutdown(cancel_futures=True)
            for future in waiting:
                if future.done() and not future.cancelled() and future.exception() is None:
                    for record in future.result():
                        done(record)
            raise


def _settle(numbers: list[int]) -> None:
    """What was made so far stays to the end: where much is to come, it need not be looked through for waste again and
    again."""
    if len(numbers) >= _MANY:
        import gc

        gc.freeze()


_MANY = 100  # games


def _chunks(numbers: list[int], workers: int) -> Iterator[list[int]]:
    """Small enough that a progress bar moves and no worker waits long for the last one."""
    size = max(1, min(25, len(numbers) // (workers * 4)))
    for start in range(0, len(numbers), size):
        yield numbers[start : start + size]


_opened: Table | None = None  # what a worker that is a copy of this process need not open again
_worker: Table | None = None
_stop: Event | None = None


def _begin_worker(task: Task, stop: Event) -> None:
    import signal
    from threading import Thread

    global _worker, _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    Thread(target=_die_with_parent, daemon=True).start()
    _worker = _opened if _opened is not None and _opened.task == task else open_table(task)


def _die_with_parent() -> None:
    """A worker whose parent was killed has nobody to play for, and would wait for work for ever."""
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play_chunk(numbers: list[int]) -> list[Record]:
    assert _worker is not None and _stop is not None
    played = []
    for number in numbers:
        if _stop.is_set():
            break
        played.append(play_game(_worker, number))
    return played


def digest(records: Iterable[Record]) -> str:
    """SHA-256 over the records in the order of their numbers: equal for equal games."""
    from tools.common.files import canonical

    total = sha256()
    for record in sorted(records, key=lambda record: int(record["game"])):
        total.update(canonical(record).encode() + b"\n")
    return total.hexdigest()
