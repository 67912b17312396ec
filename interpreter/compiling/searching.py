"""Commitments -> nested loops: every way to meet what stands left of an arrow, as Python.

A chain of commitments becomes loops and tests inside each other; innermost stands what is done with each way that was
found. The ways, and their order, are those of `choices`.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from interpreter.checking import plan
from interpreter.compiling import nodes
from interpreter.compiling.choices import UNSEEN, ChooseMatching, ChooseOne, ChooseSet, Likeness
from interpreter.compiling.picking import Form
from interpreter.compiling.plain import Ledger, Plain
from interpreter.compiling.reads import (
    is_safe,
    mentions,
    reads_name,
    reads_plainly,
    renamed,
    told_by_print,
)
from interpreter.compiling.remembering import Pile, Remembering
from interpreter.compiling.scopes import NamesScope, Scope
from interpreter.state import LIMITS, LOCATION, NOTHING, PLACE

if TYPE_CHECKING:
    from interpreter.compiling.building import Builder

ANY_WAY = -9  # in place of a branch's number: one way to meet the commitments is enough
_FEW = 8
_DEEPEST = 14  # loops that one branch may nest; Python takes twenty


class TooDeep(Exception):
    """More loops than Python nests."""


class Search:
    """Writes the search for ways to meet commitments. Belongs to the building of one program."""

    def __init__(self, builder: Builder, plain: Plain) -> None:
        self.builder, self.plain, self.emitter = builder, plain, builder.emitter
        self.chosen: set[int] = set()  # places of what was chosen so far, one thing each, while a search is written
        self.remembering = Remembering(builder, plain)

    def ways(self, commitments: Sequence[plan.Commit], scope: Scope, number: int) -> list[ast.stmt]:
        """Statements that hand each way as an option of branch `number` to `out`, or return True for `ANY_WAY`."""
        kept, self.remembering.piles = self.remembering.piles, {}
        steps = self._steps(payments_early(commitments), scope, [], Ledger(self.plain), number, 0)
        read = [
            nodes.assign(name, nodes.call("bytes_", self.plain.emit(pile, scope)))
            for pile, name in self.remembering.piles.items()
        ]
        self.remembering.piles = kept
        return [*read, *steps]

    def holders(self, zones: frozenset[int]) -> ast.expr:
        """A list that says for each list of the state whose it is, if an effect works there."""
        owners = self.builder.layout.owner_of
        held = [owners[at] if at in zones else NOTHING - 1 for at in range(len(owners))]
        return self.emitter.bind("H", held, ("holders", zones))

    def free(self, site: int, times: int, scope: Scope) -> ast.expr:
        """Whether a limit is not used up."""
        key = nodes.call("limit_", nodes.constant(site), scope.this(), scope.you())
        used = nodes.call(ast.Attribute(nodes.listed(LIMITS), "count", ast.Load()), key)
        free = nodes.compare(used, ast.Lt(), nodes.constant(times))
        if times < 1:
            return free
        return ast.BoolOp(ast.Or(), [ast.UnaryOp(ast.Not(), nodes.listed(LIMITS)), free])

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
            raise TooDeep
        if not left:
            if number == ANY_WAY:
                return [ast.Return(ast.Constant(True))]
            whole = ast.Tuple([ast.Constant(number), *values], ast.Load())
            return [nodes.do(nodes.call("out", whole))]
        node, *rest = left
        match node:
            case plan.Let() if not _read_before(node, rest):
                return self._steps(rest, scope, values, ledger, number, depth)
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
        picked_out = None
        if isinstance(step, ChooseSet):
            picked_out = self.remembering.picked_out(node, step, scope, self.chosen)
        of = node.of
        once: list[ast.stmt] = []
        if picked_out is None and not isinstance(step, ChooseOne):
            of, once = self._once(node.of, scope)
        members = picked_out[0] if picked_out is not None else self.plain.emit(of, scope)
        if isinstance(step, ChooseOne):
            return self._one(node, step, members, rest, scope, values, ledger, number, depth)
        if node.unlike:
            members = self.without(members, node, scope)
        if isinstance(step, ChooseMatching) and node.matching is not None:
            ways = nodes.call(
                self.emitter.bind("M", step.ways, ("ways", id(step))),
                nodes.name("S"),
                self.plain.emit(node.matching, scope),
                members,
            )
            target = scope.list_name(node.place)
            chosen = [*values, nodes.name(target)]
            inner = self._steps(rest, scope, chosen, ledger, number, depth + 1)
            return [*once, nodes.loop(target, ways, self._capped(inner, number))]
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
        least, most = _number(low), _number(high)
        if step.known is not None and least is not None and (most is not None or node.high is None):
            # nothing but what the pile holds matters
            name = self.plain.fresh("m")
            weighed = picked_out[1] if picked_out is not None else None
            pile = Pile(node, step, name, members, picked_out is not None, weighed, least, most, constants, keys)
            return [*once, *self._from_pile(pile, tests, rest, scope, values, ledger, number, depth)]
        ways = nodes.call(
            self.emitter.bind("M", step.ways, ("ways", id(step))),
            *(nodes.name("S"), members, low, high),
            *(nodes.tuple_(constants), nodes.tuple_(keys), nodes.tuple_(grows)),
        )
        value: ast.expr = nodes.name(target)
        if step.like.mode == "unseen":
            value = ast.BinOp(nodes.numbers((UNSEEN,)), ast.Mult(), nodes.call("len_", nodes.name(target)))
        inner = self._steps(rest, scope, [*values, value], ledger, number, depth + 1)
        if tests:
            inner = [nodes.branch(nodes.both(tests), inner)]
        return [*once, nodes.loop(target, ways, self._capped(inner, number))]

    def _from_pile(
        self,
        pile: Pile,
        tests: list[ast.expr],
        rest: list[plan.Commit],
        scope: NamesScope,
        values: list[ast.expr],
        ledger: Ledger,
        number: int,
        depth: int,
    ) -> list[ast.stmt]:
        """Each way to choose from a pile, as it is remembered."""
        way = self.plain.fresh("q")
        value: ast.expr = nodes.call(way, nodes.name(pile.name))
        picked: list[ast.stmt] = []
        if tests or reads_name(_asked(rest), pile.node.place, True):
            target = scope.list_name(pile.node.place)
            picked = [nodes.assign(target, value)]
            value = nodes.name(target)
        inner = self._steps(rest, scope, [*values, value], ledger, number, depth + 1)
        whole = None if tests else _one_option(inner, value)
        if whole is not None:  # all options are made at once
            before, others, form = whole
            looked_up = self.remembering.look_up(pile, form)
            make = nodes.item(looked_up.found, nodes.zero())
            options: ast.expr = ast.Call(make, [nodes.name(pile.name), *others], [])
            made = ast.AugAssign(ast.Name("found", ast.Store()), ast.Add(), options)
            return [*looked_up.before, nodes.branch(looked_up.found, [*looked_up.sorted_out, *before, made])]
        if tests:
            inner = [nodes.branch(nodes.both(tests), inner)]
        looked_up = self.remembering.look_up(pile, None)
        each = nodes.loop(way, looked_up.found, self._capped([*picked, *inner], number))
        sorted_out = looked_up.sorted_out
        return [*looked_up.before, nodes.branch(looked_up.found, [*sorted_out, each]) if sorted_out else each]

    def _once(self, of: plan.Expr, scope: Scope) -> tuple[plan.Expr, list[ast.stmt]]:
        """A filter that holds each member against something that is the same for all of them: that is read once."""
        match of:
            case plan.Filter(var=name, where=plan.Comparison(right=value) as test) if (
                is_safe(value, self.chosen)
                and not isinstance(value, plan.Const | plan.Local)
                and not mentions(value, name)
            ):
                known = self.plain.fresh("k")
                read = nodes.assign(known, self.plain.emit(value, scope))
                return replace(of, where=replace(test, right=plan.Var(known))), [read]
        return of, []

    def _key(self, key: tuple[str, plan.Expr] | None, function: object, scope: Scope) -> ast.expr:
        if key is None:
            return nodes.lambda_(["m_"], nodes.name("m_"))
        if self.builder.printed(key):  # the same for every state: made once
            assert callable(function)
            return self.emitter.bind("Y", partial(function, None, None), ("key", id(function)))
        return nodes.lambda_([key[0]], self.plain.emit(key[1], scope, False))

    def without(self, members: ast.expr, node: plan.Choose, scope: Scope) -> ast.expr:
        """Members without those that were chosen before."""
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
        thing = node.type.base in ("component", "slot", "seat") and node.place not in self.chosen
        if thing:
            self.chosen.add(node.place)
        inner = self._steps(rest, scope, [*values, value], ledger, number, depth + 1)
        if thing:
            self.chosen.discard(node.place)
        before: list[ast.stmt] = []
        one_of_each = self._one_of_each(node, step, scope) if not untaken else None
        if step.like.mode == "unseen":
            inner.append(ast.Break())
        elif step.like.mode in ("alike", "pile") and one_of_each is None and not self._all_differ(node, step.like):
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
            where = renamed(node.of.where, node.of.var, target)
            inner = [nodes.branch(self.plain.test(where, scope), inner)]
            over = one_of_each or self.plain.emit(node.of.of, scope)
            return [*before, nodes.loop(target, over, self._capped(inner, number, over))]
        match members:
            case ast.List(elts=[only]) if not before and not isinstance(only, ast.Starred):
                if step.like.mode != "unseen":
                    return [nodes.assign(target, only), *inner]
        return [*before, nodes.loop(target, one_of_each or members, self._capped(inner, number))]

    def _one_of_each(self, node: plan.Choose, step: ChooseOne, scope: Scope) -> ast.expr | None:
        """The first of each class in a pile, where copies are one option; None where all must be looked at."""
        if step.like.mode not in ("alike", "pile") or step.like.attributes:
            return None
        match node.of:
            case plan.ZoneSet() as pile:
                return self.plain.one_of_each(pile, scope)
            case plan.Filter(of=plan.ZoneSet() as pile, var=var, where=where, key=None, pairs=False):
                return self.plain.one_of_each(pile, scope) if told_by_print(where, var) else None
        return None

    def _capped(self, body: list[ast.stmt], number: int, over: ast.expr | None = None) -> list[ast.stmt]:
        """A turn of a loop over members, in which the options are counted if another loop stands inside: there may be
        far more of them than anybody can list. `over`: the members, if they are known to be few."""
        if isinstance(over, ast.Tuple) and len(over.elts) <= _FEW:
            return body  # what a single turn lists has bounds of its own
        if number == ANY_WAY or not any(isinstance(n, ast.For) for statement in body for n in ast.walk(statement)):
            return body
        found = nodes.call("len_", ast.Attribute(nodes.name("out"), "__self__", ast.Load()))
        many = nodes.compare(found, ast.Gt(), nodes.constant(self.builder.game.budgets.options))
        return [*body, nodes.branch(many, [nodes.do(nodes.call("too_many_"))])]

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


def payments_early(commitments: Sequence[plan.Commit]) -> list[plan.Commit]:
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
            plainly = all(reads_plainly(e, things, needed) for amount in node.amounts for pair in amount for e in pair)
            while plainly and at and isinstance(before := found[at - 1], plan.Choose) and before.place not in needed:
                if not all(
                    is_safe(e) for e in (before.of, before.low, before.high, before.constraint, before.matching)
                ):
                    break  # what fails there must fail whether somebody can pay or not
                at -= 1
        found.insert(at, node)
        if isinstance(node, plan.Choose) and not node.many and node.type.base == "component":
            things.add(node.place)
    return found


def _read_before(node: plan.Let, rest: Sequence[plan.Commit]) -> bool:
    """Whether a name must be bound while ways are looked for; some are read by what follows the decision alone."""
    return not is_safe(node.value) or reads_name(rest, node.place, node.many)


def _asked(left: Sequence[plan.Commit]) -> list[plan.Commit]:
    """The commitments that matter while ways are looked for."""
    return [node for i, node in enumerate(left) if not isinstance(node, plan.Let) or _read_before(node, left[i + 1 :])]


def _number(expression: ast.expr) -> int | None:
    """The number that an expression is, if that is known."""
    if isinstance(expression, ast.Constant) and isinstance(expression.value, int):
        return expression.value
    return None


def _one_option(each: list[ast.stmt], picked: ast.expr) -> tuple[list[ast.stmt], list[ast.expr], Form] | None:
    """Whether what is done with each way only makes one option of it: then names that are given first, the other values
    of the option, and how many of them stand before what was picked and after it."""
    *before, last = each
    names = all(isinstance(s, ast.Assign) and isinstance(s.value, ast.Name | ast.Constant) for s in before)
    match last:
        case ast.Expr(ast.Call(func=ast.Name(id="out"), args=[ast.Tuple(elts=values)])) if names and picked in values:
            at = values.index(picked)
            return before, [*values[:at], *values[at + 1 :]], (at, len(values) - at - 1)
    return None
