"""What `can(…)` says of an effect is what happens when it is performed, and asking changes nothing."""

from __future__ import annotations

import random

import pytest

from interpreter.compiling.effects import UseLimit
from interpreter.playing.match import Match, Program
from interpreter.state import LOCATION, NOTHING, State
from interpreter.state.layout import AT, CONTROL, FRAME, REVEALED
from tests.engine.bundled import Table, tables
from tests.engine.deciding import decide, some


def asking_tables() -> list[Table]:
    """Tables of games that ask whether effects could begin, with three seats."""
    return [table for table in tables() if table.players == 3 and table.program.beginnings]


def carriers(program: Program, unit: str, state: State, seat: int) -> list[int]:
    """Who may carry an effect for a seat: the copies of its card that no other player has, or nobody."""
    if not unit.startswith("card:"):
        return [NOTHING]
    card = unit.removeprefix("card:").rpartition(".")[0]
    copies = next(c.components for c in program.layout.cards if c.id == card)
    return [c for c in copies if program.layout.owner_of[state[LOCATION][c]] in (seat, NOTHING)][:2]


def performed(program: Program, state: State, unit: int, seat: int, this: int) -> bool:
    """Whether anything comes of an effect: it asks somebody, or the table is another afterwards."""
    after = [x[:] for x in state]
    frame = program.push(after, after[after[CONTROL][FRAME]], unit, seat, this, [])
    if isinstance(program.code[frame[AT]], UseLimit) and this != NOTHING:
        frame[AT] += 1
    program.run(after)
    after[CONTROL][REVEALED] = state[CONTROL][REVEALED]
    return after != state


def test_there_are_games_that_ask() -> None:
    assert {table.game for table in asking_tables()} >= {"woodcraft", "greening"}


@pytest.mark.parametrize("table", asking_tables(), ids=str)
def test_what_can_begin_does_and_nothing_else(table: Table) -> None:
    program, chance, said = table.program, random.Random(1), []
    units = [(n, u) for n, u in enumerate(program.layout.units) if n in program.beginnings]
    parameters = {f"effect:{e.name}" for e in program.game.effects.values() if e.parameters}
    match = Match.start(program, 1, record=False)
    for _ in decide(match, 1):
        if match.over or not some(program, chance, 25):
            continue
        state = match.state
        for number, unit in units:
            if unit.name in parameters:
                continue
            for this in carriers(program, unit.name, state, match.seat):
                before = [x[:] for x in state]
                found = program.begins(state, number, match.seat, this, ())
                assert state == before
                if program.beginnings[number][1] is None:
                    # what nothing can keep from beginning, `repeat up to` among it, may come to nothing
                    assert found, unit.name
                else:
                    assert found == performed(program, state, number, match.seat, this), unit.name
                said.append(found)
    assert set(said) == {False, True}
