"""A whole game's rules as Markdown: set-up, course of play, actions, effects, cards, end, winner.

In: a game's declarations and a language. Out: text. Where the author wrote a text of their own beside a part or an
effect it stands first; what the effect says follows. Reads no file.
"""

from __future__ import annotations

from interpreter.checking.game import Callable_, Card, Game, Kind, effect_text, texts_of, word
from interpreter.diagnostics import Report
from interpreter.reading.nodes import Mapping, Node, Scalar, Sequence
from interpreter.syntax import ast, parse_need, parse_order, parse_value
from interpreter.wording.lexicon import localized
from interpreter.wording.values import SHORT
from interpreter.wording.wording import Wording

HEADINGS = {
    "en": {
        "players": "For {0} players.",
        "players one": "For {0} player.",
        "to": "to",
        "setup": "Set-up",
        "play": "Course of play",
        "actions": "Actions",
        "effects": "Effects",
        "abilities": "Always in play",
        "cards": "Cards",
        "finish": "End of the game",
        "winner": "Winner",
        "values": "Values",
        "ability": "In play",
        "use": "May be used",
        "when": "only if {0}",
        "repeat": "{0} times",
        "repeat until": "at most {0} times",
        "until": "until {0}",
        "again": "again and again",
        "each": "once for {0}",
        "around": "{0} in turn",
        "first": "beginning with {0}",
        "order counterclockwise": "counterclockwise",
        "order by": "in the order of {0}",
        "while": "as long as {0}",
        "together": "all decide at the same time",
        "offer": "One of these:",
        "offers": "Any of these, as often as said:",
        "exactly": "exactly {0}",
        "at most": "at most {0}",
        "any number": "any number of times",
        "otherwise": "If nothing can be picked: {0}",
        "wins": "Wins: {0}",
        "passing": "On reaching {0}",
        "copies": "{0} copies",
        "blank": "Nothing is printed on it.",
    },
    "de": {
        "players": "Für {0} Spieler.",
        "players one": "Für {0} Spieler.",
        "to": "bis",
        "setup": "Aufbau",
        "play": "Ablauf",
        "actions": "Aktionen",
        "effects": "Effekte",
        "abilities": "Immer im Spiel",
        "cards": "Karten",
        "finish": "Spielende",
        "winner": "Sieger",
        "values": "Werte",
        "ability": "Im Spiel",
        "use": "Nutzbar",
        "when": "nur wenn {0}",
        "repeat": "{0}-mal",
        "repeat until": "höchstens {0}-mal",
        "until": "bis {0}",
        "again": "immer wieder",
        "each": "einmal für {0}",
        "around": "{0} der Reihe nach",
        "first": "beginnend mit {0}",
        "order counterclockwise": "gegen den Uhrzeigersinn",
        "order by": "in der Reihenfolge: {0}",
        "while": "solange {0}",
        "together": "alle entscheiden gleichzeitig",
        "offer": "Eins davon:",
        "offers": "Davon beliebig, so oft wie angegeben:",
        "exactly": "genau {0}",
        "at most": "höchstens {0}",
        "any number": "beliebig oft",
        "otherwise": "Wenn nichts möglich ist: {0}",
        "wins": "Es gewinnt: {0}",
        "passing": "Beim Erreichen von {0}",
        "copies": "{0}-mal",
        "blank": "Darauf steht nichts.",
    },
}
TIMES = {"once": {"de": "einmal"}, "twice": {"de": "zweimal"}, "times": {"de": "mal"}}


class Rulebook:
    """Puts the texts of one game together."""

    def __init__(self, game: Game, language: str) -> None:
        self.game = game
        self.language = language
        self.wording = Wording(game, language)
        self.words = HEADINGS[self.wording.tongue.code]

    def rules(self) -> str:
        """The whole page."""
        tree = self.game.tree
        head = tree.get("game")
        lines = [f"# {localized(self.game.texts, self.language) or self.game.id}", ""]
        about = self.wording.lexicon.tree_text(head, "about")
        if about:
            lines += [about, ""]
        low, high = self.game.players
        number = str(low) if low == high else f"{low} {self.words['to']} {high}"
        lines += [self.words["players one" if high == 1 else "players"].format(number), ""]
        for key in ("setup", "play"):
            lines += self._section(key, self._parts(tree.get(key), 0))
        actions = [
            self._titled(self._title(name), action_text(self.game, name, self.language, self.wording))
            for name in self.game.actions
        ]
        lines += self._section("actions", [line for block in actions for line in block])
        effects = [line for effect in self.game.effects.values() for line in self._effect(effect)]
        lines += self._section("effects", effects)
        always = [
            f"- {self.wording.written(ability.node)}".replace("\n", "\n  ") for ability in self.game.abilities.values()
        ]
        lines += self._section("abilities", always)
        lines += self._section("values", self._values())
        lines += self._section("finish", self._parts(tree.get("finish"), 0))
        lines += self._section("winner", self._winner(tree.get("winner")))
        lines += self._section("cards", self._cards())
        return "\n".join(lines).rstrip() + "\n"

    def _section(self, key: str, lines: list[str]) -> list[str]:
        return [f"## {self.words[key]}", "", *lines, ""] if lines else []

    @staticmethod
    def _titled(title: str, text: str) -> list[str]:
        """A title and the text behind it, further lines below it."""
        first, *rest = (text or "–").split("\n")
        return [f"- **{title}**: {first}", *(f"  {line}" for line in rest)]

    # ---- the flow --------------------------------------------------------------------------------

    def _parts(self, node: Node | None, depth: int) -> list[str]:
        lines: list[str] = []
        for at, entry in enumerate(node if isinstance(node, Mapping) else (), 1):
            part = entry.value
            if not isinstance(part, Mapping):
                continue
            indent = "   " * depth
            title = localized(texts_of(part.get("text")), self.language)
            when = self._when(part)
            said = title or self._name(entry.key, many=True)
            lead = f"**{said}**" if title else f"**{said}**:"
            lines.append(f"{indent}{at}. {lead}" + (f" ({when})" if when else ""))
            inner = "   " * (depth + 1)
            do = self.wording.written(part.get("do"))
            lines += [f"{inner}{line}" for line in do.split("\n") if line]
            lines += [f"{inner}{line}" for line in self._offers(part)]
            lines += self._parts(part.get("parts"), depth + 1)
        return lines

    def _name(self, name: str, many: bool = False) -> str:
        """A name as a title; `many`: of many things where the name is a plural."""
        noun, plural = self.wording.lexicon.noun(name)
        text = self.wording.tongue.noun(noun, "", plural=plural and many).text("nom")
        return text[:1].upper() + text[1:]

    def _parameters(self, declared: Callable_) -> str:
        """The parameters by name; a truth as the clause that it stands for."""
        wording = self.wording
        wording._begin(_sorts(declared))
        names = []
        for name, type in declared.parameters:
            text = wording.lexicon.text(name)
            if type.base == "truth" and text:
                names.append(wording.say("whether", text))
            else:
                names.append(
                    wording.tongue.noun(wording.name(name), "").text("nom")
                    if wording.german
                    else wording.name(name).one
                )
        return ", ".join(names)

    def _when(self, part: Mapping) -> str:
        """When and how often a part runs."""
        found: list[str] = []
        words = self.words
        order = part.get("order")
        for key in ("when", "repeat", "each", "around", "first", "while", "until"):
            node = part.get(key)
            if node is None:
                continue
            value = self._value(node)
            if value is None:
                continue
            if key in ("each", "around"):
                self.wording._begin(None)
                info = self.wording.set(value)
                text = self.wording.members(info, "each").text("nom" if key == "around" else "acc").rstrip(",")
            elif key in ("when", "while", "until"):
                text = self.wording.condition(value, visited=key == "while")
            else:
                self.wording._begin(None)
                text = format(self.wording.value(value), "dat" if self.wording.german and key == "first" else "nom")
            bound = key == "repeat" and part.get("until") is not None
            if key == "repeat" and not text.isdigit():
                found.append(self.wording.say("x times at most" if bound else "x times", self.wording.value(value)))
                continue
            if bound:
                found.append(words["repeat until"].format(text))
                continue
            if (key == "until" and part.get("repeat") is None) or (key == "around" and part.get("until") is None):
                found.append(words["again"])
            found.append(words[key].format(text))
        if isinstance(order, Scalar) and order.value == "counterclockwise":
            found.append(words["order counterclockwise"])
        elif isinstance(order, Scalar) and str(order.value).startswith("by "):
            text = str(order.value).removeprefix("by ")
            tree = self._parsed(order, text)
            if tree is not None:
                found.append(words["order by"].format(self.wording.order(tree).rstrip(".")))
        if isinstance(part.get("together"), Scalar) and getattr(part.get("together"), "value", False) is True:
            found.append(words["together"])
        return "; ".join(found)

    def _value(self, node: Node) -> ast.Item | None:
        report = Report()
        text = effect_text(node, report)
        return parse_value(text, report) if text is not None else None

    def _parsed(self, node: Node, text: str) -> ast.Order | None:
        from interpreter.diagnostics import EffectText

        return parse_order(EffectText(text, "", ((1, 1),)), Report())

    def _offers(self, part: Mapping) -> list[str]:
        offer = part.get("offer")
        lines: list[str] = []
        if isinstance(offer, Sequence):
            titles = [f"“{self._title(word(node))}”" for node in offer]
            lines.append(f"{self.words['offer']} {', '.join(self._quoted(t) for t in titles)}.")
        elif isinstance(offer, Mapping):
            lines.append(self.words["offers"])
            for entry in offer:
                lines.append(f"- {self._quoted(f'“{self._title(entry.key)}”')}: {self._often(word(entry.value))}.")
        otherwise = part.get("otherwise")
        if otherwise is not None:
            text = self.wording.written(otherwise)
            title = word(otherwise)
            if title in self.game.actions:
                text = self._quoted(f"“{self._title(title)}”") + "."
            lines.append(self.words["otherwise"].format(text))
        return lines

    def _quoted(self, text: str) -> str:
        return text.replace("“", "„").replace("”", "“") if self.wording.german else text

    def _title(self, name: str) -> str:
        kind, _, key = name.partition(".")
        if key:
            return f"{self._name(kind)}: {self._name(key)}"
        if name in self.game.actions or name in self.game.effects:
            return self.wording.lexicon.title(name)
        return self._name(name)

    def _often(self, text: str) -> str:
        """`at most 2 times`."""
        for key in ("exactly", "at most"):
            if text.startswith(key + " "):
                times = text.removeprefix(key + " ")
                if self.wording.german:
                    number = times.split(" ")[0]
                    times = {"once": "einmal", "twice": "zweimal"}.get(number, f"{number}-mal")
                return self.words[key].format(times)
        return self.words["any number"]

    # ---- the rest --------------------------------------------------------------------------------

    def _effect(self, effect: Callable_) -> list[str]:
        node = effect.node.get("do") if isinstance(effect.node, Mapping) else effect.node
        text = self.wording.written(node, names=_sorts(effect))
        own = localized(effect.texts, self.language)
        title = self.wording.lexicon.title(effect.name)
        if effect.parameters:
            title = f"{title} ({self._parameters(effect)})"
        if own.endswith("."):
            return self._titled(title, f"{own}\n{text}")
        return self._titled(title, text)

    def _values(self) -> list[str]:
        lines: list[str] = []
        for declared in (*self.game.quantities.values(), *self.game.functions.values()):
            node = declared.node
            if isinstance(node, Mapping):
                node = node.get("is") or node
            cases: list[tuple[ast.Item | None, ast.Item]] = []
            nodes = list(node) if isinstance(node, Sequence) else [node]
            for case in nodes:
                if isinstance(case, Mapping):
                    when, is_ = case.get("when"), case.get("is")
                    value = self._value(is_) if is_ is not None else None
                    condition = self._value(when) if when is not None else None
                else:
                    value, condition = self._value(case) if not isinstance(case, Sequence) else None, None
                if value is not None:
                    cases.append((condition, value))
            if not cases or self._said_in_place(declared):
                continue
            self.wording._begin(_sorts(declared))
            text = self.wording.cases(cases)
            lines += self._titled(self._value_title(declared), text)
        return lines

    def _said_in_place(self, declared: Callable_) -> bool:
        """Whether a value without a name for people is short enough to be said wherever it is used."""
        wording = self.wording
        found = wording.definition(declared.name)
        if found is None:
            return False
        wording._begin(_sorts(declared))
        truth = wording.truth(found[1])
        told = wording.clause(found[1]) if truth else wording.value(found[1]).text("nom")
        return len(told) <= SHORT * (2 if truth else 1)

    def _value_title(self, declared: Callable_) -> str:
        """What a value is called, with its parameters; a sentence about them speaks for itself."""
        wording = self.wording
        text = wording.lexicon.text(declared.name)
        if "{" in text:
            wording._begin(_sorts(declared))
            call = ast.Call(ast.Name(declared.name), tuple(ast.Name(name) for name, _ in declared.parameters))
            truth = any(wording.truth(value) for value in wording.said_by(declared.name))
            said = wording.say("whether", wording.clause(call)) if truth else wording.value(call).text("nom")
            return said[:1].upper() + said[1:]
        if " " in text and all(wording.truth(value) for value in wording.said_by(declared.name)):
            said = wording.say("whether", wording.tongue.clause(text))
            return said[:1].upper() + said[1:]
        title = self._name(declared.name)
        defined = wording._defined_set(declared.name)
        if defined is not None and wording.lexicon.own(declared.name):
            many = wording.tongue.noun(wording.name(declared.name), "", plural=True).text("nom")
            title = many[:1].upper() + many[1:]
        names = self._parameters(declared)
        return f"{title} ({names})" if names else title

    def _winner(self, node: Node | None) -> list[str]:
        if isinstance(node, Scalar):
            report = Report()
            text = effect_text(node, report)
            order = parse_order(text, report) if text is not None else None
            return [self.words["wins"].format(self._lower(self.wording.order(order)))] if order is not None else []
        if isinstance(node, Mapping):
            value = self._value(node.get("is") or node)
            if value is None:
                return []
            only = value.items[0] if isinstance(value, ast.Group) and len(value.items) == 1 else value
            # each of them wins, whether they are many or one
            who = self.wording.each(only) if isinstance(only, ast.Filtered) else self.wording.phrase(value)
            return [self.words["wins"].format(who + ".")]
        return []

    @staticmethod
    def _lower(text: str) -> str:
        return text[:1].lower() + text[1:]

    def _cards(self) -> list[str]:
        lines: list[str] = []
        for kind in self.game.kinds.values():
            block = self._kind(kind)
            for card in self.game.cards.values():
                if card.kind == kind.name and not kind.supply:
                    text = self.card(card)
                    if text or self.game.kinds[card.kind].fields or card.texts:
                        block += self._titled(self._card_name(card), text)
            if block:
                noun = self.wording.name(kind.name)
                lines += [f"### {noun.many[:1].upper()}{noun.many[1:]}", "", *block, ""]
        return lines[:-1] if lines else []

    def card(self, card: Card) -> str:
        """All that is printed on a card: its fields, then what it does."""
        printed = self._printed(self.game.kinds[card.kind], card)
        text = card_text(self.game, card.name, self.language, self.wording)
        return "\n".join(part for part in (printed, text) if part)

    def _kind(self, kind: Kind) -> list[str]:
        lines: list[str] = []
        for key, node in (("ability", kind.ability), ("use", kind.use)):
            if node is not None:
                lines += self._titled(self.words[key], self.wording.written(node, kind.name))
        return lines

    def _printed(self, kind: Kind, card: Card) -> str:
        """What stands on a card besides its effects: `Cost 4; needs: oak 5, elm 1.`"""
        found: list[str] = []
        for field in kind.fields.values():
            node = card.fields.get(field.name)
            default = field.default.value if isinstance(field.default, Scalar) else None
            if node is None or field.type.base in ("effect", "component"):
                continue
            if isinstance(node, Scalar) and default is not None and node.value == default:
                continue
            if isinstance(node, Scalar) and isinstance(node.value, bool):
                found += [self.wording.mark(field.name, kind.name)] if node.value else []
                continue
            if field.type.base == "needs" and isinstance(node, Sequence):
                needs = ", ".join(self._need(item) for item in node if isinstance(item, Scalar))
                found.append(f"{self.wording.lexicon.noun(field.name)[0].many}: {needs}")
            elif isinstance(node, Scalar):
                value = self.wording.name(node.value).one if isinstance(node.value, str) else str(node.value)
                found.append(f"{self.wording.name(field.name).one} {value}")
        text = "; ".join(found)
        return f"{text[:1].upper()}{text[1:]}." if text else ""

    def _need(self, node: Scalar) -> str:
        report = Report()
        text = effect_text(node, report)
        need = parse_need(text, report) if text is not None else None
        return self.wording.need(need) if need is not None else str(node.value)

    def _card_name(self, card: Card) -> str:
        name = localized(card.texts, self.language) or card.name.replace("_", " ")
        return f"{name} ({self.words['copies'].format(card.count)})" if card.count > 1 else name


def _sorts(declared: Callable_) -> dict[str, str]:
    """Parameters with what they are: a seat, a place, a number or a thing."""
    known = {"seat": "seat", "slot": "slot", "number": "number"}
    return {
        name: next(iter(type.names))
        if type.base == "component" and len(type.names) == 1
        else known.get(type.base, "thing")
        for name, type in declared.parameters
    }


def rules_text(game: Game, language: str) -> str:
    """A game's rules as Markdown."""
    return Rulebook(game, language).rules()


def action_text(game: Game, name: str, language: str, wording: Wording | None = None) -> str:
    """What an action does, or a named effect; nothing if there is none of that name."""
    wording = wording or Wording(game, language)
    action = game.actions.get(name)
    if action is not None:
        return wording.written(action.do)
    effect = game.effects.get(name)
    if effect is not None:
        node = effect.node.get("do") if isinstance(effect.node, Mapping) else effect.node
        return wording.written(node, names=_sorts(effect))
    return ""


def card_text(game: Game, name: str, language: str, wording: Wording | None = None) -> str:
    """What a card does: its ability, its use and the effects that it holds, a line each."""
    wording = wording or Wording(game, language)
    words = HEADINGS[wording.tongue.code]
    card = game.cards.get(name)
    if card is None:
        return ""
    kind = game.kinds[card.kind]
    lines: list[str] = []
    for key, node in (("ability", card.ability), ("use", card.use)):
        if node is not None:
            lines.append(f"{words[key]}: {wording.written(node, kind.name)}")
    for field in kind.fields.values():
        node = card.fields.get(field.name)
        if field.type.base == "effect" and node is not None and word(node) != "nothing":
            noun = wording.name(field.name)
            lines.append(f"{noun.one[:1].upper()}{noun.one[1:]}: {wording.written(node, kind.name)}")
    return "\n".join(lines)


def card_page(game: Game, name: str, language: str) -> str:
    """What is printed on a card and what it does; that there is nothing, if so."""
    book = Rulebook(game, language)
    return book.card(game.cards[name]) or book.words["blank"]
