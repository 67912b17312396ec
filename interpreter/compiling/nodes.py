"""Small hands for building `ast` nodes: what several makers of Python code share."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from interpreter.state import NOTHING


def name(text: str) -> ast.expr:
    """A name that is read."""
    return ast.Name(text, ast.Load())


def constant(value: int | str | None) -> ast.expr:
    """A constant."""
    return ast.Constant(value)


def zero() -> ast.expr:
    """0."""
    return ast.Constant(0)


def nobody() -> ast.expr:
    """No seat, component or slot."""
    return ast.Constant(NOTHING)


def negation(test: ast.expr) -> ast.expr:
    """The opposite of a test."""
    return ast.UnaryOp(ast.Not(), test)


def more(target: str, by: int) -> ast.stmt:
    """A name goes up by a number."""
    return ast.AugAssign(ast.Name(target, ast.Store()), ast.Add(), ast.Constant(by))


def item(of: ast.expr, index: ast.expr) -> ast.expr:
    """`of[index]`."""
    return ast.Subscript(of, index, ast.Load())


def listed(index: int) -> ast.expr:
    """A list of the state."""
    return item(name("S"), constant(index))


def add(left: ast.expr, number: int) -> ast.expr:
    """`left + number`, worked out where both are known."""
    if isinstance(left, ast.Constant) and isinstance(left.value, int):
        return ast.Constant(left.value + number)
    return ast.BinOp(left, ast.Add(), ast.Constant(number)) if number else left


def call(function: str | ast.expr, *arguments: ast.expr) -> ast.expr:
    """A call."""
    return ast.Call(name(function) if isinstance(function, str) else function, list(arguments), [])


def compare(left: ast.expr, operator: ast.cmpop, right: ast.expr) -> ast.expr:
    """A comparison."""
    return ast.Compare(left, [operator], [right])


def both(tests: Sequence[ast.expr]) -> ast.expr:
    """All of some tests."""
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), list(tests))


def tuple_(parts: Sequence[ast.expr]) -> ast.expr:
    """A tuple."""
    return ast.Tuple(list(parts), ast.Load())


def numbers(members: Sequence[int]) -> ast.expr:
    """A tuple of numbers that are known."""
    return tuple_([ast.Constant(member) for member in members])


def assign(target: str, value: ast.expr) -> ast.stmt:
    """A name gets a value."""
    return ast.Assign([ast.Name(target, ast.Store())], value)


def do(expression: ast.expr) -> ast.stmt:
    """An expression for its effect."""
    return ast.Expr(expression)


def branch(test: ast.expr, then: list[ast.stmt], otherwise: list[ast.stmt] | None = None) -> ast.stmt:
    """`if`; an empty body passes."""
    return ast.If(test, then or [ast.Pass()], otherwise or [])


def loop(target: str, over: ast.expr, body: list[ast.stmt]) -> ast.stmt:
    """`for`."""
    return ast.For(ast.Name(target, ast.Store()), over, body or [ast.Pass()], [])


def function(title: str, parameters: Sequence[str], body: list[ast.stmt]) -> ast.FunctionDef:
    """A function."""
    arguments = ast.arguments([], [ast.arg(p) for p in parameters], None, [], [], None, [])
    return ast.FunctionDef(title, arguments, body or [ast.Pass()], [])


def lambda_(parameters: Sequence[str], body: ast.expr) -> ast.expr:
    """A function of one expression."""
    return ast.Lambda(ast.arguments([], [ast.arg(p) for p in parameters], None, [], [], None, []), body)


def placed(nodes: Sequence[ast.AST], line: int) -> None:
    """Give those that have no line yet this one; what stands inside them takes it over, see `finished`."""
    for node in nodes:
        if not hasattr(node, "lineno"):
            node.lineno = line  # type: ignore[attr-defined]


def columned(nodes: Sequence[ast.AST], column: int) -> None:
    """Give nodes a column; what stands inside them takes it over. A list of options tells its branches apart so."""
    for node in nodes:
        node.col_offset = column  # type: ignore[attr-defined]


def finished(tree: ast.FunctionDef) -> ast.Module:
    """A function as a module that can be compiled: nodes without a line have that of what they stand in."""
    placed([tree], 1)
    tree.col_offset = tree.end_col_offset = 0
    tree.end_lineno = tree.lineno
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        line = node.lineno  # type: ignore[attr-defined]
        for name in node._fields:
            inside = getattr(node, name, None)
            for child in inside if isinstance(inside, list) else (inside,):
                if not isinstance(child, ast.AST) or isinstance(child, ast.operator | ast.expr_context | ast.cmpop):
                    continue
                if not hasattr(child, "lineno"):
                    child.lineno = line  # type: ignore[attr-defined]
                if not hasattr(child, "col_offset"):
                    child.col_offset = node.col_offset  # type: ignore[attr-defined]
                child.end_lineno, child.end_col_offset = child.lineno, child.col_offset  # type: ignore[attr-defined]
                waiting.append(child)
    return ast.Module([tree], [])
