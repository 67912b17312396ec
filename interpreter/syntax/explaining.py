"""Lark's complaints in words that help: where a parse stopped -> a `Fault`.

In: a text that does not parse, and what stopped it. Out: one fault, with the place of the slip rather than the place
where the parser noticed it, and one thing to try. Runs only for texts with a mistake, so it may parse the text again.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

from lark import Lark, Token
from lark.exceptions import UnexpectedToken

from interpreter.diagnostics import Problem
from interpreter.records import record
from interpreter.syntax.layout import STARTERS
from interpreter.syntax.problems import (
    CHAINED_COMPARISON,
    EITHER_WITHOUT_OR,
    KEYWORD_AS_NAME,
    MISPLACED_OR,
    MISSING_ARROW,
    MISSING_DO,
    MIXED_AND_OR,
    NOT_LINED_UP,
    UNEXPECTED_END,
    UNEXPECTED_WORD,
    UNKNOWN_CHARACTER,
    UNROUNDED_DIVISION,
    Fault,
    SyntaxFault,
)
from interpreter.syntax.words import RESERVED

# ---- characters ------------------------------------------------------------------------------------

_INSTEAD = {
    "\t": "indent and separate with spaces",
    "\r": "end lines with a line feed alone",
    "\u00a0": "write an ordinary space",
    "\u2013": "write `-`",
    "\u2014": "write `-`",
    "\u2212": "write `-`",
    "\u2192": "write `->`",
    "\u21d2": "write `->`",
    "\u2264": "write `<=`",
    "\u2265": "write `>=`",
    "\u2260": "write `!=`",
    "\u00d7": "write `*`",
    "\u00f7": "write `/`",
    "\u2026": "write `..`",
    "[": "parentheses read a table, as in `table(row, column)`",
    "]": "parentheses read a table, as in `table(row, column)`",
    "{": "no braces are needed: what stands under a word belongs to it",
    "}": "no braces are needed: what stands under a word belongs to it",
    '"': "names stand without quotes",
    "'": "names stand without quotes",
    "&": "write `and`",
    "|": "write `or`",
    "!": "write `not`, or `!=` for unequal",
    "%": "write `mod`",
    ":": "no colon is needed; `do` or `->` comes before what is to be done",
    "_": "a name begins with a letter from a to z",
    "#": "a note begins with a space and `#`",
}


_NAMED = {"\t": "a tab", "\r": "a carriage return", "\u00a0": "a no-break space", "`": "a backtick"}


def explain_character(text: str, place: int) -> Fault:
    """The character at `place` begins nothing that the language knows."""
    character = text[place]
    if re.match(r"[0-9]", character):
        # Digits alone are a number, so letters follow them without a space.
        parts = re.compile(r"([0-9]+)([0-9a-z_]*)").match(text, place)
        assert parts is not None
        word, number, rest = parts[0], parts[1], parts[2]
        if re.fullmatch("[0-9_]+", word):
            help = f"leave out `_`: `{word.replace('_', '')}`"
        else:
            help = f"put a space between number and word, `{number} {rest}`, or begin the name with a letter"
        return Fault(UNEXPECTED_WORD, place, place + len(word), f"`{word}` is neither a number nor a name", help)
    if re.match(r"[A-Z]", character):
        place -= len(text[:place]) - len(text[:place].rstrip("abcdefghijklmnopqrstuvwxyz0123456789_"))
        words = re.compile(r"[A-Za-z0-9_]+").match(text, place)
        assert words is not None
        word = words[0]
        help = f"write `{word.lower()}`; words inside a name are joined by `_`"
        message = f"`{word}` has capital letters, names are written in small ones"
        return Fault(UNKNOWN_CHARACTER, place, place + len(word), message, help)
    shown = f"`{character}`" if character.isprintable() else f"U+{ord(character):04X}"
    shown = _NAMED.get(character, shown)
    help = _INSTEAD.get(character, "")
    if not help and character.isdecimal():
        help = f"numbers are written with 0 to 9: `{unicodedata.decimal(character)}`"
    elif not help and character.isalpha():
        help = "names are written with a to z, 0 to 9 and `_`; other letters stand in texts and notes"
    message = f"{shown} is not used in effect texts"
    return Fault(UNKNOWN_CHARACTER, place, place + 1, message, help or "leave it out")


# ---- words -----------------------------------------------------------------------------------------

# Tokens that nobody wrote: the statement or the text came to its end.
_UNWRITTEN = frozenset(("$END", "_OPEN", "_CLOSE", "_SEP"))
_BLOCK_EDGES = frozenset(("_OPEN", "_CLOSE", "_SEP", "_ALT"))
_ARITHMETIC = frozenset(("PLUS", "MINUS", "STAR", "SLASH", "MOD"))
_COMPARING = frozenset(("COMPARE", "IS", "IN"))
_OPERATORS = _ARITHMETIC | _COMPARING | {"DOT", "DOTS", "NOT", "AND", "_OR", "_NOR"}
# Between two of these stands one condition; looking for its `and`, `or` and comparisons stops there.
_CONDITION_EDGES = _BLOCK_EDGES | {
    "WHERE",
    "WITH",
    "WHILE",
    "REQUIRE",
    "IF",
    "EQUAL",
    "_COMMA",
    "_NCOMMA",
    "BY",
    "TO",
    "DO",
    "THEN",
}
_CONDITION_WORDS = frozenset(("REQUIRE", "WHERE", "WITH", "WHILE", "IF"))
_SPOKEN = {
    "NAME": "a name",
    "NUMBER": "a number",
    "_SEP": "a new line",
    "UP_TO": "`up to`",
    "DOWN_TO": "`down to`",
    "FOR_EACH": "`for each`",
    "INSTEAD_OF": "`instead of`",
    "TIMES_PER": "`2 times per`",
}
_SHOWN_CHOICES = 6


@record(frozen=False)
class _Stop:
    """Where a parse stopped: tokens taken, the token refused, those after it, and the types that would do."""

    parser: Lark
    text: str
    start: str
    taken: list[Token]
    token: Token
    rest: list[Token]
    accepts: frozenset[str]

    @property
    def last(self) -> Token | None:
        """The last token that somebody wrote."""
        return next((t for t in reversed(self.taken) if t.type not in _BLOCK_EDGES or t.type == "_ALT"), None)

    @property
    def unwritten(self) -> bool:
        """Whether the text or a statement ended, rather than a wrong word came."""
        return self.token.type in _UNWRITTEN

    @property
    def after(self) -> str:
        """The last word, quoted, as the end of a sentence."""
        return f" after `{_shown(self.last.value)}`" if self.last is not None else ""

    def fault(self, problem: Problem, message: str, help: str) -> Fault:
        """A fault at the refused token, or just behind the last written one if nothing was written."""
        if self.unwritten:
            end = self.last.end_pos or 0 if self.last is not None else len(self.text.rstrip())
            return Fault(problem, end, end, message, help)
        return Fault(problem, self.token.start_pos or 0, self.token.end_pos or 0, message, help)

    def statement(self) -> list[Token]:
        """The tokens of the statement in progress."""
        begin = next((i for i in reversed(range(len(self.taken))) if self.taken[i].type in _BLOCK_EDGES), -1)
        return self.taken[begin + 1 :]

    def condition(self) -> Iterator[Token]:
        """The tokens of the condition in progress at its own parenthesis depth, the last first."""
        depth = 0
        for token in reversed(self.taken):
            depth += (token.type == "RPAR") - (token.type == "LPAR")
            if depth < 0 or (depth == 0 and token.type in _CONDITION_EDGES):
                return
            if depth == 0:
                yield token

    @property
    def as_name(self) -> Token:
        """A name in place of the refused token."""
        return Token.new_borrow_pos("NAME", "x", self.token)

    def goes_on(self, instead: Iterable[Token]) -> int:
        """How many of `instead` and the tokens after the refused one a parser would take."""
        cursor = _cursor(self.parser, self.text, self.start)
        for token in self.taken:
            cursor.feed_token(token)
        taken = 0
        end = Token("$END", "", len(self.text))
        for token in [*instead, *[*self.rest, end][:5]]:
            try:
                cursor.feed_token(token)
            except (UnexpectedToken, SyntaxFault):
                break
            taken += 1
        return taken


def explain_token(parser: Lark, text: str, start: str) -> Fault:
    """The parser refused a token of `text`, or its end."""
    return _explain(_stop(parser, text, start))


def explain_layout(parser: Lark, text: str, start: str, fault: Fault) -> Fault:
    """The layout pass refused a line; often because the line before it lacks its `do`, `then` or `->`."""
    if fault.problem is not NOT_LINED_UP:
        return fault
    stop = _stop(parser, text, start)
    if stop.accepts & {"_SEP", "_CLOSE", "$END"}:
        return fault
    return _explain_missing(stop) or fault


def _cursor(parser: Lark, text: str, start: str) -> Any:
    """A parser that is fed by hand; Lark gives types to a part of it only."""
    return parser.parse_interactive(text, start=start)


def _stop(parser: Lark, text: str, start: str) -> _Stop:
    """Parse again, up to the token that is refused."""
    cursor = _cursor(parser, text, start)
    stream = cursor.lexer_thread.lex(cursor.parser_state)
    taken: list[Token] = []
    rest: list[Token] = []
    refused: Token | None = None
    try:
        for token in stream:
            if refused is not None:
                rest.append(token)
                continue
            try:
                cursor.feed_token(token)
                taken.append(token)
            except UnexpectedToken:
                refused = token
    except SyntaxFault as layout:
        if refused is None:
            refused = Token("_SEP", "", layout.fault.start)
    # A refused token may already have led to reductions, which hide some of what was possible before it.
    cursor = _cursor(parser, text, start)
    for token in taken:
        cursor.feed_token(token)
    accepts = frozenset(cursor.accepts())
    return _Stop(
        parser, text, start, taken, Token("$END", "", len(text)) if refused is None else refused, rest, accepts
    )


def _explain(stop: _Stop) -> Fault:
    """The first explanation that fits; those of whole forms come before those of single words."""
    for explain in (
        _explain_empty,
        _explain_second_line,
        _explain_beginning,
        _explain_parenthesis,
        _explain_division,
        _explain_missing,
        _explain_condition,
        _explain_number,
        _explain_amount,
        _explain_keyword,
        _explain_new_statement,
    ):
        fault = explain(stop)
        if fault is not None:
            return fault
    if stop.unwritten:
        what = "text" if stop.token.type == "$END" else "statement"
        return stop.fault(UNEXPECTED_END, f"the {what} ends too early{stop.after}", _choices(stop))
    return stop.fault(UNEXPECTED_WORD, f"`{_shown(stop.token.value)}` cannot stand here{stop.after}", _choices(stop))


def _explain_empty(stop: _Stop) -> Fault | None:
    if stop.last is None and stop.unwritten:
        return stop.fault(UNEXPECTED_END, "the text is empty", "write at least one word, or leave the key out")
    return None


def _explain_second_line(stop: _Stop) -> Fault | None:
    if stop.token.type != "_SEP" or stop.start == "effect":
        return None
    place = stop.token.start_pos or 0, stop.token.end_pos or 0
    message = "a line that begins with a name begins something new, and here stands one thing only"
    help = "join the lines by an operator such as `+` or `and`, or leave one of them out"
    return Fault(UNEXPECTED_WORD, *place, message, help)


def _explain_parenthesis(stop: _Stop) -> Fault | None:
    depth = sum((t.type == "LPAR") - (t.type == "RPAR") for t in stop.taken)
    if depth == 0 and stop.token.type == "RPAR":
        return stop.fault(UNEXPECTED_WORD, "`)` without its `(`", "leave it out, or open the parenthesis before it")
    if depth > 0 and "RPAR" in stop.accepts and (stop.unwritten or stop.token.type in ("_ARROW", "DO", "THEN")):
        return stop.fault(UNEXPECTED_END, f"a parenthesis is still open{stop.after}", "close it with `)`")
    if depth > 0 and stop.token.type in STARTERS - {"NAME"} and stop.goes_on([stop.as_name]) < 2:
        before = f"a parenthesis is still open before `{_shown(stop.token.value)}`"
        return stop.fault(UNEXPECTED_WORD, before, "close it with `)`; no statement stands inside parentheses")
    if depth > 0 and stop.token.type == "SEMICOLON":
        return stop.fault(UNEXPECTED_WORD, "`;` cannot stand inside parentheses", "close the parenthesis before it")
    return None


def _explain_beginning(stop: _Stop) -> Fault | None:
    """One name, and then what cannot follow a verb: the word in front of the name is missing."""
    statement = stop.statement()
    if stop.start != "effect" or [token.type for token in statement] != ["NAME"]:
        return None
    name, sign = statement[0].value, stop.token.value
    if stop.token.type == "IN":
        help = f"write `choose {name} in … -> …` for a choice, `for each {name} in … do …` for all of them"
    elif stop.token.type == "EQUAL":
        help = f"write `let {name} = …` to name a value"
    elif stop.token.type == "DOT":
        help = f"a statement begins with a verb; put one before `{name}`"
    else:
        return None
    return stop.fault(UNEXPECTED_WORD, f"`{sign}` cannot follow the verb `{name}`", help)


def _explain_division(stop: _Stop) -> Fault | None:
    """`/` says how it is rounded, and stands alone or in parentheses."""
    kind = stop.token.type
    if "ROUNDED" in stop.accepts:
        help = "write `rounded up` or `rounded down` behind the division"
        return stop.fault(UNROUNDED_DIVISION, "a division does not say how it is rounded", help)
    behind = len(stop.taken) >= 2 and stop.taken[-2].type == "ROUNDED" and kind in _ARITHMETIC
    if behind or (kind == "SLASH" and stop.last is not None and stop.last.type in ("NAME", "NUMBER", "RPAR")):
        help = "put parentheses round each division, with its `rounded up` or `rounded down`"
        return stop.fault(UNROUNDED_DIVISION, "a division stands alone or in parentheses", help)
    return None


def _explain_missing(stop: _Stop) -> Fault | None:
    """A form lacks its second word: `or`, `then`, `do` or `->`."""
    kind, accepts = stop.token.type, stop.accepts
    if "_ALT" in accepts and not accepts & {"_SEP", "_CLOSE", "$END"}:
        either = next(t for t in reversed(stop.taken) if t.type == "EITHER")
        help = "let `or` and the other branch follow, `or` under its `either`; for one thing alone write `may`"
        place = either.start_pos or 0, either.end_pos or 0
        return Fault(EITHER_WITHOUT_OR, *place, "an `either` has only one branch", help)
    branch = next((t for t in stop.rest if t.type != "_CLOSE"), None) if kind == "_CLOSE" else None
    if branch is not None and branch.type == "_ALT" and _CONDITION_WORDS & {t.type for t in stop.statement()}:
        place = branch.start_pos or 0, branch.end_pos or 0
        message = "inside `either` this `or` begins the next branch, before the condition has led to anything"
        return Fault(MISPLACED_OR, *place, message, "put parentheses round a condition with `or`")
    before = "" if stop.unwritten else f" before `{_shown(stop.token.value)}`"
    if stop.unwritten or kind in STARTERS or kind in ("DO", "THEN", "_ARROW", "ELSE"):
        if "THEN" in accepts and any(t.type == "IF" for t in stop.statement()):
            return stop.fault(MISSING_DO, f"`then` is missing{before or stop.after}", "write `if … then …`")
        if "DO" in accepts:
            help = "write `do` and what is to be done"
            return stop.fault(MISSING_DO, f"`do` is missing{before or stop.after}", help)
    statement = stop.statement()
    opening = statement[0].type if statement else ""
    if kind in ("CHOOSE", "REQUIRE", "LET") and "_COMMA" in accepts:
        help = "write `,` between two commitments; further statements stand on lines of their own"
        return stop.fault(UNEXPECTED_WORD, f"`,` is missing{before}", help)
    if "_ARROW" in accepts and (stop.unwritten or (kind in STARTERS and opening in ("CHOOSE", "REQUIRE"))):
        if kind != "AS" and any(t.type == "_COMMA" for t in statement) and opening not in ("CHOOSE", "REQUIRE"):
            help = (
                "`,` before a word joins commitments that end in `->`; an amount after `,` begins with a number or a "
                "parenthesis, and further statements stand on lines of their own"
            )
        else:
            help = "write `->` and what follows from it; `choose` and `require` stand only left of `->`"
        return stop.fault(MISSING_ARROW, f"`->` is missing{before or stop.after}", help)
    return None


def _explain_condition(stop: _Stop) -> Fault | None:
    """Slips inside a condition: mixed `and` and `or`, `a <= b <= c`, `=` for `==`, a bare `the … with`."""
    kind = stop.token.type
    earlier = {t.type for t in stop.condition()}
    other = {"_OR", "_NOR"} if kind == "AND" else {"AND"} if kind in ("_OR", "_NOR") else frozenset()
    if earlier & other:
        message = "`and` and `or` stand together without parentheses"
        return stop.fault(MIXED_AND_OR, message, "put parentheses round one of them")
    if kind in _COMPARING and kind not in stop.accepts and earlier & _COMPARING and not earlier & {"THE", "CHOOSE"}:
        help = "compare twice and join the two with `and`: `a <= b and b <= c`"
        return stop.fault(CHAINED_COMPARISON, "a comparison cannot be compared again", help)
    if kind == "EQUAL" and "COMPARE" in stop.accepts:
        return stop.fault(
            UNEXPECTED_WORD, "`=` does not compare", "write `==`; `=` stands only behind `let` and a name"
        )
    if kind == "COMPARE" and "EQUAL" in stop.accepts:
        return stop.fault(UNEXPECTED_WORD, f"`{stop.token.value}` stands where `let` wants `=`", "write `=`")
    if kind == "THE" and "LPAR" in stop.accepts:
        help = "put parentheses round `the … with …`, or name it before with `let`"
        return stop.fault(UNEXPECTED_WORD, "`the` cannot stand here without parentheses", help)
    return None


def _explain_number(stop: _Stop) -> Fault | None:
    if stop.token.type == "DOT" and stop.last is not None and stop.last.type == "NUMBER":
        help = "numbers are whole; a range is written `1..5`"
        return stop.fault(UNEXPECTED_WORD, "`.` cannot follow a number", help)
    return None


def _explain_amount(stop: _Stop) -> Fault | None:
    """`,` and `or` go on with an amount before a number, with something else before a word."""
    kind = stop.token.type
    if kind in ("_COMMA", "_OR") and f"_N{kind[1:]}" in stop.accepts and kind not in stop.accepts:
        word = stop.token.value
        help = f"write how many, as in `{word} 1 …`, or put parentheses round what comes after `{word}`"
        message = f"after `{word}` an amount begins with a number or a parenthesis"
        return stop.fault(UNEXPECTED_WORD, message, help)
    if kind == "_COMMA" and stop.start == "order":
        return stop.fault(UNEXPECTED_WORD, "`,` does not join the keys of a ranking", "write `then` between two keys")
    if kind == "DOT" and _behind_amount(stop.statement()):
        pattern = re.compile(r"[a-z0-9_]+(?:\s*\.\s*[a-z0-9_]+)+(?=\s+[a-z])")
        parts = pattern.match(stop.text, stop.taken[-1].start_pos or 0)
        shown = f": `({_shown(parts[0])})`" if parts is not None else ""
        message = "after `,` an amount begins with a number or a parenthesis"
        return stop.fault(UNEXPECTED_WORD, message, f"put what counts it in parentheses behind a comma{shown}")
    if kind == "_NCOMMA" and "_COMMA" in stop.accepts:
        help = "after `,` comes another commitment: `choose`, `pay`, `require`, `let`"
        return stop.fault(UNEXPECTED_WORD, "no amount can follow `,` here", help)
    return None


def _behind_amount(statement: list[Token]) -> bool:
    """Whether the statement ends in `VERB …, NAME`."""
    kinds = [token.type for token in statement]
    if kinds[-2:] != ["_COMMA", "NAME"]:
        return False
    commas = [place for place, kind in enumerate(kinds[:-2]) if kind == "_COMMA"]
    return kinds[commas[-1] + 1 if commas else 0] == "NAME"


def _explain_keyword(stop: _Stop) -> Fault | None:
    """A word of the language where a name belongs: it was meant as a name, or the name before it is missing."""
    word = stop.token.value
    first = not stop.taken or stop.taken[-1].type in _BLOCK_EDGES
    if word not in RESERVED or "NAME" not in stop.accepts or (first and stop.token.type in ("DO", "THEN", "ELSE")):
        return None
    if stop.token.type == "SOME" and stop.taken[-1:] and stop.taken[-1].type == "REPEAT":
        return stop.fault(UNEXPECTED_WORD, "`repeat` cannot count to `some`", "write a number, or `up to` and a number")
    as_name = stop.goes_on([stop.as_name])
    forgotten = stop.goes_on([stop.as_name, stop.token]) - 1
    if stop.token.type in STARTERS and stop.goes_on([Token("_SEP", ""), stop.token]) - 1 > as_name:
        return None
    if forgotten > as_name:
        return stop.fault(UNEXPECTED_WORD, f"a name is missing before `{word}`", "write the name that belongs there")
    help = "choose another name"
    if forgotten == as_name and not first:
        help += f", or write the name that is missing before `{word}`"
    return stop.fault(KEYWORD_AS_NAME, f"`{word}` is a word of the language and cannot be a name", help)


def _explain_new_statement(stop: _Stop) -> Fault | None:
    """A statement begins in the middle of a line, as it does where YAML folded two lines into one."""
    if stop.token.type in STARTERS and "_SEP" in stop.accepts and stop.last is not None:
        message = f"`{_shown(stop.token.value)}` cannot follow `{_shown(stop.last.value)}` in one statement"
        help = "let a new statement begin on a line of its own; YAML keeps lines apart only under `|`"
        return stop.fault(UNEXPECTED_WORD, message, help)
    # `again draw 2` reads as a verb with an argument until the number comes.
    statement = stop.statement()
    if stop.token.type == "NUMBER" and len(statement) > 1 and [t.type for t in statement] == ["NAME"] * len(statement):
        message = f"`{stop.token.value}` cannot follow `{_shown(statement[-1].value)}` here"
        help = (
            f"if `{statement[-1].value}` begins a new statement, put it on a line of its own; "
            "YAML keeps lines apart only under `|`"
        )
        return stop.fault(UNEXPECTED_WORD, message, help)
    return None


def _choices(stop: _Stop) -> str:
    """What could stand there instead: few things by name, many only by kind."""
    spoken: set[str] = set()
    for kind in stop.accepts - {"_CLOSE", "_OPEN", "_ALT", "$END"}:
        spoken.add("an operator" if kind in _OPERATORS and len(stop.accepts) > _SHOWN_CHOICES else _speak(stop, kind))
    if not spoken:
        return "leave it out"
    if {"a name", "`if`", "`may`"} <= spoken:
        return "here a statement begins: with a verb, or with a form such as `if`, `may` or `for each`"
    if {"a name", "a number", "`(`"} <= spoken:
        return "here a value belongs: a number, a name or a parenthesis"
    listed = sorted(spoken, key=lambda word: (not word.startswith("a"), word))
    if len(listed) > _SHOWN_CHOICES:
        listed = [*listed[: _SHOWN_CHOICES - 1], "…"]
    return "here could stand " + ", ".join(listed)


def _speak(stop: _Stop, kind: str) -> str:
    if kind in _SPOKEN:
        return _SPOKEN[kind]
    if kind == "COMPARE":
        return "a comparison"
    pattern = next((t.pattern for t in stop.parser.terminals if t.name == kind), None)
    if kind in ("_NOR", "_NCOMMA"):
        return "`or`" if kind == "_NOR" else "`,`"
    return f"`{pattern.value}`" if pattern is not None else kind.lower()


def _shown(word: str) -> str:
    """A word of the text as it fits into one line of a message."""
    word = " ".join(word.split())
    return word if len(word) <= 40 else word[:39] + "…"
