"""Diagnostics as text: place, problem, message, the line of the file, and what to try."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from interpreter.diagnostics import Diagnostic, Span

WIDEST = 160
STYLES = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "place": "\x1b[1m", "frame": "\x1b[34m", "help": "\x1b[36m"}
PLAIN = "\x1b[0m"


class Painter:
    """Colours words for a terminal, and leaves them alone elsewhere (also with NO_COLOR set)."""

    def __init__(self, stream: TextIO) -> None:
        self.on = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def __call__(self, text: str, style: str) -> str:
        return f"{STYLES[style]}{text}{PLAIN}" if self.on else text


class Files:
    """The lines of files that diagnostics point into, read once each; a file that is gone has no lines."""

    def __init__(self, root: Path | None = None) -> None:
        self.root = root
        self._lines: dict[str, list[str]] = {}

    def line(self, file: str, number: int) -> str | None:
        """Line `number` (from 1) of a file, or None."""
        if file not in self._lines:
            self._lines[file] = self._read(file)
        lines = self._lines[file]
        return lines[number - 1] if 0 < number <= len(lines) else None

    def _read(self, file: str) -> list[str]:
        folders = [Path()] if self.root is None else [self.root, Path()]
        for folder in folders:
            try:
                text = (folder / file).read_text(encoding="utf-8", errors="replace")
            except (OSError, ValueError):
                continue
            return text.replace("\r\n", "\n").split("\n")
        return []


def print_report(report: Iterable[Diagnostic], stream: TextIO | None = None, root: Path | None = None) -> None:
    """Print every finding, a blank line between two."""
    stream = sys.stdout if stream is None else stream
    paint, files = Painter(stream), Files(root)
    for index, diagnostic in enumerate(report):
        print(("\n" if index else "") + render(diagnostic, files, paint), file=stream)


def render(diagnostic: Diagnostic, files: Files, paint: Painter) -> str:
    """One finding: `file:line:column: error[problem]: message`, the source line marked, notes, help."""
    severity = diagnostic.severity
    head = paint(f"{_place(diagnostic.at, files)}:", "place")
    label = paint(f"{severity}[{diagnostic.problem.name}]:", "warning" if severity == "warning" else "error")
    lines = [f"{head} {label} {printable(diagnostic.message)}"]
    lines += _excerpt(diagnostic.at, files, paint, severity)
    for note in diagnostic.notes:
        lines.append(f"{paint('  = note:', 'help')} {printable(note.message)} ({_place(note.at, files)})")
        lines += _excerpt(note.at, files, paint, "help")
    if diagnostic.help:
        lines.append(f"{paint('  = help:', 'help')} {printable(diagnostic.help)}")
    return "\n".join(lines)


def printable(text: str) -> str:
    """Text from content without anything that could steer a terminal."""
    return "".join(
        character if character.isprintable() or character == "\n" else "\N{REPLACEMENT CHARACTER}" for character in text
    )


def _place(span: Span, files: Files) -> str:
    """The place as a path that can be opened from here."""
    return f"{shown_path(span.file, files.root)}:{span.line}:{span.column}"


def shown_path(file: str, root: Path | None) -> str:
    """A file of the content folder, as a path from the working folder when it lies under it."""
    if root is None or Path(file).is_absolute() or not (root / file).exists():
        return file
    try:
        return str((root / file).relative_to(Path.cwd()))
    except ValueError:
        return str(root / file)


def _excerpt(span: Span, files: Files, paint: Painter, style: str) -> list[str]:
    text = files.line(span.file, span.line)
    if text is None or len(text) > 2000:
        return []
    first = max(span.column - 1, 0)
    last = span.end_column - 1 if span.end_line == span.line else len(text.rstrip())
    last = max(min(last, len(text)), first + 1)
    cut = max(0, first - WIDEST // 2) if len(text) > WIDEST else 0
    shown = printable(text[cut : cut + WIDEST].replace("\t", " ").rstrip())
    number = str(span.line)
    bar = paint("|", "frame")
    marks = "^" * max(1, min(last - cut, WIDEST) - (first - cut))
    return [
        f"{paint(number, 'frame')} {bar} {shown}",
        f"{' ' * len(number)} {bar} {' ' * _width(shown[: first - cut])}{paint(marks, style)}",
    ]


def _width(text: str) -> int:
    """Columns of a terminal that a text takes: wide characters take two, combining ones none."""
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)
