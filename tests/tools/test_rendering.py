"""Diagnostics as text: place, message, the marked line, help."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from interpreter.diagnostics import Diagnostic, Note, Problem, Report, Span
from tools.common.rendering import Files, Painter, print_report, printable, render

UNKNOWN = Problem("unknown-verb", "The first word of a statement is not a verb of the language.")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "a.yaml").write_text("do: |\n  draww 2\nname: Müller 木 draww\n\tx: \x1b[31mred\n", encoding="utf-8")
    return tmp_path


def _render(root: Path, diagnostic: Diagnostic) -> list[str]:
    return render(diagnostic, Files(root), Painter(io.StringIO())).splitlines()


def test_as_the_style_guide_has_it(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    found = Diagnostic(UNKNOWN, "no verb is called `draww`", Span.at("a.yaml", 2, 3, 5), "did you mean `draw`?")
    assert _render(root, found) == [
        "a.yaml:2:3: error[unknown-verb]: no verb is called `draww`",
        "2 |   draww 2",
        "  |   ^^^^^",
        "  = help: did you mean `draw`?",
    ]


def test_marks_stand_under_wide_characters(root: Path) -> None:
    line, marks = _render(root, Diagnostic(UNKNOWN, "x", Span.at("a.yaml", 3, 16, 5)))[1:3]
    assert line == "3 | name: Müller 木 draww"
    assert marks == "  | " + " " * 16 + "^^^^^"


def test_a_second_place_is_shown_too(root: Path) -> None:
    note = Note("first declared here", Span.at("a.yaml", 1, 1, 2))
    text = "\n".join(_render(root, Diagnostic(UNKNOWN, "x", Span.at("a.yaml", 2, 3, 5), notes=(note,))))
    assert "= note: first declared here" in text and "1 | do: |" in text


def test_content_cannot_steer_the_terminal(root: Path) -> None:
    assert "\x1b" not in "\n".join(_render(root, Diagnostic(UNKNOWN, "x\x1b[2J", Span.at("a.yaml", 4, 1, 1))))
    assert printable("a\x07b") == "a\N{REPLACEMENT CHARACTER}b"


def test_a_file_that_is_gone_and_a_line_that_is_not_there(root: Path) -> None:
    assert len(_render(root, Diagnostic(UNKNOWN, "x", Span.at("gone.yaml", 1, 1)))) == 1
    assert len(_render(root, Diagnostic(UNKNOWN, "x", Span.at("a.yaml", 99, 1)))) == 1


def test_a_report_prints_all(root: Path) -> None:
    report = Report()
    report.error(UNKNOWN, at=Span.at("a.yaml", 2, 3, 5), message="one")
    report.warning(UNKNOWN, at=Span.at("a.yaml", 3, 1, 4), message="two")
    stream = io.StringIO()
    print_report(report, stream, root)
    assert "error[unknown-verb]: one" in stream.getvalue() and "warning[unknown-verb]: two" in stream.getvalue()


def test_colour_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert "\x1b[" in Painter(Terminal())("x", "error")
    monkeypatch.setenv("NO_COLOR", "1")
    assert Painter(Terminal())("x", "error") == "x"
    assert Painter(io.StringIO())("x", "error") == "x"
