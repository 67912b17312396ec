"""Random games of Woodcraft with every invariant on: some now, 5,000 for each number of players as a slow test."""

from __future__ import annotations

import pytest

from interpreter.playing.match import Match
from tests.engine.conserving import Inspector
from tests.engine.deciding import decide
from tests.woodcraft.invariants import PLAYERS, Ledger, checked, open_faults, ruleset


@pytest.mark.parametrize("players", PLAYERS)
def test_some_games(players: int) -> None:
    outcome = checked(5, 1, 1, (players,))
    assert outcome.faults == []
    assert outcome.counts["games"] == 5
    assert outcome.counts[f"decisions for {players}"] > 5 * players * 13
    assert outcome.counts["decisions tried on copies"] > 20


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_five_thousand_games(players: int) -> None:
    outcome = checked(5000, 0, 1, (players,))
    assert outcome.faults[:20] == [], f"{len(outcome.faults)} faults"
    assert outcome.counts["games"] == 5000


def half_played() -> Match:
    """A game for two in its middle, with its log."""
    match = Match.start(ruleset().program(2), 3, log=True, record=False)
    for number in decide(match, 3):
        if number == 60:
            break
    return match


def test_what_is_wrong_is_noticed() -> None:
    """The invariants do not hold by themselves."""
    match = half_played()
    ledger, inspector = Ledger(match), Inspector(match.program)
    assert ledger.faults() + inspector.faults(match.state) + open_faults(match) == []
    point = ledger.point.index
    match.state[point][1] += 1
    assert any("point is" in fault for fault in ledger.faults())
    assert ledger.final() != []
    match.state[point][1] -= 1
    match.state[ledger.variables["from_marketing"]][0] += 1
    assert any("from_marketing of seat 0" in fault for fault in ledger.faults())
    match.state[ledger.variables["from_marketing"]][0] -= 1
    match.state[ledger.variables["round_counter"]][0] = 16
    assert any("round_counter is 16" in fault for fault in inspector.faults(match.state))
