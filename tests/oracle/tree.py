"""Walking through all games of a small game: counts that can be known without the interpreter.

In: a `Match`, left as it was. Positions are told apart by `Match.hash()`. Where several seats decide together they
are asked in turn order, one level of the tree for each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from interpreter.pipeline import Match


def children(match: Match) -> Iterator[Match]:
    """One copy for each legal decision of the seat to decide."""
    for decision in match.legal(match.seat):
        child = match.copy()
        child.apply(decision)
        yield child


def outcomes(match: Match, known: dict[str, Counter[tuple[int, ...]]]) -> Counter[tuple[int, ...]]:
    """How many games from here end with which winners; `known` holds each position once."""
    key = match.hash()
    if key not in known:
        if match.over:
            known[key] = Counter([tuple(match.winners)])
        else:
            known[key] = sum((outcomes(child, known) for child in children(match)), Counter())
    return known[key]


def leaves(match: Match) -> int:
    """How many games there are, each walked to its end."""
    return 1 if match.over else sum(leaves(child) for child in children(match))


def visit(match: Match, see: Callable[[Match], None]) -> None:
    """Show every position on every path."""
    see(match)
    if not match.over:
        for child in children(match):
            visit(child, see)
