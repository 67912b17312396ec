"""Many games of one ruleset: run, resume, summarise.

A simulation's file says what was asked (game, ruleset hash, players, bots, seed) and holds one record per
game. It is rewritten whole every few seconds; a simulation that was stopped goes on from it and ends with
the same bytes as one that was not.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools import __version__
from tools.common.environment import seconds
from tools.common.failures import Failure
from tools.common.playouts import Record, Task, digest, play_games
from tools.common.statistics import estimate, proportion

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.pipeline import Ruleset

CHECKPOINT_SECONDS = seconds("RULEWRIGHT_CHECKPOINT", 5)  # between two looks at what is played so far
KIND = "rulewright simulation"


@dataclass(slots=True)
class Simulation:
    """What is to be played, and the records so far by game number."""

    task: Task
    count: int
    ruleset: str
    records: dict[int, Record] = field(default_factory=dict)
    played: int = 0
    seconds: float = 0.0
    loaded: Ruleset | None = None  # what has the hash `ruleset`, if it need not be loaded again

    def run(self, workers: int, file: Path | None, step: Callable[[int], None]) -> None:
        """Play what is missing. Whatever stops it, the file (if any) then holds all finished games."""
        missing = [number for number in range(self.count) if number not in self.records]
        begun = saved = time.monotonic()
        pause = CHECKPOINT_SECONDS

        def done(record: Record) -> None:
            nonlocal saved, pause
            self.records[record["game"]] = record
            self.played += 1
            step(1)
            if file is not None and time.monotonic() - saved > pause:
                before = time.monotonic()
                self.write(file)
                saved = time.monotonic()
                pause = max(CHECKPOINT_SECONDS, 20 * (saved - before))  # writing takes at most a twentieth

        try:
            if missing:
                play_games(self.task, missing, min(workers, len(missing)), done, self.loaded)
        finally:
            self.seconds = time.monotonic() - begun
            if file is not None:
                self.write(file)

    @property
    def ordered(self) -> list[Record]:
        """The records in the order of their numbers."""
        return [self.records[number] for number in sorted(self.records)]

    @property
    def finished(self) -> list[Record]:
        """The records of games that came to their end, in order."""
        return [record for record in self.ordered if "error" not in record]

    def settings(self) -> dict[str, Any]:
        """What was asked, without how it was carried out."""
        return {
            "kind": KIND,
            "version": __version__,
            "game": self.task.game,
            "layers": list(self.task.layers),
            "ruleset": self.ruleset,
            "players": self.task.players,
            "bots": list(self.task.bots),
            "seed": self.task.seed,
        }

    def as_json(self) -> dict[str, Any]:
        """Settings and summary, without the single games."""
        return {
            **self.settings(),
            "wanted": self.count,
            "complete": len(self.records) == self.count,
            "digest": digest(self.ordered),
            "summary": summarise(self.ordered, self.task.players),
        }

    def write(self, file: Path) -> None:
        """Write settings, summary and games in one step."""
        from tools.common.files import write_json

        write_json(file, {**self.as_json(), "games": self.ordered})

    def take_up(self, file: Path) -> None:
        """Take over the games of an earlier run, which must have been asked the same."""
        from tools.common.files import read_json

        earlier = read_json(file, "the result of a simulation")
        if earlier.get("kind") != KIND:
            raise Failure(f"`{file}` is not the result of a simulation")
        for key, value in self.settings().items():
            if earlier.get(key) != value:
                raise Failure(
                    f"`{file}` was made with {key} {earlier.get(key)!r}, not {value!r}",
                    "leave out `--resume` to begin anew, or ask for the same",
                )
        games = earlier.get("games")
        if not isinstance(games, list) or not all(_sound(record, self.task) for record in games):
            raise Failure(f"`{file}` is damaged: its `games` are not those of a simulation")
        self.records = {record["game"]: record for record in games if record["game"] < self.count}


def _sound(record: Any, task: Task) -> bool:
    """Whether a record read from a file is one of this task's games."""
    if not isinstance(record, dict) or not isinstance(record.get("game"), int) or record["game"] < 0:
        return False
    if record.get("seed") != task.seed + record["game"]:
        return False
    if "error" in record:
        return isinstance(record["error"], str)
    scores = record.get("scores")
    whole = all(isinstance(record.get(key), int) for key in ("decisions", "options"))
    return (
        whole and isinstance(record.get("winners"), list) and isinstance(scores, list) and len(scores) == task.players
    )


def points(record: Record, seat: int) -> float:
    """What a seat reached in the first key of `winner:`; 0 where a game counts nothing."""
    scores = record["scores"][seat]
    return float(scores[0]) if scores else 0.0


def share(record: Record, seat: int) -> float:
    """A seat's part of the victory: 1 alone, 1/2 shared by two, 0 if it lost or nobody won."""
    winners = record["winners"]
    return 1 / len(winners) if seat + 1 in winners else 0.0


def options(record: Record) -> float:
    """How many options a decision of this game had on average."""
    decisions: int = record["decisions"]
    return record["options"] / decisions if decisions else 0.0


def summarise(records: list[Record], players: int) -> dict[str, Any]:
    """Means with intervals over all games that ended, and the errors of those that did not, by message."""
    ended = [record for record in records if "error" not in record]
    errors = Counter(record["error"] for record in records if "error" in record)
    first = {record["error"]: record["seed"] for record in reversed(records) if "error" in record}

    def json(values: list[float], least: float = -inf) -> dict[str, float | int]:
        return estimate(values, least).as_json()

    decisions = sum(record["decisions"] for record in ended)
    lengths = sorted(record["decisions"] for record in ended)
    parts = sorted({part for record in ended for part in record.get("passes", {})})
    return {
        "games": len(records),
        "seats": [
            {
                "seat": seat + 1,
                "points": json([points(record, seat) for record in ended]),
                "wins": proportion([share(record, seat) for record in ended]).as_json(),
            }
            for seat in range(players)
        ],
        "shared_wins": sum(len(record["winners"]) > 1 for record in ended),
        "no_winner": sum(not record["winners"] for record in ended),
        "decisions": {
            **json([float(record["decisions"]) for record in ended], 0),
            "fewest": lengths[0] if lengths else 0,
            "most": lengths[-1] if lengths else 0,
        },
        "options": json([options(record) for record in ended], 0),
        "options_per_decision": round(sum(record["options"] for record in ended) / decisions, 6) if decisions else 0.0,
        "passes": {part: json([float(record["passes"].get(part, 0)) for record in ended], 0) for part in parts},
        "errors": [{"message": text, "games": count, "seed": first[text]} for text, count in sorted(errors.items())],
    }
