"""Findings as plain values, and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from interpreter.caching.store import Plain
from interpreter.diagnostics import Diagnostic, Note, Problem, Span


def packed(findings: Iterable[Diagnostic]) -> Plain:
    """Plain values for a store."""
    return [
        (
            (found.problem.name, found.problem.meaning),
            found.message,
            _place(found.at),
            found.help,
            [(note.message, _place(note.at)) for note in found.notes],
            found.severity,
            found.cause,
        )
        for found in findings
    ]


def unpacked(value: Plain) -> list[Diagnostic]:
    """The findings again."""
    return [
        Diagnostic(
            Problem(*problem),
            message,
            Span(*at),
            help,
            tuple(Note(said, Span(*there)) for said, there in notes),
            severity,
            cause,
        )
        for problem, message, at, help, notes, severity, cause in cast("list[Any]", value)
    ]


def _place(at: Span) -> tuple[str, int, int, int, int]:
    return at.file, at.line, at.column, at.end_line, at.end_column
