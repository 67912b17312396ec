"""What set-up must have brought about, whatever chance did: walking along with the oracle begins only after it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from interpreter.pipeline import Match, load

ROOT = Path(__file__).resolve().parents[2]
SEEDS = range(30)


def start(players: int, seed: int, *layers: str) -> tuple[Match, dict[str, Any]]:
    match = Match.start(load_once(layers).program(players), seed=seed)
    return match, match.state_json()["zones"]


LOADED: dict[tuple[str, ...], Any] = {}


def load_once(layers: tuple[str, ...]) -> Any:
    if layers not in LOADED:
        LOADED[layers] = load(ROOT, "alhambra", layers)
    return LOADED[layers]


def value(card: str) -> int:
    return int(card.rpartition("_")[2])


def hands(zones: dict[str, Any]) -> list[list[str]]:
    return [hand for name, hand in zones["hand"].items() if name != "dirk"]


def depths(zones: dict[str, Any]) -> tuple[int, int]:
    """How many money cards lie above scoring card A, and above B."""
    from_top = zones["money_deck"][::-1]
    return from_top.index("scoring_a"), from_top.index("scoring_b") - 1


def parts(zones: dict[str, Any]) -> list[int]:
    """The sizes of the five parts of the money pile, from the top."""
    cards = len(zones["money_deck"]) - 2
    return [cards // 5 + (i < cards % 5) for i in range(5)]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_set_up(players: int) -> None:
    copies = 2 if players == 2 else 3
    for seed in SEEDS:
        match, zones = start(players, seed)
        dealt = hands(zones)
        money = Counter(zones["money_deck"]) + Counter(zones["money_row"]) + sum(map(Counter, dealt), Counter())
        assert money.pop("scoring_a") == money.pop("scoring_b") == 1
        assert len(money) == 36 and set(money.values()) == {copies}
        for hand in dealt:
            total = sum(map(value, hand))
            assert 20 <= total <= 28
        assert match.seat == min(range(players), key=lambda s: (len(dealt[s]), sum(map(value, dealt[s])), s))
        assert len(zones["money_row"]) == 4 and len(zones["yard"]) == 4
        assert len(zones["palace"].get("dirk", [])) == (6 if players == 2 else 0)
        assert len(zones["building_deck"]) == 50 - (6 if players == 2 else 0)
        size = parts(zones)
        a, b = depths(zones)
        assert size[0] <= a <= size[0] + size[1]
        assert sum(size[:3]) <= b <= sum(size[:4])


def test_the_scoring_cards_lie_anywhere_in_their_parts() -> None:
    seen_a, seen_b = set(), set()
    for seed in range(300):
        _, zones = start(6, seed)
        a, b = depths(zones)
        size = parts(zones)
        seen_a.add(a - size[0])
        seen_b.add(b - sum(size[:3]))
    assert min(seen_a) == min(seen_b) == 0
    assert len(seen_a) >= 14 and len(seen_b) >= 14


def test_the_first_player_by_chance_has_the_fewest_cards() -> None:
    richer = 0
    for seed in range(60):
        match, zones = start(5, seed, "first_player_by_chance")
        dealt = hands(zones)
        fewest = [s for s in range(5) if len(dealt[s]) == min(map(len, dealt))]
        assert match.seat in fewest
        richer += match.seat != min(fewest, key=lambda s: (sum(map(value, dealt[s])), s))
    assert richer


def test_scoring_cards_on_top_of_their_parts() -> None:
    for seed in SEEDS:
        _, zones = start(4, seed, "scoring_card_on_top")
        size = parts(zones)
        assert depths(zones) == (size[0], sum(size[:3]))


def test_other_ways_to_start() -> None:
    for seed in SEEDS:
        assert all(sum(map(value, hand)) >= 30 for hand in hands(start(3, seed, "generous_start")[1]))
        assert all(len(hand) == 5 for hand in hands(start(3, seed, "five_cards_each")[1]))
