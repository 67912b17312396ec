"""Checking statements: verbs find their words, forms their meaning, names their places in a frame.

In: syntax trees and a scope. Out: `plan` statements. What is wrong is reported and left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from interpreter.checking import plan, problems
from interpreter.checking.expressions import NO_VALUE, UNKNOWN, Expressions
from interpreter.checking.game import Game
from interpreter.checking.plan import Typed
from interpreter.checking.scope import Scope
from interpreter.diagnostics import Report, Span, did_you_mean
from interpreter.records import field_names
from interpreter.state import NOTHING, values
from interpreter.state.values import ValueType
from interpreter.syntax import ast, print_effect
from interpreter.vocabulary import Parameter, Verb, known_verbs

POSITIONS = {"top": -1, "bottom": -2}
NOWHERE = plan.Const(NOTHING)
_SINGLE = {
    "component": values.COMPONENT,
    "seat": values.SEAT,
    "slot": values.SLOT,
    "resource": values.RESOURCE,
    "truth": values.TRUTH,
}


def needs_you(node: object, shared: frozenset[int] = frozenset()) -> bool:
    """Whether statements need somebody who carries them out: they read `you`, ask, or gain what is not `shared`."""
    match node:
        case plan.You() | plan.Effect():
            return True
        case plan.As():
            return needs_you(node.of, shared)
        case plan.May() | plan.Either():
            return True
        case plan.Sentence(asks=True) | plan.Repeat(asks=True) | plan.Pay():
            return True
        case plan.Do(verb=verb, arguments=arguments):
            amounts = verb.argument is not None and verb.argument.shape == "amounts"
            common = any(isinstance(a, plan.Const) and a.value in shared for a in arguments[1:2])
            return (amounts and not common) or needs_you(arguments, shared)
        case tuple():
            return any(needs_you(n, shared) for n in node)
    return any(needs_you(getattr(node, name), shared) for name in plan.parts(type(node)))


def formulas_in(node: object) -> set[str]:
    """The functions and quantities that expressions read."""
    found: set[str] = {node.name} if isinstance(node, plan.Apply) else set()
    if isinstance(node, tuple | list):
        return found.union(*map(formulas_in, node))
    return found.union(*(formulas_in(getattr(node, name)) for name in plan.parts(type(node))))


def names_in(node: object) -> set[str]:
    """Every bare name in a tree."""
    found: set[str] = set()
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name):
            found.add(node.name)
        elif isinstance(node, tuple):
            waiting += node
        else:
            waiting += [getattr(node, name) for name in field_names(type(node))]
    return found


class _Block:
    """Names in force from here to its end; entered thousands of times, so not written as a generator."""

    __slots__ = ("blocks",)

    def __init__(self, blocks: list[dict[str, Typed]]) -> None:
        self.blocks = blocks

    def __enter__(self) -> dict[str, Typed]:
        self.blocks.append({})
        return self.blocks[-1]

    def __exit__(self, *_: object) -> None:
        self.blocks.pop()


class Statements(Expressions):
    """Checks effects of one game and collects their units, abilities and limits."""

    def __init__(self, game: Game, report: Report) -> None:
        super().__init__(game, report)
        self.verbs = known_verbs()
        self.units: dict[str, plan.Unit] = {}
        self.abilities: list[plan.Ability] = []
        self.limits: list[tuple[str, int]] = []
        self.scopes: set[str] = {"game"}
        self.event_names: dict[str, list[tuple[str, ValueType]]] = {}  # action or effect -> names of its first sentence
        self.offered: set[str] = set()  # named effects that the flow offers as they are
        self.moved: frozenset[str] = frozenset()  # kinds of the components that a verb was given last; none: any
        self.performs: dict[str, set[str]] = {}  # unit -> units it performs
        self.performs_as_you: dict[str, set[str]] = {}  # the same, where `you` is the unit's own
        self.performed_without_you: list[tuple[str, Span]] = []
        self.inside_as = 0
        self.formulas: dict[str, plan.Formula] = {}
        self.modifiers: list[tuple[str, set[str], Span]] = []  # quantity, formulas that its modifier reads, where
        self.unseen: dict[plan.Local | plan.LocalSet, str] = {}  # chosen out of a zone that the decider cannot see
        self.asked_left: dict[plan.Effect, Span] = {}  # asked about left of an arrow, and where
        self._only_seen_at = Span("", 1, 1, 1, 1)

    def block(self, scope: Scope) -> _Block:
        """Names made inside end with it."""
        return _Block(scope.blocks)

    def bind(self, scope: Scope, name: str, type: ValueType, place: tuple[int, int]) -> Typed:
        """A new local name with a place in the frame."""
        game = self.game
        if scope.find(name) is not None:
            self.error(problems.HIDDEN_NAME, scope, place, f"`{name}` is already a name here", "choose another name")
        elif any(
            name in names
            for names in (
                game.zones,
                game.resources,
                game.variables,
                game.tables,
                game.functions,
                game.quantities,
                game.options,
            )
        ):
            self.error(
                problems.HIDDEN_NAME,
                scope,
                place,
                f"`{name}` would hide what the game declares under that name",
                "choose another name",
            )
        found = scope.place(name, type)
        scope.blocks[-1][name] = found
        return found

    # ---- bodies ----------------------------------------------------------------------------------

    def body(self, block: ast.Block, scope: Scope) -> plan.Body:
        """Statements in a block of their own."""
        with self.block(scope):
            found: list[plan.Stmt] = []
            for statement in block.statements:
                found += self.statement(statement, scope)
            return tuple(found)

    def statement(self, node: ast.Statement, scope: Scope) -> list[plan.Stmt]:
        """One statement; pools become a choice and the verb."""
        at = scope.span(node.span)
        match node:
            case ast.Plain():
                return self._plain(node, scope)
            case ast.Let():
                return [self._let(node, scope)]
            case ast.Sentence():
                return [self._sentence(node, scope)]
            case ast.May(body=body):
                self._needs_you(node, scope, "may")
                return [plan.May(self.body(body, scope), at, body)]
            case ast.Either(branches=branches):
                self._needs_you(node, scope, "either")
                bodies = tuple(self.body(b, scope) for b in branches)
                return [plan.Either(bodies, at, _alternatives(branches), branches)]
            case ast.If():
                condition = self.truth(node.condition, scope)
                otherwise = self.body(node.otherwise, scope) if node.otherwise else None
                return [plan.If(condition, self.body(node.then, scope), otherwise, at)]
            case ast.ForEach():
                return [self._for_each(node, scope)]
            case ast.As():
                return [self._as(node, scope)]
            case ast.Repeat():
                return [self._repeat(node, scope)]
            case ast.Limited():
                site = self._limit(node.limit, scope)
                return [plan.Limited(site, node.limit.times, self.limits[site][0], self.body(node.body, scope), at)]
            case ast.During():
                return [self._during(node, scope)]
            case ast.Trigger():
                self.error(
                    problems.MISPLACED,
                    scope,
                    node.span,
                    f"`{node.when}` stands in an ability or under `during`",
                    "put it under `ability:`, or write `during turn do once after …`",
                )
                return []
        raise AssertionError(node)

    def _needs_you(self, node: ast.Statement, scope: Scope, what: str) -> None:
        if not scope.you:
            self.error(
                problems.NO_YOU,
                scope,
                node.span,
                f"nobody has a turn here who could decide this `{what}`",
                "put it under `as players do`",
            )

    def _let(self, node: ast.Let, scope: Scope) -> plan.Let:
        scope.whole = node.value
        value = self.check(node.value, scope, None)
        place = self.bind(scope, node.name, value.type, scope.word(node.span, node.name))
        return self._put(place, value.expr, scope.span(node.span))

    @staticmethod
    def _put(place: Typed, value: plan.Expr, at: Span) -> plan.Let:
        assert isinstance(place.expr, plan.Local | plan.LocalSet)
        return plan.Let(place.expr.at, isinstance(place.expr, plan.LocalSet), value, at)

    # ---- loops -----------------------------------------------------------------------------------

    def _for_each(self, node: ast.ForEach, scope: Scope) -> plan.ForEach:
        of = self._loop_set(node, scope)
        with self.block(scope):
            member = self.bind(scope, node.name, of.type.one(), scope.word(node.span, node.name))
            assert isinstance(member.expr, plan.Local)
            index, members = self._loop_places(scope, of.type)
            while_ = self.truth(node.while_, scope) if node.while_ else None
            body = self.body(node.body, scope)
        return plan.ForEach(member.expr.at, members, index, of.expr, while_, body, scope.span(node.span))

    def _loop_places(self, scope: Scope, type: ValueType) -> tuple[int, int]:
        index = scope.counter("index")
        members = scope.place("members", type.set_of() if type.base != "unknown" else values.NUMBER.set_of()).expr
        assert isinstance(members, plan.LocalSet)
        return index, members.at

    def _loop_set(self, node: ast.ForEach | ast.As, scope: Scope) -> Typed:
        of = self.set(node.of, scope) if isinstance(node, ast.ForEach) else self.members(node.of, scope, values.SEAT)
        if of.type.base == "unknown":
            return Typed(UNKNOWN.set_of(), plan.Join(()))
        if node.where is not None:
            member = scope.variable(of.type.one())
            assert isinstance(member.expr, plan.Var)
            name = node.name if isinstance(node, ast.ForEach) else ""
            with self.member(scope, member):
                if name and scope.find(name) is None:
                    scope.blocks.append({name: member})
                    where = self.truth(node.where, scope)
                    scope.blocks.pop()
                else:
                    where = self.truth(node.where, scope)
            of = Typed(of.type, plan.Filter(of.expr, member.expr.name, where, None))
        return of

    @contextmanager
    def _you(self, scope: Scope) -> Iterator[None]:
        before, scope.you = scope.you, True
        self.inside_as += 1
        try:
            yield
        finally:
            scope.you = before
            self.inside_as -= 1

    def _as(self, node: ast.As, scope: Scope) -> plan.As:
        of = self._loop_set(node, scope)
        index, members = self._loop_places(scope, values.SEAT)
        saved = scope.place("you before", values.SEAT).expr
        assert isinstance(saved, plan.Local)
        if node.secretly and scope.unit is not None:
            scope.unit.secrets += 1
            first = node.body.statements[0] if node.body.statements else None
            if len(node.body.statements) != 1 or not (
                isinstance(first, ast.Sentence | ast.May | ast.Either)
                or (isinstance(first, ast.Plain) and self._has_pool(first))
            ):
                self.error(
                    problems.MISPLACED,
                    scope,
                    node.body.span,
                    "`secretly` takes one sentence, `may` or `either`",
                    "decide in one `choose … -> …`; do the rest after it",
                )
        with self._you(scope):
            with self.member(scope, Typed(values.SEAT, plan.You())):
                while_ = self.truth(node.while_, scope) if node.while_ else None
            body = self.body(node.body, scope)
        return plan.As(members, index, saved.at, of.expr, while_, node.secretly, body, scope.span(node.span))

    @staticmethod
    def _has_pool(node: ast.Plain) -> bool:
        return any(isinstance(a, ast.Pool) for a in node.amounts)

    def _repeat(self, node: ast.Repeat, scope: Scope) -> plan.Repeat:
        count = node.how_many
        done, limit = scope.counter("done"), scope.counter("limit")
        asks = count.kind in ("between", "up to")
        low = self.number(count.low, scope).expr if count.low is not None and count.kind == "between" else None
        top = count.high if count.high is not None else count.low
        assert top is not None
        high = self.number(top, scope).expr
        if asks:
            self._needs_you(node, scope, "repeat")
        while_ = self.truth(node.while_, scope) if node.while_ else None
        return plan.Repeat(done, limit, low, high, asks, while_, self.body(node.body, scope), scope.span(node.span))

    # ---- sentences -------------------------------------------------------------------------------

    def _sentence(self, node: ast.Sentence, scope: Scope) -> plan.Sentence:
        with self.block(scope):
            commitments = self._commitments(node.commitments, scope)
            body = self.body(node.body, scope)
        otherwise = self.body(node.otherwise, scope) if node.otherwise is not None else None
        asks = any(
            isinstance(c, plan.Choose) or (isinstance(c, plan.Pay) and any(len(a) > 1 for a in c.amounts))
            for c in commitments
        )
        if asks and not scope.you:
            self.error(
                problems.NO_YOU,
                scope,
                node.span,
                "nobody has a turn here who could choose",
                "put it under `as players do`",
            )
        return plan.Sentence(tuple(commitments), body, otherwise, asks, scope.span(node.span))

    def _commitments(self, nodes: tuple[ast.Commitment, ...], scope: Scope) -> list[plan.Commit]:
        found: list[plan.Commit] = []
        chosen: list[tuple[ValueType, int, bool]] = []
        before, scope.left = scope.left, True
        unseen, self.unseen = self.unseen, {}
        try:
            for node in nodes:
                match node:
                    case ast.Choose():
                        found.append(self._choose(node, scope, chosen))
                    case ast.Let():
                        let = self._let(node, scope)
                        self._only_seen(let.value, scope, node.value.span)
                        found.append(let)
                    case ast.Require():
                        condition = self.truth(node.condition, scope)
                        self._only_seen(condition, scope, node.condition.span)
                        found.append(plan.Require(condition, scope.span(node.span)))
                    case ast.Plain():
                        verb = self._verb(node, scope)
                        if verb is None:
                            continue
                        if not verb.left:
                            self.error(
                                problems.MISPLACED,
                                scope,
                                node.verb_span,
                                f"`{node.verb}` cannot be promised",
                                "left of it stand `choose`, `let`, `require`, `pay`, `discard`",
                            )
                            continue
                        if verb.role == "pay":
                            pay = self._pay(node, verb, scope)
                            if pay is not None:
                                self._only_seen(pay.amounts, scope, node.span)
                                found.append(pay)
                        elif self._has_pool(node):
                            choice, do = self._pool(node, verb, scope, chosen, exact=True)
                            found += [choice, plan.Promise(do)] if do is not None else [choice]
                        else:
                            found += [plan.Promise(s) for s in self._act(node, verb, scope) if isinstance(s, plan.Do)]
        finally:
            scope.left = before
            self.unseen = unseen
        return found

    def _choose(self, node: ast.Choose, scope: Scope, chosen: list[tuple[ValueType, int, bool]]) -> plan.Choose:
        many = node.how_many is not None or node.matching is not None
        of = self.set(node.of, scope)
        if of.type.base == "unknown":
            of = Typed(UNKNOWN.set_of(), plan.Join(()))
        low: plan.Expr | None = None
        high: plan.Expr | None = None
        count = node.how_many
        if count is not None:
            if count.kind == "exactly" and count.low is not None:
                low = high = self.number(count.low, scope).expr
            elif count.kind == "between" and count.low is not None and count.high is not None:
                low, high = self.number(count.low, scope).expr, self.number(count.high, scope).expr
            elif count.kind == "up to" and count.high is not None:
                low, high = plan.Const(0), self.number(count.high, scope).expr
            else:
                low = plan.Const(1)
        hidden, places = self._sight(of.expr, scope)
        if not hidden:
            self._only_seen(of.expr, scope, node.of.span)
        if node.where is not None:
            if hidden:
                self.error(
                    problems.HIDDEN_FROM_DECIDER,
                    scope,
                    node.where.span,
                    f"the decider cannot see what lies in `{hidden}`",
                    "move it first to where the decider sees it, or choose without a condition",
                )
            member = scope.variable(of.type.one())
            assert isinstance(member.expr, plan.Var)
            if not many and scope.find(node.name) is None:
                scope.blocks.append({node.name: member})
                with self.member(scope, member):
                    where = self.truth(node.where, scope)
                scope.blocks.pop()
            else:
                with self.member(scope, member):
                    where = self.truth(node.where, scope)
            of = Typed(of.type, plan.Filter(of.expr, member.expr.name, where, None))
        if isinstance(of.expr, plan.Filter) and node.where is not None and not hidden:
            self._only_seen(of.expr.where, scope, node.where.span)
        type = of.type if many else of.type.one()
        place = self.bind(scope, node.name, type, scope.word(node.span, node.name))
        assert isinstance(place.expr, plan.Local | plan.LocalSet)
        if hidden:
            self.unseen[place.expr] = hidden
        matching = None
        if node.matching is not None:
            wanted = ValueType("needs", of.type.names)
            matching = self.want(self.check(node.matching, scope, wanted), wanted, scope, node.matching).expr
            if count is not None or node.constraint is not None or node.repeating:
                self.error(
                    problems.MISPLACED,
                    scope,
                    node.span,
                    "a recipe says how many and which",
                    "leave out the number and `with`, or leave out `matching`",
                )
        constraint = None
        if node.constraint is not None:
            if not many:
                self.error(
                    problems.MISPLACED,
                    scope,
                    node.constraint.span,
                    "`with` speaks of a set",
                    "use `where` for a single choice",
                )
            constraint = self.truth(node.constraint, scope)
            self._only_seen(constraint, scope, node.constraint.span)
        if node.repeating and many and high is None and not self._ends(constraint, place.expr.at, of.type):
            self.error(
                problems.MISPLACED,
                scope,
                node.span,
                "`repeating` has no end here",
                "say how many, or bound their count, or the total of numbers above 0, from above with `with`",
            )
        if node.minimal and (constraint is None or not self._upward(constraint, place.expr.at)):
            self.error(
                problems.NOT_UPWARD,
                scope,
                node.span,
                "`minimal` needs a constraint that more members can never break",
                "such as `with total(… by …) >= …`",
            )
        unlike = tuple(
            (p, m)
            for t, p, m in chosen
            if t.base == "component" and of.type.base == "component" and t.one().fits(of.type.one())
        )
        chosen.append((of.type, place.expr.at, many))
        return plan.Choose(
            node.name,
            place.expr.at,
            many,
            of.expr,
            of.type.one(),
            low,
            high,
            node.repeating,
            constraint,
            node.minimal,
            unlike,
            matching,
            hidden,
            places,
            scope.span(node.span),
        )

    def _only_seen(self, expr: object, scope: Scope, place: tuple[int, int]) -> None:
        """Left of an arrow nothing is read that the decider may not see: the menu would tell it."""
        self._only_seen_at = scope.span(place)
        zone = self._unseen(expr, set())
        if zone:
            self.error(
                problems.HIDDEN_FROM_DECIDER,
                scope,
                place,
                f"this depends on what lies in `{zone}`, which the decider cannot see",
                "ask it right of the arrow, or move it first to where the decider sees it",
            )

    def _unseen(self, node: object, own: set[str]) -> str:
        """A zone that an expression reads and `you` cannot see, or "". `own` are parameters that are `you`."""
        if isinstance(node, tuple):
            for part in node:
                zone_name = self._unseen(part, own)
                if zone_name:
                    return zone_name
            return ""
        if type(node).__module__ != plan.__name__:
            return ""
        match node:
            case plan.Local() | plan.LocalSet():
                return self.unseen.get(node, "")
            case plan.AskQuery(query=query, arguments=(plan.Effect() as effect, *_)):
                if not query.parameters[0].limited:  # what it would read is checked once all effects are known
                    self.asked_left.setdefault(effect, self._only_seen_at)
                return self._unseen((effect.effect, effect.carrier, effect.arguments), own)
            case plan.AskQuery(query=query, arguments=(plan.LocalSet(),)) if query.name == "count":
                return ""
            case plan.ZoneSet(zone=name, owner=owner):
                if name == "box":
                    return name
                zone = self.game.zones[name]
                mine = not zone.per_player or owner == plan.You() or (isinstance(owner, plan.Var) and owner.name in own)
                return name if zone.seen_by == "nobody" or (zone.seen_by == "owner" and not mine) else ""
            case plan.KindSet(kind=kind):
                holders = [z for z in self.game.zones.values() if kind in z.kinds and z.seen_by != "all"]
                return holders[0].name if holders else ""
            case plan.AskQuery(query=query, arguments=(plan.ZoneSet(zone=name), *_)) if query.name in (
                "count",
                "any",
                "none",
            ):
                if name != "box" and self.game.zones[name].count_seen_by == "all":
                    return ""
                return self._unseen(node.arguments, own)
            case plan.Apply(name=name, arguments=arguments):
                formula = self.formulas.get(name)
                if formula is None:
                    return self._unseen(arguments, own)
                given = zip(formula.parameters, arguments, strict=False)
                mine_too = {
                    f"p_{parameter}"
                    for (parameter, _), argument in given
                    if argument == plan.You() or (isinstance(argument, plan.Var) and argument.name in own)
                }
                cases = [part for case in formula.cases for part in case]
                return self._unseen(tuple(cases), mine_too) or self._unseen(arguments, own)
        return self._unseen(tuple(getattr(node, name) for name in plan.parts(type(node))), own)

    def _sight(self, of: plan.Expr, scope: Scope) -> tuple[str, bool]:
        """The zone of a set that its decider cannot see, and whether places tell its members apart."""
        while isinstance(of, plan.Filter):
            of = of.of
        if not isinstance(of, plan.ZoneSet) or of.zone == "box":
            return "", False
        zone = self.game.zones[of.zone]
        own = not zone.per_player or of.owner == plan.You()
        unseen = zone.seen_by == "nobody" or (zone.seen_by == "owner" and not own)
        return of.zone if unseen else "", zone.order != "none" or zone.slots is not None

    def _upward(self, node: plan.Expr, place: int) -> bool:
        match node:
            case plan.Logical(parts=parts):
                return all(self._upward(p, place) for p in parts)
            case plan.Comparison(operator=">=" | ">", left=plan.AskQuery(query=query, arguments=(of, *_)), right=right):
                return query.name in ("total", "count") and self._about(of, place) and not self._about(right, place)
            case plan.AskQuery(query=query, arguments=(of, *_)):
                return query.name == "any" and self._about(of, place)
        return False

    def _ends(self, node: plan.Expr | None, place: int, type: ValueType) -> bool:
        """Whether a constraint bounds a repeated choice from above."""
        match node:
            case plan.Logical(operator="and", parts=parts):
                return any(self._ends(p, place, type) for p in parts)
            case plan.Logical(parts=parts):
                return all(self._ends(p, place, type) for p in parts)
            case plan.Comparison(operator=operator, left=left, right=right):
                sides = {"<=": (left,), "<": (left,), ">=": (right,), ">": (right,), "==": (left, right)}.get(
                    operator, ()
                )
                return any(self._measures(side, place, type) for side in sides)
        return False

    def _measures(self, node: plan.Expr, place: int, type: ValueType) -> bool:
        """Whether a number grows with every member of the set at a place."""
        if not isinstance(node, plan.AskQuery) or node.query.name not in ("count", "total") or not node.arguments:
            return False
        if node.query.name == "count":
            return node.arguments[0] == plan.LocalSet(place)
        return node.arguments[0] == plan.LocalSet(place) and type.base == "number" and (type.low or 0) > 0

    def _about(self, node: object, place: int) -> bool:
        """Whether an expression reads the set at a place."""
        if node == plan.LocalSet(place):
            return True
        if isinstance(node, tuple):
            return any(self._about(n, place) for n in node)
        if isinstance(node, Verb):
            return False
        return any(self._about(getattr(node, name), place) for name in field_names(type(node)) if name != "query")

    def _pay(self, node: ast.Plain, verb: Verb, scope: Scope) -> plan.Pay | None:
        amounts: list[tuple[tuple[plan.Expr, plan.Expr], ...]] = []
        for amount in node.amounts:
            options = amount.options if isinstance(amount, ast.Alternatives) else (amount,)
            alternatives: list[tuple[plan.Expr, plan.Expr]] = []
            for option in options:
                if isinstance(option, ast.Pool):
                    pool = self.set(option.of, scope, values.RESOURCE)
                    count = self.number(option.count, scope)
                    if isinstance(pool.expr, plan.Join) and count.expr == plan.Const(1):
                        alternatives += [(count.expr, member) for member, _ in pool.expr.items]
                        continue
                    self.error(
                        problems.NOT_SAYABLE,
                        scope,
                        option.span,
                        "a payment of several out of a pool cannot be carried out yet",
                        "name each amount",
                    )
                    continue
                counted = self._counted(option, scope)
                if counted is not None:
                    alternatives.append(counted)
            if alternatives:
                amounts.append(tuple(alternatives))
        labels = self._labels(node, verb, scope)
        if not amounts:
            if not node.amounts:
                self.error(
                    problems.ARGUMENT_COUNT, scope, node.verb_span, "`pay` wants amounts", "write it like `pay 2 coin`"
                )
            return None
        picks = tuple(scope.counter("payment") for _ in amounts)
        return plan.Pay(
            verb,
            tuple(amounts),
            picks,
            labels[0] if labels and not isinstance(labels[0], str) else None,
            scope.span(node.span),
        )

    # ---- verbs -----------------------------------------------------------------------------------

    def _verb(self, node: ast.Plain, scope: Scope) -> Verb | None:
        verb = self.verbs.get(node.verb)
        if verb is None:
            known = [*self.verbs, "let", "choose", "require", "may", "either", "if", "repeat", "during", "as"]
            hint = did_you_mean(node.verb, known)
            if node.verb in self.game.actions or node.verb in self.game.effects:
                hint = f"write `perform {node.verb}`"
            self.error(problems.UNKNOWN_VERB, scope, node.verb_span, f"no verb is called `{node.verb}`", hint)
        return verb

    def _plain(self, node: ast.Plain, scope: Scope) -> list[plan.Stmt]:
        verb = self._verb(node, scope)
        at = scope.span(node.span)
        if verb is None:
            return []
        if node.where is not None and verb.role not in ("modify", "forbid", "set"):
            self.error(
                problems.MISPLACED,
                scope,
                node.where.span,
                f"`{node.verb}` takes no `where`",
                "put the set in parentheses: `(… where …)`",
            )
            return []
        match verb.role:
            case "add":
                return self._add(node, verb, scope)
            case "act" | "award":
                if verb.role == "act" and self._has_pool(node):
                    return self._pool_statement(node, verb, scope)
                return self._act(node, verb, scope)
            case "pay":
                self.error(
                    problems.MISPLACED,
                    scope,
                    node.verb_span,
                    "`pay` stands left of an arrow",
                    "write `pay … -> …`, or `lose …` to take what there is",
                )
            case "perform":
                found = self._perform(node, scope)
                return [found] if found is not None else []
            case "again" | "nothing":
                if node.amounts or node.labelled or node.as_name:
                    self.error(
                        problems.ARGUMENT_COUNT, scope, node.span, f"`{node.verb}` takes no argument", "write it alone"
                    )
                return [plan.Again(at) if verb.role == "again" else plan.Nothing(at)]
            case "end":
                name = node.amounts[0].name if len(node.amounts) == 1 and isinstance(node.amounts[0], ast.Name) else ""
                if name not in self.scopes:
                    self.error(
                        problems.UNKNOWN_SCOPE,
                        scope,
                        node.span,
                        f"no part is called `{name}`" if name else "`end` wants the name of a part",
                        did_you_mean(name, self.scopes),
                    )
                    return []
                return [plan.End(name, at)]
            case "set":
                return self._set(node, scope)
            case "modify" | "forbid":
                self.error(
                    problems.MISPLACED,
                    scope,
                    node.verb_span,
                    f"`{node.verb}` is a modifier: it stands in an ability or under `during`",
                    "put it under `ability:`, or write `during turn do …`",
                )
        return []

    def _set(self, node: ast.Plain, scope: Scope) -> list[plan.Stmt]:
        at = scope.span(node.span)
        if len(node.amounts) != 1 or isinstance(node.amounts[0], ast.Counted | ast.Pool | ast.Alternatives):
            self.error(
                problems.ARGUMENT_COUNT,
                scope,
                node.verb_span,
                "`set` wants one thing to set",
                "write `set NAME to VALUE`",
            )
            return []
        target_node = node.amounts[0]
        if isinstance(target_node, ast.Name) and target_node.name in self.game.quantities:
            self.error(
                problems.MISPLACED,
                scope,
                node.span,
                "a quantity is set by an ability",
                "put it under `ability:` or `during`",
            )
            return []
        target = self.check(target_node, scope, None)
        value_node = next((x.amounts[0] for x in node.labelled if x.label == "to" and len(x.amounts) == 1), None)
        if (
            value_node is None
            or len(node.labelled) != 1
            or isinstance(value_node, ast.Counted | ast.Pool | ast.Alternatives)
        ):
            self.error(
                problems.MISSING_LABEL, scope, node.span, "`set` wants `to` and one value", "write `set NAME to VALUE`"
            )
            return []
        scope.whole = value_node
        value = self.check(value_node, scope, target.type)
        if target.type.base == "unknown":
            return []
        wanted = ValueType(target.type.base, target.type.names, target.type.many)
        value = self.want(value, wanted, scope, value_node)
        match target.expr:
            case plan.Stored(name=name, at=of) if name not in self.game.options:
                return [plan.Assign("stored", name, of, value.expr, at)]
            case plan.Attribute(name=name, of=of):
                return [plan.Assign("attribute", name, of, value.expr, at)]
        self.error(
            problems.MISPLACED,
            scope,
            target_node.span,
            "this cannot be set",
            "variables, resources and attributes can; printed fields, names and options stay as they are",
        )
        return []

    def _perform(self, node: ast.Plain, scope: Scope) -> plan.Perform | None:
        at = scope.span(node.span)
        if len(node.amounts) != 1 or node.labelled:
            self.error(problems.ARGUMENT_COUNT, scope, node.verb_span, "`perform` wants one thing to carry out")
            return None
        target = node.amounts[0]
        if isinstance(target, ast.Counted | ast.Pool | ast.Alternatives):
            self.error(problems.WRONG_TYPE, scope, target.span, "an amount cannot be carried out")
            return None
        found = self.effect(target, scope)
        if found is None:
            return None
        if found.unit:
            self._note_perform(scope, found.unit, at)
        return plan.Perform(found.unit, found.effect, found.carrier, found.arguments, at)

    def _note_perform(self, scope: Scope, name: str, at: Span) -> None:
        if scope.unit is not None:
            self.performs.setdefault(scope.unit.name, set()).add(name)
            if not self.inside_as:
                self.performs_as_you.setdefault(scope.unit.name, set()).add(name)
        if not scope.you:
            self.performed_without_you.append((name, at))

    def _counted(self, amount: ast.Amount, scope: Scope) -> tuple[plan.Expr, plan.Expr] | None:
        if not isinstance(amount, ast.Counted):
            self.error(
                problems.WRONG_TYPE,
                scope,
                amount.span,
                "this is no amount",
                "write a number and what it counts, such as `2 coin`",
            )
            return None
        scope.whole = amount.count
        count = self.number(amount.count, scope)
        unit = self.want(
            self.check(amount.unit, scope, values.RESOURCE),
            values.RESOURCE,
            scope,
            amount.unit,
            "what an amount counts",
        )
        return (count.expr, unit.expr) if unit.type.base != "unknown" else None

    def _act(self, node: ast.Plain, verb: Verb, scope: Scope) -> list[plan.Stmt]:
        """A verb with its arguments; a list of amounts means one act after the other."""
        at = scope.span(node.span)
        labels = self._labels(node, verb, scope)
        result = None
        if node.as_name is not None:
            if verb.gives != "components":
                self.error(problems.MISPLACED, scope, node.span, f"`{verb.name}` gives nothing that `as` could name")
            else:
                result = node.as_name
        heads: list[tuple[plan.Expr | str | None, ...]] = []
        argument = verb.argument
        if argument is None:
            if node.amounts:
                self.error(
                    problems.ARGUMENT_COUNT, scope, node.span, f"`{verb.name}` wants no argument before its labels"
                )
            heads.append(())
        elif argument.shape == "amounts":
            if not node.amounts:
                self.error(
                    problems.ARGUMENT_COUNT,
                    scope,
                    node.verb_span,
                    f"`{verb.name}` wants amounts",
                    f"write it like `{verb.name} 2 coin`",
                )
            for amount in node.amounts:
                counted = self._counted(amount, scope)
                if counted is not None:
                    heads.append(counted)
        elif argument.shape == "prizes":
            heads += self._prizes(node, scope)
        elif len(node.amounts) != 1 or isinstance(node.amounts[0], ast.Counted | ast.Alternatives):
            self.error(
                problems.ARGUMENT_COUNT,
                scope,
                node.amounts[0].span if node.amounts else node.verb_span,
                f"`{verb.name}` wants one argument",
                _first_line(verb.page),
            )
        else:
            amount = node.amounts[0]
            assert not isinstance(amount, ast.Pool)
            scope.whole = amount
            heads.append((self._argument(argument, amount, scope),))
            if argument.shape == "components":
                self._takes(verb, labels, amount, scope)
        if verb.orders:
            self._has_order(node, verb, heads, scope)
        if verb.fills:
            self._fills(node, verb, heads, labels, scope)
        if not scope.you and argument is not None and argument.shape == "amounts":
            for amount in node.amounts:
                unit = amount.unit.name if isinstance(amount, ast.Counted) and isinstance(amount.unit, ast.Name) else ""
                resource = self.game.resources.get(unit)
                if resource is None or resource.per_player:
                    self.error(
                        problems.NO_YOU,
                        scope,
                        amount.span,
                        f"nobody has a turn here who could {verb.name} this",
                        "put it under `as players do`",
                    )
        found: list[plan.Stmt] = []
        for head in heads:
            place = None
            if result is not None:
                count = node.amounts[0] if node.amounts else None
                single = isinstance(count, ast.Number) and count.value == 1
                components = ValueType("component", self._drawn_kinds(verb, labels))
                if single:
                    hidden = scope.place(f"drawn for {result}", components.set_of()).expr
                    assert isinstance(hidden, plan.LocalSet)
                    found.append(plan.Do(verb, (*head, *labels), hidden.at, at))
                    bound = self.bind(scope, result, components, node.span)
                    first = plan.AskQuery(self.queries["first"], (hidden,))
                    found.append(self._put(bound, first, at))
                    continue
                bound = self.bind(scope, result, components.set_of(), node.span)
                assert isinstance(bound.expr, plan.LocalSet)
                place = bound.expr.at
            found.append(plan.Do(verb, (*head, *labels), place, at))
        return found

    def _has_order(
        self, node: ast.Plain, verb: Verb, heads: list[tuple[plan.Expr | str | None, ...]], scope: Scope
    ) -> None:
        place = heads[0][0] if heads and heads[0] else None
        zone = self.game.zones.get(place.zone) if isinstance(place, plan.ZonePlace) else None
        if zone is not None and (zone.order == "none" or zone.slots is not None):
            self.error(
                problems.WRONG_TYPE,
                scope,
                node.amounts[0].span if node.amounts else node.span,
                f"`{zone.name}` has no order, so there is nothing to {verb.name}",
                "give the zone `order: stack` or `order: row`",
            )

    def _takes(self, verb: Verb, labels: list[plan.Expr | str | None], moved: ast.Item, scope: Scope) -> None:
        """Something goes to a zone that is for other kinds: then nothing that the zone is for can be meant."""
        for label, place in zip(verb.labels, labels, strict=True):
            zone = self.game.zones.get(place.zone) if label == "to" and isinstance(place, plan.ZonePlace) else None
            if zone is not None and self.moved and self.moved.isdisjoint(zone.kinds):
                meant = " and ".join(sorted(zone.kinds))
                fitting = [
                    f"`{name}`" for name, other in self.game.zones.items() if self.moved & frozenset(other.kinds)
                ]
                self.error(
                    problems.WRONG_TYPE,
                    scope,
                    moved.span,
                    f"this is a {ValueType('component', self.moved)}, and `{zone.name}` is for {meant}",
                    f"move it to {' or '.join(sorted(fitting))}" if fitting else "name another zone",
                )

    def _fills(
        self,
        node: ast.Plain,
        verb: Verb,
        heads: list[tuple[plan.Expr | str | None, ...]],
        labels: list[plan.Expr | str | None],
        scope: Scope,
    ) -> None:
        """A zone without slots has no end by itself: somebody must say how many."""
        place = heads[0][0] if heads and heads[0] else None
        if not isinstance(place, plan.ZonePlace) or place.zone not in self.game.zones:
            return
        if self.game.zones[place.zone].slots is None and labels[list(verb.labels).index("to")] is None:
            self.error(
                problems.MISSING_LABEL,
                scope,
                node.span,
                f"`{place.zone}` has no slots, so `{verb.name}` must say how many",
                f"write `{verb.name} {place.zone} to 4 from …`",
            )

    def _add(self, node: ast.Plain, verb: Verb, scope: Scope) -> list[plan.Stmt]:
        """`add block(red, 3) to you.yard`: a piece of a supply with its attributes."""
        made = node.amounts[0] if len(node.amounts) == 1 else None
        supplies = {k.name: k for k in self.game.kinds.values() if k.supply}
        if not isinstance(made, ast.Call) or not isinstance(made.of, ast.Name):
            self.error(
                problems.ARGUMENT_COUNT,
                scope,
                node.span,
                "`add` wants a piece with its attributes",
                "write it like `add block(red, 3) to you.yard`",
            )
            return []
        kind = supplies.get(made.of.name)
        if kind is None:
            self.error(
                problems.UNKNOWN_NAME,
                scope,
                made.of.span,
                f"no kind called `{made.of.name}` has a supply",
                did_you_mean(made.of.name, supplies) or "give the kind `supply: any`, or move cards instead",
            )
            return []
        wanted = [(name, attribute.type) for name, attribute in kind.attributes.items()]
        looks = self._arguments(kind.name, made.items, wanted, made, scope)
        labels = self._labels(node, verb, scope)
        card = plan.KindSet(kind.name)
        pieces = plan.Join(tuple((look, False) for look in looks))
        place = None
        at = scope.span(node.span)
        if node.as_name is None:
            return [plan.Do(verb, (card, pieces, *labels), None, at)]
        component = ValueType("component", frozenset([kind.name]))
        added = scope.place(f"added for {node.as_name}", component.set_of()).expr
        assert isinstance(added, plan.LocalSet)
        place = added.at
        bound = self.bind(scope, node.as_name, component, scope.word(node.span, node.as_name))
        first = plan.AskQuery(self.queries["first"], (added,))
        return [plan.Do(verb, (card, pieces, *labels), place, at), self._put(bound, first, at)]

    def _drawn_kinds(self, verb: Verb, labels: list[plan.Expr | str | None]) -> frozenset[str]:
        for label in labels:
            if isinstance(label, plan.ZonePlace) and label.zone in self.game.zones:
                return frozenset(self.game.zones[label.zone].kinds)
        return frozenset()

    def _prizes(self, node: ast.Plain, scope: Scope) -> list[tuple[plan.Expr | str | None, ...]]:
        heads: list[tuple[plan.Expr | str | None, ...]] = []
        amount = node.amounts[0] if len(node.amounts) == 1 else None
        if not isinstance(amount, ast.Counted):
            self.error(
                problems.ARGUMENT_COUNT,
                scope,
                node.span,
                f"`{node.verb}` wants a list of prizes and what they count",
                "write it like `award (5, 2) point`",
            )
            return heads
        prizes = self.members(amount.count, scope, values.NUMBER)
        if isinstance(amount.count, ast.Group) and isinstance(prizes.expr, plan.Join):
            # a list of prizes may hold one number twice
            prizes = Typed(prizes.type, plan.Join(tuple((e, m) for e, m in prizes.expr.items)))
        unit = self.want(
            self.check(amount.unit, scope, values.RESOURCE), values.RESOURCE, scope, amount.unit, "what a prize counts"
        )
        heads.append((prizes.expr, unit.expr))
        return heads

    def _labels(self, node: ast.Plain, verb: Verb, scope: Scope) -> list[plan.Expr | str | None]:
        given: dict[str, ast.Labelled] = {}
        for labelled in node.labelled:
            if labelled.label not in verb.labels:
                self.error(
                    problems.UNKNOWN_LABEL,
                    scope,
                    labelled.span,
                    f"`{verb.name}` takes no `{labelled.label}`",
                    did_you_mean(labelled.label, verb.labels) or _first_line(verb.page),
                )
            elif labelled.label in given:
                self.error(problems.DOUBLE_NAME, scope, labelled.span, f"`{labelled.label}` stands here twice")
            else:
                given[labelled.label] = labelled
        found: list[plan.Expr | str | None] = []
        seats: Typed | None = None
        places: list[tuple[int, tuple[int, int]]] = []
        for label, parameter in verb.labels.items():
            here = given.get(label)
            if parameter.shape == "place":
                places.append((len(found), node.span if here is None else here.span))
            if here is None:
                default = self._default(parameter, scope)
                if default is None and parameter.required:
                    self.error(
                        problems.MISSING_LABEL,
                        scope,
                        node.span,
                        f"`{verb.name}` lacks `{label}`",
                        _first_line(verb.page),
                    )
                if default is None and parameter.default and not parameter.words and not parameter.required:
                    self.error(
                        problems.MISSING_LABEL,
                        scope,
                        node.span,
                        f"`{verb.name}` lacks `{label}`, and the game has no zone `{parameter.default}`",
                        f"write `{label}` and a zone",
                    )
                found.append(default)
                continue
            if len(here.amounts) != 1 or isinstance(here.amounts[0], ast.Counted | ast.Pool | ast.Alternatives):
                self.error(problems.ARGUMENT_COUNT, scope, here.span, f"`{label}` wants one thing")
                found.append(None)
                continue
            item = here.amounts[0]
            scope.whole = item
            if parameter.shape == "key":
                if seats is None:
                    found.append(None)
                    continue
                member = scope.variable(values.SEAT)
                assert isinstance(member.expr, plan.Var)
                key = self.key(item, scope, member)
                if key.type.base not in ("number", "unknown"):
                    self.error(
                        problems.WRONG_TYPE, scope, item.span, f"a {key.type} cannot be ranked", "rank by a number"
                    )
                found[-1] = plan.Filter(seats.expr, member.expr.name, None, key.expr, pairs=True)
                continue
            if parameter.shape == "seats":
                seats = self.members(item, scope, values.SEAT)
                found.append(seats.expr)
                continue
            if parameter.shape == "position":
                at = self._position(item, scope, found)
                found.append(at)
                continue
            found.append(self._argument(parameter, item, scope))
        for number, place in places:
            self._slot_is_named(found[number], scope, place)
        return found

    def _slot_is_named(self, place: plan.Expr | str | None, scope: Scope, at: tuple[int, int]) -> None:
        """Where slots hold many, none is ever full: there is no first free one."""
        zone = self.game.zones.get(place.zone) if isinstance(place, plan.ZonePlace) else None
        if zone is not None and zone.slots is not None and zone.slots.many:
            self.error(
                problems.WRONG_TYPE,
                scope,
                at,
                f"the slots of `{zone.name}` hold many, so it must be said which one is meant",
                f"name one of `{'you.' if zone.per_player else ''}{zone.name}.slots`",
            )

    def _position(self, item: ast.Expression, scope: Scope, before: list[plan.Expr | str | None]) -> plan.Expr | None:
        if isinstance(item, ast.Name) and item.name in POSITIONS and scope.find(item.name) is None:
            return plan.Const(POSITIONS[item.name])
        place = before[-1] if before else None
        if isinstance(place, plan.ZonePlace) and place.zone in self.game.zones:
            slots = self.game.zones[place.zone].slots
            if slots is not None and len(slots.dimensions) == 1:
                type = slots.dimensions[0][1]
                at = self.want(self.check(item, scope, type), type, scope, item)
                before[-1] = plan.SlotPlace(plan.SlotAt(place.zone, place.owner, (at.expr,)))
                return None
        return self.number(item, scope).expr

    def _default(self, parameter: Parameter, scope: Scope) -> plan.Expr | str | None:
        if not parameter.default:
            return None
        if parameter.words:
            return parameter.default
        zone = self.game.zones.get(parameter.default)
        if zone is None or (zone.per_player and not scope.you):
            return None
        return plan.ZonePlace(zone.name, plan.You() if zone.per_player else None)

    def _argument(self, parameter: Parameter, item: ast.Item, scope: Scope) -> plan.Expr | str | None:
        match parameter.shape:
            case "number":
                return self.number(item, scope).expr
            case "components":
                found = self.members(item, scope, values.COMPONENT)
                self.moved = found.type.names
                if parameter.ranged:
                    self._has_range(found.type, item, scope)
                return found.expr
            case "component" | "seat" | "slot" | "resource" | "truth":
                wanted = _SINGLE[parameter.shape]
                return self.want(self.check(item, scope, wanted), wanted, scope, item).expr
            case "seats":
                return self.members(item, scope, values.SEAT).expr
            case "numbers":
                return self.members(item, scope, values.NUMBER).expr
            case "zone" | "place":
                return self.place(item, scope, slots=parameter.shape == "place")
            case "everyone's zone":
                zone = self.game.zones.get(item.name) if isinstance(item, ast.Name) else None
                if zone is None or not zone.per_player:
                    own = [z.name for z in self.game.zones.values() if z.per_player]
                    self.error(
                        problems.WRONG_TYPE,
                        scope,
                        item.span,
                        "this is no zone that every player has",
                        did_you_mean(getattr(item, "name", ""), own),
                    )
                    return None
                return plan.ZonePlace(zone.name, plan.Const(0))
            case "word":
                name = item.name if isinstance(item, ast.Name) else ""
                if name not in parameter.words:
                    self.error(
                        problems.UNKNOWN_NAME,
                        scope,
                        item.span,
                        f"`{name}` is none of the words that may stand here",
                        did_you_mean(name, parameter.words),
                    )
                return name
        raise AssertionError(parameter.shape)

    def _has_range(self, type: ValueType, item: ast.Item, scope: Scope) -> None:
        """What takes a new value by itself needs to have one that it can take."""
        if type.base != "component":
            return
        for kind in [k for k in self.game.kinds.values() if not type.names or k.name in type.names]:
            ranged = [n for n, a in kind.attributes.items() if a.type.base == "number" and a.type.low is not None]
            if len(ranged) != 1:
                self.error(
                    problems.WRONG_TYPE,
                    scope,
                    item.span,
                    f"`{kind.name}` has {len(ranged) or 'no'} attribute{'s' if ranged else ''} with a range",
                    "give it one, such as `value: {of: 1..6, starts: 1}`"
                    if not ranged
                    else f"say which: `set x.{ranged[0]} to random(…)`",
                )
                return

    def place(self, item: ast.Item, scope: Scope, slots: bool) -> plan.Expr:
        """A zone, or a slot where that is allowed, as a destination or source."""
        game = self.game
        if isinstance(item, ast.Name) and scope.find(item.name) is None:
            if item.name == "box":
                return plan.ZonePlace("box", None)
            zone = game.zones.get(item.name)
            if zone is not None:
                if zone.per_player:
                    self.error(
                        problems.WRONG_TYPE,
                        scope,
                        item.span,
                        f"every player has a `{zone.name}`",
                        f"say whose: `you.{zone.name}`",
                    )
                return plan.ZonePlace(zone.name, None)
        if isinstance(item, ast.Field) and item.name in game.zones and game.zones[item.name].per_player:
            owner = self.check(item.of, scope, values.SEAT)
            if owner.type.base == "seat":
                self.want(owner, values.SEAT, scope, item.of)
                return plan.ZonePlace(item.name, owner.expr)
        found = self.check(item, scope, None)
        if found.type.base == "unknown":
            return NOWHERE
        if slots and found.type.base == "slot" and not found.type.many:
            return plan.SlotPlace(found.expr)
        if found.type.base == "place":
            return found.expr
        self.error(
            problems.WRONG_TYPE,
            scope,
            item.span,
            f"this is a {found.type}, not a zone{' or slot' if slots else ''}",
            did_you_mean(getattr(item, "name", ""), game.zones),
        )
        return NOWHERE

    # ---- pools -----------------------------------------------------------------------------------

    def _pool_statement(self, node: ast.Plain, verb: Verb, scope: Scope) -> list[plan.Stmt]:
        self._needs_you(node, scope, "choice")
        found: list[plan.Stmt] = []
        for amount in node.amounts:
            one = replace(node, amounts=(amount,))
            if not isinstance(amount, ast.Pool):
                found += self._act(one, verb, scope)
                continue
            with self.block(scope):
                choice, do = self._pool(one, verb, scope, [], exact=False)
                body: plan.Body = (do,) if do is not None else ()
                if do is None:
                    body = self._pool_resources(choice, verb, scope, scope.span(node.span))
                found.append(plan.Sentence((choice,), body, None, True, scope.span(node.span)))
        return found

    def _pool(
        self, node: ast.Plain, verb: Verb, scope: Scope, chosen: list[tuple[ValueType, int, bool]], exact: bool
    ) -> tuple[plan.Choose, plan.Do | None]:
        pool = node.amounts[0]
        assert isinstance(pool, ast.Pool)
        amounts = verb.argument is not None and verb.argument.shape == "amounts"
        of = self.set(pool.of, scope, values.RESOURCE if amounts else None)
        count = self.number(pool.count, scope).expr
        at = scope.span(node.span)
        resources = of.type.base == "resource" or amounts
        if not resources and not exact:
            size = plan.AskQuery(self.queries["count"], (of.expr,))
            count = plan.AskQuery(self.queries["min"], (count, size))
        place = scope.place(verb.name, of.type).expr if of.type.base != "unknown" else plan.LocalSet(0)
        assert isinstance(place, plan.LocalSet)
        hidden, places = self._sight(of.expr, scope)
        unlike = tuple((p, m) for t, p, m in chosen if t.base == "component" == of.type.base)
        chosen.append((of.type, place.at, True))
        choice = plan.Choose(
            verb.name,
            place.at,
            True,
            of.expr,
            of.type.one(),
            count,
            count,
            resources,
            None,
            False,
            unlike,
            None,
            hidden,
            places,
            at,
        )
        if resources:
            return choice, None
        labels = self._labels(node, verb, scope)
        return choice, plan.Do(verb, (place, *labels), None, at)

    def _pool_resources(self, choice: plan.Choose, verb: Verb, scope: Scope, at: Span) -> plan.Body:
        member = scope.place("kind", values.RESOURCE).expr
        assert isinstance(member, plan.Local)
        index, members = self._loop_places(scope, values.RESOURCE)
        do = plan.Do(verb, (plan.Const(1), member), None, at)
        return (plan.ForEach(member.at, members, index, plan.LocalSet(choice.place), None, (do,), at),)

    # ---- limits, abilities -----------------------------------------------------------------------

    def _limit(self, limit: ast.Limit, scope: Scope) -> int:
        name = limit.scope or "game"
        if name not in self.scopes:
            self.error(
                problems.UNKNOWN_SCOPE,
                scope,
                limit.span,
                f"no part is called `{name}`",
                did_you_mean(name, self.scopes),
            )
            name = "game"
        self.limits.append((name, limit.times))
        return len(self.limits) - 1

    def ability(
        self, block: ast.Block, scope: Scope, name: str, once: bool = False, captured: dict[str, Typed] | None = None
    ) -> tuple[list[int], list[list[tuple[plan.Expr, int]]]]:
        """What an ability holds: triggers, modifiers, prohibitions. Gives their numbers, and what each takes along."""
        found: list[int] = []
        takes: list[list[tuple[plan.Expr, int]]] = []
        for statement in block.statements:
            inner: ast.Statement = statement
            limited: ast.Limit | None = None
            one = once
            while isinstance(inner, ast.Limited) and len(inner.body.statements) == 1:
                if inner.limit.scope is None:
                    one = True
                else:
                    limited = inner.limit
                inner = inner.body.statements[0]
            unit = plan.Unit(f"{name}.{len(self.abilities)}", scope.span(inner.span))
            mine = Scope(
                scope.text, unit, you=True, this=scope.this, who=isinstance(inner, ast.Trigger), parts=scope.parts
            )
            taken: list[tuple[plan.Expr, int]] = []
            for known, typed in (captured or {}).items():
                if known in names_in(inner):
                    if typed.type.many:
                        self.error(
                            problems.NOT_SAYABLE,
                            scope,
                            inner.span,
                            f"the set `{known}` cannot be taken along",
                            "take single things and numbers",
                        )
                        mine.blocks[0][known] = NO_VALUE
                        continue
                    place = mine.place(known, typed.type)
                    mine.blocks[0][known] = place
                    assert isinstance(place.expr, plan.Local)
                    taken.append((typed.expr, place.expr.at))
            ability: plan.Ability | None
            if isinstance(inner, ast.Trigger):
                if inner.limit is not None and inner.limit.scope is None:
                    one = True
                elif inner.limit is not None:
                    limited = inner.limit
                ability = self._trigger(inner, mine, unit)
            elif isinstance(inner, ast.Plain):
                ability = self._modifier(inner, mine, unit)
            else:
                self.error(
                    problems.MISPLACED,
                    scope,
                    inner.span,
                    "an ability holds triggers, modifiers and prohibitions",
                    "begin with `after`, `before`, `reduce` or `forbid`; what is offered goes under `use:`",
                )
                continue
            if ability is None:
                continue
            ability.once = one
            if limited is not None:
                ability.limit = (self._limit(limited, scope), limited.times, limited.scope or "game")
            self.units[unit.name] = unit
            self.abilities.append(ability)
            found.append(len(self.abilities) - 1)
            takes.append(taken)
        return found, takes

    @staticmethod
    def parameter_names(parameters: list[tuple[str, ValueType]]) -> list[tuple[str, ValueType]]:
        """What the event of a named effect carries: its parameters, the first of which it is `of`."""
        first = [("of", type) for _, type in parameters[:1] if not type.many]
        return [*first, *parameters]

    def _events(self) -> dict[str, list[tuple[str, ValueType]]]:
        known = {v.name: [(n, t) for n, t in v.raises.items()] for v in self.verbs.values() if v.raises}
        return known | self.event_names | {part: [] for part in self.scopes}

    def _trigger(self, node: ast.Trigger, scope: Scope, unit: plan.Unit) -> plan.Ability | None:
        event = node.event
        known = self._events()
        if event.name not in known:
            self.error(
                problems.UNKNOWN_EVENT,
                scope,
                event.name_span,
                f"nothing called `{event.name}` ever happens",
                did_you_mean(event.name, known),
            )
            return None
        named = self.game.effects.get(event.name)
        if node.when == "instead of" and event.name not in self.verbs and named is None:
            self.error(
                problems.NOT_SAYABLE,
                scope,
                event.name_span,
                f"`{event.name}` cannot be replaced as a whole",
                "replace a verb, such as `move` or `draw`, or a named effect, or forbid the action",
            )
            return None
        ability = plan.Ability(node.when, event.name, unit)
        parts = dict(known[event.name])
        if named is not None and node.when != "after":  # nothing in it is chosen yet
            parts = dict(self.parameter_names(named.parameters))
        used = names_in(event) | names_in(node.body)
        subject: Typed | None = None
        for name, type in parts.items():
            if name == "of":
                subject = scope.place("it", type)
                place = subject
            elif name in used or any(label == name for label, _ in event.labelled):
                if type.many:
                    self.error(
                        problems.NOT_SAYABLE,
                        scope,
                        event.span,
                        f"the set `{name}` of the event cannot be read here",
                        "let the action name what matters of it: `let paid = total(…)`",
                    )
                place = scope.place(name, type)
                scope.blocks[0][name] = place
            else:
                continue
            if isinstance(place.expr, plan.Local):
                ability.binds.append((name, place.expr.at))
        if subject is not None:
            scope.members.append(subject)
        conditions: list[plan.Expr] = []
        if event.of is not None:
            conditions += self._pattern(event.of, subject, scope)
        for label, item in event.labelled:
            if label == "by":
                word = item.name if isinstance(item, ast.Name) else ""
                if word in ("any", "others"):
                    ability.by = word
                else:
                    seat = self.want(self.check(item, scope, values.SEAT), values.SEAT, scope, item)
                    ability.by = "any"
                    conditions.append(plan.Comparison("==", plan.Who(), seat.expr))
            elif label in ("to", "from") and label in parts:
                place_expr = self.place(item, scope, slots=False)
                conditions.append(plan.Comparison("==", scope.blocks[0][label].expr, place_expr))
            else:
                self.error(
                    problems.UNKNOWN_LABEL,
                    scope,
                    item.span,
                    f"`{event.name}` has no `{label}`",
                    did_you_mean(label, [*parts, "by"]),
                )
        if event.where is not None:
            conditions.append(self.truth(event.where, scope))
        ability.where = _all(conditions)
        unit.body = self.body(node.body, scope)
        return ability

    def _pattern(self, node: ast.Expression, subject: Typed | None, scope: Scope) -> list[plan.Expr]:
        """`of X`: a thing, a kind of thing, or any of a set."""
        if subject is None:
            self.error(problems.MISPLACED, scope, node.span, "this event has no `of`", "leave it out, or use `where`")
            return []
        if (
            isinstance(node, ast.Name)
            and subject.type.base == "component"
            and node.name in self.game.kinds
            and scope.find(node.name) is None
        ):
            return [plan.IsKind(subject.expr, node.name)]
        if (
            isinstance(node, ast.Name)
            and subject.type.base == "component"
            and node.name in self.game.cards
            and scope.find(node.name) is None
        ):
            return [plan.InSet(subject.expr, plan.KindSet(f"card:{node.name}"))]
        if subject.type.base == "place":
            return [plan.Comparison("==", subject.expr, self.place(node, scope, slots=False))]
        found = self.check(node, scope, subject.type)
        if found.type.base == "unknown":
            return []
        if not found.type.fits(subject.type):
            self.error(
                problems.WRONG_TYPE, scope, node.span, f"this is a {found.type}, the event is of a {subject.type}"
            )
            return []
        return [
            plan.InSet(subject.expr, found.expr) if found.type.many else plan.Comparison("==", subject.expr, found.expr)
        ]

    def _modifier(self, node: ast.Plain, scope: Scope, unit: plan.Unit) -> plan.Ability | None:
        verb = self._verb(node, scope)
        if verb is None:
            return None
        if verb.role not in ("modify", "forbid", "set"):
            self.error(
                problems.MISPLACED,
                scope,
                node.verb_span,
                f"`{node.verb}` is done, not in play",
                "put it behind a trigger: `after … do …`, or under `use:`",
            )
            return None
        target = node.amounts[0] if len(node.amounts) == 1 else None
        name = target.name if isinstance(target, ast.Name) else ""
        before, self.calls = self.calls, set()
        try:
            return self._modifier_of(node, verb, name, scope, unit)
        finally:
            if name in self.game.quantities:
                self.modifiers.append((name, self.calls, scope.span(node.span)))
            self.calls = before | self.calls

    def _modifier_of(
        self, node: ast.Plain, verb: Verb, name: str, scope: Scope, unit: plan.Unit
    ) -> plan.Ability | None:
        if verb.role == "forbid":
            names = [*self.game.actions]
            if name not in names:
                self.error(
                    problems.UNKNOWN_EVENT, scope, node.span, f"no action is called `{name}`", did_you_mean(name, names)
                )
                return None
            ability = plan.Ability("forbid", name, unit)
            for bound, type in self.event_names.get(name, []):
                place = scope.place(bound, type)
                scope.blocks[0][bound] = place
                if isinstance(place.expr, plan.Local):
                    ability.binds.append((bound, place.expr.at))
            scope.who = True
        else:
            quantity = self.game.quantities.get(name)
            if quantity is None:
                self.error(
                    problems.UNKNOWN_NAME,
                    scope,
                    node.span,
                    f"no quantity is called `{name}`",
                    did_you_mean(name, self.game.quantities),
                )
                return None
            ability = plan.Ability({"set": "set"}.get(node.verb, node.verb), name, unit)
            for bound, type in quantity.parameters:
                place = scope.place(bound, type)
                scope.blocks[0][bound] = place
                assert isinstance(place.expr, plan.Local)
                ability.binds.append((bound, place.expr.at))
        for labelled in node.labelled:
            item = labelled.amounts[0]
            if labelled.label == "by" and verb.role == "forbid":
                word = item.name if isinstance(item, ast.Name) else ""
                if word not in ("any", "others"):
                    self.error(
                        problems.UNKNOWN_NAME,
                        scope,
                        item.span,
                        "this is neither `any` nor `others`",
                        "write `by any` or `by others`",
                    )
                ability.by = word or "any"
            elif (
                labelled.label in ("by", "to")
                and verb.role != "forbid"
                and isinstance(item, ast.Name)
                and item.name in ("any", "others")
            ):
                ability.by = item.name
            elif (labelled.label == "to") == (node.verb == "set") and labelled.label in ("by", "to"):
                if not isinstance(item, ast.Counted | ast.Pool | ast.Alternatives):
                    ability.value = self.number(item, scope).expr
            elif labelled.label in ("down to", "up to") and not isinstance(
                item, ast.Counted | ast.Pool | ast.Alternatives
            ):
                ability.bound = (labelled.label, self.number(item, scope).expr)
            else:
                self.error(
                    problems.UNKNOWN_LABEL,
                    scope,
                    labelled.span,
                    f"`{node.verb}` takes no `{labelled.label}`",
                    _first_line(verb.page),
                )
        if verb.role != "forbid" and ability.value is None:
            self.error(
                problems.MISSING_LABEL,
                scope,
                node.span,
                f"`{node.verb}` lacks `{'to' if node.verb == 'set' else 'by'}`",
                _first_line(verb.page),
            )
            return None
        if node.where is not None:
            ability.where = self.truth(node.where, scope)
        return ability

    def _during(self, node: ast.During, scope: Scope) -> plan.During:
        if node.scope not in self.scopes:
            self.error(
                problems.UNKNOWN_SCOPE,
                scope,
                node.span,
                f"no part is called `{node.scope}`",
                did_you_mean(node.scope, self.scopes),
            )
        captured = {name: typed for block in scope.blocks for name, typed in block.items()}
        numbers, takes = self.ability(node.body, scope, scope.unit.name if scope.unit else "during", captured=captured)
        for number in numbers:
            self.abilities[number].event = self.abilities[number].event
        return plan.During(
            node.scope,
            any(self.abilities[n].once for n in numbers),
            tuple(numbers),
            tuple(pair for taken in takes for pair in taken),
            scope.span(node.span),
        )


def _alternatives(branches: tuple[ast.Block, ...]) -> tuple[str, ...]:
    """What alternatives are called: what they perform, else their first statement up to its arrow."""
    names: list[str] = []
    for branch in branches:
        first = branch.statements[0] if branch.statements else None
        target = (
            first.amounts[0] if isinstance(first, ast.Plain) and first.verb == "perform" and first.amounts else None
        )
        target = target.of if isinstance(target, ast.Call) else target
        if isinstance(target, ast.Name):
            name = target.name
        else:
            name = print_effect(branch).split("\n")[0].split(" ->")[0].strip() if first is not None else "nothing"
        names.append(name if name not in names else f"{name} ({names.count(name) + 1})")
    return tuple(names)


def _all(conditions: list[plan.Expr]) -> plan.Expr | None:
    if not conditions:
        return None
    return conditions[0] if len(conditions) == 1 else plan.Logical("and", tuple(conditions))


def _first_line(page: str) -> str:
    return page.split("\n\n")[0].replace("\n", " ").removesuffix(".")


__all__ = ["NO_VALUE", "Statements", "names_in"]
