"""Solving the left of an arrow: every way to meet a sentence's commitments as a whole.

Commitments become a chain of steps. Each step writes what it tries into the frame and asks the next one; the
end of the chain notes an option: what was chosen at each step, as numbers and tuples of numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from interpreter.compiling.multisets import Counts, Group, TooMany, Tree, search, selections
from interpreter.compiling.picking import Form, Picker, Ways, ways_of
from interpreter.state import LOCATION, NOTHING, PLACE, Needs, State
from interpreter.state.layout import LOCALS, SELF, YOU

Function = Callable[..., Any]
Value = int | tuple[int, ...]
Option = tuple[Value, ...]
# members, low, high (None: as many as there are), constants, keys, tests of growing sets
Given = tuple[Sequence[int], int, int | None, tuple[int, ...], tuple[Function, ...], tuple[Function, ...]]
Seen = tuple[int, ...] | bytes  # how a pile looks
Known = list[Any]  # pickers of the ways to choose from a pile, or what makes their options (`Ways.options`)
STRANGE = 255  # how a component looks to a choice that is not meant for it
_FAILING = (IndexError, KeyError, ValueError, ZeroDivisionError)  # what expressions raise where they fail
_REMEMBERED = 1 << 16  # choices from a pile that one step keeps in memory
UNSEEN = -1  # a member that its chooser cannot see: chance picks it when it is taken


class Step:
    """One commitment. `go` tries all its ways; `take` binds the way that was chosen again."""

    __slots__ = ("next",)
    next: Step

    def go(
        self, S: State, L: list[int], chosen: list[Value], ledger: dict[tuple[int, int], int], out: list[Option]
    ) -> None:
        """Try every way, then the next step."""
        raise AssertionError

    def take(self, S: State, L: list[int], option: Option, at: int) -> int:
        """Bind `option[at]` if this step chose something; give the place of the next value."""
        raise AssertionError


class End(Step):
    """Everything is met."""

    __slots__ = ("cap",)

    def __init__(self, cap: int) -> None:
        self.cap = cap

    def go(
        self, S: State, L: list[int], chosen: list[Value], ledger: dict[tuple[int, int], int], out: list[Option]
    ) -> None:
        out.append(tuple(chosen))
        if len(out) > self.cap:
            raise TooMany

    def take(self, S: State, L: list[int], option: Option, at: int) -> int:
        return at


class _Met(Exception):
    """One way was found; that is all that was asked."""


class _First(list[Option]):
    """A list of options that ends the search with the first of them."""

    def append(self, option: Option) -> None:
        raise _Met


def can_be_met(steps: Step, S: State, L: list[int]) -> bool:
    """Whether there is a way to meet commitments. The frame keeps what was tried and must be thrown away."""
    try:
        steps.go(S, L, [], {}, _First())
    except _Met:
        return True
    return False


class LetStep(Step):
    """A name for a value that follows from what was chosen."""

    __slots__ = ("many", "place", "value")

    def __init__(self, place: int, many: bool, value: Function) -> None:
        self.place, self.many, self.value = place, many, value

    def _bind(self, S: State, L: list[int]) -> None:
        if self.many:
            S[L[SELF] + 1 + self.place][:] = list(self.value(S, L))
        else:
            L[LOCALS + self.place] = int(self.value(S, L))

    def go(
        self, S: State, L: list[int], chosen: list[Value], ledger: dict[tuple[int, int], int], out: list[Option]
    ) -> None:
        self._bind(S, L)
        self.next.go(S, L, chosen, ledger, out)

    def take(self, S: State, L: list[int], option: Option, at: int) -> int:
        self._bind(S, L)
        return at


class RequireStep(Step):
    """A condition."""

    __slots__ = ("condition",)

    def __init__(self, condition: Function) -> None:
        self.condition = condition

    def go(
        self, S: State, L: list[int], chosen: list[Value], ledger: dict[tuple[int, int], int], out: list[Option]
    ) -> None:
        if self.condition(S, L):
            self.next.go(S, L, chosen, ledger, out)

    def take(self, S: State, L: list[int], option: Option, at: int) -> int:
        return at


class PromiseStep(Step):
    """A verb left of the arrow: can it be kept?"""

    __slots__ = ("arguments", "can")

    def __init__(self, can: Function, arguments: tuple[Function, ...]) -> None:
        self.can, self.arguments = can, arguments

    def go(
        self, S: State, L: list[int], chosen: list[Value], ledger: dict[tuple[int, int], int], out: list[Option]
    ) -> None:
        if self.can(S, L[YOU], *[a(S, L) for a in self.arguments]):
            self.next.go(S, L, chosen, ledger, out)

    def take(self, S: State, L: list[int], option: Option, at: int) -> int:
        return at


class PayStep(Step):
    """Amounts that must be there together with all that the sentence pays besides."""

    __slots__ = ("amounts", "has", "picks")

    def __init__(self, amounts: list[list[tuple[Function, Function]]], picks: tuple[int, ...], has: Function) -> None:
        self.amounts, self.picks, self.has = amounts, picks, has

    def go(
        self, S: State, L: list[int], chosen: list[Value], ledger: dict[tuple[int, int], int], out: list[Option]
    ) -> None:
        self._amount(0, S, L, chosen, ledger, out)

    def _amount(
        self, i: int, S: State, L: list[int], chosen: list[Value], ledger: dict[tuple[int, int], int], out: list[Option]
    ) -> None:
        if i == len(self.amounts):
            self.next.go(S, L, chosen, ledger, out)
            return
        alternatives = self.amounts[i]
        you = L[YOU]
        for number, (count, resource) in enumerate(alternatives):
            amount, what = count(S, L), resource(S, L)
            if amount < 0:
                continue
            owed = ledger.get((you, what), 0)
            if not self.has(S, what, you, owed + amount):
                continue
            ledger[you, what] = owed + amount
            if len(alternatives) > 1:
                chosen.append(number)
            self._amount(i + 1, S, L, chosen, ledger, out)
            if len(alternatives) > 1:
                chosen.pop()
            ledger[you, what] = owed

    def take(self, S: State, L: list[int], option: Option, at: int) -> int:
        for place, alternatives in zip(self.picks, self.amounts, strict=True):
            if len(alternatives) > 1:
                value = option[at]
                assert isinstance(value, int)
                L[LOCALS + place] = value
                at += 1
            else:
                L[LOCALS + place] = 0
        return at


class Likeness:
    """When two members are one option to their chooser.

    `mode`: "number" (members are what they are), "alike" (equal components at one place are one option), "pile" (the
    same, all from one pile), "apart" (places tell them apart), "unseen" (all are one, chance picks).
    """

    __slots__ = ("attributes", "class_of", "key", "mode")

    def __init__(self, mode: str, class_of: list[int], attributes: list[int]) -> None:
        self.mode, self.class_of, self.attributes = mode, class_of, attributes
        self.key = self._key()  # of (S, member): equal for members that are one option

    def _key(self) -> Callable[[State, int], object]:
        class_of = self.class_of
        if self.mode in ("number", "apart"):
            return lambda S, member: member
        if self.mode == "unseen":
            return lambda S, member: UNSEEN
        if self.mode == "pile" and not self.attributes:
            return lambda S, member: class_of[member]
        match self.attributes:
            case []:
                return lambda S, member: (class_of[member], S[LOCATION][member], S[PLACE][member])
            case [one]:
                return lambda S, member: (class_of[member], S[LOCATION][member], S[PLACE][member], S[one][member])
            case [one, two]:
                return lambda S, member: (
                    class_of[member], S[LOCATION][member], S[PLACE][member], S[one][member], S[two][member]
                )  # fmt: skip
        told = (LOCATION, PLACE, *self.attributes)
        return lambda S, member: (class_of[member], *[S[index][member] for index in told])


class ChooseOne(Step):
    """One member of a set."""

    __slots__ = ("like", "of", "pick", "place", "unlike")

    def __init__(
        self, place: int, of: Function, like: Likeness, unlike: list[tuple[int, bool]], pick: Function
    ) -> None:
        self.place, self.of, self.like, self.unlike, self.pick = place, of, like, unlike, pick

    def go(
        self, S: State, L: list[int], chosen: list[Value], ledger: dict[tuple[int, int], int], out: list[Option]
    ) -> None:
        like, at = self.like, LOCALS + self.place
        taken = taken_before(S, L, self.unlike) if self.unlike else ()
        seen: set[object] = set()
        mode = like.mode
        members = self.of(S, L)
        if len(members) == 1:  # nothing to tell apart
            mode = "unseen" if mode == "unseen" else "apart"
        for member in list(members):
            if member in taken:
                continue
            if mode not in ("number", "apart"):
                key = like.key(S, member)
                if key in seen:
                    continue
                seen.add(key)
            L[at] = member
            chosen.append(UNSEEN if mode == "unseen" else member)
            self.next.go(S, L, chosen, ledger, out)
            chosen.pop()

    def take(self, S: State, L: list[int], option: Option, at: int) -> int:
        value = option[at]
        assert isinstance(value, int)
        if self.like.mode == "unseen":
            taken = taken_before(S, L, self.unlike)
            value = self.pick(S, [m for m in self.of(S, L) if m not in taken])
        L[LOCALS + self.place] = value
        return at + 1


def _grows(S: State, L: list[int], at: list[int], test: Function, flat: list[int]) -> bool:
    """Whether a set passes a test that reads it in its place."""
    at[:] = flat
    return bool(test(S, L))


def taken_before(S: State, L: list[int], places: list[tuple[int, bool]]) -> list[int]:
    found: list[int] = []
    for place, many in places:
        if many:
            found += S[L[SELF] + 1 + place]
        else:
            found.append(L[LOCALS + place])
    return found


class Met(dict[tuple[int, ...], int]):
    """What is told of a component -> a bit for each need of one recipe that it meets; `all` of them together."""

    def __init__(self, needs: Needs) -> None:
        super().__init__()
        self.needs = needs
        self.all = (1 << len(needs)) - 1

    def __missing__(self, look: tuple[int, ...]) -> int:
        found = self[look] = sum([1 << n for n, need in enumerate(self.needs) if _fits(look, need)])
        return found


class ChooseMatching(Step):
    """Distinct components, one for each need of a recipe; every distinct multiset once."""

    __slots__ = ("attributes", "like", "met_by", "needs", "of", "pick", "place", "recipe", "unlike")

    def __init__(
        self,
        place: int,
        of: Function,
        like: Likeness,
        unlike: list[tuple[int, bool]],
        recipe: Function,
        needs: list[Needs],
        attributes: tuple[int, ...],
    ) -> None:
        self.place, self.of, self.like, self.unlike = place, of, like, unlike
        self.recipe, self.needs, self.attributes = recipe, needs, attributes
        # recipe -> what is told of a component -> a bit for each need that it meets
        self.met_by: dict[int, Met] = {}

    def go(
        self, S: State, L: list[int], chosen: list[Value], ledger: dict[tuple[int, int], int], out: list[Option]
    ) -> None:
        members = self.of(S, L)
        if self.unlike:
            taken = taken_before(S, L, self.unlike)
            members = [m for m in members if m not in taken]
        at = S[L[SELF] + 1 + self.place]
        for flat in self.ways(S, self.recipe(S, L), members):
            at[:] = flat
            chosen.append(flat)
            self.next.go(S, L, chosen, ledger, out)
            chosen.pop()
        at[:] = []

    def ways(self, S: State, number: int, members: Sequence[int]) -> list[tuple[int, ...]]:
        """Every distinct multiset of members that meets the recipe of that number."""
        found = self.candidates(S, number, members)
        if found is None:
            return []
        kinds, fits = found
        # the needs with the fewest candidates first, so that dead ends show early
        order = sorted(range(len(fits)), key=lambda n: len(fits[n]))
        used = [0] * len(kinds)
        filled: dict[tuple[int, ...], None] = {}

        def fill(i: int) -> None:
            if i == len(order):
                filled[tuple(used)] = None
                return
            for g in fits[order[i]]:
                if used[g] < len(kinds[g]):
                    used[g] += 1
                    fill(i + 1)
                    used[g] -= 1

        fill(0)
        return [
            tuple(m for group, count in zip(kinds, counts, strict=True) for m in group[:count]) for counts in filled
        ]

    def candidates(
        self, S: State, number: int, members: Sequence[int]
    ) -> tuple[list[list[int]], list[list[int]]] | None:
        """The members by what is one option, and for each need of a recipe which of these groups meet it; None where
        some need is met by nobody."""
        if number == NOTHING:
            return None
        needs = self.needs[number]
        if len(members) < len(needs):
            return None
        if self.attributes:
            looks = list(zip(*[map(S[index].__getitem__, members) for index in self.attributes], strict=True))
        else:
            looks = [()] * len(members)
        met = 0  # a bit for each need that some member meets; most recipes fail at one, and nothing more is looked at
        bits = self.met_by.get(number)
        if bits is None:
            bits = self.met_by[number] = Met(needs)
        for look in looks:
            met |= bits[look]
        if met != bits.all:
            return None
        groups: dict[object, list[int]] = {}
        look_of: dict[object, tuple[int, ...]] = {}
        key = self.like.key
        for member, look in zip(members, looks, strict=True):
            alike = key(S, member)
            if alike in groups:
                groups[alike].append(member)
            else:
                groups[alike] = [member]
                look_of[alike] = look
        fits = [[g for g, look in enumerate(look_of.values()) if _fits(look, need)] for need in needs]
        return list(groups.values()), fits

    def take(self, S: State, L: list[int], option: Option, at: int) -> int:
        value = option[at]
        assert isinstance(value, tuple)
        S[L[SELF] + 1 + self.place][:] = value
        return at + 1


def _fits(look: tuple[int, ...], need: tuple[frozenset[int] | None, ...]) -> bool:
    """Whether what is told of a component is what one need allows."""
    for allowed, value in zip(need, look, strict=True):  # noqa: SIM110 - a generator costs more than what it tests
        if allowed is not None and value not in allowed:
            return False
    return True


class Constraint:
    """What a set must keep: a tree over totals where it can be searched, and a test for the rest.

    `keys` are functions of (S, L, member), `constants` of (S, L); `test` of (S, L) reads the set in its place and
    is None when the tree says all. `growing` tests hold for no larger set once they fail.
    """

    __slots__ = ("constants", "growing", "keys", "test", "tree")

    def __init__(
        self,
        tree: Tree | None,
        keys: list[Function],
        constants: list[Function],
        test: Function | None,
        growing: list[Function],
    ) -> None:
        self.tree, self.keys, self.constants, self.test, self.growing = tree, keys, constants, test, growing


class Priced(dict[tuple[int, ...], dict[Seen, Known]]):
    """The numbers that a choice is held against -> a pile, by its looks -> the ways."""

    def __missing__(self, constants: tuple[int, ...]) -> dict[Seen, Known]:
        made = self[constants] = {}
        return made


class ByPrice(dict[int, dict[Seen, Known]]):
    """The same by the one number that it is held against."""

    def __init__(self, priced: Priced) -> None:
        self.priced = priced

    def __missing__(self, constant: int) -> dict[Seen, Known]:
        made = self[constant] = self.priced[constant,]
        return made


class Memory(dict[tuple[int, int | None, Form | None], Priced]):
    """How few and how many members, and of which form the options are that are made of the ways (None: of no one) ->
    what is remembered of such choices."""

    def __missing__(self, bounds: tuple[int, int | None, Form | None]) -> Priced:
        made = self[bounds] = Priced()
        return made


def _no_looks() -> Looks:
    raise AssertionError


class Looks:
    """How components look to a choice that reads nothing but what is printed: two piles whose looks are equal, counted
    from that of their first members, offer the same.

    `number[c]` says what a component weighs, and which of the classes that weigh the same it is of; `shift[c]` only
    which of the classes. So three blue cards are like three green ones of the same values.
    """

    def __init__(self, components: Iterable[int], class_of: Sequence[int], keys: Sequence[Function]) -> None:
        self.components = tuple(components)
        apart = 2 * len(class_of) + 1
        # what the choice is not meant for may lie there too: each looks like nothing else
        self.number, self.shift = [-apart * (c + 1) for c in range(len(class_of))], [0] * len(class_of)
        weights: dict[tuple[int, ...], int] = {}
        classes: dict[int, dict[int, int]] = {}
        for component in self.components:
            try:
                weight = tuple([key(component) for key in keys])
            except _FAILING:  # it has nothing that could be weighed: the choice is not meant for it
                continue
            of = weights.setdefault(weight, len(weights))
            alike = classes.setdefault(of, {})
            self.shift[component] = alike.setdefault(class_of[component], len(alike))
            self.number[component] = of * apart + self.shift[component]

    def told_by_weight(self, column: Sequence[int], class_of: Sequence[int]) -> bool:
        """Whether what weighs the same is of one class, among those with the same value in a column."""
        known: dict[tuple[int, int], int] = {}
        return all(
            known.setdefault((column[c], self.number[c] - self.shift[c]), class_of[c]) == class_of[c]
            for c in self.components
        )

    def weights(self) -> list[int]:
        """Component -> a number for what it weighs."""
        return [number - shift for number, shift in zip(self.number, self.shift, strict=True)]

    def packed(self) -> tuple[tuple[bytes, ...], bytes] | None:
        """Component -> how a pile looks that it lies first in, as a table for `bytes.translate`: the same for two piles
        when `of` is; and another table, what they weigh, in other bytes: enough where no two are alike. What the choice
        is not meant for is STRANGE. None if looks are too many."""
        codes: dict[int, int] = {}
        tables: dict[int, bytes] = {}
        for shift in set(self.shift):
            tables[shift] = _packed(
                [STRANGE if n < 0 else codes.setdefault(n - shift, len(codes)) for n in self.number]
            )
        weights: dict[int, int] = {}
        by_weight = [
            STRANGE if weight < 0 else weights.setdefault(weight, len(codes) + len(weights))
            for weight in self.weights()
        ]
        if len(codes) + len(weights) > STRANGE:
            return None
        return tuple([tables[shift] for shift in self.shift]), _packed(by_weight)

    def packed_weights(self) -> bytes:
        """Component -> what it weighs, as such a table."""
        codes: dict[int, int] = {}
        return _packed([codes.setdefault(weight, len(codes)) for weight in self.weights()])

    def of(self, pile: Sequence[int]) -> tuple[int, ...]:
        """How a pile looks."""
        if not pile:
            return ()
        number, first = self.number, self.shift[pile[0]]
        return tuple([number[c] - first for c in pile])


def _packed(codes: list[int]) -> bytes:
    """A table for `bytes.translate`; what does not fit into it is left out, for nobody will use it."""
    return bytes([code & 255 for code in codes]).ljust(256)


class ChooseSet(Step):
    """A set of members: every distinct multiset once."""

    __slots__ = (
        "cap",
        "constraint",
        "high",
        "known",
        "like",
        "looks",
        "low",
        "minimal",
        "of",
        "of_numbers",
        "of_printed",
        "patterns",
        "pick",
        "place",
        "remembered",
        "repeating",
        "unlike",
        "weights",
    )

    def __init__(
        self,
        place: int,
        of: Function,
        like: Likeness,
        unlike: list[tuple[int, bool]],
        low: Function,
        high: Function | None,
        repeating: bool,
        constraint: Constraint | None,
        minimal: bool,
        pick: Function,
        cap: int,
    ) -> None:
        self.place, self.of, self.like, self.unlike, self.low, self.high = place, of, like, unlike, low, high
        self.repeating, self.constraint, self.minimal, self.pick, self.cap = repeating, constraint, minimal, pick, cap
        # choices from piles that depend on nothing but what lies there are remembered: which members, by position
        self.known: Memory | None = None
        self.looks: Callable[[], Looks] = _no_looks
        self.remembered = 0  # how many piles are remembered
        self.patterns: dict[tuple[object, ...], Ways] = {}
        # and so are choices of numbers that depend on nothing but these
        self.of_numbers: dict[tuple[object, ...], list[tuple[int, ...]]] | None = None
        # ... and choices from a pile by tests that read nothing but what is printed
        self.of_printed: dict[tuple[object, ...], list[tuple[int, ...]]] | None = None
        self.weights: dict[int, tuple[int, ...]] = {}  # component -> the keys of a constraint on what is printed

    def go(
        self, S: State, L: list[int], chosen: list[Value], ledger: dict[tuple[int, int], int], out: list[Option]
    ) -> None:
        at = S[L[SELF] + 1 + self.place]
        test = self.constraint.test if self.constraint is not None else None
        unseen = self.like.mode == "unseen"
        for flat in self.ways(S, *self.given(S, L)):
            at[:] = flat
            if test is not None and not test(S, L):
                continue
            chosen.append((UNSEEN,) * len(flat) if unseen else flat)
            self.next.go(S, L, chosen, ledger, out)
            chosen.pop()
        at[:] = []

    def given(self, S: State, L: list[int]) -> Given:
        """What a choice is made from and bounded by: the arguments of `ways`."""
        members: Sequence[int] = self.of(S, L)
        if self.unlike:
            taken = taken_before(S, L, self.unlike)
            members = [m for m in members if m not in taken]
        constraint = self.constraint
        constants: tuple[int, ...] = ()
        keys: tuple[Function, ...] = ()
        grows: tuple[Function, ...] = ()
        if constraint is not None:
            at = S[L[SELF] + 1 + self.place]
            constants = tuple(c(S, L) for c in constraint.constants)
            keys = tuple(partial(key, S, L) for key in constraint.keys)
            grows = tuple(partial(_grows, S, L, at, test) for test in constraint.growing)
        high = self.high(S, L) if self.high is not None else None
        return members, self.low(S, L), high, constants, keys, grows

    def ways(
        self,
        S: State,
        members: Sequence[int],
        low: int,
        high: int | None,
        constants: tuple[int, ...],
        keys: tuple[Function, ...],
        grows: tuple[Function, ...],
    ) -> Iterable[tuple[int, ...]]:
        """Every distinct multiset of members between `low` and `high` (None: as many as there are) that keeps what the
        constraint says of totals.

        `constants` are the numbers it is held against, `keys` the functions of a member that are added up, `grows`
        tests of a set that no larger set passes again.
        """
        if low < 0:
            return ()
        if self.known is not None:
            return self.known_ways(members, low, high, constants, keys)
        if self.of_numbers is None:
            return self._search(S, members, low, high, constants, keys, grows)
        key = (low, high, constants, *members)
        found = self.of_numbers.get(key)
        if found is None:
            if len(self.of_numbers) > _REMEMBERED:
                self.of_numbers.clear()
            found = self.of_numbers[key] = list(self._search(S, members, low, high, constants, keys, grows))
        return found

    def _search(
        self,
        S: State,
        members: Sequence[int],
        low: int,
        high: int | None,
        constants: tuple[int, ...],
        keys: tuple[Function, ...],
        grows: tuple[Function, ...],
    ) -> Iterable[tuple[int, ...]]:
        if not grows and not self.repeating:
            return self._by_pattern(S, members, low, len(members) if high is None else high, constants, keys)
        if self.of_printed is not None:  # nothing but what is printed on the members matters
            seen = (low, high, constants, *members)
            known = self.of_printed.get(seen)
            if known is None:
                if len(self.of_printed) > _REMEMBERED:
                    self.of_printed.clear()
                known = self.of_printed[seen] = list(self._grouped(S, members, low, high, constants, keys, grows))
            return known
        return self._grouped(S, members, low, high, constants, keys, grows)

    def _by_pattern(
        self,
        S: State,
        members: Sequence[int],
        low: int,
        high: int,
        constants: tuple[int, ...],
        keys: tuple[Function, ...],
    ) -> list[tuple[int, ...]]:
        """Ways that depend on which members are alike and on what they weigh: remembered for all members like these."""
        firsts: dict[object, int] = {}
        pattern: list[int | tuple[int, ...]] = []
        key = self.like.key
        for i, member in enumerate(members):
            first = firsts.setdefault(key(S, member), i)
            pattern += (first, tuple([k(member) for k in keys]) if first == i and keys else ())
        return [pick(members) for pick in self._ways_of(pattern, low, high, constants).pickers]

    def _grouped(
        self,
        S: State,
        members: Sequence[int],
        low: int,
        high: int | None,
        constants: tuple[int, ...],
        keys: tuple[Function, ...],
        grows: tuple[Function, ...],
    ) -> Iterable[tuple[int, ...]]:
        kinds, sized, most = self.grouped(S, members, high, constants, keys)
        counted: Iterable[Counts]
        if grows:
            counted = self._grown(kinds, sized, low, most, grows)
        else:
            tree = self.constraint.tree if self.constraint is not None else None
            counted = selections(sized, tree, constants, low, most, self.minimal, self.cap)
        repeating = self.repeating
        return (
            tuple(
                member
                for group, count in zip(kinds, counts, strict=True)
                if count
                for member in (group * count if repeating else group[:count])
            )
            for counts in counted
        )

    def grouped(
        self, S: State, members: Sequence[int], high: int | None, constants: tuple[int, ...], keys: tuple[Function, ...]
    ) -> tuple[list[list[int]], tuple[Group, ...], int]:
        """The members by what is one option, how many of each may be taken and what they weigh, and how many in all."""
        groups: dict[object, list[int]] = {}
        key = self.like.key
        for member in members:
            groups.setdefault(key(S, member), []).append(member)
        kinds = list(groups.values())
        most = high if high is not None else self._longest(constants) if self.repeating else len(members)
        sized = tuple(
            (min(most if self.repeating else len(group), max(most, 0)), tuple(k(group[0]) for k in keys))
            for group in kinds
        )
        return kinds, sized, most

    def known_ways(
        self, members: Sequence[int], low: int, high: int | None, constants: tuple[int, ...], keys: tuple[Function, ...]
    ) -> list[tuple[int, ...]]:
        """The same for a pile, from memory where this pile, or one like it, has been chosen from before."""
        known = self.known
        assert known is not None
        seen = self.looks().of(members)
        pickers: list[Picker] | None = known[low, high, None][constants].get(seen)
        if pickers is None:
            pickers = self.new_ways(seen, members, low, high, constants, keys)
        return [pick(members) for pick in pickers]

    def new_ways(
        self,
        seen: Seen,
        members: Sequence[int],
        low: int,
        high: int | None,
        constants: tuple[int, ...],
        keys: tuple[Function, ...],
        form: Form | None = None,
        alone: bool = False,
    ) -> Known:
        """How to pick each way from a pile whose looks, `seen`, were not seen before, or what makes the options of some
        form; it is remembered. `alone`: `seen` says of each member what it weighs, and nothing else."""
        known = self.known
        assert known is not None
        most = len(members) if high is None else high
        pattern = self._pattern(members, keys)
        if alone:  # no other pile that is remembered has this pattern
            ways = ways_of(self._positions(pattern, low, most, constants))
        else:
            ways = self._ways_of(pattern, low, most, constants)
        if self.remembered > _REMEMBERED:  # emptied where they are: generated code holds on to them
            self.remembered = 0
            for priced in known.values():
                for piles in priced.values():
                    piles.clear()
        self.remembered += 1
        found = known[low, high, form][constants][seen] = ways.pickers if form is None else ways.options(form)
        return found

    def _pattern(self, members: Sequence[int], keys: tuple[Function, ...]) -> list[Any]:
        """What matters of a list of members: for each which one before is like it, and what it weighs."""
        class_of, weights = self.like.class_of, self.weights
        firsts: dict[int, int] = {}
        pattern: list[int | tuple[int, ...]] = []
        for i, member in enumerate(members):
            weight = weights.get(member)
            if weight is None:
                weight = weights[member] = tuple([key(member) for key in keys])
            pattern += (firsts.setdefault(class_of[member], i), weight)
        return pattern

    def _ways_of(self, pattern: list[Any], low: int, high: int, constants: tuple[int, ...]) -> Ways:
        """The ways to choose from a list, remembered for all lists in which the same are alike and weigh the same."""
        key = (low, high, constants, *pattern)
        ways = self.patterns.get(key)
        if ways is None:
            ways = ways_of(self._positions(pattern, low, high, constants))
            if len(self.patterns) > _REMEMBERED:
                self.patterns.clear()
            self.patterns[key] = ways
        return ways

    def _positions(
        self, pattern: list[Any], low: int, high: int, constants: tuple[int, ...]
    ) -> tuple[tuple[int, ...], ...]:
        groups: dict[int, list[int]] = {}
        for i, first in enumerate(pattern[::2]):
            if first == i:
                groups[i] = [i]
            else:
                groups[first].append(i)
        tree = self.constraint.tree if self.constraint is not None else None
        most = max(high, 0)
        sized = tuple([(min(len(group), most), pattern[2 * first + 1]) for first, group in groups.items()])
        found = search(sized, tree, constants, low, high, self.minimal, self.cap)
        kinds = list(groups.values())
        if len(kinds) == len(pattern) // 2:  # no two are alike
            every = range(len(kinds))
            return tuple([tuple([i for i in every if counts[i]]) for counts in found])
        positions = []
        for counts in found:
            flat: list[int] = []
            for group, count in zip(kinds, counts, strict=True):
                if count:
                    flat += group[:count]
            positions.append(tuple(flat))
        return tuple(positions)

    @staticmethod
    def _longest(constants: tuple[int, ...]) -> int:
        """How many members a repeating choice can have at most: no more than the largest number it is held against."""
        return max(0, *constants) if constants else 0

    def _grown(
        self,
        members: list[list[int]],
        sized: tuple[tuple[int, tuple[int, ...]], ...],
        low: int,
        high: int,
        grows: tuple[Function, ...],
    ) -> Iterator[Counts]:
        """Grow sets member by member, giving up on those that break a test which no larger set can mend."""
        taken = [0] * len(members)

        def grow(i: int, flat: list[int]) -> Iterator[Counts]:
            if flat and not all(test(flat) for test in grows):
                return
            if i == len(members):
                if low <= len(flat) <= high:
                    yield tuple(taken)
                return
            for count in range(min(sized[i][0], high - len(flat)) + 1):
                taken[i] = count
                yield from grow(i + 1, flat + (members[i] * count if self.repeating else members[i][:count]))
            taken[i] = 0

        for number, counts in enumerate(grow(0, [])):
            if number >= self.cap:
                raise TooMany
            yield counts

    def take(self, S: State, L: list[int], option: Option, at: int) -> int:
        value = option[at]
        assert isinstance(value, tuple)
        if self.like.mode == "unseen":
            value = self.pick_some(
                S, [m for m in self.of(S, L) if m not in taken_before(S, L, self.unlike)], len(value)
            )
        S[L[SELF] + 1 + self.place][:] = value
        return at + 1

    def pick_some(self, S: State, left: list[int], count: int) -> tuple[int, ...]:
        """So many of some members, drawn unseen; all where there are fewer."""
        picked = []
        for _ in range(min(count, len(left))):  # what was there when it was chosen may have gone since
            picked.append(self.pick(S, left))
            left.remove(picked[-1])
        return tuple(picked)
