"""A game that is played in one go ends as it does when somebody stops at every decision."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from interpreter.compiling import Choose, Option, Program, RulesError, compile_program
from interpreter.compiling.choices import ChooseSet
from interpreter.compiling.multisets import NotWritten, TooMany
from interpreter.pipeline import Ruleset, layers, load
from interpreter.playing.match import Match
from interpreter.state import State
from tests.engine.backends import both, compare
from tests.engine.bundled import ROOT, Table, ruleset, tables
from tests.engine.inventing import NAME, Seeded, invented
from tools.common import bots
from tools.common.playouts import Task, open_table, play_game


@cache
def program(table: Table) -> Program:
    return ruleset(table.content, table.game).program(table.players)


def step_by_step(made: Program, seed: int) -> State | str:
    chance = Random(seed)
    try:
        match = Match.start(made, seed, record=False)
        while not match.over:
            match.apply(chance.choice(match.legal()))
    except RulesError as error:
        return str(error)
    return match.state


def in_one_go(made: Program, seed: int) -> State | None:
    return made.play_out(seed, random_choice(seed))


def random_choice(seed: int) -> Choose:
    """The same choices whenever a game is begun anew."""
    chance = Random(seed)

    def choose(seat: int, options: list[Option], number: int) -> Option:
        if not number:
            chance.seed(seed)
        return chance.choice(options)

    return choose


def played_out(made: Program, seed: int) -> State | str:
    try:
        return Match.play_out(made, seed, random_choice(seed)).state
    except RulesError as error:
        return str(error)


@pytest.mark.parametrize("table", tables(), ids=str)
def test_a_game_in_one_go_ends_as_step_by_step(table: Table) -> None:
    made = program(table)
    for seed in (11, 12, 13):
        state = in_one_go(made, seed)
        assert made.given_up is None
        assert state == step_by_step(made, seed)


VARIANTS = [(game, layer) for game in ("alhambra", "woodcraft") for layer in layers(ROOT, game)]


@pytest.mark.parametrize(("game", "layer"), VARIANTS)
def test_a_variant_in_one_go_ends_as_step_by_step(game: str, layer: str) -> None:
    varied = load(ROOT, game, [layer])
    made = varied.program(varied.max_players)
    assert in_one_go(made, 5) == step_by_step(made, 5)


def test_what_is_not_written_is_played_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    table = next(t for t in tables() if t.game == "alhambra" and t.players == 3)
    made = compile_program(ruleset(table.content, table.game).checked, 3)
    numbers: list[int] = []

    def choose(seat: int, options: list[Option], number: int) -> Option:
        numbers.append(number)
        return options[0]

    def refused(*given: object) -> None:
        raise SyntaxError("too many statically nested blocks")

    whole = made.generator.whole
    assert whole is not None
    monkeypatch.setattr(whole, "compiled", refused)
    match = Match.play_out(made, 4, choose)
    assert isinstance(made.given_up, NotWritten)
    assert match.over
    assert numbers == list(range(len(numbers)))
    assert len(numbers) > 50
    assert made.play_out(5, choose) is None  # it is not tried again
    assert isinstance(made.given_up, NotWritten)


def test_a_match_that_was_played_out_can_be_looked_at() -> None:
    made = program(next(t for t in tables() if t.game == "alhambra" and t.players == 3))
    chance, other = Random(3), Random(3)
    match = Match.play_out(made, 8, lambda seat, options, number: chance.choice(options))
    again = Match.start(made, 8, record=False)
    while not again.over:
        again.apply(other.choice(again.legal()))
    assert match.over
    assert match.hash() == again.hash()
    assert match.winners == again.winners
    assert match.view(None) == again.view(None)


def test_records_of_blind_bots_are_those_of_games_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    for game, players in (("alhambra", 4), ("woodcraft", 2)):
        opened = open_table(Task(ROOT, game, (), players, ("random",) * players, 1))
        records = [play_game(opened, number) for number in range(4)]
        monkeypatch.setattr(bots, "blind", lambda players: None)
        assert records == [play_game(opened, number) for number in range(4)]
        monkeypatch.undo()


def test_memory_that_overflows_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.compiling.choices._REMEMBERED", 5)
    made = compile_program(ruleset(ROOT, "alhambra").checked, 4)
    plain = program(next(t for t in tables() if t.game == "alhambra" and t.players == 4))
    for seed in (1, 2, 3):
        assert in_one_go(made, seed) == step_by_step(plain, seed)
    steps = [step for step in made.generator.builder.step_of.values() if isinstance(step, ChooseSet) and step.known]
    assert steps
    assert all(0 < step.remembered <= 7 for step in steps)


# ---- rules that fail -------------------------------------------------------------------------------

RULES = """
game: {name: Small, players: 2, budgets: {decisions: 40, options: 60, depth: 3, steps: 400}}
kinds:
  gem: {fields: {size: 1..9, shine: effect}}
resources: {coin: {from: 0, starts: 5}, point: {from: 0, starts: 0}}
zones:
  table: {of: [gem], seen_by: all, starts: gem}
  hand: {of: [gem], per: player, seen_by: owner}
winner: most point ties share
play:
  turn:
    around: players
    until: turn.number >= 6
    at most: 9
    parts:
      act: {offer: [act]}
"""
GEMS = """
gems:
  - {id: dull, size: 1, count: 12, shine: gain 1 coin}
  - {id: bright, size: 2, shine: perform again_and_again}
"""
EFFECTS = """
effects:
  again_and_again: {do: 'for each g in table where g.size == 2 do perform g.shine'}
  "share(number)": {do: 'gain 12 / number rounded down coin'}
"""
FAULTY = {
    "divided by 0": "choose n in 1..3 -> perform share(n - 1)",
    "nested deeper": "choose g in table -> perform g.shine",
    "goes on after 9 visits": "nothing",
    "more than 40 decisions": "repeat 99 times do may gain 1 coin",
    "more than 400 steps": "repeat 500 times do gain 1 coin",
    "as if it were a thing": "choose n in 1..2 -> gain first(you.hand).size coin",
}


def small(folder: Path, act: str, more: str = "") -> Ruleset:
    home = folder / "rules" / "small"
    home.mkdir(parents=True)
    rules = RULES
    if act == "nothing":
        rules = rules.replace("turn.number >= 6", "you.coin == 99")
    (home / "game.yaml").write_text(f"{rules}actions:\n  act: {{do: '{act}'}}\n{EFFECTS}{more}", encoding="utf-8")
    cards = folder / "cards" / "small"
    cards.mkdir(parents=True)
    (cards / "gems.yaml").write_text(GEMS, encoding="utf-8")
    return load(folder, "small")


@pytest.mark.parametrize("fault", FAULTY)
def test_rules_that_fail_say_the_same(fault: str, tmp_path: Path) -> None:
    made = small(tmp_path, FAULTY[fault]).program(2)
    found = [(played_out(made, seed), step_by_step(made, seed)) for seed in range(6)]
    assert [one for one, _ in found] == [other for _, other in found]
    assert any(fault in str(one) for one, _ in found)


TOLD = """
abilities:
  asks: |
    after gain of coin by any where exists(who) do
      as players do
        may
          repeat 1 times do
            require you != who -> gain 1 point
  ends: |
    after turn by any where count(table) > 9 do
      gain 1 point
      end turn
      gain 1 point
"""


def test_who_caused_it_is_known_and_a_part_that_has_ended_is_not_ended_again(tmp_path: Path) -> None:
    """What objects list in a frame of their own, and what is said while others answer the end of a part."""
    made = small(tmp_path, "choose n in 1..2 -> gain n coin", TOLD)
    found = compare(*both(made, 2), 4)
    assert found.faults == []
    assert found.decisions > 6
    program = made.program(2)
    for seed in range(5):
        assert in_one_go(program, seed) == step_by_step(program, seed)
        assert program.given_up is None


def test_whoever_chooses_may_play_another_game_meanwhile() -> None:
    made = program(next(t for t in tables() if t.game == "alhambra" and t.players == 3))
    alone, other = played_out(made, 6), played_out(made, 7)
    chance, played = random_choice(6), list[State | str]()

    def choose(seat: int, options: list[Option], number: int) -> Option:
        if number == 20:
            played.append(played_out(made, 7))
        return chance(seat, options, number)

    assert made.play_out(6, choose) == alone
    assert played == [other]


def test_what_is_offered_in_steps_is_played_from_decision_to_decision(tmp_path: Path) -> None:
    made = small(
        tmp_path, "choose 4 gs in table with total(gs by size) >= 3, choose n in 1..60 -> gain n point"
    ).program(2)
    assert in_one_go(made, 1) is None
    assert isinstance(made.given_up, TooMany)
    assert played_out(made, 1) == step_by_step(made, 1)
    assert isinstance(step_by_step(made, 1), list)


def test_what_is_shown_is_what_runs() -> None:
    """Showing the code of a program changes nothing for the games that it plays afterwards."""
    shown = compile_program(ruleset(ROOT, "woodcraft").checked, 2)
    source = shown.generator.source()
    table = next(t for t in tables() if t.game == "woodcraft" and t.players == 2)
    assert in_one_go(shown, 3) == step_by_step(program(table), 3)
    assert shown.given_up is None
    names = shown.generator.names
    made = [
        title for title in names if names[title] is not None and title.split("_")[0] in ("main", "b", "h", "a", "e")
    ]
    assert len(made) > 30
    hidden = [title for title in made if title.split("_")[1].isdigit() and f"def {title}(" not in source]
    assert hidden == []


@pytest.mark.parametrize("seed", [50917, 50933, 51099, 51547])
def test_what_invented_rulesets_found(seed: int, tmp_path: Path) -> None:
    """Names that nothing had bound yet, what a replaced verb gives, and what is told of hidden things before a loop."""
    made = load(invented(Seeded(seed)).write(tmp_path), NAME)
    for players in range(made.min_players, made.max_players + 1):
        assert compare(*both(made, players), seed).faults == []
        assert not isinstance(made.program(players).given_up, NotWritten)
