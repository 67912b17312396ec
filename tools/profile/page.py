"""A profile as a page of text."""

from __future__ import annotations

from math import sqrt

from tools.common.output import counted, number, table
from tools.profile.sampling import OUTSIDE, Profile


def page(profile: Profile, game: str, players: int, rows: int) -> str:
    """The dearest units and lines, how much was played, and how exact the shares are."""
    whole = max(1, profile.samples)
    units = [
        [
            name if name != OUTSIDE else "(outside the rules)",
            profile.place(name) if name != OUTSIDE else "",
            _share(carried + offered, whole),
            _share(carried, whole),
            _share(offered, whole),
        ]
        for name, carried, offered in profile.units()[:rows]
    ]
    lines = [[at, _share(samples, whole)] for at, samples in profile.lines.most_common(rows)]
    played = f"{counted(profile.games, 'game')}, {counted(players, 'player')}"
    pace = f"{number(profile.games / max(profile.seconds, 1e-9), 1)} games a second of processor time"
    exact = f"{counted(profile.samples, 'sample')}; a share of 10 % is right to about {_error(whole):.1f} %"
    return "\n".join(
        [
            f"{game}: {played}, {pace}",
            "",
            table(["effect, action or part", "where", "time", "carried out", "offered"], units),
            "",
            table(["line", "time"], lines),
            "",
            exact,
        ]
    )


def _share(samples: int, whole: int) -> str:
    return f"{100 * samples / whole:.1f} %"


def _error(samples: int) -> float:
    """How far off, in hundredths, a share of a tenth may well be (two standard errors)."""
    return 200 * sqrt(0.1 * 0.9 / samples)
