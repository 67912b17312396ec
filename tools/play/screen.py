"""The table on the terminal: drawn from a view (what one seat may see) and the game's table.yaml.

In: the view's JSON, by name. Out: rich panels. Draws any game: what table.yaml does not mention is drawn
by what it is (a list, slots, a grid, a count).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tools.common.words import HIDDEN, Words

COLOURS = {
    "red": "red",
    "green": "green",
    "blue": "bright_blue",
    "yellow": "yellow",
    "orange": "dark_orange",
    "purple": "magenta",
    "violet": "magenta",
    "pink": "hot_pink",
    "brown": "orange4",
    "white": "bold white",
    "black": "bright_black",
    "grey": "bright_black",
    "gray": "bright_black",
    "cyan": "cyan",
}
NARROW = "\N{NO-BREAK SPACE}"
SAYINGS = {"en": {"nothing": "empty", "cards": "face down"}, "de": {"nothing": "leer", "cards": "verdeckt"}}


@dataclass(frozen=True, slots=True)
class Shown:
    """How table.yaml wants a zone drawn."""

    how: str = ""
    fields: tuple[str, ...] | None = None
    heading: str = ""


@dataclass(slots=True)
class Screen:
    """Draws views of one game.

    `table`: how zones are drawn, in order; `labels`: what every seat is called, in order; `slots`: the names
    of a zone's places, since a view says only what lies in them.
    """

    console: Console
    words: Words
    table: dict[str, Shown] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    slots: dict[str, list[str]] = field(default_factory=dict)

    _attributes: Mapping[str, Any] = field(default_factory=dict)
    _viewed: bool = True

    def draw(self, view: Mapping[str, Any], seat: int | None, title: str) -> None:
        """The shared zones, then one row per seat; `seat` (from 0) is the one whose view it is, if it is one's."""
        seats = list(self.labels)
        self._viewed = seat is not None
        self._attributes = view.get("attributes", {})
        view = {part: _by_seat(view.get(part, {}), seats) for part in ("zones", "resources", "variables")}
        zones = view["zones"]
        shared = {name: held for name, held in zones.items() if name not in seats}
        parts: list[RenderableType] = []
        if shared:
            parts.append(self._shared(shared))
        numbers = self._shared_numbers(view, seats)
        if numbers is not None:
            parts.append(numbers)
        parts.append(self._seat_table(view, seats, seat))
        self.console.print(Panel(Group(*parts), title=title, title_align="left", border_style="bright_black"))

    # ---- shared ------------------------------------------------------------------------------------

    def _shared(self, zones: Mapping[str, Any]) -> RenderableType:
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style="bold", no_wrap=True)
        grid.add_column()
        for name in self._order(zones):
            grid.add_row(self._heading(name), self._held(name, zones[name]))
        return grid

    def _order(self, zones: Mapping[str, Any]) -> list[str]:
        named = [name for name in self.table if name in zones]
        return named + [name for name in zones if name not in named and name != "box"]

    def _heading(self, name: str) -> str:
        shown = self.table.get(name)
        return shown.heading if shown is not None and shown.heading else self.words.zone(name)

    def _held(self, zone: str, held: Any) -> RenderableType:
        """What lies in a zone, by its shape in the view."""
        shown = self.table.get(zone, Shown())
        if zone in self.slots and isinstance(held, Mapping):
            held = {name: held.get(name) for name in self.slots[zone]}
        if isinstance(held, list) and not self._viewed and self.words.face_down(zone):
            held = len(held)
        if isinstance(held, bool) or held is None:
            return Text("–", style="dim")
        if held == HIDDEN:
            return Text("▒", style="dim")
        if isinstance(held, int):
            return Text(f"{held} {self._say('cards')}" if held else self._say("nothing"), style="dim")
        if isinstance(held, Mapping):
            return self._slots(held, shown)
        if isinstance(held, list):
            if not held:
                return Text(self._say("nothing"), style="dim")
            if shown.how == "stack":
                return self._items(held[-1:], shown).append(f"  ({len(held)})" if len(held) > 1 else "", style="dim")
            return self._items(held, shown, bag=not self.words.ordered(zone))
        return self.component(held, shown)

    def _items(self, held: list[Any], shown: Shown, bag: bool = False) -> Text:
        """Components side by side; of a `bag`, where order says nothing, sorted, grouped and counted."""
        if not bag:
            return _joined([self.component(item, shown) for item in held])
        groups: dict[str, list[Text]] = {}
        for item in held:
            first, text = self._group(item, shown), self.component(item, shown)
            groups.setdefault(first, []).append(text)
        parts = []
        for first in sorted(groups, key=_natural):
            counts = Counter(text.plain for text in groups[first])
            known = {text.plain: text for text in groups[first]}
            for index, plain in enumerate(sorted(counts, key=_natural)):
                text = known[plain] if index == 0 or not first else known[plain][len(first) + 1 :]
                if counts[plain] > 1:
                    text = text + Text(f"{NARROW}×{counts[plain]}", style="dim")
                if index == 0 or not first:
                    parts.append(text)
                else:
                    parts[-1] = parts[-1] + Text(", ", style="dim") + text
        return _joined(parts)

    def _group(self, item: Any, shown: Shown) -> str:
        """The text of the first field, where a second one follows: `oak 7, 8` instead of `oak 7 · oak 8`."""
        if shown.fields is None or len(shown.fields) < 2 or not isinstance(item, str) or item == HIDDEN:
            return ""
        return _unbroken(self.words.component(item, shown.fields[:1]))

    def component(self, item: Any, shown: Shown) -> Text:
        """One component, tinted where one of its fields is a colour; attributes that moved stand behind it."""
        if item is None:
            return Text("–", style="dim")
        name = str(item)
        if name == HIDDEN:
            return Text("▒", style="dim")
        text = Text(_unbroken(self.words.component(name, shown.fields)), style=self._tint(name))
        changed = self._attributes.get(name, {})
        if changed:
            extra = ", ".join(f"{self.words.plain(key)} {self.words.value(value)}" for key, value in changed.items())
            text.append(f" ({extra})", style="dim")
        return text

    def _tint(self, name: str) -> str:
        for value in self.words.fields(name).values():
            if isinstance(value, str) and value in COLOURS:
                return COLOURS[value]
        return ""

    def _slots(self, slots: Mapping[str, Any], shown: Shown) -> RenderableType:
        """Slots: a grid where their names are two numbers, else side by side under their names."""
        places = {name: [part.strip() for part in name.split(",")] for name in slots}
        square = slots and all(len(place) == 2 and all(part.isdigit() for part in place) for place in places.values())
        if square and shown.how not in ("row", "list", "track", "ring"):
            return self._grid({(int(place[0]), int(place[1])): slots[name] for name, place in places.items()}, shown)
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", show_edge=False)
        for name in slots:
            table.add_column(Text(self.words.value(name), style=COLOURS.get(name, "dim")))
        table.add_row(*(self._in_slot(slots[name], shown) for name in slots))
        return table

    def _grid(self, cells: dict[tuple[int, int], Any], shown: Shown) -> RenderableType:
        from rich.box import SQUARE

        rows = sorted({row for row, _ in cells})
        columns = sorted({column for _, column in cells})
        table = Table(box=SQUARE, show_lines=True, header_style="dim", border_style="bright_black")
        table.add_column("", style="dim")
        for column in columns:
            table.add_column(str(column), justify="center", min_width=3, overflow="fold")
        for row in rows:
            table.add_row(str(row), *(self._in_slot(cells.get((row, column)), shown) for column in columns))
        return table

    def _in_slot(self, held: Any, shown: Shown) -> Text:
        if isinstance(held, list):
            return self._items(held, shown, bag=True) if held else Text("–", style="dim")
        if isinstance(held, int) and not isinstance(held, bool):
            return Text(f"▒×{held}" if held else "–", style="dim")
        return self.component(held, shown)

    def _shared_numbers(self, view: Mapping[str, Any], seats: list[str]) -> RenderableType | None:
        found = []
        for name, value in view.get("resources", {}).items():
            if name not in seats:
                found.append(Text.assemble((f"{self.words.resource(name)} ", "bold"), self.words.value(value)))
        for name, value in view.get("variables", {}).items():
            if name not in seats:
                found.append(Text.assemble((f"{self.words.variable(name)} ", "bold"), self._several(value)))
        return Columns(found, padding=(0, 3)) if found else None

    def _several(self, value: Any) -> str:
        if isinstance(value, Mapping):
            return ", ".join(f"{self.words.value(key)} {self._several(inner)}" for key, inner in value.items())
        if isinstance(value, list):
            return ", ".join(self._several(inner) for inner in value)
        text = str(value)
        return self.words.seat(text) if text.startswith("player ") or text in self.labels else self.words.value(value)

    # ---- seats -------------------------------------------------------------------------------------

    def _seat_table(self, view: Mapping[str, Any], seats: list[str], seat: int | None) -> RenderableType:
        """One row per seat, one column per thing that seats have."""
        from rich.box import SIMPLE_HEAD

        resources, zones, variables = (view.get(part, {}) for part in ("resources", "zones", "variables"))
        has_resources = _columns(resources, seats)
        has_zones = _columns(zones, seats)
        has_zones = [name for name in self.table if name in has_zones] + [
            name for name in has_zones if name not in self.table
        ]
        has_variables = _columns(variables, seats)
        headings = [self.words.resource(name) for name in has_resources]
        headings += [self._heading(name) for name in has_zones] + [self.words.variable(name) for name in has_variables]
        if 24 + sum(min(len(heading), 9) + 3 for heading in headings) > self.console.width:
            return Group(*(self._seat_block(name, name == f"player {(seat or 0) + 1}", view) for name in seats))
        table = Table(box=SIMPLE_HEAD, header_style="bold", border_style="bright_black", pad_edge=False)
        table.add_column("", no_wrap=True)
        for name in has_resources:
            table.add_column(self.words.resource(name), justify="right")
        for name in has_zones:
            table.add_column(self._heading(name), overflow="fold")
        for name in has_variables:
            table.add_column(self.words.variable(name))
        for name in seats:
            mine = seat is not None and name == f"player {seat + 1}"
            label = Text(
                ("► " if mine else "  ") + self.labels.get(name, self.words.seat(name)), style="bold" if mine else ""
            )
            cells: list[RenderableType] = [label]
            cells += [self._several(_of(resources, name, thing)) for thing in has_resources]
            cells += [self._held(thing, _of(zones, name, thing)) for thing in has_zones]
            cells += [self._several(_of(variables, name, thing)) for thing in has_variables]
            table.add_row(*cells)
        return table

    def _seat_block(self, name: str, mine: bool, view: Mapping[str, Any]) -> RenderableType:
        """A seat with more things than a row can hold: numbers side by side, then a line for each zone with content."""
        resources, zones, variables = (view[part].get(name, {}) for part in ("resources", "zones", "variables"))
        label = Text(("► " if mine else "  ") + self.labels.get(name, self.words.seat(name)), style="bold")
        numbers = [(self.words.resource(thing), resources[thing]) for thing in resources]
        numbers += [(self.words.variable(thing), value) for thing, value in variables.items() if value]
        line = _joined([Text.assemble((f"{_unbroken(what)} ", "dim"), self._several(value)) for what, value in numbers])
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style="bold", no_wrap=True)
        grid.add_column()
        for thing in [*self.table, *(zone for zone in zones if zone not in self.table)]:
            if zones.get(thing) not in ([], 0, {}, None):
                grid.add_row(f"    {self._heading(thing)}", self._held(thing, zones[thing]))
        return Group(label, Padding(line, (0, 0, 0, 4)), grid)

    def _say(self, key: str) -> str:
        return SAYINGS.get(self.words.language, SAYINGS["en"])[key]


def _joined(texts: list[Text]) -> Text:
    """Texts with a dot between."""
    whole = Text()
    for index, text in enumerate(texts):
        if index:
            whole.append(" · ", style="dim")
        whole.append_text(text)
    return whole


def _unbroken(text: str) -> str:
    """A short text that stays on one line."""
    return text.replace(" ", NARROW) if len(text) <= 24 else text


def _by_seat(part: Mapping[str, Any], seats: list[str]) -> dict[str, Any]:
    """A part of a view (by thing, then by seat) turned over: things of seats under the seat, others as they are."""
    found: dict[str, Any] = {}
    for name, held in part.items():
        if isinstance(held, Mapping) and held and all(seat in seats for seat in held):
            for seat, mine in held.items():
                found.setdefault(seat, {})[name] = _counted(mine)
        else:
            found[name] = _counted(held)
    return found


def _counted(held: Any) -> Any:
    """A hidden zone, `{"count": 3}` in a view, as the number."""
    return held["count"] if isinstance(held, Mapping) and set(held) == {"count"} else held


def _columns(part: Mapping[str, Any], seats: list[str]) -> list[str]:
    return list(dict.fromkeys(name for seat in seats for name in (part.get(seat) or {})))


def _of(part: Mapping[str, Any], seat: str, thing: str) -> Any:
    held = part.get(seat)
    return held.get(thing) if isinstance(held, Mapping) else None


def _natural(text: str) -> list[tuple[int, int, str]]:
    """Sorts `level 9` before `level 10`."""
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in text.split()]
