"""Small games of cards, bids and dice, counted by a few plain lines that know nothing of the engine, and by it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import prod
from pathlib import Path

import pytest

from interpreter.pipeline import Match, load
from interpreter.state import Table

GAMES = Path(__file__).parents[1] / "games"
Result = tuple[int, ...]


def start(game: str, players: int, seed: int = 1) -> Match:
    return Match.start(load(GAMES, game).program(players), seed=seed)


def endings(match: Match, result: Callable[[Match], Result | None]) -> Counter[Result]:
    """How many ways lead from here to which results; `result` says None as long as there is none."""
    known: dict[str, Counter[Result]] = {}

    def walk(here: Match) -> Counter[Result]:
        key = here.hash()
        if key not in known:
            found = result(here)
            known[key] = Counter() if found is None else Counter([found])
            if found is None:
                for decision in here.legal(here.seat):
                    child = here.copy()
                    child.apply(decision)
                    known[key] += walk(child)
        return known[key]

    return walk(match)


# ---- tricks ----------------------------------------------------------------------------------------

Card = tuple[str, int]


def tricks_by_hand(hands: tuple[tuple[Card, ...], ...], trump: str) -> Counter[Result]:
    """All ways to play a deal, by the points of the seats: follow suit, no heart is led before one was played."""
    seats = len(hands)

    @cache
    def play(
        hands: tuple[tuple[Card, ...], ...], trick: tuple[Card, ...], leader: int, hearts: bool, points: Result
    ) -> Counter[Result]:
        if len(trick) == seats:
            lead = trick[0][0]
            worth = [(2, rank) if suit == trump else (suit == lead, rank * (suit == lead)) for suit, rank in trick]
            best = (leader + worth.index(max(worth))) % seats
            gained = 1 - sum(suit == "hearts" for suit, _ in trick)
            after = tuple(p + gained if seat == best else p for seat, p in enumerate(points))
            return play(hands, (), best, hearts, after) if hands[0] else Counter([after])
        seat = (leader + len(trick)) % seats
        hand = hands[seat]
        if trick:
            may = [card for card in hand if card[0] == trick[0][0]] or list(hand)
        else:
            may = [card for card in hand if hearts or card[0] != "hearts"] or list(hand)
        found: Counter[Result] = Counter()
        for card in may:
            left = tuple(tuple(c for c in h if c != card) for h in hands)
            found += play(left, (*trick, card), leader, hearts or card[0] == "hearts", points)
        return found

    return play(hands, (), 0, False, (0,) * seats)


@pytest.mark.parametrize("players", [2, 3])
def test_tricks(players: int) -> None:
    ways = [deal(players, seed) for seed in range(1, 13)]
    assert sum(ways) > 100


def deal(players: int, seed: int) -> int:
    """One deal by hand and by the machine; how many ways there are to play it."""
    match = start("tricks", players, seed)
    table = match.state_json()

    def card(name: str) -> Card:
        suit, _, rank = name.partition("_")
        return suit, int(rank)

    hands = tuple(tuple(card(name) for name in hand) for hand in table["zones"]["hand"].values())
    by_hand = tricks_by_hand(hands, table["variables"]["trump"])
    seats = range(players)
    found = endings(match, lambda m: tuple(m.score(seat)[0] for seat in seats) if m.over else None)
    assert found == by_hand
    return sum(by_hand.values())


# ---- an open auction -------------------------------------------------------------------------------


def auction_by_hand(coins: Result) -> Counter[Result]:
    """All ways that bids can go round, by who buys (-1: nobody) and for how much."""

    def ask(seat: int, left: frozenset[int], high: int, bidder: int) -> Counter[Result]:
        if len(left) == 1:
            return Counter([(bidder, high)])
        following = (seat + 1) % len(coins)
        if seat not in left:
            return ask(following, left, high, bidder)
        found = ask(following, left - {seat}, high, bidder)
        for bid in range(high + 1, coins[seat] + 1):
            found += ask(following, left, bid, seat)
        return found

    return ask(0, frozenset(range(len(coins))), 0, -1)


@pytest.mark.parametrize("coins", [(3, 3), (4, 2), (2, 3, 2), (3, 3, 3), (2, 0, 1, 2)])
def test_an_open_auction(coins: Result) -> None:
    match = start("auctions", len(coins))
    match.arrange({"resources": {f"player {i}": {"coin": c} for i, c in enumerate(coins, 1)}})
    lots = match.view(0)["zones"]["store_room"]["count"]

    def sold(here: Match) -> Result | None:
        table = here.view(0)
        if table["zones"]["store_room"]["count"] == lots:
            return None
        paid = [before - now for before, now in zip(coins, table["resources"]["coin"].values(), strict=True)]
        won = [len(lots) for lots in table["zones"]["won"].values()]
        return (won.index(1), max(paid)) if any(won) else (-1, 0)

    assert endings(match, sold) == auction_by_hand(coins)


# ---- a betting round -------------------------------------------------------------------------------


def betting_by_hand(players: int) -> Counter[Result]:
    """All ways of a betting round: fold, call, or raise by one or two, four times at most.

    Counted by the stake, the number of raises, and for each seat what it had bet when it folded, -1 if it did not.
    """

    def ask(seat: int, bets: Result, stake: int, raises: int, folded: frozenset[int]) -> Counter[Result]:
        if len(folded) == players - 1 or all(b == stake or s in folded for s, b in enumerate(bets)):
            return Counter([(stake, raises, *(b if s in folded else -1 for s, b in enumerate(bets)))])
        following = (seat + 1) % players
        if seat in folded or bets[seat] == stake:
            return ask(following, bets, stake, raises, folded)
        found = ask(following, bets, stake, raises, folded | {seat})
        for more in (0, 1, 2) if raises < 4 else (0,):
            raised = tuple(stake + more if s == seat else b for s, b in enumerate(bets))
            found += ask(following, raised, stake + more, raises + (more > 0), folded)
        return found

    return ask(0, (1,) * players, 2, 0, frozenset())


@pytest.mark.parametrize("players", [2, 3])
def test_a_betting_round(players: int) -> None:
    """As many ways as by hand, no coin is lost, and the highest card of those still in it has them."""
    match = start("stakes", players)
    ranks = [int(hand[0].removeprefix("rank_")) for hand in match.state_json()["zones"]["hand"].values()]

    def round_over(here: Match) -> Result | None:
        if not here.over:
            return None
        table = here.state_json()
        coins = list(table["resources"]["coin"].values())
        folded = list(table["variables"]["folded"].values())
        still = [seat for seat in range(players) if not folded[seat]]
        assert sum(coins) == 10 * players
        assert here.winners == [max(still, key=lambda seat: ranks[seat])]
        lost = [10 - coins[seat] if folded[seat] else -1 for seat in range(players)]
        return (table["variables"]["stake"], table["variables"]["raises"], *lost)

    assert endings(match, round_over) == betting_by_hand(players)


# ---- a turn that pushes its luck -------------------------------------------------------------------


def worth(kept: Result) -> int:
    """Three alike count ten times their value, else each 1 counts ten and each 5 five; anything else spoils it."""
    if len(kept) == 3 and len(set(kept)) == 1:
        return 10 * kept[0]
    return sum({1: 10, 5: 5}[v] for v in kept) if set(kept) <= {1, 5} else 0


@cache
def best_turn(pot: int, dice: int) -> Fraction:
    """The points to expect from a throw of so many dice, played as well as can be: five in the pot make one."""
    found = Fraction(0)
    for roll in product(range(1, 7), repeat=dice):
        options = [Fraction(0)]
        for count in range(1, dice + 1):
            for kept in combinations(roll, count):
                if worth(kept):
                    then = pot + worth(kept)
                    options.append(Fraction(then // 5))
                    if count < dice:
                        options.append(best_turn(then, dice - count))
        found += max(options)
    return found / 6**dice


class Dice:
    """Chance that takes every way it can, one after the other, in place of the table's own."""

    def __init__(self) -> None:
        self.script: list[int] = []
        self.limits: list[int] = []
        self.at = 0

    def random(self, table: Table, S: list[list[int]], stream: int, below: int) -> int:
        if self.at == len(self.script):
            self.script.append(0)
            self.limits.append(below)
        assert self.limits[self.at] == below
        self.at += 1
        return self.script[self.at - 1]

    def throws(self, match: Match, decision: object) -> Iterator[tuple[Fraction, Match]]:
        """Each way that chance can go while a decision is carried out, with its probability."""
        script, limits = self.script, self.limits = [], []
        while True:
            self.script, self.limits, self.at = script, limits, 0
            child = match.copy()
            child.apply(decision)  # type: ignore[arg-type]
            yield Fraction(1, prod(limits)), child
            while script and script[-1] == limits[-1] - 1:
                script.pop()
                limits.pop()
            if not script:
                return
            script[-1] += 1


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_a_turn_that_pushes_its_luck(dice: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = Dice()
    monkeypatch.setattr(Table, "random", lambda *arguments: chance.random(*arguments))
    match = start("fair", 2)
    match.arrange({"zones": {"tray": [f"die#{i}" for i in range(1, dice + 1)]}})
    known: dict[tuple[int, int], Fraction] = {}

    def value(here: Match, decision: object) -> Fraction:
        return sum((share * best(child) for share, child in chance.throws(here, decision)), Fraction(0))

    def best(here: Match) -> Fraction:
        table = here.state_json()
        if here.seat != 0:
            return Fraction(table["resources"]["point"]["player 1"])
        options = here.legal()
        if here.identity(options[0]).keys() == {"do"}:  # stop, or throw what is left: the pot and the number tell all
            aside = sum(bool(d.get("aside")) for d in table.get("attributes", {}).values())
            key = (table["variables"]["pot"]["player 1"], dice - aside)
            if key not in known:
                known[key] = max(value(here, option) for option in options)
            return known[key]
        return max(value(here, option) for option in options)

    assert value(match, match.find({"do": "fill_the_pot"})) == best_turn(0, dice)
