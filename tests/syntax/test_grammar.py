"""The grammar: no conflict left to a default, and the reserved words are those that Lark takes for words."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from lark import Lark

from interpreter.syntax import RESERVED
from interpreter.syntax.parsing import build_parser
from interpreter.syntax.problems import SyntaxFault
from interpreter.syntax.words import GRAMMAR


def test_the_grammar_has_no_conflict() -> None:
    pytest.importorskip("interegular")
    build_parser(strict=True)


def test_reserved_words_are_those_that_the_lexer_takes() -> None:
    parser = build_parser()
    candidates = set(re.findall(r"[a-z]+", GRAMMAR))
    assert {word for word in candidates if not is_name(parser, word)} == RESERVED


def is_name(parser: Lark, word: str) -> bool:
    try:
        return [token.type for token in parser.lex(word)] == ["NAME"]
    except SyntaxFault:  # an opening word with nothing under it
        return False


@pytest.mark.parametrize("word", ["up", "down", "for", "each", "instead", "order", "one", "tower", "orange", "attic"])
def test_halves_and_beginnings_of_words_stay_free(word: str) -> None:
    assert word not in RESERVED
    assert is_name(build_parser(), word)


def test_importing_the_floor_does_not_import_lark() -> None:
    code = "import sys, interpreter.syntax; print('lark' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
