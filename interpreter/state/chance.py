"""Chance in named streams. Each stream is one counter in the state: draw number `n` of a stream depends
only on the seed, the stream's name and `n`, so a rule that draws more from one stream moves no other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from struct import Struct

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_MANY = 8  # draws at once, from which on it pays to reckon them side by side
_BYTE = 256


@cache
def _start(name: str) -> int:
    """Where the streams of this name begin."""
    return int.from_bytes(sha256(name.encode()).digest()[:8], "big")


def stream_key(seed: int, name: str) -> int:
    """The 64-bit start of a stream: number `seed` of what the name draws. Seeds are the same modulo 2**64."""
    return _mixed(_start(name) + seed * _STEP & _MASK)


def _mixed(x: int) -> int:
    """SplitMix64's mixing of 64 bits: each leads to another."""
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
    return x ^ (x >> 31)


def draw(key: int, count: int, below: int) -> int:
    """Draw number `count` of the stream: a whole number from 0 to `below` - 1.

    SplitMix64's mixing of key and counter; scaling 64 bits down has a bias under `below` / 2**64.
    """
    x = (key + count * _STEP) & _MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
    return ((x ^ (x >> 31)) * below) >> 64


def draws(key: int, count: int, limit: int) -> Sequence[int]:
    """The draws that follow number `count`, below `limit`, then one less, and so on to below 2: those of a shuffle."""
    if limit < _MANY:
        drawn = []
        for below in range(limit, 1, -1):
            count += 1
            drawn.append(_mixed(key + count * _STEP & _MASK) * below >> 64)
        return drawn
    x = _mixed_in_lanes(key + count * _STEP, limit - 1)
    if limit <= _BYTE:  # scaled side by side too: what is drawn is the lowest byte above the 64 bits of each lane
        scaled = 0
        for bit, lanes in _scale(limit):
            scaled += (x & lanes) << bit
        return scaled.to_bytes(16 * (limit - 1), "little")[8::16]
    found = _read(limit - 1)(x.to_bytes(16 * (limit - 1), "little"))[::2]
    return [(y * below) >> 64 for y, below in zip(found, range(limit, 1, -1), strict=True)]


def ahead(name: str, seed: int, many: int, count: int, below: int) -> Sequence[object]:
    """What games of so many seeds draw, the first of which is `seed`: number `count` of the stream, below `below`; or,
    where that is -n, the draws of a shuffle of n that follow number `count`."""
    if many == 1:
        key = stream_key(seed, name)
        return [draw(key, count, below) if below > 0 else tuple(draws(key, count, -below))]
    ones, _, low = _lanes(many)
    keys = _mixed_in_lanes(_start(name) + (seed - 1) * _STEP, many)
    limits = (below,) if below > 0 else range(-below, 1, -1)
    drawn: list[Sequence[int]] = []
    for number, limit in enumerate(limits, count if below > 0 else count + 1):
        x = _mix_lanes(keys + (number * _STEP & _MASK) * ones & low, low) * limit
        lanes = x.to_bytes(16 * many, "little")
        drawn.append(lanes[8::16] if limit <= _BYTE else _read(many)(lanes)[1::2])
    return drawn[0] if below > 0 else list(zip(*drawn, strict=True)) if drawn else [()] * many


def _mixed_in_lanes(key: int, many: int) -> int:
    """The first so many draws of a stream, unscaled, side by side in one large number: each in 128 bits, so that none
    spills over into the next."""
    ones, steps, low = _lanes(many)
    return _mix_lanes((key & _MASK) * ones + steps & low, low)


def _mix_lanes(x: int, low: int) -> int:
    x = ((x ^ (x >> 30 & low)) * 0xBF58476D1CE4E5B9) & low
    x = ((x ^ (x >> 27 & low)) * 0x94D049BB133111EB) & low
    return x ^ x >> 31 & low


@cache
def _lanes(many: int) -> tuple[int, int, int]:
    """In each of so many lanes of 128 bits: one; how far the draws are apart, added up; the lower 64 bits."""
    ones = sum(1 << 128 * i for i in range(many))
    return ones, sum((i + 1) * _STEP << 128 * i for i in range(many)), ones * _MASK


@cache
def _scale(limit: int) -> list[tuple[int, int]]:
    """For each binary digit of the numbers from `limit` down to 2: the lanes of those that have it."""
    return [
        (bit, sum(_MASK << 128 * i for i in range(limit - 1) if (limit - i) >> bit & 1))
        for bit in range(limit.bit_length())
    ]


@cache
def _read(many: int) -> Callable[[bytes], tuple[int, ...]]:
    """Reads both halves of each lane."""
    return Struct(f"<{2 * many}Q").unpack


class Stream:
    """A stream outside any state, for bots and samplers: its counter is its own."""

    __slots__ = ("_count", "_key")

    def __init__(self, seed: int, name: str) -> None:
        self._key = stream_key(seed, name)
        self._count = 0

    def below(self, limit: int) -> int:
        """The next number, from 0 to `limit` - 1."""
        self._count += 1
        return draw(self._key, self._count, limit)
