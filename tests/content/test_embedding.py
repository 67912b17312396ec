"""The Python of docs/embedding.md runs as it stands there."""

from __future__ import annotations

import re

import pytest

from interpreter.pipeline import load
from interpreter.playing.match import Match, NotRecorded
from tests.engine.bundled import ROOT

PAGE = ROOT / "docs" / "embedding.md"


def test_the_examples_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert len(blocks) == 2
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), names)
    printed = capsys.readouterr().out.split("\n")
    assert len(printed) == 3
    assert all(line.startswith("[") for line in printed[:2])


def test_a_match_that_keeps_no_decisions_is_not_saved() -> None:
    program = load(ROOT, "alhambra").program(2)
    match = Match.play_out(program, 1, lambda seat, options, number: options[0])
    for save in (match.save, match.transcript):
        with pytest.raises(NotRecorded, match="without keeping its decisions"):
            save()
    fresh = Match.start(program, 1, record=False)
    assert fresh.transcript()["decisions"] == []
