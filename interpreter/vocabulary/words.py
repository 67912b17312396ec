"""What a word of the language declares about itself."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Any, Protocol

from interpreter.records import record
from interpreter.state import State, ValueType

Sentences = dict[str, str]


@record
class Parameter:
    """An argument. `shape` says what may stand there:

    "number", "truth", "component", "components" (one or a set), "slot", "seat", "seats", "resource",
    "place" (a zone or slot), "zone" (a zone), "numbers" (a list), "word" (one of `words`), "set" (any
    set, with `where` and `by`), "slots" (a set of slots, likewise), "value" (anything), "amounts" (`2 coin, 1 stone`),
    "pool" (`2 of SET`), "position" (`top`, `bottom` or a number), "effect" (what `perform` carries out, asked about and
    not carried out). `default` names a zone, or a word, taken when it is left out.
    `ranged`: the components must have one attribute with a range, such as the value of a die.
    `limited`: the effect must begin with a limit, which is asked about as it holds where the effect is offered.
    """

    shape: str
    required: bool = True
    default: str = ""
    words: tuple[str, ...] = ()
    ranged: bool = False
    limited: bool = False


class Hand(Protocol):
    """What helps a verb to write."""

    act: ast.expr  # the call of its own `act`

    def chosen(self, members: ast.expr) -> bool:
        """Whether members are a set that somebody chose: things that are there, in a list that no move changes."""

    def place_of(self, things: ast.expr) -> ast.expr | None:
        """The zone's list in which all of the things lie that are there, if that is known; none of them in a slot."""

    def fresh(self, stem: str) -> str:
        """A name that nothing else has."""

    def bound(self, stem: str, value: object, key: str) -> ast.expr:
        """A value of the game, by name: one for each key."""


@record(eq=False)  # a word is itself: compared and hashed by identity
class Verb:
    """A word that begins a statement.

    `act(table, state, you, argument, *labels)` carries it out, labels in the order declared here, and
    returns what `as name` names (a list) or None. `role` is "act" for those; the other roles name a
    part of the machine that the word steers ("perform", "again", "end", "pay", "set", "modify", "forbid",
    "nothing"). `each` says that a list of amounts means one act after the other. `left` says that it may
    stand left of an arrow; then `can(table, state, you, argument, *labels)` says whether it can be kept.
    `raises` are the parts of its event that triggers can name, with their types; `also` are the events of other words
    that its act may cause besides, "passing" for every number of a resource that is reached on the way.
    `write(table, hand, you, *arguments)` gives Python statements that do what `act` does with the quiet table `Q` and
    the state `S`, from the expressions of its arguments, for games in which nobody listens and no log is kept; None
    where a call is as good.
    """

    name: str
    sentences: Sentences
    role: str = "act"
    argument: Parameter | None = None
    labels: dict[str, Parameter] = field(default_factory=dict)
    act: Callable[..., Any] | None = None
    left: bool = False
    can: Callable[..., bool] | None = None
    gives: str = ""  # "components" when `as name` may follow
    orders: bool = False  # works on the order of a zone: one of `order: stack` or `row`
    fills: bool = False  # fills a zone: up to its slots, or to the number after `to`
    raises: dict[str, ValueType] = field(default_factory=dict)
    also: tuple[str, ...] = ()
    write: Callable[..., list[ast.stmt] | None] | None = None
    forms: dict[str, str] = field(default_factory=dict)
    page: str = ""


class Effects(Protocol):
    """What can be told of an effect that nobody carries out; `this` is the component that carries it, or NOTHING."""

    def begins(self, S: State, effect: int, you: int, this: int, given: Sequence[Any]) -> bool:
        """Whether `you` could enter it now, with these arguments. Leaves the state as it was."""

    def used_up(self, S: State, effect: int, you: int, this: int) -> bool:
        """Whether the limit at its head is used up."""


@record(eq=False)  # a word is itself: compared and hashed by identity
class Query:
    """A word that asks something of the table.

    `call` gets plain lists and numbers: for a "set" parameter the keys of its members (the members
    themselves without `by`), or (key, member) pairs when `pairs`; queries with `table` get the table and
    the state first; one whose parameter is an "effect" gets (effects, state, you, this, effect, *its arguments),
    see `Effects`. `gives(types)` is the type of the answer, from the types of the arguments (of the key for sets when
    `of_key`, else of the member). `alike_as_one`: of several members that are alike one is enough for the answer.
    `how_many`: it depends on nothing but how many members there are.
    `ordered` says that the order of a set matters, `counts` that without a key each
    member has the key 1, `keyless` that a key has no meaning. `write(table, *arguments)` gives the same answer as a
    Python expression of the arguments' expressions and the state `S`, where that is quicker than a call, else None.
    """

    name: str
    sentences: Sentences
    parameters: tuple[Parameter, ...]
    gives: Callable[[list[ValueType]], ValueType]
    call: Callable[..., Any]
    pairs: bool = False
    of_key: bool = False
    needs_key: bool = False
    weighs: tuple[str, ...] = ()  # types that the keys (or members) may have, where only some can be reckoned with
    ordered: bool = False
    counts: bool = False
    keyless: bool = False
    table: bool = False
    alike_as_one: bool = False
    how_many: bool = False
    write: Callable[..., ast.expr | None] | None = None
    forms: dict[str, str] = field(default_factory=dict)
    page: str = ""


@record(eq=False)  # a word is itself: compared and hashed by identity
class Event:
    """Something that happens without a verb and that triggers may listen to."""

    name: str
    sentences: Sentences
    raises: dict[str, ValueType] = field(default_factory=dict)
    page: str = ""


class TooMuch(ValueError):
    """A query was asked about more than it can look at while a game is played; says so in a sentence."""
