"""What a game's names are called: its own texts first, then the words all games share, then the name itself.

In: the declarations of a game and a language. Out: nouns, texts of truths and functions, titles of actions. A text
with holes such as `the number of pieces of {1} in {0}` is a sentence about the arguments of a function.
"""

from __future__ import annotations

from collections.abc import Mapping as Map
from dataclasses import replace

from interpreter.checking.game import Declared, Game, plurals_of, texts_of, word
from interpreter.reading.nodes import Mapping, Node
from interpreter.wording.nouns import Noun, Tongue
from interpreter.wording.terms import TERMS


def localized(texts: Map[str, str], language: str) -> str:
    """A text in a language, else in English, else in any, else nothing."""
    for key in (language, "en", "", *texts):
        if texts.get(key):
            return texts[key]
    return ""


class Lexicon:
    """The names of one game in one language."""

    def __init__(self, game: Game, language: str, tongue: Tongue) -> None:
        self.game = game
        self.language = language
        self.tongue = tongue
        self.texts: dict[str, str] = {}  # as written, for truths, functions and titles
        self.nouns: dict[str, Noun] = {}
        self.many: dict[str, str] = {}  # plural name -> name
        self.always: set[str] = set()  # names of many things
        self._own()
        for name, sides in TERMS.items():
            one, many = sides.get(tongue.code, sides["en"])
            self._plural_names(name, sides["en"][1])
            if name not in self.nouns:
                noun = tongue.read(one, many)
                same = len(set(sides["en"])) == 1 and noun.one == noun.many
                self.nouns[name] = replace(noun, mass=same and noun.gender != "p")

    # ---- what the game says ----------------------------------------------------------------------

    def _own(self) -> None:
        game = self.game
        words = game.tree.get("words")
        for entry in words if isinstance(words, Mapping) else ():
            self._add(entry.key, texts_of(entry.value), plurals_of(entry.value))
        for kind in game.kinds.values():
            self._add(kind.name, kind.texts, kind.plurals)
            self.many.setdefault(kind.plural, kind.name)
            for attribute in kind.attributes.values():
                self._declared(attribute)
        for group in (game.resources, game.zones, game.variables, game.quantities, game.options, game.functions):
            for declared in group.values():
                self._declared(declared)
        self._many_things()
        for seat in game.neutral.values():
            self._declared(seat, bare=True)
        for enum in game.enums.values():
            for member, texts in zip(enum.members, enum.member_texts, strict=True):
                self._add(member, texts, {}, bare=True)

    def _many_things(self) -> None:
        """Zones that are called after the many things in them: `completed orders`."""
        kinds = self.game.kinds.values()
        plurals = {kind.plurals.get("en", "") for kind in kinds} - {kind.texts.get("en", "") for kind in kinds}
        plurals.add(TERMS["card"]["en"][1])
        for name, zone in self.game.zones.items():
            noun = self.nouns.get(name)
            if noun is None or name in self.always or not self.tongue.may_be_many(self.texts[name]):
                continue
            english = zone.texts.get("en", "")
            words = {english, *_things(english.split(" "))}
            named = {word for word in name.split("_") if word.endswith("s") and not word.endswith("ss")}
            if words & (plurals | named):
                self.nouns[name] = Noun(noun.one, noun.one, noun.gender, noun.on)
                self.always.add(name)

    def _declared(self, declared: Declared, bare: bool = False) -> None:
        self._add(declared.name, declared.texts, declared.plurals, bare)

    def _add(self, name: str, texts: dict[str, str], plurals: dict[str, str], bare: bool = False) -> None:
        english = plurals.get("en", "")
        if name not in self.texts:
            one = localized(texts, self.language)
            many = localized(plurals, self.language) if self.language in plurals or len(plurals) == 1 else ""
            if one:
                self.texts[name] = self.tongue.template(one) if "{" in one else one
                if "{" in one:
                    return
                noun = self.tongue.read(one, many)
                if many and many != one:
                    self.tongue.learn(one, many)
                if bare:
                    noun = replace(noun, bare=True)
                if many and noun.one == noun.many and "s" in (name[-1], name.split("_")[0][-1]):
                    self.always.add(name)
                elif self._measured(noun, many, texts, english):
                    noun = replace(noun, many=noun.one, mass=True)
                self.nouns[name] = noun
        self._plural_names(name, english)

    def _measured(self, noun: Noun, many: str, texts: Map[str, str], english: str) -> bool:
        """Whether a noun has no plural: its two words are the same, in English too where it has English words."""
        if noun.gender == "p" or (many and noun.one != noun.many):
            return False
        if "en" in texts:
            return texts["en"] == english
        return bool(many) and self.tongue.measured(noun)

    def _plural_names(self, name: str, english: str) -> None:
        names = {name + "s"}
        if english.replace(" ", "_").lower() not in TERMS:
            names.add(english.replace(" ", "_").lower())
        if name.endswith("y"):
            names.add(name[:-1] + "ies")
        if name.endswith(("s", "x", "ch", "o")):
            names.add(name + "es")
        for plural in names:
            if plural and plural != name:
                self.many.setdefault(plural, name)

    # ---- asking ----------------------------------------------------------------------------------

    def find(self, name: str) -> tuple[Noun, bool] | None:
        """The noun of a name and whether the name is its plural; None if it has no text."""
        if name in self.texts and name in self.nouns:
            return self.nouns[name], name in self.always
        if name in self.nouns and self.many.get(name) not in self.nouns:
            return self.nouns[name], False
        if name in self.many and self.many[name] in self.nouns:
            return self.nouns[self.many[name]], True
        return None

    def member(self, name: str) -> tuple[Noun, bool] | None:
        """As `find`, for what a member of a set is called: `workers` are many of a kind before they are a zone."""
        if self.many.get(name) in self.game.kinds:
            return self.nouns[self.many[name]], True
        found = self.find(name)
        return None if name in self.game.zones else found

    def own(self, name: str) -> bool:
        """Whether the game itself has a text for the name, or for the one that it is the plural of."""
        return name in self.texts or self.many.get(name) in self.texts

    def noun(self, name: str) -> tuple[Noun, bool]:
        """As `find`, with the name itself where there is no text."""
        found = self.find(name)
        if found is None:
            text = name.removesuffix("_of").replace("_", " ")
            found = Noun(text, text if text.endswith("s") else text + "s"), False
        return found

    def text(self, name: str) -> str:
        """The text of a name as it is written in the game, or nothing."""
        return self.texts.get(name, "")

    def title(self, name: str) -> str:
        """What an action or named effect is called."""
        action = self.game.actions.get(name)
        found = localized(action.texts, self.language) if action is not None else ""
        if not found and name in self.game.effects:
            text = localized(self.game.effects[name].texts, self.language)
            found = text if text and not text.endswith(".") else ""
        found = (
            found
            or (self.tongue.titled(self.texts[name]) if name in self.texts and name in self.nouns else "")
            or name.replace("_", " ")
        )
        return found[:1].upper() + found[1:]

    def part(self, name: str) -> bool:
        """Whether the name is a part of the flow."""
        return name == "game" or any(name in _parts(self.game.tree.get(key)) for key in ("setup", "play", "finish"))

    def tree_text(self, node: Node | None, key: str = "text") -> str:
        """The text under a key of a mapping."""
        return localized(texts_of(node.get(key)), self.language) if isinstance(node, Mapping) else ""


def _things(words: list[str]) -> list[str]:
    """The words that may mean the things: `cards` in `cards played`, but not `dice` in `dice pool`."""
    places = {sides["en"][0] for sides in TERMS.values()}
    return [word for word, behind in zip(words, [*words[1:], ""], strict=True) if behind not in places]


def _parts(node: Node | None) -> set[str]:
    """The names of the parts under a node of the flow."""
    found: set[str] = set()
    if isinstance(node, Mapping):
        for entry in node:
            if isinstance(entry.value, Mapping):
                found.add(entry.key)
                found |= _parts(entry.value.get("parts"))
    return found


__all__ = ["Lexicon", "localized", "word"]
