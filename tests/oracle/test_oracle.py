"""The bundled sample of games by a program written by hand: the interpreter agrees at every decision."""

from __future__ import annotations

from pathlib import Path

import pytest
from oracle import Difference, lengthen, read, shorten, walk

SAMPLES = sorted((Path(__file__).parents[1] / "transcripts" / "alhambra").glob("*_players.jsonl.gz"))


def test_there_are_samples_for_each_number_of_players() -> None:
    assert [file.name[0] for file in SAMPLES] == list("23456")


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.name.split(".")[0])
def test_games_of_the_reference_program(file: Path) -> None:
    games = list(read(file))
    assert len(games) >= 12
    for lines in games:
        assert walk(lines) > 30


def test_the_compact_form_loses_nothing() -> None:
    lines = next(read(SAMPLES[0]))
    assert lengthen(shorten(lines)) == lines


@pytest.mark.parametrize(
    "layer",
    [
        "scoring_at_once",
        "points_in_sixtieths",
        "yard_left_as_it_is",
        "ends_with_the_pile",
        "new_pile_at_once",
        "dirks_third_rounded_up",
        "any_payment_again",
    ],
)
def test_another_reading_of_the_rules_is_noticed(layer: str) -> None:
    noticed = 0
    for lines in read(SAMPLES[0]):
        try:
            walk(lines, (layer,))
        except Difference:
            noticed += 1
    assert noticed
