"""The numbers of a comparison: each ruleset beside the first, game by game with the same seed."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from tools.common.content import full_name
from tools.common.playouts import Record, digest
from tools.common.simulation import Simulation, options, points, share, summarise
from tools.common.statistics import estimate, games_needed


def compare(simulations: list[Simulation]) -> dict[str, Any]:
    """Settings, a summary of each ruleset, and the paired differences of each from the first."""
    base = simulations[0]
    played = [simulation.ordered for simulation in simulations]
    return {
        "kind": "rulewright comparison",
        "players": base.task.players,
        "bots": list(base.task.bots),
        "seed": base.task.seed,
        "pairs": base.count,
        "rulesets": [
            {
                "name": full_name(simulation.task.game, simulation.task.layers),
                "ruleset": simulation.ruleset,
                "digest": digest(records),
                "summary": summarise(records, base.task.players),
            }
            for simulation, records in zip(simulations, played, strict=True)
        ],
        "differences": [
            {"name": full_name(other.task.game, other.task.layers), **_differences(base, other)}
            for other in simulations[1:]
        ],
    }


def _differences(base: Simulation, other: Simulation) -> dict[str, Any]:
    """Differences other - base over the pairs of which both games ended."""
    numbers = [
        number
        for number in sorted(base.records.keys() & other.records.keys())
        if "error" not in base.records[number] and "error" not in other.records[number]
    ]
    pairs = [(base.records[number], other.records[number]) for number in numbers]

    def difference(of: Callable[[Record], float], most: float = inf) -> dict[str, Any]:
        found = estimate([of(after) - of(before) for before, after in pairs], -most, most)
        return {**found.as_json(), "clear": found.clear, "pairs_needed": games_needed(found)}

    def seat_points(seat: int) -> Callable[[Record], float]:
        return lambda record: points(record, seat)

    def seat_share(seat: int) -> Callable[[Record], float]:
        return lambda record: share(record, seat)

    players = base.task.players
    parts = sorted({part for pair in pairs for record in pair for part in record.get("passes", {})})

    def part_passes(part: str) -> Callable[[Record], float]:
        return lambda record: float(record.get("passes", {}).get(part, 0))

    return {
        "pairs": len(pairs),
        "same_games": sum(_played_alike(before, after) for before, after in pairs),
        "points": difference(lambda record: sum(points(record, seat) for seat in range(players)) / players),
        "spread": difference(lambda record: _spread(record, players)),
        "decisions": difference(lambda record: float(record["decisions"])),
        "options": difference(options),
        "passes": {part: difference(part_passes(part)) for part in parts},
        "seats": [
            {"seat": seat + 1, "points": difference(seat_points(seat)), "wins": difference(seat_share(seat), 1)}
            for seat in range(players)
        ],
    }


def _played_alike(before: Record, after: Record) -> bool:
    """Whether a pair went the same way, as far as its record tells."""
    return all(before[key] == after[key] for key in ("scores", "winners", "decisions", "options"))


def _spread(record: Record, players: int) -> float:
    """How far the last lies behind the first."""
    reached = [points(record, seat) for seat in range(players)]
    return max(reached) - min(reached)
