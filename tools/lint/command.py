"""Checks content and prints every finding; exit code 1 if there is one."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools.common.arguments import add_content, add_format
from tools.common.failures import FINDINGS, FINE, Failure

if TYPE_CHECKING:
    from interpreter.caching.kept import Kept
    from interpreter.diagnostics import Diagnostic, Report

SUMMARY = "check games, cards, variants and scenarios; say what is wrong and where"
EXAMPLE = """\
examples:
  rulewright lint                          everything in the content folder
  rulewright lint chess                    one game with all its variants
  rulewright lint rules/chess/game.yaml    the findings of one file or folder
  rulewright lint --format json            for other programs"""


def add(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument(
        "what", nargs="*", metavar="GAME|PATH", help="games by name, files or folders (default: everything)"
    )
    add_content(parser)
    add_format(parser, "text")


def run(args: argparse.Namespace) -> int:
    """Lint and print."""
    from interpreter.caching.kept import Kept
    from tools.common.content import content_root

    root = content_root(args.content)
    chosen, paths = _sort_out(root, args.what)
    known = Kept(str(root))
    before = known.whole(chosen)
    if before is not None and not before[1]:
        count, found = before[0], []
    else:
        count, report = _report(root, chosen, known, before)
        found = list(report if paths is None else _under(report, root, paths))
    if args.format == "json":
        _print_json(found)
    else:
        _print_text(found, root, count)
    return FINDINGS if found else FINE


def _report(
    root: Path, chosen: list[str] | None, known: Kept, before: tuple[int, list[Any]] | None
) -> tuple[int, Report]:
    """How many games were looked at, and the findings: those of an earlier lint if nothing has changed."""
    if before is not None:
        from interpreter.caching.findings import unpacked
        from interpreter.diagnostics import Report

        report = Report()
        for diagnostic in unpacked(before[1]):
            report.add(diagnostic)
        return before[0], report
    from interpreter.linting import lint
    from interpreter.reading.library import Library

    report = lint(root, chosen, known)
    return len(Library(root).games() if chosen is None else chosen), report


def _sort_out(root: Path, words: list[str]) -> tuple[list[str] | None, list[Path] | None]:
    """Which games to lint, and to which paths the findings are narrowed; None means all."""
    from tools.common.names import suggestion

    if not words:
        return None, None
    from interpreter.reading.library import Library

    known = Library(root).games()
    chosen: list[str] = []
    paths: list[Path] = []
    for word in words:
        if word in known:
            chosen.append(word)
            paths += [root / "rules" / word, root / "cards" / word]
            continue
        path = next((p.resolve() for p in (Path(word), root / word) if p.exists()), None)
        if path is None:
            raise Failure(f"`{word}` is neither a game nor a path", suggestion(word, known))
        if not path.is_relative_to(root):
            raise Failure(f"`{word}` lies outside the content folder {root}", "name the folder with `--content DIR`")
        paths.append(path)
        parts = path.relative_to(root).parts
        chosen += [parts[1]] if len(parts) > 1 and parts[1] in known else known
    return sorted(set(chosen)), paths


def _under(report: Report, root: Path, paths: list[Path]) -> Report:
    """The findings of some files and folders."""
    from interpreter.diagnostics import Report

    kept = Report()
    for diagnostic in report:
        if any((root / diagnostic.at.file).is_relative_to(path) for path in paths):
            kept.add(diagnostic)
    return kept


def _print_text(found: list[Diagnostic], root: Path, count: int) -> None:
    from tools.common.rendering import Painter, print_report

    if found:
        print_report(found, root=root)
        print()
    errors = sum(diagnostic.severity == "error" for diagnostic in found)
    warnings = len(found) - errors
    parts = (_counted(errors, "error") if errors else "", _counted(warnings, "warning") if warnings else "")
    verdict = ", ".join(filter(None, parts)) or "no findings"
    paint = Painter(sys.stdout)
    print(f"{_counted(count, 'game')} checked: {paint(verdict, 'error') if errors else verdict}")


def _counted(count: int, one: str) -> str:
    from tools.common.output import counted

    return counted(count, one)


def _print_json(found: list[Diagnostic]) -> None:
    import json

    findings = [diagnostic.as_json() for diagnostic in found]
    print(json.dumps({"findings": findings, "count": len(findings)}, ensure_ascii=False, indent=1))
