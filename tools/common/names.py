"""Suggesting the name that was meant."""

from __future__ import annotations

from collections.abc import Iterable


def suggestion(name: str, known: Iterable[str]) -> str:
    """One line to try: the closest known name, else the known names when they are few, else nothing."""
    from interpreter.diagnostics import did_you_mean

    return did_you_mean(name, known)
