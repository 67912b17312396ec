"""Putting up a position by names: scenarios, puzzles, and walking along with another engine.

`given` may hold `turn` (a seat, counted from 1), `zones`, `resources`, `variables`, `attributes`; things of a
player stand under "player 1" and so on, or under the name of a zone. A zone that is named holds exactly what is listed,
stacks with the top last, and slots that are not named in it are empty; what lay there goes to the box. What is wanted
is taken from the box first, then from where it lies; pieces of a supply from the box alone.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from difflib import get_close_matches
from typing import Any

from interpreter.compiling import Program
from interpreter.state import LOCATION, NOTHING, State, ValueType, ZoneInfo
from interpreter.state.layout import AT, BELOW, CONTROL, FRAME, LOCALS, UNIT, YOU
from interpreter.state.naming import Naming

Json = Any


def arrange(program: Program, naming: Naming, S: State, given: dict[str, Json]) -> None:
    """Change the state in place. Raises ValueError with a sentence for what does not fit."""
    layout = program.layout
    known = {"turn", "zones", "resources", "variables", "attributes"}
    for key in given:
        if key not in known:
            raise ValueError(f"a position has no `{key}`{_close(key, known)}")
    _zones(program, naming, S, given.get("zones") or {})
    for key, value in (given.get("resources") or {}).items():
        if key in naming.seat_by_name:
            for name, amount in value.items():
                _resource(program, S, name, naming.seat_by_name[key], amount)
        elif isinstance(value, dict):
            for seat_name, amount in value.items():
                _resource(program, S, key, _seat(naming, seat_name), amount)
        else:
            _resource(program, S, key, None, value)
    for key, value in (given.get("variables") or {}).items():
        if key in naming.seat_by_name:
            for name, inner in value.items():
                _variable(program, naming, S, name, key, inner)
        elif isinstance(value, dict):
            for at, inner in value.items():
                _variable(program, naming, S, key, at, inner)
        else:
            _variable(program, naming, S, key, None, value)
    for name, values in (given.get("attributes") or {}).items():
        component = naming.read(name, ValueType("component"))
        for attribute, value in values.items():
            info = next((a for a in layout.attributes if a.name == attribute), None)
            if info is None:
                raise ValueError(
                    f"there is no attribute `{attribute}`{_close(attribute, [a.name for a in layout.attributes])}"
                )
            S[info.index][component] = naming.read(value, info.type)
    if "turn" in given:
        _turn(program, S, given["turn"])


def _close(name: str, known: Any) -> str:
    close = get_close_matches(str(name), [str(k) for k in known], n=1)
    return f"; did you mean `{close[0]}`?" if close else ""


def _seat(naming: Naming, name: str) -> int:
    if name not in naming.seat_by_name:
        raise ValueError(f"there is no seat `{name}`{_close(name, naming.seat_by_name)}")
    return naming.seat_by_name[name]


def _resource(program: Program, S: State, name: str, seat: int | None, amount: Json) -> None:
    info = next((r for r in program.layout.resources if r.name == name), None)
    if info is None:
        raise ValueError(f"there is no resource `{name}`{_close(name, [r.name for r in program.layout.resources])}")
    if not isinstance(amount, int) or isinstance(amount, bool):
        raise ValueError(f"`{amount}` is no amount of {name}")
    if info.per_player and seat is None:
        raise ValueError(f"`{name}` is kept for each player; say for whom")
    if not info.per_player and seat is not None:
        raise ValueError(f"`{name}` is not kept for each player; write it beside the players")
    S[info.index][seat or 0] = amount


def _variable(program: Program, naming: Naming, S: State, name: str, at: str | None, value: Json) -> None:
    info = next((v for v in program.layout.variables if v.name == name), None)
    if info is None:
        raise ValueError(f"there is no variable `{name}`{_close(name, [v.name for v in program.layout.variables])}")
    place = 0
    if info.per == "player":
        if at is None:
            raise ValueError(f"`{name}` is kept for each player; say for whom")
        place = _seat(naming, at)
    elif info.per:
        members = program.layout.enums[info.per]
        if at not in members:
            raise ValueError(f"`{name}` is not kept for `{at}`{_close(str(at), members)}")
        place = members.index(at)
    S[info.index][place] = naming.read(value, info.type)


def _zones(program: Program, naming: Naming, S: State, given: dict[str, Json]) -> None:
    layout = program.layout
    wanted: list[tuple[ZoneInfo, int, Json]] = []
    for key, value in given.items():
        if key in naming.seat_by_name:
            for name, inner in (value or {}).items():
                info = _zone(program, name)
                if not info.per_player:
                    raise ValueError(f"`{name}` is not kept for each player; write it beside the players")
                wanted.append((info, info.base + naming.seat_by_name[key], inner))
            continue
        info = _zone(program, key)
        if info.per_player:
            if not isinstance(value, dict):
                raise ValueError(f"every player has a `{key}`; say whose")
            wanted += [(info, info.base + _seat(naming, name), inner) for name, inner in value.items()]
        else:
            wanted.append((info, info.base, value))
    table = program.table
    log, table.log = table.log, None
    for _, at, _ in wanted:
        for component in list(S[at]):
            table.move(S, component, layout.box)
    named = {at for _, at, _ in wanted}
    for info, at, value in wanted:
        for name, slot in _items(program, info, at, value):
            piece = _piece(program, naming, S, info, name, named)
            component = piece if piece is not None else _take(program, naming, S, name, named)
            if slot is None:
                table.move(S, component, at)
            else:
                from interpreter.state import SLOT_BASE

                table.move(S, component, SLOT_BASE + slot)
            if S[LOCATION][component] != at:
                raise ValueError(f"`{name}` finds no place in `{info.name}`")
    table.events.clear()
    table.log = log


def _zone(program: Program, name: str) -> ZoneInfo:
    for zone in program.layout.zones:
        if zone.name == name:
            return zone
    raise ValueError(f"there is no zone `{name}`{_close(name, [z.name for z in program.layout.zones])}")


def _items(program: Program, info: ZoneInfo, at: int, value: Json) -> list[tuple[str, int | None]]:
    """Names of components with the slots they go to."""
    if isinstance(value, list):
        return [(str(v), None) for v in value]
    if isinstance(value, dict):
        slots = {
            program.layout.slots[n].name: n
            for n in range(len(program.layout.slots))
            if program.layout.slots[n].zone == at
        }
        found: list[tuple[str, int | None]] = []
        for name, inner in value.items():
            if str(name) not in slots:
                raise ValueError(f"`{info.name}` has no place `{name}`{_close(str(name), slots)}")
            for one in inner if isinstance(inner, list) else [inner]:
                if one is not None:
                    found.append((str(one), slots[str(name)]))
        return found
    if value is None:
        return []
    raise ValueError(f"what lies in `{info.name}` is a list, or a mapping by slot")


def _piece(program: Program, naming: Naming, S: State, info: ZoneInfo, name: str, named: set[int]) -> int | None:
    """A piece of a supply with the looks that its name tells ("red 3"), out of the box; None for other names."""
    layout = program.layout
    words = name.split()
    for card, indexes in layout.pieces.items():
        looks = _looks(naming, words, indexes) if layout.cards[card].kind in info.kinds else None
        if looks is None:
            continue
        for component in layout.cards[card].components:
            if S[LOCATION][component] == layout.box:
                for index, number in zip(indexes, looks, strict=True):
                    S[index][component] = number
                return component
        raise ValueError(_used_up(program, S, card, named))
    return None


def _used_up(program: Program, S: State, card: int, named: set[int]) -> str:
    """Why there is no further piece: all there are stand in the position, or lie where it does not say."""
    layout = program.layout
    info = layout.cards[card]
    lying = Counter(S[LOCATION][component] for component in info.components if S[LOCATION][component] not in named)
    if not lying:
        return f"there are only {len(info.components)} of `{info.id}`"
    at, most = lying.most_common(1)[0]
    number, seat = layout.zone_of[at]
    zone = layout.zones[number].name
    leave = f"{zone}: []" if seat == NOTHING else f"{layout.seat_names[seat]}: {{{zone}: []}}"
    return (
        f"none of the {len(info.components)} of `{info.id}` is out of play: {most} lie in `{zone}`; "
        f"name the zone that they leave too (`{leave}`)"
    )


def _looks(naming: Naming, words: list[str], indexes: tuple[int, ...]) -> list[int] | None:
    """Words as the values of attributes; a value may have a name of several words ("player 1")."""
    if not indexes:
        return None if words else []
    type = naming.looks[indexes[0]]
    for count in range(1, len(words) - len(indexes) + 2):
        word = " ".join(words[:count])
        value: Json = int(word) if type.base == "number" and word.lstrip("-").isdigit() else word
        rest = _looks(naming, words[count:], indexes[1:])
        if rest is not None:
            with suppress(ValueError):
                return [naming.read(value, type), *rest]
    return None


def _take(program: Program, naming: Naming, S: State, name: str, named: set[int]) -> int:
    """A component of that name: from the box, else from a zone that the position does not name."""
    layout = program.layout
    bare, _, copy = name.partition("#")
    number = naming.card_by_id.get(bare)
    if number is None:
        raise ValueError(f"there is no card `{bare}`{_close(bare, naming.card_by_id)}")
    components = list(layout.cards[number].components)
    if copy.isdigit() and 1 <= int(copy) <= len(components):
        components = [components[int(copy) - 1]]
    for component in components:
        if S[LOCATION][component] == layout.box:
            return component
    # rather from a stack than from where somebody sees it lie
    free = [c for c in components if S[LOCATION][c] not in named]
    for component in free:
        if layout.zones[layout.zone_of[S[LOCATION][component]][0]].order == "stack":
            return component
    if free:
        return free[0]
    raise ValueError(f"there are only {len(components)} of `{bare}`")


def _turn(program: Program, S: State, seat: Json) -> None:
    """Make it a seat's turn: every running part that visits seats now visits this one."""
    players = program.layout.players
    if not isinstance(seat, int) or not 1 <= seat <= players:
        raise ValueError(f"`{seat}` is no seat; seats are counted from 1 to {players}")
    number = seat - 1
    at = S[CONTROL][FRAME]
    visited = False
    inside = True
    while at != NOTHING:
        frame = S[at]
        unit = frame[UNIT]
        if inside:
            frame[YOU] = number
        places = program.visit_places.get(unit)
        if places is not None:
            index, seats_place = places
            seats = S[at + 1 + seats_place]
            if number in seats:
                frame[LOCALS + index] = (
                    (seats.index(number) + 1) % len(seats) if program.visits_around[unit] else seats.index(number) + 1
                )
                visited = True
            inside = False
        at = frame[BELOW]
    if not visited:
        raise ValueError("nobody has a turn here, so it cannot be made a seat's turn")


__all__ = ["AT", "arrange"]
