"""The same program run as generated code and run on effect objects; both play the same games.

Generated code plays each game in one go, effect objects from decision to decision, since they know no other way; the second
row of a game says what the first owes to that.
"""

from __future__ import annotations

from interpreter.compiling import Program
from tests.benchmarks.counting import Pair
from tests.benchmarks.findings import Bench
from tests.benchmarks.measuring import alternate
from tests.benchmarks.playing import Rounds, by_rules, games_in, program_of, stepping

GAMES = {"alhambra": "Alhambra", "woodcraft": "Woodcraft"}
PLAYERS = 4
MUST, GOAL = 2.2, 4.0


def measure(bench: Bench) -> None:
    for game, title in GAMES.items():
        code, objects = back_ends(game)
        whole, steps, plain = by_rules(code), stepping(code), by_rules(objects)
        for player in (whole, plain):
            games_in(player, 2.0)
        games = games_in(plain, 0.6)
        ours, beside = Rounds(whole, games), Rounds(plain, games)
        measured = alternate(ours, beside, bench.rounds)
        if ours.tally != beside.tally:
            raise SystemExit(f"generated code plays other games of {title} than effect objects do")
        what = f"generated code beside effect objects, {title}, {PLAYERS} players"
        bench.add(what, measured, "/s", MUST, GOAL, more=True, count=f"{__name__}:counted_{game}")
        games = games_in(whole, 0.5)
        in_one_go = alternate(Rounds(whole, games), Rounds(steps, games), bench.rounds)
        bench.add(f"games in one go beside step by step, {title}, {PLAYERS} players", in_one_go, "/s", more=True)


def back_ends(game: str) -> tuple[Program, Program]:
    """The program as generated code and on effect objects."""
    code, objects = program_of(game, PLAYERS), program_of(game, PLAYERS)
    objects.generated = False
    return code, objects


def _counted(game: str) -> Pair:
    code, objects = (by_rules(program) for program in back_ends(game))
    code(10, 2)
    objects(10, 2)
    return Pair(lambda n: code(n, 1), lambda n: objects(n, 1), (2, 8), (2, 8))


def counted_alhambra() -> Pair:
    return _counted("alhambra")


def counted_woodcraft() -> Pair:
    return _counted("woodcraft")
