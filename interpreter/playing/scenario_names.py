"""Whether what a scenario names is there: actions, choices, values, zones, components, amounts, seats.

In: a scenario as nodes, a compiled game. Out: an error in the report for each name that the game does not have, at its
place. Nothing is played: a decision must be one that somebody could name, not one that is legal.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from interpreter.compiling import Ask, AskAll, Program
from interpreter.diagnostics import Problem, Report, Span, did_you_mean
from interpreter.playing.match import STOPPED_BY, free_name
from interpreter.reading.nodes import Entry, Mapping, Node, Scalar, Sequence
from interpreter.state import ValueType, VariableInfo, ZoneInfo

NOT_IN_GAME = Problem("not-in-game", "A scenario names something that the game does not have.")
_VIEW = ("seat", "status", "deciding", "passes", "zones", "resources", "variables", "attributes")
_ENDINGS = frozenset(("stop", "decline", "accept"))  # decisions that no game declares
_MOST_LOOKS = 400  # so many names of pieces are compared for a suggestion


@dataclass(frozen=True, slots=True)
class Way:
    """What one way into a question is called, and the type of each of its choices by name."""

    do: str
    either: str
    choices: tuple[tuple[str, ValueType], ...]
    together: bool  # several seats are asked at once, so that `seat` says who

    def names(self) -> set[str]:
        """The names that may stand beside `do`."""
        found = {name for name, _ in self.choices} | {"at"}
        return found | ({"either"} if self.either else set()) | ({"seat"} if self.together else set())


class ScenarioNames:
    """The names of one game for one number of players."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout = program.layout
        self.naming = program.naming
        self.zones = {zone.name: zone for zone in self.layout.zones}
        self.resources = {resource.name: resource for resource in self.layout.resources}
        self.variables = {variable.name: variable for variable in self.layout.variables}
        self.attributes = {attribute.name: attribute for attribute in self.layout.attributes}
        self.slots = {self.naming.slot(number) for number in range(len(self.layout.slots))}
        self.slots_of = {
            zone.name: [slot.name for slot in self.layout.slots if slot.zone == zone.base] for zone in self.layout.zones
        }
        self.ways = self._ways()

    def _ways(self) -> list[Way]:
        found: dict[Way, None] = {}
        for ask in self.program.code:
            if not isinstance(ask, Ask):
                continue
            together = isinstance(ask, AskAll)
            if ask.decline is not None:
                found[Way("stop" if ask.word in STOPPED_BY else "decline", "", (), together)] = None
            for branch in ask.branches:
                taken: dict[str, ValueType] = {}
                said = dict.fromkeys(
                    [*(["do"] if branch.label else []), *(["either"] if branch.way else [])], ValueType("text")
                )
                said |= {"seat": ValueType("seat")} if together else {}
                for label, type in branch.labels:
                    name = free_name(label, said)
                    said[name] = taken[name] = type
                do = branch.label or ("" if branch.way or taken else "accept")
                found[Way(do, branch.way, tuple(taken.items()), together)] = None
        return list(found)

    def check(self, scenario: Mapping, report: Report) -> None:
        """Everything that a scenario names."""
        check = _Check(self, report)
        given, when, then = scenario.get("given"), scenario.get("when"), scenario.get("then")
        for entry in given if isinstance(given, Mapping) else ():
            check.part(entry)
        for step in when if isinstance(when, Sequence) else ():
            check.step(step)
        for entry in then if isinstance(then, Mapping) else ():
            check.part(entry)


class _Check:
    """One scenario."""

    def __init__(self, names: ScenarioNames, report: Report) -> None:
        self.names = names
        self.layout = names.layout
        self.seats = names.naming.seat_by_name
        self.report = report

    def error(self, at: Span, message: str, help: str = "") -> None:
        """Note what is wrong."""
        self.report.error(NOT_IN_GAME, at=at, message=message, help=help, cause=4)

    def part(self, entry: Entry) -> None:
        """A key of `given` or `then`."""
        node = entry.value
        match entry.key:
            case "turn" | "seat":
                if isinstance(node, Scalar) and isinstance(node.value, int) and node.value > self.layout.players:
                    self.error(node.span, f"`{node.value}` is no seat", f"seats are 1 to {self.layout.players} here")
            case "zones" | "counts" | "resources" | "variables":
                self.things(entry.key, node)
            case "attributes":
                self.attributes(node)
            case "seen_by":
                for seat in node if isinstance(node, Mapping) else ():
                    self.known(seat.key, seat.key_span, "player", self.seats)
                    self.view(seat.value)
            case "offers" | "not_offered":
                for item in node if isinstance(node, Sequence) else ():
                    self.decision(item, alone=True)
            case "winners":
                for item in node if isinstance(node, Sequence) else ():
                    self.known(_text(item), item.span, "player", self.layout.seat_names[: self.layout.players])

    def view(self, node: Node) -> None:
        """What somebody sees."""
        for entry in node if isinstance(node, Mapping) else ():
            self.known(entry.key, entry.key_span, "part of a view", _VIEW)
            if entry.key in ("zones", "resources", "variables"):
                self.things(entry.key, entry.value)

    def known(self, name: str, at: Span, what: str, names: object) -> bool:
        """Whether a name is among those known; else an error that suggests."""
        assert isinstance(names, dict | list | tuple | set)
        if name in names:
            return True
        self.error(at, f"there is no {what} `{name}`", did_you_mean(name, names))
        return False

    # ---- things by seat, or seats by thing -------------------------------------------------------

    def things(self, part: str, node: Node) -> None:
        """Zones, counts, resources or variables."""
        what = {"zones": "zone", "counts": "zone", "resources": "resource", "variables": "variable"}[part]
        table: dict[str, object] = dict(
            self.names.zones if what == "zone" else self.names.resources if what == "resource" else self.names.variables
        )
        for entry in node if isinstance(node, Mapping) else ():
            if entry.key in self.seats:
                for inner in entry.value if isinstance(entry.value, Mapping) else ():
                    if not self.known(inner.key, inner.key_span, what, table):
                        continue
                    if _kept(table[inner.key]) != "player":
                        message = f"`{inner.key}` is not kept for each player"
                        self.error(inner.key_span, message, f"write it beside `{entry.key}`, not under it")
                        continue
                    self.held(table[inner.key], inner.value, part)
            elif entry.key not in table:
                help = did_you_mean(entry.key, [*table, *self.seats])
                self.error(entry.key_span, f"there is no {what} or player `{entry.key}`", help)
            else:
                self.thing(entry, table[entry.key], part)

    def thing(self, entry: Entry, thing: object, part: str) -> None:
        """A thing with what it holds: at once, by seat or by what it is kept for."""
        kept = _kept(thing)
        if not kept:
            self.held(thing, entry.value, part)
        elif not isinstance(entry.value, Mapping):
            what = "player" if kept == "player" else f"value of `{kept}`"
            self.error(entry.value.span, f"`{entry.key}` is kept for each {what}", "say for which one")
        else:
            names = list(self.seats) if kept == "player" else self.layout.enums[kept]
            for inner in entry.value:
                if self.known(inner.key, inner.key_span, "player" if kept == "player" else kept, names):
                    self.held(thing, inner.value, part)

    def held(self, thing: object, node: Node, part: str) -> None:
        """What lies in a zone, or a variable holds; amounts are numbers and name nothing."""
        if isinstance(thing, ZoneInfo):
            slots = self.names.slots_of[thing.name]
            for entry in node if isinstance(node, Mapping) and slots else ():
                if self.known(entry.key, entry.key_span, f"place in `{thing.name}` that is called", slots):
                    self.components(entry.value)
            if part == "zones" and not isinstance(node, Mapping):
                self.components(node)
        elif isinstance(thing, VariableInfo):
            self.value(node, (thing.type,), exact=False)

    def components(self, node: Node) -> None:
        """One component or a list of them."""
        for item in node if isinstance(node, Sequence) else (node,):
            if isinstance(item, Scalar) and isinstance(item.value, str) and item.value not in ("?", "nothing"):
                self.component(item, exact=False)

    def attributes(self, node: Node) -> None:
        """Attributes of components."""
        for entry in node if isinstance(node, Mapping) else ():
            if not self.component(Scalar(entry.key, entry.key_span), exact=False):
                continue
            for inner in entry.value if isinstance(entry.value, Mapping) else ():
                if self.known(inner.key, inner.key_span, "attribute", self.names.attributes):
                    self.value(inner.value, (self.names.attributes[inner.key].type,), exact=False)

    # ---- decisions -------------------------------------------------------------------------------

    def step(self, node: Node) -> None:
        """A step of `when`."""
        if isinstance(node, Mapping) and "refused" in node:
            for entry in node:
                if entry.key == "refused":
                    self.decision(entry.value)
                else:
                    self.error(entry.key_span, "`refused` stands alone", "put the whole decision under `refused`")
        else:
            self.decision(node)

    def decision(self, node: Node, alone: bool = False) -> None:
        """A decision, whole or in part. `alone`: a single thing may stand for a set of one, and the other way round."""
        if not isinstance(node, Mapping) or not node.entries:
            self.error(node.span, "a decision is a mapping such as `{do: …}`")
            return
        name = node.get("do")
        ways = self.names.ways
        if name is not None:
            found = self.named(_text(name), name.span)
            if found is None:
                return
            ways = found
        whose = f"`{_text(name)}` has no choice" if name is not None else "no decision has a choice"
        entries = [entry for entry in node if entry.key != "do"]
        fitting, fine = ways, True
        for entry in entries:
            known = {key for way in ways for key in way.names()}
            if entry.key not in known:
                shown = known - {"at"}
                help = did_you_mean(entry.key, shown) if shown else "it has no choices at all"
                self.error(entry.key_span, f"{whose} `{entry.key}`", help)
                fine = False
            elif entry.key == "either":
                fine = self.known(
                    _text(entry.value), entry.value.span, "alternative", {w.either for w in ways if w.either}
                )
            fitting = [way for way in fitting if entry.key in way.names()]
        if fine and not fitting:
            keys = " and ".join(f"`{entry.key}`" for entry in entries)
            self.error(node.span, f"no decision has {keys} together")
        either = node.get("either")
        if either is not None:
            fitting = [way for way in fitting if way.either == _text(either)] or fitting
        for entry in entries:
            # where the choices do not fit together, each is held against its own name
            types = tuple(
                dict.fromkeys(dict(w.choices)[entry.key] for w in fitting or ways if entry.key in dict(w.choices))
            )
            if types:
                self.value(entry.value, types, exact=True, alone=alone)
            elif entry.key == "seat":
                self.known(_text(entry.value), entry.value.span, "player", self.seats)

    def named(self, name: str, at: Span) -> list[Way] | None:
        """The ways that are called so; all where a place stands for what is not seen; None where nothing is."""
        ways = self.names.ways
        found = [way for way in ways if way.do == name]
        if found or self.place(name):
            return found or ways
        game = self.names.program.game
        if name not in game.actions and name not in game.effects:
            known = {way.do for way in ways if way.do}
            help = did_you_mean(name, known & _ENDINGS if name in _ENDINGS else known)
            self.error(at, f"nothing that can be decided is called `{name}`", help)
        return None

    # ---- values ----------------------------------------------------------------------------------

    def value(self, node: Node, types: tuple[ValueType, ...], exact: bool, alone: bool = False) -> None:
        """A value that must be one of some type. `exact`: called as a decision calls it."""
        fitting = [type for type in types if alone or type.many == isinstance(node, Sequence)]
        if not fitting:
            if types[0].many:
                self.error(node.span, "this choice is a set", f"write a list: `[{_text(node)}]`")
            else:
                self.error(node.span, "this choice is one thing, not a list", "write it without `[ ]`")
            return
        for item in node if isinstance(node, Sequence) else (node,):
            if not any(self.fits(item, type, exact) for type in fitting):
                self.no_value(item, fitting[0], exact)

    def fits(self, node: Node, type: ValueType, exact: bool) -> bool:
        """Whether a value of that type is called so."""
        if not isinstance(node, Scalar):
            return type.sets
        value = node.value
        if value is None or (not exact and value in ("?", "nothing")):
            return True
        match type.base:
            case "truth":
                return isinstance(value, bool)
            case "number":
                return isinstance(value, int) and not isinstance(value, bool)
            case "enum" | "seat" | "slot" | "resource" | "payment":
                return value in self.members(type)
            case "component":
                return isinstance(value, str) and not self.fault(value, exact)
        return True

    def members(self, type: ValueType) -> list[str]:
        """The names of all values of a type that has few."""
        match type.base:
            case "enum":
                return self.layout.enums[next(iter(type.names))]
            case "seat":
                return list(self.seats)
            case "slot":
                return sorted(self.names.slots)
            case "resource":
                return list(self.names.resources)
            case "payment":
                return self.names.program.payments[type.low or 0]
        return []

    def no_value(self, node: Node, type: ValueType, exact: bool) -> None:
        """Say that a value is none of its type."""
        name = _text(node)
        if type.base == "component":
            if isinstance(node, Scalar) and isinstance(node.value, str):
                self.component(node, exact)
            else:
                self.error(node.span, f"`{name}` is no component")
            return
        members = self.members(type)
        ends = [member for member in members if member.endswith(f".{name}")]
        help = f"did you mean `{ends[0]}`?" if ends else did_you_mean(name, members)
        self.error(node.span, f"`{name}` is no {'payment' if type.base == 'payment' else type.one()}", help)

    def component(self, node: Scalar, exact: bool) -> bool:
        """Whether a component is called so; else an error."""
        fault = self.fault(str(node.value), exact)
        if fault:
            self.error(node.span, *fault)
        return not fault

    def fault(self, name: str, exact: bool) -> tuple[str, str] | None:
        """What is wrong with the name of a component, and help."""
        naming, layout = self.names.naming, self.layout
        bare, _, copy = name.partition("#")
        number = naming.card_by_id.get(bare)
        if number is None:
            if self.piece(re.sub(r" in \d+$", "", name)) or (exact and (name == "?" or self.place(name))):
                return None
            return f"there is no component `{name}`", did_you_mean(name, [*naming.card_by_id, *self.looks()])
        components = layout.cards[number].components
        if not exact:
            if copy and not (copy.isdigit() and 1 <= int(copy) <= len(components)):
                return f"there is no copy `{copy}` of `{bare}`", f"copies are `#1` to `#{len(components)}`"
            return None
        if number in layout.pieces:
            looks = self.looks()
            return f"`{bare}` is called by its values", f"such as `{looks[0]}`" if looks else ""
        if not naming.apart[components[0]]:
            return (f"copies of `{bare}` are alike", f"write `{bare}`") if copy else None
        if not copy.isdigit() or not 1 <= int(copy) <= len(components):
            return f"copies of `{bare}` are told apart", f'write `"{bare}#1"` to `"{bare}#{len(components)}"`'
        return None

    def place(self, name: str) -> bool:
        """Whether it is the place of something that is not seen: a slot, or a zone with a number."""
        if name in self.names.slots:
            return True
        seat, _, rest = name.rpartition(".")[0].rpartition(".")
        number = name.rpartition(".")[2]
        return number.isdigit() and rest in self.names.zones and (not seat or seat in self.seats)

    def piece(self, name: str) -> bool:
        """Whether a piece of a supply is called so."""
        return any(self.look(name.split(), indexes) for indexes in self.layout.pieces.values())

    def look(self, words: list[str], indexes: tuple[int, ...]) -> bool:
        """Whether words are the values of attributes; a value may have a name of several words."""
        if not indexes:
            return not words
        type = self.names.naming.looks[indexes[0]]
        for count in range(1, len(words) - len(indexes) + 2):
            word = " ".join(words[:count])
            value: int | str = int(word) if type.base == "number" and word.lstrip("-").isdigit() else word
            if type.base == "component":  # by its card: a piece is not called by what another piece is called by
                fits = word.partition("#")[0] in self.names.naming.card_by_id or word == "None"
            else:
                fits = word in ("None", "True", "False") or self.fits(Scalar(value, _NOWHERE), type, exact=False)
            if isinstance(value, int):  # no piece has a value beyond its bounds
                fits = fits and (type.low is None or value >= type.low) and (type.high is None or value <= type.high)
            if fits and self.look(words[count:], indexes[1:]):
                return True
        return False

    def looks(self) -> list[str]:
        """Names of pieces, for suggestions."""
        found: list[str] = []
        for indexes in self.layout.pieces.values():
            names = [""]
            for index in indexes:
                type = self.names.naming.looks[index]
                low, high = type.low or 0, type.high or 0
                words = self.members(type) or [str(n) for n in range(low, min(high, low + 20) + 1)]
                names = [f"{name} {word}".strip() for name in names for word in words][:_MOST_LOOKS]
            found += names
        return found


_NOWHERE = Span("", 1, 1, 1, 1)


def _kept(thing: object) -> str:
    """For what a thing is kept: "player", an enum, or "" when there is one in all."""
    per = getattr(thing, "per", "")
    return "player" if getattr(thing, "per_player", False) else str(per)


def _text(node: Node | None) -> str:
    """A value as it stands."""
    if not isinstance(node, Scalar):
        return "…"
    return (
        "nothing"
        if node.value is None
        else str(node.value).lower()
        if isinstance(node.value, bool)
        else str(node.value)
    )
