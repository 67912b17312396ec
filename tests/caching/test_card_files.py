"""After a change in one card file only its cards are looked at, and what is found is what a whole lint finds."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter import linting
from interpreter.caching.kept import Kept
from interpreter.linting import lint
from tests.benchmarks import card_corpus

Agree = Callable[[Path], Any]


@pytest.fixture
def bazaar(tmp_path: Path) -> Path:
    """Sixty cards in six files."""
    return card_corpus.write(tmp_path / "bazaar", 60, 6).folder


@pytest.fixture
def whole(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that are looked at whole."""
    seen: list[str] = []
    original = linting._Game._ruleset

    def watched(self: Any, layers: tuple[str, ...]) -> Any:
        seen.append(self.game)
        return original(self, layers)

    monkeypatch.setattr(linting._Game, "_ruleset", watched)
    return seen


def known(folder: Path) -> int:
    return len(lint(folder, None, Kept(str(folder))))


def files(folder: Path) -> list[Path]:
    return sorted((folder / "cards" / card_corpus.GAME).iterdir())


def test_a_change_of_one_file_is_told_from_that_file(bazaar: Path, cache: Path, whole: list[str]) -> None:
    known(bazaar)
    assert whole == [card_corpus.GAME]
    for number in range(3):
        for file in files(bazaar):
            text = file.read_text(encoding="utf-8")
            file.write_text(re.sub(r"cost: \d", f"cost: {number}", text, count=2) + f"# {number}\n", encoding="utf-8")
            assert known(bazaar) == 0
    assert whole == [card_corpus.GAME]


def test_several_files_may_have_changed(bazaar: Path, cache: Path, agree: Agree, whole: list[str]) -> None:
    assert agree(bazaar) == []
    for file in files(bazaar)[:4]:
        file.write_text(file.read_text(encoding="utf-8").replace("gain 1 ", "gain 2 "), encoding="utf-8")
    whole.clear()
    assert known(bazaar) == 0 and whole == []
    assert agree(bazaar) == []


def first_ability(text: str, ability: str) -> str:
    return re.sub(r"ability: .*", f"ability: {ability} do gain 1 wool", text, count=1)


def test_a_card_that_another_file_names_goes(bazaar: Path, cache: Path, agree: Agree) -> None:
    one, other = files(bazaar)[0], files(bazaar)[-1]
    other_id = re.search(r"id: (\w+)", other.read_text(encoding="utf-8"))
    assert other_id is not None
    one.write_text(
        first_ability(one.read_text(encoding="utf-8"), f"after move of {other_id[1]} to you.street"), encoding="utf-8"
    )
    assert agree(bazaar) == []
    other.write_text(other.read_text(encoding="utf-8").replace(other_id[1], "somebody_else"), encoding="utf-8")
    assert [found["file"] for found in agree(bazaar)] == [f"cards/{card_corpus.GAME}/{one.name}"]


def test_two_files_get_one_id(bazaar: Path, cache: Path, agree: Agree) -> None:
    assert agree(bazaar) == []
    ids = [re.search(r"id: (\w+)", file.read_text(encoding="utf-8")) for file in files(bazaar)]
    last = files(bazaar)[-1]
    assert ids[0] is not None and ids[-1] is not None
    last.write_text(last.read_text(encoding="utf-8").replace(ids[-1][1], ids[0][1]), encoding="utf-8")
    assert agree(bazaar) != []


def test_a_modifier_that_another_file_closes_a_circle_with(bazaar: Path, cache: Path, agree: Agree) -> None:
    rules = bazaar / "rules" / card_corpus.GAME / "game.yaml"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("  wages: {is: 2, from: 0}", "  wages: {is: 2, from: 0}\n  rent: {is: 1, from: 0}"))
    one, other = files(bazaar)[0], files(bazaar)[-1]
    one.write_text(re.sub(r"ability: .*", "ability: increase wages by rent", one.read_text(encoding="utf-8"), count=1))
    assert agree(bazaar) == []
    other.write_text(
        re.sub(r"ability: .*", "ability: increase rent by wages", other.read_text(encoding="utf-8"), count=1)
    )
    assert {found["problem"] for found in agree(bazaar)} == {"recursion"}


def test_words_that_need_all_cards_have_all_looked_at(
    bazaar: Path, cache: Path, agree: Agree, whole: list[str]
) -> None:
    one = files(bazaar)[0]
    text = one.read_text(encoding="utf-8")
    one.write_text(
        re.sub(r"produce: [a-z].*", "produce: if can(this.arrival) then gain 1 coin", text, count=1), encoding="utf-8"
    )
    agree(bazaar)
    whole.clear()
    other = files(bazaar)[1]
    other.write_text(other.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    known(bazaar)
    assert whole == [card_corpus.GAME]
    agree(bazaar)


def test_rules_that_change_have_all_cards_looked_at(bazaar: Path, cache: Path, agree: Agree) -> None:
    assert agree(bazaar) == []
    rules = bazaar / "rules" / card_corpus.GAME / "game.yaml"
    rules.write_text(rules.read_text(encoding="utf-8").replace("spice", "saffron"), encoding="utf-8")
    assert len(agree(bazaar)) > 10


PIECES = (
    "gain 1 coin",
    "gain 2 fame",
    "increase wages by 1",
    "perform this.arrival",
    "reduce wages by wages",
    "building",
    "helper_0015",
    "this",
    "you",
    "once per turn do ",
    "before gain of coin by you do gain 1 wool",
    "instead of gain of fame do nothing",
    "after move of helper_0015 to you.street do gain 1 fame",
    "count(you.street)",
    "-> ",
    "x",
)


@pytest.mark.parametrize("seed", range(6))
def test_any_edits_of_cards(seed: int, bazaar: Path, cache: Path, agree: Agree) -> None:
    chance = Random(seed)
    agree(bazaar)
    for _ in range(14):
        file = chance.choice(files(bazaar))
        before = file.read_text(encoding="utf-8")
        lines = before.split("\n")
        at = chance.randrange(1, len(lines))
        match chance.randrange(5):
            case 0:
                lines[at] = re.sub(
                    r"(arrival|produce|ability|use): .+", lambda m: f"{m[1]}: {chance.choice(PIECES)}", lines[at]
                )
            case 1:
                lines[at] = re.sub(r"(ability|id): .+", lambda m: f"{m[1]}: {chance.choice(PIECES)}", lines[at])
            case 2:
                other = chance.choice(files(bazaar)).read_text(encoding="utf-8").split("\n")
                lines[at] = other[chance.randrange(1, len(other))]
            case 3:
                del lines[at]
            case _:
                lines[at] = lines[at].replace(chance.choice("1234abcde"), chance.choice("1234x"), 1)
        file.write_text("\n".join(lines), encoding="utf-8")
        if agree(bazaar) and chance.random() < 0.8:
            file.write_text(before, encoding="utf-8")
            agree(bazaar)
