"""Checking expressions: names are resolved, types and units compared. Runs nothing."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import contextmanager
from typing import TYPE_CHECKING

from interpreter.checking import plan, problems
from interpreter.checking.game import Game
from interpreter.checking.plan import Typed
from interpreter.checking.scope import Scope
from interpreter.diagnostics import Problem, Report, did_you_mean
from interpreter.state import NOTHING, values
from interpreter.state.values import ValueType
from interpreter.syntax import ast
from interpreter.vocabulary import known_queries

if TYPE_CHECKING:
    from collections.abc import Iterator

UNKNOWN = ValueType("unknown")
NO_VALUE = Typed(UNKNOWN, plan.Const(0))


class Expressions:
    """Checks expressions of one game. `formula_types` gives the answers of functions and quantities."""

    def __init__(self, game: Game, report: Report) -> None:
        self.game = game
        self.report = report
        self.queries = known_queries()
        self.formula_types: dict[str, ValueType] = {}
        self.part_names: set[str] = set()
        self.calls: set[str] = set()  # formulas used by what is being checked
        self.asks_about_effects = False
        self._asked: list[ast.Item] = []  # calls that may give a set of sets
        self._bare_fields: list[str] = []  # fields that a key of one bare word may mean

    # ---- findings --------------------------------------------------------------------------------

    def error(self, problem: Problem, scope: Scope, place: tuple[int, int], message: str, help: str = "") -> Typed:
        """Report, and give a value that fits everywhere so that one mistake is told once."""
        self.report.error(problem, at=scope.span(place), message=message, help=help)
        return NO_VALUE

    def want(self, found: Typed, wanted: ValueType, scope: Scope, node: ast.Item, what: str = "") -> Typed:
        """Report unless a value is of the wanted type."""
        if found.type.base == "unknown" or wanted.base == "unknown":
            return found
        if not found.type.fits(wanted) or found.type.many != wanted.many:
            return self.error(
                problems.WRONG_TYPE,
                scope,
                node.span,
                f"{what or 'this'} is a {found.type}, not a {wanted}",
                self._way_out(found.type, wanted),
            )
        if wanted.base == "number" and isinstance(found.expr, plan.Const):
            value = found.expr.value
            if (wanted.low is not None and value < wanted.low) or (wanted.high is not None and value > wanted.high):
                return self.error(
                    problems.OUT_OF_RANGE,
                    scope,
                    node.span,
                    f"{value} is not between {wanted.low} and {wanted.high}",
                    f"write a number from {wanted.low} to {wanted.high}",
                )
        return found

    def _way_out(self, found: ValueType, wanted: ValueType) -> str:
        if wanted.base == "effect" and found.base == "component" and not found.many:
            kinds = [k for name, k in self.game.kinds.items() if not found.names or name in found.names]
            held = [n for k in kinds for n, f in k.fields.items() if f.type.base == "effect"]
            return f"say which effect of it: {' or '.join(f'`….{n}`' for n in dict.fromkeys([*held, 'use']))}"
        if wanted.base == "truth":
            return "compare it with something, such as `… == …`"
        if found.many and not wanted.many and found.fits(wanted):
            return "take one member, such as `first(…)`, or ask something of the set, such as `count(…)`"
        if wanted.many and not found.many:
            return "write a set, such as a zone or `(a, b)`"
        return f"write a {wanted}"

    # ---- entry points ----------------------------------------------------------------------------

    def truth(self, node: ast.Expression, scope: Scope) -> plan.Expr:
        """A condition."""
        return self.want(self.check(node, scope, values.TRUTH), values.TRUTH, scope, node, "a condition").expr

    def number(self, node: ast.Item, scope: Scope) -> Typed:
        """A number."""
        return self.want(self.check(node, scope, values.NUMBER), values.NUMBER, scope, node)

    def set(self, node: ast.Item, scope: Scope, wanted: ValueType | None = None) -> Typed:
        """A set."""
        found = self.check(node, scope, wanted.set_of() if wanted else None)
        if found.type.base == "unknown":
            return found
        if not found.type.many:
            return self.error(
                problems.WRONG_TYPE,
                scope,
                node.span,
                f"this is a single {found.type}, not a set",
                self._set_of_one(found.type),
            )
        if wanted is not None:
            self.want(found, wanted.set_of(), scope, node)
        return found

    def _set_of_one(self, type: ValueType) -> str:
        """How a set is written, and that which holds one thing alone: parentheses do not make it."""
        wanted = "write a set, such as a zone"
        zone = self.game.zones.get(next(iter(type.names), "")) if type.base == "slot" else None
        match type.base:
            case "slot" if zone is not None:
                all_of = f"{'you.' if zone.per_player else ''}{zone.name}.slots"
            case "enum" if type.names:
                all_of = next(iter(type.names))
            case "seat":
                all_of = "seats"
            case "component":
                all_of = "ZONE"
            case _:
                return wanted
        return f"{wanted}; the set of one thing alone is `({all_of} where it == …)`"

    def members(self, node: ast.Item, scope: Scope, wanted: ValueType) -> Typed:
        """One or several, as a set."""
        found = self.check(node, scope, wanted.set_of())
        if found.type.base == "unknown":
            return found
        if found.type.many:
            return self.want(found, wanted.set_of(), scope, node)
        found = self.want(found, wanted, scope, node)
        return Typed(found.type.set_of(), plan.Join(((found.expr, False),))) if found.type.base != "unknown" else found

    def key(self, node: ast.Expression, scope: Scope, member: Typed) -> Typed:
        """A key of a member: one bare word is a field of the member."""
        with self.member(scope, member):
            if isinstance(node, ast.Name):
                field = self._field_of(member, node.name)
                if field is not None:
                    if scope.find(node.name) is not None:
                        return self.error(
                            problems.HIDDEN_NAME,
                            scope,
                            node.span,
                            f"`{node.name}` is both a field of the member and a name in force here",
                            f"write `it.{node.name}`, or give the other a different name",
                        )
                    return field
                self._bare_fields = self._fields(member.type)
            found = self.check(node, scope, None)
            self._bare_fields = []
            return found

    @contextmanager
    def member(self, scope: Scope, member: Typed) -> Iterator[None]:
        """`it` is the member."""
        scope.members.append(member)
        try:
            yield
        finally:
            scope.members.pop()

    # ---- one method per shape --------------------------------------------------------------------

    def check(self, node: ast.Item, scope: Scope, want: ValueType | None) -> Typed:
        """Any expression; `want` helps to tell enum values and resources apart."""
        match node:
            case ast.Number(value=value):
                return Typed(ValueType("number", low=value, high=value), plan.Const(value))
            case ast.Name():
                return self._name(node, scope, want)
            case ast.Field():
                return self._field(node, scope)
            case ast.Call():
                return self._call(node, scope, want)
            case ast.Filtered():
                return self._filtered(node, scope)
            case ast.Group():
                return self._group(node, scope, want)
            case ast.Unary(operator="not"):
                return Typed(values.TRUTH, plan.Not(self.truth(node.operand, scope)))
            case ast.Unary():
                inner = self.number(node.operand, scope)
                if isinstance(inner.expr, plan.Const):
                    return Typed(values.NUMBER, plan.Const(-inner.expr.value))
                return Typed(ValueType("number", unit=inner.type.unit), plan.Arithmetic("-", plan.Const(0), inner.expr))
            case ast.Binary():
                return self._arithmetic(node, scope)
            case ast.Divide():
                left, right = self.number(node.left, scope), self.number(node.right, scope)
                if node.rounded not in ("up", "down"):
                    return self.error(
                        problems.UNKNOWN_NAME,
                        scope,
                        node.span,
                        f"a division is not rounded `{node.rounded}`",
                        "write `rounded up` or `rounded down`",
                    )
                if right.expr == plan.Const(0):
                    return self.error(problems.OUT_OF_RANGE, scope, node.right.span, "nothing can be divided by 0")
                return Typed(
                    ValueType("number", unit=left.type.unit), plan.Arithmetic(node.rounded, left.expr, right.expr)
                )
            case ast.Compare():
                return self._compare(node, scope)
            case ast.Logic():
                return Typed(values.TRUTH, plan.Logical(node.operator, tuple(self.truth(p, scope) for p in node.parts)))
            case ast.IsKind():
                return self._is_kind(node, scope)
            case ast.Member():
                return self._member(node, scope)
            case ast.Range():
                low, high = self.number(node.low, scope), self.number(node.high, scope)
                return Typed(
                    ValueType("number", many=True, low=low.type.low, high=high.type.high),
                    plan.Span2(low.expr, high.expr),
                )
            case ast.Superlative():
                return self._best(node, scope)
        raise AssertionError(node)

    # ---- names -----------------------------------------------------------------------------------

    def _name(self, node: ast.Name, scope: Scope, want: ValueType | None) -> Typed:
        name, game = node.name, self.game
        local = scope.find(name)
        if local is not None:
            return local
        if want is not None and want.base == "enum" and not want.many:
            for enum in want.names:
                value = game.enum_value(enum, name)
                if value is not None:
                    return Typed(ValueType("enum", frozenset([enum])), plan.Const(value))
        if want is not None and want.base == "resource" and name in game.resources:
            return Typed(values.RESOURCE, plan.Const(list(game.resources).index(name)))
        built_in = self._built_in(node, scope)
        if built_in is not None:
            return built_in
        if name in game.zones:
            zone = game.zones[name]
            if zone.per_player:
                return self.error(
                    problems.WRONG_TYPE, scope, node.span, f"every player has a `{name}`", f"say whose: `you.{name}`"
                )
            return Typed(ValueType("component", frozenset(zone.kinds), many=True), plan.ZoneSet(name, None, False))
        if name == "box":
            return Typed(values.COMPONENT.set_of(), plan.ZoneSet("box", None, False))
        if name in game.resources:
            if game.resources[name].per_player:
                return self.error(
                    problems.WRONG_TYPE, scope, node.span, f"every player has `{name}`", f"say whose: `you.{name}`"
                )
            return Typed(ValueType("number", unit=name), plan.Stored(name, None))
        if name in game.variables:
            variable = game.variables[name]
            if variable.per:
                whose = f"you.{name}" if variable.per == "player" else f"{name}(…)"
                return self.error(
                    problems.WRONG_TYPE,
                    scope,
                    node.span,
                    f"`{name}` is kept for each {variable.per}",
                    f"write `{whose}`",
                )
            return Typed(variable.type, plan.Stored(name, None))
        if name in game.options:
            return Typed(game.options[name].type, plan.Stored(name, None))
        for formulas in (game.functions, game.quantities):
            if name in formulas:
                if formulas[name].parameters:
                    return self.error(
                        problems.ARGUMENT_COUNT,
                        scope,
                        node.span,
                        f"`{name}` wants {len(formulas[name].parameters)} arguments",
                        f"write `{name}({', '.join(p for p, _ in formulas[name].parameters)})`",
                    )
                self.calls.add(name)
                return Typed(self.formula_type(name), plan.Apply(name, ()))
        if name in game.tables and game.tables[name].depth == 0:
            return Typed(game.tables[name].leaf, plan.Lookup(name, ()))
        enums = game.enum_of.get(name, [])
        if len(enums) == 1:
            value = game.enum_value(enums[0], name)
            assert value is not None
            return Typed(ValueType("enum", frozenset(enums)), plan.Const(value))
        if len(enums) > 1:
            return self.error(
                problems.UNKNOWN_NAME,
                scope,
                node.span,
                f"`{name}` may be a {' or a '.join(enums)}",
                "compare it with something whose type is known",
            )
        if name in game.enums:
            consts = tuple((plan.Const(i), False) for i in range(len(game.enums[name].members)))
            return Typed(ValueType("enum", frozenset([name]), many=True), plan.Join(consts))
        kinds = {k.plural: k.name for k in game.kinds.values()} | {k: k for k in game.kinds}
        if name in kinds:
            return Typed(ValueType("component", frozenset([kinds[name]]), many=True), plan.KindSet(kinds[name]))
        if name == "resources":
            return Typed(
                values.RESOURCE.set_of(), plan.Join(tuple((plan.Const(i), False) for i in range(len(game.resources))))
            )
        return self.error(
            problems.UNKNOWN_NAME,
            scope,
            node.span,
            f"nothing is called `{name}`",
            did_you_mean(name, [*self._bare_fields, *self._visible(scope)]),
        )

    def _built_in(self, node: ast.Name, scope: Scope) -> Typed | None:
        match node.name:
            case "true" | "false":
                return Typed(values.TRUTH, plan.Const(int(node.name == "true")))
            case "nothing":
                return Typed(values.NOTHING_TYPE, plan.Const(NOTHING))
            case "you":
                if not scope.you:
                    return self.error(
                        problems.NO_YOU,
                        scope,
                        node.span,
                        "nobody has a turn here, so there is no `you`",
                        "put it under `as players do`, or into a part with `each:` or `around:`",
                    )
                return Typed(values.SEAT, plan.You())
            case "who":
                if not scope.who:
                    return self.error(
                        problems.MISPLACED, scope, node.span, "`who` caused an event; here is none", "write `you`"
                    )
                return Typed(values.SEAT, plan.Who())
            case "this":
                if scope.this is None:
                    return self.error(
                        problems.MISPLACED,
                        scope,
                        node.span,
                        "`this` is the card that carries the effect; here is none",
                        "name the thing that is meant",
                    )
                return Typed(scope.this, plan.This())
            case "it":
                if not scope.members:
                    return self.error(
                        problems.NO_MEMBER,
                        scope,
                        node.span,
                        "`it` is a member of a set; here is no set",
                        "put it behind `where` or `by`",
                    )
                return scope.members[-1]
            case "players" | "others" | "neutral" | "seats":
                if node.name == "others" and not scope.you:
                    return self.error(
                        problems.NO_YOU, scope, node.span, "nobody has a turn here, so there are no `others`"
                    )
                return Typed(values.SEAT.set_of(), plan.Players(node.name))
        return None

    def _visible(self, scope: Scope) -> list[str]:
        game = self.game
        return [
            *scope.local_names(),
            *game.zones,
            *game.resources,
            *game.variables,
            *game.options,
            *game.tables,
            *game.functions,
            *game.quantities,
            *game.enum_of,
            *game.enums,
            *game.kinds,
            *self.queries,
            "you",
            "players",
            "others",
            "neutral",
            "seats",
            "true",
            "false",
            "nothing",
            "it",
            "this",
        ]

    def formula_type(self, name: str) -> ValueType:
        """The type of a function's or quantity's answer; found by checking it when it is first asked for."""
        return self.formula_types.get(name, UNKNOWN)

    # ---- fields ----------------------------------------------------------------------------------

    def _field(self, node: ast.Field, scope: Scope) -> Typed:
        name, game = node.name, self.game
        if isinstance(node.of, ast.Name) and scope.find(node.of.name) is None:
            first = node.of.name
            if name == "slots" and first in game.zones:
                return self._slots(first, None, node, scope)
            if name == "number" and first in self.part_names and first not in game.zones:
                return Typed(values.NUMBER, plan.PassNumber(first))
            if first in game.zones and name == "place":
                return Typed(values.PLACE_TYPE, plan.ZonePlace(first, None))
        if isinstance(node.of, ast.Field) and name == "slots":
            inner = node.of
            zone = game.zones.get(inner.name)
            if zone is not None and zone.per_player:
                owner = self.check(inner.of, scope, values.SEAT)
                self.want(owner, values.SEAT, scope, inner.of)
                return self._slots(inner.name, owner.expr, node, scope)
        of = self.check(node.of, scope, None)
        if of.type.base == "unknown":
            return of
        found = self._field_of(of, name)
        if found is not None:
            return found
        known = self._fields(of.type)
        return self.error(
            problems.UNKNOWN_FIELD, scope, node.name_span, f"a {of.type} has no `{name}`", did_you_mean(name, known)
        )

    def _slots(self, zone: str, owner: plan.Expr | None, node: ast.Field, scope: Scope) -> Typed:
        declared = self.game.zones[zone]
        if declared.slots is None:
            return self.error(
                problems.UNKNOWN_FIELD, scope, node.name_span, f"`{zone}` has no slots", "declare `slots:` in the zone"
            )
        if declared.per_player and owner is None:
            return self.error(
                problems.WRONG_TYPE, scope, node.span, f"every player has a `{zone}`", f"say whose: `you.{zone}.slots`"
            )
        return Typed(ValueType("slot", frozenset([zone]), many=True), plan.ZoneSlots(zone, owner))

    def _field_of(self, of: Typed, name: str) -> Typed | None:
        """A field of a value by name, or None."""
        game, type = self.game, of.type
        if type.base == "seat":
            zone = game.zones.get(name)
            if zone is not None and zone.per_player:
                return Typed(
                    ValueType("component", frozenset(zone.kinds), many=True), plan.ZoneSet(name, of.expr, type.many)
                )
            if type.many:
                return None
            if name in game.resources and game.resources[name].per_player:
                return Typed(ValueType("number", unit=name), plan.Stored(name, of.expr))
            if name in game.variables and game.variables[name].per == "player":
                return Typed(game.variables[name].type, plan.Stored(name, of.expr))
            if name == "seat":
                return Typed(values.NUMBER, plan.Property("seat", of.expr))
            return None
        if type.many:
            return None
        if type.base == "component":
            kinds = [game.kinds[k] for k in (type.names or game.kinds) if k in game.kinds]
            holders = [k for k in kinds if name in k.fields]
            if holders:
                field = holders[0].fields[name]
                lacking = len(holders) < len(kinds) or (field.optional and field.default is None)
                partial = lacking and field.type.base == "number"
                return Typed(field.type, plan.CardField(frozenset(k.name for k in holders), name, of.expr, partial))
            holders = [k for k in kinds if name in k.attributes]
            if holders:
                return Typed(holders[0].attributes[name].type, plan.Attribute(name, of.expr))
            if name == "use":
                return Typed(values.EFFECT, plan.CardField(frozenset(k.name for k in kinds), name, of.expr))
            if name == "slot":
                zones = [
                    z.name for z in game.zones.values() if z.slots and (not type.names or type.names & set(z.kinds))
                ]
                return Typed(ValueType("slot", frozenset(zones)), plan.Property("slot", of.expr)) if zones else None
            if name == "owner":
                return Typed(values.SEAT, plan.Property("owner", of.expr))
            if name == "copy":
                return Typed(values.NUMBER, plan.Property("copy", of.expr))
            return None
        if type.base == "slot":
            for zone_name in sorted(type.names):
                zone = game.zones.get(zone_name)
                if zone is None or zone.slots is None:
                    continue
                for dimension, dimension_type in zone.slots.dimensions:
                    if dimension == name:
                        return Typed(dimension_type, plan.SlotField(zone_name, name, of.expr))
                if name in zone.slots.fields:
                    return Typed(zone.slots.fields[name][0], plan.SlotField(zone_name, name, of.expr))
                if name in zone.kinds and not zone.slots.many:
                    return Typed(ValueType("component", frozenset(zone.kinds)), plan.Property("contents", of.expr))
                if name == "contents":
                    return Typed(
                        ValueType("component", frozenset(zone.kinds), many=True), plan.Property("all", of.expr)
                    )
                if name == "neighbours":
                    return Typed(type.set_of(), plan.Property("neighbours", of.expr))
                if name == "ends" and zone.slots.joins:
                    ends = ValueType("slot", frozenset([zone.slots.joins]), many=True)
                    return Typed(ends, plan.Property("ends", of.expr))
                ways = frozenset(z.name for z in game.zones.values() if z.slots and z.slots.joins == zone_name)
                if name == "links" and ways:
                    return Typed(ValueType("slot", ways, many=True), plan.Property("links", of.expr))
                if name == "owner":
                    return Typed(values.SEAT, plan.Property("holder", of.expr))
        return None

    def _fields(self, type: ValueType) -> list[str]:
        game = self.game
        if type.base == "seat":
            zones = [z.name for z in game.zones.values() if z.per_player]
            kept = [v.name for v in game.variables.values() if v.per == "player"]
            return [*zones, *([] if type.many else [*game.resources, *kept, "seat"])]
        if type.base == "component" and not type.many:
            kinds = [game.kinds[k] for k in (type.names or game.kinds) if k in game.kinds]
            return [n for k in kinds for n in [*k.fields, *k.attributes]] + ["slot", "owner"]
        if type.base == "slot" and not type.many:
            known: list[str] = ["neighbours"]
            for zone in (game.zones[z] for z in type.names if z in game.zones):
                if zone.slots:
                    known += [d for d, _ in zone.slots.dimensions] + [*zone.slots.fields, *zone.kinds]
                    known += ["ends"] if zone.slots.joins else []
                    known += ["links" for z in game.zones.values() if z.slots and z.slots.joins == zone.name][:1]
            return known
        return []

    # ---- calls -----------------------------------------------------------------------------------

    def _call(self, node: ast.Call, scope: Scope, want: ValueType | None) -> Typed:
        game = self.game
        if isinstance(node.of, ast.Field):
            zone = game.zones.get(node.of.name)
            if zone is not None and zone.per_player and zone.slots:
                owner = self.check(node.of.of, scope, values.SEAT)
                return self._slot_at(zone.name, owner.expr, node, scope)
            return self.error(problems.WRONG_TYPE, scope, node.span, "this cannot be read with arguments")
        if not isinstance(node.of, ast.Name):
            return self.error(problems.WRONG_TYPE, scope, node.span, "this cannot be read with arguments")
        name = node.of.name
        if name == "random":
            if scope.left or scope.unit is None or scope.whole is not node:
                return self.error(
                    problems.MISPLACED,
                    scope,
                    node.span,
                    "chance cannot be asked here",
                    "draw it with `let x = random(…)` right of an arrow",
                )
            if len(node.items) != 1:
                return self.error(problems.ARGUMENT_COUNT, scope, node.span, "`random` wants one set")
            of = self.set(node.items[0], scope)
            return Typed(of.type.one(), plan.Random(of.expr))
        if name in self.queries:
            return self._query(name, node, scope)
        if name in game.functions or name in game.quantities:
            return self._apply(name, node, scope)
        if name in game.tables:
            return self._lookup(name, node, scope)
        if name in game.zones and game.zones[name].slots:
            return self._slot_at(name, None, node, scope)
        if name in game.variables and game.variables[name].per not in ("", "player"):
            variable = game.variables[name]
            if len(node.items) != 1:
                return self.error(
                    problems.ARGUMENT_COUNT, scope, node.span, f"`{name}` is kept for one {variable.per} each"
                )
            wanted = ValueType("enum", frozenset([variable.per]))
            at = self.want(self.check(node.items[0], scope, wanted), wanted, scope, node.items[0])
            return Typed(variable.type, plan.Stored(name, at.expr))
        known = [*self.queries, *game.functions, *game.quantities, *game.tables, "random"]
        return self.error(
            problems.UNKNOWN_NAME,
            scope,
            node.of.span,
            f"no query, function or table is called `{name}`",
            did_you_mean(name, known),
        )

    def _query(self, name: str, node: ast.Call, scope: Scope) -> Typed:
        query = self.queries[name]
        needed = sum(p.required for p in query.parameters)
        if not needed <= len(node.items) <= len(query.parameters):
            count = f"{needed}" if needed == len(query.parameters) else f"{needed} or {len(query.parameters)}"
            return self.error(
                problems.ARGUMENT_COUNT,
                scope,
                node.span,
                f"`{name}` wants {count} argument{'s' if count != '1' else ''}",
                query.page.split("\n\n")[0].replace("\n", " ").removesuffix("."),
            )
        arguments: list[plan.Expr] = []
        types: list[ValueType] = []
        asked = any(node is call for call in self._asked)  # a set of sets may be the answer only here
        gives_member = False
        for item, parameter in zip(node.items, query.parameters, strict=False):
            if parameter.shape in ("set", "slots"):
                members, key = self._keyed(item, scope)
                if members.type.base == "unknown":
                    return NO_VALUE
                if parameter.shape == "slots" and members.type.base != "slot":
                    return self.error(
                        problems.WRONG_TYPE,
                        scope,
                        item.span,
                        f"`{name}` wants slots, and this is a {members.type}",
                        "write slots, such as `board.slots`, or `values(… by slot)`",
                    )
                gives_member = gives_member or (members.type.sets and (key is None or not query.of_key))
                if query.keyless and key is not None:
                    return self.error(
                        problems.MISPLACED, scope, item.span, f"`{name}` asks for no key", "leave out `by …`"
                    )
                if query.counts and key is None:
                    member = scope.variable(members.type.one(), "")
                    assert isinstance(member.expr, plan.Var)
                    of = plan.Filter(members.expr, member.expr.name, None, None)
                    members, key = Typed(members.type, of), Typed(values.NUMBER, plan.Const(1))
                if query.needs_key and key is None:
                    return self.error(problems.ARGUMENT_COUNT, scope, item.span, f"`{name}` wants a key", "add `by …`")
                weighed = key.type if key is not None else members.type.one()
                if query.weighs and weighed.base != "unknown" and (weighed.many or weighed.base not in query.weighs):
                    return self.error(
                        problems.WRONG_TYPE,
                        scope,
                        item.span,
                        f"`{name}` wants numbers, and this is a {weighed}",
                        "say which number of each member: `by …`",
                    )
                types.append(key.type if key is not None and query.of_key else members.type.one())
                if isinstance(members.expr, plan.Filter):
                    inner = members.expr
                    arguments.append(
                        plan.Filter(inner.of, inner.var, inner.where, key.expr if key else None, query.pairs)
                        if key is not None
                        else inner
                    )
                else:
                    arguments.append(members.expr)
            elif parameter.shape == "effect":
                effect = self._asked_about(name, item, scope)
                if effect is None:
                    return NO_VALUE
                types.append(values.EFFECT)
                arguments.append(effect)
            else:
                wanted = {
                    "number": values.NUMBER,
                    "component": values.COMPONENT,
                    "slot": values.SLOT,
                    "seat": values.SEAT,
                    "truth": values.TRUTH,
                    "resource": values.RESOURCE,
                }.get(parameter.shape)
                found = self.check(item, scope, wanted)
                if wanted is not None:
                    self.want(found, wanted, scope, item)
                elif found.type.many:
                    return self.error(
                        problems.WRONG_TYPE,
                        scope,
                        item.span,
                        f"`{name}` asks about one thing, and this is a {found.type}",
                        "write `any(…)` to ask whether a set has members",
                    )
                types.append(found.type)
                arguments.append(found.expr)
        type = query.gives(types)
        if (type.sets and not asked) or (gives_member and (type.many or type.base not in ("number", "truth"))):
            return self.error(
                problems.MISPLACED,
                scope,
                node.span,
                "a set of sets is not kept, only asked about",
                "write `any(… where …)`, `highest(… by …)` or `the … in … with most …` around it",
            )
        return Typed(type, plan.AskQuery(query, tuple(arguments)))

    def _asked_about(self, query: str, item: ast.Item, scope: Scope) -> plan.Effect | None:
        """An effect that nobody carries out."""
        if not scope.you:
            self.error(
                problems.NO_YOU,
                scope,
                item.span,
                f"nobody has a turn here, so `{query}` has nobody to speak of",
                "put it under `as players do`, or into a part with `each:` or `around:`",
            )
            return None
        self.asks_about_effects = True
        return self.effect(item, scope)

    def effect(self, target: ast.Item, scope: Scope) -> plan.Effect | None:
        """An action or named effect with its arguments, or an effect that something holds."""
        at = scope.span(target.span)
        name_node = target.of if isinstance(target, ast.Call) else target
        if isinstance(name_node, ast.Name) and scope.find(name_node.name) is None:
            name = name_node.name
            items = target.items if isinstance(target, ast.Call) else ()
            declared = self.game.effects.get(name)
            if declared is not None:
                call = target if isinstance(target, ast.Call) else ast.Call(name_node, (), target.span)
                arguments = self._arguments(name, items, declared.parameters, call, scope)
                many = [t.many for _, t in declared.parameters]
                return plan.Effect(f"effect:{name}", None, None, tuple(zip(arguments, many, strict=True)), at)
            if name in self.game.actions:
                return plan.Effect(f"action:{name}", None, None, (), at)
            if not any(name in held for held in (self.game.variables, self.game.tables, self.game.functions)):
                self.error(
                    problems.UNKNOWN_NAME,
                    scope,
                    name_node.span,
                    f"no effect or action is called `{name}`",
                    did_you_mean(name, [*self.game.effects, *self.game.actions]),
                )
                return None
        found = self.want(self.check(target, scope, values.EFFECT), values.EFFECT, scope, target)
        if found.type.base == "unknown":
            return None
        carrier = found.expr.of if isinstance(found.expr, plan.CardField) else None
        return plan.Effect("", found.expr, carrier, (), at)

    def _keyed(self, item: ast.Item, scope: Scope) -> tuple[Typed, Typed | None]:
        """A set with its key: with one, the set is a Filter over the member that the key speaks of."""
        node: ast.Item = item
        if isinstance(node, ast.Group) and len(node.items) == 1:
            node = node.items[0]
        with self._asking(node):
            if not isinstance(node, ast.Filtered):
                return self.set(item, scope), None
            return self._filter(node, scope)

    @contextmanager
    def _asking(self, node: ast.Item) -> Iterator[None]:
        """The call at the bottom of a set may give a set of sets."""
        while isinstance(node, ast.Filtered | ast.Member | ast.Group):
            node = node.items[0] if isinstance(node, ast.Group) else node.of
        self._asked.append(node)
        try:
            yield
        finally:
            self._asked.pop()

    def _filter(self, node: ast.Filtered, scope: Scope) -> tuple[Typed, Typed | None]:
        of, name = node.of, ""
        if (
            isinstance(of, ast.Member)
            and isinstance(of.member, ast.Name)
            and not of.negated
            and scope.find(of.member.name) is None
        ):
            name = of.member.name
            base = self.set(of.of, scope)
        else:
            base = self.set(of, scope)
        if base.type.base == "unknown":
            return base, None
        member = scope.variable(base.type.one(), name)
        assert isinstance(member.expr, plan.Var)
        where = key = None
        if name:
            scope.blocks.append({name: member})
            where = self.truth(node.where, scope) if node.where is not None else None
            key = self.check(node.by, scope, None) if node.by is not None else None
            scope.blocks.pop()
        else:
            if node.where is not None:
                with self.member(scope, member):
                    where = self.truth(node.where, scope)
            if node.by is not None:
                key = self.key(node.by, scope, member)
        return Typed(base.type, plan.Filter(base.expr, member.expr.name, where, None)), key

    def _filtered(self, node: ast.Filtered, scope: Scope) -> Typed:
        found, key = self._filter(node, scope)
        if key is not None:
            return self.error(
                problems.MISPLACED,
                scope,
                node.span,
                "a key stands only inside a query",
                "write `total(… by …)`, `values(… by …)` or the like",
            )
        return found

    def _arguments(
        self,
        name: str,
        items: Iterable[ast.Item],
        parameters: list[tuple[str, ValueType]],
        node: ast.Call,
        scope: Scope,
    ) -> list[plan.Expr]:
        items = list(items)
        if len(items) != len(parameters):
            self.error(
                problems.ARGUMENT_COUNT,
                scope,
                node.span,
                f"`{name}` wants {len(parameters)} arguments, not {len(items)}",
                f"write `{name}({', '.join(p for p, _ in parameters)})`",
            )
            return [plan.Const(0)] * len(parameters)
        found = []
        for item, (_, wanted) in zip(items, parameters, strict=True):
            found.append(self.want(self.check(item, scope, wanted), wanted, scope, item).expr)
        return found

    def _apply(self, name: str, node: ast.Call, scope: Scope) -> Typed:
        declared = self.game.functions.get(name) or self.game.quantities[name]
        self.calls.add(name)
        arguments = self._arguments(name, node.items, declared.parameters, node, scope)
        return Typed(self.formula_type(name), plan.Apply(name, tuple(arguments)))

    def _lookup(self, name: str, node: ast.Call, scope: Scope) -> Typed:
        table = self.game.tables[name]
        if len(node.items) != table.depth:
            return self.error(
                problems.ARGUMENT_COUNT,
                scope,
                node.span,
                f"`{name}` is read with {table.depth} keys, not {len(node.items)}",
            )
        keys: list[plan.Expr] = []
        for item, (type, known) in zip(node.items, table.keys, strict=True):
            found = self.check(item, scope, type)
            wanted = ValueType(type.base, type.names)
            found = self.want(found, wanted, scope, item, f"the key of `{name}`")
            if isinstance(found.expr, plan.Const) and found.type.base != "unknown" and found.expr.value not in known:
                self.error(
                    problems.OUT_OF_RANGE,
                    scope,
                    item.span,
                    f"`{name}` has no entry for this key",
                    f"its keys go from {min(known)} to {max(known)}" if type.base == "number" and known else "",
                )
            keys.append(found.expr)
        return Typed(table.leaf, plan.Lookup(name, tuple(keys)))

    def _slot_at(self, zone: str, owner: plan.Expr | None, node: ast.Call, scope: Scope) -> Typed:
        slots = self.game.zones[zone].slots
        assert slots is not None
        if len(node.items) != len(slots.dimensions):
            return self.error(
                problems.ARGUMENT_COUNT,
                scope,
                node.span,
                f"a place of `{zone}` has {len(slots.dimensions)} parts, not {len(node.items)}",
                f"write `{zone}({', '.join(d for d, _ in slots.dimensions)})`",
            )
        keys = []
        for item, (_, type) in zip(node.items, slots.dimensions, strict=True):
            keys.append(self.want(self.check(item, scope, type), type, scope, item).expr)
        return Typed(ValueType("slot", frozenset([zone])), plan.SlotAt(zone, owner, tuple(keys)))

    # ---- the rest --------------------------------------------------------------------------------

    def _group(self, node: ast.Group, scope: Scope, want: ValueType | None) -> Typed:
        if len(node.items) == 1 and isinstance(node.items[0], ast.Filtered):
            return self._filtered(node.items[0], scope)
        wanted = want.one() if want is not None else None
        bare = [item.name for item in node.items if isinstance(item, ast.Name)]
        if len(bare) == len(node.items) and wanted is None:
            own = [n for n in bare if n in self.game.resources and self.game.resources[n].per_player]
            if len(own) == len(bare) and not any(scope.find(n) for n in bare):
                wanted = values.RESOURCE  # bare names of what everybody has can only mean the resources themselves
        items: list[tuple[plan.Expr, bool]] = []
        type: ValueType | None = None
        for item in node.items:
            found = self.check(item, scope, wanted)
            if found.type.base == "unknown":
                continue
            if type is None or type.base == "nothing":
                type = found.type.one()
            elif not found.type.fits(ValueType(type.base)):
                self.error(
                    problems.WRONG_TYPE,
                    scope,
                    item.span,
                    f"this is a {found.type}, beside a {type}",
                    "join things of one type",
                )
                continue
            else:
                names = type.names | found.type.names if type.names and found.type.names else frozenset()
                type = ValueType(type.base, names)
            items.append((found.expr, found.type.many))
        return Typed(
            (type or UNKNOWN).set_of(), plan.Join(tuple(items), distinct=type is not None and type.base != "number")
        )

    def _unit(self, left: Typed, right: Typed, scope: Scope, node: ast.Binary | ast.Compare) -> str:
        one, other = left.type.unit, right.type.unit
        if one and other and one != other:
            self.error(
                problems.WRONG_UNIT,
                scope,
                node.span,
                f"one side counts {one}, the other {other}",
                "compare like with like, or count both together: `total((A, B))` has no unit",
            )
        return one or other

    def _arithmetic(self, node: ast.Binary, scope: Scope) -> Typed:
        left, right = self.number(node.left, scope), self.number(node.right, scope)
        if node.operator in ("+", "-"):
            unit = self._unit(left, right, scope, node)
        elif node.operator == "*":
            unit = left.type.unit or right.type.unit
        else:
            unit = left.type.unit
        if isinstance(left.expr, plan.Const) and isinstance(right.expr, plan.Const) and node.operator != "mod":
            a, b = left.expr.value, right.expr.value
            value = {"+": a + b, "-": a - b, "*": a * b}[node.operator]
            return Typed(ValueType("number", unit=unit), plan.Const(value))
        return Typed(ValueType("number", unit=unit), plan.Arithmetic(node.operator, left.expr, right.expr))

    def _open_name(self, node: ast.Expression, scope: Scope) -> bool:
        """Whether a bare name means something only by what it is compared with."""
        return (
            isinstance(node, ast.Name)
            and scope.find(node.name) is None
            and (node.name in self.game.enum_of or node.name in self.game.resources)
        )

    def _compare(self, node: ast.Compare, scope: Scope) -> Typed:
        if self._open_name(node.left, scope):
            right = self.check(node.right, scope, None)
            left = self.check(node.left, scope, right.type)
        else:
            left = self.check(node.left, scope, None)
            right = self.check(node.right, scope, left.type)
        result = Typed(values.TRUTH, plan.Comparison(node.operator, left.expr, right.expr))
        if "unknown" in (left.type.base, right.type.base):
            return result
        if left.type.many or right.type.many:
            many = node.left if left.type.many else node.right
            return self.error(
                problems.WRONG_TYPE,
                scope,
                many.span,
                "a set cannot be compared",
                "ask something of it, such as `count(…)`, or use `in`",
            )
        if node.operator in ("==", "!="):
            if not left.type.fits(right.type) and not right.type.fits(left.type):
                return self.error(
                    problems.WRONG_TYPE,
                    scope,
                    node.span,
                    f"a {left.type} is never a {right.type}",
                    f"compare it with a {left.type}",
                )
        else:
            # enum values are ordered as they are declared
            for side, part in ((left, node.left), (right, node.right)):
                if side.type.base not in ("number", "enum"):
                    return self.error(
                        problems.WRONG_TYPE,
                        scope,
                        part.span,
                        f"a {side.type} has no order",
                        "compare numbers, or use `==`",
                    )
            if not left.type.fits(right.type):
                return self.error(
                    problems.WRONG_TYPE, scope, node.span, f"a {left.type} and a {right.type} have no common order"
                )
        if left.type.base == "number":
            self._unit(left, right, scope, node)
        return result

    def _is_kind(self, node: ast.IsKind, scope: Scope) -> Typed:
        of = self.check(node.of, scope, None)
        if of.type.base != "unknown":
            self.want(of, values.COMPONENT, scope, node.of)
        if node.kind not in self.game.kinds:
            return self.error(
                problems.UNKNOWN_NAME,
                scope,
                node.span,
                f"there is no kind `{node.kind}`",
                did_you_mean(node.kind, self.game.kinds),
            )
        if of.type.names and node.kind not in of.type.names:
            return self.error(
                problems.WRONG_TYPE,
                scope,
                node.span,
                f"a {of.type} is never a {node.kind}",
                did_you_mean("", of.type.names),
            )
        found: plan.Expr = plan.IsKind(of.expr, node.kind)
        return Typed(values.TRUTH, plan.Not(found) if node.negated else found)

    def _member(self, node: ast.Member, scope: Scope) -> Typed:
        if self._open_name(node.member, scope):
            of = self.set(node.of, scope)
            member = self.check(node.member, scope, of.type.one())
        else:
            member = self.check(node.member, scope, None)
            of = (
                self.set(node.of, scope, None)
                if member.type.base == "unknown"
                else self.check(node.of, scope, member.type.set_of())
            )
        if "unknown" not in (member.type.base, of.type.base):
            if not of.type.many:
                return self.error(
                    problems.WRONG_TYPE, scope, node.of.span, f"this is a single {of.type}, not a set", "write `==`"
                )
            if member.type.many or not (member.type.fits(of.type.one()) or of.type.one().fits(member.type)):
                return self.error(
                    problems.WRONG_TYPE, scope, node.member.span, f"a {member.type} is never in a {of.type}"
                )
        found: plan.Expr = plan.InSet(member.expr, of.expr)
        return Typed(values.TRUTH, plan.Not(found) if node.negated else found)

    def _best(self, node: ast.Superlative, scope: Scope) -> Typed:
        if node.of is None:
            if node.name == "player":
                base = Typed(values.SEAT.set_of(), plan.Players("players"))
            else:
                return self.error(
                    problems.ARGUMENT_COUNT,
                    scope,
                    node.span,
                    f"the {node.name} of which set?",
                    f"write `the {node.name} in … with …`",
                )
        else:
            with self._asking(node.of):
                base = self.set(node.of, scope)
        if base.type.base == "unknown":
            return base
        member = scope.variable(base.type.one(), node.name)
        assert isinstance(member.expr, plan.Var)
        of = base.expr
        hides = scope.find(node.name) is not None
        if not hides:
            scope.blocks.append({node.name: member})
        with self.member(scope, member):
            if node.where is not None:
                of = plan.Filter(base.expr, member.expr.name, self.truth(node.where, scope), None)
            ranks = self.ranks(node.ranks, scope, member)
        if not hides:
            scope.blocks.pop()
        ties = node.ties or "set"
        if ties not in ("set", "none", "random"):
            return self.error(
                problems.UNKNOWN_NAME,
                scope,
                node.span,
                f"ties cannot go `{ties}`",
                "write `ties none` or `ties random`, or leave it out",
            )
        if ties == "random" and (scope.left or scope.unit is None or scope.whole is not node):
            return self.error(
                problems.MISPLACED, scope, node.span, "chance cannot be asked here", "use `let` right of an arrow"
            )
        return Typed(base.type.one(), plan.Best(of, member.expr.name, ranks, ties, base.type.sets))

    def ranks(self, ranks: tuple[ast.Rank, ...], scope: Scope, member: Typed) -> tuple[tuple[bool, plan.Expr], ...]:
        """Keys of a ranking, each a number."""
        found = []
        for rank in ranks:
            key = self.key(rank.key, scope, member)
            if key.type.base not in ("number", "unknown", "enum", "truth") or key.type.many:
                self.error(
                    problems.WRONG_TYPE, scope, rank.key.span, f"a {key.type} cannot be ranked", "rank by a number"
                )
            found.append((rank.most, key.expr))
        return tuple(found)
