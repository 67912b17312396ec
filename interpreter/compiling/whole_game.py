"""Playing a whole game in one go: the functions of `whole`, made when they are first called, and their hands.

In: a state before its first step, and who decides. Out: the same state at the end of the game. What runs between two
decisions lives in calls of Python and not in the state, so nobody can stop in between.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from interpreter.compiling.effects import Ask, Begin, Call, CallHeld, NextPass
from interpreter.compiling.multisets import NotWritten, TooMany
from interpreter.compiling.program import BY_NAME
from interpreter.compiling.whole import MAIN, Whole
from interpreter.state import NOTHING, SLOT_BASE, State

if TYPE_CHECKING:
    from interpreter.compiling.building import Builder
    from interpreter.compiling.program import Choose, Listener

Function = Callable[..., Any]


class Left(Exception):
    """A part of the flow is left, by its number."""

    def __init__(self, part: int) -> None:
        super().__init__(part)
        self.part = part


class Over(Exception):
    """The game has ended."""


class WholeGame:
    """Plays whole games of one program."""

    def __init__(self, builder: Builder, names: dict[str, Any], compiled: Callable[[ast.FunctionDef], Function]):
        self.builder, self.program, self.compiled = builder, builder.program, compiled
        self.names = names
        self.not_written: NotWritten | None = None  # once that is known
        self.writer = Whole(builder)
        self.writer.wanted = self._wanted
        self.writer.entering = self._entering
        self.writer.offers.uses_of = self._uses
        self._picks: list[int] = []  # what is left to pick, of each offer that is open
        self._running: dict[int, int] = {}  # part -> how often it is gone through now
        self._depth = 0  # effects on cards that are carried out inside each other
        self._answering: list[int] = []  # units of abilities that are carried out
        self._held: dict[int, Function] = {}
        self._answers: dict[int, Function] = {}
        self._name_hands()

    def play(self, S: State, choose: Choose) -> None:
        """Play to the end. Raises NotWritten where something turns out not to be written, and whatever the rules raise;
        the state is then worth nothing."""
        if self.not_written is not None:
            raise self.not_written
        kept = self.names.get("choose_"), self._picks[:], self._running, self._answering, self._depth
        self.names["choose_"] = choose
        self._picks.clear()
        self._running, self._answering, self._depth = {}, [], 0
        self.program.spent = 0
        try:
            (self.names.get(MAIN) or self._made(MAIN))(S)
        except Over:
            pass
        except NotWritten as reason:
            self.not_written = reason
            raise
        finally:  # whoever chooses may play another game meanwhile
            self.names["choose_"], self._picks[:], self._running, self._answering, self._depth = kept

    # ---- functions ---------------------------------------------------------------------------------

    def source(self) -> Iterator[ast.FunctionDef]:
        """The functions of this form, for people, as one leads to the other; none where a game is not written so."""
        writer = Whole(self.builder)
        builder = self.builder
        abilities = [f"a_{n}" for n, ability in enumerate(builder.plan.abilities) if ability.what == "after"]
        held = [f"h_{builder.unit_number[name]}" for name in builder.plan.units if not name.startswith(BY_NAME)]
        titles = dict.fromkeys([MAIN])

        def noted(kind: str, place: int, count: int) -> None:
            titles.update(dict.fromkeys(f"{kind}_{place}_{number}" for number in range(count)))

        def entering(place: int, count: int) -> list[Function]:
            noted("e", place, count)
            return self._entering(place, count)

        def uses(ask: Ask) -> list[Function]:
            noted("w", ask.here, len(ask.branches))
            return self._uses(ask)

        writer.wanted = lambda title: titles.update({title: None})
        writer.entering, writer.offers.uses_of = entering, uses
        written: set[str] = set()
        for more in ([], abilities, held):
            titles.update(dict.fromkeys(more))
            while left := [title for title in titles if title not in written]:
                for title in left:
                    written.add(title)
                    try:
                        yield writer.function_of(title)
                    except NotWritten:
                        return

    def _made(self, title: str) -> Function:
        try:
            made = self.names[title] = self.compiled(self.writer.function_of(title))
        except (SyntaxError, RecursionError, MemoryError):  # nested deeper than Python takes
            raise NotWritten from None
        return made

    def _wanted(self, title: str) -> None:
        """A function is called by one that is being written: it is made when it is called first."""

        def first(*given: Any) -> Any:
            return self._made(title)(*given)

        if self.names.get(title) is None:
            self.names[title] = first

    def _each(self, kind: str, place: int, count: int) -> list[Function]:
        def later(number: int) -> Function:
            def first(*given: Any) -> Any:
                found[number] = self._made(f"{kind}_{place}_{number}")
                return found[number](*given)

            return first

        found = [later(number) for number in range(count)]
        return found

    def _entering(self, place: int, count: int) -> list[Function]:
        return self._each("e", place, count)

    def _uses(self, ask: Ask) -> list[Function]:
        return self._each("w", ask.here, len(ask.branches))

    # ---- hands -------------------------------------------------------------------------------------

    def _name_hands(self) -> None:
        units, abilities = len(self.builder.layout.units), len(self.program.abilities)
        # of functions too: new names make Python look up all of them anew
        self.names |= dict.fromkeys(f"{kind}_{number}" for kind in "bh" for number in range(units))
        self.names |= dict.fromkeys(f"a_{number}" for number in range(abilities))
        self.names |= {
            MAIN: None,
            "choose_": None,
            "PICKS": self._picks,
            "Left_": Left,
            "happen_": self._happen,
            "hook_whole_": self._hook,
            "held_whole_": self._hold,
            "again_whole_": self._again,
            "begin_whole_": self._begin,
            "leave_whole_": self._leave,
            "enter_part_": self._enter_part,
            "exit_part_": self._exit_part,
            "deeper_": self._deeper,
            "endless_": self._too_many,
            "over_": _over,
            "far_": self._far,
            "order_": _order,
            "next_seat_": _next_seat,
        }

    def _happen(self, S: State, k: int) -> None:
        """Whoever listens to the events of the step at place `k` comes, one after the other."""
        program = self.program
        waiting = program.answering(S, k)
        for listener, _, _ in reversed(waiting):
            program.note_answer(S, listener)
        for listener, who, parts in waiting:
            self._answer(S, listener, who, parts)

    def _answer(self, S: State, listener: Listener, who: int, parts: dict[str, int]) -> Any:
        """An ability is carried out; one that comes in the place of an event says whether it did."""
        program = self.program
        number, holder, this, _, captured = listener
        code = program.abilities[number]
        if holder == NOTHING and self._asks(code.unit):
            raise TooMany  # nobody decides: what follows then is found step by step
        given = {place: parts[name] for name, place in code.binds}
        for i in range(0, len(captured), 2):
            given[captured[i]] = captured[i + 1]
        run = self._answers.get(number)
        if run is None:
            run = self._answers[number] = self._made(f"a_{number}")
        on_card = code.unit in program.on_cards
        self._depth += on_card
        self._answering.append(code.unit)
        try:
            return run(S, holder, this, who, given)
        finally:
            self._answering.pop()
            self._depth -= on_card

    def _asks(self, number: int) -> bool:
        """Whether a unit may ask somebody, itself or by what it calls."""
        unit = self.builder.layout.units[number]
        return any(isinstance(effect, Ask | Call | CallHeld) for effect in self.program.code[unit.start : unit.end])

    def _hook(self, S: State, k: int, before: int | None, instead: int | None, you: int, parts: dict[str, int]) -> bool:
        """Who comes before an event, or in its place, does so. Whether the event still happens."""
        program = self.program
        if "slot" in parts and parts.get("to", NOTHING) >= SLOT_BASE:  # one component moves
            parts["slot"] = parts["to"] - SLOT_BASE
            parts["to"] = program.layout.slot_zone[parts["slot"]]
        if instead is not None:
            # none applies twice to one event: what a replacement does in its place is that event
            for listener in program.listeners(S, instead, you, parts):
                if program.abilities[listener[0]].unit not in self._answering:
                    program.count_chain(S, program.code[k])
                    program.note_answer(S, listener)
                    return not self._answer(S, listener, you, parts)
        if before is not None:
            program.table.events.append((before, you, parts))
            self._happen(S, k)
        return True

    def _hold(self, S: State, unit: int, you: int, by: int, k: int) -> None:
        """What a thing holds is carried out."""
        program = self.program
        if self._depth >= program.budgets.depth:
            raise program.error(
                "depth", f"effects on cards are nested deeper than {program.budgets.depth}", program.code[k], S
            )
        run = self._held.get(unit)
        if run is None:
            run = self._held[unit] = self._made(f"h_{unit}")
        on_card = unit in program.on_cards
        self._depth += on_card
        try:
            run(S, you, by)
        finally:
            self._depth -= on_card

    def _too_many(self, S: State, k: int) -> None:
        """More was decided than the rules allow."""
        budget = self.program.budgets.decisions
        raise self.program.error("decisions", f"more than {budget} decisions in one game", self.program.code[k], S)

    def _deeper(self, by: int) -> None:
        self._depth += by

    def _again(self, k: int) -> None:
        if self._picks:
            self._picks[-1] += 1

    def _begin(self, S: State, k: int, you: int, this: int, given: Sequence[int]) -> None:
        begin = self.program.code[k]
        assert isinstance(begin, Begin)
        begin.begin(self.program, S, you, this, given)

    def _leave(self, part: int, k: int) -> None:
        if self._running.get(part):
            raise Left(part)

    def _enter_part(self, part: int) -> int:
        self._running[part] = self._running.get(part, 0) + 1
        return len(self._picks)

    def _exit_part(self, part: int, picks: int) -> None:
        self._running[part] -= 1
        del self._picks[picks:]

    def _far(self, S: State, part: int, limit: int) -> None:
        for effect in self.program.code:
            if isinstance(effect, NextPass) and effect.part == part:
                raise effect.too_many(self.program, S, limit)


def _over() -> None:
    raise Over


def _order(found: Sequence[int], key: Function | None, backwards: bool, leader: int | None) -> list[int]:
    """Seats in the order in which a part visits them."""
    seats = list(found)
    if key is not None:
        return sorted(seats, key=key)
    if backwards:
        seats.reverse()
    if leader in seats:
        i = seats.index(leader)
        seats = seats[i:] + seats[:i]
    return seats


def _next_seat(seats: Sequence[int], i: int, goes: Function) -> int:
    """Where the next seat stands that is visited, from `i` on; NOTHING when there is none."""
    for step in range(len(seats)):
        if goes(seats[(i + step) % len(seats)]):
            return (i + step) % len(seats)
    return NOTHING
