"""Copying a match at a decision beside copying the lists of its state."""

from __future__ import annotations

from interpreter.pipeline import Match, load
from tests.benchmarks import card_corpus
from tests.benchmarks.counting import Pair
from tests.benchmarks.findings import Bench
from tests.benchmarks.measuring import alternate, timed
from tests.benchmarks.playing import go_on, program_of

PLAYERS = 4
MUST, GOAL = 1.5, 1.2


def measure(bench: Bench) -> None:
    card_corpus.write(bench.folder)
    bazaar = Match.start(load(bench.folder, card_corpus.GAME).program(2), 1)
    go_on(bazaar, in_an_effect)
    matches = {
        "Woodcraft in a card's effect": (woodcraft(), f"{__name__}:counted"),
        "Alhambra after 70 decisions": (alhambra(), ""),
        "a game of 1,000 cards in a card's effect": (bazaar, ""),
    }
    for name, (match, count) in matches.items():
        lists = match.state

        def plain(lists: list[list[int]] = lists) -> list[list[int]]:
            return [x[:] for x in lists]

        measured = alternate(timed(match.copy, 500), timed(plain, 500), bench.rounds * 10)
        bench.add(f"copy of a match, {name}, beside `[x[:] for x in S]`", measured, "us", MUST, GOAL, count=count)
        bench.below.append(
            f"{name}: the state is {len(lists)} lists with {sum(map(len, lists)):,} numbers; what runs is "
            f"{' < '.join(match.program.chain(lists))}."
        )


def in_an_effect(match: Match) -> bool:
    """Whether a card's effect waits for a decision."""
    return any(unit.startswith("card:") for unit in match.program.chain(match.state))


def woodcraft() -> Match:
    match = Match.start(program_of("woodcraft", PLAYERS), 1)
    go_on(match, in_an_effect)
    return match


def alhambra() -> Match:
    match = Match.start(program_of("alhambra", PLAYERS), 1)
    go_on(match, lambda match: len(match.decisions) >= 70)
    return match


def counted() -> Pair:
    match = woodcraft()
    lists = match.state

    def ours(times: int) -> None:
        for _ in range(times):
            match.copy()

    def beside(times: int) -> None:
        for _ in range(times):
            [x[:] for x in lists]

    return Pair(ours, beside, (100, 1100), (100, 1100))
