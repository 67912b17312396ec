"""What cards, places and effects say, short enough for a screen.

In: a game's declarations, its names and the short words of its table.yaml. Out: texts. An effect that only gains,
loses, adds and carries out what has a short name becomes a list (`2 points, 1 lamp`); any other is said in the
sentences of `interpreter.wording`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from interpreter.reading.nodes import Node, Scalar
from interpreter.reading.nodes import Sequence as Items
from interpreter.syntax import ast
from tools.common.rendering import printable
from tools.common.words import Words

if TYPE_CHECKING:
    from interpreter.checking.game import Card, Game

GAINS, LOSSES = ("gain",), ("lose", "pay")
CHANGES = {"reduce": "−", "increase": "+"}
SAYINGS = {
    "en": {"any": "any", "or": "or", "once": "once per {}:", "nothing": "–", "after": "after “{}”:"},
    "de": {"any": "beliebig", "or": "oder", "once": "einmal pro {}:", "nothing": "–", "after": "nach „{}“:"},
}


class Describing:
    """Texts of one game in one language."""

    def __init__(self, game: Game, words: Words, short: Mapping[str, str] | None = None) -> None:
        from interpreter.wording import Wording

        self.game, self.words = game, words
        self.short = dict(short or {})
        self.wording = Wording(game, words.language)
        self.sayings = SAYINGS.get(words.language, SAYINGS["en"])
        lexicon = self.wording.lexicon
        for name, text in self.short.items():
            if name not in lexicon.texts and "{" not in text:
                lexicon.texts[name], lexicon.nouns[name] = text, lexicon.tongue.read(text, "")
        self._known: dict[tuple[str, str], str] = {}
        self._open: frozenset[str] = frozenset()  # names of choices that are free within an enum

    # ---- names -----------------------------------------------------------------------------------

    def label(self, name: str) -> str:
        """What a choice, a field or a dimension is called."""
        if "{" not in self.short.get(name, "{"):
            return self.short[name]
        noun, plural = self.wording.lexicon.noun(name)
        return printable(noun.many if plural else noun.one)

    def action(self, name: str) -> str:
        """What an action, a named effect or the use of a card is called."""
        if name in self.short:
            return _bare(self.short[name])
        card = self.card(name)
        if card is not None:
            return self.words.component(name)
        action = self.game.actions.get(name)
        if action is None and name in self.game.effects:
            text = self._local(self.game.effects[name].texts)
            return text if text and not text.endswith(".") else self.words.plain(name)
        return self._local(action.texts) if action is not None and action.texts else self.words.plain(name)

    def card(self, name: str) -> Card | None:
        """The card of a component's name (`oak#2`), if it is one."""
        return self.game.cards.get(name.partition("#")[0])

    def _local(self, texts: Mapping[str, str]) -> str:
        text = texts.get(self.words.language) or texts.get("en") or next(iter(texts.values()), "")
        return printable(text)

    # ---- cards -----------------------------------------------------------------------------------

    def component(self, name: str, fields: Sequence[str] | None) -> list[str]:
        """The fields of a component that say something, one text each; its name alone without `fields`."""
        card = self.card(name)
        if card is None or fields is None:
            return [self.words.component(name, fields)]
        found = [self.field(card, field) for field in fields]
        return [text for text in found if text] or [self.words.component(name)]

    @staticmethod
    def line(texts: Sequence[str]) -> str:
        """Fields on one line; what a table leads in with an arrow or a plus goes on without a dot."""
        whole = ""
        for text in texts:
            if text:
                whole += ("" if not whole else " " if text.startswith(("→", "+")) else " · ") + text
        return whole

    def field(self, card: Card, field: str) -> str:
        """One field of a card; nothing where it says nothing."""
        key = (card.name, field)
        if key not in self._known:
            self._known[key] = self._field(card, field)
        return self._known[key]

    def _field(self, card: Card, field: str) -> str:
        if field == "name":
            return self.words.component(card.name)
        if field in ("ability", "use"):
            node = card.ability if field == "ability" else card.use
            return self.framed(field, self.written(node, card.kind)) if node is not None else ""
        kind = self.game.kinds.get(card.kind)
        declared = kind.fields.get(field) if kind is not None else None
        node = card.fields.get(field, declared.default if declared is not None else None)
        if declared is None or node is None:
            return ""
        match declared.type.base:
            case "effect":
                return self.framed(field, self.written(node, card.kind))
            case "needs":
                return self.framed(field, self.needs(node))
        value = node.value if isinstance(node, Scalar) else None
        if value is None:
            return ""
        if isinstance(value, int) and not isinstance(value, bool):
            if field in self.game.resources:
                return f"{value} {self.words.resource(field, value != 1)}" if value else ""
            return self.framed(field, str(value)) if value or declared.default is None else ""
        return self.framed(field, self.words.value(value))

    def framed(self, name: str, text: str) -> str:
        """A text in the frame that the table gives for a name, if it gives one."""
        frame = self.short.get(name, "")
        return frame.replace("{0}", text) if "{0}" in frame and text else text

    def needs(self, node: Node) -> str:
        """A recipe: `2 × oak 3, elm or ash 1`."""
        counts: dict[str, int] = {}
        for item in node if isinstance(node, Items) else ():
            if isinstance(item, Scalar):
                parts = [
                    self.sayings[part] if part in ("any", "or") else self.words.value(part)
                    for part in str(item.value).split()
                ]
                text = " ".join(parts)
                counts[text] = counts.get(text, 0) + 1
        return ", ".join(text if count == 1 else f"{count} × {text}" for text, count in counts.items())

    # ---- places ----------------------------------------------------------------------------------

    def printed(self, zone: str, field: str, number: int) -> str:
        """What is printed in a field on a place of a zone, places counted from 0."""
        declared = self.game.zones.get(zone)
        if declared is None or declared.slots is None or field not in declared.slots.fields:
            return ""
        type, node = declared.slots.fields[field]
        items = list(node) if isinstance(node, Items) else []
        if number >= len(items):
            return ""
        item = items[number]
        if type.base == "effect":
            text = self.written(item)
            return "" if text == self.sayings["nothing"] else text
        return self.words.value(item.value) if isinstance(item, Scalar) else ""

    def passing(self, resource: str) -> dict[int, str]:
        """What reaching a number of a resource brings."""
        declared = self.game.resources.get(resource)
        return {at: self.written(node) for at, node in declared.passing.items()} if declared is not None else {}

    def end_of(self, name: str) -> int | None:
        """Where a resource or a variable ends, if it does."""
        if name in self.game.resources:
            return self.game.resources[name].high
        type = self.game.variables[name].type if name in self.game.variables else None
        return type.high if type is not None and type.base == "number" else None

    def told_by(self, table: str, key: int) -> int | None:
        """The number that a table has for a key, or None."""
        data = self.game.tables[table].data if table in self.game.tables else None
        found = data.get(key) if isinstance(data, dict) else None
        return found if isinstance(found, int) else None

    # ---- effects ---------------------------------------------------------------------------------

    def written(self, node: Node | None, kind: str = "") -> str:
        """The short text of an effect as it stands in a file."""
        if node is None:
            return ""
        from interpreter.checking.game import effect_text
        from interpreter.diagnostics import Report
        from interpreter.syntax import parse_effect

        report = Report()
        text = effect_text(node, report)
        block = parse_effect(text, report) if text is not None else None
        return self.gist(block, kind) if block is not None else ""

    def gist(self, block: ast.Block, kind: str = "") -> str:
        """The short text of an effect."""
        parts = [self._statement(statement) for statement in block.statements]
        if parts and all(part is not None for part in parts):
            apart = "; " if any(isinstance(statement, ast.Trigger) for statement in block.statements) else ", "
            return apart.join(part for part in parts if part) or self.sayings["nothing"]
        text = " ".join(self.wording.effect(block, kind=kind).split())
        text = text.removesuffix(".")
        return printable(text if text[1:2].isupper() else text[:1].lower() + text[1:])

    def _statement(self, node: ast.Statement) -> str | None:
        """A statement in few words, or None where it takes a sentence."""
        if isinstance(node, ast.Limited):
            inner = [self._statement(statement) for statement in node.body.statements]
            if node.limit.scope is None or node.limit.times != 1 or any(part is None for part in inner):
                return None
            scope = self.sayings["once"].format(self.label(node.limit.scope))
            return f"{scope} {', '.join(part for part in inner if part)}"
        if isinstance(node, ast.Trigger):
            return self._after(node)
        if isinstance(node, ast.Sentence):
            if all(self._free(commitment) for commitment in node.commitments) and node.otherwise is None:
                self._open = frozenset(c.name for c in node.commitments if isinstance(c, ast.Choose))
                taken = [self._statement(statement) for statement in node.body.statements]
                self._open = frozenset()
                return None if any(part is None for part in taken) else ", ".join(part for part in taken if part)
            given = [self._statement(c) if isinstance(c, ast.Plain) else None for c in node.commitments]
            taken = [self._statement(statement) for statement in node.body.statements]
            if node.otherwise is not None or any(part is None for part in (*given, *taken)):
                return None
            return f"{', '.join(p for p in given if p)} → {', '.join(p for p in taken if p)}"
        if not isinstance(node, ast.Plain) or node.as_name:
            return None
        if node.verb in CHANGES:
            return self._change(node)
        if node.where is not None:
            return None
        if node.verb in (*GAINS, *LOSSES) and not node.labelled:
            amounts = [self._amount(amount) for amount in node.amounts]
            if any(amount is None for amount in amounts):
                return None
            sign = "" if node.verb in GAINS else "−"
            return ", ".join(f"{sign}{amount}" for amount in amounts)
        if node.verb == "move" and node.amounts == (ast.Name("this"),):
            return ""  # where a card lies is seen
        if node.verb == "nothing" and not node.amounts:
            return ""
        if node.verb == "perform" and len(node.amounts) == 1 and not node.labelled:
            return self._performed(node.amounts[0])
        if node.verb == "add" and len(node.amounts) == 1:
            return self._added(node.amounts[0])
        return None

    def _free(self, node: ast.Commitment) -> bool:
        """Whether any value of an enum may be chosen."""
        if not isinstance(node, ast.Choose) or node.how_many is not None or node.where is not None:
            return False
        return isinstance(node.of, ast.Name) and node.of.name in self.game.enums

    def _after(self, node: ast.Trigger) -> str | None:
        """`after action do …`, whatever the action was done with."""
        event = node.event
        if node.when != "after" or node.limit is not None or event.name not in self.game.actions:
            return None
        if event.of is not None or event.labelled or event.where is not None:
            return None
        parts = [self._statement(statement) for statement in node.body.statements]
        if any(part is None for part in parts):
            return None
        return f"{self.sayings['after'].format(self.action(event.name))} {', '.join(part for part in parts if part)}"

    def _change(self, node: ast.Plain) -> str | None:
        """`reduce price by 2 where block.colour == red`: `price −2 (red)`."""
        name, by = node.amounts, node.labelled
        if len(name) != 1 or not isinstance(name[0], ast.Name) or len(by) != 1 or by[0].label != "by":
            return None
        count = by[0].amounts
        if len(count) != 1 or not isinstance(count[0], ast.Number):
            return None
        only = ""
        if node.where is not None:
            where = node.where
            if not isinstance(where, ast.Compare) or where.operator != "==" or not isinstance(where.left, ast.Field):
                return None
            if isinstance(where.right, ast.Number):
                only = f" ({self.label(where.left.name)} {where.right.value})"
            elif isinstance(where.right, ast.Name) and where.right.name in self.game.enum_of:
                only = f" ({self.words.value(where.right.name)})"
            else:
                return None
        return f"{self.label(name[0].name)} {CHANGES[node.verb]}{count[0].value}{only}"

    def _amount(self, node: ast.Amount) -> str | None:
        if not isinstance(node, ast.Counted) or not isinstance(node.count, ast.Number):
            return None
        if not isinstance(node.unit, ast.Name) or node.unit.name not in self.game.resources:
            return None
        return f"{node.count.value} {self.words.resource(node.unit.name, node.count.value != 1)}"

    def _performed(self, node: ast.Amount) -> str | None:
        """`perform name(arguments)`: the short text of the name, else what it is called."""
        name: ast.Amount = node
        items: tuple[ast.Item, ...] = ()
        if isinstance(node, ast.Call):
            name, items = node.of, node.items
        if not isinstance(name, ast.Name):
            return None
        simple = [self._simple(item) for item in items]
        text = self.short.get(name.name)
        if text is not None and ("{" not in text or all(given is not None for given in simple)):
            for number, given in enumerate(simple):
                text = text.replace(f"{{{number}}}", given or "")
            return text
        if name.name in self.game.actions and not items:
            return self.action(name.name)
        return None

    def _added(self, node: ast.Amount) -> str | None:
        """`add piece(looks) to place`: the piece."""
        if not isinstance(node, ast.Call) or not isinstance(node.of, ast.Name):
            return None
        looks = [self._simple(item) for item in node.items]
        if any(look is None for look in looks):
            return None
        return " ".join([self.words.kind(node.of.name, many=False), *(look for look in looks if look)])

    def _simple(self, node: ast.Item) -> str | None:
        if isinstance(node, ast.Number):
            return str(node.value)
        if isinstance(node, ast.Name):
            if node.name in self._open:
                return self.sayings["any"]
            if node.name in self.game.enum_of:
                return self.words.value(node.name)
            return self.sayings["nothing"] if node.name == "nothing" else None
        return None


def _bare(text: str) -> str:
    """A short text without its holes."""
    return " ".join(text.replace("{0}", "").replace("{1}", "").split()).strip(" :→") or text
