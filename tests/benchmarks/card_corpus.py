"""A made-up game with as many cards as a benchmark wants, each with effects in the language, and no finding.

In: a folder, a number of cards, a number of files. Out: a content folder with one game, `bazaar`; always the same
bytes for the same numbers. A card has two or three effects, and many texts occur more than once, as in real sets.

    python -m tests.benchmarks.card_corpus FOLDER
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random

GAME = "bazaar"
GOODS = ("coin", "timber", "wool", "fish", "clay", "spice", "fame")
COLOURS = ("red", "green", "blue", "gold")
KINDS = {"building": "buildings", "helper": "helpers", "event": "events"}  # kind -> what its cards stand under

RULES = """\
game:
  name: {en: Bazaar, de: Basar}
  players: 2..4
  budgets: {steps: 100000}

enums:
  colour: [red, green, blue, gold]
  season: [spring, summer, autumn, winter]

kinds:
  building:
    fields: {colour: colour, tier: 1..3, cost: 0..9, motto: text?, arrival: effect?, produce: effect?}
    in_play: [street]
    text: {en: [building, buildings], de: [Gebäude, Gebäude]}
  helper:
    fields: {colour: colour, tier: 1..3, cost: 0..9, motto: text?, arrival: effect?, produce: effect?}
    in_play: [street]
    text: {en: [helper, helpers], de: [Helfer, Helfer]}
  event:
    fields: {season: season, colour: colour, tier: 1..3, cost: 0..9, motto: text?, arrival: effect?, produce: effect?}
    text: {en: [event, events], de: [Ereignis, Ereignisse]}

resources:
  coin: {from: 0, to: 999, starts: 5, text: {en: [coin, coins], de: [Münze, Münzen]}}
  timber: {from: 0, to: 99, starts: 1, text: {en: [timber, timber], de: [Holz, Holz]}}
  wool: {from: 0, to: 99, text: {en: [wool, wool], de: [Wolle, Wolle]}}
  fish: {from: 0, to: 99, text: {en: [fish, fish], de: [Fisch, Fische]}}
  clay: {from: 0, to: 99, text: {en: [clay, clay], de: [Lehm, Lehm]}}
  spice: {from: 0, to: 99, text: {en: [spice, spices], de: [Gewürz, Gewürze]}}
  fame: {from: 0, to: 999, text: {en: [fame, fame], de: [Ruhm, Ruhm]}}

zones:
  deck: {of: [building, helper, event], order: stack, seen_by: nobody, count_seen_by: all, text: {en: deck, de: Stapel}}
  discards: {of: [building, helper, event], order: stack, seen_by: all, text: {en: discards, de: Ablage}}
  display: {of: [building, helper, event], seen_by: all, text: {en: display, de: Auslage}}
  hand: {of: [building, helper, event], per: player, seen_by: owner, count_seen_by: all, text: {en: hand, de: Hand}}
  street: {of: [building, helper, event], per: player, seen_by: all, text: {en: street, de: Straße}}

functions:
  "shade(player, colour)": count(player.street where it.colour == colour)

quantities:
  wages: {is: 2, from: 0}

setup:
  deck_for_today:
    do: |
      move box to deck
      shuffle deck
  hands:
    do: as players do draw 4 from deck to you.hand
  market:
    do: refill display to 5 from deck

play:
  turn:
    around: players
    until: turn.number >= 40
    at most: 200
    parts:
      action:
        offer: [play_card, buy, work]
        otherwise: nothing
      market_again:
        do: refill display to 5 from deck

actions:
  play_card:
    text: {en: Play a card, de: Karte spielen}
    do: |
      choose card in you.hand, pay card.cost coin
        -> move card to you.street
           perform card.arrival
  buy:
    text: {en: Buy a card, de: Karte kaufen}
    do: |
      choose card in display, pay card.tier coin
        -> move card to you.hand
  work:
    text: {en: Work, de: Arbeiten}
    do: |
      gain wages coin
      for each card in you.street do perform card.produce

winner: most fame then most coin ties share
"""


@dataclass(frozen=True, slots=True)
class Corpus:
    """What was written: its folder, the card files, and every effect text in them in order."""

    folder: Path
    files: tuple[Path, ...]
    effects: tuple[str, ...]


def _effect(chance: Random) -> str:
    a, b, c = chance.sample(GOODS, 3)
    n, m = chance.randint(1, 5), chance.randint(1, 4)
    hue = chance.choice(COLOURS)
    return chance.choice(
        (
            f"gain {n} {a}",
            f"gain {n} {a}, {m} {b}",
            f"pay {n} {a} -> gain {m} {b}",
            f"may pay {n} {a} -> gain {m} {b}",
            f"if you.{a} >= {n} then gain {m} {b} else gain 1 {c}",
            f"as others do lose {n} {a}",
            f"as players do gain 1 {a}",
            f"draw {m} from deck to you.hand",
            f"gain count(you.street where it.colour == {hue}) {a}",
            f"gain min({n}, shade(you, {hue})) {a}",
            f"either pay {n} {a} -> gain {m} {b}\nor gain 1 {c}",
            f"choose goods in you.hand where goods.colour == {hue} -> discard goods; gain {n} {a}",
            f"choose up to {m} goods in you.hand with total(goods by cost) <= {n + 4} -> discard goods; gain {n} {a}",
            f"let half = you.{a} / 2 rounded down\ngain half {b}",
            f"for each card in you.street where card.colour == {hue} do gain 1 {a}",
            f"repeat {m} times do gain 1 {a}",
            f"pay 1 {a} or 2 {b} -> gain {n} {c}",
            f"if any(display where it.tier == {min(m, 3)}) and you.{a} < {n} then gain {m} {a}",
            f"for each rival in others do\n  if rival.{a} > you.{a} then gain 1 {b}",
            f"once per turn do pay {m} {a} -> gain {n} fame",
        )
    )


def _ability(chance: Random) -> str:
    a, b = chance.sample(GOODS, 2)
    return chance.choice(
        (
            f"once per turn after gain of {a} by you do gain 1 {b}",
            "increase wages by 1",
            f"after move of building to you.street where you.{b} < {chance.randint(2, 9)} do gain 1 {a}",
        )
    )


def _indented(text: str) -> str:
    if "\n" not in text:
        return f" {text}\n"
    return " |\n" + "".join(f"      {line}\n" for line in text.split("\n"))


def _card(number: int, kind: str, chance: Random) -> tuple[str, list[str]]:
    lines = [
        f"  - id: {kind}_{number:04}\n",
        f'    name: {{en: "{kind.title()} {number}", de: "Karte {number}"}}\n',
        f"    colour: {chance.choice(COLOURS)}\n",
        f"    tier: {chance.randint(1, 3)}\n",
        f"    cost: {chance.randint(0, 9)}\n",
    ]
    if kind == "event":
        lines.append(f"    season: {chance.choice(('spring', 'summer', 'autumn', 'winter'))}\n")
    fields = ["arrival", "produce"]
    if number % 2 and kind != "event":
        fields.append("ability")
    elif number % 2:
        fields.append("use")
    effects = []
    for field in fields:
        text = _ability(chance) if field == "ability" else _effect(chance)
        effects.append(text)
        lines.append(f"    {field}:{_indented(text)}")
    lines.append("    source: authored   # a designer's note\n")
    return "".join(lines), effects


def write(folder: Path, cards: int = 1000, files: int = 20) -> Corpus:
    """Write the content folder; a card file holds cards of one kind."""
    chance = Random(7)
    rules, under = folder / "rules" / GAME, folder / "cards" / GAME
    rules.mkdir(parents=True, exist_ok=True)
    under.mkdir(parents=True, exist_ok=True)
    (rules / "game.yaml").write_text(RULES, encoding="utf-8")
    kinds = list(KINDS)
    effects: list[str] = []
    paths = []
    each = cards // files
    for number in range(files):
        kind = kinds[number % len(kinds)]
        text = [f"{KINDS[kind]}:\n"]
        for card in range(number * each, (number + 1) * each):
            written, found = _card(card, kind, chance)
            text.append(written)
            effects += found
        path = under / f"{KINDS[kind]}_{number:02}.yaml"
        path.write_text("".join(text), encoding="utf-8")
        paths.append(path)
    return Corpus(folder, tuple(paths), tuple(effects))


if __name__ == "__main__":
    made = write(Path(sys.argv[1]))
    print(f"{len(made.files)} files, {len(made.effects)} effects, {len(set(made.effects))} different ones")
