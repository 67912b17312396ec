"""Words and phrases: what a text is put together from, whatever its language.

A `Noun` is a word with its plural and, where the language has one, its gender. A `Phrase` stands for a thing in a
sentence; it is asked for its text in a case, because German wants to know. In a template a phrase may be followed by
a case or another request, as in `{to:into}`; what there is stands in `English.request` and `German.request`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Protocol

from interpreter.records import record

CASES = ("nom", "acc", "dat", "gen")


@record
class Noun:
    """`gender` is "m", "f" or "n", "" where it is not known; `on`: things lie on it, not in it; `bare`: a name
    that takes no article; `mass`: it is measured and not counted, so it has no plural."""

    one: str
    many: str
    gender: str = ""
    on: bool = False
    bare: bool = False
    mass: bool = False


@record
class Phrase:
    """A thing as it stands in a sentence. `text` gives it in a case. `person` is 2 for `you`."""

    text: Callable[[str], str]
    request: Callable[[Phrase, str], str]
    plural: bool = False
    person: int = 3
    on: bool = False
    noun: Noun | None = None
    seat: bool = False
    owner: str = ""  # a possessive that stands instead of `of` this: "your", "their", "whose"
    tail: str = ""  # the relative clause at the end of the text, where there is one

    def __format__(self, spec: str) -> str:
        return self.request(self, spec or "acc")

    def __str__(self) -> str:
        return self.text("acc")


@record
class Forms:
    """A verb ready to be said: its sentence, and what the language needs to bend it."""

    sentence: str
    forms: str = ""


class Tongue(Protocol):
    """What a language does for the texts."""

    code: str
    small: Mapping[str, str]

    def phrase(self, text: str, *, plural: bool = False) -> Phrase:
        """An unchanging text as a phrase."""
        ...

    def you(self, they: bool) -> Phrase:
        """Who reads the text; `they`: a player who is spoken of."""
        ...

    def noun(self, noun: Noun, det: str, *, plural: bool = False, count: str = "", after: str = "") -> Phrase:
        """A noun with its article, number and what follows it."""
        ...

    def of(self, noun: Noun, owner: Phrase, *, plural: bool = False, after: str = "") -> Phrase:
        """Something that belongs to something: `your hand`, `the size of the block`."""
        ...

    def some_of(self, det: str, whole: Phrase, noun: Noun, count: str) -> Phrase:
        """All, or so many, of things that are spoken of: `all your masks`, `one of the dice`. `noun`: one of them."""
        ...

    def nominal(self, text: str, many: bool = False) -> Phrase:
        """A text that begins with an article, as a phrase; `many`: of several things."""
        ...

    def say(self, verb: Forms, fill: Callable[[str], str], voice: str) -> str:
        """A verb's sentence: "imp", "inf" (after may), "fin" (of a third person), or, with the subject in front,
        "you", "he" (present) and "you did", "he did" (after something happened)."""
        ...

    def read(self, one: str, many: str) -> Noun:
        """A noun as it is written in a file."""
        ...

    def titled(self, text: str) -> str:
        """A written noun as a title, without its article."""
        ...

    def contracted(self, text: str) -> str:
        """A filled text with prepositions and articles as they are said together."""
        ...

    def may_be_many(self, text: str) -> bool:
        """Whether a noun as it is written in a file may mean many of something."""
        ...

    def measured(self, noun: Noun) -> bool:
        """Whether a noun whose one and many are the same word is measured and not counted."""
        ...

    def learn(self, one: str, many: str) -> None:
        """A plural that the game has a word for."""
        ...

    def template(self, text: str) -> str:
        """A text with holes as it is written in a file; holes that ask for nothing get the case of their place."""
        ...

    def owned(self, text: str, hole: str, owner: str) -> str:
        """A text with holes in which something belongs to a hole: `the hand of {0}` becomes `your hand`."""
        ...

    def unowned(self, text: str, hole: str) -> str:
        """A text with holes without what tells whose it is: `the pieces of {0} in {1}` becomes `the pieces in {1}`."""
        ...

    def clause(self, text: str) -> str:
        """A written condition as conditions are said."""
        ...


OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
HOLE = re.compile(r"\{([a-z0-9_ ]*)(?::([a-z ]+))?\}")


def fill(template: str, parts: Mapping[str, Phrase]) -> str:
    """The template with its holes filled; a stretch in brackets is left out when one of its holes has nothing."""

    def optional(match: re.Match[str]) -> str:
        inner = match[1]
        return inner if all(hole[1] in parts for hole in HOLE.finditer(inner)) else ""

    text = OPTIONAL.sub(optional, template)

    def hole(match: re.Match[str]) -> str:
        part = parts.get(match[1])
        return "" if part is None else format(part, match[2] or "")

    return tidy(HOLE.sub(hole, text))


def tidy(text: str) -> str:
    """No double blanks, none before a comma or full stop."""
    text = re.sub(r"  +", " ", text).strip()
    text = re.sub(r",( ,)+|,,+", ",", text)
    return re.sub(r" +([,.;:])", r"\1", text)


@record(frozen=False)
class Said:
    """A part of a text: a clause, and what is done under it. `act`: it begins with what to do, so it may follow
    `if …,`. `joiner`: the word between the steps. `parts`: the clauses that it was put together from. `alone`: it is
    not put together with others."""

    text: str
    steps: list[Said] = field(default_factory=list)
    act: bool = True
    joiner: str = ""
    parts: list[str] = field(default_factory=list)
    alone: bool = False


def listed(parts: list[str], last: str) -> str:
    """`a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"
