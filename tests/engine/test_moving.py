"""Many components that move at once end where they would have ended one by one."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.playing.match import Match
from interpreter.state import NOTHING, State
from tests.engine.bundled import Table, tables
from tests.engine.conserving import Inspector

PLAYED = (0, 5, 20, 60, 150)  # decisions before something is moved
TRIES = 40


def largest() -> list[Table]:
    """Every game once, for as many as can play it."""
    last = {(table.content, table.game): table for table in tables()}
    return list(last.values())


@pytest.mark.parametrize("table", largest(), ids=str)
def test_at_once_is_as_one_by_one(table: Table) -> None:
    chance = Random(7)
    inspector = Inspector(table.program)
    match = Match.start(table.program, 3, record=False)
    for number in range(max(PLAYED) + 1):
        if number in PLAYED:
            for _ in range(TRIES):
                compare(table, inspector, match.state, chance)
        if match.over:
            return
        legal = match.legal()
        match.apply(legal[int(chance.random() * len(legal))])


def compare(table: Table, inspector: Inspector, S: State, chance: Random) -> None:
    """Move what was picked at random to a place picked at random, both ways."""
    hands, layout = table.program.table, table.program.layout
    kinds = {at: layout.zones[zone].kinds for at, (zone, _) in layout.zone_of.items()}
    place = chance.choice(list(kinds))
    fitting = [at for at in kinds if S[at] and all(layout.kinds[layout.kind_of[c]] in kinds[place] for c in S[at])]
    components: list[int] = []
    for at in chance.sample(fitting, min(len(fitting), chance.choice((1, 1, 2, 3)))):
        some = S[at][:: chance.choice((1, -1))]
        components += some[: chance.choice((len(some), len(some), 3))]
    if chance.random() < 0.2:
        chance.shuffle(components)
    at_once, one_by_one = [x[:] for x in S], [x[:] for x in S]
    hands.move_all(at_once, components, place)
    events, hands.events, hands.log = hands.events, [], []  # told of each, so that each takes its own way
    for component in components:
        hands.move(one_by_one, component, place)
    assert (at_once, events) == (one_by_one, hands.events)
    hands.events, hands.log = [], None
    if place not in hands.with_slots:  # there a rule names the slot
        assert inspector.faults(at_once) == []


def test_a_card_goes_into_a_pile_of_pieces_by_its_number() -> None:
    """Pieces of a supply stand there by their looks, and a set of cards among them."""
    table = next(t for t in largest() if t.game == "woodcraft")
    layout, hands = table.program.layout, table.program.table
    match = Match.start(table.program, 1)
    S = match.state
    orders = [
        c for c, card in enumerate(layout.card_of) if layout.cards[card].kind == "order" and c not in S[layout.box]
    ]
    assert hands.piece and hands.straight(layout.box, orders)
    hands.move_all(S, orders[::-1], layout.box)
    assert S[layout.box] == sorted(S[layout.box], key=lambda c: hands.rank(S, c))
    piece = next(iter(hands.piece))
    assert not hands.straight(layout.box, [*orders, piece])
    assert NOTHING not in S[layout.box]
