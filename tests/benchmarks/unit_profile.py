"""Which effects, actions and parts of a game the time of playouts goes into: samples, and counts beside them.

In: a program and a game to play with it. Out: two tables. While games are played, a timer of the processor's time
looks at Python's stack and asks the machine's loop which unit runs; nothing is wrapped, so cheap steps look no dearer
than they are. Games that are played after that, untimed, count steps and searches.

A unit costs time when it is carried out, and when a question searches it for what may be decided. A search counts for
what is searched, and what each unit asks stands beside. Conditions of abilities count for the unit whose event they
look at.
"""

from __future__ import annotations

import signal
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from time import process_time
from types import FrameType
from unittest.mock import patch

from interpreter.compiling import Option, Program
from interpreter.compiling.effects import Branch
from interpreter.state.layout import UNIT, State
from tests.benchmarks.measuring import table

EVERY = 0.004  # seconds of the processor's time between two looks; most systems can no finer
ELSEWHERE = -1  # no unit runs: setting the table up, lists of options, picking one
RUN, OPTIONS, ANSWER = Program.run.__code__, Program.options.__code__, Program.answer.__code__
SEARCH = Branch.options.__code__

Play = Callable[[int], object]  # a game, by its seed


@dataclass(slots=True)
class Profile:
    """Samples and counts of one program. Units go by their numbers."""

    program: Program
    samples: int = 0
    games: int = 0
    carried: Counter[int] = field(default_factory=Counter)  # samples while a unit ran, without its searches
    asking: Counter[int] = field(default_factory=Counter)  # samples in a search, by the unit that asks
    searched: Counter[int] = field(default_factory=Counter)  # the same samples, by the unit that is searched
    counted: int = 0  # games that were counted, not timed
    steps: Counter[int] = field(default_factory=Counter)
    searches: Counter[int] = field(default_factory=Counter)
    options: Counter[int] = field(default_factory=Counter)

    def look(self, _: int, frame: FrameType | None) -> None:
        """One sample: what runs now."""
        branch: Branch | None = None
        unit = ELSEWHERE
        while frame is not None:
            code = frame.f_code
            if code is SEARCH:
                branch = frame.f_locals["self"]
            elif code is RUN or code is OPTIONS or code is ANSWER:
                running = frame.f_locals.get("L")
                if running is not None:
                    unit = running[UNIT]
                break
            frame = frame.f_back
        self.samples += 1
        if branch is None:
            self.carried[unit] += 1
        else:
            self.asking[unit] += 1
            self.searched[unit_of(branch, unit)] += 1

    def sample(self, play: Play, seconds: float, first_seed: int) -> None:
        """Play for so much of the processor's time, looking."""
        before = signal.signal(signal.SIGPROF, self.look)
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
        try:
            end = process_time() + seconds
            while process_time() < end:
                play(first_seed + self.games)
                self.games += 1
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)

    def count(self, play: Play, games: int, first_seed: int) -> None:
        """Play so many games, counting."""
        steps = _Steps()
        plain = Branch.options

        def noted(branch: Branch, P: Program, S: State, L: list[int]) -> list[Option]:
            found = plain(branch, P, S, L)
            unit = unit_of(branch, L[UNIT])
            self.searches[unit] += 1
            self.options[unit] += len(found)
            return found

        self.program.visits = steps
        try:
            with patch.object(Branch, "options", noted):
                for seed in range(first_seed, first_seed + games):
                    play(seed)
        finally:
            self.program.visits = None
        self.counted += games
        units = sorted((unit.start, number) for number, unit in enumerate(self.program.layout.units))
        starts = [start for start, _ in units]
        for here, times in steps.times.items():
            self.steps[units[bisect_right(starts, here) - 1][1]] += times

    # ---- the tables --------------------------------------------------------------------------------

    def name(self, unit: int) -> tuple[str, str]:
        """What a unit is called, and where it stands."""
        if unit == ELSEWHERE:
            return "(no unit: lists of options, a pick)", ""
        info = self.program.layout.units[unit]
        at = self.program.code[info.start].at  # the main unit stands nowhere; its first step does
        return info.name, f"{info.file}:{info.line}" if info.line and info.file else f"{at.file}:{at.line}"

    def share(self, samples: int) -> str:
        """Samples as a share of all."""
        return f"{100 * samples / max(1, self.samples):.1f} %"

    def error(self, share: float) -> float:
        """How far off, in hundredths, a share of the time may well be (two standard errors)."""
        return 200 * sqrt(share * (1 - share) / max(1, self.samples))

    def by_unit(self, most: int) -> str:
        """The dearest units, and the steps of theirs that are carried out in a game."""
        rows = [self._row(*self.name(unit), [unit]) for unit, _ in self.whole.most_common(most)]
        rest = [unit for unit, _ in self.whole.most_common()[most:]]
        if rest:
            rows.append(self._row(f"({len(rest)} others)", "", rest))
        head = ("effect, action or part", "where", "time", "carried out", "searched", "what it asks", "steps a game")
        return table(head, rows)

    def by_search(self, most: int) -> str:
        """What the searches for options looked at, and how much they found."""
        rows = [
            (*self.name(unit), self.share(n), self._a_game(self.searches[unit]), self._a_game(self.options[unit]))
            for unit, n in self.searched.most_common(most)
        ]
        return table(("what is searched for options", "where", "time", "searches a game", "options a game"), rows)

    def by_sort(self) -> str:
        """Shares by sort of unit, in one line."""
        sorts: Counter[str] = Counter()
        for unit, n in self.whole.items():
            sorts[self.name(unit)[0].partition(":")[0] if unit != ELSEWHERE else "no unit"] += n
        return ", ".join(f"{sort} {self.share(n)}" for sort, n in sorts.most_common())

    @property
    def whole(self) -> Counter[int]:
        """All samples by unit, each once: carried out and searched."""
        return self.carried + self.searched

    def _row(self, name: str, where: str, units: list[int]) -> tuple[str, ...]:
        counters = (self.whole, self.carried, self.searched, self.asking)
        shares = [self.share(sum(counter[unit] for unit in units)) for counter in counters]
        return name, where, *shares, self._a_game(sum(self.steps[unit] for unit in units))

    def _a_game(self, times: int) -> str:
        return f"{times / max(1, self.counted):,.1f}"


class _Steps(set[int]):
    """Where the machine tells its steps, counted."""

    def __init__(self) -> None:
        super().__init__()
        self.times: Counter[int] = Counter()

    def add(self, here: int) -> None:
        self.times[here] += 1


def unit_of(branch: Branch, asking: int) -> int:
    """The unit whose commitments a branch has to meet: the innermost it enters, else the one that asks."""
    return branch.enter[-1][0] if branch.enter else asking
