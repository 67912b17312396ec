"""What a seat's position consists of, as numbers with names: the features that bots weigh.

In: a compiled game. Out: a `Reader` that lists, for any match of it and a seat, what the seat owns: its resources and
bounded variables, what lies in its zones (how many, their attributes added up, how many of each value of an enum), how
much of what its cards ask for is there (recipes), and what the seat would have if the game ended now. It reads
nothing but the engine's layout, so it knows every game and none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.state.layout import BELOW, CONTROL, FRAME, NOTHING, UNIT, YOU

if TYPE_CHECKING:
    from interpreter.compiling import Program
    from interpreter.playing import Match
    from interpreter.state import State
    from interpreter.state.layout import Needs

    Piece = tuple[int, ...]

FEW = 3  # of a resource: the first ones may be worth more than the rest
REMEMBERED = 200_000  # matchings kept; a game asks for the same ones again and again


@dataclass(frozen=True, slots=True)
class Owned:
    """A zone of each player: the first seat's list; per attribute its list and the value to count (None: add up)."""

    base: int
    counted: tuple[tuple[int, int | None], ...]


@dataclass(frozen=True, slots=True)
class Recipes:
    """Cards of a zone that ask for pieces: where they lie, what they ask for, where the pieces lie, what these have."""

    base: int
    numbers: list[int]
    pieces: tuple[int, ...]
    attributes: tuple[int, ...]


class Reader:
    """Reads positions of one compiled game; `names` says what the numbers of `read` are, in order."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.names: list[str] = []
        self._matchings: dict[tuple[int, tuple[Piece, ...]], int] = {}
        layout = program.layout
        self._single: list[int] = []
        for info in layout.resources:
            if info.per_player:
                self._single.append(info.index)
                self.names.append(info.name)
        self._first = len(self._single)
        self.names += [f"the first {FEW} {name}" for name in self.names]
        for variable in layout.variables:
            bounded = variable.type.base == "number" and variable.type.high is not None
            if variable.per == "player" and (bounded or variable.type.base == "truth"):
                self._single.append(variable.index)
                self.names.append(variable.name)
        self._owned = [self._zone(number) for number, zone in enumerate(layout.zones) if zone.per_player]
        self._recipes = self._asking()
        self.names.append("if it ended now")
        parts = layout.enums["parts of the flow"]
        self._passes = next(v.index for v in layout.variables if v.name == "passes of parts")
        self._clocks = [parts.index(name) for name in program.play_parts]

    def _zone(self, number: int) -> Owned:
        layout = self.program.layout
        zone = layout.zones[number]
        self.names.append(f"count of {zone.name}")
        counted: list[tuple[int, int | None]] = []
        for attribute in layout.attributes:
            if not attribute.kinds & zone.kinds:
                continue
            if attribute.type.base == "number":
                counted.append((attribute.index, None))
                self.names.append(f"{attribute.name} in {zone.name}")
            elif attribute.type.base == "truth":
                counted.append((attribute.index, 1))
                self.names.append(f"{attribute.name} in {zone.name}")
            elif attribute.type.base == "enum":
                for value, name in enumerate(layout.enums[next(iter(attribute.type.names))]):
                    counted.append((attribute.index, value))
                    self.names.append(f"{attribute.name} {name} in {zone.name}")
        return Owned(zone.base, tuple(counted))

    def _asking(self) -> list[Recipes]:
        layout = self.program.layout
        found: list[Recipes] = []
        for kind in self.program.game.kinds.values():
            for name, declared in kind.fields.items():
                if declared.type.base != "needs":
                    continue
                wanted = declared.type.names
                pieces = tuple(zone.base for zone in layout.zones if zone.per_player and zone.kinds & wanted)
                attributes = tuple(a.index for a in layout.attributes if a.kinds & wanted)
                for zone in layout.zones:
                    if zone.per_player and kind.name in zone.kinds:
                        found.append(Recipes(zone.base, layout.fields[kind.name, name], pieces, attributes))
                        for what in ("there", "one short", "complete"):
                            self.names.append(f"{name} {what} in {zone.name}")
        return found

    # ---- reading ---------------------------------------------------------------------------------

    def read(self, match: Match, seat: int) -> list[int]:
        """The numbers of a seat's position, in the order of `names`."""
        S = match.state
        found = [S[index][seat] for index in self._single]
        found[self._first : self._first] = [min(FEW, number) for number in found[: self._first]]
        for owned in self._owned:
            members = S[owned.base + seat]
            found.append(len(members))
            for index, value in owned.counted:
                column = S[index]
                if value is None:
                    found.append(sum([column[member] for member in members]))
                else:
                    found.append(sum([1 for member in members if column[member] == value]))
        for recipes in self._recipes:
            found += self._met(S, recipes, seat)
        scores = match.if_it_ended().score(seat)
        found.append(scores[0] if scores else 0)
        return found

    def _met(self, S: State, recipes: Recipes, seat: int) -> tuple[int, int, int]:
        """Over the cards: pieces that are there, cards that lack one piece, cards that lack none."""
        there = short = complete = 0
        cards = S[recipes.base + seat]
        if cards:
            looks = [S[index] for index in recipes.attributes]
            pieces = tuple(
                sorted([tuple([look[p] for look in looks]) for zone in recipes.pieces for p in S[zone + seat]])
            )
            for card in cards:
                number = recipes.numbers[card]
                if number < 0:
                    continue
                met = self._matchings.get((number, pieces))
                if met is None:
                    if len(self._matchings) > REMEMBERED:
                        self._matchings.clear()
                    met = _matching(self.program.layout.needs[number], pieces)
                    self._matchings[number, pieces] = met
                missing = len(self.program.layout.needs[number]) - met
                there += met
                short += missing == 1
                complete += missing == 0
        return there, short, complete

    # ---- time ------------------------------------------------------------------------------------

    def clock(self, S: State) -> int:
        """How often the parts right under `play` were gone through so far."""
        passes = S[self._passes]
        return sum([passes[part] for part in self._clocks])

    def turn(self, S: State) -> tuple[int, int, int]:
        """Whose visit of which part it is, and when: equal as long as one seat's turn goes on."""
        visiting = self.program.visit_places
        at = S[CONTROL][FRAME]
        while at != NOTHING:
            frame = S[at]
            if frame[UNIT] in visiting:
                return frame[UNIT], frame[YOU], self.clock(S)
            at = frame[BELOW]
        return NOTHING, NOTHING, self.clock(S)


def _matching(needs: Needs, pieces: tuple[Piece, ...]) -> int:
    """How many of the pieces wanted are there at once, each piece used for one: a largest matching."""
    fitting = [
        [
            place
            for place, piece in enumerate(pieces)
            if all(allowed is None or value in allowed for allowed, value in zip(wanted, piece, strict=True))
        ]
        for wanted in needs
    ]
    user: dict[int, int] = {}

    def settle(wanted: int, tried: set[int]) -> bool:
        for place in fitting[wanted]:
            if place not in tried:
                tried.add(place)
                if place not in user or settle(user[place], tried):
                    user[place] = wanted
                    return True
        return False

    return sum([settle(wanted, set()) for wanted in range(len(needs))])
