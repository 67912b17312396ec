"""Compiling: Plan + number of players -> Program: effect objects in one list of code, expressions as functions.

In: a checked ruleset. Out: a `Program`, which runs states and keeps nothing about any match. Reads no file.
"""

from interpreter.compiling.building import compile_program
from interpreter.compiling.choices import UNSEEN, Option
from interpreter.compiling.effects import Ask, AskAll
from interpreter.compiling.program import Choose, Program, RulesError
from interpreter.compiling.stepping import GROWING, is_step, parted

__all__ = [
    "GROWING",
    "UNSEEN",
    "Ask",
    "AskAll",
    "Choose",
    "Option",
    "Program",
    "RulesError",
    "compile_program",
    "is_step",
    "parted",
]
