"""Runs scenario files and prints what passed and what differs."""

from __future__ import annotations

import argparse
import json
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tools.common.arguments import add_content, add_format
from tools.common.failures import FINDINGS, FINE, Failure

if TYPE_CHECKING:
    from interpreter.pipeline import Ruleset
    from tools.test.scenarios import Outcome

SUMMARY = "run the scenarios of games: given a table, when someone decides, then ..."
EXAMPLE = """\
examples:
  rulewright test                                    every scenario of every game
  rulewright test chess                              those of one game
  rulewright test rules/chess/scenarios/castling.yaml
  rulewright test chess -k castling                  those with this word in their name"""


def add(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument(
        "what", nargs="*", metavar="GAME|PATH", help="games by name, or scenario files (default: everything)"
    )
    parser.add_argument("-k", "--only", metavar="WORD", help="only scenarios whose name has this word in it")
    parser.add_argument("-q", "--quiet", action="store_true", help="print only what failed, and the summary")
    add_content(parser)
    add_format(parser, "text")


def run(args: argparse.Namespace) -> int:
    """Run all, print each."""
    from tools.common.content import content_root
    from tools.test.scenarios import Runner, read_scenarios

    root = content_root(args.content)
    files = _files(root, args.what)
    kept: dict[tuple[str, tuple[str, ...]], Ruleset] = {}
    outcomes: list[Outcome] = []
    for file in files:
        game = file.split("/")[1]
        runner = Runner(partial(_ruleset, root, game, kept))
        for scenario in read_scenarios(root, file):
            outcome = runner.run(scenario) if _wanted(scenario.get("scenario"), args.only) else None
            if outcome is not None:
                outcomes.append(outcome)
                if args.format == "text":
                    _print(outcome, root, args.quiet)
    failed = sum(not outcome.passed for outcome in outcomes)
    if args.format == "json":
        _print_json(outcomes)
    else:
        print(f"{len(outcomes) - failed} passed, {failed} failed")
    return FINDINGS if failed else FINE


def _files(root: Path, words: list[str]) -> list[str]:
    """Scenario files under the content folder, as `rules/GAME/scenarios/NAME.yaml`."""
    from interpreter.reading.library import Library
    from tools.common.names import suggestion

    library = Library(root)
    games = library.games()
    if not words:
        return [file for game in games for file in library.scenario_files(game)]
    found: list[str] = []
    for word in words:
        if word in games:
            found += library.scenario_files(word)
            continue
        path = next((p.resolve() for p in (Path(word), root / word) if p.exists()), None)
        if path is None:
            raise Failure(f"`{word}` is neither a game nor a scenario file", suggestion(word, games))
        every = [file for game in games for file in library.scenario_files(game)]
        inside = [file for file in every if (root / file).is_relative_to(path)]
        if not inside:
            raise Failure(f"`{word}` holds no scenario of {root}", "scenarios are files rules/GAME/scenarios/*.yaml")
        found += inside
    return list(dict.fromkeys(found))


def _ruleset(
    root: Path, game: str, kept: dict[tuple[str, tuple[str, ...]], Ruleset], layers: tuple[str, ...]
) -> Ruleset:
    from tools.common.content import load_ruleset

    if (game, layers) not in kept:
        kept[game, layers] = load_ruleset(root, game, layers)
    return kept[game, layers]


def _wanted(name: object, only: str | None) -> bool:
    return only is None or only.lower() in str(getattr(name, "value", "")).lower()


def _print(outcome: Outcome, root: Path, quiet: bool) -> None:
    from tools.common.rendering import Painter, printable, shown_path

    paint = Painter(sys.stdout)
    if outcome.passed:
        if not quiet:
            print(f"{paint('pass', 'help')}  {outcome.at.file.split('/')[1]}: {printable(outcome.name)}")
        return
    place = f"{shown_path(outcome.at.file, root)}:{outcome.at.line}"
    print(f"{paint('FAIL', 'error')}  {outcome.at.file.split('/')[1]}: {printable(outcome.name)}  ({place})")
    for difference in outcome.differences:
        at = difference.at
        print(f"      {shown_path(at.file, root)}:{at.line}:{at.column}: {printable(difference.what)}")
        if difference.expected or difference.found:
            print(f"        expected  {printable(difference.expected)}")
            print(f"        found     {printable(difference.found)}")
        if difference.help:
            print(f"        {paint('help:', 'help')} {printable(difference.help)}")


def _print_json(outcomes: list[Outcome]) -> None:
    value = {
        "passed": sum(outcome.passed for outcome in outcomes),
        "failed": sum(not outcome.passed for outcome in outcomes),
        "scenarios": [
            {
                "name": outcome.name,
                "file": outcome.at.file,
                "line": outcome.at.line,
                "passed": outcome.passed,
                "differences": [difference.as_json() for difference in outcome.differences],
            }
            for outcome in outcomes
        ],
    }
    print(json.dumps(value, ensure_ascii=False, indent=1))
