"""What the conditions of abilities say of the thing alone that an event is about.

In: the abilities of one event or quantity. Out: a `Heed`, subject -> numbers of the abilities that have to be asked.
Much of what conditions say never changes: `die.colour == brown`, `of coin`, `of order`. What an ability says so of the
subject alone is tested when the subject is first met, and an ability that fails there is never asked about it again.
Effect objects ask all the same, so that the two can be held beside each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from interpreter.checking import plan
from interpreter.state.heed import Heed, Saying

Function = Callable[..., Any]

# what a subject may be: things of which there are only so many
_THINGS = ("component", "resource", "slot", "seat", "enum")


def heed_of(
    abilities: dict[int, plan.Ability], reads: frozenset[str], write: Callable[[plan.Expr, int, plan.Ability], Function]
) -> Heed | None:
    """What one event's abilities say of its subject; None where none of them says anything.

    `write` makes a function of a condition about the name at one place: by (S, you, this, who, that name's number).
    """
    said = {number: dict(_said(ability)) for number, ability in abilities.items()}
    parts = [part for conditions in said.values() for part in conditions]
    if not parts:
        return None
    subject = max(parts, key=parts.count)
    sayings: list[Saying] = []
    at = 0
    for number, ability in abilities.items():
        condition = said[number].get(subject)
        if condition is None:
            sayings.append((number, None))
            continue
        at = [name for name, _ in ability.binds].index(subject)
        sayings.append((number, write(condition, ability.binds[at][1], ability)))
    return Heed(subject, at, sayings, reads)


def _said(ability: plan.Ability) -> Iterator[tuple[str, plan.Expr]]:
    """For each part of the event, what the condition says of that part alone."""
    if ability.where is None:
        return
    parts, types = _all_of(ability.where), ability.unit.locals
    for name, place in ability.binds:
        if types[place][1].base not in _THINGS:
            continue
        alone: list[plan.Expr] = []
        for part in parts:
            if _of_one(part, place):
                alone.append(part)
            elif not _harmless(part):
                break  # it may go wrong, and then it has to
        if alone:
            yield name, alone[0] if len(alone) == 1 else plan.Logical("and", tuple(alone))


def _all_of(where: plan.Expr) -> tuple[plan.Expr, ...]:
    """What must hold together for a condition to hold, in the order in which it is asked."""
    return where.parts if isinstance(where, plan.Logical) and where.operator == "and" else (where,)


def read_parts(ability: plan.Ability) -> tuple[str, ...]:
    """The parts of its event of which an ability's condition reads what is printed on them."""

    def reads(node: object, place: int) -> bool:
        if isinstance(node, plan.CardField | plan.Attribute) and node.of == plan.Local(place):
            return True
        if isinstance(node, tuple):
            return any(reads(n, place) for n in node)
        return any(reads(getattr(node, name), place) for name in plan.parts(type(node)))

    return tuple(name for name, place in ability.binds if reads(ability.where, place))


def destinations(node: plan.Do, reshuffled: Callable[[str], bool]) -> frozenset[str] | None:
    """The zones where a verb that says so may put something; None where that is not known."""
    verb = node.verb
    places = dict(zip(verb.labels, node.arguments[1:], strict=False))
    to = node.arguments[0] if verb.fills else places.get("to")
    source = places.get("from")
    if not isinstance(to, plan.ZonePlace):
        return None
    found = {to.zone}
    if "from" in verb.labels:  # that may be made anew from what was discarded
        if not isinstance(source, plan.ZonePlace):
            return None
        found |= {source.zone} if reshuffled(source.zone) else set()
    return frozenset(found)


def elsewhere(ability: plan.Ability, zones: frozenset[str], seen: bool) -> bool:
    """Whether an ability answers only what comes to a certain zone, which is none of these; `seen`: everybody sees
    what comes there, so that nobody learns of it by asking the ability."""
    to = next((place for name, place in ability.binds if name == "to"), None)
    if to is None or ability.where is None or not (seen or not read_parts(ability)):
        return False
    for part in _all_of(ability.where):
        match part:
            case plan.Comparison(operator="==", left=left, right=plan.ZonePlace(zone=zone)) if left == plan.Local(to):
                return zone not in zones
        if not isinstance(part, plan.IsKind) and not _harmless(part):
            return False  # it may go wrong, and then it has to
    return False


def _of_one(node: plan.Expr, place: int) -> bool:
    """Whether an expression depends on one name and on nothing that changes."""
    return _made_of(node, lambda leaf: leaf == plan.Local(place)) and _names(node, place)


def _names(node: plan.Expr, place: int) -> bool:
    return node == plan.Local(place) or any(_names(part, place) for part in _below(node))


def _made_of(node: plan.Expr, leaf: Callable[[plan.Expr], bool]) -> bool:
    if isinstance(node, plan.Const) or leaf(node):
        return True
    below = _below(node)
    return bool(below) and all(_made_of(part, leaf) for part in below)


def _harmless(node: plan.Expr) -> bool:
    """Whether an expression can always be asked: it reads no field, nor anything of what may be nothing."""
    match node:
        case plan.ZonePlace(owner=owner):
            return owner is None or isinstance(owner, plan.Const | plan.You)
        case plan.CardField() | plan.SlotField() | plan.IsKind():
            return False
        case plan.Const() | plan.Local() | plan.You() | plan.Who():
            return True
    below = _below(node)
    return bool(below) and all(_harmless(part) for part in below)


def _below(node: plan.Expr) -> tuple[plan.Expr, ...]:
    """The parts of an expression that only compares, joins or reads what is printed; none of any other."""
    match node:
        case plan.Comparison(left=left, right=right):
            return left, right
        case plan.Logical(parts=parts):
            return parts
        case plan.Not(of=of) | plan.CardField(of=of) | plan.SlotField(of=of) | plan.IsKind(of=of):
            return (of,)
        case plan.InSet(member=member, of=plan.Span2(low=low, high=high)):
            return member, low, high
        case plan.InSet(member=member, of=plan.Join(items=items)) if not any(many for _, many in items):
            return member, *(item for item, _ in items)
    return ()
