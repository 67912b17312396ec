"""Records: dataclasses that are quick to import and quick to make.

In: a class with annotated fields. Out: a class with slots that compares, prints and is taken apart (`fields`,
`replace`, `match`) as a dataclass is. The library writes six functions for each class while it is imported, and a
frozen instance sets each field through `object.__setattr__`; with some 160 classes and some 100,000 instances that was
a third of a lint. Here a class gets one function of its own, when its first instance is made, and that a record is
frozen is checked by mypy alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, field
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
    found: tuple[str, ...] = tuple(vars(kind).get(_DEFAULTS, ()))
    return found


field_names: Callable[[type], tuple[str, ...]] = cache(_field_names)

_DEFAULTS = (
    "__record_defaults__"  # field -> its default, a `Field` of the library, or MISSING; the fields of bases first
)


class _Fields:
    """What the library's own functions ask a class for, made when they first do."""

    def __get__(self, instance: object, cls: Any) -> dict[str, Any]:
        defaults = {name: value for name, value in getattr(cls, _DEFAULTS).items() if value is not MISSING}
        types = dict.fromkeys(getattr(cls, _DEFAULTS), Any)
        plain = type(cls.__name__, (), {"__doc__": "", "__annotations__": types, **defaults})
        made: dict[str, Any] = vars(dataclass(init=False, repr=False, eq=False)(plain))["__dataclass_fields__"]
        cls.__dataclass_fields__ = made
        return made


def _record(plain: type[C], frozen: bool, eq: bool, order: bool) -> type[C]:
    members = dict(vars(plain))
    defaults: dict[str, Any] = {}
    for base in reversed(plain.__mro__[1:]):
        defaults |= vars(base).get(_DEFAULTS, {})
    own = list(members.get("__annotations__", {}))
    defaults |= {name: members.pop(name, MISSING) for name in own}
    for name in ("__dict__", "__weakref__"):
        members.pop(name, None)
    members |= {_DEFAULTS: defaults, "__slots__": tuple(own), "__match_args__": tuple(defaults), "__repr__": _repr}
    members["__dataclass_fields__"] = _Fields()
    if eq:
        compared = _values(tuple(name for name, default in defaults.items() if _says(default, "compare")))

        def same(self: object, other: object) -> Any:
            if other.__class__ is self.__class__:
                return compared(self) == compared(other)
            return NotImplemented

        members["__eq__"] = same
        members["__hash__"] = (lambda self: hash(compared(self))) if frozen else None
        if order:
            members["__lt__"] = lambda self, other: compared(self) < compared(other)
    made: Any = type(plain)
    cls = made(plain.__name__, plain.__bases__, members)
    cls.__init__ = _first(cls)
    return cast("type[C]", cls)


def _says(default: object, what: str) -> bool:
    """Whether a field takes part in comparing or printing."""
    return bool(getattr(default, what)) if isinstance(default, Field) else True


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
    names: dict[str, Any] = {"_MISSING": MISSING}
    head, lines = ["self"], []
    for name, default in getattr(cls, _DEFAULTS).items():
        value = name
        factory = getattr(default, "default_factory", MISSING) if isinstance(default, Field) else MISSING
        if isinstance(default, Field):
            default = default.default
        if default is not MISSING:
            names[f"_{name}"] = default
            head.append(f"{name}=_{name}")
        elif factory is not MISSING:
            names[f"_{name}"] = factory
            head.append(f"{name}=_MISSING")
            value = f"_{name}() if {name} is _MISSING else {name}"
        else:
            head.append(name)
        lines.append(f"    self.{name} = {value}\n")
    exec(f"def __init__({', '.join(head)}):\n{''.join(lines) or '    pass'}", names)
    made = names["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _repr(self: object) -> str:
    shown = ", ".join(
        f"{name}={getattr(self, name)!r}"
        for name, default in getattr(self, _DEFAULTS).items()
        if _says(default, "repr")
    )
    return f"{type(self).__qualname__}({shown})"
