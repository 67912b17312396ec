"""Checks content and prints every finding; exit code 1 if there is one."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tools.common.arguments import add_content, add_format
from tools.common.failures import FINDINGS, FINE, Failure

if TYPE_CHECKING:
    from interpreter.diagnostics import Report

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
    from interpreter.pipeline import lint
    from tools.common.content import content_root

    root = content_root(args.content)
    chosen, paths = _sort_out(root, args.what)
    report = lint(root, chosen)
    if paths is not None:
        report = _under(report, root, paths)
    if args.format == "json":
        _print_json(report)
    else:
        _print_text(report, root, chosen)
    return FINDINGS if len(report) else FINE


def _sort_out(root: Path, words: list[str]) -> tuple[list[str] | None, list[Path] | None]:
    """Which games to lint, and to which paths the findings are narrowed; None means all."""
    from interpreter.pipeline import games
    from tools.common.names import suggestion

    if not words:
        return None, None
    known = games(root)
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


def _print_text(report: Report, root: Path, chosen: list[str] | None) -> None:
    from interpreter.pipeline import games
    from tools.common.output import counted
    from tools.common.rendering import Painter, print_report

    print_report(report, root=root)
    if len(report):
        print()
    count = len(games(root) if chosen is None else chosen)
    errors = sum(diagnostic.severity == "error" for diagnostic in report)
    warnings = len(report) - errors
    found = ", ".join(
        part
        for part in (counted(errors, "error") if errors else "", counted(warnings, "warning") if warnings else "")
        if part
    )
    verdict = found or "no findings"
    paint = Painter(sys.stdout)
    print(f"{counted(count, 'game')} checked: {paint(verdict, 'error') if errors else verdict}")


def _print_json(report: Report) -> None:
    findings = [diagnostic.as_json() for diagnostic in report]
    print(json.dumps({"findings": findings, "count": len(findings)}, ensure_ascii=False, indent=1))
