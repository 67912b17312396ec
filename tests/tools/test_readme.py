"""The tour of the README, run as it stands: its edits made, its commands run, its output compared.

`UPDATE=1 pytest tests/tools/test_readme.py` writes what the commands print into the README; read that diff.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.tools.conftest import REPOSITORY, Run

README = REPOSITORY / "README.md"
BLOCK = re.compile(r"(?:^`(?P<file>[\w./]+)`\n\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.M | re.S)


def test_the_tour_is_true(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("rules/alhambra", "cards/alhambra"):
        shutil.copytree(REPOSITORY / folder, tmp_path / folder)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    text = README.read_text(encoding="utf-8")
    before, tour, after = re.split(r"(?=^## Five minutes)|(?=^## Commands)", text, flags=re.M)
    written = BLOCK.sub(lambda block: _follow(block, run), tour)
    if os.environ.get("UPDATE"):
        README.write_text(before + written + after, encoding="utf-8")
    assert written == tour
    assert tour.count("$ rulewright") >= 6


def test_every_command_stands_in_the_table() -> None:
    commands = sorted(file.parent.name for file in (REPOSITORY / "tools").glob("*/command.py"))
    listed = re.findall(r"^\| `rulewright (\w+)` \|", README.read_text(encoding="utf-8"), re.M)
    assert sorted(listed) == commands


def _follow(block: re.Match[str], run: Run) -> str:
    """Do what a block says; returns it as it should stand."""
    kind, text = block["kind"], block["text"]
    if block["file"]:
        Path(block["file"]).parent.mkdir(parents=True, exist_ok=True)
        Path(block["file"]).write_text(text, encoding="utf-8")
    elif kind == "diff":
        file, old, new = (line[2:] for line in text.splitlines())
        content = Path(file).read_text(encoding="utf-8")
        assert content.count(old) == 1, f"`{old}` stands {content.count(old)} times in {file}"
        Path(file).write_text(content.replace(old, new), encoding="utf-8")
    elif kind == "console" and "$ " in text:
        lines = []
        for command in re.findall(r"^\$ (.*)$", text, re.M):
            ran = run(*shlex.split(command)[1:], content=None)
            lines += [f"$ {command}", *(line.rstrip() for line in (ran.out + ran.err).splitlines())]
        return "```console\n" + "\n".join(lines) + "\n```"
    return block[0]
