"""No component is lost or doubled, and nothing leaves its range, in random games of every bundled game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from interpreter.playing.match import Match
from interpreter.state import LOCATION, NOTHING, PLACE, SLOTS, State
from tests.engine.bundled import Table, card_tables, tables
from tests.engine.conserving import Inspector, watched
from tests.engine.deciding import play


@pytest.mark.parametrize("table", tables(), ids=str)
def test_random_games_lose_and_double_nothing(table: Table) -> None:
    inspector = Inspector(table.program)

    def see(match: Match, number: int) -> None:
        assert inspector.faults(match.state) == [], f"after {number} decisions"

    for seed in range(6):
        play(table.program, seed, see)


@pytest.mark.parametrize("table", card_tables(), ids=str)
def test_between_two_decisions_nothing_is_lost_either(table: Table) -> None:
    with watched(table.program) as found:
        play(table.program, 1)
    assert found.steps > 200
    assert found.faults == []


def lose(S: State) -> None:
    S[next(at for at in S[LOCATION] if S[at])].pop()


def double(S: State) -> None:
    S[S[LOCATION][0]].append(0)


def misplace(S: State) -> None:
    S[LOCATION][0] += 1


def forget_a_slot(S: State) -> None:
    S[SLOTS][S[PLACE].index(max(S[PLACE])) and max(S[PLACE])] = NOTHING


def overdraw(S: State) -> None:
    S[7][0] = -1


@pytest.mark.parametrize("spoil", [lose, double, misplace, forget_a_slot, overdraw])
def test_the_inspection_notices(spoil: Callable[[State], None]) -> None:
    program = card_tables()[0].program
    match = Match.start(program, 1)
    assert Inspector(program).faults(match.state) == []
    spoil(match.state)
    assert Inspector(program).faults(match.state) != []
