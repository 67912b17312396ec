"""Effect objects: the steps of a compiled game, each at its place in one list of code.

`run(P, S, L)` carries a step out and says where to go on: a place in the code, or RELOAD (another frame runs
now), ASK (somebody must decide) or STOP (the game is over). Steps hold no state of a match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from interpreter.compiling.choices import Option, Step
from interpreter.compiling.multisets import TooMany
from interpreter.compiling.stepping import is_step, rest
from interpreter.diagnostics import Span
from interpreter.state import CHANCE, INSTANCES, LIMITS, LOCATION, NOTHING, State, ValueType
from interpreter.state.layout import (
    AT,
    BELOW,
    CONTROL,
    FRAME,
    INSTANCE_COUNT,
    LOCALS,
    OVER,
    REVEALED,
    SELF,
    STATUS,
    THIS,
    UNIT,
    WHO,
    YOU,
)

if TYPE_CHECKING:
    from interpreter.checking import plan
    from interpreter.compiling.program import Program, RulesError
    from interpreter.syntax import ast

Function = Callable[..., Any]
RELOAD, ASK, STOP = -1, -2, -3


class Effect:
    """One step. `here` is its place in the code, `at` its place in the rules."""

    __slots__ = ("at", "here")

    def __init__(self, at: Span) -> None:
        self.at = at
        self.here = 0

    def run(self, P: Program, S: State, L: list[int]) -> int:
        """Carry the step out."""
        raise AssertionError


class Act(Effect):
    """A verb of the vocabulary."""

    __slots__ = ("act", "arguments", "result")

    def __init__(self, at: Span, act: Function, arguments: list[Function], result: int | None) -> None:
        super().__init__(at)
        self.act, self.arguments, self.result = act, arguments, result

    def run(self, P: Program, S: State, L: list[int]) -> int:
        table = P.table
        table.at = self.here
        given = self.act(table, S, L[YOU], *[a(S, L) for a in self.arguments])
        if self.result is not None:
            S[L[SELF] + 1 + self.result][:] = given
        if table.events:
            return P.dispatch(S, L, self.here + 1)
        return self.here + 1


class Settle(Effect):
    """The payments of a sentence, made together."""

    __slots__ = ("act", "amounts", "picks", "to")

    def __init__(
        self,
        at: Span,
        act: Function,
        amounts: list[list[tuple[Function, Function]]],
        picks: tuple[int, ...],
        to: Function | None,
    ) -> None:
        super().__init__(at)
        self.act, self.amounts, self.picks, self.to = act, amounts, picks, to

    def run(self, P: Program, S: State, L: list[int]) -> int:
        table = P.table
        table.at = self.here
        to = self.to(S, L) if self.to is not None else None
        # what is paid is fixed before the first payment moves anything
        amounts = []
        for place, alternatives in zip(self.picks, self.amounts, strict=True):
            count, resource = alternatives[L[LOCALS + place]]
            amounts.append((count(S, L), resource(S, L)))
        for count, resource in amounts:
            self.act(table, S, L[YOU], count, resource, to)
        if table.events:
            return P.dispatch(S, L, self.here + 1)
        return self.here + 1


class Bind(Effect):
    """A name for a value."""

    __slots__ = ("many", "place", "value")

    def __init__(self, at: Span, place: int, many: bool, value: Function) -> None:
        super().__init__(at)
        self.place, self.many, self.value = place, many, value

    def run(self, P: Program, S: State, L: list[int]) -> int:
        P.table.at = self.here
        value = self.value(S, L)
        if self.many:
            S[L[SELF] + 1 + self.place][:] = list(value)
        else:
            L[LOCALS + self.place] = int(value)
        return self.here + 1


class Assign(Effect):
    """A variable, resource or attribute gets a value; its bounds stop it."""

    __slots__ = ("high", "index", "low", "of", "value")

    def __init__(
        self, at: Span, index: int, of: Function | None, value: Function, low: int | None, high: int | None
    ) -> None:
        super().__init__(at)
        self.index, self.of, self.value, self.low, self.high = index, of, value, low, high

    def run(self, P: Program, S: State, L: list[int]) -> int:
        value = int(self.value(S, L))
        if value != NOTHING:
            if self.low is not None and value < self.low:
                value = self.low
            if self.high is not None and value > self.high:
                value = self.high
        at = self.of(S, L) if self.of is not None else 0
        if at < 0:
            raise IndexError("nothing has no value to set")
        P.table.at = self.here
        P.table.put(S, self.index, at, value, L[YOU])
        return self.here + 1


class Jump(Effect):
    """Go on elsewhere."""

    __slots__ = ("to",)

    def __init__(self, at: Span, to: int = 0) -> None:
        super().__init__(at)
        self.to = to

    def run(self, P: Program, S: State, L: list[int]) -> int:
        return self.to


class JumpUnless(Effect):
    """Go on elsewhere unless a condition holds."""

    __slots__ = ("condition", "said", "to")

    def __init__(self, at: Span, condition: Function, said: plan.Expr | None = None) -> None:
        super().__init__(at)
        self.condition, self.said = condition, said
        self.to = 0

    def run(self, P: Program, S: State, L: list[int]) -> int:
        return self.here + 1 if self.condition(S, L) else self.to


class Meet(Effect):
    """A sentence with nothing open: its commitments are met, or `otherwise`."""

    __slots__ = ("otherwise", "steps")

    def __init__(self, at: Span, steps: Step) -> None:
        super().__init__(at)
        self.steps = steps
        self.otherwise = 0

    def run(self, P: Program, S: State, L: list[int]) -> int:
        out: list[Option] = []
        self.steps.go(S, L, [], {}, out)
        if not out:
            P.skipped(self)
            return self.otherwise
        step: Step | None = self.steps
        at = 0
        while step is not None:
            at = step.take(S, L, out[0], at)
            step = getattr(step, "next", None)
        return self.here + 1


class Visit(Effect):
    """The beginning of a loop over members: the set is fixed now."""

    __slots__ = ("index", "members", "of", "saved")

    def __init__(self, at: Span, of: Function, members: int, index: int, saved: int | None) -> None:
        super().__init__(at)
        self.of, self.members, self.index, self.saved = of, members, index, saved

    def run(self, P: Program, S: State, L: list[int]) -> int:
        S[L[SELF] + 1 + self.members][:] = list(self.of(S, L))
        L[LOCALS + self.index] = 0
        if self.saved is not None:
            L[LOCALS + self.saved] = L[YOU]
        return self.here + 1


class NextMember(Effect):
    """The next turn of a loop over members, or its end."""

    __slots__ = ("exit", "index", "members", "place", "saved", "while_")

    def __init__(
        self, at: Span, members: int, index: int, place: int | None, saved: int | None, while_: Function | None
    ) -> None:
        super().__init__(at)
        self.members, self.index, self.place, self.saved, self.while_ = members, index, place, saved, while_
        self.exit = 0

    def run(self, P: Program, S: State, L: list[int]) -> int:
        members = S[L[SELF] + 1 + self.members]
        i = L[LOCALS + self.index]
        if self.saved is not None:
            L[YOU] = L[LOCALS + self.saved]
        if i >= len(members):
            members.clear()
            L[LOCALS + self.index] = 0
            return self.exit
        if self.place is not None:
            L[LOCALS + self.place] = members[i]
        else:
            L[YOU] = members[i]
        if self.while_ is not None and not self.while_(S, L):
            if self.saved is not None:
                L[YOU] = L[LOCALS + self.saved]
            members.clear()
            return self.exit
        L[LOCALS + self.index] = i + 1
        return self.here + 1


class CountTurns(Effect):
    """The beginning of `repeat`: how often is read now."""

    __slots__ = ("done", "high", "limit")

    def __init__(self, at: Span, high: Function, limit: int, done: int) -> None:
        super().__init__(at)
        self.high, self.limit, self.done = high, limit, done

    def run(self, P: Program, S: State, L: list[int]) -> int:
        L[LOCALS + self.limit] = self.high(S, L)
        L[LOCALS + self.done] = 0
        return self.here + 1


class NextTurn(Effect):
    """The next turn of `repeat`, or its end."""

    __slots__ = ("done", "exit", "limit", "while_")

    def __init__(self, at: Span, limit: int, done: int, while_: Function | None) -> None:
        super().__init__(at)
        self.limit, self.done, self.while_ = limit, done, while_
        self.exit = 0

    def run(self, P: Program, S: State, L: list[int]) -> int:
        if L[LOCALS + self.done] >= L[LOCALS + self.limit] or (self.while_ is not None and not self.while_(S, L)):
            L[LOCALS + self.done] = L[LOCALS + self.limit] = 0
            return self.exit
        L[LOCALS + self.done] += 1
        return self.here + 1


class Call(Effect):
    """Another unit runs now, then this one goes on."""

    __slots__ = ("arguments", "unit")

    def __init__(self, at: Span, unit: int, arguments: list[tuple[Function, bool]]) -> None:
        super().__init__(at)
        self.unit, self.arguments = unit, arguments

    def run(self, P: Program, S: State, L: list[int]) -> int:
        given = [f(S, L) for f, _ in self.arguments]
        L[AT] = self.here + 1
        P.push(S, L, self.unit, L[YOU], L[THIS], given)
        return RELOAD


class CallHeld(Effect):
    """An effect that a card or slot holds."""

    __slots__ = ("carrier", "effect")

    def __init__(self, at: Span, effect: Function, carrier: Function | None) -> None:
        super().__init__(at)
        self.effect, self.carrier = effect, carrier

    def run(self, P: Program, S: State, L: list[int]) -> int:
        unit = self.effect(S, L)
        if unit == NOTHING:
            return self.here + 1
        P.check_depth(S, L, self)
        L[AT] = self.here + 1
        frame = P.push(S, L, unit, L[YOU], self.carrier(S, L) if self.carrier is not None else L[THIS], [])
        # a limit at the head of an effect limits its offer; whoever performs it steps over that
        if isinstance(P.code[frame[AT]], UseLimit):
            frame[AT] += 1
        return RELOAD


class Return(Effect):
    """The end of a unit."""

    __slots__ = ("event", "values")

    def __init__(self, at: Span) -> None:
        super().__init__(at)
        self.event: int | None = None
        self.values: list[tuple[str, int]] = []

    def run(self, P: Program, S: State, L: list[int]) -> int:
        if self.event is not None:
            parts = {name: L[LOCALS + place] for name, place in self.values}
            P.table.events.append((self.event, L[YOU], parts))
        below = L[BELOW]
        del S[L[SELF] :]
        if below == NOTHING:
            S[CONTROL][STATUS] = OVER
            S[CONTROL][FRAME] = NOTHING
            P.table.events.clear()
            return STOP
        S[CONTROL][FRAME] = below
        if P.table.events:
            frame = S[below]
            P.dispatch(S, frame, frame[AT])
        return RELOAD


class UseLimit(Effect):
    """A limit: skips its body when it is used up, else notes the use."""

    __slots__ = ("exit", "site", "times")

    def __init__(self, at: Span, site: int, times: int) -> None:
        super().__init__(at)
        self.site, self.times = site, times
        self.exit = 0

    def free(self, S: State, L: list[int]) -> bool:
        """Whether the limit is not yet used up."""
        return self.left(S, L[THIS], L[YOU])

    def left(self, S: State, this: int, you: int) -> bool:
        """Whether it is not yet used up for a player and a carrier."""
        return S[LIMITS].count(limit_key(self.site, this, you)) < self.times

    def run(self, P: Program, S: State, L: list[int]) -> int:
        if not self.free(S, L):
            return self.exit
        S[LIMITS].append(limit_key(self.site, L[THIS], L[YOU]))
        return self.here + 1


def limit_key(site: int, this: int, you: int) -> int:
    """One number for place in the text, carrier and player."""
    return (site * (1 << 20) + (this + 1 if this != NOTHING else 0)) * 64 + (you + 1 if you != NOTHING else 0)


def limit_site(key: int) -> int:
    """The place in the text of such a number."""
    return key // 64 // (1 << 20)


class EndPart(Effect):
    """Leave a part of the flow, or the game."""

    __slots__ = ("part",)

    def __init__(self, at: Span, part: str) -> None:
        super().__init__(at)
        self.part = part

    def run(self, P: Program, S: State, L: list[int]) -> int:
        return P.leave(S, L, self.part, self)


class Again(Effect):
    """One more pick of the offer that led here."""

    __slots__ = ()

    def run(self, P: Program, S: State, L: list[int]) -> int:
        frame = L
        while True:
            picks = P.picks_place.get(frame[UNIT])
            if picks is not None:
                frame[LOCALS + picks] += 1
                return self.here + 1
            if frame[BELOW] == NOTHING:
                P.skipped(self)
                return self.here + 1
            frame = S[frame[BELOW]]


class Begin(Effect):
    """Abilities that last until a scope ends. An instance is a record of numbers in the state."""

    __slots__ = ("abilities", "once", "scope", "takes")

    def __init__(
        self, at: Span, scope: int, once: bool, abilities: list[tuple[int, int]], takes: list[tuple[Function, int]]
    ) -> None:
        super().__init__(at)
        self.scope, self.once, self.abilities, self.takes = scope, once, abilities, takes

    def run(self, P: Program, S: State, L: list[int]) -> int:
        self.begin(P, S, L[YOU], L[THIS], [function(S, L) for function, _ in self.takes])
        return self.here + 1

    def begin(self, P: Program, S: State, you: int, this: int, given: Sequence[int]) -> None:
        """Let them work; `given` are the values that they take along."""
        records = S[INSTANCES]
        taken = [v for value, (_, place) in zip(given, self.takes, strict=True) for v in (place, value)]
        for ability, event in self.abilities:
            S[CONTROL][INSTANCE_COUNT] += 1
            number = S[CONTROL][INSTANCE_COUNT]
            records += [number, ability, you, this, self.scope, int(self.once), len(taken), *taken]
            S[P.layout.event_base + event] += (ability, -number - 2)


class Unreplaced(Effect):
    """A replacement that was declined or could not be met: the event happens after all."""

    __slots__ = ()

    def run(self, P: Program, S: State, L: list[int]) -> int:
        S[L[BELOW]][AT] -= 1
        return self.here + 1


class Hook(Effect):
    """Asks who comes before an event, or in its place; then the verb, which stands right behind."""

    __slots__ = ("before", "instead", "parts", "result")

    def __init__(
        self, at: Span, before: int | None, instead: int | None, parts: Function, result: int | None = None
    ) -> None:
        super().__init__(at)
        self.before, self.instead, self.parts, self.result = before, instead, parts, result

    def run(self, P: Program, S: State, L: list[int]) -> int:
        parts = self.parts(S, L)
        if self.result is not None:  # what does not happen gives nothing
            S[L[SELF] + 1 + self.result].clear()
        if self.instead is not None:
            # none applies twice to one event: what a replacement does in its place is that event
            running = P.running(S, L)
            found = [f for f in P.listeners(S, self.instead, L[YOU], parts) if P.abilities[f[0]].unit not in running]
            if found:
                P.count_chain(S, self)
                L[AT] = self.here + 2
                P.push_ability(S, L, found[0], L[YOU], parts)
                return RELOAD
        if self.before is not None:
            P.table.events.append((self.before, L[YOU], parts))
            return P.dispatch(S, L, self.here + 1)
        return self.here + 1


class Branch:
    """A way into an offer: frames to enter, limits to note, commitments to meet, and where it goes on.

    `label` is the name of the action ("" for none), `way` the alternative of an `either` ("" for none),
    `enter` are (unit, arguments, place to return to) from the outside in.
    `guards` are conditions, asked in the innermost frame. `count` is the place in the asking frame that counts how
    often an entry of a mapping was picked.
    """

    __slots__ = (
        "apply",
        "carriers",
        "count",
        "enter",
        "forbid",
        "guards",
        "label",
        "labels",
        "limits",
        "nth",
        "place",
        "said",
        "sentence",
        "steps",
        "target",
        "through",
        "unit",
        "way",
    )

    def __init__(self, steps: Step, target: int, labels: list[tuple[str, ValueType]]) -> None:
        self.steps, self.target = steps, target
        self.labels = labels  # what each value of an option is called, and its type
        self.label = ""
        self.way = ""
        self.said: ast.Block | None = None  # the alternative as a tree, for people
        self.enter: list[tuple[int, list[tuple[Function, bool]], int]] = []
        self.limits: list[UseLimit] = []
        self.guards: list[Function] = []
        self.forbid: tuple[int, list[tuple[str, int]]] | None = None
        self.count: tuple[int, int | None] | None = None
        # components that may carry the effect, and the lists of zones where it works
        self.carriers: tuple[tuple[int, ...], frozenset[int]] | None = None
        # for generated code: whose commitments these are, the units that are entered, what was made of it
        self.sentence: plan.Sentence | None = None
        self.unit: plan.Unit | None = None
        self.through: list[tuple[str, tuple[tuple[plan.Expr, bool], ...]]] = []
        self.apply: Function | None = None
        self.place = (0, 0)  # of its question, and its number there
        self.nth = 0  # which way into the unit that it enters first it is

    def carrier(self, P: Program, S: State, L: list[int]) -> int:
        """The component that carries the effect for whoever decides, or NOTHING."""
        if self.carriers is None:
            return NOTHING
        components, zones = self.carriers
        for component in components:
            place = S[LOCATION][component]
            if place in zones and P.layout.owner_of[place] == L[YOU]:
                return component
        return NOTHING

    def copy(self) -> Branch:
        """A branch that may be entered from elsewhere too."""
        other = Branch(self.steps, self.target, self.labels)
        other.label, other.way, other.forbid, other.count = self.label, self.way, self.forbid, self.count
        other.carriers, other.said = self.carriers, self.said
        other.sentence, other.unit, other.through = self.sentence, self.unit, list(self.through)
        other.nth = self.nth
        other.enter, other.limits, other.guards = list(self.enter), list(self.limits), list(self.guards)
        return other

    def options(self, P: Program, S: State, L: list[int], look: Function | None = None) -> list[Option]:
        """Every way to meet its commitments; leaves the state as it was. `look`, of the state and the innermost frame,
        is called in place of looking for them."""
        if self.count is not None:
            place, most = self.count
            if most is not None and L[LOCALS + place] >= most:
                return []
        this = L[THIS]
        if self.carriers is not None:
            this = self.carrier(P, S, L)
            if this == NOTHING:
                return []
        size = len(S)
        frame = L
        # what is tried in the asking frame itself is put back, so that asking changes nothing
        kept: list[list[int]] = []
        if not self.enter:
            kept = [x[:] for x in S[L[SELF] : L[SELF] + 1 + P.layout.units[L[UNIT]].lists]]
        for unit, arguments, _ in self.enter:
            frame = P.push(S, frame, unit, frame[YOU], this, [f(S, frame) for f, _ in arguments])
        out: list[Option] = []
        try:
            if all(limit.free(S, frame) for limit in self.limits) and all(guard(S, frame) for guard in self.guards):
                if look is not None:
                    look(S, frame)
                else:
                    self.steps.go(S, frame, [], {}, out)
                if out and self.forbid is not None:
                    out = [o for o in out if not self.forbidden(P, S, frame, o)]
        finally:
            del S[size:]
            S[CONTROL][FRAME] = L[SELF]
            for i, numbers in enumerate(kept):
                S[L[SELF] + i][:] = numbers
        return out

    def forbidden(self, P: Program, S: State, frame: list[int], option: Option) -> bool:
        """Whether something in play forbids a way that was found; leaves it bound in the frame."""
        assert self.forbid is not None
        event, places = self.forbid
        entries = S[P.layout.event_base + event]
        if not entries:
            return False
        # a choice of something unseen is still open here: no chance is used up for a menu
        chance, revealed = S[CHANCE][:], S[CONTROL][REVEALED]
        self.bind(S, frame, option)
        S[CHANCE][:], S[CONTROL][REVEALED] = chance, revealed
        return bool(P.listeners(S, event, frame[YOU], {name: frame[LOCALS + place] for name, place in places}))

    def bind(self, S: State, frame: list[int], option: Option) -> None:
        """Write what was chosen into the frame."""
        step: Step | None = self.steps
        at = 0
        while step is not None:
            at = step.take(S, frame, option, at)
            step = getattr(step, "next", None)

    def carry_out(self, P: Program, S: State, L: list[int], option: Option) -> None:
        """Take a whole option, and what follows as far as generated code goes."""
        if P.quick:
            (self.apply or P.generator.apply(self))(S, L, option)
        else:
            self.take(P, S, L, option[1:])

    def take(self, P: Program, S: State, L: list[int], option: Option) -> None:
        """Enter: the option's frames are pushed, its names bound, and the machine stands behind the arrow."""
        frame = L
        this = self.carrier(P, S, L) if self.carriers is not None else L[THIS]
        for unit, arguments, back in self.enter:
            frame[AT] = back
            frame = P.push(S, frame, unit, frame[YOU], this, [f(S, frame) for f, _ in arguments])
        for limit in self.limits:
            S[LIMITS].append(limit_key(limit.site, frame[THIS], frame[YOU]))
        self.bind(S, frame, option)
        frame[AT] = self.target


class Ask(Effect):
    """A question: its branches, and where to go on when it is declined or nothing can be entered.

    `decline` is None when it may not be declined; `owed` tells whether it may right now. Options are
    (number of the branch, values…); declining is (-1,). Where they are more than the ruleset allows, they are steps of
    options (see `stepping`), and what was chosen so far waits in a list of the state.
    """

    __slots__ = ("before", "branches", "decline", "legal", "otherwise", "owed", "said", "until", "word")

    def __init__(self, at: Span, branches: list[Branch], word: str) -> None:
        super().__init__(at)
        self.branches = branches
        self.word = word
        self.decline: int | None = None
        self.otherwise = 0
        self.owed: Function | None = None
        self.until: Function | None = None
        self.before: Function | None = None
        self.said: ast.Block | None = None  # what a `may` asks, as a tree, for people
        self.legal: Function | None = None  # generated: the options of all branches, by (S, L)

    def seats(self, P: Program, S: State, L: list[int]) -> list[int]:
        """Who decides."""
        return [L[YOU]]

    def options(self, P: Program, S: State, L: list[int], seat: int, steps: bool = False) -> list[Option]:
        """Everything that may be decided now, each once. `steps`: what a seat that has begun to answer may choose next,
        even if what is left could be listed whole."""
        found: list[Option]
        given = S[P.layout.steps]
        if given and (begun := answered(given, seat)):
            return rest(P, self, S, L, begun, steps)
        try:
            found = (self.legal or P.generator.legal(self))(S, L) if P.quick else self.by_branches(P, S, L)
            if len(found) > P.budgets.options:
                raise TooMany
        except TooMany:
            found = rest(P, self, S, L, ())
        if self.decline is not None and (self.owed is None or not self.owed(S, L)):
            found.append((-1,))
        return found

    def by_branches(self, P: Program, S: State, L: list[int]) -> list[Option]:
        """The options of all branches as their objects find them."""
        return [(number, *option) for number, branch in enumerate(self.branches) for option in branch.options(P, S, L)]

    def run(self, P: Program, S: State, L: list[int]) -> int:
        if self.until is not None and self.until(S, L):
            assert self.decline is not None
            return self.decline
        if not 0 <= L[YOU] < P.layout.players:  # neutral seats decide nothing, nor does nobody
            return self.decline if self.decline is not None else self.otherwise
        found = self.options(P, S, L, L[YOU])
        if not found or found == [(-1,)]:
            owed = self.owed is not None and self.owed(S, L)
            if self.decline is not None and not owed:
                return self.decline
            P.skipped(self)
            return self.otherwise
        L[AT] = self.here
        if len(found) == 1 and self.word == "sentence" and set(found[0][1:]) == {()}:
            # the only way is to choose nothing: that is no question
            self.answer(P, S, L, L[YOU], found[0])
            return RELOAD
        P.pending = found
        return ASK

    def answer(self, P: Program, S: State, L: list[int], seat: int, option: Option) -> None:
        """Take an option: the machine stands where it goes on; after a step of one at the same question."""
        number = option[0]
        assert isinstance(number, int)
        if number < 0 and is_step(option):
            note_answer(S[P.layout.steps], seat, option)
            L[AT] = self.here
            return
        given = S[P.layout.steps]
        if given:
            note_answer(given, seat, ())
        if number < 0:
            assert self.decline is not None
            L[AT] = self.decline
            return
        branch = self.branches[number]
        if branch.count is not None:
            L[LOCALS + branch.count[0]] += 1
        if self.before is not None:
            self.before(S, L)
        branch.carry_out(P, S, L, option)


class AskAll(Ask):
    """A question to several seats at once: nothing shows before the last has answered.

    Answers wait in one list per seat behind the frame's sets: the option's numbers, sets led by their length.
    """

    __slots__ = ("first", "members")

    def __init__(self, at: Span, branches: list[Branch], word: str, members: int, first: int) -> None:
        super().__init__(at, branches, word)
        self.members, self.first = members, first

    def seats(self, P: Program, S: State, L: list[int]) -> list[int]:
        return [s for s in S[L[SELF] + 1 + self.members] if not S[L[SELF] + 1 + self.first + s]]

    def options(self, P: Program, S: State, L: list[int], seat: int, steps: bool = False) -> list[Option]:
        you, L[YOU] = L[YOU], seat
        try:
            return super().options(P, S, L, seat, steps)
        finally:
            L[YOU] = you

    def run(self, P: Program, S: State, L: list[int]) -> int:
        base = L[SELF] + 1 + self.first
        for seat in self.seats(P, S, L):
            found = self.options(P, S, L, seat) if seat < P.layout.players else []
            if not found or found == [(-1,)]:
                S[base + seat][:] = [-2]  # nothing to decide
        waiting = self.seats(P, S, L)
        if not waiting:
            return self.here + 1
        L[AT] = self.here
        P.pending = self.options(P, S, L, waiting[0])
        return ASK

    def answer(self, P: Program, S: State, L: list[int], seat: int, option: Option) -> None:
        if is_step(option):
            note_answer(S[P.layout.steps], seat, option)
        else:
            note_answer(S[P.layout.steps], seat, ())
            S[L[SELF] + 1 + self.first + seat][:] = pack(option)
        L[AT] = self.here


class Open(Effect):
    """Results of a question to several seats, seat after seat in order; then `exit`."""

    __slots__ = ("ask", "exit", "index", "saved")

    def __init__(self, at: Span, ask: AskAll, index: int, saved: int) -> None:
        super().__init__(at)
        self.ask, self.index, self.saved = ask, index, saved
        self.exit = 0

    def run(self, P: Program, S: State, L: list[int]) -> int:
        ask = self.ask
        members = S[L[SELF] + 1 + ask.members]
        L[YOU] = L[LOCALS + self.saved]
        i = L[LOCALS + self.index]
        if i >= len(members):
            members.clear()
            L[LOCALS + self.index] = 0
            return self.exit
        L[LOCALS + self.index] = i + 1
        seat = members[i]
        answer = S[L[SELF] + 1 + ask.first + seat]
        option = unpack(answer)
        answer.clear()
        L[YOU] = seat
        L[AT] = self.here
        number = option[0]
        assert isinstance(number, int)
        if number < 0:
            return ask.otherwise if number == -2 else self.here
        ask.branches[number].carry_out(P, S, L, option)
        return RELOAD


def answered(steps: list[int], seat: int) -> Option:
    """What a seat has chosen of its answer, in the list of these; () where it has not begun."""
    i = 0
    while i < len(steps):
        if steps[i] == seat:
            return unpack(steps[i + 2 : i + 2 + steps[i + 1]])
        i += 2 + steps[i + 1]
    return ()


def note_answer(steps: list[int], seat: int, step: Option) -> None:
    """Note in place of what a seat has chosen before how far its answer goes now; () when it is whole."""
    i = 0
    while i < len(steps) and steps[i] < seat:  # by seats, so that it does not tell who was first
        i += 2 + steps[i + 1]
    size = 2 + steps[i + 1] if i < len(steps) and steps[i] == seat else 0
    packed = pack(step)
    steps[i : i + size] = [seat, len(packed), *packed] if packed else []


_SET, _PLAIN = -3, NOTHING - 1


def pack(option: Option) -> list[int]:
    """An option as plain numbers: a set is `_SET`, its length and its members; `_PLAIN` stands before a number that
    reads like the beginning of a set."""
    flat: list[int] = []
    for value in option:
        if isinstance(value, tuple):
            flat += [_SET, len(value), *value]
        else:
            flat += [value] if value != _SET else [_PLAIN, value]
    return flat


def unpack(flat: list[int]) -> Option:
    """The option again."""
    found: list[int | tuple[int, ...]] = []
    i = 0
    while i < len(flat):
        if flat[i] == _SET:
            length = flat[i + 1]
            found.append(tuple(flat[i + 2 : i + 2 + length]))
            i += 2 + length
        else:
            i += flat[i] == _PLAIN
            found.append(flat[i])
            i += 1
    return tuple(found)


class StartPart(Effect):
    """The beginning of a part: its passes are counted from 0, its seats fixed, its bound read."""

    __slots__ = ("bound", "index", "part", "passes", "seats", "seats_place", "saved", "limit")

    def __init__(self, at: Span, part: int, passes_index: int, places: dict[str, int]) -> None:
        super().__init__(at)
        self.part, self.index = part, passes_index
        self.passes, self.limit, self.saved = places["passes"], places["limit"], places["saved"]
        self.seats_place = places.get("seats")
        self.seats: Function | None = None
        self.bound: Function | None = None

    def run(self, P: Program, S: State, L: list[int]) -> int:
        S[self.index][self.part] = 0
        L[LOCALS + self.passes] = 0
        L[LOCALS + self.limit] = self.bound(S, L) if self.bound is not None else NOTHING
        L[LOCALS + self.saved] = L[YOU]
        if self.seats is not None and self.seats_place is not None:
            S[L[SELF] + 1 + self.seats_place][:] = self.seats(S, L)
        return self.here + 1


class NextPass(Effect):
    """The next pass of a part: once, so often, or seat after seat; limits of its scope begin anew."""

    __slots__ = (
        "endless",
        "exit",
        "index",
        "kind",
        "limit",
        "part",
        "passes",
        "pass_index",
        "seats_place",
        "sites",
        "visitor",
        "while_",
    )

    def __init__(self, at: Span, kind: str, part: int, pass_index: int, places: dict[str, int]) -> None:
        super().__init__(at)
        self.kind, self.part, self.pass_index = kind, part, pass_index
        self.passes, self.limit, self.index = places["passes"], places["limit"], places["index"]
        self.visitor = places["visitor"]
        self.seats_place = places.get("seats", 0)
        self.while_: Function | None = None
        self.sites: frozenset[int] = frozenset()
        self.exit = 0

    def run(self, P: Program, S: State, L: list[int]) -> int:
        done = L[LOCALS + self.passes]
        limit = L[LOCALS + self.limit]
        if self.kind == "once":
            if done:
                return self.exit
        elif self.kind == "repeat":
            if done >= limit:
                return self.exit
        elif self.kind == "until":
            if done >= limit:
                raise self.too_many(P, S, limit)
        else:
            seats = S[L[SELF] + 1 + self.seats_place]
            i = L[LOCALS + self.index]
            if self.kind == "around":
                if done >= limit:
                    raise self.too_many(P, S, limit)
                for step in range(len(seats)):
                    seat = seats[(i + step) % len(seats)]
                    if self.while_ is None or self.while_(S, L, seat):
                        L[LOCALS + self.index] = (i + step + 1) % len(seats)
                        L[YOU] = seat
                        break
                else:
                    return self.exit
            else:
                while i < len(seats) and self.while_ is not None and not self.while_(S, L, seats[i]):
                    i += 1
                if i >= len(seats):
                    return self.exit
                L[LOCALS + self.index] = i + 1
                L[YOU] = seats[i]
        L[LOCALS + self.passes] = done + 1
        L[LOCALS + self.visitor] = L[YOU]
        S[self.pass_index][self.part] = done + 1
        if self.sites and S[LIMITS]:
            S[LIMITS] = [key for key in S[LIMITS] if limit_site(key) not in self.sites]
        return self.here + 1

    def too_many(self, P: Program, S: State, limit: int) -> RulesError:
        """What is wrong with a part that goes on for ever."""
        name = P.layout.enums["parts of the flow"][self.part]
        way_out = "`at most` is a bound no game should reach; to end there "
        if self.kind == "until":
            way_out += f"write `repeat: {limit}` beside `until:`"
            return P.error("passes", f"`{name}` goes on after {limit} passes; {way_out}", self, S)
        way_out += f"let `until:` ask `{name}.number >= {limit}`"
        return P.error("passes", f"`{name}` goes on after {limit} visits; {way_out}", self, S)


class RaisePart(Effect):
    """`before` or `after` a part, if anything listens."""

    __slots__ = ("event",)

    def __init__(self, at: Span, event: int) -> None:
        super().__init__(at)
        self.event = event

    def run(self, P: Program, S: State, L: list[int]) -> int:
        P.table.events.append((self.event, L[YOU], {}))
        return P.dispatch(S, L, self.here + 1)


class EndScope(Effect):
    """What lasted until now is over."""

    __slots__ = ("part",)

    def __init__(self, at: Span, part: int) -> None:
        super().__init__(at)
        self.part = part

    def run(self, P: Program, S: State, L: list[int]) -> int:
        if S[INSTANCES]:
            P.expire(S, self.part)
        return self.here + 1


class Reveal(Effect):
    """What comes next depends on what not everybody sees: it tells of it, so it cannot be undone."""

    __slots__ = ()

    def run(self, P: Program, S: State, L: list[int]) -> int:
        S[CONTROL][REVEALED] += 1
        return self.here + 1


class SetNumber(Effect):
    """A number of the frame gets a value."""

    __slots__ = ("place", "value")

    def __init__(self, at: Span, place: int, value: int) -> None:
        super().__init__(at)
        self.place, self.value = place, value

    def run(self, P: Program, S: State, L: list[int]) -> int:
        L[LOCALS + self.place] = self.value
        return self.here + 1


class RestoreYou(Effect):
    """`you` is again who it was before."""

    __slots__ = ("saved",)

    def __init__(self, at: Span, saved: int) -> None:
        super().__init__(at)
        self.saved = saved

    def run(self, P: Program, S: State, L: list[int]) -> int:
        L[YOU] = L[LOCALS + self.saved]
        return self.here + 1


__all__ = [name for name in dir() if name[:1].isupper()] + [
    "answered", "limit_key", "limit_site", "note_answer", "pack", "unpack", "WHO"
]  # fmt: skip
