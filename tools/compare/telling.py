"""What the compared rulesets say about themselves, and how their rules differ."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.diagnostics import Report
from interpreter.reading.layering import read_layer_info
from interpreter.reading.library import Library
from tools.common.rendering import printable
from tools.diff.changes import changes
from tools.diff.page import page

if TYPE_CHECKING:
    from interpreter.pipeline import Ruleset


def told(root: Path, rulesets: list[Ruleset]) -> list[dict[str, Any]]:
    """For each ruleset but the first: what its layers are about, and the rules that differ from the first's."""
    base = rulesets[0]
    return [
        {
            "about": [text for layer in other.layers if (text := _about(root, other.id, layer))],
            "rules": printable(page(changes(base.tree, other.tree))) if other.id == base.id else "",
        }
        for other in rulesets[1:]
    ]


def _about(root: Path, game: str, layer: str) -> str:
    info = read_layer_info(Library(root), game, layer, Report())
    if info is None:
        return ""
    name, about = _english(info.name), _english(info.about)
    return printable(f"{name}: {about}" if about else name)


def _english(text: str | dict[str, str] | None) -> str:
    if isinstance(text, dict):
        return text.get("en") or next(iter(text.values()), "")
    return text or ""
