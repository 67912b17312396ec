"""Means and their intervals, by hand: what a balance report needs and no more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt
from statistics import NormalDist
from typing import Any

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95 % interval. `count` is how many values it comes from, `deviation` their spread."""

    count: int
    mean: float
    deviation: float
    low: float
    high: float

    def as_json(self) -> dict[str, float | int]:
        """Rounded to six digits, so that a file does not depend on the last bit of a sum."""
        return {
            "count": self.count,
            "mean": round(self.mean, 6),
            "deviation": round(self.deviation, 6),
            "low": round(self.low, 6),
            "high": round(self.high, 6),
        }

    @property
    def clear(self) -> bool:
        """Whether zero lies outside the interval, so that a difference shows."""
        return self.count > 1 and not self.low <= 0 <= self.high


def estimate(values: Sequence[float], least: float = -inf, most: float = inf) -> Estimate:
    """The mean of independent values with a Student interval; no interval from fewer than two.

    `least` and `most`: no value can lie beyond them, so the interval does not either.
    """
    count = len(values)
    if count == 0:
        return Estimate(0, 0.0, 0.0, 0.0, 0.0)
    mean = sum(values) / count
    if count == 1:
        return Estimate(1, mean, 0.0, mean, mean)
    deviation = sqrt(sum((value - mean) ** 2 for value in values) / (count - 1))
    half = student(count - 1) * deviation / sqrt(count)
    return Estimate(count, mean, deviation, max(least, mean - half), min(most, mean + half))


def proportion(shares: Sequence[float]) -> Estimate:
    """The mean of shares between 0 and 1 with Wilson's score interval, which stays between them; no interval from
    fewer than two.

    A share that is neither 0 nor 1 (a shared win) spreads less than a whole one: the interval is then a little wide.
    """
    found = estimate(shares)
    count, mean = found.count, found.mean
    if count < 2:
        return found
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    whole = 1 + z * z / count
    middle = (mean + z * z / (2 * count)) / whole
    half = z * sqrt(mean * (1 - mean) / count + (z / (2 * count)) ** 2) / whole
    low = 0.0 if mean == 0 else max(0.0, middle - half)
    high = 1.0 if mean == 1 else min(1.0, middle + half)
    return Estimate(count, mean, found.deviation, low, high)


def student(freedom: int, confidence: float = CONFIDENCE) -> float:
    """The two-sided quantile of Student's distribution, by Cornish-Fisher expansion (within 0.5 % from 4 on).

    For 1 and 2 degrees of freedom, where the expansion fails, the exact forms are used.
    """
    p = (1 + confidence) / 2
    if freedom == 1:
        from math import pi, tan

        return tan(pi * (p - 0.5))
    if freedom == 2:
        return (2 * p - 1) * sqrt(2 / (4 * p * (1 - p)))
    z = NormalDist().inv_cdf(p)
    g1 = (z**3 + z) / 4
    g2 = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    g3 = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    g4 = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    n = freedom
    return z + g1 / n + g2 / n**2 + g3 / n**3 + g4 / n**4


def games_needed(difference: Estimate) -> int:
    """How many pairs of games would make a true difference of this size show in four cases of five."""
    if difference.mean == 0 or difference.deviation == 0:
        return 0
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) + NormalDist().inv_cdf(0.8)
    return int((z * difference.deviation / abs(difference.mean)) ** 2) + 1


def clear_among(difference: dict[str, Any], several: int) -> bool:
    """Whether a difference, as a record with its 95 % interval, also shows as one of several that were looked at: its
    interval is widened so that luck alone moves any of them beyond it in one report of twenty (Bonferroni)."""
    half = (difference["high"] - difference["low"]) / 2
    one, all_ = (NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / count) for count in (1, several))
    return bool(abs(difference["mean"]) > half * all_ / one)


def by_luck(several: int) -> float:
    """How probable it is that luck alone stars one of several independent rows."""
    return float(1 - CONFIDENCE**several)
