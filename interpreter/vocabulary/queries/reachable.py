"""The slots of a set that can be reached from a slot, going from neighbour to neighbour through the set alone:
`reachable(pawn.slot, board.slots where not filled(it))`. A number bounds the steps.

The slot itself need not be in the set and is in the answer only if it is. Of slots that join others (`joins:`), it
gives the other slots that can be reached over them: `reachable(town, tracks.slots where it.rails.owner == you)`.
The answer keeps the order of the slots on the table."""

from interpreter.state import Table
from interpreter.vocabulary.words import Parameter, Query


def _reachable(table: Table, start: int, through: list[int], steps: int | None = None) -> list[int]:
    slots = table.layout.slots
    open_ = set(through)
    over = any(slots[slot].ends for slot in through) and not slots[start].ends
    found, edge, left = {start}, [start], len(slots) if steps is None else steps
    while edge and left > 0:
        left -= 1
        beyond: dict[int, None] = {}
        for here in edge:
            if over:
                near = [end for link in slots[here].links if link in open_ for end in slots[link].ends]
            else:
                near = [slot for slot in slots[here].neighbours if slot in open_]
            beyond |= dict.fromkeys(slot for slot in near if slot not in found)
        found |= beyond.keys()
        edge = list(beyond)
    if start not in open_:
        found.discard(start)
    return sorted(found)


WORD = Query(
    name="reachable",
    sentences={
        "en": "the spaces within reach of {0} through {1}",
        "de": "die Plätze in Reichweite von {0:dat} über {1}",
    },
    forms={
        "noun": "slot",
        "en after": "within reach of {0} through {1}",
        "de after": "in Reichweite von {0:dat} über {1}",
        "en after all": "at most {2} steps from {0} through {1}",
        "de after all": "höchstens {2} Schritte von {0:dat} über {1}",
    },
    parameters=(Parameter("slot"), Parameter("slots"), Parameter("number", required=False)),
    gives=lambda types: types[0].set_of(),
    call=lambda table, state, *arguments: _reachable(table, *arguments),
    table=True,
    keyless=True,
)
