"""Plan -> code: statements and parts become effect objects, commitments become steps, in one list.

Every statement says, besides its code, how it may be entered from an offer: past its own question, with its
commitments made (see `Branch`). So an offer is one flat list of complete decisions.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from interpreter.checking import Checked, plan
from interpreter.checking.asking import head
from interpreter.compiling import effects
from interpreter.compiling.choices import (
    ChooseMatching,
    ChooseOne,
    ChooseSet,
    Constraint,
    End,
    LetStep,
    Likeness,
    Looks,
    Memory,
    PayStep,
    PromiseStep,
    RequireStep,
    Step,
)
from interpreter.compiling.effects import Ask, AskAll, Branch
from interpreter.compiling.expressions import Emitter
from interpreter.compiling.generating import Generator
from interpreter.compiling.heeding import heed_of, read_parts
from interpreter.compiling.multisets import AtLeast, AtMost, Both, Exactly, OneOf, Tree
from interpreter.compiling.plain import Plain
from interpreter.compiling.program import Program
from interpreter.compiling.reads import performances
from interpreter.compiling.segments import Group
from interpreter.compiling.stepping import can_be_met
from interpreter.compiling.tabling import make_layout, tells_copies_apart
from interpreter.diagnostics import Span
from interpreter.state import NOTHING, State, Table, UnitInfo, ValueType, values
from interpreter.state.layout import LOCALS, THIS, YOU

Function = Callable[..., Any]
NOWHERE = Span("", 1, 1, 1, 1)
MAIN = "the game"


@dataclass(slots=True)
class AbilityCode:
    """An ability as the machine uses it."""

    what: str
    event: int
    unit: int
    by: str
    binds: list[tuple[str, int]]
    where: Function | None = None
    value: Function | None = None
    bound: tuple[str, Function] | None = None
    limit: tuple[int, int] | None = None
    once: bool = False
    reads: tuple[str, ...] = ()  # components of the event of which the condition reads what is printed on them
    always: bool = False
    # the same without a frame, for generated code: by (S, you, this, who, numbers that are bound)
    when: Function | None = None
    worth: Function | None = None  # gives None also where the condition does not hold
    names: tuple[str, ...] = ()  # of what is bound; one tuple for all abilities that bind the same


def event_key(ability: plan.Ability, checked: Checked) -> str:
    """The name under which a state lists what listens."""
    name = ability.event
    if ability.what in ("set", "multiply", "increase", "reduce"):
        return f"quantity {name}"
    if ability.what == "forbid":
        return f"forbid {name}"
    if name in checked.game.actions or name in checked.game.effects:
        name = f"unit {name}"
    elif name in _scopes(checked.plan.flow) or name == "game":
        name = f"part {name}"
    return name if ability.what == "after" else f"{ability.what} {name}"


def _scopes(parts: list[plan.Part]) -> set[str]:
    found: set[str] = set()
    for part in parts:
        found |= {part.name} | _scopes(part.parts or [])
    return found


def compile_program(checked: Checked, players: int, options: dict[str, int] | None = None) -> Program:
    """The program of a checked ruleset for a number of players within its range."""
    return Builder(checked, players, options or {}).build()


class Builder:
    """The making of one program; what generated code needs to know of it stays with it."""

    def __init__(self, checked: Checked, players: int, options: dict[str, int]) -> None:
        self.checked = checked
        self.plan = checked.plan
        self.game = checked.game
        names = [MAIN, *self.plan.units]
        self.unit_number = {name: number for number, name in enumerate(names)}
        events = list(dict.fromkeys(event_key(a, checked) for a in self.plan.abilities))
        chosen = {**checked.option_values, **options}
        apart = tells_copies_apart(self.plan)
        neutral = self._neutral_seats(players, chosen, apart)
        self.layout = make_layout(checked, players, neutral, self.unit_number, events, apart)
        self.table, quiet = Table(self.layout), Table(self.layout, quiet=True)
        quiet.abilities, quiet.working = self.table.abilities, self.table.working
        self.emitter = Emitter(self.layout, self.table, chosen, self.unit_number)
        self.program = Program(self.game, self.layout, self.table, quiet, self.game.budgets)
        self.emitter.names["Q"] = quiet
        self.emitter.names["E"] = self.program
        self.emitter.names["modify_"] = self.program.modify
        self.program.unit_number = self.unit_number
        self.code = self.program.code
        self.events = {name: number for number, name in enumerate(events)}
        self.parts = self.layout.enums["parts of the flow"]
        self.units: dict[str, UnitInfo] = {}
        self.entries: dict[str, list[Branch] | None] = {}
        self.secret_first: dict[str, int] = {}
        self.heads_tell: bool | None = None  # whether the beginning of an asked effect tells of what is hidden
        self.bound_names: dict[tuple[str, ...], tuple[str, ...]] = {}  # what abilities bind of events, each once
        self.solved: dict[int, Step] = {}  # sentence, by its identity -> the chain that solves it
        self.unit: plan.Unit = plan.Unit(MAIN, NOWHERE)
        self.replacing = {a.unit.name for a in self.plan.abilities if a.what == "instead of"}
        # for generated code: statement or commitment, by its identity -> its place; those that tell of what is hidden
        self.placed: dict[int, int] = {}
        self.telling: set[int] = set()
        self.entered_behind: set[int] = set()  # loops that an offer enters behind what they tell
        self.step_of: dict[int, ChooseOne | ChooseSet | ChooseMatching] = {}
        self.counts_of: dict[int, list[int]] = {}  # a part, by its identity -> where its offer counts picks, by entry
        self.ask_of: dict[int, Ask] = {}  # what asks, a statement or a part, by its identity -> its question
        self.heads: dict[
            int, tuple[plan.Unit, bool]
        ] = {}  # unit that is asked about -> it, and whether a thing holds it
        self.all_parts = _all_parts(self.plan.flow)
        self._part_units = {part.unit.name: part.unit for part in self.all_parts}
        self.has = self._has
        self.trimmed = _trim
        # what some statement of the game does: parts at whose end something is over, parts that are left, more picks,
        # and for each ability the places of what it may have taken along
        self.lasting: set[int] = set()
        self.leaving: set[str] = set()
        self.granting: set[str] = set()  # units that say `again`
        self.taken: dict[int, set[int]] = {}
        self.resources = {r.name: r for r in self.layout.resources}
        self.variables = {v.name: v for v in self.layout.variables}
        self.attributes = {a.name: a for a in self.layout.attributes}
        self.plain = Plain(self)
        self.generator = Generator(self)

    def _neutral_seats(self, players: int, options: dict[str, int], apart: bool) -> list[str]:
        if not self.plan.neutral_when:
            return []
        layout = make_layout(self.checked, players, [], self.unit_number, [], apart)
        emitter = Emitter(layout, Table(layout), options, self.unit_number)
        state: State = Table(layout).start(0)
        for name, table in self.game.tables.items():
            emitter.names[f"t_{name}"] = self._numbered(table.data)
        return [name for name, when in self.plan.neutral_when.items() if emitter.outside(when)(state)]

    def _numbered(self, data: object) -> object:
        """A table with its effects as numbers of units."""
        if isinstance(data, dict):
            return {key: self._numbered(value) for key, value in data.items()}
        return self.unit_number[data] if isinstance(data, str) else data

    # ---- the whole -------------------------------------------------------------------------------

    def build(self) -> Program:
        program, layout, emitter = self.program, self.layout, self.emitter
        for name, table in self.game.tables.items():
            emitter.names[f"t_{name}"] = self._numbered(table.data)
        for formula in self.plan.formulas.values():
            self._formula(formula)
        layout.units = [UnitInfo(MAIN, "", 1), *(self._unit_info(u) for u in self.plan.units.values())]
        parts_by_unit = {p.unit.name: p for p in _all_parts(self.plan.flow)}
        for name in self.plan.units:
            if name not in parts_by_unit:
                self._compile_unit(name)
        for part in _all_parts(self.plan.flow):
            self._compile_part(part)
        self._main()
        self._abilities()
        self._beginnings()
        for zone in layout.zones:
            start = self.plan.starts.get(zone.name)
            if start is not None:
                program.start_places.append((emitter.outside(start), zone.base))
        if self.plan.winner is not None:
            ranks, program.winner_ties = self.plan.winner
            keys = [
                emitter.outside(plan.Arithmetic("-", plan.Const(0), key) if not most else key, [self.plan.winner_var])
                for most, key in ranks
            ]
            program.winner_keys = lambda S, seat: [key(S, seat) for key in keys]
        if self.plan.winner_set is not None:
            program.winner_set = emitter.outside(self.plan.winner_set)
        for number, effect in enumerate(self.code):
            effect.here = number
        program.prepare()
        self.generator.finish()
        program.play_parts = tuple(part.name for part in self.plan.play_parts)
        program.play_units = frozenset(self.unit_number[p.unit.name] for p in _all_parts(self.plan.play_parts))
        return program

    def _formula(self, formula: plan.Formula) -> None:
        always = self._always(formula)
        if always is not None:
            self.emitter.fixed[formula.name] = always
        names, title = self.emitter.names, f"f_{formula.name}"

        def first(*given: Any) -> Any:
            number = self.events.get(f"quantity {formula.name}")
            event = None if number is None else (number, self.layout.event_base + number)
            heed = None if number is None else self.program.heeds.get(number)
            made = names[title] = self.emitter.formula(formula, event, heed)
            return made(*given)

        names[title] = first  # written when it is first asked for

    def _always(self, formula: plan.Formula) -> int | None:
        """The number that a formula gives whatever happens, if it is one and nothing can modify it."""
        match formula.cases:
            case [(None, plan.Const(value=value))] if f"quantity {formula.name}" not in self.events:
                for bound, better in ((formula.low, max), (formula.high, min)):
                    if bound is None:
                        continue
                    if not isinstance(bound, plan.Const):
                        return None
                    value = better(value, bound.value)
                return value
        return None

    def _unit_info(self, unit: plan.Unit) -> UnitInfo:
        sets = list(unit.sets)
        if unit.secrets:  # answers wait here, one list per seat for each question to several
            self.secret_first[unit.name] = len(sets)
            sets += [("answer", values.NUMBER.set_of())] * self.layout.seats * unit.secrets
        return UnitInfo(unit.name, unit.at.file, unit.at.line, locals=list(unit.locals), sets=sets)

    def _stream(self, name: str) -> int:
        if name not in self.layout.streams:
            self.layout.streams.append(name)
        return self.layout.streams.index(name)

    def enter_stream(self, unit: plan.Unit) -> None:
        """What a unit draws by chance comes from a stream of its own."""
        self.emitter.stream = self._stream(f"random:{unit.name}")

    def replaces(self, unit: plan.Unit) -> bool:
        """Whether a unit is carried out instead of an event."""
        return unit.name in self.replacing

    def sites_of(self, part: plan.Part) -> frozenset[int]:
        """The limits that begin anew with each pass of a part."""
        return frozenset(s for s, (scope, _) in enumerate(self.plan.limits) if scope == part.name)

    def unit_of(self, place: int) -> plan.Unit:
        """The unit that a place of the code belongs to."""
        for info in self.layout.units[1:]:
            if info.start <= place < info.end:
                part = self._part_units.get(info.name)
                return part if part is not None else self.plan.units[info.name]
        return plan.Unit(MAIN, NOWHERE)

    def runs(self, effect: effects.Effect) -> Function:
        """The step of an effect object as a function of (S, L)."""
        run, program = effect.run, self.program
        return lambda S, L: run(program, S, L)

    def uses_of(self, ask: Ask) -> list[Function]:
        """For each branch of a question the function that lists what a card offers by it; written when first called."""
        return self.generator.uses(ask)

    def read_constraint(self, node: plan.Choose) -> _TreeReader:
        """What a choice must keep, taken apart."""
        assert node.constraint is not None
        reader = _TreeReader(node.place)
        reader.read(node.constraint)
        return reader

    @staticmethod
    def printed(key: tuple[str, plan.Expr]) -> bool:
        """Whether a key depends on nothing but what is printed on the member."""
        return _is_printed(key[1], key[0])

    def _enter_unit(self, unit: plan.Unit) -> UnitInfo:
        self.unit = unit
        self.enter_stream(unit)
        info = self.layout.units[self.unit_number[unit.name]]
        info.start = len(self.code)
        return info

    def _compile_unit(self, name: str) -> list[Branch] | None:
        if name in self.entries:
            return self.entries[name]
        before = self.unit
        self.entries[name] = None
        unit = self.plan.units[name]
        for other in performances(unit.body):
            if other.unit:
                self._compile_unit(other.unit)
        info = self._enter_unit(unit)
        branches = self.body(unit.body)
        end = self.add(effects.Return(unit.at))
        self._unit_event(name, unit, end)
        info.end = len(self.code)
        self.entries[name] = branches
        self.unit = before
        return branches

    def _unit_event(self, name: str, unit: plan.Unit, end: effects.Effect) -> None:
        kind, _, bare = name.partition(":")
        event = self.events.get(f"unit {bare}") if kind in ("action", "effect") else None
        if event is not None:
            assert isinstance(end, effects.Return)
            end.event = event
            end.values = [(n, place) for place, (n, _) in enumerate(unit.locals)]
            if unit.parameters and not unit.parameters[0][1].many:
                end.values.append(("of", 0))

    def _main(self) -> None:
        info = self.layout.units[0]
        info.start = len(self.code)
        before = self.events.get("before part game")
        if before is not None:
            self.add(effects.RaisePart(NOWHERE, before))
        for part in self.plan.flow:
            self.add(effects.Call(part.at, self.unit_number[part.unit.name], []))
            if any(part is played for played in self.plan.play_parts):
                self.program.play_ends = len(self.code)
        after = self.events.get("part game")
        if after is not None:
            self.add(effects.RaisePart(NOWHERE, after))
        self.add(effects.Return(NOWHERE))
        info.end = len(self.code)

    def _abilities(self) -> None:
        carried: dict[int, list[str]] = {}
        for holder, numbers in self.plan.card_abilities.items():
            for number in numbers:
                carried.setdefault(number, []).append(holder)
        for number, ability in enumerate(self.plan.abilities):
            self.unit = ability.unit
            at = ability.unit.at
            code = AbilityCode(
                ability.what,
                self.events[event_key(ability, self.checked)],
                self.unit_number[ability.unit.name],
                str(ability.by),
                ability.binds,
                self.emitter.function(ability.where, at) if ability.where is not None else None,
                self.emitter.function(ability.value, at) if ability.value is not None else None,
                (ability.bound[0], self.emitter.function(ability.bound[1], at)) if ability.bound is not None else None,
                (ability.limit[0], ability.limit[1]) if ability.limit is not None else None,
                ability.once,
                read_parts(ability),
                any(h.startswith("game:") for h in carried.get(number, [])),
            )
            self._without_frame(code, ability)
            self.program.abilities.append(code)
        self._heeds()
        zones_of = {kind: self._working(kind) for kind in self.game.kinds}
        for card in self.layout.cards:
            numbers = [
                *self.plan.card_abilities.get(f"kind:{card.kind}", []),
                *self.plan.card_abilities.get(card.id, []),
            ]
            if numbers:
                pairs = tuple((self.program.abilities[n].event, n) for n in numbers)
                for component in card.components:
                    self.table.bear(component, pairs, zones_of[card.kind])

    def _heeds(self) -> None:
        """What the conditions of each event's abilities say of its subject alone."""
        by_event: dict[int, dict[int, plan.Ability]] = {}
        for number, code in enumerate(self.program.abilities):
            by_event.setdefault(code.event, {})[number] = self.plan.abilities[number]

        def write(condition: plan.Expr, place: int, ability: plan.Ability) -> Function:
            return self.emitter.without_frame(lambda: self.emitter.emit(condition, True), [place], ability.unit.at)

        for event, abilities in by_event.items():
            reads = frozenset(name for number in abilities for name in self.program.abilities[number].reads)
            heed = heed_of(abilities, reads, write)
            if heed is not None:
                self.program.heeds[event] = heed

    def _without_frame(self, code: AbilityCode, ability: plan.Ability) -> None:
        places, at = [place for _, place in ability.binds], ability.unit.at
        where, value, emit = ability.where, ability.value, self.emitter.emit
        if where is not None:
            when = lambda: emit(where, True)  # noqa: E731
            code.when = self.emitter.without_frame(when, places, at, partial(setattr, code, "when"))
        if value is not None:
            worth = lambda: emit(value, True)  # noqa: E731
            if where is not None:
                worth = lambda: ast.IfExp(emit(where, True), emit(value, True), ast.Constant(None))  # noqa: E731
            code.worth = self.emitter.without_frame(worth, places, at, partial(setattr, code, "worth"))
        names = tuple(name for name, _ in ability.binds)
        code.names = self.bound_names.setdefault(names, names)

    # ---- code ------------------------------------------------------------------------------------

    def add(self, effect: effects.Effect) -> effects.Effect:
        """Append a step."""
        effect.here = len(self.code)
        self.code.append(effect)
        return effect

    @property
    def here(self) -> int:
        """Where the next step will stand."""
        return len(self.code)

    def body(self, body: plan.Body) -> list[Branch]:
        """Code of statements; gives the ways to enter them."""
        start = self.here
        first: list[Branch] | None = None
        begun = start
        plain: list[plan.Stmt] = []  # plain statements one behind the other, since `begun`
        for number, statement in enumerate(body):
            before = self.here
            entered = self.statement(statement)
            if number == 0:
                first = entered
            if not self.plain.statement(statement):
                self._group(begun, before, tuple(plain))
                begun, plain = self.here, []
            else:
                plain.append(statement)
        self._group(begun, self.here, tuple(plain))
        return first if first is not None else [self._plain_branch(start)]

    def _group(self, start: int, end: int, body: tuple[plan.Stmt, ...], settles: tuple[plan.Commit, ...] = ()) -> None:
        if end > start and (body or settles):
            self.generator.segments.groups[start] = Group(start, end, self.unit, body, settles)

    def _plain_branch(self, target: int) -> Branch:
        branch = Branch(End(self.game.budgets.options), target, [])
        branch.unit = self.unit
        return branch

    def fn(self, expr: plan.Expr, at: Span, ordered: bool = True) -> Function:
        """An expression as a function of (S, L)."""
        return self.emitter.function(expr, at, ordered)

    def statement(self, node: plan.Stmt) -> list[Branch] | None:
        """Code of one statement; its ways in, or None for the plain one."""
        if self._tells(node):
            self.add(effects.Reveal(node.at))
            self.telling.add(id(node))
        self.placed[id(node)] = self.here
        match node:
            case plan.Do():
                self._do(node)
            case plan.Let(place=place, many=many, value=value, at=at):
                self.add(effects.Bind(at, place, many, self.fn(value, at)))
            case plan.Assign():
                self._assign(node)
            case plan.Sentence():
                return self._sentence(node)
            case plan.May():
                self._may(node)
            case plan.Either():
                return self._either(node)
            case plan.If():
                self._if(node)
            case plan.ForEach():
                self._for_each(node)
            case plan.As():
                self._as(node)
            case plan.Repeat():
                return self._repeat(node)
            case plan.Limited():
                return self._limited(node)
            case plan.Perform():
                return self._perform(node)
            case plan.During():
                takes = [(self.fn(value, node.at), place) for value, place in node.captured]
                pairs = [(n, self.events[event_key(self.plan.abilities[n], self.checked)]) for n in node.abilities]
                scope = self.parts.index(node.scope) if node.scope != "game" else -1
                self.lasting.add(scope)
                for ability in node.abilities:
                    self.taken.setdefault(ability, set()).update(place for _, place in node.captured)
                self.add(effects.Begin(node.at, scope, node.once, pairs, takes))
            case plan.Nothing(at=at):
                self.add(effects.Jump(at, self.here + 1))
            case plan.Again(at=at):
                self.add(effects.Again(at))
                self.granting.add(self.unit.name)
            case plan.End(part=part, at=at):
                self.leaving.add(part)
                self.add(effects.EndPart(at, part))
        return None

    def _tells(self, node: plan.Stmt) -> bool:
        """Whether what a statement does depends on a zone that not everybody sees."""
        match node:
            case plan.Do(arguments=arguments):
                return self._hidden(arguments)
            case plan.Let(value=value) | plan.Assign(value=value) | plan.If(condition=value) | plan.ForEach(of=value):
                return self._hidden(value)
            case plan.As(of=value) | plan.Repeat(high=value):
                return self._hidden(value) or self._hidden(node.while_)
        return False

    def _hidden(self, node: object) -> bool:
        match node:
            case plan.ZoneSet(zone=zone):
                return zone != "box" and self.layout.zone_named(zone).seen_by != "all"
            case plan.KindSet(kind=kind):
                return any(kind in z.kinds and z.seen_by != "all" and z.name != "box" for z in self.layout.zones)
            case plan.AskQuery(query=query, arguments=(plan.ZoneSet(), *_)) if query.name in ("count", "any", "none"):
                return False  # how many lie there is told besides, see `count_seen_by`
            case plan.Apply(name=name, arguments=arguments):
                return self._hidden(tuple(self.plan.formulas[name].cases)) or self._hidden(arguments)
            case plan.AskQuery(query=query, arguments=(plan.Effect() as effect,)) if not query.parameters[0].limited:
                return self._hidden((effect.effect, effect.carrier, effect.arguments)) or self._beginnings_tell()
            case tuple() | list():
                return any(self._hidden(n) for n in node)
        return any(self._hidden(getattr(node, name)) for name in plan.parts(type(node)))

    def _beginnings_tell(self) -> bool:
        """Whether some answer about the beginning of an effect depends on a zone that not everybody sees."""
        if self.heads_tell is None:
            self.heads_tell = False  # while it is found out
            self.heads_tell = any(self._hidden(head(self.plan.units[name].body)) for name in self.plan.asked)
        return self.heads_tell

    # ---- verbs -----------------------------------------------------------------------------------

    def _do(self, node: plan.Do) -> None:
        verb, at = node.verb, node.at
        before = self.events.get(f"before {verb.name}")
        instead = self.events.get(f"instead of {verb.name}")
        assert verb.act is not None
        arguments = [self._argument_fn(a, at) for a in _trim(node.arguments)]
        if before is None and instead is None:
            self.add(effects.Act(at, verb.act, arguments, node.result))
            return
        if verb.argument is not None and verb.argument.shape == "components":
            # one event for each component: a loop, with the verb on one component at a time
            unit = self.layout.units[self.unit_number[self.unit.name]]
            member, index = self._more_places(unit, 2)
            members = self._more_set(unit)
            head = node.arguments[0]
            assert head is not None and not isinstance(head, str)
            named = self.fn(head, at)

            def there(S: State, L: list[int]) -> list[int]:
                return [component for component in named(S, L) if component != NOTHING]

            self.add(effects.Visit(at, there, members, index, None))
            loop = effects.NextMember(at, members, index, member, None, None)
            self.add(loop)
            one = plan.Join(((plan.Local(member), False),))
            rest = arguments[1:]
            names = list(verb.labels)
            self.add(effects.Hook(at, before, instead, self._component_parts(member, names, rest)))
            self.add(effects.Act(at, verb.act, [self.fn(one, at), *rest], None))
            self.add(effects.Jump(at, loop.here))
            loop.exit = self.here
            return
        names = (
            ["amount", "of"] if verb.argument is not None and verb.argument.shape == "amounts" else ["of", *verb.labels]
        )
        functions = list(arguments)

        def parts(S: State, L: list[int]) -> dict[str, int]:
            return {name: f(S, L) for name, f in zip(names, functions, strict=False)}

        self.add(effects.Hook(at, before, instead, parts, node.result))
        self.add(effects.Act(at, verb.act, arguments, node.result))

    def _component_parts(self, member: int, names: list[str], rest: list[Function]) -> Function:
        from interpreter.state import LOCATION, SLOT_BASE

        slot_zone = self.layout.slot_zone

        def parts(S: State, L: list[int]) -> dict[str, int]:
            component = L[LOCALS + member]
            found = {"of": component, "from": S[LOCATION][component], "to": NOTHING, "slot": NOTHING}
            for name, f in zip(names, rest, strict=False):
                found[name] = f(S, L)
            if found["to"] >= SLOT_BASE:
                found["slot"] = found["to"] - SLOT_BASE
                found["to"] = slot_zone[found["slot"]]
            return found

        return parts

    def _more_places(self, unit: UnitInfo, count: int) -> list[int]:
        first = len(unit.locals)
        unit.locals += [("event", values.NUMBER)] * count
        return list(range(first, first + count))

    def _more_set(self, unit: UnitInfo) -> int:
        unit.sets.append(("events", values.COMPONENT.set_of()))
        return len(unit.sets) - 1

    def _argument_fn(self, argument: plan.Expr | str | None, at: Span) -> Function:
        if argument is None:
            return lambda S, L: None
        if isinstance(argument, str):
            return lambda S, L: argument
        return self.fn(argument, at)

    def _assign(self, node: plan.Assign) -> None:
        of = self.fn(node.of, node.at) if node.of is not None else None
        value = self.fn(node.value, node.at)
        if node.kind == "attribute":
            info = self.attributes[node.name]
        elif node.name in self.resources:
            resource = self.resources[node.name]
            self.add(effects.Assign(node.at, resource.index, of, value, resource.low, resource.high))
            return
        else:
            info = self.variables[node.name]
        self.add(effects.Assign(node.at, info.index, of, value, info.type.low, info.type.high))

    # ---- sentences -------------------------------------------------------------------------------

    def steps(self, commitments: tuple[plan.Commit, ...], at: Span) -> tuple[Step, list[tuple[str, ValueType]]]:
        """The chain that solves commitments, and what each value of an option is called."""
        chain: list[Step] = []
        labels: list[tuple[str, ValueType]] = []
        for node in commitments:
            match node:
                case plan.Choose():
                    chosen = self._choice(node)
                    self.step_of[id(node)] = chosen
                    chain.append(chosen)
                    labels.append((node.label, node.type.set_of() if node.many else node.type))
                case plan.Let(place=place, many=many, value=value):
                    chain.append(LetStep(place, many, self.fn(value, node.at)))
                case plan.Require(condition=condition):
                    chain.append(RequireStep(self.fn(condition, node.at)))
                case plan.Pay():
                    amounts = self._amounts(node)
                    chain.append(PayStep(amounts, node.picks, self._has))
                    for planned in node.amounts:
                        if len(planned) > 1:
                            self.program.payments.append([self._amount_name(*amount) for amount in planned])
                            labels.append(("payment", ValueType("payment", low=len(self.program.payments) - 1)))
                case plan.Promise(do=do):
                    verb = do.verb
                    assert verb.can is not None
                    can, table = verb.can, self.table
                    arguments = tuple(self._argument_fn(a, do.at) for a in _trim(do.arguments))

                    def ask(S: State, you: int, *given: Any, can: Function = can, table: Table = table) -> bool:
                        return bool(can(table, S, you, *given))

                    chain.append(PromiseStep(ask, arguments))
        chain.append(End(self.game.budgets.options))
        for step, following in zip(chain, chain[1:], strict=False):
            step.next = following
        return chain[0], labels

    def _amount_name(self, count: plan.Expr, resource: plan.Expr) -> str:
        """An amount as it is asked for: `1 stone`; without its number when that is not known before."""
        name = self.layout.resources[resource.value].name if isinstance(resource, plan.Const) else "other"
        return f"{count.value} {name}" if isinstance(count, plan.Const) else name

    def _has(self, S: State, resource: int, seat: int, amount: int) -> bool:
        info = self.layout.resources[resource]
        held: int = S[info.index][seat if info.per_player else 0]
        return amount <= held - (info.low or 0)

    def _amounts(self, node: plan.Pay) -> list[list[tuple[Function, Function]]]:
        return [[(self.fn(c, node.at), self.fn(r, node.at)) for c, r in a] for a in node.amounts]

    def _pick(self, at: Span) -> Function:
        stream, table = self._stream(f"pick:{self.unit.name}"), self.table
        return lambda S, members: table.pick(S, stream, members)

    def _choice(self, node: plan.Choose) -> ChooseOne | ChooseSet | ChooseMatching:
        like = self._likeness(node)
        of = self.fn(node.of, node.at, ordered=True)
        pick = self._pick(node.at)
        if not node.many:
            return ChooseOne(node.place, of, like, list(node.unlike), pick)
        if node.matching is not None:
            kind = next(iter(node.type.names))
            indexes = tuple(self.attributes[name].index for name in self.game.kinds[kind].attributes)
            recipe = self.fn(node.matching, node.at)
            return ChooseMatching(node.place, of, like, list(node.unlike), recipe, self.layout.needs, indexes)
        low = self.fn(node.low if node.low is not None else plan.Const(0), node.at)
        high = self.fn(node.high, node.at) if node.high is not None else None
        constraint = self._constraint(node) if node.constraint is not None else None
        made = ChooseSet(
            node.place,
            of,
            like,
            list(node.unlike),
            low,
            high,
            node.repeating,
            constraint,
            node.minimal,
            pick,
            self.game.budgets.options,
        )
        whole = constraint is None or (constraint.test is None and not constraint.growing)
        if like.mode == "pile" and not like.attributes and not node.repeating and whole and self._printed(node):
            made.known = Memory()
            keys = constraint.keys if constraint is not None else []
            made.looks = self._looks(node, like, [partial(key, None, None) for key in keys])
        elif like.mode == "number" and whole and (constraint is None or self._of_itself(node)):
            made.of_numbers = {}
        elif (like.mode == "apart" or (like.mode == "pile" and not like.attributes)) and self._grows_by_print(node):
            made.of_printed = {}
        return made

    def _looks(self, node: plan.Choose, like: Likeness, keys: list[Function]) -> Callable[[], Looks]:
        kinds = {self.layout.kinds.index(kind) for kind in node.type.names} or set(range(len(self.layout.kinds)))
        made: list[Looks] = []

        def looks() -> Looks:
            if not made:
                of = [c for c, kind in enumerate(self.layout.kind_of) if kind in kinds]
                made.append(Looks(of, like.class_of, keys))
            return made[0]

        return looks

    def _grows_by_print(self, node: plan.Choose) -> bool:
        """Whether a set grows by tests that read nothing but what is printed on its members."""
        if node.constraint is None:
            return False
        reader = self.read_constraint(node)
        return bool(reader.growing) and all(_reads_print(test, node.place) for test in reader.growing)

    def _of_itself(self, node: plan.Choose) -> bool:
        """Whether what a constraint adds up are the members themselves."""
        return all(key is None for key in self.read_constraint(node).keys)

    def _printed(self, node: plan.Choose) -> bool:
        """Whether the keys of a constraint depend on nothing but what is printed on the members."""
        if node.constraint is None:
            return True
        reader = _TreeReader(node.place)
        reader.read(node.constraint)
        return all(key is not None and _is_printed(key[1], key[0]) for key in reader.keys)

    def _likeness(self, node: plan.Choose) -> Likeness:
        if node.type.base != "component":
            mode = "number"
        elif node.hidden and not node.places:
            mode = "unseen"
        elif node.hidden:
            mode = "unseen" if self.layout.zone_named(node.hidden).order == "stack" else "apart"
        else:
            mode = "apart" if node.places else "pile" if self._one_pile(node.of) else "alike"
        kinds = (node.type.names or frozenset(self.layout.kinds)) if node.type.base == "component" else frozenset()
        told = [a.index for a in self.layout.attributes if any(a.name in self.game.kinds[k].attributes for k in kinds)]
        if mode == "apart" and node.type.base == "component":
            self.program.alike_apart = True
        return Likeness(mode, self.layout.class_of, told)

    @staticmethod
    def _one_pile(of: plan.Expr) -> bool:
        while isinstance(of, plan.Filter):
            of = of.of
        return isinstance(of, plan.ZoneSet) and not of.owners

    def _constraint(self, node: plan.Choose) -> Constraint:
        assert node.constraint is not None
        reader = _TreeReader(node.place)
        tree = reader.read(node.constraint)
        keys = [self._key_fn(key, node) for key in reader.keys]
        constants = [self.fn(c, node.at) for c in reader.constants]
        test = self.fn(node.constraint, node.at) if tree is None or reader.opaque else None
        growing = [self.fn(g, node.at) for g in reader.growing]
        if reader.opaque and not reader.partial:
            tree = None
        return Constraint(tree, keys, constants, test, growing)

    def _key_fn(self, key: tuple[str, plan.Expr] | None, node: plan.Choose) -> Function:
        if key is None:
            return lambda S, L, member: member
        return self.emitter.member_function(key[1], key[0], node.at)

    def _settle(self, commitments: tuple[plan.Commit, ...]) -> None:
        for node in commitments:
            if isinstance(node, plan.Pay):
                assert node.verb.act is not None
                self.placed[id(node)] = self.here
                to = self.fn(node.to, node.at) if node.to is not None else None
                self.add(effects.Settle(node.at, node.verb.act, self._amounts(node), node.picks, to))
            elif isinstance(node, plan.Promise):
                self.placed[id(node.do)] = self.here
                self._do(node.do)

    def _sentence(self, node: plan.Sentence) -> list[Branch] | None:
        steps, labels = self.steps(node.commitments, node.at)
        self.solved[id(node)] = steps
        asking: Ask | effects.Meet
        asking = Ask(node.at, [], "sentence") if node.asks else effects.Meet(node.at, steps)
        self.add(asking)
        branch = Branch(steps, self.here, labels)
        branch.sentence, branch.unit = node, self.unit
        if isinstance(asking, Ask):
            asking.branches = [branch]
            self.ask_of[id(node)] = asking
        settled = self.here
        self._settle(node.commitments)
        behind = self.here
        self.body(node.body)
        if settled != self.here and self.plain.settled(node.commitments):
            if self.plain.body(node.body):
                self._group(settled, self.here, node.body, node.commitments)
            elif settled != behind:
                self._group(settled, behind, (), node.commitments)
        if node.otherwise is not None:
            jump = effects.Jump(node.at)
            self.add(jump)
            asking.otherwise = self.here
            self.body(node.otherwise)
            jump.to = self.here
            return None
        if self._is_replacement():
            jump = effects.Jump(node.at)
            self.add(jump)
            asking.otherwise = self.here
            self.add(effects.Unreplaced(node.at))
            jump.to = self.here
            return [branch]
        asking.otherwise = self.here
        return [branch]

    def _is_replacement(self) -> bool:
        return self.replaces(self.unit)

    def _may(self, node: plan.May) -> None:
        ask = self.ask_of[id(node)] = Ask(node.at, [], "may")
        ask.said = node.said
        self.add(ask)
        ask.branches = self.body(node.body)
        if self._is_replacement():
            jump = effects.Jump(node.at)
            self.add(jump)
            ask.decline = ask.otherwise = self.here
            self.add(effects.Unreplaced(node.at))
            jump.to = self.here
        else:
            ask.decline = ask.otherwise = self.here

    def _either(self, node: plan.Either) -> list[Branch]:
        ask = self.ask_of[id(node)] = Ask(node.at, [], "either")
        self.add(ask)
        jumps = []
        for number, body in enumerate(node.branches):
            for branch in self.body(body):
                inner = branch.copy()
                inner.way = f"{node.names[number]} / {inner.way}" if inner.way else node.names[number]
                inner.said = inner.said or node.said[number]
                ask.branches.append(inner)
            jump = effects.Jump(node.at)
            self.add(jump)
            jumps.append(jump)
        for jump in jumps:
            jump.to = self.here
        ask.otherwise = self.here
        return ask.branches

    def _if(self, node: plan.If) -> None:
        test = effects.JumpUnless(node.at, self.fn(node.condition, node.at), node.condition)
        self.add(test)
        self.body(node.then)
        if node.otherwise is None:
            test.to = self.here
            return
        jump = effects.Jump(node.at)
        self.add(jump)
        test.to = self.here
        self.body(node.otherwise)
        jump.to = self.here

    def _for_each(self, node: plan.ForEach) -> None:
        self.add(effects.Visit(node.at, self.fn(node.of, node.at), node.members, node.index, None))
        while_ = self.fn(node.while_, node.at) if node.while_ is not None else None
        loop = effects.NextMember(node.at, node.members, node.index, node.place, None, while_)
        self.add(loop)
        self.body(node.body)
        self.add(effects.Jump(node.at, loop.here))
        loop.exit = self.here

    def _as(self, node: plan.As) -> None:
        self.add(effects.Visit(node.at, self.fn(node.of, node.at), node.members, node.index, node.saved))
        if node.secretly:
            self.ask_of[id(node)] = self._secret(node.at, node.body, node.members, node.index, node.saved)
            return
        while_ = self.fn(node.while_, node.at) if node.while_ is not None else None
        loop = effects.NextMember(node.at, node.members, node.index, None, node.saved, while_)
        self.add(loop)
        self.body(node.body)
        self.add(effects.Jump(node.at, loop.here))
        loop.exit = self.here

    def _secret(self, at: Span, body: plan.Body, members: int, index: int, saved: int) -> AskAll:
        """All decide, then results in order; `members` holds the seats."""
        ask = AskAll(at, [], "together", members, self._answers(self.unit.name))
        self.add(ask)
        opened = effects.Open(at, ask, index, saved)
        self.add(opened)
        statement = body[0] if body else None
        if isinstance(statement, plan.May):
            ask.said = statement.said
            ask.branches = self.body(statement.body)
            ask.decline = opened.here
        else:
            ask.branches = self._secret_entries(statement)
        ask.otherwise = opened.here
        if isinstance(statement, plan.Sentence) and statement.otherwise is not None:
            ask.otherwise = self._otherwise_of(statement)
        self.add(effects.Jump(at, opened.here))
        opened.exit = self.here
        return ask

    def _answers(self, unit: str) -> int:
        """The first of the lists where the answers to the unit's next question to several wait."""
        first = self.secret_first[unit]
        self.secret_first[unit] += self.layout.seats
        return first

    def _secret_entries(self, statement: plan.Stmt | None) -> list[Branch]:
        if statement is None:
            return []
        start = self.here
        branches = self.statement(statement)
        if branches is not None:
            return branches
        # a sentence with `otherwise` asks for itself; its own question holds the way in
        asking = self.code[start]
        return asking.branches if isinstance(asking, Ask) else [self._plain_branch(start)]

    def _otherwise_of(self, statement: plan.Sentence) -> int:
        for effect in reversed(self.code):
            if isinstance(effect, Ask | effects.Meet) and effect.at == statement.at and not isinstance(effect, AskAll):
                return effect.otherwise
        raise AssertionError(statement)

    def _repeat(self, node: plan.Repeat) -> list[Branch] | None:
        ways = self._repeated(node)
        if ways is not None:
            self.entered_behind.add(id(node))
        return ways

    def _repeated(self, node: plan.Repeat) -> list[Branch] | None:
        start = self.here
        self.add(effects.CountTurns(node.at, self.fn(node.high, node.at), node.limit, node.done))
        while_ = self.fn(node.while_, node.at) if node.while_ is not None else None
        if not node.asks:
            loop = effects.NextTurn(node.at, node.limit, node.done, while_)
            self.add(loop)
            inside = self.body(node.body)
            self.add(effects.Jump(node.at, loop.here))
            loop.exit = self.here
            return self._must_begin(start, self.fn(node.high, node.at), while_, inside)
        turns_left = plan.Comparison("<", plan.Local(node.done), plan.Local(node.limit))
        check = effects.JumpUnless(node.at, self.fn(turns_left, node.at), turns_left)
        self.add(check)
        stop: effects.JumpUnless | None = None
        if while_ is not None:
            stop = effects.JumpUnless(node.at, while_, node.while_)
            self.add(stop)
        ask = self.ask_of[id(node)] = Ask(node.at, [], "repeat")
        self.add(ask)
        done = LOCALS + node.done

        def count(S: State, L: list[int]) -> None:
            L[done] += 1

        ask.before = count
        ask.branches = self.body(node.body)
        self.add(effects.Jump(node.at, check.here))
        check.to = ask.otherwise = ask.decline = self.here
        if stop is not None:
            stop.to = self.here
        low = self.fn(node.low, node.at) if node.low is not None else None
        if low is None:
            return None
        ask.owed = lambda S, L: L[done] < low(S, L)
        return self._must_begin(start, low, while_, ask.branches)

    def _must_begin(
        self, start: int, times: Function, while_: Function | None, inside: list[Branch]
    ) -> list[Branch] | None:
        """A loop that must run once can be entered only if its body can."""
        if not inside or any(isinstance(b.steps, End) and not b.limits and not b.guards for b in inside):
            return None
        program = self.program

        def can(S: State, L: list[int]) -> bool:
            if times(S, L) < 1 or (while_ is not None and not while_(S, L)):
                return True
            return any(branch.options(program, S, L) for branch in inside)

        branch = self._plain_branch(start)
        branch.guards.append(can)
        return [branch]

    def _limited(self, node: plan.Limited) -> list[Branch]:
        limit = effects.UseLimit(node.at, node.site, node.times)
        self.add(limit)
        branches = self.body(node.body)
        limit.exit = self.here
        found = []
        for branch in branches:
            inner = branch.copy()
            inner.limits = [limit, *inner.limits]
            found.append(inner)
        return found

    def _perform(self, node: plan.Perform) -> list[Branch] | None:
        if node.effect is not None:
            carrier = self.fn(node.carrier, node.at) if node.carrier is not None else None
            self.add(effects.CallHeld(node.at, self.fn(node.effect, node.at), carrier))
            return None
        arguments = [(self.fn(a, node.at), many) for a, many in node.arguments]
        unit = self.unit_number[node.unit]
        bare = node.unit.partition(":")[2]
        before, instead = self.events.get(f"before unit {bare}"), self.events.get(f"instead of unit {bare}")
        if before is not None or instead is not None:
            self.add(effects.Hook(node.at, before, instead, self._parameter_parts(node.unit, arguments)))
            self.add(effects.Call(node.at, unit, arguments))
            return None  # others answer first, so what it asks is no part of an offer that leads here
        self.add(effects.Call(node.at, unit, arguments))
        return self._enter(node.unit, arguments, self.here, node.arguments)

    def _parameter_parts(self, name: str, arguments: list[tuple[Function, bool]]) -> Function:
        """What the event of a named effect carries before it runs."""
        names = [n for n, _ in self.plan.units[name].parameters]

        def parts(S: State, L: list[int]) -> dict[str, int]:
            found = {n: f(S, L) for n, (f, many) in zip(names, arguments, strict=True) if not many}
            return found | ({"of": found[names[0]]} if names and names[0] in found else {})

        return parts

    def _enter(
        self,
        name: str,
        arguments: list[tuple[Function, bool]],
        back: int,
        given: tuple[tuple[plan.Expr, bool], ...] = (),
    ) -> list[Branch] | None:
        inside = self._compile_unit(name) if name not in self.entries else self.entries[name]
        if inside is None:
            return None
        found = []
        for nth, branch in enumerate(inside):
            outer = branch.copy()
            outer.nth = nth
            outer.enter = [(self.unit_number[name], arguments, back), *outer.enter]
            outer.through = [(name, given), *outer.through]
            found.append(outer)
        return found

    # ---- what is asked about effects ---------------------------------------------------------------

    def _beginnings(self) -> None:
        """Tests for the effects of which somebody asks whether they could begin."""
        for name in sorted(self.plan.asked):
            last = name
            while (performed := _only_performs(self.plan.units[last])) is not None:
                last = performed
            self.unit = self.plan.units[last]
            test = self._begins(self.unit.body, not _named(last))
            if test is not None:
                self.heads[self.unit_number[last]] = (self.unit, not _named(last))
            self.program.beginnings[self.unit_number[name]] = (self.unit_number[last], test)

    def _begins(self, body: plan.Body, held: bool = False) -> Function | None:
        """Whether statements can be entered, as a function of (S, L) in a frame of their own; None: always.

        The same head as in `checking.asking.head`. What somebody holds is entered past the limit at its head, as when
        it is performed.
        """
        program, players = self.program, self.layout.players
        match body[0] if body else None:
            case plan.Sentence(otherwise=None, asks=asks) as node:
                steps = self.solved[id(node)]
                budget = program.budgets.steps
                if not asks:
                    return lambda S, L: can_be_met(steps, S, L, budget)
                return lambda S, L: L[YOU] < players and can_be_met(steps, S, L, budget)
            case plan.Either(branches=branches):
                ways = [self._begins(branch) for branch in branches]
                if None in ways:
                    return lambda S, L: bool(L[YOU] < players)
                return lambda S, L: L[YOU] < players and any(way(S, L) for way in ways if way is not None)
            case plan.Perform(effect=None, unit=name) as node:
                number = self.unit_number[name]
                given = [self.fn(a, node.at) for a, _ in node.arguments]
                return lambda S, L: program.begins(S, number, L[YOU], L[THIS], [f(S, L) for f in given])
            case plan.Perform(effect=effect, carrier=carrier) as node if effect is not None:
                which = self.fn(effect, node.at)
                by = self.fn(carrier if carrier is not None else plan.This(), node.at)
                return lambda S, L: program.begins(S, which(S, L), L[YOU], by(S, L), ())
            case plan.Limited(body=inner) if held:
                return self._begins(inner)
            case plan.Limited(site=site, times=times, body=inner) as node:
                limit = effects.UseLimit(node.at, site, times)
                way = self._begins(inner)
                return lambda S, L: limit.free(S, L) and (way is None or way(S, L))
            case plan.Repeat(asks=asks, low=low, high=high, while_=while_, body=inner) as node:
                way = self._begins(inner)
                least = low if asks else high
                if way is None or least is None:
                    return None
                turns = self.fn(least, node.at)
                goes_on = self.fn(while_, node.at) if while_ is not None else None
                return lambda S, L: turns(S, L) < 1 or (goes_on is not None and not goes_on(S, L)) or bool(way(S, L))
            case _:
                return None

    # ---- the flow --------------------------------------------------------------------------------

    def _compile_part(self, part: plan.Part) -> None:
        at, places = part.at, part.places
        info = self._enter_unit(part.unit)
        unit_number = self.unit_number[part.unit.name]
        self.program.visitors[unit_number] = (places["visitor"], places.get("seats", -1))
        part_number = self.parts.index(part.name)
        pass_index = self.variables["passes of parts"].index
        skip: effects.JumpUnless | None = None
        if part.when is not None:
            skip = effects.JumpUnless(at, self.fn(part.when, at), part.when)
            self.add(skip)
        start = effects.StartPart(at, part_number, pass_index, places)
        self.add(start)
        seats = part.each if part.each is not None else part.around
        if seats is not None:
            start.seats = self._seat_order(part, seats)
            if not part.together:
                self.program.visit_places[unit_number] = (places["index"], places["seats"])
                self.program.visits_around[unit_number] = part.around is not None
        bound = part.repeat if part.repeat is not None else part.at_most
        start.bound = self.fn(bound, at) if bound is not None else None
        mapping_until = part.offer is not None and not part.listed and part.around is None
        if part.together:
            kind = "once"
        elif part.each is not None:
            kind = "each"
        elif part.around is not None:
            kind = "around"
        elif part.repeat is not None:
            kind = "repeat"
        elif part.until is not None and not mapping_until:
            kind = "until"
        else:
            kind = "once"
        head = effects.NextPass(at, kind, part_number, pass_index, places)
        self.add(head)
        head.sites = self.sites_of(part)
        if part.while_ is not None and not part.together:
            head.while_ = self.emitter.member_function(part.while_[1], part.while_[0], at)
        before = self.events.get(f"before part {part.name}")
        if before is not None:
            self.add(effects.RaisePart(at, before))
        self._content(part)
        self.program.leave_at[part.name] = (unit_number, self.here)
        after = self.events.get(f"part {part.name}")
        if after is not None:
            self.add(effects.RaisePart(at, after))
        self.add(effects.EndScope(at, part_number))
        exits: list[effects.JumpUnless] = []
        if part.until is not None and not mapping_until:
            going = plan.Not(part.until)
            goes_on = effects.JumpUnless(at, self.fn(going, at), going)
            self.add(goes_on)
            exits.append(goes_on)
        if kind != "once":
            self.add(effects.Jump(at, head.here))
        head.exit = self.here
        for jump in exits:
            jump.to = self.here
        self.add(effects.RestoreYou(at, places["saved"]))
        end = self.add(effects.Return(at))
        if skip is not None:
            skip.to = end.here
        info.end = len(self.code)

    def _seat_order(self, part: plan.Part, seats: plan.Expr) -> Function:
        of = self.fn(seats, part.at)
        first = self.fn(part.first, part.at) if part.first is not None else None
        backwards = part.order == "counterclockwise"
        key = self.emitter.member_function(part.by_key[1], part.by_key[0], part.at) if part.by_key is not None else None

        def order(S: State, L: list[int]) -> list[int]:
            found = list(of(S, L))
            if key is not None:
                return sorted(found, key=lambda seat: key(S, L, seat))
            if backwards:
                found.reverse()
            if first is not None:
                leader = first(S, L)
                if leader in found:
                    i = found.index(leader)
                    found = found[i:] + found[:i]
            return found

        return order

    def _content(self, part: plan.Part) -> None:
        at, places = part.at, part.places
        if part.together:
            self.add(effects.SetNumber(at, places["index"], 0))
            if part.while_ is not None:
                member = plan.Filter(plan.LocalSet(places["seats"]), part.while_[0], part.while_[1], None)
                self.add(effects.Bind(at, places["seats"], True, self.fn(member, at)))
            if part.do is not None:
                self.ask_of[id(part)] = self._secret(at, part.do, places["seats"], places["index"], places["saved"])
            elif part.offer is not None:
                ask = AskAll(at, [], "together", places["seats"], self._answers(part.unit.name))
                self.ask_of[id(part)] = ask
                self.add(ask)
                opened = effects.Open(at, ask, places["index"], places["saved"])
                self.add(opened)
                for entry in part.offer:
                    ask.branches += self._offered(entry, opened.here)
                ask.otherwise = opened.here
                if part.otherwise is not None:
                    ask.otherwise = self.here
                    self.body(part.otherwise)
                    self.add(effects.Jump(at, opened.here))
                opened.exit = self.here
            return
        if part.do is not None:
            self.body(part.do)
        elif part.parts is not None:
            self._calls(part.parts)
        elif part.offer is not None and part.listed:
            self._listed(part)
        elif part.offer is not None:
            self._mapping(part)

    def _calls(self, parts: list[plan.Part]) -> None:
        """One part after the other; plain ones that stand together run in one go."""
        begun = self.here
        plain: list[plan.Part] = []
        for inner in parts:
            if not self.plain.unit(inner.unit.name):
                self._parts_group(begun, plain)
                self.add(effects.Call(inner.at, self.unit_number[inner.unit.name], []))
                begun, plain = self.here, []
            else:
                self.add(effects.Call(inner.at, self.unit_number[inner.unit.name], []))
                plain.append(inner)
        self._parts_group(begun, plain)

    def _parts_group(self, start: int, parts: list[plan.Part]) -> None:
        if parts:
            self.generator.segments.groups[start] = Group(start, self.here, self.unit, (), (), tuple(parts))

    def _offered(self, entry: plan.OfferEntry, back: int) -> list[Branch]:
        found: list[Branch] = []
        if entry.uses:
            return self._uses(entry.uses, back)
        for name in entry.units:
            number = self.unit_number[name]
            entered = self.entries[name]
            if entered is None:
                info = self.layout.units[number]
                branch = self._plain_branch(info.start)
                branch.enter, branch.through, branch.unit = [(number, [], back)], [(name, ())], self.plan.units[name]
                branches = [branch]
            else:
                branches = self._enter(name, [], back) or []
            bare = name.partition(":")[2]
            forbid = self.events.get(f"forbid {bare}")
            for branch in branches:
                branch.label = bare
                if forbid is not None:
                    unit = self.plan.units[name]
                    # an action that begins with another effect has no names of its own to tell
                    own = len(branch.enter) == 1
                    branch.forbid = (forbid, [(n, place) for place, (n, _) in enumerate(unit.locals)] if own else [])
                found.append(branch)
        return found

    def _uses(self, kind: str, back: int) -> list[Branch]:
        """The `use:` of every component of a kind, for whoever holds it where it works."""
        found: list[Branch] = []
        zones = self._working(kind)
        for card in self.layout.cards:
            name = self.checked.card_effects.get(card.id, {}).get("use")
            if card.kind != kind or name is None:
                continue
            branches = self._enter(name, [], back)
            if branches is None:
                branch = self._plain_branch(self.layout.units[self.unit_number[name]].start)
                branch.enter, branch.through = [(self.unit_number[name], [], back)], [(name, ())]
                branch.unit = self.plan.units[name]
                branches = [branch]
            for branch in branches:
                branch.label = card.id
                branch.carriers = (tuple(card.components), zones)
                found.append(branch)
        return found

    def _working(self, kind: str) -> frozenset[int]:
        """The lists of zones where the abilities and uses of a kind work; all but the box when nothing is said."""
        names = self.game.kinds[kind].in_play or ["anywhere"]
        lists: set[int] = set()
        for zone in self.layout.zones:
            if zone.name in names or ("anywhere" in names and zone.name != "box"):
                lists |= set(range(zone.base, zone.base + (self.layout.seats if zone.per_player else 1)))
        return frozenset(lists)

    def _listed(self, part: plan.Part) -> None:
        at, picks = part.at, part.places["picks"]
        self.program.picks_place[self.unit_number[part.unit.name]] = picks
        self.add(effects.SetNumber(at, picks, 1))
        left = plan.Comparison(">", plan.Local(picks), plan.Const(0))
        check = effects.JumpUnless(at, self.fn(left, at), left)
        self.add(check)
        ask = self.ask_of[id(part)] = Ask(at, [], "offer")
        self.add(ask)

        def picked(S: State, L: list[int]) -> None:
            L[LOCALS + picks] -= 1

        ask.before = picked
        assert part.offer is not None
        for entry in part.offer:
            ask.branches += self._offered(entry, check.here)
        ask.otherwise = self.here
        self.add(effects.SetNumber(at, picks, 0))
        if part.otherwise is not None:
            self.body(part.otherwise)
        check.to = self.here

    def _mapping(self, part: plan.Part) -> None:
        at = part.at
        assert part.offer is not None
        unit = self.layout.units[self.unit_number[part.unit.name]]
        counts = self.counts_of[id(part)] = self._more_places(unit, len(part.offer))
        for place in counts:
            self.add(effects.SetNumber(at, place, 0))
        ask = self.ask_of[id(part)] = Ask(at, [], "offers")
        self.add(ask)
        for place, entry in zip(counts, part.offer, strict=True):
            for branch in self._offered(entry, ask.here):
                branch.count = (place, entry.most)
                ask.branches.append(branch)
        least = [(LOCALS + place, entry.least) for place, entry in zip(counts, part.offer, strict=True) if entry.least]
        ask.owed = lambda S, L: any(L[place] < number for place, number in least)
        if part.until is not None and part.around is None:
            ask.until = self.fn(part.until, at)
        ask.otherwise = self.here
        if part.otherwise is not None:
            self.body(part.otherwise)
        ask.decline = self.here


def _named(unit: str) -> bool:
    """Whether a unit is an action or a named effect, and not held by anything."""
    return unit.startswith(("action:", "effect:"))


def _only_performs(unit: plan.Unit) -> str | None:
    """The effect that a unit begins with, when it gives it nothing."""
    first = unit.body[0] if unit.body else None
    return first.unit if isinstance(first, plan.Perform) and first.unit and not first.arguments else None


def _trim(arguments: tuple[plan.Expr | str | None, ...]) -> list[plan.Expr | str | None]:
    """Without what was left out at the end, so that the verb's own defaults hold."""
    found = list(arguments)
    while found and found[-1] is None:
        found.pop()
    return found


def _all_parts(parts: list[plan.Part]) -> list[plan.Part]:
    return [p for part in parts for p in (part, *_all_parts(part.parts or []))]


@dataclass(slots=True)
class _TreeReader:
    """Takes a constraint apart: bounds on sizes and totals can be searched, the rest must be tested."""

    place: int
    keys: list[tuple[str, plan.Expr] | None] = field(default_factory=list)
    constants: list[plan.Expr] = field(default_factory=list)
    growing: list[plan.Expr] = field(default_factory=list)
    opaque: bool = False
    partial: bool = False  # the tree is a necessary condition, though not the whole

    def read(self, node: plan.Expr) -> Tree | None:
        """The tree, or None when nothing of it can be searched."""
        tree = self._read(node)
        if tree is None and isinstance(node, plan.Logical) and node.operator == "and":
            parts = [t for t in (self._read(p) for p in node.parts) if t is not None]
            self.opaque = True
            self.growing = [p for p in node.parts if self._shrinks(p)]
            if parts:
                self.partial = True
                return Both(tuple(parts))
            return None
        if tree is None:
            self.opaque = True
            self.growing = [node] if self._shrinks(node) else []
        return tree

    def _read(self, node: plan.Expr) -> Tree | None:
        match node:
            case plan.Logical(operator=operator, parts=parts):
                found = [self._read(p) for p in parts]
                if any(f is None for f in found):
                    return None
                kept = tuple(f for f in found if f is not None)
                return Both(kept) if operator == "and" else OneOf(kept)
            case plan.Comparison(operator=operator, left=left, right=right):
                feature = self._feature(left)
                if feature is None:
                    turned = {"<=": ">=", ">=": "<=", "<": ">", ">": "<", "==": "==", "!=": "!="}[operator]
                    feature, operator, right = self._feature(right), turned, left
                if feature is None or self._about(right) or operator == "!=":
                    return None
                if operator in ("<", ">"):
                    right = plan.Arithmetic("+" if operator == ">" else "-", right, plan.Const(1))
                    operator += "="
                self.constants.append(right)
                number = len(self.constants) - 1
                if operator == "<=":
                    return AtMost(feature, number)
                return AtLeast(feature, number) if operator == ">=" else Exactly(feature, number)
        return None

    def _feature(self, node: plan.Expr) -> int | None:
        if not isinstance(node, plan.AskQuery) or not node.arguments:
            return None
        of = node.arguments[0]
        if node.query.name == "count" and of == plan.LocalSet(self.place):
            return 0
        if node.query.name == "total":
            key: tuple[str, plan.Expr] | None
            if of == plan.LocalSet(self.place):
                key = None
            elif (
                isinstance(of, plan.Filter)
                and of.of == plan.LocalSet(self.place)
                and of.where is None
                and of.key is not None
            ):
                key = (of.var, of.key)
            else:
                return None
            # one feature per key, however its member is called
            for number, known in enumerate(self.keys):
                if (known is None) == (key is None) and (
                    known is None or key is None or _renamed(known) == _renamed(key)
                ):
                    return number + 1
            self.keys.append(key)
            return len(self.keys)
        return None

    def _about(self, node: object) -> bool:
        if node == plan.LocalSet(self.place):
            return True
        if isinstance(node, tuple):
            return any(self._about(n) for n in node)
        return any(self._about(getattr(node, name)) for name in plan.parts(type(node)))

    def _shrinks(self, node: plan.Expr) -> bool:
        """Whether a larger set can never mend what a smaller one breaks."""
        return (
            isinstance(node, plan.AskQuery)
            and node.query.name in ("alike", "different")
            and self._about(node.arguments)
        )


def _is_printed(node: plan.Expr, var: str) -> bool:
    match node:
        case plan.Const():
            return True
        case plan.Var(name=name):
            return name == var
        case plan.CardField(of=of):
            return _is_printed(of, var)
        case plan.Arithmetic(left=left, right=right):
            return _is_printed(left, var) and _is_printed(right, var)
    return False


def _reads_print(node: object, place: int) -> bool:
    """Whether an expression reads nothing but the members of a set, by its place, and what is printed on them."""
    match node:
        case plan.LocalSet(at=at):
            return at == place
        case plan.Filter(of=of, var=var, where=None, key=key, pairs=pairs):
            return _reads_print(of, place) and not pairs and (key is None or _is_printed(key, var))
        case plan.AskQuery(query=query, arguments=arguments):
            return not query.table and all(_reads_print(argument, place) for argument in arguments)
        case plan.Const():
            return True
    return False


def _renamed(key: tuple[str, plan.Expr]) -> str:
    return repr(key[1]).replace(f"'{key[0]}'", "'_'")
