"""`rulewright lint` says the same the second time, and sooner."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools.cli import main

HEAVY = ("lark", "yaml", "jsonschema", "rich", "interpreter.checking", "interpreter.diagnostics")


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main(["lint", *words])
    return code, capsys.readouterr().out


@pytest.mark.parametrize("words", [(), ("nim",), ("--format", "json"), ("rules/couriers/text",)], ids=" ".join)
@pytest.mark.parametrize("faulty", [False, True])
def test_the_second_time_says_the_same(
    words: tuple[str, ...], faulty: bool, content: Path, cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if faulty:
        (content / "rules/couriers/text/fr.yaml").write_text("texts:\n  letters.nobody.name: personne\n")
        (content / "rules/nim/stray.yaml").write_text("")
    arguments = (*words, "--content", str(content))
    first = said(capsys, *arguments)
    assert list(cache.glob("lint-*.cache"))
    assert said(capsys, *arguments) == first
    assert first[0] == int(faulty)


def test_an_unchanged_folder_is_answered_without_the_interpreter(content: Path, cache: Path) -> None:
    code = f"import sys; from tools.cli import main; main(['lint', '--content', {str(content)!r}])"
    code += f"; print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    for imported in (True, False):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert ("interpreter.checking" in done.stderr) is imported, done.stderr
    assert done.stderr.strip() == "[]"


def test_another_number_of_games_is_told(content: Path, cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "--content", str(content))[1].startswith("2 games checked")
    for file in sorted((content / "rules" / "nim").rglob("*"), reverse=True):
        file.unlink() if file.is_file() else file.rmdir()
    (content / "rules" / "nim").rmdir()
    assert said(capsys, "--content", str(content))[1].startswith("1 game checked")
