"""A compiled game: code, layout and the loop that runs it. States pass through; none stays."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import groupby
from types import FrameType
from typing import TYPE_CHECKING, Any

from interpreter.checking import Game
from interpreter.checking.game import Budgets
from interpreter.compiling.choices import Option
from interpreter.compiling.effects import RELOAD, STOP, Ask, Effect, UseLimit, limit_key
from interpreter.compiling.multisets import NotWritten, TooMany
from interpreter.diagnostics import Span
from interpreter.state import CHANCE, INSTANCES, LIMITS, LOCATION, NOTHING, Layout, State, Table
from interpreter.state.layout import (
    ASKING,
    AT,
    BELOW,
    CHAIN,
    CONTROL,
    DECISIONS,
    FRAME,
    LOCALS,
    OVER,
    REVEALED,
    RUNNING,
    SEED,
    SELF,
    STATUS,
    THIS,
    UNIT,
    WHO,
    YOU,
)
from interpreter.state.naming import Naming
from interpreter.state.table import Change
from interpreter.vocabulary import TooMuch

if TYPE_CHECKING:
    from interpreter.compiling.building import AbilityCode
    from interpreter.compiling.generating import Generator
    from interpreter.compiling.situations import Situations
    from interpreter.state.heed import Heed

Function = Callable[..., Any]


class RulesError(Exception):
    """The rules of a game led somewhere they must not: a budget was reached, or nothing was used as a thing.

    `kind` is the budget ("steps", "triggers", "options", "depth", "passes", "decisions") or "nothing";
    `at` the place in the rules, `chain` the units that were running, innermost first.
    """

    def __init__(self, kind: str, message: str, at: Span, chain: list[str]) -> None:
        folded = [(name, len(list(same))) for name, same in groupby(chain)]
        where = " < ".join(name if count == 1 else f"{name} × {count}" for name, count in folded)
        super().__init__(f"{at}: error[{kind}]: {message}" + (f" (in {where})" if where else ""))
        self.kind, self.message, self.at, self.chain = kind, message, at, chain

    def __reduce__(self) -> tuple[type[RulesError], tuple[str, str, Span, list[str]]]:
        """It may go from one process to another."""
        return RulesError, (self.kind, self.message, self.at, self.chain)


BY_NAME = ("action:", "effect:", "part:")  # how units begin that rules call by name; things hold the others
# whose turn it is, what there is, and how many decisions came before -> one of what there is
Choose = Callable[[int, list[Option], int], Option]
Running = tuple[FrameType, int]  # a call of the interpreter, and the line it has come to
Listener = tuple[int, int, int, int, list[int]]  # ability, holder, this, instance (NOTHING if none), captured
Answer = tuple[Listener, int, dict[str, int]]  # who listens, who caused the event, its parts


class Program:
    """One game for one number of players."""

    def __init__(self, game: Game, layout: Layout, table: Table, quiet: Table, budgets: Budgets) -> None:
        self.game = game
        self.layout = layout
        self.table = table
        self.quiet = quiet  # the hands of statements that wake nobody
        self.budgets = budgets
        self.code: list[Effect] = []
        self.abilities: list[AbilityCode] = []
        # event -> which of its abilities can answer, by what it is about; effect objects ask them all
        self.heeds = table.heeds
        self.picks_place: dict[int, int] = {}  # unit of a part -> place of its picks
        self.visit_places: dict[int, tuple[int, int]] = {}  # unit of a part that visits seats -> its index and seats
        self.visits_around: dict[int, bool] = {}
        self.visitors: dict[int, tuple[int, int]] = {}  # unit of a part -> places of who is visited and of its seats
        self.leave_at: dict[str, tuple[int, int]] = {}  # part -> (unit, where its pass ends)
        self.pending: list[Option] = []
        self._visits: set[int] | None = None
        self._before: State | None = None  # before anything of the rules has run, the same for all games
        self._generated = True
        self.quick = True  # whether generated code runs
        # place in the code -> generated function of (S, L), or the object's own; None: not made yet
        self.fast: list[Function | None] = []
        self.begin_fast: dict[int, Function] = {}  # unit -> generated: whether it could begin, by (S, you, this, …)
        self.generated_file = ""
        self.generator: Generator
        self.given_up: Exception | None = None  # why the last game was not played in one go
        self.last = 0  # place of the step that runs, for errors
        self.spent = 0  # turns of loops in generated code since the last decision ...
        self._spent_at = 0  # ... of which so many were made
        self.alike_apart = False  # whether equal components may be two options, told apart by their places
        self.payments: list[list[str]] = []  # payments with alternatives: what each is called
        self.start_places: list[tuple[Function, int]] = []  # what lies in a zone's list before set-up
        self.winner_keys: Function | None = None
        self.winner_ties = "share"
        self.winner_set: Function | None = None
        self.main_unit = 0
        self.play_ends = 0  # place in the main unit's code behind the last part of `play`
        self.ruleset_hash = ""
        self.layers: tuple[str, ...] = ()
        self.unit_number: dict[str, int] = {}
        self.play_units: frozenset[int] = frozenset()
        self.play_parts: tuple[str, ...] = ()  # the parts right under `play`
        # unit that is asked about -> the unit that says so, and whether that begins, by (S, L); None: always
        self.beginnings: dict[int, tuple[int, Function | None]] = {}
        self.on_cards: frozenset[int] = frozenset()  # units that are effects on cards
        self._frames: list[tuple[list[int], int]] = []  # unit -> (fresh frame, lists behind it)

    @property
    def log(self) -> list[Change] | None:
        """Where changes are written, None when nobody asked for them."""
        return self.table.log

    @log.setter
    def log(self, log: list[Change] | None) -> None:
        self.table.log = self.quiet.log = log

    @property
    def visits(self) -> set[int] | None:
        """Places in the code that were reached, when somebody counts them; effect objects run then."""
        return self._visits

    @visits.setter
    def visits(self, visits: set[int] | None) -> None:
        self._visits = visits
        self._quicken()

    @property
    def generated(self) -> bool:
        """Whether generated code runs; without it effect objects do, with the same result."""
        return self._generated

    @generated.setter
    def generated(self, generated: bool) -> None:
        self._generated = generated
        self._quicken()

    def _quicken(self) -> None:
        self.quick = self._generated and self._visits is None
        self.table.heeds = self.heeds if self.quick else {}

    # ---- frames ----------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Make the fresh frames once all units are known."""
        self._frames = []
        self.on_cards = frozenset(n for n, unit in enumerate(self.layout.units) if unit.name.startswith("card:"))
        held = any(":" in unit.name and not unit.name.startswith(BY_NAME) for unit in self.layout.units)
        self.table.bearing = self.quiet.bearing = held or bool(self.abilities)
        for number, unit in enumerate(self.layout.units):
            fresh = [0] * unit.width
            fresh[UNIT], fresh[AT], fresh[WHO] = number, unit.start, NOTHING
            self._frames.append((fresh, unit.lists))

    def push(self, S: State, below: list[int] | None, unit: int, you: int, this: int, given: list[Any]) -> list[int]:
        """A new frame on top; `given` are the unit's parameters. Gives the frame."""
        fresh, lists = self._frames[unit]
        frame = fresh[:]
        number = len(S)
        frame[SELF] = number
        frame[BELOW] = below[SELF] if below is not None else NOTHING
        frame[YOU], frame[THIS] = you, this
        S.append(frame)
        for _ in range(lists):
            S.append([])
        if given:
            place = LOCALS
            many = number + 1
            for value in given:
                if isinstance(value, int):
                    frame[place] = value
                    place += 1
                else:
                    S[many][:] = list(value)
                    many += 1
        S[CONTROL][FRAME] = number
        return frame

    def fresh_frame(self, unit: int) -> tuple[list[int], int]:
        """What a frame of a unit holds at the beginning, and how many lists follow it."""
        return self._frames[unit]

    def begins(self, S: State, effect: int, you: int, this: int, given: Sequence[Any]) -> bool:
        """Whether `you` could enter a unit now; nothing is carried out, and the state stays as it was."""
        if effect == NOTHING:
            return False
        effect, test = self.beginnings[effect]
        if test is None:
            return True
        size, running = len(S), S[CONTROL][FRAME]
        found: bool | None = None
        try:
            if self.quick:
                return bool((self.begin_fast.get(effect) or self.generator.begins(effect))(S, you, this, *given))
            found = bool(test(S, self.push(S, None, effect, you, this, list(given))))
        except TooMany:
            pass
        finally:
            del S[size:]  # what was tried does not run
            S[CONTROL][FRAME] = running
        if found is None:
            found = self._begins_at_length(S, effect, test, you, this, given)
        return found

    def _begins_at_length(
        self, S: State, effect: int, test: Function, you: int, this: int, given: Sequence[Any]
    ) -> bool:
        """The same where the ways to begin are more than anybody lists: by effect objects, which then look for one."""
        size, running = len(S), S[CONTROL][FRAME]
        try:
            found: bool = test(S, self.push(S, None, effect, you, this, list(given)))
            return found
        except TooMany:
            del S[size:]
            S[CONTROL][FRAME] = running
            at = self.code[self.layout.units[effect].start].at
            message = "what is asked about has more options than the ruleset allows, and whether one of them can be "
            message += f"met takes more than {self.budgets.steps} steps to find out"
            raise RulesError("options", message, at, self.chain(S)) from None
        finally:
            del S[size:]
            S[CONTROL][FRAME] = running

    def used_up(self, S: State, effect: int, you: int, this: int) -> bool:
        """Whether the limit at the head of a unit is used up; an effect without one never is."""
        if effect == NOTHING:
            return False
        limit = self.code[self.layout.units[effect].start]
        return isinstance(limit, UseLimit) and not limit.left(S, this, you)

    def running(self, S: State, L: list[int]) -> set[int]:
        """The units of a frame and those below it."""
        found = {L[UNIT]}
        while L[BELOW] != NOTHING:
            L = S[L[BELOW]]
            found.add(L[UNIT])
        return found

    def chain(self, S: State, at: int | None = None) -> list[str]:
        """The units that are running in frames, innermost first; `at`: from that frame on."""
        found: list[str] = []
        if at is None:
            at = S[CONTROL][FRAME]
        while at != NOTHING and at < len(S) and len(found) < 50:
            frame = S[at]
            found.append(self.layout.units[frame[UNIT]].name)
            at = frame[BELOW]
        return found

    def error(self, kind: str, message: str, effect: Effect, S: State | None = None) -> RulesError:
        """A typed error at a step."""
        calls: list[Running] = []
        running = sys._getframe().f_back
        while running is not None:
            calls.append((running, running.f_lineno))
            running = running.f_back
        return RulesError(kind, message, effect.at, self._chain_of(S, calls) if S is not None else [])

    def _chain_of(self, S: State, calls: Iterable[Running]) -> list[str]:
        """The units that are running, innermost first: those in frames, and among them, as the calls of the interpreter
        say, those that run as functions."""
        found: list[str] = []
        at = S[CONTROL][FRAME]
        for running, line in calls:
            code = running.f_code
            if code in _OVER_A_FRAME:  # frames that were pushed there are inside of the functions that led there
                below = running.f_locals["L"][SELF]
                while below < at < len(S):
                    found.append(self.layout.units[S[at][UNIT]].name)
                    at = S[at][BELOW]
            if code.co_filename != self.generated_file:
                continue
            kind, *numbers = code.co_name.split("_")
            if kind == "u":
                found.append(self.layout.units[int(numbers[0])].name)
            elif kind == "apply":  # a decision's units are written into one function; those inside this one have ended
                ask = self.code[int(numbers[0])]
                assert isinstance(ask, Ask)
                entered = [name for name, _ in ask.branches[int(numbers[1])].through]
                unit = self._unit_of(line - 1)
                found += reversed(entered[: entered.index(unit) + 1] if unit in entered else entered)
        return found + self.chain(S, at)

    def _unit_of(self, place: int) -> str:
        """The unit that a place of the code belongs to."""
        return next((unit.name for unit in self.layout.units if unit.start <= place < unit.end), "")

    def _fault(self, fault: Exception, here: int, S: State) -> RulesError:
        """What went wrong as an error at its place in the rules."""
        calls: list[Running] = []
        at = fault.__traceback__
        while at is not None and at.tb_frame.f_code is not _BEGINS:  # what only asks goes wrong where it is asked
            if at.tb_frame.f_code.co_filename == self.generated_file:
                here = at.tb_lineno - 1
            elif at.tb_frame.f_code in _OVER_A_FRAME:
                here = at.tb_frame.f_locals.get("here", here)
            calls.insert(0, (at.tb_frame, at.tb_lineno))
            at = at.tb_next
        chain = self._chain_of(S, calls)
        return RulesError("nothing", _what_went_wrong(fault), self.code[max(here, 0)].at, chain)

    def skipped(self, effect: Effect) -> None:
        """Note in the log what could not be done."""
        if self.table.log is not None:
            self.table.log.append(("skipped", NOTHING, effect.here, ()))

    def check_depth(self, S: State, L: list[int], effect: Effect) -> None:
        """Card effects that perform card effects nest to the declared depth."""
        depth, at = 0, L
        while True:
            depth += at[UNIT] in self.on_cards
            if at[BELOW] == NOTHING:
                break
            at = S[at[BELOW]]
        if depth >= self.budgets.depth:
            raise self.error("depth", f"effects on cards are nested deeper than {self.budgets.depth}", effect, S)

    # ---- running ---------------------------------------------------------------------------------

    def start(self, seed: int) -> State:
        """The state at the first decision, or at the end of a game that asks nobody."""
        S = self._put_up(seed)
        self.push(S, None, self.main_unit, NOTHING, NOTHING, [])
        self.run(S)
        return S

    def play_out(self, seed: int, choose: Choose) -> State | None:
        """The state at the end of a whole game, where `choose(seat, options, number)` says what is taken each time.

        None where it must be played from question to question, for the reason that `given_up` then holds: the game is
        not written in this form, something is offered step by step, or the rules fail, and how that came about shows
        only where frames run; None also where effect objects are to run.
        """
        self.given_up = None
        if not self.quick:
            return None
        whole = self.generator.whole
        S = self._put_up(seed)
        if self.situations.open is None:
            choose = self._noticed(S, choose)
        S[CONTROL][FRAME], S[CONTROL][STATUS] = NOTHING, RUNNING
        self.log, self.pending = None, []
        try:
            whole.play(S, choose)
        except GIVING_UP as reason:
            self.given_up = reason
            return None
        finally:
            self.table.events.clear()
        S[CONTROL][STATUS], S[CONTROL][FRAME] = OVER, NOTHING
        return S

    @cached_property
    def situations(self) -> Situations:
        """What is known of situations that come again in games in one go."""
        from interpreter.compiling.situations import Situations  # which plays programs

        return Situations(self)

    @cached_property
    def naming(self) -> Naming:
        """Names of this game's values, the same for all its states."""
        return Naming(self.layout)

    def _noticed(self, S: State, choose: Choose) -> Choose:
        def first(seat: int, options: list[Option], number: int) -> Option:
            if not number:
                self.situations.begun(S)
            return choose(seat, options, number)

        return first

    @property
    def begins_alike(self) -> bool:
        """Whether games differ by their seeds alone before anything of the rules has run; known once one has begun."""
        return self._before is not None

    def _put_up(self, seed: int) -> State:
        """A state before anything of its rules has run; it differs between games in its seed only."""
        if self._before is not None:
            S = [x[:] for x in self._before]
            S[CONTROL][SEED] = seed
            return S
        S = self._laid_out(seed)
        if not any(S[CHANCE]):  # where chance decides what lies there at first, each game begins in its own way
            self._before = [x[:] for x in S]
        return S

    def _laid_out(self, seed: int) -> State:
        S = self.table.start(seed)
        layout = self.layout
        boxed = layout.box
        for members, place in self.start_places:
            for component in members(S):
                if S[LOCATION][component] == boxed:
                    S[place].append(component)
                    S[LOCATION][component] = place
        S[boxed] = [component for component in S[boxed] if S[LOCATION][component] == boxed]
        for number, code in enumerate(self.abilities):
            if code.always:
                S[layout.event_base + code.event] += (number, NOTHING)
        self.table.enter_abilities(S)
        return S

    def run(self, S: State) -> None:
        """Go on to the next decision or the end; `pending` then holds the options of the first seat asked."""
        control = S[CONTROL]
        control[STATUS] = RUNNING
        self.pending = []
        here = 0
        try:
            here = self._run_quickly(S) if self.quick else self._run_objects(S)
        except (IndexError, KeyError, ValueError, ZeroDivisionError) as fault:
            self.table.events.clear()
            if _ours(fault):
                raise
            raise self._fault(fault, self.last, S) from fault
        control[STATUS] = OVER if here == STOP else ASKING

    def _run_quickly(self, S: State) -> int:
        """Generated code to the next decision or the end; ASK or STOP."""
        fast, control = self.fast, S[CONTROL]
        budget = self.budgets.steps
        steps = 0
        while True:
            L = S[control[FRAME]]
            here = L[AT]
            while here >= 0:
                self.last = here
                here = (fast[here] or self.generator.at(here))(S, L)
                steps += 1
                if steps > budget:
                    raise self._too_long(self.code[self.last], S)
            if here != RELOAD:
                return here

    def _run_objects(self, S: State) -> int:
        """The same with effect objects, noting which are reached."""
        code, control = self.code, S[CONTROL]
        budget = self.budgets.steps
        steps = 0
        visits = self._visits
        while True:
            L = S[control[FRAME]]
            here = L[AT]
            while here >= 0:
                if visits is not None:
                    visits.add(here)
                self.last = here
                here = code[here].run(self, S, L)
                steps += 1
                if steps > budget:
                    raise self._too_long(code[self.last], S)
            if here != RELOAD:
                return here

    def _too_long(self, effect: Effect, S: State) -> RulesError:
        return self.error("steps", f"more than {self.budgets.steps} steps without a decision", effect, S)

    # ---- what generated code calls -----------------------------------------------------------------

    def members_of(self, S: State, k: int, members: Iterable[int]) -> list[int]:
        """The members of a loop at place `k`, fixed now. Each is a step of the budget."""
        found = list(members)
        self._spend(S, k, len(found))
        return found

    def turns(self, S: State, k: int, times: int) -> int:
        """How often a loop at place `k` runs. Each turn is a step of the budget."""
        if times > 0:
            self._spend(S, k, times)
        return times

    def _spend(self, S: State, k: int, turns: int) -> None:
        if S[CONTROL][DECISIONS] != self._spent_at:
            self._spent_at, self.spent = S[CONTROL][DECISIONS], 0
        self.spent += turns
        if self.spent > self.budgets.steps:
            raise self._too_long(self.code[k], S)

    def held(self, S: State, L: list[int], unit: int, you: int, this: int, k: int) -> None:
        """Carry out a plain effect that a card or slot holds, in a frame of its own over `L`."""
        self.check_depth(S, L, self.code[k])
        frame = self.push(S, L, unit, you, this, [])
        if isinstance(self.code[frame[AT]], UseLimit):  # it limits the offer; whoever performs it steps over that
            frame[AT] += 1
        fast, control = self.fast, S[CONTROL]
        while control[FRAME] != L[SELF]:  # the effect, and what it calls in frames of their own
            frame = S[control[FRAME]]
            here = frame[AT]
            while here >= 0:
                here = (fast[here] or self.generator.at(here))(S, frame)

    def by_objects(self, S: State, L: list[int], unit: int, you: int, this: int, given: list[Any]) -> None:
        """Carry out a plain unit that has no function with effect objects, in a frame of its own over `L`."""
        self.push(S, L, unit, you, this, given)
        code, control = self.code, S[CONTROL]
        while control[FRAME] != L[SELF]:
            frame = S[control[FRAME]]
            here = frame[AT]
            while here >= 0:
                self._spend(S, here, 1)
                here = code[here].run(self, S, frame)

    def pick_again(self, S: State, L: list[int], k: int) -> None:
        """One more pick of the offer that led to place `k`."""
        self.code[k].run(self, S, L)

    def asking(self, S: State) -> tuple[Ask, list[int]]:
        """The question that waits and its frame."""
        L = S[S[CONTROL][FRAME]]
        ask = self.code[L[AT]]
        assert isinstance(ask, Ask)
        return ask, L

    def options(self, S: State, seat: int, steps: bool = False) -> list[Option]:
        """What a seat may decide now. `steps`: see `Ask.options`."""
        ask, L = self.asking(S)
        try:
            return ask.options(self, S, L, seat, steps)
        except (IndexError, KeyError, ValueError, ZeroDivisionError) as fault:
            if _ours(fault):
                raise
            raise self.error("nothing", _what_went_wrong(fault), ask, S) from fault

    def answer(self, S: State, seat: int, option: Option) -> None:
        """Take an option and go on."""
        S[CONTROL][CHAIN] = 0
        self.spent = 0
        ask, L = self.asking(S)
        self.table.at = ask.here
        try:
            ask.answer(self, S, L, seat, option)
        except (IndexError, KeyError, ValueError, ZeroDivisionError) as fault:
            self.table.events.clear()
            if _ours(fault):
                raise
            raise self._fault(fault, ask.here, S) from fault
        self.run(S)

    def end_play(self, S: State) -> None:
        """Leave whatever runs and go on behind the last part of `play`."""
        base = self.layout.frame_base
        main = S[base]
        del S[base + 1 + self.layout.units[self.main_unit].lists :]
        main[AT] = self.play_ends
        S[self.layout.steps] = []
        S[CONTROL][FRAME] = main[SELF]
        self.table.events.clear()
        self.run(S)

    def leave(self, S: State, L: list[int], part: str, effect: Effect) -> int:
        """Leave the running pass of a part, or the whole game."""
        if part == "game":
            del S[self.layout.frame_base :]
            S[CONTROL][FRAME] = NOTHING
            self.table.events.clear()
            return STOP
        unit, to = self.leave_at[part]
        frame = L
        # a part whose end is just told of has ended: whoever answers that cannot end it again
        while frame[UNIT] != unit or (frame is not L and frame[AT] > to):
            if frame[BELOW] == NOTHING:
                self.skipped(effect)
                return effect.here + 1
            frame = S[frame[BELOW]]
        lists = self.layout.units[unit].lists
        del S[frame[SELF] + 1 + lists :]
        visitor, seats = self.visitors[unit]
        frame[YOU] = frame[LOCALS + visitor]
        for i in range(lists):  # loops that were left end here
            if i != seats:
                S[frame[SELF] + 1 + i].clear()
        frame[AT] = to
        S[CONTROL][FRAME] = frame[SELF]
        return RELOAD

    # ---- abilities -------------------------------------------------------------------------------

    def count_chain(self, S: State, effect: Effect) -> None:
        """Triggers since the last decision stay within the budget."""
        S[CONTROL][CHAIN] += 1
        if S[CONTROL][CHAIN] > self.budgets.triggers:
            raise self.error("triggers", f"more than {self.budgets.triggers} triggers in one chain", effect, S)

    def listeners(self, S: State, event: int, who: int, parts: dict[str, int]) -> list[Listener]:
        """Abilities that answer an event: in turn order from who caused it, then by age on the table."""
        entries = S[self.layout.event_base + event]
        found: list[tuple[int, Listener]] = []
        if not entries:
            return []
        abilities, owner_of, location, quick = self.abilities, self.layout.owner_of, S[LOCATION], self.quick
        heed = self.heeds.get(event) if quick else None
        heeding = heed[parts[heed.part]] if heed is not None and heed.part in parts else None
        telling = heed is None or self._tells(S, heed, parts)
        seen, everyone, seats = self.layout.seen, self.table.everyone, self.layout.seats
        if heeding is not None and not heeding and not telling:
            return []
        if heed is not None and heeding is heed.all:
            heeding = None
        told = False
        names: tuple[str, ...] = ()
        given: list[int] = []
        pairs = iter(entries)
        for number, this in zip(pairs, pairs, strict=True):
            unheeding = heeding is not None and number not in heeding
            if unheeding and not telling:
                continue
            code, instance, captured = abilities[number], NOTHING, _NONE
            if this >= 0:  # a component that lies where its ability works: nearly all
                holder = owner_of[location[this]]
                if holder == NOTHING:
                    holder = who
            else:
                holder, this, instance, captured = self._carrier(S, this, who)
            if holder != who if code.by == "own" else not _by(code.by, who, holder):
                continue
            if code.limit is not None:
                site, times = code.limit
                if S[LIMITS].count(limit_key(site, this, holder)) >= times:
                    continue
            if telling and code.reads:
                # whether it answers tells of a card that not everybody sees
                told = told or any(seen[location[parts[name]]] != everyone for name in code.reads)
                if told and heeding is not None and not heeding:
                    break
            if unheeding:
                continue
            if quick and not captured:
                if code.when is not None:
                    if names is not code.names:
                        names = code.names
                        given = [parts[name] for name in names]
                    if not code.when(S, holder, this, who, *given):
                        continue
            elif code.where is not None and not code.where(S, self._scratch(code, holder, this, who, parts, captured)):
                continue
            turn = (holder - who) % seats if holder != NOTHING and who != NOTHING else 0
            found.append((turn, (number, holder, this, instance, captured)))
        if told:
            S[CONTROL][REVEALED] += 1
        if len(found) > 1:
            found.sort(key=lambda pair: pair[0])
        return [listener for _, listener in found]

    def _tells(self, S: State, heed: Heed, parts: dict[str, int]) -> bool:
        """Whether somebody learns of what an event is about by who answers it."""
        seen, everyone = self.layout.seen, self.table.everyone
        for name in heed.reads:
            component = parts.get(name, NOTHING)
            if component < 0 or seen[S[LOCATION][component]] != everyone:
                return True
        return False

    def _carrier(self, S: State, carrier: int, who: int) -> tuple[int, int, int, list[int]]:
        """Holder, carrier, instance and what it took along."""
        if carrier == NOTHING:
            return who, NOTHING, NOTHING, []
        if carrier < 0:
            number = -carrier - 2
            records = S[INSTANCES]
            i = 0
            while i < len(records):
                length = records[i + 6]
                if records[i] == number:
                    holder = records[i + 2]
                    taken = records[i + 7 : i + 7 + length]
                    return (who if holder == NOTHING else holder), records[i + 3], number, taken
                i += 7 + length
            raise KeyError(number)
        holder = self.layout.owner_of[S[LOCATION][carrier]]
        return (who if holder == NOTHING else holder), carrier, NOTHING, []

    def _scratch(
        self, code: AbilityCode, holder: int, this: int, who: int, parts: dict[str, int], captured: list[int]
    ) -> list[int]:
        """A frame outside the state, to test a condition in."""
        frame = self._frames[code.unit][0][:]
        frame[YOU], frame[THIS], frame[WHO] = holder, this, who
        for name, place in code.binds:
            frame[LOCALS + place] = parts[name]
        for i in range(0, len(captured), 2):
            frame[LOCALS + captured[i]] = captured[i + 1]
        return frame

    def push_ability(self, S: State, L: list[int], listener: Listener, who: int, parts: dict[str, int]) -> list[int]:
        """Run an ability next."""
        number, holder, this, instance, captured = listener
        code = self.abilities[number]
        frame = self.push(S, L, code.unit, holder, this, [])
        frame[WHO] = who
        for name, place in code.binds:
            frame[LOCALS + place] = parts[name]
        for i in range(0, len(captured), 2):
            frame[LOCALS + captured[i]] = captured[i + 1]
        self.note_answer(S, listener)
        return frame

    def note_answer(self, S: State, listener: Listener) -> None:
        """An ability answers: its limit is used, and it may be the only time."""
        number, holder, this, instance, _ = listener
        code = self.abilities[number]
        if code.limit is not None:
            S[LIMITS].append(limit_key(code.limit[0], this, holder))
        if code.once and instance != NOTHING:
            self._remove(S, {instance})

    def dispatch(self, S: State, L: list[int], then: int) -> int:
        """Run what listens to the events of the step that ended, then go on at `then`."""
        L[AT] = then
        waiting = self.answering(S, max(0, then - 1))
        if not waiting:
            return RELOAD if S[CONTROL][FRAME] != L[SELF] else then
        below = L
        for listener, who, parts in reversed(waiting):
            below = self.push_ability(S, below, listener, who, parts)
        return RELOAD

    def answering(self, S: State, k: int) -> list[Answer]:
        """Who answers the events of the step at place `k`, in order; each is counted, and the events are over."""
        events = self.table.events
        self.table.events = []
        waiting: list[Answer] = []
        for event, who, parts in events:
            for listener in self.listeners(S, event, who, parts):
                waiting.append((listener, who, parts))
        for _ in waiting:
            self.count_chain(S, self.code[k])
        return waiting

    def expire(self, S: State, part: int) -> None:
        """What lasted until the end of a part is over."""
        records = S[INSTANCES]
        gone: set[int] = set()
        i = 0
        while i < len(records):
            if records[i + 4] == part:
                gone.add(records[i])
            i += 7 + records[i + 6]
        self._remove(S, gone)

    def _remove(self, S: State, numbers: set[int]) -> None:
        records, kept = S[INSTANCES], []
        i = 0
        while i < len(records):
            size = 7 + records[i + 6]
            if records[i] in numbers:
                entries = S[self.layout.event_base + self.abilities[records[i + 1]].event]
                for j in range(0, len(entries), 2):
                    if entries[j + 1] == -records[i] - 2:
                        del entries[j : j + 2]
                        break
            else:
                kept += records[i : i + size]
            i += size
        S[INSTANCES] = kept

    def modify(self, S: State, you: int, value: int, event: int, given: tuple[int, ...]) -> int:
        """A quantity after its modifiers: set, multiply, increase and reduce, then their own bounds."""
        sets = factors = _NONE
        added = 0
        bounds: Sequence[tuple[str, int]] = ()
        entries = S[self.layout.event_base + event]
        abilities, owner_of, location, quick = self.abilities, self.layout.owner_of, S[LOCATION], self.quick
        heed = self.heeds.get(event) if quick else None
        heeding = heed[given[heed.at]] if heed is not None else None
        if heed is not None and heeding is heed.all:
            heeding = None
        pairs = iter(entries)
        for number, this in zip(pairs, pairs, strict=True):
            if heeding is not None and number not in heeding:
                continue
            code, captured = abilities[number], _NONE
            if this >= 0:  # a component that lies where its ability works: nearly all
                holder = owner_of[location[this]]
                if holder == NOTHING:
                    holder = you
            else:
                holder, this, _, captured = self._carrier(S, this, you)
            if holder != you if code.by == "own" else not _by(code.by, you, holder):
                continue
            if quick and not captured and code.bound is None:
                assert code.worth is not None
                amount = code.worth(S, holder, this, you, *given)
                if amount is None:
                    continue
            else:
                parts = {name: given[place] for place, (name, _) in enumerate(code.binds)}
                frame = self._scratch(code, holder, this, you, parts, captured)
                if code.where is not None and not code.where(S, frame):
                    continue
                assert code.value is not None
                amount = code.value(S, frame)
            if code.what == "set":
                sets = [*sets, amount]
            elif code.what == "multiply":
                factors = [*factors, amount]
            else:
                added += amount if code.what == "increase" else -amount
            if code.bound is not None:
                bounds = [*bounds, (code.bound[0], code.bound[1](S, frame))]
        if sets:
            value = sets[-1]
        for factor in factors:
            value *= factor
        plain = value
        value += added
        for word, bound in bounds:
            if word == "down to" and value < bound:
                value = min(plain, bound)
            elif word == "up to" and value > bound:
                value = max(plain, bound)
        return value


_NONE: list[int] = []  # what nearly all abilities take along
GIVING_UP = (
    NotWritten,
    RulesError,
    TooMany,
    IndexError,
    KeyError,
    ValueError,
    ZeroDivisionError,
    RecursionError,
    NameError,  # a fault of ours, which no game should end for; tests look at `given_up`
)
_BEGINS = Program.begins.__code__
_OVER_A_FRAME = (Program.held.__code__, Program.by_objects.__code__)  # they push frames over the frame `L`


def _by(rule: str, who: int, holder: int) -> bool:
    if rule == "any":
        return True
    return who == holder if rule == "own" else who != holder


def _ours(fault: Exception) -> bool:
    """Whether a fault is the engine's own: a wrong value can only come from a query of the vocabulary."""
    if not isinstance(fault, ValueError):
        return False
    at = fault.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    return at is None or "vocabulary" not in at.tb_frame.f_code.co_filename


def _what_went_wrong(fault: Exception) -> str:
    if isinstance(fault, KeyError):
        return "a table, place or list was read with a key that it does not have"
    if isinstance(fault, ZeroDivisionError):
        return "a number was divided by 0"
    if isinstance(fault, TooMuch):
        return str(fault)
    if isinstance(fault, ValueError):
        return "the highest or lowest of an empty set was asked for; give a second argument for that case"
    return "nothing was used as if it were a thing; ask `exists(…)` or `filled(…)` first"
