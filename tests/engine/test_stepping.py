"""Answers given step by step, where whole ones are more than the ruleset allows an offer to have.

What steps lead to is held against the same game with a cap that is large enough: the same whole options, each by one
path, never a dead end, for generated code and effect objects alike.
"""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from itertools import permutations
from math import comb
from pathlib import Path

import pytest

from interpreter.compiling import Option, Program, RulesError, compile_program, is_step
from interpreter.compiling.effects import answered, note_answer, pack, unpack
from interpreter.pipeline import Refused, Ruleset, load
from interpreter.playing.match import Match, NotLegal
from interpreter.state import State
from tests.engine import examining
from tests.engine.backends import compare
from tests.engine.bundled import Table, tables
from tests.engine.conserving import Inspector
from tests.engine.inventing import NAME, Seeded, invented
from tools.common import bots
from tools.common.playouts import play_to_end

CARDS = """
gems:
{gems}
spells:
  - id: storm
    play: choose 3 gs in table, choose n in 1..you.coin, pay n coin -> move gs to you.hand
"""
GEMS = "\n".join(f"  - {{id: gem_{n:02}, size: {1 + n % 5}, count: {1 + n % 2}}}" for n in range(10))
BASE = """
game: {name: Small, players: 2}
kinds:
  gem: {fields: {size: 1..9}}
  spell: {fields: {play: effect}}
resources: {coin: {from: 0, starts: 5}, stone: {from: 0, starts: 2}, point: {from: 0, starts: 0}}
variables: {last: {of: number, starts: 0}}
zones:
  table: {of: [gem], seen_by: all, starts: gem}
  spells: {of: [spell], seen_by: all, starts: spell}
  hand: {of: [gem], per: player, seen_by: owner}
winner: most point ties share
"""
TURN = "play: {turn: {each: players, offer: %s}}\n"

# the actions of a game; what is asked first has more options than 50
GAMES = {
    "a set with a total": {"act": "choose 4 gs in table with total(gs by size) == 12 -> move gs to you.hand"},
    "any number": {"act": "choose some gs in table with count(gs) <= 3 -> move gs to you.hand"},
    "an optional set": {"act": "choose up to 3 gs in table -> move gs to you.hand"},
    "a payment": {"act": "choose some gs in table with total(gs by size) >= 9 minimal -> move gs to you.hand"},
    "a minimal set of few": {
        "act": "choose 1 to 4 gs in table with total(gs by size) >= 7 minimal -> move gs to you.hand"
    },
    "alike": {"act": "choose 2 to 3 gs in table with alike(gs by size), choose n in 1..30 -> gain n point"},
    "a test of its own": {
        "act": "choose 3 gs in table with highest(gs by size) - lowest(gs by size) >= 2 -> move gs to you.hand"
    },
    "choices that multiply": {
        "act": "choose a in table, choose b in table, choose n in 0..6, require a.size + b.size >= n -> gain n point"
    },
    "two sets": {
        "act": "choose 2 gs in table, choose 2 hs in table with total(hs by size) == total(gs by size) -> gain 1 point"
    },
    "a payment in one way or another": {
        "act": "choose 2 gs in table, choose n in 1..6, pay 2 stone or (n) coin, pay 1 stone or (n) coin -> gain n point"
    },
    "several actions": {
        "act": "choose 3 gs in table -> move gs to you.hand",
        "rest": "gain 1 point",
        "draw_lots": "choose n in 1..30 -> gain n point",
        "none": "choose 3 gs in table, pay 99 coin -> move gs to you.hand",
    },
    "repeated numbers": {"act": "choose 3 ns in 1..9 repeating with total(ns) <= 14 -> gain 1 point"},
    "one after the other, or stop": {"act": "repeat up to 3 times do choose 3 gs in table -> move gs to you.hand"},
    "may": {"act": "may choose 3 gs in table -> move gs to you.hand"},
    "either": {
        "act": "either choose 3 gs in table -> move gs to you.hand\nor choose n in 1..30 -> gain n point\nor gain 1 point"
    },
    "a card's effect": {"act": "choose s in spells -> perform s.play"},
    "a forbidden one": {"act": "choose g in table, choose n in 1..9 -> gain n point"},
    "can it be done": {"act": "require can(heavy) -> perform heavy"},
}
MORE_TEXT = {
    "a forbidden one": "abilities: {law: 'forbid act by any where g.size == 3'}\n",
    "can it be done": "effects: {heavy: {do: choose 4 gs in table with total(gs by size) == 12 -> move gs to you.hand}}\n",
}


def game(folder: Path, text: str, cap: int, steps: int = 100_000, gems: str = GEMS) -> Ruleset:
    """The small game with these lines and that cap."""
    root = folder / f"{cap}_{len(list(folder.iterdir()))}"
    for kind in ("rules", "cards"):
        (root / kind / "small").mkdir(parents=True)
    budgets = f"players: 2, budgets: {{options: {cap}, steps: {steps}}}"
    (root / "rules" / "small" / "game.yaml").write_text(BASE.replace("players: 2", budgets) + text)
    (root / "cards" / "small" / "cards.yaml").write_text(CARDS.format(gems=gems))
    return load(root, "small")


def acts(name: str) -> str:
    """The lines of one of these games."""
    actions = GAMES[name]
    text = "actions:\n"
    for action, do in actions.items():
        text += f"  {action}:\n    do: |\n" + "".join(f"      {line}\n" for line in do.split("\n"))
    return text + TURN % f"[{', '.join(actions)}]" + MORE_TEXT.get(name, "")


def program(ruleset: Ruleset, generated: bool = True) -> Program:
    made = compile_program(ruleset.checked, 2)
    made.generated = generated
    return made


def asked_most(made: Program) -> Match:
    """A match at its first question that offers much."""
    match = Match.start(made, 1)
    while len(match.legal()) < 10:
        match.apply(match.legal()[0])
    return match


def leaves(made: Program, state: State, seat: int, cap: int) -> list[Option]:
    """Every whole option that steps lead to; on the way no offer is empty, too large, or has anything twice."""
    state = [x[:] for x in state]
    given = state[made.layout.steps]
    found: list[Option] = []

    def walk() -> None:
        offered = made.options(state, seat)
        assert offered, "a dead end"
        assert len(offered) <= cap + 1
        assert len(set(offered)) == len(offered)
        for option in offered:
            if is_step(option):
                before = answered(given, seat)
                note_answer(given, seat, option)
                walk()
                note_answer(given, seat, before)
            else:
                found.append(option)

    walk()
    return found


@pytest.mark.parametrize("generated", [True, False], ids=["generated", "objects"])
@pytest.mark.parametrize("name", GAMES)
def test_steps_lead_to_every_whole_option_and_to_each_once(name: str, generated: bool, tmp_path: Path) -> None:
    whole = asked_most(program(game(tmp_path, acts(name), 100_000_000)))
    flat = [option for _, option in whole.legal()]
    assert len(flat) > 50
    for cap in (50, 32):
        made = program(game(tmp_path, acts(name), cap), generated)
        state = whole.state
        assert Counter(leaves(made, state, whole.seat, made.budgets.options)) == Counter(flat)
        assert any(is_step(option) for option in made.options(state, whole.seat))
        assert state[made.layout.steps] == []


@pytest.mark.parametrize("name", GAMES)
def test_both_back_ends_give_the_same_steps(name: str, tmp_path: Path) -> None:
    ruleset = game(tmp_path, acts(name), 32)
    made = (program(ruleset), program(ruleset, generated=False))
    assert [fault for seed in range(4) for fault in compare(*made, seed).faults] == []


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_option_does_what_its_steps_do(name: str, tmp_path: Path) -> None:
    """Also after saves, copies and undo in the middle, and as others tell of it."""
    made, chance = program(game(tmp_path, acts(name), 32)), random.Random(1)
    match = Match.start(made, 1, log=True, history=True)
    whole = Match.start(made, 1, log=True, history=True)
    inspector, steps = Inspector(made), 0
    while not match.over:
        decision = chance.choice(match.legal())
        if is_step(decision[1]):
            steps += 1
            before = match.hash()
            match.apply(decision)
            assert match.hash() != before
            assert match.undo()
            assert match.hash() == before
        copy = match.copy()
        match.apply(decision)
        assert copy.hash() != match.hash()
        copy.apply(decision)
        assert copy.state == match.state
        saved = json.loads(json.dumps(match.save()))
        assert Match.resume(made, saved).state == match.state
        faults = examining.menu_faults(match, bundled=False) + examining.finding_faults(match, chance)
        faults += examining.applying_faults(match, inspector, chance) + examining.reading_faults(match)
        assert faults == []
        if not is_step(decision[1]):  # the other match takes it at once, by its name
            whole.apply(whole.find(copy.decisions[-1]))
            assert whole.hash() == match.hash()
            assert whole.log(None) == match.log(None)
            told = [m.teller.account(m.changes, m.decisions, None, "en", (), m.state) for m in (match, whole)]
            assert told[0] == told[1]
    assert steps


TOGETHER = """
play:
  turn:
    each: players
    together: true
    do: choose 3 gs in table, choose n in -4..you.coin -> set last to last + n + total(gs by size)
"""


@pytest.mark.parametrize("generated", [True, False], ids=["generated", "objects"])
def test_several_answer_at_once_step_by_step(generated: bool, tmp_path: Path) -> None:
    whole = Match.start(program(game(tmp_path, TOGETHER, 100_000_000)), 1)
    made = program(game(tmp_path, TOGETHER, 32), generated)
    match = Match.start(made, 1)
    for seat in range(2):
        flat = [option for _, option in whole.legal(seat)]
        assert Counter(leaves(made, match.state, seat, 32)) == Counter(flat)
    chance = random.Random(1)
    taken: dict[int, Option] = {}
    while not match.over:
        seat = chance.choice(match.seats)
        seen = json.dumps(match.view(1 - seat)), match.legal(1 - seat), match.log(1 - seat)
        decision = chance.choice(match.legal(seat))
        match.apply(decision)
        assert Match.resume(made, match.save()).hash() == match.hash()
        if is_step(decision[1]):
            assert (json.dumps(match.view(1 - seat)), match.legal(1 - seat), match.log(1 - seat)) == seen
        else:
            taken[seat] = decision[1]
    for seat in range(2):
        whole.apply((seat, taken[seat]))
    assert whole.hash() == match.hash()


def test_who_begins_to_answer_first_does_not_show(tmp_path: Path) -> None:
    start = Match.start(program(game(tmp_path, TOGETHER, 32)), 1)
    ends = []
    for order in permutations((0, 1, 0, 1)):
        match = start.copy()
        for seat in order:
            match.apply(match.legal(seat)[seat])
        ends.append((match.hash(), match.state_json()))
    assert all(end == ends[0] for end in ends)


def test_numbers_below_0_are_no_sets() -> None:
    option = (0, -3, (-3, -1), (), 5)
    assert unpack(pack(option)) == option


def test_a_number_below_0_can_be_chosen_in_secret(tmp_path: Path) -> None:
    text = TOGETHER.replace("choose 3 gs in table, ", "").replace(" + total(gs by size)", "")
    match = Match.start(program(game(tmp_path, text, 1000)), 1)
    for seat in range(2):
        match.apply(match.find({"seat": f"player {seat + 1}", "n": -3}))
    assert match.state_json()["variables"]["last"] == -6


MANY = "\n".join(f"  - {{id: gem_{n:02}, size: {1 + n % 9}}}" for n in range(30))
TEN = "choose 10 gs in table with total(gs by size) == 50 -> move gs to you.hand"


def test_far_more_than_anybody_could_list(tmp_path: Path) -> None:
    """30 million sets of which a few hundred thousand have the total; the usual cap."""
    made = program(game(tmp_path, f"actions: {{act: {{do: {TEN}}}}}\n{TURN % '[act]'}", 20_000, gems=MANY))
    start = Match.start(made, 1)
    match = start.copy()
    assert comb(30, 10) > 30_000_000
    steps = 0
    while match.seat == 0:
        offered = match.legal()
        assert 0 < len(offered) <= 20_000
        steps += is_step(offered[0][1])
        match.apply(offered[-1] if is_step(offered[-1][1]) else offered[0])
    assert steps
    hand = match.state_json()["zones"]["hand"]["player 1"]
    assert len(hand) == 10
    assert sum(1 + int(gem[-2:]) % 9 for gem in hand) == 50
    # the whole is found by its name, in any order, and what is no answer is not
    named = [f"gem_{n:02}" for n in range(30) if f"gem_{n:02}" not in hand]
    assert start.find({"do": "act", "gs": hand[::-1]})
    with pytest.raises(NotLegal, match="not offered now"):
        start.find({"do": "act", "gs": named[:10]})


def test_a_total_that_is_hard_to_hit(tmp_path: Path) -> None:
    """Nothing is tried twice that has led nowhere: odd weights never make an even total of an odd number of them."""
    gems = "\n".join(f"  - {{id: gem_{n:02}, size: {1 + 2 * (n % 5)}}}" for n in range(30))
    text = "actions:\n  act: {do: choose 9 gs in table with total(gs by size) == 42 -> move gs to you.hand}\n"
    text += "  rest: {do: 'choose 2 gs in table, choose 2 hs in table -> gain 1 point'}\n" + TURN % "[rest, act]"
    match = Match.start(program(game(tmp_path, text, 2000, gems=gems)), 1)
    assert {named["do"] for named, _ in match.identities()} == {"rest"}


def test_what_is_too_hard_to_find_out_is_an_error_that_says_the_way_out(tmp_path: Path) -> None:
    test = "highest(gs by size) * lowest(gs by size) == 77"
    text = f"actions: {{act: {{do: choose 10 gs in table with {test} -> move gs to you.hand}}}}\n{TURN % '[act]'}"
    with pytest.raises(RulesError, match="takes more than the budget of steps to find out; bound the choice") as error:
        Match.start(program(game(tmp_path, text, 50, steps=3000, gems=MANY)), 1)
    assert error.value.kind == "options"
    assert error.value.chain


def test_numbers_without_end_are_given_up_in_time(tmp_path: Path) -> None:
    """Of a range that is too long no list is made."""
    choice = "choose n in 1..99999999, choose g in table"
    text = f"actions:\n  act:\n    do: {choice} -> gain n point\n{TURN % '[act]'}"
    start = time.perf_counter()
    with pytest.raises(RulesError, match="even for its next step alone"):
        Match.start(program(game(tmp_path, text, 1000)), 1)
    assert time.perf_counter() - start < 5


def test_a_single_step_with_too_much_to_choose_from_is_an_error(tmp_path: Path) -> None:
    text = f"actions: {{act: {{do: choose n in 1..51 -> gain n point}}}}\n{TURN % '[act]'}"
    with pytest.raises(RulesError, match="even for its next step alone"):
        Match.start(program(game(tmp_path, text, 50)), 1)


def test_asking_and_finding_leave_no_trace(tmp_path: Path) -> None:
    match = Match.start(program(game(tmp_path, acts("two sets"), 32)), 1)
    before = examining.copied(match.state)
    for named, decision in match.identities():
        assert match.find(named) == decision
        match.describe(decision)
    assert len(match.find_like({"do": "act"})) == 2
    assert match.find_like({"do": "act", "so far": {"gs": ["gem_09"]}}) == []
    assert match.state == before


def test_steps_by_name_and_in_words(tmp_path: Path) -> None:
    match = Match.start(program(game(tmp_path, acts("several actions"), 32)), 1)
    assert [named for named, _ in match.identities()] == [
        {"do": "act", "so far": {}, "next": "gs"},
        {"do": "rest"},
        {"do": "draw_lots", "so far": {}, "next": "n"},
    ]
    assert [match.describe(decision) for decision in match.legal()] == ["act …", "rest", "draw lots …"]
    match.apply(match.legal()[0])
    match.apply(match.find({"do": "act", "so far": {"gs": ["gem_01"]}, "next": "gs"}))
    texts = [match.describe(decision) for decision in match.legal()]
    assert texts[0] == "act – gs: 2 × gem 01 …"
    assert "act – gs: gem 01 + gem 02 …" in texts
    assert not any("gem 00" in text for text in texts), "members join in their order"


def test_who_has_begun_to_answer_begins_anew_in_another_position(tmp_path: Path) -> None:
    match = Match.start(program(game(tmp_path, acts("several actions"), 32)), 1)
    first = match.legal()
    match.apply(first[0])
    ended = match.if_it_ended()
    assert ended.over
    assert ended.state[match.program.layout.steps] == []
    match.arrange({"resources": {"player 1": {"coin": 4}}})
    assert match.legal() == first


@pytest.mark.parametrize("kind", bots.kinds())
@pytest.mark.parametrize("name", ["several actions", "one after the other, or stop", "a card's effect"])
def test_every_bot_answers_step_by_step(kind: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.common.bots.planner.NODES", 120)
    monkeypatch.setattr("tools.common.bots.search.PLAYOUTS", 12)
    match = Match.start(program(game(tmp_path, acts(name), 32)), 1)
    play_to_end(match, {seat: bots.make(kind, seat, 1) for seat in range(2)})
    assert match.over


def step_faults(content: str, name: str, players: int, cap: int, seed: int, most: int) -> tuple[list[str], int]:
    """Whole options that steps lead to, held against those offered at once, decision by decision of a random game; and
    how many questions were asked in steps."""
    ruleset = load(Path(content), name)
    whole = ruleset.program(players)
    capped = load(Path(content), name).checked
    capped.game.budgets = replace(capped.game.budgets, options=cap)
    small = (compile_program(capped, players), compile_program(capped, players))
    small[1].generated = False
    chance, found, steps = random.Random(seed), [], 0
    match = Match.start(whole, seed, record=False)
    for number in range(most):
        if match.over or found:
            break
        seat = chance.choice(match.seats)
        flat = [option for _, option in match.legal(seat)]
        for made in small:
            where = f"{name}, seed {seed}, decision {number}, {'generated' if made.generated else 'objects'}"
            try:
                steps += any(is_step(option) for option in made.options(match.state, seat))
                led = Counter(leaves(made, match.state, seat, cap))
            except RulesError as error:
                if "next step alone" not in error.message:
                    found.append(f"{where}: {error}")
                continue
            if led != Counter(flat):
                found.append(
                    f"{where}: {list((led - Counter(flat)).items())[:3]} / {list((Counter(flat) - led).items())[:3]}"
                )
        match.apply((seat, chance.choice(flat)))
    return found, steps


GAMES_HERE = sorted({(table.content, table.game): table for table in reversed(tables())}.values())


@pytest.mark.parametrize("table", GAMES_HERE, ids=str)
def test_steps_lead_to_the_options_of_every_game(table: Table) -> None:
    assert step_faults(table.content, table.game, table.players, 9, 1, 30)[0] == []


@pytest.mark.parametrize("seed", range(12))
def test_steps_lead_to_the_options_of_invented_games(seed: int, tmp_path: Path) -> None:
    content = invented(Seeded(seed)).write(tmp_path)
    with suppress(Refused, RulesError):  # that is for other tests
        assert step_faults(str(content), NAME, 2, 6, seed, 30)[0] == []
