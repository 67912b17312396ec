"""Invented games for Hypothesis, which makes them smaller when one fails, and the ways to spoil them."""

from __future__ import annotations

import re
from collections.abc import Callable

from hypothesis import strategies as st

from tests.engine.inventing import Choices, Texts, invented

WORD = re.compile(r"[a-z_0-9]+|[^\sa-z_0-9]")


class Drawn:
    """Choices that Hypothesis makes."""

    def __init__(self, draw: Callable[[st.SearchStrategy[int]], int]) -> None:
        self._draw = draw

    def below(self, limit: int) -> int:
        """The next number; smaller ones are the plainer choices."""
        return self._draw(st.integers(0, limit - 1))


@st.composite
def rulesets(draw: Callable[[st.SearchStrategy[int]], int]) -> Texts:
    """Games that are meant to load."""
    return invented(Drawn(draw))


@st.composite
def spoilt_rulesets(draw: Callable[[st.SearchStrategy[int]], int]) -> Texts:
    """Games with one to three mistakes in their files, whatever these may do."""
    choices = Drawn(draw)
    return spoilt(invented(choices), choices)


def spoilt(texts: Texts, choices: Choices) -> Texts:
    """The files after one to three careless edits."""
    files = dict(texts.files)
    for _ in range(1 + choices.below(3)):
        name = sorted(files)[choices.below(len(files))]
        lines = files[name].split("\n")
        at = choices.below(len(lines))
        lines[at : at + 1] = _edited(lines, at, choices)
        files[name] = "\n".join(lines)
    return Texts(files)


def _edited(lines: list[str], at: int, choices: Choices) -> list[str]:
    """What stands in the place of a line."""
    line, other = lines[at], lines[choices.below(len(lines))]
    words, others = WORD.findall(line), WORD.findall(other)
    match choices.below(10):
        case 0:
            return []
        case 1:
            return [line, other]
        case 2:
            return [other]
        case 3:
            return [" " * choices.below(9) + line.lstrip()]
        case 4:
            cut = choices.below(len(line) + 1)
            return [line[:cut]]
        case 5:
            cut = choices.below(len(line) + 1)
            sign = ":,;#&*!|>'\"{}[]()-?@%`\\\t\u00e4\u2028."[choices.below(25)]
            return [line[:cut] + sign + line[cut:]]
        case 6 if words and others:
            return [line.replace(words[choices.below(len(words))], others[choices.below(len(others))], 1)]
        case 7 if words:
            word = words[choices.below(len(words))]
            return [line.replace(word, word + word[-1:], 1)]
        case 8 if words:
            number = ["-1", "0", "99999999999999999999", "1.5", "true", "nothing", "null", "1..0"][choices.below(8)]
            return [line.replace(words[choices.below(len(words))], number, 1)]
    half = len(line) // 2
    return [line[half:] + line[:half]]


__all__ = ["Drawn", "rulesets", "spoilt", "spoilt_rulesets"]
