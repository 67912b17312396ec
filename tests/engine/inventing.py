"""Small rulesets made up at random: every form of the language, in games that are short and mean nothing.

In: a source of choices (Hypothesis, or a seed). Out: the texts of a game's files. What is made is meant to load: names
exist, types and units fit, a payment stands left of an arrow. It is also meant to run without an error of its own:
what may be nothing is asked for first, loops are short, and every part has an end.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

T = TypeVar("T")
Lines = list[str]
NAME = "invented"


class Choices(Protocol):
    """Where choices come from."""

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1."""


class Seeded:
    """Choices of a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, limit: int) -> int:
        """The next number."""
        return self._random.randrange(limit)


@dataclass(frozen=True)
class Texts:
    """The files of an invented game: path below the content root -> text."""

    files: dict[str, str]

    def write(self, root: Path) -> Path:
        """Put them into a folder; gives the content root."""
        for name, text in self.files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        return root

    def __repr__(self) -> str:
        return "\n".join(f"==== {name}\n{text}" for name, text in self.files.items())


@dataclass
class Place:
    """Where a statement stands: what is named there, and what may stand there."""

    you: bool = True
    parts: tuple[str, ...] = ()
    this: bool = False
    who: bool = False
    offer: bool = False  # somewhere below an offer that is a list
    names: dict[str, list[str]] = field(default_factory=dict)  # type -> names in force
    deep: int = 0
    left: bool = False

    def named(self, type: str) -> list[str]:
        """Names of a type in force here."""
        return self.names.get(type, [])

    @contextmanager
    def block(self) -> Iterator[None]:
        """Names made inside end with it."""
        before = {type: list(names) for type, names in self.names.items()}
        self.deep += 1
        try:
            yield
        finally:
            self.names = before
            self.deep -= 1

    @contextmanager
    def seat(self) -> Iterator[None]:
        """Inside, somebody has a turn."""
        before, self.you = self.you, True
        try:
            yield
        finally:
            self.you = before


def under(head: str, lines: Lines) -> Lines:
    """Lines that stand behind a word, the later ones under the first."""
    return [head + lines[0], *(" " * len(head) + line for line in lines[1:])]


def below(head: str, lines: Lines) -> Lines:
    """Lines that stand below a line, indented."""
    return [head, *("  " + line for line in lines)]


COLOURS = ["red", "green", "blue"]


class Inventor:
    """Makes one game. A `curious` one asks everywhere also for what the decider cannot see, which the checker may refuse."""

    def __init__(self, choices: Choices, curious: bool = False) -> None:
        self.choices = choices
        self.curious = curious
        self.counter = 0
        self.colours = COLOURS[: 2 + self.below(2)]
        self.attributes = self.chance(60)
        self.market = self.pick(["slots", "row", "none"])
        self.board = self.pick(["one", "many"])
        self.hand_row = self.chance(25)
        self.tools = self.chance(50)
        self.neutral = self.chance(20)
        self.effects: list[tuple[str, list[str]]] = []  # those declared so far, with the types they take
        self.actions: list[str] = []
        self.held = self.chance(60)  # some cards hold an effect
        self.dice = self.chance(50)  # pieces of a supply
        self.waste = self.pick(["stack", "none"])
        self.uses = self.chance(40)  # gems on the table can be used
        self.laws = self.chance(30)  # abilities that are always in play

    # ---- choices ---------------------------------------------------------------------------------

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1."""
        return self.choices.below(limit)

    def chance(self, percent: int) -> bool:
        """Whether something happens that happens so often."""
        return self.choices.below(100) >= 100 - percent

    def pick(self, things: Sequence[T]) -> T:
        """One of several; the first is the plainest."""
        return things[self.choices.below(len(things))]

    def name(self, letters: str) -> str:
        """A new local name."""
        self.counter += 1
        return f"{letters}{self.counter}"

    # ---- expressions -----------------------------------------------------------------------------

    def number(self, at: Place, deep: int = 0, plain: bool = False) -> str:
        """A number; `plain` ones count no resource."""
        makers: list[Callable[[], str]] = [lambda: str(self.below(4)), lambda: str(1 + self.below(3))]
        makers += [lambda: f"count({self.set(at, deep + 1)})", lambda: "income", lambda: "count(players)"]
        makers += [lambda n=n: n for n in at.named("number")]  # type: ignore[misc]
        makers += [lambda g=g: self.pick([f"{g}.size", f"worth({g})"]) for g in at.named("gem")]  # type: ignore[misc]
        makers += [lambda s=s: f"total({s} by size)" for s in at.named("gems")]  # type: ignore[misc]
        makers += [lambda s=s: f"count({s})" for s in at.named("gems")]  # type: ignore[misc]
        makers += [lambda: f"heat({self.colour(at)})", lambda: f"bonus_of({self.colour(at)})", lambda: "wealth"]
        makers += [lambda d=d: f"{d}.pips" for d in at.named("die")]  # type: ignore[misc]
        makers += [lambda s=s: f"total({s} by pips)" for s in at.named("dice")]  # type: ignore[misc]
        makers += [lambda s=s: f"{s}.prize" for s in at.named("slot")]  # type: ignore[misc]
        if at.you:
            makers += [lambda: "you.mark", lambda: "you.seat"]
            if self.dice:
                makers += [lambda: "count(you.pots)", lambda: "total(you.cup by pips)"]
            if not plain:
                makers += [lambda: "you.coin", lambda: "you.point"]
        if "round" in at.parts:
            makers += [lambda: "round.number"]
        if deep < 2:
            makers += [
                lambda: f"total({self.set(at, deep + 1)} by size)",
                lambda: f"highest({self.set(at, deep + 1)} by size, {self.below(3)})",
                lambda: f"lowest({self.set(at, deep + 1)} by size, {1 + self.below(3)})",
                lambda: f"({self.number(at, deep + 1, True)} + {self.number(at, deep + 1, True)})",
                lambda: f"max(0, {self.number(at, deep + 1, True)} - {self.number(at, deep + 1, True)})",
                lambda: f"min({self.number(at, deep + 1, True)}, {self.number(at, deep + 1, True)})",
                lambda: f"({self.number(at, deep + 1, True)} * {1 + self.below(2)})",
                lambda: (
                    f"({self.number(at, deep + 1, True)} / {2 + self.below(2)} rounded {self.pick(['down', 'up'])})"
                ),
                lambda: f"({self.number(at, deep + 1, True)} mod {2 + self.below(2)})",
                lambda: f"count(values({self.set(at, deep + 1)} by colour))",
            ]
        return self.pick(makers)()

    def small(self, at: Place) -> str:
        """A number from 0 to 3."""
        return f"min(3, {self.number(at, 1, True)})" if self.chance(30) else str(1 + self.below(3))

    def colour(self, at: Place) -> str:
        """A colour."""
        known = [*self.colours, "wish", *at.named("colour"), *(f"{g}.colour" for g in at.named("gem"))]
        return self.pick(known)

    def truth(self, at: Place, deep: int = 0) -> str:
        """A condition."""
        relation = self.pick(["<", ">", "<=", ">=", "==", "!="])
        makers: list[Callable[[], str]] = [
            lambda: f"{self.number(at, deep + 1)} {relation} {self.number(at, deep + 1, True)}",
            lambda: f"any({self.set(at, deep + 1)})",
            lambda: f"none({self.set(at, deep + 1)})",
            lambda: "calm",
            lambda: f"wish {self.pick(['==', '!='])} {self.colour(at)}",
            lambda: "exists(leader)",
            lambda: f"any(board.slots where {self.pick(['', 'not '])}filled(it))",
            lambda: f"{self.pick(['alike', 'different'])}({self.set(at, deep + 1)} by {self.pick(['size', 'colour'])})",
            lambda: f"any({self.players(at)} where {self.about_player(at)})",
        ]
        if at.you:
            makers += [lambda: "you == leader", lambda: f"you {self.pick(['in', 'not in'])} {self.players(at)}"]
        for gem in at.named("gem"):
            makers += [
                lambda g=gem: f"{g} {self.pick(['in', 'not in'])} {self.set(at, deep + 1)}",  # type: ignore[misc]
                lambda g=gem: self.about_gem(g),  # type: ignore[misc]
                lambda g=gem: f"{g} is {self.pick(['', 'not '])}gem",  # type: ignore[misc]
            ]
        if deep < 2:
            makers += [
                lambda: f"not ({self.truth(at, deep + 1)})",
                lambda: f"({self.truth(at, deep + 1)} and {self.truth(at, deep + 1)})",
                lambda: f"({self.truth(at, deep + 1)} or {self.truth(at, deep + 1)})",
            ]
        return self.pick(makers)()

    def about_gem(self, gem: str = "it") -> str:
        """A condition on a gem."""
        forms = [
            f"{gem}.size {self.pick(['<', '>', '==', '>='])} {1 + self.below(4)}",
            f"{gem}.colour {self.pick(['==', '!='])} {self.pick(self.colours)}",
            f"worth({gem}) > {1 + self.below(4)}",
        ]
        if self.attributes:
            forms += [f"{gem}.ready", f"not {gem}.ready", f"{gem}.charge < {1 + self.below(3)}"]
        return self.pick(forms)

    def about_die(self, die: str = "it") -> str:
        """A condition on a die."""
        return self.pick([f"{die}.pips {self.pick(['>', '<', '=='])} {1 + self.below(5)}", f"{die}.colour == wish"])

    def about_player(self, at: Place) -> str:
        """A condition on `it`, a player."""
        return self.pick(
            [
                f"it.coin > {self.below(4)}",
                f"it.mark < {1 + self.below(5)}",
                "any(it.table)",
                "rich(it)",
                "it != leader",
            ]
        )

    def set(self, at: Place, deep: int = 0) -> str:
        """A set of gems that the decider may see."""
        if self.curious and self.chance(20):
            hidden = ["deck", "dark", "players.hand", "gems", "first(deck, 2)", "last(deck, 1)", "(deck, waste)", "box"]
            return self.pick([*hidden, *(["others.hand", "left_of(you).hand"] if at.you else [])])
        forms: list[str] = ["market", "waste", "board", "players.table"]
        if at.you:
            forms += ["you.hand", "you.hand", "you.table", "others.table"]
        if not at.left:
            forms += at.named("gems")
        found = self.pick(forms)
        if deep < 3:
            found = self.pick(
                [
                    found,
                    found,
                    f"({found} where {self.about_gem()})",
                    f"first({found}, {1 + self.below(3)})",
                    f"last({found}, {1 + self.below(3)})",
                    f"sorted({found} by {self.pick(['size', '-it.size', 'worth(it)'])})",
                    f"({found}, {self.pick(['waste', 'market'])})" if found not in ("waste", "market") else found,
                ]
            )
        return found

    def players(self, at: Place) -> str:
        """A set of players."""
        forms = ["players", f"(players where {self.about_player(at)})"]
        if at.you:
            forms += ["others", "seats_from(you)", f"(others where {self.about_player(at)})"]
        return self.pick(forms)

    def one_player(self, at: Place) -> str:
        """One player who exists."""
        known = at.named("player")
        if at.you:
            return self.pick(["you", "left_of(you)", "right_of(you)", *known])
        return self.pick([*known, "first(players)", "last(players)"])

    def zone(self, at: Place) -> str:
        """A zone that takes gems."""
        forms = ["waste", "deck", "market", "box", "dark"]
        forms += ["first(board.slots)" if self.board == "many" else "waste"]
        player = self.one_player(at)
        return self.pick([*forms, f"{player}.hand", f"{player}.table"])

    def stack(self) -> str:
        """A zone to draw from."""
        return self.pick(["deck", "deck", "waste"])

    def gem(self, at: Place) -> str:
        """One gem, or nothing."""
        visible = self.set(at, 2)
        return self.pick([*at.named("gem"), f"first({visible})", f"last({visible})", "first(deck)", "last(deck)"])

    def resource(self) -> str:
        """A resource."""
        return self.pick(["coin", "coin", "point", "stone", "pot"])

    def amount(self, at: Place, own: bool = False) -> str:
        """A number and what it counts."""
        return f"{self.small(at)} {self.resource() if not own else self.pick(['coin', 'stone', 'coin', 'pot'])}"

    # ---- sentences -------------------------------------------------------------------------------

    def commitment(self, at: Place, number: int) -> str:
        """One commitment; what it names is in force from here on."""
        makers = [self._choose_gem, self._choose_gem, self._choose_gems, self._choose_number, self._choose_other]
        makers += [
            self._pay,
            self._pay,
            self._require,
            self._let,
            self._choose_slot,
            self._choose_unseen,
            self._promise,
        ]
        if self.dice:
            makers += [self._choose_die, self._choose_dice]
        return self.pick(makers)(at)

    def _choose_die(self, at: Place) -> str:
        name = self.name("d")
        where = f" where {self.about_die(name)}" if self.chance(35) else ""
        at.names.setdefault("die", []).append(name)
        return f"choose {name} in {self.pick(['you.pots', 'you.cup', 'players.pots'])}{where}"

    def _choose_dice(self, at: Place) -> str:
        name, of, limit = self.name("ds"), self.pick(["you.pots", "you.cup"]), 2 + self.below(6)
        gems = at.named("gem")
        text = self.pick(
            [
                f"choose some {name} in {of} with total({name} by pips) >= {limit} minimal",
                f"choose up to 2 {name} in {of} where {self.about_die()}",
                f"choose 2 {name} in {of} with {self.pick(['alike', 'different'])}({name} by colour)",
                f"choose some {name} in {of} with total({name} by pips) == {limit}",
                *(f"choose {name} in {of} matching {g}.wants" for g in gems),
            ]
        )
        at.names.setdefault("dice", []).append(name)
        return text

    def _choose_gem(self, at: Place) -> str:
        name = self.name("g")
        where = f" where {self.about_gem(name)}" if self.chance(35) else ""
        text = f"choose {name} in {self.set(at, 1)}{where}"
        at.names.setdefault("gem", []).append(name)
        return text

    def _choose_gems(self, at: Place) -> str:
        name = self.name("gs")
        count = self.pick([str(1 + self.below(2)), "some", f"up to {1 + self.below(3)}", f"1 to {2 + self.below(2)}"])
        where = f" where {self.about_gem()}" if self.chance(25) else ""
        relation, limit = self.pick(["<=", ">=", "=="]), 2 + self.below(5)
        tail = self.pick(
            [
                "",
                "",
                f" with total({name} by size) {relation} {limit}",
                f" with total({name} by size) >= {limit} minimal" if count == "some" else "",
                f" with (count({name}) == 1 or total({name} by size) <= {limit})",
                f" with {self.pick(['alike', 'different'])}({name} by {self.pick(['size', 'colour'])})",
                f" with alike({name} by colour) and total({name} by size) {relation} {limit}",
            ]
        )
        text = f"choose {count} {name} in {self.set(at, 1)}{where}{tail}"
        at.names.setdefault("gems", []).append(name)
        return text

    def _choose_number(self, at: Place) -> str:
        if self.chance(25):
            name = self.name("ns")
            return f"choose some {name} in 1..3 repeating with total({name}) == {1 + self.below(4)}"
        name = self.name("n")
        text = f"choose {name} in {self.below(2)} .. {self.pick([str(2 + self.below(2)), self.small(at)])}"
        at.names.setdefault("number", []).append(name)
        return text

    def _choose_other(self, at: Place) -> str:
        if self.chance(50):
            name = self.name("p")
            text = (
                f"choose {name} in {self.pick(['others', 'players', '(others where ' + self.about_player(at) + ')'])}"
            )
            at.names.setdefault("player", []).append(name)
            return text
        name = self.name("c")
        text = f"choose {name} in colour" + (f" where heat({name}) < {1 + self.below(4)}" if self.chance(40) else "")
        at.names.setdefault("colour", []).append(name)
        return text

    def _choose_slot(self, at: Place) -> str:
        name = self.name("s")
        where = self.pick(
            [f" where not filled({name})", f" where {name}.row == 1", f" where any({name}.neighbours)", ""]
        )
        at.names.setdefault("slot", []).append(name)
        return f"choose {name} in board.slots{where}"

    def _choose_unseen(self, at: Place) -> str:
        name = self.name("h")
        rivals = at.named("player")
        sets = ["deck", "others.hand", "left_of(you).hand", *(f"{p}.hand" for p in rivals)]
        count = self.pick(["", "", "2 ", "up to 2 "])
        at.names.setdefault("unseen", []).append(name)
        return f"choose {count}{name} in {self.pick(sets)}"

    def _pay(self, at: Place) -> str:
        first = self.amount(at, own=True)
        return "pay " + self.pick(
            [
                first,
                f"{1 + self.below(2)} coin or {1 + self.below(2)} stone",
                f"{self.small(at)} coin, 1 stone",
                f"{self.small(at)} coin to {self.one_player(at)}",
                *(f"price({g}) coin" for g in at.named("gem")),
            ]
        )

    def _require(self, at: Place) -> str:
        return f"require {self.truth(at, 1)}"

    def _let(self, at: Place) -> str:
        name = self.name("n")
        text = f"let {name} = {self.number(at, 1, True)}"
        at.names.setdefault("number", []).append(name)
        return text

    def _promise(self, at: Place) -> str:
        if at.named("gem") and self.chance(50):
            return f"discard {self.pick(at.named('gem'))}"
        return f"discard {1 + self.below(2)} of you.hand"

    def sentence(self, at: Place, secret: bool = False) -> Lines:
        """Commitments and what follows from them."""
        with at.block():
            at.left = True
            texts = [self.commitment(at, i) for i in range(1 + self.below(3))]
            at.left = False
            if secret and not any(t.startswith("choose") for t in texts):
                texts.insert(0, self._choose_gem(at))
            head = ", ".join(texts)
            body = self.statements(at, 1 + self.below(2))
            lines = [head, *("  " + line for line in under("-> ", body))]
        if self.chance(25):
            lines += under("otherwise ", self.statements(at, 1))
        return lines

    # ---- statements ------------------------------------------------------------------------------

    def statements(self, at: Place, count: int) -> Lines:
        """Statements one below the other; names last to the end of the block."""
        with at.block():
            return [line for _ in range(count) for line in self.statement(at)]

    def statement(self, at: Place) -> Lines:
        """One statement."""
        makers: list[Callable[[Place], Lines]] = [self._plain] * 8
        if self.dice and at.you:
            makers += [self._each_die, self._add_dice]
        if at.deep < 4:
            makers += [self._if, self._for_each, self._as, self._repeat, self._let_statement, self._drawn, self._best]
            if at.you:
                makers += [self.sentence, self.sentence, self.sentence, self._may, self._either, self._limited]
                makers += [self._repeat_asking, self._secretly, self._pool, self._during]
            if self.effects and at.you:
                makers += [self._perform]
        return self.pick(makers)(at)

    def _plain(self, at: Place) -> Lines:
        verbs: list[Callable[[], str]] = [
            lambda: f"move {self.gem(at)} to {self.zone(at)}",
            lambda: f"move {self.set(at, 1)} to {self.zone(at)}",
            lambda: f"move {self.gem(at)} to deck at {self.pick(['top', 'bottom', str(self.below(3))])}",
            lambda: f"draw {1 + self.below(2)} from {self.stack()} to {self.zone(at)}",
            lambda: f"shuffle {self.pick(['deck', 'waste' if self.waste == 'stack' else 'deck'])}",
            lambda: (
                "refill market from deck"
                if self.market == "slots"
                else f"refill market to {2 + self.below(2)} from deck"
            ),
            lambda: f"set wish to {self.colour(at)}",
            lambda: f"set calm to {self.pick(['true', 'false'])}",
            lambda: f"set heat({self.colour(at)}) to {self.number(at, 1, True)}",
            lambda: f"set leader to {self.one_player(at)}",
            lambda: f"set pot to {self.number(at, 1, True)}",
            lambda: (
                f"award ({3 + self.below(3)}, {1 + self.below(2)}) point to {self.players(at)} by it.{self.pick(['coin', 'mark'])}"
                + self.pick(["", " ties split", " ties full", " ties lower", " ties none"])
            ),
            lambda: f"rotate hand by {self.pick(['1', '-1'])}",
            lambda: f"reveal {self.gem_here(at)}",
            lambda: f"discard {self.gem(at)}",
            lambda: (
                f"swap {self.one_player(at)}.hand with {self.pick(['left_of', 'right_of'])}({self.one_player(at)}).hand"
            ),
            lambda: "nothing",
        ]
        if at.you:
            verbs += [
                lambda: f"gain {self.amount(at)}",
                lambda: f"gain {self.amount(at)}",
                lambda: f"lose {self.amount(at)}",
                lambda: f"gain {1 + self.below(2)} coin, {self.below(2)} point",
                lambda: f"set you.mark to {self.number(at, 1, True)}",
                lambda: f"set you.hope to {self.number(at, 1, True)}",
                lambda: f"look at {self.pick(['first(deck, 2)', 'left_of(you).hand', 'you.hand'])}",
            ]
        if at.offer:
            verbs += [lambda: "again"]
        if at.parts:
            verbs += [lambda: f"end {self.pick(at.parts[-2:])}"] if self.chance(15) else []
        for slot in at.named("slot"):
            verbs += [lambda s=slot: f"move {self.gem(at)} to {s}"]  # type: ignore[misc]
        for hidden in at.named("unseen"):
            verbs += [lambda h=hidden: f"move {h} to {self.zone(at)}"] * 3  # type: ignore[misc]
        for gems in at.named("gems"):
            verbs += [lambda g=gems: f"move {g} to {self.zone(at)}"] * 2  # type: ignore[misc]
        for gem in at.named("gem"):
            verbs += [lambda g=gem: f"move {g} to {self.zone(at)}"] * 2  # type: ignore[misc]
            if self.attributes:
                verbs += [
                    lambda g=gem: f"set {g}.charge to {self.number(at, 1, True)}",  # type: ignore[misc]
                    lambda g=gem: f"set {g}.ready to {self.pick(['true', 'false'])}",  # type: ignore[misc]
                ]
        for die in at.named("die"):
            verbs += [
                lambda d=die: f"set {d}.pips to {self.number(at, 1, True)}",  # type: ignore[misc]
                lambda d=die: f"set {d}.colour to {self.colour(at)}",  # type: ignore[misc]
                lambda d=die: f"discard {d}",  # type: ignore[misc]
                lambda d=die: f"move {d} to {self.one_player(at)}.{self.pick(['pots', 'cup'])}",  # type: ignore[misc]
            ]
        for dice in at.named("dice"):
            verbs += [lambda d=dice: f"discard {d}"] * 2  # type: ignore[misc]
            verbs += [lambda d=dice: f"move {d} to {self.one_player(at)}.{self.pick(['pots', 'cup'])}"]  # type: ignore[misc]
        if self.dice:
            verbs += [
                lambda: (
                    f"add die({self.colour(at)}, {1 + self.below(6)}) to {self.one_player(at)}.{self.pick(['pots', 'cup'])}"
                ),
                lambda: f"add die({self.colour(at)}, {1 + self.below(6)}) to {self.one_player(at)}.pots",
            ]
        if self.tools and at.you:
            verbs += [lambda: "move first(rack) to you.kit", lambda: "move you.kit to rack"]
        return [self.pick(verbs)()]

    def _each_die(self, at: Place) -> Lines:
        die = self.name("d")
        deed = self.pick([f"set {die}.pips to min(6, {die}.pips + 1)", f"if {die}.pips == 6 then discard {die}"])
        return below(f"for each {die} in you.{self.pick(['pots', 'cup'])} do", [deed])

    def _add_dice(self, at: Place) -> Lines:
        die = self.name("d")
        lines = [f"add die({self.colour(at)}, {1 + self.below(6)}) to you.{self.pick(['pots', 'cup'])} as {die}"]
        return lines + ([f"if exists({die}) then gain {die}.pips coin"] if self.chance(50) else [])

    def gem_here(self, at: Place) -> str:
        """A set of gems to show."""
        return self.pick(["first(deck, 1)", *(["you.hand", "first(you.hand, 1)"] if at.you else ["market"])])

    def _if(self, at: Place) -> Lines:
        lines = below(f"if {self.truth(at)} then", self.statements(at, 1 + self.below(2)))
        if self.chance(40):
            lines += below("else", self.statements(at, 1))
        return lines

    def _for_each(self, at: Place) -> Lines:
        while_ = f" while {self.truth(at, 1)}" if self.chance(25) else ""
        with at.block():
            type, name, of = self.pick(
                [
                    ("gem", self.name("g"), self.set(at, 1)),
                    ("player", self.name("p"), self.players(at)),
                    ("colour", self.name("c"), "colour"),
                    ("number", self.name("n"), f"1..{1 + self.below(3)}"),
                ]
            )
            where = f" where {self.about_gem(name)}" if type == "gem" and self.chance(30) else ""
            at.names.setdefault(type, []).append(name)
            return below(f"for each {name} in {of}{where}{while_} do", self.statements(at, 1 + self.below(2)))

    def _as(self, at: Place) -> Lines:
        of = self.players(at)
        where = f" where {self.about_player(at)}" if self.chance(30) else ""
        with at.seat(), at.block():
            while_ = f" while {self.truth(at, 1)}" if self.chance(25) else ""
            return below(f"as {of}{where}{while_} do", self.statements(at, 1 + self.below(2)))

    def _secretly(self, at: Place) -> Lines:
        of = self.pick(["players", "players", "others", "(players where it.coin > 0)"])
        with at.seat(), at.block():
            return below(f"as {of} secretly do", self.secret(at))

    def secret(self, at: Place) -> Lines:
        """What several decide together: one sentence, `may` or `either`."""
        match self.below(4):
            case 0:
                return under("may ", self.sentence(at, True))
            case 1:
                return under("either ", self.sentence(at, True)) + under("or ", self.sentence(at, True))
            case 2:
                return [f"discard {1 + self.below(2)} of you.hand"]
        return self.sentence(at, True)

    def _repeat(self, at: Place) -> Lines:
        while_ = f" while {self.truth(at, 1)}" if self.chance(40) else ""
        return below(f"repeat {self.small(at)} times{while_} do", self.statements(at, 1 + self.below(2)))

    def _repeat_asking(self, at: Place) -> Lines:
        count = self.pick([f"up to {1 + self.below(3)}", f"1 to {2 + self.below(2)}", "0 to 2"])
        while_ = f" while {self.truth(at, 1)}" if self.chance(25) else ""
        with at.block():
            body = self.sentence(at) if self.chance(70) else self.statements(at, 1)
            return below(f"repeat {count} times{while_} do", body)

    def _may(self, at: Place) -> Lines:
        return under("may ", self.sentence(at) if self.chance(70) else self.statements(at, 1 + self.below(2)))

    def _either(self, at: Place) -> Lines:
        lines = under("either ", self.statements(at, 1))
        for _ in range(1 + self.below(2)):
            lines += under("or ", self.statements(at, 1 + self.below(2)))
        return lines

    def _limited(self, at: Place) -> Lines:
        times = self.pick(["once", "2 times"])
        scope = self.pick(["game", *at.parts])
        return below(f"{times} per {scope} do", self.statements(at, 1 + self.below(2)))

    def _let_statement(self, at: Place) -> Lines:
        name = self.name("n")
        value = self.pick([self.number(at, 0, True), f"random(1..{2 + self.below(4)})"])
        at.names.setdefault("number", []).append(name)
        return [f"let {name} = {value}"]

    def _drawn(self, at: Place) -> Lines:
        name = self.name("d")
        lines = [f"draw {2 + self.below(2)} from {self.stack()} to {self.zone(at)} as {name}"]
        return lines + [f"move {self.pick([f'first({name}, 1)', f'last({name}, 1)', name])} to {self.zone(at)}"]

    def _best(self, at: Place) -> Lines:
        name = self.name("b")
        ties = self.pick(["", " ties none", " ties random"])
        who = f"the player with {self.pick(['most', 'fewest'])} it.{self.pick(['coin', 'point', 'mark'])}"
        lines = (
            [f"let {name} = {who} then most it.seat{ties}"]
            if not ties and self.chance(50)
            else [f"let {name} = {who}{ties}"]
        )
        with at.seat(), at.block():
            return lines + [
                f"if exists({name}) then",
                *("  " + x for x in below(f"as {name} do", self.statements(at, 1))),
            ]

    def _pool(self, at: Place) -> Lines:
        return [
            self.pick(
                [
                    f"discard {1 + self.below(2)} of you.hand",
                    f"move {1 + self.below(2)} of {self.set(at, 1)} to {self.zone(at)}",
                ]
            )
        ]

    def _perform(self, at: Place) -> Lines:
        name, types = self.pick(self.effects)
        given = [self.colour(at) if type == "colour" else self.number(at, 1, True) for type in types]
        if self.held and self.chance(30):
            gem = self.name("g")
            with at.block():
                return [
                    f"for each {gem} in first({self.set(at, 1)}, 1) do",
                    f"  if exists({gem}.play) then perform {gem}.play",
                ]
        return [f"perform {name}({', '.join(given)})" if given else f"perform {name}"]

    def _during(self, at: Place) -> Lines:
        scope = self.pick(["game", *at.parts])
        return below(f"during {scope} do", self.ability(at, during=True))

    # ---- abilities -------------------------------------------------------------------------------

    def ability(self, at: Place, during: bool = False) -> Lines:
        """A trigger, a modifier or a prohibition."""
        inner = Place(parts=at.parts, this=at.this, who=True, deep=at.deep + 2)
        makers = [self._trigger, self._trigger, self._trigger, self._modifier, self._forbid]
        if self.chance(25) and not during:
            head, *rest = self._trigger(inner)
            return [self.pick(["once per round ", "once per game "]) + head, *rest]
        once = "once " if during and self.chance(30) else ""
        lines = self.pick(makers)(inner) if not once else self._trigger(inner)
        return [once + lines[0], *lines[1:]]

    def _trigger(self, at: Place) -> Lines:
        by = self.pick(["", " by any", " by others"])
        when = self.pick(["after", "after", "before", "instead of"])
        move = self.pick(["", " of gem", " to waste", " from deck"])
        if when == "instead of":
            event = self.pick([f"move{move}", "draw", "gain of coin"])
            by += " where exists(you)" + self.pick(["", " and it.size > 1" if "move of gem" in event else ""])
            with at.block():
                body = self.pick([["nothing"], under("may ", self.sentence(at)), self.sentence(at), self._plain(at)])
            return below(f"{when} {event}{by} do", body)
        event = self.pick(
            [f"move{move}", "draw", "gain of coin", "lose of stone", "discard", "reveal", "pay of coin", "shuffle"]
        )
        if self.chance(40):
            event = self.pick([*at.parts[-2:], "round", *self.actions[:1], *(n for n, t in self.effects if not t)])
        return below(f"{when} {event}{by}{self.holding(at, 20)} do", self.statements(at, 1))

    def holding(self, at: Place, percent: int) -> str:
        """A condition, or none; a card in a shared zone has no holder, and what nobody caused has nobody for it."""
        return " where exists(you)" + (f" and ({self.truth(at, 1)})" if self.chance(percent) else "")

    def _modifier(self, at: Place) -> Lines:
        bound = self.pick(["", f" down to {self.below(2)}", f" up to {3 + self.below(3)}"])
        where = self.holding(at, 30)
        match self.below(4):
            case 0:
                return [f"reduce income by {1 + self.below(2)}{bound}{where}"]
            case 1:
                where = f" where gem.size > {1 + self.below(3)}" if self.chance(50) else where
                return [f"increase price by {1 + self.below(2)}{bound}{where}"]
            case 2:
                return [f"multiply income by 2{where}"]
        return [f"set income to {self.below(4)}{where}"]

    def _forbid(self, at: Place) -> Lines:
        action = self.pick(self.actions)
        by = self.pick(["", " by any", " by others"])
        return [f"forbid {action}{by}{self.holding(at, 60)}"]

    # ---- the whole -------------------------------------------------------------------------------

    def game(self) -> Texts:
        """The files of one game."""
        self.actions = [f"act_{i}" for i in range(1, 3 + self.below(3))]
        inside = ("round", "turn")
        out = self._declarations()
        out += ["effects:"]
        for number in range(1 + self.below(3)):
            name, types = f"deed_{number}", self.pick([[], [], ["colour"], ["number"]])
            at = Place(parts=inside, deep=1)
            parameters = []
            for type in types:
                parameter = self.name(type[0])
                at.names.setdefault(type, []).append(parameter)
                parameters.append(parameter if type == parameter else f"{parameter}: {type}")
            head = f'"{name}({", ".join(parameters)})"' if parameters else name
            out += [f"  {head}:", "    do: |", *_indented(self.statements(at, 1 + self.below(2)), 6)]
            self.effects.append((name, types))
        out += ["actions:"]
        for action in self.actions:
            at = Place(parts=inside, offer=True, deep=1)
            body = self.sentence(at) if self.chance(75) else self.statements(at, 1)
            if self.chance(30):
                body += self.statements(at, 1)
            out += [f"  {action}:", "    do: |", *_indented(body, 6)]
        if self.laws:
            out += self._laws()
        out += self._flow(inside)
        cards = self._cards()
        return Texts(
            {f"rules/{NAME}/game.yaml": "\n".join(out) + "\n", f"cards/{NAME}/cards.yaml": "\n".join(cards) + "\n"}
        )

    def _declarations(self) -> Lines:
        colours = ", ".join(self.colours)
        row = "order: row, " if self.hand_row else ""
        market = {"slots": "slots: {one per: colour}", "row": "order: row", "none": "order: none"}[self.market]
        out = [
            "game:",
            "  name: Invented",
            f"  players: {1 if self.chance(10) else 2}..3",
            "  budgets: {steps: 20000, triggers: 100, decisions: 400, options: 3000, depth: 3}",
            f"enums: {{colour: [{colours}]}}",
            "kinds:",
            "  gem:",
            f"    fields: {{colour: colour, size: 1..4, play: effect?{', wants: needs of die' if self.dice else ''}}}",
            "    in_play: [table, market]",
        ]
        out += self.pick([["    discard: waste"], []])
        if self.uses:
            at = Place(parts=("round", "turn"), this=True, deep=1)
            at.names["gem"] = ["this"]
            out += ["    use: |", *_indented(self._use(at), 6)]
        if self.attributes:
            out += ["    attributes: {ready: {of: truth, starts: true}, charge: {of: 0..3, starts: 1}}"]
        if self.dice:
            out += ["  die:", "    plural: dice", f"    supply: {3 + self.below(8)}"]
            out += ["    attributes: {colour: {of: colour, starts: red}, pips: {of: 1..6, starts: 1}}"]
        if self.tools:
            out += ["  tool:", "    fields: {cost: 0..3}", "    in_play: anywhere"]
        seen = self.pick(["all", "all", "owner"])
        out += [
            "resources:",
            f"  coin: {{from: 0, to: {8 + self.below(12)}, starts: {2 + self.below(4)}}}",
            f"  stone: {{from: 0, starts: {self.below(4)}, seen_by: {seen}}}",
            *self._point(),
            f"  pot: {{per: shared, from: 0, to: {5 + self.below(5)}, starts: {self.below(5)}}}",
            "variables:",
            "  leader: {of: player, starts: nothing}",
            "  mark: {of: 0..6, per: player, starts: 1}",
            "  hope: {of: 0..9, per: player, starts: 0, seen_by: owner}",
            "  heat: {of: 0..4, per: colour, starts: 0}",
            f"  wish: {{of: colour, starts: {self.pick(self.colours)}}}",
            f"  calm: {{of: truth, starts: {self.pick(['true', 'false'])}}}",
        ]
        out += ["options: {wealth: {of: 0..3, starts: 1}}"]
        if self.neutral:
            out += ["neutral: {ghost: {when: count(players) == 2}}"]
        out += [
            "zones:",
            f"  deck: {{of: gem, order: stack, seen_by: nobody, starts: gem{self.pick([', reshuffles: waste', ''])}}}",
            f"  waste: {{of: gem, order: {self.waste}, seen_by: all}}",
            f"  market: {{of: gem, seen_by: all, {market}}}",
            f"  dark: {{of: gem, seen_by: nobody, order: {self.pick(['stack', 'none'])}, count_seen_by: {self.pick(['all', 'nobody'])}}}",
            f"  hand: {{of: gem, per: player, {row}seen_by: owner, count_seen_by: {self.pick(['all', 'owner'])}}}",
            "  table: {of: gem, per: player, seen_by: all}",
            f"  board: {{of: gem, seen_by: all, slots: {{by: {{row: 1..2, column: 1..2}}, holds: {self.board}, neighbours: {self.pick(['orthogonal', 'around', 'ring'])}, fields: {{prize: {{of: 0..3, values: [1, 2, 0, 3]}}}}}}}}",
        ]
        if self.dice:
            out += ["  pots: {of: die, per: player, seen_by: all}", "  cup: {of: die, per: player, seen_by: owner}"]
        if self.tools:
            out += ["  rack: {of: tool, seen_by: all, starts: tool}", "  kit: {of: tool, per: player, seen_by: all}"]
        bonus = ", ".join(f"{c}: {self.below(4)}" for c in self.colours)
        out += [
            f"tables: {{bonus_of: {{{bonus}}}}}",
            "functions:",
            '  "worth(gem)": gem.size + 1',
            '  "rich(player)": player.coin > 3',
            "quantities:",
            '  "price(gem)": {is: gem.size, unit: coin, from: 0, to: 6}',
            "  income: {is: 2, from: 0, to: 6}",
        ]
        return out

    def _point(self) -> Lines:
        out = ["  point:", "    from: -5", "    starts: 0"]
        if self.chance(40):
            at = Place(parts=("round", "turn"), deep=3)
            out += ["    passing:", "      2: gain 1 coin", "      4: |", *_indented(self._plain(at), 8)]
        return out

    def _use(self, at: Place) -> Lines:
        body = self.sentence(at) if self.chance(70) else self.statements(at, 1)
        return (
            below(f"{self.pick(['once', '2 times'])} per {self.pick(['turn', 'round'])} do", body)
            if self.chance(50)
            else body
        )

    def _laws(self) -> Lines:
        out = ["abilities:"]
        for number in range(1 + self.below(2)):
            at = Place(parts=("round", "turn"), who=True, deep=3)
            event = self.pick(["move of gem", "gain of coin", "draw", "turn", *self.actions[:1]])
            head = f"{self.pick(['after', 'after', 'before'])} {event if event != 'turn' else 'turn'} by any{self.holding(at, 20)} do"
            out += [f"  law_{number}: |", *_indented(below(head, self.statements(at, 1)), 4)]
        return out

    def _cards(self) -> Lines:
        out = ["gems:"]
        for number in range(4 + self.below(4)):
            colour, size, count = self.pick(self.colours), 1 + self.below(4), 1 + self.below(3)
            out += [f"  - id: gem_{number}", f"    colour: {colour}", f"    size: {size}", f"    count: {count}"]
            if self.dice:
                wants = self.pick(
                    [
                        "any 3",
                        "any",
                        f"{self.pick(self.colours)} 2",
                        "1..4",
                        f"{self.colours[0]} or {self.colours[1]} 5",
                    ]
                )
                out += [
                    f"    wants: [{wants}, {self.pick(['any', '1..3'])}]"
                    if self.chance(50)
                    else f"    wants: [{wants}]"
                ]
            if self.held and self.chance(40):
                at = Place(parts=("round", "turn"), this=True, deep=2)
                at.names["gem"] = ["this"]
                out += ["    play: |", *_indented(self.statements(at, 1), 6)]
            if self.chance(35):
                at = Place(parts=("round", "turn"), this=True, deep=1)
                out += ["    ability: |", *_indented(self.ability(at), 6)]
        if self.tools:
            out += ["tools:"]
            for number in range(1 + self.below(3)):
                out += [f"  - id: tool_{number}", f"    cost: {self.below(4)}"]
                if self.chance(60):
                    out += ["    ability: |", *_indented(self.ability(Place(parts=("round", "turn"), deep=1)), 6)]
        return out

    def _flow(self, inside: tuple[str, ...]) -> Lines:
        out = ["setup:", "  shuffling: {do: shuffle deck}", "  dealing:", "    do: |"]
        out += _indented(below("as players do", [f"draw {1 + self.below(3)} from deck to you.hand"]), 6)
        refill = "refill market from deck" if self.market == "slots" else "refill market to 3 from deck"
        out += _indented([refill], 6)
        if self.chance(40):
            out += ["  quirk:", "    do: |", *_indented(self.statements(Place(you=False, deep=2), 1), 6)]
        out += [
            "play:",
            "  round:",
            *_indented(self.pick([["repeat: 2"], ["repeat: 3"], ["until: round.number >= 2", "at most: 5"]]), 4),
        ]
        out += ["    parts:"]
        if self.chance(45):
            out += ["      bids:", "        each: players", "        together: true"]
            at = Place(parts=("round", "bids"), deep=2)
            if self.chance(50):
                lines = self.secret(at)
                while lines[0].startswith("discard"):
                    lines = self.sentence(at, True)
                out += ["        do: |", *_indented(lines, 10)]
            else:
                out += [f"        offer: [{', '.join(self.actions[:2])}]"]
                if self.chance(30):
                    out += ["        otherwise: gain 1 coin"]
        out += ["      turn:", *_indented(self._turn_head(), 8)]
        if self.chance(30):
            out += ["        parts:", "          acting:", *_indented(self._offer(), 12)]
            out += ["          closing:", "            do: |"]
            out += _indented(self.statements(Place(parts=(*inside, "closing"), deep=2), 1), 14)
        else:
            out += _indented(self._offer(), 8)
        if self.chance(35):
            out += ["      auction:", "        around: players", "        while: it.mark > 0"]
            out += ["        until: count(players where it.mark > 0) <= 1", "        at most: 40", "        do: |"]
            out += _indented(["either choose bid in 1 .. 2, pay bid coin -> set you.mark to max(1, you.mark - 1)"], 10)
            out += _indented(["or set you.mark to 0"], 10)
        out += ["      closing_round:", "        do: |"]
        out += _indented(self.statements(Place(you=False, parts=("round", "closing_round"), deep=2), 1), 10)
        if self.chance(40):
            out += ["finish:", "  counting:", "    do: |"]
            out += _indented(self.statements(Place(you=False, parts=("counting",), deep=2), 1), 6)
        winner = self.pick(["most point then fewest coin ties share", "most coin ties none", ""])
        out += [f"winner: {winner}" if winner else "winner: {is: (players where it.coin > 2)}"]
        return out

    def _turn_head(self) -> Lines:
        first = self.pick([[], ["first: leader"]])
        order = self.pick([[], [], ["order: counterclockwise"], ["order: by it.mark"]])
        while_ = self.pick([[], [], ["while: it.coin > 0"]])
        if self.chance(30):
            return [
                "around: players",
                f"until: turn.number >= {3 + self.below(4)} or none(deck)",
                "at most: 30",
                *while_,
            ]
        return ["each: players", *first, *order, *while_]

    def _offer(self) -> Lines:
        plain = [name for name, types in self.effects if not types]
        entries = [*self.actions, *plain[:1], *(["gems.use"] if self.uses else [])]
        if self.chance(60):
            lines = [f"offer: [{', '.join(entries)}]"]
        else:
            often = ["at most once", "exactly once", "at most 2", "any number", "at most twice"]
            lines = ["offer:", *(f"  {entry}: {self.pick(often[:3])}" for entry in entries)]
        if self.chance(40):
            lines += ["otherwise: |", *_indented(self.statements(Place(parts=("round", "turn"), deep=3), 1), 2)]
        return lines


def _indented(lines: Lines, by: int) -> Lines:
    return [" " * by + line for line in lines]


def invented(choices: Choices, curious: bool = False) -> Texts:
    """A game."""
    return Inventor(choices, curious).game()
