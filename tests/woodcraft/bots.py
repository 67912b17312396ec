"""What bots reach in Woodcraft, by number of players, and where their points come from.

Every game has one kind of bot at all seats. Games are kept in `build/bots/` as they end, so that a run that was
stopped goes on, and games of rules (or of learnt worths) that have changed since are played anew. Writes
`docs/woodcraft-bots.md`.

    python tests/woodcraft/bots.py --games random=400,greedy=200,search=6,planner=40 --jobs 2
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from interpreter.pipeline import Ruleset, load  # noqa: E402
from interpreter.playing import Match  # noqa: E402
from tools.common import bots  # noqa: E402
from tools.common.output import markdown_table, number  # noqa: E402
from tools.common.playouts import play_to_end  # noqa: E402
from tools.common.statistics import estimate  # noqa: E402
from tools.common.worths import FILE  # noqa: E402

GAME = "woodcraft"
HOME = ROOT / "rules" / GAME
KEPT = ROOT / "build" / "bots"
PAGE = ROOT / "docs" / "woodcraft-bots.md"
FIRST_SEED = 20_001  # none of the seeds that the worths were learnt with
COUNTS = (1, 2, 3, 4)
SOURCES = {
    "orders": "orders",
    "reputation": "reputation",
    "contracts": "contracts",
    "income": "hazelnut income",
    "marketing": "marketing",
    "tools": "tools",
    "gluing": "gluing",
    "leftovers": "leftovers",
    "elsewhere": "wheel, helpers, tracks",
}


@dataclass(frozen=True)
class Job:
    """One game."""

    kind: str
    players: int
    seed: int

    @property
    def file(self) -> Path:
        """Where its result is kept."""
        return KEPT / f"{self.kind}_{self.players}_{self.seed}.json"


@cache
def ruleset() -> Ruleset:
    """The game."""
    return load(ROOT, GAME)


@cache
def version() -> str:
    """What the games depend on: rules and worths."""
    worths = (HOME / FILE).read_bytes() if (HOME / FILE).is_file() else b""
    return f"{ruleset().hash} {sha256(worths).hexdigest()}"


def play(job: Job) -> None:
    """Play one game and keep what came of it."""
    program = ruleset().program(job.players)
    match = Match.start(program, job.seed, record=False)
    begun = time.process_time()
    decisions, _ = play_to_end(match, {seat: bots.make(job.kind, seat, job.seed, HOME) for seat in range(job.players)})
    seconds = time.process_time() - begun
    variables = {v.name: v.index for v in program.layout.variables}
    zones = {zone.name: zone.base for zone in program.layout.zones}
    seats = [
        {
            "points": match.score(seat)[0],
            "won": seat in match.winners,
            "orders done": len(match.state[zones["completed"] + seat]),
            **{source: match.state[variables[f"from_{source}"]][seat] for source in SOURCES},
        }
        for seat in range(job.players)
    ]
    job.file.write_text(
        json.dumps({"version": version(), "decisions": decisions, "seconds": seconds, "seats": seats}), encoding="utf-8"
    )


def kept(job: Job, wanted: str) -> dict[str, Any] | None:
    """A result of these rules, if there is one."""
    if not job.file.is_file():
        return None
    data = json.loads(job.file.read_text(encoding="utf-8"))
    return data if data["version"] == wanted else None


def page(results: dict[tuple[str, int], list[dict[str, Any]]]) -> str:
    """The tables."""
    points, sources, wins = [], [], []
    for (kind, players), games in results.items():
        seats = [seat for game in games for seat in game["seats"]]
        found = estimate([float(seat["points"]) for seat in seats])
        ranked = sorted(seat["points"] for seat in seats)
        per_decision = sum(game["seconds"] for game in games) / sum(game["decisions"] for game in games)
        points.append(
            [
                kind,
                str(players),
                str(len(games)),
                number(found.mean),
                f"{number(found.low)} to {number(found.high)}",
                f"{ranked[len(ranked) // 10]} to {ranked[len(ranked) * 9 // 10]}",
                str(ranked[-1]),
                number(sum(seat["orders done"] for seat in seats) / len(seats)),
                f"{per_decision * 1000:.0f}",
            ]
        )
        sources.append(
            [kind, str(players)] + [number(sum(seat[source] for seat in seats) / len(seats)) for source in SOURCES]
        )
    for source in SOURCES:
        winners = [seat for games in results.values() for game in games for seat in game["seats"] if seat["won"]]
        best = max(winners, key=lambda seat: seat[source])
        having = sum(seat[source] > 0 for seat in winners)
        wins.append([SOURCES[source], f"{having} of {len(winners)}", str(best[source]), str(best["points"])])
    heads = ["bots", "players", "games", "points", "95 % interval", "8 of 10", "most", "orders done", "ms a decision"]
    return "\n".join(
        [
            "# What bots reach in Woodcraft",
            "",
            "Written by `python tests/woodcraft/bots.py`. One kind of bot sits at all seats; the seeds begin at "
            f"{FIRST_SEED:,}. Intervals are for the mean over all seats and take these as independent of each other.",
            "",
            "`random` and `greedy` look at nothing and at one decision ahead: a beginner. `planner` tries out its whole "
            "turn and judges where it ends by worths that `rulewright learn` found in games alone; it knows no rule of "
            "this game.",
            "",
            markdown_table(heads, points),
            "",
            "## Where the points come from",
            "",
            "Means over all seats.",
            "",
            markdown_table(["bots", "players", *SOURCES.values()], sources),
            "",
            "## Ways to win",
            "",
            "Winning seats of all games above (alone, everybody wins): how many had points of a source, the most that one "
            "of them had, and that seat's whole result.",
            "",
            markdown_table(["source", "winners who had some", "the most", "of points"], wins),
            "",
        ]
    )


def main() -> None:
    """Play what is missing, write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default="random=400,greedy=200,planner=40", help="KIND=GAMES, for each player count")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    KEPT.mkdir(parents=True, exist_ok=True)
    wanted = version()
    plan: dict[tuple[str, int], list[Job]] = {}
    for entry in given.games.split(","):
        kind, _, count = entry.partition("=")
        for players in COUNTS:
            games = max(2, int(count) // players)  # about as many seats for each number of players
            plan[kind, players] = [Job(kind, players, FIRST_SEED + i) for i in range(games)]
    missing = [job for jobs in plan.values() for job in jobs if kept(job, wanted) is None]
    with ProcessPoolExecutor(given.jobs) as pool:
        for done, _ in enumerate(pool.map(play, missing), 1):
            if done % 20 == 0 or done == len(missing):
                print(f"{done} of {len(missing)} games", flush=True)
    results = {key: [game for job in jobs if (game := kept(job, wanted))] for key, jobs in plan.items()}
    text = page(results)
    PAGE.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
