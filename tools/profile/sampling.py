"""Looking at Python's stack while games are played: which place of the rules runs now.

In: a program and bots. Out: samples by unit of the rules and by line. Generated functions carry the places of the rules
as their lines, so one look at the innermost of them tells which statement runs; nothing is wrapped or counted, so cheap
steps look no dearer than they are.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from types import FrameType
from typing import Any

from interpreter.compiling import Ask, Program
from interpreter.playing import Match
from tools.common import bots

EVERY = 0.002  # seconds of the processor's time between two looks
OUTSIDE = ""  # no unit: bots, lists of options, setting the table up
RUNNING = frozenset({Program.run.__code__, Program.answer.__code__, Program.options.__code__, Program.start.__code__})


@dataclass(slots=True)
class Profile:
    """Samples of one program: `carried` and `offered` by unit, `lines` by place in the files."""

    program: Program
    samples: int = 0
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    carried: Counter[str] = field(default_factory=Counter)
    offered: Counter[str] = field(default_factory=Counter)
    lines: Counter[str] = field(default_factory=Counter)

    def place(self, unit: str) -> str:
        """Where a unit stands in the files."""
        for info in self.program.layout.units:
            if info.name == unit:
                if info.file:
                    return f"{info.file}:{info.line}"
                at = self.program.code[info.start].at
                return f"{at.file}:{at.line}" if at.file else ""
        return ""

    def units(self) -> list[tuple[str, int, int]]:
        """(unit, samples carried out, samples offered), the dearest first."""
        names = sorted(self.carried.keys() | self.offered.keys(), key=lambda n: (-self.carried[n] - self.offered[n], n))
        return [(name, self.carried[name], self.offered[name]) for name in names]

    def as_json(self) -> dict[str, Any]:
        """The figures for other programs; shares are parts of 1."""
        whole = max(1, self.samples)
        return {
            "games": self.games,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "samples": self.samples,
            "units": [
                {"unit": name, "at": self.place(name), "carried_out": a / whole, "offered": b / whole}
                for name, a, b in self.units()
            ],
            "lines": [{"at": at, "share": n / whole} for at, n in self.lines.most_common()],
        }


def can_sample() -> bool:
    """Whether the system has a timer that counts the processor's time."""
    return hasattr(signal, "setitimer")


class Looker:
    """Takes samples."""

    def __init__(self, profile: Profile) -> None:
        self.profile, self.program = profile, profile.program
        units = sorted((unit for unit in self.program.layout.units if unit.end > unit.start), key=lambda u: u.start)
        self.owner: list[str] = [OUTSIDE] * len(self.program.code)
        for unit in units:
            self.owner[unit.start : unit.end] = [unit.name] * (unit.end - unit.start)

    def look(self, _: int, frame: FrameType | None) -> None:
        """One sample."""
        profile = self.profile
        profile.samples += 1
        file = self.program.generated_file
        place, branch, inside = -1, -1, False
        while frame is not None:
            code = frame.f_code
            if code.co_filename == file:
                if place < 0:
                    place = (frame.f_lineno or self.program.last + 1) - 1  # between two lines there is none
                    if code.co_name.startswith(("legal_", "use_")):
                        branch = _column(frame) - 1
                inside = True
                break
            if code in RUNNING:
                inside = True
                break
            frame = frame.f_back
        if not inside:
            profile.carried[OUTSIDE] += 1
            return
        if place < 0:
            place = self.program.last
        ask = self.program.code[place]
        if branch >= 0 and isinstance(ask, Ask) and branch < len(ask.branches):
            way = ask.branches[branch]
            unit = way.through[-1][0] if way.through else self.owner[place]
            profile.offered[unit] += 1
            at = self.program.code[way.target].at if way.sentence is None else way.sentence.at
        else:
            profile.carried[self.owner[place]] += 1
            at = ask.at
        profile.lines[f"{at.file}:{at.line}"] += 1


def _column(frame: FrameType) -> int:
    """The column of what a frame runs: in a list of options the number of the branch plus one."""
    for number, (_, _, column, _) in enumerate(frame.f_code.co_positions()):
        if number == frame.f_lasti // 2:
            return column or 0
    return 0


def sample(program: Program, kinds: Sequence[str], home: Path, seed: int, seconds: float) -> Profile:
    """Play games from that seed on for so much of the processor's time, looking. The first game is not looked at: in it
    functions are made that all others find ready."""
    profile = Profile(program)
    looker = Looker(profile)
    _play(program, kinds, home, seed)
    before = signal.signal(signal.SIGPROF, looker.look)
    started = process_time()
    signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
    try:
        while process_time() - started < seconds:
            profile.games += 1
            profile.decisions += _play(program, kinds, home, seed + profile.games)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        profile.seconds = process_time() - started
    return profile


def _play(program: Program, kinds: Sequence[str], home: Path, seed: int) -> int:
    from tools.common.playouts import play_to_end

    match = Match.start(program, seed, record=False)
    decisions, _ = play_to_end(match, {seat: bots.make(kind, seat, seed, home) for seat, kind in enumerate(kinds)})
    return decisions
