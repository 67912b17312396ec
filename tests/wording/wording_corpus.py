"""The rules of the corpus as people read them: the game of `cases/wording/lexicon.yaml`, and a text for each rule."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from interpreter import syntax
from interpreter.checking.game import Declarations, Game
from interpreter.diagnostics import EffectText, Report
from interpreter.reading.nodes import Mapping
from interpreter.reading.yaml_nodes import parse_yaml
from interpreter.vocabulary import Parameter, Verb
from interpreter.wording import Wording

CASES = Path(__file__).parents[1] / "cases"
RULES: list[dict[str, Any]] = yaml.safe_load((CASES / "syntax" / "corpus.yaml").read_text(encoding="utf-8"))
LEXICON: dict[str, Any] = yaml.safe_load((CASES / "wording" / "lexicon.yaml").read_text(encoding="utf-8"))
LANGUAGES = ("en", "de")


def declared(tree: dict[str, Any]) -> Game:
    """The declarations of a tree; what is wrong with it does not matter for its texts."""
    node = parse_yaml(yaml.safe_dump(tree, allow_unicode=True, sort_keys=False), "lexicon.yaml", Report())
    assert isinstance(node, Mapping)
    return Declarations("lexicon", node, Report()).read()


def lacking() -> dict[str, Verb]:
    """Verbs that the corpus has and the vocabulary does not."""
    found = {}
    for name, said in LEXICON["verbs"].items():
        found[name] = Verb(
            name,
            {"en": said["en"], "de": said["de"]},
            argument=Parameter("components"),
            labels={label: Parameter("place", required=False) for label in ("by", "on", "to")},
            forms={"de": said["forms"]},
        )
    return found


@cache
def wording(language: str, rule: str = "") -> Wording:
    """The wording of the corpus; names that a rule uses in another sense are laid over."""
    tree = deepcopy({key: value for key, value in LEXICON.items() if key not in ("verbs", "apart", "holders")})
    apart = LEXICON["apart"].get(rule, {})
    for top, names in apart.items():
        for name, value in names.items():
            if value is None:
                tree[top].pop(name, None)
            else:
                tree[top][name] = value
    return Wording(declared(tree), language, lacking())


def tree(text: str, start: str) -> Any:
    """The tree of a text."""
    parse = {"effect": syntax.parse_effect, "value": syntax.parse_value, "order": syntax.parse_order}.get(
        start, syntax.parse_need
    )
    report = Report()
    found = parse(EffectText(text, "corpus.yaml", ((1, 1),)), report)
    assert found is not None, (text, list(report))
    return found


def said(rule: dict[str, Any], language: str) -> str:
    """What a rule says."""
    words = wording(language, rule["id"] if rule["id"] in LEXICON["apart"] else "")
    holder = LEXICON["holders"].get(rule["id"], "")
    match rule:
        case {"need": need}:
            return words.need(tree(str(need), "need"))
        case {"order": order}:
            return words.order(tree(order, "order"))
        case {"is": list(cases)}:
            return words.cases(
                [(tree(str(c["when"]), "value") if "when" in c else None, tree(str(c["is"]), "value")) for c in cases]
            )
        case {"is": value}:
            return words.phrase(tree(str(value), "value"), parameters(rule))
        case {"ability": ability}:
            return words.ability(tree(ability, "effect"), holder)
        case _:
            return words.effect(tree(rule.get("do") or rule["use"], "effect"), kind=holder)


def parameters(rule: dict[str, Any]) -> dict[str, str]:
    """The parameters of a function, each a thing."""
    inner = rule.get("name", "").partition("(")[2].removesuffix(")")
    return {name.strip(): "thing" for name in inner.split(",") if name.strip()}
