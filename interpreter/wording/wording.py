"""Rules text for people: what an effect, a value, a ranking or a recipe says, in a language.

In: a game's declarations and trees of `interpreter.syntax.ast`. Out: texts in English or German (games bring the
names; for other languages the sentences are English). Looks no types up and reports nothing: a tree that the checker
would refuse still gets a text.
"""

from __future__ import annotations

import re

from interpreter.checking.game import effect_text
from interpreter.diagnostics import Report
from interpreter.reading.nodes import Node
from interpreter.syntax import ast, parse_effect
from interpreter.wording.nouns import Said, listed
from interpreter.wording.sentences import Sentences
from interpreter.wording.values import Local


class Wording(Sentences):
    """Texts of one game in one language."""

    def effect(self, block: ast.Block, names: dict[str, str] | None = None, kind: str = "") -> str:
        """An effect (`do`, `use`). `kind`: what it stands on. `names`: parameters of a named effect, and what each is:
        a "seat", a "slot", a "number", a kind or a "thing"."""
        self._begin(names)
        self.holder = kind
        text = self.text(block)
        self.holder = ""
        return text

    def ability(self, block: ast.Block, kind: str = "") -> str:
        """What a component of a kind does while it is in play."""
        self._begin(None)
        self.holder = kind
        text = self.text(block)
        self.holder = ""
        return text

    def phrase(self, value: ast.Item, names: dict[str, str] | None = None) -> str:
        """A value or condition, as it may stand in a sentence."""
        self._begin(names)
        if self.truth(value):
            return self.clause(value).rstrip(",")
        return self.value(value).text("nom").rstrip(",")

    def condition(self, value: ast.Item, visited: bool = False) -> str:
        """A condition, as a clause; of a player who is visited by a part, if so."""
        self._begin(None)
        if visited:
            self.scope["it"] = Local(self.name("player"), sort="seat", phrase=self.someone())
        return self.clause(value).rstrip(",")

    def each(self, value: ast.Item) -> str:
        """Each member of a set: `each player who has arrived`."""
        self._begin(None)
        return self.members(self.set(value), "each").text("nom").rstrip(",")

    def mark(self, name: str, kind: str) -> str:
        """A truth that is printed on a component of a kind: `guard`, `this unit defends`."""
        text = self.lexicon.text(name) or name.replace("_", " ")
        if "{" in text:
            return re.sub(r"\{0[^}]*\}", self.tongue.noun(self.name(kind), "this").text("nom"), text)
        return re.sub(r"^(an?|the|eine?|der|die|das) ", "", text)

    def order(self, order: ast.Order) -> str:
        """A ranking: who is first, and what decides at a tie."""
        self._begin(None)
        member = Local(self.name("player"), sort="seat", phrase=self.someone())
        texts = []
        for rank in order.ranks:
            if rank.key == ast.Name("seat"):
                texts.append(self.say("seat most" if rank.most else "seat fewest"))
            else:
                texts.append(self.ranked(rank, member).text("nom"))
        parts = [texts[0], *(self.say("order then", text) for text in texts[1:])]
        if order.ties is not None:
            parts.append(
                self.say(f"order {order.ties}" if f"order {order.ties}" in self.frames else "ties other", order.ties)
            )
        return self.sentence("; ".join(parts))

    def need(self, need: ast.Need) -> str:
        """One line of a recipe: `a green or brown 3`."""
        parts = []
        for part in need.parts:
            texts = []
            for pattern in part:
                match pattern.value:
                    case ast.Name(name="any"):
                        texts.append(self.say("any need"))
                    case value:
                        texts.append(self.value(value).text("nom"))
            parts.append(listed(texts, self.tongue.small["or"]))
        return " ".join(parts)

    def cases(self, cases: list[tuple[ast.Item | None, ast.Item]]) -> str:
        """A value by cases, of which the first that holds counts."""
        texts = []
        for when, value in cases:
            text = self.value(value).text("nom")
            truth = self.truth(value) and value not in (ast.Name("true"), ast.Name("false"))
            if truth:
                text = self.say("true if", self.clause(value).rstrip(","))
            if when is None:
                texts.append(self.say("otherwise", text) if len(cases) > 1 else text)
            elif truth:
                texts.append(self.say("case", text, self.clause(when)))
            else:
                comma = "," if not self.german and ", " in text else ""
                texts.append(self.say("where", f"{text}{comma}", self.clause(when)))
        return self.sentence("; ".join(texts))

    def written(self, node: Node | None, kind: str = "", names: dict[str, str] | None = None) -> str:
        """The text of an effect as it stands in a file; nothing for one that cannot be read."""
        if node is None:
            return ""
        report = Report()
        text = effect_text(node, report)
        block = parse_effect(text, report) if text is not None else None
        if block is None:
            return ""
        self._begin(names)
        self.holder = kind
        said = self.text(block)
        self.holder = ""
        return said

    def _begin(self, names: dict[str, str] | None) -> None:
        self.scope = {}
        self.they = False
        for name, sort in (names or {}).items():
            noun, plural = self.lexicon.noun(name)
            if sort in self.game.kinds:
                noun, sort = self.name(sort), "thing"
            self.scope[name] = Local(noun, plural, sort)


__all__ = ["Said", "Wording"]
