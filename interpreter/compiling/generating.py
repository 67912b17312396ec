"""Generated Python: functions written from the plan, each made when it is first needed.

In: what the building of a program noted about its code. Out: `Program.fast`, one function of (S, L) for each place of
the code that says where to go on, and for questions `Ask.legal` and `Branch.apply`. Where nothing is written for a
place, its effect object carries it out, so any part of a game may be left to the objects.

Functions are `ast` nodes with generated names, run without builtins; content reaches them as constants. The line of a
node is the place of its statement in the code plus one: a fault is found by its line, and `linecache` shows for each
line the file, line and unit of the rules that it stands for.
"""

from __future__ import annotations

import ast
import linecache
from bisect import insort
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from interpreter.compiling import nodes
from interpreter.compiling.choices import Option
from interpreter.compiling.deciding import Decisions
from interpreter.compiling.effects import Ask, Branch, Call, limit_key
from interpreter.compiling.multisets import TooMany
from interpreter.compiling.offering import Offers
from interpreter.compiling.plain import Plain
from interpreter.compiling.searching import Search
from interpreter.compiling.segments import Segments
from interpreter.compiling.whole_game import WholeGame
from interpreter.state import LIMITS, LOCATION, NOTHING, State
from interpreter.state.layout import CONTROL, FRAME, LOCALS, SELF, THIS, WHO, YOU

if TYPE_CHECKING:
    from interpreter.compiling.building import Builder
    from interpreter.compiling.program import Program

Function = Callable[..., Any]


class Generator:
    """Writes, compiles and lists the generated functions of one program."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.program = builder.program
        self.plain: Plain = builder.plain
        search = Search(builder, self.plain)
        self.offers = Offers(builder, self.plain, search)
        self.decisions = Decisions(builder, self.plain, search)
        self.names = builder.emitter.names
        self.file = f"<generated {builder.game.id} for {builder.layout.players}>"
        self.segments = Segments(builder, self.plain)
        self.refused: list[str] = []  # functions that Python would not compile: left to the objects
        self.plain.needed = self._unit
        self._whole: WholeGame | None = None
        self._name_hands()

    @property
    def whole(self) -> WholeGame:
        """What plays a game in one go."""
        if self._whole is None:
            self._whole = WholeGame(self.builder, self.names, self.compiled)
        return self._whole

    def _name_hands(self) -> None:
        program = self.program

        def carrier(S: State, components: tuple[int, ...], holders: list[int], you: int) -> int:
            location = S[LOCATION]
            for component in components:
                if holders[location[component]] == you:
                    return component
            return NOTHING

        def held_by(S: State, places: tuple[int, ...], carried: dict[int, tuple[int, ...]]) -> list[tuple[int, int]]:
            found: dict[int, int] = {}
            for at in places:
                for component in S[at]:
                    for number in carried.get(component, ()):
                        if component < found.get(number, component + 1):  # of several copies the first carries it
                            found[number] = component
            return sorted(found.items())

        def in_a_frame(
            S: State,
            branch: Branch,
            seats: tuple[int, int, int],
            numbers: Sequence[tuple[int, int]],
            lists: Sequence[tuple[int, Sequence[int]]],
            unit: int,
        ) -> list[Option]:
            size, running = len(S), S[CONTROL][FRAME]
            fresh, many = program.fresh_frame(unit)
            frame = fresh[:]
            frame[SELF] = size
            frame[YOU], frame[THIS], frame[WHO] = seats
            S.append(frame)
            S.extend([] for _ in range(many))
            for at, number in numbers:
                frame[LOCALS + at] = number
            for at, members in lists:
                S[size + 1 + at][:] = members
            try:
                return branch.options(program, S, frame)
            finally:
                del S[size:]
                S[CONTROL][FRAME] = running

        def anew(S: State, sites: frozenset[int]) -> None:
            S[LIMITS] = [key for key in S[LIMITS] if key // 64 // (1 << 20) not in sites]

        def nothing() -> None:
            raise IndexError("nothing has no value to set")

        def too_many() -> None:
            raise TooMany

        self.names |= {
            "list_": list,
            "bytes_": bytes,
            "tuple_": tuple,
            "len_": len,
            "int_": int,
            "insort_": insort,
            "set_": set,
            "enumerate_": enumerate,
            "limit_": limit_key,
            "carrier_": carrier,
            "held_by_": held_by,
            "in_a_frame_": in_a_frame,
            "anew_": anew,
            "nothing_": nothing,
            "too_many_": too_many,
            "members_of_": program.members_of,
            "turns_": program.turns,
            "held_": program.held,
            "again_": program.pick_again,
            "skipped_": lambda k: program.skipped(program.code[k]),
            "step_": lambda S, L, k: program.code[k].run(program, S, L),
            "expire_": program.expire,
            "has_": self.builder.has,
            "push_": program.push,
            "begins_": program.begins,
        }

    # ---- what is written ---------------------------------------------------------------------------

    def finish(self) -> None:
        """Say where functions may come; none is written yet."""
        program = self.program
        program.generated_file, program.generator = self.file, self
        program.fast = [None] * len(program.code)
        # names that come later would make Python look up all of them anew, see `Emitter.bind`
        self.names |= dict.fromkeys(f"u_{number}" for number in range(len(program.layout.units)))
        for effect in program.code:
            if isinstance(effect, Ask):
                for number, branch in enumerate(effect.branches):
                    branch.place = (effect.here, number)
        # a traceback that is printed asks for the lines; until then nobody has made them
        linecache.cache[self.file] = (lambda: "".join(self.listing()),)

    def at(self, place: int) -> Function:
        """What runs from a place of the code on."""
        effect = self.program.code[place]
        made = None if isinstance(effect, Ask) else self.function(f"at_{place}")
        found = made or self.builder.runs(effect)
        self.program.fast[place] = found
        return found

    def legal(self, ask: Ask) -> Function:
        """What lists the options of a question."""
        ask.legal = self.function(f"legal_{ask.here}") or partial(ask.by_branches, self.program)
        return ask.legal

    def uses(self, ask: Ask) -> list[Function]:
        """What lists the options that a card gives, for each branch of a question."""

        def written(number: int) -> Function:
            def first(S: State, L: list[int], you: int, this: int, out: Function) -> None:
                branch = ask.branches[number]
                made = self.function(f"use_{ask.here}_{number}") or partial(_used, self.program, branch, number)
                found[number] = made
                made(S, L, you, this, out)

            return first

        found = [written(number) for number in range(len(ask.branches))]
        return found

    def apply(self, branch: Branch) -> Function:
        """What carries out a decision for a branch."""
        place, number = branch.place
        made = self.function(f"apply_{place}_{number}")
        branch.apply = made or partial(_taken, self.program, branch)
        return branch.apply

    def begins(self, unit: int) -> Function:
        """What says whether a unit could begin."""
        made = self.function(f"can_{unit}") or partial(_tried, self.program, unit)
        self.program.begin_fast[unit] = made
        return made

    def _unit(self, number: int) -> None:
        """A plain unit is called by a function that is being written: it is made when it is called first."""
        title = f"u_{number}"

        def first(*given: Any) -> Any:
            made = self.function(title) or partial(_by_objects, self.program, number)
            self.names[title] = made
            return made(*given)

        if self.names.get(title) is None:
            self.names[title] = first

    def _written(self, title: str) -> ast.FunctionDef | None:
        kind, number, *branch = title.split("_")
        at = int(number)
        match kind:
            case "u":
                return self.plain.function(self.program.layout.units[at].name)
            case "can":
                return self.offers.beginning(*self.builder.heads[at])
            case "at":
                return self.segments.function(at)
        ask = self.program.code[at]
        assert isinstance(ask, Ask)
        if kind == "legal":
            return self.offers.legal(ask)
        return self.offers.use(ask, int(branch[0])) if kind == "use" else self.decisions.apply(ask, int(branch[0]))

    def function(self, title: str) -> Function | None:
        """The compiled function of that title; None where what it stands for is left to the objects."""
        try:
            tree = self._written(title)
            return None if tree is None else self.compiled(tree)
        except (SyntaxError, RecursionError, MemoryError):  # nested deeper than Python takes
            self.refused.append(title)
            return None

    def compiled(self, tree: ast.FunctionDef) -> Function:
        """The function that a tree says."""
        made: dict[str, Function] = {}
        exec(compile(nodes.finished(tree), self.file, "exec"), self.names, made)
        return made[tree.name]

    # ---- for people --------------------------------------------------------------------------------

    def listing(self) -> list[str]:
        """A line for each place of the code: the file, line and column of the rules, the effect and its unit."""
        program = self.program
        found = []
        units = sorted(program.layout.units, key=lambda unit: unit.start)
        owner = 0
        for effect in program.code:
            while owner + 1 < len(units) and units[owner + 1].start <= effect.here:
                owner += 1
            found.append(f"{effect.at} {type(effect).__name__} in {units[owner].name}\n")
        return found

    def source(self) -> str:
        """The generated functions as Python, each under a comment that says where in the rules it comes from.

        Of the functions of places those at which something begins: a unit, what follows a question or a call. The
        others are parts of these, and are made only if a game stops there.
        """
        lines = self.listing()
        found = []
        stepping = (self._written(title) for title in self._titles())
        for tree in (*stepping, *self.whole.source()):
            if tree is not None:
                nodes.finished(tree)
                found.append(f"# {lines[max(0, tree.lineno - 1)].strip()}\n{ast.unparse(tree)}\n")
        return "\n".join(found)

    def _titles(self) -> list[str]:
        builder = self.builder
        found = [f"u_{builder.unit_number[name]}" for name in builder.plan.units if self.plain.unit(name)]
        found += [f"can_{number}" for number in builder.heads]
        begins = self._beginnings()
        for effect in self.program.code:
            if isinstance(effect, Ask):
                found.append(f"legal_{effect.here}")
                for number, branch in enumerate(effect.branches):
                    found += [f"use_{effect.here}_{number}"] if branch.carriers is not None else []
                    found.append(f"apply_{effect.here}_{number}")
            elif effect.here in begins:
                found.append(f"at_{effect.here}")
        return found

    def _beginnings(self) -> set[int]:
        """The places where a unit begins, and those behind a question or a call."""
        program = self.program
        found = {unit.start for unit in program.layout.units if unit.end > unit.start}
        for effect in program.code:
            if isinstance(effect, Ask):
                found |= {effect.otherwise, *(branch.target for branch in effect.branches)}
                found |= {back for branch in effect.branches for _, _, back in branch.enter}
                found |= {effect.decline} if effect.decline is not None else set()
            elif isinstance(effect, Call):
                found.add(effect.here + 1)
        return found


def _by_objects(program: Program, unit: int, S: State, L: list[int], you: int, this: int, *given: Any) -> None:
    """A plain unit in a frame of its own."""
    program.by_objects(S, L, unit, you, this, list(given))


def _tried(program: Program, unit: int, S: State, you: int, this: int, *given: Any) -> bool:
    """Whether a unit could begin, tried in a frame that is thrown away."""
    test = program.beginnings[unit][1]
    return test is None or bool(test(S, program.push(S, None, unit, you, this, list(given))))


def _used(
    program: Program, branch: Branch, number: int, S: State, L: list[int], you: int, this: int, out: Function
) -> None:
    for option in branch.options(program, S, L):
        out((number, *option))


def _taken(program: Program, branch: Branch, S: State, L: list[int], option: Option) -> None:
    branch.take(program, S, L, option[1:])
