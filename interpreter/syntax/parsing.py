"""Parsing: the text of an effect, value, order or need -> its tree.

In: an `EffectText`. Out: a tree whose spans are offsets into that text, or None and one error in the report, at its
place in the file. Never raises for any text, never runs long: texts are capped in length and depth. Looks no name up.

Texts are parsed by `automaton`; Lark is imported, and its parser built, only to say what is wrong with one. Trees are
remembered by text: the same text on many cards is parsed once, and reports its own place each time.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, cast

from interpreter.diagnostics import EffectText, Report
from interpreter.syntax import ast, automaton, keeping
from interpreter.syntax.problems import NESTED_TOO_DEEP, TEXT_TOO_LONG, Fault, SyntaxFault
from interpreter.syntax.walking import children, depth
from interpreter.syntax.words import GRAMMAR

if TYPE_CHECKING:
    from lark import Lark

MAX_LENGTH = 20_000  # code points; the longest effects of real games have about 1,000
MAX_DEPTH = 100  # nodes inside each other; keeps every recursive pass over a tree far from Python's own limit
STARTS = ("effect", "value", "order", "need")
REMEMBERED = 8_192  # trees kept; more than the distinct texts of a large game

# So few words and signs cannot make a tree that is too deep: one, say `may`, adds at most two levels.
_SURELY_FLAT = MAX_DEPTH // 2 - 4


def parse_effect(text: EffectText, report: Report) -> ast.Block | None:
    """The tree of `do`, `use` and `ability` texts."""
    return cast("ast.Block | None", _parse("effect", text, report))


def parse_value(text: EffectText, report: Report) -> ast.Item | None:
    """The tree of `is`, `when`, `until` and formula texts; `s where … by …` may stand there without parentheses."""
    return cast("ast.Item | None", _parse("value", text, report))


def parse_order(text: EffectText, report: Report) -> ast.Order | None:
    """The tree of a ranking, as in `most point then fewest card`."""
    return cast("ast.Order | None", _parse("order", text, report))


def parse_need(text: EffectText, report: Report) -> ast.Need | None:
    """The tree of one line of a recipe."""
    return cast("ast.Need | None", _parse("need", text, report))


def build_parser(*, strict: bool = False) -> Lark:
    """A new parser for the four starts. `strict` refuses every conflict in the grammar, and needs interegular."""
    from lark import Lark

    from interpreter.syntax.building import Builder
    from interpreter.syntax.lark_layout import Layout

    return Lark(
        GRAMMAR,
        start=list(STARTS),
        parser="lalr",
        lexer="basic",  # the contextual one would take reserved words as names where the grammar allows no other word
        postlex=Layout(),
        transformer=cast(Any, Builder()),  # Lark looks for methods by name and asks for no class of its own
        maybe_placeholders=True,
        strict=strict,
    )


def _parse(start: str, text: EffectText, report: Report) -> ast.Tree | None:
    outcome = _too_long(text.text) if len(text.text) > MAX_LENGTH else _outcome(start, text.text)
    if not isinstance(outcome, Fault):
        return outcome
    place = text.span(outcome.start, outcome.end)
    report.error(outcome.problem, at=place, message=outcome.message, help=outcome.help)
    return None


_parser = cache(build_parser)
_kept: dict[tuple[str, str], object] = {}  # (start, text) -> a tree of an earlier run, as plain values
_new: dict[tuple[str, str], ast.Tree] | None = None  # what has been parsed since trees were taken up, if any were


def take_up(kept: dict[tuple[str, str], object]) -> None:
    """Trees of an earlier run of this engine, as `trees` gave them: their texts need not be parsed again."""
    global _new
    _kept.clear()
    _kept.update(kept)
    _new = {}


def trees() -> dict[tuple[str, str], object] | None:
    """What was taken up and what has been parsed since, as plain values; None if nothing has. Ends the taking up."""
    global _new
    new, _new = _new, None
    if not new:
        return None
    added = {key: keeping.flat(tree) for key, tree in new.items()}
    return _kept | added if len(_kept) + len(added) <= REMEMBERED else added


@lru_cache(maxsize=REMEMBERED)
def _outcome(start: str, text: str) -> ast.Tree | Fault:
    """The tree or the mistake; either is a value, so both may be remembered."""
    kept = _kept.get((start, text))
    if kept is not None:
        return cast(ast.Tree, keeping.built(kept))
    tables = automaton.load()
    tree, words = (None, 0) if tables is None else automaton.parse(tables, start, text)
    if tree is None:
        return _by_lark(start, text)
    outcome = _checked(cast(ast.Tree, tree), words)
    if _new is not None and not isinstance(outcome, Fault):
        _new[start, text] = outcome
    return outcome


def _by_lark(start: str, text: str) -> ast.Tree | Fault:
    """The same, slower, with what is wrong in words."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    from interpreter.syntax.explaining import explain_character, explain_layout, explain_token

    parser = _parser()
    try:
        tree = cast(ast.Tree, parser.parse(text, start=start))
    except UnexpectedCharacters as error:
        return explain_character(text, cast(int, error.pos_in_stream))
    except UnexpectedToken:
        return explain_token(parser, text, start)
    except SyntaxFault as stopped:
        return explain_layout(parser, text, start, stopped.fault)
    return _checked(tree, len(text))


def _checked(tree: ast.Tree, words: int) -> ast.Tree | Fault:
    """The tree, unless it is too deep. `words`: how many words and signs it was made of, at most."""
    return _too_deep(tree) if words > _SURELY_FLAT and depth(tree) > MAX_DEPTH else tree


def _too_long(text: str) -> Fault:
    message = f"an effect text has at most {MAX_LENGTH} characters, this one has {len(text)}"
    return Fault(TEXT_TOO_LONG, MAX_LENGTH, MAX_LENGTH, message, "take parts out as effects of their own")


def _too_deep(tree: ast.Tree) -> Fault:
    """The fault at the first node that stands deeper than the cap."""
    level = list(children(tree))
    for _ in range(MAX_DEPTH - 1):
        level = [child for parent in level for child in children(parent)]
    start, end = level[0].span
    message = f"more than {MAX_DEPTH} parts stand inside each other"
    return Fault(NESTED_TOO_DEEP, start, end, message, "take parts out as a function or as an effect of their own")
