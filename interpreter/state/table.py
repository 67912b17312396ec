"""The hands that move things: every change of a state goes through a method of `Table`.

A table belongs to a compiled game. It keeps nothing about a match but two transient things: the events
of the statement that is running, and the log to write to (None when nobody asked for one).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

from interpreter.state import chance
from interpreter.state.heed import Heed
from interpreter.state.layout import (
    CHANCE,
    CONTROL,
    FRAME,
    INSTANCES,
    LOCATION,
    NOTHING,
    PLACE,
    REVEALED,
    SEED,
    SLOT_BASE,
    SLOTS,
    THIS,
    Layout,
    State,
)

Change = tuple[str, int, int, tuple[int, ...]]  # what, who, where in the program, its numbers
Happening = tuple[int, int, dict[str, int]]  # event, who, its parts by name
# stream, how much was drawn of it before (with this one, if it is one), below what, what came; -n: a shuffle of n
Drawn = tuple[int, int, int, int | tuple[int, ...]]

TOP = -1
BOTTOM = -2
LONG = 64  # of a list: it may pay to look for something by halves
FEW = 3  # components, among which nobody looks for a whole list
MANY = 8  # so many times as long a pile is not sorted anew


class Table:
    """Changes states of one compiled game in place."""

    __slots__ = (
        "abilities",
        "at",
        "bearing",
        "drawn",
        "easy",
        "event_number",
        "events",
        "everyone",
        "first_of",
        "heeds",
        "holds",
        "layout",
        "leader",
        "log",
        "memory",
        "moved",
        "owner_of",
        "piece",
        "pile",
        "seen",
        "slot_single",
        "slot_zone",
        "slotted",
        "starts",
        "with_slots",
        "working",
    )

    def __init__(self, layout: Layout, quiet: bool = False) -> None:
        """`quiet`: what happens is noted in the log, but wakes nobody."""
        self.layout = layout
        self.events: list[Happening] = []
        self.event_number = {} if quiet else {name: i for i, name in enumerate(layout.events)}
        self.log: list[Change] | None = None
        self.drawn: list[Drawn] | None = None  # what chance decides, where somebody notes that
        # what words remember, by their names: answers that are the same in every state
        self.memory: defaultdict[str, dict[tuple[int, ...], int]] = defaultdict(dict)
        self.bearing = True  # whether effects may be carried by components
        self.at = 0
        self.seen = layout.seen
        # piles of goods are kept sorted, so that their order never tells their history
        self.pile = [
            at in layout.zone_of and layout.zones[layout.zone_of[at][0]].order == "none" for at in range(layout.size)
        ]
        # pieces of a supply are told apart by their attributes alone: component -> lists of those
        self.piece: dict[int, tuple[int, ...]] = {
            c: layout.pieces[card] for c, card in enumerate(layout.card_of) if card in layout.pieces
        }
        self.starts = {a.index: a.starts for a in layout.attributes}
        # lists whose numbers are components
        kept = [*layout.variables, *layout.attributes]
        self.holds = frozenset(v.index for v in kept if v.type.base == "component")
        self.everyone = (1 << layout.players) - 1
        self.owner_of = layout.owner_of
        self.slot_zone = layout.slot_zone
        self.slot_single = layout.slot_single
        # where a component goes that needs no care: 1 to the end of a list, 2 into a sorted pile, 3 into one where a
        # piece of a supply may lie too, which needs care itself, 0 needs care
        self.easy = [0] * layout.size
        for at, (number, _) in layout.zone_of.items():
            if not layout.zones[number].slot_count:
                self.easy[at] = (3 if self.piece else 2) if self.pile[at] else 1
        # list of a zone with slots that hold one thing each -> its first slot and the one behind its last
        self.slotted: dict[int, tuple[int, int]] = {}
        for at, (number, seat) in layout.zone_of.items():
            zone = layout.zones[number]
            if zone.slot_count and not zone.holds_many:
                begin = zone.slot_first + max(seat, 0) * zone.slot_count
                self.slotted[at] = (begin, begin + zone.slot_count)
        self.with_slots = frozenset(self.slot_zone)  # lists of which what lies there may have a slot
        self.moved = self.event_number.get("move")
        self.heeds: dict[int, Heed] = {}  # event -> which abilities can answer it; nothing is known of others
        self.first_of = [layout.cards[card].components.start for card in layout.card_of]
        # what a pile is sorted by in the first place: pieces of one card stand together
        self.leader = [self.first_of[c] if c in self.piece else c for c in range(len(layout.card_of))]
        # card-borne abilities: component -> the zones where they work; each event's list and what stands there then,
        # (ability number, component)
        self.abilities: dict[int, tuple[frozenset[int], list[tuple[int, tuple[int, int]]]]] = {}
        self.working = [False] * layout.size  # whether an ability of some card works in a list

    # ---- things ----------------------------------------------------------------------------------

    def move(self, S: State, component: int, place: int, at: int = TOP, who: int = NOTHING) -> None:
        """Move a component to a zone's list or a slot. `at`: TOP, BOTTOM, or how many lie above it.

        A zone with slots and no slot named takes the first free one; a full one takes nothing.
        """
        location = S[LOCATION]
        source = location[component]
        contents = S[source]
        slot = NOTHING
        easy = self.easy[place] if place < SLOT_BASE and at == TOP else 0
        # a piece stands by its looks in some piles, and a log tells them
        careful = easy == 3 or self.log is not None
        if easy and not (careful and component in self.piece):
            if contents[-1] == component:
                contents.pop()
            elif len(contents) > LONG:
                _take(contents, component)
            else:
                contents.remove(component)
            was = S[PLACE][component]
            if was != NOTHING:
                S[PLACE][component] = NOTHING
                if S[SLOTS][was] == component:
                    S[SLOTS][was] = NOTHING
            if easy == 1:
                S[place].append(component)
            else:
                insort(S[place], component)
            location[component] = place
            if self.seen[place] & ~self.seen[source]:
                S[CONTROL][REVEALED] += 1
            if component in self.abilities:
                self._carry(S, component, source, place)
            if self.log is not None:
                self.tell(S, "move", who, (component, source, place, NOTHING))
            if self.moved is not None:
                self._came(component, source, place, NOTHING, who)
            return
        if place >= SLOT_BASE:
            slot = place - SLOT_BASE
            place = self.slot_zone[slot]
            if self.slot_single[slot] and S[SLOTS][slot] not in (NOTHING, component):
                return
        elif at in (TOP, BOTTOM) and place in self.slotted:
            slot = self.first_free(S, place)
            if slot == NOTHING:
                return
        looks: tuple[int, ...] = ()
        if self.log is not None and component in self.piece:
            looks = tuple(S[index][component] for index in self.piece[component])
        if contents[-1] == component:
            contents.pop()
        else:
            _take(contents, component)
        was = S[PLACE][component]
        if was != NOTHING:
            S[PLACE][component] = NOTHING
            if S[SLOTS][was] == component:
                S[SLOTS][was] = NOTHING
        target = S[place]
        if slot != NOTHING:
            S[PLACE][component] = slot
            if self.slot_single[slot]:
                S[SLOTS][slot] = component
            # a zone with slots is listed slot after slot, so that its order never tells its history
            places = S[PLACE]
            i = len(target)
            while i and places[target[i - 1]] > slot:
                i -= 1
            target.insert(i, component)
        elif self.pile[place]:
            if component in self.piece:
                if place == self.layout.box:
                    for index in self.piece[component]:
                        S[index][component] = self.starts[index]
                self._sort_in(S, target, component)
            elif place in self.with_slots:  # what lies in no slot is listed before what lies in the first
                insort(target, component, 0, [S[PLACE][other] for other in target].count(NOTHING))
            else:
                insort(target, component)
        elif at == TOP:
            target.append(component)
        elif at == BOTTOM:
            target.insert(0, component)
        else:
            target.insert(max(0, len(target) - at), component)
        location[component] = place
        if self.seen[place] & ~self.seen[source]:
            S[CONTROL][REVEALED] += 1
        if self.abilities and component in self.abilities:
            self._carry(S, component, source, place)
        if self.log is not None:
            self.tell(S, "move", who, (component, source, place, slot, *looks))
        if self.moved is not None:
            self._came(component, source, place, slot, who)

    def straight(self, place: int, components: Sequence[int]) -> bool:
        """Whether components may go to a place many at once: it takes them as they come, and nobody is told."""
        return self._takes(place, components) and (self.moved is None or not self._heard(place, components))

    def _takes(self, place: int, components: Sequence[int]) -> bool:
        """Whether a place takes components as they come, without care or a log."""
        if self.log is not None or place >= SLOT_BASE:
            return False
        easy = self.easy[place]
        return easy != 0 and (easy != 3 or self.piece.keys().isdisjoint(components))

    def move_all(self, S: State, components: Sequence[int], place: int, who: int = NOTHING) -> None:
        """Move components one after the other, each to the end or top of a zone's list, or to a slot."""
        easy = self.easy[place] if place < SLOT_BASE else 0
        if not easy or self.log is not None or (easy == 3 and not self.piece.keys().isdisjoint(components)):
            for component in components:
                self.move(S, component, place, who=who)
            return
        heard = self.moved is not None and self._heard(place, components)
        if len(components) > FEW and not heard:
            self._move_lists(S, components, place)
            return
        location, slot_of, target, seen, abilities = S[LOCATION], S[PLACE], S[place], self.seen, self.abilities
        sorts, shown = easy != 1, seen[place]
        for component in components:
            source = location[component]
            contents = S[source]
            if contents[-1] == component:
                contents.pop()
            else:
                contents.remove(component)
            slot = slot_of[component]
            if slot != NOTHING:
                slot_of[component] = NOTHING
                if S[SLOTS][slot] == component:
                    S[SLOTS][slot] = NOTHING
            if sorts:
                insort(target, component)
            else:
                target.append(component)
            location[component] = place
            if shown & ~seen[source]:
                S[CONTROL][REVEALED] += 1
            if component in abilities:
                self._carry(S, component, source, place)
            if heard:
                self._came(component, source, place, NOTHING, who)

    def _move_lists(self, S: State, components: Sequence[int], place: int) -> None:
        """Move components straight; all that lies in one list at once, where they are all of it."""
        i, end = 0, len(components)
        unsorted = False  # lists that are poured into a pile one after the other are sorted into it together
        while i < end:
            component = components[i]
            source = S[LOCATION][component]
            contents = S[source]
            behind = i + len(contents)
            if i + 1 < behind <= end and source != place and source not in self.with_slots:
                run = components[i:behind]
                # a stack is read from its top
                if (component == contents[0] and run == contents) or (
                    component == contents[-1] and run == contents[::-1]
                ):
                    unsorted = self._pour(S, run, source, place, unsorted)
                    i = behind
                    continue
            if unsorted:
                self._sort(S, place)
                unsorted = False
            self.move(S, component, place)
            i += 1
        if unsorted:
            self._sort(S, place)

    def _sort(self, S: State, place: int) -> None:
        """Sort a pile in which pieces of one card lie in their order; in the box all have the looks they start with, so
        that is by number."""
        if self.easy[place] == 2 or place == self.layout.box:
            S[place].sort()
        else:
            S[place].sort(key=self.leader.__getitem__)

    def _pour(self, S: State, contents: Sequence[int], source: int, place: int, unsorted: bool) -> bool:
        """All that lies in one list goes, in this order, to the end of another, or among a sorted pile. `unsorted`:
        whether that pile is still to be sorted; returned is whether it is now."""
        target, location, sorts = S[place], S[LOCATION], self.easy[place] != 1
        for component in contents:
            location[component] = place
        if sorts and not unsorted and MANY * len(contents) < len(target):
            for component in contents:
                insort(target, component)
        else:
            target += contents
            unsorted = sorts
        if self.seen[place] & ~self.seen[source]:
            S[CONTROL][REVEALED] += len(contents)
        if self.working[source] or self.working[place]:
            for component in contents:
                if component in self.abilities:
                    self._carry(S, component, source, place)
        S[source].clear()
        return unsorted

    def rank(self, S: State, component: int) -> tuple[int, ...]:
        """Where a component stands in a pile: by card, pieces of a supply by their attributes."""
        indexes = self.piece.get(component)
        if indexes is None:
            return (component,)
        if len(indexes) == 2:
            one, two = indexes
            return (self.first_of[component], S[one][component], S[two][component], component)
        return (self.first_of[component], *[S[index][component] for index in indexes], component)

    def _sort_in(self, S: State, pile: list[int], piece: int) -> None:
        """Put a piece of a supply among what lies in a pile; only other pieces of its card are looked at closely."""
        first, leader = self.first_of[piece], self.leader.__getitem__
        low = bisect_left(pile, first, key=leader)
        high = bisect_right(pile, first, low, key=leader)
        match self.piece[piece]:
            case (one, two):  # two attributes, as a die has: no need to ask which
                first_of_two, second = S[one], S[two]
                insort(pile, piece, low, high, key=lambda c: (first_of_two[c], second[c], c))
            case _:
                insort(pile, piece, low, high, key=lambda c: self.rank(S, c))

    def add(self, S: State, card: int, looks: list[int], place: int, who: int = NOTHING) -> int:
        """Take a piece with these attributes from the supply; NOTHING when it is used up or finds no place."""
        layout = self.layout
        for component in layout.cards[card].components:
            if S[LOCATION][component] != layout.box:
                continue
            for index, value in zip(layout.pieces[card], looks, strict=True):
                S[index][component] = value
            self.move(S, component, place, who=who)
            if S[LOCATION][component] != layout.box:
                return component
            for index in layout.pieces[card]:
                S[index][component] = self.starts[index]
            return NOTHING
        return NOTHING

    def first_free(self, S: State, place: int) -> int:
        """The first slot of a zone's list that holds nothing, or NOTHING."""
        first, end = self.slotted[place]
        held = S[SLOTS]
        for slot in range(first, end):
            if held[slot] == NOTHING:
                return slot
        return NOTHING

    def _carry(self, S: State, component: int, source: int, place: int) -> None:
        """Abilities come into play and leave with their component; age is the order of arrival."""
        zones, entering = self.abilities[component]
        if place in zones:
            if source not in zones:
                for index, entry in entering:
                    S[index] += entry
        elif source in zones:
            for index, (ability, _) in entering:
                entries = S[index]
                for i in range(0, len(entries), 2):
                    if entries[i] == ability and entries[i + 1] == component:
                        del entries[i : i + 2]
                        break

    def bear(self, component: int, pairs: tuple[tuple[int, int], ...], zones: frozenset[int]) -> None:
        """A component carries abilities, pairs of event and number, that work in these lists."""
        base = self.layout.event_base
        self.abilities[component] = (zones, [(base + event, (ability, component)) for event, ability in pairs])
        for at in zones:
            self.working[at] = True

    def enter_abilities(self, S: State) -> None:
        """Bring into play what lies in working zones from the beginning."""
        for component in sorted(self.abilities):
            self._carry(S, component, -1, S[LOCATION][component])

    # ---- numbers ---------------------------------------------------------------------------------

    def change(self, S: State, resource: int, seat: int, by: int, who: int = NOTHING) -> int:
        """Add to a resource, stopping at its bounds; returns what was really added (may be negative)."""
        info = self.layout.resources[resource]
        amounts = S[info.index]
        at = seat if info.per_player else 0
        old = amounts[at]
        new = old + by
        if info.low is not None and new < info.low:
            new = info.low
        if info.high is not None and new > info.high:
            new = info.high
        if new != old:
            amounts[at] = new
            event = self.event_number.get(f"passing {info.name}") if self.event_number else None
            if event is not None:
                self.events += [(event, seat, {"space": space}) for space in range(old + 1, new + 1)]
            if self.log is not None:
                self.tell(S, "amount", who, (resource, seat, new - old, new))
        return new - old

    def put(self, S: State, index: int, at: int, value: int, who: int = NOTHING) -> None:
        """Set one number of a variable, attribute or resource."""
        old = S[index][at]
        if old != value:
            S[index][at] = value
            if index in self.starts and at in self.piece:
                place = S[LOCATION][at]
                if self.pile[place] and S[PLACE][at] == NOTHING:
                    S[place].remove(at)
                    self._sort_in(S, S[place], at)
            if self.log is not None:
                # what may be told of depends on where things lie now: the one that changes, and those it speaks of
                where = S[LOCATION][at] if index in self.starts else NOTHING
                spoken = [S[LOCATION][c] if index in self.holds and c >= 0 else NOTHING for c in (value, old)]
                self.tell(S, "set", who, (index, at, value, old, where, *spoken))

    def is_by_number(self, place: int) -> bool:
        """Whether what lies in a list is always sorted by number."""
        return self.easy[place] == 2

    def put_in_order(self, S: State, place: int) -> None:
        """A pile whose members were exchanged without moving them lies in its order again; other lists have none that
        follows from their members. Generated code reads piles as they are sorted."""
        if self.pile[place] and place not in self.slotted:
            S[place].sort(key=lambda component: self.rank(S, component))

    # ---- chance ----------------------------------------------------------------------------------

    def random(self, S: State, stream: int, below: int) -> int:
        """The next number of a stream, 0 to `below` - 1. What chance has shown cannot be undone."""
        counts = S[CHANCE]
        counts[stream] += 1
        S[CONTROL][REVEALED] += 1
        found = chance.draw(_key(S[CONTROL][SEED], self.layout.streams[stream]), counts[stream], below)
        if self.drawn is not None:
            self.drawn.append((stream, counts[stream], below, found))
        return found

    def shuffle(self, S: State, place: int, stream: int, who: int = NOTHING) -> None:
        """Shuffle a zone's list (Fisher-Yates, from the top down)."""
        if self.pile[place]:
            return  # a pile has no order
        cards = S[place]
        counts = S[CHANCE]
        count = counts[stream]
        key = _key(S[CONTROL][SEED], self.layout.streams[stream])
        drawn = chance.draws(key, count, len(cards))
        i = len(cards)
        for j in drawn:
            i -= 1
            card = cards[j]
            cards[j] = cards[i]
            cards[i] = card
        if self.drawn is not None:
            self.drawn.append((stream, count, -len(cards), tuple(drawn)))
        counts[stream] = count + max(0, len(cards) - 1)
        S[CONTROL][REVEALED] += 1
        if self.log is not None:
            self.tell(S, "shuffle", who, (place,))

    def pick(self, S: State, stream: int, members: list[int]) -> int:
        """A random member of a set, or NOTHING of an empty one."""
        return members[self.random(S, stream, len(members))] if members else NOTHING

    def in_slot(self, S: State, slot: int) -> list[int]:
        """What lies in a slot, in order of arrival."""
        place = S[PLACE]
        return [component for component in S[self.slot_zone[slot]] if place[component] == slot]

    # ---- the log ---------------------------------------------------------------------------------

    def tell(self, S: State, what: str, who: int, numbers: tuple[int, ...]) -> None:
        """Write a change into the log, if there is one; before it what not everybody sees, where an effect of that
        makes the change."""
        if self.log is None:
            return
        if self.bearing:
            running = S[CONTROL][FRAME]
            carrier = S[running][THIS] if self.layout.frame_base <= running < len(S) else NOTHING
            if carrier >= 0 and self.seen[S[LOCATION][carrier]] != self.everyone:
                self.log.append(("carried", NOTHING, self.at, (carrier, S[LOCATION][carrier])))
        self.log.append((what, who, self.at, numbers))

    # ---- events ----------------------------------------------------------------------------------

    def happened(self, event: str, who: int, parts: dict[str, int]) -> None:
        """Note an event of the statement that is running, if anything in the game may listen."""
        number = self.event_number.get(event)
        if number is not None:
            heed = self.heeds.get(number)
            if heed is None or heed.reads or heed.part not in parts or heed[parts[heed.part]]:
                self.events.append((number, who, parts))

    def _heard(self, place: int, components: Sequence[int]) -> bool:
        """Whether some ability may answer that one of these comes to a place, or learn of it by being asked."""
        heed = self.heeds.get(self.moved) if self.moved is not None else None
        if heed is None or heed.part != "of" or (heed.reads and self.seen[place] != self.everyone):
            return True
        return any(heed[component] for component in components)

    def _came(self, component: int, source: int, place: int, slot: int, who: int) -> None:
        """Note that a component was moved, if anything may listen to that."""
        if self.moved is not None and self._heard(place, (component,)):
            self.events.append((self.moved, who, {"of": component, "from": source, "to": place, "slot": slot}))

    def start(self, seed: int) -> State:
        """An empty table: everything in the box, numbers at their beginnings."""
        layout = self.layout
        S: State = [[] for _ in range(layout.size)]
        S[CONTROL] = [0, 0, 0, seed, 0, 0, 0]
        S[LOCATION] = [layout.box] * len(layout.card_of)
        S[PLACE] = [NOTHING] * len(layout.card_of)
        S[SLOTS] = [NOTHING] * len(layout.slots)
        S[CHANCE] = [0] * len(layout.streams)
        S[INSTANCES] = []
        for resource in layout.resources:
            S[resource.index] = [resource.starts] * (layout.seats if resource.per_player else 1)
        for variable in layout.variables + layout.attributes:
            S[variable.index] = [variable.starts] * variable.size
        S[layout.box] = list(range(len(layout.card_of)))
        return S


def _take(contents: list[int], component: int) -> None:
    """Take a component out of the list where it lies."""
    if len(contents) > LONG:  # then it is mostly a sorted pile
        at = bisect_left(contents, component)
        if at < len(contents) and contents[at] == component:
            del contents[at]
            return
    contents.remove(component)


@lru_cache(maxsize=4096)
def _key(seed: int, name: str) -> int:
    return chance.stream_key(seed, name)
