"""Names for numbers and back: what people, files and programs outside read of a state.

Copies of one card that nothing tells apart share one name; where one of them must be named, its copy number is counted
in the order in which the state lists them, so that two states that differ only by which copy lies where read alike.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from interpreter.state.layout import (
    ASKING,
    AT,
    BELOW,
    CHANCE,
    CONTROL,
    INSTANCES,
    LIMITS,
    LOCALS,
    LOCATION,
    NOTHING,
    OVER,
    PLACE,
    SELF,
    STATUS,
    THIS,
    UNIT,
    WHO,
    YOU,
    Layout,
    State,
    VariableInfo,
    ZoneInfo,
)
from interpreter.state.values import ValueType

Json = Any


class Naming:
    """Writes and reads values of one layout by name."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.card_by_id = {card.id: number for number, card in enumerate(layout.cards)}
        self.seat_by_name = {name: seat for seat, name in enumerate(layout.seat_names)}
        pieces = {layout.cards[card].kind for card in layout.pieces}
        changeable = {kind for a in layout.attributes for kind in a.kinds} - pieces
        self.looks = {a.index: a.type for a in layout.attributes}
        # components that are told apart always carry their copy number
        self.apart = [
            layout.cards[card].kind in changeable or layout.class_of[c] != layout.cards[card].components.start
            for c, card in enumerate(layout.card_of)
        ]
        for card in layout.cards:
            if any(self.apart[c] for c in card.components):
                for c in card.components:
                    self.apart[c] = len(card.components) > 1
        # names that no state changes; "" for pieces of a supply, which are called by their looks
        self._fixed = [
            "" if card in layout.pieces else self.component(number) for number, card in enumerate(layout.card_of)
        ]
        self._pieces: dict[tuple[int, ...], str] = {}  # card and looks -> name
        self.changeable = [  # attributes and who has them, without pieces
            (
                info,
                [
                    component
                    for component, card in enumerate(layout.card_of)
                    if card not in layout.pieces and layout.cards[card].kind in info.kinds
                ],
            )
            for info in layout.attributes
        ]

    # ---- single values ---------------------------------------------------------------------------

    def piece(self, card: int, looks: tuple[int, ...]) -> str:
        """A piece of a supply is called by its attributes: `red 4`."""
        name = self._pieces.get((card, *looks))
        if name is None:
            indexes = self.layout.pieces[card]
            name = " ".join(str(self.value(n, self.looks[i])) for i, n in zip(indexes, looks, strict=True))
            self._pieces[card, *looks] = name
        return name

    def component(self, number: int, copies: dict[int, int] | None = None, S: State | None = None) -> str:
        """A component's name; with `copies` (see `copy_numbers`) also which of several alike, or where it lies."""
        at = self.layout.card_of[number]
        if at in self.layout.pieces and S is not None:
            name = self.piece(at, tuple(S[index][number] for index in self.layout.pieces[at]))
            return name if copies is None else f"{name} in {S[LOCATION][number]}"
        card = self.layout.cards[at]
        if self.apart[number]:
            return f"{card.id}#{number - card.components.start + 1}"
        if copies is not None and len(card.components) > 1:
            return f"{card.id}#{copies[number]}"
        return card.id

    def slot(self, number: int) -> str:
        """A slot's name: its zone, its place, and whose it is."""
        slot = self.layout.slots[number]
        zone, seat = self.layout.zone_of[slot.zone]
        name = f"{self.layout.zones[zone].name}.{slot.name}"
        return f"{self.layout.seat_names[seat]}.{name}" if seat != NOTHING else name

    def value(self, number: int, type: ValueType, copies: dict[int, int] | None = None, S: State | None = None) -> Json:
        """A value by name: a string, a number, a truth, or None for nothing."""
        layout = self.layout
        if number == NOTHING:
            return None
        match type.base:
            case "truth":
                return bool(number)
            case "enum":
                enum = next(iter(type.names))
                return layout.enums[enum][number] if 0 <= number < len(layout.enums[enum]) else number
            case "component":
                return self.component(number, copies, S) if 0 <= number < len(layout.card_of) else number
            case "seat":
                return layout.seat_names[number] if 0 <= number < layout.seats else number
            case "slot":
                return self.slot(number) if 0 <= number < len(layout.slots) else number
            case "resource":
                return layout.resources[number].name if 0 <= number < len(layout.resources) else number
        return number

    def read(self, value: Json, type: ValueType) -> int:
        """The number of a named value. Raises ValueError with a sentence when there is none."""
        if value is None:
            return NOTHING
        match type.base:
            case "truth" if isinstance(value, bool):
                return int(value)
            case "number" if isinstance(value, int) and not isinstance(value, bool):
                return value
            case "enum":
                enum = next(iter(type.names))
                if value in self.layout.enums[enum]:
                    return self.layout.enums[enum].index(value)
            case "seat" if value in self.seat_by_name:
                return self.seat_by_name[value]
            case "slot":
                for number in range(len(self.layout.slots)):
                    if self.slot(number) == value:
                        return number
            case "component":
                bare, _, copy = str(value).partition("#")
                if bare in self.card_by_id:
                    components = self.layout.cards[self.card_by_id[bare]].components
                    at = int(copy) - 1 if copy.isdigit() else 0
                    if 0 <= at < len(components):
                        return components[at]
        raise ValueError(f"`{value}` is no {type}")

    def copy_numbers(self, S: State) -> dict[int, int]:
        """Which copy each component counts as: a card's are numbered in the order of the zones that hold them."""
        found: dict[int, int] = {}
        used: dict[int, int] = {}
        layout = self.layout
        for at in sorted(layout.zone_of):
            for component in S[at]:
                card = layout.card_of[component]
                used[card] = used.get(card, 0) + 1
                found[component] = used[card]
        return found

    # ---- whole states ----------------------------------------------------------------------------

    def state(self, S: State) -> dict[str, Json]:
        """The whole state by name; equal for states that nothing in the game can tell apart."""
        copies = _Copies(self, S)
        layout = self.layout
        whole: dict[str, Json] = {
            "status": {ASKING: "asking", OVER: "over"}.get(S[CONTROL][STATUS], "running"),
            "zones": {zone.name: self._zone(S, zone) for zone in layout.zones},
            "resources": {
                r.name: self._by_seat(S[r.index]) if r.per_player else S[r.index][0] for r in layout.resources
            },
            "variables": {v.name: self._variable(S, v, copies) for v in layout.variables},
            "chance": {name: count for name, count in zip(layout.streams, S[CHANCE], strict=True) if count},
            "limits": sorted(self._limit(key, copies) for key in S[LIMITS]),
            "in play": {
                event: self._entries(S[layout.event_base + i], copies)
                for i, event in enumerate(layout.events)
                if S[layout.event_base + i]
            },
            "lasting": self._instances(S, copies),
            "frames": [self._frame(S, at, copies) for at in self._frame_places(S)],
        }
        if layout.attributes:
            whole["attributes"] = self._attributes(S)
        if S[layout.steps]:
            whole["answers begun"] = list(S[layout.steps])
        return whole

    def hash(self, S: State) -> str:
        """SHA-256 of the state's canonical text."""
        text = json.dumps(self.state(S), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return sha256(text.encode()).hexdigest()

    def _by_seat(self, numbers: list[int]) -> dict[str, int]:
        return dict(zip(self.layout.seat_names, numbers, strict=True))

    def _zone(self, S: State, zone: ZoneInfo) -> Json:
        if not zone.per_player:
            return self.contents(S, zone, zone.base)
        return {name: self.contents(S, zone, zone.base + seat) for seat, name in enumerate(self.layout.seat_names)}

    def contents(self, S: State, zone: ZoneInfo, at: int) -> Json:
        """What lies in one list: names in order, or by slot."""
        fixed = self._fixed
        names = [fixed[c] or self.component(c, None, S) for c in S[at]]
        if not zone.slot_count:
            return names
        by_slot: dict[str, Json] = {}
        for component, lies in zip(S[at], names, strict=True):
            slot = S[PLACE][component]
            name = self.layout.slots[slot].name if slot != NOTHING else ""
            if zone.holds_many:
                by_slot.setdefault(name, []).append(lies)
            else:
                by_slot[name] = lies
        return by_slot

    def _variable(self, S: State, info: VariableInfo, copies: dict[int, int]) -> Json:
        named = [self.value(n, info.type, copies, S) for n in S[info.index]]
        if not info.per:
            return named[0]
        if info.per == "player":
            return dict(zip(self.layout.seat_names, named, strict=True))
        return dict(zip(self.layout.enums[info.per], named, strict=False))

    def _attributes(self, S: State) -> dict[str, Json]:
        found: dict[str, Json] = {}
        for info, components in self.changeable:
            column = S[info.index]
            for component in components:
                if column[component] != info.starts:
                    name = self.component(component)
                    found.setdefault(name, {})[info.name] = self.value(column[component], info.type)
        return found

    def _limit(self, key: int, copies: dict[int, int]) -> list[Json]:
        site, rest = divmod(key, 64 << 20)
        this, you = divmod(rest, 64)
        carrier = self.component(this - 1, copies) if this else ""
        return [site, carrier, self.layout.seat_names[you - 1] if you else ""]

    def _entries(self, entries: list[int], copies: dict[int, int]) -> list[Json]:
        found: list[Json] = []
        for i in range(0, len(entries), 2):
            carrier = entries[i + 1]
            found.append([entries[i], "" if carrier < 0 else self.component(carrier, copies)])
        return found

    def _instances(self, S: State, copies: dict[int, int]) -> list[Json]:
        records, found, i = S[INSTANCES], [], 0
        while i < len(records):
            length = records[i + 6]
            this = records[i + 3]
            found.append(
                [
                    records[i + 1],
                    self.value(records[i + 2], ValueType("seat")),
                    "" if this < 0 else self.component(this, copies),
                    records[i + 4],
                    records[i + 7 : i + 7 + length],
                ]
            )
            i += 7 + length
        return found

    def _frame_places(self, S: State) -> list[int]:
        at, found = self.layout.frame_base, []
        while at < len(S):
            found.append(at)
            at += 1 + self.layout.units[S[at][UNIT]].lists
        return found

    def _frame(self, S: State, at: int, copies: dict[int, int]) -> dict[str, Json]:
        frame = S[at]
        unit = self.layout.units[frame[UNIT]]
        below = frame[BELOW]
        return {
            "unit": unit.name,
            "at": frame[AT] - unit.start,
            "below": None if below == NOTHING else frame[SELF] - below,
            "you": self.value(frame[YOU], ValueType("seat")),
            "this": self.value(frame[THIS], ValueType("component"), copies, S),
            "who": self.value(frame[WHO], ValueType("seat")),
            "numbers": [
                self.value(n, type, copies, S) for n, (_, type) in zip(frame[LOCALS:], unit.locals, strict=True)
            ],
            "sets": [
                [self.value(n, type.one(), copies, S) for n in S[at + 1 + i]] for i, (_, type) in enumerate(unit.sets)
            ],
        }


class _Copies(dict[int, int]):
    """Which copy each component counts as, reckoned when somebody asks: few states name one of several alike."""

    def __init__(self, naming: Naming, S: State) -> None:
        super().__init__()
        self._naming, self._state = naming, S

    def __missing__(self, component: int) -> int:
        found = self._naming.copy_numbers(self._state)
        self.update(found)
        return found[component]
