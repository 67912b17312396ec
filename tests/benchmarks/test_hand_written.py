"""The program that the interpreter is measured beside plays the same game."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter.pipeline import Match, load
from tests.benchmarks import hand_written as by_hand
from tests.benchmarks.hand_written import CURRENCIES, DIRK, KINDS, OWN, TAKE, Move, Table

ROOT = Path(__file__).parents[2]
Json = Any


@cache
def program(players: int) -> Any:
    return load(ROOT, "alhambra").program(players)


# ---- by name, as the interpreter says it -----------------------------------------------------------


def card(number: int) -> str:
    if number >= by_hand.CARDS:
        return "scoring_" + "ab"[number - by_hand.CARDS]
    return f"{CURRENCIES[number // 9]}_{number % 9 + 1}"


def house(number: int) -> str:
    return f"{KINDS[number >> 4]}_{number & 15}"


def seat_name(table: Table, seat: int) -> str:
    return f"player {seat + 1}" if seat < table.players else "dirk"


def named_move(table: Table, move: Move) -> tuple[Any, ...]:
    if move[0] == TAKE:
        return ("take_money", *sorted(card(c) for c in move[1]))  # type: ignore[union-attr]
    place, code, _, owner = move  # type: ignore[misc]
    owner_name = seat_name(table, DIRK if owner == DIRK else table.seat)
    return ("buy_building", CURRENCIES[place], owner_name, *sorted(card(c) for c in by_hand.cards_of(place, code)))


def named_decision(identity: dict[str, Json]) -> tuple[Any, ...]:
    if identity["do"] == "take_money":
        return ("take_money", *sorted(identity["cards"]))
    slot = identity["slot"].removeprefix("yard.")
    return ("buy_building", slot, identity["owner"], *sorted(identity["payment"]))


def position_of_table(table: Table) -> dict[str, Json]:
    return {
        "seat": table.seat if not table.over else -1,
        "row": sorted(map(card, table.row)),
        "discard": sorted(map(card, table.discard)),
        "deck": [card(c) for c in table.deck],
        "houses": [house(h) for h in table.houses],
        "yard": {c: house(h) for c, h in zip(CURRENCIES, table.yard, strict=True) if h},
        "points": {seat_name(table, seat): points for seat, points in enumerate(table.points)},
        "built": {
            seat_name(table, seat): {k: row[seat] for k, row in zip(KINDS, table.built, strict=True) if row[seat]}
            for seat in range(table.seats)
        },
        "hands": {
            seat_name(table, seat): sorted(card(c) for c in held(table.hands[4 * seat : 4 * seat + 4]))
            for seat in range(table.players)
        },
    }


def held(codes: Iterable[int]) -> list[int]:
    return [c for currency, code in enumerate(codes) for c in by_hand.cards_of(currency, code)]


def position_of_match(match: Match) -> dict[str, Json]:
    state = match.state_json()
    zones = state["zones"]
    return {
        "seat": match.seat,
        "row": sorted(zones["money_row"]),
        "discard": sorted(zones["money_discard"]),
        "deck": list(zones["money_deck"]),
        "houses": list(zones["building_deck"]),
        "yard": zones["yard"],
        "points": state["resources"]["point"],
        "built": {
            seat: dict(Counter(building.rpartition("_")[0] for building in palace))
            for seat, palace in zones["palace"].items()
        },
        "hands": {seat: sorted(hand) for seat, hand in zones["hand"].items() if seat != "dirk"},
    }


# ---- the other way ---------------------------------------------------------------------------------


def card_number(name: str) -> int:
    word, _, value = name.rpartition("_")
    return by_hand.CARDS + "ab".index(value) if word == "scoring" else CURRENCIES.index(word) * 9 + int(value) - 1


def house_number(name: str) -> int:
    kind, _, price = name.rpartition("_")
    return KINDS.index(kind) * 16 + int(price)


def table_of(position: dict[str, Json], players: int) -> Table:
    """The same position, put up by hand."""
    table = Table(players, Random(0))
    table.seat = position["seat"]
    table.row = tuple(sorted(map(card_number, position["row"])))
    table.discard = [card_number(n) for n in position["discard"]]
    table.deck = [card_number(n) for n in position["deck"]]
    table.houses = [house_number(n) for n in position["houses"]]
    table.yard = [house_number(position["yard"][c]) if c in position["yard"] else 0 for c in CURRENCIES]
    for seat in range(table.seats):
        name = seat_name(table, seat)
        table.points[seat] = position["points"][name]
        for kind, count in position["built"].get(name, {}).items():
            table.built[KINDS.index(kind)][seat] = count
        for number in map(card_number, position["hands"].get(name, [])):
            table.hands[4 * seat + by_hand.CURRENCY[number]] += by_hand.UNIT[number]
    return table


# ---- the tests -------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 7))
def test_the_interpreter_plays_the_same_game(players: int) -> None:
    chance = Random(players)
    for seed in range(4):
        match = Match.start(program(players), seed, record=False)
        table = table_of(position_of_match(match), players)
        while not table.over:
            found = by_hand.moves(table)
            if not found:  # nobody is asked: the interpreter has gone on by itself
                by_hand.end_turn(table)
                continue
            assert position_of_table(table) == position_of_match(match), (seed, "position")
            decisions = {named_decision(match.identity(d)): d for d in match.legal()}
            named = {named_move(table, move): move for move in found}
            assert named.keys() == decisions.keys() and len(named) == len(found) == len(match.legal())
            name = chance.choice(sorted(named))
            pile = len(table.deck)
            by_hand.play(table, named[name])
            match.apply(decisions[name])
            if len(table.deck) > pile:  # the discards were shuffled, by each in its own way
                position = position_of_match(match)
                both = sorted([*map(card, table.deck), *map(card, table.row)])
                assert both == sorted(position["deck"] + position["row"])
                table = table_of(position, players) if not table.over else table
        assert match.over
        assert position_of_table(table)["points"] == position_of_match(match)["points"]
        assert by_hand.winners(table) == match.winners


@pytest.mark.parametrize("players", range(2, 7))
def test_recorded_games_of_another_program(players: int) -> None:
    """Legal moves and points after every move of the bundled sample, which was played by neither."""
    sample = ROOT / "tests" / "transcripts" / "alhambra" / f"{players}_players.jsonl.gz"
    rows = [json.loads(row) for row in gzip.decompress(sample.read_bytes()).decode().splitlines()]
    for game in rows:
        whole: dict[str, Json] = {}
        for line in game:
            legal = [sorted_move(text) for text in line["legal"]] if "legal" in line else []
            whole = merged(whole, line)
            table = table_of(by_name(whole, players), players)
            assert table.points == whole["score"]
            if not whole["over"]:
                found = by_hand.moves(table)
                assert sorted(recorded_move(move) for move in found) == sorted(m for m in legal if m != ("pass",))


def merged(before: dict[str, Json], line: dict[str, Json]) -> dict[str, Json]:
    """A line of the sample holds what changed: piles as their new height, hands and buildings by seat."""
    after = dict(before)
    for key, value in line.items():
        if key in ("money", "buildings") and isinstance(value, int):
            after[key] = before[key][:value]
        elif key in ("hands", "built") and isinstance(value, dict):
            after[key] = [value.get(str(i), old) for i, old in enumerate(before[key])]
        elif key == "discard" and isinstance(value, dict):
            after[key] = before[key] + value["more"]
        else:
            after[key] = value
    return after


def by_name(whole: dict[str, Json], players: int) -> dict[str, Json]:
    def one(name: str) -> str:
        word = name.rstrip("0123456789")
        return f"scoring_{name.lower()}" if name in "AB" else f"{word}_{name[len(word) :]}"

    seats = [f"player {seat + 1}" for seat in range(players)] + ["dirk"] * (players == 2)
    return {
        "seat": whole["player"],
        "row": [one(n) for n in whole["display"]],
        "discard": [one(n) for n in whole["discard"]],
        "deck": [one(n) for n in whole["money"]],
        "houses": [one(n) for n in whole["buildings"]],
        "yard": {c: one(n) for c, n in zip(CURRENCIES, whole["market"], strict=True) if n != "-"},
        "points": dict(zip(seats, whole["score"], strict=True)),
        "built": {
            seat: {k: n for k, n in zip(KINDS, row, strict=True) if n}
            for seat, row in zip(seats, whole["built"], strict=True)
        },
        "hands": {seat: [one(n) for n in hand] for seat, hand in zip(seats, whole["hands"], strict=False)},
    }


def sorted_move(text: str) -> tuple[str, ...]:
    words = text.split()
    if words[0] == "buy":
        return (*words[:2], words[-1], *sorted(words[2:-1]))
    return (words[0], *sorted(words[1:]))


def recorded_move(move: Move) -> tuple[str, ...]:
    if move[0] == TAKE:
        return ("take", *sorted(card(c).replace("_", "") for c in move[1]))  # type: ignore[union-attr]
    place, code, _, owner = move  # type: ignore[misc]
    cards = sorted(card(c).replace("_", "") for c in by_hand.cards_of(place, code))
    return ("buy", str(place), "keep" if owner == OWN else "dirk", *cards)
