"""Compares two rulesets value by value and prints the differences by what they are about."""

from __future__ import annotations

import argparse
import json

from tools.common.arguments import add_content, add_format
from tools.common.failures import FINE

SUMMARY = "show what differs between two rulesets: cards, zones, actions, flow"
EXAMPLE = """\
examples:
  rulewright diff chess chess+long_game
  rulewright diff chess+long_game chess+short_game --format json

The exit code is 0 whether or not there are differences."""


def add(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("old", metavar="GAME[+LAYER]", help="the ruleset to start from")
    parser.add_argument("new", metavar="GAME[+LAYER]", help="the ruleset to compare with it")
    add_content(parser)
    add_format(parser, "text")


def run(args: argparse.Namespace) -> int:
    """Load both, compare, print."""
    from tools.common.content import content_root, load_ruleset, split_name
    from tools.diff.changes import changes
    from tools.diff.page import page

    root = content_root(args.content)
    old, new = (load_ruleset(root, *split_name(name)) for name in (args.old, args.new))
    found = changes(old.tree, new.tree)
    if args.format == "json":
        value = {
            "old": {"name": args.old, "hash": old.hash},
            "new": {"name": args.new, "hash": new.hash},
            "changes": [change.as_json() for change in found],
        }
        print(json.dumps(value, ensure_ascii=False, indent=1))
        return FINE
    if not found:
        print(f"{args.old} and {args.new} are the same ruleset")
        return FINE
    print(page(found))
    print()
    print(f"{len(found)} difference{'s' if len(found) > 1 else ''}: {args.old} → {args.new}")
    return FINE
