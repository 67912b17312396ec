"""The small games that are written by hand are those of the rules: the same positions, offers and ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from interpreter.pipeline import Match, load
from tests.benchmarks.by_hand import duel, kuhn, tictactoe
from tests.benchmarks.playing import SMALL_GAMES, WrittenByHand

Json = Any


@dataclass(frozen=True, slots=True)
class Pair:
    """A game by hand, and how its positions and moves read by name."""

    by_hand: WrittenByHand
    set_up: Callable[[dict[str, Json]], Any]  # the same position by hand, before the first move
    of_table: Callable[[Any], Json]
    of_match: Callable[[Match, dict[str, Json]], Json]
    move: Callable[[Any], dict[str, Json]]
    winners: Callable[[Any], list[int]]


def squares(marks: int) -> list[str]:
    return [f"board.{square // 3 + 1},{square % 3 + 1}" for square in range(9) if marks >> square & 1]


def marks_of_table(table: tictactoe.Table) -> Json:
    both = (table.mine, table.theirs)
    return {"seat": table.seat, "cross": squares(both[table.seat]), "nought": squares(both[1 - table.seat])}


def marks_of_match(match: Match, state: dict[str, Json]) -> Json:
    board = state["zones"]["board"]
    held = {sign: [f"board.{at}" for at, mark in board.items() if mark == sign] for sign in ("cross", "nought")}
    return {"seat": match.seat, **held}


BIDS = ("one", "two", "three")
RANKS = ("jack", "queen", "king")
WORDS = {kuhn.CHECK: "check", kuhn.BET: "bet", kuhn.CALL: "call", kuhn.FOLD: "fold"}


def dealt(state: dict[str, Json]) -> kuhn.Table:
    zones = state["zones"]
    cards = (*zones["hand"]["player 1"], *zones["hand"]["player 2"], *zones["deck"])
    return kuhn.Table(tuple(RANKS.index(card) + 1 for card in cards))


def hand_of_table(table: kuhn.Table) -> Json:
    return {
        "seat": table.seat,
        "cards": [RANKS[rank - 1] for rank in table.cards],
        "chips": table.chips,
        "pot": table.pot,
    }


def hand_of_match(match: Match, state: dict[str, Json]) -> Json:
    zones, resources = state["zones"], state["resources"]
    return {
        "seat": match.seat,
        "cards": [*zones["hand"]["player 1"], *zones["hand"]["player 2"], *zones["deck"]],
        "chips": [resources["chip"][f"player {seat}"] for seat in (1, 2)],
        "pot": resources["pot"],
    }


def bids_of_table(table: duel.Table) -> Json:
    return {
        "seat": table.seat,
        "hands": [[BIDS[value - 1] for value in duel.HELD[hand]] for hand in table.hands],
        "points": table.points,
    }


def bids_of_match(match: Match, state: dict[str, Json]) -> Json:
    hands = state["zones"]["hand"]
    return {
        "seat": match.seat,
        "hands": [sorted(hands[f"player {seat}"], key=BIDS.index) for seat in (1, 2)],
        "points": [state["resources"]["point"][f"player {seat}"] for seat in (1, 2)],
    }


PAIRS = {
    "tictactoe": Pair(
        tictactoe,
        lambda _: tictactoe.Table(),
        marks_of_table,
        marks_of_match,
        lambda square: {"do": "place", "space": squares(1 << square)[0]},
        lambda table: [table.winner] if table.winner >= 0 else [],
    ),
    "kuhn": Pair(
        kuhn,
        dealt,
        hand_of_table,
        hand_of_match,
        lambda word: {"do": WORDS[word]},
        lambda table: [seat for seat in (0, 1) if table.chips[seat] == max(table.chips)],
    ),
    "duel": Pair(
        duel,
        lambda _: duel.Table(),
        bids_of_table,
        bids_of_match,
        lambda value: {"do": "lay", "card": BIDS[value - 1]},
        lambda table: [seat for seat in (0, 1) if table.points[seat] == max(table.points)],
    ),
}


@pytest.mark.parametrize("game", PAIRS)
def test_the_interpreter_plays_the_same_game(game: str) -> None:
    pair = PAIRS[game]
    program = load(SMALL_GAMES, game).program(2)
    chance = Random(5)
    ends = set()
    for seed in range(60):
        match = Match.start(program, seed, record=False)
        table = pair.set_up(match.state_json())
        while not table.over:
            assert pair.of_table(table) == pair.of_match(match, match.state_json())
            found = pair.by_hand.moves(table)
            named = [{key: value for key, value in match.identity(d).items() if key != "seat"} for d in match.legal()]
            assert named == [pair.move(move) for move in found]
            number = int(chance.random() * len(found))
            pair.by_hand.play(table, found[number])
            match.apply(match.legal()[number])
        assert match.over
        assert pair.of_table(table) == {**pair.of_match(match, match.state_json()), "seat": table.seat}
        assert pair.winners(table) == match.winners
        ends.add(tuple(match.winners))
    assert len(ends) > 1
