"""How the time of a decision grows in Woodcraft with more cards in the decks, and with more players.

Beside: the same game with the cards it has, or one player. The time of a decision should grow no faster than what is
offered: each row's ratio is the time for each option that is offered, here to there. Setting a game up is left out: its
decks are shuffled once, however many decisions follow.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Mapping
from pathlib import Path

from interpreter.pipeline import load
from tests.benchmarks.drawing import curves, picture
from tests.benchmarks.editing import copied
from tests.benchmarks.findings import Bench
from tests.benchmarks.measuring import ROOT, SideBySide, in_turn, table
from tests.benchmarks.playing import DecisionsOnly, Tally, by_rules, games_in

GAME = "woodcraft"
DECKS = ("early_orders", "late_orders", "hazelnut_orders", "early_helpers", "late_helpers", "contracts")
TIMES = (1, 2, 4, 8)
PLAYERS = (1, 2, 3, 4)
PICTURE = ROOT / "docs" / "performance-growth.svg"
MUST = 1.0
MOST_ROUNDS = 5
# games in which a program makes its functions and comes to remember choices; of more cards each comes as much less
# often. They also tell how many options a decision has, which those that are timed are too few for
WARM = 600


def measure(bench: Bench) -> None:
    players = {f"{n} player{'s' if n > 1 else ''}": (ROOT, n, WARM) for n in PLAYERS}
    cards = {
        f"{n} times the cards" if n > 1 else "its own cards": (
            more_cards(bench.folder / str(n), n),
            PLAYERS[-1],
            n * WARM,
        )
        for n in TIMES
    }
    with_players = _grown(bench, "1 player", players)
    with_cards = _grown(bench, "its own cards", cards)
    head = ("Woodcraft", "time of a decision", "options of a decision", "options", "decisions a playout", "playouts")
    for found in (with_players, with_cards):
        ((base, _), *_) = found.values()
        rows = [
            (
                name,
                f"× {ratio:.2f}",
                f"× {_options(tally) / _options(base):.2f}",
                f"{_options(tally):.2f}",
                f"{tally.decisions / tally.games:.1f}",
                f"{tally.games:,}",
            )
            for name, (tally, ratio) in found.items()
        ]
        bench.below.append(table(head, rows))
    if bench.draw:
        diagrams = [
            _diagram("Woodcraft by cards in the decks, 4 players", with_cards, [f"×{n}" for n in TIMES], "cards"),
            _diagram("Woodcraft by players", with_players, [str(n) for n in PLAYERS], "players"),
        ]
        PICTURE.write_text(picture(diagrams), encoding="utf-8")


Grown = tuple[Tally, float]  # what was played, and how many times as long a decision takes as beside


def _options(tally: Tally) -> float:
    return tally.options / tally.decisions


def _grown(bench: Bench, first: str, games: Mapping[str, tuple[Path, int, int]]) -> dict[str, Grown]:
    rounds, offered = {}, {}
    for name, (content, players, warm) in games.items():
        program = load(content, GAME).program(players)
        player = by_rules(program)
        offered[name] = player(warm, 1_000_003)  # none of the games that are timed
        gc.collect()  # else one may fall into the few games that are counted off
        rounds[name] = DecisionsOnly(program, games_in(player, 0.4))
    beside = rounds.pop(first)
    measured = in_turn(list(rounds.values()), beside, min(bench.rounds, MOST_ROUNDS))
    found = {first: (offered[first], 1.0)}
    for name, times in zip(rounds, measured, strict=True):
        each = SideBySide(
            tuple(seconds / _options(offered[name]) for seconds in times.ours),
            tuple(seconds / _options(offered[first]) for seconds in times.beside),
            times.noise,
        )
        bench.add(f"time for each option, Woodcraft, {name} beside {first}", each, "us", MUST)
        found[name] = (offered[name], times.ratio)
    return found


def _diagram(title: str, found: Mapping[str, Grown], places: list[str], below: str) -> list[str]:
    ((base, _), *_) = found.values()
    lines = {
        "time of a decision": [ratio for _, ratio in found.values()],
        "options of a decision": [_options(tally) / _options(base) for tally, _ in found.values()],
    }
    return curves(title, places, lines, below)


def more_cards(folder: Path, times: int) -> Path:
    """A content folder with Woodcraft whose decks hold every card so many times, each copy under a name of its own."""
    copied(GAME, folder)
    for deck in DECKS:
        file = folder / "cards" / GAME / f"{deck}.yaml"
        head, *cards = re.split(r"(?m)^(?=  - )", file.read_text(encoding="utf-8"))
        copies = [
            re.sub(r"\bid: (\w+)", rf"id: \1_{number}", card, count=1)
            for number in range(2, times + 1)
            for card in cards
        ]
        file.write_text("".join([head, *cards, *copies]), encoding="utf-8")
    return folder
