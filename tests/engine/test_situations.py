"""A game whose situations are known is the game that it would be if nothing were known: the same questions, the same end."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from interpreter.compiling import Choose, Option, Program, RulesError, compile_program, situations
from interpreter.compiling.situations import Faceless
from interpreter.diagnostics import Refused
from interpreter.pipeline import load
from interpreter.playing.match import Match
from interpreter.state import State
from tests.engine.bundled import Table, ruleset, tables
from tests.engine.inventing import NAME, Seeded, invented
from tools.common.playouts import Task, open_table, play_game

SMALL = Path(__file__).parents[1] / "games"
Heard = list[tuple[int, tuple[Option, ...], int, Option]]
GAMES = [table for table in tables() if table.game not in ("alhambra", "woodcraft")]


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is learnt at once, also what comes once only."""
    for name, value in {"WAIT": 0, "DEAR": 0, "DRAWS": 50, "FORKS": 1_000_000, "PROBATION": 1_000_000}.items():
        monkeypatch.setattr(situations, name, value)


def of(game: str, players: int = 2) -> Program:
    """A program of its own: what it knows is for one test."""
    return compile_program(load(SMALL, game).checked, players)


def at_random(seed: int, heard: Heard) -> Choose:
    chance = Random(seed)

    def choose(seat: int, options: list[Option], number: int) -> Option:
        if not number:
            chance.seed(seed)
            heard.clear()
        option = chance.choice(options)
        heard.append((seat, tuple(options), number, option))
        return option

    return choose


def differences(made: Program, seed: int, choices: int) -> str:
    """What tells a game from the same one of which nothing is known; "" if nothing does."""
    heard: Heard = []
    other: Heard = []
    known: tuple[State, str] | str
    unknown: tuple[State, str] | str
    try:
        match = Match.play_out(made, seed, at_random(choices, heard))
        known = match.state, match.hash()
    except RulesError as error:
        known = str(error)
    try:
        match = Match._played_out(made, seed, at_random(choices, other))
        unknown = match.state, match.hash()
    except RulesError as error:
        unknown = str(error)
    if heard != other:
        return "asked otherwise"
    return "" if known == unknown else "ended otherwise"


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("table", GAMES, ids=str)
def test_games_of_known_situations_are_the_same_games(table: Table) -> None:
    made = compile_program(ruleset(table.content, table.game).checked, table.players)
    for seed in range(1, 7):
        assert differences(made, seed, seed % 3) == ""
        assert differences(made, seed, seed % 3) == ""  # now along what was learnt


@pytest.mark.usefixtures("eager")
def test_invented_games_of_known_situations_are_the_same_games(tmp_path: Path) -> None:
    walked = 0
    for seed in range(1, 40):
        try:
            made = load(invented(Seeded(seed)).write(tmp_path / str(seed)), NAME)
        except Refused:
            continue
        program = compile_program(made.checked, made.min_players)
        for number in range(1, 8):
            assert differences(program, number, number % 3) == "", f"invented {seed}, game {number}"
            assert differences(program, number, number % 3) == "", f"invented {seed}, game {number}, again"
        walked += program.situations.endings
    assert walked > 50


def test_all_situations_of_tic_tac_toe_are_known_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """5,478 of them, with 16,167 ways from one to another: <https://oeis.org/A008907> counts the positions."""
    made = of("tictactoe")
    monkeypatch.setattr(situations, "DEAR", 0)
    for seed in range(situations.WAIT):
        Match.play_out(made, seed, at_random(seed, []))
    chance = Random(1)
    while made.situations.learnt < 16_168:  # and one to the first question
        Match.play_out(made, 0, lambda seat, options, number: chance.choice(options))
    assert made.situations.known == 5_478
    for seed in range(300):
        assert differences(made, seed, seed) == ""
    assert made.situations.learnt == 16_168


def test_what_chance_decides_leads_elsewhere() -> None:
    made = of("kuhn")
    for seed in range(2_000):
        Match.play_out(made, seed, at_random(seed, []))
    # six deals, each before the first word, after a check, after a bet and after a check and a bet; and their ends
    assert made.situations.known == 6 * (4 + 5)
    for seed in range(2_000, 2_100):
        assert differences(made, seed, seed) == ""


def test_seeds_may_come_in_any_order() -> None:
    """What the next seeds draw is reckoned beforehand; whoever plays others gets theirs."""
    made = of("kuhn")
    for seed in range(3_000):
        Match.play_out(made, seed, at_random(seed, []))
    assert made.situations.known == 6 * (4 + 5)
    chance = Random(1)
    orders = (
        range(5_000, 5_300),
        range(900, 600, -1),
        range(0, 30_000, 97),
        [chance.randrange(10**6) for _ in range(300)],
    )
    for seeds in (*orders, range(2**64 - 150, 2**64 + 150), range(-300, 0)):
        ended = made.situations.endings
        for seed in seeds:
            assert differences(made, seed, seed % 7) == "", seed
        assert made.situations.endings - ended == len(seeds)


def test_learning_waits_until_it_can_pay() -> None:
    made = of("tictactoe")
    for seed in range(situations.WAIT):
        Match.play_out(made, seed, at_random(seed, []))
    assert made.situations.learnt == 0
    for seed in range(situations.WAIT, 300):
        Match.play_out(made, seed, at_random(seed, []))
    assert 0 < made.situations.learnt <= 300 * 9 // situations.DEAR


def test_nothing_is_kept_of_a_game_that_chance_scatters() -> None:
    made = compile_program(load(SMALL.parents[1], "alhambra").checked, 2)
    Match.play_out(made, 1, at_random(1, []))
    assert made.situations.open is False


def test_what_never_comes_again_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(situations, "PROBATION", 40)
    monkeypatch.setattr(situations, "DEAR", 4)
    made = of("auctions")
    for seed in range(60):
        Match.play_out(made, seed, at_random(seed, []))
    assert made.situations.open is False
    assert made.situations.known == 0
    assert differences(made, 4, 4) == ""


def test_a_full_memory_is_kept_where_it_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(situations, "FULL", 50)
    monkeypatch.setattr(situations, "WAIT", 0)
    monkeypatch.setattr(situations, "DEAR", 0)
    made = of("kuhn")
    for seed in range(300):
        assert differences(made, seed, seed) == ""
    assert made.situations.learnt == 50
    assert made.situations.known > 40
    followed = made.situations.endings
    for seed in range(300):
        Match.play_out(made, seed, at_random(seed, []))
    assert made.situations.endings > followed + 200
    assert made.situations.learnt == 50


def test_equal_things_that_rules_list_by_number_are_told_apart() -> None:
    assert Faceless(of("tictactoe")).members
    assert not Faceless(of("provinces")).members  # pieces are chosen
    assert not Faceless(of("duel")).members  # cards are


def test_records_are_the_same_with_and_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(situations, "DEAR", 1)
    for game in ("tictactoe", "kuhn", "duel"):
        task = Task(SMALL, game, (), 2, ("random", "random"), 3)
        table = open_table(task)
        known = [play_game(table, number) for number in range(400)]
        assert table.known
        with monkeypatch.context() as patched:
            patched.setattr(situations, "WAIT", 1_000)
            other = open_table(task)
            assert [play_game(other, number) for number in range(400)] == known
        assert not other.known
