"""The one projection: what a seat may see of a state. Views, logs, menus and bots' inputs all go through here."""

from __future__ import annotations

from typing import Any

from interpreter.state import LOCATION, NOTHING, Layout, State, ZoneInfo
from interpreter.state.layout import ASKING, CONTROL, OVER, PLACE, STATUS, VariableInfo
from interpreter.state.naming import Naming

Json = Any


class Views:
    """Views of one compiled game."""

    def __init__(self, layout: Layout, naming: Naming) -> None:
        self.layout = layout
        self.naming = naming
        (self._passes,) = [v for v in layout.variables if v.name == "passes of parts"]

    def sees(self, seat: int | None, zone_list: int) -> bool:
        """Whether a seat sees what lies in a zone's list; None stands for somebody who sees all."""
        return seat is None or bool(self.layout.seen[zone_list] >> seat & 1)

    def place(self, S: State, component: int) -> str:
        """A component that is not seen is called by its place: its slot, or its number in its zone."""
        slot = S[PLACE][component]
        if slot != NOTHING:
            return self.naming.slot(slot)
        at = S[LOCATION][component]
        zone, owner = self.layout.zone_of[at]
        name = f"{self.layout.zones[zone].name}.{S[at].index(component) + 1}"
        return f"{self.layout.seat_names[owner]}.{name}" if owner != NOTHING else name

    def counts(self, seat: int | None, zone: ZoneInfo, owner: int) -> bool:
        """Whether a seat may know how many components lie there."""
        if seat is None or zone.count_seen_by == "all":
            return True
        return zone.count_seen_by == "owner" and owner == seat

    def knows(self, seat: int | None, seen_by: str, owner: int) -> bool:
        """Whether a seat may know a value kept for `owner`."""
        return seat is None or seen_by == "all" or (seen_by == "owner" and owner == seat)

    def view(self, S: State, seat: int | None, deciding: list[int]) -> dict[str, Json]:
        """The state as a seat sees it: hidden zones as counts, hidden values and places as "?"."""
        layout = self.layout
        zones: dict[str, Json] = {}
        for zone in layout.zones:
            if zone.name == "box":
                continue
            if zone.per_player:
                zones[zone.name] = {
                    name: self._zone(S, seat, zone, owner) for owner, name in enumerate(layout.seat_names)
                }
            else:
                zones[zone.name] = self._zone(S, seat, zone, NOTHING)
        resources: dict[str, Json] = {}
        for resource in layout.resources:
            if resource.per_player:
                resources[resource.name] = {
                    name: S[resource.index][owner] if self.knows(seat, resource.seen_by, owner) else "?"
                    for owner, name in enumerate(layout.seat_names)
                }
            else:
                resources[resource.name] = S[resource.index][0] if self.knows(seat, resource.seen_by, NOTHING) else "?"
        variables = {v.name: self._variable(S, seat, v) for v in layout.variables if v is not self._passes}
        view: dict[str, Json] = {
            "seat": layout.seat_names[seat] if seat is not None else None,
            "status": {ASKING: "asking", OVER: "over"}.get(S[CONTROL][STATUS], "running"),
            "deciding": [layout.seat_names[s] for s in deciding],
            "passes": self.passes(S),
            "zones": zones,
            "resources": resources,
            "variables": variables,
        }
        attributes = self._attributes(S, seat)
        if attributes:
            view["attributes"] = attributes
        return view

    def passes(self, S: State) -> dict[str, int]:
        """How often each part of the flow was gone through, which everybody sees."""
        found: dict[str, int] = self._variable(S, None, self._passes)
        return found

    def _variable(self, S: State, seat: int | None, info: VariableInfo) -> Json:
        keys = self.layout.seat_names if info.per == "player" else self.layout.enums.get(info.per, [""])
        named = [
            self._value(S, seat, number, info)
            if self.knows(seat, info.seen_by, owner if info.per == "player" else NOTHING)
            else "?"
            for owner, number in enumerate(S[info.index])
        ]
        return dict(zip(keys, named, strict=False)) if info.per else named[0]

    def _zone(self, S: State, seat: int | None, zone: ZoneInfo, owner: int) -> Json:
        at = zone.base + (owner if owner != NOTHING else 0)
        if self.sees(seat, at):
            return self.naming.contents(S, zone, at)
        if not self.counts(seat, zone, owner):
            return "?"
        if zone.slot_count:
            found: dict[str, Json] = {}
            for component in S[at]:
                slot = S[PLACE][component]
                name = self.layout.slots[slot].name if slot != NOTHING else ""
                found[name] = [*found.get(name, []), "?"] if zone.holds_many else "?"
            return found
        return {"count": len(S[at])}

    def _attributes(self, S: State, seat: int | None) -> dict[str, Json]:
        found: dict[str, Json] = {}
        for info, components in self.naming.changeable:
            for component in components:
                if S[info.index][component] == info.starts:
                    continue
                at = S[LOCATION][component]
                known = self.knows(seat, info.seen_by, self.layout.owner_of[at])
                if at != self.layout.box and self.sees(seat, at) and known:
                    name = self.naming.component(component)
                    found.setdefault(name, {})[info.name] = self._value(S, seat, S[info.index][component], info)
        return found

    def _value(self, S: State, seat: int | None, number: int, info: VariableInfo) -> Json:
        """What a variable or attribute holds; a component that is not seen is "?"."""
        if info.type.base == "component" and number >= 0 and not self.sees(seat, S[LOCATION][number]):
            return "?"
        return self.naming.value(number, info.type, None, S)
