"""Chance in named streams. Each stream is one counter in the state: draw number `n` of a stream depends
only on the seed, the stream's name and `n`, so a rule that draws more from one stream moves no other."""

from __future__ import annotations

from hashlib import sha256

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def stream_key(seed: int, name: str) -> int:
    """The 64-bit start of a stream."""
    return int.from_bytes(sha256(f"{seed}/{name}".encode()).digest()[:8], "big")


def draw(key: int, count: int, below: int) -> int:
    """Draw number `count` of the stream: a whole number from 0 to `below` - 1.

    SplitMix64's mixing of key and counter; scaling 64 bits down has a bias under `below` / 2**64.
    """
    x = (key + count * _STEP) & _MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
    return ((x ^ (x >> 31)) * below) >> 64


def draws(key: int, count: int, limit: int) -> list[int]:
    """The draws that follow number `count`, below `limit`, then one less, and so on to below 2: those of a shuffle."""
    found = []
    x = (key + count * _STEP) & _MASK
    for below in range(limit, 1, -1):
        x = (x + _STEP) & _MASK
        y = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        y = ((y ^ (y >> 27)) * 0x94D049BB133111EB) & _MASK
        found.append(((y ^ (y >> 31)) * below) >> 64)
    return found


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
