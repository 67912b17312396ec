"""Random games come out as those of the program written by hand, as far as chance lets one tell."""

from __future__ import annotations

import pytest
from random_play import LIMIT, compare, figures


@pytest.mark.slow
def test_random_games_agree_with_the_reference_program() -> None:
    found = compare(games=200, players=[2, 3, 4, 5, 6], seed=1, jobs=2)
    assert len(found) == 56
    assert [figure for figure in found if abs(figure.z) >= LIMIT] == []


def test_a_wrong_figure_is_noticed() -> None:
    games = [
        {"turns": 80 + i % 7, "moves": 90 + i % 5, "options": 9 * (90 + i % 5) + i % 3, **seats(i)} for i in range(100)
    ]
    told = {
        "players": 2,
        "games": 1000,
        "mean_turns": 83.0,
        "mean_moves": 92.0,
        "mean_scores": [54.5, 70.0],
        "win_share": [0.5, 0.5],
        "mean_dirk_score": 9.5,
        "mean_branching": 9.01,
    }
    off = {figure.name for figure in figures(games, told) if abs(figure.z) >= LIMIT}
    assert off == {"points of seat 2"}


def seats(i: int) -> dict[str, float]:
    return {
        "points of seat 1": 50 + i % 10,
        "points of seat 2": 50 + i % 10,
        "wins of seat 1": i % 2,
        "wins of seat 2": (i + 1) % 2,
        "points of the third": 5 + i % 10,
    }
