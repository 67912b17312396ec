"""Command-line arguments: a parser that suggests, and the options that several commands take.

Importing this module is cheap: `rulewright --version` and `--help` must be quick.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NoReturn

from tools.common.failures import EXIT_CODES, WRONG_USAGE
from tools.common.names import suggestion


class Parser(argparse.ArgumentParser):
    """An argument parser that takes no abbreviations and suggests the option that was meant."""

    def __init__(self, prog: str, description: str, example: str) -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=f"{example}\n\n{EXIT_CODES}",
            formatter_class=_unmeasured,
            allow_abbrev=False,
        )
        self.lists_bots = False

    def format_usage(self) -> str:
        """The usage, as wide as the terminal."""
        self.formatter_class = argparse.RawDescriptionHelpFormatter
        return super().format_usage()

    def format_help(self) -> str:
        """The help; where the command takes bots, with their names and how each plays, read only now."""
        self.formatter_class = argparse.RawDescriptionHelpFormatter
        text = super().format_help()
        if not self.lists_bots:
            return text
        from tools.common.bots import describe, kinds

        listed = "\n".join(f"  {kind:<10} {describe(kind)}" for kind in kinds())
        head, examples, rest = text.partition("examples:")
        return f"{head}bots:\n{listed}\n\n{examples}{rest}"

    def error(self, message: str) -> NoReturn:
        """Print what is wrong and what to try, and leave with exit code 2."""
        lines = [f"error: {message}"]
        if message.startswith("unrecognized arguments: "):
            for word in message.removeprefix("unrecognized arguments: ").split():
                options = [option for action in self._actions for option in action.option_strings]
                close = suggestion(word.split("=")[0], options) if word.startswith("--") else ""
                if close.startswith("did you mean"):
                    lines.append(f"  = help: {close}")
                    break
        lines.append(f"  = help: `{self.prog} --help` shows what it takes")
        self.exit(WRONG_USAGE, "\n".join(lines) + "\n")


def _unmeasured(prog: str) -> argparse.HelpFormatter:
    """Each argument that is added is formatted once, to see that it can be: for that nobody needs the terminal's width,
    which takes a library of its own to find out."""
    return argparse.RawDescriptionHelpFormatter(prog, width=80)


def add_content(parser: argparse.ArgumentParser) -> None:
    """`--content DIR`."""
    parser.add_argument(
        "--content",
        type=Path,
        metavar="DIR",
        help="folder that holds rules/ and cards/ (default: the nearest one from here upwards, else the bundled games)",
    )


def add_bots(parser: argparse.ArgumentParser) -> None:
    """`--bots KIND,KIND`."""
    parser.add_argument(
        "--bots", default="random", metavar="KIND[,KIND...]", help="who plays, dealt out seat by seat (default: random)"
    )
    list_bots(parser)


def list_bots(parser: argparse.ArgumentParser) -> None:
    """The bots are to stand in the help."""
    if isinstance(parser, Parser):
        parser.lists_bots = True


def add_layers(parser: argparse.ArgumentParser) -> None:
    """`--layer NAME`, as often as wanted."""
    parser.add_argument(
        "--layer",
        action="append",
        default=[],
        dest="layers",
        metavar="NAME",
        help="a variant of the game to lay over it; may be given more than once",
    )


def add_format(parser: argparse.ArgumentParser, *others: str) -> None:
    """`--format`, whose first choice is for people and the default."""
    names = [*others, "json"]
    parser.add_argument("--format", choices=names, default=names[0], help=f"how to print (default: {names[0]})")


def positive(text: str) -> int:
    """A whole number from 1."""
    return _whole(text, 1)


def natural(text: str) -> int:
    """A whole number from 0."""
    return _whole(text, 0)


def _whole(text: str, low: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 18 and int(text) >= low):
        raise argparse.ArgumentTypeError(f"`{text}` is not a whole number from {low}")
    return int(text)
