"""What was reached, as a page of text and as plain values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.common.output import counted, table
from tools.common.rendering import printable, shown_path
from tools.coverage.playing import Plan, Reached
from tools.coverage.points import CARDS, CONTENT, GROUPS, Key, Point


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    reached: int
    of: int

    @property
    def percent(self) -> float:
        """In hundredths, cut down to one digit, so that 100 means all."""
        return 100.0 if self.reached == self.of else 1000 * self.reached // self.of / 10


@dataclass(frozen=True, slots=True)
class Coverage:
    """The points of a game and those of them that were reached."""

    points: dict[Key, Point]
    reached: Reached

    def share(self, groups: Iterable[str], kind: str = "") -> Share:
        """How much of these groups was reached."""
        wanted = [p for p in self.points.values() if p.group in groups and (not kind or p.kind == kind)]
        return Share(sum(p.key in self.reached.keys for p in wanted), len(wanted))

    def kinds(self) -> list[str]:
        """The kinds that the cards are of."""
        return list(dict.fromkeys(p.kind for p in self.points.values() if p.group == CARDS))

    def missing(self) -> list[Point]:
        """What was never reached, group by group, in the order of the rules."""
        gone = [p for p in self.points.values() if p.key not in self.reached.keys]
        return sorted(gone, key=lambda p: (GROUPS.index(p.group), p.file, p.line, p.what))

    def as_json(self, plan: Plan, ruleset: str) -> dict[str, Any]:
        """Plain values."""
        return {
            "game": plan.game,
            "layers": list(plan.layers),
            "ruleset": ruleset,
            "players": list(plan.players),
            "bots": plan.bots,
            "seed": plan.seed,
            "games": self.reached.games,
            "scenarios": self.reached.scenarios,
            "content": _json(self.share(CONTENT)),
            "groups": {group: _json(self.share([group])) for group in GROUPS},
            "kinds": {kind: _json(self.share([CARDS], kind)) for kind in self.kinds()},
            "missing": [{"group": p.group, "what": p.what, "file": p.file, "line": p.line} for p in self.missing()],
            "errors": self.reached.errors,
            "failed": self.reached.failed,
        }

    def page(self, plan: Plan, name: str, root: Path) -> str:
        """For people."""
        counts = f"{plan.players[0]} to {plan.players[-1]}" if len(plan.players) > 1 else f"{plan.players[0]}"
        played = [
            f"{counted(self.reached.games, 'game')} of {plan.bots} ({counts} players)" if self.reached.games else "",
            counted(self.reached.scenarios, "scenario") if self.reached.scenarios else "",
        ]
        lines = [f"{name}: {' and '.join(text for text in played if text) or 'nothing was played'}", ""]
        rows = []
        for group in GROUPS:
            share = self.share([group])
            if share.of:
                rows.append(_row(group, share))
            if group == CARDS and len(self.kinds()) > 1:
                rows += [_row(f"  {kind}", self.share([CARDS], kind)) for kind in self.kinds()]
        lines += [table(["", "reached", "of", ""], rows)]
        missing = self.missing()
        if missing:
            lines += ["", "never reached"]
        group = ""
        for point in missing:
            if point.group != group:
                group = point.group
                lines.append(f"  {group}")
            lines.append(f"    {shown_path(point.file, root)}:{point.line}: {printable(point.what)}")
        lines += [f"ERROR {printable(error)}" for error in self.reached.errors]
        lines += [f"FAIL  {printable(scenario)}" for scenario in self.reached.failed]
        return "\n".join(lines)


def _row(what: str, share: Share) -> list[str]:
    return [what, f"{share.reached:,}", f"{share.of:,}", f"{share.percent:.1f} %"]


def _json(share: Share) -> dict[str, float]:
    return {"reached": share.reached, "of": share.of, "percent": share.percent}
