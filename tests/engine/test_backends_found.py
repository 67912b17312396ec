"""Small rulesets in which generated code and effect objects once differed."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.pipeline import load
from tests.engine.backends import both, compare


def _indented(text: str, by: int) -> str:
    return "\n".join(" " * by + line for line in text.splitlines())


def _effects(named: dict[str, str]) -> str:
    return "\n".join(
        f"  {name!r}:\n    text: {{en: Do, de: Tun}}\n    do: |\n{_indented(text, 6)}" for name, text in named.items()
    )


def _deep(loops: int, inside: str) -> str:
    """More loops in each other than Python nests."""
    lines = [f"{'  ' * n}for each {chr(97 + n)}x in 1 .. 1 do" for n in range(loops)]
    return "\n".join([*lines, _indented(inside, 2 * loops)])


GAME = """\
game:
  name: {en: Two ways, de: Zwei Wege}
  players: 2
kinds:
  card:
    plural: things
    fields: {play: effect}
    text: {en: [card, cards], de: [Karte, Karten]}
zones:
  table: {of: [card], seen_by: all, starts: card, text: {en: table, de: Tisch}}
resources:
  coin: {per: player, from: 0, to: 99, starts: 3, text: {en: [coin, coins], de: [Münze, Münzen]}}
  stone: {per: player, from: 0, to: 99, starts: 1, text: {en: [stone, stones], de: [Stein, Steine]}}
variables:
  buddy: {of: player, starts: nothing}
play:
  turn:
    around: players
    until: turn.number >= 8
    at most: 20
    parts:
      act:
        offer: [one, other]
winner: most coin ties share
"""

FOUND = {
    "what follows an effect that asks draws from the stream of its own unit": (
        {"one": "perform ask\nlet roll = random(1 .. 6)\ngain roll coin"},
        {"ask": "choose n in 1 .. 3 -> let roll = random(1 .. 6); gain roll stone"},
        "nothing",
    ),
    "a unit that Python will not compile calls another": (
        {"one": "gain 1 stone\nperform big\ngain 1 coin"},
        {"big": _deep(24, "perform small(2)\ngain 1 coin"), "small(n: number)": "gain n stone"},
        "nothing",
    ),
    "a fault in what such a unit calls": (
        {"one": "gain 1 stone\nperform big\ngain 1 coin"},
        {"big": _deep(24, "perform small(2)\ngain 1 coin"), "small(n: number)": "gain n stone\ngain buddy.coin coin"},
        "nothing",
    ),
    "a card's effect goes on behind what it calls after a limit": (
        {"one": "for each card in table do perform card.play"},
        {"small(n: number)": "gain n stone"},
        "once per turn do gain 1 coin\nperform small(2)\ngain 5 stone",
    ),
    "a fault in what a card's effect calls names the units in their order": (
        {"one": "gain 1 coin\nperform all"},
        {"all": "for each card in table do perform card.play", "small(n: number)": "gain buddy.coin coin"},
        "perform small(2)",
    ),
    "a fault in a question about an effect is where it is asked": (
        {"one": "if can(job) then gain 1 coin"},
        {"job": "require you.stone < 4 / (you.coin - 3) rounded down -> gain 1 stone"},
        "nothing",
    ),
    "a fault in a name that only what follows reads": (
        {"one": "choose n in 1 .. 3, let x = 4 / (you.coin - 3) rounded down -> gain x coin"},
        {},
        "nothing",
    ),
    "a fault in a choice before a payment that cannot be made": (
        {"one": "choose n in (1 .. 4 / (you.coin - 3) rounded down), pay 5 stone -> gain n coin"},
        {},
        "nothing",
    ),
    "a fault in such a question in an offer": (
        {"one": "require can(job) -> gain 1 coin"},
        {"job": "require you.stone < 4 / (you.stone - 3) rounded down -> gain 1 stone"},
        "nothing",
    ),
}


@pytest.mark.parametrize("name", FOUND)
def test_both_ways_are_one_where_they_were_not(name: str, tmp_path: Path) -> None:
    actions, effects, play = FOUND[name]
    found = compare_game(tmp_path, {**actions, "other": "gain 1 stone"}, effects, play)
    assert found == []


def compare_game(folder: Path, actions: dict[str, str], effects: dict[str, str], play: str) -> list[str]:
    """What is found in some random games of a small ruleset."""
    for kind in ("rules", "cards"):
        (folder / kind / "two").mkdir(parents=True)
    rules = f"{GAME}actions:\n{_effects(actions)}\n" + (f"effects:\n{_effects(effects)}\n" if effects else "")
    (folder / "rules" / "two" / "game.yaml").write_text(rules, encoding="utf-8")
    card = f"things:\n  - id: card_one\n    name: {{en: One, de: Eins}}\n    play: |\n{_indented(play, 6)}\n"
    (folder / "cards" / "two" / "things.yaml").write_text(card, encoding="utf-8")
    quick, plain = both(load(folder, "two"), 2)
    return [fault for seed in range(3) for fault in compare(quick, plain, seed).faults]


def test_options_beyond_count_are_given_up_before_they_are_listed(tmp_path: Path) -> None:
    """As the objects do: hundreds of millions of options would fill the memory before anybody counts them."""
    choices = ", ".join(f"choose {name} in 1 .. 150" for name in ("ax", "bx", "cx", "dx"))
    assert compare_game(tmp_path, {"one": f"{choices} -> gain 1 coin", "other": "gain 1 stone"}, {}, "nothing") == []
