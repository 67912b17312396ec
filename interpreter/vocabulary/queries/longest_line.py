"""How many slots of a set follow each other in the longest straight line: `longest_line(board.slots where mine(it))`.

Lines run as the zone's `neighbours:` says: along rows and columns, `around` also along diagonals, or along the lines
that are written out there. 0 for none."""

from interpreter.state import NOTHING, State, Table, values
from interpreter.vocabulary.words import Parameter, Query

_REMEMBERED = 50_000  # sets of slots whose longest line is known


def _longest_line(table: Table, state: State, members: list[int]) -> int:
    """A set of slots has the same longest line in every state, so those that come back are remembered."""
    known = table.memory["longest_line"]
    key = tuple(members)
    found = known.get(key)
    if found is None:
        if len(known) > _REMEMBERED:
            known.clear()
        found = known[key] = _found(table, members)
    return found


def _found(table: Table, members: list[int]) -> int:
    slots = table.layout.slots
    inside = set(members)
    best = 1 if members else 0
    for start in members:
        for near, onward in zip(slots[start].neighbours, slots[start].onward, strict=True):
            line, after = [start], onward
            while near in inside and near not in line:
                line.append(near)
                if after == NOTHING:
                    break
                here, near = near, after
                after = dict(zip(slots[here].neighbours, slots[here].onward, strict=True)).get(near, NOTHING)
            best = max(best, len(line))
    return best


WORD = Query(
    name="longest_line",
    sentences={"en": "the length of the longest line of {0}", "de": "die Länge der längsten Linie {0:gen}"},
    parameters=(Parameter("slots"),),
    gives=lambda types: values.NUMBER,
    call=_longest_line,
    table=True,
    keyless=True,
)
