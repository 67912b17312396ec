"""Compares two rulesets value by value and prints the differences by what they are about."""

from __future__ import annotations

import argparse
import json
from difflib import ndiff
from itertools import groupby

from tools.common.arguments import add_content, add_format
from tools.common.failures import FINE
from tools.diff.changes import ORDER, Change, changes

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
    for group, members in groupby(found, key=lambda change: change.group):
        print(group)
        for change in members:
            print(_entry(change))
        print()
    print(f"{len(found)} difference{'s' if len(found) > 1 else ''}: {args.old} → {args.new}")
    return FINE


def _entry(change: Change) -> str:
    """One difference: on one line if it is short, else the lines that went and came."""
    from interpreter.reading.nodes import Mapping
    from tools.common.trees import short, yaml_lines

    name = change.name
    if change.old is None and change.new is not None:
        return f"  + {name}: {short(change.new, 100)}  ({change.new.span})"
    if change.new is None and change.old is not None:
        return f"  - {name}: {short(change.old, 100)}  ({change.old.span})"
    assert change.old is not None and change.new is not None
    if change.path[-1] == ORDER:
        both = [node for node in (change.old, change.new) if isinstance(node, Mapping)]
        orders = [", ".join(entry.key for entry in node) for node in both]
        return f"    {name}: {' → '.join(orders)}"
    before, after = ([line.text for line in yaml_lines(node)] for node in (change.old, change.new))
    if len(before) == len(after) == 1 and len(before[0]) + len(after[0]) < 90:
        return f"    {name}: {before[0]} → {after[0]}  ({change.new.span})"
    rows = [row for row in ndiff(before, after) if not row.startswith("?") and row[2:] not in ("|", "|-")]
    return "\n".join([f"    {name}:  ({change.new.span})", *(f"        {row.rstrip()}" for row in rows)])
