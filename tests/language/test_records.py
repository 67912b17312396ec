"""Records behave as dataclasses do, wherever the interpreter relies on it."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass, field, fields, is_dataclass, replace

import pytest

from interpreter.records import record


@record(order=True)
class Point:
    """A place."""

    x: int
    y: int = 2
    note: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True, order=True)
class Twin:
    """The same by the library."""

    x: int
    y: int = 2
    note: str = field(default="", compare=False, repr=False)


@record(frozen=False)
class Base:
    """May change."""

    names: list[str] = field(default_factory=list)


@record(frozen=False)
class Derived(Base):
    """With one field more."""

    count: int = 0


@record(eq=False)
class Itself:
    """Only itself."""

    x: int


@record
class Empty:
    """Nothing in it."""


def test_is_taken_apart_like_a_dataclass() -> None:
    point = Point(1, note="here")
    assert is_dataclass(point) and [f.name for f in fields(point)] == [f.name for f in fields(Twin(1))]
    assert repr(point) == repr(Twin(1, note="here")).replace("Twin", "Point")
    assert replace(point, y=5) == Point(1, 5) and replace(point, y=5).note == "here"
    match point:
        case Point(1, y):
            assert y == 2
    assert not hasattr(point, "__dict__")


def test_compares_and_orders() -> None:
    assert Point(1, note="a") == Point(1, note="b") and hash(Point(1, note="a")) == hash(Point(1, note="b"))
    assert Point(1) != Twin(1) and Point(1) != (1, 2)
    assert sorted([Point(2), Point(1, 3), Point(1)]) == [Point(1), Point(1, 3), Point(2)]
    assert Itself(1) != Itself(1) and len({Itself(1), Itself(1)}) == 2
    assert Empty() == Empty() and len({Empty(), Empty()}) == 1 and repr(Empty()) == "Empty()"


def test_what_may_change_has_no_hash_and_its_own_defaults() -> None:
    one, other = Derived(), Derived(count=1)
    one.names.append("x")
    assert other.names == [] and Derived(["x"]) == one != other
    one.count = 4
    assert one.count == 4
    with pytest.raises(TypeError):
        hash(one)


@pytest.mark.parametrize("value", [Point(1, 2, "n"), Derived(["a"], 3), Empty()])
def test_travels(value: object) -> None:
    for other in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert other == value and repr(other) == repr(value)


@pytest.mark.parametrize("arguments", [(), (1, 2, "", 4)])
def test_a_wrong_call_is_refused_at_the_first_instance_too(arguments: tuple[int, ...]) -> None:
    @record
    class Fresh:
        """Never made before."""

        x: int
        y: int = 2
        note: str = ""

    with pytest.raises(TypeError):
        Fresh(*arguments)
    assert Fresh(1).y == 2
