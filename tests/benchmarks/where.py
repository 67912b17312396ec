"""Where the time of random games goes, as tables for the page: the same samples as `rulewright profile` takes."""

from __future__ import annotations

from math import sqrt

from interpreter.compiling import Program
from tests.benchmarks.measuring import ROOT, table
from tools.profile.sampling import OUTSIDE, sample


def where(program: Program, title: str, seconds: int, rows: int = 15) -> str:
    """The dearest units of a program, while random bots play it."""
    players = program.layout.players
    found = sample(program, ("random",) * players, ROOT / "rules" / program.game.id, 10_000, seconds)
    whole = max(1, found.samples)
    shares = [
        (
            name if name != OUTSIDE else "(outside the rules: bots, lists of options, hashes)",
            found.place(name) if name != OUTSIDE else "",
            *(f"{100 * part / whole:.1f} %" for part in (carried + offered, carried, offered)),
        )
        for name, carried, offered in found.units()[:rows]
    ]
    offered = 100 * found.offered.total() / whole
    error = 200 * sqrt(0.1 * 0.9 / whole)
    return (
        f"Where the time of {title}'s games goes from decision to decision, {players} players: {found.samples:,} samples in {found.games:,} games; "
        f"a share of 10 % is right to about {error:.1f} %. Looking for what may be decided is {offered:.0f} % of it.\n\n"
        + table(("effect, action or part", "where", "time", "carried out", "offered"), shares)
    )
