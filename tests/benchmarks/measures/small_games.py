"""Random games of three small games by their rules beside the same games by hand (`by_hand`)."""

from __future__ import annotations

from types import ModuleType

from tests.benchmarks.by_hand import duel, kuhn, tictactoe
from tests.benchmarks.counting import Pair
from tests.benchmarks.findings import Bench
from tests.benchmarks.measuring import alternate
from tests.benchmarks.playing import SMALL_GAMES, Rounds, by_hand, by_rules, games_in, program_of

GAMES: dict[str, tuple[str, ModuleType]] = {
    "tictactoe": ("tic-tac-toe", tictactoe),
    "kuhn": ("Kuhn poker", kuhn),
    "duel": ("three sealed bids", duel),
}


def measure(bench: Bench) -> None:
    for game, (title, module) in GAMES.items():
        rules, hand = by_rules(program_of(game, 2, SMALL_GAMES)), by_hand(module)
        ours, beside = Rounds(rules, games_in(rules, 0.15)), Rounds(hand, games_in(hand, 0.15))
        bench.add(
            f"random playouts, {title}, beside the game by hand",
            alternate(ours, beside, 2 * bench.rounds),
            "/s",
            must=0.6,
            goal=1.0,
            more=True,
            count=f"{__name__}:counted_{game}",
        )


def _counted(game: str) -> Pair:
    rules, hand = by_rules(program_of(game, 2, SMALL_GAMES)), by_hand(GAMES[game][1])
    return Pair(lambda n: rules(n, 1), lambda n: hand(n, 1), (10, 210), (50, 1050))


def counted_tictactoe() -> Pair:
    return _counted("tictactoe")


def counted_kuhn() -> Pair:
    return _counted("kuhn")


def counted_duel() -> Pair:
    return _counted("duel")
