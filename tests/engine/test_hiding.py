"""Exchanging cards that a seat cannot see changes nothing that it is shown."""

from __future__ import annotations

import random
from pathlib import Path
from textwrap import indent

import pytest

from interpreter.pipeline import load
from interpreter.playing.match import Match, Program
from tests.engine import hiding, naming
from tests.engine.bundled import Table, hiding_tables, tables
from tests.engine.deciding import Bot, some


def test_some_games_hide_something() -> None:
    assert {table.game for table in hiding_tables()} >= {"kuhn", "duel", "alhambra"}
    assert {table.game for table in tables()} - {table.game for table in hiding_tables()} >= {"nim", "tictactoe"}


@pytest.mark.parametrize("table", hiding_tables(), ids=str)
def test_hidden_cards_of_random_games_do_not_show(table: Table) -> None:
    exchanged = 0
    for seed in range(4):
        chance, bot = random.Random(seed), Bot(seed)
        match = Match.start(table.program, seed, record=False)
        number = 0
        while not match.over:
            decision = bot.choose(match, number)
            if number < 2 or some(table.program, chance, 4):
                for seat in range(table.players):
                    found = hiding.hiding_faults(match, seat, chance, decision)
                    exchanged += found is not None
                    assert not found, f"seed {seed}, decision {number}"
            match.apply(decision)
            number += 1
    assert exchanged >= 5


def test_an_open_hand_is_noticed() -> None:
    """With the hands laid open behind the projection's back, the comparison finds them."""
    table = next(table for table in hiding_tables() if table.game == "kuhn")
    program = table.program
    match = Match.start(program, 1, record=False)
    seen, program.layout.seen = program.layout.seen, [3] * len(program.layout.seen)
    try:
        assert hiding.hiding_faults(match, 0, random.Random(1), match.legal()[0])
    finally:
        program.layout.seen = seen


# ---- names -----------------------------------------------------------------------------------------

LOOKED_AT = 40  # decisions of a game

VEIL = """
game: {name: Veil, players: 2..3}
kinds:
  gem:
    fields: {size: 1..9}
    attributes:
      mark: {of: 0..9, starts: 0}
      twin: {of: gem, starts: nothing}
    in_play: anywhere
resources: {coin: {from: 0, starts: 5}, stone: {from: 0}}
variables:
  last: {of: gem, starts: nothing}
  own: {of: gem, per: player, starts: nothing}
  secret: {of: number, per: player, starts: 0, seen_by: owner}
zones:
  deck: {of: gem, order: stack, seen_by: nobody, starts: gem, reshuffles: pile}
  dark: {of: gem, order: row, seen_by: nobody}
  hand: {of: gem, per: player, seen_by: owner}
  cave: {of: gem, per: player, seen_by: nobody}
  niche: {of: gem, seen_by: nobody, slots: {by: {place: 1..3}}}
  table: {of: gem, per: player, seen_by: all}
  pile: {of: gem, order: stack, seen_by: nobody}
setup:
  shuffling: {do: shuffle deck}
  dealing:
    do: |
      as players do draw 4 from deck to you.hand
      refill dark to 2 from deck
      refill niche from deck
effects: {'put(g: gem)': {do: move g to you.cave}}
"""
ACTIONS = {
    "mark": "choose g in you.hand -> set g.mark to g.mark + 1",
    "mark_all": "for each g in (others.hand, deck, dark, niche) do set g.mark to 3",
    "twin": "choose g in you.hand, choose h in you.hand where h != g -> set g.twin to h",
    "twin_open": "choose g in you.table -> set g.twin to first(others.hand)",
    "remember": "choose g in you.hand -> set last to g; set you.own to first(deck)",
    "forget": "set last to nothing",
    "count": "set you.secret to total(others.hand by size)",
    "show": "choose g in you.hand -> reveal g",
    "peek": "look at (first(deck, 2), dark)",
    "trade": "swap you.hand with left_of(you).hand",
    "turn_over": "swap you.cave with you.hand",
    "pass_on": "rotate cave by 1",
    "dig": "choose g in dark -> perform put(g); refill dark to 2 from deck",
    "empty": "choose g in niche -> move g to you.hand; refill niche from deck",
    "roll": "roll (you.hand, dark)",
    "lay": "choose g in you.hand -> move g to you.table; set g.mark to 0",
    "bury": "choose g in you.table -> set last to g; move g to deck at bottom; set g.mark to 2",
    "throw": "choose g in you.cave -> move g to pile; move first(pile) to box",
    "gift": "choose p in others, choose g in you.hand -> move g to p.hand",
    "take": "draw 1 from deck to you.hand",
    "call": "for each g in first(deck, 1) do perform g.use",
    "two": "as players secretly do choose g in you.hand -> move g to you.cave",
    "sell": "choose g in you.hand -> let sold = g; move g to pile; set last to sold; gain 1 coin",
}
GEMS = """
gems:
  - {id: ruby, name: {en: Ruby, de: Rubin}, size: 1, count: 2, use: 'gain 1 stone; set this.mark to 4'}
  - {id: opal, name: {en: Opal, de: Opalstein}, size: 2, count: 2, ability: after gain of stone by any where exists(you) do gain 1 coin}
  - {id: jade, name: {en: Jade, de: Jadestein}, size: 3, use: 'choose n in 1..2 -> gain n stone'}
  - {id: onyx, name: {en: Onyx, de: Onyxstein}, size: 4, use: 'move this to you.cave; gain 1 coin'}
  - {id: topaz, name: {en: Topaz, de: Topas}, size: 5, use: 'during round do once after gain of coin by any do gain 1 stone'}
  - {id: pearl, name: {en: Pearl, de: Perle}, size: 6, ability: 'after move of gem by any where it.size > 3 do set this.mark to this.mark + 1'}
  - {id: agate, name: {en: Agate, de: Achat}, size: 7}
  - {id: beryl, name: {en: Beryl, de: Beryll}, size: 8, count: 2}
  - {id: garnet, name: {en: Garnet, de: Granat}, size: 9}
"""


def _lines(text: str) -> str:
    """Statements on lines of their own; those behind an arrow stand under the first of them."""
    first, *others = text.split("; ")
    under = first.index("-> ") + 3 if "-> " in first else 0
    return "\n".join([first, *(" " * under + other for other in others)])


def veil(folder: Path, players: int) -> Program:
    """A game of nothing but hidden things, in which every word of the language that tells of one does."""
    offer = ", ".join(f"{name}: at most 1" for name in (*ACTIONS, "gems.use"))
    rules = f"{VEIL}play: {{round: {{repeat: 4, parts: {{turn: {{each: players, offer: {{{offer}}}}}}}}}}}\nactions:\n"
    for action, effect in ACTIONS.items():
        rules += f"  {action}:\n    do: |\n{indent(_lines(effect), ' ' * 6)}\n"
    for top, name, text in (("rules", "game.yaml", rules), ("cards", "cards.yaml", GEMS)):
        (folder / top / "veil").mkdir(parents=True)
        (folder / top / "veil" / name).write_text(text, encoding="utf-8")
    return load(folder, "veil").program(players)


def watched(program: Program, seed: int, decisions: int) -> None:
    """Play at random, and look at everything that every seat is told."""
    bot = Bot(seed)
    match = Match.start(program, seed, log=True)
    witness = naming.Witness(match)
    for number in range(decisions + 1):
        assert not witness.faults(), f"seed {seed}, decision {number}: {match.decisions[-1:]}"
        if match.over:
            break
        match.apply(bot.choose(match, number))


@pytest.mark.parametrize("players", [2, 3])
def test_nobody_is_told_the_name_of_what_is_hidden(players: int, tmp_path: Path) -> None:
    program = veil(tmp_path, players)
    for seed in range(8):
        watched(program, seed, LOOKED_AT)


@pytest.mark.parametrize("table", [t for t in hiding_tables() if t.players <= 3], ids=str)
def test_random_games_do_not_name_what_is_hidden(table: Table) -> None:
    for seed in range(2):
        watched(table.program, seed, LOOKED_AT)


def test_a_name_that_is_told_is_noticed(tmp_path: Path) -> None:
    """With the hands laid open behind the projection's back, their names are found."""
    program = veil(tmp_path, 2)
    program.layout.seen = [3] * len(program.layout.seen)
    match = Match.start(program, 1, log=True)
    assert naming.Witness(match).faults()
