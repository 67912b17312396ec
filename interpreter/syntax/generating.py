"""The grammar -> the tables of its automaton, `automaton.json`, which `automaton` runs without Lark.

In: the parser that Lark builds of `effect.lark`. Out: plain values; the same bytes whatever Python's hash seed.
Run it when the grammar has changed:

    python -m interpreter.syntax.generating            writes the file
    python -m interpreter.syntax.generating --check    exits with 1 if the file is not up to date
"""

from __future__ import annotations

import json
import sys
from typing import Any

from lark import Lark
from lark.lexer import PatternStr
from lark.parse_tree_builder import maybe_create_child_filter
from lark.parsers.lalr_analysis import Shift

from interpreter.syntax.automaton import FILE, NOTHING, OPENED, fingerprint
from interpreter.syntax.building import Builder
from interpreter.syntax.parsing import STARTS, build_parser


def tables(parser: Lark) -> dict[str, Any]:
    """Everything that the automaton needs, as `automaton.Tables` describes it."""
    found: Any = parser.parser
    table = found.parser._parse_table
    lexer = found.lexer.lexer
    number = _numbered(table)
    rules = {id(rule): place for place, rule in enumerate(parser.rules)}
    # Lark calls the lists that `*` and `+` make by their numbers and rules; numbers are enough
    made = sorted({rule.origin.name for rule in parser.rules if rule.origin.name.startswith("__")})
    names = {name: f"~{place}" for place, name in enumerate(map(str, made))}
    states: list[dict[str, int]] = [{} for _ in number]
    for state, actions in table.states.items():
        row = states[number[state]]
        for symbol, (action, to) in sorted(actions.items()):
            row[names.get(symbol, symbol)] = number[to] if action is Shift else -1 - rules[id(to)]
    scanner = lexer.scanner
    types = {terminal.name for terminal in scanner.terminals}
    words = {t.pattern.value: t.name for t in parser.terminals if isinstance(t.pattern, PatternStr)}
    return {
        "grammar": fingerprint(),
        "pattern": "|".join(f"(?P<{t.name}>{t.pattern.to_regexp()})" for t in scanner.terminals),
        "ignored": sorted(lexer.ignore_types),
        "words": {word: name for word, name in sorted(words.items()) if name not in types},
        "starts": {name: [number[table.start_states[name]], number[table.end_states[name]]] for name in STARTS},
        "rules": [_rule(rule, names) for rule in parser.rules],
        "states": states,
    }


def _numbered(table: Any) -> dict[int, int]:
    """Lark's number of each state -> ours: in the order in which they are reached from the starts."""
    waiting = [table.start_states[name] for name in STARTS]
    number: dict[int, int] = {}
    while waiting:
        state = waiting.pop(0)
        if state not in number:
            number[state] = len(number)
            waiting += [to for _, (action, to) in sorted(table.states[state].items()) if action is Shift]
    return number


def _rule(rule: Any, names: dict[str, str]) -> list[Any]:
    """What it makes, how many values it takes, the builder's method or "", whether one value stays as it is, steps."""
    kept = maybe_create_child_filter(rule.expansion, rule.options.keep_all_tokens, False, rule.options.empty_indices)
    steps: list[int] = []
    if kept is None:
        steps = list(range(len(rule.expansion)))
    else:
        for place, opened, *nothings in kept.args[0]:
            steps += [NOTHING] * sum(nothings)
            steps.append(place + OPENED if opened else place)
        steps += [NOTHING] * (kept.args[1] if len(kept.args) > 1 else 0)
    name = str(rule.alias or rule.origin.name)
    single = bool(rule.options.expand1 and not rule.alias)
    method = name if hasattr(Builder, name) else ""
    if not method and not name.startswith("_") and not (single and len(steps) == 1):
        raise NotImplementedError(f"`Builder` has no method `{name}`")
    origin = str(rule.origin.name)
    return [names.get(origin, origin), len(rule.expansion), method, single, steps]


def text() -> str:
    """The file's content."""
    made = tables(build_parser())
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in made.items() if key != "states"]
    states = ",\n".join(json.dumps(state, separators=(",", ":")) for state in made["states"])
    return "{\n" + ",\n".join(lines) + f',\n"states": [\n{states}\n]\n}}\n'


if __name__ == "__main__":
    wanted = text()
    if "--check" not in sys.argv:
        FILE.write_text(wanted, encoding="utf-8")
    elif not FILE.exists() or FILE.read_text(encoding="utf-8") != wanted:
        sys.exit(f"{FILE} is not up to date: run `make docs`")
