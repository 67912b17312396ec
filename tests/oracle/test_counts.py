"""Small games whose numbers are known: counted here without the interpreter, and again with it.

The plain functions at the top know the games, not the machine; each says what is published about it.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from tree import leaves, outcomes, visit

from interpreter.pipeline import Match, load

GAMES = Path(__file__).parents[1] / "games"
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
CARDS = ("jack", "queen", "king")
NUMBERS = ("one", "two", "three")


# ---- by hand ---------------------------------------------------------------------------------------


def tictactoe_by_hand() -> tuple[Counter[str], int]:
    """Games by winner (255,168 in all: 131,184, 77,904 and 46,080 draws) and positions (5,478)."""
    seen: dict[str, Counter[str]] = {}

    def play(board: str, mark: str) -> Counter[str]:
        if board not in seen:
            won = next((m for m in "xo" if any(all(board[i] == m for i in line) for line in LINES)), "")
            if won or " " not in board:
                seen[board] = Counter([won])
            else:
                seen[board] = Counter()
                for i in range(9):
                    if board[i] == " ":
                        seen[board] += play(board[:i] + mark + board[i + 1 :], "o" if mark == "x" else "x")
        return seen[board]

    return play(" " * 9, "x"), len(seen)


@cache
def nim_by_hand(heaps: tuple[int, ...]) -> tuple[int, int]:
    """Games that the player to move wins and loses, when the last stone wins."""
    if not any(heaps):
        return 0, 1
    won = lost = 0
    for i, heap in enumerate(heaps):
        for left in range(heap):
            their_won, their_lost = nim_by_hand((*heaps[:i], left, *heaps[i + 1 :]))
            won, lost = won + their_lost, lost + their_won
    return won, lost


def nim_is_won(heaps: tuple[int, ...], misere: bool) -> bool:
    """Bouton (1901): the player to move wins unless the heaps added without carrying make 0; misère the
    other way round while no heap is above 1."""
    total = 0
    for heap in heaps:
        total ^= heap
    if misere and max(heaps) <= 1:
        return total == 0
    return total != 0


def duel_by_hand() -> Counter[tuple[int, ...]]:
    """Games by winners: each player's cards in any order, six times six."""
    results: Counter[tuple[int, ...]] = Counter()
    for mine in permutations((1, 2, 3)):
        for theirs in permutations((1, 2, 3)):
            points = [
                sum(a > b for a, b in zip(mine, theirs, strict=True)),
                sum(b > a for a, b in zip(mine, theirs, strict=True)),
            ]
            results[tuple(seat for seat in (0, 1) if points[seat] == max(points))] += 1
    return results


# ---- and by the interpreter ------------------------------------------------------------------------


def start(game: str, *layers: str) -> Match:
    return Match.start(load(GAMES, game, layers).program(2), seed=1)


def test_tictactoe() -> None:
    by_hand, positions = tictactoe_by_hand()
    assert (sum(by_hand.values()), by_hand["x"], by_hand["o"], by_hand[""]) == (255168, 131184, 77904, 46080)
    assert positions == 5478
    known: dict[str, Counter[tuple[int, ...]]] = {}
    assert outcomes(start("tictactoe"), known) == {(0,): 131184, (1,): 77904, (): 46080}
    assert len(known) == positions


@pytest.mark.slow
def test_tictactoe_game_by_game() -> None:
    assert leaves(start("tictactoe")) == 255168


@pytest.mark.parametrize("misere", [False, True])
def test_nim(misere: bool) -> None:
    won, lost = nim_by_hand((3, 4, 5))
    match = start("nim", *(["misere"] if misere else []))
    assert outcomes(match, {}) == ({(1,): won, (0,): lost} if misere else {(0,): won, (1,): lost})


@pytest.mark.parametrize("misere", [False, True])
def test_nim_is_won_where_the_heaps_say_so(misere: bool) -> None:
    match = start("nim", *(["misere"] if misere else []))
    wins: dict[str, bool] = {}
    told: Counter[bool] = Counter()

    def mover_wins(here: Match) -> bool:
        key = here.hash()
        if key not in wins:
            seat = here.seat
            wins[key] = False
            for decision in here.legal():
                child = here.copy()
                child.apply(decision)
                if (child.winners == [seat]) if child.over else not mover_wins(child):
                    wins[key] = True
            heaps = tuple(here.state_json()["variables"]["stones"].values())
            assert wins[key] == nim_is_won(heaps, misere), heaps
            told[wins[key]] += 1
        return wins[key]

    assert mover_wins(match)
    assert told[True] and told[False]


def kuhn_deals() -> list[Match]:
    deals = []
    for mine, theirs, rest in permutations(CARDS):
        match = start("kuhn")
        match.arrange({"zones": {"player 1": {"hand": [mine]}, "player 2": {"hand": [theirs]}, "deck": [rest]}})
        deals.append(match)
    return deals


def test_kuhn_deals_and_histories() -> None:
    deals = kuhn_deals()
    assert len({match.hash() for match in deals}) == 6
    assert sum(leaves(match) for match in deals) == 30


def test_kuhn_information_sets() -> None:
    """What the seat to decide sees: three cards times four betting histories."""
    views: set[str] = set()

    def see(match: Match) -> None:
        if not match.over:
            views.add(json.dumps([match.seat, match.view(match.seat)], sort_keys=True))

    for match in kuhn_deals():
        visit(match, see)
    assert len(views) == 12


def test_kuhn_chips() -> None:
    """Nothing is lost: four chips at the end, and the winner is up by one or two."""
    results: Counter[tuple[int, ...]] = Counter()

    def see(match: Match) -> None:
        if match.over:
            results[tuple(match.score(seat)[0] for seat in (0, 1))] += 1

    for match in kuhn_deals():
        visit(match, see)
    # two checks and called bets (three histories) go by the cards, two histories end in a fold
    assert results == {(3, 1): 3 + 6, (1, 3): 3 + 6, (4, 0): 6, (0, 4): 6}


def test_duel() -> None:
    by_hand = duel_by_hand()
    assert sum(by_hand.values()) == 36
    assert outcomes(start("duel"), {}) == by_hand


def test_duel_keeps_a_bid_secret_and_does_not_mind_who_bids_first() -> None:
    match = start("duel")
    assert match.seats == [0, 1]
    mine = {str(match.identity(d)["card"]): d for d in match.legal(0)}
    theirs = {str(match.identity(d)["card"]): d for d in match.legal(1)}
    seen: list[dict[str, Any]] = []
    for card in NUMBERS:
        here = match.copy()
        here.apply(mine[card])
        assert here.seats == [1]
        seen.append(here.view(1))
        assert here.legal(1) == match.legal(1)
        there = match.copy()
        there.apply(theirs["two"])
        there.apply(mine[card])
        here.apply(theirs["two"])
        assert here.hash() == there.hash()
    assert seen[0] == seen[1] == seen[2]
