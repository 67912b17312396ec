"""The reference as Markdown: the forms (forms.md beside this file), then every word of the vocabulary.

A word's page is the docstring of its file; its shape, arguments and event come from its record.
"""

from __future__ import annotations

from pathlib import Path

from interpreter.vocabulary import Event, Parameter, Query, Verb, known_events, known_queries, known_verbs

PLACEHOLDERS = {
    "number": "NUMBER",
    "truth": "CONDITION",
    "component": "COMPONENT",
    "components": "COMPONENTS",
    "slot": "SLOT",
    "seat": "PLAYER",
    "seats": "PLAYERS",
    "resource": "RESOURCE",
    "place": "ZONE or SLOT",
    "zone": "ZONE",
    "numbers": "NUMBERS",
    "set": "SET",
    "value": "VALUE",
    "amounts": "AMOUNTS",
    "pool": "AMOUNT of SET",
    "position": "POSITION",
    "prizes": "NUMBERS RESOURCE",
    "key": "KEY",
}
GENERATED = "<!-- Written by `rulewright docs` from the vocabulary. Changes made here are lost. -->"


def reference() -> str:
    """The whole page."""
    from interpreter.syntax.words import RESERVED

    forms = (Path(__file__).parent / "forms.md").read_text(encoding="utf-8").strip()
    title, _, rest = forms.partition("\n")
    parts = [title, "", GENERATED, rest, "", "## Verbs", "", "A verb begins a statement.", ""]
    parts += [line for word in known_verbs().values() for line in _verb(word)]
    parts += ["## Queries", "", "A query asks something of the table and is written like a function.", ""]
    parts += [line for query in known_queries().values() for line in _query(query)]
    if known_events():
        parts += [
            "## Events of the flow",
            "",
            "Besides every verb, action, named effect and part of the flow, triggers may name:",
            "",
        ]
        parts += [line for event in known_events().values() for line in _event(event)]
    parts += ["## Reserved words", "", "These are never names, anywhere:", ""]
    parts += [", ".join(f"`{word}`" for word in sorted(RESERVED)) + "."]
    return "\n".join(parts) + "\n"


def _verb(verb: Verb) -> list[str]:
    lines = [f"### {verb.name}", "", f"`{_shape(verb)}`", "", verb.page, ""]
    facts = []
    if verb.left:
        facts.append("may stand left of an arrow")
    if verb.raises:
        facts.append("its event has " + ", ".join(f"`{name}` ({kind})" for name, kind in verb.raises.items()))
    for name, parameter in {"": verb.argument, **verb.labels}.items():
        if parameter is not None and (note := _parameter(name, parameter)):
            facts.append(note)
    lines += [f"- {fact[0].upper()}{fact[1:]}." for fact in facts]
    return [*lines, *([""] if facts else []), *_sentences(verb.sentences)]


def _shape(verb: Verb) -> str:
    """How the verb is written: argument and labels, those in brackets may be left out."""
    words = [verb.name]
    if verb.argument is not None:
        words.append(_optional(_placeholder(verb.argument), verb.argument.required))
    elif "{argument}" in verb.sentences.get("en", ""):
        words.append("…")
    words += [
        _optional(f"{label} {_placeholder(parameter)}", parameter.required) for label, parameter in verb.labels.items()
    ]
    if verb.gives:
        words.append("[as NAME]")
    return " ".join(words)


def _query(query: Query) -> list[str]:
    inside = [_optional(_placeholder(parameter), parameter.required) for parameter in query.parameters]
    shape = f"{query.name}({', '.join(inside)})"
    facts = []
    if query.needs_key:
        facts.append("Needs a key: `SET by KEY`.")
    if query.ordered:
        facts.append("The order of the set matters.")
    lines = [f"### {query.name}", "", f"`{shape}`", "", query.page, ""]
    return [*lines, *(f"- {fact}" for fact in facts), *([""] if facts else []), *_sentences(query.sentences)]


def _event(event: Event) -> list[str]:
    lines = [f"### {event.name} (event)", "", event.page, ""]
    if event.raises:
        lines += ["- It has " + ", ".join(f"`{name}` ({kind})" for name, kind in event.raises.items()) + ".", ""]
    return [*lines, *_sentences(event.sentences)]


def _parameter(label: str, parameter: Parameter) -> str:
    what = f"`{label}`" if label else "the argument"
    if parameter.words:
        choice = ", ".join(f"`{word}`" for word in parameter.words)
        return f"{what} is one of {choice}" + (f"; left out, it is `{parameter.default}`" if parameter.default else "")
    return f"{what} left out is `{parameter.default}`" if parameter.default else ""


def _placeholder(parameter: Parameter) -> str:
    return "|".join(parameter.words) if parameter.words else PLACEHOLDERS.get(parameter.shape, parameter.shape.upper())


def _optional(text: str, required: bool) -> str:
    return text if required else f"[{text}]"


def _sentences(sentences: dict[str, str]) -> list[str]:
    """How the word reads in each language, as one quoted line each."""
    return [f"> {language}: {text}  " for language, text in sorted(sentences.items())] + [""] if sentences else []
