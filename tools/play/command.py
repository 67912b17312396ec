"""Sets a table up (seats, seed, files) and plays one game at it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools.common.arguments import add_content, add_layers, list_bots, natural, positive
from tools.common.failures import FINE, INTERRUPTED, Failure

if TYPE_CHECKING:
    from interpreter.pipeline import Ruleset
    from tools.play.table import TableText

SUMMARY = "play a game in the terminal: people and bots in any seat"
EXAMPLE = """\
examples:
  rulewright play chess                                   you in seat 1, bots in the others
  rulewright play chess --players 3 --seat 2=human        two people at one screen, one bot
  rulewright play chess --bots greedy --seed 7            only bots, to the end
  rulewright play chess --save game.json                  kept up to date after every decision
  rulewright play --resume game.json                      go on with it

Type ? at the table for help. The seats are those of the rules: 1 is the first."""

TEXTS = {
    "en": {"you": "you", "one": "{game}, 1 player, seed {seed}", "many": "{game}, {n} players, seed {seed}"},
    "de": {
        "you": "du",
        "human": "Mensch",
        "random": "Zufall",
        "first": "stets das Erste",
        "greedy": "gierig",
        "search": "Suche",
        "one": "{game}, 1 Spieler, Startzahl {seed}",
        "many": "{game}, {n} Spieler, Startzahl {seed}",
    },
}


def add(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("game", nargs="?", metavar="GAME", help="a game; `game+layer` lays a variant over it")
    parser.add_argument("--players", type=positive, metavar="N", help="number of players (default: the fewest)")
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="N=KIND",
        help="who plays a seat: human or a bot; may be given more than once",
    )
    parser.add_argument(
        "--bots", metavar="KIND", help="bots in every seat that `--seat` does not give (then you have none)"
    )
    list_bots(parser)
    parser.add_argument("--seed", type=natural, help="seed of chance (default: a new one)")
    parser.add_argument("--lang", default="en", metavar="CODE", help="language: en, de, ... (default: en)")
    parser.add_argument(
        "--save", type=Path, metavar="FILE", help="keep the game in this file, up to date after every decision"
    )
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved game")
    parser.add_argument("--trace", action="store_true", help="show what each decision changed, with file and line")
    parser.add_argument(
        "--last", type=natural, metavar="N", help="with bots only: the end and the last N lines of the log"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--step", action="store_true", help="menus step by step (the default)")
    how.add_argument("--flat", action="store_true", help="every decision as one line of one menu")
    add_layers(parser)
    add_content(parser)


def run(args: argparse.Namespace) -> int:
    """Set up, play, leave."""
    from rich.console import Console

    from interpreter.playing import Match
    from tools.common.content import check_players, content_root, load_ruleset, split_name
    from tools.common.saves import program_for, read_game, resume
    from tools.common.seats import HUMAN, seat_kinds
    from tools.common.words import Words
    from tools.play.describing import Describing
    from tools.play.screen import Screen, places_of
    from tools.play.session import Leave, Session

    root = content_root(args.content)
    if args.resume is not None:
        record, saved_kinds = read_game(args.resume)
        if args.game is not None or args.layers or args.seed is not None or args.players is not None:
            raise Failure("a saved game knows its rules, players and seed", "leave them out beside `--resume`")
        ruleset, program = program_for(root, record)
        players, seed = int(record["players"]), int(record["seed"])
        everyone = args.bots or ",".join(saved_kinds) or "random"
        kinds = seat_kinds(players, everyone, args.seat, people=True)
        match, number = resume(program, record, args.resume), len(record["decisions"])
        save = args.save or args.resume
    else:
        if args.game is None:
            raise Failure(
                "name a game to play", "`rulewright lint` lists none; try `rulewright play GAME`, or `--resume FILE`"
            )
        game, layers = split_name(args.game)
        ruleset = load_ruleset(root, game, (*layers, *args.layers))
        players = check_players(ruleset, args.players)
        single = (
            args.seat
            if args.bots or any(seat.endswith(f"={HUMAN}") for seat in args.seat)
            else [f"1={HUMAN}", *args.seat]
        )
        kinds = seat_kinds(players, args.bots or "random", single, people=True)
        seed = _new_seed() if args.seed is None else args.seed
        program = ruleset.program(players, None)
        match, number = Match.start(program, seed, log=True, history=True), 0
        save = args.save
    console = Console(highlight=False)
    words = Words(ruleset.tree, args.lang)
    texts = TEXTS.get(args.lang, TEXTS["en"])
    labels = {}
    for number_of_seat, kind in enumerate(kinds, 1):
        name = f"player {number_of_seat}"
        alone = kind == HUMAN and kinds.count(HUMAN) == 1
        labels[name] = f"{words.seat(name)} ({texts['you'] if alone else texts.get(kind, kind)})"
    labels |= {name: words.seat(name) for name in match.program.layout.seat_names if name not in labels}
    table = _table(root, ruleset, args.lang)
    describing = Describing(ruleset.checked.game, words, table.words)
    screen = Screen(console, words, table, labels, places_of(program), describing)
    session = Session(
        match,
        program,
        kinds,
        seed,
        words,
        screen,
        describing,
        console,
        _reader(),
        args.flat,
        args.trace,
        save,
        number,
        root / "rules" / ruleset.id,
    )
    title = texts["one" if players == 1 else "many"].format(game=words.game(), n=players, seed=seed)
    console.print(title, markup=False)
    if HUMAN not in kinds and args.last is not None:
        return _to_the_end(session, args.last)
    try:
        session.run()
    except Leave:
        session.leave(asked=True)
    except EOFError:
        console.print()
        session.leave(asked=False)
    except KeyboardInterrupt:
        console.print()
        session.leave(asked=sys.stdin.isatty())
        return INTERRUPTED
    return FINE


def _to_the_end(session: Any, last: int) -> int:
    """Bots only: play silently, then show the end of the log and the result."""
    from tools.common.playouts import play_to_end

    play_to_end(session.match, session.players)
    session.skip_log(last)
    session.run()
    return FINE


def _reader() -> Any:
    """Reads a line; where nobody types, says what was read, so that a script's output can be followed."""
    echo = not sys.stdin.isatty()

    def read() -> str:
        sys.stdout.flush()
        line = input()
        if echo:
            print(line)
        return line

    return read


def _new_seed() -> int:
    """A seed short enough to be said aloud."""
    from secrets import randbelow

    return 1 + randbelow(999_999)


def _table(root: Path, ruleset: Ruleset, language: str) -> TableText:
    """What table.yaml says; nothing if there is none."""
    from interpreter.diagnostics import Report
    from interpreter.reading.library import Library
    from tools.play.table import read

    library = Library(root)
    name = library.table_file(ruleset.id)
    return read(None if name is None else library.read(name, Report()), language)
