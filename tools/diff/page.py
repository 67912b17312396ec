"""Differences of two rulesets as text, by what they are about."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import ndiff
from itertools import groupby

from interpreter.reading.nodes import Mapping
from tools.common.trees import flow, short, yaml_lines
from tools.diff.changes import ORDER, Change


def page(found: Sequence[Change]) -> str:
    """All differences, a heading for each group."""
    blocks = []
    for group, members in groupby(found, key=lambda change: change.group):
        blocks.append("\n".join([group, *(_entry(change) for change in members)]))
    return "\n\n".join(blocks)


def _entry(change: Change) -> str:
    """One difference: on one line if it is short, else the lines that went and came."""
    name = change.name
    if change.old is None and change.new is not None:
        return f"  + {name}: {short(change.new, 100)}  ({change.new.span})"
    if change.new is None and change.old is not None:
        return f"  - {name}: {short(change.old, 100)}  ({change.old.span})"
    assert change.old is not None and change.new is not None
    if change.path[-1] == ORDER:
        both = [node for node in (change.old, change.new) if isinstance(node, Mapping)]
        orders = [", ".join(entry.key for entry in node) for node in both]
        return f"    {name}: {' → '.join(orders)}"
    flat = [flow(node) for node in (change.old, change.new)]
    if sum(len(text) for text in flat) < 90 and not any("\n" in text for text in flat):
        return f"    {name}: {flat[0]} → {flat[1]}  ({change.new.span})"
    before, after = ([line.text for line in yaml_lines(node)] for node in (change.old, change.new))
    rows = [row for row in ndiff(before, after) if not row.startswith("?") and row[2:] not in ("|", "|-")]
    return "\n".join([f"    {name}:  ({change.new.span})", *(f"        {row.rstrip()}" for row in rows)])
