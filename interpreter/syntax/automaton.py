"""Parsing without Lark: the automaton that Lark computed of the grammar, run by ourselves.

In: a text and a start of the grammar. Out: its tree, or None for a text with a mistake, of which only Lark can say
what is wrong. The tables come from `automaton.json` (see `generating`), which is a part of the program; where it does
not belong to the grammar, `load` says so and Lark parses everything. Neither builds nor needs a tree of its own: the
callbacks are those of `Builder`. A text is parsed in a third of Lark's time, and nothing has to be computed first.
"""

from __future__ import annotations

import json
import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from interpreter.records import record
from interpreter.syntax.building import Builder
from interpreter.syntax.layout import lay_out
from interpreter.syntax.problems import SyntaxFault
from interpreter.syntax.tokens import Token
from interpreter.syntax.words import GRAMMAR

FILE = Path(__file__).with_name("automaton.json")

NOTHING = -1  # a step of a rule: an optional part that is absent
OPENED = 100  # a step of a rule: this much more than the place of a value whose members are taken one by one

Values = list[Any]


class Rule(NamedTuple):
    """What is done when a rule is complete: its `size` last values become one.

    `steps`: which values the callback gets, None for all as they stand. `callback`: None for a rule that only hands
    its list on. `single`: one value stays as it is; `passes`: this is certain, so that nothing is to be done.
    """

    origin: str
    size: int
    callback: Any
    single: bool
    steps: tuple[int, ...] | None
    passes: bool


@record
class Tables:
    """`states`: per state, symbol -> the next state, or -1 - n to reduce by rule n. `starts`: first and last state."""

    matches: Any
    ignored: frozenset[str]
    words: dict[str, str]
    starts: dict[str, tuple[int, int]]
    rules: tuple[Rule, ...]
    states: tuple[dict[str, int], ...]
    chains: dict[tuple[int, int, str], int]  # see `_chain`


def fingerprint() -> str:
    """What the tables were computed of."""
    return sha256(GRAMMAR.encode()).hexdigest()


@cache
def load() -> Tables | None:
    """The tables; None if there are none for this grammar."""
    try:
        read = json.loads(FILE.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if read["grammar"] != fingerprint():
        return None
    builder = Builder()
    return Tables(
        re.compile(read["pattern"]).finditer,
        frozenset(read["ignored"]),
        read["words"],
        {name: (first, last) for name, (first, last) in read["starts"].items()},
        tuple(_rule(builder, *rule) for rule in read["rules"]),
        tuple(read["states"]),
        {},
    )


def _rule(builder: Builder, origin: str, size: int, method: str, single: bool, steps: list[int]) -> Rule:
    every = steps == list(range(size))
    passes = single and len(steps) == 1 == size and every
    return Rule(
        origin, size, getattr(builder, method) if method else None, single, None if every else tuple(steps), passes
    )


def tokens(tables: Tables, text: str) -> list[Token] | None:
    """The tokens of a text; None at a character that begins none."""
    ignored, words = tables.ignored, tables.words
    found: list[Token] = []
    place, line, begins = 0, 1, 0
    for matched in tables.matches(text):
        start, end = matched.span()
        if start != place:
            return None
        type = matched.lastgroup
        if type in ignored:
            if "\n" in (blank := matched[0]):
                line += blank.count("\n")
                begins = text.rfind("\n", start, end) + 1
        else:
            value = matched[0]
            if type == "NAME" and value in words:
                type = words[value]
            found.append(Token(type, value, start, end, line, start - begins + 1))
        place = end
    return found if place == len(text) else None


def parse(tables: Tables, start: str, text: str) -> tuple[Any, int]:
    """The tree of a text, or None, and of how many words and signs it is."""
    found = tokens(tables, text)
    if found is None:
        return None, 0
    try:
        return _run(tables, start, list(lay_out(found))), len(found)
    except (KeyError, SyntaxFault):
        return None, 0


def _run(tables: Tables, start: str, words: list[Token]) -> Any:
    """Shift and reduce. Raises KeyError where a token cannot stand."""
    states, rules, chains = tables.states, tables.rules, tables.chains
    first, last = tables.starts[start]
    stack = [first]
    values: Values = []
    row = states[first]
    for word in (*words, None):
        type = "$END" if word is None else word.type
        while (to := row[type]) < 0:
            origin, size, callback, single, steps, passes = rules[-1 - to]
            if passes:
                key = stack[-2], stack[-1], type
                to = chains.get(key, 0) or _chain(tables, key, last)
                stack[-1] = to
            else:
                taken: Values = []
                if size:
                    taken = values[-size:]
                    del values[-size:]
                    del stack[-size:]
                if steps is not None:
                    taken = [taken[steps[0]]] if len(steps) == 1 and 0 <= steps[0] < OPENED else _chosen(taken, steps)
                if single and len(taken) == 1:
                    values.append(taken[0])
                else:
                    values.append(taken if callback is None else callback(taken))
                to = states[stack[-1]][origin]
                stack.append(to)
            row = states[to]
            if to == last and word is None:
                return values[-1]
        stack.append(to)
        values.append(word)
        row = states[to]
    raise KeyError("$END")


def _chain(tables: Tables, key: tuple[int, int, str], last: int) -> int:
    """The state after all rules in a row that only hand one value on; the same wherever the three of `key` meet."""
    below, top, type = key
    while top != last and (to := tables.states[top].get(type, 0)) < 0 and tables.rules[-1 - to].passes:
        top = tables.states[below][tables.rules[-1 - to].origin]
    tables.chains[key] = top
    return top


def _chosen(taken: Values, steps: tuple[int, ...]) -> Values:
    found: Values = []
    for step in steps:
        if step < 0:
            found.append(None)
        elif step >= OPENED:
            found += taken[step - OPENED]
        else:
            found.append(taken[step])
    return found
