"""Who sits where: `--players`, `--bots` and `--seat 1=human` as one kind per seat."""

from __future__ import annotations

from collections.abc import Sequence

from tools.common import bots
from tools.common.failures import Failure
from tools.common.names import suggestion

HUMAN = "human"


def seat_kinds(players: int, everyone: str, single: Sequence[str], people: bool) -> tuple[str, ...]:
    """One kind per seat: `everyone`, except where `single` ("1=greedy") says otherwise.

    `people` allows `human`. A list for everyone (`random,greedy`) is dealt out seat by seat.
    """
    known = [*bots.kinds(), *([HUMAN] if people else [])]
    dealt = [_check(kind.strip(), known) for kind in everyone.split(",")]
    if len(dealt) > players:
        raise Failure(f"{len(dealt)} bots are named for {players} seats")
    kinds = [dealt[seat % len(dealt)] for seat in range(players)]
    for text in single:
        seat, equals, kind = text.partition("=")
        if not equals or not (seat.isascii() and seat.isdigit()):
            raise Failure(f"`--seat {text}` does not say who sits where", "write it like `--seat 1=random`")
        if not 1 <= int(seat) <= players:
            raise Failure(f"there is no seat {seat}: the game has seats 1 to {players}")
        kinds[int(seat) - 1] = _check(kind, known)
    return tuple(kinds)


def _check(kind: str, known: Sequence[str]) -> str:
    if kind not in known:
        raise Failure(f"no bot is called `{kind}`", suggestion(kind, known))
    return kind
