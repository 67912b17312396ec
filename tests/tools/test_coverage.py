"""`rulewright coverage`: what was never reached, with its place in the rules."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.tools.conftest import GAMES, Run

RULES = """\
game: {name: Lab, players: 1..2, about: Made to be reached in part.}
enums: {deck: [near, far]}
kinds:
  leaf: {plural: leaves, fields: {deck: deck, play: effect, extra: "effect?"}}
  seal: {plural: seals, supply: 4, attributes: {age: {of: 1..3, starts: 1}}}
  charm: {plural: charms, in_play: [shelf]}
resources:
  coin: {per: player, starts: 2, passing: {4: gain 1 point, 90: gain 2 point}}
  point: {per: player}
zones:
  row: {of: [leaf], order: row, seen_by: all, starts: (leaf where it.deck == near)}
  far_row: {of: [leaf], order: row, seen_by: all, starts: (leaf where it.deck == far)}
  shelf: {of: [charm], seen_by: all, starts: charm}
  heap: {of: [seal], seen_by: all}
  board:
    of: [leaf]
    seen_by: all
    slots: {by: {place: 1..2}, fields: {gives: {of: effect, values: [gain 1 coin, gain 2 coin]}}}
tables:
  prizes: {1: gain 1 point, 2: gain 3 point}
quantities:
  price: {is: 1, unit: coin}
actions:
  take:
    do: choose leaf in row -> perform leaf.play; perform board(1).gives; move leaf to box
  seal_it:
    do: pay price coin -> add seal(1) to heap; perform prizes(1)
  boast:
    do: require you.coin > 50 -> perform shout
effects:
  shout: {do: gain 1 point}
  maybe:
    do: |
      if you.coin > 40 then gain 1 point
      else gain 1 coin
      may pay 1 coin -> gain 1 point
      either gain 1 coin
      or pay 60 coin -> gain 9 point
      choose leaf in row where leaf.deck == far -> gain 5 point
      otherwise gain 1 coin
play:
  turn:
    repeat: 3
    parts:
      go: {each: players, offer: [take, seal_it, boast], otherwise: nothing}
      never: {when: count(row) > 70, do: nothing}
winner: most point
"""
CARDS = """\
leaves:
  - {id: plain, deck: near, play: gain 1 coin}
  - {id: twin, deck: near, play: perform maybe, extra: gain 7 coin, count: 3}
  - {id: distant, deck: far, play: gain 1 coin}
charms:
  - {id: cheap, ability: reduce price by 1 where you.coin > 0}
  - {id: dear, ability: increase price by 1 where you.coin > 70}
  - {id: echo, ability: after seal_it by any do gain 1 coin}
  - {id: ban, ability: forbid boast by any where you.coin > 60}
"""
SCENARIOS = """\
- scenario: a card from the far row
  players: 1
  given: {turn: 1, zones: {row: [distant]}}
  when: [{do: take, leaf: distant}]
  then: {resources: {player 1: {coin: 4}}}
"""


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    """A game of which games with bots reach only a part."""
    root = tmp_path / "lab"
    for name, text in {
        "rules/lab/game.yaml": RULES,
        "cards/lab/cards.yaml": CARDS,
        "rules/lab/scenarios/far.yaml": SCENARIOS,
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def covered(run: Run, root: Path, *words: object) -> dict[str, Any]:
    """The result of a run as values."""
    ran = run("coverage", "lab", "--format", "json", *words, content=root)
    assert ran.code == 0, ran.err
    result: dict[str, Any] = json.loads(ran.out)
    return result


def missing(result: dict[str, Any], group: str) -> list[str]:
    """What of a group was never reached."""
    return [point["what"] for point in result["missing"] if point["group"] == group]


def test_lint_of_the_lab(run: Run, lab: Path) -> None:
    ran = run("lint", content=lab)
    assert ran.code == 0, ran.out + ran.err


def test_what_was_never_reached(run: Run, lab: Path) -> None:
    result = covered(run, lab, "-n", "40")
    assert result["games"] == 80 and result["players"] == [1, 2]
    assert missing(result, "cards") == ["distant", "dear", "ban"]
    assert missing(result, "effects of cards") == ["card twin.extra", "card distant.play"]
    assert missing(result, "effects of slots, tables and tracks") == [
        "passing coin.90",
        "gives of board 2",
        "table prizes.2",
    ]
    assert missing(result, "actions") == ["boast"]
    assert missing(result, "named effects") == ["shout"]
    assert missing(result, "parts of the flow") == ["play.turn.never"]
    assert missing(result, "abilities") == ["card dear.ability", "card ban.ability"]
    assert missing(result, "branches of effects") == [
        "boast: the sentence holds",
        "maybe: `if` holds",
        "maybe: `pay 60 coin`",
        "maybe: chosen",
    ]


def test_places_can_be_opened(run: Run, lab: Path) -> None:
    for point in covered(run, lab, "-n", "5")["missing"]:
        line = (lab / point["file"]).read_text(encoding="utf-8").splitlines()[point["line"] - 1]
        assert line.strip(), point


def test_scenarios_reach_what_games_do_not(run: Run, lab: Path) -> None:
    result = covered(run, lab, "-n", "0", "--scenarios")
    assert result["games"] == 0 and result["scenarios"] == 1
    assert "distant" not in missing(result, "cards") and "plain" in missing(result, "cards")
    both = covered(run, lab, "-n", "40", "--scenarios")
    assert missing(both, "cards") == ["dear", "ban"]


def test_the_same_for_any_number_of_workers(run: Run, lab: Path) -> None:
    one = covered(run, lab, "-n", "60", "--bots", "random,greedy")
    assert covered(run, lab, "-n", "60", "--bots", "random,greedy", "--workers", "2") == one


def test_what_bots_think_of_does_not_count(run: Run, lab: Path) -> None:
    """A bot that always takes the first option tries nothing else, one that looks ahead tries everything."""
    first = covered(run, lab, "-n", "2", "--players", "1", "--bots", "first")
    greedy = covered(run, lab, "-n", "2", "--players", "1", "--bots", "greedy")
    assert missing(first, "actions") == ["seal_it", "boast"]
    assert missing(greedy, "actions") == ["take", "boast"]


def test_require(run: Run, lab: Path) -> None:
    assert run("coverage", "lab", "-n", "5", "--require", "100", content=lab).code == 1
    assert run("coverage", "lab", "-n", "5", "--require", "10", content=lab).code == 0
    assert run("coverage", "lab", "-n", "5", "--require", "101", content=lab).code == 2
    assert run("coverage", "nim", "-n", "5", "--require", "100").code == 0


def test_the_page(run: Run, lab: Path) -> None:
    ran = run("coverage", "lab", "-n", "20", content=lab)
    assert ran.code == 0
    assert "lab: 40 games of random (1 to 2 players)" in ran.out
    assert "cards/lab/cards.yaml:4: distant" in ran.out
    assert "rules/lab/game.yaml" in ran.out


def test_unknown_names(run: Run) -> None:
    assert run("coverage", "nimm").code == 2
    assert run("coverage", "nim", "--bots", "greddy").code == 2
    assert run("coverage", "nim", "--players", "9").code == 2
    assert run("coverage", "nim", "--layer", "nothing_like_it").code == 2


def test_a_failing_scenario_is_told(run: Run, lab: Path) -> None:
    file = lab / "rules/lab/scenarios/far.yaml"
    file.write_text(SCENARIOS.replace("leaf: distant}", "leaf: plain}"), encoding="utf-8")
    ran = run("coverage", "lab", "-n", "0", "--scenarios", content=lab)
    assert ran.code == 1 and "FAIL  a card from the far row" in ran.out


@pytest.mark.parametrize("game", ["nim", "kuhn", "duel", "tictactoe"])
def test_small_games_are_reached_whole(run: Run, game: str) -> None:
    ran = run("coverage", game, "-n", "40", "--scenarios", "--require", "100")
    assert ran.code == 0, ran.out
    assert "never reached" not in ran.out


def test_layers_count_with_the_base(run: Run, tmp_path: Path) -> None:
    shutil.copytree(GAMES, tmp_path / "games")
    ran = run("coverage", "nim+misere", "-n", "10", "--scenarios", content=tmp_path / "games")
    assert ran.code == 0, ran.out + ran.err
