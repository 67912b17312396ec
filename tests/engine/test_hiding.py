"""Exchanging cards that a seat cannot see changes nothing that it is shown."""

from __future__ import annotations

import random

import pytest

from interpreter.playing.match import Match
from tests.engine import hiding
from tests.engine.bundled import Table, hiding_tables, tables
from tests.engine.deciding import Bot, some


def test_some_games_hide_something() -> None:
    assert {table.game for table in hiding_tables()} >= {"kuhn", "duel", "alhambra"}
    assert {table.game for table in tables()} - {table.game for table in hiding_tables()} >= {"nim", "tictactoe"}


@pytest.mark.parametrize("table", hiding_tables(), ids=str)
def test_hidden_cards_of_random_games_do_not_show(table: Table) -> None:
    exchanged = 0
    for seed in range(4):
        chance, bot = random.Random(seed), Bot(seed)
        match = Match.start(table.program, seed, record=False)
        number = 0
        while not match.over:
            decision = bot.choose(match, number)
            if number < 2 or some(table.program, chance, 4):
                for seat in range(table.players):
                    found = hiding.hiding_faults(match, seat, chance, decision)
                    exchanged += found is not None
                    assert not found, f"seed {seed}, decision {number}"
            match.apply(decision)
            number += 1
    assert exchanged >= 5


def test_an_open_hand_is_noticed() -> None:
    """With the hands laid open behind the projection's back, the comparison finds them."""
    table = next(table for table in hiding_tables() if table.game == "kuhn")
    program = table.program
    match = Match.start(program, 1, record=False)
    seen, program.layout.seen = program.layout.seen, [3] * len(program.layout.seen)
    try:
        assert hiding.hiding_faults(match, 0, random.Random(1), match.legal()[0])
    finally:
        program.layout.seen = seen
