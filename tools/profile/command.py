"""Plays games while a timer looks which part of the rules runs, and prints where the time goes."""

from __future__ import annotations

import argparse
import json

from tools.common.arguments import add_bots, add_content, add_format, add_layers, natural, positive
from tools.common.failures import FINE, Failure

SUMMARY = "which cards, effects and parts of a game take the time when it is played"
EXAMPLE = """\
examples:
  rulewright profile chess
  rulewright profile chess --players 4 --seconds 30 --lines 40
  rulewright profile chess --layer long_game --bots greedy

*Offered* is the time in which questions look for what may be decided, *carried out* that of effects and of the flow.
A share is right to about the tenths that the last line tells. What bots think counts as `outside the rules`."""


def add(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("game", metavar="GAME", help="a game; `game+layer` lays a variant over it")
    parser.add_argument("--players", type=positive, metavar="N", help="number of players (default: the fewest)")
    parser.add_argument(
        "--seconds", type=positive, default=10, metavar="N", help="processor time to play for (default: 10)"
    )
    parser.add_argument("--seed", type=natural, default=1, help="seed of the first game (default: 1)")
    parser.add_argument("--lines", type=positive, default=20, metavar="N", help="rows to print (default: 20)")
    add_bots(parser)
    add_layers(parser)
    add_content(parser)
    add_format(parser, "table")


def run(args: argparse.Namespace) -> int:
    """Play, look, print."""
    from tools.common.content import check_players, content_root, load_ruleset, split_name
    from tools.common.seats import seat_kinds
    from tools.profile.page import page
    from tools.profile.sampling import can_sample, sample

    if not can_sample():
        raise Failure("this system has no timer of the processor's time", "profile on Linux or macOS")
    root = content_root(args.content)
    game, layers = split_name(args.game)
    layers = (*layers, *args.layers)
    ruleset = load_ruleset(root, game, layers)
    players = check_players(ruleset, args.players)
    kinds = seat_kinds(players, args.bots, (), people=False)
    found = sample(ruleset.program(players), kinds, root / "rules" / game, args.seed, args.seconds)
    if args.format == "json":
        print(json.dumps(found.as_json(), ensure_ascii=False, indent=1))
    else:
        print(page(found, args.game, players, args.lines))
    return FINE
