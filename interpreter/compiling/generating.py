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
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from interpreter.compiling import nodes
from interpreter.compiling.choices import Option
from interpreter.compiling.effects import Ask, Branch, Call, Return, limit_key
from interpreter.compiling.multisets import TooMany
from interpreter.compiling.offering import Offers
from interpreter.compiling.plain import Plain
from interpreter.compiling.segments import Segments
from interpreter.state import LIMITS, LOCATION, NOTHING, State
from interpreter.state.layout import AT, CONTROL, SELF
from interpreter.state.layout import FRAME as RUNNING

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
        self.offers = Offers(builder, self.plain)
        self.names = builder.emitter.names
        self.file = f"<generated {builder.game.id}>"
        self.segments = Segments(builder, self.plain)
        self.refused: list[str] = []  # functions that Python would not compile: left to the objects
        self._makers: dict[str, Callable[[], ast.FunctionDef | None]] = {}
        self._name_hands()

    def _name_hands(self) -> None:
        program = self.program

        def carrier(S: State, components: tuple[int, ...], holders: list[int], you: int) -> int:
            location = S[LOCATION]
            for component in components:
                if holders[location[component]] == you:
                    return component
            return NOTHING

        def anew(S: State, sites: frozenset[int]) -> None:
            S[LIMITS] = [key for key in S[LIMITS] if key // 64 // (1 << 20) not in sites]

        def nothing() -> None:
            raise IndexError("nothing has no value to set")

        def too_many() -> None:
            raise TooMany

        self.names |= {
            "list_": list,
            "len_": len,
            "int_": int,
            "set_": set,
            "enumerate_": enumerate,
            "limit_": limit_key,
            "carrier_": carrier,
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
        """Put what can be generated in its places; nothing is compiled yet."""
        program, builder = self.program, self.builder
        program.generated_file, program.generator = self.file, self
        program.fast = [builder.runs(effect) for effect in program.code]
        for name in builder.plan.units:
            if self.plain.unit(name):
                number = builder.unit_number[name]
                title = f"u_{number}"
                self._makers[title] = partial(self.plain.function, name)
                put = partial(self.names.__setitem__, title)
                put(self._first(title, put, partial(_by_objects, program, number)))
        for number, (unit, held) in builder.heads.items():
            self._makers[f"can_{number}"] = partial(self.offers.beginning, unit, held)
            put = partial(program.begin_fast.__setitem__, number)
            put(self._first(f"can_{number}", put, partial(_tried, program, number)))
        for effect in program.code:
            if not isinstance(effect, Ask):
                title = f"at_{effect.here}"
                self._makers[title] = partial(self.segments.function, effect.here)
                put = partial(program.fast.__setitem__, effect.here)
                put(self._first(title, put, program.fast[effect.here]))
                continue
            title = f"legal_{effect.here}"
            self._makers[title] = partial(self.offers.legal, effect)
            put = partial(setattr, effect, "legal")
            put(self._first(title, put, partial(effect.by_branches, program)))
            for number, branch in enumerate(effect.branches):
                if branch.through:
                    title = f"apply_{effect.here}_{number}"
                    self._makers[title] = partial(self.offers.apply, effect, number)
                    put = partial(setattr, branch, "apply")
                    put(self._first(title, put, partial(_taken, program, branch)))
        linecache.cache[self.file] = (0, None, self.listing(), self.file)

    def _first(self, title: str, put: Callable[[Function], None], objects: Function) -> Function:
        """A function that makes the real one when it is called first, and puts it in its own place; `objects` serves
        where nothing is written."""

        def first(*given: Any) -> Any:
            made = self.function(title) or objects
            put(made)
            return made(*given)

        return first

    def function(self, title: str) -> Function | None:
        """The compiled function of that title; None where what it stands for is left to the objects."""
        try:
            tree = self._makers[title]()
            if tree is None:
                return None
            return self.compiled(tree)
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
        begins = self._beginnings()
        found = []
        for title, make in sorted(self._makers.items(), key=lambda pair: _by_number(pair[0])):
            if title.startswith("at_") and int(title[3:]) not in begins:
                continue
            tree = make()
            if tree is not None:
                nodes.finished(tree)
                found.append(f"# {lines[max(0, tree.lineno - 1)].strip()}\n{ast.unparse(tree)}\n")
        return "\n".join(found)

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
    frame = program.push(S, L, unit, you, this, list(given))
    while not isinstance(program.code[frame[AT]], Return):
        frame[AT] = program.code[frame[AT]].run(program, S, frame)
    del S[frame[SELF] :]
    S[CONTROL][RUNNING] = L[SELF]


def _tried(program: Program, unit: int, S: State, you: int, this: int, *given: Any) -> bool:
    """Whether a unit could begin, tried in a frame that is thrown away."""
    test = program.beginnings[unit][1]
    return test is None or bool(test(S, program.push(S, None, unit, you, this, list(given))))


def _taken(program: Program, branch: Branch, S: State, L: list[int], option: Option) -> None:
    branch.take(program, S, L, option[1:])


def _by_number(title: str) -> tuple[int, ...]:
    return tuple(int(part) for part in title.split("_")[1:])
