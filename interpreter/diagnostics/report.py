"""One type for everything a user may have to be told, and the list it is collected in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from interpreter.diagnostics.span import Span
from interpreter.records import record


@record
class Problem:
    """A kind of mistake, named by its fault in words ("unknown-verb") and explained in one sentence."""

    name: str
    meaning: str


@record
class Note:
    """A second place that matters to a diagnostic ("first declared here")."""

    message: str
    at: Span


@record
class Diagnostic:
    """One finding: what is wrong where, and one thing to try.

    `severity` is "error" (exit code 1) or "warning". `cause` ranks findings of one place: a lower
    number is nearer to the root of the trouble and is shown first.
    """

    problem: Problem
    message: str
    at: Span
    help: str = ""
    notes: tuple[Note, ...] = ()
    severity: str = "error"
    cause: int = 5

    def as_json(self) -> dict[str, object]:
        """The finding for other programs: plain values, keys that do not change."""
        at = self.at
        return {
            "problem": self.problem.name,
            "severity": self.severity,
            "message": self.message,
            "help": self.help,
            "file": at.file,
            "line": at.line,
            "column": at.column,
            "end_line": at.end_line,
            "end_column": at.end_column,
            "notes": [
                {"message": n.message, "file": n.at.file, "line": n.at.line, "column": n.at.column} for n in self.notes
            ],
        }


@record(frozen=False)
class Report:
    """Collects diagnostics of a whole run; a mistake reported twice at one place counts once."""

    _found: dict[tuple[str, Span, str], Diagnostic] = field(default_factory=dict)

    def error(
        self,
        problem: Problem,
        *,
        at: Span,
        message: str,
        help: str = "",
        notes: Iterable[Note] = (),
        cause: int = 5,
    ) -> None:
        """Add an error. `cause`: 1 for files, 2 for YAML, 3 for shape, 4 for names, 5 for effects."""
        self.add(Diagnostic(problem, message, at, help, tuple(notes), "error", cause))

    def warning(self, problem: Problem, *, at: Span, message: str, help: str = "", notes: Iterable[Note] = ()) -> None:
        """Add a finding that does not keep content from being played."""
        self.add(Diagnostic(problem, message, at, help, tuple(notes), "warning"))

    def add(self, diagnostic: Diagnostic) -> None:
        """Add a finding made elsewhere."""
        self._found.setdefault((diagnostic.problem.name, diagnostic.at, diagnostic.message), diagnostic)

    @property
    def failed(self) -> bool:
        """Whether an error was found."""
        return any(d.severity == "error" for d in self._found.values())

    def __iter__(self) -> Iterator[Diagnostic]:
        """Findings, root causes first, then by file and place."""
        return iter(sorted(self._found.values(), key=lambda d: (d.cause, d.at, d.problem.name)))

    def __len__(self) -> int:
        return len(self._found)


class Refused(Exception):
    """Content cannot be used; the report says why."""

    def __init__(self, report: Report) -> None:
        super().__init__("\n".join(f"{d.at}: {d.message}" for d in report))
        self.report = report

    def __reduce__(self) -> tuple[type[Refused], tuple[Report]]:
        """It may go from one process to another."""
        return Refused, (self.report,)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A help line with the closest known name, or the known names when they are few, or nothing."""
    from difflib import get_close_matches  # only for what is wrong

    names = sorted(set(known))
    close = get_close_matches(name, names, n=1, cutoff=0.6)
    if close:
        return f"did you mean `{close[0]}`?"
    if 0 < len(names) <= 8:
        return "known here: " + ", ".join(f"`{n}`" for n in names)
    return ""
