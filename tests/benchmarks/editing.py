"""A file of cards that somebody keeps editing."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from tests.benchmarks.measuring import ROOT


def copied(game: str, folder: Path) -> Path:
    """A content folder with a copy of one bundled game."""
    for part in ("rules", "cards"):
        shutil.copytree(ROOT / part / game, folder / part / game, dirs_exist_ok=True)
    return folder


class Edited:
    """A file whose first number under `field` is another one after each call; the rules stay good."""

    def __init__(self, file: Path, field: str) -> None:
        self.file = file
        self.times = 0
        self.before, self.after = re.split(rf"(?<={field}: )\d", file.read_text(encoding="utf-8"), maxsplit=1)

    def __call__(self) -> None:
        self.times += 1
        text = f"{self.before}{self.times % 4 + 2}{self.after}\n# edit {self.times}\n"
        self.file.write_text(text, encoding="utf-8")
