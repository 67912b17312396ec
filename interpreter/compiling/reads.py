"""What expressions of the plan read, so that back ends may leave out what cannot matter."""

from __future__ import annotations

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
