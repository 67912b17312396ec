"""What a seat cannot see must not matter to what it is shown: two worlds that differ only there, side by side.

A state is a world; `other_world` exchanges components that a seat cannot see, everywhere in the state, so that the
other world is as good as the first and differs for that seat in nothing. Then everything that the seat is shown
must read the same. Whether a component is seen is read from the declarations of the zones, not from `Layout.seen`.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from interpreter.compiling import RulesError
from interpreter.compiling.effects import AskAll, pack, unpack
from interpreter.playing.match import Decision, Match, NotLegal, Program
from interpreter.state import CHANCE, INSTANCES, LIMITS, LOCATION, PLACE, SLOTS, State, ValueType
from interpreter.state.layout import CONTROL, LOCALS, REVEALED, SEED, SELF, THIS, UNIT
from interpreter.state.table import Change

Json = Any
Exchange = dict[int, int]  # component -> the one that lies in its place in the other world


def sees(program: Program, seat: int, at: int) -> bool:
    """Whether a seat may know what lies in a zone's list, by the zone's declaration."""
    number, owner = program.layout.zone_of[at]
    seen_by = program.layout.zones[number].seen_by
    return seen_by == "all" or (seen_by == "owner" and owner == seat)


def hidden_from(program: Program, S: State, seat: int) -> list[int]:
    """Components that a seat cannot see; those whose abilities may be in play are left out, for these do show."""
    able = program.table.abilities
    return [c for c, at in enumerate(S[LOCATION]) if not sees(program, seat, at) and c not in able]


def exchange(program: Program, S: State, seat: int, chance: random.Random) -> Exchange:
    """Up to ten exchanges of two hidden components of one kind whose cards differ; empty if there are none."""
    layout = program.layout
    hidden = hidden_from(program, S, seat)
    chance.shuffle(hidden)
    found: Exchange = {}
    for one in hidden:
        if one in found or len(found) >= 20:
            continue
        for other in hidden:
            alike = layout.card_of[one] == layout.card_of[other]
            apart = S[LOCATION][one] != S[LOCATION][other] or layout.zone_of[S[LOCATION][one]][0] != 0
            if other not in found and not alike and apart and layout.kind_of[one] == layout.kind_of[other]:
                found[one], found[other] = other, one
                break
    return found


def other_world(program: Program, S: State, to: Exchange) -> State:
    """The state with components exchanged wherever they are spoken of."""
    layout = program.layout
    made = [list(numbers) for numbers in S]

    def turned(number: int) -> int:
        return to.get(number, number)

    def of_type(number: int, type: ValueType) -> int:
        return turned(number) if type.base == "component" else number

    for at in layout.zone_of:
        made[at] = [turned(c) for c in S[at]]
    for one, other in to.items():
        made[LOCATION][other], made[PLACE][other] = S[LOCATION][one], S[PLACE][one]
    for at in {S[LOCATION][one] for one in to}:  # piles are kept in order
        if program.table.pile[at] and not layout.zones[layout.zone_of[at][0]].slot_count:
            made[at].sort(key=lambda c: program.table.rank(made, c))
    made[SLOTS] = [turned(c) for c in S[SLOTS]]
    for variable in layout.variables:
        made[variable.index] = [of_type(n, variable.type) for n in S[variable.index]]
    for attribute in layout.attributes:
        for one, number in enumerate(S[attribute.index]):
            made[attribute.index][turned(one)] = of_type(number, attribute.type)
    made[LIMITS] = [_limit(key, turned) for key in S[LIMITS]]
    made[INSTANCES] = _instances(program, S[INSTANCES], turned)
    at = layout.frame_base
    while at < len(S):
        unit = layout.units[S[at][UNIT]]
        made[at][THIS] = turned(S[at][THIS])
        for place, (_, type) in enumerate(unit.locals):
            made[at][LOCALS + place] = of_type(S[at][LOCALS + place], type)
        for place, (name, type) in enumerate(unit.sets):
            if name != "answer":
                made[at + 1 + place] = [of_type(n, type) for n in S[at + 1 + place]]
        at += 1 + unit.lists
    _answers(program, S, made, turned)
    return made


def _limit(key: int, turned: Callable[[int], int]) -> int:
    site, rest = divmod(key, 64 << 20)
    this, you = divmod(rest, 64)
    return (site * (1 << 20) + (turned(this - 1) + 1 if this else 0)) * 64 + you


def _instances(program: Program, records: list[int], turned: Callable[[int], int]) -> list[int]:
    found = list(records)
    i = 0
    while i < len(found):
        unit = program.layout.units[program.abilities[found[i + 1]].unit]
        found[i + 3] = turned(found[i + 3])
        for j in range(i + 7, i + 7 + found[i + 6], 2):
            if unit.locals[found[j]][1].base == "component":
                found[j + 1] = turned(found[j + 1])
        i += 7 + found[i + 6]
    return found


def _answers(program: Program, S: State, made: State, turned: Callable[[int], int]) -> None:
    """Secret answers wait as options: their components are exchanged too."""
    if Match(program, S, 0).over:
        return
    ask, frame = program.asking(S)
    if not isinstance(ask, AskAll):
        return
    for seat in S[frame[SELF] + 1 + ask.members]:
        at = frame[SELF] + 1 + ask.first + seat
        option = unpack(S[at])
        if not option or not isinstance(option[0], int) or option[0] < 0:
            continue
        turned_values: list[int | tuple[int, ...]] = [option[0]]
        for (_, type), value in zip(ask.branches[option[0]].labels, option[1:], strict=True):
            if type.base != "component":
                turned_values.append(value)
            elif isinstance(value, tuple):
                turned_values.append(tuple(turned(v) for v in value))
            else:
                turned_values.append(turned(value))
        made[at] = pack(tuple(turned_values))


# ---- what a seat is shown --------------------------------------------------------------------------


def match_of(program: Program, S: State, log: bool = False) -> Match:
    """A match in a copy of a state."""
    match = Match(program, [list(numbers) for numbers in S], S[CONTROL][SEED])
    match.record = False
    match.log_on = log
    return match


def menu(match: Match, seat: int) -> list[Json]:
    """All that a seat is told about what it may decide."""
    told = []
    for identity, decision in match.identities(seat):
        texts = [[match.describe(decision, language), match.steps(decision, language)] for language in ("en", "de")]
        told.append([identity, texts])
    return told


def refusals(match: Match, seat: int, wrong: list[dict[str, Json]]) -> list[str]:
    """What a seat is told when it wants what is not offered."""
    told = []
    for identity in wrong:
        try:
            match.find(identity, seat)
            told.append("offered")
        except NotLegal as refusal:
            told.append(str(refusal))
    return told


def wrong_identities(match: Match, seat: int, chance: random.Random) -> list[dict[str, Json]]:
    """Decisions that are hardly ever offered: names of cards and seats in the place of others."""
    layout = match.program.layout
    cards = [card.id for card in layout.cards]
    found: list[dict[str, Json]] = [{"do": "fly"}, {}]
    offered = [identity for identity, _ in match.identities(seat)]
    for identity in chance.sample(offered, min(3, len(offered))):
        for key, value in identity.items():
            if isinstance(value, list) and cards:
                found.append({**identity, key: chance.sample(cards, min(len(cards), len(value) + 1))})
            elif isinstance(value, str) and key != "seat":
                found.append({**identity, key: chance.choice([*cards, *layout.seat_names, "nothing"])})
    return found


def shown(match: Match, seat: int, wrong: list[dict[str, Json]]) -> str:
    """Everything that a seat is shown of a position, as one text."""
    deciding = seat in match.seats
    told = [
        match.view(seat),
        match.seats,
        menu(match, seat) if deciding else [],
        refusals(match, seat, wrong),
        match.over,
        match.winners,
    ]
    return json.dumps(told, sort_keys=True, ensure_ascii=False)


# ---- what a seat is told of the next decision ------------------------------------------------------


def same_decision(there: Match, decision: Decision, to: Exchange) -> Decision | None:
    """The decision in the other world: the same for its seat, of other components where these were exchanged."""
    seat, option = decision

    def turned(value: int | tuple[int, ...]) -> int | tuple[int, ...]:
        if isinstance(value, tuple):
            return tuple(sorted(to.get(v, v) for v in value))
        return to.get(value, value)

    ask, _ = there.program.asking(there.state)
    number = option[0]
    assert isinstance(number, int)
    if number < 0:
        wanted: tuple[object, ...] = option
    else:
        labels = ask.branches[number].labels
        values = [
            turned(value) if type.base == "component" else tuple(sorted(value)) if isinstance(value, tuple) else value
            for (_, type), value in zip(labels, option[1:], strict=True)
        ]
        wanted = (number, *values)
    for found in there.legal(seat):
        plain = tuple(tuple(sorted(v)) if isinstance(v, tuple) else v for v in found[1])
        if plain == wanted:
            return found
    return None


def shows(program: Program, change: Change, seat: int) -> bool:
    """Whether a change shows a seat a component that it could not see."""
    what, who, _, numbers = change
    if what == "move":
        _, source, target, *_ = numbers
        return sees(program, seat, target) and not sees(program, seat, source)
    return what == "reveal" or (what == "look" and who == seat)


def told_apart(here: Match, there: Match, seat: int, to: Exchange) -> str:
    """How a seat is told otherwise of the same changes in two worlds; "" if it is not.

    Comparing ends where something new is shown to the seat, and where the worlds part because a rule of the game asked
    what was hidden (who holds the most at the end): then what follows is what the rules reveal.
    """
    for one, other in zip(here.changes, there.changes, strict=False):
        if shows(here.program, one, seat) or shows(here.program, other, seat):
            return ""
        if not _same_change(here.program, one, other, to):
            return ""
        for language in ("en", "de"):
            told = [here.teller.sentence(one, seat, language), there.teller.sentence(other, seat, language)]
            if told[0] != told[1]:
                return f"told {told[0]!r} in one world and {told[1]!r} in the other"
    return ""


def _same_change(program: Program, one: Change, other: Change, to: Exchange) -> bool:
    """Whether two changes are one and the same but for the exchange."""
    if one[:3] != other[:3]:
        return False
    layout = program.layout
    numbers = list(one[3])
    if one[0] in ("move", "carried", "reveal", "look"):
        count = 1 if one[0] in ("move", "carried") else len(numbers)
        numbers[:count] = [to.get(n, n) for n in numbers[:count]]
    elif one[0] == "set":
        kept = next((v for v in [*layout.variables, *layout.attributes] if v.index == numbers[0]), None)
        if kept is not None and kept.per == "component":
            numbers[1] = to.get(numbers[1], numbers[1])
        if kept is not None and kept.type.base == "component":
            numbers[2:4] = [to.get(n, n) for n in numbers[2:4]]
    return tuple(numbers) == other[3]


def hiding_faults(match: Match, seat: int, chance: random.Random, decision: Decision) -> list[str] | None:
    """What a seat is shown otherwise in a world that differs only where it cannot see: of the position, and of the
    changes that a decision brings. None when there is nothing to exchange."""
    program = match.program
    to = exchange(program, match.state, seat, chance)
    if not to:
        return None
    here = match_of(program, match.state, log=True)
    there = match_of(program, other_world(program, match.state, to), log=True)
    wrong = wrong_identities(here, seat, chance) if seat in here.seats else [{"do": "fly"}]
    found: list[str] = []
    one, other = shown(here, seat, wrong), shown(there, seat, wrong)
    if one != other:
        at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
        return [f"seat {seat} is shown …{one[max(0, at - 80) : at + 40]}… and …{other[max(0, at - 80) : at + 40]}…"]
    same = same_decision(there, decision, to)
    if same is None:
        return ["its own menu has other options"] if decision[0] == seat else []
    before, alone = revealed(here.state), here.seats == [seat]
    try:
        here.apply(decision)
        there.apply(same)
    except RulesError:
        return found
    difference = told_apart(here, there, seat, to)
    if difference:
        found.append(f"seat {seat} is {difference}")
    # Whoever decides learns nothing that can be undone. Who is asked next may tell of a hand, whether that is another
    # seat or, for the others, this one: "asking tells", see docs/limits.md.
    told = here.view(seat) != there.view(seat) and here.seats == there.seats
    if alone and told and revealed(here.state) == before:
        found.append(f"seat {seat} learns what was hidden by {match.identity(decision)}, which can be undone")
    return found


def revealed(S: State) -> int:
    """How often something hidden was revealed, as the state counts it."""
    return S[CONTROL][REVEALED]


def chance_used(S: State) -> list[int]:
    """How much chance was used so far."""
    return S[CHANCE]
