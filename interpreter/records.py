"""Records: dataclasses that are quick to import and quick to make.

In: a class with annotated fields. Out: a class with slots that compares, prints and is taken apart (`fields`,
`replace`, `match`) as a dataclass is. The library writes six functions for each class while it is imported, and a
frozen instance sets each field through `object.__setattr__`; with some 160 classes and some 100,000 instances that was
a third of a lint. Here a class gets one function of its own, when its first instance is made, and that a record is
frozen is checked by mypy alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, cast, dataclass_transform, overload

C = TypeVar("C")


@overload
def record(cls: type[C], /) -> type[C]: ...
@overload
def record(*, frozen: bool = True, eq: bool = True, order: bool = False) -> Callable[[type[C]], type[C]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(
    cls: type[C] | None = None, /, *, frozen: bool = True, eq: bool = True, order: bool = False
) -> type[C] | Callable[[type[C]], type[C]]:
    """A class as a record. `frozen=False`: its fields may change, so it has no hash; `eq=False`: it is only itself."""
    if cls is None:
        return lambda cls: _record(cls, frozen, eq, order)
    return _record(cls, frozen, eq, order)


def _field_names(kind: type) -> tuple[str, ...]:
    """The names of a record's fields; none for any other type. What walks trees asks this of every node."""
    return tuple(f.name for f in fields(cast(Any, kind))) if is_dataclass(kind) else ()


field_names: Callable[[type], tuple[str, ...]] = cache(_field_names)


def _record(plain: type[C], frozen: bool, eq: bool, order: bool) -> type[C]:
    cls: Any = dataclass(init=False, repr=False, eq=False, slots=True)(plain)
    cls.__init__ = _first(cls)
    cls.__repr__ = _repr
    if eq:
        compared = _values(tuple(f.name for f in fields(cls) if f.compare))

        def same(self: object, other: object) -> Any:
            if other.__class__ is self.__class__:
                return compared(self) == compared(other)
            return NotImplemented

        cls.__eq__ = same
        cls.__hash__ = (lambda self: hash(compared(self))) if frozen else None
        if order:
            cls.__lt__ = lambda self, other: compared(self) < compared(other)
    return cast("type[C]", cls)


def _values(names: tuple[str, ...]) -> Callable[[object], Any]:
    return attrgetter(*names) if names else lambda self: ()


def _first(cls: Any) -> Callable[..., None]:
    """What makes the first instance: it writes the function that makes the others."""

    def make(self: object, *values: Any, **named: Any) -> None:
        if cls.__init__ is make:
            cls.__init__ = _written(cls)
        cls.__init__(self, *values, **named)

    return make


def _written(cls: Any) -> Any:
    names: dict[str, Any] = {}
    head, lines = ["self"], []
    for f in fields(cls):
        value = f.name
        if f.default is not MISSING:
            names[f"_{f.name}"] = f.default
            head.append(f"{f.name}=_{f.name}")
        elif f.default_factory is not MISSING:
            names["_MISSING"] = MISSING
            names[f"_{f.name}"] = f.default_factory
            head.append(f"{f.name}=_MISSING")
            value = f"_{f.name}() if {f.name} is _MISSING else {f.name}"
        else:
            head.append(f.name)
        lines.append(f"    self.{f.name} = {value}\n")
    exec(f"def __init__({', '.join(head)}):\n{''.join(lines) or '    pass'}", names)
    made = names["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _repr(self: object) -> str:
    shown = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in fields(cast(Any, self)) if f.repr)
    return f"{type(self).__qualname__}({shown})"
