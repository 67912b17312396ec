"""Choices from piles, as Python that looks them up: how a pile looks, and what was found for piles that look alike.

In: a choice in which nothing matters but what lies in a pile. Out: statements that give a name to the ways to choose,
or to what makes their options.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from interpreter.checking import plan
from interpreter.compiling import nodes
from interpreter.compiling.choices import STRANGE, ByPrice, ChooseSet
from interpreter.compiling.picking import Form
from interpreter.compiling.plain import Plain
from interpreter.compiling.reads import alike_in_print, is_safe
from interpreter.compiling.scopes import Scope
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.compiling.building import Builder


@record
class Pile:
    """A choice from a pile: what it is made from, how few and how many (None: all), and what it is held against."""

    node: plan.Choose
    step: ChooseSet
    name: str  # of what it is made from, in Python
    members: ast.expr
    picked_out: bool  # from a pile that was read as bytes
    weighed: ast.expr | None  # the same, each as what it weighs, where that tells all
    least: int
    most: int | None
    constants: list[ast.expr]
    keys: list[ast.expr]


@record
class LookUp:
    """Statements, the name of what they find, and what gives the pile its name, where only what was found needs it."""

    before: list[ast.stmt]
    found: ast.expr
    sorted_out: list[ast.stmt]


class Remembering:
    """Writes how choices from piles are looked up. Belongs to the search of one program."""

    def __init__(self, builder: Builder, plain: Plain) -> None:
        self.builder, self.plain, self.emitter = builder, plain, builder.emitter
        self.piles: dict[plan.Expr, str] = {}  # piles that are read once for a search, as bytes -> their names

    def picked_out(
        self, node: plan.Choose, step: ChooseSet, scope: Scope, chosen: set[int]
    ) -> tuple[ast.expr, ast.expr | None] | None:
        """The members with one value of what is printed, out of a pile that is read once for the search, and what they
        weigh, if that tells all of them; None where the choice is not from such a pile, or components are more than fit
        into bytes. `chosen`: places of what was chosen before."""
        if step.known is None or not self.builder.layout.in_bytes or node.unlike:
            return None
        alike = alike_in_print(node.of)
        if alike is None:
            return None
        zone, field, value = alike
        if not isinstance(zone.owner, plan.You | None) or not is_safe(value, chosen):
            return None
        whole = self.piles.get(zone)
        if whole is None:
            whole = self.piles[zone] = self.plain.fresh("w")
        weighed = None
        if self._told_by_weight(node, step):
            codes = (step.looks().packed_weights(), id(step))
            weighed = self.plain.only(nodes.name(whole), zone, field, value, scope, codes)
        return self.plain.only(nodes.name(whole), zone, field, value, scope), weighed

    def look_up(self, pile: Pile, form: Form | None) -> LookUp:
        """What is known of a pile that looks so: its ways, or what makes options of that form."""
        found, seen = self.plain.fresh("p"), self.plain.fresh("y")
        step, sorted_out = pile.step, [nodes.assign(pile.name, pile.members)]
        named, constants = nodes.name(pile.name), nodes.tuple_(pile.constants)
        most = nodes.constant(pile.most)
        given = [nodes.name(seen), named, nodes.constant(pile.least), most, constants, nodes.tuple_(pile.keys)]
        if form is not None or pile.weighed is not None:
            given.append(nodes.numbers(form) if form is not None else nodes.constant(None))
        if pile.weighed is not None:
            given.append(ast.Constant(True))
        new = nodes.call(self.emitter.bind("M", step.new_ways, ("new ways", id(step))), *given)
        learnt: list[ast.stmt] = [nodes.assign(found, new)]
        if pile.weighed is not None:  # picked out and weighed at once
            looks = [nodes.assign(seen, pile.weighed)]
            learnt = [*sorted_out, *learnt]
        else:
            looks = [*sorted_out, *self._seen(pile, seen)]
            sorted_out = []
        before = [
            *looks,
            nodes.assign(
                found, nodes.call(ast.Attribute(self._memory(pile, form), "get", ast.Load()), nodes.name(seen))
            ),
            nodes.branch(nodes.compare(nodes.name(found), ast.Is(), nodes.constant(None)), learnt),
        ]
        return LookUp(before, nodes.name(found), sorted_out)

    def _memory(self, pile: Pile, form: Form | None) -> ast.expr:
        assert pile.step.known is not None
        bounds = (pile.least, pile.most, form)
        priced, key = pile.step.known[bounds], ("known", id(pile.step), *bounds)
        constants = pile.constants
        fixed = [c.value for c in constants if isinstance(c, ast.Constant) and isinstance(c.value, int)]
        if len(fixed) == len(constants):
            return self.emitter.bind("N", priced[tuple(fixed)], (*key, tuple(fixed)))
        if len(constants) == 1:
            return nodes.item(self.emitter.bind("N", ByPrice(priced), key), constants[0])
        return nodes.item(self.emitter.bind("N", priced, key), nodes.tuple_(constants))

    # ---- how a pile looks --------------------------------------------------------------------------

    def _seen(self, pile: Pile, seen: str) -> list[ast.stmt]:
        """How a pile looks, under a name."""
        looks, named, key = pile.step.looks(), nodes.name(pile.name), id(pile.step)
        packed = named if pile.picked_out else nodes.call("bytes_", named)
        if self._told_by_weight(pile.node, pile.step):
            # what weighs the same is alike here
            if self.builder.layout.in_bytes:
                return [nodes.assign(seen, _translated(packed, self._weights(pile.step)))]
            weight = nodes.item(self.emitter.bind("L", looks.weights(), ("weights", key)), nodes.name("m_"))
            return [nodes.assign(seen, _each(weight, named))]
        tables = looks.packed() if self.builder.layout.in_bytes else None
        if tables is not None:
            return self._seen_in_bytes(pile, seen, packed, tables)
        look = self.emitter.bind("L", looks.number, ("looks", key))
        shift = self.emitter.bind("L", looks.shift, ("shift", key))
        base = self.plain.fresh("b")
        counted = ast.BinOp(nodes.item(look, nodes.name("m_")), ast.Sub(), nodes.name(base))
        shifted = ast.IfExp(named, nodes.item(shift, nodes.item(named, nodes.constant(0))), nodes.constant(0))
        return [nodes.assign(base, shifted), nodes.assign(seen, _each(counted, named))]

    def _seen_in_bytes(
        self, pile: Pile, seen: str, packed: ast.expr, tables: tuple[tuple[bytes, ...], bytes]
    ) -> list[ast.stmt]:
        looks, named, key = pile.step.looks(), nodes.name(pile.name), id(pile.step)
        whole: list[ast.stmt] = []
        if not pile.picked_out:
            read = self.plain.fresh("b")
            whole, packed = [nodes.assign(read, packed)], nodes.name(read)
        first = nodes.item(self.emitter.bind("L", tables[0], ("packed", key)), nodes.item(named, nodes.constant(0)))
        different = nodes.call("len_", nodes.call("set_", nodes.name(seen)))
        weights = self.emitter.bind("L", tables[1], ("packed weights", key))
        return [
            *whole,
            nodes.assign(seen, ast.IfExp(named, _translated(packed, first), packed)),
            nodes.branch(  # mostly no two are alike: fewer looks are faster found again
                nodes.compare(different, ast.Eq(), nodes.call("len_", nodes.name(seen))),
                [nodes.assign(seen, _translated(packed, weights))],
            ),
            nodes.branch(
                nodes.compare(nodes.constant(STRANGE), ast.In(), nodes.name(seen)),
                [nodes.assign(seen, nodes.call(self.emitter.bind("L", looks.of, ("look", key)), named))],
            ),
        ]

    def _weights(self, step: ChooseSet) -> ast.expr:
        return self.emitter.bind("L", step.looks().packed_weights(), ("packed weights", id(step)))

    def _told_by_weight(self, node: plan.Choose, step: ChooseSet) -> bool:
        """Whether of those that a choice is made from what weighs the same is alike."""
        match node.of:
            case plan.Filter(
                var=var, where=plan.Comparison(operator="==", left=plan.CardField(of=plan.Var(name=name)) as field)
            ) if name == var:
                return step.looks().told_by_weight(self.emitter.card_field(field.kinds, field.name), step.like.class_of)
        return False


def _translated(whole: ast.expr, *given: ast.expr) -> ast.expr:
    return nodes.call(ast.Attribute(whole, "translate", ast.Load()), *given)


def _each(value: ast.expr, of: ast.expr) -> ast.expr:
    """A tuple of a value of each member `m_`."""
    members = ast.comprehension(ast.Name("m_", ast.Store()), of, [], 0)
    return nodes.call("tuple_", ast.ListComp(value, [members]))
