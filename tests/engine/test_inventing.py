"""Random small rulesets: refused with findings, or played with everything examined; never a traceback."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.engine.drawing import rulesets, spoilt_rulesets
from tests.engine.exercising import exercise
from tests.engine.inventing import NAME, Seeded, Texts, invented

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


@settings(max_examples=12, deadline=None, suppress_health_check=SLOW)
@given(texts=rulesets(), seed=st.integers(0, 999))
def test_random_rulesets_play_to_an_end(texts: Texts, seed: int) -> None:
    with TemporaryDirectory() as folder:
        assert exercise(texts.write(Path(folder)), NAME, seed).faults == []


@settings(max_examples=40, deadline=None, suppress_health_check=SLOW)
@given(texts=spoilt_rulesets(), seed=st.integers(0, 999))
def test_random_mistakes_end_in_findings(texts: Texts, seed: int) -> None:
    with TemporaryDirectory() as folder:
        assert exercise(texts.write(Path(folder)), NAME, seed, tame=False).faults == []


@pytest.mark.parametrize("seed", range(8))
def test_invented_rulesets_mostly_load(seed: int, tmp_path: Path) -> None:
    """The other tests say little if what is invented is hardly ever a game."""
    found = exercise(invented(Seeded(seed)).write(tmp_path), NAME, seed)
    assert not found.refused
    assert found.faults == []
    assert "over" in found.ends
