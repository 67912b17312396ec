"""Alhambra: The Card Game written by hand for speed: what the interpreter is measured beside.

In: a number of players, chance. Out: games. Knows nothing of the interpreter, and plays the bundled ruleset without
layers; `test_hand_written.py` holds both against each other, position by position.

Numbers instead of objects: a money card is `currency * 9 + value - 1`, 36 and 37 are the scoring cards A and B; a
building is `kind * 16 + price`, an empty place of the yard 0. Money of one currency in one hand is one number with
two bits for each value: a sum is a look-up, and so are all the ways to pay a price. Piles have the top last.

A move is (TAKE, cards) or (place, code, exact, owner): the money paid, whether it was exact, and who gets the building
(OWN, or Dirk, the third with two players).
"""

from __future__ import annotations

from itertools import combinations
from random import Random

CURRENCIES = ("blue", "green", "orange", "yellow")
KINDS = ("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")
PRICES = (
    (2, 3, 4, 5, 6, 7, 8),
    (3, 4, 5, 6, 7, 8, 9),
    (4, 5, 6, 6, 7, 8, 8, 9, 10),
    (5, 6, 7, 7, 8, 9, 9, 10, 11),
    (6, 7, 8, 8, 8, 9, 10, 10, 10, 11, 12),
    (7, 8, 9, 9, 9, 10, 11, 11, 11, 12, 13),
)
BUILDINGS = tuple(kind * 16 + price for kind, prices in enumerate(PRICES) for price in prices)
PRIZES = tuple(
    tuple(tuple(first + kind for first in firsts) for kind in range(6)) for firsts in ((1,), (8, 1), (16, 8, 1))
)  # PRIZES[scoring][kind]: points of the places, best first
CARDS = 36
TAKE, OWN, DIRK = -1, -1, 2

UNIT = tuple(1 << 2 * (card % 9) for card in range(CARDS))
WORTH = tuple(card % 9 + 1 for card in range(CARDS))
CURRENCY = tuple(card // 9 for card in range(CARDS))
# the worth of a hand in one currency: of its values 1 to 5, and of 6 to 9
_LOW = [sum((code >> 2 * i & 3) * (i + 1) for i in range(5)) for code in range(1 << 10)]
_HIGH = [sum((code >> 2 * i & 3) * (i + 6) for i in range(4)) for code in range(1 << 8)]

Move = tuple[int, tuple[int, ...]] | tuple[int, int, bool, int]

# What was worked out once. A yard place, its price and a hand have always the same payments.
_takes: dict[tuple[int, ...], list[Move]] = {}
_payments: dict[int, list[Move]] = {}
_shares: list[list[dict[tuple[int, ...], tuple[int, ...]]]] = [[{} for _ in KINDS] for _ in PRIZES]
_MOST_REMEMBERED = 1 << 17


def worth(code: int) -> int:
    """What money of one currency is worth."""
    return _LOW[code & 1023] + _HIGH[code >> 10]


class Table:
    """One game. `hands[seat * 4 + currency]` holds codes, `built[kind][seat]` counts, `row` is sorted."""

    __slots__ = (
        "built", "deck", "discard", "hands", "houses", "over", "players",
        "points", "random", "row", "seat", "seats", "yard",
    )  # fmt: skip

    def __init__(self, players: int, chance: Random) -> None:
        self.players = players
        self.seats = 3 if players == 2 else players
        self.random = chance.random
        self.over = False
        self.discard: list[int] = []
        self.points = [0] * self.seats
        self.built = [[0] * self.seats for _ in KINDS]
        self.hands = [0] * (4 * players)
        self.seat = 0
        self.deck = self.shuffled([*range(CARDS)] * (2 if players == 2 else 3))
        self.houses = self.shuffled([*BUILDINGS])
        self.row: tuple[int, ...] = ()
        self.yard: list[int] = []

    def shuffled(self, pile: list[int]) -> list[int]:
        """The pile in a random order."""
        random = self.random
        return sorted(pile, key=lambda card: random())


def start(players: int, chance: Random) -> Table:
    """A game before its first move."""
    table = Table(players, chance)
    deck, houses = table.deck, table.houses
    ranks = []
    for seat in range(players):
        cards = value = 0
        while value < 20:
            card = deck.pop()
            table.hands[4 * seat + CURRENCY[card]] += UNIT[card]
            cards += 1
            value += WORTH[card]
        ranks.append((cards, value, seat))
    table.seat = min(ranks)[2]
    table.row = tuple(sorted(deck.pop() for _ in range(4)))
    if table.seats > players:
        for _ in range(6):
            table.built[houses.pop() >> 4][DIRK] += 1
    table.yard = [houses.pop() for _ in CURRENCIES]
    size, more = divmod(len(deck), 5)
    sizes = [size + (pile < more) for pile in range(5)]
    above_a = sizes[0] + int(table.random() * (sizes[1] + 1))
    above_b = sum(sizes[:3]) + int(table.random() * (sizes[3] + 1))
    deck.insert(len(deck) - above_b, CARDS + 1)
    deck.insert(len(deck) - above_a, CARDS)
    return table


def moves(table: Table) -> list[Move]:
    """Everything the seat may do now; nothing if it must pass."""
    row = table.row
    found = _takes.get(row)
    found = (_find_takes(row) if found is None else found)[:]
    hands = table.hands
    at = 4 * table.seat
    place = table.seats - table.players  # the place, doubled, and whether Dirk plays
    for house in table.yard:
        code = hands[at]
        if house and code:
            key = code << 7 | (house & 15) << 3 | place
            pay = _payments.get(key)
            if pay is None:
                pay = _find_payments(key)
            if pay:
                found += pay
        at += 1
        place += 2
    return found


def _find_takes(row: tuple[int, ...]) -> list[Move]:
    sets = {
        some: None
        for size in range(1, len(row) + 1)
        for some in combinations(row, size)
        if size == 1 or sum(WORTH[card] for card in some) <= 5
    }
    if len(_takes) >= _MOST_REMEMBERED:
        _takes.clear()
    _takes[row] = [(TAKE, some) for some in sets]
    return _takes[row]


def _find_payments(key: int) -> list[Move]:
    """Every payment without a card too many; `key` is a hand, a price, a place and whether Dirk plays."""
    code, price, place = key >> 7, key >> 3 & 15, key >> 1 & 3
    owners = (OWN, DIRK) if key & 1 else (OWN,)
    found: list[Move] = []
    # from the dearest value down: the payment is enough, and no card too many, exactly when its last card makes it so
    stack = [(8, 0, 0)]
    while stack:
        value, paid, sum_ = stack.pop()
        while value >= 0:
            left = code >> 2 * value & 3
            used = paid >> 2 * value & 3
            if used < left:
                stack.append((value - 1, paid, sum_))  # none of these any more
                more, total = paid + (1 << 2 * value), sum_ + value + 1
                if total >= price:
                    found += [(place, more, total == price, owner) for owner in owners]
                    break
                paid, sum_ = more, total
            else:
                value -= 1
    if len(_payments) >= _MOST_REMEMBERED:
        _payments.clear()
    _payments[key] = found
    return found


_cards_of: dict[int, list[int]] = {}


def cards_of(currency: int, code: int) -> list[int]:
    """The single cards of a code."""
    key = code << 2 | currency
    found = _cards_of.get(key)
    if found is None:
        found = [9 * currency + value for value in range(9) for _ in range(code >> 2 * value & 3)]
        _cards_of[key] = found
    return found


def play(table: Table, move: Move) -> None:
    """Carry a move out; after it the game is over, or the next seat (the same after an exact payment) is to move."""
    place = move[0]
    if place >= 0:
        _, code, exact, owner = move  # type: ignore[misc]
        seat = table.seat
        table.hands[4 * seat + place] -= code
        table.discard += cards_of(place, code)
        yard = table.yard
        table.built[yard[place] >> 4][seat if owner < 0 else owner] += 1
        yard[place] = 0
        if not exact:
            end_turn(table)
        return
    taken = move[1]
    hands = table.hands
    at = 4 * table.seat
    row = [*table.row]
    for card in taken:  # type: ignore[union-attr]
        hands[at + CURRENCY[card]] += UNIT[card]
        row.remove(card)
    table.row = tuple(row)
    end_turn(table)


def end_turn(table: Table) -> None:
    """Fill up what is on display, score what is due, go on to the next seat or to the end."""
    scoring = -1
    if len(table.row) < 4:
        row = [*table.row]
        deck = table.deck
        while len(row) < 4:
            if not deck:
                if not table.discard:
                    break
                deck = table.deck = table.shuffled(table.discard)
                table.discard = []
            card = deck.pop()
            if card < CARDS:
                row.append(card)
            else:
                scoring = card - CARDS
        row.sort()
        table.row = tuple(row)
    yard = table.yard
    last = False
    while 0 in yard:
        if not table.houses:
            last = True
            break
        yard[yard.index(0)] = table.houses.pop()
    if scoring >= 0:
        score(table, scoring)
        if table.seats > table.players:
            houses = table.houses
            for _ in range(min(6, len(houses)) if scoring == 0 else len(houses) // 3):
                table.built[houses.pop() >> 4][DIRK] += 1
    if last:
        _last_buildings(table)
        score(table, 2)
        table.over = True
        return
    seat = table.seat + 1
    table.seat = seat if seat < table.players else 0


def _last_buildings(table: Table) -> None:
    for place, house in enumerate(table.yard):
        if house:
            money = [worth(code) for code in table.hands[place::4]]
            most = max(money)
            if most and money.count(most) == 1:
                table.built[house >> 4][money.index(most)] += 1
                table.yard[place] = 0


def score(table: Table, scoring: int) -> None:
    """Add the points of a scoring: 0, 1, 2 for A, B, C."""
    points = table.points
    for kind, known in enumerate(_shares[scoring]):
        counts = tuple(table.built[kind])
        share = known.get(counts)
        if share is None:
            share = known[counts] = shares(counts, PRIZES[scoring][kind])
        for seat, more in enumerate(share):
            if more:
                points[seat] += more


def shares(counts: tuple[int, ...], prizes: tuple[int, ...]) -> tuple[int, ...]:
    """What each gets for one kind: tied seats share the prizes of their places, rounded down; none gets none."""
    found = [0] * len(counts)
    place = 0
    for count in sorted({*counts} - {0}, reverse=True):
        tied = [seat for seat, other in enumerate(counts) if other == count]
        each = sum(prizes[place : place + len(tied)]) // len(tied)
        for seat in tied:
            found[seat] = each
        place += len(tied)
    return tuple(found)


def winners(table: Table) -> list[int]:
    """The seats with the most points; the third with two players cannot win."""
    points = table.points[: table.players]
    return [seat for seat, own in enumerate(points) if own == max(points)]


def random_game(players: int, chance: Random) -> tuple[Table, int, int]:
    """One game, every move as likely as every other: the table, how many decisions and how many options in all."""
    table = start(players, chance)
    random = chance.random
    decisions = options = 0
    while not table.over:
        found = moves(table)
        if not found:
            end_turn(table)
            continue
        decisions += 1
        options += len(found)
        play(table, found[int(random() * len(found))])
    return table, decisions, options
