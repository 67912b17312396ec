"""Bots: what they may know, and what their chance depends on."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.pipeline import load
from interpreter.playing import Match
from interpreter.state.chance import stream_key
from interpreter.state.layout import LOCATION
from tests.tools.conftest import GAMES, REPOSITORY
from tools.common import bots
from tools.common.bots import planner, search
from tools.common.guessing import guess
from tools.common.playouts import play_to_end

BUNDLED = sorted(folder.parent.name for folder in (REPOSITORY / "rules").glob("*/game.yaml"))


@pytest.fixture(autouse=True)
def _little_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """What bots may know and what they remember does not depend on how long they think."""
    monkeypatch.setattr(planner, "NODES", 120)
    monkeypatch.setattr(search, "PLAYOUTS", 12)
    monkeypatch.setattr(search, "HORIZON", 10)


def _start(game: str, seed: int, bundled: bool = False) -> Match:
    ruleset = load(REPOSITORY if bundled else GAMES, game)
    return Match.start(ruleset.program(ruleset.min_players), seed)


def _swap_hidden(match: Match, seat: int) -> None:
    """Let two components of a kind that this seat does not see change places, in as many zones as there are."""
    layout, state = match.program.layout, match.state
    unseen = [at for at in layout.zone_of if at != layout.box and not layout.seen[at] >> seat & 1]
    places = [(at, index) for at in unseen for index in range(len(state[at]))]
    for (at, index), (to, other) in zip(places, reversed(places), strict=True):
        one, two = state[at][index], state[to][other]
        if layout.kind_of[one] == layout.kind_of[two]:
            state[at][index], state[to][other] = two, one
            state[LOCATION][one], state[LOCATION][two] = to, at
    for at in unseen:
        match.program.table.put_in_order(state, at)


@pytest.mark.parametrize("kind", bots.kinds())
def test_every_bot_plays_and_says_how(kind: str) -> None:
    assert len(bots.describe(kind)) > 20
    match = _start("nim", 1)
    assert play_to_end(match, {seat: bots.make(kind, seat, 1) for seat in range(2)})[0] > 0
    assert match.over


@pytest.mark.parametrize("kind", bots.kinds())
@pytest.mark.parametrize(("game", "bundled"), [("kuhn", False), *((game, True) for game in BUNDLED)])
def test_hidden_things_do_not_move_a_bot(kind: str, game: str, bundled: bool) -> None:
    for seed in range(6):
        match = _start(game, seed, bundled)
        for number in range(12):
            if match.over:
                break
            seat = match.seat
            legal = match.legal(seat)
            bot = bots.make(kind, seat, seed)
            chosen = bot.choose(match, legal, number)
            other = match.copy()
            _swap_hidden(other, seat)
            assert other.view(seat) == match.view(seat)
            assert bot.choose(other, legal, number) == chosen
            match.apply(chosen)


def test_a_guess_keeps_what_the_seat_sees() -> None:
    for seed in range(5):
        match = _start("kuhn", seed)
        for number in range(20):
            imagined = guess(match, 0, stream_key(seed, "guess"), number)
            assert imagined.view(0) == match.view(0)
            assert sorted(imagined.state[LOCATION]) == sorted(match.state[LOCATION])
            hands = imagined.view(None)["zones"]["hand"]
            assert len({*hands["player 1"], *hands["player 2"], *imagined.view(None)["zones"]["deck"]}) == 3


def test_guesses_differ() -> None:
    match = _start("kuhn", 1)
    hands = {str(guess(match, 0, 7, number).view(None)["zones"]["hand"]["player 2"]) for number in range(30)}
    assert len(hands) == 2


def test_what_is_imagined_goes_on_as_a_game_does() -> None:
    """Piles lie in their order, as wherever cards were moved, so every decision may be tried out."""
    match = _start("alhambra", 7, bundled=True)
    chance = Random(7)
    for number in range(60):
        imagined = guess(match, match.seat, 7, number)
        state, table = imagined.state, imagined.program.table
        for at in imagined.program.layout.zone_of:
            if table.is_by_number(at):
                assert state[at] == sorted(state[at])
        for decision in match.legal():
            imagined.copy().apply(decision)
        match.apply(chance.choice(match.legal()))


def test_a_bots_chance_is_its_seats_and_the_decisions_number() -> None:
    match = _start("tictactoe", 1)
    legal = match.legal()
    chosen = [bots.make("random", 0, 5).choose(match, legal, number) for number in range(30)]
    assert chosen == [bots.make("random", 0, 5).choose(match, legal, number) for number in range(30)]
    assert chosen != [bots.make("random", 1, 5).choose(match, legal, number) for number in range(30)]
    assert len(set(chosen)) == len(legal)
