"""A bazaar: a game in which generated code can take all its shorter ways, held against effect objects.

Cards of three hues and stalls that are paid with cards of their hue; tests change what is offered and what it does.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from interpreter.pipeline import load
from tests.engine.backends import both, compare

GAME = """\
game:
  name: {en: Bazaar, de: Basar}
  players: 2..3
enums:
  hue:
    red: {en: red, de: Rot}
    blue: {en: blue, de: Blau}
    gold: {en: gold, de: Gold}
kinds:
  card:
    plural: goods
    fields: {hue: hue, worth: 1..3}
    text: {en: [card, cards], de: [Karte, Karten]}
  stall:
    plural: stalls
    fields: {hue: hue, price: 1..4}
    text: {en: [stall, stalls], de: [Stand, Stände]}
zones:
  deck: {of: [card], order: stack, seen_by: nobody, starts: card, text: {en: deck, de: Stapel}}
  gone: {of: [card], seen_by: all, text: {en: gone, de: Weg}}
  hand: {of: [card], per: player, seen_by: owner, text: {en: hand, de: Hand}}
  row: {of: [card], seen_by: all, text: {en: row, de: Reihe}}
  line: {of: [card], order: row, seen_by: all, text: {en: line, de: Schlange}}
  stalls: {of: [stall], order: stack, seen_by: nobody, starts: stall, text: {en: stalls, de: Stände}}
  market:
    of: [stall]
    seen_by: all
    slots: {by: {hue: hue}}
    text: {en: market, de: Markt}
  corner: {of: [card], seen_by: all, slots: {by: {place: 1..2}, holds: many}, text: {en: corner, de: Ecke}}
  owned: {of: [stall], per: player, seen_by: all, text: {en: owned, de: Besitz}}
resources:
  point: {per: player, from: 0, text: {en: [point, points], de: [Punkt, Punkte]}}
functions:
  "held(player)": count(player.owned where it.hue == red) + count(player.hand where it.worth == 3)
setup:
  dealing:
    do: |
      shuffle deck
      shuffle stalls
      as players do draw 3 from deck to you.hand
      refill row to 4 from deck
      refill market from stalls
    text: {en: Deal., de: Teile aus.}
play:
  turn:
    around: players
    until: turn.number >= 36 or count(market.slots where not filled(it)) > 1
    at most: 40
    parts:
      act:
        offer: [take, buy, put, store]
        otherwise: nothing
      after:
        do: |
          if count(row) < 4 then refill row to 4 from deck
          if none(deck where it.hue == gold) and any(gone where it.hue == blue) then gain 1 point
          refill market from stalls
actions:
  take:
    text: {en: Take, de: Nimm}
    do: choose some cards in row with count(cards) == 1 or total(cards by worth) <= 3 -> move cards to you.hand
  buy:
    text: {en: Buy, de: Kaufe}
    do: |
      choose slot in market.slots where filled(slot), let price = slot.stall.price,
      choose some payment in you.hand where it.hue == slot.hue with total(payment by worth) >= price minimal,
      let paid = total(payment by worth)
        -> move payment to gone
           move slot.stall to you.owned
           if paid == price then AGAIN
  put:
    text: {en: Put, de: Lege}
    do: |
      choose 1 to 2 cards in you.hand where it.worth == 2, choose spot in corner.slots
        -> move cards to line
           move first(line) to spot
  store:
    text: {en: Store, de: Lagere}
    do: |
      choose card in you.hand where it.hue != red
        -> move card to row
           move (corner where it.hue == blue) to gone
           if count(you.hand where it.hue == blue) > 1 then gain 1 point
EFFECTS
finish:
  scoring:
    do: |
      award (5, 3, 1) point to (players where held(it) > 0) by held(it) ties split
      let best = the p in players where count(p.hand where it.hue == gold) > 1 with most count(p.hand where it.hue == gold) ties none
      if exists(best) then as best do gain 2 point
    text: {en: Score., de: Werte.}
winner: most point ties share
"""
HUES = ("red", "blue", "gold")


def content(
    folder: Path,
    copies: int = 2,
    again: str = "again",
    effects: str = "",
    offer: Sequence[str] = (),
    mixed: bool = False,
) -> Path:
    """The game; with 28 copies of each card it has more components than a byte has values. `effects` come behind the
    actions, `offer` is offered in place of what it offers, `mixed`: cards of one hue do not stand side by side."""
    for kind in ("rules", "cards"):
        (folder / kind / "bazaar").mkdir(parents=True)
    rules = GAME.replace("AGAIN", again).replace("EFFECTS", effects)
    if offer:
        rules = rules.replace("offer: [take, buy, put, store]", f"offer: [{', '.join(offer)}]")
    (folder / "rules" / "bazaar" / "game.yaml").write_text(rules, encoding="utf-8")
    lines = ["goods:"]
    cards = [(hue, worth) for hue in HUES for worth in (1, 2, 3)]
    for hue, worth in sorted(cards, key=lambda card: card[1]) if mixed else cards:
        name = f"{{en: {hue} {worth}, de: {hue} {worth}}}"
        lines.append(f"  - {{id: {hue}_{worth}, name: {name}, hue: {hue}, worth: {worth}, count: {copies}}}")
    lines.append("stalls:")
    for hue in HUES:
        for price in (1, 2, 3, 4):
            name = f"{{en: {hue} stall {price}, de: {hue} Stand {price}}}"
            lines.append(f"  - {{id: {hue}_stall_{price}, name: {name}, hue: {hue}, price: {price}}}")
    (folder / "cards" / "bazaar" / "all.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def faults(folder: Path, games: int = 12) -> list[str]:
    found: list[str] = []
    for players in (2, 3):
        ways = both(load(folder, "bazaar"), players)
        for seed in range(games):
            compared = compare(*ways, seed)
            assert compared.decisions > 10
            found += compared.faults
    return found
