"""Statements that several verbs write in place of a call, see `Verb.write`."""

from __future__ import annotations

import ast

from interpreter.state import Table
from interpreter.vocabulary.words import Hand


def changed(
    table: Table, hand: Hand, you: ast.expr, count: ast.expr, resource: ast.expr, more: bool
) -> list[ast.stmt] | None:
    """A resource that is known goes up or down by a count; nothing happens where that is not above 0."""
    if not (isinstance(resource, ast.Constant) and isinstance(resource.value, int)):
        return None
    info = table.layout.resources[resource.value]
    at = you if info.per_player else ast.Constant(0)
    held = ast.Subscript(ast.Name("S", ast.Load()), ast.Constant(info.index), ast.Load())
    before: list[ast.stmt] = []
    known = count.value if isinstance(count, ast.Constant) else None
    if not isinstance(known, int):
        name = hand.fresh("c")
        before = [ast.Assign([ast.Name(name, ast.Store())], count)]
        count = ast.Name(name, ast.Load())
    elif known <= 0:
        return [ast.Pass()]
    change: list[ast.stmt]
    bound = info.high if more else info.low
    operator: ast.operator = ast.Add() if more else ast.Sub()
    if bound is None:
        change = [ast.AugAssign(ast.Subscript(held, at, ast.Store()), operator, count)]
    else:
        left = hand.fresh("c")
        new = ast.BinOp(ast.Subscript(held, at, ast.Load()), operator, count)
        rest = ast.Name(left, ast.Load())
        within = ast.Compare(rest, [ast.Lt() if more else ast.Gt()], [ast.Constant(bound)])
        stopped = ast.IfExp(within, rest, ast.Constant(bound))
        change = [
            ast.Assign([ast.Name(left, ast.Store())], new),
            ast.Assign([ast.Subscript(held, at, ast.Store())], stopped),
        ]
    if before:
        change = [ast.If(ast.Compare(count, [ast.Gt()], [ast.Constant(0)]), change, [])]
    return [*before, *change]
