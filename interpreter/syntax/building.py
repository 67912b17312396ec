"""The callbacks of the grammar: the children of one rule -> one node of the tree.

In: tokens and finished nodes, in the order of `effect.lark`; None where an optional part is absent. Out: nodes with
spans taken from their first and last child, because Lark's own positions are 40 % of parsing time. Decides nothing
about meaning. Each method has the name of its rule.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from interpreter.syntax import ast
from interpreter.syntax.layout import fault_at
from interpreter.syntax.problems import NUMBER_TOO_LARGE
from interpreter.syntax.tokens import Token

MAX_DIGITS = 9  # every number of a text fits 32 bits; int() of a very long one would be slow or refused

# What a callback gets: tokens (ours or Lark's) and nodes; the grammar says which child is which.
Children = list[Any]


def _number(token: Token, digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise fault_at(token, NUMBER_TOO_LARGE, f"a number has at most {MAX_DIGITS} digits", "count in a larger unit")
    return int(digits)


def _place(token: Token) -> ast.Place:
    return token.start_pos or 0, token.end_pos or 0


def _end(*parts: Any) -> int:
    """The end of the last part that is there."""
    for part in reversed(parts):
        if part is not None:
            return int(part.span[1] if hasattr(part, "span") else part.end_pos)
    return 0


def _text(token: Token | None) -> str | None:
    return None if token is None else token.value


class Builder:
    """Builds the tree while the text is parsed."""

    # ---- statements

    def block(self, c: Children) -> ast.Block:
        return ast.Block(tuple(c), (c[0].span[0], c[-1].span[1]))

    def sentence(self, c: Children) -> ast.Sentence:
        commitments, body, otherwise = c
        return ast.Sentence(commitments, body, otherwise, (commitments[0].span[0], _end(body, otherwise)))

    def commitments(self, c: Children) -> tuple[ast.Commitment, ...]:
        return tuple(c)

    def require(self, c: Children) -> ast.Require:
        word, condition = c
        return ast.Require(condition, (word.start_pos, condition.span[1]))

    def choose(self, c: Children) -> ast.Choose:
        word, how_many, name, of, repeating, where, constraint, matching, minimal = c
        span = word.start_pos, _end(of, repeating, where, constraint, matching, minimal)
        return ast.Choose(
            how_many, name.value, of, repeating is not None, where, constraint, matching, minimal is not None, span
        )

    def some(self, c: Children) -> ast.HowMany:
        return ast.HowMany("some", None, None, _place(c[0]))

    def exactly(self, c: Children) -> ast.HowMany:
        return ast.HowMany("exactly", c[0], None, c[0].span)

    def up_to(self, c: Children) -> ast.HowMany:
        return ast.HowMany("up to", None, c[1], (c[0].start_pos, c[1].span[1]))

    def between(self, c: Children) -> ast.HowMany:
        return ast.HowMany("between", c[0], c[1], (c[0].span[0], c[1].span[1]))

    def may(self, c: Children) -> ast.May:
        return ast.May(c[1], (c[0].start_pos, c[1].span[1]))

    def either(self, c: Children) -> ast.Either:
        return ast.Either(tuple(c[1:]), (c[0].start_pos, c[-1].span[1]))

    def if_(self, c: Children) -> ast.If:
        word, condition, then, otherwise = c
        if isinstance(otherwise, ast.If):
            otherwise = ast.Block((replace(otherwise, chained=True),), otherwise.span)
        return ast.If(condition, then, otherwise, False, (word.start_pos, _end(then, otherwise)))

    def for_each(self, c: Children) -> ast.ForEach:
        word, name, of, where, while_, body = c
        return ast.ForEach(name.value, of, where, while_, body, (word.start_pos, body.span[1]))

    def as_(self, c: Children) -> ast.As:
        word, of, where, while_, secretly, body = c
        return ast.As(of, where, while_, secretly is not None, body, (word.start_pos, body.span[1]))

    def repeat(self, c: Children) -> ast.Repeat:
        word, how_many, while_, body = c
        return ast.Repeat(how_many, while_, body, (word.start_pos, body.span[1]))

    def during(self, c: Children) -> ast.During:
        word, scope, body = c
        return ast.During(scope.value, body, (word.start_pos, body.span[1]))

    def limited(self, c: Children) -> ast.Limited:
        limit, body = c
        return ast.Limited(limit, body, (limit.span[0], body.span[1]))

    def once(self, c: Children) -> ast.Limit:
        word, scope = c
        return ast.Limit(1, _text(scope), (word.start_pos, _end(word, scope)))

    def times_per(self, c: Children) -> ast.Limit:
        words, scope = c
        return ast.Limit(_number(words, words.value.split()[0]), scope.value, (words.start_pos, scope.end_pos))

    def trigger(self, c: Children) -> ast.Trigger:
        limit, word, event, body = c
        start = word.start_pos if limit is None else limit.span[0]
        return ast.Trigger(" ".join(word.value.split()), limit, event, body, (start, body.span[1]))

    def event(self, c: Children) -> ast.Event:
        name, of, *labelled, where = c
        end = _end(name, of, *(value for _, value in labelled), where)
        return ast.Event(name.value, of, tuple(labelled), where, _place(name), (name.start_pos, end))

    def event_label(self, c: Children) -> tuple[str, ast.Expression]:
        return " ".join(c[0].value.split()), c[1]

    def let(self, c: Children) -> ast.Let:
        word, name, value = c
        return ast.Let(name.value, value, (word.start_pos, value.span[1]))

    def plain(self, c: Children) -> ast.Plain:
        verb, amounts, *labelled, as_name, where = c
        last = amounts[-1] if amounts else None
        span = verb.start_pos, _end(verb, last, *labelled, as_name, where)
        return ast.Plain(verb.value, amounts or (), tuple(labelled), _text(as_name), where, _place(verb), span)

    def labelled(self, c: Children) -> ast.Labelled:
        label, amounts = c
        if not isinstance(amounts, tuple):
            amounts = (amounts,)
        return ast.Labelled(" ".join(label.value.split()), amounts, (label.start_pos, amounts[-1].span[1]))

    # ---- amounts

    def amounts(self, c: Children) -> tuple[ast.Amount, ...]:
        return tuple(c)

    def alternatives(self, c: Children) -> ast.Alternatives:
        return ast.Alternatives(tuple(c), (c[0].span[0], c[-1].span[1]))

    def counted(self, c: Children) -> ast.Counted:
        return ast.Counted(c[0], c[1], (c[0].span[0], c[1].span[1]))

    def pool(self, c: Children) -> ast.Pool:
        return ast.Pool(c[0], c[1], (c[0].span[0], c[1].span[1]))

    def unit(self, c: Children) -> ast.Name | ast.Field:
        unit: ast.Name | ast.Field = self.name(c[:1])
        for name in c[1:]:
            unit = self.field([unit, name])
        return unit

    # ---- expressions

    def superlative(self, c: Children) -> ast.Superlative:
        word, name, of, where, *ranks, ties = c
        return ast.Superlative(name.value, of, where, tuple(ranks), _text(ties), (word.start_pos, _end(*ranks, ties)))

    def rank(self, c: Children) -> ast.Rank:
        return ast.Rank(c[0].type == "MOST", c[1], (c[0].start_pos, c[1].span[1]))

    def and_(self, c: Children) -> ast.Logic:
        return ast.Logic("and", tuple(c), (c[0].span[0], c[-1].span[1]))

    def or_(self, c: Children) -> ast.Logic:
        return ast.Logic("or", tuple(c), (c[0].span[0], c[-1].span[1]))

    def not_(self, c: Children) -> ast.Unary:
        return ast.Unary("not", c[1], (c[0].start_pos, c[1].span[1]))

    def compare(self, c: Children) -> ast.Compare:
        return ast.Compare(c[1].value, c[0], c[2], (c[0].span[0], c[2].span[1]))

    def is_(self, c: Children) -> ast.IsKind:
        of, negation, kind = c
        return ast.IsKind(of, kind.value, negation is not None, (of.span[0], kind.end_pos))

    def member(self, c: Children) -> ast.Member:
        member, negation, of = c
        return ast.Member(member, of, negation is not None, (member.span[0], of.span[1]))

    def span(self, c: Children) -> ast.Range:
        return ast.Range(c[0], c[1], (c[0].span[0], c[1].span[1]))

    def divide(self, c: Children) -> ast.Divide:
        left, right, rounded = c
        return ast.Divide(left, right, rounded.value, (left.span[0], rounded.end_pos))

    def add(self, c: Children) -> ast.Binary:
        return ast.Binary(c[1].value, c[0], c[2], (c[0].span[0], c[2].span[1]))

    def multiply(self, c: Children) -> ast.Binary:
        return ast.Binary("*", c[0], c[1], (c[0].span[0], c[1].span[1]))

    def modulo(self, c: Children) -> ast.Binary:
        return ast.Binary("mod", c[0], c[1], (c[0].span[0], c[1].span[1]))

    def negative(self, c: Children) -> ast.Unary:
        return ast.Unary("-", c[1], (c[0].start_pos, c[1].span[1]))

    def number(self, c: Children) -> ast.Number:
        return ast.Number(_number(c[0], c[0].value), (c[0].start_pos, c[0].end_pos))

    def name(self, c: Children) -> ast.Name:
        return ast.Name(c[0].value, (c[0].start_pos, c[0].end_pos))

    def field(self, c: Children) -> ast.Field:
        of, name = c
        end = name.end_pos
        return ast.Field(of, name.value, (name.start_pos, end), (of.span[0], end))

    def call(self, c: Children) -> ast.Call:
        return ast.Call(c[0], tuple(c[2:-1]), (c[0].span[0], c[-1].end_pos))

    def group(self, c: Children) -> ast.Expression:
        """One plain expression keeps no parentheses, only their place: what is built of it must span them."""
        span = c[0].start_pos, c[-1].end_pos
        if len(c) == 3 and not isinstance(c[1], ast.Filtered):
            inner: ast.Expression = c[1]
            return replace(inner, span=span)
        return ast.Group(tuple(c[1:-1]), span)

    def filtered(self, c: Children) -> ast.Filtered:
        """`of where … [by …]` has three children, `of by …` two."""
        of, where, by = c if len(c) == 3 else (c[0], None, c[1])
        return ast.Filtered(of, where, by, (of.span[0], _end(where, by)))

    # ---- orders and needs

    def order(self, c: Children) -> ast.Order:
        *ranks, ties = c
        return ast.Order(tuple(ranks), _text(ties), (ranks[0].span[0], _end(*ranks, ties)))

    def need(self, c: Children) -> ast.Need:
        return ast.Need(tuple(c), (c[0][0].span[0], c[-1][-1].span[1]))

    def one_of(self, c: Children) -> tuple[ast.Pattern, ...]:
        return tuple(p for p in c if isinstance(p, ast.Pattern))

    def pattern(self, c: Children) -> ast.Pattern:
        ends = [self.name([t]) if t.type == "NAME" else self.number([t]) for t in c]
        span = ends[0].span[0], ends[-1].span[1]
        if len(ends) == 1:
            return ast.Pattern(ends[0], span)
        return ast.Pattern(ast.Range(ends[0], ends[1], span), span)
