"""Random games of Alhambra with four players: the bundled rules beside `hand_written`, and what their time goes into."""

from __future__ import annotations

from tests.benchmarks.counting import Pair
from tests.benchmarks.findings import Bench
from tests.benchmarks.measuring import alternate
from tests.benchmarks.playing import Rounds, alhambra_by_hand, by_rules, games_in, program_of, stepping
from tests.benchmarks.where import where

PLAYERS = 4
PROFILED_SECONDS = 8


def measure(bench: Bench) -> None:
    program = program_of("alhambra", PLAYERS)
    rules, hand = by_rules(program), alhambra_by_hand(PLAYERS)
    for player in (rules, hand):
        games_in(player, 2.0)  # both remember choices: their first games are slower
    ours, beside = Rounds(rules, games_in(rules, 0.5)), Rounds(hand, games_in(hand, 0.3))
    bench.add(
        f"random playouts, Alhambra, {PLAYERS} players, beside the game by hand",
        alternate(ours, beside, bench.rounds),
        "/s",
        must=0.5,
        goal=1.0,
        more=True,
        count=f"{__name__}:counted",
    )
    steps = stepping(program)
    stepped, other = Rounds(steps, games_in(steps, 0.5)), Rounds(hand, games_in(hand, 0.3))
    what = f"from decision to decision, Alhambra, {PLAYERS} players, beside the game by hand"
    bench.add(what, alternate(stepped, other, bench.rounds), "/s", more=True)
    r, h = ours.tally, beside.tally
    bench.below.append(
        f"A playout of Alhambra's rules has {r.decisions / r.games:.1f} decisions with {r.options / r.decisions:.2f} "
        f"options each, one by hand {h.decisions / h.games:.1f} with {h.options / h.decisions:.2f}."
    )
    bench.below.append(where(program, "Alhambra", PROFILED_SECONDS))


def counted() -> Pair:
    rules, hand = by_rules(program_of("alhambra", PLAYERS)), alhambra_by_hand(PLAYERS)
    rules(10, 2)
    return Pair(lambda n: rules(n, 1), lambda n: hand(n, 1), (2, 12), (20, 120))
