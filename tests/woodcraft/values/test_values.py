"""Every card of Woodcraft is priced by `docs/woodcraft-values.md` and stays within its band."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.woodcraft.values import pricing
from tests.woodcraft.values.pricing import HELPER_FILES, ORDER_FILES, Card, Price

FILES = {
    "early_orders": 36,
    "late_orders": 28,
    "hazelnut_orders": 16,
    "early_helpers": 30,
    "late_helpers": 18,
    "contracts": 11,
}
ORDERS = [(f"{deck} orders", price) for deck in ORDER_FILES for price in pricing.orders(deck)]
HELPERS = [(f"{deck} helpers", price) for deck in HELPER_FILES for price in pricing.helpers(deck)]
ALL: list[Card] = [card for file in FILES for card in pricing.cards(file)]


@pytest.mark.parametrize(("deck", "price"), ORDERS + HELPERS, ids=lambda value: getattr(value, "card", value))
def test_a_card_stays_within_its_band(deck: str, price: Price) -> None:
    low, high = pricing.band(deck)
    assert low <= price.surplus <= high, f"asks {price.asks:.1f}, gives {price.gives:.1f}"


@pytest.mark.parametrize("card", pricing.cards("contracts"), ids=lambda card: card["id"])
def test_a_contract_pays_neither_too_little_nor_too_much(card: Card) -> None:
    for player, points in zip(("fair", "strong"), pricing.contract_points(card), strict=True):
        low, high = pricing.contract_band(player)
        assert low <= points <= high, f"{points} points for a {player} player"


@pytest.mark.parametrize(("file", "count"), FILES.items())
def test_the_split_of_the_139_cards(file: str, count: int) -> None:
    assert len(pricing.cards(file)) == count


def test_no_two_cards_are_alike() -> None:
    said = [
        str({key: value for key, value in card.items() if key not in ("id", "name", "deck", "source")}) for card in ALL
    ]
    assert [text for text, times in Counter(said).items() if times > 1] == []
    for language in ("en", "de"):
        names = Counter(card["name"][language] for card in ALL)
        assert [name for name, times in names.items() if times > 1] == []
    needs = Counter(str(sorted(map(str, card["dice"]))) for card in ALL if "dice" in card)
    assert [dice for dice, times in needs.items() if times > 1] == []


def test_every_face_of_a_die_is_wanted_by_some_order() -> None:
    wanted = {str(need) for card in ALL for need in card.get("dice", ())}
    assert {f"{colour} {value}" for colour in pricing.COLOURS for value in range(1, 7)} <= wanted
    assert "any" in wanted


@pytest.mark.parametrize("word", ["gain", "pay", "lose", "reduce", "after", "once per turn", "add die"])
def test_every_word_of_the_vocabulary_stands_on_a_card(word: str) -> None:
    assert any(word in text for text in _texts())


@pytest.mark.parametrize("thing", [name for name in pricing.values("early").worth if not re.search("row|pip", name)])
def test_everything_that_is_priced_stands_on_a_card(thing: str) -> None:
    assert any(re.search(rf"\b{thing}\b", text) for text in _texts())


@pytest.mark.parametrize("tool", ["wrench", "mallet", "scraper", "axe", "file"])
def test_every_tool_is_given_by_a_card(tool: str) -> None:
    assert any(f"gain_tool({tool})" in text for text in _texts())


def test_helpers_cost_what_a_player_can_have() -> None:
    assert all(2 <= card["cost"] <= 8 for card in pricing.cards("early_helpers"))
    assert all(card["cost"] <= 12 for card in pricing.cards("late_helpers"))


def test_orders_seen_in_print_stand_as_they_were_seen() -> None:
    known = {card["id"]: card for card in ALL}
    box, owl, train = known["music_box"], known["nodding_owl"], known["pull_train"]
    assert (box["deck"], box["row"], box["dice"], box["glue"]) == ("early", 3, ["yellow 4", "green 2"], 1)
    assert box["goods"] == "gain 3 point, 6 blueberry" and "add die(hue, 1)" in box["extra"]
    assert (owl["deck"], owl["dice"]) == ("early", ["brown 5", "green 1"]) and "gain_tool" in owl["extra"]
    assert train["dice"] == ["green 4", "yellow 2", "yellow 2", "yellow 2"]
    assert (train["deck"], train["goods"]) == ("late", "gain 2 point, 10 blueberry")
    assert train["extra"] == "perform produce_helpers(1)"


def _texts() -> list[str]:
    fields = ("goods", "extra", "produce", "arrival", "use", "ability", "score")
    return [card[field] for card in ALL for field in fields if field in card]
