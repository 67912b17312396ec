"""What is asked about effects: which effects may be meant, and that no answer needs itself.

In: the units, formulas and abilities of a checked game. Out: findings, and the units of which somebody asks whether
they could begin. What that depends on is their head: the first statement, as far as it must be possible (`head`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.checking import plan, problems
from interpreter.checking.game import Game
from interpreter.diagnostics import Report, Span

_HOLDERS = ("card:", "slot:", "table:")  # how the names of units begin that something holds


def head(body: plan.Body) -> list[object]:
    """What says whether statements can be entered: commitments, numbers, and what is performed at once."""
    if not body:
        return []
    match body[0]:
        case plan.Sentence(commitments=commitments, otherwise=None):
            return list(commitments)
        case plan.Either(branches=branches):
            return [part for branch in branches for part in head(branch)]
        case plan.Perform() as performed:
            return [performed]
        case plan.Limited(body=inner):
            return head(inner)
        case plan.Repeat(asks=False, high=times, while_=while_, body=inner):
            return [times, while_, *head(inner)]
        case plan.Repeat(low=least, while_=while_, body=inner) if least is not None:
            return [least, while_, *head(inner)]
        case _:
            return []


def limited(body: plan.Body) -> bool:
    """Whether a limit stands at the head."""
    return bool(body) and isinstance(body[0], plan.Limited)


def _parts(node: object) -> Iterator[object]:
    """A node of the plan and all that it consists of."""
    if isinstance(node, tuple | list):
        for part in node:
            yield from _parts(part)
    elif type(node).__module__ == plan.__name__:
        yield node
        for name in plan.parts(type(node)):
            yield from _parts(getattr(node, name))


def _said(name: str) -> str:
    """A unit or formula as people know it: `score`, `oak.does`."""
    kind, _, bare = name.partition(":")
    if kind == "slot":
        bare = bare.rpartition(".")[0]
    return bare


class Asking:
    """Looks through one checked game for what is asked about effects."""

    def __init__(
        self,
        game: Game,
        units: dict[str, plan.Unit],
        formulas: dict[str, plan.Formula],
        abilities: list[plan.Ability],
        card_effects: dict[str, dict[str, str]],
        report: Report,
    ) -> None:
        self.game, self.units, self.formulas, self.report = game, units, formulas, report
        self.card_effects = card_effects
        self.modifiers: dict[str, list[plan.Ability]] = {}
        for ability in abilities:
            if ability.what in ("set", "multiply", "increase", "reduce"):
                self.modifiers.setdefault(ability.event, []).append(ability)
        self._needs: dict[str, dict[str, Span | None]] = {}
        self._circles: set[frozenset[str]] = set()

    def units_asked(self, everything: Iterable[object]) -> frozenset[str]:
        """The units of which somebody asks whether they could begin; reports what cannot be asked."""
        sites: list[plan.Effect] = []
        for node in _parts(list(everything)):
            if not isinstance(node, plan.AskQuery):
                continue
            for effect in node.arguments:
                if not isinstance(effect, plan.Effect):
                    continue
                if self._can_be_asked(effect, node.query.parameters[0].limited) and effect not in sites:
                    if not node.query.parameters[0].limited:
                        sites.append(effect)
        done: set[str] = set()
        for effect in sites:
            for name in self.meant(effect):
                self._visit(name, [], [effect.at], done)
        return frozenset(name for name in done if name in self.units)

    def _can_be_asked(self, effect: plan.Effect, about_limit: bool) -> bool:
        names = self.meant(effect)
        if not names:
            self.report.error(
                problems.UNKNOWN_FIELD,
                at=effect.at,
                message="nothing that may be meant here holds this effect",
                help="ask about an effect that some card, slot or table holds, or about an action",
            )
        elif about_limit and not any(limited(self.units[name].body) for name in names):
            self.report.error(
                problems.MISPLACED,
                at=effect.at,
                message="no limit stands at the head of this effect, so it is never used up",
                help="let it begin with one, such as `once per turn do …`",
            )
            return False
        return bool(names)

    # ---- which effects -----------------------------------------------------------------------------

    def meant(self, effect: plan.Effect | plan.Perform) -> list[str]:
        """The units that may be meant."""
        if effect.unit:
            return [effect.unit] if effect.unit in self.units else []
        return self._held(effect.effect)

    def _held(self, node: object) -> list[str]:
        match node:
            case plan.CardField(kinds=kinds, name=name):
                cards = [card for card in self.game.cards.values() if card.kind in kinds]
                found = [self.card_effects.get(card.name, {}).get(name) for card in cards]
                return [unit for unit in found if unit is not None]
            case plan.SlotField(zone=zone, name=name):
                return [unit for unit in self.units if unit.startswith(f"slot:{zone}.{name}.")]
            case plan.Lookup(table=table):
                return [unit for unit in self.game.tables[table].effects if unit in self.units]
            case plan.Apply(name=name) if name in self.formulas:
                return list(dict.fromkeys(u for _, value in self.formulas[name].cases for u in self._held(value)))
            case _:
                return [unit for unit in self.units if unit.startswith(_HOLDERS)]

    # ---- circles -----------------------------------------------------------------------------------

    def needs(self, name: str) -> dict[str, Span | None]:
        """What the answer about a unit or formula needs: units and formulas, units with the place where they are asked
        about or held, named ones that are performed with None."""
        if name not in self._needs:
            unit = self.units.get(name)
            of: list[object] = head(unit.body) if unit is not None else []
            if unit is None:
                bare = name.partition(":")[2]
                of = list(self.formulas[bare].cases)
                for ability in self.modifiers.get(bare, ()):
                    of += [ability.where, ability.value, ability.bound]
            self._needs[name] = self._needed(of)
        return self._needs[name]

    def _needed(self, of: list[object]) -> dict[str, Span | None]:
        found: dict[str, Span | None] = {}
        only_limits = {
            effect
            for node in _parts(of)
            if isinstance(node, plan.AskQuery) and node.query.parameters[:1] and node.query.parameters[0].limited
            for effect in node.arguments
            if isinstance(effect, plan.Effect)
        }
        for node in _parts(of):
            if isinstance(node, plan.Apply) and node.name in self.formulas:
                found.setdefault(f"formula:{node.name}", None)
            elif isinstance(node, plan.Perform) or (isinstance(node, plan.Effect) and node not in only_limits):
                plain = isinstance(node, plan.Perform) and bool(node.unit)
                for name in self.meant(node):
                    if found.get(name) is None:
                        found[name] = None if plain else node.at
        return found

    def _visit(self, name: str, chain: list[str], places: list[Span | None], done: set[str]) -> None:
        """Depth first; `places[i]` is where `chain[i]` is asked about."""
        if name in chain:
            begin = chain.index(name)
            asked = [at for at in places[begin + 1 :] if at is not None]
            circle = frozenset(chain[begin:])
            if asked and circle not in self._circles:
                self._circles.add(circle)
                told = " -> ".join(f"`{_said(n)}`" for n in [*chain[begin:], name])
                self.report.error(
                    problems.RECURSION,
                    at=min(asked),
                    message=f"to tell whether `{_said(name)}` can begin, one would have to know it already: {told}",
                    help="let one of them ask something else, such as what it costs",
                )
            return
        if name in done:
            return
        done.add(name)
        for other, at in self.needs(name).items():
            self._visit(other, [*chain, name], [*places, at], done)

    # ---- what is read ------------------------------------------------------------------------------

    def read_before(self, effect: plan.Effect) -> list[object]:
        """What besides commitments is read to tell whether an effect can begin: arguments and numbers of its head, and
        of what that performs. Commitments are held against what the decider sees where they stand."""
        found: list[object] = []
        seen: set[str] = set()
        open_ = self.meant(effect)
        while open_:
            name = open_.pop()
            if name in seen:
                continue
            seen.add(name)
            for part in head(self.units[name].body):
                if isinstance(part, plan.Perform):
                    found += [part.effect, part.carrier, part.arguments]
                    open_ += self.meant(part)
                elif not isinstance(part, plan.Commit):
                    found.append(part)
        return found
