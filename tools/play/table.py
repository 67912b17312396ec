"""What a game's table.yaml says: what is shown, how, and the short words of a screen.

In: the file's node and a language. Out: plain records. Nothing here draws.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from interpreter.reading.nodes import Node, plain


@dataclass(frozen=True, slots=True)
class Shown:
    """How a zone, or a resource or variable, is drawn."""

    how: str = ""
    fields: tuple[str, ...] | None = None
    heading: str = ""
    brief: tuple[str, ...] | None = None
    places: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    lines: tuple[tuple[str, ...], ...] = ()
    between: str = ""
    marks: tuple[str, ...] = ()
    resource: bool = False
    variable: bool = False
    aside: bool = False  # in full only where the whole table is asked for

    @property
    def short(self) -> tuple[str, ...] | None:
        """The fields shown of things of those who do not decide."""
        if self.brief is not None:
            return self.brief
        return self.fields[:1] if self.fields is not None and self.fields[:1] == ("name",) else self.fields


@dataclass(frozen=True, slots=True)
class TableText:
    """A whole table.yaml in one language."""

    shown: dict[str, Shown] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    hide: frozenset[str] = frozenset()
    quiet: frozenset[str] = frozenset()
    result: tuple[str, ...] = ()


def read(node: Node | None, language: str) -> TableText:
    """The table's texts; what does not fit is left out, since lint says so elsewhere."""
    whole = plain(node) if node is not None else None
    if not isinstance(whole, dict):
        return TableText()
    shown: dict[str, Shown] = {}
    for entry in whole.get("show") or []:
        if not isinstance(entry, dict):
            continue
        name = entry.get("zone") or entry.get("resource") or entry.get("variable")
        if isinstance(name, str):
            shown[name] = Shown(
                how=str(entry.get("as", "")),
                fields=_names(entry["fields"]) if "fields" in entry else None,
                heading=_text(entry.get("text"), language),
                brief=_names(entry["brief"]) if "brief" in entry else None,
                places=_names(entry.get("places")),
                notes=_names(entry.get("notes")),
                lines=tuple(_names(line) for line in entry.get("lines") or ()),
                between=str(entry.get("between") or ""),
                marks=_names(entry.get("marks")),
                resource="resource" in entry,
                variable="variable" in entry,
                aside=entry.get("aside") is True,
            )
    words = whole.get("words")
    return TableText(
        shown,
        {str(name): _text(text, language) for name, text in words.items()} if isinstance(words, dict) else {},
        frozenset(_names(whole.get("hide"))),
        frozenset(_names(whole.get("quiet"))),
        _names(whole.get("result")),
    )


def _names(value: Any) -> tuple[str, ...]:
    return tuple(str(name) for name in value) if isinstance(value, list) else ()


def _text(value: Any, language: str) -> str:
    if isinstance(value, dict):
        value = value.get(language) or value.get("en") or next(iter(value.values()), "")
    return str(value or "")
