"""A copy is a match of its own, looking changes nothing, and secret answers have no order."""

from __future__ import annotations

import random

import pytest

from interpreter.playing.match import Match
from tests.engine import examining
from tests.engine.bundled import Table, tables
from tests.engine.deciding import Bot, decide, length, some


@pytest.mark.parametrize("table", tables(), ids=str)
def test_a_random_game_on_copies_is_the_same_game(table: Table) -> None:
    """Every decision is taken on a copy, and the copy is gone on with."""
    flat, copied, bot, chance = Match.start(table.program, 5), Match.start(table.program, 5), Bot(5), random.Random(5)
    number = 0
    while not flat.over:
        closely = some(table.program, chance, 30)
        before = copied.hash() if closely else ""
        after = copied.copy()
        after.apply(bot.choose(after, number))
        assert not closely or copied.hash() == before
        flat.apply(bot.choose(flat, number))
        number += 1
        copied = after
        assert not closely or copied.hash() == flat.hash()
        assert copied.decisions == flat.decisions
    assert copied.over
    assert copied.hash() == flat.hash()
    assert copied.winners == flat.winners


@pytest.mark.parametrize("table", tables(), ids=str)
def test_looking_at_a_random_game_changes_nothing(table: Table) -> None:
    chance = random.Random(1)
    for seed in range(2):
        match = Match.start(table.program, seed, log=True)
        for number in decide(match, seed):
            if some(table.program, chance, 8) or match.over:
                assert examining.reading_faults(match) == [], f"seed {seed}, decision {number}"


@pytest.mark.parametrize("table", tables(), ids=str)
def test_secret_answers_show_nothing_and_have_no_order(table: Table) -> None:
    for seed in range(1 if length(table.program) > 50 else 10):
        match = Match.start(table.program, seed, record=False)
        for number in decide(match, seed):
            assert examining.secret_faults(match, random.Random(seed)) == [], f"seed {seed}, decision {number}"
