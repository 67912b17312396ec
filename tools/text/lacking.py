"""Which names of a game stand in a text without words of its language: bare, or with the words of another one.

In: a checked game, a language and a text. Out: names, in the order of the game. A name that all games share (`player`,
`hand`) has words of its own; in English a name without words is read as it stands and lacks nothing, unless another
language has words for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.checking.game import Game
    from interpreter.reading.nodes import Node

Texts = Mapping[str, str]


def lacking(game: Game, language: str, text: str) -> list[str]:
    """The names in the text that no word in the language stands for, each once."""
    from interpreter.wording import Wording

    lexicon = Wording(game, language).lexicon
    said: dict[str, Texts] = {}
    for name, texts in _said(game):
        if texts:
            said.setdefault(name, texts)
    found: dict[str, None] = {}
    for name in _shown(game):
        texts = said.get(name, {})
        if texts:
            known = bool(texts.get(language) or texts.get(""))
        else:
            known = language == "en" or lexicon.find(name) is not None
        if not known and _stands(name, texts, text):
            found[name] = None
    if language != "en":
        found |= dict.fromkeys(_quoted(text, {word for texts in said.values() for word in texts.values()}))
    return list(found)


def _quoted(text: str, words: set[str]) -> Iterator[str]:
    """Names of an effect that stand in quotation marks, because no word stands for them."""
    for quoted in re.findall(r"„([a-zäöü][^“]*)“", text):
        if quoted not in words:
            yield quoted.replace(" ", "_")


def _stands(name: str, texts: Texts, text: str) -> bool:
    """Whether a text has the name, or another language's words for it: small, one or many, or as a title."""
    for words in {name.replace("_", " "), *texts.values()}:
        small, title = re.escape(words), re.escape(words[:1].upper() + words[1:])
        if re.search(rf"(?<!\w){small}(?:e?s)?(?!\w)|(?:[“„]|\*\*){title}(?!\w)", text):
            return True
    return False


def _said(game: Game) -> Iterator[tuple[str, Texts]]:
    """What the game has words for, by name."""
    from interpreter.checking.game import texts_of
    from interpreter.reading.nodes import Mapping as Entries

    words = game.tree.get("words")
    if isinstance(words, Entries):
        for entry in words:
            yield entry.key, texts_of(entry.value)
    for group in (
        *(game.kinds, game.resources, game.zones, game.variables, game.quantities),
        *(game.options, game.functions, game.effects, game.actions, game.neutral),
    ):
        for name, declared in group.items():
            yield name, declared.texts
    for enum in game.enums.values():
        yield from zip(enum.members, enum.member_texts, strict=True)


def _shown(game: Game) -> Iterator[str]:
    """The names that texts may speak of."""
    for enum in game.enums.values():
        yield from enum.members
    for kind in game.kinds.values():
        yield from (kind.name, *kind.fields, *kind.attributes)
    for zone in game.zones.values():
        yield zone.name
        if zone.slots is not None:
            yield from (*(name for name, _ in zone.slots.dimensions), *zone.slots.fields)
    for named in (game.resources, game.variables, game.options, game.quantities, game.functions, game.effects):
        yield from named
    for called in (*game.quantities.values(), *game.functions.values()):
        yield from (name for name, _ in called.parameters)
    yield from game.actions
    for key in ("setup", "play", "finish"):
        yield from _untitled(game.tree.get(key))


def _untitled(node: Node | None) -> Iterator[str]:
    """The parts of the flow that are called by their names, having no text of their own."""
    from interpreter.reading.nodes import Mapping as Entries

    for entry in node if isinstance(node, Entries) else ():
        if isinstance(entry.value, Entries):
            if entry.value.get("text") is None:
                yield entry.key
            yield from _untitled(entry.value.get("parts"))
