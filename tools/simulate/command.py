"""Plays many games and prints what came of them; the same digest for any number of workers."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tools.common.arguments import add_bots, add_content, add_format, add_layers, natural, positive
from tools.common.failures import FINE, INTERRUPTED, RULES_BROKE, Failure

SUMMARY = "play many games with bots: points, win rates, length, with intervals"
EXAMPLE = """\
examples:
  rulewright simulate chess -n 1000
  rulewright simulate chess --layer long_game --players 2 --bots greedy,random --workers 2
  rulewright simulate chess -n 100000 -o chess.json             stop it with Ctrl-C ...
  rulewright simulate chess -n 100000 -o chess.json --resume    ... and go on later

Game number i (from 0) has the seed SEED + i; `rulewright play --seed` plays it again."""


def add(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("game", metavar="GAME", help="a game; `game+layer` lays a variant over it")
    parser.add_argument("-n", "--games", type=positive, default=100, metavar="N", help="how many games (default: 100)")
    parser.add_argument("--seed", type=natural, default=1, help="seed of the first game (default: 1)")
    parser.add_argument("--players", type=positive, metavar="N", help="number of players (default: the fewest)")
    add_bots(parser)
    parser.add_argument(
        "--seat", action="append", default=[], metavar="N=KIND", help="who plays one seat; may be given more than once"
    )
    parser.add_argument("--workers", type=positive, default=1, metavar="N", help="processes to use (default: 1)")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="write settings, summary and every game as JSON"
    )
    parser.add_argument("--resume", action="store_true", help="go on from the games that the output file already holds")
    parser.add_argument("--save-transcripts", type=Path, metavar="DIR", help="write each game for `rulewright replay`")
    add_layers(parser)
    add_content(parser)
    add_format(parser, "table")


def run(args: argparse.Namespace) -> int:
    """Play, print, write."""
    from tools.common.content import check_players, content_root, load_ruleset, split_name
    from tools.common.files import check_writable
    from tools.common.output import counted
    from tools.common.playouts import Task
    from tools.common.progress import progress
    from tools.common.seats import seat_kinds
    from tools.common.simulation import Simulation

    if args.resume and args.output is None:
        raise Failure("`--resume` needs the file to go on from", "name it with `-o FILE`")
    root = content_root(args.content)
    game, layers = split_name(args.game)
    layers = (*layers, *args.layers)
    ruleset = load_ruleset(root, game, layers)
    players = check_players(ruleset, args.players)
    bots = seat_kinds(players, args.bots, args.seat, people=False)
    transcripts = None if args.save_transcripts is None else args.save_transcripts.resolve()
    task = Task(root, game, layers, players, bots, args.seed, transcripts)
    simulation = Simulation(task, args.games, ruleset.hash, loaded=ruleset)
    if args.resume and args.output.exists():
        simulation.take_up(args.output)
        print(f"going on after {counted(len(simulation.records), 'game')} of {args.output}", file=sys.stderr)
    elif args.resume:
        print(f"there is no {args.output} to go on from: all games are played", file=sys.stderr)
    if args.output is not None:
        check_writable(args.output)
    if transcripts is not None:
        check_writable(transcripts / "game")
    stopped = False
    try:
        with progress(f"{args.game}, {counted(players, 'player')}", args.games, len(simulation.records)) as step:
            simulation.run(args.workers, args.output, step)
    except KeyboardInterrupt:
        stopped = True
        print(f"stopped after {counted(len(simulation.records), 'game')} of {args.games:,}", file=sys.stderr)
        if args.output is not None:
            print(f"`--resume -o {args.output}` goes on from there", file=sys.stderr)
    result = simulation.as_json()
    if args.format == "json":
        print(json.dumps(result, ensure_ascii=False, indent=1, sort_keys=True))
    else:
        from tools.simulate.page import page

        print(page(result))
        if simulation.played:
            rate = simulation.played / max(simulation.seconds, 1e-9)
            print(f"speed    {rate:,.0f} games a second ({counted(args.workers, 'worker')})")
        if args.output is not None:
            print(f"written  {args.output}")
    if stopped:
        return INTERRUPTED
    return RULES_BROKE if result["summary"]["errors"] else FINE
