"""Checking the flow: named parts, when they run, what they do and offer."""

from __future__ import annotations

import re

from interpreter.checking import plan, problems
from interpreter.checking.game import effect_text, texts_of, word
from interpreter.checking.scope import Scope
from interpreter.checking.statements import Statements
from interpreter.diagnostics import did_you_mean
from interpreter.reading.nodes import Entry, Mapping, Node, Scalar, Sequence
from interpreter.reading.schemas import CONFLICTING_KEYS
from interpreter.state import values
from interpreter.syntax import ast, parse_effect, parse_value

TIMES = re.compile(r"(?:(exactly|at most)\s+(once|twice|\d+(?:\s+times)?)|any number)$")


class Flow(Statements):
    """Checks parts; names of parts are scopes and events."""

    def _collect_parts(self, node: Node | None) -> None:
        if not isinstance(node, Mapping):
            return
        for entry in node:
            if entry.key in self.scopes:
                self.report.error(
                    problems.DOUBLE_NAME,
                    at=entry.key_span,
                    message=f"two parts are called `{entry.key}`",
                    help="give one of them another name",
                    cause=4,
                )
            self.scopes.add(entry.key)
            if isinstance(entry.value, Mapping):
                self._collect_parts(entry.value.get("parts"))

    def parts(self, node: Node | None, path: str, above: list[str], you: bool) -> list[plan.Part]:
        """The parts under a key, in the order of the file."""
        if not isinstance(node, Mapping):
            return []
        return [self._part(entry, f"{path}.{entry.key}", above, you) for entry in node]

    def _part(self, entry: Entry, path: str, above: list[str], you: bool) -> plan.Part:
        node = entry.value if isinstance(entry.value, Mapping) else Mapping((), entry.value.span)
        unit = plan.Unit(f"part:{path}", entry.key_span, texts=texts_of(node.get("text")))
        self.units[unit.name] = unit
        part = plan.Part(entry.key, path, entry.key_span, unit, names=texts_of(node.get("text")))
        names = [*above, entry.key]

        def scope(inner: Node, sees_you: bool) -> Scope | None:
            text = effect_text(inner, self.report)
            return None if text is None else Scope(text, unit, you=sees_you, parts=names)

        def value(key: str, sees_you: bool) -> tuple[ast.Item, Scope] | None:
            inner = node.get(key)
            if inner is None:
                return None
            made = scope(inner, sees_you)
            tree = self._part_value(inner)
            return (tree, made) if made is not None and tree is not None else None

        for key in ("index", "passes", "limit", "picks", "saved", "visitor"):
            part.places[key] = self._counter(unit, key)
        if (found := value("when", you)) is not None:
            part.when = self.truth(found[0], found[1])  # type: ignore[arg-type]
        if (found := value("repeat", you)) is not None:
            part.repeat = self.number(*found).expr
        for key in ("each", "around"):
            if (found := value(key, you)) is not None:
                seats = self.members(found[0], found[1], values.SEAT)
                setattr(part, key, seats.expr)
                unit.sets.append(("seats", values.SEAT.set_of()))
                part.places["seats"] = len(unit.sets) - 1
        visits = part.each is not None or part.around is not None
        loops_named = [e for e in node if e.key in ("each", "around", "repeat")]
        if len(loops_named) > 1:
            self.report.error(
                CONFLICTING_KEYS,
                at=loops_named[1].key_span,
                message=f"a part runs either `{loops_named[0].key}` or `{loops_named[1].key}`",
                help="put one of them to a part inside",
                cause=4,
            )
        inside = you or visits
        if (found := value("first", you)) is not None:
            part.first = self.want(self.check(found[0], found[1], values.SEAT), values.SEAT, found[1], found[0]).expr
        order_node = node.get("order")
        order = word(order_node, "clockwise")
        if order.startswith("by "):
            assert isinstance(order_node, Scalar)
            text = effect_text(order_node, self.report)
            if text is not None:
                shifted = type(text)(text.text[3:], text.file, ((text.starts[0][0], text.starts[0][1] + 3),))
                tree = parse_value(shifted, self.report)
                key_scope = Scope(shifted, unit, you=you, parts=names)
                member = key_scope.variable(values.SEAT)
                assert isinstance(member.expr, plan.Var)
                if tree is not None and not isinstance(tree, ast.Filtered):
                    part.by_key = (member.expr.name, self.key(tree, key_scope, member).expr)
        elif order not in ("clockwise", "counterclockwise"):
            assert order_node is not None
            self.report.error(
                problems.UNKNOWN_NAME,
                at=order_node.span,
                message=f"seats are not visited `{order}`",
                help=did_you_mean(order, ["clockwise", "counterclockwise"])
                or "write `clockwise`, `counterclockwise` or `by KEY`",
            )
        part.order = order if order == "counterclockwise" else "clockwise"
        if (found := value("while", you)) is not None:
            if not visits:
                self.report.error(
                    problems.MISPLACED,
                    at=entry.key_span,
                    message="`while` goes with `each` or `around`",
                    help="use `when` or `until`",
                )
            member = found[1].variable(values.SEAT)
            assert isinstance(member.expr, plan.Var)
            with self.member(found[1], member):
                part.while_ = (member.expr.name, self.truth(found[0], found[1]))  # type: ignore[arg-type]
        if (found := value("until", inside)) is not None:
            part.until = self.truth(found[0], found[1])  # type: ignore[arg-type]
        if (found := value("at most", you)) is not None:
            part.at_most = self.number(*found).expr
        loops = part.around is not None or (
            part.until is not None
            and part.each is None
            and part.repeat is None
            and not isinstance(node.get("offer"), Mapping)
        )
        if loops and part.at_most is None:
            self.report.error(
                problems.MISSING_VALUE,
                at=entry.key_span,
                message=f"`{entry.key}` goes on until a condition holds, without a bound",
                help="add `at most:` and a number of passes that no game should reach",
            )
        together = node.get("together")
        part.together = isinstance(together, Scalar) and together.value is True
        if part.together:
            unit.secrets += 1
            if part.each is None:
                self.report.error(
                    problems.MISPLACED,
                    at=entry.key_span,
                    message="`together` goes with `each`",
                    help="add `each: players`",
                )
        self._content(part, node, inside, names, path)
        return part

    @staticmethod
    def _counter(unit: plan.Unit, name: str) -> int:
        unit.locals.append((name, values.NUMBER))
        return len(unit.locals) - 1

    def _part_value(self, node: Node) -> ast.Item | None:
        if isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool):
            return ast.Number(node.value, (0, len(str(node.value))))
        if isinstance(node, Scalar) and isinstance(node.value, bool):
            return ast.Name("true" if node.value else "false", (0, 4))
        if isinstance(node, Scalar) and node.text is not None:
            return parse_value(node.text, self.report)
        return None

    def _content(self, part: plan.Part, node: Mapping, you: bool, names: list[str], path: str) -> None:
        given = [key for key in ("do", "offer", "parts") if key in node]
        if len(given) > 1:
            entry = next(e for e in node if e.key == given[1])
            self.report.error(
                problems.MISPLACED,
                at=entry.key_span,
                message=f"a part has either `{given[0]}` or `{given[1]}`",
                help="make two parts of it",
                cause=4,
            )
        if not given:
            self.report.error(
                problems.MISSING_VALUE,
                at=part.at,
                message=f"`{part.name}` does nothing",
                help="add `do:`, `offer:` or `parts:`",
                cause=4,
            )
        do = node.get("do")
        if do is not None:
            part.do = self._effect_body(do, part.unit, you, names)
            if part.together and not (
                part.do is not None
                and len(part.do) == 1
                and isinstance(part.do[0], plan.Sentence | plan.May | plan.Either)
            ):
                self.report.error(
                    problems.MISPLACED,
                    at=do.span,
                    message="what all decide together is one sentence, `may` or `either`",
                    help="do the rest in a part of its own",
                )
        offer = node.get("offer")
        if offer is not None:
            if not you:
                self.report.error(
                    problems.NO_YOU,
                    at=offer.span,
                    message="nobody has a turn here to whom this is offered",
                    help="add `each: players` or `around: players` to this part or one above it",
                )
            part.listed = isinstance(offer, Sequence)
            part.offer = self._offer(offer)
        otherwise = node.get("otherwise")
        if otherwise is not None:
            if offer is None:
                self.report.error(
                    problems.MISPLACED,
                    at=otherwise.span,
                    message="`otherwise` goes with `offer`",
                    help="write it inside the effect",
                )
            part.otherwise = self._effect_body(otherwise, part.unit, you, names)
        if "parts" in node:
            part.parts = self.parts(node.get("parts"), path, names, you)
            if part.together:
                self.report.error(
                    problems.NOT_SAYABLE,
                    at=part.at,
                    message="parts cannot be decided together",
                    help="put `together` to the part that decides",
                )

    def _effect_body(self, node: Node, unit: plan.Unit, you: bool, names: list[str]) -> plan.Body:
        text = effect_text(node, self.report)
        block = parse_effect(text, self.report) if text is not None else None
        if text is None or block is None:
            return ()
        return self.body(block, Scope(text, unit, you=you, parts=names))

    def _offer(self, node: Node) -> list[plan.OfferEntry]:
        found: list[plan.OfferEntry] = []
        if isinstance(node, Sequence):
            for item in node:
                units, uses = self._offered(word(item), item)
                if units or uses:
                    found.append(plan.OfferEntry(word(item), units, uses, 0, None, item.span))
        elif isinstance(node, Mapping):
            for entry in node:
                units, uses = self._offered(entry.key, entry)
                text = word(entry.value)
                match = TIMES.match(text)
                if not match:
                    self.report.error(
                        problems.UNKNOWN_NAME,
                        at=entry.value.span,
                        message=f"`{text}` does not say how often",
                        help="write `exactly once`, `at most once`, `at most 3` or `any number`",
                    )
                    continue
                if match[1] is None:
                    least, most = 0, None
                else:
                    count = match[2].removesuffix("times").strip()
                    number = {"once": 1, "twice": 2}.get(count) or int(count)
                    least, most = (number if match[1] == "exactly" else 0), number
                if units or uses:
                    found.append(plan.OfferEntry(entry.key, units, uses, least, most, entry.key_span))
        return found

    def _offered(self, name: str, at: Node | Entry) -> tuple[list[str], str]:
        """The units behind an entry, or the kind whose `use:` effects it means."""
        span = at.key_span if isinstance(at, Entry) else at.span
        groups: dict[str, list[str]] = {}
        for action in self.game.actions.values():
            if action.group:
                groups.setdefault(action.group, []).append(f"action:{action.name}")
        if name in self.game.actions:
            return [f"action:{name}"], ""
        if name in self.game.effects and not self.game.effects[name].parameters:
            self.offered.add(f"effect:{name}")
            return [f"effect:{name}"], ""
        if name in groups:
            return groups[name], ""
        usable = {f"{kind.plural}.use": kind.name for kind in self.game.kinds.values()}
        if name in usable:
            return [], usable[name]
        known = [*usable, *self.game.actions, *groups, *(e for e, d in self.game.effects.items() if not d.parameters)]
        self.report.error(
            problems.UNKNOWN_NAME,
            at=span,
            message=f"no action is called `{name}`",
            help=did_you_mean(name, known),
            cause=4,
        )
        return [], ""
