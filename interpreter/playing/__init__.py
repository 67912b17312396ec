"""Playing: Program + seed + decisions -> Match, and what of it each seat may see.

A match holds one state and how it came about. Views, logs and menus of a seat all go through `viewing`.
"""

from interpreter.compiling import RulesError
from interpreter.playing.match import Match, NotLegal, SaveRefused

__all__ = ["Match", "NotLegal", "RulesError", "SaveRefused"]
