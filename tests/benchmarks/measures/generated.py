"""The same program run as generated code and run on effect objects; both play the same games."""

from __future__ import annotations

from interpreter.compiling import Program
from tests.benchmarks.counting import Pair
from tests.benchmarks.findings import Bench
from tests.benchmarks.measuring import alternate
from tests.benchmarks.playing import Rounds, by_rules, games_in, program_of

GAMES = {"alhambra": "Alhambra", "woodcraft": "Woodcraft"}
PLAYERS = 4
MUST, GOAL = 2.2, 4.0


def measure(bench: Bench) -> None:
    for game, title in GAMES.items():
        what = f"generated code beside effect objects, {title}, {PLAYERS} players"
        both = back_ends(game)
        if both is None:
            bench.add(what, None, must=MUST, goal=GOAL, more=True, note="not there yet")
            continue
        players = [by_rules(program) for program in both]
        for player in players:
            games_in(player, 2.0)
        games = games_in(players[1], 0.6)
        ours, beside = (Rounds(player, games) for player in players)
        measured = alternate(ours, beside, bench.rounds)
        if ours.tally != beside.tally:
            raise SystemExit(f"generated code plays other games of {title} than effect objects do")
        bench.add(what, measured, "/s", MUST, GOAL, more=True, count=f"{__name__}:counted_{game}")


def back_ends(game: str) -> tuple[Program, Program] | None:
    """The program as generated code and on effect objects; None as long as there is only one way."""
    code, objects = program_of(game, PLAYERS), program_of(game, PLAYERS)
    if not hasattr(code, "generated"):
        return None
    setattr(code, "generated", True)  # noqa: B010 - there once it can be switched
    setattr(objects, "generated", False)  # noqa: B010
    return code, objects


def _counted(game: str) -> Pair:
    both = back_ends(game)
    assert both is not None
    code, objects = (by_rules(program) for program in both)
    code(10, 2)
    objects(10, 2)
    return Pair(lambda n: code(n, 1), lambda n: objects(n, 1), (2, 8), (2, 8))


def counted_alhambra() -> Pair:
    return _counted("alhambra")


def counted_woodcraft() -> Pair:
    return _counted("woodcraft")
