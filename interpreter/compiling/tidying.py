"""Generated functions without what nobody needs: names that are given and never read."""

from __future__ import annotations

import ast


def tidied(function: ast.FunctionDef) -> None:
    """Leave out names that are given what costs nothing to leave out, and that are read nowhere."""
    read: set[str] = set()
    while True:
        before, read = read, {
            node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
        }
        if read == before:
            return
        _Unread(read).visit(function)


class _Unread(ast.NodeTransformer):
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

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        return node
