"""A flat list of decisions as a menu that asks step by step.

In: decisions and their steps, (label, value) pairs in the order in which a person would answer. Out: the
questions: decisions with a common beginning are one entry until the step at which they part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Step = tuple[str, str]
PLAIN = ("", "do", "either")  # labels of what needs none: an action, an alternative


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of a menu: its text, and the decisions (by number) it leaves open."""

    text: str
    open: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked next. `settled` is what all open decisions share so far, `label` what the choices are about."""

    settled: tuple[Step, ...]
    label: str
    choices: tuple[Choice, ...]


def question(steps: Sequence[Sequence[Step]], open: Sequence[int], done: str = "done") -> Question:
    """The first step at which the open decisions differ, as a question.

    One that ends where others go on is an entry of its own (`done`). Decisions that differ nowhere (which an
    engine should not offer) stay apart as numbered entries, so that nothing becomes unreachable.
    """
    at = 0
    while True:
        here = {steps[number][at] if at < len(steps[number]) else None for number in open}
        if len(here) > 1 or None in here:
            break
        at += 1
    settled = tuple(steps[open[0]][:at])
    if here == {None}:
        choices = tuple(
            Choice(f"({count})" if len(open) > 1 else "", (number,)) for count, number in enumerate(open, 1)
        )
        return Question(settled, "", choices)
    groups: dict[Step | None, list[int]] = {}
    for number in open:
        groups.setdefault(steps[number][at] if at < len(steps[number]) else None, []).append(number)
    labels = {step[0] for step in groups if step is not None and step[0] not in PLAIN}
    label = labels.pop() if len(labels) == 1 else ""
    choices = tuple(
        Choice(_text(step, label, steps[numbers[0]][at + 1 :] if len(numbers) == 1 else (), done), tuple(numbers))
        for step, numbers in groups.items()
    )
    return Question(settled, label, choices)


def _text(step: Step | None, label: str, rest: Sequence[Step], done: str) -> str:
    """A line: the step, and where it leaves one decision only, all that follows, so that nothing is taken unseen."""
    if step is None:
        return done
    text = step[1] if label or step[0] in PLAIN else f"{step[0]}: {step[1]}"
    return text + (f" ({', '.join(f'{name}: {value}' for name, value in rest)})" if rest else "")
