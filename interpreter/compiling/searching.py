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
from interpreter.compiling.choices import STRANGE, UNSEEN, ByPrice, ChooseMatching, ChooseOne, ChooseSet, Likeness
from interpreter.compiling.plain import Ledger, Plain
from interpreter.compiling.reads import (
    alike_in_print,
    is_safe,
    mentions,
    reads_name,
    reads_plainly,
    renamed,
    told_by_print,
)
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
        self.piles: dict[plan.Expr, str] = {}  # piles that are read once for a search, as bytes -> their names

    def ways(self, commitments: Sequence[plan.Commit], scope: Scope, number: int) -> list[ast.stmt]:
        """Statements that hand each way as an option of branch `number` to `out`, or return True for `ANY_WAY`."""
        kept, self.piles = self.piles, {}
        steps = self._steps(payments_early(commitments), scope, [], Ledger(self.plain), number, 0)
        read = [
            nodes.assign(name, nodes.call("bytes_", self.plain.emit(pile, scope))) for pile, name in self.piles.items()
        ]
        self.piles = kept
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
        picked_out = self._picked_out(node, step, scope)
        of = node.of
        once: list[ast.stmt] = []
        if picked_out is None and not isinstance(step, ChooseOne):
            of, once = self._once(node.of, scope)
        members = picked_out if picked_out is not None else self.plain.emit(of, scope)
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
        before = once
        picked: list[ast.stmt] = []
        loop = target
        value: ast.expr = nodes.name(target)
        least, most = _number(low), _number(high)
        sorted_out: list[ast.stmt] = []  # what the ways are picked from, where that is needed for nothing else
        if (
            step.known is not None and least is not None and (most is not None or node.high is None)
        ):  # nothing but what the pile holds matters
            pile, pickers, loop = self.plain.fresh("m"), self.plain.fresh("p"), self.plain.fresh("q")
            seen = self.plain.fresh("y")
            priced = step.known[least, most]
            fixed = tuple([n for n in map(_number, constants) if n is not None])
            if len(fixed) == len(constants):
                memory = self.emitter.bind("N", priced[fixed], ("known", id(step), least, most, fixed))
            elif len(constants) == 1:
                by_price = self.emitter.bind("N", ByPrice(priced), ("known", id(step), least, most))
                memory = nodes.item(by_price, constants[0])
            else:
                memory = self.emitter.bind("N", priced, ("known", id(step), least, most))
                memory = nodes.item(memory, nodes.tuple_(constants))
            given = (nodes.name(seen), nodes.name(pile), low, high, nodes.tuple_(constants), nodes.tuple_(keys))
            new = nodes.call(self.emitter.bind("M", step.new_ways, ("new ways", id(step))), *given)
            learnt: list[ast.stmt] = [nodes.assign(pickers, new)]
            if picked_out is not None and self._told_by_weight(node, step):  # picked out and weighed at once
                sorted_out = [nodes.assign(pile, picked_out)]
                learnt = [nodes.assign(pile, self._picked_out(node, step, scope) or members), *learnt]
                looks = [nodes.assign(seen, self._weighed(step, picked_out))]
            else:
                looks = [nodes.assign(pile, members), *self._seen(node, step, pile, seen, picked_out is not None)]
            before = [
                *once,
                *looks,
                nodes.assign(pickers, nodes.call(ast.Attribute(memory, "get", ast.Load()), nodes.name(seen))),
                nodes.branch(nodes.compare(nodes.name(pickers), ast.Is(), nodes.constant(None)), learnt),
            ]
            value = nodes.call(loop, nodes.name(pile))
            if tests or reads_name(_asked(rest), node.place, True):
                picked = [nodes.assign(target, value)]
                value = nodes.name(target)
            ways = nodes.name(pickers)
        else:
            ways = nodes.call(
                self.emitter.bind("M", step.ways, ("ways", id(step))),
                *(
                    nodes.name("S"),
                    members,
                    low,
                    high,
                    nodes.tuple_(constants),
                    nodes.tuple_(keys),
                    nodes.tuple_(grows),
                ),
            )
        if step.like.mode == "unseen":
            value = ast.BinOp(nodes.numbers((UNSEEN,)), ast.Mult(), nodes.call("len_", nodes.name(target)))
        inner = self._steps(rest, scope, [*values, value], ledger, number, depth + 1)
        if tests:
            inner = [nodes.branch(nodes.both(tests), inner)]
        each = nodes.loop(loop, ways, self._capped([*picked, *inner], number))
        return [*before, nodes.branch(ways, [*sorted_out, each]) if sorted_out else each]

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

    def _picked_out(self, node: plan.Choose, step: object, scope: Scope) -> ast.expr | None:
        """The members with one value of what is printed, out of a pile that is read once for the search; None where the
        choice is not from such a pile, or components are more than fit into bytes."""
        if not isinstance(step, ChooseSet) or step.known is None or not self.builder.layout.in_bytes or node.unlike:
            return None
        alike = alike_in_print(node.of)
        if alike is None:
            return None
        pile, field, value = alike
        if not isinstance(pile.owner, plan.You | None) or not is_safe(value, self.chosen):
            return None
        whole = self.piles.get(pile)
        if whole is None:
            whole = self.piles[pile] = self.plain.fresh("w")
        others = self.plain.others(field, value, scope)
        return nodes.call(ast.Attribute(nodes.name(whole), "translate", ast.Load()), nodes.constant(None), others)

    def _weighed(self, step: ChooseSet, picked_out: ast.expr) -> ast.expr:
        """What is picked out of a pile as what it weighs, in the same call that picks it out."""
        match picked_out:
            case ast.Call(func=ast.Attribute() as translate, args=[_, others]):
                weights = self.emitter.bind("L", step.looks().packed_weights(), ("packed weights", id(step)))
                return nodes.call(translate, weights, others)
        raise AssertionError(picked_out)

    def _seen(self, node: plan.Choose, step: ChooseSet, pile: str, seen: str, is_bytes: bool) -> list[ast.stmt]:
        """How a pile looks, under a name."""
        looks, named, key = step.looks(), nodes.name(pile), id(step)
        packed = named if is_bytes else nodes.call("bytes_", named)
        by_weight = self._told_by_weight(node, step)
        if by_weight:
            # what weighs the same is alike here
            if self.builder.layout.in_bytes:
                weights = self.emitter.bind("L", looks.packed_weights(), ("packed weights", key))
                translated = nodes.call(ast.Attribute(packed, "translate", ast.Load()), weights)
                return [nodes.assign(seen, translated)]
            weight = nodes.item(self.emitter.bind("L", looks.weights(), ("weights", key)), nodes.name("m_"))
            each = ast.ListComp(weight, [ast.comprehension(ast.Name("m_", ast.Store()), named, [], 0)])
            return [nodes.assign(seen, nodes.call("tuple_", each))]
        tables = looks.packed() if self.builder.layout.in_bytes else None
        if tables is not None:
            first = nodes.item(self.emitter.bind("L", tables[0], ("packed", key)), nodes.item(named, nodes.constant(0)))
            translated = nodes.call(ast.Attribute(packed, "translate", ast.Load()), first)
            different = nodes.call("len_", nodes.call("set_", nodes.name(seen)))
            weights = self.emitter.bind("L", tables[1], ("packed weights", key))
            whole: list[ast.stmt] = []
            if not is_bytes:
                read = self.plain.fresh("b")
                whole, packed = [nodes.assign(read, packed)], nodes.name(read)
                translated = nodes.call(ast.Attribute(packed, "translate", ast.Load()), first)
            return [
                *whole,
                nodes.assign(seen, ast.IfExp(named, translated, packed)),
                nodes.branch(  # mostly no two are alike: fewer looks are faster found again
                    nodes.compare(different, ast.Eq(), nodes.call("len_", nodes.name(seen))),
                    [nodes.assign(seen, nodes.call(ast.Attribute(packed, "translate", ast.Load()), weights))],
                ),
                nodes.branch(
                    nodes.compare(nodes.constant(STRANGE), ast.In(), nodes.name(seen)),
                    [nodes.assign(seen, nodes.call(self.emitter.bind("L", looks.of, ("look", key)), named))],
                ),
            ]
        look = self.emitter.bind("L", looks.number, ("looks", key))
        shift = self.emitter.bind("L", looks.shift, ("shift", key))
        base = self.plain.fresh("b")
        counted = ast.BinOp(nodes.item(look, nodes.name("m_")), ast.Sub(), nodes.name(base))
        comprehension = ast.comprehension(ast.Name("m_", ast.Store()), named, [], 0)
        shifted = ast.IfExp(named, nodes.item(shift, nodes.item(named, nodes.constant(0))), nodes.constant(0))
        return [
            nodes.assign(base, shifted),
            nodes.assign(seen, nodes.call("tuple_", ast.ListComp(counted, [comprehension]))),
        ]

    def _told_by_weight(self, node: plan.Choose, step: ChooseSet) -> bool:
        """Whether of those that a choice is made from what weighs the same is alike."""
        match node.of:
            case plan.Filter(
                var=var, where=plan.Comparison(operator="==", left=plan.CardField(of=plan.Var(name=name)) as field)
            ) if name == var:
                return step.looks().told_by_weight(self.emitter.card_field(field.kinds, field.name), step.like.class_of)
        return False

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
