"""Where generated code takes a shorter way than effect objects: what lies in piles as bytes, moving and filling up without
a call, keys that are reckoned once, picks that are counted in a name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from interpreter.compiling.choices import Looks
from interpreter.pipeline import load
from interpreter.state import chance
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
    until: any(market.slots where not filled(it)) and count(market.slots where not filled(it)) > 1
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


def content(folder: Path, copies: int = 2, again: str = "again", effects: str = "") -> Path:
    """The game; with six copies of each card it has more components than a byte has values."""
    for kind in ("rules", "cards"):
        (folder / kind / "bazaar").mkdir(parents=True)
    rules = GAME.replace("AGAIN", again).replace("EFFECTS", effects)
    (folder / "rules" / "bazaar" / "game.yaml").write_text(rules, encoding="utf-8")
    lines = ["goods:"]
    for hue in HUES:
        for worth in (1, 2, 3):
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


def test_a_game_of_few_components_goes_as_its_effects_say(tmp_path: Path) -> None:
    assert faults(content(tmp_path)) == []


def test_a_game_of_more_components_than_bytes_goes_as_its_effects_say(tmp_path: Path) -> None:
    assert faults(content(tmp_path, copies=32), 5) == []


PERFORMED = """\
effects:
  more:
    text: {en: One more., de: Noch eine.}
    do: again
"""


def test_one_more_pick_granted_by_an_effect_counts_too(tmp_path: Path) -> None:
    assert faults(content(tmp_path, again="perform more", effects=PERFORMED)) == []


def test_an_action_that_another_effect_performs_grants_picks_too(tmp_path: Path) -> None:
    effects = "  twice:\n    text: {en: Twice, de: Zweimal}\n    do: |\n      perform buy\n      perform take\n"
    folder = content(tmp_path, effects=effects)
    rules = folder / "rules" / "bazaar" / "game.yaml"
    rules.write_text(rules.read_text().replace("offer: [take, buy, put, store]", "offer: [take, buy, twice]"))
    assert faults(folder) == []


def test_what_a_zone_is_not_for_is_not_counted(tmp_path: Path) -> None:
    """A stall among the cards has no worth; a zone may hold what its rules never name."""
    effects = "  mix:\n    text: {en: Mix, de: Mische}\n    do: |\n      move (box where it.hue == red) to row\n"
    folder = content(tmp_path, effects=effects)
    rules = folder / "rules" / "bazaar" / "game.yaml"
    text = rules.read_text().replace("offer: [take, buy, put, store]", "offer: [take, buy, mix, store]")
    for moved in ("payment to gone", "slot.stall to you.owned"):
        text = text.replace(f"move {moved}", f"move {moved.split()[0]} to box")
    rules.write_text(text)
    ways = both(load(folder, "bazaar"), 2)
    assert [fault for seed in range(6) for fault in compare(*ways, seed).faults] == []


@pytest.mark.parametrize("limit", [2, 3, 7, 8, 9, 17, 54, 108, 300])
def test_draws_side_by_side_are_those_one_by_one(limit: int) -> None:
    for key in (0, 1, 0x0123456789ABCDEF, (1 << 64) - 1):
        for count in (0, 5, 1_000_000):
            one_by_one = [chance.draw(key, count + i, below) for i, below in enumerate(range(limit, 1, -1), 1)]
            assert list(chance.draws(key, count, limit)) == one_by_one


def looking(looks: Looks, pile: Sequence[int]) -> bytes:
    """How a pile looks as generated code sees it."""
    tables = looks.packed()
    assert tables is not None
    first, weights = tables
    seen = bytes(pile).translate(first[pile[0]]) if pile else b""
    return bytes(pile).translate(weights) if len(set(seen)) == len(seen) else seen


def test_piles_that_look_alike_as_bytes_offer_the_same() -> None:
    """Two piles have the same bytes only where the same members are alike and weigh the same."""
    class_of = [c // 3 * 3 for c in range(54)]  # three copies each of 18 cards: two hues of nine values
    values = [c // 3 % 9 for c in range(54)]
    looks = Looks(range(54), class_of, [values.__getitem__])
    chosen = Random(5)
    seen: dict[bytes, tuple[list[int], list[int]]] = {}
    again = 0
    for _ in range(20_000):
        pile = sorted(chosen.sample(range(54), chosen.randrange(5)))
        offers = (
            [values[c] for c in pile],
            [next(i for i, d in enumerate(pile) if class_of[d] == class_of[c]) for c in pile],
        )
        again += looking(looks, pile) in seen
        assert seen.setdefault(looking(looks, pile), offers) == offers
    assert again > 5_000
