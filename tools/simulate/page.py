"""The result of a simulation as a page of text."""

from __future__ import annotations

from typing import Any

from tools.common.content import full_name
from tools.common.output import counted, number, percent, table
from tools.common.rendering import printable


def page(result: dict[str, Any]) -> str:
    """A table by seat, the length, what went wrong, the digest."""
    summary = result["summary"]
    name = full_name(result["game"], result["layers"])
    lines = [f"{name}: {counted(summary['games'], 'game')}, {counted(result['players'], 'player')}", ""]
    ended = summary["decisions"]["count"]
    lines += _numbers(result) if ended else ["no game came to its end: there is nothing to sum up"]
    for error in summary["errors"]:
        where = f"{counted(error['games'], 'game')}, first with seed {error['seed']}"
        lines.append(f"ERROR    {where}: {printable(error['message'])}")
    lines.append(f"ruleset  {result['ruleset'][:16]}")
    lines.append(f"digest   {result['digest']}")
    return "\n".join(lines)


def _numbers(result: dict[str, Any]) -> list[str]:
    """What the games that ended add up to."""
    summary = result["summary"]
    rows = []
    for seat in summary["seats"]:
        mine, wins = seat["points"], seat["wins"]
        rows.append(
            [
                f"seat {seat['seat']} ({result['bots'][seat['seat'] - 1]})",
                number(mine["mean"]),
                interval(mine),
                percent(wins["mean"]),
                interval(wins, 100, 1, " %"),
            ]
        )
    lines = [table(["", "points", "95 % interval", "wins", "95 % interval"], rows), ""]
    length = summary["decisions"]
    spread = f", from {length['fewest']} to {length['most']}" if length["count"] > 1 else ""
    lines.append(f"length   {number(length['mean'], 1)} decisions a game{_behind(length)}{spread}")
    for part, passes in summary["passes"].items():
        lines.append(f"         {number(passes['mean'], 1)} times `{part}`{_behind(passes)}")
    lines.append(f"choice   {number(summary['options_per_decision'], 1)} options a decision")
    if summary["shared_wins"] or summary["no_winner"]:
        lines.append(
            f"ties     {counted(summary['shared_wins'], 'shared win')}, {summary['no_winner']} without a winner"
        )
    if length["count"] == 1:
        lines.append("luck     one game has no interval: how far luck moves a mean shows from two games on")
    return lines


def interval(value: dict[str, float], scale: float = 1, digits: int = 2, unit: str = "") -> str:
    """`low to high`; a dash for a single value, which has none."""
    if value["count"] < 2:
        return "–"
    return f"{number(value['low'] * scale, digits)} to {number(value['high'] * scale, digits)}{unit}"


def _behind(value: dict[str, float]) -> str:
    """The interval in brackets, where there is one."""
    return f" ({interval(value, 1, 1)})" if value["count"] > 1 else ""
