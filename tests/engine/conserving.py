"""Nothing is lost or doubled, nothing leaves its range: what must hold of every state of every game.

In: a compiled game and a state. Out: sentences about what is wrong, none if nothing is. Reads the lists of the state
only; what the interpreter thinks of them is not asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from interpreter.compiling import effects
from interpreter.playing.match import Program
from interpreter.state import LOCATION, NOTHING, PLACE, SLOTS, State


class Inspector:
    """Inspects states of one compiled game."""

    def __init__(self, program: Program) -> None:
        layout = program.layout
        self.layout = layout
        self.count = len(layout.card_of)
        self.everything = list(range(self.count))
        self.lists = sorted(layout.zone_of)
        self.kinds = {at: layout.zones[layout.zone_of[at][0]].kinds for at in self.lists}
        self.slotted = {at for at in self.lists if layout.zones[layout.zone_of[at][0]].slot_count}
        self.piles = {at for at in self.lists if layout.zones[layout.zone_of[at][0]].order == "none"} - self.slotted
        self.rank, self.pieces = program.table.rank, bool(layout.pieces)
        self.single = {n for n, slot in enumerate(layout.slots) if layout.slot_single[n] and slot}
        self.zone_of_slot = [slot.zone for slot in layout.slots]
        self.kind_of = [layout.kinds[kind] for kind in layout.kind_of]
        sizes = [(r.name, r.index, r.low, r.high, layout.seats if r.per_player else 1) for r in layout.resources]
        sizes += [(v.name, v.index, v.type.low, v.type.high, v.size) for v in layout.variables]
        sizes += [(a.name, a.index, a.type.low, a.type.high, self.count) for a in layout.attributes]
        self.numbers = sizes
        values = [(v.name, v.index, v.type) for v in [*layout.variables, *layout.attributes]]
        limit = {"seat": layout.seats, "component": self.count, "slot": len(layout.slots), "truth": 2}
        self.named = [(name, at, limit[t.base]) for name, at, t in values if t.base in limit]
        self.named += [(name, at, len(layout.enums[next(iter(t.names))])) for name, at, t in values if t.base == "enum"]

    def faults(self, S: State) -> list[str]:
        """What is wrong with a state."""
        location, place, slots = S[LOCATION], S[PLACE], S[SLOTS]
        found: list[str] = []
        lying: list[int] = []
        held = 0
        for at in self.lists:
            contents = S[at]
            lying += contents
            kinds, slotted = self.kinds[at], at in self.slotted
            for component in contents:
                if location[component] != at:
                    found.append(f"{self.name(component)} lies in list {at}, its location says {location[component]}")
                if self.kind_of[component] not in kinds:
                    found.append(f"{self.name(component)} lies in list {at}, which takes {sorted(kinds)}")
                slot = place[component]
                if slot == NOTHING:
                    continue
                if not slotted or not 0 <= slot < len(slots) or self.zone_of_slot[slot] != at:
                    found.append(f"{self.name(component)} lies in list {at} and in slot {slot} of another")
                elif slot in self.single:
                    held += 1
                    if slots[slot] != component:
                        found.append(f"{self.name(component)} says slot {slot}, which holds {slots[slot]}")
        if len(lying) != self.count or sorted(lying) != self.everything:
            lost = sorted(set(self.everything) - set(lying))
            twice = sorted({c for c in lying if lying.count(c) > 1})
            found.append(f"lost: {lost}, doubled: {twice}, of {self.count}")
        if len(slots) - slots.count(NOTHING) != held:
            found.append(f"{len(slots) - slots.count(NOTHING)} slots hold something, {held} components lie in slots")
        for at in self.piles:
            contents = S[at]
            if len(contents) > 1 and contents != sorted(
                contents, key=(lambda c: self.rank(S, c)) if self.pieces else None
            ):
                found.append(f"list {at}, a pile, is not in its order")
        for at in self.slotted:
            places = [place[component] for component in S[at]]
            if places != sorted(places):
                found.append(f"list {at} is not in the order of its slots")
        for name, index, low, high, size in self.numbers:
            numbers = S[index]
            if len(numbers) != size:
                found.append(f"{name} has {len(numbers)} values instead of {size}")
            if low is not None and min(numbers) < low and any(NOTHING < n < low for n in numbers):
                found.append(f"{name} is {min(numbers)}, below {low}")
            if high is not None and max(numbers) > high:
                found.append(f"{name} is {max(numbers)}, above {high}")
        for name, index, limit in self.named:
            if any(n != NOTHING and not 0 <= n < limit for n in S[index]):
                found.append(f"{name} holds {S[index]}, which names nothing")
        return found

    def name(self, component: int) -> str:
        """A component in a sentence."""
        return f"{self.layout.cards[self.layout.card_of[component]].id} (component {component})"


@dataclass
class Watch:
    """What was seen: how many steps, and the first sentences about what is wrong."""

    steps: int = 0
    faults: list[str] = field(default_factory=list)


@contextmanager
def watched(program: Program) -> Iterator[Watch]:
    """Inspect the state after every single step of a program that changes something, also between two decisions.

    Effect objects run: generated code has no single steps.
    """
    inspector, found = Inspector(program), Watch()
    steps: tuple[type[effects.Effect], ...] = (effects.Act, effects.Settle, effects.Assign)
    plain = {step: step.run for step in steps}

    def watching(run: Callable[..., int]) -> Callable[..., int]:
        def run_and_look(self: effects.Effect, P: Program, S: State, L: list[int]) -> int:
            then = run(self, P, S, L)
            if P is program:
                found.steps += 1
                if len(found.faults) < 5:
                    found.faults += [f"{self.at}: {fault}" for fault in inspector.faults(S)]
            return then

        return run_and_look

    for step in steps:
        step.run = watching(plain[step])  # type: ignore[method-assign]
    program.generated = False
    try:
        yield found
    finally:
        program.generated = True
        for step in steps:
            step.run = plain[step]  # type: ignore[method-assign]
