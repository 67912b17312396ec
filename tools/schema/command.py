"""Writes `schema/cards/GAME.schema.json` for editors, or checks that the files are up to date."""

from __future__ import annotations

import argparse
from pathlib import Path

from tools.common.arguments import add_content
from tools.common.failures import FINDINGS, FINE

SUMMARY = "write the card schema of each game for editors (schema/cards/GAME.schema.json)"
EXAMPLE = """\
examples:
  rulewright schema            every game of the content folder
  rulewright schema chess
  rulewright schema --check    write nothing; exit code 1 if a file is not up to date

A card file names its schema in its first line, so that an editor completes and checks it:
  # yaml-language-server: $schema=../../schema/cards/chess.schema.json"""


def add(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("games", nargs="*", metavar="GAME", help="games by name (default: all)")
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if a file differs")
    add_content(parser)


def run(args: argparse.Namespace) -> int:
    """Write or compare."""
    from interpreter.pipeline import games
    from tools.common.content import check_game, content_root
    from tools.common.files import write_text

    root = content_root(args.content)
    for game in args.games:
        check_game(root, game)
    stale = False
    for game in args.games or games(root):
        file = root / "schema" / "cards" / f"{game}.schema.json"
        text = _schema(root, game)
        there = file.read_text(encoding="utf-8") if file.is_file() else ""
        if there == text:
            continue
        if args.check:
            stale = True
            print(f"{file.relative_to(root)} is not up to date: `rulewright schema` writes it again")
        else:
            write_text(file, text)
            print(f"written  {file.relative_to(root)}")
    if not args.check:
        return FINE
    for file in sorted((root / "schema" / "cards").glob("*.schema.json")):
        if file.name.removesuffix(".schema.json") not in games(root):
            stale = True
            print(f"{file.relative_to(root)} belongs to no game: remove it")
    return FINDINGS if stale else FINE


def _schema(root: Path, game: str) -> str:
    from interpreter.reading.generate import card_schema, render
    from interpreter.reading.nodes import plain
    from tools.common.content import load_ruleset

    tree = plain(load_ruleset(root, game).tree)
    assert isinstance(tree, dict)
    return render(card_schema(tree))
