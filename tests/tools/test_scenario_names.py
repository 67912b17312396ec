"""What scenarios name must be there: a wrong name is an error with a place, and never a decision well refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.engine.bundled import ROOT
from tests.tools.conftest import Run

GAME = """\
game:
  name: {en: Ferries, de: Fähren}
  players: 2..3
enums:
  port: [north, south, west]
  hue: [red, blue]
resources:
  fuel: {per: player, from: 0, starts: 3}
  tide: {per: shared, from: 0}
kinds:
  crate: {supply: 4, attributes: {hue: {of: hue, starts: red}}}
  permit: {fields: {worth: 1..9}, discard: spent}
  boat: {fields: {size: 1..3}, attributes: {tired: {of: truth, starts: false}}}
variables:
  berth: {of: port, per: player, starts: north}
  calm: {of: truth, per: port, starts: true}
zones:
  sack: {of: crate, seen_by: nobody, starts: crate}
  quays: {of: crate, seen_by: all, slots: {one per: port, holds: many}}
  permits: {of: permit, per: player, seen_by: owner}
  spent: {of: permit, seen_by: all}
  harbour: {of: boat, seen_by: all, starts: boat}
play:
  round:
    repeat: 2
    parts:
      turn: {each: players, offer: {sail: any number, hire: any number, trade: any number}}
actions:
  sail:
    do: choose port in port where port != you.berth, choose price in 1..2, pay price fuel -> set you.berth to port
  hire:
    do: choose boat in harbour where not boat.tired -> set boat.tired to true
  trade:
    do: |
      choose 1 to 2 cards in you.permits -> discard cards
      may gain 1 fuel
winner: most fuel ties share
"""
CARDS = """\
permits:
  - {id: fishing, worth: 2, count: 3}
  - {id: piloting, worth: 3}
boats:
  - {id: barge, size: 2, count: 2}
"""
VARIANT = "layer:\n  name: {en: Windless, de: Windstill}\n  about: {en: Less, de: Weniger}\n"
SCENARIO = """\
- scenario: all that can be named
  source: authored
  players: 2
  given:
    turn: 1
    zones: {player 1: {permits: [fishing, fishing]}, sack: [], quays: {north: [red, blue]}}
    resources: {tide: 2, player 1: {fuel: 2}, fuel: {player 2: 1}}
    variables: {berth: {player 2: west}, calm: {north: false}}
    attributes: {"barge#2": {tired: true}}
  when:
    - refused: {do: sail, port: north}
    - refused: {do: sail, port: south, price: 3}
    - refused: {do: trade, cards: [piloting]}
    - refused: {do: hire, boat: "barge#2"}
    - refused: {do: accept}
    - {do: sail, port: south, price: 1}
  then:
    seat: 1
    zones: {quays: {north: [red, blue], south: [], west: []}, player 1: {permits: [fishing, fishing]}}
    counts: {quays: {north: 2, west: 0}, permits: {player 2: 0}}
    resources: {player 1: {fuel: 1}, tide: 2}
    variables: {berth: {player 1: south}}
    attributes: {"barge#2": {tired: true}}
    offers: [{do: hire, boat: "barge#1"}, {do: trade, cards: fishing}]
    not_offered: [{do: sail, port: south}]
    seen_by: {player 2: {zones: {permits: {player 2: []}}}}
"""
FILE = "rules/ferries/scenarios/sailing.yaml"


@pytest.fixture
def ferries(tmp_path: Path) -> Path:
    """A small game with everything that has a name."""
    for name, text in {
        "rules/ferries/game.yaml": GAME,
        "cards/ferries/cards.yaml": CARDS,
        "rules/ferries/variants/windless/layer.yaml": VARIANT,
        FILE: SCENARIO,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def _put(root: Path, old: str, new: str) -> str:
    """Spoil the scenario; gives the line and column where the two begin to differ."""
    assert SCENARIO.count(old) == 1, old
    (root / FILE).write_text(SCENARIO.replace(old, new), encoding="utf-8")
    return str(SCENARIO[: SCENARIO.index(old)].count("\n") + 1)


def test_what_is_there_may_be_named(run: Run, ferries: Path) -> None:
    ran = run("test", content=ferries)
    assert ran.code == 0, ran.out
    found = run("lint", content=ferries).out
    assert "not-in-game" not in found and FILE not in found, found


WRONG = {
    # decisions
    ("refused: {do: sail, port: north}", "refused: {do: sial, port: north}"): (
        "nothing that can be decided is called `sial`",
        "did you mean `sail`?",
    ),
    ("refused: {do: sail, port: north}", "refused: {do: sail, prot: north}"): (
        "`sail` has no choice `prot`",
        "did you mean `port`?",
    ),
    ("refused: {do: sail, port: north}", "refused: {do: sail, port: nroth}"): (
        "`nroth` is no port",
        "did you mean `north`?",
    ),
    ("refused: {do: sail, port: north}", "refused: {do: sail, boat: barge}"): ("`sail` has no choice `boat`", "port"),
    ("refused: {do: sail, port: north}", "refused: {do: sail, port: fishing}"): ("`fishing` is no port", "`south`"),
    ("refused: {do: sail, port: north}", "refused: {port: north, boat: barge}"): (
        "no decision has `port` and `boat` together",
        "",
    ),
    ("refused: {do: sail, port: south, price: 3}", "refused: {do: sail, price: three}"): ("`three` is no number", ""),
    ("refused: {do: trade, cards: [piloting]}", "refused: {do: trade, cards: [pilotng]}"): (
        "there is no component `pilotng`",
        "did you mean `piloting`?",
    ),
    ("refused: {do: trade, cards: [piloting]}", "refused: {do: trade, cards: piloting}"): (
        "this choice is a set",
        "write a list: `[piloting]`",
    ),
    ("refused: {do: trade, cards: [piloting]}", 'refused: {do: trade, cards: ["fishing#2"]}'): (
        "copies of `fishing` are alike",
        "write `fishing`",
    ),
    ('refused: {do: hire, boat: "barge#2"}', "refused: {do: hire, boat: barge}"): (
        "copies of `barge` are told apart",
        'write `"barge#1"` to `"barge#2"`',
    ),
    ('refused: {do: hire, boat: "barge#2"}', 'refused: {do: hire, boat: ["barge#2"]}'): (
        "this choice is one thing, not a list",
        "",
    ),
    ("refused: {do: accept}", "refused: {do: pass}"): ("nothing that can be decided is called `pass`", ""),
    ("- refused: {do: accept}", "- {refused: {do: accept}, port: south}"): (
        "`refused` stands alone",
        "under `refused`",
    ),
    ("- {do: sail, port: south, price: 1}", "- {do: sail, port: soth, price: 1}"): ("`soth` is no port", "`south`"),
    ("offers: [{do: hire,", "offers: [{do: hite,"): ("is called `hite`", "did you mean `hire`?"),
    ("not_offered: [{do: sail, port: south}]", "not_offered: [{do: sail, port: suoth}]"): ("`suoth` is no port", ""),
    # things
    ("{player 1: {permits: [fishing, fishing]}, sack", "{player 1: {permits: [fihsing]}, sack"): (
        "there is no component `fihsing`",
        "did you mean `fishing`?",
    ),
    ("sack: [], quays: {north: [red, blue]}}", "sack: [], quays: {north: [red, bleu]}}"): (
        "there is no component `bleu`",
        "did you mean `blue`?",
    ),
    ("sack: [], quays: {north: [red, blue]}}", "sack: [], quays: {nort: [red, blue]}}"): (
        "there is no place in `quays` that is called `nort`",
        "did you mean `north`?",
    ),
    ("sack: [], ", "sakc: [], "): ("there is no zone or player `sakc`", "did you mean `sack`?"),
    ("sack: [], ", "player 3: {permits: []}, "): ("there is no zone or player `player 3`", "did you mean `player"),
    ("sack: [], ", "player 2: {sack: []}, "): ("`sack` is not kept for each player", "write it beside `player 2`"),
    ("sack: [], ", "permits: [fishing], "): ("`permits` is kept for each player", "say for which one"),
    ("resources: {tide: 2, player 1: {fuel: 2}", "resources: {tide: 2, player 1: {fule: 2}"): (
        "there is no resource `fule`",
        "did you mean `fuel`?",
    ),
    ("fuel: {player 2: 1}}", "fuel: 1}"): ("`fuel` is kept for each player", ""),
    ("variables: {berth: {player 2: west}", "variables: {berth: {player 2: wets}"): ("`wets` is no port", "`west`"),
    ("calm: {north: false}", "calm: {nroth: false}"): ("there is no port `nroth`", "`north`"),
    ('  attributes: {"barge#2": {tired: true}}\n  when', '  attributes: {"barge#2": {tierd: true}}\n  when'): (
        "there is no attribute `tierd`",
        "did you mean `tired`?",
    ),
    ('  attributes: {"barge#2": {tired: true}}\n  when', '  attributes: {"barge#3": {tired: true}}\n  when'): (
        "there is no copy `3` of `barge`",
        "copies are `#1` to `#2`",
    ),
    ("seat: 1\n", "seat: 3\n"): ("`3` is no seat", "seats are 1 to 2 here"),
    ("turn: 1", "turn: 3"): ("`3` is no seat", ""),
    ("seen_by: {player 2:", "seen_by: {player 3:"): ("there is no player `player 3`", ""),
    ("    seen_by:", "    winners: [player 4]\n    seen_by:"): ("there is no player `player 4`", ""),
}


@pytest.mark.parametrize(("spoilt", "told"), WRONG.items(), ids=[new for _, new in WRONG])
def test_a_wrong_name_is_an_error(spoilt: tuple[str, str], told: tuple[str, str], run: Run, ferries: Path) -> None:
    old, new = spoilt
    line = _put(ferries, old, new)
    for command in ("test", "lint"):
        ran = run(command, content=ferries)
        assert ran.code == 1
        assert told[0] in ran.out and told[1] in ran.out, ran.out
        assert f"{FILE}:" in ran.out
    if new.count("\n") == 0:
        assert f"{FILE}:{line}:" in ran.out, ran.out


def test_lint_checks_players_and_variants_of_scenarios(run: Run, ferries: Path) -> None:
    _put(ferries, "players: 2\n", "players: 5\n")
    assert "ferries is for 2 to 3 players, not 5" in run("lint", content=ferries).out
    _put(ferries, "players: 2\n", "players: 2\n  variants: [winless]\n")
    out = run("lint", content=ferries).out
    assert "ferries has no variant `winless`" in out and "did you mean `windless`?" in out
    _put(ferries, "players: 2\n", "players: 2\n  variants: [windless]\n")
    assert "no variant" not in run("lint", content=ferries).out


def test_a_seat_written_wrong_is_suggested(run: Run, ferries: Path) -> None:
    _put(ferries, "{player 1: {permits: [fishing, fishing]}, sack", "{playr 2: {permits: [fishing]}, sack")
    out = run("lint", content=ferries).out
    assert "`playr 2` is not a seat such as player 1" in out and "did you mean `player 2`?" in out, out
    assert "comma" not in out


def test_slots_that_are_not_named_are_empty(run: Run, ferries: Path) -> None:
    _put(ferries, "quays: {north: [red, blue], south: [], west: []}", "quays: {north: [red, blue], south: [red]}")
    out = run("test", content=ferries).out
    assert "zones.quays.south" in out and "expected  [red]" in out and "found     nothing" in out, out
    _put(ferries, "quays: {north: [red, blue], south: [], west: []}", "quays: {south: []}")
    assert "zones.quays.north" in run("test", content=ferries).out


def test_pieces_that_lie_elsewhere_are_told(run: Run, ferries: Path) -> None:
    _put(ferries, "sack: [], quays: {north: [red, blue]}}", "quays: {north: [red, blue]}}")
    out = run("test", content=ferries).out
    assert "none of the 4 of `crate` is out of play: 4 lie in `sack`" in out and "(`sack: []`)" in out, out
    _put(ferries, "sack: [], quays: {north: [red, blue]}}", "sack: [], quays: {north: [red, red, red, red, red]}}")
    assert "there are only 4 of `crate`" in run("test", content=ferries).out


@pytest.mark.parametrize(
    ("right", "wrong", "meant"),
    [
        ("kite_spool]", "kite_spol]", "kite_spool"),
        ("lumber: []", "lumber: [gren 3]", "green 3"),
        ("lumber: []", "lumber: [green 7]", "there is no component `green 7`"),
    ],
)
def test_pieces_that_hold_things_are_no_endless_search(
    right: str, wrong: str, meant: str, run: Run, tmp_path: Path
) -> None:
    """An attribute may hold a component: what a piece is called does not lead back to itself."""
    for folder in ("rules", "cards"):
        shutil.copytree(ROOT / folder / "woodcraft", tmp_path / folder / "woodcraft")
    scenarios = tmp_path / "rules" / "woodcraft" / "scenarios" / "rulings.yaml"
    text = scenarios.read_text(encoding="utf-8")
    assert right in text
    scenarios.write_text(text.replace(right, wrong), encoding="utf-8")
    ran = run("lint", content=tmp_path)
    assert ran.code == 1
    assert "there is no component" in ran.out
    assert meant in ran.out
