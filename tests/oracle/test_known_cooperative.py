"""A cooperative game that may be lost in the middle of anything, counted here without the interpreter and again with it.

Two players, an open position of `fever`: both decks in a known order, so that nothing is left to chance.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

from tree import outcomes, visit

from interpreter.pipeline import Match, load

GAMES = Path(__file__).parents[1] / "games"
TOWNS = ("northby", "easton", "southam", "weston")
# infection cards from the top down: (town, colour); two are drawn a turn
COMING = ((3, "blue"), (1, "red"), (2, "red"), (0, "blue"))
NAMES = {(0, "blue"): "blue_north", (1, "red"): "red_east", (2, "red"): "red_south", (3, "blue"): "blue_west"}

Cubes = tuple[tuple[int, int], ...]  # red and blue of each town
Place = tuple[int, int, int, tuple[int, int], Cubes, int, tuple[bool, bool], tuple[tuple[int, int], ...]]


def start(deck: int) -> Match:
    """`deck` remedies are left."""
    match = Match.start(load(GAMES, "fever", ()).program(2), seed=1)
    match.skip_setup()
    match.arrange(
        {
            "turn": 1,
            "resources": {"infection_level": 2, "outbreak": 1},
            "variables": {"stays_in": {"player 1": "northby", "player 2": "easton"}},
            "zones": {
                "deck": ["rose"] * deck,
                "infection_deck": [NAMES[card] for card in reversed(COMING)],
                "infection_discard": [],
                "cities": {"easton": ["red"] * 3, "weston": ["blue"] * 2, "southam": ["red"] * 3},
                "player 1": {"hand": ["rose", "rose", "gentian"], "post": ["chemist"]},
                "player 2": {"hand": ["gentian"] * 3, "post": ["medic"]},
            },
        }
    )
    return match


def by_hand(deck: int) -> tuple[Counter[bool], Counter[tuple[bool, int, int]]]:
    """Games won and lost; and the same by (won, outbreaks, cubes left)."""

    @cache
    def errand(at: Place) -> Counter[tuple[bool, int, int]]:
        seat, left, cards, stays, cubes, outbreaks, cured, hands = at
        if left == 0:
            return evening(at)
        found: Counter[tuple[bool, int, int]] = Counter()

        def go(stays: tuple[int, int] = stays, cubes: Cubes = cubes, cured: tuple[bool, bool] = cured,
               hands: tuple[tuple[int, int], ...] = hands) -> None:  # fmt: skip
            found.update(errand((seat, left - 1, cards, stays, cubes, outbreaks, cured, hands)))

        go()  # rest
        here = stays[seat]
        for town in range(4):
            if town != here:
                go(stays=(town, stays[1]) if seat == 0 else (stays[0], town))
        for colour in (0, 1):
            if cubes[here][colour]:
                treated = 3 if seat == 1 else 1  # seat 2 is the medic
                mine = list(cubes[here])
                mine[colour] = max(0, mine[colour] - treated)
                go(cubes=(*cubes[:here], (mine[0], mine[1]), *cubes[here + 1 :]))
            needed = 2 if seat == 0 else 3  # seat 1 is the chemist
            if not cured[colour] and hands[seat][colour] >= needed:
                hand = list(hands[seat])
                hand[colour] -= needed
                new = [*hands]
                new[seat] = (hand[0], hand[1])
                go(cured=(True, cured[1]) if colour == 0 else (cured[0], True), hands=tuple(new))
        return found

    def evening(at: Place) -> Counter[tuple[bool, int, int]]:
        seat, _, cards, stays, cubes, outbreaks, cured, hands = at
        held = list(hands[seat])
        saved = all(cured)
        for _ in range(2):
            if cards == 0:
                return Counter([(saved, outbreaks, sum(map(sum, cubes)))])
            cards -= 1
            held[0] += 1  # all remedies left are red ones
        if saved:
            return Counter([(True, outbreaks, sum(map(sum, cubes)))])
        turn = (deck - cards) // 2 - 1
        towns = [list(town) for town in cubes]
        for town, name in COMING[2 * turn : 2 * turn + 2]:
            colour = ("red", "blue").index(name)
            if towns[town][colour] < 3:
                towns[town][colour] += 1
                continue
            outbreaks += 1
            if outbreaks == 3:
                return Counter([(False, 3, sum(map(sum, towns)))])
        new = [*hands]
        new[seat] = (held[0], held[1])
        after = tuple((town[0], town[1]) for town in towns)
        return errand((1 - seat, 2, cards, stays, after, outbreaks, cured, tuple(new)))

    cubes = ((0, 0), (3, 0), (3, 0), (0, 2))
    first: Place = (0, 2, deck, (0, 1), cubes, 1, (False, False), ((2, 1), (0, 3)))
    games = errand(first)
    won: Counter[bool] = Counter()
    for (saved, _, _), number in games.items():
        won[saved] += number
    return won, games


def test_games_won_and_lost() -> None:
    won, games = by_hand(4)
    assert any(outbreaks == 3 for _, outbreaks, _ in games), "some are lost while the fevers spread"
    found = outcomes(start(4), {})
    assert found == {(0, 1): won[True], (): won[False]}
    assert won[True] and won[False]


def test_how_each_game_ends() -> None:
    """Game by game: how many outbreaks there were, and what lies in the towns when all is over."""
    _, games = by_hand(2)
    ends: Counter[tuple[bool, int, int]] = Counter()

    def see(match: Match) -> None:
        if match.over:
            state = match.state_json()
            cubes = sum(len(held) for held in state["zones"]["cities"].values())
            ends[(match.winners == [0, 1], state["resources"]["outbreak"], cubes)] += 1

    visit(start(2), see)
    assert ends == games
    assert {outbreaks for _, outbreaks, _ in games} >= {1, 2}
