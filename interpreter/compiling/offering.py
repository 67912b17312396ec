"""Questions -> Python: everything that may be decided, listed by one function.

`legal_K(S, L)` lists every option of the question at place K, branch by branch, as effect objects would; nothing is
written while it looks. `use_K_B` lists what a card offers, `can_N` says whether a unit could begin.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from interpreter.checking import plan
from interpreter.compiling import nodes
from interpreter.compiling.choices import End
from interpreter.compiling.plain import Plain
from interpreter.compiling.scopes import FRAME, NamesScope, Scope
from interpreter.compiling.searching import ANY_WAY, Search, TooDeep
from interpreter.state import LOCATION, NOTHING
from interpreter.state.layout import YOU

if TYPE_CHECKING:
    from interpreter.compiling.building import Builder
    from interpreter.compiling.effects import Ask, Branch


class Offers:
    """Writes the functions of questions. Belongs to the building of one program."""

    def __init__(self, builder: Builder, plain: Plain, search: Search) -> None:
        self.builder, self.plain, self.search, self.emitter = builder, plain, search, builder.emitter
        self.asking = builder.unit  # the unit whose question is written
        # names of Python that a frame is filled from though they may not be bound yet, and whether they are sets
        self.maybe_unbound: set[tuple[str, bool]] = set()
        self.uses_of = builder.uses_of  # for each branch of a question what lists what a card offers by it

    # ---- what may be decided -----------------------------------------------------------------------

    def legal(self, ask: Ask) -> ast.FunctionDef:
        """The function that lists options: (number of the branch, values…)."""
        body = [nodes.assign("you", nodes.item(nodes.name("L"), nodes.constant(YOU))), *self.listed(ask)]
        body.append(ast.Return(nodes.name("found")))
        made = nodes.function(f"legal_{ask.here}", ["S", "L"], body)
        nodes.placed([made], ask.here + 1)
        return made

    def listed(self, ask: Ask, below: Scope = FRAME, you: str = "you") -> list[ast.stmt]:
        """Statements that list the options in `found`. `below` has the names of who asks, `you` decides."""
        self.asking = self.builder.unit_of(ask.here)
        body: list[ast.stmt] = [
            nodes.assign("found", ast.List([], ast.Load())),
            nodes.assign("out", ast.Attribute(nodes.name("found"), "append", ast.Load())),
        ]
        number = 0
        while number < len(ask.branches):
            branch = ask.branches[number]
            carried = self._carried(ask, number)
            if len(carried) < 2:
                written = self._branch(number, branch, "", below, you)
            else:
                written = self._of_carriers(ask, carried, below, you)
            nodes.columned(written, number + 1)
            body += written
            number += max(1, len(carried))
        cap = self.builder.game.budgets.options
        many = nodes.compare(nodes.call("len_", nodes.name("found")), ast.Gt(), nodes.constant(cap))
        if any(isinstance(node, ast.For) for statement in body for node in ast.walk(statement)):
            body.append(nodes.branch(many, [nodes.do(nodes.call("too_many_"))]))
        return body

    def _carried(self, ask: Ask, first: int) -> range:
        """The branches from that one on that cards carry, all working in the same zones and counted together."""
        carriers, count = ask.branches[first].carriers, ask.branches[first].count
        if carriers is None:
            return range(first, first)
        last = first
        for branch in ask.branches[first:]:
            if branch.carriers is None or branch.carriers[1] != carriers[1] or branch.count != count:
                break
            if not self._writable(branch):
                break
            last += 1
        return range(first, last)

    def _of_carriers(self, ask: Ask, numbers: range, below: Scope, you: str) -> list[ast.stmt]:
        """What cards offer: only those are gone through that lie where they work, in the order of their branches."""
        carriers = ask.branches[numbers.start].carriers
        assert carriers is not None
        layout = self.builder.layout
        places = [tuple(sorted(at for at in carriers[1] if layout.owner_of[at] == s)) for s in range(layout.seats)]
        carried: dict[int, tuple[int, ...]] = {}
        for number in numbers:
            of = ask.branches[number].carriers
            assert of is not None
            for component in of[0]:
                carried[component] = (*carried.get(component, ()), number)
        column = self.emitter.bind("H", places, ("places", carriers[1]))
        known = self.emitter.bind("G", carried, ("carried", ask.here, numbers.start))
        uses = self.emitter.bind("U", self.uses_of(ask), ("uses", ask.here, below is FRAME))
        branch, holder = self.plain.fresh("b"), self.plain.fresh("h")
        held = nodes.call("held_by_", nodes.name("S"), nodes.item(column, nodes.name(you)), known)
        frame = [nodes.name("L")] if below is FRAME else []
        given = (nodes.name("S"), *frame, nodes.name(you), nodes.name(holder), nodes.name("out"))
        call = nodes.call(nodes.item(uses, nodes.name(branch)), *given)
        target = ast.Tuple([ast.Name(branch, ast.Store()), ast.Name(holder, ast.Store())], ast.Store())
        each: ast.stmt = ast.For(target, held, [nodes.do(call)], [])
        free = self._uncounted(ask.branches[numbers.start], below)
        return [each] if free is None else [nodes.branch(free, [each])]

    @staticmethod
    def _uncounted(branch: Branch, below: Scope) -> ast.expr | None:
        """Whether an entry may be picked once more; None where it may always be."""
        if branch.count is None or branch.count[1] is None:
            return None
        place, most = branch.count
        return nodes.compare(below.local(place), ast.Lt(), nodes.constant(most))

    def use(self, ask: Ask, number: int, below: Scope = FRAME) -> ast.FunctionDef:
        """`use_K_B(S, L, you, this, out)`: the options that a card gives by carrying an effect; `w_K_B` without `L`."""
        self.asking = self.builder.unit_of(ask.here)
        body = self._branch(number, ask.branches[number], "this", below, counted=True)
        nodes.columned(body, number + 1)
        body.insert(0, nodes.assign("found", ast.Attribute(nodes.name("out"), "__self__", ast.Load())))
        title, frame = ("use", ["L"]) if below is FRAME else ("w", [])
        made = nodes.function(f"{title}_{ask.here}_{number}", ["S", *frame, "you", "this", "out"], body)
        nodes.placed([made], ask.here + 1)
        return made

    def _writable(self, branch: Branch) -> bool:
        return not branch.guards and branch.forbid is None and branch.unit is not None and known(branch)

    def _branch(
        self,
        number: int,
        branch: Branch,
        this: str = "",
        below: Scope = FRAME,
        you: str = "you",
        counted: bool = False,
    ) -> list[ast.stmt]:
        """Everything that a branch offers; `this` names the component that carries it, if that is known. `counted`: how
        often it may be picked was looked at before."""
        if branch.unit is None or not self._writable(branch):
            return self._objects(number, branch, below)
        self.builder.enter_stream(branch.unit)
        tests: list[ast.expr] = []
        free = None if counted else self._uncounted(branch, below)
        if free is not None:
            tests.append(free)
        found: list[ast.stmt] = []
        if branch.carriers is not None and not this:
            this = self.plain.fresh("h")
            components, zones = branch.carriers
            column = self.search.holders(zones)
            if len(components) == 1:
                tests.append(_held_by(you, column, nodes.constant(components[0])))
                found.append(nodes.assign(this, nodes.constant(components[0])))
            else:
                which = nodes.call("carrier_", nodes.name("S"), nodes.numbers(components), column, nodes.name(you))
                found.append(nodes.assign(this, which))
                tests.append(nodes.compare(nodes.name(this), ast.NotEq(), nodes.constant(NOTHING)))
        before, scope = self._entered(branch, this, below, you)
        for limit in branch.limits:
            tests.append(self.search.free(limit.site, limit.times, scope))
        commitments = branch.sentence.commitments if branch.sentence is not None else ()
        try:
            inner = self.search.ways(commitments, scope, number)
        except TooDeep:
            return self._objects(number, branch, below)
        if len(branch.limits) and before:
            # what a limit is counted for is known only inside
            inside, outside = tests[-len(branch.limits) :], tests[: -len(branch.limits)]
            inner = [*before, nodes.branch(nodes.both(inside), inner)]
            return [*found, nodes.branch(nodes.both(outside), inner)] if outside else [*found, *inner]
        inner = [*before, *inner]
        return [*found, nodes.branch(nodes.both(tests), inner)] if tests else [*found, *inner]

    def _objects(self, number: int, branch: Branch, below: Scope) -> list[ast.stmt]:
        """The branch as its object looks for it."""
        program = self.builder.program
        option = self.plain.fresh("o")
        whole = ast.Tuple([ast.Constant(number), ast.Starred(nodes.name(option), ast.Load())], ast.Load())
        if isinstance(below, NamesScope):
            options = nodes.call("in_a_frame_", *self.framed(branch, below))
        else:
            way = self.emitter.bind("B", lambda S, L: branch.options(program, S, L), ("branch", id(branch)))
            options = nodes.call(way, nodes.name("S"), nodes.name("L"))
        return [nodes.loop(option, options, [nodes.do(nodes.call("out", whole))])]

    def framed(self, branch: Branch, names: NamesScope) -> list[ast.expr]:
        """What `in_a_frame_` is given: a state, a branch, who decides, what carries the effect and who caused it, names
        that are bound so far with their places, and the unit that asks."""
        numbers, lists = names.bound()
        each, every = [names.local(at) for at in numbers], [names.local_set(at) for at in lists]
        self.maybe_unbound |= {(name.id, False) for name in each if isinstance(name, ast.Name)}
        self.maybe_unbound |= {(name.id, True) for name in every if isinstance(name, ast.Name)}
        return [
            nodes.name("S"),
            self.emitter.bind("B", branch, ("itself", id(branch))),
            nodes.tuple_([names.you(), names.this(), names.who()]),
            nodes.tuple_([nodes.tuple_([nodes.constant(at), name]) for at, name in zip(numbers, each, strict=True)]),
            nodes.tuple_([nodes.tuple_([nodes.constant(at), name]) for at, name in zip(lists, every, strict=True)]),
            nodes.constant(self.builder.unit_number[self.asking.name]),
        ]

    def _entered(
        self, branch: Branch, this: str, below: Scope = FRAME, you: str = "you"
    ) -> tuple[list[ast.stmt], Scope]:
        """The names of what a branch enters, from the outside in."""
        prefix = self.plain.fresh("u")
        scope: Scope = NamesScope(prefix, you, "", below)
        found: list[ast.stmt] = []
        for _, arguments in branch.through:
            if not this:
                this = self.plain.fresh("h")
                found.append(nodes.assign(this, below.this()))
            inside = NamesScope(self.plain.fresh("u"), you, this)
            values = [self.plain.copied(a, scope) if many else self.plain.emit(a, scope) for a, many in arguments]
            names = inside.parameters(many for _, many in arguments)
            found += [nodes.assign(name, value) for name, value in zip(names, values, strict=True)]
            scope = inside
        return found, scope

    # ---- whether it could begin --------------------------------------------------------------------

    def beginning(self, unit: plan.Unit, held: bool) -> ast.FunctionDef | None:
        """`can_K(S, you, this, parameters…)`: whether a unit could be entered now; None where that must be left to the
        objects. `held`: a thing holds it, so a limit at its head does not count."""
        scope = NamesScope(self.plain.fresh("u"), "you", "this")
        parameters = scope.parameters(type.many for _, type in unit.parameters)
        self.builder.enter_stream(unit)
        try:
            body = self._head(unit.body, scope, held)
        except TooDeep:
            return None
        if body is None:
            body = [ast.Return(ast.Constant(True))]
        made = nodes.function(
            f"can_{self.builder.unit_number[unit.name]}",
            ["S", "you", "this", *parameters],
            [*body, ast.Return(ast.Constant(False))],
        )
        nodes.placed([made], self.builder.layout.units[self.builder.unit_number[unit.name]].start + 1)
        return made

    def _head(self, body: plan.Body, scope: NamesScope, held: bool = False) -> list[ast.stmt] | None:
        """Statements that return True once statements of the rules can be entered; None: they always can.

        The same cases as in `building.Builder._begins`.
        """
        true = ast.Return(ast.Constant(True))
        deciding = nodes.compare(scope.you(), ast.Lt(), nodes.constant(self.builder.layout.players))
        match body[0] if body else None:
            case plan.Sentence(otherwise=None, asks=asks, commitments=commitments):
                met = self.search.ways(commitments, scope, ANY_WAY)
                return [nodes.branch(deciding, met)] if asks else met
            case plan.Either(branches=branches):
                ways = [self._head(branch, scope) for branch in branches]
                if None in ways:
                    return [nodes.branch(deciding, [true])]
                return [nodes.branch(deciding, [s for way in ways if way is not None for s in way])]
            case plan.Perform(effect=None, unit=name) as node:
                given = ast.List([self.plain.emit(a, scope) for a, _ in node.arguments], ast.Load())
                number = nodes.constant(self.builder.unit_number[name])
                return [nodes.branch(self._begins(number, scope.this(), given, scope), [true])]
            case plan.Perform(effect=effect, carrier=carrier) if effect is not None:
                by = self.plain.emit(carrier if carrier is not None else plan.This(), scope)
                return [
                    nodes.branch(self._begins(self.plain.emit(effect, scope), by, nodes.numbers(()), scope), [true])
                ]
            case plan.Limited(body=inner) if held:
                return self._head(inner, scope)
            case plan.Limited(site=site, times=times, body=inner):
                return [nodes.branch(self.search.free(site, times, scope), self._head(inner, scope) or [true])]
            case plan.Repeat(asks=asks, low=low, high=high, while_=while_, body=inner):
                way = self._head(inner, scope)
                least = low if asks else high
                if way is None or least is None:
                    return None
                none = nodes.compare(self.plain.emit(least, scope), ast.Lt(), nodes.constant(1))
                over = [none] if while_ is None else [none, ast.UnaryOp(ast.Not(), self.plain.test(while_, scope))]
                return [nodes.branch(over[0] if len(over) == 1 else ast.BoolOp(ast.Or(), over), [true]), *way]
        return None

    @staticmethod
    def _begins(number: ast.expr, this: ast.expr, given: ast.expr, scope: Scope) -> ast.expr:
        return nodes.call("begins_", nodes.name("S"), number, scope.you(), this, given)


def known(branch: Branch) -> bool:
    """Whether every commitment can be written as Python."""
    if branch.sentence is None:
        return isinstance(branch.steps, End)
    return all(
        isinstance(c, plan.Choose | plan.Let | plan.Require | plan.Pay | plan.Promise)
        for c in branch.sentence.commitments
    )


def _held_by(you: str, column: ast.expr, component: ast.expr) -> ast.expr:
    at = nodes.item(nodes.listed(LOCATION), component)
    return nodes.compare(nodes.item(column, at), ast.Eq(), nodes.name(you))
