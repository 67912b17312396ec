"""English: articles, possessives, plurals and verbs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from interpreter.wording.nouns import CASES, Forms, Noun, Phrase

OWNED = ("the ", "your ", "their ", "who ", "what ")  # a text that begins so takes no article
ON = re.compile(
    r"(^|\b)(way|road|route|path|track|street|edge|shore|quay|mountain|ladder|table|board|sheet)$"
)  # things lie on it, not in it
PRONOUNS = {"nom": "they", "acc": "them", "dat": "them", "gen": "their"}


class English:
    """The grammar that English texts need."""

    code = "en"
    small: Mapping[str, str] = {
        "and": "and",
        "or": "or",
        "then": "then",
        "may": "may",
        "may you": "you may",
        "another": "another",
    }

    def read(self, one: str, many: str) -> Noun:
        one = one.removeprefix("the ")
        return Noun(one, many or self._many(one), on=ON.search(one) is not None)

    def titled(self, text: str) -> str:
        return text

    def contracted(self, text: str) -> str:
        return text

    def may_be_many(self, text: str) -> bool:
        return True

    def measured(self, noun: Noun) -> bool:
        return noun.one == noun.many

    def learn(self, one: str, many: str) -> None:
        pass

    def template(self, text: str) -> str:
        text = re.sub(r"(^|\b(?:what|that|whether|if) )\{(\d)\}", r"\1{\2:nom}", text)
        return re.sub(r"\{(\d):nom\}( still| not| already| never| also)? (is|has)\b", r"{\1:nom}\2 {\1:\3}", text)

    def owned(self, text: str, hole: str, owner: str) -> str:
        said = re.sub(rf"\bthe ((?:(?!\bthe\b| of ).)+) of \{{{hole}\}}", rf"{owner} \1", text)
        if said == text and owner != "whose":  # `the number of pieces of {0}`: `the number of your pieces`
            said = re.sub(rf" of ((?:(?! of ).)+) of \{{{hole}\}}", rf" of {owner} \1", text)
        return said

    def unowned(self, text: str, hole: str) -> str:
        return text.replace(f" of {{{hole}}}", "", 1) if text.startswith("the ") else text

    def clause(self, text: str) -> str:
        return text

    @staticmethod
    def _many(one: str) -> str:
        if re.search(r"(s|x|z|ch|sh)$", one):
            return one + "es"
        if re.search(r"[^aeiou]y$", one):
            return one[:-1] + "ies"
        return one + "s"

    def phrase(self, text: str, *, plural: bool = False) -> Phrase:
        return Phrase(lambda case: text, self.request, plural)

    def you(self, they: bool) -> Phrase:
        if they:
            return Phrase(PRONOUNS.__getitem__, self.request, True, seat=True, owner="their")
        return Phrase(lambda case: "you", self.request, True, 2, seat=True, owner="your")

    def noun(self, noun: Noun, det: str, *, plural: bool = False, count: str = "", after: str = "") -> Phrase:
        plural = plural and not noun.mass
        word = noun.many if plural else noun.one
        if count:
            head = f"{count} {word}"
        elif det == "a" and (noun.bare or noun.mass):
            head = word
        elif det == "a":
            article = "an" if word[:1].lower() in "aeio" or word.lower().startswith(("un", "up", "ul")) else "a"
            if word.lower().startswith(("uni", "one")):
                article = "a"
            head = word if plural else f"{article} {word}"
        elif det == "another":
            head = f"other {word}" if plural else f"another {word}"
        elif det in ("the", "each", "no", "this", "that", "all", "all other", "each other", "the other", "any", "ever"):
            det = {"this": "these", "that": "those"}.get(det, det) if plural else det
            told = noun.bare or word.startswith(OWNED)
            head = word if told and det in ("the", "that") else f"{det} {word}"
        else:
            head = f"{det} {word}" if det else word
        text = f"{head} {after}" if after else head
        return Phrase(lambda case: text, self.request, plural, on=noun.on, noun=noun)

    def of(self, noun: Noun, owner: Phrase, *, plural: bool = False, after: str = "") -> Phrase:
        plural = plural and not noun.mass
        word = noun.many if plural else noun.one
        tail = f" {after}" if after else ""
        if owner.owner:
            text = f"{owner.owner} {word}{tail}"
        elif owner.seat and " " not in owner.text("nom").removeprefix("the ").removeprefix("that "):
            name = owner.text("nom")
            text = f"{name}{chr(39) if name.endswith('s') else chr(39) + 's'} {word}{tail}"
        else:
            text = f"the {word} of {owner.text('acc')}{tail}"
        return Phrase(lambda case: text, self.request, plural, on=noun.on, noun=noun)

    def some_of(self, det: str, whole: Phrase, noun: Noun, count: str) -> Phrase:
        text = whole.text("acc")
        if det == "all":
            return Phrase(lambda case: f"all {text.removeprefix('the ')}", self.request, True, noun=noun)
        many = count not in ("1", "")
        head = "one" if count == "1" else count or "some"
        return Phrase(lambda case: f"{head} of {text}", self.request, many, noun=noun)

    def nominal(self, text: str, many: bool = False) -> Phrase:
        first = re.match(r"(?:the|your|their|whose) (\w+)", text)
        many = many or first is not None and re.search(r"[^su]s$", first[1]) is not None
        return Phrase(lambda case: text, self.request, many)

    def request(self, phrase: Phrase, spec: str) -> str:
        """The cases; `is`, `has`, `holds` agree with the phrase; `into`, `out`, `in` are places."""
        text = phrase.text(spec if spec in CASES else "acc")
        match spec:
            case "is":
                return "are" if phrase.plural else "is"
            case "has":
                return "have" if phrase.plural else "has"
            case "holds":
                return "hold" if phrase.plural else "holds"
            case "s":
                return "" if phrase.plural else "s"
            case "same" | "noun":
                return phrase.noun.one if phrase.noun is not None else text
            case "many":
                return phrase.noun.many if phrase.noun is not None else text
            case "head":
                return text.removesuffix(phrase.tail)
            case "tail":
                return phrase.tail
            case "of":
                return f"of {text}"
            case "into":
                return f"to {text}"
            case "out":
                return f"from {text}"
            case "in":
                return f"{'on' if phrase.on else 'in'} {text}"
            case _:
                return text

    def say(self, verb: Forms, fill: Callable[[str], str], voice: str) -> str:
        first, _, rest = verb.sentence.partition(" ")
        if voice in ("fin", "he", "he did") and first.isalpha():
            first = self.third(first)
        return fill(f"{first} {rest}".strip())

    @staticmethod
    def third(verb: str) -> str:
        """The form for he, she and it."""
        if re.search(r"(s|x|z|ch|sh|o)$", verb):
            return verb + "es"
        if re.search(r"[^aeiou]y$", verb):
            return verb[:-1] + "ies"
        return verb + "s"

    @staticmethod
    def plain(phrase: Phrase) -> Phrase:
        """The phrase without what replaces `of`."""
        return replace(phrase, owner="")
