"""What is offered can be carried out: menus of random games, option by option."""

from __future__ import annotations

import random

import pytest

from interpreter.playing.match import Match, NotLegal
from tests.engine import examining
from tests.engine.bundled import Table, tables
from tests.engine.conserving import Inspector
from tests.engine.deciding import decide, some


@pytest.mark.parametrize("table", tables(), ids=str)
def test_every_offer_of_a_random_game_can_be_completed(table: Table) -> None:
    inspector = Inspector(table.program)
    for seed in range(3):
        chance = random.Random(seed)
        match = Match.start(table.program, seed, record=False)
        for number in decide(match, seed):
            assert match.over or match.legal(), f"seed {seed}, decision {number}: stuck"
            if not some(table.program, chance, 15):
                continue
            faults = examining.menu_faults(match)
            faults += examining.finding_faults(match, chance)
            faults += examining.applying_faults(match, inspector, chance, 2)
            assert faults == [], f"seed {seed}, decision {number}"


@pytest.mark.parametrize("table", tables(), ids=str)
def test_options_of_a_menu_read_differently(table: Table) -> None:
    """A person who plays must be able to tell them apart, on one line and step by step."""
    match, chance = Match.start(table.program, 1, record=False), random.Random(1)
    for number in decide(match, 1):
        for seat in match.seats if some(table.program, chance, 40) else []:
            legal = match.legal(seat)
            for language in ("en", "de"):
                lines = [match.describe(decision, language) for decision in legal]
                assert len(set(lines)) == len(lines), f"decision {number}: {sorted(lines)}"
                steps = {str(match.steps(decision, language)) for decision in legal}
                assert len(steps) == len(legal), f"decision {number}"


@pytest.mark.parametrize("table", tables(), ids=str)
def test_after_the_end_nothing_is_decided_or_named(table: Table) -> None:
    stepped = Match.start(table.program, 1, record=False)
    last = None
    while not stepped.over:
        last = stepped.legal()[0]
        stepped.apply(last)
    if last is None:
        return  # nobody was asked anything
    played_out = Match.play_out(table.program, 1, lambda seat, options, number: options[0])
    for match in (stepped, played_out):
        assert match.legal() == []
        for refused in (match.apply, match.describe, match.identity, match.steps):
            with pytest.raises(NotLegal, match="the game is over"):
                refused(last)
