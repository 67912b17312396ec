"""Intervals against printed tables."""

from __future__ import annotations

import random

import pytest

from tools.common.statistics import by_luck, clear_among, estimate, games_needed, proportion, student


@pytest.mark.parametrize(
    ("freedom", "printed"),
    [
        (1, 12.706),
        (2, 4.303),
        (3, 3.182),
        (4, 2.776),
        (5, 2.571),
        (10, 2.228),
        (30, 2.042),
        (120, 1.980),
        (10**6, 1.960),
    ],
)
def test_students_quantile_is_that_of_the_tables(freedom: int, printed: float) -> None:
    assert student(freedom) == pytest.approx(printed, rel=0.01)


def test_no_values_and_one_value() -> None:
    assert estimate([]).count == 0
    assert (estimate([3]).low, estimate([3]).high) == (3, 3)
    assert not estimate([3]).clear


def test_a_known_interval() -> None:
    found = estimate([1, 2, 3, 4, 5])
    assert found.mean == 3
    assert found.deviation == pytest.approx(1.5811, abs=1e-4)
    assert found.low == pytest.approx(3 - 2.776 * 1.5811 / 5**0.5, rel=0.01)


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    chance = random.Random(1)
    held = sum(_holds(estimate([chance.gauss(2, 3) for _ in range(20)]), 2) for _ in range(2000))
    assert 0.93 < held / 2000 < 0.97


def _holds(found: object, truth: float) -> bool:
    return found.low <= truth <= found.high  # type: ignore[attr-defined]


def test_games_needed_makes_the_difference_show() -> None:
    chance = random.Random(2)
    needed = games_needed(estimate([chance.gauss(1, 5) for _ in range(400)]))
    assert 100 < needed < 500
    assert games_needed(estimate([0, 0, 0])) == 0


def test_a_proportion_has_wilsons_interval() -> None:
    """Against the printed values for 10 of 10, 0 of 10 and 5 of 10; never outside 0 to 1."""
    assert proportion([1.0] * 10).low == pytest.approx(0.7225, abs=1e-4) and proportion([1.0] * 10).high == 1
    assert proportion([0.0] * 10).high == pytest.approx(0.2775, abs=1e-4) and proportion([0.0] * 10).low == 0
    half = proportion([1.0, 0.0] * 5)
    assert (half.low, half.high) == (pytest.approx(0.2366, abs=1e-4), pytest.approx(0.7634, abs=1e-4))
    assert 0 <= proportion([0.5, 0.5]).low < 0.5 < proportion([0.5, 0.5]).high <= 1
    assert (proportion([1.0]).count, proportion([]).count) == (1, 0)
    chance = random.Random(3)
    held = sum(_holds(proportion([float(chance.random() < 0.1) for _ in range(60)]), 0.1) for _ in range(2000))
    assert 0.92 < held / 2000 < 0.98


def test_an_interval_stays_where_values_can_lie() -> None:
    assert estimate([0, 3, 0], 0).low == 0
    assert (estimate([-1, 1], -1, 1).low, estimate([-1, 1], -1, 1).high) == (-1, 1)


def test_one_of_several_shows_only_beyond_what_luck_does_to_all() -> None:
    seat = {"mean": -0.107, "low": -0.202, "high": -0.011}
    assert clear_among(seat, 1)
    assert not clear_among(seat, 3)
    assert clear_among(seat | {"mean": -0.13}, 3)
    assert by_luck(1) == pytest.approx(0.05)
    assert by_luck(3) == pytest.approx(0.1426, abs=1e-4)


def test_luck_alone_moves_some_seat_in_one_report_of_twenty() -> None:
    chance, reports, seats, told = random.Random(3), 2000, 4, 0
    for _ in range(reports):
        rows = [estimate([chance.gauss(0, 1) for _ in range(40)]) for _ in range(seats)]
        told += any(clear_among({"mean": row.mean, "low": row.low, "high": row.high}, seats) for row in rows)
    assert 0.03 < told / reports < 0.07
