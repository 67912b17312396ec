"""How far long work has come, what few games cannot tell, and what is left behind by work that is stopped."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.tools.conftest import GAMES, Run
from tools.common import bots
from tools.common.failures import Failure
from tools.common.files import check_writable
from tools.common.playouts import Task
from tools.common.progress import duration, progress, so_far
from tools.common.simulation import Simulation
from tools.compare.comparison import compare
from tools.compare.page import text
from tools.learn import learning
from tools.simulate.page import page


def test_where_there_is_no_terminal_lines_are_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.common.progress.PROGRESS_SECONDS", 0.05)
    with progress("slow", 10, 4) as step:
        time.sleep(0.12)
        step(3)
        time.sleep(0.12)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("slow: 4 of 10 games after") and "left" not in lines[0], "before the first has ended"
    assert lines[-1].startswith("slow: 7 of 10 games after") and lines[-1].endswith("left")


def test_what_is_quick_writes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("quick", 1) as step:
        step(1)
    assert capsys.readouterr().err == ""


def test_the_estimate_is_of_what_is_left() -> None:
    assert so_far("it", 100, 60, 10, 50) == "it: 60 of 100 games after 50 s, about 3 min left"
    assert so_far("it", 100, 100, 10, 50) == "it: 100 of 100 games after 50 s"
    assert (duration(7.4), duration(150), duration(7500)) == ("7 s", "2 min", "2 h 5 min")


@pytest.mark.parametrize("command", ["simulate", "compare", "coverage", "learn"])
def test_every_long_command_tells(command: str, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tools.common.progress.PROGRESS_SECONDS", 0.002)
    words = {
        "simulate": ["-n", 60],
        "compare": ["nim", "-n", 60],
        "coverage": ["-n", 60],
        "learn": ["-n", 8, "--generations", 1, "-o", tmp_path / "worths.json"],
    }
    ran = run(command, "nim", *words[command])
    assert ran.code == 0 and " games after " in ran.err, ran.err


@pytest.mark.parametrize("command", ["simulate", "compare", "coverage", "play"])
def test_help_lists_the_bots(command: str, run: Run) -> None:
    told = run(command, "--help", content=None).out
    for kind in bots.kinds():
        assert f"  {kind:<10} {bots.describe(kind)}\n" in told and bots.describe(kind).endswith(".")


def test_one_game_has_no_interval(run: Run) -> None:
    told = run("simulate", "nim", "-n", 1).out
    assert "one game has no interval" in told and "–" in told and " to " not in told.split("luck")[0]
    assert "One pair has no interval" in run("compare", "nim", "stakes", "-n", 1).out


def test_few_games_stay_between_never_and_always(run: Run) -> None:
    for games in (2, 3, 5):
        rows = [line for line in run("simulate", "nim", "-n", games).out.splitlines() if line.startswith("seat")]
        for row in rows:
            low, high = row.split("%")[1].split(" to ")
            assert 0 <= float(low) <= float(high) <= 100, row


def test_without_a_game_that_ended_there_is_no_table() -> None:
    task = Task(GAMES, "nim", (), 2, ("random", "random"), 1)
    broken = Simulation(task, 2, "0" * 64, {n: {"game": n, "seed": n + 1, "error": "it broke"} for n in range(2)})
    told = page(broken.as_json())
    assert "no game came to its end" in told and "seat 1" not in told and "ERROR    2 games" in told
    other = text({**compare([broken, broken]), "told": [{"about": [], "rules": ""}]})
    assert "No pair of games came to its end" in other and "points, seat 1" not in other


def test_looking_whether_a_file_can_be_written_leaves_no_folder(tmp_path: Path) -> None:
    check_writable(tmp_path / "a" / "b" / "c.json")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").write_text("x")
    with pytest.raises(Failure, match="cannot be written"):
        check_writable(tmp_path / "file" / "d" / "e.json")


def test_what_was_learnt_is_written_after_each_generation(
    run: Run, orchard: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped in the first generation nothing is left behind, stopped in the second the best so far."""
    play, home = learning._play, orchard / "rules" / "orchard" / "bots"
    for allowed, kept in ((21, False), (23, True)):
        left = allowed

        def counted(job: learning.Job) -> learning.Game:
            nonlocal left
            left -= 1
            if left < 0:
                raise KeyboardInterrupt
            return play(job)

        monkeypatch.setattr(learning, "_play", counted)
        ran = run("learn", "orchard", "--players", "2", "-n", "4", "--generations", "3", content=orchard)
        assert ran.code == 130
        assert (home / "worths.json").is_file() == kept and home.exists() == kept
