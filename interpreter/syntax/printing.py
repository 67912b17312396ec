"""Printing: a tree -> its one canonical text.

In: a tree that a text can have. Out: a text that parses to an equal tree, and is printed the same again. Looks no name
up, keeps no note (` # …`; see `notes`) and no line break of the author.

One statement per line; a form and its body share a line where the body is one statement that needs no line of its own
and all of it fits into WIDTH columns. Parentheses stand only where the grammar wants them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import assert_never

from interpreter.syntax import ast

WIDTH = 100

# How loosely an expression holds together; each rule of the grammar wants at least some firmness of its parts.
_EXPR, _LOGIC, _NEGATION, _COMPARISON, _RANGE, _SUM, _ADDITIVE, _PRODUCT, _UNARY, _PATH = range(10)

# A name before one of these words would be read as one token of two words.
_PAIRS = {"to": ("up", "down"), "each": ("for",), "of": ("instead",)}


def print_effect(block: ast.Block) -> str:
    """The text of an effect, without an end of line after the last line."""
    return "\n".join(_block(block, 0, False))


def print_value(value: ast.Item) -> str:
    """The text of a value: one line, or more where a long condition can be broken at its `and` or `or`."""
    if isinstance(value, ast.Logic):
        return "\n".join(_fill(_parts(value), 0))
    return _item(value)


def print_order(order: ast.Order) -> str:
    """The text of a ranking, one line."""
    return _ranks(order.ranks, order.ties)


def print_need(need: ast.Need) -> str:
    """The text of one line of a recipe."""
    return " ".join(" or ".join(_expression(pattern.value) for pattern in part) for part in need.parts)


# ---- blocks and statements ---------------------------------------------------------------------------
#
# Lines come without the indentation of their surroundings. `room` is how many columns the surroundings take up;
# `branch` is true inside an `either`, where a bare `or` would begin the next branch.


def _block(block: ast.Block, room: int, branch: bool) -> list[str]:
    return [line for statement in block.statements for line in _statement(statement, room, branch)]


def _statement(node: ast.Statement, room: int, branch: bool) -> list[str]:
    line = _line(node, branch)
    if line is not None and room + len(line) <= WIDTH:
        return [line]
    match node:
        case ast.Plain() | ast.Let():
            return _fill(_commitment(node, branch), room)
        case ast.Sentence():
            lines = [*_commitments(node, room, branch), *_arrow(node, room, branch)]
            if node.otherwise is not None:
                # One line if that is enough: `C -> A` and under it `otherwise B`.
                line = _line(replace(node, otherwise=None), branch)
                if line is not None and room + len(line) <= WIDTH:
                    lines = [line]
                lines += _form(["otherwise"], node.otherwise, room, branch)
            return lines
        case ast.May():
            return _may(node, room, branch)
        case ast.Either():
            lines = _hang("either ", _block(node.branches[0], room + 7, True))
            for other in node.branches[1:]:
                lines += _hang("or ", _block(other, room + 3, True))
            return lines
        case ast.If():
            return _if(node, "if", room, branch)
        case ast.ForEach() | ast.As() | ast.Repeat() | ast.During() | ast.Limited() | ast.Trigger():
            return _form(_head(node, branch), node.body, room, branch)
        case _:
            assert_never(node)


def _line(node: ast.Statement, branch: bool) -> str | None:
    """The statement on one line, however long; None if a part of it begins a line of its own."""
    match node:
        case ast.Plain() | ast.Let():
            return " ".join(_commitment(node, branch))
        case ast.Sentence():
            if node.otherwise is not None:
                return None
            head = [", ".join(" ".join(_commitment(c, branch)) for c in node.commitments), "->"]
        case ast.May():
            head = ["may"]
        case ast.Either():
            return None
        case ast.If():
            if node.otherwise is not None:
                return None
            body = _body_line(node.then, branch)
            return None if body is None else " ".join([*_ending(_clause("if", node.condition, branch), "then"), body])
        case ast.ForEach() | ast.As() | ast.Repeat() | ast.During() | ast.Limited() | ast.Trigger():
            head = _head(node, branch)
        case _:
            assert_never(node)
    body = _body_line(node.body, branch)
    return None if body is None else " ".join([*head, body])


def _body_line(body: ast.Block, branch: bool) -> str | None:
    return _line(body.statements[0], branch) if len(body.statements) == 1 else None


def _form(head: Sequence[str], body: ast.Block, room: int, branch: bool) -> list[str]:
    """The body behind its head if that fits, else under it."""
    short = _body_line(body, branch)
    if short is not None:
        line = " ".join([*head, short])
        if room + len(line) <= WIDTH:
            return [line]
    return [*_fill(head, room), *_indent(2, _block(body, room + 2, branch))]


def _head(node: ast.ForEach | ast.As | ast.Repeat | ast.During | ast.Limited | ast.Trigger, branch: bool) -> list[str]:
    """Everything up to and with `do`, in pieces."""
    match node:
        case ast.ForEach():
            head = [f"for each {node.name} in {_expression(node.of, _RANGE)}"]
            head += _clause("where", node.where, branch) + _clause("while", node.while_, branch)
        case ast.As():
            head = [f"as {_expression(node.of, _RANGE)}"]
            head += _clause("where", node.where, branch) + _clause("while", node.while_, branch)
            head += ["secretly"] * node.secretly
        case ast.Repeat():
            head = [f"repeat {_how_many(node.how_many)} times", *_clause("while", node.while_, branch)]
        case ast.During():
            head = [f"during {node.scope}"]
        case ast.Limited():
            head = [_limit(node.limit)]
        case ast.Trigger():
            limit = [] if node.limit is None else [_limit(node.limit)]
            head = [" ".join([*limit, node.when, _event(node.event)]), *_clause("where", node.event.where, branch)]
        case _:
            assert_never(node)
    return _ending(head, "do")


def _commitments(node: ast.Sentence, room: int, branch: bool) -> list[str]:
    """All commitments on one line, or each on its own, with a comma at the end of each but the last."""
    every = [_commitment(commitment, branch) for commitment in node.commitments]
    line = ", ".join(" ".join(pieces) for pieces in every)
    if room + len(line) <= WIDTH:
        return [line]
    lines: list[str] = []
    for pieces in every[:-1]:
        lines += _fill([*pieces[:-1], pieces[-1] + ","], room)
    return lines + _fill(every[-1], room)


def _arrow(node: ast.Sentence, room: int, branch: bool) -> list[str]:
    return _indent(2, _hang("-> ", _block(node.body, room + 5, branch)))


def _may(node: ast.May, room: int, branch: bool) -> list[str]:
    only = node.body.statements[0]
    if len(node.body.statements) == 1 and isinstance(only, ast.Sentence) and only.otherwise is None:
        # The arrow stands under `may`, not under what may be done: there is no `otherwise` to line up with it.
        commitments = _commitments(only, room + 4, branch)
        if len(commitments) == 1:
            return [f"may {commitments[0]}", *_arrow(only, room, branch)]
    return _form(["may"], node.body, room, branch)


def _if(node: ast.If, word: str, room: int, branch: bool) -> list[str]:
    lines = _form(_ending(_clause(word, node.condition, branch), "then"), node.then, room, branch)
    if node.otherwise is None:
        return lines
    only = node.otherwise.statements[0]
    if len(node.otherwise.statements) == 1 and isinstance(only, ast.If):
        if only.chained:
            return lines + _if(only, "else if", room, branch)
        # On the line of its `else` it would be read as an `else if`.
        return [*lines, "else", *_indent(2, _block(node.otherwise, room + 2, branch))]
    return lines + _form(["else"], node.otherwise, room, branch)


def _ending(pieces: Sequence[str], word: str) -> list[str]:
    """The pieces with `word` behind the last, on the same line."""
    return [*pieces[:-1], f"{pieces[-1]} {word}"]


def _indent(columns: int, lines: Iterable[str]) -> list[str]:
    return [" " * columns + line for line in lines]


def _hang(word: str, lines: list[str]) -> list[str]:
    """The lines under each other, `word` before the first."""
    return [word + lines[0], *_indent(len(word), lines[1:])]


def _fill(pieces: Sequence[str], room: int) -> list[str]:
    """The pieces on one line, or as many on each as fit, further lines indented by 4.

    Each piece but the first begins with a word that begins no statement, so its line goes on with the line before.
    """
    lines = [pieces[0]]
    for piece in pieces[1:]:
        if room + len(lines[-1]) + 1 + len(piece) <= WIDTH:
            lines[-1] += " " + piece
        else:
            lines.append("    " + piece)
    return lines


# ---- parts of statements: lists of pieces, between which a line may break -----------------------------


def _commitment(node: ast.Commitment, branch: bool) -> list[str]:
    match node:
        case ast.Plain():
            return _plain(node, branch)
        case ast.Let():
            return _let(node, branch)
        case ast.Choose():
            pieces = [f"choose {_chosen(node)} in {_expression(node.of, _RANGE)}"] + ["repeating"] * node.repeating
            pieces += _clause("where", node.where, branch) + _clause("with", node.constraint, branch)
            if node.matching is not None:
                pieces.append(f"matching {_expression(node.matching, _SUM)}")
            return pieces + ["minimal"] * node.minimal
        case ast.Require():
            return _clause("require", node.condition, branch)
        case _:
            assert_never(node)


def _let(node: ast.Let, branch: bool) -> list[str]:
    value = node.value
    if not isinstance(value, ast.Superlative) or _bare_or(value, branch):
        return [f"let {node.name} = {_condition(value, branch, _EXPR)}"]
    first, *rest = _superlative(value)
    return [f"let {node.name} = {first}", *rest]


def _plain(node: ast.Plain, branch: bool) -> list[str]:
    labels = [part.label for part in node.labelled]
    piece = node.verb
    if node.amounts:
        before = labels[0] if labels else ""
        amounts = _amounts(node.amounts, before=before)
        pair = node.verb == "for" and re.match(r"each\b", amounts)
        piece += " " + (_amounts(node.amounts, guarded=True, before=before) if pair else amounts)
    pieces = [piece]
    for part, before in zip(node.labelled, [*labels[1:], ""], strict=False):
        pieces.append(f"{part.label} {_labelled(part, before)}")
    if node.as_name is not None:
        # `as` at the beginning of a line would begin a statement.
        pieces[-1] += f" as {node.as_name}"
    return pieces + _clause("where", node.where, branch)


def _labelled(node: ast.Labelled, before: str) -> str:
    """What stands behind a label; behind `to` a condition needs no parentheses, unless it is an `or`."""
    match node:
        case ast.Labelled("to", (ast.Compare() | ast.IsKind() | ast.Member() | ast.Unary(operator="not") as truth,)):
            return _expression(truth, _NEGATION, before)
        case ast.Labelled("to", (ast.Logic(operator="and") as truth,)):
            return _expression(truth, _LOGIC, before)
        case _:
            return _amounts(node.amounts, before=before)


def _chosen(node: ast.Choose) -> str:
    return node.name if node.how_many is None else f"{_how_many(node.how_many, before=node.name)} {node.name}"


def _how_many(node: ast.HowMany, before: str = "") -> str:
    match node.kind, node.low, node.high:
        case "some", None, None:
            return "some"
        case "up to", None, high if high is not None:
            return f"up to {_expression(high, _SUM, before)}"
        case "exactly", low, None if low is not None:
            return _expression(low, _SUM, before)
        case "between", low, high if low is not None and high is not None:
            return f"{_expression(low, _SUM, 'to')} to {_expression(high, _SUM, before)}"
        case _:
            raise ValueError(f"no text says {node}")


def _limit(node: ast.Limit) -> str:
    if node.scope is None:
        return "once"
    return f"once per {node.scope}" if node.times == 1 else f"{node.times} times per {node.scope}"


def _event(node: ast.Event) -> str:
    """The event without its `where`."""
    befores = [*(label for label, _ in node.labelled), ""]
    words = [node.name]
    if node.of is not None:
        words.append(f"of {_expression(node.of, _SUM, befores[0])}")
    for (label, value), before in zip(node.labelled, befores[1:], strict=True):
        words.append(f"{label} {_expression(value, _RANGE, before)}")
    return " ".join(words)


def _clause(word: str, condition: ast.Expression | None, branch: bool) -> list[str]:
    """`word condition`, in a piece for each part of an `and` or `or` without parentheses; nothing for no condition."""
    if condition is None:
        return []
    if isinstance(condition, ast.Logic) and not _bare_or(condition, branch):
        first, *rest = _parts(condition)
        return [f"{word} {first}", *rest]
    return [f"{word} {_condition(condition, branch, _LOGIC)}"]


def _parts(condition: ast.Logic) -> list[str]:
    """The parts of an `and` or `or`, the word in front of all but the first."""
    first, *rest = (_expression(part, _NEGATION) for part in condition.parts)
    return [first, *(f"{condition.operator} {part}" for part in rest)]


def _condition(node: ast.Expression, branch: bool, firmness: int) -> str:
    """A condition outside parentheses, where a bare `or` would begin the next branch of an `either`."""
    return _expression(node, _PATH if _bare_or(node, branch) else firmness)


def _bare_or(node: ast.Expression | None, branch: bool) -> bool:
    if isinstance(node, ast.Superlative):
        node = node.where
    return branch and isinstance(node, ast.Logic) and node.operator == "or"


# ---- amounts ----------------------------------------------------------------------------------------


def _amounts(amounts: Sequence[ast.Amount], *, guarded: bool = False, before: str = "") -> str:
    """Amounts with commas. All but the first, and the first if `guarded`, begin with a digit or a parenthesis: before
    anything else a comma would begin the next commitment. `before` is the word that follows."""
    last = len(amounts) - 1
    return ", ".join(
        _amount(amount, guarded or index > 0, before if index == last else "") for index, amount in enumerate(amounts)
    )


def _amount(node: ast.Amount, guarded: bool, before: str) -> str:
    match node:
        case ast.Alternatives():
            last = len(node.options) - 1
            return " or ".join(
                _amount(option, guarded or index > 0, before if index == last else "")
                for index, option in enumerate(node.options)
            )
        case ast.Counted():
            unit = _expression(node.unit)
            return f"{_guard(node.count, _SUM, guarded, unit)} {unit}"
        case ast.Pool():
            return f"{_guard(node.count, _SUM, guarded, 'of')} of {_expression(node.of, _SUM, before)}"
        case _:
            return _guard(node, _RANGE, guarded, before)


def _guard(node: ast.Expression, firmness: int, guarded: bool, before: str) -> str:
    text = _expression(node, firmness, before)
    return f"({_expression(node)})" if guarded and text[0] not in "0123456789(" else text


# ---- expressions ------------------------------------------------------------------------------------


def _expression(node: ast.Expression, firmness: int = _EXPR, before: str = "") -> str:
    """The expression, in parentheses if it is looser than `firmness` or would run into the word `before`."""
    held, text = _loose(node)
    pairs = _PAIRS.get(before.split(".")[0])
    if held < firmness or (pairs and re.split(r"[^a-z0-9_]", text)[-1] in pairs):
        return f"({text})"
    return text


def _loose(node: ast.Expression) -> tuple[int, str]:
    """How firmly the expression holds together, and its text without parentheses around it."""
    match node:
        case ast.Number():
            return _UNARY, str(node.value)
        case ast.Name():
            return _PATH, node.name
        case ast.Field():
            return _PATH, f"{_expression(node.of, _PATH)}.{node.name}"
        case ast.Call():
            return _PATH, f"{_expression(node.of, _PATH)}({', '.join(map(_item, node.items))})"
        case ast.Group():
            return _PATH, f"({', '.join(map(_item, node.items))})"
        case ast.Unary(operator="not"):
            return _NEGATION, f"not {_expression(node.operand, _NEGATION)}"
        case ast.Unary():
            return _UNARY, f"-{_expression(node.operand, _UNARY)}"
        case ast.Binary():
            held = _ADDITIVE if node.operator in "+-" else _PRODUCT
            left, right = _expression(node.left, held), _expression(node.right, held + 1)
            return held, f"{left} {node.operator} {right}"
        case ast.Divide():
            left, right = _expression(node.left, _PRODUCT), _expression(node.right, _UNARY)
            return _SUM, f"{left} / {right} rounded {node.rounded}"
        case ast.Compare():
            return _COMPARISON, f"{_expression(node.left, _RANGE)} {node.operator} {_expression(node.right, _RANGE)}"
        case ast.Logic():
            return _LOGIC, f" {node.operator} ".join(_expression(part, _NEGATION) for part in node.parts)
        case ast.IsKind():
            return _COMPARISON, f"{_expression(node.of, _RANGE)} is {'not ' * node.negated}{node.kind}"
        case ast.Member():
            member, of = _expression(node.member, _RANGE), _expression(node.of, _RANGE)
            return _COMPARISON, f"{member} {'not ' * node.negated}in {of}"
        case ast.Range():
            low, high = _expression(node.low, _SUM), _expression(node.high, _SUM)
            # Two plain numbers stand close together, as in `1..6`.
            close = isinstance(node.low, ast.Number) and isinstance(node.high, ast.Number)
            return _RANGE, f"{low}..{high}" if close else f"{low} .. {high}"
        case ast.Superlative():
            return _EXPR, " ".join(_superlative(node))
        case _:
            assert_never(node)


def _item(node: ast.Item) -> str:
    if not isinstance(node, ast.Filtered):
        return _expression(node)
    where = "" if node.where is None else f" where {_expression(node.where, _LOGIC)}"
    by = "" if node.by is None else f" by {_expression(node.by, _SUM)}"
    return _expression(node.of) + where + by


def _superlative(node: ast.Superlative) -> list[str]:
    """`the … with …`, in pieces."""
    of = "" if node.of is None else f" in {_expression(node.of, _RANGE)}"
    return [f"the {node.name}{of}", *_clause("where", node.where, False), f"with {_ranks(node.ranks, node.ties)}"]


def _ranks(ranks: Sequence[ast.Rank], ties: str | None) -> str:
    words = " then ".join(f"{'most' if rank.most else 'fewest'} {_expression(rank.key, _SUM)}" for rank in ranks)
    return words if ties is None else f"{words} ties {ties}"
