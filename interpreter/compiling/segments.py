"""The code of a program -> Python: what runs from one place to the next question in one go.

`at_K(S, L)` carries out everything from place K of the code on, through the parts of the flow and the frames that they
push and pop, until somebody must be asked or another frame takes over, and says where to go on, as effect objects do.
Groups of plain statements are written from the plan; of steps that nothing is written for, the object runs.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from interpreter.checking import plan
from interpreter.compiling import effects, nodes
from interpreter.compiling.plain import Plain
from interpreter.compiling.scopes import FRAME
from interpreter.records import record
from interpreter.state import LIMITS, NOTHING
from interpreter.state.layout import AT, BELOW, CONTROL, LOCALS, REVEALED, SELF, THIS, YOU
from interpreter.state.layout import FRAME as RUNNING_FRAME

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.compiling.building import Builder
    from interpreter.compiling.effects import Effect

_LONGEST = 40  # steps written into one function before it hands over to the next


@record
class Group:
    """Plain statements that stand one behind the other: places `start` to `end` of the code run in one go.

    `settles` are the commitments of the sentence that is met at `start`, `parts` plain parts of the flow instead of
    statements.
    """

    start: int
    end: int
    unit: plan.Unit
    body: tuple[plan.Stmt, ...]
    settles: tuple[plan.Commit, ...] = ()
    parts: tuple[plan.Part, ...] = ()


class Segments:
    """Writes the functions of places. Belongs to the building of one program."""

    def __init__(self, builder: Builder, plain: Plain) -> None:
        self.builder, self.plain, self.emitter = builder, plain, builder.emitter
        self.groups: dict[int, Group] = {}
        self._callers: dict[int, list[int]] | None = None
        self._room = 0

    def function(self, k: int) -> ast.FunctionDef:
        """The function of place `k`."""
        self._room = _LONGEST
        made = nodes.function(f"at_{k}", ["S", "L"], self._from(k, frozenset(), False))
        nodes.placed([made], k + 1)
        return made

    # ---- from place to place -----------------------------------------------------------------------

    def _from(self, k: int, seen: frozenset[int], moved: bool) -> list[ast.stmt]:
        """Statements from a place on; the last of them returns. `moved`: `L` is another frame than at the beginning."""
        found: list[ast.stmt] = []
        number: tuple[int, int] | None = None  # a number of the frame that was set just now, and its value
        while True:
            if k in seen or self._room <= 0:
                return found + _leave(k, moved)
            seen |= {k}
            self._room -= 1
            group = self.groups.get(k)
            if group is not None:
                found += self._group(group)
                k, number = group.end, None
                continue
            effect = self.builder.code[k]
            if isinstance(effect, effects.JumpUnless) and (holds := _known(effect, number)) is not None:
                k = k + 1 if holds else effect.to
                continue
            number = (effect.place, effect.value) if isinstance(effect, effects.SetNumber) else None
            if isinstance(effect, effects.Call):
                seen = frozenset()  # a frame of its own: its places were not gone through yet
            written, k, moved, ended = self._effect(effect, seen, moved)
            nodes.placed(written, effect.here + 1)
            found += written
            if ended:
                return found

    def _group(self, group: Group) -> list[ast.stmt]:
        self.builder.enter_stream(group.unit)
        body = self.plain.settle(group.settles, FRAME)
        body += self.plain.write(group.body, FRAME)
        for part in group.parts:
            body.append(nodes.do(self.plain.perform(part.unit.name, FRAME, [])))
        nodes.placed(body, group.start + 1)
        return body

    def _effect(self, effect: Effect, seen: frozenset[int], moved: bool) -> tuple[list[ast.stmt], int, bool, bool]:
        """The statements of a step, where it goes on, whether `L` moved, and whether the statements return."""
        k = effect.here
        following = k + 1
        match effect:
            case effects.Jump(to=to):
                return [], to, moved, False
            case effects.JumpUnless(to=to):
                then = self._from(following, seen, moved)
                return [nodes.branch(self._condition(effect), then, self._from(to, seen, moved))], k, moved, True
            case effects.StartPart():
                return self._start_part(effect), following, moved, False
            case effects.NextPass(while_=None) if effect.kind != "until":
                return self._next_pass(effect, seen, moved)
            case effects.EndScope(part=part):
                return self.plain.expiring(part), following, moved, False
            case effects.RestoreYou(saved=saved):
                return [_put(YOU, _of_frame(LOCALS + saved))], following, moved, False
            case effects.SetNumber(place=place, value=value):
                return [_put(LOCALS + place, nodes.constant(value))], following, moved, False
            case effects.Reveal():
                target = ast.Subscript(nodes.listed(CONTROL), ast.Constant(REVEALED), ast.Store())
                return [ast.AugAssign(target, ast.Add(), ast.Constant(1))], following, moved, False
            case effects.Visit():
                return self._visit(effect), following, moved, False
            case effects.NextMember(while_=None):
                return self._next_member(effect, seen, moved)
            case effects.Call(unit=unit):
                return self._call(effect), self.builder.layout.units[unit].start, True, False
            case effects.Return(event=None):
                return self._return(effect)
            case effects.Ask():
                return self._hand_over(effect, moved), k, moved, True
        return self._object(effect, moved), following, moved, False

    def _condition(self, effect: effects.JumpUnless) -> ast.expr:
        if effect.said is not None:
            return self.plain.test(effect.said, FRAME)
        return nodes.call(self._bound("J", effect.condition), nodes.name("S"), nodes.name("L"))

    def _bound(self, prefix: str, function: Callable[..., object]) -> ast.expr:
        return self.emitter.bind(prefix, function, ("function", id(function)))

    def _read(self, function: Callable[..., object]) -> ast.expr:
        return nodes.call(self._bound("J", function), nodes.name("S"), nodes.name("L"))

    # ---- the flow ----------------------------------------------------------------------------------

    def _start_part(self, effect: effects.StartPart) -> list[ast.stmt]:
        bound = self._read(effect.bound) if effect.bound is not None else nodes.constant(NOTHING)
        found = [
            _put_number(effect.index, effect.part, nodes.constant(0)),
            _put(LOCALS + effect.passes, nodes.constant(0)),
            _put(LOCALS + effect.limit, bound),
            _put(LOCALS + effect.saved, _of_frame(YOU)),
        ]
        if effect.seats is not None and effect.seats_place is not None:
            found.append(FRAME.set_list(effect.seats_place, self._read(effect.seats)))
        return found

    def _next_pass(
        self, effect: effects.NextPass, seen: frozenset[int], moved: bool
    ) -> tuple[list[ast.stmt], int, bool, bool]:
        done, limit = _of_frame(LOCALS + effect.passes), _of_frame(LOCALS + effect.limit)
        out = _leave(effect.exit, moved)  # a part ends less often than it goes on
        begin: list[ast.stmt] = []
        enter: list[ast.stmt] = []
        match effect.kind:
            case "once":
                ended: ast.expr = done
            case "repeat":
                ended = nodes.compare(done, ast.GtE(), limit)
            case "each":
                index = _of_frame(LOCALS + effect.index)
                seats = FRAME.local_set(effect.seats_place)
                ended = nodes.compare(index, ast.GtE(), nodes.call("len_", seats))
                enter.append(
                    _put(YOU, nodes.item(FRAME.local_set(effect.seats_place), _of_frame(LOCALS + effect.index)))
                )
                enter.append(_put(LOCALS + effect.index, nodes.add(_of_frame(LOCALS + effect.index), 1)))
            case _:
                # around: more visits than are allowed, and a table without seats, are rare: the object knows them
                seats_of = self.plain.fresh("q")
                begin.append(nodes.assign(seats_of, FRAME.local_set(effect.seats_place)))
                far = nodes.compare(_of_frame(LOCALS + effect.passes), ast.GtE(), limit)
                nobody = ast.UnaryOp(ast.Not(), nodes.name(seats_of))
                step = self._object(effect, moved)
                begin.append(
                    nodes.branch(ast.BoolOp(ast.Or(), [far, nobody]), [*step[:-1], *_leave_dynamic("_r", moved)])
                )
                index = _of_frame(LOCALS + effect.index)
                enter.append(_put(YOU, nodes.item(nodes.name(seats_of), index)))
                many = nodes.call("len_", nodes.name(seats_of))
                next_seat = ast.BinOp(nodes.add(_of_frame(LOCALS + effect.index), 1), ast.Mod(), many)
                enter.append(_put(LOCALS + effect.index, next_seat))
                ended = ast.Constant(False)
        enter.append(_put(LOCALS + effect.passes, nodes.add(_of_frame(LOCALS + effect.passes), 1)))
        enter.append(_put(LOCALS + effect.visitor, _of_frame(YOU)))
        enter.append(_put_number(effect.pass_index, effect.part, _of_frame(LOCALS + effect.passes)))
        if effect.sites:
            anew = nodes.call("anew_", nodes.name("S"), self.emitter.bind("W", effect.sites))
            enter.append(nodes.branch(nodes.listed(LIMITS), [nodes.do(anew)]))
        nodes.placed([*begin, *enter], effect.here + 1)
        if isinstance(ended, ast.Constant):
            return [*begin, *enter], effect.here + 1, moved, False
        return [*begin, nodes.branch(ended, out), *enter], effect.here + 1, moved, False

    def _visit(self, effect: effects.Visit) -> list[ast.stmt]:
        found = [FRAME.set_list(effect.members, nodes.call("list_", self._read(effect.of)))]
        found.append(_put(LOCALS + effect.index, nodes.constant(0)))
        if effect.saved is not None:
            found.append(_put(LOCALS + effect.saved, _of_frame(YOU)))
        return found

    def _next_member(
        self, effect: effects.NextMember, seen: frozenset[int], moved: bool
    ) -> tuple[list[ast.stmt], int, bool, bool]:
        members, i = self.plain.fresh("l"), self.plain.fresh("i")
        found = [
            nodes.assign(members, FRAME.local_set(effect.members)),
            nodes.assign(i, _of_frame(LOCALS + effect.index)),
        ]
        if effect.saved is not None:
            found.append(_put(YOU, _of_frame(LOCALS + effect.saved)))
        clear = nodes.do(nodes.call(ast.Attribute(nodes.name(members), "clear", ast.Load())))
        over = [clear, _put(LOCALS + effect.index, nodes.constant(0))]
        nodes.placed(over, effect.here + 1)
        over += _leave(effect.exit, moved)
        past = nodes.compare(nodes.name(i), ast.GtE(), nodes.call("len_", nodes.name(members)))
        found.append(nodes.branch(past, over))
        place = YOU if effect.place is None else LOCALS + effect.place
        found.append(_put(place, nodes.item(nodes.name(members), nodes.name(i))))
        found.append(_put(LOCALS + effect.index, nodes.add(nodes.name(i), 1)))
        return found, effect.here + 1, moved, False

    # ---- frames ------------------------------------------------------------------------------------

    def _call(self, effect: effects.Call) -> list[ast.stmt]:
        given = ast.List([self._read(f) for f, _ in effect.arguments], ast.Load())
        back = _put(AT, nodes.constant(effect.here + 1))
        if effect.arguments:
            values = self.plain.fresh("g")
            pushed = nodes.call(
                "push_",
                nodes.name("S"),
                nodes.name("L"),
                nodes.constant(effect.unit),
                _of_frame(YOU),
                _of_frame(THIS),
                nodes.name(values),
            )
            return [nodes.assign(values, given), back, nodes.assign("L", pushed)]
        fresh, lists = self.builder.program.fresh_frame(effect.unit)
        frame = self.plain.fresh("f")
        found = [
            back,
            nodes.assign(
                frame, ast.Subscript(self.emitter.bind("N", fresh, ("frame", effect.unit)), ast.Slice(), ast.Load())
            ),
            _put(SELF, nodes.call("len_", nodes.name("S")), frame),
            _put(BELOW, _of_frame(SELF), frame),
            _put(YOU, _of_frame(YOU), frame),
            _put(THIS, _of_frame(THIS), frame),
        ]
        append = ast.Attribute(nodes.name("S"), "append", ast.Load())
        found.append(nodes.do(nodes.call(append, nodes.name(frame))))
        found += [nodes.do(nodes.call(append, ast.List([], ast.Load()))) for _ in range(lists)]
        found.append(nodes.assign("L", nodes.name(frame)))
        found.append(_put_number(CONTROL, RUNNING_FRAME, _of_frame(SELF)))
        return found

    def _return(self, effect: effects.Return) -> tuple[list[ast.stmt], int, bool, bool]:
        below = self.plain.fresh("b")
        pop = [
            ast.Delete([ast.Subscript(nodes.name("S"), ast.Slice(_of_frame(SELF)), ast.Del())]),
            _put_number(CONTROL, RUNNING_FRAME, nodes.name(below)),
        ]
        found = [nodes.assign(below, _of_frame(BELOW))]
        caller = self._only_caller(effect.here)
        if caller is not None:
            again = nodes.assign("L", nodes.item(nodes.name("S"), nodes.name(below)))
            return [*found, *pop, again], caller + 1, True, False
        last = nodes.compare(nodes.name(below), ast.Eq(), nodes.constant(NOTHING))
        found.append(nodes.branch(last, [ast.Return(self._step(effect))]))
        return [*found, *pop, ast.Return(nodes.constant(effects.RELOAD))], effect.here, True, True

    def _only_caller(self, place: int) -> int | None:
        """The one step that calls the part of the flow that ends at `place`, if it is a part."""
        if self._callers is None:
            self._callers = {}
            for effect in self.builder.code:
                if isinstance(effect, effects.Call):
                    self._callers.setdefault(effect.unit, []).append(effect.here)
        for part in self.builder.all_parts:
            number = self.builder.unit_number[part.unit.name]
            if self.builder.layout.units[number].end == place + 1:
                callers = self._callers.get(number, [])
                return callers[0] if len(callers) == 1 else None
        return None

    # ---- steps that stay objects ---------------------------------------------------------------------

    def _step(self, effect: Effect) -> ast.expr:
        return nodes.call(
            self.emitter.bind("O", self.builder.runs(effect), ("step", effect.here)), nodes.name("S"), nodes.name("L")
        )

    def _object(self, effect: Effect, moved: bool) -> list[ast.stmt]:
        """The object's own step; the function goes on behind it if the object does."""
        found = [nodes.assign("_r", self._step(effect))]
        other = nodes.compare(nodes.name("_r"), ast.NotEq(), nodes.constant(effect.here + 1))
        found.append(nodes.branch(other, _leave_dynamic("_r", moved)))
        return found

    def _hand_over(self, effect: Effect, moved: bool) -> list[ast.stmt]:
        if not moved:
            return [ast.Return(self._step(effect))]
        return [nodes.assign("_r", self._step(effect)), *_leave_dynamic("_r", moved)]


def _known(effect: effects.JumpUnless, number: tuple[int, int] | None) -> bool | None:
    """Whether a condition holds that is about a number which was set just before; None where that is not so."""
    match effect.said:
        case plan.Comparison(operator=">", left=plan.Local(at=at), right=plan.Const(value=value)) if number is not None:
            return number[1] > value if number[0] == at else None
    return None


def _leave(place: int, moved: bool) -> list[ast.stmt]:
    """Go on at a place that is known."""
    if moved:
        return [_put(AT, nodes.constant(place)), ast.Return(nodes.constant(effects.RELOAD))]
    return [ast.Return(nodes.constant(place))]


def _leave_dynamic(name: str, moved: bool) -> list[ast.stmt]:
    """Go on where a step said."""
    if not moved:
        return [ast.Return(nodes.name(name))]
    here = nodes.compare(nodes.name(name), ast.GtE(), nodes.constant(0))
    stay: list[ast.stmt] = [_put(AT, nodes.name(name)), ast.Return(nodes.constant(effects.RELOAD))]
    return [nodes.branch(here, stay), ast.Return(nodes.name(name))]


def _of_frame(index: int) -> ast.expr:
    return nodes.item(nodes.name("L"), nodes.constant(index))


def _put(index: int, value: ast.expr, frame: str = "L") -> ast.stmt:
    return ast.Assign([ast.Subscript(nodes.name(frame), ast.Constant(index), ast.Store())], value)


def _put_number(index: int, at: int, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Subscript(nodes.listed(index), ast.Constant(at), ast.Store())], value)
