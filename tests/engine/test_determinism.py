"""The same games everywhere: whatever the number of workers and the seed of Python's own hashes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.bundled import ROOT
from tests.engine.digesting import digest, jobs
from tests.engine.inventing import Seeded, invented

GAMES = 12


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Some invented games on disk."""
    root = tmp_path_factory.mktemp("invented")
    found: list[Path] = [invented(Seeded(seed)).write(root / str(seed)) for seed in range(3)]
    return [str(path) for path in found]


@pytest.fixture(scope="module")
def here(folders: list[str]) -> str:
    """The digest of this process."""
    return digest(GAMES, 1, folders)


@pytest.mark.parametrize(("workers", "hash_seed"), [("1", "1"), ("2", "random")])
def test_the_digest_of_random_games_is_the_same(workers: str, hash_seed: str, here: str, folders: list[str]) -> None:
    command = [sys.executable, "-m", "tests.engine.digesting", str(GAMES), workers, *folders]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == here


def test_other_games_have_another_digest(here: str, folders: list[str]) -> None:
    assert digest(GAMES - 1, 1, folders) != here


def test_half_of_the_games_are_of_the_base_card_game() -> None:
    games = [game for _, game, _, _ in jobs(100)]
    assert games.count("alhambra") == 50
    assert len(set(games)) >= 5
