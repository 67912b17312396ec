"""Plays a game against itself and writes down what each thing in it is worth, for the planner."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from tools.common.arguments import add_content, add_layers, natural, positive
from tools.common.failures import FINE

SUMMARY = "find out by self-play what things are worth at the end, for the bot `planner`"
EXAMPLE = """\
examples:
  rulewright learn chess --players 2 --workers 2
  rulewright learn chess -o worths.json        elsewhere than rules/chess/bots/worths.json
  rulewright simulate chess --bots planner     plays with what was learnt

Prints for each number of a position what one more of it is worth at the end of the game: in the first round, and in
the last. A file that is there already keeps what it holds for other numbers of players. Ten minutes for a heavy game
are usual; how many games are played, and about how long the rest takes, stands on the error stream. The file is written
after each generation with the best so far: stopped then, nothing found is lost."""


def add(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("game", metavar="GAME", help="a game; `game+layer` lays a variant over it")
    parser.add_argument(
        "--players",
        action="append",
        type=positive,
        metavar="N",
        help="number of players; may be repeated (default: all)",
    )
    parser.add_argument(
        "-n", "--games", type=positive, default=80, metavar="N", help="games of a generation (default: 80)"
    )
    parser.add_argument("--generations", type=positive, default=4, metavar="N", help="how often to learn (default: 4)")
    parser.add_argument("--seed", type=natural, default=1, help="seed of the first game (default: 1)")
    parser.add_argument("--workers", type=positive, default=1, metavar="N", help="processes to use (default: 1)")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="where to write (default: the game's folder)")
    add_layers(parser)
    add_content(parser)


def run(args: argparse.Namespace) -> int:
    """Learn, print, write."""
    from tools.common.content import check_players, content_root, load_ruleset, split_name
    from tools.common.files import check_writable, read_json, write_json
    from tools.common.worths import FILE, KIND, Worths
    from tools.learn.learning import Generation, Lesson, learn

    root = content_root(args.content)
    game, layers = split_name(args.game)
    layers = (*layers, *args.layers)
    ruleset = load_ruleset(root, game, layers)
    wanted = args.players or range(ruleset.min_players, ruleset.max_players + 1)
    output: Path = args.output or root / "rules" / game / FILE
    check_writable(output)
    data: dict[str, Any] = {"kind": KIND, "game": game, "players": {}}
    if output.is_file():
        earlier = read_json(output, "a file of worths")
        if earlier.get("kind") == KIND and isinstance(earlier.get("players"), dict):
            data["players"] = earlier["players"]

    def told(generation: Generation, best: Worths) -> None:
        mean = f"{generation.mean:.1f} points on average"
        print(f"  generation {generation.number} of {args.generations}: {mean}", flush=True)
        data["players"][str(players)] = best.as_json()
        write_json(output, data)

    for players in sorted({check_players(ruleset, count) for count in wanted}):
        print(f"{game}, {players} player{'s' if players > 1 else ''}", flush=True)
        lesson = Lesson(root, game, layers, players, args.games, args.generations, args.seed)
        found = learn(lesson, args.workers, told)
        print(f"  {'one more of':40} {'first':>7} {'last':>7}")
        for name, worth in sorted(found.now.items(), key=lambda pair: -abs(pair[1])):
            if abs(worth) + abs(found.ahead[name]) >= 0.05:
                print(f"  {name:40} {worth + found.ahead[name]:7.2f} {worth:7.2f}")
    print(f"written  {output}")
    return FINE
