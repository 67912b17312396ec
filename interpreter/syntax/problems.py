"""What can be wrong with the shape of an effect text, and one such mistake as a value.

A `Fault` knows offsets into its text and no file, so that it can be remembered with the text; `parsing` turns it
into a diagnostic of the file the text came from.
"""

from __future__ import annotations

from interpreter.diagnostics import Problem
from interpreter.records import record

UNKNOWN_CHARACTER = Problem("unknown-character", "A character that the effect language does not use.")
NUMBER_TOO_LARGE = Problem("number-too-large", "A number in an effect text has at most nine digits.")
TEXT_TOO_LONG = Problem("text-too-long", "An effect text is longer than the language allows.")
NESTED_TOO_DEEP = Problem("nested-too-deep", "Parentheses, blocks or sums stand too deep inside each other.")
UNEXPECTED_WORD = Problem("unexpected-word", "A word, number or sign stands where it cannot stand.")
UNEXPECTED_END = Problem("unexpected-end", "The text ends in the middle of something.")
KEYWORD_AS_NAME = Problem("keyword-as-name", "A word of the language stands where a name belongs.")
NOTHING_UNDER = Problem("nothing-under", "A word that governs what stands under it has nothing under it.")
NOT_LINED_UP = Problem("not-lined-up", "A line begins under nothing above.")
MISPLACED_OTHERWISE = Problem("misplaced-otherwise", "An `otherwise` or `else` does not stand under its own beginning.")
MISPLACED_OR = Problem("misplaced-or", "An `or` of `either` does not stand under its own `either`.")
MISPLACED_SEMICOLON = Problem("misplaced-semicolon", "After `;` comes a plain statement on the same line.")
EITHER_WITHOUT_OR = Problem("either-without-or", "An `either` offers only one thing.")
MISSING_ARROW = Problem("missing-arrow", "Commitments are not followed by `->` and what they lead to.")
MISSING_DO = Problem("missing-do", "A `do` or `then` is missing before what is to be done.")
MIXED_AND_OR = Problem("mixed-and-or", "The words `and` and `or` stand together without parentheses.")
CHAINED_COMPARISON = Problem("chained-comparison", "A comparison is compared again.")
UNROUNDED_DIVISION = Problem(
    "unrounded-division", "A division does not say how it is rounded, or does not stand alone."
)


@record
class Fault:
    """One mistake in a text: `start` and `end` are code point offsets, half open."""

    problem: Problem
    start: int
    end: int
    message: str
    help: str


class SyntaxFault(Exception):
    """Ends a parse; never leaves this package."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault
