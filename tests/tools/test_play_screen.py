"""What people see at the table: the bundled games drawn from a fixed seed, their menus and their account."""

from __future__ import annotations

import io
import random
import re
from functools import cache

import pytest
from rich.console import Console

from interpreter.pipeline import Ruleset, load
from interpreter.playing import Match
from interpreter.reading.library import Library
from interpreter.state import NOTHING
from tests.tools.conftest import GAMES, REPOSITORY, Run
from tools.common.words import Words
from tools.play.asking import Asking
from tools.play.command import _table
from tools.play.describing import Describing
from tools.play.screen import Screen, places_of
from tools.play.table import TableText

WIDTH = 100
SEED = 3


@cache
def ruleset(game: str) -> Ruleset:
    return load(REPOSITORY, game)


def begun(game: str, decisions: int, seed: int = SEED, players: int = 2) -> Match:
    """A match after so many decisions by chance."""
    match = Match.start(ruleset(game).program(players, None), seed, log=True)
    chance = random.Random(seed)
    for _ in range(decisions):
        if not match.over:
            match.apply(chance.choice(match.legal()))
    return match


def parts(game: str, language: str = "en") -> tuple[Words, TableText, Describing]:
    words = Words(ruleset(game).tree, language)
    table = _table(REPOSITORY, ruleset(game), language)
    return words, table, Describing(ruleset(game).checked.game, words, table.words)


def drawn(
    match: Match, game: str, seat: int | None = 0, language: str = "en", width: int = WIDTH, whole: bool = True
) -> str:
    words, table, describing = parts(game, language)
    labels = {name: words.seat(name) for name in match.program.layout.seat_names}
    stream = io.StringIO()
    console = Console(file=stream, width=width)
    screen = Screen(console, words, table, labels, places_of(match.program), describing)
    screen.draw(match.view(seat), seat, "title", whole)
    return stream.getvalue().replace("\N{NO-BREAK SPACE}", " ")


def asking(match: Match, game: str, language: str = "en") -> Asking:
    words, table, describing = parts(game, language)
    return Asking(match, words, describing, table)


def told(match: Match, game: str, viewer: int | None, language: str = "en") -> list[str]:
    table = _table(REPOSITORY, ruleset(game), language)
    lines = match.teller.account(match.changes, match.decisions, viewer, language, table.quiet, match.state)
    return [line.text for line in lines if not line.header]


@pytest.mark.parametrize("game", ["woodcraft", "alhambra"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_screen_fits(game: str, language: str) -> None:
    for decisions in (0, 12, 60):
        for seat in (0, 1, None):
            lines = drawn(begun(game, decisions), game, seat, language).splitlines()
            assert all(len(line) <= WIDTH for line in lines)


def test_a_ring_stands_in_groups_with_what_is_printed_there() -> None:
    out = drawn(begun("woodcraft", 6), "woodcraft")
    assert "Quadrant 1 " in out and "Quadrant 2  ◄ the arrow's quadrant" in out and "Quadrant 3  free" in out
    assert "Buy lumber  + " in out


def test_cards_say_what_they_need_and_bring() -> None:
    match = begun("woodcraft", 6)
    out = " ".join(drawn(match, "woodcraft").split())
    words, table, describing = parts("woodcraft")
    for name in match.view(0)["zones"]["order_display"]:
        card = describing.card(name)
        assert card is not None
        for field in ("name", "dice", "goods"):
            assert describing.field(card, field) in out


def test_a_grid_shows_what_is_printed_on_free_places() -> None:
    out = drawn(begun("woodcraft", 6), "woodcraft")
    row = next(line for line in out.splitlines() if line.startswith("  1  1 hazelnut income"))
    assert "1 blueberry income" in row and "helpers produce (≤ 3)" in row


def test_a_pyramid_stands_in_its_lines() -> None:
    lines = drawn(begun("woodcraft", 6), "woodcraft").splitlines()
    top = next(number for number, line in enumerate(lines) if "(8)" in line)
    assert "(11)" in lines[top] and "(5)" in lines[top + 1] and "(1)" in lines[top + 2]
    assert lines[top + 1].index("(5)") > lines[top].index("(8)")


def test_a_track_shows_how_far_it_is_and_what_comes_next() -> None:
    assert "Hazelnut income ·◆·◆" in drawn(begun("woodcraft", 6), "woodcraft")
    assert "at 2: any tool" in drawn(begun("woodcraft", 6), "woodcraft")


def test_ones_own_things_stand_last_next_to_the_question() -> None:
    for seat in (0, 1):
        out = drawn(begun("woodcraft", 20), "woodcraft", seat)
        mine, other = out.index(f"► player {seat + 1} "), out.index(f"player {2 - seat} ")
        assert other < mine


def test_what_stands_aside_is_in_full_on_the_whole_table_only() -> None:
    match = begun("woodcraft", 20)
    whole, usual = (drawn(match, "woodcraft", whole=whole) for whole in (True, False))
    _, _, describing = parts("woodcraft")
    name = match.view(0)["zones"]["contract_row"][0]
    card = describing.card(name)
    assert card is not None
    for out, told in ((whole, True), (usual, False)):
        assert describing.field(card, "name") in out
        assert (" ".join(describing.field(card, "score").split()[:4]) in " ".join(out.split())) is told
        assert ("Improvements to buy" in out) is told
    assert len(usual.splitlines()) < len(whole.splitlines()) - 6


def test_the_usual_screen_is_short() -> None:
    """In the first third of a game for three; before things could be set aside it had more than 80 lines."""
    for seed in range(1, 6):
        match = begun("woodcraft", 60, seed, players=3)
        assert len(drawn(match, "woodcraft", whole=False).splitlines()) <= 60


@pytest.mark.parametrize("game, zone", [("woodcraft", "hand"), ("alhambra", "hand"), ("woodcraft", "dealt_orders")])
def test_hidden_cards_are_not_on_anothers_screen(game: str, zone: str) -> None:
    for decisions in (0, 5, 25):
        match = begun(game, decisions)
        words, _, _ = parts(game)
        view = match.view(0)["zones"]
        mine = {words.component(name) for name in view[zone]["player 1"]}
        rest = drawn(match, game, 0).lower()
        shown = drawn(match, game, 1).lower()
        if game == "woodcraft":  # every card is there once
            assert all(name.lower() in rest for name in mine)
            assert not [name for name in mine if name.lower() in shown]


def test_what_is_hidden_is_not_told() -> None:
    """Cards that another seat was dealt and still holds in secret are in nobody else's account or trace."""
    for seed in range(1, 5):
        match = begun("woodcraft", 30, seed)
        words, _, _ = parts("woodcraft")
        held = match.view(0)["zones"]["hand"]["player 1"]
        texts = [*told(match, "woodcraft", 1), *match.trace(viewer=1)]
        assert texts and held
        for name in held:
            assert not [text for text in texts if words.component(name) in text]
        assert any(words.component(held[0]) in text for text in told(match, "woodcraft", 0))


def test_one_decision_is_one_line() -> None:
    match = begun("woodcraft", 60)
    lines = told(match, "woodcraft", None)
    assert any("pays" in line and "gains 1 marketing and" in line for line in lines)
    assert not [line for line in lines if "points from" in line]


def test_several_moves_are_told_together() -> None:
    lines: list[str] = []
    for seed in range(1, 6):
        lines += told(begun("alhambra", 30, seed), "alhambra", None)
    assert any("Take money – takes " in line and line.count(" and ") == 1 for line in lines)


def test_what_all_do_alike_at_once_is_told_once() -> None:
    lines = told(begun("woodcraft", 0), "woodcraft", None)
    assert any(line.startswith("each player gains ") for line in lines)
    assert not any(line.startswith("player 1 gains ") for line in lines)


def test_a_piece_that_was_turned_is_told_by_both_looks() -> None:
    lines = told(begun("woodcraft", 120), "woodcraft", None)
    changed = [line for line in lines if "changes " in line]
    assert changed and all(re.search(r"changes (\w+) \d → \1 \d", line) for line in changed)
    assert not [line for line in lines if "value" in line]


def test_under_a_header_a_line_needs_no_name() -> None:
    match = begun("woodcraft", 60)
    lines = match.teller.account(match.changes, match.decisions, None, "en", (), match.state)
    turn = NOTHING
    for line in lines:
        turn = line.seat if line.header else turn
        if line.who != NOTHING:
            assert line.who == turn and line.text.endswith(line.short)
            assert line.text.startswith(f"player {line.who + 1}")
    assert sum(line.who != NOTHING for line in lines) > 20


def test_a_long_list_is_cut() -> None:
    """When decks are put away, nobody wants to hear of sixty cards."""
    match = begun("woodcraft", 0)
    chance = random.Random(1)
    while not match.over and match.view(None)["variables"]["round_counter"] <= 8:
        match.apply(chance.choice(match.legal()))
    out = [line for line in told(match, "woodcraft", None) if line.startswith("out of the game")]
    assert any(" more" in line and line.count(";") + line.count(",") < 14 for line in out)


def test_a_turn_has_a_header() -> None:
    match = begun("alhambra", 6)
    lines = match.teller.account(match.changes, match.decisions, 0, "en")
    seats = [line.seat for line in lines if line.header]
    assert len(seats) > 3 and all(one != other for one, other in zip(seats, seats[1:], strict=False))


@pytest.mark.parametrize("language", ["en", "de"])
def test_offers_say_what_they_cost_and_give(language: str) -> None:
    match = begun("woodcraft", 0)
    asked = asking(match, "woodcraft", language)
    legal = match.legal()
    outcomes = [asked.outcome([outcome]) for outcome in asked.outcomes(legal)]
    assert len(outcomes) == len(legal)
    hints = [step.hint for steps in asked.all_steps(legal) for step in steps]
    assert all({"en": "costs", "de": "kostet"}[language] in hint for hint in hints)


def test_an_offer_says_what_it_leads_to() -> None:
    """The action that is on a tile is the tile's, so its name stands beside the offer to do it."""
    seen = 0
    for decisions in range(8, 60):
        match = begun("woodcraft", decisions)
        legal = match.legal()
        asked = asking(match, "woodcraft")
        for decision, outcome in zip(legal, asked.outcomes(legal), strict=True):
            if match.identity(decision).get("do") == "tile_action" and outcome is not None and outcome.then:
                tile = match.view(None)["variables"]["tile_taken"][match.program.layout.seat_names[decision[0]]]
                assert asked.words.component(tile) == outcome.then
                assert asked.outcome([outcome]).endswith(f"→ {outcome.then}")
                seen += 1
    assert seen


def test_outcomes_are_what_happens() -> None:
    """Nothing is promised that does not come."""
    for decisions in range(6, 60, 6):
        match = begun("woodcraft", decisions)
        if match.over:
            return
        asked, legal = asking(match, "woodcraft"), match.legal()
        for decision, outcome in list(zip(legal, asked.outcomes(legal), strict=True))[:12]:
            copy = Match.resume(match.program, match.save())
            before = copy.view(None)["resources"]
            named = match.identity(decision)
            copy.apply(copy.find(named, decision[0]))
            after = copy.view(None)["resources"]
            seat = match.program.layout.seat_names[decision[0]]
            for key, by in (outcome.amounts if outcome is not None else {}).items():
                if key[0] == "r" and copy.seat == decision[0]:
                    name = match.program.layout.resources[int(key[1:])].name
                    assert after[name][seat] - before[name][seat] == by


def test_outcomes_do_not_look_at_what_is_hidden() -> None:
    """With another seed of chance and other cards in the piles the same is said."""
    match = begun("woodcraft", 12)
    other = match.copy()
    layout, state = other.program.layout, other.state
    from interpreter.state.layout import CONTROL, SEED

    state[CONTROL][SEED] += 12345
    for zone in layout.zones:
        if zone.seen_by == "nobody":
            state[zone.base].reverse()
    legal = match.legal()
    assert asking(match, "woodcraft").outcomes(legal) == asking(other, "woodcraft").outcomes(legal)


def test_german_says_nothing_in_english() -> None:
    match = begun("woodcraft", 40)
    texts = [drawn(match, "woodcraft", 0, "de"), *told(match, "woodcraft", 0, "de")]
    asked = asking(match, "woodcraft", "de")
    texts += [asked.heading(), *(f"{s.label} {s.text}" for steps in asked.all_steps(match.legal()) for s in steps)]
    for word in ("the ", "blueberr", "player", "gain ", "slot", "workshop", " and ", "pays"):
        assert not [text for text in texts if word in text.lower()], word


def test_tables_of_the_games_name_what_there_is() -> None:
    for root, names in ((REPOSITORY, ("alhambra", "woodcraft")), (GAMES, ("duel", "kuhn", "tictactoe"))):
        for name in names:
            rules = load(root, name)
            game, table = rules.checked.game, _table(root, rules, "de")
            assert Library(root).table_file(name) is not None
            for thing, shown in table.shown.items():
                assert thing in (game.resources if shown.resource else game.variables if shown.variable else game.zones)
                assert set(shown.marks) <= ({*game.tables} if shown.variable else {*game.variables})
            known = {
                *game.zones,
                *game.resources,
                *game.variables,
                *(a for k in game.kinds.values() for a in k.attributes),
            }
            assert {*table.hide, *table.quiet, *table.result} <= known


def test_a_person_plays_in_german(run: Run) -> None:
    ran = run("play", "woodcraft", "--seed", "3", "--lang", "de", stdin="1\n" * 12, content=REPOSITORY)
    assert ran.code == 0 and "Spieler 1 (du) entscheidet" in ran.out and "Aktionsplättchen nehmen" in ran.out
