"""Plays scenarios and games and prints what of a game was never reached in them."""

from __future__ import annotations

import argparse
import json

from tools.common.arguments import add_bots, add_content, add_format, add_layers, natural, positive
from tools.common.failures import FINDINGS, FINE, RULES_BROKE, Failure

SUMMARY = "which cards, effects and branches were never reached in scenarios and games"
EXAMPLE = """\
examples:
  rulewright coverage chess
  rulewright coverage chess -n 1000 --bots random,greedy --workers 2
  rulewright coverage chess -n 0 --scenarios              what the scenarios alone reach
  rulewright coverage chess --scenarios --require 100     exit code 1 when something was never reached

A card is reached when one of its effects ran, a decision chose it, or a decision moved it to or from a player (a card
without effects: when it was dealt, or moved anywhere). `--require` asks about the cards and the effects that slots,
tables and tracks hold. What bots only think of does not count. Game number i has the seed SEED + i; bots change seats
from game to game. With layers that its scenarios do not name, what they expect is not asked."""


def add(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("game", metavar="GAME", help="a game; `game+layer` lays a variant over it")
    parser.add_argument(
        "-n", "--games", type=natural, default=100, metavar="N", help="games for each number of players (default: 100)"
    )
    parser.add_argument("--seed", type=natural, default=1, help="seed of the first game (default: 1)")
    parser.add_argument(
        "--players",
        action="append",
        type=positive,
        metavar="N",
        help="a number of players; may be given more than once (default: all)",
    )
    add_bots(parser)
    parser.add_argument("--scenarios", action="store_true", help="run the game's scenarios too")
    parser.add_argument("--workers", type=positive, default=1, metavar="N", help="processes to use (default: 1)")
    parser.add_argument(
        "--require", type=float, metavar="PERCENT", help="exit code 1 when less of the content was reached"
    )
    add_layers(parser)
    add_content(parser)
    add_format(parser, "table")


def run(args: argparse.Namespace) -> int:
    """Play, count, print."""
    from tools.common import bots
    from tools.common.content import check_players, content_root, full_name, load_ruleset, split_name
    from tools.common.progress import progress
    from tools.coverage.page import Coverage
    from tools.coverage.playing import Plan, Watcher, find_all, play_games, play_scenarios
    from tools.coverage.points import CONTENT

    if args.require is not None and not 0 <= args.require <= 100:
        raise Failure("`--require` takes a percentage from 0 to 100")
    for kind in args.bots.split(","):
        bots.check_kind(kind)
    root = content_root(args.content)
    game, layers = split_name(args.game)
    layers = (*layers, *args.layers)
    watcher = Watcher(root, game)
    load_ruleset(root, game, layers)  # so that an unknown name or faulty content is told first
    ruleset = watcher.ruleset(layers)
    wanted = args.players or range(ruleset.min_players, ruleset.max_players + 1)
    players = tuple(sorted({check_players(ruleset, count) for count in wanted}))
    plan = Plan(root, game, layers, players, args.bots, args.games, args.seed)
    points = find_all(ruleset, players, watcher)
    with progress(full_name(game, layers), args.games * len(players)) as step:
        reached = play_games(plan, args.workers, step)
    if args.scenarios:
        reached.add(play_scenarios(watcher, layers))
    coverage = Coverage(points, reached)
    if args.format == "json":
        print(json.dumps(coverage.as_json(plan, ruleset.hash), ensure_ascii=False, indent=1))
    else:
        print(coverage.page(plan, full_name(game, layers), root))
    if reached.errors:
        return RULES_BROKE
    if reached.failed:
        return FINDINGS
    if args.require is not None and coverage.share(CONTENT).percent < args.require:
        return FINDINGS
    return FINE
