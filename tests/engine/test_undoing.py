"""Undo goes back to the last thing shown, to the state as it was."""

from __future__ import annotations

import pytest

from interpreter.playing.match import Match
from tests.engine.bundled import Table, hiding_tables, tables
from tests.engine.deciding import length
from tests.engine.undoing import undo_faults


@pytest.mark.parametrize("table", tables(), ids=str)
def test_random_games_are_taken_back_as_far_as_nothing_was_shown(table: Table) -> None:
    found = [undo_faults(table.program, seed, min(1.0, 15 / length(table.program))) for seed in range(2)]
    assert [fault for undone in found for fault in undone.faults or []] == []
    if table not in hiding_tables():
        assert sum(undone.taken_back for undone in found) > 0
        assert all(undone.needless == 0 for undone in found)


def kuhn(*actions: str) -> Match:
    """A hand after these actions."""
    table = next(table for table in tables() if table.game == "kuhn")
    match = Match.start(table.program, 1, history=True)
    for action in actions:
        match.apply(match.find({"do": action}))
    return match


def test_a_bet_can_be_taken_back_and_a_showdown_cannot() -> None:
    begun, match = kuhn(), kuhn("check", "bet")
    assert match.undo()
    assert match.undo()
    assert not match.undo()
    assert match.hash() == begun.hash()
    for actions in (("bet", "call"), ("check", "check")):
        match = kuhn(*actions)
        assert match.over
        assert not match.undo(), "who got the pot tells who held the higher card"


def test_without_a_history_nothing_is_taken_back() -> None:
    table = next(table for table in tables() if table.game == "nim")
    match = Match.start(table.program, 1)
    match.apply(match.legal()[0])
    assert not match.undo()
