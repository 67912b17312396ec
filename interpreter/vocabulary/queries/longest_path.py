"""The greatest total along one path that goes from neighbour to neighbour through a set of slots and takes none twice:
`longest_path(tracks.slots where it.rails.owner == you by length)`. Without a key each slot counts 1; 0 for none.

A slot that joins two others (`joins:`) is left at the other end than the one where it was entered, so a path may come
through a town twice but over each track once."""

from interpreter.state import State, Table
from interpreter.vocabulary.words import Parameter, Query, TooMuch

STEPS = 200_000  # looking for the longest path may take very long; then the rules are to blame


def _longest_path(table: Table, state: State, pairs: list[tuple[int, int]]) -> int:
    slots = table.layout.slots
    worth = {slot: key for key, slot in pairs}
    steps = 0

    def onward(slot: int, entered: int) -> list[tuple[int, int]]:
        """Where the path may go on from a slot, each with the end at which that is entered."""
        ends = slots[slot].ends
        if not ends:
            return [(near, -1) for near in slots[slot].neighbours if near in worth]
        left = ends[0] if entered == ends[1] else ends[1]
        return [(link, left) for link in slots[left].links if link in worth]

    def best(slot: int, entered: int, taken: set[int]) -> int:
        nonlocal steps
        steps += 1
        if steps > STEPS:
            raise TooMuch("the longest path was not found within 200,000 steps; ask about a smaller set")
        taken.add(slot)
        found = max((best(near, at, taken) for near, at in onward(slot, entered) if near not in taken), default=0)
        taken.discard(slot)
        return worth[slot] + max(0, found)

    return max((best(slot, at, set()) for slot in worth for at in slots[slot].ends or (-1,)), default=0)


WORD = Query(
    name="longest_path",
    sentences={"en": "the length of the longest path through {0}", "de": "die Länge des längsten Weges über {0}"},
    forms={
        "en by": "the greatest total {by} along one path through {0}",
        "de by": "die größte Summe ({by:nom}) auf einem Weg über {0}",
    },
    parameters=(Parameter("slots"),),
    gives=lambda types: types[0],
    call=_longest_path,
    of_key=True,
    pairs=True,
    counts=True,
    weighs=("number",),
    table=True,
)
