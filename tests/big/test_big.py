"""The big checks as slow tests, at full size; each is also a program of its own, see there."""

from __future__ import annotations

import pytest

from tests.big import breadth, conservation, copies, determinism, hiding, legality, rulesets, saving, undoing
from tests.big.shared import Outcome

pytestmark = pytest.mark.slow


def holds(outcome: Outcome) -> bool:
    """Nothing is wrong; what is wrong is shown by the assertion."""
    assert outcome.faults[:20] == [], f"{len(outcome.faults)} faults"
    return True


def test_conservation() -> None:
    outcome = conservation.conserved(5000, 0, 1, every_step=False)
    assert holds(outcome)
    assert outcome.counts["games"] == 25_000


def test_conservation_between_decisions() -> None:
    assert holds(conservation.conserved(200, 100_000, 1, every_step=True))


def test_legality() -> None:
    outcome = legality.promised(4000, 0, 1, 0.05, every_game=False)
    assert holds(outcome)
    assert outcome.counts["games"] == 20_000


@pytest.mark.parametrize("careless", [False, True], ids=["sound", "spoilt"])
def test_rulesets(careless: bool) -> None:
    assert holds(rulesets.invent(1000, 0, 1, careless))


def test_saving() -> None:
    assert holds(saving.resumed(200, 0, 1))


def test_undoing() -> None:
    assert holds(undoing.undone(50, 0, 1))


def test_hiding() -> None:
    outcome = hiding.hidden(200, 0, 1)
    assert holds(outcome)
    assert outcome.counts["seats with something to swap"] >= 200


def test_determinism() -> None:
    assert holds(determinism.digests(2000, 0))


def test_copies() -> None:
    assert holds(copies.independent(20, 0, 1))


def test_breadth() -> None:
    outcome = breadth.promised(2000, 0, 1)
    assert holds(outcome)
    assert outcome.counts["games"] >= 2000 * outcome.counts["small games"]
