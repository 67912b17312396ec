"""What abilities say of the thing alone that happens is found out once; who asks them all gets the same games."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from interpreter.checking import plan
from interpreter.compiling.heeding import destinations, elsewhere
from interpreter.pipeline import Ruleset, load
from interpreter.playing.match import Match, Program
from interpreter.state.heed import Heed
from tests.benchmarks.measures.modifiers import GAME, NEVER_TRUE, OF_OTHER_THINGS, write
from tests.engine.backends import both, compare

MODIFYING = (
    "reduce price by 1 down to 1 where ware.colour == red",
    "increase price by 2 where ware.colour in (blue, green) and you.coin > 3",
    "set price to 1 where you.coin < 2 and ware.cost >= 4",
    "increase wages by 1 where you.fame > 3",
    "reduce price by 1 where not ware.colour == green",
    "forbid sell where ware.colour == red",
)
ANSWERING = (
    "after gain of coin where you.fame > 3 do gain 1 fame",
    "after move of ware to you.hand where it.colour == red do gain 1 fame",
    "after move of ware to sold where it.cost > 2 do gain 1 coin",
    "after move by any where it.cost == 5 do gain 1 fame",
    "after pay of coin by others do gain 1 fame",
)
REPLACING = (
    "before discard by any where it.colour == blue do gain 1 coin",
    "after discard by any where it.colour == red do gain 1 amber",
    "once per turn after gain of coin do gain 1 amber",
    "after move to you.hand where it.cost in 2 .. 4 do during turn do reduce price by 1 where ware.colour == red",
)
TRICKLING = ("after gain of coin where you.amber < 2 do gain 1 amber", *REPLACING)


def ruleset(folder: Path, abilities: tuple[str, ...]) -> Ruleset:
    return load(write(folder, abilities), GAME)


@pytest.mark.parametrize(
    "abilities",
    [NEVER_TRUE, OF_OTHER_THINGS, MODIFYING, ANSWERING, REPLACING, TRICKLING, MODIFYING + ANSWERING],
    ids=["never true", "of other things", "modifying", "answering", "replacing", "trickling", "both"],
)
def test_the_same_games_when_all_are_asked(tmp_path: Path, abilities: tuple[str, ...]) -> None:
    quick, plain = both(ruleset(tmp_path, abilities), 2)
    for seed in range(4):
        found = compare(quick, plain, seed)
        assert found.faults == []
        assert found.decisions > 20
        assert last_state(quick, seed) == last_state(plain, seed)


def last_state(program: Program, seed: int) -> list[list[int]]:
    """The end of a game without a log, which moves things otherwise."""
    match, chance = Match.start(program, seed, record=False), Random(seed)
    while not match.over:
        match.apply(chance.choice(match.legal()))
    return match.state


def by_name(program: Program, event: str) -> Heed:
    return program.heeds[program.layout.events.index(event)]


def test_only_those_are_asked_that_can_answer(tmp_path: Path) -> None:
    program = ruleset(tmp_path, MODIFYING).program(2)
    layout, heed = program.layout, by_name(program, "quantity price")
    wares = {layout.cards[card].id: c for c, card in enumerate(layout.card_of)}
    assert (heed.part, heed.at) == ("ware", 0)
    for ware in ("red_1", "blue_1", "green_1", "white_1"):
        for number in heed.all:
            assert (number in heed[wares[ware]]) == may_hold(program, number, ware), (ware, number)


def may_hold(program: Program, number: int, ware: str) -> bool:
    """The same by the texts of MODIFYING; `you.coin` might go wrong first, so that what stands behind it waits."""
    unit = program.layout.units[program.abilities[number].unit].name
    charm = int(unit.partition("charm_")[2].partition(".")[0])
    said = MODIFYING[charm // 2 % len(MODIFYING)]
    colour = ware.partition("_")[0]
    return {0: colour == "red", 1: colour in ("blue", "green"), 2: True, 4: colour != "green"}[MODIFYING.index(said)]


def test_effect_objects_ask_all(tmp_path: Path) -> None:
    program = ruleset(tmp_path, NEVER_TRUE).program(2)
    assert program.table.heeds is program.heeds
    program.generated = False
    assert program.table.heeds == {}
    program.generated = True
    program.visits = set()
    assert program.table.heeds == {}
    program.visits = None
    assert program.table.heeds is program.heeds


def test_a_condition_that_goes_wrong_is_left_to_whoever_asks() -> None:
    asked: list[int] = []

    def fails(S: object, you: int, this: int, who: int, subject: int) -> bool:
        asked.append(subject)
        if subject < 0:
            raise IndexError(subject)
        return subject == 3

    heed = Heed("of", 0, [(5, fails), (6, None)], frozenset())
    assert heed[-1] == {5, 6}
    assert heed[-1] is heed.all
    assert heed[3] is heed.all
    assert (heed[4], heed[4]) == ({6}, {6})
    assert asked == [-1, 3, 4]  # each once


@pytest.mark.parametrize(
    ("ability", "of_sold"),
    [
        ("after move of ware to you.hand do gain 1 fame", True),
        ("after move of ware to sold do gain 1 fame", False),
        ("after move of ware do gain 1 fame", False),
        ("after move of ware to you.hand where it.colour == red do gain 1 fame", True),
    ],
)
def test_what_goes_elsewhere_wakes_nobody(tmp_path: Path, ability: str, of_sold: bool) -> None:
    checked = ruleset(tmp_path, (ability,)).checked
    (one, *_) = checked.plan.abilities
    assert elsewhere(one, frozenset({"sold"}), True) == of_sold
    assert not elsewhere(one, frozenset({"sold", "hand", "market"}), True)


def test_who_would_learn_of_a_hidden_card_is_asked(tmp_path: Path) -> None:
    """Whether an ability answers tells of the card, so a place that not everybody sees makes a difference."""
    checked = ruleset(tmp_path, ("after move of ware to market where it.colour == red do gain 1 fame",)).checked
    (one, *_) = checked.plan.abilities
    assert isinstance(one, plan.Ability)
    assert elsewhere(one, frozenset({"hand"}), True)
    assert not elsewhere(one, frozenset({"hand"}), False)


def test_a_stack_that_is_made_anew_counts_as_a_place_where_things_go(tmp_path: Path) -> None:
    program = ruleset(tmp_path, NEVER_TRUE).program(2)
    part = next(part for part in program.generator.builder.all_parts if part.name == "market_again")
    (refill,) = part.do or ()
    assert isinstance(refill, plan.Do)
    assert destinations(refill, lambda zone: False) == {"market"}
    assert destinations(refill, lambda zone: zone == "pile") == {"market", "pile"}
