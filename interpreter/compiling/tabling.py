"""Declarations + number of players -> Layout: every list of the state gets its place."""

from __future__ import annotations

import dataclasses
from itertools import pairwise, product

from interpreter.checking import Checked, plan
from interpreter.checking.game import Game, Slots, Zone, constant, leaves
from interpreter.diagnostics import Report
from interpreter.state import (
    NOTHING,
    CardInfo,
    Layout,
    ResourceInfo,
    SlotInfo,
    ValueType,
    VariableInfo,
    ZoneInfo,
    values,
)
from interpreter.state.layout import FIXED


def reads_copy(node: object) -> bool:
    """Whether an expression tells copies of a card apart."""
    if isinstance(node, plan.Property) and node.name == "copy":
        return True
    if isinstance(node, tuple | list):
        return any(reads_copy(n) for n in node)
    return any(reads_copy(getattr(node, name)) for name in plan.parts(type(node)))


def tells_copies_apart(planned: plan.Plan) -> bool:
    """Copies of a card are alike unless a rule that runs after set-up tells them apart."""
    units = [u for name, u in planned.units.items() if not name.startswith("part:setup.")]
    return reads_copy([u.body for u in units]) or reads_copy(list(planned.abilities))


def make_layout(
    checked: Checked, players: int, neutral: list[str], unit_number: dict[str, int], events: list[str], apart: bool
) -> Layout:
    """The layout for so many players and these neutral seats."""
    game = checked.game
    seat_names = [f"player {seat + 1}" for seat in range(players)] + neutral
    seat_texts: list[dict[str, str]] = [{} for _ in range(players)] + [game.neutral[n].texts for n in neutral]
    enums = {name: list(enum.members) for name, enum in game.enums.items()}
    enum_texts = {name: list(enum.member_texts) for name, enum in game.enums.items()}
    cards, card_of, kind_of, class_of = _components(checked, apart)
    kinds = list(game.kinds)
    layout = Layout(
        players=players,
        seat_names=seat_names,
        seat_texts=list(seat_texts),
        enums=enums,
        enum_texts=enum_texts,
        kinds=kinds,
        cards=cards,
        card_of=card_of,
        kind_of=kind_of,
        class_of=class_of,
        fields=_fields(checked, cards, len(card_of), unit_number),
        zones=[],
        slots=[],
        resources=[],
        variables=[],
        attributes=[],
        streams=[],
        events=events,
        event_base=0,
        frame_base=0,
        size=0,
    )
    at = FIXED
    for resource in game.resources.values():
        texts = {key: (one, resource.plurals.get(key, one)) for key, one in resource.texts.items()}
        layout.resources.append(
            ResourceInfo(
                resource.name,
                at,
                resource.per_player,
                resource.low,
                resource.high,
                resource.starts,
                resource.seen_by,
                texts,
            )
        )
        at += 1
    for variable in game.variables.values():
        size = {"": 1, "player": len(seat_names)}.get(variable.per) or len(enums[variable.per])
        layout.variables.append(
            VariableInfo(
                variable.name,
                at,
                variable.type,
                variable.per,
                size,
                checked.starts[f"stored:{variable.name}"],
                variable.seen_by,
                texts=variable.texts,
            )
        )
        at += 1
    parts = _part_names(checked.plan.flow)
    layout.enums["parts of the flow"] = parts
    layout.variables.append(
        VariableInfo("passes of parts", at, values.NUMBER, "parts of the flow", max(1, len(parts)), 0)
    )
    at += 1
    for kind in game.kinds.values():
        for name, attribute in kind.attributes.items():
            if any(a.name == name for a in layout.attributes):
                continue
            layout.attributes.append(
                VariableInfo(
                    name,
                    at,
                    attribute.type,
                    "component",
                    len(card_of),
                    checked.starts[f"attribute:{name}"],
                    attribute.seen_by,
                    frozenset(k.name for k in game.kinds.values() if name in k.attributes),
                )
            )
            at += 1
    layout.box = at
    box = ZoneInfo("box", frozenset(kinds), False, at, "none", "nobody", "all", texts={"en": "box", "de": "Schachtel"})
    layout.zones.append(box)
    at += 1
    slot_first = 0
    for zone in game.zones.values():
        count = _slot_count(game, zone)
        layout.zones.append(
            ZoneInfo(
                zone.name,
                frozenset(zone.kinds),
                zone.per_player,
                at,
                zone.order,
                zone.seen_by,
                zone.count_seen_by,
                zone.reshuffles,
                slot_first if count else -1,
                count,
                zone.slots.many if zone.slots else False,
                tuple(zone.slots.dimensions) if zone.slots else (),
                zone.texts,
            )
        )
        seats = len(seat_names) if zone.per_player else 1
        if zone.slots is not None:
            for seat in range(seats):
                layout.slots += _slots(game, zone, at + seat, slot_first + seat * count)
            _slot_fields(game, zone, layout, seats, unit_number)
        slot_first += count * seats
        at += seats
    layout.event_base = at
    at += len(events)
    layout.steps = at
    at += 1
    layout.frame_base = layout.size = at
    for number, card in enumerate(cards):
        if game.kinds[card.kind].supply:
            names = list(game.kinds[card.kind].attributes)
            layout.pieces[number] = tuple(next(a.index for a in layout.attributes if a.name == name) for name in names)
    _join(game, layout)
    layout.needs = checked.needs
    _streams(layout)
    layout.finish()
    for number, info in enumerate(layout.zones):
        if info.reshuffles:
            other = layout.zone_named(info.reshuffles)
            for seat in range(len(seat_names) if info.per_player else 1):
                layout.reshuffle_from[info.base + seat] = other.base + (seat if other.per_player else 0)
        del number
    for kind in game.kinds.values():
        if kind.discard:
            zone_info = layout.zone_named(kind.discard)
            layout.discards.append((zone_info.base, zone_info.per_player))
        else:
            layout.discards.append((layout.box, False))
    return layout


def _part_names(parts: list[plan.Part]) -> list[str]:
    found: list[str] = []
    for part in parts:
        found.append(part.name)
        found += _part_names(part.parts or [])
    return found


def _components(checked: Checked, apart: bool) -> tuple[list[CardInfo], list[int], list[int], list[int]]:
    game = checked.game
    cards: list[CardInfo] = []
    card_of: list[int] = []
    kind_of: list[int] = []
    class_of: list[int] = []
    for kind_number, kind in enumerate(game.kinds.values()):
        for card in game.cards.values():
            if card.kind != kind.name:
                continue
            first = len(card_of)
            cards.append(
                CardInfo(card.name, kind.name, card.texts, range(first, first + card.count), card.at.file, card.at.line)
            )
            for copy in range(card.count):
                card_of.append(len(cards) - 1)
                kind_of.append(kind_number)
                class_of.append(first + copy if apart else first)
    return cards, card_of, kind_of, class_of


def _fields(
    checked: Checked, cards: list[CardInfo], count: int, unit_number: dict[str, int]
) -> dict[tuple[str, str], list[int]]:
    found: dict[tuple[str, str], list[int]] = {}
    by_id = {card.id: card for card in cards}
    for kind in checked.game.kinds.values():
        for name, field in [*kind.fields.items(), ("use", None)]:
            column = [NOTHING] * count
            for card in cards:
                if card.kind != kind.name:
                    continue
                value = checked.card_values[card.id].get(name)
                unit = checked.card_effects.get(card.id, {}).get(name)
                if unit is not None:
                    value = unit_number[unit]
                if field is not None and field.type.base == "component":
                    node = checked.game.cards[card.id].fields.get(name)
                    other = by_id.get(str(getattr(node, "value", "")))
                    value = other.components.start if other is not None and other.components else None
                if value is not None:
                    for component in card.components:
                        column[component] = value
            found[kind.name, name] = column
    return found


def _steps(game: Game, type: ValueType) -> range:
    if type.base == "enum":
        return range(len(game.enums[next(iter(type.names))].members))
    assert type.low is not None and type.high is not None
    return range(type.low, type.high + 1)


def _slot_count(game: Game, zone: Zone) -> int:
    if zone.slots is None:
        return 0
    count = 1
    for _, type in zone.slots.dimensions:
        count *= len(_steps(game, type))
    return count


def _slots(game: Game, zone: Zone, zone_list: int, first: int) -> list[SlotInfo]:
    assert zone.slots is not None
    dimensions = zone.slots.dimensions
    places = list(product(*(_steps(game, type) for _, type in dimensions)))
    number_of = {place: first + i for i, place in enumerate(places)}
    found = []
    for place in places:
        names = []
        for (_, type), value in zip(dimensions, place, strict=True):
            names.append(game.enums[next(iter(type.names))].members[value] if type.base == "enum" else str(value))
        found.append(SlotInfo(zone_list, ",".join(names), place))
    if zone.slots.neighbours:
        steps = {
            number_of[place]: {
                number_of[near]: number_of.get(far, NOTHING)
                for near, far in _beside(zone.slots.neighbours, place, places)
                if near in number_of and near != place
            }
            for place in places
        }
    else:
        steps = _written(zone.slots, {info.name: first + i for i, info in enumerate(found)})
    return [
        dataclasses.replace(info, neighbours=tuple(steps[number]), onward=tuple(steps[number].values()))
        for number, info in enumerate(found, first)
    ]


def _beside(
    rule: str, place: tuple[int, ...], places: list[tuple[int, ...]]
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Places beside one in reading order, each with the one straight behind it: `orthogonal`, `around` (also
    diagonal), `ring` (the last part wraps)."""
    if rule == "ring":
        last = sorted({p[-1] for p in places if p[:-1] == place[:-1]})
        i = last.index(place[-1])
        return [
            ((*place[:-1], last[(i + step) % len(last)]), (*place[:-1], last[(i + 2 * step) % len(last)]))
            for step in (-1, 1)
        ]
    steps = [s for s in product((-1, 0, 1), repeat=len(place)) if any(s)]
    if rule == "orthogonal":
        steps = [s for s in steps if sum(map(abs, s)) == 1]
    return [
        (
            tuple(a + b for a, b in zip(place, step, strict=True)),
            tuple(a + 2 * b for a, b in zip(place, step, strict=True)),
        )
        for step in steps
    ]


def _written(slots: Slots, number_of: dict[str, int]) -> dict[int, dict[int, int]]:
    """For each slot its neighbours in order, each with the one straight behind it, from what is written out."""
    found: dict[int, dict[int, int]] = {number: {} for number in number_of.values()}
    for line in slots.lines:
        numbers = [number_of[name] for name in line]
        if len(numbers) > 2 and numbers[0] == numbers[-1]:  # closed: it goes on where it began
            numbers.append(numbers[1])
        for way in (numbers, numbers[::-1]):
            for i, (here, near) in enumerate(pairwise(way)):
                far = way[i + 2] if i + 2 < len(way) else NOTHING
                if found[here].get(near, NOTHING) == NOTHING:
                    found[here][near] = far
    for name, others in slots.ways.items():
        for other in others:
            found[number_of[name]].setdefault(number_of[other], NOTHING)
    return {here: dict(sorted(steps.items())) for here, steps in found.items()}


def _join(game: Game, layout: Layout) -> None:
    """Slots that join slots of another zone: both sides are told, and what they make neighbours."""
    slots = layout.slots
    beside: list[dict[int, int]] = [dict(zip(s.neighbours, s.onward, strict=True)) for s in slots]
    links: dict[int, list[int]] = {}
    for zone in game.zones.values():
        if zone.slots is None or not zone.slots.joins:
            continue
        info, other = layout.zone_named(zone.name), layout.zone_named(zone.slots.joins)
        names = [slots[other.slot_first + i].name for i in range(other.slot_count)]
        own: dict[int, list[int]] = {}  # by end, the slots of this zone that reach it
        count = info.slot_count * (layout.seats if info.per_player else 1)
        for number in range(info.slot_first, info.slot_first + count):
            seat = (number - info.slot_first) // info.slot_count if other.per_player else 0
            first = other.slot_first + seat * other.slot_count
            one, two = (first + names.index(end) for end in zone.slots.ends[slots[number].name])
            slots[number] = dataclasses.replace(slots[number], ends=(one, two))
            beside[one].setdefault(two, NOTHING)
            beside[two].setdefault(one, NOTHING)
            for end in (one, two):
                links.setdefault(end, []).append(number)
                own.setdefault(end, []).append(number)
        for meeting in own.values():
            for number, near in product(meeting, repeat=2):
                if number != near:
                    beside[number].setdefault(near, NOTHING)
    if links:
        for number, slot in enumerate(slots):
            steps = dict(sorted(beside[number].items()))
            slots[number] = dataclasses.replace(
                slot,
                neighbours=tuple(steps),
                onward=tuple(steps.values()),
                links=tuple(links.get(number, ())),
            )


def _slot_fields(game: Game, zone: Zone, layout: Layout, seats: int, unit_number: dict[str, int]) -> None:
    assert zone.slots is not None
    count = _slot_count(game, zone)
    info = layout.zones[-1]
    total = info.slot_first + count * seats

    def column(per_slot: list[int]) -> list[int]:
        return (
            [NOTHING] * info.slot_first
            + per_slot * seats
            + [NOTHING] * (total - info.slot_first - len(per_slot) * seats)
        )

    for i, (name, _) in enumerate(zone.slots.dimensions):
        layout.slot_fields[zone.name, name] = column(
            [s.at[i] for s in layout.slots[info.slot_first : info.slot_first + count]]
        )
    for name, (type, node) in zone.slots.fields.items():
        flat = leaves(node)
        numbers: list[int | None]
        if type.base == "effect":
            numbers = [*(unit_number[f"slot:{zone.name}.{name}.{i}"] for i in range(min(count, len(flat))))]
        else:
            numbers = [constant(game, n, type, Report()) for n in flat][:count]
        numbers += [None] * (count - len(numbers))
        layout.slot_fields[zone.name, name] = column([NOTHING if n is None else n for n in numbers])


def _streams(layout: Layout) -> None:
    """One stream to shuffle each zone, one to pick from it unseen; those of effects are added as they are compiled."""
    for info in layout.zones:
        for seat in range(layout.seats if info.per_player else 1):
            owner = f" of {layout.seat_names[seat]}" if info.per_player else ""
            layout.shuffle_stream[info.base + seat] = len(layout.streams)
            layout.streams.append(f"shuffle:{info.name}{owner}")
