"""Layout: what stands under a word belongs to it.

In: the tokens of one text, without line ends. Out: the same tokens with _OPEN and _CLOSE round each block, _SEP
between its statements, and the `or` of an `either` turned into _ALT. Raises `SyntaxFault` at a line that stands under
nothing. Builds no tree and does not know what a statement looks like.

An opening word (`->`, `do`, `then`, `else`, `otherwise`, `may`, `either` and its `or`) begins a block: the rest of its
line, and the lines that begin in the column of the block's first word. Every further line either lines up with an
open block, goes on with the line before, or is refused; so a slip of the space bar cannot change what a text means.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.diagnostics import Problem
from interpreter.records import record
from interpreter.syntax.problems import (
    MISPLACED_OR,
    MISPLACED_OTHERWISE,
    MISPLACED_SEMICOLON,
    NESTED_TOO_DEEP,
    NOT_LINED_UP,
    NOTHING_UNDER,
    UNEXPECTED_WORD,
    Fault,
    SyntaxFault,
)
from interpreter.syntax.tokens import Token

MAX_NESTING = 40  # parentheses and blocks together; people need five

# What may begin a statement. A line that begins with anything else goes on with the line before.
STARTERS = frozenset(
    ("NAME", "LET", "CHOOSE", "REQUIRE", "MAY", "EITHER", "IF", "FOR_EACH", "AS", "REPEAT", "DURING")
    + ("ONCE", "TIMES_PER", "AFTER", "BEFORE", "INSTEAD_OF")
)
# What may end a statement. A line that ends in anything else goes on in the next.
ENDERS = frozenset(("NAME", "NUMBER", "RPAR", "MINIMAL", "REPEATING"))
# What begins, parts or ends a block, or is read differently with regard to one.
_BLOCKS = frozenset(("_ARROW", "DO", "MAY", "THEN", "ELSE", "OTHERWISE", "EITHER", "_OR", "_NOR", "SEMICOLON", "IF"))
# Words that are one token in one line; in two lines they would be read differently from their own printed form.
SPLIT = frozenset((("up", "to"), ("down", "to"), ("for", "each"), ("instead", "of")))
# The block that each of these words closes, and the word that people know as its beginning.
PARTNERS = {"ELSE": "then", "OTHERWISE": "arrow", "_OR": "either"}
BEGINNINGS = {"then": "if", "arrow": "->", "either": "either"}


@record(frozen=False)
class _Block:
    """A block still open. Columns count from 1; `line` is where the line of the current statement begins."""

    kind: str
    first: Token
    column: int
    owner: int  # column under which `else`, `otherwise` or `or` must stand
    statement: int  # column of the first word of the current statement
    line: int
    after_semicolon: bool = False


@record(frozen=False)
class _Opening:
    """A block that the next token begins; on a line of its own that token must stand deeper than `floor`."""

    kind: str
    owner: int
    floor: int


def fault_at(token: Token, problem: Problem, message: str, help: str) -> SyntaxFault:
    """A fault at the place of a token."""
    return SyntaxFault(Fault(problem, token.start_pos or 0, token.end_pos or 0, message, help))


def lay_out(tokens: list[Token]) -> Iterator[Token]:
    """Put the block tokens into one text's tokens."""
    if not tokens:
        return
    if (
        len(tokens) < MAX_NESTING
        and tokens[0].line == tokens[-1].line
        and _BLOCKS.isdisjoint([token.type for token in tokens])
    ):
        yield from tokens  # one line without a block, as most texts are
        return
    made = tokens[0].new_borrow_pos  # Lark's tokens stay Lark's
    blocks: list[_Block] = []
    opening: _Opening | None = None
    waiting_ifs: list[tuple[int, int]] = []  # parenthesis depth and column of each `if` without its `then` so far
    depth = 0  # of parentheses
    last: Token | None = None
    line_column = 1  # of the first token of this line
    chained_if: int | None = None  # after `else` on its line: the column of the first `if` of the chain

    for place, token in enumerate(tokens):
        following = tokens[place + 1] if place + 1 < len(tokens) else None
        kind, column = token.type, token.column or 1
        new_line = last is None or (token.line or 0) > (last.line or 0)
        if new_line:
            line_column = column
        if kind == "_NOR" and depth == 0 and _begins_branch(blocks, column, new_line, following):
            token = made("_OR", "or", token)
            kind = "_OR"
        owner = 0

        if last is None:
            blocks.append(_Block("text", token, column, 0, column, column))
        elif opening:
            if new_line and column <= opening.floor:
                raise _nothing_under(last)
            yield made("_OPEN", "", token)
            blocks.append(_Block(opening.kind, token, column, opening.owner, column, line_column))
            opening = None
        elif depth == 0 and kind in PARTNERS and (partner := _partner(blocks, token, column, new_line)) is not None:
            owner = blocks[partner].owner
            for _ in range(len(blocks) - partner):
                blocks.pop()
                yield made("_CLOSE", "", token)
            if kind == "_OR":
                token = made("_ALT", "or", token)
                kind = "_ALT"
        elif depth == 0 and kind == "SEMICOLON":
            if following is None or following.type not in ("NAME", "LET") or following.line != token.line:
                raise fault_at(
                    token,
                    MISPLACED_SEMICOLON,
                    "after `;` comes a plain statement on the same line",
                    "put what follows on a line of its own and leave out `;`",
                )
            yield made("_SEP", "", token)
            blocks[-1].statement = following.column or 1
            blocks[-1].after_semicolon = True
            last = token
            continue
        elif depth == 0 and new_line and kind in STARTERS and last.type in ENDERS:
            kept = len(blocks)
            while kept > 1 and blocks[kept - 1].column > column:
                kept -= 1
            block = blocks[kept - 1]
            if block.column != column:
                raise _not_lined_up(token, blocks)
            for _ in blocks[kept:]:
                yield made("_CLOSE", "", token)
            del blocks[kept:]
            yield made("_SEP", "", token)
            block.statement, block.line, block.after_semicolon = column, column, False
        elif new_line and column < blocks[-1].line:
            raise _not_lined_up(token, blocks)
        elif new_line and (last.value, token.value) in SPLIT:
            pair = f"{last.value} {token.value}"
            raise fault_at(
                token, UNEXPECTED_WORD, f"`{pair}` is torn apart by a new line", f"write `{pair}` in one line"
            )

        if kind == "LPAR":
            depth += 1
        elif kind == "RPAR":
            depth -= 1
        elif kind == "_ARROW" and depth == 0 and blocks[-1].after_semicolon:
            raise fault_at(
                token,
                MISPLACED_SEMICOLON,
                "a sentence with `->` cannot stand after `;`",
                "put the whole sentence on a line of its own and leave out `;`",
            )
        if depth + len(blocks) > MAX_NESTING:
            raise fault_at(
                token,
                NESTED_TOO_DEEP,
                f"more than {MAX_NESTING} parentheses and blocks stand inside each other",
                "take parts out as a function or as an effect of their own",
            )
        yield token

        statement = blocks[-1].statement
        else_if = kind == "ELSE" and following is not None and following.type == "IF" and following.line == token.line
        match kind:
            case "IF":
                waiting_ifs.append((depth, column if chained_if is None else chained_if))
            case "THEN" if waiting_ifs and waiting_ifs[-1][0] == depth:
                opening = _Opening("then", waiting_ifs.pop()[1], statement)
            case "_ARROW":
                opening = _Opening("arrow", statement, statement)
            case "EITHER":
                opening = _Opening("either", column, column)
            case "_ALT":
                opening = _Opening("either", owner, owner)
            case "DO" | "MAY" | "OTHERWISE":
                opening = _Opening(kind.lower(), 0, statement)
            case "ELSE" if not else_if:
                opening = _Opening("else", 0, statement)
        chained_if = owner if else_if else None
        last = token

    if opening and last is not None:
        raise _nothing_under(last)
    for _ in blocks[1:]:
        yield made("_CLOSE", "", tokens[-1])


def _begins_branch(blocks: list[_Block], column: int, new_line: bool, following: Token | None) -> bool:
    """Whether an `or` before a number or parenthesis is nevertheless the `or` of an `either`.

    It is before `2 times per turn …`, which is a statement, and on a new line exactly under its `either`: there
    nobody reads it as an amount, so that the parser may refuse the number.
    """
    if following is not None and following.type == "TIMES_PER":
        return True
    return new_line and any(block.kind == "either" and block.owner == column for block in blocks)


def _partner(blocks: list[_Block], token: Token, column: int, new_line: bool) -> int | None:
    """The index of the block that `else`, `otherwise` or `or` closes; None for an `or` between conditions.

    On a line of its own the word must stand exactly under its beginning; within a line it belongs to the innermost.
    """
    kind = PARTNERS[token.type]
    found = [index for index, block in enumerate(blocks) if block.kind == kind]
    beginning = BEGINNINGS[kind]
    if found and new_line:
        under = [index for index in found if blocks[index].owner == column]
        if not under:
            raise _partner_beside(token, beginning)
        found = under
    if found:
        return found[-1]
    if token.type == "_OR":
        return None
    raise fault_at(
        token,
        MISPLACED_OTHERWISE,
        f"`{token.value}` without its `{beginning}`",
        f"`{token.value}` stands behind its `{beginning}` in one line, or exactly under {_begin(beginning)}",
    )


def _begin(beginning: str) -> str:
    """The word under which a partner stands: a sentence does not begin with its arrow."""
    return "the first word of its sentence" if beginning == "->" else f"its `{beginning}`"


def _partner_beside(token: Token, beginning: str) -> SyntaxFault:
    if token.type == "_OR":
        return fault_at(
            token,
            MISPLACED_OR,
            "`or` on a new line does not stand under its `either`",
            "put it exactly under its `either`; a condition with `or` inside `either` needs parentheses",
        )
    under = _begin(beginning)
    return fault_at(
        token,
        MISPLACED_OTHERWISE,
        f"`{token.value}` on a new line does not stand under {under}",
        f"put it exactly under {under}",
    )


def _nothing_under(last: Token) -> SyntaxFault:
    return fault_at(
        last,
        NOTHING_UNDER,
        f"nothing stands under `{last.value}`",
        f"go on in the same line, or in the next one, further right than the statement that `{last.value}` belongs to",
    )


def _not_lined_up(token: Token, blocks: list[_Block]) -> SyntaxFault:
    column = token.column or 1
    nearest = min(reversed(blocks), key=lambda block: abs(block.column - column))
    shift = nearest.column - column
    places = "1 place" if abs(shift) == 1 else f"{abs(shift)} places"
    return fault_at(
        token,
        NOT_LINED_UP,
        f"the line that begins with `{token.value}` lines up with no line above",
        f"move it {places} to the {'right' if shift > 0 else 'left'}, under `{nearest.first.value}`",
    )
