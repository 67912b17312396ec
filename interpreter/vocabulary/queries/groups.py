"""One slot of each connected group in a set of slots, the first of each: `count(groups(board.slots where filled(it)))`.

Two slots are of one group when a way from neighbour to neighbour leads through the set; the group of a slot is
`reachable(slot, SET)`, so the largest is `highest(groups(SET) by count(reachable(it, SET)))`."""

from interpreter.state import State, Table
from interpreter.vocabulary.words import Parameter, Query


def _groups(table: Table, state: State, members: list[int]) -> list[int]:
    slots = table.layout.slots
    left = dict.fromkeys(members)
    found: list[int] = []
    while left:
        first = next(iter(left))
        found.append(first)
        edge = [first]
        del left[first]
        while edge:
            for near in slots[edge.pop()].neighbours:
                if near in left:
                    del left[near]
                    edge.append(near)
    return found


WORD = Query(
    name="groups",
    sentences={"en": "the connected groups of {0}", "de": "die zusammenhängenden Gruppen {0:gen}"},
    forms={"noun": "group", "en after": "of {0}", "de after": "{0:gen}"},
    parameters=(Parameter("slots"),),
    gives=lambda types: types[0].set_of(),
    call=_groups,
    table=True,
    keyless=True,
)
