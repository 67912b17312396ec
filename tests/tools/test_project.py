"""The project's own files."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.tools.conftest import REPOSITORY

PYPROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_requirement_is_pinned() -> None:
    project = PYPROJECT["project"]
    wanted = [
        *project["dependencies"],
        *(name for extra in project["optional-dependencies"].values() for name in extra),
    ]
    text = (REPOSITORY / "constraints.txt").read_text(encoding="utf-8").lower()
    pinned = {name.replace("_", "-") for name in re.findall(r"^([\w.-]+)==", text, re.M)}
    for requirement in wanted:
        name = re.split(r"[<>=! \[]", requirement)[0].lower().replace("_", "-")
        assert name in pinned, name


def test_every_make_target_of_the_docs_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (REPOSITORY / "Makefile").read_text(encoding="utf-8"), re.M))
    for page in [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]:
        for target in re.findall(r"`make ([a-z]+)`|^make ([a-z]+)", page.read_text(encoding="utf-8"), re.M):
            assert "".join(target) in targets, (page.name, target)


def test_links_between_pages_lead_somewhere() -> None:
    for page in [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]:
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), (page.name, link)


@pytest.mark.slow
def test_a_wheel_installed_in_an_empty_environment_plays_the_bundled_games(tmp_path: Path) -> None:
    def execute(*words: object, cwd: Path = tmp_path) -> str:
        done = subprocess.run([str(word) for word in words], cwd=cwd, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    source = tmp_path / "source"
    leave = shutil.ignore_patterns(".git", ".venv", "build", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis")
    shutil.copytree(REPOSITORY, source, ignore=leave)
    execute(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", tmp_path, source)
    wheel = next(tmp_path.glob("rulewright-*.whl"))
    execute(sys.executable, "-m", "venv", tmp_path / "empty")
    binaries = tmp_path / "empty" / "bin"
    execute(binaries / "pip", "install", "--quiet", "-c", REPOSITORY / "constraints.txt", wheel)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    games = [folder.parent.name for folder in sorted((REPOSITORY / "rules").glob("*/game.yaml"))]
    assert games
    assert "no findings" in execute(binaries / "rulewright", "lint", cwd=elsewhere)
    for game in games:
        out = execute(
            binaries / "rulewright", "play", game, "--bots", "random", "--seed", "1", "--last", "3", cwd=elsewhere
        )
        assert "the end" in out
