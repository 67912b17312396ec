"""What people read of a game that writes articles, owners, enums and hidden things: labels, menus, log and rules text."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.conftest import Run

GAME = """
game: {name: {en: Tracks, de: Gleise}, players: 2..2, files: [words.yaml]}
enums:
  town: {mill: {en: Mill, de: die Mühle}, lake: {en: Lake, de: der See}}
  line: {short: {en: Short, de: Kurz}, long: {en: Long, de: Lang}}
kinds:
  cube: {supply: 9, attributes: {town: {of: town, starts: mill}}, text: {en: [cube, cubes], de: [der Würfel, Würfel]}}
  rail: {supply: 9, attributes: {builder: {of: player, starts: nothing}}, text: {en: [rail, rails], de: [das Gleis, Gleise]}}
  order: {fields: {town: town, worth: 0..9}, text: {en: [order, orders], de: [der Auftrag, Aufträge]}}
  blank: {text: {en: [blank, blanks], de: [das Blatt, Blätter]}}
resources:
  steam: {per: player, from: 0, starts: 9, text: {en: [puff, puffs], de: [der Dampf, Dampf]}}
variables:
  stop: {of: town, per: player, starts: mill, text: {en: town, de: der Ort}}
zones:
  bag: {of: cube, order: stack, seen_by: nobody, count_seen_by: all, text: {en: bag, de: der Beutel}}
  pile: {of: [order, blank], seen_by: all, starts: order, text: {en: done orders, de: die erfüllten Aufträge}}
  towns: {of: cube, seen_by: all, slots: {one per: town, holds: many}, text: {en: towns, de: Orte}}
  ways:
    of: rail
    seen_by: all
    slots: {one per: line, fields: {length: {of: number, values: [1, 2]}}}
    text: {en: ways, de: Strecken}
functions:
  here: towns(you.stop)
  "goal(way: ways.slots)": way.length
setup:
  fill: {do: repeat 3 times do add cube(lake) to bag}
play:
  round:
    repeat: 3
    until: any(players where it.steam == 0)
    parts:
      orders: {each: players, offer: {go: any number, build: at most once}}
      wages: {do: as players do gain 1 steam}
actions:
  go: {text: {en: Go, de: Fahren}, do: 'choose town in town where town != you.stop, choose price in 1..2, pay price steam -> set you.stop to town'}
  build: {text: {en: Build, de: Bauen}, do: 'choose way in ways.slots where not filled(way), pay way.length steam -> add rail(you) to way; draw 1 from bag to here'}
winner: most steam ties share
"""
CARDS = """
orders: [{id: near, name: {en: Near, de: Nah}, town: lake, worth: 2, source: authored}]
blanks: [{id: empty, source: authored}]
"""
WORDS = """
words:
  way: {en: [way, ways], de: [die Strecke, Strecken]}
  here: {en: your town, de: dein Ort}
  goal: {en: "the other end of {0}", de: "das andere Ende {0:gen}"}
  worth: {en: worth, de: der Wert}
  town: {en: [town, towns], de: [der Ort, Orte]}
  length: {en: length, de: die Länge}
  price: {en: price, de: der Preis}
"""
TABLE = """
show:
  - {zone: ways, as: list, places: [length]}
words:
  length: {en: "length {0}", de: "Länge {0}"}
"""


@pytest.fixture
def tracks(tmp_path: Path) -> Path:
    home = tmp_path / "rules" / "tracks"
    home.mkdir(parents=True)
    for name, text in (("game.yaml", GAME), ("words.yaml", WORDS), ("table.yaml", TABLE)):
        (home / name).write_text(text, encoding="utf-8")
    cards = tmp_path / "cards" / "tracks"
    cards.mkdir(parents=True)
    (cards / "all.yaml").write_text(CARDS, encoding="utf-8")
    return tmp_path


def _play(run: Run, tracks: Path, language: str, keys: str) -> str:
    ran = run("play", "tracks", "--lang", language, "--seed", "1", stdin=keys.replace(" ", "\n") + "\n", content=tracks)
    assert ran.code == 0, ran.err
    return ran.out


def test_german_labels_have_no_articles(run: Run, tracks: Path) -> None:
    told = _play(run, tracks, "de", "1 1 2 1 1 2 l q")
    for article in ("der Dampf", "der Ort", "der See", "die Mühle", "der Beutel", "die erfüllten"):
        assert article not in told, article
    assert "Erfüllte Aufträge" in told


def test_the_log_says_enums_owners_and_hidden_things_in_words(run: Run, tracks: Path) -> None:
    german = _play(run, tracks, "de", "1 1 1 2 1 l q")
    assert "Ort von Spieler 1: See" in german and "lake" not in german
    assert "player 1" not in german.split("Startzahl")[1]
    assert "3 verdeckte Würfel" in german
    english = _play(run, tracks, "en", "1 1 1 2 1 l q")
    assert "town of player 1: Lake" in english and "3 hidden cubes" in english and "card" not in english


def test_menus_count_and_frame(run: Run, tracks: Path) -> None:
    told = _play(run, tracks, "en", "2 q")
    assert "−1…2 puffs" in told
    assert "length 1" in told.split("Build – ")[1]


@pytest.mark.parametrize(
    ("language", "wanted", "unwanted"),
    [
        ("en", ["(at most 3 times; until", "one of your rails from the supply on the way", "**Orders**", "to your town"],
         ["again and again", "(you)", "the your", "in the way"]),
        ("de", ["(höchstens 3-mal; bis", "ein eigenes Gleis aus dem Vorrat auf die Strecke", "**Aufträge**"],
         ["immer wieder", "(du)", "der dein", "Enden"]),
    ],
)  # fmt: skip
def test_rules_text(language: str, wanted: list[str], unwanted: list[str], run: Run, tracks: Path) -> None:
    told = run("text", "tracks", "--lang", language, content=tracks).out
    assert [part for part in wanted if part not in told] == [], told
    assert [part for part in unwanted if part in told] == [], told


def test_cards_without_effects_are_told(run: Run, tracks: Path) -> None:
    assert "- **Near**: Town Lake; worth 2." in run("text", "tracks", content=tracks).out
    assert run("text", "tracks", "--card", "near", "--lang", "de", content=tracks).out == "Ort See; Wert 2.\n"
    assert run("text", "tracks", "--card", "empty", content=tracks).out == "Nothing is printed on it.\n"
