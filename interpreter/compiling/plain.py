"""Statements that ask nobody and wake nothing -> Python statements.

What is *plain* runs from its beginning to its end in one go: nobody is asked, no ability can answer, no other frame
takes over. Such statements become straight Python: loops are loops, names are names. A whole plain unit becomes a
function `u_N(S, L, you, this, parameters…)` without a frame of its own; `L` is then the nearest frame there is.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from interpreter.checking import plan
from interpreter.compiling import nodes
from interpreter.compiling.heeding import destinations, elsewhere
from interpreter.compiling.scopes import NamesScope, Scope
from interpreter.compiling.whereabouts import STILL, Whereabouts
from interpreter.state import INSTANCES, LIMITS, NOTHING
from interpreter.state.layout import CONTROL, REVEALED, YOU
from interpreter.vocabulary import Verb

if TYPE_CHECKING:
    from interpreter.compiling.building import Builder

_FEW = 64  # turns of a loop that need not be counted
# expressions whose answers are numbers and never truths
_WHOLE = plan.Const | plan.CardField | plan.Stored | plan.Attribute | plan.Arithmetic | plan.You | plan.SlotField


class Plain:
    """Says what is plain, and writes it. Belongs to the building of one program."""

    unlogged = False  # whether no log is kept, so that words may be written out

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.emitter = builder.emitter
        self.listened = {event.removeprefix("before ").removeprefix("instead of ") for event in builder.events}
        self._units: dict[str, bool] = {}
        self._parts: dict[str, plan.Part] = {part.unit.name: part for part in builder.all_parts}
        self._fresh = 0
        self.whereabouts = Whereabouts(builder.layout)
        self.needed: Callable[[int], None] = lambda unit: None  # told of each unit that is called
        self._answers: dict[tuple[str, int | None, frozenset[str] | None], bool] = {}
        self._listening: dict[str, list[plan.Ability]] = {}
        for ability in builder.plan.abilities:
            if ability.what == "after":
                self._listening.setdefault(ability.event, []).append(ability)

    def fresh(self, stem: str) -> str:
        """A name that nothing else has; the names of a scope (`_n6`, `_u_7s0`) have no line before their number."""
        self._fresh += 1
        return f"_{stem}_{self._fresh}"

    # ---- what is plain -----------------------------------------------------------------------------

    def unit(self, name: str) -> bool:
        """Whether a whole unit is plain, so that it may run without a frame. One in a circle is not."""
        known = self._units.get(name)
        if known is None:
            self._units[name] = False
            before, self.builder.unit = self.builder.unit, self.builder.plan.units[name]
            known = self._units[name] = self._is_plain(name)
            self.builder.unit = before
        return known

    def _is_plain(self, name: str) -> bool:
        kind, _, bare = name.partition(":")
        if name in self._parts:
            return self._part(self._parts[name])
        if kind not in ("action", "effect") or not self.silent(f"unit {bare}"):
            return False
        return self.body(self.builder.plan.units[name].body, True)

    def silent(self, *events: str) -> bool:
        """Whether nothing in the game listens to these events, before, instead or after."""
        return not any(event in self.listened for event in events)

    def _part(self, part: plan.Part) -> bool:
        once = part.repeat is None and part.until is None and part.each is None and part.around is None
        if not once or part.together or part.offer is not None or not self.silent(f"part {part.name}"):
            return False
        if part.parts is not None:
            return all(self.unit(inner.unit.name) for inner in part.parts)
        return part.do is None or self.body(part.do, True)

    def body(self, body: plan.Body, frameless: bool = False) -> bool:
        """Whether all statements are plain; `frameless` when there is no frame to keep anything in."""
        return all(self.statement(statement, frameless) for statement in body)

    def statement(self, node: plan.Stmt, frameless: bool = False) -> bool:
        """Whether a statement is plain."""
        match node:
            case plan.Do():
                return self._verb(node)
            case plan.Let() | plan.Assign() | plan.Nothing() | plan.Again():
                return True
            case plan.Sentence(asks=False, commitments=commitments, body=body, otherwise=otherwise):
                if self.builder.replaces(self.builder.unit):
                    return False
                kept = all(self._commitment(c) for c in commitments)
                return kept and self.body(body, frameless) and self.body(otherwise or (), frameless)
            case plan.If(then=then, otherwise=otherwise):
                return self.body(then, frameless) and self.body(otherwise or (), frameless)
            case plan.ForEach(body=body):
                return self.body(body, frameless)
            case plan.As(secretly=False, body=body):
                return self.body(body, frameless)
            case plan.Repeat(asks=False, body=body):
                return self.body(body, frameless)
            case plan.Limited(body=body):
                return self.body(body, frameless)
            case plan.Perform(effect=None, unit=unit):
                return self.unit(unit)
            case plan.Perform(effect=effect) if effect is not None:
                held = self._held(effect)
                return held is not None and all(self.card(unit) for unit in held)
            case plan.During():
                return not frameless
        return False

    def card(self, name: str) -> bool:
        """Whether what a thing holds is plain; it runs in a frame of its own that says who carries it."""
        key = f"held {name}"
        known = self._units.get(key)
        if known is None:
            self._units[key] = False
            unit = self.builder.plan.units[name]
            before, self.builder.unit = self.builder.unit, unit
            known = self._units[key] = self.body(unit.body)
            self.builder.unit = before
        return known

    def _held(self, effect: plan.Expr) -> list[str] | None:
        """The units that an expression can give; None when that is not known."""
        layout = self.builder.layout
        match effect:
            case plan.CardField(kinds=kinds, name=name):
                numbers = {n for kind in kinds for n in layout.fields[kind, name]}
            case plan.SlotField(zone=zone, name=name):
                numbers = set(layout.slot_fields[zone, name])
            case _:
                return None
        return [layout.units[n].name for n in numbers if n != NOTHING]

    def _verb(self, node: plan.Do) -> bool:
        resource = node.arguments[1] if len(node.arguments) > 1 else None
        return self._quiet(node.verb.name, node.verb.also, resource, destinations(node, self._reshuffled))

    def _reshuffled(self, zone: str) -> bool:
        return bool(self.builder.layout.zone_named(zone).reshuffles)

    def _quiet(
        self, verb: str, also: Sequence[str], resource: plan.Expr | str | None, to: frozenset[str] | None = None
    ) -> bool:
        """Whether nothing can answer what a verb does; `resource` is what it changes, `to` the zones to which it moves
        something, if it does that."""
        builder = self.builder
        for event in (verb, *also):
            if event == "passing":
                listened = [e for e in builder.events if e.startswith("passing ")]
                if isinstance(resource, plan.Const):
                    listened = [e for e in listened if e == f"passing {builder.layout.resources[resource.value].name}"]
                if listened:
                    return False
            elif self._answered(event, resource, to):
                return False
        return True

    def _answered(self, event: str, resource: plan.Expr | str | None, to: frozenset[str] | None) -> bool:
        """Whether some ability may answer an event, before, instead or after; remembered."""
        known = (event, resource.value if isinstance(resource, plan.Const) else None, to)
        answered = self._answers.get(known)
        if answered is None:
            events = self.builder.events
            first = f"before {event}" in events or f"instead of {event}" in events
            seen = all(self.builder.layout.zone_named(zone).seen_by == "all" for zone in to or ())
            answered = first or any(
                not _other(ability, resource) and not (to is not None and elsewhere(ability, to, seen))
                for ability in self._listening.get(event, ())
            )
            self._answers[known] = answered
        return answered

    def _commitment(self, node: plan.Commit) -> bool:
        match node:
            case plan.Let() | plan.Require():
                return True
            case plan.Pay(amounts=amounts):
                return self.payment(node) and all(len(alternatives) == 1 for alternatives in amounts)
            case plan.Promise(do=do):
                return self._verb(do)
        return False

    def settled(self, commitments: Sequence[plan.Commit]) -> bool:
        """Whether nothing can answer what a sentence pays and promises."""
        return all(
            self.payment(c) if isinstance(c, plan.Pay) else self._verb(c.do) if isinstance(c, plan.Promise) else True
            for c in commitments
        )

    def payment(self, node: plan.Pay) -> bool:
        """Whether nothing can answer a payment."""
        also = node.verb.also if node.to is not None else ()
        return all(self._quiet(node.verb.name, also, what) for amount in node.amounts for _, what in amount)

    # ---- statements --------------------------------------------------------------------------------

    def write(self, body: Sequence[plan.Stmt], scope: Scope) -> list[ast.stmt]:
        """The Python statements of plain statements."""
        return [written for statement in body for written in self._write(statement, scope)]

    def emit(self, expr: plan.Expr, scope: Scope, ordered: bool = True) -> ast.expr:
        """An expression, its names read where `scope` says."""
        before, self.emitter.scope = self.emitter.scope, scope
        try:
            return self.emitter.emit(expr, ordered)
        finally:
            self.emitter.scope = before

    def only(
        self,
        pile: ast.expr,
        zone: plan.ZoneSet,
        field: plan.CardField,
        value: plan.Expr,
        scope: Scope,
        codes: tuple[bytes, object] | None = None,
    ) -> ast.expr:
        """What has one value printed on it, of a zone, as bytes or their codes, see `Emitter.only`."""
        before, self.emitter.scope = self.emitter.scope, scope
        try:
            return self.emitter.only(pile, zone, field, value, codes)
        finally:
            self.emitter.scope = before

    def one_of_each(self, pile: plan.ZoneSet, scope: Scope) -> ast.expr | None:
        """The first of each class of what lies in a pile; None where all must be looked at."""
        before, self.emitter.scope = self.emitter.scope, scope
        try:
            return self.emitter.one_of_each(pile)
        finally:
            self.emitter.scope = before

    def test(self, expr: plan.Expr, scope: Scope) -> ast.expr:
        """A condition."""
        return self.emit(expr, scope, False)

    def _write(self, node: plan.Stmt, scope: Scope) -> list[ast.stmt]:
        place = self.builder.placed[id(node)]
        found: list[ast.stmt] = []
        if id(node) in self.builder.telling:
            target = ast.Subscript(nodes.listed(CONTROL), ast.Constant(REVEALED), ast.Store())
            found.append(ast.AugAssign(target, ast.Add(), ast.Constant(1)))
        found += self.apart_from_others(node, place, scope)
        nodes.placed(found, place + 1)
        return found

    def apart_from_others(self, node: plan.Stmt, k: int, scope: Scope) -> list[ast.stmt]:
        """The statements of one; others know where things lie only if it moves nothing."""
        if not isinstance(node, STILL | plan.Do):
            self.whereabouts.forget()
        found = self._statement(node, k, scope)
        if not isinstance(node, STILL):
            self.whereabouts.forget()
        return found

    def _statement(self, node: plan.Stmt, k: int, scope: Scope) -> list[ast.stmt]:
        match node:
            case plan.Do():
                return self._do(node, scope)
            case plan.Let(place=place, many=many, value=value):
                bound = self.bind(place, many, value, scope)
                self._placed_name(node, scope)
                return [bound]
            case plan.Assign():
                return self._assign(node, k, scope)
            case plan.Sentence():
                return self._sentence(node, k, scope)
            case plan.If(condition=condition, then=then, otherwise=otherwise):
                test = self.test(condition, scope)
                with self.whereabouts.apart():
                    met = self.write(then, scope)
                unmet = self.write(otherwise or (), scope)
                self.whereabouts.forget()
                return [nodes.branch(test, met, unmet)]
            case plan.ForEach():
                return self._for_each(node, k, scope)
            case plan.As():
                return self._as(node, k, scope)
            case plan.Repeat(high=high, while_=while_, body=body):
                times = self.fresh("t")
                inner: list[ast.stmt] = []
                if while_ is not None:
                    inner.append(nodes.branch(ast.UnaryOp(ast.Not(), self.test(while_, scope)), [ast.Break()]))
                inner += self.write(body, scope)
                if isinstance(high, plan.Const) and high.value <= _FEW:
                    turns = nodes.numbers(range(high.value))
                else:
                    most = nodes.call("turns_", nodes.name("S"), nodes.constant(k), self.emit(high, scope))
                    turns = nodes.call("range_", most)
                return [nodes.loop(times, turns, inner)]
            case plan.Limited(site=site, times=times, body=body):
                limit = nodes.call("limit_", nodes.constant(site), scope.this(), scope.you())
                key = self.fresh("k")
                used = nodes.call(ast.Attribute(nodes.listed(LIMITS), "count", ast.Load()), nodes.name(key))
                note = nodes.call(ast.Attribute(nodes.listed(LIMITS), "append", ast.Load()), nodes.name(key))
                return [
                    nodes.assign(key, limit),
                    nodes.branch(
                        nodes.compare(used, ast.Lt(), nodes.constant(times)),
                        [nodes.do(note), *self.write(body, scope)],
                    ),
                ]
            case plan.Perform(effect=None):
                given = [self.copied(a, scope) if many else self.emit(a, scope) for a, many in node.arguments]
                return [nodes.do(self.perform(node.unit, scope, given))]
            case plan.Perform(effect=effect, carrier=carrier) if effect is not None:
                number = self.fresh("e")
                by = self.emit(carrier, scope) if carrier is not None else scope.this()
                held = nodes.do(self._held_runs(nodes.name(number), by, k, scope))
                return [
                    nodes.assign(number, self.emit(effect, scope)),
                    nodes.branch(nodes.compare(nodes.name(number), ast.NotEq(), nodes.constant(NOTHING)), [held]),
                ]
            case plan.Nothing():
                return [ast.Pass()]
            case plan.Again():
                return [self._again(k)]
            case plan.During():
                return [nodes.do(self._during(node, k, scope))]
        raise AssertionError(node)

    def _held_runs(self, number: ast.expr, by: ast.expr, k: int, scope: Scope) -> ast.expr:
        """A call that carries out what a thing holds."""
        return nodes.call("held_", nodes.name("S"), nodes.name("L"), number, scope.you(), by, nodes.constant(k))

    def _again(self, k: int) -> ast.stmt:
        """A call that grants one more pick."""
        return nodes.do(nodes.call("again_", nodes.name("S"), nodes.name("L"), nodes.constant(k)))

    def _during(self, node: plan.During, k: int, scope: Scope) -> ast.expr:
        """A call that lets abilities begin to work."""
        return nodes.call("step_", nodes.name("S"), nodes.name("L"), nodes.constant(k))

    def perform(self, unit: str, scope: Scope, given: list[ast.expr]) -> ast.expr:
        """A call of a plain unit."""
        number = self.builder.unit_number[unit]
        self.needed(number)
        return nodes.call(f"u_{number}", nodes.name("S"), nodes.name("L"), scope.you(), scope.this(), *given)

    def copied(self, expr: plan.Expr, scope: Scope) -> ast.expr:
        """A set as a list of its own, which no later move changes."""
        made = self.emit(expr, scope)
        own = isinstance(made, ast.ListComp) or (
            isinstance(made, ast.List) and not any(isinstance(e, ast.Starred) for e in made.elts)
        )
        return made if own else nodes.call("list_", made)

    def bind(self, place: int, many: bool, value: plan.Expr, scope: Scope) -> ast.stmt:
        """A name for a value."""
        if many:
            return scope.set_list(place, self.copied(value, scope))
        made = self.emit(value, scope)
        return scope.set_local(place, made if _is_whole(value) else nodes.call("int_", made))

    def _placed_name(self, node: plan.Let, scope: Scope) -> None:
        """Where a name's things lie, where they are some of a zone."""
        if isinstance(scope, NamesScope):
            name = scope.list_name(node.place) if node.many else scope.number_name(node.place)
            of: plan.Expr = node.value
            if isinstance(of, plan.AskQuery) and of.query.ordered and of.arguments:
                of = of.arguments[0]  # one of those that are asked about
            self.whereabouts.taken(name, of, lambda place: self.emit(place, scope))

    def noted(self, k: int) -> list[ast.stmt]:
        """The table notes which step works, for the log."""
        return [ast.Assign([ast.Attribute(nodes.name("Q"), "at", ast.Store())], ast.Constant(k))]

    def _written(self, verb: Verb, scope: Scope, hand: str, arguments: list[ast.expr]) -> list[ast.stmt] | None:
        """What a verb writes in place of a call, where nobody listens and no log is kept."""
        if not self.unlogged or hand != "Q" or verb.write is None:
            return None
        act = self.emitter.bind(f"V_{verb.name}_", verb.act, ("verb", verb.name))
        call = nodes.call(act, nodes.name("Q"), nodes.name("S"), scope.you(), *arguments)
        return verb.write(
            self.emitter.table,
            _Hand(self.fresh, self.emitter.bind, call, scope, self.whereabouts),
            scope.you(),
            *arguments,
        )

    def _do(self, node: plan.Do, scope: Scope, hand: str = "Q") -> list[ast.stmt]:
        k = self.builder.placed[id(node)]
        verb = node.verb
        arguments = self._arguments(node, scope)
        written = self._written(verb, scope, hand, arguments) if node.result is None else None
        if written is not None:
            nodes.placed(written, k + 1)
            return written
        act = self.emitter.bind(f"V_{verb.name}_", verb.act, ("verb", verb.name))
        done = nodes.call(act, nodes.name(hand), nodes.name("S"), scope.you(), *arguments)
        found = [*self.noted(k), nodes.do(done) if node.result is None else scope.set_list(node.result, done)]
        nodes.placed(found, k + 1)
        return found

    def _assign(self, node: plan.Assign, k: int, scope: Scope) -> list[ast.stmt]:
        builder = self.builder
        low, high = None, None
        if node.kind == "attribute":
            info = builder.attributes[node.name]
            index, low, high = info.index, info.type.low, info.type.high
        elif node.name in builder.resources:
            resource = builder.resources[node.name]
            index, low, high = resource.index, resource.low, resource.high
        else:
            info = builder.variables[node.name]
            index, low, high = info.index, info.type.low, info.type.high
        value, at = self.fresh("v"), self.fresh("a")
        made = self.emit(node.value, scope)
        found = [nodes.assign(value, made if _is_whole(node.value) else nodes.call("int_", made))]
        known = node.value.value if isinstance(node.value, plan.Const) else None
        bounds: list[ast.stmt] = []
        if low is not None and not (known is not None and known >= low):
            under = nodes.compare(nodes.name(value), ast.Lt(), nodes.constant(low))
            bounds.append(nodes.branch(under, [nodes.assign(value, nodes.constant(low))]))
        if high is not None and not (known is not None and known <= high):
            over = nodes.compare(nodes.name(value), ast.Gt(), nodes.constant(high))
            bounds.append(nodes.branch(over, [nodes.assign(value, nodes.constant(high))]))
        if bounds and known != NOTHING:
            found.append(nodes.branch(nodes.compare(nodes.name(value), ast.NotEq(), nodes.constant(NOTHING)), bounds))
        where: ast.expr = nodes.constant(0)
        if node.of is not None:
            where = self.emit(node.of, scope)
            if not isinstance(where, ast.Constant):
                found.append(nodes.assign(at, where))
                there = nodes.compare(nodes.name(at), ast.Lt(), nodes.constant(0))
                found.append(nodes.branch(there, [nodes.do(nodes.call("nothing_"))]))
                where = nodes.name(at)
        if self.unlogged and not (node.kind == "attribute" and self._looked_at(node.name)):
            target = ast.Subscript(nodes.listed(index), where, ast.Store())
            found.append(ast.Assign([target], nodes.name(value)))
            return found
        put = ast.Attribute(nodes.name("Q"), "put", ast.Load())
        found += self.noted(k)
        found.append(
            nodes.do(nodes.call(put, nodes.name("S"), nodes.constant(index), where, nodes.name(value), scope.you()))
        )
        return found

    def expiring(self, part: int) -> list[ast.stmt]:
        """What lasted until the end of a part is over, if anything in the game lasts so long."""
        if part not in self.builder.lasting:
            return []
        over = nodes.call("expire_", nodes.name("S"), nodes.constant(part))
        return [nodes.branch(nodes.listed(INSTANCES), [nodes.do(over)])]

    def _looked_at(self, attribute: str) -> bool:
        """Whether piles are sorted by an attribute."""
        index = self.builder.attributes[attribute].index
        return any(index in looks for looks in self.builder.layout.pieces.values())

    def _sentence(self, node: plan.Sentence, k: int, scope: Scope) -> list[ast.stmt]:
        met = self.fresh("m")
        inner = self.commitments(node.commitments, scope, [nodes.assign(met, ast.Constant(True))])
        then = [*self.settle(node.commitments, scope), *self.write(node.body, scope)]
        skipped = nodes.do(nodes.call("skipped_", nodes.constant(k)))
        return [
            nodes.assign(met, ast.Constant(False)),
            *inner,
            nodes.branch(nodes.name(met), then, [skipped, *self.write(node.otherwise or (), scope)]),
        ]

    def commitments(self, commitments: Sequence[plan.Commit], scope: Scope, end: list[ast.stmt]) -> list[ast.stmt]:
        """`end`, once commitments with nothing open are met."""
        return self._commitments(list(commitments), scope, Ledger(self), end)

    def _commitments(
        self, left: list[plan.Commit], scope: Scope, ledger: Ledger, end: list[ast.stmt]
    ) -> list[ast.stmt]:
        if not left:
            return end
        node, *rest = left
        match node:
            case plan.Let(place=place, many=many, value=value):
                return [self.bind(place, many, value, scope), *self._commitments(rest, scope, ledger, end)]
            case plan.Require(condition=condition):
                return [nodes.branch(self.test(condition, scope), self._commitments(rest, scope, ledger, end))]
            case plan.Promise():
                return [nodes.branch(self.promise(node, scope), self._commitments(rest, scope, ledger, end))]
            case plan.Pay(amounts=amounts):

                def owed(i: int) -> list[ast.stmt]:
                    if i == len(amounts):
                        return self._commitments(rest, scope, ledger, end)
                    before, tests = ledger.owe(*amounts[i][0], scope)
                    return [*before, nodes.branch(tests, owed(i + 1))]

                return owed(0)
        raise AssertionError(node)

    def promise(self, node: plan.Promise, scope: Scope) -> ast.expr:
        """Whether a verb left of the arrow can be kept."""
        verb = node.do.verb
        can = self.emitter.bind(f"C_{verb.name}_", verb.can, ("can", verb.name))
        arguments = self._arguments(node.do, scope)
        return nodes.call(can, nodes.name("T"), nodes.name("S"), scope.you(), *arguments)

    def _arguments(self, node: plan.Do, scope: Scope) -> list[ast.expr]:
        """What a verb is given: words and what was left out as constants."""
        return [
            self.emit(a, scope) if a is not None and not isinstance(a, str) else nodes.constant(a)
            for a in self.builder.trimmed(node.arguments)
        ]

    def settle(
        self, commitments: Sequence[plan.Commit], scope: Scope, picked: dict[int, str] | None = None
    ) -> list[ast.stmt]:
        """The payments and promises of a sentence are carried out; `picked` names the alternatives that were taken."""
        found: list[ast.stmt] = []
        for node in commitments:
            if isinstance(node, plan.Promise):
                found += self._do(node.do, scope)
            if not isinstance(node, plan.Pay):
                continue
            made = self._pay(node, scope, picked or {})
            nodes.placed(made, self.builder.placed[id(node)] + 1)
            found += made
        return found

    def _pay(self, node: plan.Pay, scope: Scope, picked: dict[int, str], hand: str = "Q") -> list[ast.stmt]:
        to, found = self.fresh("o"), self.noted(self.builder.placed[id(node)])
        receiver: ast.expr = nodes.constant(None)
        if node.to is not None:
            found.append(nodes.assign(to, self.emit(node.to, scope)))
            receiver = nodes.name(to)
        amounts: list[tuple[ast.expr, ast.expr]] = []
        one = len(node.amounts) == 1
        for place, alternatives in zip(node.picks, node.amounts, strict=True):
            count, what = self.fresh("c"), self.fresh("w")
            if len(alternatives) == 1 and one:
                (number, resource), *_ = alternatives
                amounts.append((self.emit(number, scope), self.emit(resource, scope)))
                continue
            made: list[ast.stmt] | None = None
            for n, (number, resource) in reversed(list(enumerate(alternatives))):
                this = [nodes.assign(count, self.emit(number, scope)), nodes.assign(what, self.emit(resource, scope))]
                if made is None:
                    made = this
                else:
                    chosen = nodes.name(picked[place]) if place in picked else scope.local(place)
                    made = [nodes.branch(nodes.compare(chosen, ast.Eq(), nodes.constant(n)), this, made)]
            found += made or []
            amounts.append((nodes.name(count), nodes.name(what)))
        act = self.emitter.bind(f"V_{node.verb.name}_", node.verb.act, ("verb", node.verb.name))
        for amount, resource_ in amounts:
            written = self._written(node.verb, scope, hand, [amount, resource_, receiver])
            if written is not None:
                found += written
                continue
            paid = nodes.call(act, nodes.name(hand), nodes.name("S"), scope.you(), amount, resource_, receiver)
            found.append(nodes.do(paid))
        return found

    def _members(self, of: plan.Expr, k: int, scope: Scope) -> tuple[str, list[ast.stmt]]:
        """The members of a loop under a name: the set is fixed when the loop begins."""
        members = self.fresh("l")
        known = self.emit(of, scope)
        if isinstance(known, ast.Tuple | ast.List) and not any(isinstance(e, ast.Starred) for e in known.elts):
            return members, [nodes.assign(members, known)]
        fixed: ast.expr = nodes.call("members_of_", nodes.name("S"), nodes.constant(k), known)
        if isinstance(known, ast.Subscript):  # often nothing lies in a zone
            fixed = ast.IfExp(known, fixed, nodes.tuple_([]))
        return members, [nodes.assign(members, fixed)]

    def _for_each(self, node: plan.ForEach, k: int, scope: Scope) -> list[ast.stmt]:
        members, found = self._members(node.of, k, scope)
        if isinstance(scope, NamesScope):
            target = scope.number_name(node.place)
            inner: list[ast.stmt] = []
            if node.while_ is not None:
                inner.append(nodes.branch(ast.UnaryOp(ast.Not(), self.test(node.while_, scope)), [ast.Break()]))
            found.append(nodes.loop(target, nodes.name(members), [*inner, *self.write(node.body, scope)]))
            return found
        member = self.fresh("x")
        inner = [scope.set_local(node.place, nodes.name(member))]
        if node.while_ is None:
            found.append(nodes.loop(member, nodes.name(members), [*inner, *self.write(node.body, scope)]))
            return found
        found += self._counted(node.while_, node.index, members, member, inner, [], node.body, scope)
        return found

    def _counted(
        self,
        while_: plan.Expr,
        index: int,
        members: str,
        member: str,
        first: list[ast.stmt],
        leaving: list[ast.stmt],
        body: plan.Body,
        scope: Scope,
    ) -> list[ast.stmt]:
        """A loop in a frame that a condition may end: the frame then keeps how far it came."""
        number = self.fresh("i")
        stop = nodes.branch(
            ast.UnaryOp(ast.Not(), self.test(while_, scope)),
            [*leaving, scope.set_local(index, nodes.name(number)), ast.Break()],
        )
        target = ast.Tuple([ast.Name(number, ast.Store()), ast.Name(member, ast.Store())], ast.Store())
        turns = nodes.call("enumerate_", nodes.name(members))
        return [
            ast.For(
                target, turns, [*first, stop, *self.write(body, scope)], [scope.set_local(index, nodes.constant(0))]
            )
        ]

    def _as(self, node: plan.As, k: int, scope: Scope) -> list[ast.stmt]:
        members, found = self._members(node.of, k, scope)
        seat = self.fresh("y")
        if isinstance(scope, NamesScope):
            inside = scope.as_seat(seat)
            inner: list[ast.stmt] = []
            if node.while_ is not None:
                inner.append(nodes.branch(ast.UnaryOp(ast.Not(), self.test(node.while_, inside)), [ast.Break()]))
            found.append(nodes.loop(seat, nodes.name(members), [*inner, *self.write(node.body, inside)]))
            return found
        you = ast.Subscript(nodes.name("L"), ast.Constant(YOU), ast.Store())
        back: ast.stmt = ast.Assign([you], scope.local(node.saved))
        found.append(scope.set_local(node.saved, scope.you()))
        first: list[ast.stmt] = [ast.Assign([you], nodes.name(seat))]
        if node.while_ is None:
            found.append(nodes.loop(seat, nodes.name(members), [*first, *self.write(node.body, scope)]))
        else:
            found += self._counted(node.while_, node.index, members, seat, first, [], node.body, scope)
        found.append(back)
        return found

    # ---- whole units -------------------------------------------------------------------------------

    def function(self, name: str) -> ast.FunctionDef:
        """The function of a plain unit."""
        builder = self.builder
        number = builder.unit_number[name]
        scope = NamesScope("_", "you", "this")
        part = self._parts.get(name)
        unit = part.unit if part is not None else builder.plan.units[name]
        parameters = scope.parameters(type.many for _, type in unit.parameters)
        builder.enter_stream(unit)
        body = self._part_body(part, scope) if part is not None else self.write(unit.body, scope)
        made = nodes.function(f"u_{number}", ["S", "L", "you", "this", *parameters], body)
        nodes.placed([made], builder.layout.units[number].start + 1)
        return made

    def _part_body(self, part: plan.Part, scope: Scope) -> list[ast.stmt]:
        """One pass of a part: its pass is counted, its limits begin anew, what lasted until its end is over."""
        builder = self.builder
        number = builder.parts.index(part.name)
        passes = nodes.listed(builder.variables["passes of parts"].index)
        body: list[ast.stmt] = [ast.Assign([ast.Subscript(passes, ast.Constant(number), ast.Store())], ast.Constant(1))]
        sites = builder.sites_of(part)
        if sites:
            anew = nodes.call("anew_", nodes.name("S"), self.emitter.bind("W", sites))
            body.append(nodes.branch(nodes.listed(LIMITS), [nodes.do(anew)]))
        if part.do is not None:
            body += self.write(part.do, scope)
        for inner in part.parts or []:
            body.append(nodes.do(self.perform(inner.unit.name, scope, [])))
        body += self.expiring(number)
        if part.when is not None:
            body = [nodes.branch(self.test(part.when, scope), body)]
        nodes.placed(body, builder.layout.units[builder.unit_number[part.unit.name]].start + 1)
        return body


class _Hand:
    """What helps a verb to write."""

    def __init__(
        self,
        fresh: Callable[[str], str],
        bound: Callable[[str, object, object], ast.expr],
        act: ast.expr,
        scope: Scope,
        whereabouts: Whereabouts,
    ) -> None:
        self.fresh, self.bound, self.act, self.scope, self.whereabouts = fresh, bound, act, scope, whereabouts

    def chosen(self, members: ast.expr) -> bool:
        """Whether members are a set that somebody chose."""
        scope = self.scope
        return isinstance(members, ast.Name) and isinstance(scope, NamesScope) and members.id in scope.chosen

    def place_of(self, things: ast.expr) -> ast.expr | None:
        """Where things lie, if that is known."""
        return self.whereabouts.of(things.id) if isinstance(things, ast.Name) else None


class Ledger:
    """What a sentence owes so far, so that all its payments together can be met."""

    def __init__(self, plain: Plain) -> None:
        self.plain = plain
        self.owed: list[tuple[str, plan.Expr, str]] = []  # name of the amount, what it is of, name of that

    def owe(self, count: plan.Expr, resource: plan.Expr, scope: Scope) -> tuple[list[ast.stmt], ast.expr]:
        """Statements that name one more amount, and the test whether it is there besides all others."""
        plain = self.plain
        amount, what = plain.fresh("c"), plain.fresh("w")
        before = [nodes.assign(amount, plain.emit(count, scope))]
        known = isinstance(resource, plan.Const)
        if not known:
            before.append(nodes.assign(what, plain.emit(resource, scope)))
        total: ast.expr = nodes.name(amount)
        for other, of, name in self.owed:
            if known and isinstance(of, plan.Const):
                if of == resource:
                    total = ast.BinOp(nodes.name(other), ast.Add(), total)
                continue
            mine = plain.emit(resource, scope) if known else nodes.name(what)
            theirs = nodes.constant(of.value) if isinstance(of, plan.Const) else nodes.name(name)
            same = ast.IfExp(nodes.compare(mine, ast.Eq(), theirs), nodes.name(other), nodes.constant(0))
            total = ast.BinOp(same, ast.Add(), total)
        self.owed.append((amount, resource, what))
        tests = []
        if not (isinstance(count, plan.Const) and count.value >= 0):
            tests.append(nodes.compare(nodes.name(amount), ast.GtE(), nodes.constant(0)))
        if isinstance(resource, plan.Const):
            info = plain.builder.layout.resources[resource.value]
            held: ast.expr = nodes.item(nodes.listed(info.index), scope.you() if info.per_player else nodes.constant(0))
            tests.append(nodes.compare(total, ast.LtE(), nodes.add(held, -(info.low or 0))))
        else:
            tests.append(nodes.call("has_", nodes.name("S"), nodes.name(what), scope.you(), total))
        return before, nodes.both(tests)

    def copy(self) -> Ledger:
        """The same so far."""
        other = Ledger(self.plain)
        other.owed = list(self.owed)
        return other


def _other(ability: plan.Ability, resource: plan.Expr | str | None) -> bool:
    """Whether an ability answers an event of one resource only, and this is another."""
    places = [place for name, place in ability.binds if name == "of"]
    if not places or not isinstance(resource, plan.Const) or ability.where is None:
        return False
    parts = ability.where.parts if isinstance(ability.where, plan.Logical) and ability.where.operator == "and" else ()
    for test in (ability.where, *parts):
        if (
            isinstance(test, plan.Comparison)
            and test.operator == "=="
            and test.left == plan.Local(places[0])
            and isinstance(test.right, plan.Const)
        ):
            return test.right.value != resource.value
    return False


def _is_whole(expr: plan.Expr) -> bool:
    if isinstance(expr, plan.AskQuery):
        return expr.query.call in (len, sum) or expr.query.name in ("first", "last")
    return isinstance(expr, _WHOLE)
