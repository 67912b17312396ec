"""The cards that reading is measured with are good content."""

from __future__ import annotations

from pathlib import Path
from random import Random

from interpreter.pipeline import Match, lint, load
from tests.benchmarks import card_corpus


def test_the_cards_have_no_finding_and_can_be_played(tmp_path: Path) -> None:
    corpus = card_corpus.write(tmp_path, cards=300, files=6)
    assert len(corpus.files) == 6 and len(corpus.effects) == 750
    assert not [str(found.message) for found in lint(tmp_path)]
    chance = Random(1)
    for seed in range(3):
        match = Match.start(load(tmp_path, card_corpus.GAME).program(3), seed)
        while not match.over:
            match.apply(chance.choice(match.legal()))


def test_the_same_numbers_give_the_same_bytes(tmp_path: Path) -> None:
    first, second = (card_corpus.write(tmp_path / name, cards=60, files=6) for name in "ab")
    assert [f.read_bytes() for f in first.files] == [f.read_bytes() for f in second.files]
