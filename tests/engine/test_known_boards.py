"""Small games of boards, melds and sheets, counted by a few plain lines that know nothing of the engine, and by it."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path

from interpreter.pipeline import Match, load

GAMES = Path(__file__).parents[1] / "games"
ROWS, COLUMNS = 3, 4
Board = tuple[str, ...]  # row after row: "w", "b" or " "


def start(game: str) -> Match:
    return Match.start(load(GAMES, game).program(2), seed=1)


# ---- leaping over pebbles --------------------------------------------------------------------------


def _beside(at: int) -> list[tuple[int, int]]:
    """For each neighbour the place straight behind it, or -1."""
    row, column = divmod(at, COLUMNS)
    found = []
    for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        r, c = row + down, column + right
        if 0 <= r < ROWS and 0 <= c < COLUMNS:
            rr, cc = r + down, c + right
            found.append((r * COLUMNS + c, rr * COLUMNS + cc if 0 <= rr < ROWS and 0 <= cc < COLUMNS else -1))
    return found


def _moved(board: Board, at: int, goal: int, taken: int = -1) -> Board:
    new = list(board)
    new[goal], new[at] = new[at], " "
    if taken >= 0:
        new[taken] = " "
    return tuple(new)


def _leaps(board: Board, at: int) -> list[Board]:
    """What a chain of jumps can leave, once for each chain: it may stop after any jump."""
    found = []
    for over, goal in _beside(at):
        if goal >= 0 and board[over] not in (" ", board[at]) and board[goal] == " ":
            after = _moved(board, at, goal, over)
            found += [after, *_leaps(after, goal)]
    return found


def _plays(board: Board, mover: str) -> list[Board]:
    mine = [i for i, held in enumerate(board) if held == mover]
    steps = [_moved(board, i, near) for i in mine for near, _ in _beside(i) if board[near] == " "]
    return steps + [after for i in mine for after in _leaps(board, i)]


@cache
def games_by_hand(board: Board, turn: int) -> Counter[tuple[int, int]]:
    """Games from here by the pebbles that are left; twelve turns, and no turn for who cannot move."""
    left = (board.count("w"), board.count("b"))
    if turn == 12 or 0 in left:
        return Counter([left])
    after = _plays(board, "wb"[turn % 2]) or [board]
    return sum((games_by_hand(child, turn + 1) for child in after), Counter())


@cache
def plays_by_hand(board: Board, turn: int, turns: int) -> int:
    """Ways to go on for so many turns."""
    if turn == turns:
        return 1
    return sum(plays_by_hand(child, turn + 1, turns) for child in _plays(board, "wb"[turn % 2]) or [board])


def _given(match: Match, board: Board) -> None:
    names = {"w": iter(("one", "two", "three", "four")), "b": iter(("one", "two", "three", "four"))}
    side = {"w": "white", "b": "black"}
    held = {
        f"{i // COLUMNS + 1},{i % COLUMNS + 1}": f"{side[p]}_{next(names[p])}" for i, p in enumerate(board) if p != " "
    }
    match.arrange({"turn": 1, "zones": {"board": held}})


def _left(match: Match) -> tuple[int, int]:
    held = list(match.state_json()["zones"]["board"].values())
    return sum(p.startswith("white") for p in held), sum(p.startswith("black") for p in held)


def games(match: Match, known: dict[str, Counter[tuple[int, int]]]) -> Counter[tuple[int, int]]:
    key = match.hash()
    if key not in known:
        if match.over:
            known[key] = Counter([_left(match)])
        else:
            known[key] = Counter()
            for decision in match.legal():
                child = match.copy()
                child.apply(decision)
                known[key] += games(child, known)
    return known[key]


def plays(match: Match, turns: int) -> int:
    if match.over or match.state_json()["variables"]["passes of parts"]["turn"] > turns:
        return 1
    found = 0
    for decision in match.legal():
        child = match.copy()
        child.apply(decision)
        found += plays(child, turns)
    return found


def test_leaping_for_four_turns_from_the_beginning() -> None:
    board = tuple("wwww    bbbb")
    by_hand = [plays_by_hand(board, 0, turns) for turns in range(1, 5)]
    assert by_hand[0] == 4  # each pebble one step ahead
    match = start("leapers")
    assert [plays(match, turns) for turns in range(1, 5)] == by_hand


def test_leaping_in_the_middle_of_a_fight() -> None:
    board = tuple("w b w  b b  ")
    match = start("leapers")
    _given(match, board)
    assert plays(match, 3) == plays_by_hand(board, 0, 3)


def test_every_game_of_two_against_one() -> None:
    board = tuple("w w        b")
    by_hand = games_by_hand(board, 0)
    assert by_hand[2, 0] and by_hand[1, 0] and by_hand[1, 1] and by_hand[2, 1]
    match = start("leapers")
    _given(match, board)
    assert games(match, {}) == by_hand


# ---- melds -----------------------------------------------------------------------------------------

Card = tuple[str, int]


def _is_meld(cards: tuple[Card, ...]) -> bool:
    suits, ranks = {s for s, _ in cards}, sorted(r for _, r in cards)
    run = ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    return len(cards) >= 3 and (len(set(ranks)) == 1 or (len(suits) == 1 and run))


def melds_by_hand(hand: tuple[Card, ...]) -> set[frozenset[Card]]:
    return {frozenset(cards) for n in range(3, len(hand) + 1) for cards in combinations(hand, n) if _is_meld(cards)}


def test_what_can_be_laid_from_each_hand() -> None:
    """All 252 hands of five from two suits and 84 of six from three suits with three ranks."""
    match = start("melds")
    hands = list(combinations([(s, r) for s in ("leaf", "wave") for r in range(1, 6)], 5))
    hands += list(combinations([(s, r) for s in ("leaf", "stone", "wave") for r in (2, 3, 4)], 6))
    assert len(hands) == 252 + 84
    for hand in hands:
        here = match.copy()
        names = {f"{s}_{r}": (s, r) for s, r in hand}
        here.arrange({"turn": 1, "zones": {"player 1": {"hand": list(names)}, "player 2": {"hand": []}, "deck": []}})
        offered = [named["cards"] for named, _ in here.identities(0) if named["do"] == "lay"]
        found = {frozenset(names[card] for card in cards) for cards in offered}
        assert len(offered) == len(found)
        assert found == melds_by_hand(hand), hand


def melding_by_hand(
    hands: tuple[frozenset[Card], frozenset[Card]], deck: tuple[Card, ...], points: tuple[int, int], turn: int
) -> Counter[tuple[int, int]]:
    """Games by the points of both; a turn draws the first card of the deck, and the last one ends the game."""
    card, rest = deck[0], deck[1:]
    seat = turn % 2
    hand = hands[seat] | {card}
    found: Counter[tuple[int, int]] = Counter()
    for laid in [frozenset[Card](), *melds_by_hand(tuple(sorted(hand)))]:
        more = sum(rank for _, rank in laid)
        new_hands = (hand - laid, hands[1]) if seat == 0 else (hands[0], hand - laid)
        new_points = (points[0] + more, points[1]) if seat == 0 else (points[0], points[1] + more)
        found += melding_by_hand(new_hands, rest, new_points, turn + 1) if rest else Counter([new_points])
    return found


def test_every_game_of_a_deal() -> None:
    mine = [("leaf", 2), ("leaf", 3), ("leaf", 4), ("wave", 3), ("stone", 3)]
    theirs = [("wave", 1), ("wave", 2), ("stone", 1), ("stone", 2), ("leaf", 1)]
    drawn = [("leaf", 5), ("wave", 4), ("wave", 5), ("stone", 4), ("stone", 5)]
    match = start("melds")
    name = "{0[0]}_{0[1]}".format
    # the first card is drawn before anybody is asked; the top of a stack is named last
    match.arrange(
        {
            "turn": 1,
            "zones": {
                "player 1": {"hand": [name(c) for c in [*mine, drawn[0]]]},
                "player 2": {"hand": [name(c) for c in theirs]},
                "deck": [name(c) for c in reversed(drawn[1:])],
            },
        }
    )
    found: Counter[tuple[int, int]] = Counter()

    def walk(here: Match) -> None:
        if here.over:
            found[here.score(0)[0], here.score(1)[0]] += 1
            return
        for decision in here.legal():
            child = here.copy()
            child.apply(decision)
            walk(child)

    walk(match)
    by_hand = melding_by_hand((frozenset(mine), frozenset(theirs)), tuple(drawn), (0, 0), 0)
    assert found == by_hand
    assert sum(by_hand.values()) > 50


# ---- hands and sheets ------------------------------------------------------------------------------


def _worth(five: tuple[Card, ...]) -> int:
    ranks = sorted(rank for _, rank in five)
    flush = len({suit for suit, _ in five}) == 1
    run = ranks == list(range(ranks[0], ranks[0] + 5))
    if flush or run:
        return (70 if flush and run else 60 if flush else 50) + ranks[-1]
    return {2: 40, 3: 30, 4: 20, 5: 10}[len(set(ranks))]


def test_the_best_five_of_seven() -> None:
    """All 120 hands of seven out of ten cards."""
    deck = [("sun", r) for r in range(1, 7)] + [("moon", 2), ("moon", 4), ("star", 2), ("cloud", 5)]
    match = start("sevens")
    worth: Counter[int] = Counter()
    for hand in combinations(deck, 7):
        here = match.copy()
        cards = [f"{suit}_{rank}" for suit, rank in hand]
        here.arrange({"zones": {"player 1": {"hand": cards}, "player 2": {"hand": []}, "deck": []}})
        best = max(map(_worth, combinations(hand, 5)))
        assert here.score(0)[0] == best, cards
        worth[best] += 1
    assert len(worth) >= 4
