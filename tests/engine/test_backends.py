"""Generated code does what effect objects do."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.compiling import compile_program
from interpreter.diagnostics import Refused
from interpreter.pipeline import layers, load
from interpreter.playing.match import Match, Program
from tests.engine.backends import both, compare
from tests.engine.bundled import ROOT, Table, ruleset, tables
from tests.engine.drawing import rulesets
from tests.engine.inventing import NAME, Texts

DECISIONS = 120  # of one game: enough for every part of the flow of most of them


@cache
def programs(table: Table) -> tuple[Program, Program]:
    return both(ruleset(table.content, table.game), table.players)


@pytest.mark.parametrize("table", tables(), ids=str)
def test_both_ways_are_one(table: Table) -> None:
    for seed in (1, 2):
        found = compare(*programs(table), seed, DECISIONS)
        assert found.faults == []
    assert programs(table)[0].generator.refused == []


VARIANTS = [(game, layer) for game in ("alhambra", "woodcraft") for layer in layers(ROOT, game)]


@pytest.mark.parametrize(("game", "layer"), VARIANTS)
def test_both_ways_are_one_in_every_variant(game: str, layer: str) -> None:
    varied = load(ROOT, game, [layer])
    found = compare(*both(varied, varied.min_players), 3, DECISIONS)
    assert found.faults == []
    assert found.decisions > 10


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(texts=rulesets(), seed=st.integers(0, 999))
def test_both_ways_are_one_in_invented_rulesets(texts: Texts, seed: int) -> None:
    with TemporaryDirectory() as folder:
        try:
            made = load(texts.write(Path(folder)), NAME)
        except Refused:
            return
    assert compare(*both(made, made.min_players), seed, DECISIONS).faults == []


def test_what_python_will_not_compile_is_left_to_the_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    """A function that is nested too deeply for Python is no fault of a game."""
    table = next(t for t in tables() if t.game == "alhambra" and t.players == 3)
    quick = compile_program(ruleset(table.content, table.game).checked, 3)
    plain = programs(table)[1]

    def refused(*given: object) -> None:
        raise SyntaxError("too many statically nested blocks")

    monkeypatch.setattr(type(quick.generator), "compiled", refused)
    found = compare(quick, plain, 5)
    assert found.faults == []
    assert found.decisions > 50
    assert len(quick.generator.refused) > 10


def test_a_fault_in_generated_code_names_the_place_in_the_rules(tmp_path: Path) -> None:
    """The same error, with the same place and the same units, as effect objects give."""
    (tmp_path / "rules" / "pit").mkdir(parents=True)
    (tmp_path / "rules" / "pit" / "game.yaml").write_text(PIT, encoding="utf-8")
    made = load(tmp_path, "pit")
    quick, plain = both(made, 2)
    messages = []
    for program in (quick, plain):
        match = Match.start(program, 1)
        with pytest.raises(Exception, match="divided by 0") as caught:
            match.apply(match.legal()[0])
        messages.append(str(caught.value))
    assert messages[0] == messages[1]
    assert "game.yaml:22" in messages[0]
    assert "effect:share" in messages[0]


PIT = """\
game:
  name: {en: Pit, de: Grube}
  players: 2
resources:
  coin: {from: 0, to: 9, starts: 0, text: {en: [coin, coins], de: [Münze, Münzen]}}
play:
  turn:
    around: players
    until: turn.number >= 4
    at most: 9
    parts:
      act:
        offer: [dig]
actions:
  dig:
    text: {en: Dig, de: Graben}
    do: perform share(you.coin)
effects:
  "share(number)":
    text: {en: Share, de: Teilen}
    do: |
      gain 4 / number rounded down coin
winner: most coin ties share
"""


def test_the_listing_names_a_place_for_every_step() -> None:
    program = programs(tables()[0])[0]
    listing = program.generator.listing()
    assert len(listing) == len(program.code)
    assert all(":" in line and " in " in line for line in listing)
