"""Values and conditions in words.

A value becomes a `Phrase`, a condition a clause: in English a main clause (`the card is red`), in German a
subordinate one (`die Karte rot ist`), which is what stands after `wenn`, `solange`, `sodass` and in a relative clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Mapping as Map
from contextlib import contextmanager
from dataclasses import field, replace
from typing import assert_never

from interpreter.checking.game import Game, effect_text
from interpreter.diagnostics import Report
from interpreter.reading.nodes import Mapping, Scalar, Sequence
from interpreter.records import record
from interpreter.state import values as types
from interpreter.syntax import ast, parse_value, walk
from interpreter.syntax.walking import Node
from interpreter.vocabulary import Query, Verb, known_queries, known_verbs
from interpreter.wording.changing import Changing
from interpreter.wording.english import English
from interpreter.wording.german import REL_OWNER, THE, German, contract
from interpreter.wording.lexicon import Lexicon
from interpreter.wording.nouns import Noun, Phrase, Tongue, fill, listed
from interpreter.wording.small import FRAMES

OPPOSITE = {"==": "!=", "!=": "==", ">=": "<", "<": ">=", "<=": ">", ">": "<="}
SEATS = ("players", "others", "neutral", "seats")
NEGATIVE = {  # `still has a mask`: `no longer has a mask`
    "en": (
        (r" still (is|are|has|have|can|may) ", r" no longer \1 "),
        (r" (has|have) an? ", r" \1 no "),
        (r"^there is an? ", "there is no "),
    ),
    "de": (
        (r" noch ein(|e|en) (.+) (\w+)$", r" kein\1 \2 mehr \3"),
        (r" noch (.+) (\w+)$", r" nicht mehr \1 \2"),
        (r" ein(|e|en) (\w+ (?:hat|haben|hast|ist|gibt))$", r" kein\1 \2"),
    ),
}
WHOSE = ("whose", "dessen", "deren")
RELATIVE = ("that", "who", "der", "die", "das")
DEEP = 2  # definitions inside definitions that are said in full
SHORT = 110  # a longer definition is only named


@record(frozen=False)
class Local:
    """What a name of the effect stands for. `phrase` is said instead of it; `first` only the first time."""

    noun: Noun
    plural: bool = False
    sort: str = "thing"  # or "seat", "slot", "number", "truth"
    phrase: Phrase | None = None
    first: Phrase | None = None
    value: ast.Expression | None = None  # what it was set to, where that is said instead


@record(frozen=False)
class Members:
    """A set: what one member is called, and where it lies, whose it is and what holds for it."""

    noun: Noun
    sort: str = "thing"
    place: Phrase | None = None
    slots: bool = False
    owner: Phrase | None = None
    others: bool = False
    stack: bool = False
    conditions: list[tuple[str, ast.Expression]] = field(default_factory=list)
    phrase: Phrase | None = None
    whole: Phrase | None = None
    group: Phrase | None = None  # the name of the set, where its members are called otherwise
    after: str = ""
    chosen: bool = False  # one of them is about to be chosen
    low: ast.Expression | None = None
    high: ast.Expression | None = None


class Values:
    """Says values and conditions of one game in one language."""

    def __init__(self, game: Game, language: str, verbs: Map[str, Verb] | None = None) -> None:
        self.game = game
        self.language = language
        self.tongue: Tongue = German() if language.split("-")[0] == "de" else English()
        self.frames = FRAMES[self.tongue.code]
        self.lexicon = Lexicon(game, language, self.tongue)
        self.verbs: Map[str, Verb] = known_verbs() if verbs is None else {**verbs, **known_verbs()}
        self.queries: Map[str, Query] = known_queries()
        self.scope: dict[str, Local] = {}
        self.they = False  # `you` is a player who is spoken of
        self._defined: dict[str, ast.Item | None] = {}
        self._depth = 0
        self._inner = False
        self._whole = False  # whose something is stands behind it: `die Hand dieses Spielers`
        self.changing = Changing(game, self._meaning)
        self.holder = ""  # the kind of the component that holds the effect

    def _meaning(self, name: str) -> list[Node]:
        """What a name of the effect or of the game is reckoned from."""
        local = self.scope.get(name)
        if local is not None:
            return [local.value] if local.value is not None else []
        return [*self.said_by(name)] if name in self.game.functions or name in self.game.quantities else []

    # ---- small things ----------------------------------------------------------------------------

    @property
    def german(self) -> bool:
        """Whether the text is German."""
        return self.tongue.code == "de"

    def say(self, frame: str, *parts: Phrase | str) -> str:
        """A frame with its holes filled."""
        phrases = {str(i): p if isinstance(p, Phrase) else self.tongue.phrase(p) for i, p in enumerate(parts)}
        return fill(self.frames.get(frame, FRAMES["en"].get(frame, frame)), phrases)

    def words(self, text: str) -> Phrase:
        """An unchanging text."""
        return self.tongue.phrase(text)

    @contextmanager
    def without(self, name: str) -> Iterator[None]:
        """Where what a name stands for is said: it cannot stand for itself."""
        before = self.scope
        self.scope = {other: local for other, local in before.items() if other != name}
        try:
            yield
        finally:
            self.scope = before

    @contextmanager
    def inside(self, **locals: Local) -> Iterator[None]:
        """Names that live for a while."""
        before = self.scope
        self.scope = {**before, **locals}
        try:
            yield
        finally:
            self.scope = before

    def name(self, name: str) -> Noun:
        """The noun of a name."""
        return self.lexicon.noun(name)[0]

    def joined(self, parts: list[Phrase], word: str = "and") -> Phrase:
        """`a, b and c` in any case."""
        if len(parts) < 2:
            return parts[0] if parts else self.words("")
        small = self.tongue.small[word]

        def text(case: str) -> str:
            return listed([format(p, case) for p in parts], small)

        def request(phrase: Phrase, spec: str) -> str:
            """Things that lie on something and things in something need a preposition each."""
            if spec in ("into", "out", "in") and len({part.on for part in parts}) > 1:
                return listed([format(part, spec) for part in parts], small)
            return parts[0].request(phrase, spec)

        return Phrase(text, request, word == "and", on=parts[0].on, seat=all(p.seat for p in parts))

    # ---- what the game defines -------------------------------------------------------------------

    def definition(self, name: str) -> tuple[list[tuple[str, types.ValueType]], ast.Item] | None:
        """The parameters and the value of a function or quantity that has no text and is one value."""
        if name in self.scope or self.lexicon.text(name) or self._depth >= DEEP:
            return None
        declared = self.game.functions.get(name) or self.game.quantities.get(name)
        if declared is None:
            return None
        if name not in self._defined:
            node = declared.node
            if isinstance(node, Mapping) and name in self.game.quantities:
                node = node.get("is") or node
            text = effect_text(node, Report()) if isinstance(node, Scalar) else None
            self._defined[name] = parse_value(text, Report()) if text is not None else None
        value = self._defined[name]
        return None if value is None else (declared.parameters, value)

    def bound(self, parameters: list[tuple[str, types.ValueType]], node: ast.Call) -> dict[str, Local]:
        """Parameters with what a call gives them."""
        found: dict[str, Local] = {}
        for (name, type), item in zip(parameters, node.items, strict=True):
            phrase = self.value(item)
            sort = {"seat": "seat", "slot": "slot", "number": "number"}.get(type.base, "thing")
            if type.many or (isinstance(item, ast.Name) and item.name in self.scope and self.scope[item.name].plural):
                found[name] = Local(phrase.noun or self.name(name), True, sort)
            else:
                found[name] = Local(phrase.noun or self.name(name), False, sort, phrase)
        return found

    @contextmanager
    def defining(self, locals: dict[str, Local]) -> Iterator[None]:
        """Inside the definition of a function."""
        before, it = self.scope, self.scope.get("it")
        self.scope = {**locals, **({"it": it} if it is not None else {})}
        self._depth += 1
        try:
            yield
        finally:
            self.scope = before
            self._depth -= 1

    # ---- values ----------------------------------------------------------------------------------

    def value(self, node: ast.Item) -> Phrase:
        """What a value is called."""
        match node:
            case ast.Number():
                return replace(self.words(str(node.value)), plural=False)
            case ast.Name():
                return self._name(node.name)
            case ast.Field():
                return self._field(node)
            case ast.Call():
                return self._call(node)
            case ast.Group():
                if len(node.items) == 1:
                    return self.members(self.set(node.items[0]), "the", plural=True)
                return self.joined([self.value(item) for item in node.items])
            case ast.Filtered():
                return self.members(self.set(node), "the", plural=True)
            case ast.Unary(operator="-"):
                return self.words(self.say("negative", self.value(node.operand)))
            case ast.Binary():
                return self._binary(node)
            case ast.Divide():
                return self._divide(node)
            case ast.Range():
                return self.words(self.say("range", self.value(node.low), self.value(node.high)))
            case ast.Superlative():
                return self._superlative(node)
            case ast.Unary() | ast.Compare() | ast.Logic() | ast.IsKind() | ast.Member():
                return self.words(self.clause(node))
            case _:
                assert_never(node)

    def _name(self, name: str) -> Phrase:
        tongue = self.tongue
        local = self.scope.get(name)
        if local is not None:
            if local.first is not None:
                first, local.first = local.first, None
                return first
            if local.phrase is not None:
                return local.phrase
            if local.value is not None:
                with self.without(name):
                    return self.value(local.value)
            that = local.sort == "seat" and not self.german and local.noun == self.name("player")
            det = "that" if that else "the"
            return replace(tongue.noun(local.noun, det, plural=local.plural), seat=local.sort == "seat")
        match name:
            case "you":
                return tongue.you(self.they)
            case "this":
                return tongue.noun(self._held(), "this")
            case "who":
                return replace(tongue.noun(self.name("player"), "this" if self.german else "that"), seat=True)
            case "it":
                return tongue.noun(self.name("component"), "the")
            case "players":
                return replace(tongue.noun(self.name("player"), "all", plural=True), seat=True)
            case "others":
                det = "the other" if not self.german else "all other"
                return replace(tongue.noun(self.name("player"), det, plural=True), seat=True)
            case "neutral":
                return replace(tongue.noun(self.name("neutral"), "a"), seat=True)
            case "seats":
                return replace(tongue.noun(self.name("player"), "all", plural=True), seat=True)
            case "nothing":
                return self.words(self.say("nothing"))
            case "true" | "false":
                return self.words(self.say(name))
        if name in self.game.enum_of and name not in self.game.zones:
            return tongue.noun(replace(self.name(name), bare=True), "the")
        if name in self.game.neutral:
            return replace(tongue.noun(replace(self.name(name), bare=True), "the"), seat=True)
        if name in self.game.resources:
            noun = self.name(name)
            many = noun.one != noun.many
            if self.game.resources[name].per_player:
                return tongue.of(noun, tongue.you(self.they), plural=many)
            return tongue.noun(noun, "the", plural=many)
        found = self.definition(name)
        if found is not None and not found[0]:
            with self.defining({}):
                told = self.value(found[1])
            if len(told.text("nom")) <= SHORT:
                return told
        zone = self.game.zones.get(name)
        if zone is not None and zone.per_player:
            noun, plural = self.lexicon.noun(name)
            return tongue.of(noun, tongue.you(self.they), plural=plural)
        noun, plural = self.lexicon.noun(name)
        seat = name in self.game.variables and self.game.variables[name].type.base == "seat"
        return replace(tongue.noun(noun, "the", plural=plural), seat=seat)

    def _held(self) -> Noun:
        if self.holder:
            return self.name(self.holder)
        kinds = list(self.game.kinds)
        return self.name(kinds[0] if len(kinds) == 1 else "card")

    def _field(self, node: ast.Field) -> Phrase:
        tongue = self.tongue
        owner = self.value(node.of)
        if node.name == "slots":
            return tongue.of(self.name("slot"), owner, plural=True)
        noun, plural = self.lexicon.noun(node.name)
        if node.name in self.game.resources:
            plural = noun.one != noun.many
        if node.name in self.game.kinds and self.slot_like(node.of):
            return tongue.noun(noun, "the", after=self.say("on it", owner))
        if node.name == "owner" and owner.person == 2:
            return owner
        seat = self.is_seat(node)
        return replace(tongue.of(noun, owner, plural=plural), seat=seat)

    def slot_like(self, node: ast.Expression) -> bool:
        """Whether a value is a place of a zone."""
        if isinstance(node, ast.Name):
            local = self.scope.get(node.name)
            return (local is not None and local.sort == "slot") or (local is None and node.name in ("slot", "space"))
        return isinstance(node, ast.Field) and node.name in ("slot", "space")

    def is_seat(self, node: ast.Expression) -> bool:
        """Whether a value is a seat, as far as one can see."""
        match node:
            case ast.Name(name=name):
                local = self.scope.get(name)
                if local is not None:
                    if local.value is not None and local.phrase is None:
                        with self.without(name):
                            return self.is_seat(local.value)
                    return local.sort == "seat"
                variable = self.game.variables.get(name)
                return name in ("you", "who") or (variable is not None and variable.type.base == "seat")
            case ast.Field(name=name):
                variable = self.game.variables.get(name)
                return name in ("owner", "player") or (variable is not None and variable.type.base == "seat")
            case ast.Superlative(name=name, of=of):
                return of is None or (isinstance(of, ast.Name) and of.name in SEATS) or self.seat_set(of)
            case _:
                return False

    def operand(self, node: ast.Expression) -> Phrase:
        """A value inside another, where `, but at most 6` would be read as said of the whole."""
        before, self._inner = self._inner, True
        try:
            return self.value(node)
        finally:
            self._inner = before

    def _binary(self, node: ast.Binary) -> Phrase:
        left, right = self.operand(node.left), self.operand(node.right)
        if node.operator == "*" and ast.Number(2) in (node.left, node.right):
            other = right if node.left == ast.Number(2) else left
            if isinstance(node.left if other is left else node.right, ast.Binary | ast.Divide):
                other = self.words(f"({other.text('nom')})")
            return self.tongue.nominal(self.say("twice", other))
        frame = {"+": "plus", "-": "minus", "*": "times", "mod": "modulo"}[node.operator]

        def side(part: ast.Expression, phrase: Phrase, tight: bool) -> Phrase:
            loose = tight and (isinstance(part, ast.Divide) or (isinstance(part, ast.Binary) and part.operator in "+-"))
            return self.words(f"({phrase.text('nom')})") if loose else phrase

        left = side(node.left, left, node.operator not in "+-")
        right = side(node.right, right, node.operator != "+")

        def text(case: str) -> str:
            if frame == "modulo":
                return self.say(frame, left, right)
            return self.say(frame, self.words(format(left, case)), self.words(right.text("nom")))

        if frame == "modulo":
            return self.tongue.nominal(text("nom"))
        return Phrase(text, left.request)

    def _divide(self, node: ast.Divide) -> Phrase:
        part = self.operand(node.left)
        if isinstance(node.left, ast.Binary):
            part = self.words(f"({part.text('nom')})")
        names = {2: "half", 3: "third", 4: "quarter"}
        frame = names.get(node.right.value, "divided") if isinstance(node.right, ast.Number) else "divided"
        by, rounded = self.operand(node.right), self.say(node.rounded)
        if frame != "divided":
            return self.tongue.nominal(self.say(frame, part, by, rounded))
        return Phrase(lambda case: self.say(frame, self.words(format(part, case)), by, rounded), part.request)

    def ranked(self, rank: ast.Rank, member: Local) -> Phrase:
        """`the most cards in hand`, `the lowest value`."""
        key = rank.key
        word = {"en": ("most", "fewest"), "de": ("meiste", "wenigste")}[self.tongue.code][not rank.most]
        if (
            isinstance(key, ast.Call)
            and isinstance(key.of, ast.Name)
            and key.of.name == "count"
            and len(key.items) == 1
        ):
            with self.inside(it=member):
                info = self.set(key.items[0])
            if info.owner is not None and info.owner is member.phrase:
                info.owner = None  # whoever is ranked follows
            place = self._place(info, "in") + self._relative(info, True)
            return self.tongue.noun(self.adjective(word, info.noun), "the", plural=True, after=place)
        if isinstance(key, ast.Name) and key.name in self.game.resources:
            noun = self.name(key.name)
            if word == "fewest" and noun.one == noun.many:
                word = "least"
            return self.tongue.noun(self.adjective(word, noun), "the", plural=True)
        adjective = {"en": ("highest", "lowest"), "de": ("höchste", "niedrigste")}[self.tongue.code][not rank.most]
        with self.inside(it=member):
            return self._keyed(adjective, key)

    def _keyed(self, adjective: str, key: ast.Expression) -> Phrase:
        """`the highest value`, of a key that the member has or that is reckoned for it."""
        members = ("it", *(name for name, local in self.scope.items() if local.sort != "number"))
        if isinstance(key, ast.Call) and isinstance(key.of, ast.Name) and len(key.items) == 1:
            only = key.items[0]
            plain = "{" not in self.lexicon.text(key.of.name) and key.of.name not in self.queries
            own = self.name(key.of.name) if plain else self._written_noun(key.of.name)
            several = own is not None and not plain and (own.gender == "p" or (not self.german and own.one[-1:] == "s"))
            if own is not None and not several and isinstance(only, ast.Name) and only.name in members:
                return self.tongue.noun(self.adjective(adjective, own), "the")
        if isinstance(key, ast.Name) and key.name not in self.scope:
            return self.tongue.noun(self.adjective(adjective, self.name(key.name)), "the")
        if isinstance(key, ast.Field) and isinstance(key.of, ast.Name) and key.of.name == "it":
            return self.tongue.noun(self.adjective(adjective, self.name(key.name)), "the")
        before, self._whole = self._whole, self.german
        try:
            phrase = self._unowned(key) or self.value(key)
        finally:
            self._whole = before
        words = phrase.text("nom").split(" ")
        if len(words) > 1 and words[1].rstrip("en") == adjective.rstrip("en"):
            return phrase
        called = isinstance(key, ast.Call) and isinstance(key.of, ast.Name) and "{" in self.lexicon.text(key.of.name)
        if called and phrase.plural:
            most = {"highest": "most", "lowest": "fewest", "höchste": "meiste", "niedrigste": "wenigste"}[adjective]
            article, _, rest = phrase.text("nom").partition(" ")
            return self.tongue.nominal(f"{article if self.german else 'the'} {most} {rest}")
        if phrase.noun is not None and isinstance(key, ast.Call | ast.Field):
            noun = phrase.noun
            full, short = phrase.text("nom"), self.tongue.noun(noun, "the").text("nom")
            if full.startswith(short):
                return self.tongue.noun(self.adjective(adjective, noun), "the", after=full[len(short) :].strip())
        if self.german:
            article, _, rest = phrase.text("nom").partition(" ")
            if article in ("der", "die", "das") and rest[:1].isupper():
                return self.tongue.nominal(f"{article} {adjective} {rest}")
            return self.tongue.nominal(f"der {adjective} Wert {format(phrase, 'gen')}")
        text = phrase.text("nom")
        return self.words(f"the {adjective} {text.removeprefix('the ').removeprefix('their ')}")

    def _unowned(self, key: ast.Expression) -> Phrase | None:
        """A key without whose it is, where whoever is ranked follows: `the most shares in the company`."""
        if not (isinstance(key, ast.Call) and isinstance(key.of, ast.Name)) or key.of.name in self.queries:
            return None
        text = self.lexicon.text(key.of.name)
        args = [self.scope.get(item.name) if isinstance(item, ast.Name) else None for item in key.items]
        at = next((i for i, local in enumerate(args) if local is not None and local.sort == "seat"), None)
        if at is None:
            return None
        short = self.tongue.unowned(text, str(at))
        if short == text or "{" + str(at) in short:
            return None
        return self._framed(short, [self.value(item) for item in key.items], self._defined_set(key.of.name) is not None)

    def someone(self, many: bool = False) -> Phrase:
        """A player, or several, who were spoken of: `that player`, `their hand`."""
        phrase = self.tongue.noun(self.name("player"), "this" if self.german else "that", plural=many)
        return replace(phrase, seat=True, owner=("ihr" if many else "sein") if self.german else "their")

    @staticmethod
    def adjective(adjective: str, noun: Noun) -> Noun:
        """A noun with an adjective before it."""
        return replace(noun, one=f"{adjective} {noun.one}", many=f"{adjective} {noun.many}", bare=False)

    def _superlative(self, node: ast.Superlative) -> Phrase:
        of = node.of if node.of is not None else ast.Name("players")
        info = self.set(of)
        if node.where is not None:
            info.conditions.append((node.name, node.where))
        member = Local(info.noun, phrase=self.someone() if info.sort == "seat" else None, sort=info.sort)
        with self.inside(**{node.name: member}):
            ranks = [self.ranked(rank, member) for rank in node.ranks]
        parts = [self.say("with", ranks[0])] + [self.say("tie", rank) for rank in ranks[1:]]
        after = ", ".join(parts)
        if node.ties in ("none", "random"):
            after += f" ({self.say(f'ties {node.ties}')})"
        info_place = self._place(info, "in")
        relative = self._relative(info, False)
        full = " ".join(t for t in (info_place, after, relative.strip()) if t)
        return replace(self.tongue.noun(info.noun, "the", after=full), seat=info.sort == "seat")

    # ---- calls -----------------------------------------------------------------------------------

    def _call(self, node: ast.Call) -> Phrase:
        if not isinstance(node.of, ast.Name):
            return self._at(node)
        name = node.of.name
        if name == "random":
            return self._random(node)
        if name in self.queries:
            return self.query(self.queries[name], node)
        found = self.definition(name)
        if found is not None and len(found[0]) == len(node.items):
            with self.defining(self.bound(found[0], node)):
                told = self.value(found[1])
            if len(told.text("nom")) <= SHORT:
                return told
        args = [self.value(item) for item in node.items]
        text = self.lexicon.text(name)
        if "{" in text:
            return self._framed(text, args, self._defined_set(name) is not None)
        if name in self.game.kinds:
            return self.piece(node)
        if name in self.game.zones:
            return self._at(node)
        noun = self.name(name)
        if not args:
            return self.tongue.noun(noun, "the")
        rest = listed([str(a) for a in args[1:]], self.tongue.small["and"])
        after = self.say("for", "", rest).strip() if rest else ""
        return self.tongue.of(noun, args[0], plural=self.lexicon.noun(name)[1], after=after)

    def _framed(self, text: str, args: list[Phrase], many: bool = False) -> Phrase:
        """A written text about the arguments of a function; what is somebody's is said with `your` and `their`."""
        text = self._numbered(text, args)
        for at, arg in enumerate(args):
            if arg.owner and (arg.seat or arg.owner in WHOSE) and not self._whole:
                text = self.tongue.owned(text, str(at), arg.owner)
        return self.tongue.nominal(self.tongue.contracted(fill(text, {str(i): a for i, a in enumerate(args)})), many)

    @staticmethod
    def _numbered(text: str, args: list[Phrase]) -> str:
        """`row number {0}` for numbers alone: of what is a row itself, only what it is called."""
        for at, arg in enumerate(args):
            if arg.text("nom").isdigit():
                continue
            pattern = rf"(?:\b(?:the|der|die|das) )?\b(\w+) (?:number|Nummer) \{{{at}(?::\w+)?\}}"
            found = re.search(pattern, text)
            if found is not None and found[1] in arg.text("nom").split(" ")[:2]:
                text = f"{text[: found.start()]}{{{at}:nom}}{text[found.end() :]}"
        return text

    def _at(self, node: ast.Call) -> Phrase:
        """A place of a zone by its numbers: `place 2, 3 of the board`."""
        if isinstance(node.of, ast.Field) and node.of.name not in self.game.zones:
            noun, owner = self.name(node.of.name), self.value(node.of.of)
            after = self.say("for", "", self.value(node.items[0])).strip() if len(node.items) == 1 else ""
            if len(node.items) == 1 and not self._is_member(node.items[0]):
                after = self.say("number at", self.value(node.items[0]))
            return self.tongue.of(noun, owner, after=after)
        keys = ", ".join(self.value(item).text("nom") for item in node.items)
        return self.tongue.of(self.name("slot"), self.value(node.of), after=f"({keys})")

    def _is_member(self, item: ast.Item) -> bool:
        return isinstance(item, ast.Name) and item.name in self.scope and self.scope[item.name].sort != "number"

    def piece(self, node: ast.Call) -> Phrase:
        """A piece of a supply with its looks."""
        assert isinstance(node.of, ast.Name)
        noun, owner, after = self.name(node.of.name), "", ""
        looks = []
        for item in node.items:
            if item == ast.Name("nothing"):
                continue  # nobody's
            look = self.value(item)
            if isinstance(item, ast.Filtered) or not self.is_seat(item):
                looks.append(look.text("nom"))
            elif look.owner:
                owner = look.owner
            else:
                after = format(look, "gen") if self.german else format(look, "of")
        if looks:
            after = f"{after} ({', '.join(looks)})".strip()
        if owner and self.german:
            return self.tongue.noun(self.adjective("eigene", noun), "a", after=after)
        if owner:
            return replace(self.tongue.noun(noun, f"one of {owner}", plural=True, after=after), plural=False)
        return self.tongue.noun(noun, "a", after=after)

    def _random(self, node: ast.Call) -> Phrase:
        item = node.items[0]
        if isinstance(item, ast.Range):
            return self.words(self.say("random number", self._span(item.low, item.high)))
        info = self.set(item)
        info.noun = self.adjective("zufällige" if self.german else "random", info.noun)
        return self.members(info, "a", mode="from")

    def query(self, query: Query, node: ast.Call) -> Phrase:
        """The answer of a query, by its sentence."""
        code, forms = self.tongue.code, query.forms
        if not node.items:
            return self.words(query.sentences[code])
        item = node.items[0]
        by = self._by(item)
        if query.name in ("first", "last"):
            return self._edge(query, node)
        if "noun" in forms:
            return self.members(self._answers(query, node), "the", plural=True)
        if f"{code} bound" in forms and len(node.items) == 2 and not self._inner:
            numbers = [i for i in node.items if isinstance(i, ast.Number)]
            if len(numbers) == 1:
                other = next(i for i in node.items if i is not numbers[0])
                if isinstance(other, ast.Number):
                    other = node.items[1]
                inner, number = self.value(other), self.value(numbers[0])

                def bound(case: str) -> str:
                    return fill(forms[f"{code} bound"], {"0": self.words(inner.text(case)), "1": number})

                return Phrase(bound, inner.request)
        if f"{code} of" in forms:
            noun = self.tongue.read(forms[f"{code} of"], "")
            return replace(self.tongue.of(noun, self.value(item)), seat=True)
        parts = {str(i): self.argument(query, i, part) for i, part in enumerate(node.items)}
        if by is not None:
            info = self.set(item)
            key = self._key(by, info)
            if f"{code} adjective" in forms or f"{code} prefix" in forms:
                if isinstance(by, ast.Call) and isinstance(by.of, ast.Name) and self._no_noun(by.of.name):
                    member = Local(info.noun, phrase=self.someone() if info.sort == "seat" else None, sort=info.sort)
                    with self.inside(**{self._called(item): member}):
                        key = self.value(by)
                    frame = "summed" if query.name == "total" else "highest of"
                    word = forms.get(f"{code} adjective", "")
                    return self.tongue.nominal(self.say(frame, key, self.members(self.set(item), "each"), word))
            noun = key.noun if key.noun is not None else self.name("value")
            word = forms.get(f"{code} adjective", "")
            if forms.get(f"{code} prefix"):
                prefix = forms[f"{code} prefix"]
                noun = replace(noun, one=prefix + noun.one.lower(), many=prefix + noun.many.lower())
                return self.tongue.of(noun, parts["0"])
            if word:
                return self.tongue.of(self.adjective(word, noun), parts["0"])
            down = isinstance(by, ast.Unary)
            sentence = forms.get(f"{code} by down" if down else f"{code} by", "")
            if sentence:
                return self.tongue.nominal(fill(sentence, {**parts, "by": key}))
        return self.tongue.nominal(self.tongue.contracted(fill(query.sentences[code], parts)))

    def argument(self, query: Query, at: int, item: ast.Item) -> Phrase:
        """An argument of a query: a set as its members."""
        shape = query.parameters[at].shape if at < len(query.parameters) else "value"
        if shape in ("set", "slots"):
            det = {"any": "a", "none": "no"}.get(query.name, "the")
            if isinstance(item, ast.Group) and len(item.items) > 1 and query.name == "total":
                values = [self.value(one) for one in item.items]
                if all(value.noun is None or not self.lexicon_kind(value.noun) for value in values):
                    return self.joined(values)
            plain = query.name == "count" and not self.german
            return self.members(self.set(item), "" if plain else det, plural=det == "the")
        if query.name == "exists":
            return self._some(item, "a")
        return self.asked_effect(item) if shape == "effect" else self.value(item)

    def asked_effect(self, item: ast.Item) -> Phrase:
        """An effect that is asked about; sentences know more of it."""
        return self.value(item)

    def lexicon_kind(self, noun: Noun) -> bool:
        """Whether a noun is that of a kind of component."""
        return any(self.lexicon.nouns.get(kind) == noun for kind in self.game.kinds)

    def _some(self, item: ast.Item, det: str) -> Phrase:
        """Something that may be there or not."""
        if isinstance(item, ast.Name) and item.name in self.scope and self.scope[item.name].value is None:
            return self.tongue.noun(self.scope[item.name].noun, det)
        if isinstance(item, ast.Name):
            return self.tongue.noun(self.name(item.name), det)
        if isinstance(item, ast.Field):
            if self.german:
                return self.tongue.noun(self.name(item.name), det, after=format(self.value(item.of), "gen"))
            return self.tongue.noun(self.name(item.name), det, after=f"of {self.value(item.of)}")
        query = self.queries.get(item.of.name) if isinstance(item, ast.Call) and isinstance(item.of, ast.Name) else None
        if isinstance(item, ast.Call) and query is not None and query.name == "beyond":
            article, word, rest = query.sentences[self.tongue.code].split(" ", 2)
            parts = {str(i): self.argument(query, i, part) for i, part in enumerate(item.items)}
            noun = self.tongue.read(f"{article} {word}", "")
            return self.tongue.noun(noun, det, after=self.tongue.contracted(fill(rest, parts)))
        if isinstance(item, ast.Call) and len(item.items) == 1:
            name = item.of.name if isinstance(item.of, ast.Name) else ""
            if name in ("first", "last", "random"):
                return self.members(self.set(item.items[0]), det)
            if name not in self.queries and "{" not in self.lexicon.text(name) and name not in self.game.zones:
                inner = item.items[0]
                return self._some(ast.Field(inner, name), det) if isinstance(inner, _NAMED) else self.value(item)
        return self.value(item)

    @staticmethod
    def _by(item: ast.Item) -> ast.Expression | None:
        if isinstance(item, ast.Group) and len(item.items) == 1:
            item = item.items[0]
        return item.by if isinstance(item, ast.Filtered) else None

    def _key(self, by: ast.Expression, info: Members) -> Phrase:
        """What the members are seen by, as a bare noun where it is one."""
        if isinstance(by, ast.Unary):
            by = by.operand
        if isinstance(by, ast.Field) and isinstance(by.of, ast.Name) and by.of.name == "it":
            by = ast.Name(by.name)
        while isinstance(by, ast.Field):
            by = ast.Name(by.name)
        if isinstance(by, ast.Name) and by.name not in self.scope:
            noun = self.name(by.name)
            if by.name in self.game.resources:
                noun = replace(noun, one=noun.many)
            return self.tongue.noun(replace(noun, bare=False), "")
        if isinstance(by, ast.Call) and isinstance(by.of, ast.Name):
            return self.tongue.noun(self._written_noun(by.of.name) or self.name(by.of.name), "")
        with self.inside(it=Local(info.noun, sort=info.sort)):
            return self.value(by)

    @staticmethod
    def _called(item: ast.Item) -> str:
        """What a member of a set is called: `p in players by …`."""
        while isinstance(item, ast.Group) and len(item.items) == 1:
            item = item.items[0]
        of = item.of if isinstance(item, ast.Filtered) else item
        return of.member.name if isinstance(of, ast.Member) and isinstance(of.member, ast.Name) else "it"

    def _no_noun(self, name: str) -> bool:
        """Whether what a call says is no noun that could follow `total`: `what that player can wield`."""
        return name in self.queries or ("{" in self.lexicon.text(name) and self._written_noun(name) is None)

    def _written_noun(self, name: str) -> Noun | None:
        """The noun in a function's text: `strength` in `the strength of {0}`."""
        text = self.lexicon.text(name)
        mine, _, rest = self.tongue.owned(text, "0", "").partition(" ") if "{" in text else ("", "", "")
        if not rest or "{" in rest or "{" in mine or (mine and "|" not in mine):
            return None
        noun = self.tongue.read(rest, "")
        return replace(noun, gender=mine.partition("|")[2]) if "|" in mine else noun

    def _edge(self, query: Query, node: ast.Call) -> Phrase:
        count = self.value(node.items[1]) if len(node.items) > 1 else None
        item = self._resolved(node.items[0])
        if isinstance(item, ast.Call) and item.of == ast.Name("sorted") and self._by(item.items[0]) is not None:
            return self._ranked_edge(query, item.items[0], count)
        info = self.set(item)
        if info.whole is not None and len(node.items) == 1:
            word = query.forms[f"{self.tongue.code} adjective"]
            word = word.capitalize() if self.german else word  # an adjective that stands as a noun
            return self.tongue.nominal(self.say("edge of", word, info.whole))
        word = query.forms[f"{self.tongue.code} {'stack' if info.stack else 'adjective'}"]
        if info.phrase is not None and not info.conditions:
            if count is None and query.name == "first" and info.phrase.seat and not info.phrase.plural:
                return info.phrase
            info = replace(info, phrase=None, after=self.say(self._out_of(info), info.phrase))
        info.noun, behind = self._so_many(info.noun, count)
        info.noun = self.adjective(word, info.noun)
        return self._behind(self.members(info, "the", plural=count is not None, mode="of"), behind)

    def _ranked_edge(self, query: Query, item: ast.Item, count: Phrase | None) -> Phrase:
        """`the 2 cards in your hand with the highest rank`."""
        by, info = self._by(item), self.set(item)
        assert by is not None
        down = isinstance(by, ast.Unary) and by.operator == "-"
        key = by.operand if down and isinstance(by, ast.Unary) else by
        member = Local(info.noun, phrase=self.someone() if info.sort == "seat" else None, sort=info.sort)
        with self.inside(it=member):
            ranked = self.ranked(ast.Rank(down == (query.name == "first"), key), member)
        info.noun, behind = self._so_many(info.noun, count)
        many = count is not None
        place, relative = self._place(info, "in"), self._relative(info, many).strip()
        after = " ".join(part for part in (place, self.say("with", ranked), relative) if part)
        return self._behind(self.tongue.noun(info.noun, "the", plural=many, after=after), behind)

    @staticmethod
    def _out_of(info: Members) -> str:
        return "out of players" if info.sort == "seat" else "out of"

    def _so_many(self, noun: Noun, count: Phrase | None) -> tuple[Noun, str]:
        """A noun with its number, or what says it behind where that is not a plain number."""
        if count is None:
            return noun, ""
        if not count.text("nom").isdigit():
            return noun, self.say("behind", count)
        return replace(noun, many=f"{count} {noun.many}"), ""

    def _behind(self, phrase: Phrase, behind: str) -> Phrase:
        if not behind:
            return phrase
        return replace(phrase, text=lambda case: f"{phrase.text(case).rstrip(',')} {behind}")

    def _resolved(self, item: ast.Item) -> ast.Item:
        """What a name stands for, where that is said in its place."""
        local = self.scope.get(item.name) if isinstance(item, ast.Name) else None
        return local.value if local is not None and local.value is not None and local.phrase is None else item

    # ---- sets ------------------------------------------------------------------------------------

    def set(self, node: ast.Item) -> Members:
        """What is known about a set."""
        match node:
            case ast.Filtered():
                if isinstance(node.of, ast.Member) and isinstance(node.of.member, ast.Name):
                    name, info = node.of.member.name, self.set(node.of.of)
                else:
                    name, info = "it", self.set(node.of)
                if node.where is not None:
                    info.conditions.append((name, node.where))
                return info
            case ast.Group(items=(only,)):
                return self.set(only)
            case ast.Group():
                first = self.set(node.items[0])
                parts = [self.set(item) for item in node.items]
                if any(part.noun != first.noun for part in parts):
                    first.noun = self.name("card")
                if all(part.place is not None and not part.conditions for part in parts):
                    places = self.joined([part.place for part in parts if part.place is not None])
                    return Members(first.noun, first.sort, place=places)
                return Members(first.noun, first.sort, phrase=self.joined([self.value(i) for i in node.items], "or"))
            case ast.Range():
                return Members(self.name("number"), "number", low=node.low, high=node.high)
            case ast.Name():
                return self._named_set(node)
            case ast.Field():
                return self._field_set(node)
            case ast.Call():
                return self._call_set(node)
            case _:
                return Members(self.name("component"), phrase=self.value(node))

    def _named_set(self, node: ast.Name) -> Members:
        name = node.name
        local = self.scope.get(name)
        if local is not None:
            if local.value is not None and local.phrase is None:
                with self.without(name):
                    return self.set(local.value)
            if local.noun == self.name("selection") and not local.plural:  # a set that is spoken of as one thing
                return Members(local.noun, phrase=self.tongue.noun(local.noun, "the"))
            group = self.tongue.noun(local.noun, "the", plural=True) if local.plural else None
            return Members(local.noun, local.sort, group=group)
        if name in SEATS:
            noun = self.name("neutral" if name == "neutral" else "player")
            return Members(noun, "seat", others=name == "others")
        if name in self.game.zones:
            return self._zone(name, self.value(node))
        if name in self.game.enums:
            return Members(self.name(name), "value")
        if self.is_seat(node):
            return Members(self.name("player"), "seat", phrase=self.value(node))
        noun, plural = self.lexicon.noun(name)
        if name == "box":
            return Members(self._anything_at_all(), place=self.value(node))
        if self._all_resources(name):
            return Members(noun)
        defined = self._defined_set(name)
        if defined is not None and defined.sort == "seat":
            return Members(noun, "seat", group=self.tongue.noun(noun, "the", plural=True))
        if not plural and name not in self.game.kinds and name not in self.lexicon.many:
            member = defined.noun if defined is not None and self.lexicon_kind(defined.noun) else self.name("card")
            return Members(member, place=self.value(node), whole=self.value(node))
        return Members(noun, group=self.tongue.noun(noun, "the", plural=True))

    def _all_resources(self, name: str) -> bool:
        """Whether a name stands for some of the resources, of which one may be chosen."""
        values = self.said_by(name) if name in self.game.functions else []
        items = values[0].items if len(values) == 1 and isinstance(values[0], ast.Group) else ()
        return bool(items) and all(isinstance(item, ast.Name) and item.name in self.game.resources for item in items)

    def _anything_at_all(self) -> Noun:
        """What may lie anywhere: the one kind of component that is not a supply, or cards."""
        kinds = [kind.name for kind in self.game.kinds.values() if not kind.supply]
        return self.name(kinds[0] if len(kinds) == 1 else "card")

    def _zone(self, name: str, place: Phrase) -> Members:
        zone = self.game.zones[name]
        kinds = zone.kinds
        noun = self.name(kinds[0]) if len(kinds) == 1 else self.name("component" if not kinds else "card")
        return Members(noun, place=place, stack=zone.order == "stack")

    def _field_set(self, node: ast.Field) -> Members:
        if node.name == "slots":
            return Members(self.name("slot"), "slot", place=self.value(node.of), slots=True)
        if node.name in self.game.zones:
            if node.of == ast.Name("others"):
                another = replace(self.tongue.noun(self.name("player"), "another"), seat=True)
                noun, plural = self.lexicon.noun(node.name)
                return self._zone(node.name, self.tongue.of(noun, another, plural=plural))
            return self._zone(node.name, self.value(node))
        owner = self.value(node.of)
        if node.name == "contents":
            return Members(self._held_in(node.of), place=owner)
        sort = "slot" if node.name in ("neighbours", "ends", "links") else "thing"
        noun = self.name("neighbouring_slot" if node.name == "neighbours" else node.name)
        if node.name == "neighbours":
            noun = self.adjective("benachbarte" if self.german else "neighbouring", self.name("slot"))
        return Members(noun, sort, owner=owner)

    def _held_in(self, slot: ast.Expression) -> Noun:
        """What lies in a slot, as far as one can see: what its zone holds."""
        zone = slot.of.name if isinstance(slot, ast.Call) and isinstance(slot.of, ast.Name) else ""
        zones = [self.game.zones[zone]] if zone in self.game.zones else self.game.zones.values()
        kinds = {kind for one in zones if one.slots is not None for kind in one.kinds}
        return self.name(next(iter(kinds)) if len(kinds) == 1 else "card" if "card" in self.game.kinds else "component")

    def _call_set(self, node: ast.Call) -> Members:
        defined: Members | None = None
        if isinstance(node.of, ast.Name):
            name = node.of.name
            if name == "values" and node.items and isinstance(key := self._by(node.items[0]), ast.Name | ast.Field):
                of = node.items[0].of if isinstance(node.items[0], ast.Filtered) else node.items[0]
                return Members(self.name(key.name), owner=self.members(self.set(of), "the", plural=True))
            if name in ("sorted", "values") and node.items:
                return self.set(node.items[0])
            if name in self.queries and "noun" in self.queries[name].forms:
                return self._answers(self.queries[name], node)
            if name in self.queries:
                seat = self.queries[name].parameters and self.queries[name].parameters[0].shape == "seat"
                phrase = self.value(node)
                return Members(phrase.noun or self.name("player"), "seat" if seat else "thing", phrase=phrase)
            defined = self._defined_set(name)
            if "{" not in self.lexicon.text(name):
                noun, plural = self.lexicon.noun(name)
                owner = self.joined([self.value(item) for item in node.items])
                if defined is not None and defined.sort == "seat":
                    return Members(noun, "seat", owner=owner)
                if (
                    defined is not None
                    and self.lexicon_kind(defined.noun)
                    and name in self.lexicon.texts
                    and noun.one != defined.noun.one
                    and not plural
                ):
                    return Members(defined.noun, place=self.tongue.of(noun, owner))
                return Members(noun, owner=owner)
            if defined is not None and defined.sort == "seat":
                phrase = replace(self.value(node), seat=True, plural=True)
                return Members(self.name("player"), "seat", phrase=phrase)
        phrase = self.value(node)
        if phrase.noun is None and defined is not None and self.lexicon_kind(defined.noun):
            return Members(defined.noun, phrase=phrase)
        return Members(phrase.noun or self.name("component"), phrase=phrase)

    def _defined_set(self, name: str) -> Members | None:
        """What is known of the members of a set that the game defines by name; None where it defines none."""
        values = self.said_by(name) if name in self.game.functions or name in self.game.quantities else []
        if len(values) != 1 or self._depth >= DEEP:
            return None
        value = values[0]
        if not isinstance(value, ast.Filtered | ast.Group | ast.Name | ast.Field):
            return None
        if isinstance(value, ast.Name | ast.Field) and value.name not in (*SEATS, *self.game.zones):
            return None
        declared = self.game.functions.get(name) or self.game.quantities.get(name)
        sorts = {"seat": "seat", "slot": "slot", "number": "number"}
        locals = (
            {n: Local(self.name(n), type.many, sorts.get(type.base, "thing")) for n, type in declared.parameters}
            if declared is not None
            else {}
        )
        with self.defining(locals):
            return self.set(value)

    def seat_set(self, node: ast.Expression) -> bool:
        """Whether a value is a set of players that the game defines."""
        if isinstance(node, ast.Call):
            node = node.of
        defined = self._defined_set(node.name) if isinstance(node, ast.Name) and node.name not in self.scope else None
        return defined is not None and defined.sort == "seat"

    def _answers(self, query: Query, node: ast.Call) -> Members:
        """The members that a query finds: `spaces on the line from …`."""
        parts = {str(i): self.argument(query, i, item) for i, item in enumerate(node.items)}
        form = f"{self.tongue.code} after"
        whole = f"{form} all" if len(node.items) == len(query.parameters) else form
        noun = query.forms["noun"]
        after = self.tongue.contracted(fill(query.forms.get(whole, query.forms[form]), parts))
        return Members(self.name(noun), noun if noun == "slot" else "thing", after=after)

    def members(self, info: Members, det: str, *, plural: bool = False, count: str = "", mode: str = "in") -> Phrase:
        """Members of a set: `each card in your hand whose size is 3`. `mode`: "in", "from" or "of" their place."""
        if info.phrase is not None:
            if not info.conditions:
                return info.phrase
            if not info.after:
                info = replace(info, after=self.say(self._out_of(info), info.phrase))
        if info.others:
            player = info.noun == self.name("player")
            det = {
                "a": "another" if player else "a",
                "each": "each other",
                "all": "all other",
                "the": "the other",
                "no": "no",
            }.get(det, det)
            if count:
                info.noun = self.adjective("andere" if self.german else "other", info.noun)
        tail = self._relative(info, plural)
        some = self._some_of(info, det, plural, count, mode)
        if some is not None:
            return replace(some, text=lambda case: some.text(case) + tail, tail=tail)
        base = self.tongue.noun(info.noun, det, plural=plural, count=count, after=self._place(info, mode))
        seat = info.sort == "seat"
        return replace(base, text=lambda case: base.text(case) + tail, tail=tail, seat=seat)

    def _some_of(self, info: Members, det: str, plural: bool, count: str, mode: str) -> Phrase | None:
        """Members of a zone that is called after them, without saying it twice: `all your masks`, `one of the dice`."""
        place = info.place
        if place is None or place.noun is None or not place.plural or info.slots or info.after or mode != "from":
            return None
        if f" {info.noun.many} " not in f" {place.noun.one} " or not (count or det in ("a", "all")):
            return None
        which = det if det == "all" else "of"
        return self.tongue.some_of(which, place, info.noun, count or ("" if plural else "1"))

    def _span(self, low: ast.Expression, high: ast.Expression) -> str:
        frame = "from range" if isinstance(high, ast.Number) else "from range to"
        return self.say(frame, self.operand(low), self.operand(high))

    def _place(self, info: Members, mode: str) -> str:
        if info.after:
            return info.after
        if info.low is not None and info.high is not None:
            return self._span(info.low, info.high)
        if info.place is not None:
            if info.slots or mode == "of":
                return format(info.place, "gen") if self.german else f"of {info.place}"
            return format(info.place, "out" if mode == "from" else "in")
        if info.owner is not None:
            owner = info.owner
            if owner.person == 2:
                return contract(f"von {owner.text('dat')}") if self.german else "of yours"
            return format(owner, "gen") if self.german else f"of {owner}"
        return ""

    # ---- relative clauses ------------------------------------------------------------------------

    def _relative(self, info: Members, plural: bool) -> str:
        """The conditions of the members: ` whose size is 3 and that are red`; German with its commas."""
        others, parts, plain = self._conditions(info, plural)
        text = "".join(f" {other}" for other in others)
        word = f" {self.tongue.small['and']} "
        if parts:
            text += f", {word.join(parts)}," if self.german else f" {word.join(parts)}"
        if plain:
            frame = "such that" if info.chosen else "for which"
            said = self.say(frame, word.join(plain), self._pronoun(info, plural))
            text += f", {said},"
        return text

    def _conditions(self, info: Members, plural: bool) -> tuple[list[str], list[str], list[str]]:
        """What is left out, what is said of the members in relative clauses, and what cannot be said so."""
        parts: list[str] = []
        others: list[str] = []
        plain: list[str] = []
        for name, condition in info.conditions:
            conjuncts = (
                condition.parts if isinstance(condition, ast.Logic) and condition.operator == "and" else [condition]
            )
            for part in conjuncts:
                if part == ast.IsKind(ast.Name(name), self._kind_of(info.noun), False):
                    continue  # it is called so
                except_ = self._except(name, part)
                if except_ is not None:
                    others.append(except_)
                    continue
                relative = self._relative_clause(info, name, part, plural)
                if relative:
                    parts.append(relative)
                    continue
                noun = replace(self.tongue.noun(info.noun, "the"), seat=info.sort == "seat")
                if info.sort == "seat" and info.noun == self.name("player"):
                    noun = self.someone(plural)
                with self.inside(**{name: Local(info.noun, False, info.sort, noun), "it": self._it(info, name, noun)}):
                    plain.append(self.clause(part))
        return others, parts, plain

    def _kind_of(self, noun: Noun) -> str:
        """The kind of component that a noun is the name of, or nothing."""
        known = ((kind, self.lexicon.nouns.get(kind)) for kind in self.game.kinds)
        return next((kind for kind, own in known if own and f" {noun.one}".endswith(f" {own.one}")), "")

    def _it(self, info: Members, name: str, phrase: Phrase) -> Local:
        if name == "it" or "it" not in self.scope:
            return Local(info.noun, False, info.sort, phrase)
        return self.scope["it"]

    def _except(self, name: str, part: ast.Expression) -> str | None:
        """`other than this card`."""
        match part:
            case ast.Compare(operator="!=", left=ast.Name(name=left), right=right) if left == name:
                return self.say("other than", self.value(right))
            case ast.Compare(operator="!=", left=left_value, right=ast.Name(name=right_name)) if right_name == name:
                return self.say("other than", self.value(left_value))
            case ast.Member(member=ast.Name(name=left), of=of, negated=True) if left == name:
                if not isinstance(of, ast.Range | ast.Field):
                    return self.say("other than", self.value(of))
            case _:
                pass
        return None

    def _relative_clause(self, info: Members, name: str, part: ast.Expression, plural: bool) -> str:
        """A clause whose subject is the member or something of it; nothing if it does not begin with it."""
        if info.sort == "slot" and any(
            isinstance(n, ast.Field) and n.of == ast.Name(name) and n.name in self.game.kinds for n in walk(part)
        ):
            return ""  # what lies on it: `the tile on the space`
        mentions = [n for n in walk(part) if isinstance(n, ast.Name) and n.name == name]
        if len(mentions) != 1 or not self._leads(part, name):
            return ""
        phrase = self._pronoun(info, plural)
        with self.inside(**{name: Local(info.noun, plural, info.sort, phrase)}):
            return self.clause(part)

    def _leads(self, part: ast.Expression, name: str) -> bool:
        match part:
            case ast.Name():
                return part.name == name
            case ast.Field(of=ast.Name(name=owner)):
                return owner == name and not (part.name in self.game.kinds and self.slot_like(part.of))
            case ast.Call(of=ast.Name(name="exists"), items=(only,)):
                kept = self._kept_by(only)
                return isinstance(kept, ast.Field) and self._leads(kept, name)
            case ast.Call(of=ast.Name(name=called), items=(first,)) if self._plainly_called(called):
                return first == ast.Name(name) and not self.truth(part)
            case ast.Compare(left=ast.Call(of=ast.Name(name="count"), items=(only,)), right=right):
                return isinstance(right, ast.Number) and self._leads_zone(only, name)
            case ast.Compare(left=left):
                return self._leads(left, name)
            case ast.Member(member=member):
                return self._leads(member, name)
            case ast.IsKind(of=of):
                return self._leads(of, name)
            case ast.Unary(operator="not", operand=operand):
                return self._leads(operand, name)
            case ast.Call(of=ast.Name(name=called), items=items) if items:
                first = items[0]
                if called in ("total", "highest", "lowest", "first", "last", "count", "exists"):
                    return False
                if called in ("any", "none"):
                    return self._leads_zone(first, name)
                if "{" in self.lexicon.text(called):
                    text = self.lexicon.text(called).lstrip()
                    mine = [str(at) for at, item in enumerate(items) if item == ast.Name(name)]
                    if len(mine) == 1 and not self.truth(part):
                        owned = self.tongue.owned(text, mine[0], WHOSE[2 if self.german else 0])
                        if owned.startswith(WHOSE):
                            return True
                    return text.startswith("{0") and not isinstance(first, ast.Filtered) and self._leads(first, name)
                if called in self.queries:
                    return not isinstance(first, ast.Filtered | ast.Group) and self._leads(first, name)
                return False
            case _:
                return False

    def _plainly_called(self, name: str) -> bool:
        """Whether a value that is reckoned or kept for something is said by a noun: `price`, not `the price of {0}`."""
        game, text = self.game, self.lexicon.text(name)
        declared = name in game.variables or name in game.functions or name in game.quantities
        return declared and bool(text) and "{" not in text and self._defined_set(name) is None

    def _leads_zone(self, item: ast.Item, name: str) -> bool:
        return isinstance(item, ast.Field) and item.name in self.game.zones and self._leads(item, name)

    def _pronoun(self, info: Members, plural: bool) -> Phrase:
        seat = info.sort == "seat"
        if not self.german:
            word = "who" if seat else "that"
            return replace(self.words(word), plural=plural, owner="whose", seat=seat)
        gender = "p" if plural else info.noun.gender
        forms = THE.get(gender, THE["f"])
        forms = (*forms[:2], "denen" if gender == "p" else forms[2], REL_OWNER[gender if gender != "p" else "p"])
        owner = REL_OWNER[gender]
        cases = dict(zip(("nom", "acc", "dat", "gen"), forms, strict=True))
        base = self.words("")
        return replace(base, text=cases.__getitem__, plural=plural, owner=owner, seat=seat)

    # ---- conditions ------------------------------------------------------------------------------

    def clause(self, node: ast.Item, positive: bool = True) -> str:
        """A condition, or its opposite."""
        match node:
            case ast.Unary(operator="not"):
                return self.clause(node.operand, not positive)
            case ast.Logic():
                return self._logic(node, positive)
            case ast.Compare():
                return self._compare(node.operator if positive else OPPOSITE[node.operator], node.left, node.right)
            case ast.IsKind():
                is_kind = positive != node.negated
                of = self.value(node.of)
                det = "a" if is_kind or not self.german else "no"
                kind = self.tongue.noun(self.name(node.kind), det, plural=of.plural)
                return self.say("is kind" if is_kind else "is not kind", of, kind)
            case ast.Member():
                return self._member(node, positive != node.negated)
            case ast.Name(name="true" | "false"):
                return self.say("always" if (node.name == "true") == positive else "never")
            case ast.Name():
                return self._truth(node.name, positive)
            case ast.Field():
                return self._truth_of(node.name, self.value(node.of), positive)
            case ast.Call():
                return self._truth_call(node, positive)
            case ast.Group(items=(only,)):
                return self.clause(only, positive)
            case _:
                return self.say("holds true" if positive else "holds false", self.value(node))

    def truth(self, node: ast.Item) -> bool:
        """Whether a value holds or does not."""
        match node:
            case ast.Compare() | ast.Logic() | ast.IsKind() | ast.Member() | ast.Name(name="true" | "false"):
                return True
            case ast.Unary(operator="not"):
                return True
            case ast.Group(items=(only,)):
                return self.truth(only)
            case ast.Call(of=ast.Name(name=name)) if name in self.queries:
                return self.queries[name].gives([types.NUMBER, types.NUMBER]).base == "truth"
            case ast.Call(of=ast.Name(name=name)) if name in self.game.functions:
                return any(self.truth(value) for value in self.said_by(name))
            case _:
                return False

    def said_by(self, name: str) -> list[ast.Item]:
        """The values that a function may have."""
        declared = self.game.functions.get(name) or self.game.quantities.get(name)
        node = declared.node if declared is not None else None
        cases = list(node) if isinstance(node, Sequence) else [node]
        nodes = [case.get("is") if isinstance(case, Mapping) else case for case in cases]
        texts = [effect_text(case, Report()) for case in nodes if isinstance(case, Scalar)]
        values = [parse_value(text, Report()) for text in texts if text is not None]
        return [value for value in values if value is not None]

    def _truth(self, name: str, positive: bool) -> str:
        local = self.scope.get(name)
        text = self.lexicon.text(name)
        if text and " " not in text:  # a mark and no clause: `tied`
            return self.say("holds true" if positive else "holds false", text)
        if text:
            text = self.tongue.clause(text)
        if local is not None and text and local.sort in ("truth", "thing"):
            return text if positive else self.denied(text)
        if local is not None:
            return self.say("holds true" if positive else "holds false", local.noun.one)
        found = self.definition(name)
        if found is not None and not found[0]:
            with self.defining({}):
                told = self.clause(found[1], positive)
            if len(told) <= 2 * SHORT:
                return told
        if not text:
            return self.say("holds true" if positive else "holds false", self.name(name).one)
        return text if positive else self.denied(text)

    def denied(self, text: str) -> str:
        """A written clause and its opposite: `hearts are broken`, `hearts are not broken`."""
        for pattern, no in NEGATIVE[self.tongue.code]:
            found = re.subn(pattern, no, text, count=1)
            if found[1]:
                return found[0]
        if not self.german:
            found = re.subn(r" (is|are|was|were|has|have|can|may|will)\b", r" \1 not", text, count=1)
            return found[0] if found[1] else self.say("not", text)
        words = text.rstrip(",").split(" ")
        aux = words[-1] in (
            "ist",
            "sind",
            "wurde",
            "wurden",
            "wird",
            "hat",
            "haben",
            "kann",
            "darf",
            "können",
            "dürfen",
        )
        at = len(words) - (2 if aux and len(words) > 2 else 1)
        return " ".join([*words[:at], "nicht", *words[at:]])

    def _truth_of(self, name: str, owner: Phrase, positive: bool) -> str:
        text = self.lexicon.text(name) or name.replace("_", " ")
        if "{" in text:
            said = self.tongue.contracted(self.tongue.clause(fill(text, {"0": owner})))
            return said if positive else self.denied(said)
        if self.german and not positive and text.startswith("ein"):
            return self.say("true of", owner, f"k{text}")
        return self.say("true of" if positive else "false of", owner, text)

    def _truth_call(self, node: ast.Call, positive: bool) -> str:
        code = self.tongue.code
        name = node.of.name if isinstance(node.of, ast.Name) else ""
        query = self.queries.get(name)
        found = self.definition(name) if query is None else None
        if found is not None and len(found[0]) == len(node.items):
            with self.defining(self.bound(found[0], node)):
                told = self.clause(found[1], positive)
            if len(told) <= 2 * SHORT:
                return told
        if query is None:
            text = self.lexicon.text(name)
            args = [self.value(item) for item in node.items]
            if "{" in text:
                filled = fill(self._numbered(text, args), {str(i): a for i, a in enumerate(args)})
                said = self.tongue.contracted(self.tongue.clause(filled))
                return said if positive else self.denied(said)
            if len(args) == 1:
                return self._truth_of(name, args[0], positive)
            rest = listed([str(a) for a in args], self.tongue.small["and"])
            title = text or name.replace("_", " ")
            return self.say("holds true of" if positive else "holds false of", title, rest)
        if name in ("any", "none") and node.items:
            return self._existence(node.items[0], positive == (name == "any"))
        if name == "exists" and node.items[0] == ast.Name("who") and "who" not in self.scope:
            return self.say("somebody" if positive else "nobody")
        if name == "exists":
            return self._presence(node.items[0], positive)
        by = self._by(node.items[0]) if node.items else None
        parts = {str(i): self.argument(query, i, item) for i, item in enumerate(node.items)}
        key = f"{code} by" if by is not None else code
        if by is not None:
            parts["by"] = self._key(by, self.set(node.items[0]))
        sentence = query.forms.get(key, "") if key != code else query.sentences[code]
        if not positive:
            denied = query.forms.get(f"{key} not")
            return fill(denied, parts) if denied else self.say("not", fill(sentence, parts))
        return fill(sentence or query.sentences[code], parts)

    def _presence(self, item: ast.Item, positive: bool) -> str:
        """Whether there is something that need not be there: `the company has a president`."""
        det = "a" if positive else "no"
        item = self._kept_by(item)
        if isinstance(item, ast.Field) and "{" not in self.lexicon.text(item.name):
            noun, plural = self.lexicon.noun(item.name)
            if not (item.name in self.game.kinds and self.slot_like(item.of)):
                return self.say("has", self.value(item.of), self.tongue.noun(noun, det, plural=plural))
        return self.say("there is", self._some(item, det))

    def _kept_by(self, item: ast.Item) -> ast.Item:
        """A variable that each of a set has, as something of its: `ruler(region)` as `region.ruler`."""
        if isinstance(item, ast.Call) and isinstance(item.of, ast.Name) and len(item.items) == 1:
            name, only = item.of.name, item.items[0]
            if name in self.game.variables and isinstance(only, _NAMED):
                return ast.Field(only, name)
        return item

    def _existence(self, item: ast.Item, positive: bool) -> str:
        info = self.set(item)
        if info.phrase is not None and not info.conditions and info.phrase.plural:
            return self.say("some of" if positive else "none of", info.phrase)
        if info.place is not None and not info.slots and not info.conditions:
            return self.say("not empty" if positive else "empty", info.place)
        return self.say("there is", self.members(info, "a" if positive else "no"))

    def _logic(self, node: ast.Logic, positive: bool) -> str:
        operator = node.operator if positive else {"and": "or", "or": "and"}[node.operator]
        word = self.tongue.small[operator]
        texts = []
        for part in node.parts:
            text = self.clause(part, positive)
            if operator == "and" and text == self.say("always"):
                continue
            if operator == "and" and isinstance(part, ast.Logic) and (part.operator == "or") == positive:
                text = self.say("nested or", text)
            texts.append(text)
        return f" {word} ".join(texts) or self.say("always")

    def _member(self, node: ast.Member, positive: bool) -> str:
        member = self.value(node.member)
        no = "" if positive else "not "
        of = node.of
        if isinstance(of, ast.Range):
            if isinstance(of.low, ast.Number) and isinstance(of.high, ast.Number) and of.high.value == of.low.value + 1:
                both = self.joined([self.value(of.low), self.value(of.high)], "or")
                return self.say("==" if positive else "!=", member, both)
            return self.say(f"{no}in range", member, self.value(of.low), self.value(of.high))
        if isinstance(of, ast.Group) and len(of.items) > 1:
            return self.say("==" if positive else "!=", member, self.joined([self.value(i) for i in of.items], "or"))
        info = self.set(of)
        if info.place is not None and not info.slots and not info.conditions:
            where = format(info.place, "in")
            return self.say("true of" if positive else "false of", member, where)
        return self.say(f"{no}is among", member, self.value(of))

    def _compare(self, operator: str, left: ast.Expression, right: ast.Expression) -> str:
        if isinstance(left, ast.Call) and isinstance(left.of, ast.Name) and isinstance(right, ast.Number):
            found = self.definition(left.of.name)
            if found is not None and len(found[0]) == len(left.items):
                with self.defining(self.bound(found[0], left)):
                    if not isinstance(found[1], ast.Filtered):
                        return self._compare(operator, found[1], right)
        if isinstance(right, ast.Name) and right.name in ("true", "false") and operator in ("==", "!="):
            return self.clause(left, (right.name == "true") == (operator == "=="))
        if isinstance(right, ast.Name) and right.name == "nothing" and operator in ("==", "!="):
            return self._presence(left, operator == "!=")
        if operator in ("==", "!="):
            for mine, other in ((left, right), (right, left)):
                if isinstance(mine, ast.Field) and mine.name == "owner" and self.is_seat(other):
                    frame = "owns" if operator == "==" else "owns not"
                    return self.say(frame, self.value(mine.of), self.value(other))
        if (
            isinstance(left, ast.Binary)
            and left.operator == "mod"
            and right == ast.Number(0)
            and operator in ("==", "!=")
        ):
            frame = "divisible" if operator == "==" else "not divisible"
            return self.say(frame, self.value(left.left), self.value(left.right))
        if isinstance(left, ast.Call) and isinstance(left.of, ast.Name) and left.of.name == "count":
            said = self._count(operator, left.items[0], right)
            if said:
                return said
        said = self._has(operator, left, right)
        if said:
            return said
        subject, told = self.value(left), self.value(right)
        if operator in ("==", "!=") and right == ast.Name("you") and left != right:
            if subject.text("nom").startswith(WHOSE):  # `whose keeper you are`
                return self.say("you are" if operator == "==" else "you are not", subject, told)
            if subject.person == 3 and subject.text("nom") not in RELATIVE:
                return self.say(operator, told, subject)
        if self.german and operator == "==" and isinstance(right, ast.Number) and subject.text("nom")[-1:].isdigit():
            operator = "== number"  # two numbers side by side
        return self.say(operator, subject, told)

    def _count(self, operator: str, of: ast.Item, right: ast.Expression) -> str:
        """`your hand holds at least 5 cards`, `there are 2 players`."""
        if not isinstance(right, ast.Number):
            return ""
        if (operator, right.value) in ((">", 0), (">=", 1), ("!=", 0)):
            return self._existence(of, True)
        if (operator, right.value) in (("==", 0), ("<", 1), ("<=", 0)):
            return self._existence(of, False)
        info = self.set(of)
        if info.phrase is not None and not info.conditions:
            return ""  # a phrase of its own takes no number
        count = self.say(f"n {operator}", str(right.value))
        many = right.value != 1
        if info.place is not None and not info.slots and not info.conditions:
            return self.say("holds", info.place, self.tongue.noun(info.noun, "", plural=many, count=count))
        if isinstance(of, ast.Name) and of.name in self.scope:
            return self.say("they are" if many else "it is", self.tongue.noun(info.noun, "", plural=many, count=count))
        return self.say("there are" if many else "there is", self.members(info, "", plural=many, count=count))

    def _has(self, operator: str, left: ast.Expression, right: ast.Expression) -> str:
        """`you have at least 3 coins`."""
        if not isinstance(right, ast.Number):
            return ""
        if isinstance(left, ast.Field) and left.name in self.game.resources:
            name, owner = left.name, self.value(left.of)
        elif isinstance(left, ast.Name) and left.name in self.game.resources and left.name not in self.scope:
            name, owner = left.name, self.tongue.you(self.they)
            if not self.game.resources[name].per_player:
                return ""
        else:
            return ""
        if owner.text("nom") in RELATIVE:
            owner = replace(owner, owner="")
        many = right.value != 1
        if (operator, right.value) in (("==", 0), ("<=", 0), ("<", 1)):
            what = self.tongue.noun(self.name(name), "no", plural=True)
        elif (operator, right.value) in ((">", 0), ("!=", 0), (">=", 1)):
            what = self.tongue.noun(self.name(name), "", count=self.say("n >=", "1"))
        else:
            noun = self.name(name)
            mass = " mass" if noun.mass and operator == "<" else ""
            count = self.say(f"n {operator}{mass}", str(right.value))
            what = self.tongue.noun(noun, "", plural=many, count=count)
        return self.say("has", owner, what)


_NAMED = ast.Name | ast.Field


__all__ = ["Local", "Members", "Values", "types"]
