"""The grammar's text and the small words that it reserves.

In: `effect.lark` beside this file. Out: its text, and `RESERVED`. Knows no Lark, so that importing it is cheap.
"""

from __future__ import annotations

import re
from pathlib import Path

GRAMMAR = Path(__file__).with_name("effect.lark").read_text(encoding="utf-8")

# Words that are never names, anywhere. Only words written in double quotes count: `up`, `down`, `for`, `each` and
# `instead` stand in tokens of two words and stay free. Comments go first, they may quote words too.
RESERVED: frozenset[str] = frozenset(re.findall(r'"([a-z]+)"', re.sub(r"//.*", "", GRAMMAR)))
