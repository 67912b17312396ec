"""The order in which a ruleset is checked: declarations, formulas, effects, cards, abilities, flow."""

from __future__ import annotations

from dataclasses import field

from interpreter.checking import plan, problems
from interpreter.checking.asking import Asking
from interpreter.checking.expressions import UNKNOWN
from interpreter.checking.flow import Flow
from interpreter.checking.game import (
    Declarations,
    Game,
    Kind,
    Variable,
    constant,
    effect_text,
    leaves,
    word,
)
from interpreter.checking.plan import Typed
from interpreter.checking.scope import Scope
from interpreter.checking.statements import formulas_in, needs_you
from interpreter.diagnostics import Report, Span, did_you_mean
from interpreter.reading.nodes import KNOWN, Mapping, Node, Scalar, Sequence
from interpreter.records import record
from interpreter.state import Needs, values
from interpreter.state.values import ValueType
from interpreter.syntax import ast, parse_effect, parse_need, parse_order, parse_value


@record
class Checked:
    """A ruleset without findings that keep it from being played."""

    game: Game
    plan: plan.Plan
    card_values: dict[str, dict[str, int]]  # card -> field -> number; effects by unit name in `card_effects`
    card_effects: dict[str, dict[str, str]]
    needs: list[Needs]
    option_values: dict[str, int]
    starts: dict[str, int]  # "stored:name" or "attribute:kind.name" -> number it starts with


@record(frozen=False)
class CardWork:
    """What effects and abilities of cards add to the check of others, beyond findings of their own.

    `performs`, `performs_as_you`: unit -> units. `modifiers`: quantity, the formulas that its modifier reads, where.
    `complete`: that is all; otherwise every card must be looked at whenever one has changed.
    """

    performs: dict[str, set[str]] = field(default_factory=dict)
    performs_as_you: dict[str, set[str]] = field(default_factory=dict)
    modifiers: list[tuple[str, set[str], Span]] = field(default_factory=list)
    complete: bool = True


def check(
    id: str, tree: Mapping, report: Report, known: CardWork | None = None, found: CardWork | None = None
) -> Checked | None:
    """The plan of a merged ruleset, or None when the report says why not.

    `known`: what the cards add of which only the ids stand in the tree (see `reading.nodes.KNOWN`); the plan lacks
    them then. `found` is filled with what the other cards add.
    """
    game = Declarations(id, tree, report).read()
    checker = _Checker(game, report)
    checked = checker.run(known or CardWork())
    if found is not None:
        checker.tell(found)
    return None if report.failed else checked


class _Checker(Flow):
    """One run over one ruleset."""

    def run(self, known: CardWork) -> Checked:
        game = self.game
        self.incomplete = False
        tree = game.tree
        for key in ("setup", "play", "finish"):
            self._collect_parts(tree.get(key))
        self.part_names = set(self.scopes) - {"game"}
        self._running: list[str] = []
        self.needs: list[Needs] = []
        for name in [*game.functions, *game.quantities]:
            self.formula_type(name)
        starts = self._starts()
        options = {name: self._constant_start(option.starts, option.type) for name, option in game.options.items()}
        self._named_effects()
        self._held_effects()
        card_values, card_effects = self._card_values()
        card_abilities = self._card_abilities()
        for into, more in ((self.performs, known.performs), (self.performs_as_you, known.performs_as_you)):
            for unit, names in more.items():
                into.setdefault(unit, set()).update(names)
        self.modifiers += known.modifiers
        flow: list[plan.Part] = []
        play: list[plan.Part] = []
        for key in ("setup", "play", "finish"):
            parts = self.parts(tree.get(key), key, [], False)
            flow += parts
            if key == "play":
                play = parts
        if not play:
            self.report.error(
                problems.MISSING_VALUE,
                at=tree.span,
                message="the game has no `play:`",
                help="add `play:` with at least one part",
                cause=4,
            )
        winner, winner_set, winner_var = self._winner(tree.get("winner"))
        asked = (
            self._asked_effects(card_effects, [flow, winner, winner_set]) if self.asks_about_effects else frozenset()
        )
        self._recursion()
        self._without_you()
        self._modified_by_itself()
        self._offered_first()
        made = plan.Plan(
            units=self.units,
            abilities=self.abilities,
            card_abilities=card_abilities,
            formulas=self.formulas,
            flow=flow,
            play_parts=play,
            winner=winner,
            winner_set=winner_set,
            winner_var=winner_var,
            neutral_when=self._neutral(),
            starts=self._zone_starts(),
            asked=asked,
            limits=self.limits,
        )
        return Checked(game, made, card_values, card_effects, self.needs, options, starts)

    def tell(self, found: CardWork) -> None:
        """What cards have added, for the next check."""
        cards = [name for name in self.performs if name.startswith("card:")]
        found.performs = {name: self.performs[name] for name in cards}
        found.performs_as_you = {n: self.performs_as_you[n] for n in cards if n in self.performs_as_you}
        found.modifiers = self.modifiers
        found.complete = not (
            self.incomplete
            or self.asks_about_effects
            or self.asked_left
            or self.performed_without_you
            or any(kind.use is not None for kind in self.game.kinds.values())
            or any(a.what in ("before", "instead of") and a.unit.name.startswith("card:") for a in self.abilities)
        )

    # ---- formulas --------------------------------------------------------------------------------

    def formula_type(self, name: str) -> ValueType:
        """The answer's type; checks the formula when it is first asked for, and finds formulas that need themselves."""
        if name in self.formula_types:
            return self.formula_types[name]
        declared = self.game.functions.get(name) or self.game.quantities[name]
        if name in self._running:
            chain = " -> ".join([*self._running[self._running.index(name) :], name])
            self.report.error(
                problems.RECURSION, at=declared.at, message=f"`{name}` needs itself: {chain}", help="break the circle"
            )
            self.formula_types[name] = UNKNOWN
            return UNKNOWN
        self._running.append(name)
        quantity = name in self.game.quantities
        node: Node | None = declared.node
        low = high = None
        if quantity and isinstance(node, Mapping):
            low, high = self._bound(node.get("from")), self._bound(node.get("to"))
            node = node.get("is")
        cases: list[tuple[plan.Expr | None, plan.Expr]] = []
        type = UNKNOWN
        branches: list[tuple[Node | None, Node | None]] = [(None, node)]
        if isinstance(node, Sequence):
            branches = [(c.get("when"), c.get("is")) for c in node if isinstance(c, Mapping)]
        for when_node, is_node in branches:
            when = None
            if when_node is not None:
                scope = self._formula_scope(when_node, declared.parameters)
                tree = self._value(when_node)
                if tree is not None and scope is not None:
                    when = self.truth(tree, scope)  # type: ignore[arg-type]
            if is_node is None:
                continue
            scope = self._formula_scope(is_node, declared.parameters)
            tree = self._value(is_node)
            if tree is None or scope is None:
                continue
            found = self.check(tree, scope, None if type.base == "unknown" else type)
            if type.base == "unknown":
                type = found.type
            else:
                found = self.want(found, ValueType(type.base, type.names, type.many), scope, tree)
            cases.append((when, found.expr))
        if cases and cases[-1][0] is not None:
            at = node.span if node is not None else declared.at
            self.report.error(
                problems.MISSING_VALUE,
                at=at,
                message=f"`{name}` has no answer when no case holds",
                help="add a last case without `when`",
            )
        if type.base == "number" and not type.many:
            type = ValueType("number", unit=declared.unit or type.unit)
        self._running.pop()
        self.formula_types[name] = type
        self.formulas[name] = plan.Formula(name, declared.parameters, type, cases, quantity, low, high, declared.at)
        return type

    def _bound(self, node: Node | None) -> plan.Expr | None:
        if node is None:
            return None
        scope, tree = self._formula_scope(node, []), self._value(node)
        return self.number(tree, scope).expr if scope is not None and tree is not None else None

    def _formula_scope(self, node: Node, parameters: list[tuple[str, ValueType]]) -> Scope | None:
        text = effect_text(node, self.report)
        if text is None:
            return None
        names = {name: Typed(type, plan.Var(f"p_{name}")) for name, type in parameters}
        return Scope(text, None, you=True, blocks=[names])

    def _value(self, node: Node) -> ast.Item | None:
        if isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool):
            number = ast.Number(abs(node.value), (0, len(str(node.value))))
            return number if node.value >= 0 else ast.Unary("-", number, number.span)
        if isinstance(node, Scalar) and isinstance(node.value, bool):
            return ast.Name("true" if node.value else "false", (0, 4))
        if isinstance(node, Scalar) and node.text is None and isinstance(node.value, str):
            effect_text(node, self.report)
            return None
        if not isinstance(node, Scalar) or node.text is None:
            effect_text(node, self.report)
            return None
        return parse_value(node.text, self.report)

    # ---- effects and cards -----------------------------------------------------------------------

    def _effect(self, node: Node, unit: plan.Unit, you: bool, this: ValueType | None = None) -> None:
        """Check an effect into its unit."""
        text = effect_text(node, self.report)
        block = parse_effect(text, self.report) if text is not None else None
        if text is None or block is None:
            return
        scope = Scope(text, unit, you=you, this=this)
        for name, type in unit.parameters:
            scope.blocks[0][name] = scope.place(name, type)
        unit.body = self.body(block, scope)

    def _named_effects(self) -> None:
        """Effects and actions; twice, since what lasts (`during`) may follow an action that stands further down."""
        game = self.game
        self.event_names = {name: [] for name in [*game.effects, *game.actions]}
        report, self.report = self.report, Report()
        self._check_effects()
        self.report = report
        self.units.clear()
        self.abilities.clear()
        self.limits.clear()
        self.performs.clear()
        self.performs_as_you.clear()
        self.performed_without_you.clear()
        self._check_effects()

    def _check_effects(self) -> None:
        game = self.game
        for name, effect in game.effects.items():
            unit = plan.Unit(f"effect:{name}", effect.at, effect.parameters, texts=effect.texts)
            self.units[unit.name] = unit
        for name, action in game.actions.items():
            unit = plan.Unit(f"action:{name}", action.at, texts=action.texts, group=action.group)
            self.units[unit.name] = unit
        for name, effect in game.effects.items():
            node = effect.node.get("do") if isinstance(effect.node, Mapping) else effect.node
            if node is None:
                self.report.error(
                    problems.MISSING_VALUE, at=effect.at, message=f"`{name}` lacks its `do`", help="add `do:`"
                )
                continue
            # an effect may be performed where nobody has a turn; what it needs `you` for is said when it is checked
            self._effect(node, self.units[f"effect:{name}"], you=True)
            parameters = self.parameter_names(effect.parameters)
            self.event_names[name] = [*parameters, *self._sentence_names(self.units[f"effect:{name}"])]
        for name, action in game.actions.items():
            if action.do is None:
                self.report.error(
                    problems.MISSING_VALUE, at=action.at, message=f"`{name}` lacks its `do`", help="add `do:`"
                )
                continue
            self._effect(action.do, self.units[f"action:{name}"], you=True)
            self.event_names[name] = self._sentence_names(self.units[f"action:{name}"])

    def _held_effects(self) -> None:
        """Effects that tables and slots hold."""
        for table in self.game.tables.values():
            for name, node in table.effects.items():
                self.units[name] = plan.Unit(name, node.span)
                self._effect(node, self.units[name], you=True)
        for zone in self.game.zones.values():
            for field_name, (type, node) in (zone.slots.fields if zone.slots else {}).items():
                if type.base != "effect":
                    continue
                for number, leaf in enumerate(leaves(node)):
                    unit = plan.Unit(f"slot:{zone.name}.{field_name}.{number}", leaf.span)
                    self.units[unit.name] = unit
                    self._effect(leaf, unit, you=True)

    def _modified_by_itself(self) -> None:
        """No modifier needs, on whatever way, the quantity that it modifies."""
        reads: dict[str, set[str]] = {name: formulas_in(f.cases) for name, f in self.formulas.items()}
        for name, used, _ in self.modifiers:
            reads.setdefault(name, set()).update(used)

        def reach(start: set[str]) -> set[str]:
            seen: set[str] = set()
            open_ = list(start)
            while open_:
                name = open_.pop()
                if name not in seen:
                    seen.add(name)
                    open_ += reads.get(name, set())
            return seen

        for name, used, at in self.modifiers:
            if name in reach(used):
                self.report.error(
                    problems.RECURSION,
                    at=at,
                    message=f"this modifier of `{name}` needs `{name}` itself",
                    help="let it depend on something else, such as a variable",
                )

    def _asked_effects(self, card_effects: dict[str, dict[str, str]], elsewhere: list[object]) -> frozenset[str]:
        """The units of which somebody asks whether they could begin; none of them needs its own answer."""
        asking = Asking(self.game, self.units, self.formulas, self.abilities, card_effects, self.report)
        everything = [*self.units.values(), *self.formulas.values(), *self.abilities, *elsewhere]
        asked = asking.units_asked(everything)
        for effect, at in self.asked_left.items():
            zone = self._unseen(tuple(asking.read_before(effect)), set())
            if zone:
                self.report.error(
                    problems.HIDDEN_FROM_DECIDER,
                    at=at,
                    message=f"whether this can begin depends on what lies in `{zone}`, which the decider cannot see",
                    help="ask it right of the arrow, or move it first to where the decider sees it",
                )
        return asked

    def _without_you(self) -> None:
        """What needs `you` is not performed where nobody has a turn."""
        if not self.performed_without_you:
            return
        shared = frozenset(i for i, resource in enumerate(self.game.resources.values()) if not resource.per_player)
        needing = {name for name, unit in self.units.items() if needs_you(unit.body, shared)}
        grew = True
        while grew:
            more = {n for n, others in self.performs_as_you.items() if others & needing and n not in needing}
            needing |= more
            grew = bool(more)
        for name, at in self.performed_without_you:
            if name in needing:
                self.report.error(
                    problems.NO_YOU,
                    at=at,
                    message=f"`{name.partition(':')[2]}` needs somebody who carries it out; here nobody has a turn",
                    help="put it under `as players do`, or into a part with `each:` or `around:`",
                )

    def _offered_first(self) -> None:
        """Who is answered before it happens is performed: an offer is entered at once, there is nothing before it."""
        for ability in self.abilities:
            if ability.what in ("before", "instead of") and f"effect:{ability.event}" in self.offered:
                self.report.error(
                    problems.NOT_SAYABLE,
                    at=ability.unit.at,
                    message=f"`{ability.event}` is offered as it is, so nothing can come before it",
                    help="offer an action that performs it",
                )

    @staticmethod
    def _sentence_names(unit: plan.Unit) -> list[tuple[str, ValueType]]:
        """Names of the first sentence, which the event of an action carries."""
        found: list[tuple[str, ValueType]] = []
        first = unit.body[0] if unit.body else None
        if isinstance(first, plan.Sentence):
            for commitment in first.commitments:
                if isinstance(commitment, plan.Choose | plan.Let):
                    places = unit.sets if commitment.many else unit.locals
                    if commitment.place < len(places):  # a choice that was refused has none
                        found.append(places[commitment.place])
        return found

    def _kind_type(self, kind: str) -> ValueType:
        return ValueType("component", frozenset([kind]))

    def _card_values(self) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, str]]]:
        game = self.game
        numbers: dict[str, dict[str, int]] = {}
        effects: dict[str, dict[str, str]] = {}
        for card in game.cards.values():
            if isinstance(card.node, Mapping) and card.node.origin is KNOWN:
                continue
            kind = game.kinds[card.kind]
            numbers[card.name] = {}
            for name, node in card.fields.items():
                type = kind.fields[name].type
                if type.base == "effect":
                    unit = plan.Unit(f"card:{card.name}.{name}", node.span, texts=card.texts)
                    self.units[unit.name] = unit
                    self._effect(node, unit, you=True, this=self._kind_type(card.kind))
                    effects.setdefault(card.name, {})[name] = unit.name
                elif type.base == "component":
                    other = word(node)
                    if other not in game.cards:
                        self.report.error(
                            problems.UNKNOWN_NAME,
                            at=node.span,
                            message=f"there is no card `{other}`",
                            help=did_you_mean(other, game.cards),
                            cause=4,
                        )
                elif type.base == "needs":
                    self.needs.append(self._recipe(node, game.kinds[next(iter(type.names))]))
                    numbers[card.name][name] = len(self.needs) - 1
                elif type.base != "text":
                    value = constant(game, node, type, self.report)
                    if value is not None:
                        numbers[card.name][name] = value
            use = card.use or kind.use
            if use is not None:
                unit = plan.Unit(f"card:{card.name}.use", use.span, texts=card.texts)
                self.units[unit.name] = unit
                self._effect(use, unit, you=True, this=self._kind_type(card.kind))
                effects.setdefault(card.name, {})["use"] = unit.name
        return numbers, effects

    def _recipe(self, node: Node, kind: Kind) -> Needs:
        """What a recipe asks for: per component wanted, per attribute of its kind, the values allowed."""
        return tuple(self._need(item, kind) for item in (node.items if isinstance(node, Sequence) else (node,)))

    def _need(self, node: Node, kind: Kind) -> tuple[frozenset[int] | None, ...]:
        attributes = list(kind.attributes.values())
        text = effect_text(node, self.report)
        need = parse_need(text, self.report) if text is not None else None
        allowed: list[frozenset[int] | None] = [None] * len(attributes)
        if text is None or need is None:
            return tuple(allowed)
        for group in need.parts:
            found: set[int] = set()
            place: int | None = None
            for pattern in group:
                value = pattern.value
                if isinstance(value, ast.Name) and value.name == "any":
                    continue
                at, numbers = self._pattern_values(value, attributes)
                if at is None or (place is not None and at != place):
                    self.report.error(
                        problems.WRONG_VALUE,
                        at=text.span(*pattern.span),
                        message=f"this is no value of an attribute of a {kind.name}",
                        help="its attributes: " + ", ".join(f"{a.name} ({a.type})" for a in attributes),
                    )
                    continue
                place = at
                found |= numbers
            if place is not None:
                allowed[place] = frozenset(found)
        return tuple(allowed)

    def _pattern_values(
        self, value: ast.Name | ast.Number | ast.Range, attributes: list[Variable]
    ) -> tuple[int | None, set[int]]:
        for place, attribute in enumerate(attributes):
            if isinstance(value, ast.Name) and attribute.type.base == "enum":
                number = self.game.enum_value(next(iter(attribute.type.names)), value.name)
                if number is not None:
                    return place, {number}
            elif attribute.type.base == "number" and not isinstance(value, ast.Name):
                low, high = (value.low, value.high) if isinstance(value, ast.Range) else (value, value)
                if isinstance(low, ast.Number) and isinstance(high, ast.Number):
                    return place, set(range(low.value, high.value + 1))
        return None, set()

    def _ability_of(self, node: Node, name: str, this: ValueType | None) -> list[int]:
        text = effect_text(node, self.report)
        block = parse_effect(text, self.report) if text is not None else None
        if text is None or block is None:
            return []
        return self.ability(block, Scope(text, None, you=True, this=this), name)[0]

    def _card_abilities(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        game = self.game
        for name, declared in game.abilities.items():
            found[f"game:{name}"] = self._ability_of(declared.node, f"ability:{name}", None)
        for resource in game.resources.values():
            for number, node in resource.passing.items():
                found[f"game:passing {resource.name} {number}"] = [self._passing(resource.name, number, node)]
        for kind in game.kinds.values():
            self._working_zones(kind)
            if kind.ability is not None:
                self._must_be_in_play(kind, kind.ability.span)
                found[f"kind:{kind.name}"] = self._ability_of(
                    kind.ability, f"kind:{kind.name}.ability", self._kind_type(kind.name)
                )
        for card in game.cards.values():
            if card.ability is not None:
                self._must_be_in_play(game.kinds[card.kind], card.ability.span)
                found[card.name] = self._ability_of(
                    card.ability, f"card:{card.name}.ability", self._kind_type(card.kind)
                )
        return found

    def _passing(self, resource: str, number: int, node: Node) -> int:
        """What a resource gives whoever rises to or past a number: an ability that is always in play."""
        unit = plan.Unit(f"passing:{resource}.{number}", node.span)
        self.units[unit.name] = unit
        unit.locals.append(("space", values.NUMBER))
        self._effect(node, unit, you=True)
        reached = plan.Comparison("==", plan.Local(0), plan.Const(number))
        self.abilities.append(
            plan.Ability("after", f"passing {resource}", unit, [("space", 0)], by="any", where=reached)
        )
        return len(self.abilities) - 1

    def _working_zones(self, kind: Kind) -> None:
        node = kind.node.get("in_play") if isinstance(kind.node, Mapping) else None
        for item in node.items if isinstance(node, Sequence) else [node] if node is not None else []:
            name = word(item)
            if name != "anywhere" and name not in self.game.zones:
                self.report.error(
                    problems.UNKNOWN_NAME,
                    at=item.span,
                    message=f"there is no zone `{name}`",
                    help=did_you_mean(name, [*self.game.zones, "anywhere"]),
                    cause=4,
                )
        if kind.discard and kind.discard not in self.game.zones:
            node = kind.node.get("discard") if isinstance(kind.node, Mapping) else None
            self.report.error(
                problems.UNKNOWN_NAME,
                at=node.span if node else kind.at,
                message=f"there is no zone `{kind.discard}`",
                help=did_you_mean(kind.discard, self.game.zones),
                cause=4,
            )

    def _must_be_in_play(self, kind: Kind, at: Span) -> None:
        if kind.in_play is None:
            self.report.error(
                problems.NO_IN_PLAY,
                at=at,
                message=f"nothing says where the abilities of a {kind.name} work",
                help=f"add `in_play:` with its zones, or `anywhere`, to the kind `{kind.name}`",
            )

    # ---- beginnings, neutral seats, winner -------------------------------------------------------

    def _constant_start(self, node: Node | None, type: ValueType) -> int:
        if node is not None:
            value = constant(self.game, node, type, self.report)
            return value if value is not None else 0
        if type.base == "number":
            return max(0, type.low or 0)
        if type.base in ("truth", "enum"):
            return 0
        from interpreter.state import NOTHING

        return NOTHING

    def _starts(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for name, variable in self.game.variables.items():
            found[f"stored:{name}"] = self._constant_start(variable.starts, variable.type)
        for kind in self.game.kinds.values():
            for name, attribute in kind.attributes.items():
                found[f"attribute:{name}"] = self._constant_start(attribute.starts, attribute.type)
        return found

    def _zone_starts(self) -> dict[str, plan.Expr]:
        found: dict[str, plan.Expr] = {}
        for zone in self.game.zones.values():
            if zone.starts is None:
                continue
            nodes = zone.starts.items if isinstance(zone.starts, Sequence) else (zone.starts,)
            joined: list[tuple[plan.Expr, bool]] = []
            for node in nodes:
                tree, scope = self._value(node), self._formula_scope(node, [])
                if tree is None or scope is None:
                    continue
                scope.you = False
                wanted = ValueType("component", frozenset(zone.kinds))
                of = self.set(tree, scope, wanted)
                joined.append((of.expr, True))
            found[zone.name] = plan.Join(tuple(joined), distinct=True)
        return found

    def _neutral(self) -> dict[str, plan.Expr]:
        found: dict[str, plan.Expr] = {}
        for name, declared in self.game.neutral.items():
            node = declared.node.get("when") if isinstance(declared.node, Mapping) else None
            if node is None:
                found[name] = plan.Const(1)
                continue
            tree, scope = self._value(node), self._formula_scope(node, [])
            if tree is not None and scope is not None:
                scope.you = False
                found[name] = self.truth(tree, scope)  # type: ignore[arg-type]
        return found

    def _winner(
        self, node: Node | None
    ) -> tuple[tuple[list[tuple[bool, plan.Expr]], str] | None, plan.Expr | None, str]:
        if node is None:
            return None, None, ""
        if isinstance(node, Mapping):
            inner = node.get("is")
            if inner is None:
                return None, None, ""
            tree, scope = self._value(inner), self._formula_scope(inner, [])
            if tree is None or scope is None:
                return None, None, ""
            scope.you = False
            return None, self.members(tree, scope, values.SEAT).expr, ""
        text = effect_text(node, self.report)
        order = parse_order(text, self.report) if text is not None else None
        if order is None or text is None:
            return None, None, ""
        scope = Scope(text, None)
        member = scope.variable(values.SEAT)
        assert isinstance(member.expr, plan.Var)
        ranks = list(self.ranks(order.ranks, scope, member))
        ties = order.ties or "share"
        if ties not in ("share", "none"):
            self.error(
                problems.UNKNOWN_NAME,
                scope,
                order.span,
                f"a tie for the win cannot go `{ties}`",
                "write `ties share` or `ties none`",
            )
        return (ranks, ties), None, member.expr.name

    # ---- circles ---------------------------------------------------------------------------------

    def _recursion(self) -> None:
        """Named effects and actions never lead back to themselves."""
        done: set[str] = set()

        def visit(name: str, chain: list[str]) -> None:
            if name in chain:
                circle = [n.partition(":")[2] for n in [*chain[chain.index(name) :], name]]
                unit = self.units.get(name)
                self.incomplete |= unit is None
                if unit is not None:
                    self.report.error(
                        problems.RECURSION,
                        at=unit.at,
                        message=f"`{circle[0]}` leads back to itself: {' -> '.join(circle)}",
                        help="use `repeat` with a bound",
                    )
                return
            if name in done:
                return
            for other in sorted(self.performs.get(name, ())):
                visit(other, [*chain, name])
            done.add(name)

        for name in sorted(self.performs):
            visit(name, [])
