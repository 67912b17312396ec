"""Answering step by step: what is offered where whole answers are more than the ruleset allows an offer to have.

In: a question and what has been chosen of its answer so far. Out: all whole options that go on from there if they fit
under the cap, else the next steps: a way in, the value of the first open choice, one more member of a set or its end.
Only steps are offered that some whole option goes on from; each whole option is reached by one path, since members
join a set in the order in which the set lists them. Nothing is written. Always done by effect objects, whatever plays:
this is far from the beaten track.

A step is an option too: (PART, number of the branch, values…) when its last value is whole, (GROWING, number of the
branch, values…, members so far) when it is a set that may take more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import partial
from typing import TYPE_CHECKING, Any

from interpreter.compiling import choices
from interpreter.compiling.choices import (
    UNSEEN,
    ChooseMatching,
    ChooseOne,
    ChooseSet,
    End,
    Option,
    PayStep,
    Step,
    Value,
    taken_before,
)
from interpreter.compiling.multisets import AtLeast, Counts, Group, TooMany, Tree, features_of, tests_of
from interpreter.compiling.searching import payments_early
from interpreter.state import State
from interpreter.state.layout import LOCALS, SELF, UNIT

if TYPE_CHECKING:
    from interpreter.checking import plan
    from interpreter.compiling.effects import Ask, Branch
    from interpreter.compiling.program import Program

PART, GROWING = -4, -5
_LISTING = 10  # so many times the budget of steps may be spent on listing whole options
_STEPPING = 50  # and on all steps of an offer together
_TOO_MANY = "an offer has more options than the ruleset allows"
_WAY_OUT = "bound the choice (`up to`, `where`, `alike`), or allow more under `budgets:`"

Ledger = dict[tuple[int, int], int]
Allowed = Callable[[State, list[int], Option], bool]


def is_step(option: Option) -> bool:
    """Whether an option is only a part of an answer."""
    return option[0] in (PART, GROWING)


def parted(option: Option) -> tuple[int, tuple[Value, ...], tuple[int, ...] | None]:
    """The branch of an option (negative: it declines), the values that are whole, and the members of a set that may
    take more (None: no set is begun)."""
    first, *values = option
    members: Value | None = None
    if first in (PART, GROWING):
        members = values.pop() if first == GROWING else None
        first, *values = values
    assert isinstance(first, int)
    assert not isinstance(members, int)
    return first, tuple(values), members


class TooHard(Exception):
    """Whether something can be completed takes more than the budget of steps to find out."""


class _Met(Exception):
    """One way was found; that is all that was asked."""


class _Looks:
    """How much may still be tried: for one search, and in all."""

    __slots__ = ("budget", "kept", "left")

    def __init__(self, budget: int, searches: int = 1) -> None:
        self.budget = self.left = budget
        self.kept = budget * (searches - 1)  # for searches to come

    def anew(self) -> None:
        """A search of its own begins."""
        self.kept -= self.budget - self.left
        self.left = self.budget if self.kept >= 0 else 0

    def look(self) -> None:
        """One more thing is tried."""
        self.left -= 1
        if self.left < 0:
            raise TooHard


def rest(P: Program, ask: Ask, S: State, L: list[int], begun: Option, steps: bool = False) -> list[Option]:
    """What is offered after the steps `begun` (() for none): whole options, or steps where these are too many. `steps`:
    the next steps in any case."""
    whole = _listed(P, ask, S, L, begun) if not steps else None
    if whole is not None:
        return whole
    while True:
        try:
            found = _following(P, ask, S, L, begun)
        except TooHard:
            message = "which steps of an answer can be completed takes more than the budget of steps to find out"
            raise P.error("options", f"{_TOO_MANY}, and {message}; {_WAY_OUT}", ask, S) from None
        if len(found) > P.budgets.options:
            raise P.error("options", f"{_TOO_MANY}, even for its next step alone; {_WAY_OUT}", ask, S)
        if len(found) != 1 or not is_step(found[0]):
            return found
        begun = found[0]  # the only one: nobody is asked about that


def can_be_met(steps: Step, S: State, L: list[int], budget: int) -> bool:
    """Whether there is a way to meet commitments, however many there are. Raises TooMany when that is too hard."""
    try:
        return choices.can_be_met(steps, S, L)
    except TooMany:
        pass
    chain = _Chain(_Looks(budget), _Meeting(None))
    try:
        chain.of(steps, None).go(S, L, [], {}, [])
    except _Met:
        return True
    except TooHard:
        raise TooMany from None
    return False


def _listed(P: Program, ask: Ask, S: State, L: list[int], begun: Option) -> list[Option] | None:
    """All whole options, or None when they are more than the cap."""
    found: list[Option] = []
    looks = _Looks(P.budgets.steps * _LISTING)
    number = parted(begun)[0] if begun else None
    try:
        for n, branch in enumerate(ask.branches):
            if number in (None, n):
                end = _Noting(_allowed(P, branch), n, found, P.budgets.options)
                _search(P, S, L, branch, _Chain(looks, end, begun))
    except (TooMany, TooHard):
        return None
    return found


def _following(P: Program, ask: Ask, S: State, L: list[int], begun: Option) -> list[Option]:
    """The next steps after those `begun` that can be completed; a step that leaves nothing open is the whole option."""
    looks = _Looks(P.budgets.steps, _STEPPING)
    if not begun:
        found: list[Option] = []
        for number, branch in enumerate(ask.branches):
            looks.anew()
            try:
                _search(P, S, L, branch, _Chain(looks, _Meeting(_allowed(P, branch))))
            except _Met:
                found.append((PART, number) if branch.labels else (number,))
        return found
    branch = ask.branches[parted(begun)[0]]
    probe = _Probe(looks, P.budgets.options, len(branch.labels))
    _search(P, S, L, branch, _Chain(looks, _Meeting(_allowed(P, branch)), begun, probe))
    return list(probe.found)


def _search(P: Program, S: State, L: list[int], branch: Branch, chain: _Chain) -> None:
    steps = chain.of(branch.steps, branch.sentence)

    def look(S: State, frame: list[int]) -> None:
        steps.go(S, frame, [], {}, [])

    branch.options(P, S, L, look)


def _allowed(P: Program, branch: Branch) -> Allowed | None:
    """Whether an option is not forbidden; None where nothing can forbid it."""
    if branch.forbid is None:
        return None

    def allowed(S: State, frame: list[int], option: Option) -> bool:
        first = frame[SELF]
        kept = [x[:] for x in S[first : first + 1 + P.layout.units[frame[UNIT]].lists]]
        found = not branch.forbidden(P, S, frame, option)
        for i, numbers in enumerate(kept):
            S[first + i][:] = numbers
        return found

    return allowed


# ---- steps that keep what was chosen, and look no further than they must -----------------------------


class _Noting(Step):
    """The end of a search for whole options."""

    __slots__ = ("allowed", "cap", "found", "number")

    def __init__(self, allowed: Allowed | None, number: int, found: list[Option], cap: int) -> None:
        self.allowed, self.number, self.found, self.cap = allowed, number, found, cap

    def go(self, S: State, L: list[int], chosen: list[Value], ledger: Ledger, out: list[Option]) -> None:
        if self.allowed is None or self.allowed(S, L, tuple(chosen)):
            self.found.append((self.number, *chosen))
            if len(self.found) > self.cap:
                raise TooMany


class _Meeting(Step):
    """The end of a search for any whole option."""

    __slots__ = ("allowed",)

    def __init__(self, allowed: Allowed | None) -> None:
        self.allowed = allowed

    def go(self, S: State, L: list[int], chosen: list[Value], ledger: Ledger, out: list[Option]) -> None:
        if self.allowed is None or self.allowed(S, L, tuple(chosen)):
            raise _Met


class _Probe:
    """Collects the next steps that can be completed; nothing more is tried once they are more than the cap."""

    def __init__(self, looks: _Looks, cap: int, values: int) -> None:
        self.looks, self.cap, self.values = looks, cap, values
        self.found: dict[Option, None] = {}

    def option(self, number: int, values: tuple[Value, ...]) -> Option:
        """What it is to have chosen these values: a step, or all."""
        return (number, *values) if len(values) == self.values else (PART, number, *values)

    @property
    def enough(self) -> bool:
        """Whether there are more than can be offered."""
        return len(self.found) > self.cap

    def ask(self, option: Option, chosen: list[Value], go: Callable[[], None]) -> None:
        """Whether `go` comes to an end of the search; what it leaves behind in `chosen` is taken away."""
        if option in self.found or self.enough:
            return
        self.looks.anew()
        size = len(chosen)
        try:
            go()
        except _Met:
            self.found[option] = None
            del chosen[size:]


class _Chain:
    """Makes the steps of a search anew: with what was chosen kept, sets searched lazily, and everything counted."""

    def __init__(self, looks: _Looks, end: Step, begun: Option = (), probe: _Probe | None = None) -> None:
        self.looks, self.end, self.probe = looks, end, probe
        self.number, self.values, self.members = parted(begun) if begun else (0, (), None)

    def of(self, steps: Step, sentence: plan.Sentence | None) -> Step:
        """The chain that does what `steps` do."""
        made: list[list[Step]] = []
        at = 0
        step = steps
        while not isinstance(step, End):
            before = at
            if isinstance(step, ChooseSet | ChooseMatching):
                at += 1
                made.append([_Lazily(self, step, before)])
            elif isinstance(step, ChooseOne):
                at += 1
                made.append([_One(self, step, before), _Turn(self, before, at)])
            else:
                if isinstance(step, PayStep):
                    at += sum(len(alternatives) > 1 for alternatives in step.amounts)
                made.append([copy(step), _Turn(self, before, at)] if at > before else [copy(step)])
            step = step.next
        if sentence is not None and len(sentence.commitments) == len(made):
            # as generated code does: who cannot pay need not search
            places = {id(node): place for place, node in enumerate(sentence.commitments)}
            made = [made[places[id(node)]] for node in payments_early(sentence.commitments)]
        chain = [step for some in made for step in some] + [self.end]
        for step, following in zip(chain, chain[1:], strict=False):
            step.next = following
        return chain[0]


class _One(Step):
    """A choice of one thing, as `ChooseOne` makes it; of a range of numbers no list is made."""

    __slots__ = ("at", "chain", "step")

    def __init__(self, chain: _Chain, step: ChooseOne, at: int) -> None:
        self.chain, self.step, self.at = chain, step, at

    def go(self, S: State, L: list[int], chosen: list[Value], ledger: Ledger, out: list[Option]) -> None:
        step, chain = self.step, self.chain
        at, mode = LOCALS + step.place, step.like.mode
        before = taken_before(S, L, step.unlike)
        members: Sequence[int] = step.of(S, L)
        if not isinstance(members, range):
            members = list(members)
        kept = chain.values[self.at] if self.at < len(chain.values) else None
        if isinstance(kept, int) and kept != UNSEEN:
            members = [kept] if kept in members else []
        seen: set[object] = set()
        for member in members:
            if member in before:
                continue
            if mode not in ("number", "apart"):
                key = step.like.key(S, member)
                if key in seen:
                    continue
                seen.add(key)
            L[at] = member
            chosen.append(UNSEEN if mode == "unseen" else member)
            self.next.go(S, L, chosen, ledger, out)
            chosen.pop()
            if chain.probe is not None and chain.probe.enough:
                break


class _Turn(Step):
    """Behind a choice of one thing: goes on with what was chosen before, or with everything."""

    __slots__ = ("at", "chain", "end", "kept")

    def __init__(self, chain: _Chain, at: int, end: int) -> None:
        self.chain, self.at, self.end = chain, at, end
        self.kept = list(chain.values[at:end])

    def go(self, S: State, L: list[int], chosen: list[Value], ledger: Ledger, out: list[Option]) -> None:
        chain, at = self.chain, self.at
        chain.looks.look()
        if chosen[at : at + len(self.kept)] != self.kept:
            return
        here = at + len(self.kept)
        if chain.probe is None or not at <= len(chain.values) == here < self.end:
            self.next.go(S, L, chosen, ledger, out)
            return
        option = chain.probe.option(chain.number, (*chain.values, chosen[here]))
        chain.probe.ask(option, chosen, lambda: self.next.go(S, L, chosen, dict(ledger), out))


class _Lazily(Step):
    """A choice of a set. Sets are made one by one, beginning with the members that were chosen before."""

    __slots__ = ("at", "chain", "step")

    def __init__(self, chain: _Chain, step: ChooseSet | ChooseMatching, at: int) -> None:
        self.chain, self.step, self.at = chain, step, at

    def go(self, S: State, L: list[int], chosen: list[Value], ledger: Ledger, out: list[Option]) -> None:
        chain = self.chain
        made = _set_of(self.step, S, L, chain.looks)
        if made is None:
            return
        opened = self.at == len(chain.values)
        begun: Value = ()
        if self.at < len(chain.values):
            begun = chain.values[self.at]
        elif opened and chain.members is not None:
            begun = chain.members
        assert isinstance(begun, tuple)
        least, last = made.begun(begun)
        most = [*least[:last], *made.sizes[last:]]

        def go(least: list[int], most: list[int]) -> None:
            self._each(made.ways(least, most), made, S, L, chosen, ledger, out)

        if self.at < len(chain.values):
            go(least, least)
        elif chain.probe is None or not opened:
            go(least, most)
        else:
            for g in range(last, len(least)):
                if least[g] < most[g]:
                    members = (*begun, made.members(g, least[g] + 1)[-1])
                    more = [*least[:g], least[g] + 1, *least[g + 1 :]]
                    upto = [*more[:g], *most[g:]]
                    if upto == more or len(members) >= made.longest:  # nothing can join any more
                        upto, step = more, chain.probe.option(chain.number, (*chain.values, members))
                    else:
                        step = (GROWING, chain.number, *chain.values, members)
                    chain.probe.ask(step, chosen, partial(go, more, upto))
            done = chain.probe.option(chain.number, (*chain.values, begun))
            chain.probe.ask(done, chosen, partial(go, least, least))

    def _each(
        self,
        ways: Iterator[Counts],
        made: _Set,
        S: State,
        L: list[int],
        chosen: list[Value],
        ledger: Ledger,
        out: list[Option],
    ) -> None:
        at = S[L[SELF] + 1 + self.step.place]
        ledger = dict(ledger)
        for counts in ways:
            self.chain.looks.look()
            at[:] = [m for g, count in enumerate(counts) if count for m in made.things(g, count)]
            if made.test is not None and not made.test(S, L):
                continue
            chosen.append((UNSEEN,) * len(at) if made.unseen else tuple(at))
            self.next.go(S, L, chosen, ledger, out)
            chosen.pop()
        at[:] = []


class _Set:
    """What a set is made from: groups of members that are one option, and every way to take so many of each."""

    __slots__ = ("kinds", "longest", "repeating", "sizes", "test", "unseen", "ways")

    def __init__(
        self,
        kinds: list[list[int]],
        sizes: list[int],
        longest: int,
        ways: Callable[[list[int], list[int]], Iterator[Counts]],
        test: Callable[..., Any] | None,
        repeating: bool,
        unseen: bool,
    ) -> None:
        self.kinds, self.sizes, self.longest, self.ways, self.test = kinds, sizes, longest, ways, test
        self.repeating, self.unseen = repeating, unseen

    def things(self, g: int, count: int) -> list[int]:
        """So many of a group."""
        return self.kinds[g] * count if self.repeating else self.kinds[g][:count]

    def members(self, g: int, count: int) -> list[int]:
        """So many of a group, as an option says it."""
        return [UNSEEN] * count if self.unseen else self.things(g, count)

    def begun(self, members: tuple[int, ...]) -> tuple[list[int], int]:
        """How many of each group these are, and the last group among them (the first, where there are none)."""
        counts, last = [0] * len(self.kinds), 0
        group_of = {m: g for g, group in enumerate(self.kinds) for m in group} if not self.unseen else {UNSEEN: 0}
        for member in members:
            last = group_of[member]
            counts[last] += 1
        return counts, last


def _set_of(step: ChooseSet | ChooseMatching, S: State, L: list[int], looks: _Looks) -> _Set | None:
    """What a choice can choose now; None where it can choose nothing."""
    unseen = step.like.mode == "unseen"
    if isinstance(step, ChooseMatching):
        members = step.of(S, L)
        if step.unlike:
            before = taken_before(S, L, step.unlike)
            members = [m for m in members if m not in before]
        found = step.candidates(S, step.recipe(S, L), members)
        if found is None:
            return None
        kinds, fits = found
        sizes = [len(group) for group in kinds]
        return _Set(kinds, sizes, len(fits), partial(_filled, looks, fits), None, False, unseen)
    members, low, high, constants, keys, grows = step.given(S, L)
    if low < 0:
        return None
    kinds, sized, longest = step.grouped(S, members, high, constants, keys)
    constraint = step.constraint
    ways: Callable[[list[int], list[int]], Iterator[Counts]]
    if grows:
        ways = partial(_grown, looks, kinds, step.repeating, low, longest, grows)
    else:
        tree = constraint.tree if constraint is not None else None
        ways = partial(_selected, looks, sized, tree, constants, low, longest, step.minimal)
    test = constraint.test if constraint is not None else None
    return _Set(kinds, [size for size, _ in sized], longest, ways, test, step.repeating, unseen)


# ---- sets one by one, each group taken between `least` and `most` times; in the order of `multisets` ---


def _selected(
    looks: _Looks,
    groups: tuple[Group, ...],
    tree: Tree | None,
    constants: tuple[int, ...],
    low: int,
    high: int,
    minimal: bool,
    least: list[int],
    most: list[int],
) -> Iterator[Counts]:
    """What `multisets.search` finds, lazily."""
    if minimal and isinstance(tree, AtLeast) and tree.feature and low <= 1 and high >= sum(size for size, _ in groups):
        values = [keys[tree.feature - 1] for _, keys in groups]
        if min(values, default=1) > 0 and constants[tree.constant] > 0:
            yield from _payments(looks, values, constants[tree.constant], least, most)
            return
    width = 1 + max(features_of(tree), default=0)
    order = list(range(len(groups)))
    if minimal:
        order.sort(key=lambda g: groups[g][1], reverse=True)
    keys = [(1, *groups[g][1])[:width] for g in order]
    floors, tops = [least[g] for g in order], [most[g] for g in order]
    owed = [any(floors[i:]) for i in range(len(order) + 1)]
    # what the groups from i on can add, at least and at most, to each feature
    low_rest = [[0] * width for _ in range(len(order) + 1)]
    high_rest = [[0] * width for _ in range(len(order) + 1)]
    for i in range(len(order) - 1, -1, -1):
        for f in range(width):
            few, many = floors[i] * keys[i][f], tops[i] * keys[i][f]
            low_rest[i][f] = low_rest[i + 1][f] + min(few, many)
            high_rest[i][f] = high_rest[i + 1][f] + max(few, many)
    taken = [0] * len(order)
    dead: set[tuple[int, ...]] = set()  # from where nothing was found
    holds, reachable = tests_of(tree) if tree is not None else (None, None)

    def is_minimal(totals: list[int]) -> bool:
        for i, count in enumerate(taken):
            if count and holds is not None:
                less = [t - k for t, k in zip(totals, keys[i], strict=True)]
                if less[0] >= low and holds(less, constants):
                    return False
        return True

    def noted() -> Counts:
        counts = [0] * len(order)
        for i, count in enumerate(taken):
            counts[order[i]] = count
        return tuple(counts)

    def grow(i: int, totals: list[int]) -> Iterator[Counts]:
        looks.look()
        if minimal and holds is not None and totals[0] >= low and holds(totals, constants):
            if not owed[i] and is_minimal(totals):
                yield noted()
            return
        if i == len(order):
            if not minimal and totals[0] >= low and (holds is None or holds(totals, constants)):
                yield noted()
            return
        if totals[0] + high_rest[i][0] < low or totals[0] + low_rest[i][0] > high:
            return
        here = (i, *totals)
        if here in dead:
            return
        if reachable is not None:
            lowest = [t + r for t, r in zip(totals, low_rest[i], strict=True)]
            highest = [t + r for t, r in zip(totals, high_rest[i], strict=True)]
            if not reachable(lowest, highest, constants):
                return
        step, some = keys[i], False
        for count in range(min(tops[i], high - totals[0]), floors[i] - 1, -1):
            taken[i] = count
            for counts in grow(i + 1, [t + count * k for t, k in zip(totals, step, strict=True)] if count else totals):
                some = True
                yield counts
        taken[i] = 0
        if not some and not minimal:
            dead.add(here)

    yield from grow(0, [0] * width)


def _payments(looks: _Looks, values: list[int], need: int, least: list[int], most: list[int]) -> Iterator[Counts]:
    """What `multisets` finds for payments, lazily: from the highest value down, nothing after what carries it to
    `need`."""
    order = sorted(range(len(values)), key=lambda g: values[g], reverse=True)
    rest = [0] * (len(order) + 1)
    for i in range(len(order) - 1, -1, -1):
        rest[i] = rest[i + 1] + most[order[i]] * values[order[i]]
    owed = [any(least[g] for g in order[i:]) for i in range(len(order) + 1)]
    taken = [0] * len(values)

    def grow(i: int, left: int) -> Iterator[Counts]:
        while i < len(order) and rest[i] >= left:
            looks.look()
            group = order[i]
            value, floor = values[group], least[group]
            i += 1
            for count in range(max(1, floor), most[group] + 1):
                if left <= (count - 1) * value:
                    break
                taken[group] = count
                if left > count * value:
                    yield from grow(i, left - count * value)
                elif not owed[i]:
                    yield tuple(taken)
            taken[group] = 0
            if floor:
                return

    yield from grow(0, need)


def _grown(
    looks: _Looks,
    kinds: list[list[int]],
    repeating: bool,
    low: int,
    high: int,
    grows: tuple[Callable[..., Any], ...],
    least: list[int],
    most: list[int],
) -> Iterator[Counts]:
    """Sets grown member by member, given up with the first test that no larger set passes again."""
    taken = [0] * len(kinds)
    rest = [sum(most[i:]) for i in range(len(kinds) + 1)]

    def grow(i: int, flat: list[int]) -> Iterator[Counts]:
        looks.look()
        if len(flat) + rest[i] < low or (flat and not all(test(flat) for test in grows)):
            return
        if i == len(kinds):
            if low <= len(flat) <= high:
                yield tuple(taken)
            return
        for count in range(least[i], min(most[i], high - len(flat)) + 1):
            taken[i] = count
            yield from grow(i + 1, flat + (kinds[i] * count if repeating else kinds[i][:count]))
        taken[i] = 0

    yield from grow(0, [])


def _filled(looks: _Looks, fits: list[list[int]], least: list[int], most: list[int]) -> Iterator[Counts]:
    """What meets a recipe, each multiset once."""
    order = sorted(range(len(fits)), key=lambda n: len(fits[n]))
    used = [0] * len(most)
    seen: set[tuple[int, ...]] = set()

    def fill(i: int) -> Iterator[Counts]:
        looks.look()
        counts = tuple(used)
        here = (i, *counts)
        if here in seen or sum(max(0, few - n) for few, n in zip(least, counts, strict=True)) > len(order) - i:
            return
        seen.add(here)
        if i == len(order):
            yield counts
            return
        for g in fits[order[i]]:
            if used[g] < most[g]:
                used[g] += 1
                yield from fill(i + 1)
                used[g] -= 1

    yield from fill(0)
