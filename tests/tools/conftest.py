"""Running the command line in this process, on the test games or on the game of the guide."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tools.cli import main

REPOSITORY = Path(__file__).resolve().parents[2]
GAMES = REPOSITORY / "tests" / "games"
GUIDE = REPOSITORY / "docs" / "writing-a-game.md"


@dataclass(frozen=True)
class Ran:
    """What a command left: its exit code and what it printed."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("lint", "nim", stdin="1\\n")`; with `content` (a folder) the command gets `--content`."""

    def ran(*words: object, stdin: str = "", content: Path | None = GAMES) -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        extra = [] if content is None else ["--content", str(content)]
        code = main([str(word) for word in words] + extra)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return ran


@pytest.fixture
def orchard(tmp_path: Path) -> Path:
    """A content folder with the game of docs/writing-a-game.md, written out file by file."""
    root = tmp_path / "orchard"
    files = re.findall(r"^`([\w./]+\.yaml)`\n\n```yaml\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.M | re.S)
    assert len(files) >= 4, "the guide names each file before its text"
    for name, text in files:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root
