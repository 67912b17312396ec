"""Plays a transcript again, decision by decision, to the same state or to the place where it parts."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from tools.common.arguments import add_content, add_format
from tools.common.failures import FINDINGS, FINE

SUMMARY = "play a recorded game again and check that it ends in the same state"
EXAMPLE = """\
examples:
  rulewright simulate chess -n 3 --save-transcripts games/
  rulewright replay games/game_000000.json
  rulewright replay my_game.save.json --trace"""


def add(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a transcript, or a game saved by `play`")
    parser.add_argument(
        "--trace", action="store_true", help="print what changed, and which line of which file changed it"
    )
    parser.add_argument("--log", action="store_true", help="print the game in words")
    parser.add_argument("--lang", default="en", help="language of the log (default: en)")
    add_content(parser)
    add_format(parser, "text")


def run(args: argparse.Namespace) -> int:
    """Replay and compare."""
    from tools.common.content import content_root
    from tools.common.saves import read_game
    from tools.replay.replaying import replay

    root = content_root(args.content)
    record, _kinds = read_game(args.file)
    outcome = replay(root, record)
    match = outcome.match
    if args.format == "json":
        print(json.dumps(outcome.as_json(), ensure_ascii=False, indent=1))
        return FINE if outcome.same else FINDINGS
    if args.trace:
        for line in match.trace(language=args.lang):
            print(line)
    if args.log:
        for line in match.log(None, args.lang):
            print(line)
    print(outcome.sentence())
    return FINE if outcome.same else FINDINGS
