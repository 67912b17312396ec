"""What each ambiguous rule of Woodcraft is worth in points: the base rules beside each reading, on paired seeds, twice.

Every reading is played 500 times with the seeds from 1 and 500 times with the seeds from 100,001, each game beside the
base game of the same seed. Games are kept in `build/readings/`, so that a run that was stopped goes on, and games of
rules that have changed since are played anew. Writes `docs/woodcraft-readings.md`.

    python tests/woodcraft/readings.py --pairs 500 --bots random --bots greedy --jobs 2
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from interpreter.diagnostics import Report  # noqa: E402
from interpreter.pipeline import layers, load  # noqa: E402
from interpreter.reading.layering import read_layer_info  # noqa: E402
from interpreter.reading.library import Library  # noqa: E402
from tools.common.failures import Failure  # noqa: E402
from tools.common.output import markdown_table, number, signed  # noqa: E402
from tools.common.playouts import Task  # noqa: E402
from tools.common.simulation import Simulation  # noqa: E402
from tools.compare.comparison import compare  # noqa: E402

GAME = "woodcraft"
KEPT = ROOT / "build" / "readings"
PAGE = ROOT / "docs" / "woodcraft-readings.md"
SEEDS = (1, 100_001)  # where the two checks begin
PLAYERS = 2
ONLY_WITH_FOUR = ("fourteen_rounds", "lanterns_by_seat")  # what they change shows with more players
Json = dict[str, Any]


@dataclass(frozen=True)
class Reading:
    """A variant of the game and what it says of itself."""

    name: str
    label: str
    about: str
    players: int

    @property
    def order(self) -> tuple[str, str]:
        """By the label, then by the name."""
        return self.label or "~", self.name


def readings() -> list[Reading]:
    """Every variant of the game."""
    found = []
    for name in layers(ROOT, GAME):
        info = read_layer_info(Library(ROOT), GAME, name, Report())
        assert info is not None, name
        about = info.about.get("en", "") if isinstance(info.about, dict) else info.about or ""
        players = 4 if name in ONLY_WITH_FOUR else PLAYERS
        found.append(Reading(name, info.reading or "", about, players))
    return sorted(found, key=lambda reading: reading.order)


def played(laid: tuple[str, ...], players: int, bots: str, seed: int, pairs: int, jobs: int) -> Simulation:
    """The games of one ruleset; those that an earlier run played are taken over."""
    kinds = tuple((bots.split(",") * players)[:players])
    found = Simulation(Task(ROOT, GAME, laid, players, kinds, seed), pairs, load(ROOT, GAME, laid).hash)
    file = KEPT / f"{'+'.join((bots, *laid))}_{players}_{seed}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.exists():
        try:
            found.take_up(file)
        except Failure:
            file.unlink()
    begun = time.monotonic()
    if len(found.records) < pairs:
        found.run(jobs, file, lambda _: None)
        print(f"{file.stem}: {found.played} games, {time.monotonic() - begun:.0f} s", flush=True)
    errors = [record["error"] for record in found.ordered if "error" in record]
    if errors:
        print(f"{file.stem}: {len(errors)} games broke, first: {errors[0]}", flush=True)
    return found


def measured(reading: Reading, bots: str, pairs: int, jobs: int) -> list[Json]:
    """Both checks of one reading: differences from the base."""
    found = []
    for seed in SEEDS:
        base = played((), reading.players, bots, seed, pairs, jobs)
        other = played((reading.name,), reading.players, bots, seed, pairs, jobs)
        result = compare([base, other])
        found.append({**result["differences"][0], "summaries": [r["summary"] for r in result["rulesets"]]})
    return found


def cell(difference: Json, digits: int = 2) -> str:
    """`+0.31 ± 0.40`, in bold when zero lies outside the interval."""
    half = (difference["high"] - difference["low"]) / 2
    text = f"{signed(difference['mean'], digits)} ± {number(half, digits)}"
    return f"**{text}**" if difference["clear"] else text


def wins(check: Json) -> str:
    """Shares of the victory by seat with the reading, in percent."""
    return " / ".join(number(100 * seat["wins"]["mean"], 0) for seat in check["summaries"][1]["seats"])


def verdict(checks: list[Json]) -> str:
    """What both checks together say."""
    if all(check["same_games"] == check["pairs"] for check in checks):
        return "no game differs"
    if all(check["points"]["clear"] for check in checks) and (
        (checks[0]["points"]["mean"] > 0) == (checks[1]["points"]["mean"] > 0)
    ):
        return "more points" if checks[0]["points"]["mean"] > 0 else "fewer points"
    if any(check["points"]["clear"] for check in checks):
        return "once of two"
    return "not to be told"


HEAD = [
    "reading",
    "what it changes",
    "players",
    "games that differ",
    "points, first check",
    "points, second check",
    "decisions, first",
    "decisions, second",
    "wins by seat, first",
    "second",
    "points in both",
]


def row(reading: Reading, checks: list[Json]) -> list[str]:
    """A reading's line."""
    differing = sum(check["pairs"] - check["same_games"] for check in checks) / sum(check["pairs"] for check in checks)
    return [
        f"{reading.label} `{reading.name}`",
        reading.about,
        str(reading.players),
        f"{100 * differing:.0f} %",
        *(cell(check["points"]) for check in checks),
        *(cell(check["decisions"], 1) for check in checks),
        *(wins(check) for check in checks),
        verdict(checks),
    ]


def base_line(bots: str, players: int, pairs: int, jobs: int) -> str:
    """Points, length and wins of the base game in both checks."""
    texts = []
    for seed in SEEDS:
        simulation = played((), players, bots, seed, pairs, jobs)
        summary = simulation.as_json()["summary"]
        points = sum(seat["points"]["mean"] for seat in summary["seats"]) / players
        seats = " / ".join(number(100 * seat["wins"]["mean"], 0) for seat in summary["seats"])
        texts.append(f"{points:.2f} points a player, {summary['decisions']['mean']:.1f} decisions, wins {seats} %")
    return f"Base with {players} players: {texts[0]} (first check); {texts[1]} (second)."


INTRODUCTION = """\
# What each ambiguous rule of Woodcraft is worth

Made by `python tests/woodcraft/readings.py`; do not edit. Each reading of an ambiguous rule is a variant in
`rules/woodcraft/variants/`. It is played beside the base rules on the same seeds (same shuffles, same bots, as far as the
rules allow): {pairs} pairs with the seeds from {first}, and again {pairs} pairs with the seeds from {second:,}. A difference is
*reading less base*, in points per player or in decisions per game, with the 95 % interval of paired differences; it is bold
when zero lies outside. With {count} readings and two checks, about {chance} intervals miss zero by chance; the last column counts
only what both checks say with the same sign. These bots do not plan around a rule: people may
get more out of it.
"""


def page(sets: list[tuple[str, int]], jobs: int) -> str:
    """The whole page; `sets` are (bots, pairs)."""
    every = readings()
    pairs = max(pairs for _, pairs in sets)
    lines = [
        INTRODUCTION.format(
            pairs=pairs, first=SEEDS[0], second=SEEDS[1], count=len(every), chance=round(len(every) * 2 * 0.05)
        )
    ]
    for bots, count in sets:
        lines += [f"## Games of {bots} bots" + ("" if count == pairs else f" ({count} pairs a check)"), ""]
        rows = [row(reading, measured(reading, bots, count, jobs)) for reading in every]
        for players in sorted({reading.players for reading in every}):
            lines += [base_line(bots, players, count, jobs), ""]
        lines += [markdown_table(HEAD, rows), ""]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--pairs", type=int, default=500, help="pairs of games in each check (default 500)")
    parser.add_argument("--bots", action="append", metavar="KIND[=PAIRS]", help="who plays (default: random)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--output", type=Path, default=PAGE, help=f"default: {PAGE.relative_to(ROOT)}")
    options = parser.parse_args()
    sets = []
    for text in options.bots or ["random"]:
        kind, _, count = text.partition("=")
        sets.append((kind, int(count or options.pairs)))
    begun = time.monotonic()
    options.output.write_text(page(sets, options.jobs), encoding="utf-8")
    print(f"{options.output}: {time.monotonic() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
