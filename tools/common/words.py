"""What things are called, in one language: games, zones, resources, components, slots, seats.

In: a merged ruleset. Out: short texts for people. A thing without a text is called by its name in the
rules, with spaces for underscores; a component without a name by its fields.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.reading.nodes import Mapping, Node, Scalar
from interpreter.reading.nodes import Sequence as Items
from tools.common.rendering import printable
from tools.common.trees import item_id

HIDDEN = "?"
CARD_KEYS = ("id", "name", "text", "count", "ability", "use", "source", "notes")


class Words:
    """Texts of one ruleset in one language; where that language is missing, in English, else in any."""

    def __init__(self, tree: Mapping, language: str) -> None:
        self.tree = tree
        self.language = language
        self._cards: dict[str, tuple[str, Mapping]] = {}
        self._kind_of_plural: dict[str, str] = {}
        kinds = tree.get("kinds")
        for entry in kinds if isinstance(kinds, Mapping) else ():
            plural = entry.value.get("plural") if isinstance(entry.value, Mapping) else None
            name = str(plural.value) if isinstance(plural, Scalar) else entry.key + "s"
            self._kind_of_plural[name] = entry.key
        cards = tree.get("cards")
        for holder in (cards, tree):
            for entry in holder if isinstance(holder, Mapping) else ():
                self._learn(entry.key, entry.value)

    def _learn(self, plural: str, cards: Node) -> None:
        kind = self._kind_of_plural.get(plural, "")
        if isinstance(cards, Items):
            for card in cards:
                if isinstance(card, Mapping) and (name := item_id(card)) is not None:
                    self._cards.setdefault(name, (kind, card))
        elif isinstance(cards, Mapping) and kind:
            for entry in cards:
                if isinstance(entry.value, Mapping):
                    self._cards.setdefault(entry.key, (kind, entry.value))

    def game(self) -> str:
        """The game's name."""
        return self._named("game", key="name") or "game"

    def zone(self, name: str) -> str:
        """A zone's heading."""
        return self._named("zones", name) or self.plain(name)

    def ordered(self, zone: str) -> bool:
        """Whether places count in a zone: a stack or a row."""
        return self._zone_says(zone, "order") in ("stack", "row")

    def face_down(self, zone: str) -> bool:
        """Whether nobody sees what lies in a zone."""
        return self._zone_says(zone, "seen_by") == "nobody"

    def _zone_says(self, zone: str, key: str) -> object:
        node: Node | None = self.tree
        for name in ("zones", zone, key):
            node = node.get(name) if isinstance(node, Mapping) else None
        return node.value if isinstance(node, Scalar) else None

    def resource(self, name: str, many: bool = True) -> str:
        """A resource's name, of many or of one."""
        return self._named("resources", name, many=many) or self.plain(name)

    def variable(self, name: str) -> str:
        """A variable's name."""
        return self._named("variables", name) or self.plain(name)

    def kind(self, name: str, many: bool = True) -> str:
        """What components of a kind are called."""
        return self._named("kinds", name, many=many) or self.plain(name)

    def value(self, text: object) -> str:
        """A value of an enum, a number, a truth, a component or a seat."""
        if isinstance(text, bool):
            return {"de": ("nein", "ja")}.get(self.language, ("no", "yes"))[text]
        if text is None:
            return "–"
        name = str(text)
        return self.component(name) if name.partition("#")[0] in self._cards else self._word(name)

    def _word(self, name: str) -> str:
        """A value of an enum by its text, any other word as it is."""
        enums = self.tree.get("enums")
        for entry in enums if isinstance(enums, Mapping) else ():
            if isinstance(entry.value, Mapping) and (found := entry.value.get(name)) is not None:
                return self._text(found, False, noun=True) or self.plain(name)
        return self.plain(name)

    def component(self, name: str, fields: Sequence[str] | None = None) -> str:
        """A component by its name, or by its fields (all, or those named)."""
        if name == HIDDEN:
            return HIDDEN
        bare = name.partition("#")[0]
        kind, card = self._cards.get(bare, ("", None))
        if card is None:
            return self.plain(name)
        if fields is None:
            given = card.get("name")
            if given is not None and (text := self._text(given, False)):
                return text
        shown = []
        for field in self._fields(kind) if fields is None else fields:
            value = card.get(field)
            if (
                isinstance(value, Scalar)
                and value.value is not None
                and (fields is not None or len(str(value.value)) <= 24)
            ):
                plain = isinstance(value.value, bool) or value.value is None
                shown.append(self.value(value.value) if plain else self._word(str(value.value)))
        return " ".join(shown) or self.plain(name)

    def fields(self, name: str) -> dict[str, object]:
        """A component's own fields as they stand on it."""
        _kind, card = self._cards.get(name.partition("#")[0], ("", None))
        found: dict[str, object] = {}
        for entry in card if card is not None else ():
            if entry.key not in CARD_KEYS and isinstance(entry.value, Scalar):
                found[entry.key] = entry.value.value
        return found

    def seat(self, name: str) -> str:
        """A seat: `player 2` as it is said in this language, a neutral one by its text."""
        if name.startswith("player "):
            return {"de": "Spieler"}.get(self.language, "player") + name.removeprefix("player")
        return self._named("neutral", name) or self.plain(name)

    def plain(self, name: str) -> str:
        """A name of the rules as a person would write it."""
        return printable(name.replace("_", " "))

    def _fields(self, kind: str) -> list[str]:
        kinds = self.tree.get("kinds")
        record = kinds.get(kind) if isinstance(kinds, Mapping) else None
        fields = record.get("fields") if isinstance(record, Mapping) else None
        if not isinstance(fields, Mapping):
            return []
        effects = ("effect", "effect?")
        return [entry.key for entry in fields if not (isinstance(entry.value, Scalar) and entry.value.value in effects)]

    def _named(self, *path: str, key: str = "text", many: bool = False) -> str:
        node: Node | None = self.tree
        for name in (*path, key):
            node = node.get(name) if isinstance(node, Mapping) else None
        return "" if node is None else self._text(node, many, noun=key == "text")

    def _text(self, node: Node, many: bool, noun: bool = False) -> str:
        """The text of a `text:` in the language; of `[one, many]` the one asked for. A German `noun` stands without
        the article that tells its gender."""
        if isinstance(node, Mapping):
            known = {entry.key: entry.value for entry in node}
            found = known.get(self.language) or known.get("en") or next(iter(known.values()), None)
            return "" if found is None else self._text(found, many, noun and found is known.get(self.language))
        if isinstance(node, Items):
            forms = [item for item in node if isinstance(item, Scalar)]
            return self._text(forms[-1 if many else 0], many, noun) if forms else ""
        if node.value is None:
            return ""
        text = printable(str(node.value))
        if noun and self.language == "de":
            from interpreter.wording import label

            return label(text)
        return text
