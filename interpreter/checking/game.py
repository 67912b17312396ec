"""Declarations: the merged tree of a ruleset -> records with names and types, expressions still as text.

Expects a tree whose shape the schemas have accepted. Reports unknown types, double and reserved names, and
cards whose values do not fit their kind. Resolves no effect.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import field
from itertools import product

from interpreter.checking import problems
from interpreter.diagnostics import EffectText, Note, Report, Span, did_you_mean
from interpreter.reading.nodes import KNOWN, Entry, Mapping, Node, Scalar, Sequence
from interpreter.records import record
from interpreter.state import values
from interpreter.state.values import ValueType
from interpreter.syntax import RESERVED

BUILT_IN = frozenset(
    ["you", "this", "who", "it", "players", "others", "neutral", "seats", "box", "true", "false", "nothing"]
)
BASE_TYPES = {
    "number": values.NUMBER,
    "truth": values.TRUTH,
    "text": values.TEXT,
    "effect": values.EFFECT,
    "player": values.SEAT,
    "seat": values.SEAT,
    "resource": values.RESOURCE,
    "slot": values.SLOT,
    "component": values.COMPONENT,
}
ANY_SUPPLY = 200  # pieces of a supply without a bound that can be in play at once
SIGNATURE = re.compile(r"([a-z][a-z0-9_]*)\s*(?:\(([^()]*)\))?$")
RANGE = re.compile(r"(-?\d+)\s*\.\.\s*(-?\d+)$")
NAME = re.compile(r"[a-z][a-z0-9_]*$")


@record(frozen=False)
class Declared:
    """What every declaration has: a name, its place, its words for people."""

    name: str
    at: Span
    node: Node
    texts: dict[str, str] = field(default_factory=dict)
    plurals: dict[str, str] = field(default_factory=dict)


@record(frozen=False)
class Enum(Declared):
    """Values in their order."""

    members: list[str] = field(default_factory=list)
    member_texts: list[dict[str, str]] = field(default_factory=list)


@record(frozen=False)
class FieldDecl:
    """A printed value of a kind."""

    name: str
    type: ValueType
    optional: bool
    at: Span
    default: Node | None = None


@record(frozen=False)
class Kind(Declared):
    """A kind of component."""

    plural: str = ""
    fields: dict[str, FieldDecl] = field(default_factory=dict)
    attributes: dict[str, Variable] = field(default_factory=dict)
    in_play: list[str] | None = None  # None: nowhere said; ["anywhere"]
    discard: str = ""
    ability: Node | None = None
    use: Node | None = None
    supply: int = 0  # pieces, 0 for a kind of cards


@record(frozen=False)
class Resource(Declared):
    """Something counted."""

    per_player: bool = True
    low: int | None = 0
    high: int | None = None
    starts: int = 0
    seen_by: str = "all"
    passing: dict[int, Node] = field(default_factory=dict)  # number reached -> effect


@record(frozen=False)
class Variable(Declared):
    """A changeable value of the game, of each player, of each value of an enum, or of a component."""

    type: ValueType = values.NUMBER
    per: str = ""
    starts: Node | None = None
    seen_by: str = "all"


@record(frozen=False)
class Slots:
    """The places of a zone: dimensions with their types, what lies beside them, printed fields.

    `neighbours` is a rule by name, or "" where `lines` (both ways) and `ways` (one way) say it slot by slot. `ends`
    are the two slots of the zone `joins` that each slot joins.
    """

    dimensions: list[tuple[str, ValueType]]
    many: bool
    neighbours: str
    fields: dict[str, tuple[ValueType, Node]]
    at: Span
    lines: list[list[str]] = field(default_factory=list)
    ways: dict[str, list[str]] = field(default_factory=dict)
    joins: str = ""
    ends: dict[str, list[str]] = field(default_factory=dict)


@record(frozen=False)
class Zone(Declared):
    """Where components lie."""

    kinds: list[str] = field(default_factory=list)
    per_player: bool = False
    order: str = "none"
    seen_by: str = "all"
    count_seen_by: str = "all"
    reshuffles: str = ""
    starts: Node | None = None
    slots: Slots | None = None


@record(frozen=False)
class Table(Declared):
    """Numbers (or lists of them) by keys; `keys` gives the type of each step and its known keys."""

    depth: int = 0
    keys: list[tuple[ValueType, list[int]]] = field(default_factory=list)
    leaf: ValueType = values.NUMBER
    data: object = None  # nested dict[int, ...], leaves int, list[int], or the name of an effect's unit
    effects: dict[str, Node] = field(default_factory=dict)  # unit -> its text


@record(frozen=False)
class Callable_(Declared):
    """A function, quantity or named effect with its parameters."""

    parameters: list[tuple[str, ValueType]] = field(default_factory=list)
    unit: str = ""


@record(frozen=False)
class Action(Declared):
    """Something a player may do; `group` is its `kind:`."""

    group: str = ""
    do: Node | None = None


@record(frozen=False)
class Card(Declared):
    """A card with the values of its kind, still as nodes."""

    kind: str = ""
    count: int = 1
    fields: dict[str, Node] = field(default_factory=dict)
    ability: Node | None = None
    use: Node | None = None


@record(frozen=False)
class Budgets:
    """What a ruleset allows before the machine gives up on it."""

    steps: int = 100_000
    triggers: int = 1_000
    decisions: int = 20_000
    options: int = 20_000
    depth: int = 8


@record(frozen=False)
class Game:
    """A ruleset's declarations."""

    id: str
    texts: dict[str, str]
    players: tuple[int, int]
    budgets: Budgets
    tree: Mapping
    enums: dict[str, Enum] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    resources: dict[str, Resource] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    functions: dict[str, Callable_] = field(default_factory=dict)
    quantities: dict[str, Callable_] = field(default_factory=dict)
    effects: dict[str, Callable_] = field(default_factory=dict)
    actions: dict[str, Action] = field(default_factory=dict)
    options: dict[str, Variable] = field(default_factory=dict)
    neutral: dict[str, Declared] = field(default_factory=dict)
    cards: dict[str, Card] = field(default_factory=dict)
    abilities: dict[str, Declared] = field(default_factory=dict)
    enum_of: dict[str, list[str]] = field(default_factory=dict)  # value -> enums that have it

    def enum_value(self, enum: str, name: str) -> int | None:
        """The number of an enum's value, or None."""
        members = self.enums[enum].members
        return members.index(name) if name in members else None


def texts_of(node: Node | None) -> dict[str, str]:
    """A text as {language: string}; a bare string counts for every language under ""."""
    if isinstance(node, Scalar) and node.value is not None:
        return {"": str(node.value)}
    if isinstance(node, Mapping):
        found = {}
        for entry in node:
            if isinstance(entry.value, Scalar):
                found[entry.key] = str(entry.value.value)
            elif isinstance(entry.value, Sequence) and entry.value.items:
                first = entry.value.items[0]
                found[entry.key] = str(first.value) if isinstance(first, Scalar) else ""
        return found
    return {}


def plurals_of(node: Node | None) -> dict[str, str]:
    """The second of each pair of words, `[coin, coins]`."""
    found = {}
    if isinstance(node, Mapping):
        for entry in node:
            if isinstance(entry.value, Sequence) and len(entry.value.items) > 1:
                second = entry.value.items[1]
                found[entry.key] = str(second.value) if isinstance(second, Scalar) else ""
    return found


def word(node: Node | None, default: str = "") -> str:
    """A scalar as a string."""
    return str(node.value) if isinstance(node, Scalar) and node.value is not None else default


def _whole(node: Node | None, default: int | None) -> int | None:
    if isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool):
        return node.value
    return default


def _entries(node: Node | None) -> Iterable[Entry]:
    return node.entries if isinstance(node, Mapping) else ()


class Declarations:
    """Reads the merged tree once, top key after top key."""

    def __init__(self, id: str, tree: Mapping, report: Report) -> None:
        self.report = report
        self.tree = tree
        head = tree.get("game")
        head = head if isinstance(head, Mapping) else Mapping((), tree.span)
        low, high = self._players(head.get("players"))
        self.game = Game(id, texts_of(head.get("name")), (low, high), self._budgets(head.get("budgets")), tree)
        self.names: dict[str, Span] = {}
        self.type_names: dict[str, Span] = {}

    def read(self) -> Game:
        """All declarations; what is wrong with them is in the report."""
        game, tree = self.game, self.tree
        for entry in _entries(tree.get("enums")):
            self._enum(entry)
        kinds = list(_entries(tree.get("kinds")))
        for entry in kinds:
            if self._new_type(entry.key, entry.key_span):
                game.kinds[entry.key] = self._kind_head(entry)
        for entry in kinds:
            if entry.key in game.kinds:
                self._kind_body(game.kinds[entry.key], entry.value)
        zone_entries = list(_entries(tree.get("zones")))
        zone_names = [e.key for e in zone_entries]
        for entry in zone_entries:
            self._zone(entry, zone_names)
        for zone in game.zones.values():
            self._joins(zone)
        for entry in _entries(tree.get("resources")):
            self._resource(entry)
        for entry in _entries(tree.get("variables")):
            if self._new_name(entry.key, entry.key_span):
                game.variables[entry.key] = self._variable(entry)
        for entry in _entries(tree.get("options")):
            if entry.key != "players" and self._new_name(entry.key, entry.key_span):
                game.options[entry.key] = self._variable(entry)
        for entry in _entries(tree.get("tables")):
            self._table(entry)
        for top, into in (("functions", game.functions), ("quantities", game.quantities)):
            for entry in _entries(tree.get(top)):
                declared = self._callable(entry)
                if declared and self._new_name(declared.name, entry.key_span):
                    into[declared.name] = declared
        effect_names: dict[str, Span] = {}
        for entry in _entries(tree.get("effects")):
            declared = self._callable(entry)
            if declared and self._check_name(declared.name, entry.key_span):
                game.effects[declared.name] = declared
                effect_names[declared.name] = entry.key_span
        for entry in _entries(tree.get("actions")):
            if not self._check_name(entry.key, entry.key_span):
                continue
            if entry.key in effect_names:
                self._double(entry.key, entry.key_span, effect_names[entry.key])
                continue
            value = entry.value if isinstance(entry.value, Mapping) else Mapping((), entry.value.span)
            game.actions[entry.key] = Action(
                entry.key,
                entry.key_span,
                entry.value,
                texts_of(value.get("text")),
                group=word(value.get("kind")),
                do=value.get("do"),
            )
        for entry in _entries(tree.get("neutral")):
            if self._check_name(entry.key, entry.key_span):
                text = entry.value.get("text") if isinstance(entry.value, Mapping) else None
                game.neutral[entry.key] = Declared(entry.key, entry.key_span, entry.value, texts_of(text))
        for entry in _entries(tree.get("abilities")):
            game.abilities[entry.key] = Declared(entry.key, entry.key_span, entry.value)
        self._cards()
        self._supplies()
        self._sources(tree, {entry.key for entry in _entries(tree.get("sources"))} | {"authored"})
        return game

    def _sources(self, node: Node, known: set[str]) -> None:
        """Every `source:` begins with a text that the game names, or says `authored`."""
        for item in node.items if isinstance(node, Sequence) else ():
            self._sources(item, known)
        for entry in _entries(node):
            if entry.key != "source" or not isinstance(entry.value, Scalar):
                self._sources(entry.value, known)
                continue
            key = word(entry.value).partition(":")[0].strip()
            if key not in known:
                self.report.error(
                    problems.UNKNOWN_NAME,
                    at=entry.value.span,
                    message=f"`{key}` is none of the game's sources",
                    help=did_you_mean(key, known) or "name it under `sources:`, or write `authored`",
                    cause=4,
                )

    # ---- names -----------------------------------------------------------------------------------

    def _check_name(self, name: str, at: Span) -> bool:
        if not NAME.match(name):
            self.report.error(
                problems.BAD_SIGNATURE,
                at=at,
                message=f"`{name}` is no name",
                help="names begin with a small letter and hold small letters, digits and `_`",
                cause=4,
            )
            return False
        if name in RESERVED or name in BUILT_IN:
            self.report.error(
                problems.RESERVED_NAME,
                at=at,
                message=f"`{name}` is a word of the language",
                help="choose another name",
                cause=4,
            )
            return False
        return True

    def _double(self, name: str, at: Span, first: Span) -> None:
        self.report.error(
            problems.DOUBLE_NAME,
            at=at,
            message=f"`{name}` is declared twice",
            help="give one of them another name",
            notes=[Note("first declared here", first)],
            cause=4,
        )

    def _new_name(self, name: str, at: Span) -> bool:
        """Zones, resources, variables, attributes, tables, functions and quantities share one name space."""
        if not self._check_name(name, at):
            return False
        if name in self.names:
            self._double(name, at, self.names[name])
            return False
        self.names[name] = at
        return True

    def _new_type(self, name: str, at: Span) -> bool:
        if not self._check_name(name, at):
            return False
        if name in self.type_names or name in BASE_TYPES:
            self._double(name, at, self.type_names.get(name, at))
            return False
        self.type_names[name] = at
        return True

    # ---- types -----------------------------------------------------------------------------------

    def type(self, text: str, at: Span, parameter: str = "") -> tuple[ValueType, bool]:
        """A type as written, and whether it ends in `?`. `parameter`: what is called so, for help."""
        optional = text.endswith("?")
        text = text.removesuffix("?").strip()
        if match := RANGE.match(text):
            low, high = int(match[1]), int(match[2])
            if low > high:
                self.report.error(
                    problems.OUT_OF_RANGE, at=at, message=f"the range `{text}` is empty", help=f"write `{high}..{low}`"
                )
            return ValueType("number", low=min(low, high), high=max(low, high)), optional
        if text in BASE_TYPES:
            return BASE_TYPES[text], optional
        if text in self.game.enums:
            return ValueType("enum", frozenset([text])), optional
        if text in self.game.kinds:
            return ValueType("component", frozenset([text])), optional
        if text.startswith("needs of ") and text.removeprefix("needs of ") in self.game.kinds:
            return ValueType("needs", frozenset([text.removeprefix("needs of ")])), optional
        if text.endswith(".slots"):
            return ValueType("slot", frozenset([text.removesuffix(".slots")])), optional
        known = [*BASE_TYPES, *self.game.enums, *self.game.kinds]
        zone = next((z for z in (text, f"{text}s") if z in self._zones_with_slots()), "")
        help = f"a slot of `{zone}` is a `{zone}.slots`"
        if zone and parameter:
            help = f"write `{parameter}: {zone}.slots` for a slot of `{zone}`"
        self.report.error(
            problems.UNKNOWN_TYPE,
            at=at,
            message=f"there is no type `{text}`",
            help=help if zone else did_you_mean(text, known) or self._types(),
            cause=4,
        )
        return ValueType("unknown"), optional

    def _types(self) -> str:
        zones = self._zones_with_slots()
        slot = f", or `{zones[0]}.slots` for a slot" if zones else ""
        names = "an enum, a kind" if slot else "an enum or a kind"
        return f"write a range such as `1..9`, `number`, `truth`, {names}{slot}"

    def _zones_with_slots(self) -> list[str]:
        """As they are written, since types may be read before zones are."""
        zones = _entries(self.game.tree.get("zones"))
        return [z.key for z in zones if isinstance(z.value, Mapping) and z.value.get("slots") is not None]

    # ---- the top keys ----------------------------------------------------------------------------

    def _players(self, node: Node | None) -> tuple[int, int]:
        text = word(node, "2..2")
        match = RANGE.match(text)
        low, high = (int(match[1]), int(match[2])) if match else (int(text), int(text)) if text.isdigit() else (0, 0)
        if node is not None and not 1 <= low <= high <= 20:
            self.report.error(
                problems.OUT_OF_RANGE,
                at=node.span,
                message=f"`{text}` is no range of players",
                help="write the fewest and the most, such as `2..6`",
                cause=4,
            )
            return 2, 2
        return low, high

    def _budgets(self, node: Node | None) -> Budgets:
        budgets = Budgets()
        for entry in _entries(node):
            number = _whole(entry.value, None)
            if number is not None and hasattr(budgets, entry.key):
                setattr(budgets, entry.key, number)
        return budgets

    def _enum(self, entry: Entry) -> None:
        if not self._new_type(entry.key, entry.key_span):
            return
        enum = Enum(entry.key, entry.key_span, entry.value)
        items: list[tuple[str, Span, dict[str, str]]] = []
        if isinstance(entry.value, Sequence):
            items = [(word(i), i.span, {}) for i in entry.value]
        elif isinstance(entry.value, Mapping):
            items = [(e.key, e.key_span, texts_of(e.value)) for e in entry.value]
        for name, at, texts in items:
            if not self._check_name(name, at):
                continue
            if name in enum.members:
                self._double(name, at, entry.key_span)
                continue
            enum.members.append(name)
            enum.member_texts.append(texts)
            self.game.enum_of.setdefault(name, []).append(entry.key)
        self.game.enums[entry.key] = enum

    def _kind_head(self, entry: Entry) -> Kind:
        value = entry.value if isinstance(entry.value, Mapping) else Mapping((), entry.value.span)
        text = value.get("text")
        kind = Kind(entry.key, entry.key_span, entry.value, texts_of(text), plurals_of(text))
        kind.plural = word(value.get("plural"), entry.key + "s")
        kind.discard = word(value.get("discard"))
        kind.ability, kind.use = value.get("ability"), value.get("use")
        supply = value.get("supply")
        if supply is not None:
            kind.supply = _whole(supply, None) or ANY_SUPPLY
        where = value.get("in_play")
        if isinstance(where, Sequence):
            kind.in_play = [word(i) for i in where]
        elif where is not None:
            kind.in_play = [word(where)]
        return kind

    def _kind_body(self, kind: Kind, node: Node) -> None:
        if not isinstance(node, Mapping):
            return
        for entry in _entries(node.get("fields")):
            if not self._check_name(entry.key, entry.key_span):
                continue
            written, _, default = (part.strip() for part in word(entry.value).partition("="))
            type, optional = self.type(written, entry.value.span)
            missing = _default(default, entry.value.span) if default else None
            kind.fields[entry.key] = FieldDecl(
                entry.key, type, optional or missing is not None, entry.key_span, missing
            )
        for entry in _entries(node.get("attributes")):
            if not self._check_name(entry.key, entry.key_span):
                continue
            if entry.key in kind.fields:
                self._double(entry.key, entry.key_span, kind.fields[entry.key].at)
                continue
            kind.attributes[entry.key] = self._variable(entry)

    def _kept(self, type: ValueType, at: Span) -> ValueType:
        """The type of something that changes; effects and texts are printed and do not."""
        if type.base not in ("effect", "text"):
            return type
        self.report.error(
            problems.NOT_SAYABLE,
            at=at,
            message=f"a {type.base} cannot be kept in what changes",
            help=f"keep the card that has it (`of: KIND`) and read the {type.base} off that: `kept.FIELD`",
            cause=4,
        )
        return ValueType("unknown")

    def _variable(self, entry: Entry) -> Variable:
        value = entry.value
        if isinstance(value, Scalar):  # `size: 1..9` for short
            type, optional = self.type(word(value), value.span)
            return Variable(entry.key, entry.key_span, value, {}, {}, self._kept(type, value.span))
        assert isinstance(value, Mapping)
        of = value.get("of")
        type, _ = self.type(word(of), of.span) if of is not None else (values.NUMBER, False)
        if of is not None:
            type = self._kept(type, of.span)
        per = word(value.get("per"))
        if per and per != "player" and per not in self.game.enums:
            at = value.get("per")
            self.report.error(
                problems.UNKNOWN_TYPE,
                at=at.span if at else value.span,
                message=f"nothing is kept per `{per}`",
                help=did_you_mean(per, ["player", *self.game.enums]),
                cause=4,
            )
            per = ""
        return Variable(
            entry.key,
            entry.key_span,
            value,
            texts_of(value.get("text")),
            plurals_of(value.get("text")),
            type,
            per,
            value.get("starts"),
            word(value.get("seen_by"), "all"),
        )

    def _resource(self, entry: Entry) -> None:
        if not self._new_name(entry.key, entry.key_span):
            return
        value = entry.value if isinstance(entry.value, Mapping) else Mapping((), entry.value.span)
        text = value.get("text")
        passing = {int(e.key): e.value for e in _entries(value.get("passing")) if re.fullmatch(r"-?\d+", e.key)}
        self.game.resources[entry.key] = Resource(
            entry.key,
            entry.key_span,
            entry.value,
            texts_of(text),
            plurals_of(text),
            per_player=word(value.get("per"), "player") == "player",
            low=_whole(value.get("from"), 0),
            high=_whole(value.get("to"), None),
            starts=_whole(value.get("starts"), max(0, _whole(value.get("from"), 0) or 0)) or 0,
            seen_by=word(value.get("seen_by"), "all"),
            passing=passing,
        )

    def _zone(self, entry: Entry, known: list[str]) -> None:
        if not self._new_name(entry.key, entry.key_span):
            return
        value = entry.value if isinstance(entry.value, Mapping) else Mapping((), entry.value.span)
        of = value.get("of")
        kinds = []
        for node in of.items if isinstance(of, Sequence) else [of] if of is not None else []:
            name = word(node)
            if name not in self.game.kinds:
                self.report.error(
                    problems.UNKNOWN_TYPE,
                    at=node.span,
                    message=f"there is no kind `{name}`",
                    help=did_you_mean(name, self.game.kinds),
                    cause=4,
                )
            else:
                kinds.append(name)
        text = value.get("text")
        zone = Zone(
            entry.key,
            entry.key_span,
            entry.value,
            texts_of(text),
            plurals_of(text),
            kinds,
            per_player=word(value.get("per")) == "player",
            order=word(value.get("order"), "none"),
            seen_by=word(value.get("seen_by"), "all"),
            reshuffles=word(value.get("reshuffles")),
            starts=value.get("starts"),
        )
        zone.count_seen_by = word(value.get("count_seen_by"), "all")
        if zone.reshuffles and zone.reshuffles not in known:
            other = value.get("reshuffles")
            assert other is not None
            self.report.error(
                problems.UNKNOWN_NAME,
                at=other.span,
                message=f"there is no zone `{zone.reshuffles}`",
                help=did_you_mean(zone.reshuffles, known),
                cause=4,
            )
            zone.reshuffles = ""
        slots = value.get("slots")
        if isinstance(slots, Mapping):
            zone.slots = self._slots(slots)
        self.game.zones[entry.key] = zone

    def _slots(self, node: Mapping) -> Slots:
        dimensions: list[tuple[str, ValueType]] = []
        one = node.get("one per")
        if one is not None:
            name = word(one)
            if name in self.game.enums:
                dimensions.append((name, ValueType("enum", frozenset([name]))))
            else:
                self.report.error(
                    problems.UNKNOWN_TYPE,
                    at=one.span,
                    message=f"there is no enum `{name}`",
                    help=did_you_mean(name, self.game.enums),
                    cause=4,
                )
        for entry in _entries(node.get("by")):
            type, _ = self.type(word(entry.value), entry.value.span)
            if type.base not in ("number", "enum", "unknown") or (type.base == "number" and type.low is None):
                self.report.error(
                    problems.WRONG_TYPE,
                    at=entry.value.span,
                    message="a place is counted by a range or an enum",
                    help="write a range such as `1..3`",
                    cause=4,
                )
                continue
            dimensions.append((entry.key, type))
        fields: dict[str, tuple[ValueType, Node]] = {}
        for entry in _entries(node.get("fields")):
            of = entry.value.get("of") if isinstance(entry.value, Mapping) else None
            data = entry.value.get("values") if isinstance(entry.value, Mapping) else None
            if of is not None and data is not None:
                fields[entry.key] = (self.type(word(of), of.span)[0], data)
        slots = Slots(
            dimensions, word(node.get("holds"), "one") == "many", word(node.get("neighbours")), fields, node.span
        )
        self._beside(slots, node.get("neighbours"))
        return slots

    def _beside(self, slots: Slots, node: Node | None) -> None:
        """Neighbours that are written out: lines of slots, or slots by slot."""
        known = self.slot_names(slots)
        if isinstance(node, Sequence):
            for line in node.items:
                if isinstance(line, Sequence):
                    slots.lines.append([name for item in line.items if (name := self._slot_name(item, known))])
        for entry in _entries(node):
            if self._is_slot(entry.key, entry.key_span, known) and isinstance(entry.value, Sequence):
                slots.ways[entry.key] = [name for item in entry.value.items if (name := self._slot_name(item, known))]

    def _joins(self, zone: Zone) -> None:
        """The two ends of each slot that is a way, once all zones are known."""
        node = zone.node.get("slots") if isinstance(zone.node, Mapping) else None
        joins = node.get("joins") if isinstance(node, Mapping) else None
        if zone.slots is None or not isinstance(node, Mapping) or joins is None:
            return
        other = self.game.zones.get(word(joins))
        if other is None or other.slots is None or other is zone or (other.per_player and not zone.per_player):
            with_slots = [z.name for z in self.game.zones.values() if z.slots and z is not zone]
            message, help = f"there is no other zone `{word(joins)}` with slots", did_you_mean(word(joins), with_slots)
            if other is not None and other.slots is not None and other is not zone:
                message, help = f"every player has a `{other.name}`", f"write `per: player` in `{zone.name}` too"
            self.report.error(problems.UNKNOWN_NAME, at=joins.span, message=message, help=help, cause=4)
            return
        zone.slots.joins = other.name
        known, theirs = self.slot_names(zone.slots), self.slot_names(other.slots)
        for entry in _entries(node.get("ends")):
            if not self._is_slot(entry.key, entry.key_span, known) or not isinstance(entry.value, Sequence):
                continue
            ends = [name for item in entry.value.items if (name := self._slot_name(item, theirs))]
            if len(ends) == len(entry.value.items):
                zone.slots.ends[entry.key] = ends
        missing = [name for name in known if name not in (e.key for e in _entries(node.get("ends")))]
        if missing:
            self.report.error(
                problems.MISSING_VALUE,
                at=joins.span,
                message=f"the slot `{missing[0]}` joins nothing",
                help=f"write its two ends, `{missing[0]}: [{', '.join(theirs[:2])}]`",
                cause=4,
            )

    def slot_names(self, slots: Slots) -> list[str]:
        """The slots of a zone as they are written: `red`, `2,3`."""
        steps = []
        for _, type in slots.dimensions:
            if type.base == "enum":
                steps.append(self.game.enums[next(iter(type.names))].members)
            elif type.low is not None and type.high is not None:
                steps.append([str(n) for n in range(type.low, type.high + 1)])
        return [",".join(names) for names in product(*steps)]

    def _slot_name(self, node: Node, known: list[str]) -> str:
        name = word(node)
        return name if self._is_slot(name, node.span, known) else ""

    def _is_slot(self, name: str, at: Span, known: list[str]) -> bool:
        if name not in known:
            self.report.error(
                problems.UNKNOWN_NAME,
                at=at,
                message=f"there is no slot `{name}` here",
                help=did_you_mean(name, known),
                cause=4,
            )
        return name in known

    def _table(self, entry: Entry) -> None:
        if not self._new_name(entry.key, entry.key_span):
            return
        table = Table(entry.key, entry.key_span, entry.value)
        columns: list[list[tuple[str, Span]]] = []

        def walk(node: Node, depth: int) -> object:
            if isinstance(node, Mapping):
                while len(columns) <= depth:
                    columns.append([])
                columns[depth] += [(e.key, e.key_span) for e in node]
                return {e.key: walk(e.value, depth + 1) for e in node}
            table.depth = max(table.depth, depth)
            if isinstance(node, Sequence):
                table.leaf = values.NUMBER.set_of()
                return [self._table_number(i) for i in node]
            if isinstance(node, Scalar) and isinstance(node.value, str):
                table.leaf = values.EFFECT
                unit = f"table:{entry.key}.{len(table.effects) + 1}"
                table.effects[unit] = node
                return unit
            return self._table_number(node)

        raw = walk(entry.value, 0)
        for keys in columns:
            names = [k for k, _ in keys]
            enum = next((n for n, e in self.game.enums.items() if set(names) <= set(e.members)), None)
            if all(re.fullmatch(r"-?\d+", n) for n in names):
                numbers = sorted({int(n) for n in names})
                table.keys.append((ValueType("number", low=numbers[0], high=numbers[-1]), numbers))
            elif enum is not None:
                table.keys.append(
                    (ValueType("enum", frozenset([enum])), [self.game.enums[enum].members.index(n) for n in names])
                )
            else:
                best = max(self.game.enums.values(), key=lambda e: len(set(names) & set(e.members)), default=None)
                wrong, at = next(((n, s) for n, s in keys if best is None or n not in best.members), keys[0])
                self.report.error(
                    problems.UNKNOWN_NAME,
                    at=at,
                    message=f"`{wrong}` is no key: keys are whole numbers or values of one enum",
                    help=did_you_mean(wrong, best.members if best else []),
                    cause=4,
                )
                table.keys.append((ValueType("unknown"), []))

        def number(raw: object, depth: int) -> object:
            if not isinstance(raw, dict):
                return raw
            type = table.keys[depth][0]
            found: dict[int, object] = {}
            for key, inner in raw.items():
                if type.base == "enum":
                    value = self.game.enum_value(next(iter(type.names)), key)
                else:
                    value = int(key) if re.fullmatch(r"-?\d+", key) else None
                if value is not None:
                    found[value] = number(inner, depth + 1)
            return found

        table.data = number(raw, 0)
        self.game.tables[entry.key] = table

    def _table_number(self, node: Node) -> int:
        number = _whole(node, None)
        if number is None:
            self.report.error(
                problems.WRONG_TYPE,
                at=node.span,
                message="a table holds whole numbers or lists of them",
                help="write a number",
                cause=4,
            )
            return 0
        return number

    def _callable(self, entry: Entry) -> Callable_ | None:
        match = SIGNATURE.match(entry.key)
        if not match:
            self.report.error(
                problems.BAD_SIGNATURE,
                at=entry.key_span,
                message=f"`{entry.key}` is no name with parameters",
                help="write it like `price(block)` or `strength(p: player)`",
                cause=4,
            )
            return None
        parameters: list[tuple[str, ValueType]] = []
        for part in (match[2] or "").split(","):
            if not part.strip():
                continue
            name, _, type_text = (p.strip() for p in part.partition(":"))
            many = type_text.startswith("set of ")
            type, _opt = self.type(type_text.removeprefix("set of ") or name, entry.key_span, name)
            if self._check_name(name, entry.key_span):
                parameters.append((name, type.set_of() if many else type))
        value = entry.value
        text = value.get("text") if isinstance(value, Mapping) else None
        unit_node = value.get("unit") if isinstance(value, Mapping) else None
        unit = word(unit_node)
        if unit_node is not None and unit not in self.game.resources:
            self.report.error(
                problems.UNKNOWN_NAME,
                at=unit_node.span,
                message=f"there is no resource `{unit}` that this could count",
                help=did_you_mean(unit, self.game.resources),
                cause=4,
            )
        return Callable_(match[1], entry.key_span, value, texts_of(text), plurals_of(text), parameters, unit)

    # ---- cards -----------------------------------------------------------------------------------

    def _cards(self) -> None:
        kinds = {kind.plural: kind for kind in self.game.kinds.values()}
        for group in _entries(self.tree.get("cards")):
            kind = kinds.get(group.key)
            if kind is None:
                self.report.error(
                    problems.UNKNOWN_NAME,
                    at=group.key_span,
                    message=f"no kind has the plural `{group.key}`",
                    help=did_you_mean(group.key, kinds),
                    cause=4,
                )
                continue
            for entry in _entries(group.value):
                if isinstance(entry.value, Mapping):
                    self._card(kind, entry)

    def _card(self, kind: Kind, entry: Entry) -> None:
        node = entry.value
        assert isinstance(node, Mapping)
        if node.origin is KNOWN:
            self.game.cards[entry.key] = Card(entry.key, entry.key_span, node, kind=kind.name)
            return
        card = Card(
            entry.key,
            entry.key_span,
            node,
            texts_of(node.get("name")),
            {},
            kind.name,
            _whole(node.get("count"), 1) or 0,
            ability=node.get("ability"),
            use=node.get("use"),
        )
        known = {"id", "name", "text", "count", "ability", "use", "source", "notes"}
        for inner in node:
            if inner.key in kind.fields:
                card.fields[inner.key] = inner.value
            elif inner.key not in known:
                self.report.error(
                    problems.UNKNOWN_FIELD,
                    at=inner.key_span,
                    message=f"a {kind.name} has no field `{inner.key}`",
                    help=did_you_mean(inner.key, [*kind.fields, *known]),
                    cause=4,
                )
        for declared in kind.fields.values():
            if declared.name not in card.fields and declared.default is not None:
                card.fields[declared.name] = declared.default
            elif declared.name not in card.fields and not declared.optional:
                self.report.error(
                    problems.MISSING_VALUE,
                    at=entry.key_span,
                    message=f"`{entry.key}` lacks its `{declared.name}`",
                    help=f"add `{declared.name}:`, or mark the field as optional with `?`",
                    notes=[Note("declared here", declared.at)],
                    cause=4,
                )
        self.game.cards[entry.key] = card

    def _supplies(self) -> None:
        """A kind with a supply has one card: its pieces, all alike but for their attributes."""
        for kind in self.game.kinds.values():
            if not kind.supply:
                continue
            if kind.name in self.game.cards:
                self._double(kind.name, self.game.cards[kind.name].at, kind.at)
            if kind.fields or not kind.attributes:
                self.report.error(
                    problems.WRONG_TYPE,
                    at=kind.at,
                    message=f"pieces of a supply are told apart by attributes alone, and `{kind.name}` has "
                    + ("fields" if kind.fields else "none"),
                    help="make its fields attributes, or write it as cards with `count:`",
                    cause=4,
                )
            self.game.cards[kind.name] = Card(kind.name, kind.at, kind.node, kind.texts, {}, kind.name, kind.supply)


def constant(game: Game, node: Node, type: ValueType, report: Report) -> int | None:
    """A plain value of a file as the number that stands for it, or None with a finding."""
    raw = node.value if isinstance(node, Scalar) else None
    if raw == "nothing" and type.base != "text":
        from interpreter.state import NOTHING

        return NOTHING
    if type.base == "number":
        if isinstance(raw, int) and not isinstance(raw, bool):
            if (type.low is not None and raw < type.low) or (type.high is not None and raw > type.high):
                report.error(
                    problems.OUT_OF_RANGE,
                    at=node.span,
                    message=f"{raw} is not between {type.low} and {type.high}",
                    help=f"write a number from {type.low} to {type.high}",
                )
                return None
            return raw
    elif type.base == "truth":
        if isinstance(raw, bool):
            return int(raw)
    elif type.base == "enum":
        enum = game.enums[next(iter(type.names))]
        if raw in enum.members:
            return enum.members.index(str(raw))
        report.error(
            problems.WRONG_VALUE,
            at=node.span,
            message=f"`{raw}` is no {enum.name}",
            help=did_you_mean(str(raw), enum.members),
        )
        return None
    elif type.base == "resource" and raw in game.resources:
        return list(game.resources).index(str(raw))
    elif type.base == "unknown":
        return 0
    way_out = "write `true` or `false`" if type.base == "truth" else f"write a {type}"
    report.error(problems.WRONG_VALUE, at=node.span, message=f"this is no {type}", help=way_out)
    return None


def effect_text(node: Node, report: Report) -> EffectText | None:
    """The text of a scalar with its places, or None with a finding."""
    if isinstance(node, Scalar):
        if node.text is not None:
            return node.text
        written, way_out = "a folded or escaped text", "write it on one line, or behind `|`"
        if node.style == '"':
            written, way_out = "double quotes", "write it in single quotes, or without any"
        report.error(
            problems.UNTRACEABLE_TEXT,
            at=node.span,
            message=f"an effect cannot stand in {written}",
            help=way_out,
        )
        return None
    report.error(
        problems.UNTRACEABLE_TEXT,
        at=node.span,
        message="an effect is a text, not a list or a mapping",
        help="write it behind `|`; braces and brackets have no meaning in effects",
    )
    return None


def _default(text: str, at: Span) -> Node:
    """The value behind `=` of a field's type."""
    if re.fullmatch(r"-?\d+", text):
        return Scalar(int(text), at)
    return Scalar({"true": True, "false": False}.get(text, text), at)


def leaves(node: Node) -> list[Node]:
    """The scalars under a node, in the order of the file."""
    if isinstance(node, Sequence):
        return [leaf for item in node.items for leaf in leaves(item)]
    if isinstance(node, Mapping):
        return [leaf for entry in node for leaf in leaves(entry.value)]
    return [node]
