"""Effects in words: each form and verb of the language as a clause, and clauses put together as a text.

A statement is said in a voice: "imp" (`draw a card`), "inf" (after `you may`), or "fin" (after `each player`). What
cannot be said in a voice raises `Unsayable`, and the form around it falls back on `each player: draw a card; …`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from interpreter.syntax import ast, walk
from interpreter.vocabulary import Parameter, Verb
from interpreter.wording.nouns import Forms, Noun, Phrase, Said, fill, listed, tidy
from interpreter.wording.values import Local, Members, Values

CHOOSE = {"en": Forms("choose {argument}"), "de": Forms("wähle {argument}", "wähle wählst wählt wählen gewählt")}
DECIDE = {
    "en": Forms("decide whether {argument}"),
    "de": Forms("entscheide , ob {argument}", "entscheide entscheidest entscheidet entscheiden entschieden"),
}
REMEMBER = {
    "en": Forms("remember {argument} as {as}"),
    "de": Forms("merke dir {argument} als {as}", "merke merkst merkt merken gemerkt"),
}
JOINED = 4  # so many clauses may stand in one
LONG = 170  # a text longer than this is broken into steps


class Unsayable(Exception):
    """A form that does not exist in the voice that is asked for."""


def _inside(match: re.Match[str]) -> bool:
    """Whether a place in a text stands in parentheses."""
    before = match.string[: match.start()]
    return before.count("(") > before.count(")")


class Sentences(Values):
    """Says effects of one game in one language."""

    # ---- whole texts -----------------------------------------------------------------------------

    def text(self, block: ast.Block) -> str:
        """An effect as a text: sentences, and lists where something has many parts."""
        if all(isinstance(s, ast.Plain) for s in block.statements):
            said = self.block(block, "imp")
            return self.layout([said] if said.text else said.steps)
        parts: list[Said] = []
        with self.inside():
            for at, statement in enumerate(block.statements):
                parts += self.statement(statement, "imp", block.statements[at + 1 :])
        return self.layout([part for part in parts if part.text or part.steps])

    def layout(self, parts: Sequence[Said]) -> str:
        """Clauses as sentences; a clause with steps that have steps becomes a list."""
        lines: list[str] = []
        flowing: list[str] = []
        for part in parts:
            flat = self.flat(part)
            if flat is not None:
                flowing.append(self.sentence(flat))
                continue
            if flowing:
                lines.append(" ".join(flowing))
                flowing = []
            lines += self.outline(part, 0)
        if flowing:
            lines.append(" ".join(flowing))
        return "\n".join(lines)

    def flat(self, said: Said) -> str | None:
        """A clause with its steps in one line, or None when they are too many."""
        if not said.steps:
            return said.text
        if any(step.steps for step in said.steps):
            return None
        word = f"; {said.joiner} " if said.joiner else "; "
        text = f"{said.text} {word.join(step.text for step in said.steps)}"
        return text if len(text) <= LONG or len(said.steps) == 1 else None

    def outline(self, said: Said, depth: int) -> list[str]:
        """A clause and its steps, one on each line."""
        flat = self.flat(said)
        indent = "  " * (depth - 1) + "- " if depth else ""
        if flat is not None:
            return [indent + self.sentence(flat)]
        lines = [indent + self.sentence(said.text)] if said.text else []
        for step in said.steps:
            lines += self.outline(step, depth + 1)
        return lines

    def sentence(self, text: str) -> str:
        """A clause with a capital and a full stop."""
        text = tidy(re.sub(r",+(\s*[,.;:)])", r"\1", text + ("" if text.endswith((":", ".")) else ".")))
        if self.german:
            text = re.sub(r": ([a-zäöü])", lambda m: m[0] if _inside(m) else ": " + m[1].upper(), text)
        return text[:1].upper() + text[1:]

    # ---- blocks ----------------------------------------------------------------------------------

    def block(self, block: ast.Block, voice: str) -> Said:
        """Statements one after the other, as one clause or as steps."""
        with self.inside():
            said: list[Said] = []
            for at, statement in enumerate(block.statements):
                said += self.statement(statement, voice, block.statements[at + 1 :])
        return self.combine(said)

    def combine(self, said: list[Said]) -> Said:
        """Short acts become one clause, others steps."""
        said = [part for part in said if part.text or part.steps]
        if not said:
            return Said("", [])
        if len(said) == 1:
            return said[0]
        simple = all(part.act and not part.steps and not part.alone for part in said)
        parts = [text for part in said for text in part.parts or [part.text]]
        if simple and len(parts) <= JOINED and sum(map(len, parts)) <= LONG:
            return Said(self.anded(parts), parts=parts)
        return Said("", said, act=False)

    def anded(self, texts: list[str]) -> str:
        """`a, b and c`."""
        performed = re.compile(r"führe (.+) aus" if self.german else r"carry out (.+)")
        done = [match[1] for text in texts if (match := performed.fullmatch(text))]
        if len(done) == len(texts) == 2 and not any(" aus " in f" {part} " for part in done if self.german):
            return (
                f"führe erst {done[0]}, dann {done[1]} aus" if self.german else f"carry out {done[0]}, then {done[1]}"
            )
        return listed(texts, self.tongue.small["and"])

    def under(self, lead: str, body: Said, separator: str = ",") -> Said:
        """A body behind its lead: `if …, draw a card`, or `for each …:` with steps."""
        if not body.text:
            return Said(f"{lead}:", body.steps, False, body.joiner)
        text = body.text
        if separator == "," and text.startswith(("if ", "wenn ")) and lead.startswith(("if ", "wenn ")):
            separator = ":"
        elif self.german and not body.act and separator == ",":
            if text.startswith("du darfst "):
                text = f"darfst du {text.removeprefix('du darfst ')}"
            else:
                separator = ":"
        return Said(f"{lead}{separator} {text}", body.steps, False, body.joiner)

    # ---- statements ------------------------------------------------------------------------------

    def statement(self, node: ast.Statement, voice: str, after: Sequence[ast.Statement] = ()) -> list[Said]:
        """A statement as one clause or more. `after`: the statements behind it."""
        match node:
            case ast.Plain():
                return [self.plain(node, voice)]
            case ast.Let():
                return self.let(node, voice, after)
            case ast.Sentence():
                return self.arrow(node, voice)
            case ast.May():
                return [self.may(node, voice)]
            case ast.Either():
                return [self.either(node, voice)]
            case ast.If():
                return self.branches(node, voice)
            case _:
                pass
        if voice != "imp":
            raise Unsayable
        match node:
            case ast.ForEach():
                return [self.for_each(node)]
            case ast.As():
                return [self.players(node)]
            case ast.Repeat():
                return [self.repeat(node)]
            case ast.During():
                return [self.during(node)]
            case ast.Limited():
                return [self.under(self.limit(node.limit), self.block(node.body, "imp"), ":")]
            case ast.Trigger():
                return [self.trigger(node, False)]
            case _:
                assert_never(node)

    # ---- let -------------------------------------------------------------------------------------

    def let(self, node: ast.Let, voice: str, after: Sequence[object], promised: bool = False) -> list[Said]:
        """What a name stands for; said in place of the name where it is short or needed once, unless it changes before.
        `promised`: left of an arrow."""
        uses = sum(
            isinstance(n, ast.Name) and n.name == node.name
            for part in after
            for n in walk(part)  # type: ignore[arg-type]
        )
        you = isinstance(node.value, ast.Name) and node.value.name == "you"
        changed = not you and self.changing.changed(node.name, node.value, after)  # type: ignore[arg-type]
        path = isinstance(node.value, ast.Name | ast.Field) and not you and uses <= 3 and not changed
        short = path or (uses <= 1 and not you and not changed and not self._reckoned(node.value, after))
        noun, plural = self.lexicon.noun(node.name)
        if short:
            self.scope = {**self.scope, node.name: Local(noun, plural, value=node.value)}
            return []
        if self.truth(node.value) and voice == "imp":
            own = self.lexicon.text(node.name)
            noun = Noun(noun.one, noun.one, bare=True)
            self.scope = {**self.scope, node.name: Local(noun, False, "truth")}
            if own:
                return [Said(self.say("note truth", self.clause(node.value)))]
            return [Said(self.say("define truth", noun.one, self.clause(node.value)), act=False)]
        value = self.value(node.value)
        if self.lexicon.find(node.name) is None:
            seat = value.seat or self.is_seat(node.value)
            ordered = isinstance(node.value, ast.Call) and node.value.of == ast.Name("sorted")
            base = self.name("player") if seat else self.set(node.value).noun if ordered else value.noun
            plural = plural or ordered
            if base is not None:
                text = noun.one
                noun = replace(base, one=self.say("named", base.one, text), many=self.say("named", base.many, text))
                plural = plural or value.plural
            else:
                noun = Noun(self.say("quoted", noun.one), self.say("quoted", noun.one), bare=True)
                plural = False
        sort = "seat" if you or value.seat or self.is_seat(node.value) else "thing"
        plural = not you and (plural or (isinstance(node.value, ast.Group) and value.plural))
        self.scope = {**self.scope, node.name: Local(noun, plural, sort)}
        if changed and not promised and not self._thing(node.value, value):
            name = self.tongue.noun(noun, "" if self.german else "the", plural=plural)
            parts = {"argument": self._fenced(value), "as": name}
            return [Said(self.tongue.say(REMEMBER[self.tongue.code], lambda t: fill(t, parts), voice))]
        if voice != "imp":
            raise Unsayable
        said = self.tongue.noun(noun, "the", plural=plural)
        frame = "define you" if you else "define"
        text = self.say(frame, said) if you else self.say(frame, said, value)
        return [Said(text, act=False)]

    def _thing(self, node: ast.Expression, value: Phrase) -> bool:
        """Whether a value is a thing on the table: what it is called stays with it, whatever is done with it."""
        match node:
            case ast.Superlative():
                return not value.seat
            case ast.Call(of=ast.Name(name="first" | "last" | "random")):
                return not value.seat
            case _:
                return value.noun is not None and self.lexicon_kind(value.noun)

    def _fenced(self, value: Phrase) -> Phrase:
        """A value with a comma behind it, where it has one inside."""

        def text(case: str) -> str:
            said = value.text(case).rstrip(",")
            return f"{said}," if ", " in said else said

        return self.words(text("acc"))

    @staticmethod
    def _reckoned(value: ast.Expression, after: Sequence[object]) -> bool:
        """Whether a value is better said before what follows than in the middle of it."""
        return len(after) > 1 and isinstance(value, ast.Call | ast.Binary | ast.Divide)

    # ---- a sentence ------------------------------------------------------------------------------

    def arrow(self, node: ast.Sentence, voice: str) -> list[Said]:
        """`pay 1 coin to draw a card`, `choose a card from your hand and discard it`."""
        before = self.scope
        leads: list[str] = []
        required: list[str] = []
        defined: list[str] = []
        paying = True
        self.scope = dict(before)
        try:
            inlined = self._inlined(node)
            for at, commitment in enumerate(node.commitments):
                match commitment:
                    case ast.Require():
                        condition = self.clause(commitment.condition)
                        if condition != self.say("always"):
                            required.append(condition)
                    case ast.Let():
                        rest = [*node.commitments[at + 1 :], node.body]
                        uses = sum(
                            isinstance(n, ast.Name) and n.name == commitment.name for part in rest for n in walk(part)
                        )
                        if uses <= 1 and not self.changing.changed(commitment.name, commitment.value, rest):
                            noun, plural = self.lexicon.noun(commitment.name)
                            local = Local(noun, plural, value=commitment.value)
                            self.scope = {**self.scope, commitment.name: local}
                            continue
                        said = "; ".join(part.text for part in self.let(commitment, "imp", rest, True))
                        if said and leads and not required:
                            leads[-1] = f"{leads[-1].rstrip(',')} ({said})"
                        elif said:
                            defined.append(said)
                    case ast.Choose():
                        asked = self._whether(commitment, node.body, voice)
                        if asked is not None:
                            main = [asked]
                            return self._with_otherwise(main, node, voice)
                        if commitment is inlined:
                            self.choose(commitment, voice, inline=True)
                            continue
                        paying = False
                        leads.append(self.choose(commitment, voice))
                    case ast.Plain():
                        leads.append(self.plain(commitment, voice).text)
                    case _:
                        assert_never(commitment)
            main = [self._arrow(node, voice, leads, required, defined, paying)]
        finally:
            self.scope = before
        return self._with_otherwise(main, node, voice)

    def _with_otherwise(self, main: list[Said], node: ast.Sentence, voice: str) -> list[Said]:
        if node.otherwise is None:
            return main
        if voice != "imp":
            raise Unsayable
        body = self.block(node.otherwise, "imp")
        lead = self.say("cannot", "").rstrip(", ")
        return [*main, self.under(lead, body)]

    def _arrow(
        self, node: ast.Sentence, voice: str, leads: list[str], required: list[str], defined: list[str], paying: bool
    ) -> Said:
        nothing = len(node.body.statements) == 1 and getattr(node.body.statements[0], "verb", "") == "nothing"
        if defined and leads and not required:
            leads[-1] = f"{leads[-1].rstrip(',')} ({'; '.join(defined)})"
            defined = []
        setting = any(isinstance(s, ast.Plain) and s.verb in ("set", "perform") for s in node.body.statements)
        to_do = paying and bool(leads) and not self.german and not nothing and not setting
        body = (
            Said("")
            if nothing
            else self.block(node.body, "inf" if to_do else voice)
            if self._plain_body(node.body) or voice != "imp"
            else self.block(node.body, "imp")
        )
        lead = self.anded(leads)
        if len(leads) > 2 and len(lead) > LONG:
            lead = "; ".join(part.rstrip(",") for part in leads)
        if not leads:
            said = body
        elif not body.text and not body.steps:
            said = Said(lead)
        elif body.text and not body.steps and body.act:
            if to_do:
                said = Said(f"{lead} to {body.text}")
            else:
                parts = [*leads, *(body.parts or [body.text])]
                long = (
                    sum(map(len, parts)) > LONG
                    or len(parts) > JOINED
                    or any(";" in part or "(" in part for part in leads)
                )
                if long and voice == "imp":
                    said = Said(
                        self.say("then do", lead.rstrip(","), body.text)
                        if not self.german
                        else f"{lead.rstrip(',')}: {body.text}"
                    )
                else:
                    said = Said(self.anded(parts), parts=parts)
        elif voice != "imp":
            raise Unsayable
        elif body.text:
            said = Said(f"{lead.rstrip(',')}: {body.text}", body.steps, True, body.joiner)
        else:
            said = Said(f"{lead.rstrip(',')}:", body.steps, True, body.joiner)
        if required:
            if voice == "fin":
                raise Unsayable
            condition = f" {self.tongue.small['and']} ".join(required)
            if defined:
                condition = f"{condition.rstrip(',')} ({'; '.join(defined)})"
            lead = self.say("if only", condition)
            if voice == "inf":
                raise Unsayable
            said = self.under(lead, said)
        return said

    @staticmethod
    def _plain_body(body: ast.Block) -> bool:
        return all(isinstance(s, ast.Plain) for s in body.statements)

    def _inlined(self, node: ast.Sentence) -> ast.Choose | None:
        """The one choice that can be said where what is chosen is used: `discard a card from your hand`."""
        chooses = [c for c in node.commitments if isinstance(c, ast.Choose)]
        if len(chooses) != 1 or not node.body.statements:
            return None
        choice = chooses[0]
        first = node.body.statements[0]
        if not isinstance(first, ast.Plain) or len(first.amounts) != 1 or first.amounts[0] != ast.Name(choice.name):
            return None
        if (
            first.verb in ("perform", "set", "gain", "lose", "pay")
            or choice.constraint
            or choice.matching
            or choice.minimal
        ):
            return None
        if (
            choice.repeating
            or isinstance(choice.of, ast.Range)
            or (isinstance(choice.of, ast.Group) and len(choice.of.items) > 1)
        ):
            return None
        info = self.set(choice.of)
        if choice.where is not None:
            mine = any(isinstance(n, ast.Name) and n.name == choice.name for n in walk(choice.where))
            info.conditions.append((choice.name if mine else "it", choice.where))
        if self._conditions(info, False)[2]:
            return None
        rest = [c for c in node.commitments if c is not choice]
        labels = [n for part in first.labelled for n in walk(part)]
        named = [n for c in rest for n in walk(c)] + labels
        if any(isinstance(n, ast.Name) and n.name == choice.name for n in named):
            return None
        return choice

    def _whether(self, choice: ast.Choose, body: ast.Block, voice: str) -> Said | None:
        """`decide whether you leave`, for a choice between true and false that is only kept."""
        only = body.statements[0] if len(body.statements) == 1 else None
        of = choice.of
        if not (
            isinstance(of, ast.Group) and all(isinstance(i, ast.Name) and i.name in ("true", "false") for i in of.items)
        ):
            return None
        if not (isinstance(only, ast.Plain) and only.verb == "set" and len(only.amounts) == 1):
            return None
        target = only.amounts[0]
        if not isinstance(target, ast.Field | ast.Name):
            return None
        clause = self.words(self.clause(target))
        return Said(self.tongue.say(DECIDE[self.tongue.code], lambda t: fill(t, {"argument": clause}), voice))

    # ---- choices ---------------------------------------------------------------------------------

    def choose(self, node: ast.Choose, voice: str, inline: bool = False) -> str:
        """`choose 2 cards from your hand`; `inline`: said where the name is first used."""
        info = self.set(node.of)
        info.chosen = True
        found = self.lexicon.member(node.name)
        noun, sort = info.noun, info.sort
        plural = self._several(node.how_many) or node.matching is not None
        if found is not None and not self.lexicon.own(node.name) and self._is_kind(noun) and not info.phrase:
            found = None
        if found is not None:
            noun = found[0]
            plural = plural or (node.how_many is None and found[1])
        elif any(
            local.noun == noun and local.value is None and ast.Name(other) != node.of
            for other, local in self.scope.items()
        ):
            text = node.name.replace("_", " ")
            noun = Noun(self.say("named", noun.one, text), self.say("named", noun.many, text), noun.gender, noun.on)
        if node.where is not None:
            mine = any(isinstance(n, ast.Name) and n.name == node.name for n in walk(node.where))
            info.conditions.append((node.name if mine else "it", node.where))
        within = info.noun.one in noun.one and noun != info.noun
        if info.group is not None and info.place is None and not within and (noun != info.noun or sort != "seat"):
            if noun != info.noun or (isinstance(node.of, ast.Name) and node.of.name in self.scope):
                info.after = self.say("among", info.group)
        info.noun = noun
        phrase = self._chosen(node, info, plural, noun)
        local = Local(noun, plural, sort)
        if sort == "number" and node.how_many is None and found is not None and found[1]:
            local.phrase = self.tongue.nominal(
                self.say(
                    "amount of" if noun.mass else "number of",
                    self.tongue.noun(noun, "the" if self.german and not noun.mass else "", plural=True),
                )
            )
            if not self.german:
                local.phrase = self.words(f"the {local.phrase.text('acc')}")
        if inline:
            local.first = phrase
        tail = f" {self.say('repeating')}" if node.repeating else ""
        with self.inside(**{node.name: replace(local, first=None)}):
            if node.constraint is not None:
                tail += f", {self.say('such that', self.clause(node.constraint))},"
            if node.matching is not None:
                tail += f" {self.say('matching', self.value(node.matching))}"
        if node.minimal:
            tail = tail.rstrip(",") + f" {self.say('minimal')}"
        self.scope = {**self.scope, node.name: local}
        if inline:
            return ""
        text = self.tongue.say(CHOOSE[self.tongue.code], lambda t: fill(t, {"argument": phrase}), voice)
        if voice == "inf" and self.german and tail:
            raise Unsayable
        return text.rstrip(",") + tail if tail else text

    @staticmethod
    def _several(how_many: ast.HowMany | None) -> bool:
        if how_many is None:
            return False
        return not (how_many.kind == "exactly" and how_many.low == ast.Number(1))

    def counted(self, how_many: ast.HowMany) -> str:
        """`2`, `up to 3`, `1 to 2`, `one or more`."""
        low = str(self.value(how_many.low)) if how_many.low is not None else ""
        high = str(self.value(how_many.high)) if how_many.high is not None else ""
        match how_many.kind:
            case "some":
                return self.say("some", "").strip()
            case "up to":
                return self.say("up to", high)
            case "between":
                return self.say("between", low, high)
            case _:
                return low

    def _chosen(self, node: ast.Choose, info: Members, plural: bool, noun: Noun) -> Phrase:
        count = self.counted(node.how_many) if node.how_many is not None and plural else ""
        fewer = self._fewer(node)
        if fewer is not None:
            some = self.members(info, "a", plural=True, count=fewer, mode="from")
            return Phrase(lambda case: f"{some.text(case)} {self.say('fewer')}", some.request, True)
        bounds = self._bounds(node.how_many) if plural else ""
        if bounds:
            some = self.members(info, "a", plural=True, mode="from")
            return Phrase(lambda case: f"{some.text(case).rstrip(',')} {bounds}", some.request, True)
        if info.sort == "number" and info.low is not None and info.high is not None:
            span = self._span(info.low, info.high)
            if node.how_many is not None and plural:
                return self.words(self.say("each from", self.tongue.noun(noun, "", plural=True, count=count), span))
            several = self.lexicon.find(node.name)
            if several is not None and several[1]:
                many = self.tongue.noun(noun, "", plural=True)
                info.noun = self.name("number")
                frame = "an amount of" if noun.mass else "a number of"
                return self.words(self.say(frame, format(many, "acc"), span))
            info.noun = noun
            return self.members(info, "a", mode="from")
        if isinstance(node.of, ast.Group) and len(node.of.items) > 1 and info.place is not None:
            places = [part.place for part in map(self.set, node.of.items) if part.place is not None]
            info.place = self.joined(places, "or")  # out of one of them
            return self.members(info, "a", plural=plural, count=count, mode="from")
        if isinstance(node.of, ast.Group) and len(node.of.items) > 1:
            choices = self.joined([self._choice(item) for item in node.of.items], "or")
            what = self.tongue.noun(noun, "a", plural=plural, count=count)
            tail = self._relative(info, plural)
            return Phrase(lambda case: f"{what.text(case)} ({format(choices, 'nom')}){tail}", what.request, plural)
        if info.phrase is not None and not info.conditions:
            place = info.phrase
            if place.plural and noun.many in place.text("acc").split(" ")[:3]:
                return self.tongue.some_of("of", place, noun, count or "1")
            return self.tongue.noun(
                noun,
                "a",
                plural=plural,
                count=count,
                after=format(place, "von") if self.german else f"{'of' if place.seat else 'from'} {place}",
            )
        if isinstance(node.of, ast.Name) and info.group is not None and noun == info.group.noun and not info.place:
            if node.of.name in self.scope:
                info.after = ""
                group, tail = info.group, self._relative(info, plural)
                some = self.tongue.some_of("of", group, noun, count or "1")
                return replace(some, text=lambda case: some.text(case) + tail, tail=tail)
        return self.members(info, "a", plural=plural, count=count, mode="from")

    def _bounds(self, how_many: ast.HowMany | None) -> str:
        """How many, where that is not a plain number: `at most the level of the card`."""
        high = how_many.high if how_many is not None else None
        low = how_many.low if how_many is not None and how_many.kind == "exactly" else None
        if low is not None and not str(self.value(low)).isdigit():
            return self.say("behind", self.value(low))
        if how_many is None or how_many.kind != "up to" or high is None or str(self.value(high)).isdigit():
            return ""
        return f"({self.say('n <=', self.value(high))})"

    def _choice(self, item: ast.Item) -> Phrase:
        special = {"you", "this", "who", "it", "players", "others", "neutral", "seats", "nothing", "true", "false"}
        if isinstance(item, ast.Name) and item.name not in self.scope and item.name not in special:
            return self.tongue.noun(self.name(item.name), "")
        return self.value(item)

    @staticmethod
    def _fewer(node: ast.Choose) -> str | None:
        """The number of `min(2, count(S))` members of S."""
        low = node.how_many.low if node.how_many is not None and node.how_many.kind == "exactly" else None
        if isinstance(low, ast.Call) and low.of == ast.Name("min") and len(low.items) == 2:
            numbers = [i for i in low.items if isinstance(i, ast.Number)]
            counts = [i for i in low.items if isinstance(i, ast.Call) and i.of == ast.Name("count")]
            if len(numbers) == 1 and len(counts) == 1 and counts[0].items == (node.of,):
                return str(numbers[0].value)
        return None

    # ---- may, either, if -------------------------------------------------------------------------

    def may(self, node: ast.May, voice: str) -> Said:
        """`you may draw a card`."""
        before = self.scope
        try:
            body = self.block(node.body, "inf")
            if not body.text or body.steps:
                raise Unsayable
        except Unsayable:
            self.scope = before
            if voice != "imp":
                raise
            return self.under(self.say("may steps").rstrip(":"), self.block(node.body, "imp"), ":")
        if voice == "fin":
            return Said(f"{self.tongue.small['may']} {body.text}")
        if voice == "inf":
            return body
        return Said(self.say("may", self.words(body.text)), act=False)

    def either(self, node: ast.Either, voice: str) -> Said:
        """`either draw a card or gain 1 coin`."""
        bodies = [self.block(branch, voice) for branch in node.branches]
        simple = all(body.text and not body.steps and body.act and not body.alone for body in bodies)
        if voice == "imp" and any(len(body.parts) > 1 for body in bodies):
            simple = False
        if simple and sum(len(body.text) for body in bodies) <= LONG:
            texts = [body.text for body in bodies]
            text = listed(texts, self.tongue.small["or"])
            if voice != "imp" and self.german:
                return Said(text, alone=True)
            return Said(self.say("either", self.words(text)), act=not self.german, alone=True)
        if voice != "imp":
            raise Unsayable
        return Said(self.say("choose one"), bodies, True, self.tongue.small["or"])

    def branches(self, node: ast.If, voice: str) -> list[Said]:
        """`if …, …; otherwise …`."""
        if voice != "imp":
            raise Unsayable
        lead = self.say("if only", self.clause(node.condition))
        then = self.block(node.then, "imp")
        nothing = then.text == self.plain(ast.Plain("nothing", (), (), None, None), "imp").text
        said = (
            [self.under(lead, then)]
            if not nothing
            else [Said(self.say("if only", self.clause(node.condition)) + f", {then.text}", act=False)]
        )
        if node.otherwise is not None:
            other = self.block(node.otherwise, "imp")
            only = node.otherwise.statements[0]
            otherwise = self.say("otherwise", "").strip()
            if not other.text:
                said.append(Said(f"{otherwise}:", other.steps, False, other.joiner))
            else:
                comma = (
                    ":" if self.german and not other.act else "," if isinstance(only, ast.If) or not other.act else ""
                )
                said.append(Said(f"{otherwise}{comma} {other.text}", other.steps, False, other.joiner))
        if len(said) == 2 and not said[0].steps and not said[1].steps:
            text = f"{said[0].text.rstrip(',')}; {said[1].text}"
            return [Said(text, act=False)]
        return said

    # ---- for each, as, repeat --------------------------------------------------------------------

    def for_each(self, node: ast.ForEach) -> Said:
        """`for each card in your hand, gain 1 coin`."""
        info = self.set(node.of)
        noun, sort = self._member_noun(node.name, info)
        info.noun = noun
        if node.where is not None:
            info.conditions.append((node.name, node.where))
        whole = info.phrase if not info.conditions else None
        each = self.members(info, "each") if whole is None else self._each_of(noun, whole)
        if isinstance(node.of, ast.Call) and isinstance(node.of.of, ast.Name) and node.of.of.name == "sorted":
            order = str(self.value(node.of)).partition(",")[2]
            lead = self.say("for each", each) + ("," if self.german else ",") + order
        else:
            lead = self.say("for each", each)
        with self.inside(**{node.name: Local(noun, False, sort)}):
            if node.while_ is not None:
                lead = f"{lead}, {self.say('while', self.clause(node.while_))}"
            return self.under(lead, self.block(node.body, "imp"), ":" if self.german else ",")

    def _is_kind(self, noun: Noun) -> bool:
        return any(self.lexicon.nouns.get(kind) == noun for kind in self.game.kinds)

    def _member_noun(self, name: str, info: Members) -> tuple[Noun, str]:
        found = self.lexicon.find(name)
        if not self.lexicon.own(name) and self._is_kind(info.noun) and not info.phrase:
            found = None
        return (found[0] if found is not None and not found[1] else info.noun), info.sort

    def _each_of(self, noun: Noun, phrase: Phrase) -> Phrase:
        each = self.tongue.noun(noun, "each")
        return self.words(f"{each} ({phrase})")

    def subject(self, node: ast.Expression, where: ast.Expression | None) -> tuple[str, str, bool]:
        """Who does something: `each other player`; what stands before it, and whether it is one player."""
        if isinstance(node, ast.Call) and isinstance(node.of, ast.Name) and node.of.name == "seats_from":
            each = self.tongue.noun(self.name("player"), "each").text("nom")
            return each, self.say("in turn from", self.value(node.items[0]), "").rstrip(", "), False
        many = isinstance(node, ast.Name) and node.name in ("players", "others", "neutral", "seats")
        many = many or self.seat_set(node)
        if isinstance(node, ast.Group) and len(node.items) > 1 and where is None:
            return self.joined([self.value(item) for item in node.items]).text("nom"), "", False
        if many or where is not None or isinstance(node, ast.Group):
            info = self.set(node)
            if where is not None:
                info.conditions.append(("it", where))
            return self.members(info, "each").text("nom"), "", False
        if isinstance(node, ast.Field) and self._plural_owner(node.of):
            noun = self.name(node.name)
            info = self.set(node.of)
            captain = self.tongue.noun(noun, "each", after=self._of_each(info))
            return captain.text("nom"), "", False
        who = self.value(node)
        if who.plural and who.person != 2:
            return self.say("each of", who), "", False
        return who.text("nom"), "", True

    def _plural_owner(self, node: ast.Expression) -> bool:
        return (
            isinstance(node, ast.Name)
            and node.name not in self.scope
            and (self.lexicon.noun(node.name)[1] or node.name.endswith("s"))
        )

    def _of_each(self, info: Members) -> str:
        one = self.tongue.noun(info.noun, "a")
        return format(one, "gen") if self.german else f"of {one}"

    def players(self, node: ast.As) -> Said:
        """`each player draws a card`."""
        subject, prefix, one = self.subject(node.of, node.where)
        lead = ""
        if node.while_ is not None:
            lead = self.say("while", self.clause(node.while_))
        if prefix:
            lead = f"{lead}, {prefix}" if lead else prefix
        before, they = self.scope, self.they
        said: Said
        seat = Local(self.name("player"), sort="seat", phrase=replace(self.tongue.you(True), person=3))
        try:
            self.they = True
            with self.inside(it=seat):
                body = self.block(node.body, "fin")
            if not body.text or body.steps or len(body.text) > LONG:
                raise Unsayable
            if isinstance(node.of, ast.Group) and len(node.of.items) > 1:
                raise Unsayable  # several of them, and the verb is said of one
            text = body.text
            if node.secretly:
                text = self.say("secretly", text.rstrip(","))
            said = Said(f"{subject} {text}", act=False)
        except Unsayable:
            self.scope, self.they = before, False
            text = self.say("secretly", subject) if node.secretly else subject
            with self.inside():
                body = self.block(node.body, "imp")
            said = self.under(text.rstrip(","), body, ":")
        finally:
            self.they = they
        if lead:
            separator = ":" if self.german else ","
            said = Said(f"{lead}{separator} {said.text}", said.steps, False, said.joiner)
        return said

    def repeat(self, node: ast.Repeat) -> Said:
        """`3 times: draw a card`."""
        how = node.how_many
        low = str(self.value(how.low)) if how.low is not None else ""
        high = str(self.value(how.high)) if how.high is not None else ""
        condition = self.say("while", self.clause(node.while_)) if node.while_ is not None else ""
        match how.kind:
            case "up to":
                times = self.say("times up to" if high.isdigit() else "times up to x", high)
                times = f"{times} ({self.say('optional')})" if self.german else times
            case "between":
                times = self.say("times between", low, high)
            case _:
                times = self._times(how.low, bool(condition))
        if condition:
            lead = f"{condition}, {times}" if self.german else f"{condition} ({times})"
        else:
            lead = times
        body = self.block(node.body, "imp")
        if how.kind == "up to" and not self.german:
            try:
                inner = self.block(node.body, "inf")
                if inner.text and not inner.steps:
                    return Said(f"{lead}, {self.say('may', self.words(inner.text))}", act=False)
            except Unsayable:
                pass
        return self.under(lead, body, ":")

    def _times(self, low: ast.Expression | None, most: bool) -> str:
        if isinstance(low, ast.Number):
            return self.say("at most times" if most else "n times", str(low.value))
        assert low is not None
        if isinstance(low, ast.Call) and low.of == ast.Name("count") and not most:
            info = self.set(low.items[0])
            if info.phrase is None:
                return self.say("each times", self.members(info, "each"))
        return self.say("x times at most" if most else "x times", self.value(low))

    # ---- limits, triggers, modifiers -------------------------------------------------------------

    def limit(self, node: ast.Limit) -> str:
        """`once per turn`."""
        if node.scope is None:
            return self.say("once")
        scope = self.name(node.scope).one
        if node.times == 1:
            return self.say("once per", scope)
        return self.say("twice per", scope) if node.times == 2 else self.say("times per", str(node.times), scope)

    def during(self, node: ast.During) -> Said:
        """`until the end of the turn: …`."""
        only = node.body.statements[0]
        if len(node.body.statements) == 1 and isinstance(only, ast.Trigger):
            once = only.limit is not None and only.limit.scope is None
            if once and self._is_part(only.event.name) and only.when != "instead of":
                return self.trigger(only, True, node.scope == only.event.name)
            if node.scope == "game":
                return self.trigger(only, once)
        if node.scope == "game":
            lead = self.say("rest of the game")
        else:
            lead = self.say("until the end", self.tongue.noun(self.name(node.scope), "the"))
        return self.under(lead, self.block(node.body, "imp"), ":" if self.german else ",")

    def _is_part(self, name: str) -> bool:
        if name in self.game.actions or name in self.verbs:
            return False
        return self.lexicon.part(name) or name in ("turn", "round", "game", "phase")

    def trigger(self, node: ast.Trigger, next_only: bool, this: bool = False) -> Said:
        """`after you draw a card, …`."""
        event = node.event
        lead = self._occasion(node, next_only, this)
        fields = {"it": self.scope["it"]} if "it" in self.scope else {}
        if not fields and isinstance(event.of, ast.Name) and event.of.name in self.game.kinds:
            fields = {"it": Local(self.name(event.of.name))}
        with self.inside(**fields):
            instead = node.when == "instead of" and lead.startswith(("if ", "wenn "))
            if event.where is not None:
                lead = self.say("and if" if instead else "event if", lead.rstrip(","), self.clause(event.where))
            if instead:
                lead = self.say("do instead", lead)
            limit = node.limit
            if limit is not None and not (next_only and limit.scope is None):
                word = self.limit(limit) if limit.scope is not None else self.say("the next time", "").rstrip(": ")
                separator = ": " if self.german else ", "
                lead = f"{word}{separator}{lead}"
            plain = self.german and not re.search(r"\b(nachdem|bevor|falls) ", lead, re.I)
            return self.under(lead, self.block(node.body, "imp"), ":" if instead or plain else ",")

    def _occasion(self, node: ast.Trigger, next_only: bool, this: bool) -> str:
        """When it happens: `after another player draws a card`."""
        event = node.event
        who = next((value for label, value in event.labelled if label == "by"), None)
        verb = self.verbs.get(event.name)
        if verb is None and self._is_part(event.name):
            return self._moment(node.when, event.name, who, next_only, this)
        if verb is None and event.name not in self.game.actions and event.name not in self.game.effects:
            return self._happening(node.when, event, who, next_only)
        subject = self._who(who)
        voice = "you" if subject.person == 2 else "he"
        if not self.german and node.when == "instead of":
            voice, subject = "inf", replace(subject, text=lambda case, s=subject: f"{s.text(case)} would")  # type: ignore[misc]
        if self.german and node.when == "after":
            voice += " did"
        if verb is not None:
            said = self._event_verb(verb, event, subject, voice, node.when)
        else:
            named = self.say("action", self.lexicon.title(event.name))
            if event.of is not None:
                named = self.say("title for", named, self._event_thing(event.of))
            title = self.words(named)
            forms = Forms(self.frames["carries out"], "führe führst führt führen geführt aus" if self.german else "")
            if self.german and node.when == "instead of":
                voice = "inf"
            said = self.tongue.say(forms, lambda t: fill(t, {"argument": title}), voice)
            said = f"{subject.text('nom')} {said}"
        if self.german and node.when == "instead of":
            said = f"{said} {'würdest' if subject.person == 2 else 'würde'}"
        return self.say(node.when, said)

    def _who(self, who: ast.Expression | None) -> Phrase:
        if who is None:
            return self.tongue.you(False)
        if isinstance(who, ast.Name) and who.name == "others":
            return self.tongue.noun(self.name("player"), "another")
        if isinstance(who, ast.Name) and who.name in ("any", "players", "seats"):
            return self.tongue.noun(self.name("player"), "a")
        return self.value(who)

    def _event_verb(self, verb: Verb, event: ast.Event, subject: Phrase, voice: str, when: str) -> str:
        parts: dict[str, Phrase] = {}
        if event.of is not None:
            parts["argument"] = self._event_thing(event.of)
        elif verb.argument is not None:
            parts["argument"] = self._anything(verb.argument)
        for label, value in event.labelled:
            if label != "by":
                parts[label] = self.value(value)
        for label, parameter in verb.labels.items():
            if label not in parts and parameter.required and label != "to" and label != "from":
                parts[label] = self.words(self.say("something"))
        sentence = verb.sentences[self.tongue.code]
        forms = Forms(sentence, verb.forms.get(self.tongue.code, ""))
        if "to" not in parts and "{to" in sentence and "[" not in sentence.split("{to")[0][-2:]:
            forms = Forms(re.sub(r"(\[[^\]]*\])?(( \w+)? \{to\}| \{to:[^}]*\})", "", sentence), forms.forms)
        if self.german and when == "instead of":
            voice = "inf"
        return f"{subject.text('nom')} {self.tongue.say(forms, lambda t: fill(t, parts), voice)}"

    def _event_thing(self, node: ast.Expression) -> Phrase:
        if isinstance(node, ast.Name) and node.name not in self.scope:
            if node.name in self.game.resources:
                return self.tongue.noun(self.name(node.name), "", plural=True)
            if node.name in self.game.kinds:
                return self.tongue.noun(self.name(node.name), "a")
            if node.name in self.game.enum_of:
                return self.value(node)
        return self.value(node)

    def _anything(self, parameter: Parameter) -> Phrase:
        if parameter.shape in ("number", "components"):
            kinds = list(self.game.kinds)
            return self.tongue.noun(self.name(kinds[0] if len(kinds) == 1 else "card"), "a")
        return self.words(self.say("something"))

    def _moment(self, when: str, name: str, who: ast.Expression | None, next_only: bool, this: bool) -> str:
        """`at the end of your turn`."""
        noun = self.name(name)
        if name == "game":
            part = self.tongue.noun(noun, "the")
        elif who is None:
            if this:
                part = self.tongue.noun(noun, "this")
            elif next_only:
                part = self.tongue.of(
                    self.adjective("nächste" if self.german else "next", noun), self.tongue.you(False)
                )
            else:
                part = self.tongue.of(noun, self.tongue.you(False))
        else:
            subject = self._who(who)
            if self.german:
                part = self.tongue.of(noun, subject)
                text = f"{format(self.tongue.noun(noun, 'the'), 'gen')} {format(subject, 'gen')}"
                frame = {"before": "zu Beginn", "after": "am Ende", "instead of": "statt"}[when]
                return f"{frame} {text}"
            part = self.words(f"{subject}'s {noun.one}")
        frame = {"before": "start of", "after": "end of", "instead of": "instead noun"}[when]
        return self.say(frame, part)

    def _happening(self, when: str, event: ast.Event, who: ast.Expression | None, next_only: bool) -> str:
        """`after the loss of this card`."""
        noun = self.name(event.name)
        if next_only:
            noun = self.adjective(self.say("next"), noun)
        after = ""
        if event.of is not None:
            of = self.value(event.of)
            after = format(of, "gen") if self.german else f"of {of}"
        for label, value in event.labelled:
            if label == "by" and isinstance(value, ast.Name) and value.name == "others":
                player = self.tongue.noun(self.name("player"), "another")
                after += f" durch {player}" if self.german else f" by {player}"
        frame = {"before": "before noun", "after": "after noun", "instead of": "instead noun"}[when]
        return self.say(frame, self.tongue.noun(noun, "the", after=after.strip()))

    # ---- plain statements ------------------------------------------------------------------------

    def plain(self, node: ast.Plain, voice: str) -> Said:
        """A verb with its arguments."""
        match node.verb:
            case "increase" | "reduce" | "multiply":
                return self._modifier(node, voice)
            case "set":
                return self._set(node, voice)
            case "forbid":
                return self._forbid(node, voice)
            case "award":
                return self._award(node, voice)
            case "perform":
                return self._verb(node, {"argument": self._effect(node.amounts)}, voice)
            case "rotate":
                return self._rotate(node, voice)
            case _:
                pass
        verb = self.verbs.get(node.verb)
        parts: dict[str, Phrase] = {}
        source = self._label(node, "from")
        if node.amounts:
            parts["argument"] = self._argument(node, verb)
        for label in node.labelled:
            parameter = verb.labels.get(label.label) if verb is not None else None
            if parameter is not None and parameter.shape in ("component", "components", "pool"):
                parts[label.label] = self._things(label.amounts, "in")
            else:
                parts[label.label] = self.joined([self._amount(a) for a in label.amounts])
        if node.verb == "add" and "to" in parts and not isinstance(node.amounts[0], ast.Call):
            return self._add(node, parts, voice)
        if node.as_name is not None:
            kind = self.set(source).noun if source is not None else self._default_noun("deck")
            noun = self.lexicon.find(node.as_name)
            if not self.lexicon.own(node.as_name) and self._is_kind(kind):
                noun = None
            one = node.amounts and node.amounts[0] == ast.Number(1)
            self.scope = {**self.scope, node.as_name: Local(noun[0] if noun else kind, not one)}
        return self._verb(node, parts, voice)

    def _add(self, node: ast.Plain, parts: dict[str, Phrase], voice: str) -> Said:
        """A member for a set: `add yourself to the visitors`."""
        if node.amounts[0] == ast.Name("you"):
            they = "sich" if self.german else "themselves"
            parts["argument"] = self.words(they if voice == "fin" else self.say("yourself"))
        if self.german:
            forms = Forms("füge {argument} zu {to:dat} hinzu", "füge fügst fügt fügen gefügt hinzu")
        else:
            forms = Forms(self.frames["add yourself"])
        return Said(self.tongue.say(forms, lambda t: fill(t, parts), voice))

    def _label(self, node: ast.Plain, name: str) -> ast.Expression | None:
        for label in node.labelled:
            if (
                label.label == name
                and label.amounts
                and not isinstance(label.amounts[0], ast.Counted | ast.Pool | ast.Alternatives)
            ):
                return label.amounts[0]
        return None

    def _default_noun(self, zone: str) -> Noun:
        if zone in self.game.zones:
            return self.set(ast.Name(zone)).noun
        return self.name("card")

    def _verb(self, node: ast.Plain, parts: dict[str, Phrase], voice: str) -> Said:
        verb = self.verbs.get(node.verb)
        if verb is None:
            return Said(self._unknown(node, parts, voice))
        code = self.tongue.code
        sentence = verb.sentences.get(code, verb.sentences["en"])
        if "at" in parts and "at" in verb.labels and f"{code} at" in verb.forms:
            at = self._label(node, "at")
            word = at.name if isinstance(at, ast.Name) and at.name in ("top", "bottom") else ""
            to = self._label(node, "to")
            if not word and to is not None and not self.set(to).stack:
                word = "place"
            sentence = verb.forms[f"{code} at {word}".strip()]
        forms = Forms(sentence, verb.forms.get(code, ""))
        if self.german and voice != "imp" and len(forms.forms.split()) < 5:
            raise Unsayable
        text = self.tongue.say(forms, lambda t: fill(t, parts), voice)
        if self.behind:
            text = f"{text.rstrip(',')} {self.behind}"
            self.behind = ""
        if node.where is not None:
            text = self.say("where", text, self.clause(node.where))
        return Said(text)

    behind = ""  # how many, where it is said behind the verb

    def _unknown(self, node: ast.Plain, parts: dict[str, Phrase], voice: str) -> str:
        """A word that the vocabulary lacks: as it is written."""
        text = " ".join(
            [node.verb.replace("_", " "), *(f"{'' if k == 'argument' else k} {p}" for k, p in parts.items())]
        )
        if voice == "fin" and self.german:
            raise Unsayable
        return tidy(text)

    def _argument(self, node: ast.Plain, verb: Verb | None) -> Phrase:
        shape = verb.argument.shape if verb is not None and verb.argument is not None else "components"
        if (
            shape == "number"
            and len(node.amounts) == 1
            and isinstance(node.amounts[0], ast.Number | ast.Name | ast.Field | ast.Call | ast.Divide | ast.Binary)
        ):
            return self._drawn(node, node.amounts[0])
        if shape in ("components", "component", "pool"):
            return self._things(node.amounts, "from")
        if shape == "piece" and isinstance(node.amounts[0], ast.Call):
            return self.piece(node.amounts[0])
        found = []
        for amount in sorted(node.amounts, key=lambda amount: isinstance(amount, ast.Alternatives)):
            phrase = self._amount(amount)
            if isinstance(amount, ast.Alternatives) and len(node.amounts) > 1:
                phrase = self.words(self.say("either amount", phrase))
            found.append(phrase)
        return self.joined(found)

    def _drawn(self, node: ast.Plain, amount: ast.Expression) -> Phrase:
        """So many cards: those of the stack that is drawn from."""
        source = self._label(node, "from")
        noun = self.set(source).noun if source is not None else self._default_noun("deck")
        if amount == ast.Number(1):
            return self.tongue.noun(noun, "a")
        if isinstance(amount, ast.Number):
            return self.tongue.noun(noun, "", plural=True, count=str(amount.value))
        many = self.value(amount).text("nom")
        if many.isdigit():
            return self.tongue.noun(noun, "", plural=many != "1", count=many)
        self.behind = self.say("behind", self.value(amount))
        return self.tongue.noun(noun, "", plural=True)

    def _things(self, amounts: Sequence[ast.Amount], mode: str) -> Phrase:
        found: list[Phrase] = []
        for amount in amounts:
            match amount:
                case ast.Pool():
                    found.append(self._pool(amount))
                case ast.Counted() | ast.Alternatives():
                    found.append(self._amount(amount))
                case ast.Name() if amount.name in self.scope or (
                    amount.name not in self.game.zones and not self.lexicon.noun(amount.name)[1]
                ):
                    found.append(self.value(amount))
                case ast.Group() if len(amount.items) > 1 and any(self.set(item).conditions for item in amount.items):
                    found += [self._things([ast.Group((item,), amount.span)], mode) for item in amount.items]
                case ast.Name() | ast.Field() | ast.Group() if self._is_set(amount):
                    info = self.set(amount)
                    found.append(self.members(info, "all", plural=True, mode=mode))
                case _:
                    found.append(self.value(amount))
        return self.joined(found)

    def _is_set(self, node: ast.Expression) -> bool:
        match node:
            case ast.Group():
                return True
            case ast.Name():
                return node.name in self.game.zones or self.lexicon.noun(node.name)[1]
            case ast.Field():
                return node.name in self.game.zones
            case _:
                return False

    # ---- amounts ---------------------------------------------------------------------------------

    def _amount(self, node: ast.Amount) -> Phrase:
        match node:
            case ast.Counted():
                return self._counted(node)
            case ast.Pool():
                return self._pool(node)
            case ast.Alternatives():
                return self.joined([self._amount(option) for option in node.options], "or")
            case _:
                return self.value(node)

    def _counted(self, node: ast.Counted) -> Phrase:
        unit, count = node.unit, node.count
        if isinstance(unit, ast.Name) and unit.name not in self.scope:
            noun = self.name(unit.name)
        else:
            owner = self.value(unit)
            if isinstance(count, ast.Number):
                return self.words(
                    f"{count.value} {format(owner, 'nom' if self.german else 'acc').removeprefix('the ')}"
                    if not self.german
                    else f"{count.value} {format(owner, 'von')}"
                )
            return self.words(self.say("as much of", self.value(count), owner))
        if isinstance(count, ast.Number):
            return self.tongue.noun(noun, "", plural=count.value != 1, count=str(count.value))
        return self._as_many(self.tongue.noun(noun, "", plural=True), count)

    def _as_many(self, unit: Phrase, count: ast.Expression) -> Phrase:
        """`1 point for each card`, `points equal to the value of the card`."""
        factor, counting = 1, count
        if isinstance(count, ast.Binary) and count.operator == "*":
            if isinstance(count.left, ast.Number):
                factor, counting = count.left.value, count.right
            elif isinstance(count.right, ast.Number):
                factor, counting = count.right.value, count.left
        noun = unit.noun
        if (
            isinstance(counting, ast.Call)
            and isinstance(counting.of, ast.Name)
            and counting.of.name == "count"
            and noun
        ):
            info = self.set(counting.items[0])
            if info.phrase is None:
                some = self.tongue.noun(noun, "", plural=factor != 1, count=str(factor))
                return self.words(self.say("per", some, self.members(info, "each")))
        if isinstance(count, ast.Name) and count.name in self.scope and self.scope[count.name].sort == "number":
            local = self.scope[count.name]
            if noun is not None and noun == local.noun:
                return self.words(self.say("that much" if noun.mass else "that many", unit))
        value = self.value(count)
        if value.text("nom").isdigit() and noun is not None:
            number = value.text("nom")
            return self.tongue.noun(noun, "", plural=number != "1", count=number)
        return Phrase(lambda case: self.say("equal", value, unit), unit.request, True, noun=noun)

    def _pool(self, node: ast.Pool) -> Phrase:
        of = node.of
        if isinstance(of, ast.Group) and len(of.items) > 1 and all(isinstance(i, ast.Name) for i in of.items):
            nouns = [
                format(self.tongue.noun(self.name(i.name), ""), "nom") for i in of.items if isinstance(i, ast.Name)
            ]
            choices = listed(nouns, self.tongue.small["or"])
            return self.words(self.say("combination", self.value(node.count), choices))
        info = self.set(of)
        kept = self._kept(node)
        if kept is not None:
            rest = self.members(info, "", plural=True, mode="from")
            frame = "all but" if self.value(kept).text("nom").isdigit() else "all but as many"
            return self.words(self.say(frame, self.value(kept), format(rest, "nom")))
        if isinstance(node.count, ast.Number):
            return self.members(info, "", plural=node.count.value != 1, count=str(node.count.value), mode="from")
        self.behind = self.say("behind", self.value(node.count))
        return self.members(info, "", plural=True, mode="from")

    @staticmethod
    def _kept(node: ast.Pool) -> ast.Expression | None:
        """What is left of `count(S) - 7 of S`, also inside `max(0, …)`."""
        count = node.count
        if (
            isinstance(count, ast.Call)
            and count.of == ast.Name("max")
            and len(count.items) == 2
            and count.items[0] == ast.Number(0)
        ):
            inner = count.items[1]
            if not isinstance(inner, ast.Filtered):
                count = inner
        if isinstance(count, ast.Binary) and count.operator == "-" and isinstance(count.left, ast.Call):
            if count.left.of == ast.Name("count") and count.left.items == (node.of,):
                return count.right
        return None

    # ---- verbs that are special ------------------------------------------------------------------

    def asked_effect(self, item: ast.Item) -> Phrase:
        """An effect that is asked about, as when it is carried out."""
        return self.value(item) if isinstance(item, ast.Filtered) else self._effect([item])

    def _effect(self, amounts: Sequence[ast.Amount]) -> Phrase:
        """What is carried out."""
        node = amounts[0]
        if isinstance(node, ast.Call) and isinstance(node.of, ast.Name) and node.of.name not in self.game.tables:
            title = self.say("action", self.lexicon.title(node.of.name))
            args = [self._given(item) for item in node.items if item != ast.Name("nothing")]
            rest = listed([str(a) for a in args], self.tongue.small["and"])
            return self.words(self.say("title for", title, rest) if rest else title)
        if isinstance(node, ast.Name) and node.name not in self.scope:
            return self.words(self.say("action", self.lexicon.title(node.name)))
        return self._amount(node)

    def _given(self, item: ast.Item) -> Phrase:
        """What a named effect is given; a truth as a clause."""
        local = self.scope.get(item.name) if isinstance(item, ast.Name) else None
        if local is not None and local.sort == "truth" and isinstance(item, ast.Name) and self.lexicon.text(item.name):
            return self.words(self.say("whether", self.clause(item)))
        return self.value(item)

    def _modifier(self, node: ast.Plain, voice: str) -> Said:
        if voice != "imp":
            raise Unsayable
        parts = {"argument": self._quantity(node.amounts[0])}
        whose = ""
        for label in node.labelled:
            who = label.amounts[0] if label.label == "by" and label.label in parts else None
            if isinstance(who, ast.Name) and who.name in ("any", "others"):
                whose = f" {self.say(f'for {who.name}')}"
                continue
            parts[label.label] = self.joined([self._amount(a) for a in label.amounts])
        verb = self.verbs[node.verb]
        text = fill(verb.sentences[self.tongue.code], parts) + whose
        if node.where is not None:
            text = self.say("where", text.rstrip(","), self.clause(node.where))
        return Said(text, act=False)

    def _quantity(self, node: ast.Amount) -> Phrase:
        if isinstance(node, ast.Name):
            return self.tongue.noun(self.name(node.name), "the", plural=self.lexicon.noun(node.name)[1])
        return self._amount(node)

    def _set(self, node: ast.Plain, voice: str) -> Said:
        target, to = node.amounts[0], self._label(node, "to")
        if to is None or not isinstance(target, ast.Name | ast.Field | ast.Call):
            return self._verb(node, {"argument": self._amount(target)}, voice)
        if isinstance(target, ast.Name) and target.name in self.game.quantities:
            if voice != "imp":
                raise Unsayable
            text = self.say("quantity set", self._quantity(target), self.value(to))
            if node.where is not None:
                text = self.say("where", text, self.clause(node.where))
            return Said(text, act=False)
        if to == ast.Name("nothing") and voice == "imp":
            if isinstance(target, ast.Name) and target.name not in self.scope:
                nobody = self.tongue.noun(self.name(target.name), "no")
                return Said(self.say("none now", nobody), act=False)
            if isinstance(target, ast.Field):
                return Said(self.say("now true", self._presence(target, False)), act=False)
        if isinstance(to, ast.Name) and to.name in ("true", "false"):
            return self._set_truth(target, to.name == "true", voice)
        if self.truth(to):
            if voice != "imp":
                raise Unsayable
            return Said(self.say("now if", self.clause(target), self.clause(to)), act=False)
        if self.is_seat(to) and not isinstance(target, ast.Call):
            return self._becomes(target, to, voice)
        step = self._step(target, to)
        if step is not None:
            frame, by, bound = step
            subject = self.value(target)
            frames = {
                "add to": Forms(
                    "increase {0} by {1}" if not self.german else "erhöhe {0} um {1}",
                    "erhöhe erhöhst erhöht erhöhen erhöht",
                ),
                "take from": Forms(
                    "reduce {0} by {1}" if not self.german else "senke {0} um {1}", "senke senkst senkt senken gesenkt"
                ),
            }
            text = self.tongue.say(frames[frame], lambda t: fill(t, {"0": subject, "1": self.value(by)}), voice)
            if bound is not None:
                text += self.say("at most to" if frame == "add to" else "at least to", self.value(bound))
            return Said(tidy(text))
        return self._verb(node, {"argument": self.value(target), "to": self.value(to)}, voice)

    def _set_truth(self, target: ast.Expression, truth: bool, voice: str) -> Said:
        if voice == "inf" or (voice == "fin" and not (isinstance(target, ast.Field) and target.of == ast.Name("you"))):
            raise Unsayable
        if isinstance(target, ast.Field):
            text = self.lexicon.text(target.name) or target.name.replace("_", " ")
            if "{" not in text:
                if voice == "fin":
                    said = self.say("now" if truth else "no longer", self.tongue.noun(self.name("player"), "the"), text)
                    return Said(said[len(self.tongue.noun(self.name("player"), "the").text("nom")) :].strip())
                return Said(self.say("now" if truth else "no longer", self.value(target.of), text), act=False)
        if voice == "fin":
            raise Unsayable
        mark = self.lexicon.text(target.name) if isinstance(target, ast.Name) else ""
        if isinstance(target, ast.Name) and " " not in mark:
            return Said(self.say("now mark" if truth else "no mark", mark or self.name(target.name).one), act=False)
        return Said(self.say("now true", self.clause(target, truth)), act=False)

    def _becomes(self, target: ast.Name | ast.Field, to: ast.Expression, voice: str) -> Said:
        value = self.value(to)
        noun = self.name(target.name)
        if isinstance(target, ast.Field):
            what = self.tongue.of(noun, self.value(target.of))
        else:
            what = self.tongue.noun(noun, "the" if not self.german else "")
        if voice == "inf":
            return Said(f"{what.text('nom')} werden" if self.german else f"become {what}")
        if voice == "fin":
            return Said(f"wird {what.text('nom')}" if self.german else f"becomes {what}")
        if self.german:
            return Said(f"{value.text('nom')} {'wirst' if value.person == 2 else 'wird'} {what.text('nom')}", act=False)
        return Said(f"{value.text('nom')} become{'' if value.plural else 's'} {what}", act=False)

    def _step(
        self, target: ast.Expression, to: ast.Expression
    ) -> tuple[str, ast.Expression, ast.Expression | None] | None:
        """`x + 1`, `min(6, x + 1)` and the like, of the same x."""
        bound: ast.Expression | None = None
        wanted = ""
        if (
            isinstance(to, ast.Call)
            and isinstance(to.of, ast.Name)
            and to.of.name in ("min", "max")
            and len(to.items) == 2
        ):
            wanted = {"min": "+", "max": "-"}[to.of.name]
            for at in (0, 1):
                inner, other = to.items[at], to.items[1 - at]
                if isinstance(inner, ast.Binary) and inner.left == target and not isinstance(other, ast.Filtered):
                    to, bound = inner, other
                    break
        if isinstance(to, ast.Binary) and to.operator in "+-" and to.left == target and wanted in ("", to.operator):
            return ("add to" if to.operator == "+" else "take from"), to.right, bound
        return None

    def _forbid(self, node: ast.Plain, voice: str) -> Said:
        if voice != "imp":
            raise Unsayable
        name = node.amounts[0]
        action = name.name if isinstance(name, ast.Name) else ""
        who = self._label(node, "by")
        subject = self._who(who) if who is not None else self.tongue.you(False)
        if who is not None and isinstance(who, ast.Name) and who.name == "others":
            subject = self.tongue.noun(self.name("player"), "the other", plural=True)
        elif who is not None and isinstance(who, ast.Name) and who.name == "any":
            subject = self.tongue.noun(self.name("player"), "no")
        title = self.say("action", self.lexicon.title(action))
        if self.german:
            may = "darfst" if subject.person == 2 else "dürfen" if subject.plural else "darf"
            no = "" if who == ast.Name("any") else "nicht "
            text = f"{subject.text('nom')} {may} {title} {no}ausführen"
        else:
            no = "" if who == ast.Name("any") else "not "
            text = f"{subject.text('nom')} may {no}carry out {title}"
        if node.where is not None:
            text = self.say("where", text, self.clause(node.where))
        return Said(text, act=False)

    def _award(self, node: ast.Plain, voice: str) -> Said:
        parts: dict[str, Phrase] = {}
        amount = node.amounts[0]
        if isinstance(amount, ast.Counted) and isinstance(amount.unit, ast.Name):
            noun = self.name(amount.unit.name)
            count = amount.count
            if isinstance(count, ast.Group) and all(isinstance(i, ast.Number) for i in count.items):
                numbers = [str(i.value) for i in count.items if isinstance(i, ast.Number)]
                some = [self.tongue.noun(noun, "", plural=n != "1", count=n).text("acc") for n in numbers]
                places = [self.say("place", str(at)) for at in range(1, len(numbers) + 1)]
                parts["argument"] = self.words(
                    listed([f"{s} {p}" for s, p in zip(some, places, strict=True)], self.tongue.small["and"])
                )
            else:
                unit = format(self.tongue.noun(noun, "", plural=True), "dat" if self.german else "acc")
                parts["argument"] = self.words(self.say("in unit", self.value(count), unit))
        seats = self._label(node, "to")
        info = self.set(seats) if seats is not None else Members(self.name("player"), "seat")
        parts["to"] = self.members(info, "the", plural=True)
        by = self._label(node, "by")
        if by is not None:
            with self.inside(it=Local(self.name("player"), sort="seat", phrase=self.someone(True))):
                parts["by"] = self.value(by)
        ties = self._label(node, "ties")
        if ties is not None and isinstance(ties, ast.Name):
            known = {"split", "split_up", "full", "lower", "none"}
            word = ties.name if ties.name in known else "other"
            told = self.lexicon.text(ties.name) or ties.name.replace("_", " ")
            parts["ties"] = self.words(self.say("ties no") if word == "none" else self.say(f"ties {word}", told))
        return self._verb(node, parts, voice)

    def _rotate(self, node: ast.Plain, voice: str) -> Said:
        if voice != "imp":
            raise Unsayable
        amount, by = node.amounts[0], self._label(node, "by")
        name = amount.name if isinstance(amount, ast.Name) else "hand"
        owner = replace(self.tongue.you(True), owner="ihr" if self.german else "their")
        parts = {"argument": self.tongue.of(self.name(name), owner)}
        verb = self.verbs["rotate"]
        key = ""
        if by == ast.Number(1):
            key = "by 1"
        elif by == ast.Unary("-", ast.Number(1)):
            key = "by -1"
        if by is not None:
            parts["by"] = self.value(by)
        code = self.tongue.code
        sentence = verb.forms.get(f"{code} {key}", "") if key else verb.sentences[code]
        return Said(fill(sentence, parts), act=False)
