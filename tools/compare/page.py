"""A comparison in words and tables: for the terminal, and as Markdown."""

from __future__ import annotations

from typing import Any

from tools.common.output import counted, markdown_table, number, percent, signed, table
from tools.common.statistics import by_luck, clear_among

STAR = "* holds no zero, which luck alone brings about in one row of twenty"
Rows = tuple[list[str], list[list[str]]]


def text(result: dict[str, Any]) -> str:
    """For the terminal."""
    lines = [_title(result), ""]
    base = result["rulesets"][0]
    for other, difference, told in zip(result["rulesets"][1:], result["differences"], result["told"], strict=True):
        lines += [f"{base['name']}  →  {other['name']}", *told["about"], ""]
        lines += [table(*_rows(base, other, difference)), ""] if difference["pairs"] else []
        lines += [f"  {sentence}" for sentence in sentences(result, difference)]
        lines += [f"  ERROR {line}" for side in (base, other) for line in _errors(side)]
        lines.append("")
    lines.append(f"intervals are 95 %, of paired differences; {STAR}")
    return "\n".join(lines)


def markdown(result: dict[str, Any]) -> str:
    """For a report."""
    lines = [f"# {_title(result)}", ""]
    base = result["rulesets"][0]
    for other, difference, told in zip(result["rulesets"][1:], result["differences"], result["told"], strict=True):
        lines += [f"## {base['name']} → {other['name']}", "", *told["about"], ""]
        lines += [f"- {sentence}" for sentence in sentences(result, difference)]
        lines += [f"- **Error:** {line}" for side in (base, other) for line in _errors(side)]
        lines += ["", markdown_table(*_rows(base, other, difference)), ""] if difference["pairs"] else [""]
        if told["rules"]:
            lines += ["Rules that differ:", "", "```text", told["rules"], "```", ""]
    lines += [
        f"Differences are taken game by game between games with the same seed; intervals are 95 %; {STAR}.",
        "",
        f"Seeds {result['seed']} to {result['seed'] + result['pairs'] - 1}. Rulesets and digests:",
        "",
    ]
    lines += [
        f"- `{side['name']}`: ruleset `{side['ruleset'][:16]}`, games `{side['digest'][:16]}`"
        for side in result["rulesets"]
    ]
    return "\n".join(lines) + "\n"


def sentences(result: dict[str, Any], difference: dict[str, Any]) -> list[str]:
    """What a designer wants to know, in words; nothing is called a difference whose interval holds zero."""
    found = []
    if not difference["pairs"]:
        return ["No pair of games came to its end: there is nothing to compare."]
    if difference["same_games"] == difference["pairs"]:
        return [
            f"No game went differently in {counted(difference['pairs'], 'pair')}: the variant did not come into play."
        ]
    if difference["pairs"] == 1:
        return ["One pair has no interval: how far luck moves a difference shows from two pairs on."]
    points, length = difference["points"], difference["decisions"]
    found.append(_sentence("A player scores", points, "point", "more", "fewer"))
    found.append(_sentence("A game takes", length, "decision", "more", "fewer"))
    for part, change in difference["passes"].items():
        if change["clear"]:
            word = "more" if change["mean"] > 0 else "less"
            low, high = sorted((abs(change["low"]), abs(change["high"])))
            times = f"{number(abs(change['mean']), 1)} times {word} often"
            found.append(f"`{part}` comes {times} in a game ({number(low, 1)} to {number(high, 1)}).")
    moved = [seat for seat in difference["seats"] if seat["wins"]["clear"]]
    seats = len(difference["seats"])
    for seat in moved:
        wins = seat["wins"]
        word = "more" if wins["mean"] > 0 else "less"
        sure = clear_among(wins, seats)
        hint = f"; of {seats} seats one shows as much by luck in {by_luck(seats):.0%} of such reports"
        found.append(
            f"Seat {seat['seat']} {'wins' if sure else 'may win'} {word} often: {_points_of_percent(wins['mean'])} "
            f"({_points_of_percent(wins['low'])} to {_points_of_percent(wins['high'])}){'' if sure else hint}."
        )
    if not moved:
        found.append("No seat wins more or less often, as far as these games show.")
    same = difference["same_games"]
    if same:
        found.append(f"{percent(same / difference['pairs'])} of the games went the same with both.")
    return found


def _sentence(begin: str, value: dict[str, Any], unit: str, more: str, fewer: str) -> str:
    size = abs(value["mean"])
    low, high = sorted((abs(value["low"]), abs(value["high"])))
    if value["clear"]:
        word = more if value["mean"] > 0 else fewer
        return f"{begin} {number(size, 1)} {unit}s {word} ({number(low, 1)} to {number(high, 1)})."
    needed = value["pairs_needed"]
    hint = ""
    if size and needed > value["count"]:
        hint = f"; a true difference of this size would show in about {_about(needed)} pairs"
    interval = f"{signed(value['low'], 1)} to {signed(value['high'], 1)}"
    return f"{begin} about as many {unit}s: {signed(value['mean'], 1)} ({interval}){hint}."


def _about(count: int) -> str:
    """A count with two leading digits."""
    digits = max(0, len(str(count)) - 2)
    return f"{round(count, -digits):,}"


def _points_of_percent(value: float) -> str:
    return f"{signed(100 * value, 1)} %"


def _rows(base: dict[str, Any], other: dict[str, Any], difference: dict[str, Any]) -> Rows:
    head = ["", "base", "variant", "difference", "95 % interval", ""]
    rows: list[list[str]] = []

    def row(
        name: str, before: float, after: float, change: dict[str, Any], scale: int = 1, unit: str = "", digits: int = 2
    ) -> None:
        rows.append(
            [
                name,
                number(before * scale, digits) + unit,
                number(after * scale, digits) + unit,
                signed(change["mean"] * scale, digits) + unit,
                f"{signed(change['low'] * scale, digits)} to {signed(change['high'] * scale, digits)}"
                if change["count"] > 1
                else "–",
                "*" if change["clear"] else "",
            ]
        )

    before, after = base["summary"], other["summary"]
    for old, new, change in zip(before["seats"], after["seats"], difference["seats"], strict=True):
        row(f"points, seat {change['seat']}", old["points"]["mean"], new["points"]["mean"], change["points"])
    for old, new, change in zip(before["seats"], after["seats"], difference["seats"], strict=True):
        row(f"wins, seat {change['seat']}", old["wins"]["mean"], new["wins"]["mean"], change["wins"], 100, " %", 1)
    row("decisions a game", before["decisions"]["mean"], after["decisions"]["mean"], difference["decisions"], digits=1)
    for part, change in difference["passes"].items():
        old, new = (side["passes"].get(part, {"mean": 0.0})["mean"] for side in (before, after))
        row(f"passes of `{part}`", old, new, change, digits=1)
    row("options a decision", before["options"]["mean"], after["options"]["mean"], difference["options"], digits=1)
    return head, rows


def _title(result: dict[str, Any]) -> str:
    names = ", ".join(sorted(set(result["bots"])))
    return f"{counted(result['pairs'], 'paired game')}, {counted(result['players'], 'player')}, bots: {names}"


def _errors(side: dict[str, Any]) -> list[str]:
    return [
        f"{side['name']}: {counted(error['games'], 'game')} broke off, "
        f"first with seed {error['seed']}: {error['message']}"
        for error in side["summary"]["errors"]
    ]
