"""Learning what things are worth: positions as numbers, the fit, self-play, and what the planner makes of it."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from interpreter.pipeline import load
from interpreter.playing import Match
from tests.tools.conftest import REPOSITORY, Run
from tools.common import bots
from tools.common.failures import Failure
from tools.common.playouts import play_to_end
from tools.common.position import Reader
from tools.common.worths import FILE, NOTHING_LEARNT, Worths, fit
from tools.common.worths import load as load_worths
from tools.learn.learning import Lesson, learn


def test_a_position_in_numbers(orchard: Path) -> None:
    """Resources, zones and what each would have are named and agree with the view."""
    program = load(orchard, "orchard").program(2, None)
    reader = Reader(program)
    match = Match.start(program, 3)
    while not match.over:
        for seat in range(2):
            found = dict(zip(reader.names, reader.read(match, seat), strict=True))
            view = match.view(None)
            name = f"player {seat + 1}"
            assert found["coin"] == view["resources"]["coin"][name]
            assert found["the first 3 coin"] == min(3, found["coin"])
            assert found["count of hand"] == len(view["zones"]["hand"][name])
            assert found["if it ended now"] == found["coin"]  # this game has no `finish`
        match.apply(match.legal()[0])


def test_recipes_count_each_piece_once() -> None:
    """Dice in pile and pots serve an order; a die serves one wish only."""
    program = load(REPOSITORY, "woodcraft").program(1, None)
    reader = Reader(program)
    match = Match.start(program, 1)
    match.skip_setup()
    match.arrange(
        {
            "turn": 1,
            "zones": {
                "player 1": {
                    "lumber": ["yellow 4", "green 5"],
                    "pots": {"green": "green 2"},
                    "rows": {"3": ["music_box"], "5": ["acorn_whistle"]},
                }
            },
        }
    )
    found = dict(zip(reader.names, reader.read(match, 0), strict=True))
    assert found["dice complete in rows"] == 1  # yellow 4 and green 2 of the music box
    assert found["dice there in rows"] == 2  # the whistle asks for green 3 and green 1
    assert found["dice one short in rows"] == 0


def test_if_it_ended_is_the_finish_and_leaves_the_match_alone() -> None:
    program = load(REPOSITORY, "woodcraft").program(2, None)
    match = Match.start(program, 4, record=False)
    chance = random.Random(1)
    for _ in range(60):
        before = match.hash()
        ended = match.if_it_ended()
        assert ended.over and match.hash() == before and not match.over
        legal = match.legal()
        match.apply(legal[chance.randrange(len(legal))])
    while not match.over:
        legal = match.legal()
        match.apply(legal[0])
    assert match.if_it_ended().hash() == match.hash()


def test_the_fit_finds_what_was_put_in() -> None:
    chance = random.Random(5)
    rows, left, results = [], [], []
    for _ in range(4000):
        a, b, c, rest = chance.randrange(10), chance.randrange(6), chance.randrange(3), chance.random()
        rows.append([a, b, c])
        left.append(rest)
        results.append(round(7 + 2 * a - 3 * b + 4 * b * rest + chance.gauss(0, 0.3)))
    found = fit(rows, left, results, ["a", "b", "c"], 12.0)
    assert found.now["a"] == pytest.approx(2, abs=0.1)
    assert found.now["b"] == pytest.approx(-3, abs=0.25)
    assert found.ahead["b"] == pytest.approx(4, abs=0.35)
    assert abs(found.now["c"]) < 0.1 and abs(found.ahead["a"]) < 0.25


def test_learning_is_the_same_for_any_number_of_workers(orchard: Path) -> None:
    lesson = Lesson(orchard, "orchard", (), 2, games=6, generations=2, seed=1)
    means: list[float] = []
    alone = learn(lesson, 1, lambda generation, _best: means.append(generation.mean))
    assert len(means) == 2
    assert learn(lesson, 2, lambda _generation, _best: None) == alone
    assert any(worth for worth in alone.now.values())


def test_the_command_writes_what_the_planner_reads(run: Run, orchard: Path) -> None:
    found = run("learn", "orchard", "--players", "2", "-n", "6", "--generations", "2", content=orchard)
    assert found.code == 0, found.err
    assert "generation 2 of 2:" in found.out and "coin" in found.out
    home = orchard / "rules" / "orchard"
    worths = load_worths(home, 2)
    assert worths != NOTHING_LEARNT and "coin" in worths.now
    assert load_worths(home, 4) == worths, "the nearest number of players"
    assert run("lint", "orchard", content=orchard).code == 0, "the file lies where nobody minds it"
    again = run("learn", "orchard", "--players", "3", "-n", "4", "--generations", "1", content=orchard)
    assert again.code == 0
    assert load_worths(home, 2) == worths, "what was learnt for other numbers of players is kept"


def test_a_damaged_file_is_said(orchard: Path) -> None:
    home = orchard / "rules" / "orchard"
    (home / FILE).parent.mkdir()
    for text in ("{}", '{"kind": "rulewright worths", "players": {"2": []}}', '{"kind": "rulewright worths"}'):
        (home / FILE).write_text(text, encoding="utf-8")
        with pytest.raises(Failure, match="no file of worths"):
            load_worths(home, 2)


def test_worths_survive_the_file(tmp_path: Path) -> None:
    worths = Worths(14.5, 3.25, {"coin": 1.5, "count of hand": -0.25}, {"coin": 0.5, "count of hand": 2.0}, (1.0, -2.0))
    (tmp_path / FILE).parent.mkdir()
    (tmp_path / FILE).write_text(
        json.dumps({"kind": "rulewright worths", "game": "any", "players": {"2": worths.as_json()}}), encoding="utf-8"
    )
    assert load_worths(tmp_path, 2) == worths


def test_the_planner_plans_its_turn() -> None:
    """With nothing learnt it goes for the score at the end, and beats chance soundly."""
    program = load(REPOSITORY, "woodcraft").program(1, None)
    planned, chance = 0, 0
    for seed in range(2):
        for kind in ("planner", "random"):
            match = Match.start(program, seed, record=False)
            play_to_end(match, {0: bots.make(kind, 0, seed)})
            if kind == "planner":
                planned += match.score(0)[0]
            else:
                chance += match.score(0)[0]
    assert planned > 1.3 * chance
