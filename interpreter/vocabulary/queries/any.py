"""Whether a set has a member."""

import ast

from interpreter.state import Table, values
from interpreter.vocabulary.words import Parameter, Query
from interpreter.vocabulary.written import empty_among, is_empty_slot_among


def _written(table: Table, members: ast.expr) -> ast.expr:
    slots = empty_among(table, members)
    if slots is not None:
        return is_empty_slot_among(slots)
    return ast.UnaryOp(ast.Not(), ast.UnaryOp(ast.Not(), members))


WORD = Query(
    name="any",
    sentences={"en": "there {0:is} {0}", "de": "es {0} gibt"},
    parameters=(Parameter("set"),),
    gives=lambda types: values.TRUTH,
    call=bool,
    alike_as_one=True,
    how_many=True,
    write=_written,
)
