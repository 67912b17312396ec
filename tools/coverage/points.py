"""What there is to reach in a compiled game: its cards, its effects, the branches of each effect.

In: a program. Out: points, each with a key that is the same for every number of players and with every layer that
leaves its place in the rules alone, and where in the code it shows that a point was reached.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.compiling import AskAll, Program
from interpreter.compiling.effects import (
    Ask,
    Branch,
    Call,
    Effect,
    Jump,
    JumpUnless,
    Meet,
    NextMember,
    NextPass,
    NextTurn,
    Return,
)
from interpreter.diagnostics import Span

if TYPE_CHECKING:
    from interpreter.state import UnitInfo

Key = tuple[str, ...]
Signature = tuple[int, ...]  # the units that a branch enters and where each goes on, then where it begins

CARDS, HELD, CARRIED, BRANCHES = (
    "cards",
    "effects of slots, tables and tracks",
    "effects of cards",
    "branches of effects",
)
ACTIONS, NAMED, PARTS, ABILITIES = "actions", "named effects", "parts of the flow", "abilities"
GROUPS = (CARDS, CARRIED, HELD, ACTIONS, NAMED, PARTS, ABILITIES, BRANCHES)
CONTENT = (CARDS, HELD)  # what `--require` asks about


@dataclass(frozen=True, slots=True)
class Point:
    """Something that can be reached. `kind` is the kind of a card, "" elsewhere."""

    key: Key
    group: str
    what: str
    file: str
    line: int
    kind: str = ""


@dataclass(slots=True)
class Points:
    """The points of one program, and what shows that each was reached.

    `cards` and `units` go by number, `edges` by two places in the code that were run one after the other, `taken`
    by the signatures of branches, `declined` by the place of the question. `modifiers` are abilities without code.
    """

    every: dict[Key, Point] = field(default_factory=dict)
    cards: list[Key] = field(default_factory=list)
    bare: frozenset[int] = frozenset()  # cards without any effect of their own
    owners: dict[int, int] = field(default_factory=dict)  # unit -> card whose effect it is
    units: dict[int, tuple[Key, range]] = field(
        default_factory=dict
    )  # unit -> point, first place in the code that counts
    edges: dict[tuple[int, int], Key] = field(default_factory=dict)
    taken: dict[Signature, list[Key]] = field(default_factory=dict)
    declined: dict[int, Key] = field(default_factory=dict)
    modifiers: dict[int, tuple[Key, int]] = field(default_factory=dict)  # ability -> point, unit

    def add(self, point: Point) -> Key:
        """Take in a point; its key tells it from others at the same place."""
        key, number = point.key, 2
        while key in self.every:
            key, number = (*point.key, str(number)), number + 1
        self.every[key] = Point(key, point.group, point.what, point.file, point.line, point.kind)
        return key


def find_points(program: Program) -> Points:
    """Everything there is to reach in a program."""
    found, layout = Points(), program.layout
    by_id: dict[str, int] = {}
    for number, card in enumerate(layout.cards):
        by_id[card.id] = number
        name = card.names.get("en") or card.names.get("") or card.id
        what = card.id if name == card.id else f"{card.id} ({name})"
        found.cards.append(found.add(Point(("card", card.id), CARDS, what, card.file, card.line, card.kind)))
    modifying = {
        code.unit: n for n, code in enumerate(program.abilities) if code.value is not None or code.what == "forbid"
    }
    for number, unit in enumerate(layout.units):
        sort, _, name = unit.name.partition(":")
        if not name and not unit.file:
            continue  # what holds the parts together
        owner = by_id.get(name.split(".")[0]) if sort == "card" else None
        if owner is not None:
            found.owners[number] = owner
        ability = any(code.unit == number for code in program.abilities)
        group = _group(sort, ability and sort != "passing")
        what = name if group in (ACTIONS, NAMED, PARTS) else f"{sort} {name}" if name else sort
        if sort == "slot":
            what = _slot_field(program, name)
        if ability and sort != "passing":
            name, what = name.rpartition(".")[0], what.rpartition(".")[0]  # its number depends on the layers
        body = program.code[unit.start : unit.end]
        if group in (CARRIED, HELD) and all(isinstance(e, Jump | Return) for e in body):
            continue  # `nothing` is nothing to reach
        key = found.add(Point((sort, name, unit.file, str(unit.line)), group, what, unit.file, unit.line))
        if number in modifying:
            found.modifiers[modifying[number]] = key, number
            continue
        passes = [e.here for e in body if isinstance(e, NextPass)]
        found.units[number] = key, range(passes[0], passes[0] + 1) if passes else range(unit.start, unit.end)
        _branches(program, unit, what, found)
    found.bare = frozenset(range(len(layout.cards))) - frozenset(found.owners.values())
    return found


def _group(sort: str, ability: bool) -> str:
    if ability:
        return ABILITIES
    return {"card": CARRIED, "action": ACTIONS, "effect": NAMED, "part": PARTS}.get(sort, HELD)


def _slot_field(program: Program, name: str) -> str:
    """The printed field of a slot: `ground.gives.4` as `gives of ground 2,1`."""
    zone, field_name, number = name.split(".")
    layout = program.layout
    first = layout.zone_named(zone).slot_first
    return f"{field_name} of {zone} {layout.slots[first + int(number)].name}"


def signature(branch: Branch) -> Signature:
    """Which way a branch leads."""
    return (*(number for unit, _, back in branch.enter for number in (unit, back)), branch.target)


def _branches(program: Program, unit: UnitInfo, where: str, found: Points) -> None:
    """The branches of one unit."""
    code = program.code[unit.start : unit.end]
    inner = {e.at for e in code if isinstance(e, Ask) and e.word in ("repeat", "offer", "offers")}
    flow = {e.at for e in code if isinstance(e, NextPass)}  # checks of a part that are no statement

    # a sentence at the head of an alternative is that alternative
    outer = {signature(b) for e in code if isinstance(e, Ask) and e.word != "sentence" for b in e.branches}

    def add(at: Span, what: str) -> Key:
        key = (unit.name, at.file, str(at.line), str(at.column), what)
        return found.add(Point(key, BRANCHES, f"{where}: {what}", at.file, at.line))

    for effect in code:
        here, at = effect.here, effect.at
        match effect:
            case JumpUnless(to=to) if at not in inner | flow:
                found.edges[here, here + 1] = add(at, "`if` holds")
                found.edges[here, to] = add(at, "`if` does not hold")
            case NextMember():
                found.edges[here, here + 1] = add(at, "the loop has a member")
            case NextTurn():
                found.edges[here, here + 1] = add(at, "`repeat` has a turn")
            case Meet() if (here + 1,) in outer:
                _otherwise(program, effect, found, add)
            case Meet():
                key = add(at, "the sentence holds")
                found.edges[here, here + 1] = key
                found.taken.setdefault((here + 1,), []).append(key)
                _otherwise(program, effect, found, add)
            case Ask(word="sentence", branches=[branch]) if signature(branch) in outer:
                _otherwise(program, effect, found, add)
            case Ask():
                _question(program, effect, found, add)


def _question(program: Program, ask: Ask, found: Points, add: AddPoint) -> None:
    """The alternatives of a question, and whether it was declined."""
    if ask.word not in ("offer", "offers"):
        ways: dict[str, list[Branch]] = {}
        for branch in ask.branches:
            if branch.label and not isinstance(ask, AskAll):
                continue
            ways.setdefault(branch.way.split(" / ")[0] if ask.word == "either" else branch.label, []).append(branch)
        for way, branches in ways.items():
            at = _place(program, branches[0]) if way else ask.at
            what = {"sentence": "chosen", "may": "accepted", "repeat": "gone through", "together": "chosen"}
            key = add(at, f"`{way}`" if way else what.get(ask.word, "taken"))
            for branch in branches:
                found.taken.setdefault(signature(branch), []).append(key)
    if ask.decline is not None:
        word = {"may": "`may` declined", "repeat": "`repeat` stopped", "together": "declined"}.get(
            ask.word, "offer ended"
        )
        found.declined[ask.here] = add(ask.at, word)
    if not isinstance(ask, AskAll):
        _otherwise(program, ask, found, add)


def _place(program: Program, branch: Branch) -> Span:
    """Where in the rules a branch stands."""
    if branch.enter:
        call = program.code[branch.enter[0][2] - 1]
        if isinstance(call, Call):
            return call.at
    before = program.code[branch.target - 1]
    return before.at if isinstance(before, Ask | Meet) else program.code[branch.target].at


def _otherwise(program: Program, asking: Ask | Meet, found: Points, add: AddPoint) -> None:
    """`otherwise`, where it is written."""
    to = asking.otherwise
    before: Effect = program.code[to - 1]
    if isinstance(before, Jump) and before.to > to and to != getattr(asking, "decline", None):
        found.edges[asking.here, to] = add(program.code[to].at, "`otherwise`")


if TYPE_CHECKING:
    from collections.abc import Callable

    AddPoint = Callable[[Span, str], Key]
