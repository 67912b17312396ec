"""Syntax: effect texts <-> trees.

In: an `EffectText` (a text and where it stands in a file). Out: a tree of `interpreter.syntax.ast`, or None and an
error in the report; and back, the canonical text of a tree. The grammar knows shapes and a few small words
(`RESERVED`); which verbs, queries and names there are, and whether a tree means anything, is for `checking`. Reads no
file but its grammar, and imports Lark only when something is parsed.
"""

from interpreter.syntax import ast
from interpreter.syntax.notes import notes
from interpreter.syntax.parsing import MAX_DEPTH, MAX_LENGTH, parse_effect, parse_need, parse_order, parse_value
from interpreter.syntax.printing import WIDTH, print_effect, print_need, print_order, print_value
from interpreter.syntax.walking import Node, children, walk
from interpreter.syntax.words import RESERVED

__all__ = [
    "MAX_DEPTH",
    "MAX_LENGTH",
    "RESERVED",
    "WIDTH",
    "Node",
    "ast",
    "children",
    "notes",
    "parse_effect",
    "parse_need",
    "parse_order",
    "parse_value",
    "print_effect",
    "print_need",
    "print_order",
    "print_value",
    "walk",
]
