"""Decisions -> Python: what was chosen gets its names, and what follows is carried out.

`apply_K_B(S, L, option)` carries out a decision to its end, where nothing after it asks; otherwise `enter_K_B` pushes
the frames that what follows needs, and it runs from there on.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.checking import plan
from interpreter.compiling import nodes
from interpreter.compiling.choices import ChooseOne, ChooseSet
from interpreter.compiling.offering import known
from interpreter.compiling.plain import Plain
from interpreter.compiling.scopes import FRAME, NamesScope, Scope
from interpreter.compiling.searching import Search
from interpreter.state import LIMITS
from interpreter.state.layout import AT, THIS, YOU

if TYPE_CHECKING:
    from interpreter.compiling.building import Builder
    from interpreter.compiling.effects import Ask, Branch


class Decisions:
    """Writes the functions of decisions. Belongs to the building of one program."""

    def __init__(self, builder: Builder, plain: Plain, search: Search) -> None:
        self.builder, self.plain, self.search, self.emitter = builder, plain, search, builder.emitter

    def apply(self, ask: Ask, number: int) -> ast.FunctionDef | None:
        """The function that carries out a decision for one branch: to its end, or, where something after it may ask,
        into the frames that it enters. None where only the object can."""
        branch = ask.branches[number]
        if branch.unit is None or not known(branch):
            return None
        chain = self._chain(branch)
        if chain is None:
            return self._entering(ask, number)
        self.builder.enter_stream(branch.unit)
        plain = self.plain
        body: list[ast.stmt] = [nodes.assign("you", nodes.item(nodes.name("L"), nodes.constant(YOU)))]
        scopes: list[NamesScope] = []
        outer: Scope = NamesScope(plain.fresh("u"), "you", "", FRAME)
        body.append(nodes.assign("this", nodes.item(nodes.name("L"), nodes.constant(THIS))))
        for _, arguments in branch.through:
            inside = NamesScope(plain.fresh("u"), "you", "this")
            values = [plain.copied(a, outer) if many else plain.emit(a, outer) for a, many in arguments]
            names = inside.parameters(many for _, many in arguments)
            body += [nodes.assign(name, value) for name, value in zip(names, values, strict=True)]
            scopes.append(inside)
            outer = inside
        scope = scopes[-1]
        for limit in branch.limits:
            key = nodes.call("limit_", nodes.constant(limit.site), nodes.name("this"), nodes.name("you"))
            body.append(nodes.do(nodes.call(ast.Attribute(nodes.listed(LIMITS), "append", ast.Load()), key)))
        commitments = branch.sentence.commitments if branch.sentence is not None else ()
        picked: dict[int, str] = {}
        bound = self.bind(commitments, scope, picked)
        if bound is None:
            return None
        body += bound
        nodes.placed(body, ask.here + 1)
        body += plain.settle(commitments, scope, picked)
        for (name, _), inside, rest in zip(reversed(branch.through), reversed(scopes), chain, strict=True):
            self.builder.enter_stream(self.builder.plan.units[name])  # each unit draws from a stream of its own
            body += plain.write(rest, inside)
        target = ast.Subscript(nodes.name("L"), ast.Constant(AT), ast.Store())
        body.append(ast.Assign([target], ast.Constant(branch.enter[0][2])))
        made = nodes.function(f"apply_{ask.here}_{number}", ["S", "L", "option"], body)
        nodes.placed([made], ask.here + 1)
        return made

    def bind(
        self,
        commitments: Sequence[plan.Commit],
        scope: Scope,
        picked: dict[int, str] | None,
        option: str = "option",
    ) -> list[ast.stmt] | None:
        """What an option chose gets its names. `picked` takes the names of alternatives; None: the frame keeps them."""
        plain, found, at = self.plain, list[ast.stmt](), 1
        for node in commitments:
            taken = nodes.item(nodes.name(option), nodes.constant(at))
            match node:
                case plan.Choose(place=place, many=many):
                    at += 1
                    step = self.builder.step_of[id(node)]
                    if step.like.mode == "unseen":
                        members = self.search.without(plain.emit(node.of, scope), node, scope)
                        if isinstance(step, ChooseOne):
                            pick = self.emitter.bind("K", step.pick, ("pick", id(node)))
                            found.append(scope.set_local(place, nodes.call(pick, nodes.name("S"), members)))
                        elif isinstance(step, ChooseSet):
                            pick = self.emitter.bind("K", step.pick_some, ("pick", id(node)))
                            many_ = nodes.call("len_", taken)
                            found.append(scope.set_list(place, nodes.call(pick, nodes.name("S"), members, many_)))
                        else:
                            return None
                    else:
                        found.append(scope.set_list(place, taken) if many else scope.set_local(place, taken))
                        if many and isinstance(scope, NamesScope):
                            scope.chosen.add(scope.list_name(place))
                case plan.Let(place=place, many=many, value=worth):
                    found.append(plain.bind(place, many, worth, scope))
                case plan.Pay(picks=picks, amounts=amounts):
                    for place, alternatives in zip(picks, amounts, strict=True):
                        chosen: ast.expr = nodes.constant(0)
                        if len(alternatives) > 1:
                            chosen = nodes.item(nodes.name(option), nodes.constant(at))
                            at += 1
                        if picked is None:
                            found.append(scope.set_local(place, chosen))
                        elif len(alternatives) > 1:
                            picked[place] = plain.fresh("p")
                            found.append(nodes.assign(picked[place], chosen))
        return found

    def _entering(self, ask: Ask, number: int) -> ast.FunctionDef | None:
        """A decision that enters frames and stops there: what follows runs from the branch's target on."""
        branch = ask.branches[number]
        assert branch.unit is not None
        self.builder.enter_stream(branch.unit)
        this: ast.expr = nodes.item(nodes.name("L"), nodes.constant(THIS))
        if branch.carriers is not None:
            components, zones = branch.carriers
            column = self.search.holders(zones)
            you = nodes.item(nodes.name("L"), nodes.constant(YOU))
            this = nodes.call("carrier_", nodes.name("S"), nodes.numbers(components), column, you)
        body = [nodes.assign("this", this)]
        at_place = ast.Subscript(nodes.name("L"), ast.Constant(AT), ast.Store())
        for (name, arguments), (_, _, back) in zip(branch.through, branch.enter, strict=True):
            given = ast.List(
                [self.plain.copied(a, FRAME) if many else self.plain.emit(a, FRAME) for a, many in arguments],
                ast.Load(),
            )
            values = self.plain.fresh("g")
            body += [nodes.assign(values, given), ast.Assign([at_place], ast.Constant(back))]
            pushed = nodes.call(
                "push_",
                *(nodes.name("S"), nodes.name("L"), nodes.constant(self.builder.unit_number[name])),
                *(nodes.item(nodes.name("L"), nodes.constant(YOU)), nodes.name("this"), nodes.name(values)),
            )
            body.append(nodes.assign("L", pushed))
        for limit in branch.limits:
            key = nodes.call("limit_", nodes.constant(limit.site), FRAME.this(), FRAME.you())
            body.append(nodes.do(nodes.call(ast.Attribute(nodes.listed(LIMITS), "append", ast.Load()), key)))
        commitments = branch.sentence.commitments if branch.sentence is not None else ()
        bound = self.bind(commitments, FRAME, None)
        if bound is None:
            return None
        body += [*bound, ast.Assign([at_place], ast.Constant(branch.target))]
        made = nodes.function(f"enter_{ask.here}_{number}", ["S", "L", "option"], body)
        nodes.placed([made], ask.here + 1)
        return made

    def _chain(self, branch: Branch) -> list[Sequence[plan.Stmt]] | None:
        """What runs after a decision, from the inside out; None if something of it is not plain."""
        if not branch.through or branch.carriers is not None or branch.unit is None or not known(branch):
            return None
        units = self.builder.plan.units
        names = [name for name, _ in branch.through]
        if any(name.partition(":")[0] not in ("action", "effect") for name in names):
            return None
        if not all(self.plain.silent(f"unit {name.partition(':')[2]}") for name in names):
            return None
        inner = units[names[-1]]
        if inner is not branch.unit:
            return None
        found: list[Sequence[plan.Stmt]] = []
        body = inner.body
        while body and isinstance(body[0], plan.Limited):  # the branch asks and notes these limits itself
            body = (*body[0].body, *body[1:])
        if branch.sentence is None:
            found.append(body)
        else:
            if not body or body[0] is not branch.sentence:
                return None
            for node in branch.sentence.commitments:
                if isinstance(node, plan.Pay) and not self.plain.payment(node):
                    return None
                if isinstance(node, plan.Promise) and not self.plain.statement(node.do, True):
                    return None
            found.append((*branch.sentence.body, *body[1:]))
        for outer, performed in zip(reversed(names[:-1]), reversed(names[1:]), strict=True):
            body = units[outer].body
            if not body or not isinstance(body[0], plan.Perform) or body[0].unit != performed:
                return None
            found.append(body[1:])
        if not all(self.plain.body(tuple(rest), True) for rest in found):
            return None
        return found
