"""The words of the effect language: one file each, found by folder.

In: nothing. Out: `known_verbs()`, `known_queries()` and `known_events()`, by name. A word's module holds one record
named `WORD`; its docstring is the word's page in the reference. Nothing here knows a game.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from interpreter.vocabulary.words import Effects, Event, Parameter, Query, TooMuch, Verb

__all__ = ["Effects", "Event", "Parameter", "Query", "TooMuch", "Verb", "known_events", "known_queries", "known_verbs"]


def _words(folder: str) -> dict[str, object]:
    found: dict[str, object] = {}
    for file in sorted((Path(__file__).parent / folder).glob("[a-z]*.py")):
        module = import_module(f"{__name__}.{folder}.{file.stem}")
        word = module.WORD
        object.__setattr__(word, "page", (module.__doc__ or "").strip())
        found[word.name] = word
    return found


@cache
def known_verbs() -> dict[str, Verb]:
    """All verbs by name."""
    return {name: word for name, word in _words("verbs").items() if isinstance(word, Verb)}


@cache
def known_queries() -> dict[str, Query]:
    """All queries by name."""
    return {name: word for name, word in _words("queries").items() if isinstance(word, Query)}


@cache
def known_events() -> dict[str, Event]:
    """Events that are not verbs: those the flow raises."""
    return {name: word for name, word in _words("events").items() if isinstance(word, Event)}
