"""Statements that may ask -> Python that asks in the middle of things, without frames.

What follows a question stands right behind it: `may` is an `if`, a loop that a player may end is a loop with a `break`.
Whoever decides is called back (`choose_`), whoever answers an event is called at once (`happen_`), and whoever comes
before an event or in its place is asked first (`hook_whole_`).
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from interpreter.checking import plan
from interpreter.compiling import effects, nodes
from interpreter.compiling.deciding import Decisions
from interpreter.compiling.multisets import NotWritten
from interpreter.compiling.offering import Offers
from interpreter.compiling.plain import Plain
from interpreter.compiling.reads import performances
from interpreter.compiling.scopes import NamesScope, Scope
from interpreter.compiling.searching import Search
from interpreter.state import LIMITS, LOCATION
from interpreter.state.layout import CHAIN, CONTROL, DECISIONS

if TYPE_CHECKING:
    from interpreter.compiling.building import Builder
    from interpreter.compiling.effects import Ask, AskAll

Way = Callable[[str], list[ast.stmt]]  # what follows a branch, given the name of the option that was taken
_INSIDE = 2  # units that stand inside one another, and loops and questions in one that does
INSTEAD = "_instead"  # in an ability that comes in the place of an event: whether it did


class Asking(Plain):
    """Writes statements that may ask, and whatever answers. Belongs to the building of one program."""

    unlogged = True

    def __init__(self, builder: Builder) -> None:
        super().__init__(builder)
        self.search = Search(builder, self)
        self.offers = Offers(builder, self, self.search)
        self.decisions = Decisions(builder, self, self.search)
        self.wanted: Callable[[str], None] = lambda title: None  # told of each function that is called
        self.within = 0  # how many units stand inside one another here, with that whose function is written
        self._performed: Counter[str] | None = None
        self.picks = ""  # name of how many actions are left to pick, where it belongs to the function

    # ---- units and what they raise -----------------------------------------------------------------

    def _enter(self, unit: plan.Unit) -> None:
        self.builder.unit = unit
        self.builder.enter_stream(unit)

    def _fresh_names(self, unit: plan.Unit, scope: NamesScope, given: int) -> list[ast.stmt]:
        """Where an event tells of a unit's names, those that were not bound are 0, as in a fresh frame."""
        if self._event_of(unit) is None:
            return []
        return [scope.set_local(place, nodes.zero()) for place in range(len(unit.locals)) if place not in scope.numbers]

    def _event_of(self, unit: plan.Unit) -> int | None:
        kind, _, bare = unit.name.partition(":")
        return self.builder.events.get(f"unit {bare}") if kind in ("action", "effect") else None

    def _unit_event(self, unit: plan.Unit, scope: Scope) -> list[ast.stmt]:
        """What a unit's end raises."""
        event = self._event_of(unit)
        if event is None:
            return []
        names = {name: scope.local(place) for place, (name, _) in enumerate(unit.locals)}
        if unit.parameters and not unit.parameters[0][1].many:
            names["of"] = scope.local(0)
        parts = ast.Dict([ast.Constant(name) for name in names], list(names.values()))
        return self._raised(event, scope.you(), parts, self.builder.layout.units[self._number(unit)].end - 1)

    def _number(self, unit: plan.Unit) -> int:
        return self.builder.unit_number[unit.name]

    def _raised(self, event: int, you: ast.expr, parts: ast.expr, k: int) -> list[ast.stmt]:
        events = ast.Attribute(nodes.name("T"), "events", ast.Load())
        happened = nodes.tuple_([nodes.constant(event), you, parts])
        noted = nodes.do(nodes.call(ast.Attribute(events, "append", ast.Load()), happened))
        found: list[ast.stmt] = [noted, nodes.do(nodes.call("happen_", nodes.name("S"), nodes.constant(k)))]
        nodes.placed(found, k + 1)
        return found

    def _part_event(self, title: str, you: str, k: int) -> list[ast.stmt]:
        event = self.builder.events.get(title)
        return [] if event is None else self._raised(event, nodes.name(you), ast.Dict([], []), k)

    # ---- statements --------------------------------------------------------------------------------

    def noted(self, k: int) -> list[ast.stmt]:
        """Nobody reads a log of a playout."""
        return []

    def perform(self, unit: str, scope: Scope, given: list[ast.expr]) -> ast.expr:
        """A call of a unit."""
        title = f"b_{self.builder.unit_number[unit]}"
        self.wanted(title)
        return nodes.call(title, nodes.name("S"), scope.you(), scope.this(), *given)

    def performed(self) -> Counter[str]:
        """How many statements carry out each unit by name."""
        if self._performed is None:
            planned = self.builder.plan
            bodies = [unit.body for unit in planned.units.values()]
            every = performances([bodies, planned.abilities, planned.flow, planned.play_parts])
            self._performed = Counter(node.unit for node in {id(node): node for node in every}.values())
        return self._performed

    def _stands_here(self, unit: str) -> bool:
        """Whether what a unit does is written where it is carried out: nowhere else is it, and it nests little."""
        if self.performed()[unit] != 1 or self.within > _INSIDE:
            return False
        return _nested(self.builder.plan.units[unit].body) <= _INSIDE

    def _stood_here(self, node: plan.Perform, scope: Scope) -> list[ast.stmt]:
        body = self.builder.plan.units[node.unit].body
        inside = NamesScope(self.fresh("u"), _decider(scope), _carrier(scope))
        self.within += 1
        found = self._inside(node, scope, inside, lambda option: self.write(body, inside))("")
        self.within -= 1
        return found

    def _held_runs(self, number: ast.expr, by: ast.expr, k: int, scope: Scope) -> ast.expr:
        return nodes.call("held_whole_", nodes.name("S"), number, scope.you(), by, nodes.constant(k))

    def _again(self, k: int) -> ast.stmt:
        if self.picks:
            return nodes.more(self.picks, 1)
        return nodes.do(nodes.call("again_whole_", nodes.constant(k)))

    def _during(self, node: plan.During, k: int, scope: Scope) -> ast.expr:
        given = nodes.tuple_([self.emit(value, scope) for value, _ in node.captured])
        return nodes.call("begin_whole_", nodes.name("S"), nodes.constant(k), scope.you(), scope.this(), given)

    def _do(self, node: plan.Do, scope: Scope, hand: str = "Q") -> list[ast.stmt]:
        if self._hooked(node.verb.name):
            return self._do_hooked(node, scope)
        if self._verb(node):
            return super()._do(node, scope, "Q")
        return [*super()._do(node, scope, "T"), *self._answers_now(self.builder.placed[id(node)])]

    def _pay(self, node: plan.Pay, scope: Scope, picked: dict[int, str], hand: str = "Q") -> list[ast.stmt]:
        if self.payment(node):
            return super()._pay(node, scope, picked, "Q")
        return [*super()._pay(node, scope, picked, "T"), *self._answers_now(self.builder.placed[id(node)])]

    def _hooked(self, event: str) -> bool:
        """Whether somebody may come before an event, or in its place."""
        return f"before {event}" in self.builder.events or f"instead of {event}" in self.builder.events

    def _unhooked(self, event: str, k: int, scope: Scope, parts: dict[str, ast.expr]) -> ast.expr:
        """Asks who comes before an event, or in its place: whether it still happens."""
        events = self.builder.events
        before, instead = events.get(f"before {event}"), events.get(f"instead of {event}")
        told = ast.Dict([ast.Constant(name) for name in parts], list(parts.values()))
        numbers = (nodes.constant(before), nodes.constant(instead))
        return nodes.call("hook_whole_", nodes.name("S"), nodes.constant(k), *numbers, scope.you(), told)

    def _do_hooked(self, node: plan.Do, scope: Scope) -> list[ast.stmt]:
        """A verb that others may come before: of several components each is an event of its own."""
        k, verb = self.builder.placed[id(node)], node.verb
        act = self.emitter.bind(f"V_{verb.name}_", verb.act, ("verb", verb.name))
        arguments = self._arguments(node, scope)
        hand = (nodes.name("T"), nodes.name("S"), scope.you())
        if verb.argument is not None and verb.argument.shape == "components":
            member, members = self.fresh("m"), self.fresh("l")
            place = nodes.item(nodes.listed(LOCATION), nodes.name(member))
            parts: dict[str, ast.expr] = {
                "of": nodes.name(member),
                "from": place,
                "to": nodes.nobody(),
                "slot": nodes.nobody(),
            }
            parts |= dict(zip(verb.labels, arguments[1:], strict=False))
            one = ast.List([nodes.name(member)], ast.Load())
            done = nodes.do(nodes.call(act, *hand, one, *arguments[1:]))
            happens = self._unhooked(verb.name, k, scope, parts)
            there = nodes.compare(nodes.name(member), ast.NotEq(), nodes.nobody())
            found = [
                nodes.assign(members, nodes.call("list_", arguments[0])),
                nodes.loop(
                    member,
                    nodes.name(members),
                    [nodes.branch(there, [nodes.branch(happens, [done, *self._answers_now(k)])])],
                ),
            ]
        else:
            amounts = verb.argument is not None and verb.argument.shape == "amounts"
            names = ["amount", "of"] if amounts else ["of", *verb.labels]
            happens = self._unhooked(verb.name, k, scope, dict(zip(names, arguments, strict=False)))
            call = nodes.call(act, *hand, *arguments)
            act_now = nodes.do(call) if node.result is None else scope.set_list(node.result, call)
            found = [nodes.branch(happens, [act_now, *self._answers_now(k)])]
            if node.result is not None:  # what does not happen gives nothing
                found.insert(0, scope.set_list(node.result, nodes.numbers(())))
        nodes.placed(found, k + 1)
        return found

    def _perform_hooked(self, node: plan.Perform, k: int, scope: Scope) -> list[ast.stmt]:
        """A named effect that others may come before."""
        unit = self.builder.plan.units[node.unit]
        given = [
            (self.fresh("g"), self.copied(a, scope) if many else self.emit(a, scope)) for a, many in node.arguments
        ]
        before = [nodes.assign(name, value) for name, value in given]
        names = [name for name, _ in unit.parameters]
        parts: dict[str, ast.expr] = {
            name: nodes.name(value)
            for name, (value, _), (_, many) in zip(names, given, node.arguments, strict=True)
            if not many
        }
        if names and names[0] in parts:
            parts["of"] = parts[names[0]]
        happens = self._unhooked(f"unit {node.unit.partition(':')[2]}", k, scope, parts)
        performed = nodes.do(self.perform(node.unit, scope, [nodes.name(name) for name, _ in given]))
        return [*before, nodes.branch(happens, [performed])]

    def _happens_after_all(self) -> list[ast.stmt]:
        """In the place of an event: it was declined, or could not be met."""
        if not self.builder.replaces(self.builder.unit):
            return []
        return [nodes.assign(INSTEAD, ast.Constant(False))]

    @staticmethod
    def _answers_now(k: int) -> list[ast.stmt]:
        """Whoever listens to what just happened comes now."""
        happened = ast.Attribute(nodes.name("T"), "events", ast.Load())
        found = [
            nodes.branch(happened, [nodes.do(nodes.call("happen_", nodes.name("S"), nodes.constant(k)))]),
        ]
        nodes.placed(found, k + 1)
        return found

    def _statement(self, node: plan.Stmt, k: int, scope: Scope) -> list[ast.stmt]:
        match node:
            case plan.Sentence(asks=True):
                return self._asked_sentence(node, scope)
            case plan.Sentence(commitments=commitments, otherwise=otherwise):
                if any(isinstance(c, plan.Pay) and any(len(a) > 1 for a in c.amounts) for c in commitments):
                    raise NotWritten
                if otherwise is None and self.builder.replaces(self.builder.unit):
                    *before, met = super()._statement(node, k, scope)
                    assert isinstance(met, ast.If)
                    return [*before, nodes.branch(met.test, met.body, [*met.orelse, *self._happens_after_all()])]
            case plan.May(body=body):
                declined = self._happens_after_all()
                return self._question(node, self._ways(body, scope), scope, declined=declined, otherwise=declined)
            case plan.Either(branches=branches):
                ways = [way for branch in branches for way in self._ways(branch, scope)]
                return self._question(node, ways, scope)
            case plan.Repeat(asks=True):
                return self._asked_repeat(node, k, scope)
            case plan.As(secretly=True):
                members = self.fresh("l")
                fixed = nodes.assign(members, nodes.call("list_", self.emit(node.of, scope)))
                ask = self.builder.ask_of[id(node)]
                assert isinstance(ask, effects.AskAll)
                return [fixed, *self._together(ask, members, node.body, scope)]
            case plan.Perform(effect=None, unit=unit) if self._hooked(f"unit {unit.partition(':')[2]}"):
                return self._perform_hooked(node, k, scope)
            case plan.Perform(effect=None, unit=unit) if self._stands_here(unit):
                return self._stood_here(node, scope)
            case plan.End(part="game"):
                return [nodes.do(nodes.call("over_"))]
            case plan.End(part=part):
                number = nodes.constant(self.builder.parts.index(part))
                return [nodes.do(nodes.call("leave_whole_", number, nodes.constant(k)))]
        return super()._statement(node, k, scope)

    # ---- questions ---------------------------------------------------------------------------------

    def _question(
        self,
        node: plan.Stmt | plan.Part,
        ways: Sequence[Way],
        scope: Scope,
        *,
        declined: list[ast.stmt] | None = None,
        otherwise: list[ast.stmt] | None = None,
        owed: ast.expr | None = None,
        before: list[ast.stmt] | None = None,
    ) -> list[ast.stmt]:
        """A question: what is listed, what is decided, what follows. `declined` is None where it may not be."""
        ask = self.builder.ask_of[id(node)]
        if len(ways) != len(ask.branches):
            raise NotWritten
        option = self.fresh("d")
        chosen = [*(before or []), *self._dispatch(option, [way(option) for way in ways])]
        return self._decided(ask, option, scope, chosen, declined, otherwise or [], owed)

    def _decided(
        self,
        ask: Ask,
        option: str,
        scope: Scope,
        chosen: list[ast.stmt],
        declined: list[ast.stmt] | None,
        otherwise: list[ast.stmt],
        owed: ast.expr | None,
    ) -> list[ast.stmt]:
        assert isinstance(scope, NamesScope)
        k = ask.here
        you = scope.decider
        taken = self._choosing(k, option, you)
        skipped = otherwise
        more: list[ast.stmt] = []
        if declined is not None:
            may: list[ast.stmt] = [
                nodes.do(nodes.call(ast.Attribute(nodes.name("found"), "append", ast.Load()), nodes.numbers((-1,))))
            ]
            more = may if owed is None else [nodes.branch(nodes.negation(owed), may)]
            no = nodes.compare(nodes.item(nodes.name(option), nodes.zero()), ast.Lt(), nodes.zero())
            chosen = [nodes.branch(no, declined, chosen)]
            skipped = declined if owed is None else [nodes.branch(owed, otherwise, declined)]
        elif ask.word == "sentence" and (sets := self._only_sets(ask)):
            # the only way is to choose nothing: that is no question
            first = nodes.item(nodes.name("found"), nodes.zero())
            some: list[ast.expr] = [nodes.item(first, nodes.constant(at + 1)) for at in range(sets)]
            one = nodes.compare(nodes.call("len_", nodes.name("found")), ast.Eq(), nodes.constant(1))
            nothing = nodes.negation(some[0] if sets == 1 else ast.BoolOp(ast.Or(), some))
            taken = [
                nodes.branch(
                    nodes.both([one, nothing]),
                    [nodes.assign(option, nodes.item(nodes.name("found"), nodes.zero()))],
                    taken,
                )
            ]
        asked: list[ast.stmt] = self.offers.listed(ask, scope, you)
        asked.append(nodes.branch(nodes.name("found"), [*more, *taken, *chosen], skipped))
        if self.builder.layout.seats > self.builder.layout.players:  # neutral seats decide nothing
            deciding = nodes.compare(nodes.name(you), ast.Lt(), nodes.constant(self.builder.layout.players))
            asked = [nodes.branch(deciding, asked, list(declined if declined is not None else otherwise))]
        nodes.placed(asked, k + 1)
        return asked

    def _choosing(self, k: int, option: str, you: str) -> list[ast.stmt]:
        """Somebody chooses among what was found; it is counted."""
        made = self.fresh("n")
        control = nodes.listed(CONTROL)

        def put(at: int, value: ast.expr) -> ast.stmt:
            return ast.Assign([ast.Subscript(control, ast.Constant(at), ast.Store())], value)

        most = nodes.constant(self.builder.game.budgets.decisions)
        endless = nodes.do(nodes.call("endless_", nodes.name("S"), nodes.constant(k)))
        chained = [put(CHAIN, nodes.zero())] if self.builder.plan.abilities else []
        return [
            nodes.assign(made, nodes.item(control, nodes.constant(DECISIONS))),
            nodes.branch(nodes.compare(nodes.name(made), ast.GtE(), most), [endless]),
            put(DECISIONS, nodes.add(nodes.name(made), 1)),
            *chained,
            nodes.assign(option, nodes.call("choose_", nodes.name(you), nodes.name("found"), nodes.name(made))),
        ]

    def _only_sets(self, ask: Ask) -> int:
        """How many sets the one way of a sentence chooses, if it chooses nothing else."""
        (branch,) = ask.branches
        many = all(type.many for _, type in branch.labels)
        return len(branch.labels) if many else 0

    def _dispatch(self, option: str, ways: list[list[ast.stmt]]) -> list[ast.stmt]:
        """Go on as the branch of an option says."""
        if len(ways) == 1:
            return ways[0]
        number = self.fresh("n")
        found: list[ast.stmt] = list(ways[-1])
        for at, way in reversed(list(enumerate(ways[:-1]))):
            test = nodes.compare(nodes.name(number), ast.Eq(), nodes.constant(at))
            found = [nodes.branch(test, way, found)]
        return [nodes.assign(number, nodes.item(nodes.name(option), nodes.zero())), *found]

    def _ways(self, body: plan.Body, scope: Scope) -> list[Way]:
        """The ways into statements past their own question, in the order of the branches: what follows each."""
        if not body:
            return [lambda option: []]
        first, rest = body[0], body[1:]

        def then(way: Way) -> Way:
            return lambda option: [*way(option), *self.write(rest, scope)]

        match first:
            case plan.Sentence(otherwise=None):
                return [then(lambda option: self._met(first, scope, option))]
            case plan.Either(branches=branches):
                return [then(way) for branch in branches for way in self._ways(branch, scope)]
            case plan.Limited(body=inner):
                return [then(self._noting(first, scope, way)) for way in self._ways(inner, scope)]
            case plan.Perform(effect=None, unit=unit) if self._enterable(unit):
                inside = NamesScope(self.fresh("u"), _decider(scope), _carrier(scope))
                ways = self._ways(self.builder.plan.units[unit].body, inside)
                return [then(self._inside(first, scope, inside, way)) for way in ways]
        if id(first) in self.builder.entered_behind:
            return [then(lambda option: self._untold(first, scope))]
        return [lambda option: self.write(body, scope)]

    def _untold(self, node: plan.Stmt, scope: Scope) -> list[ast.stmt]:
        """A statement behind what it tells of hidden things: the offer has told that."""
        place = self.builder.placed[id(node)]
        found = self.apart_from_others(node, place, scope)
        nodes.placed(found, place + 1)
        return found

    def _enterable(self, unit: str) -> bool:
        return not self._hooked(f"unit {unit.partition(':')[2]}") and self.builder.entries.get(unit) is not None

    def _noting(self, node: plan.Limited, scope: Scope, way: Way) -> Way:
        return lambda option: [self.limit_noted(node.site, scope), *way(option)]

    @staticmethod
    def limit_noted(site: int, scope: Scope) -> ast.stmt:
        """A use of a limit is noted."""
        key = nodes.call("limit_", nodes.constant(site), scope.this(), scope.you())
        return nodes.do(nodes.call(ast.Attribute(nodes.listed(LIMITS), "append", ast.Load()), key))

    def _inside(self, node: plan.Perform, scope: Scope, inside: NamesScope, way: Way) -> Way:
        """What follows in a unit that is entered."""
        unit = self.builder.plan.units[node.unit]

        def after(option: str) -> list[ast.stmt]:
            given = [self.copied(a, scope) if many else self.emit(a, scope) for a, many in node.arguments]
            names = inside.parameters(many for _, many in node.arguments)
            found = [nodes.assign(name, value) for name, value in zip(names, given, strict=True)]
            found += self._fresh_names(unit, inside, len(names))
            before = self.builder.unit
            self._enter(unit)
            found += [*way(option), *self._unit_event(unit, inside)]
            self._enter(before)
            return found

        return after

    def _met(self, node: plan.Sentence, scope: Scope, option: str) -> list[ast.stmt]:
        """A sentence whose commitments an option meets."""
        picked: dict[int, str] = {}
        bound = self.decisions.bind(node.commitments, scope, picked, option)
        if bound is None:
            raise NotWritten
        settled = self.settle(node.commitments, scope, picked)
        self.whereabouts.forget()
        if not settled:
            self._chosen_from(node.commitments, scope)
        return [*bound, *settled, *self.write(node.body, scope)]

    def _chosen_from(self, commitments: Sequence[plan.Commit], scope: Scope) -> None:
        """Where the things lie that somebody has just chosen."""
        assert isinstance(scope, NamesScope)
        for node in commitments:
            if isinstance(node, plan.Choose) and not node.repeating:  # else one may be there more than once
                name = scope.list_name(node.place) if node.many else scope.number_name(node.place)
                self.whereabouts.taken(name, node.of, lambda place: self.emit(place, scope))

    def _asked_sentence(self, node: plan.Sentence, scope: Scope) -> list[ast.stmt]:
        otherwise = self._happens_after_all() if node.otherwise is None else self.write(node.otherwise, scope)
        return self._question(node, [lambda option: self._met(node, scope, option)], scope, otherwise=otherwise)

    def _asked_repeat(self, node: plan.Repeat, k: int, scope: Scope) -> list[ast.stmt]:
        """A loop that a player may end."""
        done, most = self.fresh("i"), self.fresh("t")
        assert isinstance(scope, NamesScope)
        found = [nodes.assign(most, self.emit(node.high, scope)), nodes.assign(done, nodes.zero())]
        inner: list[ast.stmt] = []
        if node.while_ is not None:
            inner.append(nodes.branch(nodes.negation(self.test(node.while_, scope)), [ast.Break()]))
        owed = None
        if node.low is not None:
            owed = nodes.compare(nodes.name(done), ast.Lt(), self.emit(node.low, scope))
        inner += self._question(
            node,
            self._ways(node.body, scope),
            scope,
            declined=[ast.Break()],
            otherwise=[ast.Break()],
            owed=owed,
            before=[nodes.more(done, 1)],
        )
        left = nodes.compare(nodes.name(done), ast.Lt(), nodes.name(most))
        return [*found, ast.While(left, inner, [])]

    def _together(self, ask: AskAll, members: str, body: plan.Body, scope: Scope) -> list[ast.stmt]:
        """All decide, then results in the order of the members."""
        assert isinstance(scope, NamesScope)
        seat, asked, answers = self.fresh("y"), self.fresh("q"), self.fresh("z")
        inside = scope.as_seat(seat)
        statement = body[0] if body else None
        declinable = isinstance(statement, plan.May)
        otherwise: list[ast.stmt] = []
        if isinstance(statement, plan.May):
            ways = self._ways(statement.body, inside)
        elif isinstance(statement, plan.Sentence):
            first = statement
            ways = [lambda option: self._met(first, inside, option)] if first.asks else []
            otherwise = self.write(first.otherwise or (), inside)
        else:
            ways = self._ways(body[:1], inside)
        if len(ways) != len(ask.branches):
            raise NotWritten
        return self._gathered(ask, members, (seat, asked, answers), inside, ways, declinable, otherwise)

    def _gathered(
        self,
        ask: AskAll,
        members: str,
        names: tuple[str, str, str],
        inside: NamesScope,
        ways: Sequence[Way],
        declinable: bool,
        otherwise: list[ast.stmt],
    ) -> list[ast.stmt]:
        """The answers of a question to several, then what follows each."""
        seat, asked, answers = names
        k, option = ask.here, self.fresh("d")
        listing: list[ast.stmt] = self.offers.listed(ask, inside, seat)
        found = nodes.name("found")
        if declinable:
            declining = nodes.do(nodes.call(ast.Attribute(found, "append", ast.Load()), nodes.numbers((-1,))))
            listing.append(nodes.branch(found, [declining]))
        nobody: list[ast.stmt] = [nodes.assign("found", ast.List([], ast.Load()))]
        if self.builder.layout.seats > self.builder.layout.players:
            deciding = nodes.compare(nodes.name(seat), ast.Lt(), nodes.constant(self.builder.layout.players))
            listing = [nodes.branch(deciding, listing, nobody)]
        append = ast.Attribute(nodes.name(asked), "append", ast.Load())
        listing.append(nodes.do(nodes.call(append, nodes.tuple_([nodes.name(seat), found]))))
        pair = ast.Tuple([ast.Name(seat, ast.Store()), ast.Name("found", ast.Store())], ast.Store())
        answer = self.fresh("d")
        answered = nodes.branch(found, self._choosing(k, answer, seat), [nodes.assign(answer, nodes.numbers((-2,)))])
        with self.whereabouts.unsure():
            chosen = self._dispatch(option, [way(option) for way in ways])
        number = nodes.item(nodes.name(option), nodes.zero())
        if declinable:
            chosen = [nodes.branch(nodes.compare(number, ast.GtE(), nodes.zero()), chosen)]
        else:
            chosen = [nodes.branch(nodes.compare(number, ast.GtE(), nodes.zero()), chosen, otherwise)]
        noted = nodes.do(
            nodes.call(
                ast.Attribute(nodes.name(answers), "append", ast.Load()),
                nodes.tuple_([nodes.name(seat), nodes.name(answer)]),
            )
        )
        opened = ast.Tuple([ast.Name(seat, ast.Store()), ast.Name(option, ast.Store())], ast.Store())
        made = [
            nodes.assign(asked, ast.List([], ast.Load())),
            nodes.loop(seat, nodes.name(members), listing),
            nodes.assign(answers, ast.List([], ast.Load())),
            ast.For(pair, nodes.name(asked), [answered, noted], []),
            ast.For(opened, nodes.name(answers), chosen, []),
        ]
        nodes.placed(made, k + 1)
        return made


def _nested(body: plan.Body) -> int:
    """How deep statements nest in others, at most."""
    return max((1 + _nested(inner) for statement in body if (inner := _held(statement))), default=0)


def _held(node: plan.Stmt) -> plan.Body:
    """The statements inside one."""
    bodies = [getattr(node, name) for name in plan.parts(type(node))]
    return tuple(inner for body in bodies if isinstance(body, tuple) for inner in body if isinstance(inner, plan.Stmt))


def _decider(scope: Scope) -> str:
    assert isinstance(scope, NamesScope)
    return scope.decider


def _carrier(scope: Scope) -> str:
    assert isinstance(scope, NamesScope)
    return scope.carrier
