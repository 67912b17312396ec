"""Prints a game as it is played: all its files and layers merged into one ruleset."""

from __future__ import annotations

import argparse
import json

from tools.common.arguments import add_content, add_format, add_layers, positive
from tools.common.failures import FINE, Failure

SUMMARY = "print the merged ruleset of a game with its layers, and where each value comes from"
EXAMPLE = """\
examples:
  rulewright show chess
  rulewright show chess --layer long_game --origins
  rulewright show chess --path zones.hand --origins
  rulewright show chess --path play.turn --format json
  rulewright show chess --generated --players 2           the Python that runs the game"""


def add(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("game", metavar="GAME", help="a game; `game+layer` lays a variant over it")
    parser.add_argument("--path", metavar="NAMES", help="only this part, by names and ids joined by dots")
    parser.add_argument(
        "--origins", action="store_true", help="say file, line, column and layer of each value, and what it replaced"
    )
    parser.add_argument(
        "--generated", action="store_true", help="print the Python code that is generated from the rules"
    )
    parser.add_argument(
        "--players", type=positive, metavar="N", help="number of players, for `--generated` (default: the fewest)"
    )
    add_layers(parser)
    add_content(parser)
    add_format(parser, "yaml")


def run(args: argparse.Namespace) -> int:
    """Load, narrow, print."""
    from interpreter.reading.nodes import plain
    from tools.common.content import check_players, content_root, load_ruleset, split_name
    from tools.common.trees import origin, origins_json, walk, yaml_lines

    game, layers = split_name(args.game)
    ruleset = load_ruleset(content_root(args.content), game, (*layers, *args.layers))
    if args.generated and (args.path is not None or args.origins):
        other = "--path" if args.path is not None else "--origins"
        raise Failure(f"`{other}` says how to print a ruleset, not its code", "leave it out beside `--generated`")
    if args.generated:
        print(ruleset.program(check_players(ruleset, args.players)).generator.source(), end="")
        return FINE
    node = ruleset.tree if args.path is None else walk(ruleset.tree, args.path)
    if args.format == "json":
        value: dict[str, object] = {
            "game": ruleset.id,
            "layers": list(ruleset.layers),
            "hash": ruleset.hash,
            "path": args.path or "",
        }
        value |= {"values": origins_json(node)} if args.origins else {"value": plain(node)}
        print(json.dumps(value, ensure_ascii=False, indent=1))
        return FINE
    lines = yaml_lines(node, args.origins)
    if args.origins:
        width = min(72, max((len(line.text) for line in lines if line.node is not None), default=0))
        for line in lines:
            print(line.text if line.node is None else f"{line.text.ljust(width)}  # {origin(line.node)}")
    else:
        for line in lines:
            print(line.text)
    return FINE
