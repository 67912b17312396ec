"""The table on the terminal: drawn from a view (what one seat may see) and the game's table.yaml.

In: the view's JSON, by name. Out: lines for a terminal. Draws any game: what table.yaml does not mention is drawn
by what it is (a list, places, a grid, a count). What is shared comes first, then the things of the other seats in
short; those of the seat that looks stand last and in full, next to the question. What the table sets `aside` is drawn
in full only where the whole table is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from tools.common.words import HIDDEN, Words
from tools.play.table import Shown, TableText

if TYPE_CHECKING:
    from interpreter.compiling import Program
    from tools.play.describing import Describing

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
LONG = 26  # components with longer texts stand one under another
SIDE = 44  # where the table wants them side by side, only such long ones do
GAP = 3
LONGEST = 16  # a longer track is drawn as far as there is something on it
SAYINGS = {
    "en": {
        "nothing": "empty",
        "cards": "face down",
        "piles": "Piles",
        "free": "free",
        "next": "at {at}: {gain}",
        "whole": "t: the whole table",
    },
    "de": {
        "nothing": "leer",
        "cards": "verdeckt",
        "piles": "Stapel",
        "free": "frei",
        "next": "bei {at}: {gain}",
        "whole": "t: der ganze Tisch",
    },
}


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a zone: its name, where it is (dimension, value), and its number in the zone."""

    name: str
    at: tuple[tuple[str, str], ...]
    number: int


def places_of(program: Program) -> dict[str, list[Place]]:
    """The places of each zone, once each, since a view says only what lies in them."""
    layout = program.layout
    found: dict[str, list[Place]] = {}
    for zone in layout.zones:
        for number in range(zone.slot_count):
            slot = layout.slots[zone.slot_first + number]
            at = tuple(
                (
                    name,
                    str(program.game.enums[next(iter(type.names))].members[value])
                    if type.base == "enum"
                    else str(value),
                )
                for (name, type), value in zip(zone.dimensions, slot.at, strict=False)
            )
            found.setdefault(zone.name, []).append(Place(slot.name, at, number))
    return found


@dataclass(slots=True)
class Screen:
    """Draws views of one game.

    `table`: what table.yaml says; `labels`: what every seat is called, in order; `places`: the places of zones;
    `describing`: what cards and places say.
    """

    console: Console
    words: Words
    table: TableText = field(default_factory=TableText)
    labels: dict[str, str] = field(default_factory=dict)
    places: dict[str, list[Place]] = field(default_factory=dict)
    describing: Describing | None = None

    _attributes: Mapping[str, Any] = field(default_factory=dict)
    _variables: Mapping[str, Any] = field(default_factory=dict)
    _viewed: bool = True
    _short: bool = False
    _whole: bool = True
    _glanced: tuple[Any, ...] = ()

    # ---- the whole -------------------------------------------------------------------------------

    def draw(self, view: Mapping[str, Any], seat: int | None, title: str, whole: bool = True) -> None:
        """What is shared, then seat by seat, last the one (from 0) whose view it is, if it is one's.

        `whole`: also what the table sets aside.
        """
        seats = list(self.labels)
        self._viewed, self._short, self._whole = seat is not None, False, whole
        self._attributes = view.get("attributes", {})
        parts = {part: _by_seat(view.get(part, {}), seats) for part in ("zones", "resources", "variables")}
        self._variables = parts["variables"]
        self.console.print(Rule(title, align="left", style="bright_black"))
        self.console.print(self._things({name: held for name, held in parts["zones"].items() if name not in seats}))
        numbers = [
            (self.words.resource(name), value)
            for name, value in parts["resources"].items()
            if name not in seats and name not in self.table.hide
        ]
        numbers += [
            (self._variable(name), value)
            for name, value in parts["variables"].items()
            if name not in seats
            and name not in self.table.hide
            and name not in self._marking()
            and not self._tracked(name)
            and (value is not False or whole)
        ]
        tracks = self._tracks({**parts["resources"], **parts["variables"]})
        for line in _packed([*tracks, *self._numbers(numbers)], self.console.width):
            self.console.print(line)
        mine = seats[seat] if seat is not None else ""
        others = [*seats[seat + 1 :], *seats[:seat]] if seat is not None else seats
        players = [name for name in others if name.startswith("player ")]
        order = players + [name for name in others if name not in players] + ([mine] if mine else [])
        table = self._seat_table(parts, order, mine)
        if table is not None:
            self.console.print(table)
        else:
            for name in order:
                self._short = seat is not None and name != mine
                self._seat(name, name == mine, parts)
        self._short = False
        aside = any(shown.aside for shown in self.table.shown.values()) and not whole
        self.console.print(Rule(self._say("whole") if aside else "", align="right", style="bright_black"))

    def glance(self, view: Mapping[str, Any], seat: int) -> None:
        """The numbers and the short things of one seat, on few lines: enough between two decisions of one turn, and
        not twice if nothing has changed."""
        seats = list(self.labels)
        self._viewed, self._short, self._whole = True, True, True
        self._attributes = view.get("attributes", {})
        parts = {part: _by_seat(view.get(part, {}), seats) for part in ("zones", "resources", "variables")}
        name = seats[seat]
        numbers = self._seat_numbers(name, parts)
        zones = {zone: held for zone, held in parts["zones"].get(name, {}).items() if self._handy(zone, held)}
        if self._glanced != (name, numbers, zones):
            self._glanced = (name, numbers, zones)
            self.console.print()
            for line in self._numbers(numbers, zeros=False):
                self.console.print(line)
            if zones:
                self.console.print(self._things(zones))
        self._short = False

    def places_for(self, view: Mapping[str, Any], seat: int, zone: str) -> None:
        """The places of a zone of one's own, drawn for a choice among them, where their form says more than names."""
        seats = list(self.labels)
        held = _by_seat(view.get("zones", {}), seats).get(seats[seat], {}).get(zone)
        shown = self.table.shown.get(zone, Shown())
        if isinstance(held, Mapping) and shown.how in ("grid", "pyramid"):
            self._viewed, self._short, self._whole = True, False, True
            self._attributes = view.get("attributes", {})
            self.console.print(Padding(self._placed(zone, held, shown), (0, 0, 0, 2)))

    def _handy(self, zone: str, held: Any) -> bool:
        """Whether a zone is worth a glance: plain things, such as cubes, or what the table wants said in short."""
        shown = self.table.shown.get(zone, Shown())
        if shown.aside or not held:
            return False
        if isinstance(held, Mapping):
            return any(held.values()) and (shown.how == "row" or (shown.how == "list" and bool(shown.brief)))
        return isinstance(held, list) and all(
            item != HIDDEN and len(self.component(item, shown).plain) <= 16 for item in held
        )

    def _marking(self) -> set[str]:
        return {name for shown in self.table.shown.values() for name in shown.marks}

    def _order(self, names: Sequence[str]) -> list[str]:
        named = [name for name in self.table.shown if name in names]
        return named + [name for name in names if name not in named and name != "box"]

    def _heading(self, name: str) -> str:
        shown = self.table.shown.get(name)
        if shown is not None and shown.heading:
            return shown.heading
        text = self.words.zone(name)
        return text[:1].upper() + text[1:]

    # ---- zones under their headings --------------------------------------------------------------

    def _things(self, zones: Mapping[str, Any]) -> RenderableType:
        """Zones one under another; those that need no line of their own share one, face-down piles too."""
        lines: list[RenderableType] = []
        row: list[Text] = []
        piles: list[Text] = []

        def flush() -> None:
            if row:
                lines.extend(_packed(row, self.console.width))
                row.clear()

        for name in self._order(list(zones)):
            held, shown = zones[name], self.table.shown.get(name, Shown())
            aside = shown.aside and not self._whole
            if name in self.table.hide or ((self._short or aside) and shown.brief == ()):
                continue
            if isinstance(held, Mapping) and not self._whole and not any(held.values()):
                continue
            if aside and not self._short:
                if isinstance(held, list | Mapping) and held:
                    flush()
                    lines.append(_hanging(self._heading(name), self._in_short(name, held, shown)))
                continue
            if isinstance(held, list) and not self._viewed and self.words.face_down(name):
                held = len(held)
            if isinstance(held, int) and not isinstance(held, bool) and not self.places.get(name):
                if held or shown.how:
                    count = Text(str(held) if held else self._say("nothing"), style="dim")
                    piles.append(Text.assemble((f"{self._heading(name)} ", "bold"), count))
                continue
            if not held and (self._short or shown.how != "row") and not self.places.get(name):
                continue
            drawn = self._held(name, held, shown)
            if isinstance(drawn, Text) and "\n" not in drawn.plain:
                one = Text.assemble((f"{self._heading(name)}  ", "bold"), drawn)
                if one.cell_len <= self.console.width:
                    row.append(one)
                    continue
                flush()
                lines.append(_hanging(self._heading(name), drawn))
                continue
            flush()
            if isinstance(drawn, Text):
                lines.append(Text(self._heading(name), style="bold"))
                lines += [Padding(line, (0, 0, 0, 2)) for line in drawn.split("\n")]
            else:
                lines += [Text(self._heading(name), style="bold"), Padding(drawn, (0, 0, 0, 2))]
        row += piles
        flush()
        return Group(*lines)

    def _in_short(self, zone: str, held: Any, shown: Shown) -> Text:
        """What lies in a zone on one line."""
        self._short = True
        drawn = self._held(zone, held, shown)
        self._short = False
        return drawn if isinstance(drawn, Text) else Text("")

    def _fields(self, shown: Shown) -> tuple[str, ...] | None:
        if not self._short:
            return shown.fields
        short = shown.short
        return short[:1] if not self._whole and short is not None and short[:1] == ("name",) else short

    def _held(self, zone: str, held: Any, shown: Shown) -> RenderableType:
        """What lies in a zone, by its shape in the view."""
        if isinstance(held, bool) or held is None:
            return Text("–", style="dim")
        if held == HIDDEN:
            return Text("▒", style="dim")
        if isinstance(held, int):
            return Text(f"{held} {self._say('cards')}" if held else self._say("nothing"), style="dim")
        if isinstance(held, Mapping):
            return self._placed(zone, held, shown)
        if isinstance(held, list):
            if not held:
                return Text(self._say("nothing"), style="dim")
            if shown.how == "stack":
                if self._short:
                    return Text(str(len(held)), style="dim")
                top = self.component(held[-1], shown)
                return top.append(f"  ({len(held)})" if len(held) > 1 else "", style="dim")
            return self._items(zone, held, shown)
        return self.component(held, shown)

    def _items(self, zone: str, held: list[Any], shown: Shown) -> RenderableType:
        """Components side by side, or one under another where their texts are long."""
        texts = [self.component(item, shown) for item in held]
        limit = SIDE if shown.how == "row" else LONG
        long = any(
            len(text.plain) - len(self._changed(str(item)).plain) > limit
            for item, text in zip(held, texts, strict=True)
        )
        if long and not self._short:
            return self._listed(held, shown)
        return _joined(texts) if long or self.words.ordered(zone) else self._grouped(held, shown)

    def _listed(self, held: list[Any], shown: Shown) -> RenderableType:
        """A line for each component: its name, and what it says beside that."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column()
        fields = self._fields(shown)
        for item in held:
            text = self.component(item, shown)
            if fields is not None and fields[:1] == ("name",) and self.describing is not None and item != HIDDEN:
                name, _, rest = self.describing.line(self.describing.component(str(item), fields)).partition(" · ")
                grid.add_row(Text(name, style=self._tint(str(item)) or "bold"), Text(rest) + self._changed(str(item)))
            else:
                grid.add_row("", text)
        return grid

    def _grouped(self, held: list[Any], shown: Shown) -> Text:
        """Components whose order says nothing: sorted, grouped and counted."""
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
                    parts[-1] = parts[-1] + Text(",", style="dim") + NARROW + text
        return _joined(parts)

    def _group(self, item: Any, shown: Shown) -> str:
        """What comes before the last word, where things differ in that: `oak 7, 8` instead of `oak 7 · oak 8`."""
        fields = self._fields(shown)
        if not isinstance(item, str) or item == HIDDEN or item in self._attributes:
            return ""
        if fields is not None and len(fields) >= 2 and "name" not in fields:
            if self._piece(item) is None:
                return _unbroken(self.words.component(item, fields[:1]))
        plain = self.component(item, shown).plain
        first, _, last = plain.rpartition(NARROW)
        return first if last.isdigit() else ""

    def _piece(self, item: str) -> list[str] | None:
        """The looks of a piece of a supply, which has no card: `oak 4`; None for a card."""
        if self.describing is not None and self.describing.card(item) is None:
            return item.split()
        return None

    def component(self, item: Any, shown: Shown, fields: tuple[str, ...] | None = None) -> Text:
        """One component, tinted where one of its fields is a colour; attributes that moved stand behind it."""
        if item is None:
            return Text("–", style="dim")
        name = str(item)
        if name == HIDDEN:
            return Text("▒", style="dim")
        wanted = self._fields(shown) if fields is None else fields
        piece = self._piece(name)
        if piece is not None:
            text = Text(NARROW.join(self.words.value(look) for look in piece))
            text.stylize(next((COLOURS[look] for look in piece if look in COLOURS), ""))
            return text
        if self.describing is None or wanted is None:
            texts = [self.words.component(name, wanted)]
        else:
            texts = self.describing.component(name, wanted)
        text = Text(style="")
        named = wanted is not None and wanted[:1] == ("name",) and len(texts) > 1
        long = sum(len(part) for part in texts) > LONG and len(texts) > 1
        for index, part in enumerate(texts):
            if index:
                plain = not long or part.startswith(("→", "+"))
                text.append((" " if long else NARROW) if plain else " · ", style="dim")
            text.append(_unbroken(part), style="bold" if named and not index else "")
        text.stylize(self._tint(name), 0, len(_unbroken(texts[0])) if named else len(text))
        return text + self._changed(name)

    def _changed(self, name: str) -> Text:
        """Attributes of a component that moved."""
        extra = []
        for key, value in self._attributes.get(name, {}).items():
            if key in self.table.hide:
                continue
            if value is False and f"not_{key}" in self.table.words:
                extra.append(self.table.words[f"not_{key}"])
            else:
                extra.append(self._label(key) if value is True else f"{self._label(key)} {self.words.value(value)}")
        return Text(f" ({', '.join(extra)})" if extra else "", style="dim")

    def _label(self, name: str) -> str:
        return self.describing.label(name) if self.describing is not None else self.words.plain(name)

    def _tint(self, name: str) -> str:
        for value in self.words.fields(name).values():
            if isinstance(value, str) and value in COLOURS:
                return COLOURS[value]
        return ""

    # ---- places ----------------------------------------------------------------------------------

    def _placed(self, zone: str, held: Mapping[str, Any], shown: Shown) -> RenderableType:
        """Places in the form that the table asks for, else by what they are."""
        places = self.places.get(zone) or [Place(name, (("", name),), i) for i, name in enumerate(held)]
        if self._short:
            lying = [held[place.name] for place in places if held.get(place.name)]
            single = [one for some in lying for one in (some if isinstance(some, list) else [some])]
            filled = [self._in_place(content, shown) for content in single]
            return _joined(filled) if filled else Text(self._say("nothing"), style="dim")
        two = bool(places) and all(len(place.at) == 2 or place.name.count(",") == 1 for place in places)
        match shown.how:
            case "ring" if two:
                return self._ring(zone, places, held, shown)
            case "pyramid":
                return self._pyramid(zone, places, held, shown)
            case "list":
                return self._column(zone, places, held, shown)
            case "grid" | "" | "stack" if two:
                return self._grid(zone, places, held, shown)
        if shown.how == "row" and any(
            len(self._in_place(content, shown).plain) > LONG for content in held.values() if content
        ):
            return self._column(zone, places, held, shown)
        return self._row(places, held, shown)

    def _row(self, places: list[Place], held: Mapping[str, Any], shown: Shown) -> Text:
        """`north oak 3   south –`: the name of each place and what lies there."""
        parts = []
        for place in places:
            name, inside = place.name, self._in_place(held.get(place.name), shown)
            heading = self.words.value(name)
            if inside.plain.startswith(heading + NARROW):
                parts.append(inside)
                continue
            parts.append(Text.assemble((f"{_unbroken(heading)}:{NARROW}", COLOURS.get(name, "dim")), inside))
        return Text("   ").join(parts)

    def _printed(self, zone: str, place: Place, shown: Shown) -> str:
        if self.describing is None:
            return ""
        found = [
            self.describing.framed(name, self.describing.printed(zone, name, place.number)) for name in shown.places
        ]
        return ", ".join(text for text in found if text)

    def _column(self, zone: str, places: list[Place], held: Mapping[str, Any], shown: Shown) -> RenderableType:
        """A line for each place: its name, what is printed there, and what lies there."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column(no_wrap=True)
        grid.add_column()
        free: list[Text] = []
        for place in places:
            content = held.get(place.name)
            name = " ".join(self._dimension(dimension, value) for dimension, value in place.at)
            printed = self._printed(zone, place, shown)
            if not content:
                free.append(Text(_unbroken(f"{name} {printed}" if printed else name), style="dim"))
                continue
            texts = [self.component(item, shown) for item in (content if isinstance(content, list) else [content])]
            inside = self._in_place(content, shown) if isinstance(content, int) else Text("\n").join(texts)
            grid.add_row(Text(name, style="dim"), Text(printed, style="dim"), inside)
        if not free:
            return grid
        rest = _hanging(self._say("free"), _joined(free), style="dim")
        return Group(grid, rest) if grid.row_count else rest

    def _dimension(self, dimension: str, value: str) -> str:
        """Where a place is: `row 3`, `red`."""
        if not value.isdigit() or not dimension or self.describing is None:
            return self.words.value(value)
        framed = self.describing.framed(dimension, value)
        return framed if framed != value else f"{self._label(dimension)} {value}"

    def _ring(self, zone: str, places: list[Place], held: Mapping[str, Any], shown: Shown) -> RenderableType:
        """Groups of places round a table, clockwise from the upper left: each with what lies there."""
        groups: dict[str, list[Place]] = {}
        for place in places:
            groups.setdefault(place.at[0][1], []).append(place)
        half = self.console.width // 2 - 4
        blocks = [self._sector(zone, name, group, held, shown, half) for name, group in groups.items()]
        upper = -(-len(blocks) // 2)
        rows = [blocks[:upper], blocks[upper:][::-1]]
        grid = Table.grid(padding=(0, 2, 0, 0), expand=False)
        for _ in range(upper):
            grid.add_column(width=max(20, (self.console.width - 2) // upper - 2), overflow="fold")
        for row in rows:
            grid.add_row(*row)
        return grid

    def _sector(
        self, zone: str, name: str, group: list[Place], held: Mapping[str, Any], shown: Shown, width: int
    ) -> Text:
        text = Text(f"{self._label(group[0].at[0][0])} {self.words.value(name)}", style="")
        text.stylize("underline")
        for mark in shown.marks:
            if str(self._variables.get(mark)) == name:
                text.append(f"  ◄ {self._variable(mark)}", style="bold yellow")
        if not any(held.get(place.name) for place in group):
            text.append(f"  {self._say('free')}", style="bright_black")
        for place in group:
            content = held.get(place.name)
            if not content:
                continue
            text.append("\n")
            text.append(f"{place.at[1][1]:>2} ", style="dim")
            text.append_text(self._in_place(content, shown))
            printed = self._printed(zone, place, shown)
            if printed:
                text.append(f"  {printed}", style="dim")
        return text

    def _pyramid(self, zone: str, places: list[Place], held: Mapping[str, Any], shown: Shown) -> Text:
        """Lines of places, centred; between two what is printed there."""
        named = {place.name: place for place in places}
        lines = [[named[name] for name in line if name in named] for line in shown.lines] or _growing(places)
        drawn = []
        for line in lines:
            text = Text()
            for index, place in enumerate(line):
                content = held.get(place.name)
                if content:
                    text.append("[", style="bold").append_text(self._in_place(content, shown)).append("]", style="bold")
                else:
                    text.append(f"({self.words.value(place.name)})", style="dim")
                if index + 1 < len(line):
                    between = (
                        self.describing.printed(zone, shown.between, place.number)
                        if self.describing is not None and shown.between
                        else ""
                    )
                    text.append(f" {between or '·'} ", style="dim italic")
            drawn.append(text)
        widest = max((text.cell_len for text in drawn), default=0)
        return Text("\n").join(Text(" " * ((widest - text.cell_len) // 2)) + text for text in drawn)

    def _grid(self, zone: str, places: list[Place], held: Mapping[str, Any], shown: Shown) -> RenderableType:
        cells = {tuple(part.strip() for part in place.name.split(",")): place for place in places}
        rows = list(dict.fromkeys(row for row, _ in cells))
        columns = list(dict.fromkeys(column for _, column in cells))
        table = self._frame(columns, shown)
        for row in rows:
            drawn = []
            for column in columns:
                place = cells.get((row, column))
                content = held.get(place.name) if place is not None else None
                if place is not None and not content and shown.places:
                    drawn.append(Text(self._printed(zone, place, shown) or "·", style="bright_black"))
                else:
                    drawn.append(self._in_cell(content, shown))
            table.add_row(self.words.value(row), *drawn)
        notes = _packed(self._notes(zone, held, shown), self.console.width - 2)
        return Group(table, *notes) if notes else table

    def _frame(self, columns: Sequence[str], shown: Shown) -> Table:
        """The columns of a grid: in a box; without one where places have texts, which need the room."""
        from rich.box import SQUARE

        widest = max(3, (self.console.width - 12) // max(1, len(columns)) - 3)
        texts = widest > 8 and bool(shown.places)
        table = Table(
            box=None if texts else SQUARE,
            show_lines=not texts,
            header_style="dim",
            border_style="bright_black",
            padding=(0, 2, 0, 0) if texts else (0, 1),
        )
        table.add_column("", style="dim")
        for column in columns:
            table.add_column(
                self.words.value(column),
                justify="left" if texts else "center",
                min_width=3,
                max_width=None if texts else widest,
                overflow="fold",
            )
        return table

    def _in_cell(self, content: Any, shown: Shown) -> Text:
        """A component in a cell: its name over its other fields."""
        fields = self._fields(shown)
        if not isinstance(content, str) or fields is None or self.describing is None or content == HIDDEN:
            return self._in_place(content, shown)
        texts = self.describing.component(content, fields)
        text = Text(texts[0], style="bold" if len(texts) > 1 else self._tint(content))
        for part in texts[1:]:
            text.append(f"\n{part}", style="not bold")
        return text

    def _notes(self, zone: str, held: Mapping[str, Any], shown: Shown) -> list[Text]:
        found: list[Text] = []
        for item in held.values():
            if not isinstance(item, str) or item == HIDDEN or self.describing is None:
                continue
            card = self.describing.card(item)
            texts = [self.describing.field(card, name) for name in shown.notes] if card is not None else []
            said = "; ".join(text for text in texts if text)
            if said:
                found.append(Text.assemble((f"{self.words.component(item)}: ", "bold"), said))
        return found

    def _in_place(self, held: Any, shown: Shown) -> Text:
        if isinstance(held, list):
            return self._grouped(held, shown) if held else Text("–", style="dim")
        if isinstance(held, int) and not isinstance(held, bool):
            return Text(f"▒×{held}" if held else "–", style="dim")
        return self.component(held, shown)

    # ---- numbers ---------------------------------------------------------------------------------

    def _numbers(self, numbers: list[tuple[str, Any]], zeros: bool = True) -> list[Text]:
        return _flowing(
            [
                Text.assemble((f"{what} ", "dim"), (self._several(value), "bold"))
                for what, value in numbers
                if value is not None and (zeros or value)
            ],
            self.console.width,
        )

    def _several(self, value: Any) -> str:
        if isinstance(value, Mapping):
            return ", ".join(f"{self.words.value(key)} {self._several(inner)}" for key, inner in value.items())
        if isinstance(value, list):
            return ", ".join(self._several(inner) for inner in value)
        text = str(value)
        return self.words.seat(text) if text.startswith("player ") or text in self.labels else self.words.value(value)

    def _tracked(self, name: str) -> bool:
        shown = self.table.shown.get(name)
        return shown is not None and (shown.resource or shown.variable)

    def _tracks(self, numbers: Mapping[str, Any]) -> list[Text]:
        """What the table wants drawn as tracks, in its order."""
        return [
            self._track(name, numbers[name]) for name in self.table.shown if self._tracked(name) and name in numbers
        ]

    def _track(self, name: str, value: Any) -> Text:
        """A resource or variable as a bar up to its end, and what comes next on the way."""
        text = Text.assemble((f"{self._heading_of(name)} ", "bold"))
        end = self.describing.end_of(name) if self.describing is not None else None
        if self.describing is None or end is None or not isinstance(value, int):
            return text.append(str(value))
        passing = self.describing.passing(name)
        players = sum(seat.startswith("player ") for seat in self.labels)
        for mark in self.table.shown[name].marks:
            at = self.describing.told_by(mark, players)
            if at is not None:
                passing[at] = self._label(mark)
        marked = bool(self.table.shown[name].marks)
        high = min(end, max([value, LONGEST // 2, *passing])) if marked or end > LONGEST else end
        for number in range(1, high + 1):
            sign = "◆" if number in passing else "■" if number <= value else "·"
            text.append(sign, style=("green" if number <= value else "bright_black"))
        text.append("…" if high < end and not marked else "", style="bright_black")
        text.append(f" {value}", style="bold")
        ahead = next((at for at in sorted(passing) if at >= value + self.table.shown[name].resource), None)
        if ahead is not None:
            text.append("  " + self._say("next").format(at=ahead, gain=passing[ahead]), style="dim")
        return text

    def _heading_of(self, name: str) -> str:
        shown = self.table.shown.get(name, Shown())
        return shown.heading or (self._variable(name) if shown.variable else self.words.resource(name))

    def _variable(self, name: str) -> str:
        """A variable's name; the table may have another one for the screen."""
        return self.table.words.get(name) or self.words.variable(name)

    # ---- seats -----------------------------------------------------------------------------------

    def _seat_numbers(self, name: str, parts: Mapping[str, Any], tracks: bool = True) -> list[tuple[str, Any]]:
        resources, variables = (parts[part].get(name, {}) for part in ("resources", "variables"))
        found = [
            (self.words.resource(thing), value)
            for thing, value in resources.items()
            if thing not in self.table.hide and (tracks or thing not in self.table.shown)
        ]
        return found + [
            (self._variable(thing), value)
            for thing, value in variables.items()
            if value and thing not in self.table.hide
        ]

    def _seat(self, name: str, mine: bool, parts: Mapping[str, Any]) -> None:
        """A seat with more things than a row can hold: its numbers, tracks and zones."""
        label = Text(("► " if mine else "") + self.labels.get(name, self.words.seat(name)), style="bold")
        numbers = self._numbers(self._seat_numbers(name, parts, tracks=self._short), zeros=not self._short)
        if (
            self._short
            and len(numbers) < 2
            and label.cell_len + sum(line.cell_len for line in numbers) + 8 < self.console.width
        ):
            self.console.print(Rule(Text("   ").join([label, *numbers]), align="left", style="bright_black"))
        else:
            self.console.print(Rule(label, align="left", style="bright_black"))
            for line in numbers:
                self.console.print(line)
        if not self._short:
            for line in _packed(
                self._tracks(parts["resources"].get(name, {}) | parts["variables"].get(name, {})), self.console.width
            ):
                self.console.print(line)
        zones = {zone: held for zone, held in parts["zones"].get(name, {}).items() if held or not self._short}
        self.console.print(self._things(zones))

    def _seat_table(self, parts: Mapping[str, Any], seats: list[str], mine: str) -> RenderableType | None:
        """One row per seat, one column per thing that seats have; None where that is too wide."""
        from rich.box import SIMPLE_HEAD

        resources, zones, variables = (parts.get(part, {}) for part in ("resources", "zones", "variables"))
        has_resources = [name for name in _columns(resources, seats) if name not in self.table.hide]
        has_zones = [name for name in self._order(_columns(zones, seats)) if name not in self.table.hide]
        has_variables = [name for name in _columns(variables, seats) if name not in self.table.hide]
        headings = [self.words.resource(name) for name in has_resources]
        headings += [self._heading(name) for name in has_zones] + [self.words.variable(name) for name in has_variables]
        if 24 + sum(min(len(heading), 9) + 3 for heading in headings) > self.console.width:
            return None
        table = Table(box=SIMPLE_HEAD, header_style="bold", border_style="bright_black", pad_edge=False)
        table.add_column("", no_wrap=True)
        for name in has_resources:
            table.add_column(self.words.resource(name), justify="right")
        for name in has_zones:
            table.add_column(self._heading(name), overflow="fold")
        for name in has_variables:
            table.add_column(self.words.variable(name))
        for name in seats:
            label = Text(
                ("► " if name == mine else "  ") + self.labels.get(name, self.words.seat(name)),
                style="bold" if name == mine else "",
            )
            cells: list[RenderableType] = [label]
            cells += [self._several(_of(resources, name, thing)) for thing in has_resources]
            cells += [
                self._held(thing, _of(zones, name, thing), self.table.shown.get(thing, Shown())) for thing in has_zones
            ]
            cells += [self._several(_of(variables, name, thing)) for thing in has_variables]
            table.add_row(*cells)
        return table

    def result(self, view: Mapping[str, Any]) -> RenderableType | None:
        """What the table wants counted at the end: a line for each thing, a column for each player."""
        players = [name for name in self.labels if name.startswith("player ")]
        table = Table(box=None, pad_edge=False, header_style="dim")
        table.add_column("")
        for name in players:
            table.add_column(self.labels[name], justify="right")
        for thing in self.table.result:
            held = view.get("variables", {}).get(thing) or view.get("resources", {}).get(thing)
            if isinstance(held, Mapping):
                heading = self.words.variable(thing) if thing in view["variables"] else self.words.resource(thing)
                table.add_row(heading, *(self._several(held.get(name)) for name in players))
        return table if table.row_count else None

    def _say(self, key: str) -> str:
        return SAYINGS.get(self.words.language, SAYINGS["en"])[key]


def _packed(texts: Sequence[Text], width: int) -> list[Text]:
    """Short texts side by side, as many as fit on a line."""
    lines: list[Text] = []
    for text in texts:
        if lines and lines[-1].cell_len + GAP + text.cell_len <= width:
            lines[-1] = lines[-1] + Text(" " * GAP) + text
        else:
            lines.append(text.copy())
    return lines


def _flowing(texts: Sequence[Text], width: int) -> list[Text]:
    """Texts with a dot between that are never broken inside, on as many lines as they take."""
    lines: list[Text] = []
    for text in texts:
        if lines and lines[-1].cell_len + 3 + text.cell_len <= width:
            lines[-1] = lines[-1] + Text(" · ", style="dim") + text
        else:
            lines.append(text.copy())
    return lines


def _hanging(heading: str, text: Text, style: str = "bold") -> RenderableType:
    """A heading and a text beside it whose further lines stand under its first."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style=style, no_wrap=True)
    grid.add_column()
    grid.add_row(heading, text)
    return grid


def _growing(places: list[Place]) -> list[list[Place]]:
    """Places as a pyramid whose lines grow by one, the first at the top."""
    lines: list[list[Place]] = []
    at = 0
    while at < len(places):
        size = len(lines) + 1
        lines.append(places[at : at + size])
        at += size
    return lines


def _joined(texts: list[Text]) -> Text:
    """Texts with a dot between, or a bar where they have dots themselves."""
    whole = Text()
    between = " | " if len(texts) > 1 and any(" · " in text.plain for text in texts) else " · "
    for index, text in enumerate(texts):
        if index:
            whole.append(between, style="dim")
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
    """Sorts `oak 9` before `oak 10`."""
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in text.split()]
