"""The keys of a set's members added: `total(cards by value)`; 0 for an empty set."""

import ast

from interpreter.state import Table
from interpreter.vocabulary.words import Parameter, Query


def _written(table: Table, members: ast.expr) -> ast.expr | None:
    """Of numbers that stand in one column, by component, without a list of them."""
    match members:
        case ast.ListComp(
            elt=ast.Subscript(value=ast.Name() as column, slice=ast.Name(id=member)),
            generators=[ast.comprehension(target=ast.Name(id=each), iter=of, ifs=[])],
        ) if member == each:
            number = ast.Attribute(column, "__getitem__", ast.Load())
            numbers = ast.Call(ast.Name("map_", ast.Load()), [number, of], [])
            return ast.Call(ast.Name("sum_", ast.Load()), [numbers], [])
    return None


WORD = Query(
    name="total",
    sentences={"en": "the total of {0}", "de": "die Summe {0:gen}"},
    forms={"en adjective": "total", "de prefix": "Gesamt"},
    parameters=(Parameter("set"),),
    gives=lambda types: types[0],
    call=sum,
    write=_written,
    of_key=True,
    weighs=("number",),
)
