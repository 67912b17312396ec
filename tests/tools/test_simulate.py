"""Simulations: the same result for any number of workers, stopped and resumed or not."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.tools.conftest import GAMES, REPOSITORY, Run

COMMAND = [sys.executable, "-m", "tools.cli", "simulate"]


def _digest(*words: str, hash_seed: str = "0") -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    command = [*COMMAND, *words, "--content", str(GAMES), "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=REPOSITORY, check=True)
    digest: str = json.loads(done.stdout)["digest"]
    return digest


def test_the_table_says_what_matters(run: Run) -> None:
    ran = run("simulate", "nim", "-n", "20")
    assert ran.code == 0
    for word in ("nim: 20 games, 2 players", "seat 1 (random)", "95 % interval", "decisions a game", "digest"):
        assert word in ran.out


def test_json_for_programs(run: Run) -> None:
    ran = run("simulate", "nim", "-n", "30", "--format", "json", "--bots", "greedy,first", "--seed", "5")
    result = json.loads(ran.out)
    assert result["game"] == "nim" and result["layers"] == [] and result["players"] == 2
    assert result["bots"] == ["greedy", "first"] and result["seed"] == 5 and result["complete"] is True
    summary = result["summary"]
    assert [seat["seat"] for seat in summary["seats"]] == [1, 2]
    assert summary["games"] == 30 and summary["errors"] == []
    assert sum(seat["wins"]["mean"] for seat in summary["seats"]) == pytest.approx(1)
    assert summary["decisions"]["fewest"] <= summary["decisions"]["mean"] <= summary["decisions"]["most"]


def test_same_digest_for_workers_and_hash_seeds() -> None:
    wanted = _digest("kuhn", "-n", "40")
    assert _digest("kuhn", "-n", "40", "--workers", "2", hash_seed="1") == wanted
    assert _digest("kuhn", "-n", "40", "--workers", "3", hash_seed="random") == wanted
    assert _digest("kuhn", "-n", "40", "--seed", "2") != wanted


def test_game_number_i_has_seed_plus_i(run: Run, tmp_path: Path) -> None:
    run("simulate", "kuhn", "-n", "5", "--seed", "10", "-o", tmp_path / "all.json")
    run("simulate", "kuhn", "-n", "1", "--seed", "13", "-o", tmp_path / "one.json")
    fourth = json.loads((tmp_path / "all.json").read_text())["games"][3]
    alone = json.loads((tmp_path / "one.json").read_text())["games"][0]
    assert fourth | {"game": 0} == alone


def test_resumed_is_byte_for_byte_uninterrupted(run: Run, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    run("simulate", "nim", "-n", "30", "-o", whole)
    run("simulate", "nim", "-n", "11", "-o", parts)
    assert run("simulate", "nim", "-n", "30", "-o", parts, "--resume").code == 0
    assert parts.read_bytes() == whole.read_bytes()


def test_resume_says_where_there_is_nothing_to_go_on_from(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "none.json"
    ran = run("simulate", "nim", "-n", "3", "-o", file, "--resume")
    assert ran.code == 0
    assert f"there is no {file} to go on from" in ran.err
    assert len(json.loads(file.read_text())["games"]) == 3


def test_resume_refuses_another_question(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    run("simulate", "nim", "-n", "3", "-o", file)
    ran = run("simulate", "nim", "-n", "3", "--seed", "2", "-o", file, "--resume")
    assert ran.code == 2 and "seed 1, not 2" in ran.err
    file.write_text("[]")
    assert run("simulate", "nim", "-n", "3", "-o", file, "--resume").code == 2
    file.write_text("{")
    assert run("simulate", "nim", "-n", "3", "-o", file, "--resume").code == 2


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_stopped_at_any_moment_and_resumed(how: signal.Signals, run: Run, tmp_path: Path) -> None:
    file, whole = tmp_path / "out.json", tmp_path / "whole.json"
    words = ["tictactoe", "-n", "1500", "-o", str(file), "--content", str(GAMES), "--workers", "2"]
    environment = {**os.environ, "RULEWRIGHT_CHECKPOINT": "0.05"}
    process = subprocess.Popen(
        [*COMMAND, *words],
        cwd=REPOSITORY,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 60
    while not file.exists() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(how)
    _out, err = process.communicate(timeout=60)
    assert "Traceback" not in err
    if how is signal.SIGINT:
        assert process.returncode in (0, 130)
    assert process.returncode == -9 if how is signal.SIGKILL else 130
    partial = json.loads(file.read_text())
    assert partial["kind"] == "rulewright simulation"
    assert run("simulate", "tictactoe", "-n", "1500", "-o", file, "--resume").code == 0
    run("simulate", "tictactoe", "-n", "1500", "-o", whole)
    assert file.read_bytes() == whole.read_bytes()


def test_transcripts_can_be_replayed(run: Run, tmp_path: Path) -> None:
    run("simulate", "duel", "-n", "3", "--save-transcripts", tmp_path / "games")
    files = sorted((tmp_path / "games").iterdir())
    assert [file.name for file in files] == ["game_000000.json", "game_000001.json", "game_000002.json"]
    for file in files:
        ran = run("replay", file)
        assert ran.code == 0 and "same state" in ran.out
