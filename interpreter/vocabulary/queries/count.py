"""How many members a set has: `count(you.hand where it.size > 2)`."""

import ast

from interpreter.state import NOTHING, Table, values
from interpreter.vocabulary.words import Parameter, Query
from interpreter.vocabulary.written import empty_among


def _written(table: Table, members: ast.expr) -> ast.expr | None:
    slots = empty_among(table, members)
    if slots is None:
        return None
    return ast.Call(ast.Attribute(slots, "count", ast.Load()), [ast.Constant(NOTHING)], [])


WORD = Query(
    name="count",
    sentences={"en": "the number of {0}", "de": "die Zahl {0:gen}"},
    parameters=(Parameter("set"),),
    gives=lambda types: values.NUMBER,
    call=len,
    how_many=True,
    write=_written,
)
