"""Woodcraft as a whole: random games end, nothing is lost, points are those of their sources."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter.pipeline import Match, layers, load

CONTENT = Path(__file__).resolve().parents[2]
LAYERS = sorted(layers(CONTENT, "woodcraft"))
SOURCES = [
    "from_orders",
    "from_reputation",
    "from_contracts",
    "from_income",
    "from_marketing",
    "from_tools",
    "from_gluing",
    "from_leftovers",
    "from_elsewhere",
]


def names(held: Any) -> list[str]:
    """All components under a part of a state."""
    if isinstance(held, dict):
        return [name for inner in held.values() for name in names(inner)]
    if isinstance(held, list):
        return [name for inner in held for name in names(inner)]
    return [] if held is None else [str(held)]


def cards(match: Match) -> Counter[str]:
    """Every card wherever it lies, without copy numbers; pieces of supplies left out."""
    found = Counter(name.split("#")[0] for name in names(match.state_json()["zones"]))
    return Counter({name: count for name, count in found.items() if name in match.naming.card_by_id})


def played(layers: tuple[str, ...], players: int, seed: int) -> Match:
    """A random game, looked at after each round."""
    match = Match.start(load(CONTENT, "woodcraft", layers).program(players, None), seed)
    chance = Random(seed)
    before, rounds = cards(match), 0
    while not match.over:
        options = match.legal(match.seats[0])
        assert options, "stuck"
        match.apply(chance.choice(options))
        state = match.state_json()
        counter = state["variables"]["round_counter"]
        if counter != rounds:
            rounds = counter
            assert len(names(state["zones"]["wheel"])) == 7
            assert len(names(state["zones"]["market"])) == 6
            assert sum(cards(match).values()) == sum(before.values())
            for seat in range(players):
                mine = f"player {seat + 1}"
                assert len(state["zones"]["pots"][mine]) <= 3
                assert all(count[mine] >= 0 for count in state["resources"].values())
    return match


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_games_end(players: int) -> None:
    """Rounds, income phases and sources of points are as the rules say."""
    for seed in range(3):
        match = played((), players, seed)
        state = match.state_json()
        assert state["variables"]["income_phase"] == 4
        assert state["variables"]["round_counter"] == (14 if players == 4 else 15)
        for seat in range(players):
            mine = f"player {seat + 1}"
            points = state["resources"]["point"][mine]
            assert points == sum(state["variables"][source][mine] for source in SOURCES)
            assert match.score(seat)[0] == points


@pytest.mark.parametrize("layer", LAYERS)
def test_each_variant_plays(layer: str) -> None:
    """Alone on the game."""
    assert played((layer,), 2 if layer != "fourteen_rounds" else 4, 1).over


def test_variants_go_together() -> None:
    """Every two load; all together play."""
    for pair in combinations(LAYERS, 2):
        load(CONTENT, "woodcraft", pair)
    assert played(tuple(LAYERS), 3, 1).over


@pytest.mark.parametrize("seed", range(3))
def test_same_seed_same_game(seed: int) -> None:
    """Two runs agree to the last state."""
    assert played((), 2, seed).hash() == played((), 2, seed).hash()
