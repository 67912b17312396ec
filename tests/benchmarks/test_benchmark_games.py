"""The games that only benchmarks play: no finding about them, and they are what they are said to be."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.pipeline import Match, lint, load
from tests.benchmarks.measures import growth, modifiers
from tests.benchmarks.peers.dominion import buy_the_best
from tests.benchmarks.playing import playouts, program_of

GAMES = Path(__file__).parent / "games"


def test_there_is_no_finding() -> None:
    assert not list(lint(GAMES))


def test_big_money_begins_with_ten_cards_and_ends_without_provinces() -> None:
    program = program_of("big_money", 2, GAMES)
    zones = Match.start(program, 1).state_json()["zones"]
    for seat in ("player 1", "player 2"):
        dealt = sorted(zones["deck"][seat] + zones["hand"][seat])
        assert dealt == ["copper"] * 7 + ["estate"] * 3
    played = buy_the_best(program, 5, 1)
    assert 25 < played.decisions / played.games < 45  # turns of a game, of both players together


@pytest.mark.parametrize("abilities", [modifiers.OF_OTHER_THINGS, modifiers.NEVER_TRUE], ids=["other", "never"])
def test_abilities_that_do_not_match_change_nothing(abilities: tuple[str, ...], tmp_path: Path) -> None:
    found = []
    for name, carried in (("with", abilities), ("without", ())):
        content = modifiers.write(tmp_path / name, carried)
        assert not list(lint(content))
        program = program_of(modifiers.GAME, 2, content)
        in_play = Match.start(program, 1).state_json()["in play"]
        assert len(str(in_play).split("charm_")) - 1 == (modifiers.CHARMS if carried else 0), in_play
        found.append(playouts(program, 5, 1))
    assert found[0] == found[1]


def test_woodcraft_can_be_played_with_more_cards(tmp_path: Path) -> None:
    sizes = []
    for times in (1, 3):
        ruleset = load(growth.more_cards(tmp_path / str(times), times), growth.GAME)
        program = ruleset.program(2)
        sizes.append(sum(card.kind in ("order", "helper", "contract") for card in program.layout.cards))
        playouts(program, 1, 1)
    assert sizes[1] == 3 * sizes[0]
