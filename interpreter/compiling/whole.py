"""The plan -> Python that plays a whole game in one go: every unit a function, every loop a loop.

Between two decisions nothing needs to be kept where a copy could find it, so there are no frames: names of the rules
are names of Python, and whoever decides is called back (`choose_`). It serves playouts, in which nobody saves, looks on
or takes back; the end is the state that the same decisions lead to otherwise.

`b_N` carries out unit N (an action, effect, part or card's effect), `h_N` what a thing holds, past a limit at its head,
`a_N` an ability, `e_K_B` what follows when branch B of the offer at place K was taken.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from interpreter.checking import plan
from interpreter.compiling import effects, nodes
from interpreter.compiling.deciding import Decisions
from interpreter.compiling.multisets import NotWritten
from interpreter.compiling.offering import Offers
from interpreter.compiling.plain import Plain
from interpreter.compiling.scopes import NamesScope, Scope
from interpreter.compiling.searching import Search
from interpreter.state import LIMITS, LOCATION
from interpreter.state.layout import CHAIN, CONTROL, DECISIONS

if TYPE_CHECKING:
    from interpreter.compiling.building import Builder
    from interpreter.compiling.effects import Ask, AskAll

Function = Callable[..., Any]
Way = Callable[[str], list[ast.stmt]]  # what follows a branch, given the name of the option that was taken
MAIN = "main_0"
_INSTEAD = "_instead"  # in an ability that comes in the place of an event: whether it did
_INLINE = 4  # branches of an offer of which what follows stands right there


class Whole(Plain):
    """Writes the functions that play a whole game. Belongs to the building of one program."""

    unlogged = True

    def __init__(self, builder: Builder) -> None:
        super().__init__(builder)
        self.search = Search(builder, self)
        self.offers = Offers(builder, self, self.search)
        self.decisions = Decisions(builder, self, self.search)
        self.wanted: Callable[[str], None] = lambda title: None  # told of each function that is called
        # the functions that follow the branches of an offer, or list what cards offer
        self.entering: Callable[[int, int], list[Function]] = lambda place, count: []

    def function_of(self, title: str) -> ast.FunctionDef:
        """The function of that title."""
        unbound = self.offers.maybe_unbound
        unbound.clear()
        made = self._function_of(title)
        known = {argument.arg for argument in made.args.args}
        first: list[ast.stmt] = [  # as in a fresh frame
            nodes.assign(name, nodes.numbers(()) if many else _zero())
            for name, many in sorted(unbound)
            if name not in known
        ]
        nodes.placed([made], 1)
        nodes.placed(first, made.lineno)
        made.body[:0] = first
        return made

    def _function_of(self, title: str) -> ast.FunctionDef:
        kind, number, *branch = title.split("_")
        at = int(number)
        match kind:
            case "main":
                return self._main()
            case "e":
                ask = self.builder.code[at]
                assert isinstance(ask, effects.Ask)
                return self._entered(ask, int(branch[0]))
            case "a":
                return self._ability(at)
            case "w":
                asked = self.builder.code[at]
                assert isinstance(asked, effects.Ask)
                return self.offers.use(asked, int(branch[0]), NamesScope("_", "you", "this"))
        name = self.builder.layout.units[at].name
        return self._held_unit(name) if kind == "h" else self._whole_unit(name)

    # ---- units -------------------------------------------------------------------------------------

    def _main(self) -> ast.FunctionDef:
        builder = self.builder
        scope = NamesScope("_", "you", "this")
        body: list[ast.stmt] = [nodes.assign("you", _nobody()), nodes.assign("this", _nobody())]
        body += self._part_event("before part game", "you", 0)
        for part in builder.plan.flow:
            body.append(nodes.do(self.perform(part.unit.name, scope, [])))
        body += self._part_event("part game", "you", 0)
        made = nodes.function(MAIN, ["S"], body)
        nodes.placed([made], builder.layout.units[0].start + 1)
        return made

    def _whole_unit(self, name: str) -> ast.FunctionDef:
        builder = self.builder
        number = builder.unit_number[name]
        scope = NamesScope("_", "you", "this")
        part = self._parts.get(name)
        unit = part.unit if part is not None else builder.plan.units[name]
        parameters = scope.parameters(type.many for _, type in unit.parameters)
        self._enter(unit)
        if part is not None:
            body = self._part_loop(part, scope)
        else:
            body = [*self._fresh_names(unit, scope, len(parameters)), *self.write(unit.body, scope)]
            body += self._unit_event(unit, scope)
        made = nodes.function(f"b_{number}", ["S", "you", "this", *parameters], body)
        nodes.placed([made], builder.layout.units[number].start + 1)
        return made

    def _held_unit(self, name: str) -> ast.FunctionDef:
        unit = self.builder.plan.units[name]
        number = self.builder.unit_number[name]
        scope = NamesScope("_", "you", "this")
        body = unit.body
        if body and isinstance(body[0], plan.Limited):  # it limits the offer; whoever performs it steps over that
            body = (*body[0].body, *body[1:])
        self._enter(unit)
        made = nodes.function(f"h_{number}", ["S", "you", "this"], self.write(body, scope))
        nodes.placed([made], self.builder.layout.units[number].start + 1)
        return made

    def _ability(self, number: int) -> ast.FunctionDef:
        ability = self.builder.plan.abilities[number]
        scope = NamesScope("_", "you", "this", who="who")
        body: list[ast.stmt] = []
        for place in sorted({place for _, place in ability.binds} | self.builder.taken.get(number, set())):
            value = nodes.call(ast.Attribute(nodes.name("given"), "get", ast.Load()), nodes.constant(place), _zero())
            body.append(scope.set_local(place, value))
        self._enter(ability.unit)
        replaces = self.builder.replaces(ability.unit)
        if replaces:  # it says whether it came in place of the event
            body.append(nodes.assign(_INSTEAD, ast.Constant(True)))
        body += self.write(ability.unit.body, scope)
        if replaces:
            body.append(ast.Return(nodes.name(_INSTEAD)))
        made = nodes.function(f"a_{number}", ["S", "you", "this", "who", "given"], body)
        unit = self.builder.layout.units[self.builder.unit_number[ability.unit.name]]
        nodes.placed([made], unit.start + 1)
        return made

    def _enter(self, unit: plan.Unit) -> None:
        self.builder.unit = unit
        self.builder.enter_stream(unit)

    def _fresh_names(self, unit: plan.Unit, scope: NamesScope, given: int) -> list[ast.stmt]:
        """Where an event tells of a unit's names, those that were not bound are 0, as in a fresh frame."""
        if self._event_of(unit) is None:
            return []
        return [scope.set_local(place, _zero()) for place in range(len(unit.locals)) if place not in scope.numbers]

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

    def _held_runs(self, number: ast.expr, by: ast.expr, k: int, scope: Scope) -> ast.expr:
        return nodes.call("held_whole_", nodes.name("S"), number, scope.you(), by, nodes.constant(k))

    def _again(self, k: int) -> ast.expr:
        return nodes.call("again_whole_", nodes.constant(k))

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
            parts: dict[str, ast.expr] = {"of": nodes.name(member), "from": place, "to": _nobody(), "slot": _nobody()}
            parts |= dict(zip(verb.labels, arguments[1:], strict=False))
            one = ast.List([nodes.name(member)], ast.Load())
            done = nodes.do(nodes.call(act, *hand, one, *arguments[1:]))
            happens = self._unhooked(verb.name, k, scope, parts)
            there = nodes.compare(nodes.name(member), ast.NotEq(), _nobody())
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
        return [nodes.assign(_INSTEAD, ast.Constant(False))]

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
            more = may if owed is None else [nodes.branch(_not(owed), may)]
            no = nodes.compare(nodes.item(nodes.name(option), _zero()), ast.Lt(), _zero())
            chosen = [nodes.branch(no, declined, chosen)]
            skipped = declined if owed is None else [nodes.branch(owed, otherwise, declined)]
        elif ask.word == "sentence" and (sets := self._only_sets(ask)):
            # the only way is to choose nothing: that is no question
            first = nodes.item(nodes.name("found"), _zero())
            some: list[ast.expr] = [nodes.item(first, nodes.constant(at + 1)) for at in range(sets)]
            one = nodes.compare(nodes.call("len_", nodes.name("found")), ast.Eq(), nodes.constant(1))
            nothing = _not(some[0] if sets == 1 else ast.BoolOp(ast.Or(), some))
            taken = [
                nodes.branch(
                    nodes.both([one, nothing]), [nodes.assign(option, nodes.item(nodes.name("found"), _zero()))], taken
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
        chained = [put(CHAIN, _zero())] if self.builder.plan.abilities else []
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
        return [nodes.assign(number, nodes.item(nodes.name(option), _zero())), *found]

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
        found = self._statement(node, place, scope)
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
        return [*bound, *self.settle(node.commitments, scope, picked), *self.write(node.body, scope)]

    def _asked_sentence(self, node: plan.Sentence, scope: Scope) -> list[ast.stmt]:
        otherwise = self._happens_after_all() if node.otherwise is None else self.write(node.otherwise, scope)
        return self._question(node, [lambda option: self._met(node, scope, option)], scope, otherwise=otherwise)

    def _asked_repeat(self, node: plan.Repeat, k: int, scope: Scope) -> list[ast.stmt]:
        """A loop that a player may end."""
        done, most = self.fresh("i"), self.fresh("t")
        assert isinstance(scope, NamesScope)
        found = [nodes.assign(most, self.emit(node.high, scope)), nodes.assign(done, _zero())]
        inner: list[ast.stmt] = []
        if node.while_ is not None:
            inner.append(nodes.branch(_not(self.test(node.while_, scope)), [ast.Break()]))
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
            before=[_more(done, 1)],
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
        chosen = self._dispatch(option, [way(option) for way in ways])
        number = nodes.item(nodes.name(option), _zero())
        if declinable:
            chosen = [nodes.branch(nodes.compare(number, ast.GtE(), _zero()), chosen)]
        else:
            chosen = [nodes.branch(nodes.compare(number, ast.GtE(), _zero()), chosen, otherwise)]
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

    # ---- offers ------------------------------------------------------------------------------------

    def _entered(self, ask: Ask, number: int) -> ast.FunctionDef:
        """What follows when a branch of a part's offer was taken, as a function."""
        body = self._entry(ask, number, NamesScope("_", "you", "this"), "option")
        made = nodes.function(f"e_{ask.here}_{number}", ["S", "you", "this", "option"], body)
        nodes.placed([made], ask.here + 1)
        return made

    def _entry(self, ask: Ask, number: int, scope: NamesScope, option: str) -> list[ast.stmt]:
        """What follows when a branch of a part's offer was taken."""
        branch, before = ask.branches[number], self.builder.unit
        body: list[ast.stmt] = []
        carrier = scope.carrier
        if branch.carriers is not None:
            components, zones = branch.carriers
            column = self.search.holders(zones)
            carrier = "by"
            which = nodes.call("carrier_", nodes.name("S"), nodes.numbers(components), column, scope.you())
            body.append(nodes.assign(carrier, which))
        name = branch.through[0][0]
        unit = self.builder.plan.units[name]
        inside = NamesScope(self.fresh("u"), scope.decider, carrier)
        ways = self._ways(unit.body, inside) if self.builder.entries[name] is not None else []
        self._enter(unit)
        if ways:
            node = plan.Perform(name, None, None, (), unit.at)
            entered = self._inside(node, scope, inside, ways[branch.nth])(option)
            if unit.name.startswith("card:"):
                deeper, back = (nodes.do(nodes.call("deeper_", nodes.constant(by))) for by in (1, -1))
                entered = [deeper, ast.Try(entered or [ast.Pass()], [], [], [back])]
            body += entered
        else:
            title = f"b_{self.builder.unit_number[name]}"
            self.wanted(title)
            body.append(nodes.do(nodes.call(title, nodes.name("S"), scope.you(), nodes.name(carrier))))
        self._enter(before)
        nodes.placed(body, ask.here + 1)
        return body

    def _offer(self, part: plan.Part, scope: NamesScope) -> list[ast.stmt]:
        ask = self.builder.ask_of[id(part)]
        option, number = self.fresh("d"), self.fresh("n")
        chosen: list[ast.stmt] = [nodes.assign(number, nodes.item(nodes.name(option), _zero()))]
        if len(ask.branches) <= _INLINE and not any(branch.carriers for branch in ask.branches):
            chosen = []
            entered = self._dispatch(option, [self._entry(ask, n, scope, option) for n in range(len(ask.branches))])
            if not part.listed:
                chosen = [nodes.assign(number, nodes.item(nodes.name(option), _zero()))]
        else:
            enter = self.emitter.bind("E", self.entering(ask.here, len(ask.branches)), ("entering", ask.here))
            given = (nodes.name("S"), scope.you(), scope.this(), nodes.name(option))
            entered = [nodes.do(nodes.call(nodes.item(enter, nodes.name(number)), *given))]
        otherwise = self.write(part.otherwise or (), scope)
        if part.listed:
            return self._listed_offer(ask, option, scope, [*chosen, *entered], otherwise)
        return self._mapped_offer(part, ask, option, number, scope, chosen, entered, otherwise)

    def _listed_offer(
        self, ask: Ask, option: str, scope: NamesScope, chosen: list[ast.stmt], otherwise: list[ast.stmt]
    ) -> list[ast.stmt]:
        if not self.builder.grants_picks:
            return self._decided(ask, option, scope, chosen, None, otherwise, None)
        picks = nodes.name("PICKS")
        last: ast.expr = ast.UnaryOp(ast.USub(), nodes.constant(1))
        left = ast.Subscript(picks, last, ast.Load())
        taken: ast.stmt = ast.AugAssign(ast.Subscript(picks, last, ast.Store()), ast.Sub(), ast.Constant(1))
        inner = self._decided(ask, option, scope, [taken, *chosen], None, [*otherwise, ast.Break()], None)
        begun = nodes.do(nodes.call(ast.Attribute(picks, "append", ast.Load()), nodes.constant(1)))
        ended = nodes.do(nodes.call(ast.Attribute(picks, "pop", ast.Load())))
        return [begun, ast.While(nodes.compare(left, ast.Gt(), _zero()), inner, []), ended]

    def _mapped_offer(
        self,
        part: plan.Part,
        ask: Ask,
        option: str,
        number: str,
        scope: NamesScope,
        chosen: list[ast.stmt],
        entered: list[ast.stmt],
        otherwise: list[ast.stmt],
    ) -> list[ast.stmt]:
        """An offer that says how often each action may be picked, and goes on until it is ended."""
        assert part.offer is not None
        entries = dict(zip(self.builder.counts_of[id(part)], part.offer, strict=True))
        found = [scope.set_local(place, _zero()) for place in entries]
        column = nodes.tuple_([nodes.constant(b.count[0] if b.count is not None else 0) for b in ask.branches])
        place = self.fresh("p")
        counted: list[ast.stmt] = [nodes.assign(place, nodes.item(column, nodes.name(number)))]
        for at in entries:
            more = scope.set_local(at, nodes.add(scope.local(at), 1))
            counted.append(nodes.branch(nodes.compare(nodes.name(place), ast.Eq(), nodes.constant(at)), [more]))
        least = [
            nodes.compare(scope.local(at), ast.Lt(), nodes.constant(entry.least))
            for at, entry in entries.items()
            if entry.least
        ]
        owed = None if not least else least[0] if len(least) == 1 else ast.BoolOp(ast.Or(), least)
        inner = self._decided(
            ask, option, scope, [*chosen, *counted, *entered], [ast.Break()], [*otherwise, ast.Break()], owed
        )
        if part.until is not None and part.around is None:
            inner.insert(0, nodes.branch(self.test(part.until, scope), [ast.Break()]))
        return [*found, ast.While(ast.Constant(True), inner, [])]

    # ---- the flow ----------------------------------------------------------------------------------

    def _part_loop(self, part: plan.Part, scope: NamesScope) -> list[ast.stmt]:
        builder = self.builder
        number = builder.parts.index(part.name)
        k = builder.layout.units[builder.unit_number[part.unit.name]].start
        passes = nodes.listed(builder.variables["passes of parts"].index)
        done, limit, seats, i = self.fresh("c"), self.fresh("b"), self.fresh("q"), self.fresh("i")
        at_pass = ast.Subscript(passes, ast.Constant(number), ast.Store())
        body: list[ast.stmt] = []
        bound = part.repeat if part.repeat is not None else part.at_most
        if bound is not None:
            body.append(nodes.assign(limit, self.emit(bound, scope)))
        visited = part.each if part.each is not None else part.around
        if visited is not None:
            body.append(nodes.assign(seats, self._order(part, visited, scope)))
            if part.together:
                body.append(scope.set_list(part.places["seats"], nodes.name(seats)))
        mapping_until = part.offer is not None and not part.listed and part.around is None
        once: list[ast.stmt] = []
        sites = builder.sites_of(part)
        if sites:
            anew = nodes.call("anew_", nodes.name("S"), self.emitter.bind("W", sites))
            once.append(nodes.branch(nodes.listed(LIMITS), [nodes.do(anew)]))
        inside = [*self._part_event(f"before part {part.name}", scope.decider, k), *self._content(part, scope, seats)]
        if part.name in self.builder.leaving:
            inside = self._may_be_left(number, inside)
        once += inside
        once += self._part_event(f"part {part.name}", scope.decider, k)
        once += self.expiring(number)
        loops = part.each is not None or part.around is not None or part.repeat is not None
        if part.together or not (loops or (part.until is not None and not mapping_until)):
            body += [ast.Assign([at_pass], ast.Constant(1)), *once]
            if part.until is not None and not mapping_until:
                body.append(nodes.do(self.test(part.until, scope)))
        else:
            head, test = self._head(part, scope, (done, limit, seats, i), number)
            step = [*head, _more(done, 1), ast.Assign([at_pass], nodes.name(done)), *once]
            if part.until is not None and not mapping_until:
                step.append(nodes.branch(self.test(part.until, scope), [ast.Break()]))
            body.append(ast.Assign([at_pass], _zero()))
            body += [nodes.assign(done, _zero()), nodes.assign(i, _zero()), ast.While(test, step, [])]
        if part.when is not None:
            body = [nodes.branch(self.test(part.when, scope), body)]
        nodes.placed(body, k + 1)
        return body

    def _inner_part(self, part: plan.Part, scope: NamesScope) -> list[ast.stmt]:
        """A part within another: one that is gone through once stands right there."""
        once = part.each is None and part.around is None and part.repeat is None and part.until is None
        if not once or part.together or part.name in self.builder.leaving:
            return [nodes.do(self.perform(part.unit.name, scope, []))]
        before = self.builder.unit
        self._enter(part.unit)
        inside = NamesScope(self.fresh("u"), scope.decider, scope.carrier)
        written = self._part_loop(part, inside)
        self._enter(before)
        return written

    def _head(
        self, part: plan.Part, scope: NamesScope, names: tuple[str, str, str, str], number: int
    ) -> tuple[list[ast.stmt], ast.expr]:
        """How a pass begins, and the test whether there is one more."""
        done, limit, seats, i = (nodes.name(name) for name in names)
        always: ast.expr = ast.Constant(True)
        goes_on = self._visits_test(part, scope)
        you = scope.decider
        if part.each is not None:
            left = nodes.compare(i, ast.Lt(), nodes.call("len_", seats))
            next_seat: list[ast.stmt] = [nodes.assign(you, nodes.item(seats, i)), _more(names[3], 1)]
            if goes_on is None:
                return next_seat, left
            var, test = goes_on
            looked = [nodes.assign(var, nodes.item(seats, i)), _more(names[3], 1)]
            return [*looked, nodes.branch(_not(test), [ast.Continue()]), nodes.assign(you, nodes.name(var))], left
        far: list[ast.stmt] = []
        if part.around is not None or part.repeat is None:
            if part.at_most is None:
                raise NotWritten
            too_far = nodes.call("far_", nodes.name("S"), nodes.constant(number), limit)
            far = [nodes.branch(nodes.compare(done, ast.GtE(), limit), [nodes.do(too_far)])]
        if part.around is None:
            if part.repeat is None:
                return far, always
            return [], nodes.compare(done, ast.Lt(), limit)
        if goes_on is None:
            none = nodes.branch(_not(seats), [ast.Break()])
            turn: list[ast.stmt] = [
                nodes.assign(you, nodes.item(seats, i)),
                nodes.assign(
                    names[3], ast.BinOp(nodes.add(nodes.name(names[3]), 1), ast.Mod(), nodes.call("len_", seats))
                ),
            ]
            return [*far, none, *turn], always
        var, test = goes_on
        asks = nodes.call("next_seat_", seats, i, nodes.lambda_([var], test))
        found = self.fresh("v")
        return [
            *far,
            nodes.assign(found, asks),
            nodes.branch(nodes.compare(nodes.name(found), ast.Lt(), _zero()), [ast.Break()]),
            nodes.assign(you, nodes.item(seats, nodes.name(found))),
            nodes.assign(names[3], ast.BinOp(nodes.add(nodes.name(found), 1), ast.Mod(), nodes.call("len_", seats))),
        ], always

    def _visits_test(self, part: plan.Part, scope: NamesScope) -> tuple[str, ast.expr] | None:
        if part.while_ is None or part.together:
            return None
        var, condition = part.while_
        return var, self.test(condition, scope)

    def _order(self, part: plan.Part, seats: plan.Expr, scope: NamesScope) -> ast.expr:
        if part.by_key is None and part.first is None and part.order != "counterclockwise":
            return self.copied(seats, scope)
        key: ast.expr = nodes.constant(None)
        if part.by_key is not None:
            key = nodes.lambda_([part.by_key[0]], self.emit(part.by_key[1], scope))
        leader: ast.expr = nodes.constant(None)
        if part.first is not None and part.by_key is None:
            leader = self.emit(part.first, scope)
        backwards = ast.Constant(part.order == "counterclockwise")
        return nodes.call("order_", self.emit(seats, scope), key, backwards, leader)

    def _content(self, part: plan.Part, scope: NamesScope, seats: str) -> list[ast.stmt]:
        if part.together:
            members = self.fresh("l")
            of: plan.Expr = plan.LocalSet(part.places["seats"])
            if part.while_ is not None:
                of = plan.Filter(of, part.while_[0], part.while_[1], None)
            ask = self.builder.ask_of[id(part)]
            assert isinstance(ask, effects.AskAll)
            fixed = nodes.assign(members, nodes.call("list_", self.emit(of, scope)))
            if part.do is not None:
                return [fixed, *self._together(ask, members, part.do, scope)]
            return [fixed, *self._offered_together(part, ask, members, scope)]
        if part.do is not None:
            return self.write(part.do, scope)
        if part.parts is not None:
            return [written for inner in part.parts for written in self._inner_part(inner, scope)]
        return self._offer(part, scope) if part.offer is not None else []

    def _offered_together(self, part: plan.Part, ask: AskAll, members: str, scope: NamesScope) -> list[ast.stmt]:
        seat, asked, answers = self.fresh("y"), self.fresh("q"), self.fresh("z")
        inside = scope.as_seat(seat)
        enter = self.emitter.bind("E", self.entering(ask.here, len(ask.branches)), ("entering", ask.here))

        def entered(option: str) -> list[ast.stmt]:
            which = nodes.item(enter, nodes.item(nodes.name(option), _zero()))
            given = (nodes.name("S"), inside.you(), inside.this(), nodes.name(option))
            return [nodes.do(nodes.call(which, *given))]

        otherwise = self.write(part.otherwise or (), inside)
        return self._gathered(ask, members, (seat, asked, answers), inside, [entered], False, otherwise)

    def _may_be_left(self, number: int, body: list[ast.stmt]) -> list[ast.stmt]:
        """A pass of a part that something in the game may leave."""
        held = self.fresh("w")
        before: list[ast.stmt] = [nodes.assign(held, nodes.call("enter_part_", nodes.constant(number)))]
        end = nodes.do(nodes.call("exit_part_", nodes.constant(number), nodes.name(held)))
        mine = nodes.compare(ast.Attribute(nodes.name("left"), "part", ast.Load()), ast.NotEq(), nodes.constant(number))
        caught = ast.ExceptHandler(nodes.name("Left_"), "left", [nodes.branch(mine, [ast.Raise()])])
        return [*before, ast.Try([ast.Try(body or [ast.Pass()], [caught], [], [])], [], [], [end])]


def _decider(scope: Scope) -> str:
    assert isinstance(scope, NamesScope)
    return scope.decider


def _carrier(scope: Scope) -> str:
    assert isinstance(scope, NamesScope)
    return scope.carrier


def _nobody() -> ast.expr:
    return ast.Constant(-(1 << 30))


def _zero() -> ast.expr:
    return ast.Constant(0)


def _not(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), test)


def _more(name: str, by: int) -> ast.stmt:
    return ast.AugAssign(ast.Name(name, ast.Store()), ast.Add(), ast.Constant(by))
