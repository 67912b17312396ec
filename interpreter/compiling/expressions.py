"""Plan expressions -> Python functions, built as `ast` nodes and run without builtins.

A function reads a state `S` and a frame `L` (or, for a formula, the seat `Y` and its parameters) and gives a
whole number or a list of them. Content reaches it only as constants bound to generated names. Lines are
those of the rules file, so that a traceback speaks of it.
"""

from __future__ import annotations

import ast
import dataclasses
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

from interpreter.checking import plan
from interpreter.compiling.reads import alike_in_print, is_safe, renamed, told_by_print
from interpreter.compiling.scopes import FORMULA, FRAME, NamesScope, Scope
from interpreter.diagnostics import Span
from interpreter.state import LOCATION, NOTHING, PLACE, SLOT_BASE, SLOTS, Layout, Table
from interpreter.state.heed import Heed
from interpreter.vocabulary import Query

Function = Callable[..., Any]
OTHER = 255  # a byte that no component is, see `Layout.in_bytes`
_COPIES = 4  # as many of each card on average make it worth looking at one of each


def _distinct(members: list[int]) -> list[int]:
    return list(dict.fromkeys(members))


def _known(number: int) -> int:
    if number == NOTHING:
        raise IndexError("a field that is not there was used as a number")
    return number


def _best(ranked: list[tuple[tuple[int, ...], int]]) -> int:
    """The first member with the lowest keys, or NOTHING of an empty list."""
    if not ranked:
        return NOTHING
    return min(ranked, key=lambda pair: pair[0])[1]


def _best_alone(ranked: list[tuple[tuple[int, ...], int]]) -> int:
    """The member with the lowest keys if no other has them, else NOTHING."""
    if not ranked:
        return NOTHING
    least = min(keys for keys, _ in ranked)
    tied = [member for keys, member in ranked if keys == least]
    return tied[0] if len(tied) == 1 else NOTHING


def _one_of_each(pile: list[int], ends: list[int]) -> list[int]:
    """The first component of each card in a pile that is sorted by card."""
    found = []
    i, count = 0, len(pile)
    while i < count:
        component = pile[i]
        found.append(component)
        i = bisect_left(pile, ends[component], i + 1)
    return found


def _tied_best(ranked: list[tuple[tuple[int, ...], int]]) -> list[int]:
    if not ranked:
        return []
    least = min(keys for keys, _ in ranked)
    return [member for keys, member in ranked if keys == least]


def _members(found: int | Sequence[int]) -> list[int]:
    """A set that was looked for among sets; without members when there was none."""
    return [] if isinstance(found, int) else list(found)


class Only(dict[int, bytes]):
    """A value -> a table for `bytes.translate`: each component that has it in a column becomes its code, any other
    OTHER. To take those away afterwards is far quicker than to have `translate` delete them."""

    def __init__(self, column: Sequence[int], codes: Sequence[int]) -> None:
        self.column, self.codes = column, codes

    def __missing__(self, value: int) -> bytes:
        kept = [code if has == value else OTHER for has, code in zip(self.column, self.codes, strict=True)]
        made = self[value] = bytes(kept).ljust(256, bytes([OTHER]))
        return made


class Emitter:
    """Makes functions for one compiled game."""

    def __init__(self, layout: Layout, table: Table, options: dict[str, int], units: dict[str, int]) -> None:
        self.layout = layout
        self.table = table
        self.units = units
        self.options = options
        self.names: dict[str, Any] = {
            "__builtins__": {},
            "T": table,
            "range_": range,
            "map_": map,
            "sum_": sum,
            "max_": max,
            "min_": min,
            "distinct_": _distinct,
            "known_": _known,
            "best_": _best,
            "alone_": _best_alone,
            "tied_": _tied_best,
            "members_": _members,
            "one_of_each_": _one_of_each,
        }
        self._known: dict[tuple[str, Any], str] = {}
        self._free: dict[str, list[str]] = {}  # names by their beginning, that mean nothing yet
        self._made_names: dict[str, int] = {}  # how many names with such a beginning there are
        self._made: dict[tuple[Any, ...], Function] = {}  # equal expressions of one line share a function
        self._constants: dict[int, Function] = {}
        self.fixed: dict[str, int] = {}  # quantities and functions that are always one number
        self._zones = {zone.name: zone for zone in layout.zones}
        self._resources = {r.name: r for r in layout.resources}
        self._variables = {v.name: v for v in layout.variables}
        self._attributes = {a.name: a for a in layout.attributes}
        self._stream_of = {name: i for i, name in enumerate(layout.streams)}
        self.stream = 0
        players = range(layout.players)
        everyone = range(layout.seats)
        self._seats: dict[str, tuple[int, ...]] = {
            "players": tuple(players),
            "neutral": tuple(range(layout.players, layout.seats)),
            "seats": tuple(everyone),
        }
        self.names["OTHERS"] = [
            tuple((seat + step) % layout.players for step in range(1, layout.players))
            if seat < layout.players
            else tuple(players)
            for seat in everyone
        ]
        self.scope: Scope = FRAME
        self._outside = False

    # ---- functions -------------------------------------------------------------------------------

    def function(self, expr: plan.Expr, at: Span, ordered: bool = True) -> Function:
        """A function of (S, L)."""
        if isinstance(expr, plan.Const):
            return self._constant(expr.value)
        if _chance(expr):  # draws from the stream of its unit
            return self._later(lambda: self.emit(expr, ordered), ["S", "L"], at)
        key = (expr, ordered, at.file, at.line)
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = self._later(lambda: self.emit(expr, ordered), ["S", "L"], at)
        return made

    def _constant(self, value: int) -> Function:
        made = self._constants.get(value)
        if made is None:
            made = self._constants[value] = lambda S, L: value
        return made

    def formula(
        self, formula: plan.Formula, event: tuple[int, int] | None = None, heed: Heed | None = None
    ) -> Function:
        """A function of (S, Y, parameters…); its cases are tried in order, then modified, then held within its bounds.

        `event`: what its modifiers listen to, and the list of the state where they stand, if anything modifies it.
        `heed`: which of them may answer, by what the quantity is asked for.
        """
        before, self.scope = self.scope, FORMULA
        at = formula.at or Span("", 1, 1, 1, 1)
        body: ast.expr = ast.Constant(NOTHING)
        for when, value in reversed(formula.cases):
            emitted = self.emit(value, True)
            body = emitted if when is None else ast.IfExp(self.emit(when, False), emitted, body)
        if event is not None:
            number, listed = event
            given = ast.Tuple([_name(f"p_{name}") for name, _ in formula.parameters], ast.Load())
            modified = _call("modify_", _name("S"), _name("Y"), deepcopy(body), ast.Constant(number), given)
            asked = _list(listed)
            if heed is not None:  # effect objects ask all of them
                who = _item(self.bind("HEED", heed, ("heed", number)), _name(f"p_{formula.parameters[heed.at][0]}"))
                objects = ast.UnaryOp(ast.Not(), ast.Attribute(_name("E"), "quick", ast.Load()))
                asked = ast.BoolOp(ast.And(), [asked, ast.BoolOp(ast.Or(), [who, objects])])
            body = ast.IfExp(asked, modified, body)
        if formula.low is not None:
            body = _call("max_", body, self.emit(formula.low))
        if formula.high is not None:
            body = _call("min_", body, self.emit(formula.high))
        made = self._make(body, ["S", "Y", *(f"p_{name}" for name, _ in formula.parameters)], at)
        self.scope = before
        return made

    def member_function(self, expr: plan.Expr, var: str, at: Span) -> Function:
        """A function of (S, L, member)."""
        return self._later(lambda: self.emit(expr, False), ["S", "L", var], at)

    def without_frame(
        self,
        emit: Callable[[], ast.expr],
        places: Sequence[int],
        at: Span,
        keep: Callable[[Function], None] | None = None,
    ) -> Function:
        """A function of (S, you, this, who, numbers…) for an ability; numbers are what its event bound, by place.

        `keep` gets what is called from the second time on."""

        def written() -> ast.expr:
            scope = NamesScope("_", "you", "this", who="who")
            for place in places:
                scope.number_name(place)
            before, self.scope = self.scope, scope
            try:
                return emit()
            finally:
                self.scope = before

        return self._later(written, ["S", "you", "this", "who", *(f"_n{place}" for place in places)], at, keep)

    def outside(self, expr: plan.Expr, parameters: Sequence[str] = ()) -> Function:
        """A function of (S, parameters…) with no frame, for winners and beginnings."""
        before, self.scope, self._outside = self.scope, FORMULA, True
        made = self._make(self.emit(expr, True), ["S", *parameters], Span("", 1, 1, 1, 1))
        self.scope, self._outside = before, False
        return made

    def _later(
        self,
        emit: Callable[[], ast.expr],
        parameters: list[str],
        at: Span,
        keep: Callable[[Function], None] | None = None,
    ) -> Function:
        """A function that is written when it is first called: most of a game's are not, in most games."""
        stream = self.stream
        made: Function | None = None

        def first(*given: Any) -> Any:
            nonlocal made
            if made is None:
                before, self.stream, self.scope = (self.stream, self.scope), stream, FRAME
                made = self._make(emit(), parameters, at)
                self.stream, self.scope = before
                if keep is not None:
                    keep(made)
            return made(*given)

        return first

    def _make(self, body: ast.expr, parameters: list[str], at: Span) -> Function:
        arguments = ast.arguments(
            posonlyargs=[], args=[ast.arg(p) for p in parameters], kwonlyargs=[], kw_defaults=[], defaults=[]
        )
        tree = ast.Expression(ast.Lambda(arguments, body))
        for node in ast.walk(tree):
            if isinstance(node, ast.expr | ast.arg):
                node.lineno = node.end_lineno = max(1, at.line)
                node.col_offset = node.end_col_offset = 0
        code = compile(tree, at.file or "<rules>", "eval")
        made: Function = eval(code, self.names)
        return made

    def bind(self, prefix: str, value: Any, key: Any = None) -> ast.expr:
        """A generated name for a constant."""
        known = (prefix, key if key is not None else repr(value))
        name = self._known.get(known)
        if name is None:
            name = self._free_name(prefix)
            self.names[name] = value
            self._known[known] = name
        return ast.Name(name, ast.Load())

    def _free_name(self, prefix: str) -> str:
        """A name that means nothing yet. Twice as many as before are made at once: a new name makes Python look up all
        names anew, in every function; a new meaning does not."""
        free = self._free.setdefault(prefix, [])
        if not free:
            made = self._made_names.get(prefix, 0)
            self._made_names[prefix] = more = max(2, 2 * made)
            free += [f"{prefix}{number}" for number in range(more - 1, made - 1, -1)]
            self.names.update(dict.fromkeys(free))
        return free.pop()

    # ---- one case per node -----------------------------------------------------------------------

    def emit(self, node: plan.Expr, ordered: bool = False) -> ast.expr:
        """The Python expression; `ordered` says that the order of a set matters."""
        match node:
            case plan.Const(value=value):
                return ast.Constant(value)
            case plan.Local(at=at):
                return self.scope.local(at)
            case plan.LocalSet(at=at):
                return self.scope.local_set(at)
            case plan.Var(name=name):
                return _name(name)
            case plan.You():
                return self.scope.you()
            case plan.This():
                return self.scope.this()
            case plan.Who():
                return self.scope.who()
            case plan.Players(which="others"):
                return _item(_name("OTHERS"), self.emit(plan.You()))
            case plan.Players(which=which):
                return _constant(self._seats[which])
            case plan.KindSet(kind=kind):
                return self.bind("K", self.components_of(kind), kind)
            case plan.ZoneSet():
                return self._zone_set(node, ordered)
            case plan.ZonePlace(zone=zone, owner=owner):
                return self._based(self._zones[zone].base, owner)
            case plan.SlotPlace(slot=slot):
                return _add(self.emit(slot), SLOT_BASE)
            case plan.ZoneSlots(zone=zone, owner=owner):
                info = self._zones[zone]
                if owner is None:
                    return _constant(tuple(range(info.slot_first, info.slot_first + info.slot_count)))
                each = [
                    tuple(range(info.slot_first + s * info.slot_count, info.slot_first + (s + 1) * info.slot_count))
                    for s in range(self.layout.seats)
                ]
                return _item(self.bind("Z", each, ("slots", zone)), self.emit(owner))
            case plan.SlotAt(zone=zone, owner=owner, keys=keys):
                return self._slot_at(zone, owner, keys)
            case plan.CardField(partial=True):
                return _call("known_", self._field(node))
            case plan.CardField():
                return self._field(node)
            case plan.Attribute(name=name, of=of):
                return _item(_list(self._attributes[name].index), self.emit(of))
            case plan.Stored(name=name, at=at_):
                return self._stored(name, at_)
            case plan.SlotField(zone=zone, name=name, of=of):
                return _item(self.bind("P", self.layout.slot_fields[zone, name], (zone, name)), self.emit(of))
            case plan.Property(name=name, of=of):
                return self._property(name, self.emit(of))
            case plan.Arithmetic(operator=operator, left=left, right=right):
                return self._arithmetic(operator, self.emit(left), self.emit(right))
            case plan.Comparison(operator="==" | "!=" as operator, left=left, right=right):
                return ast.Compare(self._maybe(left), [_COMPARE[operator]()], [self._maybe(right)])
            case plan.Comparison(operator=operator, left=left, right=right):
                return ast.Compare(self.emit(left), [_COMPARE[operator]()], [self.emit(right)])
            case plan.Logical(operator=operator, parts=parts):
                return ast.BoolOp(ast.And() if operator == "and" else ast.Or(), [self.emit(p) for p in parts])
            case plan.Not(of=of):
                return ast.UnaryOp(ast.Not(), self.emit(of))
            case plan.IsKind(of=of, kind=kind):
                number = self.layout.kinds.index(kind)
                kinds_of = self.bind("KIND", self.layout.kind_of, "kind_of")
                return ast.Compare(_item(kinds_of, self.emit(of)), [ast.Eq()], [ast.Constant(number)])
            case plan.InSet(member=member, of=plan.Span2(low=low, high=high)):
                return ast.Compare(self.emit(low), [ast.LtE(), ast.LtE()], [self.emit(member), self.emit(high)])
            case plan.InSet(member=member, of=of):
                return ast.Compare(self.emit(member), [ast.In()], [self.emit(of)])
            case plan.Join(items=items, distinct=distinct):
                items = tuple((e, many) for e, many in items if not (many and self._nobody(e)))
                elements: list[ast.expr] = [
                    ast.Starred(self.emit(e, ordered), ast.Load()) if many else self.emit(e) for e, many in items
                ]
                joined: ast.expr = ast.List(elements, ast.Load())
                plain = not any(many for _, many in items) and all(isinstance(e, plan.Const) for e, _ in items)
                plain = plain or _apart(items)
                return _call("distinct_", joined) if distinct and len(items) > 1 and not plain else joined
            case plan.Span2(low=low, high=high):
                return _call("range_", self.emit(low), _add(self.emit(high), 1))
            case plan.Filter(of=of, var=var, where=None, key=key, pairs=True) if key is not None:
                generators, weight = self._weighed(of, var, key, ordered)
                return ast.ListComp(ast.Tuple([weight, _name(var)], ast.Load()), generators)
            case plan.Filter(of=of):
                return self._filter(node, self.emit(of, ordered))
            case plan.Best(sets=True):
                return _call("members_", self.emit(dataclasses.replace(node, sets=False)))
            case plan.Best(of=of, var=var, ranks=((first, key), *others), ties=ties):
                generators, weight = self._weighed(of, var, key, True)
                weights = [weight, *(self.emit(other) for _, other in others)]
                for i, most in enumerate([first, *(most for most, _ in others)]):
                    if most:
                        weights[i] = ast.UnaryOp(ast.USub(), weights[i])
                pair = ast.Tuple([ast.Tuple(weights, ast.Load()), _name(var)], ast.Load())
                ranked = ast.ListComp(pair, generators)
                if ties == "random":
                    return self._random(_call("tied_", ranked))
                return _call("alone_" if ties == "none" else "best_", ranked)
            case plan.AskQuery(query=query, arguments=(plan.Effect() as effect,)):
                return self._about_effect(query, effect)
            case plan.AskQuery(query=query, arguments=(first,)) if query.alike_as_one and (
                one := self._of_each(first, query.ordered)
            ):
                return ast.Call(self.bind(f"Q_{query.name}_", query.call, query.name), [one], [])
            case plan.AskQuery(query=query, arguments=(first,)) if query.how_many and (
                alike := self._alike_in_print(first)
            ):
                return ast.Call(self.bind(f"Q_{query.name}_", query.call, query.name), [alike], [])
            case plan.AskQuery(query=query, arguments=arguments):
                emitted = [self._maybe(a) if query.name == "exists" else self.emit(a, query.ordered) for a in arguments]
                if query.write is not None:
                    written = query.write(self.table, *emitted)
                    if written is not None:
                        return written
                if query.table:
                    emitted = [_name("T"), _name("S"), *emitted]
                return ast.Call(self.bind(f"Q_{query.name}_", query.call, query.name), emitted, [])
            case plan.Apply(name=name) if name in self.fixed:
                return ast.Constant(self.fixed[name])
            case plan.Apply(name=name, arguments=arguments):
                emitted = [_name("S"), self.emit(plan.You()) if self._has_you() else ast.Constant(NOTHING)]
                return ast.Call(_name(f"f_{name}"), emitted + [self.emit(a, True) for a in arguments], [])
            case plan.Lookup(table=table, keys=keys):
                found: ast.expr = _name(f"t_{table}")
                for key in keys:
                    found = _item(found, self.emit(key))
                return found
            case plan.PassNumber(part=part):
                index = self._variables["passes of parts"].index
                return _item(_list(index), ast.Constant(self.layout.enums["parts of the flow"].index(part)))
            case plan.Random(of=of):
                return self._random(self.emit(of))
        raise AssertionError(node)

    def _filter(self, node: plan.Filter, source: ast.expr) -> ast.expr:
        element: ast.expr = _name(node.var) if node.key is None else self.emit(node.key)
        if node.pairs:
            element = ast.Tuple([element, _name(node.var)], ast.Load())
        tests = [] if node.where is None else [self.emit(node.where)]
        return ast.ListComp(element, [ast.comprehension(ast.Name(node.var, ast.Store()), source, tests, 0)])

    def _weighed(
        self, of: plan.Expr, var: str, key: plan.Expr, ordered: bool
    ) -> tuple[list[ast.comprehension], ast.expr]:
        """Members and their keys; a key by which a filter tests them before is reckoned once."""
        member = ast.Name(var, ast.Store())
        match of:
            case plan.Filter(of=source, var=other, where=plan.Comparison() as test, key=None, pairs=False):
                test = renamed(test, other, var)
                if test.left == key and test.operator not in ("==", "!="):
                    known = f"{var}_key"
                    held = ast.Compare(_name(known), [_COMPARE[test.operator]()], [self.emit(test.right)])
                    return [
                        ast.comprehension(member, self.emit(source, ordered), [], 0),
                        ast.comprehension(
                            ast.Name(known, ast.Store()), ast.List([self.emit(key)], ast.Load()), [held], 0
                        ),
                    ], _name(known)
        return [ast.comprehension(member, self.emit(of, ordered), [], 0)], self.emit(key)

    def _of_each(self, node: plan.Expr, ordered: bool) -> ast.expr | None:
        """A filter of a pile that need look at one of each class only, for a query to which copies are as one."""
        match node:
            case plan.Filter(of=plan.ZoneSet() as of, var=var, where=where, key=key, pairs=False) if (
                where is not None or key is not None
            ):
                if told_by_print((where, key), var) and (source := self.one_of_each(of)) is not None:
                    return self._filter(node, source)
        return None

    def _alike_in_print(self, node: plan.Expr) -> ast.expr | None:
        """What a filter finds of one printed value, as bytes: where only counts how many that are, and every component
        of the game is a byte."""
        alike = alike_in_print(node)
        if alike is None or not self.layout.in_bytes or not is_safe(alike[2]):
            return None
        zone, field, value = alike
        return self.only(_call("bytes_", self.emit(zone)), zone, field, value)

    def only(
        self,
        pile: ast.expr,
        zone: plan.ZoneSet,
        field: plan.CardField,
        value: plan.Expr,
        codes: tuple[bytes, object] | None = None,
    ) -> ast.expr:
        """What has one value printed on it, of what lies in a zone, which `pile` gives as bytes. `codes`: a code for
        each component, that stands for it, and a key for them."""
        column = self.card_field(field.kinds, field.name)
        key = (tuple(sorted(field.kinds)), field.name, codes[1] if codes is not None else None)
        only = Only(column, codes[0][: len(column)] if codes is not None else range(len(column)))
        if isinstance(value, plan.SlotField):  # looked up by slot
            found = [only[n] for n in self.layout.slot_fields[value.zone, value.name]]
            table = _item(self.bind("D", found, ("only", key, value.zone, value.name)), self.emit(value.of))
        else:
            table = _item(self.bind("D", only, ("only", key)), self.emit(value))
        kept = ast.Call(ast.Attribute(pile, "translate", ast.Load()), [table], [])
        other = ast.Constant(bytes([OTHER]))
        if self._side_by_side(zone, column):
            return ast.Call(ast.Attribute(kept, "strip", ast.Load()), [other], [])
        return ast.Call(ast.Attribute(kept, "replace", ast.Load()), [other, ast.Constant(b"")], [])

    def _side_by_side(self, zone: plan.ZoneSet, column: Sequence[int]) -> bool:
        """Whether what has the same value in a column lies side by side in a zone."""
        info = self._zones[zone.zone]
        lists = range(info.base, info.base + (self.layout.seats if info.per_player else 1))
        runs = [value for i, value in enumerate(column) if not i or value != column[i - 1]]
        several = [value for value, times in Counter(runs).items() if times > 1 and value != NOTHING]
        return not several and all(self.table.is_by_number(at) for at in lists)

    def one_of_each(self, node: plan.ZoneSet) -> ast.expr | None:
        """The first of each class of what lies in a zone: a pile in which copies lie side by side, where there are
        many of them. None where that is not so."""
        info = self._zones[node.zone]
        layout = self.layout
        if node.owners or info.order != "none" or info.slot_count:
            return None
        cards = [(number, card) for number, card in enumerate(layout.cards) if card.kind in info.kinds]
        copies = sum(len(card.components) for _, card in cards)
        if any(number in layout.pieces for number, _ in cards) or copies < _COPIES * len(cards):
            return None
        if any(layout.class_of[c] != card.components.start for _, card in cards for c in card.components):
            return None  # copies are told apart
        ends = [layout.cards[card].components.stop for card in layout.card_of]
        return _call("one_of_each_", self.emit(node), self.bind("ENDS", ends, "ends of cards"))

    def _about_effect(self, query: Query, effect: plan.Effect) -> ast.expr:
        """A query about an effect: who would enter it, which component carries it, and with which arguments."""
        limited = query.parameters[0].limited
        nobody: ast.expr = ast.Constant(NOTHING)
        carrier = nobody if self.scope is FORMULA or (effect.unit and limited) else self.emit(plan.This())
        if effect.carrier is not None:
            carrier = self.emit(effect.carrier)
        number = ast.Constant(self.units[effect.unit]) if effect.effect is None else self._maybe(effect.effect)
        given = [self.emit(argument, True) for argument, _ in effect.arguments]
        word = self.bind(f"Q_{query.name}_", query.call, query.name)
        return ast.Call(word, [_name("E"), _name("S"), self.emit(plan.You()), carrier, number, *given], [])

    def _field(self, node: plan.CardField) -> ast.expr:
        key = (tuple(sorted(node.kinds)), node.name)
        known = self._known.get(("F", key))
        column = self.bind("F", self.card_field(node.kinds, node.name), key) if known is None else _name(known)
        return _item(column, self.emit(node.of))

    def _maybe(self, node: plan.Expr) -> ast.expr:
        """An expression whose answer may be nothing."""
        return self._field(node) if isinstance(node, plan.CardField) else self.emit(node)

    def _has_you(self) -> bool:
        return not self._outside

    def _random(self, members: ast.expr) -> ast.expr:
        pick = ast.Attribute(_name("T"), "pick", ast.Load())
        return ast.Call(pick, [_name("S"), ast.Constant(self.stream), members], [])

    def _based(self, base: int, owner: plan.Expr | None) -> ast.expr:
        if owner is None:
            return ast.Constant(base)
        if isinstance(owner, plan.Const):
            return ast.Constant(base + owner.value)
        return _add(self.emit(owner), base)

    def _nobody(self, node: plan.Expr) -> bool:
        """Whether a set of seats has no member in this game."""
        return isinstance(node, plan.Players) and node.which != "others" and not self._seats[node.which]

    def _zone_set(self, node: plan.ZoneSet, ordered: bool) -> ast.expr:
        info = self._zones[node.zone]
        stack = ordered and info.order == "stack"
        if node.owners:
            assert node.owner is not None
            inner: ast.expr = _item(_name("S"), _add(_name("o_"), info.base))
            if stack:
                inner = _reversed(inner)
            return ast.ListComp(
                _name("c_"),
                [
                    ast.comprehension(ast.Name("o_", ast.Store()), self.emit(node.owner, ordered), [], 0),
                    ast.comprehension(ast.Name("c_", ast.Store()), inner, [], 0),
                ],
            )
        found = _item(_name("S"), self._based(info.base, node.owner))
        return _reversed(found) if stack else found

    def _slot_at(self, zone: str, owner: plan.Expr | None, keys: tuple[plan.Expr, ...]) -> ast.expr:
        info = self._zones[zone]
        by_place = {}
        for number in range(info.slot_first, info.slot_first + info.slot_count):
            at = self.layout.slots[number].at
            by_place[at if len(at) > 1 else at[0]] = number
        emitted = [self.emit(k) for k in keys]
        key = emitted[0] if len(emitted) == 1 else ast.Tuple(emitted, ast.Load())
        found = _item(self.bind("A", by_place, ("slot at", zone)), key)
        if owner is None:
            return found
        return ast.BinOp(found, ast.Add(), ast.BinOp(self.emit(owner), ast.Mult(), ast.Constant(info.slot_count)))

    def _stored(self, name: str, at: plan.Expr | None) -> ast.expr:
        if name in self.options:
            return ast.Constant(self.options[name])
        index = self._resources[name].index if name in self._resources else self._variables[name].index
        return _item(_list(index), ast.Constant(0) if at is None else self.emit(at))

    def _property(self, name: str, of: ast.expr) -> ast.expr:
        layout = self.layout
        match name:
            case "contents":
                return _item(_list(SLOTS), of)
            case "slot":
                return _item(_list(PLACE), of)
            case "owner":
                return _item(self.bind("OWNER", layout.owner_of, "owner_of"), _item(_list(LOCATION), of))
            case "copy":
                copies = [0] * len(layout.card_of)
                for card in layout.cards:
                    for i, component in enumerate(card.components):
                        copies[component] = i + 1
                return _item(self.bind("COPY", copies, "copies"), of)
            case "neighbours":
                return _item(self.bind("NEAR", [s.neighbours for s in layout.slots], "neighbours"), of)
            case "ends":
                return _item(self.bind("ENDS", [s.ends for s in layout.slots], "ends"), of)
            case "links":
                return _item(self.bind("LINKS", [s.links for s in layout.slots], "links"), of)
            case "seat":
                return _add(of, 1)
            case "holder":
                owners = [layout.owner_of[s.zone] for s in layout.slots]
                return _item(self.bind("HOLDER", owners, "holders"), of)
            case "all":
                place = ast.Attribute(_name("T"), "in_slot", ast.Load())
                return ast.Call(place, [_name("S"), of], [])
        raise AssertionError(name)

    @staticmethod
    def _arithmetic(operator: str, left: ast.expr, right: ast.expr) -> ast.expr:
        match operator:
            case "+" | "-" | "*" | "mod":
                kinds: dict[str, type[ast.operator]] = {"+": ast.Add, "-": ast.Sub, "*": ast.Mult, "mod": ast.Mod}
                return ast.BinOp(left, kinds[operator](), right)
            case "down":
                return ast.BinOp(left, ast.FloorDiv(), right)
            case "up":
                return ast.UnaryOp(ast.USub(), ast.BinOp(ast.UnaryOp(ast.USub(), left), ast.FloorDiv(), right))
        raise AssertionError(operator)

    # ---- what is fixed ---------------------------------------------------------------------------

    def components_of(self, kind: str) -> tuple[int, ...]:
        """All components of a kind, or of one card ("card:ID")."""
        layout = self.layout
        if kind.startswith("card:"):
            return tuple(next(c.components for c in layout.cards if c.id == kind[5:]))
        number = layout.kinds.index(kind)
        return tuple(c for c, k in enumerate(layout.kind_of) if k == number)

    def card_field(self, kinds: frozenset[str], name: str) -> list[int]:
        """The field's value by component, NOTHING where a component has none."""
        found = [NOTHING] * len(self.layout.card_of)
        for kind in kinds:
            for component, value in enumerate(self.layout.fields[kind, name]):
                if value != NOTHING:
                    found[component] = value
        return found


def _apart(items: tuple[tuple[plan.Expr, bool], ...]) -> bool:
    """Whether items are the contents of different zones, so that none is in two of them."""
    zones = [e.zone for e, many in items if many and isinstance(e, plan.ZoneSet) and not e.owners]
    return len(set(zones)) == len(items)


def _chance(node: object) -> bool:
    """Whether an expression draws by chance."""
    if isinstance(node, plan.Random) or (isinstance(node, plan.Best) and node.ties == "random"):
        return True
    if isinstance(node, tuple):
        return any(_chance(n) for n in node)
    return any(_chance(getattr(node, name)) for name in plan.parts(type(node)))


_COMPARE: dict[str, type[ast.cmpop]] = {
    "==": ast.Eq,
    "!=": ast.NotEq,
    "<=": ast.LtE,
    ">=": ast.GtE,
    "<": ast.Lt,
    ">": ast.Gt,
}


def _constant(members: tuple[int, ...]) -> ast.expr:
    return ast.Tuple([ast.Constant(member) for member in members], ast.Load())


def _name(name: str) -> ast.expr:
    return ast.Name(name, ast.Load())


def _item(of: ast.expr, index: ast.expr) -> ast.expr:
    return ast.Subscript(of, index, ast.Load())


def _list(index: int) -> ast.expr:
    return _item(_name("S"), ast.Constant(index))


def _add(left: ast.expr, number: int) -> ast.expr:
    if isinstance(left, ast.Constant) and isinstance(left.value, int):
        return ast.Constant(left.value + number)
    return ast.BinOp(left, ast.Add(), ast.Constant(number)) if number else left


def _call(name: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(_name(name), list(arguments), [])


def _reversed(of: ast.expr) -> ast.expr:
    return ast.Subscript(of, ast.Slice(None, None, ast.UnaryOp(ast.USub(), ast.Constant(1))), ast.Load())
