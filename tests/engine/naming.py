"""No line that a viewer is told names a component that the viewer cannot see, nor could see just before or after.

Names are looked for in the texts. A name counts as hidden while the viewer sees no component of that name; names that
the game says of other things too (a card called like its suit), and pieces of a supply, which have no names of their
own, are left out. Whether a component is seen is read from the declarations of the zones, not from `Layout.seen`.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import cache

from interpreter.playing.match import Match, Program
from interpreter.playing.telling import WORDS
from interpreter.state import LOCATION
from interpreter.state.table import Change
from tests.engine.hiding import menu, sees

LANGUAGES = ("en", "de")


@dataclass(slots=True)
class Names:
    """What each card of a game is called, its id among it; cards whose names say nothing are left out."""

    of: dict[int, tuple[str, ...]] = field(default_factory=dict)
    pattern: re.Pattern[str] = field(default_factory=lambda: re.compile(r"(?!)"))
    cards: dict[str, set[int]] = field(default_factory=dict)  # name -> those called so


@cache
def names_of(program: Program) -> Names:
    """The names of a game's cards."""
    layout, found = program.layout, Names()
    others = _others(program)
    for number, card in enumerate(layout.cards):
        called = {card.id, card.id.replace("_", " "), *card.names.values()}
        if number in layout.pieces or any(name.isdigit() or _word(name).search(others) for name in called):
            continue
        found.of[number] = tuple(sorted(called))
        for name in called:
            found.cards.setdefault(name, set()).add(number)
    longest = sorted(found.cards, key=len, reverse=True)
    if longest:
        found.pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)")
    return found


def _word(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")


def _others(program: Program) -> str:
    """Every text of a game that is not a card's."""
    game, layout = program.game, program.layout
    found: list[object] = [WORDS, layout.seat_names, layout.seat_texts, layout.enums, layout.enum_texts, layout.kinds]
    for things in (layout.zones, layout.resources, layout.variables, layout.attributes):
        found += [[thing.name, thing.texts] for thing in things]
    found += [slot.name for slot in layout.slots]
    found += [[name, declared.texts] for names in (game.actions, game.effects) for name, declared in names.items()]
    found += [unit.name for unit in layout.units if not unit.name.startswith("card:")]
    found += [name for unit in layout.units for name, _ in [*unit.locals, *unit.sets]]
    return json.dumps(found, ensure_ascii=False)


def seen_by(program: Program, where: list[int], seat: int) -> set[int]:
    """The cards of which a seat sees a component, with the components at these places."""
    box = program.layout.box
    return {program.layout.card_of[c] for c, at in enumerate(where) if at != box and sees(program, seat, at)}


class Witness:
    """Watches a match: what each viewer sees, and what each is told."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.program = match.program
        self.where = [self.program.layout.box] * len(self.program.layout.card_of)
        empty = self.program.table.start(match.seed)
        for members, place in self.program.start_places:
            for component in members(empty):
                if self.where[component] == self.program.layout.box:
                    self.where[component] = place
        self.read = 0

    def faults(self) -> list[str]:
        """What was told too much since this was last asked."""
        match, found = self.match, []
        players = range(self.program.layout.players)
        since = self.read
        known = {seat: seen_by(self.program, self.where, seat) for seat in players}
        for number in range(since, len(match.changes)):
            change = match.changes[number]
            now = self._follow(change)
            for seat in players:
                seen = known[seat] | now[seat]
                for language in LANGUAGES:
                    told = match.teller.sentence(change, seat, language) if change[0] != "decide" else None
                    found += self._told(told or "", seen, seat, "log")
                known[seat] |= now[seat]
        self.read = len(match.changes)
        for seat in players:
            for language in LANGUAGES:
                told = match.teller.account(match.changes[since:], match.decisions, seat, language, (), match.state)
                found += self._told("\n".join(line.text for line in told), known[seat], seat, "account")
                found += self._told("\n".join(match.trace(since, language, seat)), known[seat], seat, "trace")
            now_seen = seen_by(self.program, match.state[LOCATION], seat)
            found += self._told(json.dumps(match.view(seat), ensure_ascii=False), now_seen, seat, "view")
            if seat in match.seats:
                found += self._told(json.dumps(menu(match, seat), ensure_ascii=False), now_seen, seat, "menu")
        return found

    def _follow(self, change: Change) -> dict[int, set[int]]:
        """What each seat sees of what a change is about, before it and after."""
        what, who, _, numbers = change
        program, layout = self.program, self.program.layout
        found: dict[int, set[int]] = {seat: set() for seat in range(layout.players)}
        if what == "move":
            component, source, target, *_ = numbers
            assert self.where[component] == source, change
            self.where[component] = target
            for seat in found:
                if sees(program, seat, source) or sees(program, seat, target):
                    found[seat].add(layout.card_of[component])
        elif what in ("reveal", "look"):
            for seat in found:
                if what == "reveal" or seat == who:
                    found[seat] |= {layout.card_of[component] for component in numbers}
        return found

    def _told(self, text: str, seen: set[int], seat: int, where: str) -> list[str]:
        """Names in a text that no seen card has."""
        names = names_of(self.program)
        return [
            f"seat {seat} is told of {match[0]!r} in the {where}: {text[max(0, match.start() - 60) : match.end() + 40]!r}"
            for match in names.pattern.finditer(text)
            if not names.cards[match[0]] & seen
        ]
