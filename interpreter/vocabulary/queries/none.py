"""Whether a set has no member."""

import ast

from interpreter.state import Table, values
from interpreter.vocabulary.words import Parameter, Query


def _empty(members: list[int]) -> bool:
    return not members


def _written(table: Table, members: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), members)


WORD = Query(
    name="none",
    sentences={"en": "there {0:is} {0:no}", "de": "es {0:no} gibt"},
    parameters=(Parameter("set"),),
    gives=lambda types: values.TRUTH,
    call=_empty,
    alike_as_one=True,
    how_many=True,
    write=_written,
)
