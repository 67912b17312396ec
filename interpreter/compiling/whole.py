"""The plan -> Python that plays a whole game in one go: every unit a function, every loop a loop.

Between two decisions nothing needs to be kept where a copy could find it, so there are no frames: names of the rules
are names of Python. It serves playouts, in which nobody saves, looks on or takes back; the end is the state that the
same decisions lead to otherwise. Statements are written by `whole_asking`; here are units, offers and the flow.

`b_N` carries out unit N (an action, effect, part or card's effect), `h_N` what a thing holds, past a limit at its head,
`a_N` an ability, `e_K_B` what follows when branch B of the offer at place K was taken; `w_K_B` lists what a card
offers.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from interpreter.checking import plan
from interpreter.compiling import effects, nodes
from interpreter.compiling.multisets import NotWritten
from interpreter.compiling.scopes import NamesScope
from interpreter.compiling.tidying import tidied
from interpreter.compiling.whole_asking import INSTEAD, Asking
from interpreter.state import INSTANCES, LIMITS

if TYPE_CHECKING:
    from interpreter.compiling.building import Builder
    from interpreter.compiling.effects import Ask, AskAll

Function = Callable[..., Any]
MAIN = "main_0"
_OFTEN = 3  # times that a list is read in a function, from which on it gets a name
_INLINE = 4  # branches of an offer of which what follows stands right there


class Whole(Asking):
    """Writes the functions that play a whole game. Belongs to the building of one program."""

    def __init__(self, builder: Builder) -> None:
        super().__init__(builder)
        # the functions that follow the branches of an offer, or list what cards offer
        self.entering: Callable[[int, int], list[Function]] = lambda place, count: []

    def function_of(self, title: str) -> ast.FunctionDef:
        """The function of that title."""
        unbound = self.offers.maybe_unbound
        unbound.clear()
        self.whereabouts.forget()
        self.within = 0
        made = self._function_of(title)
        known = {argument.arg for argument in made.args.args}
        first: list[ast.stmt] = [  # as in a fresh frame
            nodes.assign(name, nodes.numbers(()) if many else nodes.zero())
            for name, many in sorted(unbound)
            if name not in known
        ]
        nodes.placed([made], 1)
        if any(isinstance(statement, ast.While) for statement in made.body):  # a part that is gone through often
            first = [*self._at_hand(made), *first]
        nodes.placed(first, made.lineno)
        made.body[:0] = first
        tidied(made)
        return made

    def _at_hand(self, made: ast.FunctionDef) -> list[ast.stmt]:
        """Lists of the state that are read often get names of their own: no game puts others in their places."""
        often = _Lists()
        often.visit(made)
        layout = self.builder.layout
        names = {
            index: f"S{index}"
            for index, times in sorted(often.read.items())
            if times >= _OFTEN and index < layout.frame_base and index not in (LIMITS, INSTANCES, layout.steps)
        }
        _Named(names).visit(made)
        return [nodes.assign(name, nodes.listed(index)) for index, name in names.items()]

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
        body: list[ast.stmt] = [nodes.assign("you", nodes.nobody()), nodes.assign("this", nodes.nobody())]
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
        self.within = 1
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
            value = nodes.call(
                ast.Attribute(nodes.name("given"), "get", ast.Load()), nodes.constant(place), nodes.zero()
            )
            body.append(scope.set_local(place, value))
        self._enter(ability.unit)
        replaces = self.builder.replaces(ability.unit)
        if replaces:  # it says whether it came in place of the event
            body.append(nodes.assign(INSTEAD, ast.Constant(True)))
        body += self.write(ability.unit.body, scope)
        if replaces:
            body.append(ast.Return(nodes.name(INSTEAD)))
        made = nodes.function(f"a_{number}", ["S", "you", "this", "who", "given"], body)
        unit = self.builder.layout.units[self.builder.unit_number[ability.unit.name]]
        nodes.placed([made], unit.start + 1)
        return made

    # ---- offers ------------------------------------------------------------------------------------

    def _entered(self, ask: Ask, number: int) -> ast.FunctionDef:
        """What follows when a branch of a part's offer was taken, as a function."""
        scope = NamesScope("_", "you", "this")
        if isinstance(ask, effects.AskAll):  # who answered before may have moved what was chosen
            with self.whereabouts.unsure():
                body = self._entry(ask, number, scope, "option")
        else:
            body = self._entry(ask, number, scope, "option")
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
        self.whereabouts.forget()
        nodes.placed(body, ask.here + 1)
        return body

    def _offer(self, part: plan.Part, scope: NamesScope) -> list[ast.stmt]:
        ask = self.builder.ask_of[id(part)]
        option, number = self.fresh("d"), self.fresh("n")
        inline = len(ask.branches) <= _INLINE and not any(branch.carriers for branch in ask.branches)
        self.picks = self.fresh("g") if part.listed and inline and self._grants_itself(ask) else ""
        numbered: list[ast.stmt] = [nodes.assign(number, nodes.item(nodes.name(option), nodes.zero()))]
        if inline:
            entered = self._dispatch(option, [self._entry(ask, n, scope, option) for n in range(len(ask.branches))])
            chosen = [] if part.listed else numbered  # only counts of picks need it then
        else:
            chosen = numbered
            enter = self.emitter.bind("E", self.entering(ask.here, len(ask.branches)), ("entering", ask.here))
            given = (nodes.name("S"), scope.you(), scope.this(), nodes.name(option))
            entered = [nodes.do(nodes.call(nodes.item(enter, nodes.name(number)), *given))]
        picks, self.picks = self.picks, ""
        otherwise = self.write(part.otherwise or (), scope)
        if part.listed:
            return self._listed_offer(ask, option, scope, [*chosen, *entered], otherwise, picks)
        return self._mapped_offer(part, ask, option, number, scope, chosen, entered, otherwise)

    def _grants_itself(self, ask: Ask) -> bool:
        """Whether nothing says `again` but what is written right behind the options of this question."""
        granting = self.builder.granting
        here = {name for branch in ask.branches for name, _ in branch.through[:1] if self.builder.entries[name]}
        return bool(granting) and granting <= here and granting.isdisjoint(self.performed())

    def _listed_offer(
        self,
        ask: Ask,
        option: str,
        scope: NamesScope,
        chosen: list[ast.stmt],
        otherwise: list[ast.stmt],
        counted: str,
    ) -> list[ast.stmt]:
        """An offer of one action, and of one more as often as that is granted; `counted`: how many are left, if that is
        a name of the function."""
        if not self.builder.granting:
            return self._decided(ask, option, scope, chosen, None, otherwise, None)
        if counted:
            inner = self._decided(
                ask, option, scope, [nodes.more(counted, -1), *chosen], None, [*otherwise, ast.Break()], None
            )
            more = nodes.compare(nodes.name(counted), ast.Gt(), nodes.zero())
            return [nodes.assign(counted, nodes.constant(1)), ast.While(more, inner, [])]
        picks = nodes.name("PICKS")
        last: ast.expr = ast.UnaryOp(ast.USub(), nodes.constant(1))
        left = ast.Subscript(picks, last, ast.Load())
        taken: ast.stmt = ast.AugAssign(ast.Subscript(picks, last, ast.Store()), ast.Sub(), ast.Constant(1))
        inner = self._decided(ask, option, scope, [taken, *chosen], None, [*otherwise, ast.Break()], None)
        begun = nodes.do(nodes.call(ast.Attribute(picks, "append", ast.Load()), nodes.constant(1)))
        ended = nodes.do(nodes.call(ast.Attribute(picks, "pop", ast.Load())))
        return [begun, ast.While(nodes.compare(left, ast.Gt(), nodes.zero()), inner, []), ended]

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
        found = [scope.set_local(place, nodes.zero()) for place in entries]
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
        inside = [*self._part_event(f"before part {part.name}", scope.decider, k), *self._content(part, scope)]
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
            step = [*head, nodes.more(done, 1), ast.Assign([at_pass], nodes.name(done)), *once]
            if part.until is not None and not mapping_until:
                step.append(nodes.branch(self.test(part.until, scope), [ast.Break()]))
            body.append(ast.Assign([at_pass], nodes.zero()))
            body += [nodes.assign(done, nodes.zero()), nodes.assign(i, nodes.zero()), ast.While(test, step, [])]
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
            next_seat: list[ast.stmt] = [nodes.assign(you, nodes.item(seats, i)), nodes.more(names[3], 1)]
            if goes_on is None:
                return next_seat, left
            var, test = goes_on
            looked = [nodes.assign(var, nodes.item(seats, i)), nodes.more(names[3], 1)]
            return [
                *looked,
                nodes.branch(nodes.negation(test), [ast.Continue()]),
                nodes.assign(you, nodes.name(var)),
            ], left
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
            none = nodes.branch(nodes.negation(seats), [ast.Break()])
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
            nodes.branch(nodes.compare(nodes.name(found), ast.Lt(), nodes.zero()), [ast.Break()]),
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

    def _content(self, part: plan.Part, scope: NamesScope) -> list[ast.stmt]:
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
            which = nodes.item(enter, nodes.item(nodes.name(option), nodes.zero()))
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


class _Lists(ast.NodeVisitor):
    """Counts how often each list of the state is read."""

    def __init__(self) -> None:
        self.read: Counter[int] = Counter()

    def visit_Subscript(self, node: ast.Subscript) -> None:
        match node:
            case ast.Subscript(value=ast.Name(id="S"), slice=ast.Constant(value=int(index)), ctx=ast.Load()):
                self.read[index] += 1
        self.generic_visit(node)


class _Named(ast.NodeTransformer):
    """Puts names in the place of lists of the state."""

    def __init__(self, names: dict[int, str]) -> None:
        self.names = names

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        match node:
            case ast.Subscript(value=ast.Name(id="S"), slice=ast.Constant(value=int(index)), ctx=ast.Load()):
                if index in self.names:
                    return ast.copy_location(nodes.name(self.names[index]), node)
        self.generic_visit(node)
        return node
