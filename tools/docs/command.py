"""Writes the reference of the effect language, or checks that it is up to date."""

from __future__ import annotations

import argparse
from pathlib import Path

from tools.common.failures import FINDINGS, FINE, Failure

SUMMARY = "write the reference of the effect language (docs/language.md)"
EXAMPLE = """\
examples:
  rulewright docs               write docs/language.md of this checkout
  rulewright docs --check       exit code 1 if it is not up to date
  rulewright docs -o words.md   write it elsewhere ( - prints it)"""


def add(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if the file differs")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="where to write (default: docs/language.md of the checkout)"
    )


def run(args: argparse.Namespace) -> int:
    """Write, print or compare."""
    from tools.common.files import write_text
    from tools.docs.reference import reference

    text = reference()
    if args.output == "-":
        print(text, end="")
        return FINE
    file = Path(args.output) if args.output else _default()
    if args.check:
        try:
            there = file.read_text(encoding="utf-8")
        except FileNotFoundError:
            there = ""
        if there == text:
            return FINE
        print(f"{file} is not up to date: `rulewright docs` writes it again")
        return FINDINGS
    write_text(file, text)
    print(f"written  {file}")
    return FINE


def _default() -> Path:
    checkout = Path(__file__).resolve().parents[2]
    if not (checkout / "pyproject.toml").is_file():
        raise Failure("this is no checkout of the project", "name a file with `-o FILE`, or `-o -` to print it")
    return checkout / "docs" / "language.md"
