"""Which abilities can answer an event at all, by the one thing that it is about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from interpreter.state.layout import NOTHING

# an ability, and what it says of the subject alone, by (S, you, this, who, subject); None if it says nothing
Saying = tuple[int, Callable[..., Any] | None]


class Heed(dict[int, frozenset[int]]):
    """For one event: subject -> abilities that may answer it. What is not there yet is found out when asked for.

    What abilities say of the subject is what never changes (`of coin`, `die.colour == brown`), so it belongs to a game
    and not to a match.
    """

    __slots__ = ("all", "at", "part", "reads", "sayings")

    def __init__(self, part: str, at: int, sayings: Sequence[Saying], reads: frozenset[str]) -> None:
        """`part`: the part of the event that is the subject, `at`: its place among the numbers that a quantity is
        asked for; `reads`: parts of which conditions read what is printed on them, which tells of it whoever asks."""
        self.part, self.at, self.sayings, self.reads = part, at, sayings, reads
        self.all = frozenset(number for number, _ in sayings)  # the one answer where none can be left out

    def __missing__(self, subject: int) -> frozenset[int]:
        found = frozenset(number for number, test in self.sayings if _may_hold(test, subject))
        self[subject] = found if found != self.all else self.all
        return self[subject]


def _may_hold(test: Callable[..., Any] | None, subject: int) -> bool:
    if test is None:
        return True
    try:
        return bool(test(None, NOTHING, NOTHING, NOTHING, subject))
    except (IndexError, KeyError):  # nothing was used as a thing: whoever asks the whole condition says so
        return True
