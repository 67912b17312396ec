"""Questions -> Python: what may be decided as nested loops, and what follows a decision in one go.

`legal_K(S, L)` lists every option of the question at place K, branch by branch, as effect objects would; nothing is
written while it looks. `apply_K_B(S, L, option)` carries out a decision to its end, where nothing after it asks.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from interpreter.checking import plan
from interpreter.compiling import nodes
from interpreter.compiling.choices import UNSEEN, ChooseMatching, ChooseOne, ChooseSet, End, Likeness
from interpreter.compiling.plain import Ledger, Plain
from interpreter.compiling.scopes import FRAME, NamesScope, Scope
from interpreter.state import LIMITS, LOCATION, NOTHING, PLACE
from interpreter.state.layout import AT, LOCALS, THIS, YOU

if TYPE_CHECKING:
    from interpreter.compiling.building import Builder
    from interpreter.compiling.effects import Ask, Branch

ANY_WAY = -9  # in place of a branch's number: one way to meet the commitments is enough
_DEEPEST = 14  # loops that one branch may nest; Python takes twenty


class Offers:
    """Writes the functions of questions. Belongs to the building of one program."""

    def __init__(self, builder: Builder, plain: Plain) -> None:
        self.builder, self.plain, self.emitter = builder, plain, builder.emitter

    # ---- what may be decided -----------------------------------------------------------------------

    def legal(self, ask: Ask) -> ast.FunctionDef:
        """The function that lists options: (number of the branch, values…)."""
        body: list[ast.stmt] = [
            nodes.assign("you", nodes.item(nodes.name("L"), nodes.constant(YOU))),
            nodes.assign("found", ast.List([], ast.Load())),
            nodes.assign("out", ast.Attribute(nodes.name("found"), "append", ast.Load())),
        ]
        number = 0
        while number < len(ask.branches):
            branch = ask.branches[number]
            carried = self._carried(ask, number)
            written = self._branch(number, branch) if len(carried) < 2 else self._of_carriers(ask, carried)
            nodes.columned(written, number + 1)
            body += written
            number += max(1, len(carried))
        cap = self.builder.game.budgets.options
        many = nodes.compare(nodes.call("len_", nodes.name("found")), ast.Gt(), nodes.constant(cap))
        body.append(nodes.branch(many, [nodes.do(nodes.call("too_many_"))]))
        body.append(ast.Return(nodes.name("found")))
        made = nodes.function(f"legal_{ask.here}", ["S", "L"], body)
        nodes.placed([made], ask.here + 1)
        return made

    def _carried(self, ask: Ask, first: int) -> range:
        """The branches from that one on that cards carry, all working in the same zones."""
        carriers = ask.branches[first].carriers
        if carriers is None:
            return range(first, first)
        last = first
        for branch in ask.branches[first:]:
            if branch.carriers is None or branch.carriers[1] != carriers[1] or not self._writable(branch):
                break
            last += 1
        return range(first, last)

    def _of_carriers(self, ask: Ask, numbers: range) -> list[ast.stmt]:
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
        uses = self.emitter.bind("U", self.builder.uses_of(ask), ("uses", ask.here))
        branch, holder = self.plain.fresh("b"), self.plain.fresh("h")
        held = nodes.call("held_by_", nodes.name("S"), nodes.item(column, nodes.name("you")), known)
        call = nodes.call(
            nodes.item(uses, nodes.name(branch)),
            *(nodes.name(n) for n in ("S", "L", "you", holder, "out")),
        )
        target = ast.Tuple([ast.Name(branch, ast.Store()), ast.Name(holder, ast.Store())], ast.Store())
        return [ast.For(target, held, [nodes.do(call)], [])]

    def use(self, ask: Ask, number: int) -> ast.FunctionDef:
        """`use_K_B(S, L, you, this, out)`: the options that a card gives by carrying an effect."""
        body = self._branch(number, ask.branches[number], "this")
        nodes.columned(body, number + 1)
        made = nodes.function(f"use_{ask.here}_{number}", ["S", "L", "you", "this", "out"], body)
        nodes.placed([made], ask.here + 1)
        return made

    def _writable(self, branch: Branch) -> bool:
        return not branch.guards and branch.forbid is None and branch.unit is not None and self._known(branch)

    def _branch(self, number: int, branch: Branch, this: str = "") -> list[ast.stmt]:
        """Everything that a branch offers; `this` names the component that carries it, if that is known."""
        if branch.unit is None or not self._writable(branch):
            return self._objects(number, branch)
        self.builder.enter_stream(branch.unit)
        tests: list[ast.expr] = []
        if branch.count is not None and branch.count[1] is not None:
            place, most = branch.count
            picked = nodes.item(nodes.name("L"), nodes.constant(LOCALS + place))
            tests.append(nodes.compare(picked, ast.Lt(), nodes.constant(most)))
        found: list[ast.stmt] = []
        if branch.carriers is not None and not this:
            this = self.plain.fresh("h")
            components, zones = branch.carriers
            owners = self.builder.layout.owner_of
            holders = [owners[at] if at in zones else NOTHING - 1 for at in range(len(owners))]
            column = self.emitter.bind("H", holders, ("holders", zones))
            if len(components) == 1:
                tests.append(_held_by_you(column, nodes.constant(components[0])))
                found.append(nodes.assign(this, nodes.constant(components[0])))
            else:
                which = nodes.call("carrier_", nodes.name("S"), _tuple(components), column, nodes.name("you"))
                found.append(nodes.assign(this, which))
                tests.append(nodes.compare(nodes.name(this), ast.NotEq(), nodes.constant(NOTHING)))
        before, scope = self._entered(branch, this)
        for limit in branch.limits:
            tests.append(self._free(limit.site, limit.times, scope))
        commitments = branch.sentence.commitments if branch.sentence is not None else ()
        try:
            inner = self._steps(_payments_early(commitments), scope, [], Ledger(self.plain), number, 0)
        except _TooDeep:
            return self._objects(number, branch)
        if len(branch.limits) and before:
            # what a limit is counted for is known only inside
            inside, outside = tests[-len(branch.limits) :], tests[: -len(branch.limits)]
            inner = [*before, nodes.branch(nodes.both(inside), inner)]
            return [*found, nodes.branch(nodes.both(outside), inner)] if outside else [*found, *inner]
        inner = [*before, *inner]
        return [*found, nodes.branch(nodes.both(tests), inner)] if tests else [*found, *inner]

    def _known(self, branch: Branch) -> bool:
        """Whether every commitment can be written as Python."""
        if branch.sentence is None:
            return isinstance(branch.steps, End)
        return all(
            isinstance(c, plan.Choose | plan.Let | plan.Require | plan.Pay | plan.Promise)
            for c in branch.sentence.commitments
        )

    def _objects(self, number: int, branch: Branch) -> list[ast.stmt]:
        """The branch as its object looks for it."""
        program = self.builder.program
        options = self.emitter.bind("B", lambda S, L: branch.options(program, S, L), ("branch", id(branch)))
        option = self.plain.fresh("o")
        whole = ast.Tuple([ast.Constant(number), ast.Starred(nodes.name(option), ast.Load())], ast.Load())
        return [
            nodes.loop(
                option, nodes.call(options, nodes.name("S"), nodes.name("L")), [nodes.do(nodes.call("out", whole))]
            )
        ]

    def _entered(self, branch: Branch, this: str) -> tuple[list[ast.stmt], Scope]:
        """The names of what a branch enters, from the outside in."""
        prefix = self.plain.fresh("u")
        scope: Scope = NamesScope(prefix, "you", "", FRAME)
        found: list[ast.stmt] = []
        for name, arguments in branch.through:
            if not this:
                this = self.plain.fresh("h")
                found.append(nodes.assign(this, nodes.item(nodes.name("L"), nodes.constant(THIS))))
            inside = NamesScope(self.plain.fresh("u"), "you", this)
            numbers = lists = 0
            values = [self.plain.emit(a, scope) for a, _ in arguments]
            for value, (_, many) in zip(values, arguments, strict=True):
                if many:
                    found.append(inside.set_list(lists, nodes.call("list_", value)))
                    lists += 1
                else:
                    found.append(inside.set_local(numbers, value))
                    numbers += 1
            scope = inside
            del name
        return found, scope

    def _free(self, site: int, times: int, scope: Scope) -> ast.expr:
        key = nodes.call("limit_", nodes.constant(site), scope.this(), scope.you())
        used = nodes.call(ast.Attribute(nodes.listed(LIMITS), "count", ast.Load()), key)
        free = nodes.compare(used, ast.Lt(), nodes.constant(times))
        if times < 1:
            return free
        return ast.BoolOp(ast.Or(), [ast.UnaryOp(ast.Not(), nodes.listed(LIMITS)), free])

    # ---- commitments -------------------------------------------------------------------------------

    def _steps(
        self,
        left: list[plan.Commit],
        scope: Scope,
        values: list[ast.expr],
        ledger: Ledger,
        number: int,
        depth: int,
    ) -> list[ast.stmt]:
        if depth > _DEEPEST:
            raise _TooDeep
        if not left:
            if number == ANY_WAY:
                return [ast.Return(ast.Constant(True))]
            whole = ast.Tuple([ast.Constant(number), *values], ast.Load())
            return [nodes.do(nodes.call("out", whole))]
        node, *rest = left
        match node:
            case plan.Let(place=place, many=many) if not _reads_name(rest, place, many):
                return self._steps(
                    rest, scope, values, ledger, number, depth
                )  # only what follows the decision reads it
            case plan.Let(place=place, many=many, value=value):
                bound = self.plain.bind(place, many, value, scope)
                return [bound, *self._steps(rest, scope, values, ledger, number, depth)]
            case plan.Require(condition=condition):
                test = self.plain.test(condition, scope)
                return [nodes.branch(test, self._steps(rest, scope, values, ledger, number, depth))]
            case plan.Promise():
                test = self.plain.promise(node, scope)
                return [nodes.branch(test, self._steps(rest, scope, values, ledger, number, depth))]
            case plan.Pay():
                return self._pay(node, 0, rest, scope, values, ledger, number, depth)
            case plan.Choose():
                return self._choose(node, rest, scope, values, ledger, number, depth)
        raise AssertionError(node)

    def _pay(
        self,
        node: plan.Pay,
        i: int,
        rest: list[plan.Commit],
        scope: Scope,
        values: list[ast.expr],
        ledger: Ledger,
        number: int,
        depth: int,
    ) -> list[ast.stmt]:
        if i == len(node.amounts):
            return self._steps(rest, scope, values, ledger, number, depth)
        alternatives = node.amounts[i]
        found: list[ast.stmt] = []
        if len(alternatives) == 1:
            ledger = ledger.copy()
            found, test = ledger.owe(*alternatives[0], scope)
            found.append(nodes.branch(test, self._pay(node, i + 1, rest, scope, values, ledger, number, depth)))
            return found
        for n, (count, resource) in enumerate(alternatives):
            one = ledger.copy()
            before, test = one.owe(count, resource, scope)
            chosen = [*values, ast.Constant(n)]
            found += [
                *before,
                nodes.branch(test, self._pay(node, i + 1, rest, scope, chosen, one, number, depth + 1)),
            ]
        return found

    def _choose(
        self,
        node: plan.Choose,
        rest: list[plan.Commit],
        scope: Scope,
        values: list[ast.expr],
        ledger: Ledger,
        number: int,
        depth: int,
    ) -> list[ast.stmt]:
        step = self.builder.step_of[id(node)]
        assert isinstance(scope, NamesScope)
        members = self.plain.emit(node.of, scope)
        if isinstance(step, ChooseOne):
            return self._one(node, step, members, rest, scope, values, ledger, number, depth)
        if node.unlike:
            members = self._without(members, node, scope)
        if isinstance(step, ChooseMatching):
            ways = nodes.call(
                self.emitter.bind("M", step.ways, ("ways", id(step))),
                nodes.name("S"),
                self.plain.emit(step_recipe(node), scope),
                members,
            )
            target = scope.list_name(node.place)
            chosen = [*values, nodes.name(target)]
            return [nodes.loop(target, ways, self._steps(rest, scope, chosen, ledger, number, depth + 1))]
        assert isinstance(step, ChooseSet)
        low = self.plain.emit(node.low, scope) if node.low is not None else nodes.constant(0)
        high = self.plain.emit(node.high, scope) if node.high is not None else nodes.constant(None)
        constants: list[ast.expr] = []
        keys: list[ast.expr] = []
        grows: list[ast.expr] = []
        tests: list[ast.expr] = []
        target = scope.list_name(node.place)
        if node.constraint is not None and step.constraint is not None:
            reader = self.builder.read_constraint(node)
            constants = [self.plain.emit(c, scope) for c in reader.constants]
            for key, function in zip(reader.keys, step.constraint.keys, strict=True):
                keys.append(self._key(key, function, scope))
            if step.constraint.growing:
                grows = [nodes.lambda_([target], self.plain.test(g, scope)) for g in reader.growing]
            if step.constraint.test is not None:
                tests.append(self.plain.test(node.constraint, scope))
        before: list[ast.stmt] = []
        picked: list[ast.stmt] = []
        loop = target
        if step.known is not None and isinstance(low, ast.Constant):  # nothing but what the pile holds matters
            pile, pickers, loop = self.plain.fresh("m"), self.plain.fresh("p"), self.plain.fresh("q")
            alike = nodes.item(self.emitter.bind("L", step.like.class_of, "class_of"), nodes.name("m_"))
            classes = ast.ListComp(alike, [ast.comprehension(ast.Name("m_", ast.Store()), nodes.name(pile), [], 0)])
            like = ast.Tuple([low, high, _written(constants), ast.Starred(classes, ast.Load())], ast.Load())
            memory = self.emitter.bind("N", step.known, ("known", id(step)))
            given = (nodes.name(pile), low, high, _written(constants), _written(keys))
            new = nodes.call(self.emitter.bind("M", step.new_ways, ("new ways", id(step))), *given)
            before = [
                nodes.assign(pile, members),
                nodes.assign(pickers, nodes.call(ast.Attribute(memory, "get", ast.Load()), like)),
                nodes.branch(
                    nodes.compare(nodes.name(pickers), ast.Is(), nodes.constant(None)), [nodes.assign(pickers, new)]
                ),
            ]
            picked = [nodes.assign(target, nodes.call(loop, nodes.name(pile)))]
            ways = nodes.name(pickers)
        else:
            ways = nodes.call(
                self.emitter.bind("M", step.ways, ("ways", id(step))),
                *(nodes.name("S"), members, low, high, _written(constants), _written(keys), _written(grows)),
            )
        value: ast.expr = nodes.name(target)
        if step.like.mode == "unseen":
            value = ast.BinOp(_tuple((UNSEEN,)), ast.Mult(), nodes.call("len_", nodes.name(target)))
        inner = self._steps(rest, scope, [*values, value], ledger, number, depth + 1)
        if tests:
            inner = [nodes.branch(nodes.both(tests), inner)]
        return [*before, nodes.loop(loop, ways, [*picked, *inner])]

    def _key(self, key: tuple[str, plan.Expr] | None, function: object, scope: Scope) -> ast.expr:
        if key is None:
            return nodes.lambda_(["m_"], nodes.name("m_"))
        if self.builder.printed(key):  # the same for every state: made once
            assert callable(function)
            return self.emitter.bind("Y", partial(function, None, None), ("key", id(function)))
        return nodes.lambda_([key[0]], self.plain.emit(key[1], scope, False))

    def _without(self, members: ast.expr, node: plan.Choose, scope: Scope) -> ast.expr:
        one = self.plain.fresh("m")
        tests = self._untaken(one, node, scope)
        return ast.ListComp(nodes.name(one), [ast.comprehension(ast.Name(one, ast.Store()), members, tests, 0)])

    @staticmethod
    def _untaken(one: str, node: plan.Choose, scope: Scope) -> list[ast.expr]:
        return [
            nodes.compare(nodes.name(one), ast.NotIn(), scope.local_set(place))
            if many
            else nodes.compare(nodes.name(one), ast.NotEq(), scope.local(place))
            for place, many in node.unlike
        ]

    def _one(
        self,
        node: plan.Choose,
        step: ChooseOne,
        members: ast.expr,
        rest: list[plan.Commit],
        scope: NamesScope,
        values: list[ast.expr],
        ledger: Ledger,
        number: int,
        depth: int,
    ) -> list[ast.stmt]:
        untaken = self._untaken_before(node, scope)
        target = scope.number_name(node.place)
        value: ast.expr = nodes.name(target)
        if step.like.mode == "unseen":
            value = nodes.constant(UNSEEN)
        inner = self._steps(rest, scope, [*values, value], ledger, number, depth + 1)
        before: list[ast.stmt] = []
        if step.like.mode == "unseen":
            inner.append(ast.Break())
        elif step.like.mode in ("alike", "pile") and not self._all_differ(node, step.like):
            seen, key = self.plain.fresh("s"), self.plain.fresh("k")
            before.append(nodes.assign(seen, nodes.call("set_")))
            noted = nodes.call(ast.Attribute(nodes.name(seen), "add", ast.Load()), nodes.name(key))
            inner = [
                nodes.assign(key, self._likeness(step.like, target)),
                nodes.branch(nodes.compare(nodes.name(key), ast.NotIn(), nodes.name(seen)), [nodes.do(noted), *inner]),
            ]
        if untaken:
            inner = [nodes.branch(nodes.both(untaken), inner)]
        if isinstance(node.of, plan.Filter) and node.of.key is None and node.of.where is not None and not node.of.pairs:
            # one loop in place of two; members are looked at in the same order
            inner = [nodes.assign(target, nodes.name(node.of.var)), *inner]
            inner = [nodes.branch(self.plain.test(node.of.where, scope), inner)]
            return [*before, nodes.loop(node.of.var, self.plain.emit(node.of.of, scope), inner)]
        match members:
            case ast.List(elts=[only]) if not before and not isinstance(only, ast.Starred):
                if step.like.mode != "unseen":
                    return [nodes.assign(target, only), *inner]
        return [*before, nodes.loop(target, members, inner)]

    def _untaken_before(self, node: plan.Choose, scope: NamesScope) -> list[ast.expr]:
        """The tests that a member is none of the earlier choices; read before its own name is bound."""
        return self._untaken(f"{scope.prefix}n{node.place}", node, scope)

    def _all_differ(self, node: plan.Choose, like: Likeness) -> bool:
        """Whether no two components of the kinds are alike, so that nothing needs telling apart."""
        layout = self.builder.layout
        kinds = {layout.kinds.index(kind) for kind in node.type.names} or set(range(len(layout.kinds)))
        classes = [like.class_of[c] for c, kind in enumerate(layout.kind_of) if kind in kinds]
        return len(set(classes)) == len(classes)

    def _likeness(self, like: Likeness, member: str) -> ast.expr:
        alike = nodes.item(self.emitter.bind("L", like.class_of, "class_of"), nodes.name(member))
        if like.mode == "pile" and not like.attributes:
            return alike
        parts = [
            alike,
            *(nodes.item(nodes.listed(at), nodes.name(member)) for at in (LOCATION, PLACE, *like.attributes)),
        ]
        return ast.Tuple(parts, ast.Load())

    # ---- whether it could begin --------------------------------------------------------------------

    def beginning(self, unit: plan.Unit, held: bool) -> ast.FunctionDef | None:
        """`can_K(S, you, this, parameters…)`: whether a unit could be entered now; None where that must be left to the
        objects. `held`: a thing holds it, so a limit at its head does not count."""
        scope = NamesScope(self.plain.fresh("u"), "you", "this")
        parameters = []
        numbers = lists = 0
        for _, type in unit.parameters:
            if type.many:
                parameters.append(scope.list_name(lists))
                lists += 1
            else:
                parameters.append(scope.number_name(numbers))
                numbers += 1
        self.builder.enter_stream(unit)
        try:
            body = self._head(unit.body, scope, held)
        except _TooDeep:
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
                met = self._steps(_payments_early(commitments), scope, [], Ledger(self.plain), ANY_WAY, 0)
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
                return [nodes.branch(self._begins(self.plain.emit(effect, scope), by, _tuple(()), scope), [true])]
            case plan.Limited(body=inner) if held:
                return self._head(inner, scope)
            case plan.Limited(site=site, times=times, body=inner):
                return [nodes.branch(self._free(site, times, scope), self._head(inner, scope) or [true])]
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

    # ---- what follows ------------------------------------------------------------------------------

    def apply(self, ask: Ask, number: int) -> ast.FunctionDef | None:
        """The function that carries out a decision for one branch: to its end, or, where something after it may ask,
        into the frames that it enters. None where only the object can."""
        branch = ask.branches[number]
        if branch.unit is None or not self._known(branch):
            return None
        chain = self._chain(branch)
        if chain is None:
            return self._entering(ask, number)
        self.builder.enter_stream(branch.unit)
        plain = self.plain
        body: list[ast.stmt] = [nodes.assign("you", nodes.item(nodes.name("L"), nodes.constant(YOU)))]
        scopes: list[NamesScope] = []
        outer: Scope = NamesScope(plain.fresh("u"), "you", "", FRAME)
        body.append(nodes.assign("this", nodes.item(nodes.name("L"), nodes.constant(THIS))))
        for _, arguments in branch.through:
            inside = NamesScope(plain.fresh("u"), "you", "this")
            numbers = lists = 0
            values = [plain.copied(a, outer) if many else plain.emit(a, outer) for a, many in arguments]
            for value, (_, many) in zip(values, arguments, strict=True):
                if many:
                    body.append(inside.set_list(lists, value))
                    lists += 1
                else:
                    body.append(inside.set_local(numbers, value))
                    numbers += 1
            scopes.append(inside)
            outer = inside
        scope = scopes[-1]
        for limit in branch.limits:
            key = nodes.call("limit_", nodes.constant(limit.site), nodes.name("this"), nodes.name("you"))
            body.append(nodes.do(nodes.call(ast.Attribute(nodes.listed(LIMITS), "append", ast.Load()), key)))
        commitments = branch.sentence.commitments if branch.sentence is not None else ()
        picked: dict[int, str] = {}
        bound = self._bind(commitments, scope, picked)
        if bound is None:
            return None
        body += bound
        nodes.placed(body, ask.here + 1)
        body += plain.settle(commitments, scope, picked)
        for inside, rest in zip(reversed(scopes), chain, strict=True):
            body += plain.write(rest, inside)
        target = ast.Subscript(nodes.name("L"), ast.Constant(AT), ast.Store())
        body.append(ast.Assign([target], ast.Constant(branch.enter[0][2])))
        made = nodes.function(f"apply_{ask.here}_{number}", ["S", "L", "option"], body)
        nodes.placed([made], ask.here + 1)
        return made

    def _bind(
        self, commitments: Sequence[plan.Commit], scope: Scope, picked: dict[int, str] | None
    ) -> list[ast.stmt] | None:
        """What an option chose gets its names. `picked` takes the names of alternatives; None: the frame keeps them."""
        plain, found, at = self.plain, list[ast.stmt](), 1
        for node in commitments:
            taken = nodes.item(nodes.name("option"), nodes.constant(at))
            match node:
                case plan.Choose(place=place, many=many):
                    at += 1
                    step = self.builder.step_of[id(node)]
                    if step.like.mode == "unseen":
                        if not isinstance(step, ChooseOne):
                            return None
                        members = self._without(plain.emit(node.of, scope), node, scope)
                        pick = self.emitter.bind("K", step.pick, ("pick", id(node)))
                        found.append(scope.set_local(place, nodes.call(pick, nodes.name("S"), members)))
                    else:
                        found.append(scope.set_list(place, taken) if many else scope.set_local(place, taken))
                case plan.Let(place=place, many=many, value=worth):
                    found.append(plain.bind(place, many, worth, scope))
                case plan.Pay(picks=picks, amounts=amounts):
                    for place, alternatives in zip(picks, amounts, strict=True):
                        chosen: ast.expr = nodes.constant(0)
                        if len(alternatives) > 1:
                            chosen = nodes.item(nodes.name("option"), nodes.constant(at))
                            at += 1
                        if picked is None:
                            found.append(scope.set_local(place, chosen))
                        elif len(alternatives) > 1:
                            picked[place] = plain.fresh("p")
                            found.append(nodes.assign(picked[place], chosen))
        return found

    def _entering(self, ask: Ask, number: int) -> ast.FunctionDef | None:
        """A decision that enters frames and stops there: what follows runs from the branch's target on."""
        branch = ask.branches[number]
        assert branch.unit is not None
        self.builder.enter_stream(branch.unit)
        this: ast.expr = nodes.item(nodes.name("L"), nodes.constant(THIS))
        if branch.carriers is not None:
            components, zones = branch.carriers
            owners = self.builder.layout.owner_of
            holders = [owners[at] if at in zones else NOTHING - 1 for at in range(len(owners))]
            column = self.emitter.bind("H", holders, ("holders", zones))
            you = nodes.item(nodes.name("L"), nodes.constant(YOU))
            this = nodes.call("carrier_", nodes.name("S"), _tuple(components), column, you)
        body = [nodes.assign("this", this)]
        at_place = ast.Subscript(nodes.name("L"), ast.Constant(AT), ast.Store())
        for (name, arguments), (_, _, back) in zip(branch.through, branch.enter, strict=True):
            given = ast.List(
                [self.plain.copied(a, FRAME) if many else self.plain.emit(a, FRAME) for a, many in arguments],
                ast.Load(),
            )
            values = self.plain.fresh("g")
            body += [nodes.assign(values, given), ast.Assign([at_place], ast.Constant(back))]
            pushed = nodes.call(
                "push_",
                *(nodes.name("S"), nodes.name("L"), nodes.constant(self.builder.unit_number[name])),
                *(nodes.item(nodes.name("L"), nodes.constant(YOU)), nodes.name("this"), nodes.name(values)),
            )
            body.append(nodes.assign("L", pushed))
        for limit in branch.limits:
            key = nodes.call("limit_", nodes.constant(limit.site), FRAME.this(), FRAME.you())
            body.append(nodes.do(nodes.call(ast.Attribute(nodes.listed(LIMITS), "append", ast.Load()), key)))
        commitments = branch.sentence.commitments if branch.sentence is not None else ()
        bound = self._bind(commitments, FRAME, None)
        if bound is None:
            return None
        body += [*bound, ast.Assign([at_place], ast.Constant(branch.target))]
        made = nodes.function(f"enter_{ask.here}_{number}", ["S", "L", "option"], body)
        nodes.placed([made], ask.here + 1)
        return made

    def _chain(self, branch: Branch) -> list[Sequence[plan.Stmt]] | None:
        """What runs after a decision, from the inside out; None if something of it is not plain."""
        if not branch.through or branch.carriers is not None or branch.unit is None or not self._known(branch):
            return None
        units = self.builder.plan.units
        names = [name for name, _ in branch.through]
        if any(name.partition(":")[0] not in ("action", "effect") for name in names):
            return None
        if not all(self.plain.silent(f"unit {name.partition(':')[2]}") for name in names):
            return None
        inner = units[names[-1]]
        if inner is not branch.unit:
            return None
        found: list[Sequence[plan.Stmt]] = []
        body = inner.body
        while body and isinstance(body[0], plan.Limited):  # the branch asks and notes these limits itself
            body = (*body[0].body, *body[1:])
        if branch.sentence is None:
            found.append(body)
        else:
            if not body or body[0] is not branch.sentence:
                return None
            for node in branch.sentence.commitments:
                if isinstance(node, plan.Pay) and not self.plain.payment(node):
                    return None
                if isinstance(node, plan.Promise) and not self.plain.statement(node.do, True):
                    return None
            found.append((*branch.sentence.body, *body[1:]))
        for outer, performed in zip(reversed(names[:-1]), reversed(names[1:]), strict=True):
            body = units[outer].body
            if not body or not isinstance(body[0], plan.Perform) or body[0].unit != performed:
                return None
            found.append(body[1:])
        if not all(self.plain.body(tuple(rest), True) for rest in found):
            return None
        return found


def _payments_early(commitments: Sequence[plan.Commit]) -> list[plan.Commit]:
    """Commitments with payments before the choices that they do not depend on: who cannot pay need not search.

    Only payments without alternatives, of amounts that can be read whatever else is chosen; the options, and their
    order, stay the same.
    """
    found: list[plan.Commit] = []
    things: set[int] = set()
    for node in commitments:
        at = len(found)
        if isinstance(node, plan.Pay) and all(len(a) == 1 for a in node.amounts) and node.to is None:
            needed: set[int] = set()
            plainly = all(_reads(e, things, needed) for amount in node.amounts for pair in amount for e in pair)
            while plainly and at and isinstance(before := found[at - 1], plan.Choose) and before.place not in needed:
                at -= 1
        found.insert(at, node)
        if isinstance(node, plan.Choose) and not node.many and node.type.base == "component":
            things.add(node.place)
    return found


def _reads_name(node: object, place: int, many: bool) -> bool:
    """Whether a name of the unit, by its place, is read somewhere in expressions or commitments."""
    if node == (plan.LocalSet(place) if many else plan.Local(place)):
        return True
    if isinstance(node, plan.Choose) and (place, many) in node.unlike:
        return True
    if isinstance(node, tuple | list):
        return any(_reads_name(n, place, many) for n in node)
    return any(_reads_name(getattr(node, name), place, many) for name in plan.parts(type(node)))


def _reads(node: plan.Expr, things: set[int], needed: set[int]) -> bool:
    """Whether an amount reads nothing that might not be there; notes in `needed` which choices it reads."""
    match node:
        case plan.Const() | plan.Stored(at=None) | plan.Stored(at=plan.You()):
            return True
        case plan.CardField(of=plan.Local(at=at), partial=False) if at in things:
            needed.add(at)
            return True
        case plan.Arithmetic(operator="+" | "-" | "*", left=left, right=right):
            return _reads(left, things, needed) and _reads(right, things, needed)
    return False


class _TooDeep(Exception):
    """More loops than Python nests."""


def step_recipe(node: plan.Choose) -> plan.Expr:
    """What a choice must match."""
    assert node.matching is not None
    return node.matching


def _tuple(numbers: Sequence[int]) -> ast.expr:
    return ast.Tuple([ast.Constant(n) for n in numbers], ast.Load())


def _written(parts: list[ast.expr]) -> ast.expr:
    return ast.Tuple(parts, ast.Load())


def _held_by_you(column: ast.expr, component: ast.expr) -> ast.expr:
    at = nodes.item(nodes.listed(LOCATION), component)
    return nodes.compare(nodes.item(column, at), ast.Eq(), nodes.name("you"))
