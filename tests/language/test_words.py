"""Every word of the vocabulary does what its case file says, and no word is without one."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.vocabulary import known_queries, known_verbs
from tests.language.cases import CASES, Case, all_cases, load_cases, run


@pytest.mark.parametrize("case", [*all_cases("verbs"), *all_cases("queries")], ids=str)
def test_a_word(case: Case, tmp_path: Path) -> None:
    run(case, tmp_path)


@pytest.mark.parametrize(
    ("folder", "words"), [("verbs", known_verbs()), ("queries", known_queries())], ids=["verbs", "queries"]
)
def test_every_word_has_its_cases(folder: str, words: dict[str, object]) -> None:
    files = {path.stem for path in (CASES / folder).glob("*.yaml")}
    assert files == set(words)


@pytest.mark.parametrize("name", [*(f"verbs/{n}" for n in known_verbs()), *(f"queries/{n}" for n in known_queries())])
def test_a_word_is_used_well_and_badly(name: str) -> None:
    """A case file shows the word at work, and what is said when it is used wrongly."""
    cases = load_cases(f"{name}.yaml")
    word = name.partition("/")[2]
    assert any(not case.expected for case in cases), "no case shows it at work"
    assert any(case.expected for case in cases), "no case shows a mistake"
    for case in cases:
        said = [text.text for text in case.texts.values()]
        assert word in " ".join([*said, str(case.data.get("values")), str(case.expected)]), (
            f"{case} does not speak of {word}"
        )
