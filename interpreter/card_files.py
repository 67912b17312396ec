"""Card files that have been looked at before: what they hold, and what their cards add to the check of others.

In: a merged tree without findings and the work of its cards. Out: plain values for each card file; and back, nodes in
which only ids stand, and that work. With them a lint after a change of one card file looks at the cards of that file
alone. It is believed only when it finds nothing, and only while the ids of all cards are the same: see `linting`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, cast

from interpreter.caching.store import Plain
from interpreter.checking import CardWork
from interpreter.diagnostics import Span
from interpreter.reading.nodes import KNOWN, Entry, Mapping, Node, Scalar, Sequence

Ids = list[tuple[str, str]]
"""(plural of the kind, id) of each card of a file, in its order."""


def packed(node: Mapping, work: CardWork) -> Plain:
    """What one card file holds and adds. `work`: of all cards; `node`: those of the file."""
    groups = []
    for entry in node:
        cards = entry.value.items if isinstance(entry.value, Sequence) else ()
        named = [(card.get("id"), card.span) for card in cards if isinstance(card, Mapping)]
        ids = [(id.value, _place(id.span), _place(span)) for id, span in named if isinstance(id, Scalar)]
        groups.append((entry.key, _place(entry.key_span), _place(entry.value.span), ids))
    units = {f"card:{name}" for _, name in ids_of(node)}
    return (
        groups,
        [
            {unit: sorted(names) for unit, names in performed.items() if unit.partition(".")[0] in units}
            for performed in (work.performs, work.performs_as_you)
        ],
        [
            (name, sorted(reads), (at.file, *_place(at)))
            for name, reads, at in work.modifiers
            if at.file == node.span.file
        ],
    )


def unpacked(file: str, value: Plain) -> tuple[Mapping, CardWork]:
    """The file's nodes, of which each card is only known, and what the cards add."""
    groups, (performs, performs_as_you), modifiers = cast("tuple[Any, Any, Any]", value)
    entries = []
    for key, key_span, span, ids in groups:
        cards: list[Node] = []
        for id, at, whole in ids:
            there = Span(file, *at)
            cards.append(Mapping((Entry("id", there, Scalar(id, there)),), Span(file, *whole), KNOWN))
        entries.append(Entry(key, Span(file, *key_span), Sequence(tuple(cards), Span(file, *span))))
    work = CardWork(
        {unit: set(names) for unit, names in performs.items()},
        {unit: set(names) for unit, names in performs_as_you.items()},
        [(name, set(reads), Span(*at)) for name, reads, at in modifiers],
    )
    return Mapping(tuple(entries), Span(file, 1, 1, 1, 1)), work


def ids_of(node: Node) -> Ids:
    """The ids in a card file."""
    found: Ids = []
    for entry in node if isinstance(node, Mapping) else ():
        for card in entry.value.items if isinstance(entry.value, Sequence) else ():
            id = card.get("id") if isinstance(card, Mapping) else None
            if isinstance(id, Scalar):
                found.append((entry.key, str(id.value)))
    return found


def together(works: Collection[CardWork]) -> CardWork:
    """The work of several files as one."""
    whole = CardWork()
    for work in works:
        whole.performs |= work.performs
        whole.performs_as_you |= work.performs_as_you
        whole.modifiers += work.modifiers
    return whole


def _place(at: Span) -> tuple[int, int, int, int]:
    return at.line, at.column, at.end_line, at.end_column
