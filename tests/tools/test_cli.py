"""What every command has in common: help, exit codes, suggestions, no tracebacks."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.conftest import GAMES, REPOSITORY, Run
from tools import __version__
from tools.cli import commands, main

COMMAND = [sys.executable, "-m", "tools.cli"]


def test_commands_are_the_folders() -> None:
    wanted = {"compare", "diff", "docs", "lint", "play", "replay", "schema", "show", "simulate", "test"}
    assert wanted <= set(commands())
    assert "common" not in commands()


@pytest.mark.parametrize("command", commands())
def test_help_has_an_example_and_the_exit_codes(command: str, run: Run) -> None:
    ran = run(command, "--help", content=None)
    assert ran.code == 0
    assert f"rulewright {command}" in ran.out.split("example")[1]
    assert "exit codes:" in ran.out and "130" in ran.out


def test_version(run: Run) -> None:
    assert run("--version", content=None).out == f"rulewright {__version__}\n"


def test_version_and_help_import_nothing_heavy() -> None:
    code = "import sys; from tools.cli import main; main(['--help']); print([m for m in HEAVY if m in sys.modules])"
    code = code.replace("HEAVY", "('lark', 'yaml', 'jsonschema', 'rich', 'interpreter.pipeline')")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=REPOSITORY, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_no_command_shows_the_overview_and_is_wrong_usage(run: Run) -> None:
    ran = run(content=None)
    assert ran.code == 2
    assert all(re.search(rf"^  {name} ", ran.out, re.M) for name in commands())


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["plya"], 2, "did you mean `play`?"),
        (["simulate"], 2, "rulewright simulate --help"),
        (["simulate", "nim", "--plyers", "2"], 2, "did you mean `--players`?"),
        (["simulate", "nmi"], 2, "did you mean `nim`?"),
        (["simulate", "nim", "--layer", "nope"], 2, "`nim` has no layer called `nope`"),
        (["simulate", "nim", "--bots", "randm"], 2, "did you mean `random`?"),
        (["simulate", "nim", "--players", "9"], 2, "`nim` is for 2 players, not 9"),
        (["simulate", "nim", "-n", "0"], 2, "`0` is not a whole number from 1"),
        (["simulate", "nim", "-n", "٣"], 2, "is not a whole number from 1"),
        (["simulate", "nim", "--seat", "3=random"], 2, "there is no seat 3"),
        (["simulate", "nim", "--seat", "random"], 2, "--seat 1=random"),
        (["simulate", "nim", "--resume"], 2, "-o FILE"),
        (["play", "nim", "--seat", "1=humman"], 2, "did you mean `human`?"),
        (["play"], 2, "name a game to play"),
        (["play", "--resume", "nowhere.json"], 2, "there is no file `nowhere.json`"),
        (["show", "nim", "--path", "zone"], 2, "nothing called `zone`"),
        (["show", "nim", "--path", "actions.taek"], 2, "did you mean `take`?"),
        (["compare", "nim"], 2, "nothing to compare"),
        (["lint", "nmi"], 2, "did you mean `nim`?"),
        (["test", "nmi"], 2, "did you mean `nim`?"),
        (["schema", "nmi"], 2, "did you mean `nim`?"),
        (["replay", "nowhere.json"], 2, "there is no file `nowhere.json`"),
        (["diff", "nim", "nim+nope"], 2, "no layer called `nope`"),
    ],
)
def test_wrong_usage_is_told_in_a_line_or_two(words: list[str], code: int, said: str, run: Run) -> None:
    ran = run(*words)
    assert ran.code == code
    assert said in ran.err
    assert "Traceback" not in ran.err + ran.out
    assert ran.err.startswith("error: ")


def test_a_content_folder_that_is_none(run: Run, tmp_path: Path) -> None:
    ran = run("lint", content=tmp_path)
    assert ran.code == 2 and "holds no folder `rules`" in ran.err
    ran = run("lint", content=tmp_path / "nowhere")
    assert ran.code == 2 and "there is no folder" in ran.err


def test_the_nearest_content_folder_upwards_is_taken(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(GAMES / "rules" / "nim")
    assert run("simulate", "nim", "-n", "2", content=None).code == 0


def test_outside_of_any_content_folder_the_bundled_games_are_taken(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from interpreter.pipeline import games
    from tools.common.content import content_root

    monkeypatch.chdir(tmp_path)
    assert games(content_root(None)) == games(REPOSITORY)


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m tools.cli show tictactoe --content {GAMES} --origins | head -n 1"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, text=True, cwd=REPOSITORY)
    assert done.returncode == 0 and done.stderr == ""


def test_a_bug_of_ours_is_called_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import tools.common.content

    def broken(_given: object) -> Path:
        raise ZeroDivisionError("on purpose")

    monkeypatch.delenv("RULEWRIGHT_TRACEBACK", raising=False)
    monkeypatch.setattr(tools.common.content, "content_root", broken)
    ran = run("lint")
    assert ran.code == 3
    assert "this is a bug in rulewright (ZeroDivisionError: on purpose)" in ran.err and "Traceback" not in ran.err
    monkeypatch.setenv("RULEWRIGHT_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        main(["lint"])


@pytest.mark.parametrize("variable", ["RULEWRIGHT_CHECKPOINT", "RULEWRIGHT_PROGRESS"])
@pytest.mark.parametrize("text", ["soon", "0", "-3", "nan", "inf"])
def test_what_the_environment_sets_is_checked(variable: str, text: str) -> None:
    command = [sys.executable, "-m", "tools.cli", "simulate", "tictactoe", "-n", "1", "--content", str(GAMES)]
    environment = {**os.environ, variable: text}
    done = subprocess.run(command, capture_output=True, text=True, cwd=REPOSITORY, env=environment)
    assert done.returncode == 2
    assert f"sets `{variable}` to `{text}`, which is no number of seconds above 0" in done.stderr
    assert "Traceback" not in done.stderr


def test_ctrl_c_is_130(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import tools.common.content

    def interrupted(_given: object) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(tools.common.content, "content_root", interrupted)
    assert run("lint").code == 130


def test_what_cannot_be_written_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ran = run("simulate", "nim", "-n", "1", "-o", tmp_path / "file" / "out.json")
    assert ran.code == 2 and ran.err.startswith("error: ")
