"""A climbing game, counted here without the interpreter and again with it: who has passed is left out until the cards
are turned over, who is rid of all cards drops out, a hairpin turns the direction or makes the only rival sit out.

Open positions of `staircase`, one round.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from tree import outcomes

from interpreter.pipeline import Match, load

GAMES = Path(__file__).parents[1] / "games"
RANK = {"one": 1, "two": 2, "three": 3, "hairpin": 3, "four": 4, "five": 5, "six": 6}
Hands = tuple[tuple[str, ...], ...]


def by_hand(dealt: Hands) -> Counter[tuple[int, ...]]:
    """Games by winners: of the first, the second, … the winner is who was rid of the cards first."""
    seats = range(len(dealt))

    @cache
    def play(
        hands: Hands, pile: tuple[str, ...], mover: int, best: int, passed: frozenset[int], sits: frozenset[int],
        way: int, first: int | None,
    ) -> Counter[tuple[int, ...]]:  # fmt: skip
        found: Counter[tuple[int, ...]] = Counter()
        hand = hands[mover]
        ways = {
            tuple(sorted(cards))
            for number in ([len(pile)] if pile else range(1, len(hand) + 1))
            for cards in combinations(hand, number)
        }
        for cards in ways:
            if len({RANK[card] for card in cards}) > 1 or (pile and RANK[cards[0]] <= RANK[pile[0]]):
                continue
            left = list(hand)
            for card in cards:
                left.remove(card)
            new = tuple(tuple(left) if seat == mover else hands[seat] for seat in seats)
            turned = "hairpin" in cards
            out = sits | {seat for seat in seats if seat != mover} if turned and len(dealt) == 2 else sits
            rid = mover if first is None and not left else first
            found += on(new, cards, mover, mover, passed, out, -way if turned else way, rid)
        if pile:
            found += on(hands, pile, mover, best, passed | {mover}, sits, way, first)
        return found

    def on(
        hands: Hands, pile: tuple[str, ...], mover: int, best: int, passed: frozenset[int], sits: frozenset[int],
        way: int, first: int | None,
    ) -> Counter[tuple[int, ...]]:  # fmt: skip
        climbing = [seat for seat in seats if hands[seat]]
        if len(climbing) == 1:
            assert first is not None
            return Counter([(first,)])
        if all(seat == best or seat in passed for seat in climbing):
            leader = best
            while not hands[leader]:
                leader = (leader + way) % len(dealt)
            return play(hands, (), leader, best, frozenset(), frozenset(), way, first)
        following = (mover + way) % len(dealt)
        while not hands[following] or following in passed or following in sits:
            sits -= {following}
            following = (following + way) % len(dealt)
        return play(hands, pile, following, best, passed, sits, way, first)

    return play(dealt, (), 0, 0, frozenset(), frozenset(), 1, None)


@pytest.mark.parametrize(
    "hands",
    [
        (("one", "two", "two", "hairpin"), ("one", "three", "four")),
        (("hairpin", "hairpin", "one"), ("two", "two", "five", "one")),
        (("one", "hairpin"), ("two", "two"), ("one", "four")),
        (("one", "one", "hairpin"), ("two", "three"), ("one", "two", "four")),
    ],
)
def test_a_round(hands: Hands) -> None:
    program = load(GAMES, "staircase", ()).program(len(hands), {"rounds": 1})
    match = Match.start(program, seed=1)
    match.arrange(
        {
            "variables": {"current": "player 1", "best": "player 1"},
            "zones": {f"player {seat + 1}": {"hand": list(hand)} for seat, hand in enumerate(hands)} | {"pile": []},
        }
    )
    known = by_hand(hands)
    assert outcomes(match, {}) == known
    assert len(known) > 1
