"""Generated functions without what nobody needs: names that are given and never read, truths that are denied twice."""

from __future__ import annotations

import ast


def tidied(function: ast.FunctionDef) -> None:
    """Leave out what costs time and changes nothing."""
    _Tests().visit(function)
    read: set[str] = set()
    while True:
        before, read = read, {name for node in ast.walk(function) for name in _read(node)}
        if read == before:
            return
        _Unread(read).visit(function)


def _read(node: ast.AST) -> list[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Load()) | ast.AugAssign(target=ast.Name(id=name)):
            return [name]
    return []


class _Unread(ast.NodeTransformer):
    """Leaves out names that are given what costs nothing to leave out, and that are read nowhere."""

    def __init__(self, read: set[str]) -> None:
        self.read = read

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | None:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name() | ast.Constant()) if name not in self.read:
                return None
            case ast.Assign(targets=[ast.Name(id="out")]) if "out" not in self.read:
                return None
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        body = getattr(node, "body", None)
        if body == []:
            body.append(ast.Pass())
        return node


class _Tests(ast.NodeTransformer):
    """Where only the truth of something matters, denying it twice is saying it."""

    def visit_If(self, node: ast.If) -> ast.stmt:
        self.generic_visit(node)
        node.test = _plainly(node.test)
        return node

    def visit_While(self, node: ast.While) -> ast.stmt:
        self.generic_visit(node)
        node.test = _plainly(node.test)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        self.generic_visit(node)
        node.test = _plainly(node.test)
        return node


def _plainly(test: ast.expr) -> ast.expr:
    """A test with the same outcome."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=ast.UnaryOp(op=ast.Not(), operand=of)):
            return _plainly(of)
        case ast.UnaryOp(op=ast.Not()):
            test.operand = _plainly(test.operand)
        case ast.BoolOp():
            test.values = [_plainly(value) for value in test.values]
    return test
