"""What several words write in place of a call, see `Verb.write` and `Query.write`."""

from __future__ import annotations

import ast
from copy import deepcopy

from interpreter.state import LOCATION, NOTHING, PLACE, SLOT_BASE, SLOTS, Table
from interpreter.state.layout import CONTROL, REVEALED
from interpreter.vocabulary.words import Hand


def changed(
    table: Table, hand: Hand, you: ast.expr, count: ast.expr, resource: ast.expr, more: bool
) -> list[ast.stmt] | None:
    """A resource that is known goes up or down by a count; nothing happens where that is not above 0."""
    if not (isinstance(resource, ast.Constant) and isinstance(resource.value, int)):
        return None
    info = table.layout.resources[resource.value]
    at = you if info.per_player else ast.Constant(0)
    held = ast.Subscript(ast.Name("S", ast.Load()), ast.Constant(info.index), ast.Load())
    before: list[ast.stmt] = []
    known = count.value if isinstance(count, ast.Constant) else None
    if not isinstance(known, int):
        name = hand.fresh("c")
        before = [ast.Assign([ast.Name(name, ast.Store())], count)]
        count = ast.Name(name, ast.Load())
    elif known <= 0:
        return [ast.Pass()]
    change: list[ast.stmt]
    bound = info.high if more else info.low
    operator: ast.operator = ast.Add() if more else ast.Sub()
    if bound is None:
        change = [ast.AugAssign(ast.Subscript(held, at, ast.Store()), operator, count)]
    else:
        left = hand.fresh("c")
        new = ast.BinOp(ast.Subscript(held, at, ast.Load()), operator, count)
        rest = ast.Name(left, ast.Load())
        within = ast.Compare(rest, [ast.Lt() if more else ast.Gt()], [ast.Constant(bound)])
        stopped = ast.IfExp(within, rest, ast.Constant(bound))
        change = [
            ast.Assign([ast.Name(left, ast.Store())], new),
            ast.Assign([ast.Subscript(held, at, ast.Store())], stopped),
        ]
    if before:
        change = [ast.If(ast.Compare(count, [ast.Gt()], [ast.Constant(0)]), change, [])]
    return [*before, *change]


def slots_of(table: Table, first: int, count: int) -> ast.expr:
    """What lies in slots that stand side by side and hold one thing each."""
    slots: ast.expr = ast.Subscript(ast.Name("S", ast.Load()), ast.Constant(SLOTS), ast.Load())
    if count < len(table.layout.slots):
        slots = ast.Subscript(slots, ast.Slice(ast.Constant(first), ast.Constant(first + count)), ast.Load())
    return slots


def empty_among(table: Table, members: ast.expr) -> ast.expr | None:
    """What lies in the slots of which `members` are the empty ones; None where they are something else."""
    match members:
        case ast.ListComp(
            elt=ast.Name(id=member),
            generators=[
                ast.comprehension(
                    target=ast.Name(id=slot),
                    iter=ast.Tuple(elts=[*every]),
                    ifs=[
                        ast.UnaryOp(
                            op=ast.Not(),
                            operand=ast.Compare(
                                left=ast.Subscript(
                                    value=ast.Subscript(value=ast.Name(id="S"), slice=ast.Constant(value=held)),
                                    slice=ast.Name(id=tested),
                                ),
                                ops=[ast.GtE()],
                                comparators=[ast.Constant(value=0)],
                            ),
                        )
                    ],
                )
            ],
        ) if member == slot == tested and held == SLOTS:
            numbers = [n.value for n in every if isinstance(n, ast.Constant) and isinstance(n.value, int)]
            if numbers and numbers == list(range(numbers[0], numbers[0] + len(every))):
                return slots_of(table, numbers[0], len(numbers))
    return None


def is_empty_slot_among(slots: ast.expr) -> ast.expr:
    """Whether one of some slots is empty."""
    return ast.Compare(ast.Constant(NOTHING), [ast.In()], [slots])


class Carrying:
    """Writes that components go to the end of a zone's list, or into a sorted pile."""

    def __init__(self, table: Table, hand: Hand, base: int, to: ast.expr) -> None:
        self.table, self.hand, self.base = table, hand, base
        self.named: list[ast.stmt] = []  # gives where to a name, where that is not known beforehand
        self._place = to
        if not isinstance(to, ast.Constant):
            there = hand.fresh("p")
            self._place, self.named = name(there), [assigned(there, to)]

    @property
    def place(self) -> ast.expr:
        """Where to."""
        return deepcopy(self._place)

    @classmethod
    def to(cls, table: Table, hand: Hand, to: ast.expr) -> Carrying | None:
        """To such a place, None where it is another."""
        match to:
            case ast.Constant(value=int(base)):
                pass
            case ast.BinOp(op=ast.Add(), right=ast.Constant(value=int(base))):
                pass
            case _:
                return None
        zone = table.layout.zone_of.get(base)
        if zone is None or not table.easy[base]:
            return None
        return cls(table, hand, base, to)

    def one(self, component: str, source: ast.expr | None = None, last: bool = False) -> list[ast.stmt]:
        """It goes there, from a zone's list (and from no slot) if that is known; `last`: it is the last of that."""
        return with_care(self.table, self.hand, component, self.place, self._plainly(component, source, last))

    def _plainly(self, component: str, known: ast.expr | None, last: bool) -> list[ast.stmt]:
        table, fresh = self.table, self.hand.fresh
        contents = fresh("x")
        found: list[ast.stmt] = []
        source = known
        if source is None:
            origin = fresh("f")
            found.append(assigned(origin, item_of(LOCATION, name(component))))
            source = name(origin)
        found.append(assigned(contents, ast.Subscript(name("S"), source, ast.Load())))
        is_last = ast.Subscript(name(contents), ast.Constant(-1), ast.Load())
        off: ast.stmt = called(contents, "pop")
        if not last:
            test = ast.Compare(is_last, [ast.Eq()], [name(component)])
            off = ast.If(test, [off], [called(contents, "remove", name(component))])
        found.append(off)
        if table.layout.slots and known is None:
            slot = fresh("s")
            empty: list[ast.stmt] = [ast.Assign([item_of(SLOTS, name(slot), True)], ast.Constant(NOTHING))]
            if not all(table.slot_single):
                there = ast.Compare(item_of(SLOTS, name(slot)), [ast.Eq()], [name(component)])
                empty = [ast.If(there, empty, [])]
            left: list[ast.stmt] = [ast.Assign([item_of(PLACE, name(component), True)], ast.Constant(NOTHING)), *empty]
            found += [
                assigned(slot, item_of(PLACE, name(component))),
                ast.If(ast.Compare(name(slot), [ast.NotEq()], [ast.Constant(NOTHING)]), left, []),
            ]
        target = ast.Subscript(name("S"), self.place, ast.Load())
        if table.easy[self.base] == 1:
            found.append(ast.Expr(ast.Call(ast.Attribute(target, "append", ast.Load()), [name(component)], [])))
        else:
            found.append(ast.Expr(ast.Call(name("insort_"), [target, name(component)], [])))
        found.append(ast.Assign([item_of(LOCATION, name(component), True)], self.place))
        return [*found, *self._revealed(source)]

    def _revealed(self, source: ast.expr) -> list[ast.stmt]:
        seen = self.table.layout.seen
        goes = self._each_seats(self.base)
        comes = range(len(seen))
        match source:
            case ast.Constant(value=int(base)):
                comes = range(base, base + 1)
            case ast.BinOp(op=ast.Add(), right=ast.Constant(value=int(base))):
                comes = self._each_seats(base)
        if not any(seen[to] & ~seen[of] for to in goes for of in comes):
            return []
        if all(seen[to] & ~seen[of] for to in goes for of in comes):
            return [revealed()]
        shown = self.hand.bound("R", [[bool(to & ~of) for of in seen] for to in seen], "revealing")
        shows = ast.Subscript(ast.Subscript(shown, self.place, ast.Load()), deepcopy(source), ast.Load())
        return [ast.If(shows, [revealed()], [])]

    def _each_seats(self, base: int) -> range:
        """The lists of a zone, of which one is known."""
        layout = self.table.layout
        return range(base, base + (layout.seats if layout.owner_of[base] != NOTHING else 1))


def with_care(table: Table, hand: Hand, component: str, place: ast.expr, plainly: list[ast.stmt]) -> list[ast.stmt]:
    """A component goes somewhere, by a call where it carries abilities, or is put where it belongs by how it looks."""
    careful = table.abilities.keys() | table.piece.keys()
    if not careful:
        return plainly
    test = ast.Compare(name(component), [ast.In()], [hand.bound("C", frozenset(careful), "careful")])
    call = ast.Call(ast.Attribute(name("Q"), "move", ast.Load()), [name("S"), name(component), place], [])
    return [ast.If(test, [ast.Expr(call)], plainly)]


def revealed() -> ast.stmt:
    """Somebody sees what was hidden."""
    control = ast.Subscript(name("S"), ast.Constant(CONTROL), ast.Load())
    return ast.AugAssign(ast.Subscript(control, ast.Constant(REVEALED), ast.Store()), ast.Add(), ast.Constant(1))


def is_there(place: ast.expr) -> ast.stmt:
    """A place that is read: an error where it is nothing, though nothing goes there."""
    zone = ast.Subscript(name("S"), place, ast.Load())
    slot = ast.Compare(deepcopy(place), [ast.GtE()], [ast.Constant(SLOT_BASE)])
    return ast.Expr(ast.BoolOp(ast.Or(), [slot, zone]))


def name(text: str) -> ast.expr:
    """A name that is read."""
    return ast.Name(text, ast.Load())


def assigned(target: str, value: ast.expr) -> ast.stmt:
    """A name gets a value."""
    return ast.Assign([ast.Name(target, ast.Store())], value)


def item_of(index: int, at: ast.expr, stored: bool = False) -> ast.Subscript:
    """One number of a list of the state."""
    of = ast.Subscript(name("S"), ast.Constant(index), ast.Load())
    return ast.Subscript(of, at, ast.Store() if stored else ast.Load())


def called(of: str, method: str, *arguments: ast.expr) -> ast.stmt:
    """A method of what a name means is called."""
    return ast.Expr(ast.Call(ast.Attribute(name(of), method, ast.Load()), list(arguments), []))
