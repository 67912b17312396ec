"""A team game, counted here without the interpreter and again with it: a draft by captains, then help for partners.

Four players, an open position of `pairs`. 24 drafts; then each gives the partner none, one or two cards of a hand that
may have grown in the meantime.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from pathlib import Path

from tree import outcomes

from interpreter.pipeline import Match, load

GAMES = Path(__file__).parents[1] / "games"
HEROES = {"squire": 2, "knight": 3, "giant": 6, "archer": 4}
WEAPONS = {"sling": 1, "spear": 2, "hammer": 3}
HANDS = (("sling", "hammer"), ("sling", "sling"), ("spear",), ("hammer", "spear"))
DRAFTED = (0, 1, 2, 3)  # the captains, seats 1 and 2, serve themselves first and then seats 3 and 4


def by_hand() -> Counter[tuple[int, ...]]:
    """Games by winners."""
    results: Counter[tuple[int, ...]] = Counter()
    for chosen in permutations(HEROES):
        strength = {seat: HEROES[hero] for seat, hero in zip(DRAFTED, chosen, strict=True)}

        def give(seat: int, hands: tuple[tuple[str, ...], ...], strength: dict[int, int]) -> None:
            if seat == 4:
                able = [min(strength[s], sum(WEAPONS[w] for w in hands[s])) for s in range(4)]
                might = (able[0] + able[2], able[1] + able[3])
                results[tuple(s for s in range(4) if might[s % 2] == max(might))] += 1
                return
            partner = (seat + 2) % 4
            ways = {tuple(sorted(c)) for n in (0, 1, 2) for c in combinations(hands[seat], n)}
            for gift in ways:
                left = list(hands[seat])
                for weapon in gift:
                    left.remove(weapon)
                new = list(hands)
                new[seat], new[partner] = tuple(left), (*hands[partner], *gift)
                give(seat + 1, tuple(new), strength)

        give(0, HANDS, strength)
    return results


def test_drafts_and_gifts() -> None:
    match = Match.start(load(GAMES, "pairs", ()).program(4), seed=1)
    match.skip_setup()
    match.arrange({"zones": {f"player {seat + 1}": {"hand": list(hand)} for seat, hand in enumerate(HANDS)}})
    known = by_hand()
    assert outcomes(match, {}) == known
    assert set(known) >= {(0, 2), (1, 3), (0, 1, 2, 3)}
