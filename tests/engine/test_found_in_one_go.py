"""What games in one go, and situations that come again, once got wrong, each as a game of a few lines that shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.compiling import Option, Program, compile_program, situations
from interpreter.pipeline import Ruleset, load
from interpreter.playing.match import Match
from tests.engine.backends import both, compare
from tests.engine.test_situations import at_random, differences
from tools.common.playouts import Task, open_table, play_game


def game(folder: Path, rules: str, cards: str = "") -> Ruleset:
    for kind in ("rules", "cards"):
        (folder / kind / "small").mkdir(parents=True)
    head = "game: {name: {en: Small, de: Klein}, players: 2}\n"
    (folder / "rules" / "small" / "game.yaml").write_text(head + rules, encoding="utf-8")
    if cards:
        (folder / "cards" / "small" / "cards.yaml").write_text(cards, encoding="utf-8")
    return load(folder, "small")


POINT = "resources: {point: {per: player, from: 0, text: {en: [point, points], de: [Punkt, Punkte]}}}\n"


@pytest.mark.parametrize("entries", range(2, 10))
@pytest.mark.parametrize("often", ["exactly once", "at most once", "at most 2"])
def test_each_entry_of_an_offer_is_counted_for_itself(entries: int, often: str, tmp_path: Path) -> None:
    """The name of what was picked was the name of a count."""
    offered = ", ".join(f"a{n}: {often}" for n in range(entries))
    actions = "\n".join(f"  a{n}: {{text: {{en: A{n}, de: A{n}}}, do: gain {n} point}}" for n in range(entries))
    rules = f"{POINT}play: {{turn: {{each: players, offer: {{{offered}}}}}}}\nactions:\n{actions}\nwinner: most point\n"
    ways = both(game(tmp_path, rules), 2)
    assert [fault for seed in range(6) for fault in compare(*ways, seed).faults] == []


TIRED = """
kinds:
  mark:
    fields: {side: 1..2}
    ATTRIBUTES
    text: {en: [mark, marks], de: [Zeichen, Zeichen]}
zones:
  board: {of: mark, seen_by: all, slots: {by: {row: 1..2, column: 1..2}}, text: {en: board, de: Brett}}
  pool: {of: mark, seen_by: all, ORDER text: {en: pool, de: Vorrat}}
setup: {go: {do: move box to pool, text: {en: a, de: a}}}
play: {turn: {around: players, until: turn.number >= 10, at most: 12, offer: [put, tire, back, rest]}}
actions:
  put:
    text: {en: Put, de: Lege}
    do: choose space in board.slots where not filled(space), require any(pool) -> move first(pool) to space
  tire:
    text: {en: Tire, de: Ermatte}
    do: choose space in board.slots where filled(space) -> TIRING
  back:
    text: {en: Back, de: Hol}
    do: choose space in board.slots where filled(space) -> move space.mark to pool
  rest:
    text: {en: Rest, de: Raste}
    do: require any(pool), require RESTING -> gain 1 point
winner: most point ties share
"""
MARKS = "marks:\n  - {id: a, name: {en: a, de: a}, side: 1, count: 3}\n"


def tired(order: str, attributes: bool) -> str:
    text = TIRED.replace("ORDER", order)
    told = {"ATTRIBUTES": "attributes: {tired: {of: truth, starts: false}}", "TIRING": "set space.mark.tired to true"}
    untold = {"ATTRIBUTES": "source: authored", "TIRING": "gain 1 point"}
    for name, value in (told if attributes else untold).items():
        text = text.replace(name, value)
    return POINT + text.replace("RESTING", "last(pool).tired" if attributes else "count(pool) > 1")


@pytest.mark.parametrize("order", ["", "order: row,"])
@pytest.mark.parametrize("attributes", [True, False])
def test_equal_pieces_that_may_differ_are_told_apart(
    order: str, attributes: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which of them comes back matters where one is tired, and so does the hash of the end."""
    for name in ("WAIT", "DEAR"):
        monkeypatch.setattr(situations, name, 0)
    rules = game(tmp_path, tired(order, attributes), MARKS)
    made = compile_program(rules.checked, 2)
    assert [fault for seed in range(60) if (fault := differences(made, seed, seed % 20))] == []
    assert made.situations.endings > 30
    assert made.situations.exact is attributes
    task = Task(tmp_path, "small", (), 2, ("random", "random"), 1)
    known = open_table(task)
    records = [play_game(known, number) for number in range(300)]
    monkeypatch.setattr(situations, "WAIT", 1_000_000)
    unknown = open_table(task)
    assert [play_game(unknown, number) for number in range(300)] == records


def test_who_chooses_is_told_when_a_game_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that leaves what is known, and then turns out not to go in one go, begins with decision 0 again."""
    made: Program = compile_program(load(Path(__file__).parents[1] / "games", "tictactoe").checked, 2)
    for name in ("WAIT", "DEAR"):
        monkeypatch.setattr(situations, name, 0)
    for seed in range(3):
        Match.play_out(made, seed, at_random(seed, []))
    monkeypatch.setattr(situations, "DEAR", 1_000_000)  # no more is learnt
    played = made.play_out
    asked: list[int] = []

    def given_up(seed: int, choose: object) -> None:
        played(seed, choose)  # type: ignore[arg-type]

    def choose(seat: int, options: list[Option], number: int) -> Option:
        asked.append(number)
        return options[-1]

    monkeypatch.setattr(made, "play_out", given_up)
    match = Match.play_out(made, 9, choose)
    assert match.over
    whole = [*range(asked.index(0, 1))]
    assert asked[: len(whole)] == whole  # known or in one go, each once
    assert asked[len(whole) :] == whole  # and anew


MOVING = """
kinds: {mark: {fields: {side: 1..2}, text: {en: [mark, marks], de: [Zeichen, Zeichen]}}}
variables:
  lead: {of: player, starts: nothing}
  there: {of: spots.slots, starts: nothing}
zones:
  pool: {of: mark, seen_by: all, text: {en: pool, de: Vorrat}}
  hand: {of: mark, per: player, seen_by: all, text: {en: hand, de: Hand}}
  line: {of: mark, order: row, seen_by: all, starts: mark, text: {en: line, de: Reihe}}
  spots: {of: mark, seen_by: all, slots: {by: {place: 1..2}}, text: {en: spots, de: Plätze}}
play: {turn: {around: players, until: turn.number >= 4, at most: 6, offer: [a, b]}}
actions:
  a:
    text: {en: A, de: A}
    do: |
      DO
  b: {text: {en: B, de: B}, do: gain 1 point}
winner: most point ties share
"""


@pytest.mark.parametrize(
    "moved",
    [
        "move first(pool) to lead.hand",
        "choose up to 2 cards in line -> move cards to lead.hand",
        "move (pool where it.side == 1) to lead.hand",
        "move first(pool) to there",
        "move first(spots) to first(spots).slot",
        "move first(line) to lead.hand",
        "move first(pool) to you.hand",
    ],
)
def test_moving_nothing_to_no_place_is_the_same_fault(moved: str, tmp_path: Path) -> None:
    ways = both(game(tmp_path, POINT + MOVING.replace("DO", moved), MARKS), 2)
    assert [fault for seed in range(8) for fault in compare(*ways, seed).faults] == []


FOREIGN = """
enums: {hue: {red: {en: red, de: Rot}, blue: {en: blue, de: Blau}}}
kinds:
  cube: {attributes: {shade: {of: hue, starts: red}}, supply: 4, text: {en: [cube, cubes], de: [Würfel, Würfel]}}
  mark: {fields: {side: 1..2}, text: {en: [mark, marks], de: [Zeichen, Zeichen]}}
zones:
  pool: {of: [cube, mark], seen_by: all, text: {en: pool, de: Vorrat}}
  heap: {of: mark, seen_by: all, text: {en: heap, de: Haufen}}
play: {turn: {each: players, parts: {x: {offer: [a]}, y: {offer: [b]}}}}
actions:
  a: {text: {en: A, de: A}, do: 'choose hue in hue -> add cube(hue) to pool'}
  b: {text: {en: B, de: B}, do: move pool to heap}
winner: most point ties share
"""


def test_a_log_changes_nothing_where_pieces_lie_in_a_pile_for_others(tmp_path: Path) -> None:
    made = game(tmp_path, POINT + FOREIGN, MARKS).program(2)
    for reverse in (False, True):
        states = []
        for log in (False, True):
            match = Match.start(made, 1, log=log)
            while not match.over:
                match.apply(match.legal()[-1 if reverse else 0])
            states.append(match.state)
        assert states[0] == states[1]


def test_what_cannot_be_rolled_stays_as_it_is(tmp_path: Path) -> None:
    rules = """
kinds:
  die: {attributes: {value: {of: 1..6, starts: 1}}, text: {en: [die, dice], de: [Würfel, Würfel]}}
  coin: {text: {en: [coin, coins], de: [Münze, Münzen]}}
zones:
  cup: {of: die, seen_by: all, text: {en: cup, de: Becher}}
  bag: {of: [die, coin], seen_by: all, text: {en: bag, de: Beutel}}
setup: {one: {do: move box to bag, text: {en: a, de: a}}, two: {do: move bag to cup, text: {en: a, de: a}}}
play: {turn: {each: players, offer: [roll_it]}}
actions: {roll_it: {text: {en: Roll, de: Wirf}, do: 'roll cup'}}
winner: most point ties share
"""
    cards = "dies:\n  - {id: d, name: {en: d, de: d}, count: 2}\ncoins:\n  - {id: c, name: {en: c, de: c}, count: 2}\n"
    ways = both(game(tmp_path, POINT + rules, cards), 2)
    found = [compare(*ways, seed) for seed in range(4)]
    assert [fault for one in found for fault in one.faults] == []
    assert all(one.decisions == 2 for one in found)


def test_nobody_is_asked_where_nobody_caused_it(tmp_path: Path) -> None:
    rules = """
kinds: {mark: {fields: {side: 1..2}, text: {en: [mark, marks], de: [Zeichen, Zeichen]}}}
zones: {pool: {of: mark, seen_by: all, text: {en: pool, de: Vorrat}}}
abilities: {reward: after move of mark by any do may gain 1 point}
setup: {go: {do: move box to pool, text: {en: a, de: a}}}
play: {turn: {each: players, offer: [back]}}
actions: {back: {text: {en: Back, de: Hol}, do: move first(pool) to box}}
winner: most point ties share
"""
    ways = both(game(tmp_path, POINT + rules, MARKS), 2)
    found = [compare(*ways, seed) for seed in range(6)]
    assert [fault for one in found for fault in one.faults] == []
    assert Match.start(ways[0], 1).seats == [0]
    assert max(one.decisions for one in found) > 2  # whose turn it is may take the point
