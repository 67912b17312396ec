"""Checking: merged tree + vocabulary -> Plan: every name resolved, every value typed, every reference checked.

In: the merged tree of a ruleset. Out: its declarations (`Game`) and its `Plan`, or findings. Runs no effect
and reads no file.
"""

from interpreter.checking.checker import CardWork, Checked, check
from interpreter.checking.game import Game
from interpreter.checking.plan import Plan

__all__ = ["CardWork", "Checked", "Game", "Plan", "check"]
