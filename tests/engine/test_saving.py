"""A match whose process was killed goes on in another as if nothing had happened."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from interpreter.playing.match import Match, SaveRefused
from tests.engine.bundled import Table, tables
from tests.engine.deciding import length
from tests.engine.inventing import NAME, Seeded, invented
from tests.engine.saving import Case, future, played, resumed_faults, stops


@pytest.mark.parametrize("game", ["alhambra", "duel"])
def test_killed_and_resumed_in_another_process(game: str, tmp_path: Path) -> None:
    table = next(table for table in tables() if table.game == game)
    case = Case(table.content, table.game, table.players, 7, 40 if game == "alhambra" else 3)
    assert resumed_faults(case, tmp_path / "saved.json") == []


def test_killed_and_resumed_in_the_middle_of_an_effect(tmp_path: Path) -> None:
    for seed in range(20):
        content = str(invented(Seeded(seed)).write(tmp_path / str(seed)))
        inside = stops(Case(content, NAME, 2, 1, 0).program, 1)["inside"]
        if inside:
            assert resumed_faults(Case(content, NAME, 2, 1, inside[len(inside) // 2]), tmp_path / "saved.json") == []
            return
    pytest.fail("no invented game asks in the middle of an effect")


@pytest.mark.parametrize("table", tables(), ids=str)
def test_random_saves_are_resumed(table: Table) -> None:
    program, chance = table.program, random.Random(3)
    for seed in range(2):
        match = played(program, seed, chance.randrange(length(program)))
        resumed = Match.resume(program, match.save())
        assert resumed.hash() == match.hash()
        assert resumed.save() == match.save()
        assert future(resumed, seed) == future(match, seed)


def test_a_save_of_other_rules_or_a_changed_one_is_refused() -> None:
    nim, duel = (next(table for table in tables() if table.game == game) for game in ("nim", "duel"))
    saved = played(nim.program, 1, 2).save()
    changes: list[dict[str, object]] = [
        {"hash": "0" * 64},
        {"decisions": saved["decisions"][:1]},
        {"decisions": [{"do": "fly"}]},
        {"seed": "1"},
        {"players": 3},
        {"decisions": None},
    ]
    for change in changes:
        with pytest.raises(SaveRefused):
            Match.resume(nim.program, {**saved, **change})
    with pytest.raises(SaveRefused):
        Match.resume(duel.program, saved)
    with pytest.raises(SaveRefused):
        Match.resume(nim.program, {})
