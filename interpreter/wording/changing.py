"""Whether what a name stands for may have become something else by the time the name is used.

In: the value of a `let` and the statements behind it. A value that nothing changes in between may be said where the
name stands; any other has to be said where it is taken. Looks at names alone: a resource, variable or attribute that a
statement writes, a zone that it moves things out of or into, and who `you` are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from interpreter.checking.game import Game, effect_text
from interpreter.diagnostics import Report
from interpreter.syntax import ast, parse_effect, walk
from interpreter.syntax.walking import Node

PLACES, EVERYTHING, YOU = "(places)", "(everything)", "(you)"
QUIET = ("again", "end", "nothing", "reveal", "look", "forbid", "increase", "reduce", "multiply")
MOVING = ("move", "draw", "discard", "refill", "shuffle", "rotate", "swap", "add")
LAID_OUT = ("filled", "reachable", "groups", "longest_line", "longest_path")
Meaning = Callable[[str], Sequence[Node]]


class Changing:
    """Reads and writes of one game's statements. `meaning` gives the values that a name stands for."""

    def __init__(self, game: Game, meaning: Meaning) -> None:
        self.game = game
        self.meaning = meaning
        self.attributes = {name for kind in game.kinds.values() for name in kind.attributes}
        self._written: dict[str, set[str]] = {}

    def changed(self, name: str, value: ast.Item, after: Sequence[Node]) -> bool:
        """Whether a use of the name behind its `let` may find another value in its place."""
        reads = self.reads(value)
        return bool(reads) and self._scan(name, reads, after, set())

    # ---- reads -----------------------------------------------------------------------------------

    def reads(self, value: Node, seen: frozenset[str] = frozenset()) -> set[str]:
        """What a value depends on."""
        game, found = self.game, set[str]()
        for node in walk(value):
            match node:
                case ast.Name(name="you"):
                    found.add(YOU)
                case ast.Name(name=name) | ast.Field(name=name):
                    if name in game.resources or name in game.variables or name in game.zones:
                        found.add(name)
                    if name in self.attributes:
                        found.add(name)
                    elif isinstance(node, ast.Field) and (name in ("owner", "slot") or name in game.kinds):
                        found.add(PLACES)
                    if isinstance(node, ast.Name) and self._mine(name):
                        found.add(YOU)
                    if isinstance(node, ast.Name) and name not in seen:
                        for part in self.meaning(name):
                            found |= self.reads(part, seen | {name})
                    if isinstance(node, ast.Name) and name in LAID_OUT:
                        found.add(PLACES)
                case _:
                    pass
        return found

    def _mine(self, name: str) -> bool:
        resource, zone = self.game.resources.get(name), self.game.zones.get(name)
        return bool(resource and resource.per_player) or bool(zone and zone.per_player)

    # ---- writes ----------------------------------------------------------------------------------

    def writes(self, node: Node) -> set[str]:
        """What a statement and all that stands in it may change."""
        found: set[str] = set()
        for part in walk(node):
            if isinstance(part, ast.Plain):
                found |= self._plain(part)
        return found

    def _plain(self, node: ast.Plain) -> set[str]:
        game = self.game
        if node.verb in QUIET:
            return set()
        if node.verb == "perform":
            return self._performed(node)
        names = {n.name for part in (*node.amounts, *node.labelled) for n in walk(part) if isinstance(n, _NAMED)}
        if node.verb == "set" and node.amounts:
            target = node.amounts[0]
            if isinstance(target, ast.Call):
                target = target.of
            return {target.name} if isinstance(target, _NAMED) else {EVERYTHING}
        if node.verb in ("gain", "lose", "pay", "award"):
            known = names & game.resources.keys()
            pools = any(isinstance(n, ast.Pool) for part in node.amounts for n in walk(part))
            return {*(known or game.resources), *((PLACES, *game.zones) if pools else ())}
        if node.verb == "roll":
            return set(self.attributes)
        if node.verb not in MOVING:
            return {PLACES, *game.zones, *names}
        zones = names & game.zones.keys()
        loose = node.verb == "discard" or any(
            isinstance(part, ast.Name) and part.name not in game.zones for part in node.amounts
        )
        drawn = {"deck", "hand"} if node.verb == "draw" else set()
        return {PLACES, *(game.zones if loose else zones), *drawn}

    def _performed(self, node: ast.Plain) -> set[str]:
        effect = node.amounts[0] if node.amounts else None
        if isinstance(effect, ast.Call):
            effect = effect.of
        name = effect.name if isinstance(effect, ast.Name) else ""
        declared = self.game.effects.get(name) or self.game.actions.get(name)
        if declared is None:
            return {EVERYTHING}
        if name not in self._written:
            self._written[name] = {EVERYTHING}  # while it is being found out
            report = Report()
            text = effect_text(declared.node, report) if declared.node is not None else None
            if text is None and hasattr(declared.node, "get"):
                inner = declared.node.get("do")
                text = effect_text(inner, report) if inner is not None else None
            block = parse_effect(text, report) if text is not None else None
            if block is not None:
                self._written[name] = self.writes(block)
        return self._written[name]

    # ---- in order --------------------------------------------------------------------------------

    def _scan(self, name: str, reads: set[str], nodes: Iterable[Node], written: set[str]) -> bool:
        """Go through statements in order; `written` takes along what they write."""
        for node in nodes:
            if not _uses(node, name):
                written |= self.writes(node)
            elif self._used(name, reads, node, written):
                return True
        return False

    def _used(self, name: str, reads: set[str], node: Node, written: set[str]) -> bool:
        match node:
            case ast.Block(statements=inner):
                return self._scan(name, reads, inner, written)
            case ast.If(condition=condition, then=then, otherwise=otherwise):
                if _uses(condition, name) and _touched(reads, written):
                    return True
                branches = [then, *([otherwise] if otherwise is not None else [])]
            case ast.Either(branches=branches):
                pass
            case ast.May(body=body) | ast.Limited(body=body):
                branches = [body]
            case ast.Sentence(commitments=commitments, body=body, otherwise=otherwise):
                if any(_uses(part, name) for part in commitments) and _touched(reads, written):
                    return True
                before = set(written)
                for part in commitments:
                    written |= self.writes(part)
                found = self._scan(name, reads, [body], written)
                return found or (otherwise is not None and self._scan(name, reads, [otherwise], before))
            case ast.During() | ast.Trigger():
                return True  # it happens later, when anything may have changed
            case ast.ForEach() | ast.Repeat() | ast.As():
                if isinstance(node, ast.As):
                    written |= {YOU}
                written |= self.writes(node)
                return _touched(reads, written)
            case _:
                if _touched(reads, written):
                    return True
                written |= self.writes(node)
                return False
        ends = []
        for branch in branches:
            ends.append(set(written))
            if self._scan(name, reads, [branch], ends[-1]):
                return True
        written |= set().union(*ends)
        return False


_NAMED = ast.Name | ast.Field


def _uses(node: Node, name: str) -> bool:
    return any(isinstance(n, ast.Name) and n.name == name for n in walk(node))


def _touched(reads: set[str], written: set[str]) -> bool:
    return bool(reads & written) or EVERYTHING in written
