"""Situations that come again: what is asked in each, and where each answer leads, so that a game of few situations is
played by looking up.

In: a program, a seed, and who decides. Out: the end of a game, where every step of it was known. A game that leaves
what is known is played as if nothing were known, and now and then what lies behind is learnt. Where a game is too large
for its situations to come again, nothing is kept.

A situation is a state without its seed. What is drawn on the way to it depends on the seed, the stream and how much was
drawn before, which the state holds: between an answer and the next question stands a fork for each draw.
"""

from __future__ import annotations

import marshal
from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b
from math import factorial
from typing import TYPE_CHECKING

from interpreter.checking import plan
from interpreter.compiling.effects import Ask
from interpreter.compiling.program import GIVING_UP
from interpreter.compiling.reads import kinds_listed
from interpreter.compiling.stepping import is_step
from interpreter.state import CHANCE, LOCATION, NOTHING, PLACE, SLOTS, State, chance
from interpreter.state.layout import CONTROL, DECISIONS, OVER, SEED, STATUS
from interpreter.state.table import Drawn
from interpreter.state.values import ValueType

if TYPE_CHECKING:
    from interpreter.compiling.choices import Option
    from interpreter.compiling.program import Choose, Program

FORKS = 1_000  # so many ways chance may go on between two questions
AHEAD = 256  # seeds whose draws are reckoned at once
DRAWS = 10  # before the first question leave more ways than that, for each has two outcomes at least
WAIT = 20  # games before anything is learnt
DEAR = 32  # decisions of games in one go, after which one more answer is learnt: that costs about six of them
PROBATION = 256  # answers that are learnt before it shows whether they are given again
# the share of decisions that must be looked up then, and each time that twice as much is known
USEFUL = (0.3, 0.4, 0.5, 0.6)
FULL = 100_000  # answers
LARGE = 50_000_000  # bytes of states


class Ending:
    """How a game ended: its state without the seed."""

    __slots__ = ("frozen",)

    def __init__(self, frozen: bytes) -> None:
        self.frozen = frozen

    def state(self, seed: int) -> State:
        """The state of the game with this seed, for whoever asks alone."""
        S: State = marshal.loads(self.frozen)
        S[CONTROL][SEED] = seed
        return S


class Situation(Ending):
    """A question: who is asked, what there is, how many decisions came before; and what each answer leads to."""

    __slots__ = ("leads", "number", "options", "seat")

    def __init__(self, frozen: bytes, seat: int, options: list[Option], number: int) -> None:
        super().__init__(frozen)
        self.seat, self.options, self.number = seat, options, number
        self.leads: Ways = {}


class Fork:
    """A draw, and where each of its outcomes leads. `below`: of one draw; -n: of a shuffle of n.

    Many games are played with seeds that follow each other, so what the next ones draw is reckoned beforehand, for more
    of them each time that they come."""

    __slots__ = ("below", "count", "drawn", "leads", "seed", "stream")

    def __init__(self, stream: str, count: int, below: int) -> None:
        self.stream, self.count, self.below = stream, count, below
        self.leads: Ways = {}
        self.seed = 0  # the first of those whose draws are known
        self.drawn: Sequence[object] = ()

    def lead(self, seed: int) -> Lead | None:
        """Where it leads in the game of this seed, if that is known."""
        at = seed - self.seed
        if not 0 <= at < len(self.drawn):
            near = len(self.drawn) <= at < 2 * len(self.drawn)
            many = min(2 * len(self.drawn), AHEAD) if near else 1
            self.seed, self.drawn, at = seed, chance.ahead(self.stream, seed, many, self.count, self.below), 0
        return self.leads.get(self.drawn[at])


class Lost:
    """What is not kept: chance forks too often, the rules fail, or an answer is given in steps."""


Lead = Situation | Ending | Fork | Lost
Ways = dict[object, Lead]  # by the answer, or what was drawn


class Situations:
    """The known situations of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.open: bool | None = None  # whether situations are kept; not known before the first game
        self._first: Ways = {}  # as what an empty answer leads to
        self._known: dict[bytes, Situation | Ending] = {}
        self._offers: dict[tuple[Option, ...], list[Option]] = {}
        self.learnt = 0  # answers of which it is known where they lead
        self._full = False  # whether nothing more is learnt
        self._size = 0  # bytes of states
        self.endings = 0  # games that were followed to their end ...
        self._walked = 0  # ... and how many decisions they had
        self._left = 0  # games that left what is known, or were played before anything was ...
        self._away = self._played = 0  # ... how many of their decisions were looked up, and how many they had
        self._judged = 0  # how often it was asked whether that is of use ...
        self._before = (0, 0, 0, 0)  # ... and the numbers of games and decisions when it was last asked
        self._faceless: Faceless | None = None

    @property
    def known(self) -> int:
        """How many situations and endings are known."""
        return len(self._known)

    @property
    def exact(self) -> bool:
        """Whether an ending is that of its game to the last number, and not but for which of equal components lies
        where."""
        return self._faceless is None

    def begun(self, S: State) -> None:
        """The first game has come to its first question: now it shows how much was drawn before."""
        self.open = self.program.begins_alike and sum(S[CHANCE]) <= DRAWS
        if self.open:  # else nothing could come again
            faceless = Faceless(self.program)
            self._faceless = faceless if faceless.members else None

    def follow(self, seed: int, choose: Choose, taken: list[Option]) -> Ending | None:
        """Play a game as far as its situations are known; None where it leaves them. `taken` gets what was chosen."""
        if self._left < WAIT:
            return None
        here: Situation | None = None
        option: Option = ()
        lead = self._first.get(option)
        while True:
            while lead.__class__ is Situation:
                here = lead
                option = choose(here.seat, here.options, here.number)
                taken.append(option)
                lead = here.leads.get(option)
            if lead.__class__ is Fork:
                lead = lead.lead(seed)
            elif lead.__class__ is Ending:
                self.endings += 1
                self._walked += len(taken)
                return lead
            else:
                if lead is None:
                    lead = self._learn(here, option, seed)
                if lead is None or lead.__class__ is Lost:
                    self._away += len(taken)
                    return None

    def left(self, S: State) -> None:
        """A game that is over was played as if nothing were known."""
        self._left += 1
        self._played += S[CONTROL][DECISIONS]

    # ---- ways ------------------------------------------------------------------------------------

    def _learn(self, here: Situation | None, option: Option, seed: int) -> Situation | Ending | Lost | None:
        """Play on from a situation to the next, and keep the way there. None where that would cost more than it can
        bring yet."""
        if self._full or self.learnt * DEAR > self._walked + self._played:
            return None
        drawn: list[Drawn] = []
        found: Situation | Ending | Lost
        try:
            found = self._come(here, option, seed, drawn)
        except GIVING_UP:
            self.program.table.events.clear()
            found = Lost()
        ways = 1
        for _, _, below, _ in drawn:
            ways *= below if below > 0 else factorial(min(-below, 20))
        if ways > FORKS:
            found, drawn = Lost(), []
        self._keep(here, option, drawn, found)
        self.learnt += 1
        if isinstance(self._first.get(()), Lost):
            self._forget()
        self._judge()
        return found

    def _come(self, here: Situation | None, option: Option, seed: int, drawn: list[Drawn]) -> Situation | Ending | Lost:
        program = self.program
        program.log = None
        program.table.drawn = program.quiet.drawn = drawn
        try:
            if here is None:
                S = program.start(seed)
            else:
                S = here.state(seed)
                if S[CONTROL][DECISIONS] >= program.budgets.decisions:
                    return Lost()
                S[CONTROL][DECISIONS] += 1
                program.answer(S, here.seat, option)
        finally:
            program.table.drawn = program.quiet.drawn = None
        seat, options = -1, program.pending
        if S[CONTROL][STATUS] != OVER:
            ask, frame = program.asking(S)
            seat = ask.seats(program, S, frame)[0]
            options = options or program.options(S, seat)
            if any(is_step(option) for option in options):
                return Lost()
        S[CONTROL][SEED] = 0
        key = marshal.dumps(S if self._faceless is None else self._faceless.numbered(S), 2)
        key = blake2b(key, digest_size=16).digest()
        known = self._known.get(key)
        if known is None:
            frozen = marshal.dumps(S, 2)
            self._size += len(frozen)
            if S[CONTROL][STATUS] == OVER:
                known = Ending(frozen)
            else:
                options = self._offers.setdefault(tuple(options), options)
                known = Situation(frozen, seat, options, S[CONTROL][DECISIONS])
            self._known[key] = known
        return known

    def _keep(
        self, here: Situation | None, option: Option, drawn: list[Drawn], found: Situation | Ending | Lost
    ) -> None:
        ways: Ways = self._first if here is None else here.leads
        at: object = option
        for stream, count, below, outcome in drawn:
            fork = ways.get(at)
            if not isinstance(fork, Fork):
                fork = ways[at] = Fork(self.program.layout.streams[stream], count, below)
            ways, at = fork.leads, outcome
        ways[at] = found

    def _judge(self) -> None:
        """Whether what was learnt is of use, each time that there is twice as much of it."""
        full = self.learnt >= FULL or self._size >= LARGE
        if not full and self.learnt < PROBATION << self._judged:
            return
        wanted = USEFUL[min(self._judged, len(USEFUL) - 1)]
        self._judged += 1
        now = (self._walked + self._away, self._played, self.endings, self._left)
        walked, played, ended, left = [many - few for many, few in zip(now, self._before, strict=True)]
        self._before = now
        if walked < wanted * played or (full and ended < left):
            self._forget()
        elif full:
            self._full = True
            self._offers.clear()

    def _forget(self) -> None:
        self.open, self._full = False, True
        self._first = {(): Lost()}
        self._known.clear()
        self._offers.clear()


class Faceless:
    """Components that no choice names and nothing else speaks of: which of equal ones lies where makes no difference.

    Their kinds carry no attributes, no abilities and no effects; no variable holds them, and no frame. What lies in a
    zone is gone through in the zone's order; where all of a kind are, that goes by number: then it is not faceless.
    """

    def __init__(self, program: Program) -> None:
        layout = program.layout
        named = _kinds_that_are_named(program)
        equal = Counter(layout.class_of)
        self.first = [  # component -> the first of those that are equal to it; NOTHING where it does not matter
            first if equal[first] > 1 and layout.kinds[layout.kind_of[component]] not in named else NOTHING
            for component, first in enumerate(layout.class_of)
        ]
        self.members = [component for component, first in enumerate(self.first) if first >= 0]
        self.zones = sorted(layout.zone_of)

    def numbered(self, S: State) -> State:
        """A state in which they are numbered in the order in which they lie; its lists are not to be changed."""
        first = self.first
        label = list(range(len(first)))
        after = label[:]
        found = S[:]
        for at in self.zones:
            if S[at]:
                for component in S[at]:
                    of = first[component]
                    if of >= 0:
                        label[component] = after[of]
                        after[of] += 1
                found[at] = [label[component] for component in S[at]]
        found[SLOTS] = [label[component] if component >= 0 else component for component in S[SLOTS]]
        for index in (LOCATION, PLACE):
            column = found[index] = S[index][:]
            for component in self.members:
                column[label[component]] = S[index][component]
        return found


def _kinds_that_are_named(program: Program) -> set[str]:
    """Kinds whose components are chosen, held, listed by number, or do something."""
    layout = program.layout
    planned = program.generator.builder.plan
    listed = kinds_listed([getattr(planned, part) for part in plan.parts(plan.Plan) if part != "starts"])
    types: list[ValueType] = [v.type for v in (*layout.variables, *layout.attributes)]
    for unit in layout.units:
        types += [type for _, type in (*unit.locals, *unit.sets)]
    for effect in program.code:
        if isinstance(effect, Ask):
            types += [type for branch in effect.branches for _, type in branch.labels]
    named = {layout.kinds[layout.kind_of[component]] for component in program.table.abilities}
    carried = {unit.name.removeprefix("card:").partition(".")[0] for unit in layout.units if ":" in unit.name}
    named |= listed
    for attribute in layout.attributes:  # equal pieces may differ in them
        named |= attribute.kinds
    for number, card in enumerate(layout.cards):
        if card.id in carried or number in layout.pieces or f"card:{card.id}" in listed:
            named.add(card.kind)
    for type in types:
        if type.base in ("component", "place", "payment", "needs", "unknown"):
            named |= type.names or set(layout.kinds)
    return named
