"""A game as one seat may imagine it: what the seat sees stays, everything hidden from it is dealt anew.

For bots that try decisions on a copy. Without it a look-ahead would read the top of the pile, the hands of
others and the next roll of the dice. The guess depends on what the seat sees and on the given numbers only: however
hidden components really lie, it is the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.compiling.effects import answered, note_answer
from interpreter.state.chance import draw
from interpreter.state.layout import CONTROL, LOCATION, NOTHING, PLACE, SEED

if TYPE_CHECKING:
    from interpreter.playing import Match


def guess(match: Match, seat: int, key: int, number: int) -> Match:
    """A copy for thinking. `key` and `number` choose the guess: equal ones give equal guesses.

    Components change places within their kind, among the zones whose contents the seat does not see. The box,
    components that lie in slots and those with abilities stay where they are. All chance streams are replaced.
    """
    copy = match.copy()
    state, layout, table = copy.state, match.program.layout, match.program.table
    places: dict[int, list[tuple[int, int]]] = {}
    hidden: dict[int, list[int]] = {}
    for at in sorted(layout.zone_of):
        if at == layout.box or layout.seen[at] >> seat & 1:
            continue
        for index, component in enumerate(state[at]):
            if state[PLACE][component] == NOTHING and component not in table.abilities:
                kind = layout.kind_of[component]
                places.setdefault(kind, []).append((at, index))
                hidden.setdefault(kind, []).append(component)
    drawn = number << 20
    for kind, components in hidden.items():
        components.sort(key=lambda component: (layout.class_of[component], component))
        for last in range(len(components) - 1, 0, -1):
            drawn += 1
            other = draw(key, drawn, last + 1)
            components[last], components[other] = components[other], components[last]
        for (at, index), component in zip(places[kind], components, strict=True):
            state[at][index] = component
            state[LOCATION][component] = at
    for at in {at for of_kind in places.values() for at, _ in of_kind}:
        table.put_in_order(state, at)
    given = state[layout.steps]
    if given:  # what others have begun to answer is not seen
        begun = answered(given, seat)
        given.clear()
        note_answer(given, seat, begun)
    state[CONTROL][SEED] = draw(key, drawn + 1, 1 << 60)
    return copy
