"""Whether something was found: `let best = the player with most point ties none` and then `exists(best)`."""

import ast

from interpreter.state import NOTHING, Table, values
from interpreter.vocabulary.words import Parameter, Query


def _exists(value: int) -> bool:
    return value != NOTHING


def _written(table: Table, value: ast.expr) -> ast.expr:
    return ast.Compare(value, [ast.NotEq()], [ast.Constant(NOTHING)])


WORD = Query(
    name="exists",
    sentences={"en": "there is {0}", "de": "es {0} gibt"},
    parameters=(Parameter("value"),),
    gives=lambda types: values.TRUTH,
    call=_exists,
    write=_written,
)
