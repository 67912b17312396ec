"""What the vocabulary says about itself: every word has a page, sentences that fit its arguments, examples that parse.

`python -m tests.language.test_corpus_checks` counts how much of the corpus the vocabulary can say so far.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from interpreter.diagnostics import EffectText, Refused, Report
from interpreter.pipeline import load
from interpreter.syntax import ast, parse_effect, parse_value
from interpreter.vocabulary import Query, Verb, known_events, known_queries, known_verbs
from tests.language.cases import Case, assert_well_said, library_of

CORPUS = Path(__file__).resolve().parents[1] / "cases" / "syntax" / "corpus.yaml"
LANGUAGES = {"en", "de"}
PLACE = re.compile(r"\{(\w+)(?::\w+)?\}")
WORDS: dict[str, Any] = {**known_verbs(), **known_queries(), **known_events()}
# verbs that the machine carries out itself
OWN_ROLES = ("perform", "again", "end", "nothing", "set", "modify", "forbid", "add")


def test_there_are_words() -> None:
    assert len(known_verbs()) > 20 and len(known_queries()) > 15


@pytest.mark.parametrize("name", sorted(WORDS))
def test_a_word_has_its_page(name: str) -> None:
    """A page of whole sentences that shows the word; the first paragraph is what help lines quote."""
    page = WORDS[name].page
    assert page[:1].isupper() and page.rstrip().endswith((".", "`.")), page
    first = page.split("\n\n")[0]
    assert len(first) < 240, "the first paragraph is quoted in findings"
    assert page.count("`") % 2 == 0


@pytest.mark.parametrize("name", sorted(WORDS))
def test_a_word_has_its_sentences(name: str) -> None:
    """One in each language, and what they leave open are arguments of the word."""
    word = WORDS[name]
    assert word.sentences.keys() == LANGUAGES
    if isinstance(word, Query):
        known = {str(number) for number in range(len(word.parameters))}
    else:
        known = {"argument", "to", "by", *getattr(word, "labels", ()), *word.raises}
    for sentence in word.sentences.values():
        assert sentence and sentence.strip() == sentence and not sentence.endswith(".")
        assert set(PLACE.findall(sentence)) <= known, sentence


def examples(word: Verb | Query) -> list[str]:
    """What stands in backticks on its page and is more than a name."""
    found = re.findall(r"`([^`]+)`", word.page.replace("\n", " "))
    return [text for text in found if text.startswith((f"{word.name} ", f"{word.name}("))]


@pytest.mark.parametrize("name", sorted(known_verbs()))
def test_examples_of_a_verb_parse(name: str) -> None:
    word = known_verbs()[name]
    shown = examples(word)
    assert shown or word.role in ("again", "nothing"), "no example on its page"
    for text in shown:
        report = Report()
        assert parse_effect(EffectText(text.replace(" … ", " x "), name, ((1, 1),)), report), list(report)


@pytest.mark.parametrize("name", sorted(known_queries()))
def test_examples_of_a_query_parse(name: str) -> None:
    for text in examples(known_queries()[name]):
        report = Report()
        assert parse_value(EffectText(text, name, ((1, 1),)), report), list(report)


@pytest.mark.parametrize("name", sorted(known_verbs()))
def test_a_verb_can_be_carried_out(name: str) -> None:
    """Either it acts, or the machine knows its role; what may be promised says whether it can be kept."""
    word = known_verbs()[name]
    assert word.act is not None or word.role in OWN_ROLES
    if word.left and word.role != "pay":
        assert word.can is not None


# ---- how much of the corpus can be said ----------------------------------------------------------


def verbs_in(node: object) -> Iterator[str]:
    """The verb of every plain statement in a tree."""
    if isinstance(node, ast.Plain):
        yield node.verb
    if isinstance(node, tuple):
        for inner in node:
            yield from verbs_in(inner)
    elif is_dataclass(node) and not isinstance(node, type):
        for inner_field in fields(node):
            yield from verbs_in(getattr(node, inner_field.name))


def corpus_verbs() -> dict[str, set[str]]:
    """For each effect of the corpus, by its id, the verbs it uses."""
    found: dict[str, set[str]] = {}
    for entry in yaml.safe_load(CORPUS.read_text(encoding="utf-8")):
        for key in ("do", "use", "ability"):
            if key in entry:
                text = str(entry[key])
                starts = tuple((line, 1) for line in range(1, text.count("\n") + 2))
                tree = parse_effect(EffectText(text, entry["id"], starts), Report())
                found[f"{entry['id']}.{key}"] = set(verbs_in(tree))
    return found


def test_the_corpus_speaks_the_vocabulary() -> None:
    """Every verb that this stage has is used by the corpus or has cases of its own; none is a dead word."""
    used = set().union(*corpus_verbs().values())
    cases = {path.stem for path in (CORPUS.parents[1] / "verbs").glob("*.yaml")}
    assert known_verbs().keys() <= used | cases
    assert len(used & known_verbs().keys()) > 15


def test_the_corpus_on_a_table_that_it_does_not_know(tmp_path: Path) -> None:
    """Rules of other games name what the bench table lacks: findings at their places, each well said, no traceback."""
    lines = ["effects:"]
    for number, entry in enumerate(yaml.safe_load(CORPUS.read_text(encoding="utf-8"))):
        for key in ("do", "use"):
            if key in entry:
                text = "\n".join(f"      {line}" for line in str(entry[key]).rstrip().split("\n"))
                lines += [f"  corpus_{number}_{key}:", "    do: |", text]
    case = Case("corpus", {"name": "the corpus", "rules": "\n".join([*lines, ""]), "do": "nothing"})
    with pytest.raises(Refused) as refused:
        load(library_of(case, tmp_path / "content"), "bench")
    found = list(refused.value.report)
    assert len(found) > 100
    for diagnostic in found:
        assert_well_said(diagnostic)
        assert diagnostic.at.file == "rules/bench/case.yaml"


if __name__ == "__main__":
    every = corpus_verbs()
    said = [name for name, verbs in every.items() if verbs <= known_verbs().keys()]
    missing = sorted(set().union(*every.values()) - known_verbs().keys())
    print(f"{len(said)} of {len(every)} effects of the corpus use only known verbs; unknown: {', '.join(missing)}")
