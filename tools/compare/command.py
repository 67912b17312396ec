"""Plays two or more rulesets with the same seeds and says what differs, with intervals."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tools.common.arguments import add_bots, add_content, add_format, add_layers, natural, positive
from tools.common.failures import FINE, INTERRUPTED, RULES_BROKE, Failure

SUMMARY = "measure what a variant changes: points, wins, length, on paired seeds"
EXAMPLE = """\
examples:
  rulewright compare chess --layer long_game
  rulewright compare chess --layer long_game -n 2000 --players 2 --workers 2 -o report
  rulewright compare chess chess+long_game chess+short_game

Two games of a pair have the same seed: the same shuffles and the same bots, as far as the rules allow.
`-o report` writes report.md for reading and report.json for other programs."""


def add(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("games", nargs="+", metavar="GAME[+LAYER]", help="the base, then what is compared with it")
    parser.add_argument(
        "-n", "--pairs", type=positive, default=200, metavar="N", help="games of each ruleset (default: 200)"
    )
    parser.add_argument("--seed", type=natural, default=1, help="seed of the first pair (default: 1)")
    parser.add_argument(
        "--players", type=positive, metavar="N", help="number of players (default: the fewest of the base)"
    )
    add_bots(parser)
    parser.add_argument("--workers", type=positive, default=1, metavar="N", help="processes to use (default: 1)")
    parser.add_argument("-o", "--output", type=Path, metavar="NAME", help="write NAME.md and NAME.json")
    add_layers(parser)
    add_content(parser)
    add_format(parser, "table")


def run(args: argparse.Namespace) -> int:
    """Play all, compare with the first, print, write."""
    from tools.common.content import check_players, content_root, load_ruleset, split_name
    from tools.common.files import check_writable
    from tools.common.playouts import Task
    from tools.common.progress import progress
    from tools.common.seats import seat_kinds
    from tools.common.simulation import Simulation
    from tools.compare.comparison import compare
    from tools.compare.telling import told

    names = [split_name(name) for name in args.games]
    if args.layers:
        game, layers = names[0]
        names.append((game, (*layers, *args.layers)))
    if len(names) < 2:
        raise Failure("there is nothing to compare it with", "name a variant with `--layer NAME`, or a second ruleset")
    root = content_root(args.content)
    simulations, rulesets = [], []
    players: int | None = args.players
    for game, layers in names:
        ruleset = load_ruleset(root, game, layers)
        rulesets.append(ruleset)
        players = check_players(ruleset, players)
        bots = seat_kinds(players, args.bots, [], people=False)
        task = Task(root, game, layers, players, bots, args.seed)
        simulations.append(Simulation(task, args.pairs, ruleset.hash, loaded=ruleset))
    if args.output is not None:
        check_writable(args.output)
    stopped = False
    try:
        with progress(f"{len(names)} rulesets", args.pairs * len(names)) as step:
            for simulation in simulations:
                simulation.run(args.workers, None, step)
    except KeyboardInterrupt:
        stopped = True
        played = min(len(simulation.records) for simulation in simulations)
        print(f"stopped after {played:,} of {args.pairs:,} pairs", file=sys.stderr)
        if played < 2:
            return INTERRUPTED
    result = compare(simulations) | {"told": told(root, rulesets)}
    if args.format == "json":
        print(json.dumps(result, ensure_ascii=False, indent=1, sort_keys=True))
    else:
        from tools.compare.page import text

        print(text(result))
    if args.output is not None:
        _write(args.output, result, quiet=args.format == "json")
    if stopped:
        return INTERRUPTED
    return RULES_BROKE if any(side["summary"]["errors"] for side in result["rulesets"]) else FINE


def _write(output: Path, result: dict[str, object], quiet: bool) -> None:
    from tools.common.files import write_json, write_text
    from tools.compare.page import markdown

    stem = output.with_suffix("") if output.suffix in (".md", ".json") else output
    page, data = (stem.with_name(stem.name + suffix) for suffix in (".md", ".json"))
    write_text(page, markdown(result))
    write_json(data, result)
    if not quiet:
        print(f"written  {page}, {data}")
