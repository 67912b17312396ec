"""Where everything stands in a state: fixed when a game is compiled for a number of players.

A state is a list of lists of whole numbers. The first lists are fixed by the constants below, then come
one list per resource, variable, attribute, zone (and seat) and event, and one for answers that are begun; from
`Layout.frame_base` on lie the frames of running effects, each followed by the lists of its names that hold sets.
"""

from __future__ import annotations

from dataclasses import field

from interpreter.records import record
from interpreter.state.values import ValueType

State = list[list[int]]
Needs = tuple[
    tuple[frozenset[int] | None, ...], ...
]  # per component wanted, per attribute: what is allowed, None for any

# no component, slot, seat, value: far below any index, so that using it as one fails, and still a single digit of a
# whole number of Python (30 bits), which is compared several times as fast as two
NOTHING = 1 - (1 << 30)
SLOT_BASE = 1 << 20  # a place is the index of a zone's list, or SLOT_BASE + the number of a slot

# The fixed lists of a state.
CONTROL, LOCATION, PLACE, SLOTS, CHANCE, LIMITS, INSTANCES = range(7)
FIXED = 7

# CONTROL: what the machine itself remembers.
STATUS, FRAME, REVEALED, SEED, DECISIONS, CHAIN, INSTANCE_COUNT = range(7)
RUNNING, ASKING, OVER = range(3)

# A frame: its own index, the frame that goes on after it, where it stands, which unit it runs, whose it is.
SELF, BELOW, AT, UNIT, YOU, THIS, WHO = range(7)
LOCALS = 7

FRAMES = FIXED


@record
class CardInfo:
    """A card as its file declares it; `components` are the numbers of its copies, side by side."""

    id: str
    kind: str
    names: dict[str, str]
    components: range
    file: str = ""
    line: int = 0


@record
class ZoneInfo:
    """A zone: `base` is the index of its list (of the first seat's, when `per_player`); `seen_by` and
    `count_seen_by` are "all", "owner" or "nobody"; `order` "stack", "row" or "none"."""

    name: str
    kinds: frozenset[str]
    per_player: bool
    base: int
    order: str
    seen_by: str
    count_seen_by: str
    reshuffles: str = ""
    slot_first: int = -1
    slot_count: int = 0  # of one instance
    holds_many: bool = False
    dimensions: tuple[tuple[str, ValueType], ...] = ()
    texts: dict[str, str] = field(default_factory=dict)


@record
class SlotInfo:
    """A slot: the zone list it belongs to, its name inside the zone ("blue", "2,3") and its dimensions.

    `onward` goes with `neighbours`: the slot that lies straight on behind each of them, or NOTHING. `ends` are the two
    slots that a slot joins, `links` the slots that join it to others.
    """

    zone: int
    name: str
    at: tuple[int, ...]
    neighbours: tuple[int, ...] = ()
    onward: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()
    links: tuple[int, ...] = ()


@record
class ResourceInfo:
    """A resource: list `index`, one number per seat (or one in all); bounds, None where there are none."""

    name: str
    index: int
    per_player: bool
    low: int | None
    high: int | None
    starts: int
    seen_by: str
    texts: dict[str, tuple[str, str]]


@record
class VariableInfo:
    """A variable or attribute: list `index`; `per` is "", "player", "component" or an enum's name."""

    name: str
    index: int
    type: ValueType
    per: str
    size: int
    starts: int
    seen_by: str = "all"
    kinds: frozenset[str] = frozenset()  # of an attribute
    texts: dict[str, str] = field(default_factory=dict)


@record(frozen=False)
class UnitInfo:
    """A piece of code with a frame of its own: an action, a named effect, a part, an effect on a card.

    `locals` are (name, type) in the order of their places in the frame after the header; a set's place
    is given by `set_at` instead: its list follows the frame's.
    """

    name: str
    file: str
    line: int
    start: int = 0
    end: int = 0
    locals: list[tuple[str, ValueType]] = field(default_factory=list)
    sets: list[tuple[str, ValueType]] = field(default_factory=list)

    @property
    def width(self) -> int:
        """How many numbers a frame of this unit holds."""
        return LOCALS + len(self.locals)

    @property
    def lists(self) -> int:
        """How many lists follow the frame's own."""
        return len(self.sets)


@record(frozen=False)
class Layout:
    """Everything about a game's table that does not change while it is played."""

    players: int
    seat_names: list[str]  # "player 1", …, then the neutral seats by their ids
    seat_texts: list[dict[str, str]]
    enums: dict[str, list[str]]
    enum_texts: dict[str, list[dict[str, str]]]
    kinds: list[str]
    cards: list[CardInfo]
    card_of: list[int]  # component -> card
    kind_of: list[int]  # component -> kind
    class_of: list[int]  # component -> class of components that are alike
    fields: dict[tuple[str, str], list[int]]  # (kind, field) -> value by component (NOTHING elsewhere)
    zones: list[ZoneInfo]
    slots: list[SlotInfo]
    resources: list[ResourceInfo]
    variables: list[VariableInfo]
    attributes: list[VariableInfo]
    streams: list[str]
    events: list[str]  # events that something in the game listens to; list index event_base + i
    event_base: int
    frame_base: int
    size: int  # number of fixed lists
    units: list[UnitInfo] = field(default_factory=list)
    steps: int = 0  # list of answers that are given step by step, by seats: seat, how many numbers follow, and these
    box: int = 0  # list of the zone of things out of play
    zone_of: dict[int, tuple[int, int]] = field(default_factory=dict)  # list -> (zone, seat or NOTHING)
    owner_of: list[int] = field(default_factory=list)  # list -> seat or NOTHING
    seen: list[int] = field(default_factory=list)  # list -> bits of the seats that see its components
    slot_zone: list[int] = field(default_factory=list)  # slot -> list of its zone
    slot_single: list[bool] = field(default_factory=list)
    reshuffle_from: dict[int, int] = field(default_factory=dict)  # list of a stack -> list of its discards
    shuffle_stream: dict[int, int] = field(default_factory=dict)  # list -> stream
    discards: list[tuple[int, bool]] = field(default_factory=list)  # kind -> (list, one per player)
    slot_fields: dict[tuple[str, str], list[int]] = field(default_factory=dict)  # (zone, field) -> value by slot
    # cards whose copies are pieces of a supply, told apart by their attributes alone -> lists of those, in order
    pieces: dict[int, tuple[int, ...]] = field(default_factory=dict)
    needs: list[Needs] = field(default_factory=list)  # recipes, by number

    def discard_of(self, component: int, you: int) -> int:
        """The list where a discarded component goes; `you` is the seat that discards."""
        place, own = self.discards[self.kind_of[component]]
        return place + you if own else place

    @property
    def in_bytes(self) -> bool:
        """Whether every component is a byte, and one byte is none, so that piles may be read as bytes."""
        return len(self.card_of) < 256

    @property
    def seats(self) -> int:
        """Players and neutral seats together."""
        return len(self.seat_names)

    def finish(self) -> None:
        """Fill the look-ups that follow from the rest."""
        everyone = (1 << self.players) - 1
        self.owner_of = [NOTHING] * self.size
        self.seen = [0] * self.size
        for number, zone in enumerate(self.zones):
            for seat in range(self.seats if zone.per_player else 1):
                at = zone.base + seat
                self.zone_of[at] = (number, seat if zone.per_player else NOTHING)
                self.owner_of[at] = seat if zone.per_player else NOTHING
                own = (1 << seat) & everyone if zone.per_player else 0
                self.seen[at] = {"all": everyone, "owner": own, "nobody": 0}[zone.seen_by]
        self.slot_zone = [slot.zone for slot in self.slots]
        self.slot_single = [not self.zones[self.zone_of[slot.zone][0]].holds_many for slot in self.slots]

    def zone_named(self, name: str) -> ZoneInfo:
        """The zone of that name; KeyError if there is none."""
        for zone in self.zones:
            if zone.name == name:
                return zone
        raise KeyError(name)
