"""Whether a component lies in a slot."""

import ast

from interpreter.state import PLACE, SLOTS, State, Table, values
from interpreter.vocabulary.words import Parameter, Query


def _filled(table: Table, S: State, slot: int) -> bool:
    if table.slot_single[slot]:
        return S[SLOTS][slot] >= 0
    place = S[PLACE]
    return any(place[component] == slot for component in S[table.slot_zone[slot]])


def _written(table: Table, slot: ast.expr) -> ast.expr | None:
    if not all(table.slot_single):
        return None
    held = ast.Subscript(ast.Name("S", ast.Load()), ast.Constant(SLOTS), ast.Load())
    return ast.Compare(ast.Subscript(held, slot, ast.Load()), [ast.GtE()], [ast.Constant(0)])


WORD = Query(
    name="filled",
    sentences={"en": "{0} {0:is} occupied", "de": "{0:nom} besetzt {0:is}"},
    forms={"en not": "{0} {0:is} empty", "de not": "{0:nom} frei {0:is}"},
    parameters=(Parameter("slot"),),
    gives=lambda types: values.TRUTH,
    call=_filled,
    write=_written,
    table=True,
)
