"""The texts that are stored as cases, made anew: of the corpus, of words and forms, of bundled games.

`python -m tests.wording.texts` writes them; read what has changed as you would read code.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from interpreter.pipeline import load
from interpreter.reading.nodes import Mapping, Node, Scalar
from interpreter.wording import Wording, action_text
from tests.wording.wording_corpus import CASES, LANGUAGES, RULES, said, tree, wording

STORED = CASES / "wording"
REPOSITORY = Path(__file__).parents[2]
BUNDLED = ("alhambra", "woodcraft")
Texts = dict[str, dict[str, str]]


def corpus() -> Texts:
    """A text for each rule of the corpus."""
    return {rule["id"]: {language: said(rule, language) for language in LANGUAGES} for rule in RULES}


def words() -> list[dict[str, Any]]:
    """The written cases of words and forms."""
    found: list[dict[str, Any]] = yaml.safe_load((STORED / "words.yaml").read_text(encoding="utf-8"))
    return found


def word_text(case: dict[str, Any], language: str) -> str:
    """What a case of words.yaml says."""
    words = wording(language)
    match case:
        case {"do": text}:
            return words.effect(tree(text, "effect"))
        case {"ability": text}:
            return words.ability(tree(text, "effect"))
        case {"order": text}:
            return words.order(tree(text, "order"))
        case _:
            return words.phrase(tree(str(case["value"]), "value"))


def bundled(name: str) -> Texts:
    """A text for each effect of a bundled game: parts, actions, named effects, abilities."""
    game = load(REPOSITORY, name).checked.game
    found: Texts = {}
    for language in LANGUAGES:
        words = Wording(game, language)
        for key in ("setup", "play", "finish"):
            for path, node in _parts(game.tree.get(key), key):
                found.setdefault(path, {})[language] = words.written(node)
        for action in (*game.actions, *game.effects):
            found.setdefault(action, {})[language] = action_text(game, action, language, words)
    return found


def stored_text(game: str, unit: str, language: str) -> str:
    """What is stored for one effect of a bundled game."""
    found: Texts = yaml.safe_load((STORED / f"{game}.yaml").read_text(encoding="utf-8"))
    return found[unit][language]


def _parts(node: Node | None, path: str) -> list[tuple[str, Scalar]]:
    found: list[tuple[str, Scalar]] = []
    for entry in node if isinstance(node, Mapping) else ():
        if isinstance(entry.value, Mapping):
            do = entry.value.get("do")
            if isinstance(do, Scalar):
                found.append((f"{path}.{entry.key}", do))
            found += _parts(entry.value.get("parts"), f"{path}.{entry.key}")
    return found


class _Block(str):
    """A text that is written behind `|`."""


def _as_block(dumper: yaml.SafeDumper, text: _Block) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", str(text), style="|")


yaml.SafeDumper.add_representer(_Block, _as_block)


def _written(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _written(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_written(inner) for inner in value]
    return _Block(value) if isinstance(value, str) and "\n" in value else value


def store(name: str, value: Any, note: str) -> None:
    """Write one file of cases."""
    text = yaml.safe_dump(_written(value), allow_unicode=True, sort_keys=False, width=1_000_000)
    (STORED / name).write_text(f"# {note}\n{text}", encoding="utf-8")


def main() -> None:
    """Write all of them."""
    store("corpus.yaml", corpus(), "What the rules of cases/syntax/corpus.yaml say (`python -m tests.wording.texts`).")
    cases = [{**case, **{language: word_text(case, language) for language in LANGUAGES}} for case in words()]
    note = "One effect or value for every verb, query and form, with its text. Names: lexicon.yaml."
    store("words.yaml", cases, note)
    for name in BUNDLED:
        store(f"{name}.yaml", bundled(name), "What the effects of the game say (`python -m tests.wording.texts`).")


if __name__ == "__main__":
    main()

__all__ = ["BUNDLED", "STORED", "bundled", "corpus", "store", "stored_text", "word_text", "words"]
