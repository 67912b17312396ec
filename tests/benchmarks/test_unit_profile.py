"""Samples and counts go to the units that run and are searched, and change nothing."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from interpreter.compiling import Program
from interpreter.compiling.choices import Step
from interpreter.compiling.effects import Ask, Effect
from interpreter.pipeline import Match, load
from tests.benchmarks import card_corpus
from tests.benchmarks.playing import playouts
from tests.benchmarks.unit_profile import ELSEWHERE, Profile


class Looking(Step):
    """A commitment that takes a sample when it is searched."""

    __slots__ = ("profile",)

    def __init__(self, profile: Profile, next: Step) -> None:
        self.profile, self.next = profile, next

    def go(self, *given: Any) -> None:
        self.profile.look(0, sys._getframe())
        self.next.go(*given)

    def take(self, S: Any, L: Any, option: Any, at: int) -> int:
        return at


class LookingStep(Effect):
    """A step that takes a sample when it is carried out."""

    __slots__ = ("profile", "step")

    def __init__(self, profile: Profile, step: Effect) -> None:
        super().__init__(step.at)
        self.here, self.profile, self.step = step.here, profile, step

    def run(self, *given: Any) -> int:
        self.profile.look(0, sys._getframe())
        return self.step.run(*given)


@pytest.fixture
def program(tmp_path: Path) -> Program:
    card_corpus.write(tmp_path, cards=30, files=3)
    return load(tmp_path, card_corpus.GAME).program(2)


def unit(program: Program, name: str) -> int:
    return [info.name for info in program.layout.units].index(name)


def test_a_search_counts_for_what_is_searched_and_for_who_asks(program: Program) -> None:
    profile = Profile(program)
    part, buy = unit(program, "part:play.turn.action"), unit(program, "action:buy")
    asks = [step for step in program.code if isinstance(step, Ask)]
    [branch] = [b for ask in asks for b in ask.branches if b.label == "buy"]
    branch.steps = Looking(profile, branch.steps)
    decisions = playouts(program, 1, 1).decisions
    assert 1 <= profile.samples <= decisions
    assert dict(profile.searched) == {buy: profile.samples} and dict(profile.asking) == {part: profile.samples}
    assert not profile.carried
    line = card_corpus.RULES.splitlines().index("  buy:") + 1
    name, where = profile.name(buy)
    assert name == "action:buy" and where.startswith(f"rules/{card_corpus.GAME}/game.yaml:")
    assert line <= int(where.rpartition(":")[2]) <= line + 2
    assert "| action:buy " in profile.by_unit(15) and "100.0 %" in profile.by_search(15)


def test_a_step_counts_for_the_unit_that_it_belongs_to(program: Program) -> None:
    profile = Profile(program)
    work = unit(program, "action:work")
    start, end = program.layout.units[work].start, program.layout.units[work].end
    program.code[start + 1 : end] = [LookingStep(profile, step) for step in program.code[start + 1 : end]]
    playouts(program, 1, 1)
    assert profile.samples and dict(profile.carried) == {work: profile.samples} == dict(profile.whole)
    assert profile.by_sort() == "action 100.0 %"
    profile.look(0, sys._getframe())
    assert profile.carried[ELSEWHERE] == 1


def test_counting_and_sampling_change_nothing(program: Program) -> None:
    ends: list[str] = []

    def play(seed: int) -> None:
        match = Match.start(program, seed, record=False)
        while not match.over:
            match.apply(match.legal()[-1])
        ends.append(match.hash())

    play(1)
    profile = Profile(program)
    profile.count(play, 1, 1)
    assert ends[0] == ends[1] and program.visits is None
    work = unit(program, "action:work")
    assert profile.searches[work] == profile.options[work] > 0 and profile.steps.total() > 100
    before = signal.getsignal(signal.SIGPROF)
    profile.sample(lambda _: play(1), 0.1, 1)
    assert set(ends) == {ends[0]} and profile.games == len(ends) - 2
    assert signal.getsignal(signal.SIGPROF) is before and signal.getitimer(signal.ITIMER_PROF) == (0, 0)
    assert profile.whole.total() == profile.samples and profile.searched.total() == profile.asking.total()
