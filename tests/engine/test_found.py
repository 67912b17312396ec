"""What these tests once found, each as a game of a few lines that shows it."""

from __future__ import annotations

import pickle
import random
import time
from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pytest

from interpreter.compiling import RulesError
from interpreter.pipeline import Refused, load
from interpreter.playing.match import Match
from tests.engine import examining
from tests.engine.bundled import tables
from tests.engine.conserving import Inspector

CARDS = """
gems:
  - {id: ruby, size: 1, count: 2}
  - {id: opal, size: 2, count: 2}
  - {id: jade, size: 3, count: 2}
"""
BASE = """
game: {name: Small, players: 2..3, budgets: {steps: 1000}}
kinds: {gem: {fields: {size: 1..9, bonus: number?}, in_play: [table]}, tool: {fields: {cost: 1..3}}}
resources: {coin: {from: 0, starts: 5}, pot: {per: shared}}
variables: {mark: {of: number, per: player, starts: 0}, last: {of: number, starts: 0}}
zones:
  deck: {of: gem, order: stack, seen_by: nobody, starts: gem}
  dark: {of: gem, order: row, seen_by: nobody}
  hand: {of: gem, per: player, seen_by: owner}
  table: {of: gem, per: player, seen_by: all}
  chest: {of: [gem, tool], seen_by: all}
"""
DEALT = """
setup:
  shuffling: {do: shuffle deck}
  dealing: {do: as players do draw 2 from deck to you.hand}
"""
Small = Callable[..., Match]


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """`small(text)` starts the game that these lines make of the base; `cards` come on top."""

    def started(text: str, players: int = 2, dealt: bool = True, cards: str = "", seed: int = 1) -> Match:
        (tmp_path / "rules" / "small").mkdir(parents=True)
        (tmp_path / "cards" / "small").mkdir(parents=True)
        (tmp_path / "rules" / "small" / "game.yaml").write_text(BASE + (DEALT if dealt else "") + text)
        (tmp_path / "cards" / "small" / "cards.yaml").write_text(CARDS + cards)
        return Match.start(load(tmp_path, "small").program(players), seed, log=True, history=True)

    return started


def test_the_log_tells_of_resources_that_are_set() -> None:
    table = next(table for table in tables() if table.game == "kuhn")
    match = Match.start(table.program, 1, log=True)
    for action in ("check", "check"):
        match.apply(match.find({"do": action}))
    assert any("pot" in line for line in match.log(0))


def test_unseen_members_of_a_row_are_named_by_their_place(small: Small) -> None:
    match = small(
        """
play: {turn: {each: players, offer: [pick]}}
actions: {pick: {do: choose g in dark -> move g to you.table}}
""".replace("play:", "  laying: {do: refill dark to 2 from deck}\nplay:"),
    )
    told = str(match.identities()) + str([match.describe(d) + str(match.steps(d)) for d in match.legal()])
    assert len(match.legal()) == 2
    assert not any(card in told for card in ("ruby", "opal", "jade"))


@pytest.mark.parametrize(
    "commitment",
    [
        "choose g in (you.hand, deck)",
        "choose g in gems",
        "choose g in first(deck, 3)",
        "require total(others.hand by size) > 4",
        "choose p in others where any(p.hand where it.size == 3)",
        "let top = first(deck), require top.size > 1",
    ],
)
def test_what_the_decider_cannot_see_is_not_read_left_of_an_arrow(commitment: str, small: Small) -> None:
    with pytest.raises(Refused) as refused:
        small(
            f"play: {{turn: {{each: players, offer: [pick]}}}}\nactions: {{pick: {{do: '{commitment} -> gain 1 coin'}}}}\n"
        )
    assert {finding.problem.name for finding in refused.value.report} == {"hidden-from-decider"}


@pytest.mark.parametrize("condition", ["any(you.hand) or you in players", "count(you.hand) > 0 and you in players"])
def test_what_the_decider_sees_may_be_read(condition: str, small: Small) -> None:
    text = f"play: {{turn: {{each: players, offer: [pick]}}}}\nactions: {{pick: {{do: 'require ({condition}) -> gain 1 coin'}}}}\n"
    assert small(text).legal()


TOGETHER = """
play:
  bids:
    each: players
    together: true
    do: |
      either choose g in you.hand -> move g to you.table
      or choose n in 1..you.coin, pay n coin -> set you.mark to n
      or choose some gs in you.hand with count(gs) <= 2 -> move gs to deck
"""


def test_asking_seats_in_any_order_changes_nothing(small: Small) -> None:
    match = small(TOGETHER, players=3)
    first = match.hash()
    for seat in (1, 2, 0, 2):
        match.legal(seat)
        assert match.hash() == first
    ends = set()
    for order in permutations(range(3)):
        copy = match.copy()
        for seat in order:
            copy.apply(copy.legal(seat)[seat])
        ends.add(copy.hash())
    assert len(ends) == 1


def test_a_menu_uses_no_chance(small: Small) -> None:
    match = small(
        """
abilities: {law: forbid a by any where exists(who) and who.coin > 50}
play: {turn: {each: players, offer: [a]}}
actions: {a: {do: 'choose p in others, choose g in p.hand -> move g to you.hand'}}
"""
    )
    before = examining.copied(match.state)
    again = Match(match.program, match.state, 1)
    assert again.legal() == match.legal()
    assert match.state == before


@pytest.mark.parametrize(
    "loop", ["repeat 900000000 times do gain 1 coin", "repeat 30000 times do repeat 30000 times do gain 1 coin"]
)
def test_the_budget_of_steps_ends_a_long_loop_at_once(loop: str, small: Small) -> None:
    begun = time.monotonic()
    with pytest.raises(RulesError) as error:
        small(f"play: {{turn: {{each: players, do: '{loop}'}}}}\n", dealt=False)
    assert error.value.kind == "steps"
    assert time.monotonic() - begun < 5


def test_leaving_a_part_out_of_as_gives_its_seat_back(small: Small) -> None:
    match = small(
        """
play:
  turn:
    around: players
    until: you.coin >= 7
    at most: 8
    do: |
      if you.seat == 1 then gain 1 coin
      as others do end turn
""",
    )
    assert match.over
    assert match.state_json()["variables"]["passes of parts"]["turn"] == 3


def test_an_event_without_a_taker_returns_to_the_right_frame(small: Small) -> None:
    match = small(
        """
abilities:
  law: |
    after a by any where exists(who) and who.coin > 90 do gain 1 coin
play: {turn: {each: players, offer: {a: at most 2}}}
actions: {a: {do: 'choose n in 1..2 -> gain n coin'}}
"""
    )
    while not match.over:
        match.apply(match.legal()[0])
    assert match.state_json()["resources"]["coin"] == {"player 1": 7, "player 2": 7}


def test_nothing_is_left_out_where_something_listens(small: Small) -> None:
    match = small(
        """
abilities:
  law: |
    before move by any do set last to last + 1
play: {turn: {each: players, do: 'move first(chest) to box'}}
"""
    )
    assert match.over


def test_unseen_members_chosen_in_secret_may_have_gone(small: Small) -> None:
    match = small(
        """
play:
  grab: {each: players, together: true, do: 'choose 2 h in right_of(you).hand -> move h to you.table'}
  strip:
    each: players
    together: true
    do: 'choose 2 h in others.hand -> move h to you.table'
""",
        players=3,
        cards="  - {id: onyx, size: 4, count: 3}\n",
    )
    while not match.over:
        match.apply(match.legal()[0])
    assert sum(len(held) for held in match.state_json()["zones"]["table"].values()) == 6


@pytest.mark.parametrize("limit", ["<= 3", ">= 3", "== 0"])
def test_up_to_so_many_of_an_empty_set(limit: str, small: Small) -> None:
    text = f"""
play: {{turn: {{each: players, offer: [a, b]}}}}
actions:
  a: {{do: 'choose up to 2 gs in you.table with total(gs by size) {limit} -> gain 1 coin'}}
  b: {{do: gain 2 coin}}
"""
    assert len(small(text).legal()) == (1 if limit == ">= 3" else 2)


def test_a_trigger_may_speak_of_an_action_further_down(small: Small) -> None:
    match = small(
        """
effects: {start: {do: 'during game do after a by any do gain 1 coin'}}
play: {begin: {each: players, do: perform start}, turn: {each: players, offer: [a]}}
actions: {a: {do: 'choose n in 1..2 -> gain n coin'}}
"""
    )
    while not match.over:
        match.apply(match.legal()[0])
    assert match.state_json()["resources"]["coin"]["player 1"] > 6


def test_secret_questions_inside_secret_questions(small: Small) -> None:
    match = small(
        """
play:
  bids:
    each: players
    together: true
    do: |
      choose g in you.hand
        -> move g to you.table
           as players secretly do choose n in 1..3 -> set you.mark to you.mark * 10 + n
"""
    )
    asked = []
    while not match.over:
        asked.append(match.seats)
        assert examining.secret_faults(match, random.Random(1)) == []
        match.apply(match.legal()[-1])
    assert asked == [[0, 1], [1], [0, 1], [1], [0, 1], [1]]
    assert match.state_json()["variables"]["mark"] == {"player 1": 33, "player 2": 33}


def test_a_trigger_on_a_hidden_card_tells_of_it(small: Small) -> None:
    """Whether somebody is asked depends on a card that nobody sees: undo stops there."""
    match = small(
        """
abilities:
  law: |
    after move of gem by any where it.size > 1 do set last to last + 1
play:
  turn:
    each: players
    offer: [stir]
  rest: {each: players, offer: [wait]}
actions:
  stir: {do: 'choose n in 1..2 -> move first(deck) to deck at bottom'}
  wait: {do: 'choose n in 1..2 -> set you.mark to n'}
"""
    )
    match.apply(match.legal()[0])
    assert not match.undo()


@pytest.mark.parametrize(
    "abilities",
    [
        "{law: reduce income by 1 where income > 1}",
        "{law: increase income by income}",
        "{law: reduce income by 1 where wage > 1, other: reduce wage by 1 where income > 1}",
        "{law: increase wage by doubled}",
    ],
)
def test_a_modifier_that_needs_its_own_quantity_is_refused(abilities: str, small: Small) -> None:
    with pytest.raises(Refused) as refused:
        small(
            f"""
quantities: {{income: {{is: 2, from: 0, to: 6}}, wage: {{is: 3}}}}
functions: {{doubled: wage * 2}}
abilities: {abilities}
play: {{turn: {{each: players, do: gain income coin}}}}
""",
        )
    assert {finding.problem.name for finding in refused.value.report} == {"recursion"}


def test_errors_of_the_rules_cross_processes(small: Small) -> None:
    with pytest.raises(RulesError) as error:
        small("play: {turn: {each: players, do: 'repeat 2000 times do gain 1 coin'}}\n")
    again = pickle.loads(pickle.dumps(error.value))
    assert (str(again), again.kind, again.at, again.chain) == (
        str(error.value),
        error.value.kind,
        error.value.at,
        error.value.chain,
    )


def test_shuffling_a_pile_is_refused_or_leaves_it_in_order(small: Small) -> None:
    try:
        match = small(
            """
setup: {filling: {do: 'move deck to chest'}}
play: {turn: {each: players, do: shuffle chest}}
""",
            dealt=False,
        )
    except Refused:
        return
    assert Inspector(match.program).faults(match.state) == []


def test_an_action_that_begins_with_an_effect_can_be_forbidden(small: Small) -> None:
    match = small(
        """
effects: {deed: {do: 'choose n in 1..2 -> gain n coin'}}
abilities: {law: forbid a by any where exists(you) and you.coin > 6}
play: {turn: {each: players, offer: {a: at most 2, b: at most 2}}}
actions:
  a:
    do: |
      perform deed
      repeat 1 to 3 times do choose h in 3..4 -> set you.mark to h
  b: {do: set you.mark to 0}
"""
    )
    assert [i["do"] for i, _ in match.identities()] == ["a", "a", "b", "stop"]
    match.apply(match.find({"do": "a", "n": 2}))
    while match.identities()[0][0].get("do") != "b":
        match.apply(match.legal()[-1])
    assert [i["do"] for i, _ in match.identities()] == ["b", "stop"]
