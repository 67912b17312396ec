"""What expressions of the plan read, so that back ends may leave out what cannot matter."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from typing import Any

from interpreter.checking import plan


def mentions(node: object, name: str) -> bool:
    """Whether an expression reads a member's name."""
    if isinstance(node, tuple | list):
        return any(mentions(n, name) for n in node)
    if node == plan.Var(name):
        return True
    return any(mentions(getattr(node, part), name) for part in plan.parts(type(node)))


def told_by_print(node: object, name: str) -> bool:
    """Whether an expression reads of a member nothing but what is printed on it."""
    if not mentions(node, name):
        return True
    if isinstance(node, tuple):
        return all(told_by_print(n, name) for n in node)
    match node:
        case plan.CardField(of=plan.Var()) | plan.IsKind(of=plan.Var()):
            return True
        case plan.Arithmetic(left=left, right=right) | plan.Comparison(left=left, right=right):
            return told_by_print(left, name) and told_by_print(right, name)
        case plan.Logical(parts=parts):
            return all(told_by_print(part, name) for part in parts)
        case plan.Not(of=of):
            return told_by_print(of, name)
        case plan.InSet(member=member, of=of):
            return told_by_print(member, name) and told_by_print(of, name)
    return False


def alike_in_print(of: plan.Expr) -> tuple[plan.ZoneSet, plan.CardField, plan.Expr] | None:
    """A filter for what has one value printed on it, out of a zone: the zone, what is printed, the value."""
    match of:
        case plan.Filter(
            of=plan.ZoneSet() as zone,
            var=var,
            where=plan.Comparison(
                operator="==", left=plan.CardField(of=plan.Var(name=name), partial=False) as field, right=value
            ),
            key=None,
            pairs=False,
        ) if name == var and not mentions(value, var):
            return zone, field, value
    return None


def renamed(node: Any, old: str, new: str) -> Any:
    """An expression that calls a member by another name."""
    if isinstance(node, tuple):
        return tuple(renamed(part, old, new) for part in node)
    if node == plan.Var(old):
        return plan.Var(new)
    parts = {name: renamed(getattr(node, name), old, new) for name in plan.parts(type(node))}
    return replace(node, **parts) if parts else node


def reads_name(node: object, place: int, many: bool) -> bool:
    """Whether a name of the unit, by its place, is read somewhere in expressions or commitments."""
    if node == (plan.LocalSet(place) if many else plan.Local(place)):
        return True
    if isinstance(node, plan.Choose) and (place, many) in node.unlike:
        return True
    if isinstance(node, tuple | list):
        return any(reads_name(n, place, many) for n in node)
    return any(reads_name(getattr(node, name), place, many) for name in plan.parts(type(node)))


def kinds_listed(node: object) -> set[str]:
    """Kinds of which all components are gone through, wherever they lie ("card:ID" for those of one card)."""
    if isinstance(node, plan.KindSet):
        return {node.kind}
    if isinstance(node, plan.InSet) and isinstance(node.of, plan.KindSet):
        return kinds_listed(node.member)  # asks whether something is of them
    if isinstance(node, dict):
        node = list(node.values())
    if isinstance(node, tuple | list):
        return set().union(*map(kinds_listed, node))
    return set().union(*[kinds_listed(getattr(node, name)) for name in plan.parts(type(node))])


def performances(node: object) -> list[plan.Perform]:
    """The statements that carry out units by name."""
    if isinstance(node, dict):
        node = list(node.values())
    if isinstance(node, tuple | list):
        return [each for inner in node for each in performances(inner)]
    found = [each for name in plan.parts(type(node)) for each in performances(getattr(node, name))]
    return [*found, node] if isinstance(node, plan.Perform) else found


def is_safe(node: plan.Expr | None, things: Set[int] = frozenset()) -> bool:
    """Whether an expression gives an answer in every state: it uses nothing as if it were a thing, and divides by
    nothing. Members of sets are things, and so are the names at the places `things`."""
    match node:
        case None | plan.Const() | plan.Players() | plan.KindSet() | plan.LocalSet() | plan.Local() | plan.Var():
            return True
        case plan.ZoneSet(owner=None | plan.You() | plan.Players()) | plan.ZoneSlots(owner=None | plan.You()):
            return True
        case plan.Stored(at=None | plan.You() | plan.Const()):
            return True
        case plan.CardField(of=of, partial=False) | plan.Attribute(of=of) | plan.SlotField(of=of):
            return isinstance(of, plan.Var) or (isinstance(of, plan.Local) and of.at in things)
        case plan.Arithmetic(operator="+" | "-" | "*", left=left, right=right) | plan.Span2(low=left, high=right):
            return is_safe(left, things) and is_safe(right, things)
        case plan.Comparison(left=left, right=right):
            return is_safe(left, things) and is_safe(right, things)
        case plan.Logical(parts=parts):
            return all(is_safe(part, things) for part in parts)
        case plan.Not(of=of):
            return is_safe(of, things)
        case plan.InSet(member=member, of=of):
            return is_safe(member, things) and is_safe(of, things)
        case plan.Filter(of=of, where=where, key=key):
            return is_safe(of, things) and is_safe(where, things) and is_safe(key, things)
        case plan.AskQuery(query=query, arguments=arguments):
            return query.call in (len, sum, bool) and all(is_safe(argument, things) for argument in arguments)
    return False


def reads_plainly(node: plan.Expr, things: set[int], needed: set[int]) -> bool:
    """Whether an amount reads nothing that might not be there; notes in `needed` which choices it reads."""
    match node:
        case plan.Const() | plan.Stored(at=None) | plan.Stored(at=plan.You()):
            return True
        case plan.CardField(of=plan.Local(at=at), partial=False) if at in things:
            needed.add(at)
            return True
        case plan.Arithmetic(operator="+" | "-" | "*", left=left, right=right):
            return reads_plainly(left, things, needed) and reads_plainly(right, things, needed)
    return False
