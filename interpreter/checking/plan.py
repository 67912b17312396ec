"""The resolved form of a ruleset that every back end reads: names replaced by what they name, values typed.

Expressions are small records whose answers are whole numbers or lists of them. `Local` and `LocalSet`
are places in the running unit's frame, `Var` a name that lives only inside one expression.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from functools import cache

from interpreter.diagnostics import Span
from interpreter.records import field_names, record
from interpreter.state import ValueType
from interpreter.syntax import ast
from interpreter.vocabulary import Query, Verb


def _parts(kind: type) -> tuple[str, ...]:
    """The names of the fields of a node of the plan; none for any other type."""
    return field_names(kind) if kind.__module__ == __name__ else ()


parts: Callable[[type], tuple[str, ...]] = cache(_parts)

# ---- expressions -----------------------------------------------------------------------------------


@record
class Const:
    """A number that is known."""

    value: int


@record
class Local:
    """A number in the frame, by its place among the unit's names."""

    at: int


@record
class LocalSet:
    """A list after the frame, by its place among the unit's sets."""

    at: int


@record
class Var:
    """A member inside a set expression, or a parameter of a function."""

    name: str


@record
class You:
    """The seat that decides and carries out."""


@record
class This:
    """The component that carries the effect."""


@record
class Who:
    """The seat that caused the event."""


@record
class Players:
    """Seats: "players", "others", "neutral" or "seats"."""

    which: str


@record
class KindSet:
    """All components of a kind."""

    kind: str


@record
class ZoneSet:
    """What lies in a zone; `owner` is a seat or a set of seats for a zone that every player has."""

    zone: str
    owner: Expr | None
    owners: bool


@record
class ZonePlace:
    """A zone as a destination."""

    zone: str
    owner: Expr | None


@record
class SlotPlace:
    """A slot as a destination."""

    slot: Expr


@record
class ZoneSlots:
    """The slots of a zone."""

    zone: str
    owner: Expr | None


@record
class SlotAt:
    """A slot by its place: `board(2, 3)`."""

    zone: str
    owner: Expr | None
    keys: tuple[Expr, ...]


@record
class CardField:
    """A printed value of a component; `partial` says that it is a number which some components lack."""

    kinds: frozenset[str]
    name: str
    of: Expr
    partial: bool = False


@record
class Attribute:
    """A changeable value of a component."""

    name: str
    of: Expr


@record
class Stored:
    """A resource or variable; `at` is the seat or enum value it is kept for."""

    name: str
    at: Expr | None


@record
class SlotField:
    """A dimension or printed field of a slot."""

    zone: str
    name: str
    of: Expr


@record
class Property:
    """What the machine itself knows of a thing: "contents", "slot", "owner", "copy", "seat", "neighbours",
    "ends" and "links" of a slot."""

    name: str
    of: Expr


@record
class Arithmetic:
    """`operator` is "+", "-", "*", "mod", "up" or "down" (rounded division)."""

    operator: str
    left: Expr
    right: Expr


@record
class Comparison:
    """`operator` is "==", "!=", "<=", ">=", "<" or ">"."""

    operator: str
    left: Expr
    right: Expr


@record
class Logical:
    """`operator` is "and" or "or"."""

    operator: str
    parts: tuple[Expr, ...]


@record
class Not:
    """The opposite of a truth."""

    of: Expr


@record
class IsKind:
    """Whether a component is of a kind."""

    of: Expr
    kind: str


@record
class InSet:
    """Whether a member is in a set."""

    member: Expr
    of: Expr


@record
class Join:
    """Members and sets joined, in order; the truth says which items are sets. `distinct`: none twice."""

    items: tuple[tuple[Expr, bool], ...]
    distinct: bool = False


@record
class Span2:
    """All numbers from low to high."""

    low: Expr
    high: Expr


@record
class Filter:
    """The members for which `where` holds, or their keys; `var` names the member in both."""

    of: Expr
    var: str
    where: Expr | None
    key: Expr | None
    pairs: bool = False


@record
class Best:
    """One member with most or fewest of the keys, in order of weight; `ties` "set", "none" or "random".

    `sets`: the members are sets, so that nothing is a set without members.
    """

    of: Expr
    var: str
    ranks: tuple[tuple[bool, Expr], ...]
    ties: str
    sets: bool = False


@record
class AskQuery:
    """A query of the vocabulary."""

    query: Query
    arguments: tuple[Expr, ...]


@record
class Apply:
    """A function or quantity of the ruleset."""

    name: str
    arguments: tuple[Expr, ...]


@record
class Lookup:
    """A table read by keys."""

    table: str
    keys: tuple[Expr, ...]


@record
class PassNumber:
    """Which pass of a part is running, from 1."""

    part: str


@record
class Random:
    """A random member of a set; only as a whole value right of an arrow."""

    of: Expr


@record
class Effect:
    """An effect that is asked about: `unit` by name, or `effect`, which gives one that `carrier` carries."""

    unit: str
    effect: Expr | None
    carrier: Expr | None
    arguments: tuple[tuple[Expr, bool], ...]
    at: Span


Expr = (
    Const
    | Local
    | LocalSet
    | Var
    | You
    | This
    | Who
    | Players
    | KindSet
    | ZoneSet
    | ZonePlace
    | SlotPlace
    | ZoneSlots
    | SlotAt
    | CardField
    | Attribute
    | Stored
    | SlotField
    | Property
    | Arithmetic
    | Comparison
    | Logical
    | Not
    | IsKind
    | InSet
    | Join
    | Span2
    | Filter
    | Best
    | AskQuery
    | Apply
    | Lookup
    | PassNumber
    | Random
    | Effect
)


@record
class Typed:
    """An expression and the type of its answer."""

    type: ValueType
    expr: Expr


# ---- statements ------------------------------------------------------------------------------------


@record
class Do:
    """A verb with its arguments (None for one left out; a word stays a string). `result` is a set's place."""

    verb: Verb
    arguments: tuple[Expr | str | None, ...]
    result: int | None
    at: Span


@record
class Let:
    """A name for a value; `many` puts it into the list `place`, else the number `place`."""

    place: int
    many: bool
    value: Expr
    at: Span


@record
class Assign:
    """`set TARGET to VALUE`: `name` a resource, variable or attribute, `of` whose; bounds stop it."""

    kind: str  # "stored" or "attribute"
    name: str
    of: Expr | None
    value: Expr
    at: Span


@record
class Choose:
    """A choice of one (`low` None) or of a set between `low` and `high` (None: as many as there are).

    `label` is the name the designer gave; `unlike` are the earlier choices of the sentence it must differ from.
    """

    label: str
    place: int
    many: bool
    of: Expr
    type: ValueType
    low: Expr | None
    high: Expr | None
    repeating: bool
    constraint: Expr | None
    minimal: bool
    unlike: tuple[tuple[int, bool], ...]  # earlier choices: (place, many)
    matching: Expr | None
    hidden: str  # "", or the zone that the decider cannot see
    places: bool  # whether the zone's places tell equal things apart
    at: Span


@record
class Require:
    """A condition for the offer."""

    condition: Expr
    at: Span


@record
class Pay:
    """A payment: each amount offers alternatives (count, resource); `to` is who receives it."""

    verb: Verb
    amounts: tuple[tuple[tuple[Expr, Expr], ...], ...]
    picks: tuple[int, ...]  # places of the frame where the alternative taken is noted, one per amount
    to: Expr | None
    at: Span


@record
class Promise:
    """A verb left of the arrow."""

    do: Do


Commit = Choose | Let | Require | Pay | Promise


@record
class Sentence:
    """Commitments, solved as a whole, then consequences."""

    commitments: tuple[Commit, ...]
    body: Body
    otherwise: Body | None
    asks: bool
    at: Span


@record
class May:
    """An optional part; `said` is its text as a tree, for people."""

    body: Body
    at: Span
    said: ast.Block = field(compare=False, repr=False)


@record
class Either:
    """One of several; `names` tell the alternatives apart, `said` are their texts as trees, for people."""

    branches: tuple[Body, ...]
    at: Span
    names: tuple[str, ...]
    said: tuple[ast.Block, ...] = field(compare=False, repr=False)


@record
class If:
    """One or the other."""

    condition: Expr
    then: Body
    otherwise: Body | None
    at: Span


@record
class ForEach:
    """Once for each member; `members` and `index` are places that remember the loop."""

    place: int
    members: int
    index: int
    of: Expr
    while_: Expr | None
    body: Body
    at: Span


@record
class As:
    """Seats, one after the other, each as `you`; `saved` remembers who it was before."""

    members: int
    index: int
    saved: int
    of: Expr
    while_: Expr | None
    secretly: bool
    body: Body
    at: Span


@record
class Repeat:
    """A bounded loop; `asks` says that the player may stop after `low` turns."""

    done: int
    limit: int
    low: Expr | None
    high: Expr
    asks: bool
    while_: Expr | None
    body: Body
    at: Span


@record
class Limited:
    """So often per scope."""

    site: int
    times: int
    scope: str
    body: Body
    at: Span


@record
class Perform:
    """Another unit: `unit` by name, or `effect`, an expression that gives one, carried by `carrier`."""

    unit: str
    effect: Expr | None
    carrier: Expr | None
    arguments: tuple[tuple[Expr, bool], ...]
    at: Span


@record
class During:
    """Abilities that last until a scope ends; `captured` are the names they take along."""

    scope: str
    once: bool
    abilities: tuple[int, ...]
    captured: tuple[tuple[Expr, int], ...]  # value here -> place there
    at: Span


@record
class Again:
    """One more pick."""

    at: Span


@record
class Nothing:
    """A statement that does nothing, and can always be entered."""

    at: Span


@record
class End:
    """Leave a part, or everything ("game")."""

    part: str
    at: Span


Stmt = (
    Do
    | Let
    | Assign
    | Sentence
    | May
    | Either
    | If
    | ForEach
    | As
    | Repeat
    | Limited
    | Perform
    | During
    | Again
    | End
    | Nothing
)
Body = tuple[Stmt, ...]


# ---- units -----------------------------------------------------------------------------------------


@record(frozen=False)
class Unit:
    """Code with a frame: `parameters` are the first names of the frame."""

    name: str
    at: Span
    parameters: list[tuple[str, ValueType]] = field(default_factory=list)
    locals: list[tuple[str, ValueType]] = field(default_factory=list)
    sets: list[tuple[str, ValueType]] = field(default_factory=list)
    body: Body = ()
    secrets: int = 0  # questions to several seats at once
    texts: dict[str, str] = field(default_factory=dict)
    group: str = ""


@record(frozen=False)
class Ability:
    """Something in play. `what`: "after", "before", "instead of", "set", "multiply", "increase", "reduce",
    "forbid". `event`: the event or action it listens to, or the quantity it changes. `unit` holds its
    frame; `binds` says which part of the event goes to which place. `by`: "own", "others", "any"."""

    what: str
    event: str
    unit: Unit
    binds: list[tuple[str, int]] = field(default_factory=list)
    by: str | Expr = "own"
    where: Expr | None = None
    value: Expr | None = None
    bound: tuple[str, Expr] | None = None
    limit: tuple[int, int, str] | None = None  # site, times, scope
    once: bool = False


@record(frozen=False)
class OfferEntry:
    """An action that may be picked, so often in a visit (`least` owed, `most` None for any number)."""

    name: str
    units: list[str]
    uses: str  # a kind whose `use:` effects are meant, "" for the units
    least: int
    most: int | None
    at: Span


@record(frozen=False)
class Part:
    """A named part of the flow."""

    name: str
    path: str
    at: Span
    unit: Unit
    when: Expr | None = None
    repeat: Expr | None = None
    until: Expr | None = None
    at_most: Expr | None = None
    each: Expr | None = None
    around: Expr | None = None
    first: Expr | None = None
    order: str = "clockwise"
    by_key: tuple[str, Expr] | None = None
    while_: tuple[str, Expr] | None = None
    together: bool = False
    do: Body | None = None
    offer: list[OfferEntry] | None = None
    listed: bool = True
    otherwise: Body | None = None
    parts: list[Part] | None = None
    names: dict[str, str] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)  # what the part remembers, by its place in the frame


@record(frozen=False)
class Formula:
    """A function or quantity: cases tried in order; `bounds` and `modified` for quantities."""

    name: str
    parameters: list[tuple[str, ValueType]]
    type: ValueType
    cases: list[tuple[Expr | None, Expr]]
    quantity: bool = False
    low: Expr | None = None
    high: Expr | None = None
    at: Span | None = None


@record(frozen=False)
class Plan:
    """A whole ruleset, checked. The game's declarations stand beside it in `game`."""

    units: dict[str, Unit]
    abilities: list[Ability]
    card_abilities: dict[str, list[int]]  # card id, or "kind:NAME" -> abilities
    formulas: dict[str, Formula]
    flow: list[Part]
    play_parts: list[Part]
    winner: tuple[list[tuple[bool, Expr]], str] | None
    winner_set: Expr | None
    winner_var: str
    neutral_when: dict[str, Expr]
    starts: dict[str, Expr]
    asked: frozenset[str]  # units of which some expression asks whether they could begin
    limits: list[tuple[str, int]]  # site -> (scope, times)
