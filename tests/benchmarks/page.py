"""The page that holds the figures, and what it says about where they come from."""

from __future__ import annotations

import os
import platform
import subprocess

from tests.benchmarks.measuring import ROOT

PAGE = ROOT / "docs" / "performance.md"


def stamp() -> str:
    """What was measured, and where."""
    commit, changed = (
        subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True).stdout.strip()
        for words in (["rev-parse", "--short=10", "HEAD"], ["status", "--porcelain", "--untracked-files=no"])
    )
    state = f"Commit {commit}{', with changes' if changed else ''}" if commit else "Outside a repository"
    machine = f"{platform.system()} on {platform.machine()}, {os.cpu_count()} processors"
    return f"{state}; Python {platform.python_version()}, {machine}"


def write(text: str, marks: tuple[str, str]) -> None:
    """Put figures between marks of the page."""
    page = PAGE.read_text(encoding="utf-8")
    begin, end = (page.index(mark) for mark in marks)
    PAGE.write_text(f"{page[: begin + len(marks[0])]}\n{text}\n{page[end:]}", encoding="utf-8")
    print(f"written  {PAGE.relative_to(ROOT)}")
