"""The first member of a set in its order (of a stack the top), nothing if it is empty. With a number: the
set of the first so many."""

import ast
from copy import deepcopy

from interpreter.state import NOTHING, Table
from interpreter.vocabulary.words import Parameter, Query


def _first(members: list[int], number: int | None = None) -> int | list[int]:
    if number is not None:
        return members[: max(0, number)]
    return members[0] if members else NOTHING


def _written(table: Table, members: ast.expr, number: ast.expr | None = None) -> ast.expr | None:
    """Of a stack the top, without turning it over first."""
    match members:
        case ast.Subscript(value=stack, slice=ast.Slice(step=ast.UnaryOp())) if number is None:
            top = ast.Subscript(stack, ast.UnaryOp(ast.USub(), ast.Constant(1)), ast.Load())
            return ast.IfExp(deepcopy(stack), top, ast.Constant(NOTHING))
    return None


WORD = Query(
    name="first",
    sentences={"en": "the first of {0}", "de": "der erste Teil {0:gen}"},
    forms={"en adjective": "first", "de adjective": "erste", "en stack": "top", "de stack": "oberste"},
    parameters=(
        Parameter("set"),
        Parameter("number", required=False),
    ),
    gives=lambda types: types[0].set_of() if len(types) > 1 else types[0].one(),
    call=_first,
    write=_written,
    ordered=True,
    keyless=True,
)
