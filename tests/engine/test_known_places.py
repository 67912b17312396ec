"""Where generated code knows where things lie, writes what is carried out at one place alone where it is carried out,
picks out what has one value, and makes options many at once: it does what effect objects do."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from interpreter.compiling import picking
from interpreter.compiling.tidying import tidied
from interpreter.pipeline import Match, Ruleset, load
from interpreter.state import PLACE
from tests.engine.bazaar import content, faults


def effect(name: str, do: str) -> str:
    """An effect of the rules file."""
    body = "".join(f"      {line}\n" for line in do.strip().splitlines())
    return f"  {name}:\n    text: {{en: {name}, de: {name}}}\n    do: |\n{body}"


def named(*effects: str) -> str:
    """A section of named effects."""
    return "effects:\n" + "".join(effects)


def whole(ruleset: Ruleset) -> str:
    """The functions that play a whole game for two."""
    return ruleset.program(2).generator.source()


CARD = "choose card in row\n  -> "
MOVED_BEFORE = {
    "twice": "choose some cards in row with count(cards) <= 2\n  -> move cards to gone\n     move cards to you.hand",
    "back_and_forth": CARD + "move card to gone\n     move card to row\n     move card to line",
    "if_then": "choose card in you.hand\n  -> if card.worth == 2 then move card to gone else move card to row\n"
    "     move card to line",
    "each": "choose 1 to 2 cards in you.hand\n  -> for each c in cards do move c to row\n     move cards to gone",
    "named": "let c = first(deck)\nif exists(c) then move c to gone\nif exists(c) then move c to line",
    "named_again": "let c = first(deck)\nif exists(c) and c.worth == 1 then move c to you.hand\n"
    "if exists(c) and c.worth > 1 then move c to row",
    "shuffled": "let c = first(deck)\nmove row to gone\nif exists(c) then move c to row",
    "performed": CARD + "perform hide(card)\n     move card to you.hand",
    "asked_again": CARD + "may choose other in row -> move other to gone\n     move card to you.hand",
    "drawn": CARD + "draw 1 from deck to row\n     move card to you.hand\n     draw 1 from deck to gone",
}


@pytest.mark.parametrize("name", MOVED_BEFORE)
def test_what_was_moved_since_is_found_where_it_lies(tmp_path: Path, name: str) -> None:
    hide = named(effect('"hide(card)"', "move card to gone")) if name == "performed" else ""
    effects = effect("other", MOVED_BEFORE[name]) + hide
    folder = content(tmp_path, effects=effects, offer=["take", "other", "buy", "store"])
    assert faults(folder) == []


def test_what_was_just_chosen_is_not_looked_for(tmp_path: Path) -> None:
    text = whole(load(content(tmp_path), "bazaar"))
    taking = text[text.index("def main_0") :]
    assert "for _m_" in taking
    loop = taking[taking.index("for _m_") :].splitlines()
    assert loop[1].strip().startswith("_x_")  # the row's list itself: nobody asks where the card lies
    assert "S[1][" not in loop[1]


TOGETHER = """
    parts:
      act:
        offer: [take, buy, put, store]
        otherwise: nothing
"""


@pytest.mark.parametrize("grab", ["do: may choose 1 to 2 cards in row -> move cards to you.hand", "offer: [take]"])
def test_answers_of_several_may_have_moved_what_was_chosen(tmp_path: Path, grab: str) -> None:
    """All choose from one row at once; who comes later finds the card where the first has put it."""
    folder = content(tmp_path)
    rules = folder / "rules" / "bazaar" / "game.yaml"
    grabbing = f"""
    parts:
      grab:
        each: players
        together: true
        {grab}
      act:
        offer: [take, buy, put, store]
        otherwise: nothing
"""
    text = rules.read_text()
    assert TOGETHER in text
    rules.write_text(text.replace(TOGETHER, grabbing))
    assert faults(folder) == []


def test_what_lies_in_one_slot_is_listed_before_what_lies_in_the_next(tmp_path: Path) -> None:
    """Many at once go to a zone whose slots hold many as they do one by one."""
    dump = (
        "move you.hand to corner(2)\nlet spot = corner(1)\ndraw 1 from deck to spot\ndraw 5 from deck to you.hand\n"
        "move you.hand to corner(1)\nmove first(row) to corner(2)"
    )
    folder = content(tmp_path, copies=20, effects=effect("dump", dump), offer=["take", "dump", "buy", "store"])
    assert faults(folder) == []
    made = load(folder, "bazaar").program(2)
    match = Match.play_out(made, 1, lambda seat, options, number: options[-1])
    (corner,) = [at for at, (zone, _) in made.layout.zone_of.items() if made.layout.zones[zone].name == "corner"]
    places = [match.state[PLACE][component] for component in match.state[corner]]
    assert places == sorted(places)
    assert len(set(places)) == 2
    assert len(places) > 7


def test_a_choice_by_what_some_cards_lack_reads_it_of_none_of_them(tmp_path: Path) -> None:
    """Stalls have no worth; where none is chosen from, nobody asks for it."""
    mix = effect(
        "mix", "choose some cards in (line where it is card) with total(cards by worth) >= 2 -> move cards to gone"
    )
    folder = content(tmp_path, effects=mix, offer=["take", "mix", "buy", "put"])
    rules = folder / "rules" / "bazaar" / "game.yaml"
    text = rules.read_text()
    assert "line: {of: [card]" in text
    rules.write_text(text.replace("line: {of: [card]", "line: {of: [card, stall]"))
    assert faults(folder) == []


ONCE = {
    "with_names": ('"pass_on(card, seat)"', "if card.worth > 1 then move card to seat.hand else move card to gone"),
    "in_a_loop": ('"pass_on(card, seat)"', "repeat 2 times do\n  if count(row) > 1 then move first(row) to seat.hand"),
    "in_another": ('"pass_on(card, seat)"', "move card to gone\nperform refresh"),
}


@pytest.mark.parametrize("name", ONCE)
def test_what_is_carried_out_at_one_place_stands_there(tmp_path: Path, name: str) -> None:
    action = effect("give", "choose card in you.hand, choose seat in others -> perform pass_on(card, seat)")
    refresh = effect(
        "refresh", "if count(row) > 2 then move first(row) to line\nperform refill_row\nperform refill_row"
    )
    twice = effect("refill_row", "refill row to 4 from deck")
    folder = content(
        tmp_path, effects=action + named(effect(*ONCE[name]), refresh, twice), offer=["take", "give", "buy"]
    )
    assert faults(folder) == []
    made = load(folder, "bazaar").program(2)
    numbers = made.generator.builder.unit_number
    text = made.generator.source()
    calls = {unit: f" b_{numbers[f'effect:{unit}']}(S" in text for unit in ("pass_on", "refresh", "refill_row")}
    assert calls == {"pass_on": False, "refresh": False, "refill_row": name == "in_another"}


@pytest.mark.parametrize("copies", [2, 27, 28])
@pytest.mark.parametrize("mixed", [False, True])
def test_cards_of_one_hue_are_picked_out_wherever_they_stand(tmp_path: Path, copies: int, mixed: bool) -> None:
    folder = content(tmp_path, copies=copies, mixed=mixed)
    layout = load(folder, "bazaar").program(2).layout
    assert layout.in_bytes is (copies < 28)
    assert len(layout.card_of) == 9 * copies + 12
    assert faults(folder, 12 if copies == 2 else 3) == []


@pytest.mark.parametrize(("often", "long"), [(1, 64), (2, 64), (1, 2)])
def test_options_made_often_stay_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, often: int, long: int
) -> None:
    monkeypatch.setattr(picking, "_OFTEN", often)
    monkeypatch.setattr(picking, "_LONG", long)
    assert faults(content(tmp_path)) == []


def test_options_are_made_in_every_form() -> None:
    ways = picking.Ways(((), (1,), (0, 2)))
    for form in ((1, 0), (0, 2), (2, 1)):
        kept = ways.options(form)
        values = tuple(range(10, 10 + sum(form)))
        before, after = values[: form[0]], values[form[0] :]
        wanted = [(*before, picked, *after) for picked in ((), (5,), (4, 6))]
        for members in ([4, 5, 6], bytes([4, 5, 6])):
            for _ in range(2 * picking._OFTEN):
                assert list(kept[0](members, *values)) == wanted
        assert kept[0].__name__ == "options"  # written by now
    assert picking.Ways(()).options((1, 0)) == []


def test_a_stack_that_is_made_anew_gives_one_card_at_a_time(tmp_path: Path) -> None:
    draw = effect(
        "more", "draw 1 from deck to you.hand\ndraw 1 from deck to line\nmove (you.hand where it.worth == 1) to gone"
    )
    folder = content(tmp_path, effects=draw, offer=["more", "take", "buy"])
    rules = folder / "rules" / "bazaar" / "game.yaml"
    text = rules.read_text()
    assert "seen_by: nobody, starts: card" in text
    rules.write_text(text.replace("seen_by: nobody, starts: card", "seen_by: nobody, starts: card, reshuffles: gone"))
    assert faults(folder) == []


# ---- functions without what nobody needs -----------------------------------------------------------


def tidy(text: str) -> str:
    """A function after tidying."""
    (function,) = ast.parse(text).body
    assert isinstance(function, ast.FunctionDef)
    tidied(function)
    return ast.unparse(function)


def test_names_that_nobody_reads_are_left_out() -> None:
    before = "def f(S):\n    a = 1\n    b = a\n    out = found.append\n    for i in S:\n        c = b\n    return S"
    assert tidy(before) == "def f(S):\n    for i in S:\n        pass\n    return S"


def test_what_may_fail_or_do_something_stays() -> None:
    text = "def f(S):\n    n = 0\n    n += S[1]\n    a = S[3]\n    b = g(S)\n    c, d = S\n    return 1"
    assert tidy(text) == text


def test_denying_twice_is_saying_it_where_only_the_truth_matters() -> None:
    before = "def f(S):\n    if not (g(S) < 4 and (not not S or not not S[1])):\n        return not not S"
    after = "def f(S):\n    if not (g(S) < 4 and (S or S[1])):\n        return not not S"
    assert tidy(before) == after
