"""Random games of three small games by their rules beside the same games by hand (`by_hand`)."""

from __future__ import annotations

from types import ModuleType

from interpreter.compiling import compile_program, situations
from interpreter.pipeline import load
from tests.benchmarks.by_hand import duel, kuhn, tictactoe
from tests.benchmarks.counting import Pair
from tests.benchmarks.findings import Bench
from tests.benchmarks.measuring import alternate
from tests.benchmarks.playing import (
    SMALL_GAMES,
    Player,
    Rounds,
    by_hand,
    by_rules,
    games_in,
    learn,
    playouts,
    program_of,
)

FIRST = 1_000  # games, of which hardly any situation is known

GAMES: dict[str, tuple[str, ModuleType]] = {
    "tictactoe": ("tic-tac-toe", tictactoe),
    "kuhn": ("Kuhn poker", kuhn),
    "duel": ("three sealed bids", duel),
}


def measure(bench: Bench) -> None:
    for game, (title, module) in GAMES.items():
        program = program_of(game, 2, SMALL_GAMES)
        rules, hand = by_rules(program), by_hand(module)
        first = Rounds(by_rules_anew(game), FIRST)
        bench.add(
            f"the first {FIRST:,} random playouts, {title}, compiling included, beside the game by hand",
            alternate(first, Rounds(hand, games_in(hand, 0.15)), bench.rounds),
            "/s",
            more=True,
        )
        learn(program)
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
        if module is kuhn:  # the only one in which chance decides something
            seeded = by_hand(module, seeded=True)
            again = Rounds(seeded, games_in(seeded, 0.15))
            what = f"random playouts, {title}, beside the game by hand with a seed for each game"
            bench.add(what, alternate(ours, again, bench.rounds), "/s", more=True)


def by_rules_anew(game: str) -> Player:
    """A player who has never played."""
    ruleset = load(SMALL_GAMES, game)
    return lambda games, seed: playouts(compile_program(ruleset.checked, 2), games, seed)


def _counted(game: str) -> Pair:
    rules, hand = by_rules(program_of(game, 2, SMALL_GAMES)), by_hand(GAMES[game][1])
    situations.WAIT = situations.DEAR = 0  # every situation of the games that are counted is known
    for games in (10, 210):
        rules(games, 1)
    return Pair(lambda n: rules(n, 1), lambda n: hand(n, 1), (10, 210), (50, 1050))


def counted_tictactoe() -> Pair:
    return _counted("tictactoe")


def counted_kuhn() -> Pair:
    return _counted("kuhn")


def counted_duel() -> Pair:
    return _counted("duel")
