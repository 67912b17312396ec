"""Woodcraft's ends: points are those of their sources, rounds are counted, readings go together."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from interpreter.pipeline import Match, layers, load
from interpreter.state.layout import UNIT

CONTENT = Path(__file__).resolve().parents[2]
LAYERS = sorted(layers(CONTENT, "woodcraft"))
INSTEAD = [{"fourteen_rounds", "thirteen_rounds"}, {"splice_up_to", "splice_per_pip"}]  # two answers to one question


def played(layers: tuple[str, ...], players: int, seed: int) -> Match:
    """A random game to its end."""
    match = Match.start(load(CONTENT, "woodcraft", layers).program(players, None), seed)
    chance = Random(seed)
    while not match.over:
        match.apply(chance.choice(match.legal(match.seats[0])))
    return match


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_end(players: int) -> None:
    """Four income phases, all rounds, and each point has its source."""
    match = played((), players, players)
    state = match.state_json()
    variables = state["variables"]
    assert variables["income_phase"] == 4
    assert variables["round_counter"] == (14 if players == 4 else 15)
    sources = [name for name in variables if name.startswith("from_")]
    assert len(sources) == 9
    for seat in range(players):
        mine = f"player {seat + 1}"
        points = state["resources"]["point"][mine]
        assert points == sum(variables[source][mine] for source in sources) == match.score(seat)[0]


@pytest.mark.parametrize("pair", INSTEAD)
def test_two_answers_to_one_question_load(pair: set[str]) -> None:
    """They do not exclude each other: one says that it counts `over` the other, or they change different places."""
    load(CONTENT, "woodcraft", sorted(pair))


@pytest.mark.parametrize("drop", [0, 1])
def test_all_readings_play_together(drop: int) -> None:
    """All but the other answer to the same question; so no two of them change one place differently."""
    left_out = {sorted(pair)[drop] for pair in INSTEAD}
    assert played(tuple(layer for layer in LAYERS if layer not in left_out), 4 - drop, 1).over


def test_an_action_that_is_offered_does_something() -> None:
    """A tile's action, another tile's for a lantern, a bonus action: none of them is offered for nothing."""
    tried = 0
    for seed in range(4):
        match = Match.start(load(CONTENT, "woodcraft").program(2, None), seed, log=True)
        chance = Random(seed)
        while not match.over and len(match.decisions) < 150:
            legal = match.legal(match.seats[0])
            for decision in legal:
                if match.identity(decision).get("do") in ("tile_action", "other_action", "bonus_action"):
                    copy = match.copy()
                    copy.changes.clear()
                    copy.apply(decision)
                    asking = match.program.asking(copy.state)[1][UNIT]
                    asks = not match.program.layout.units[asking].name.startswith("part:")
                    assert asks or any(change[0] in ("move", "set") for change in copy.changes[1:])
                    tried += 1
            match.apply(chance.choice(legal))
    assert tried > 100
