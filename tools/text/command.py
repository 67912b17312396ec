"""Prints rules for people: what the effects of a game say, as a rulebook would put it."""

from __future__ import annotations

import argparse
import json
import sys

from tools.common.arguments import add_content, add_format, add_layers
from tools.common.failures import FINE, Failure

SUMMARY = "print the rules of a game in words, made from its effects"
EXAMPLE = """\
examples:
  rulewright text chess
  rulewright text chess --lang de --layer long_game
  rulewright text chess --card queen
  rulewright text chess --action castle --lang de"""


def add(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("game", metavar="GAME", help="a game; `game+layer` lays a variant over it")
    parser.add_argument("--lang", default="en", metavar="LANGUAGE", help="the language, `en` or `de` (default: en)")
    parser.add_argument("--card", metavar="ID", help="only what is printed on this card and what it does")
    parser.add_argument("--action", metavar="NAME", help="only what this action or named effect does")
    add_layers(parser)
    add_content(parser)
    add_format(parser, "markdown")


def run(args: argparse.Namespace) -> int:
    """Load, say, print."""
    from interpreter.wording import action_text, card_page, rules_text
    from tools.common.content import content_root, load_ruleset, split_name
    from tools.common.names import suggestion
    from tools.text.lacking import lacking

    name, layers = split_name(args.game)
    ruleset = load_ruleset(content_root(args.content), name, (*layers, *args.layers))
    game = ruleset.checked.game
    if args.card is not None:
        if args.card not in game.cards:
            raise Failure(f"`{name}` has no card `{args.card}`", suggestion(args.card, game.cards))
        text = card_page(game, args.card, args.lang)
    elif args.action is not None:
        known = [*game.actions, *game.effects]
        if args.action not in known:
            raise Failure(f"`{name}` has no action or effect `{args.action}`", suggestion(args.action, known))
        text = action_text(game, args.action, args.lang)
    else:
        text = rules_text(game, args.lang)
    if args.format == "json":
        value = {"game": ruleset.id, "layers": list(ruleset.layers), "language": args.lang, "text": text}
        print(json.dumps(value, ensure_ascii=False, indent=1))
    else:
        print(text.rstrip("\n"))
    if names := lacking(game, args.lang, text):
        listed = ", ".join(f"`{name}`" for name in names)
        print(f"note: without words in `{args.lang}`: {listed}", file=sys.stderr)
    return FINE
