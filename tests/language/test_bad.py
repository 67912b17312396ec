"""Bad inputs end in findings at the right place, exit code 1 and no traceback.

A case of tests/cases/bad lays files over the sound game of `mill/` (`files`), or changes a text in one of them
(`in`, `old`, `new`). `finds` holds all findings in their order, as "PLACE PROBLEM: a piece of what is said";
`notes` the other places that they name. With `layers` the game is loaded with these layers, else everything is linted.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from interpreter.diagnostics import Diagnostic, Refused, Report
from interpreter.pipeline import Match, lint, load
from interpreter.playing.match import RulesError
from tests.language.cases import CASES, assert_well_said
from tools.cli import main

MILL = Path(__file__).parent / "mill"
FLOW, CARDS = "rules/mill/flow.yaml", "cards/mill/things.yaml"


def bad_cases() -> list[Any]:
    found = []
    for path in sorted((CASES / "bad").glob("*.yaml")):
        for case in yaml.safe_load(path.read_text(encoding="utf-8")):
            found.append(pytest.param(case, id=f"{path.stem}: {case['name']}"))
    return found


def mill_with(files: dict[str, str], root: Path) -> Path:
    """The sound game with files laid over it."""
    shutil.copytree(MILL, root)
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def changed(case: dict[str, Any]) -> dict[str, str]:
    """The files of a case."""
    if "files" in case:
        return dict(case["files"])
    text = (MILL / case["in"]).read_text(encoding="utf-8")
    assert case["old"] in text
    return {case["in"]: text.replace(case["old"], case["new"], 1)}


def findings(root: Path, layers: list[str]) -> list[Diagnostic]:
    """Everything that is found, in order."""
    if not layers:
        return list(lint(root))
    report = Report()
    with pytest.raises(Refused) as refused:
        load(root, "mill", layers, report)
    return list(refused.value.report)


def assert_said(found: list[Diagnostic], expected: list[str]) -> None:
    """The findings are the expected ones, each well said."""
    told = [f"{d.at} {d.problem.name}: {d.message} ({d.help})" for d in found]
    assert len(told) == len(expected), told
    for line, wanted in zip(told, expected, strict=True):
        place, _, piece = wanted.partition(": ")
        assert line.startswith(f"{place}: ") and piece in line, line
    for diagnostic in found:
        assert_well_said(diagnostic)
        assert diagnostic.help, f"nothing to try: {diagnostic}"


def assert_refused(words: list[str], found: list[Diagnostic], capsys: pytest.CaptureFixture[str]) -> None:
    """The command line says the same, ends with code 1 and shows no traceback."""
    code = main(words)
    printed = capsys.readouterr()
    text = printed.out + printed.err
    assert code == 1, text
    assert "Traceback" not in text
    for diagnostic in found:
        assert f"{diagnostic.at.file}:{diagnostic.at.line}:{diagnostic.at.column}" in text
        assert f"[{diagnostic.problem.name}]" in text


@pytest.mark.parametrize("case", bad_cases())
def test_a_bad_input(case: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert case.keys() <= {"name", "in", "old", "new", "files", "layers", "finds", "notes"}
    root = mill_with(changed(case), tmp_path / "content")
    layers = case.get("layers", [])
    found = findings(root, layers)
    assert_said(found, case["finds"])
    assert [str(note.at) for d in found for note in d.notes] == case.get("notes", [])
    laid = [word for layer in layers for word in ("--layer", layer)]
    words = ["show", "mill", *laid] if layers else ["lint"]
    assert_refused([*words, "--content", str(root)], found, capsys)


def test_the_sound_game_is_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert list(lint(MILL)) == []
    for command in ("lint", "test"):
        assert main([command, "--content", str(mill_with({}, tmp_path / command))]) == 0
    capsys.readouterr()


def test_there_are_sixty_and_more() -> None:
    assert len(bad_cases()) + len(LARGE) > 120


def flow(effect: str) -> str:
    return (MILL / FLOW).read_text(encoding="utf-8").replace("set day to day + 1", effect)


# name, file, its text, what is found first
LARGE = [
    ("lists in lists", CARDS, "sacks: " + "[" * 400 + "]" * 400 + "\n", f"{CARDS}:1:47 nested-too-deep: more than 40"),
    ("mappings in mappings", CARDS, "".join("  " * i + "a:\n" for i in range(120)), f"{CARDS}:41:81 nested-too-deep: 40"),
    ("a huge number", FLOW, flow("set day to 1").replace("repeat: 3", "repeat: " + "9" * 400), f"{FLOW}:8:13 number-too-large: 9"),
    ("a huge number in an effect", FLOW, flow("set day to " + "9" * 4000), f"{FLOW}:16:22 number-too-large: 9"),
    ("parentheses in parentheses", FLOW, flow("set day to " + "(" * 300 + "1" + ")" * 300), f"{FLOW}:16:61 nested-too-deep: 40"),
    ("blocks in blocks", FLOW, flow("if day == 1 then " * 200 + "shuffle stack"), f"{FLOW}:16:691 nested-too-deep: 40"),
    ("negations of negations", FLOW, flow("if " + "not " * 300 + "true then shuffle stack"), f"{FLOW}:16:406 nested-too-deep: 100"),
    ("a sum without end", FLOW, flow("set day to 1" + " + 1" * 20000), f"{FLOW}:16:20011 text-too-long: 20000"),
    ("a file without end", CARDS, "# " + "x" * (3 << 20) + "\n", f"{CARDS}:1:1 file-too-large: "),
    ("cards without end", CARDS, "sacks:\n  - {id: rye, grain: rye, weight: 1, count: 999999999}\n", f"{CARDS}:2:45 out-of-range: 999"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("file", "text", "expected"), [large[1:] for large in LARGE], ids=[large[0] for large in LARGE]
)
def test_what_is_too_large(
    file: str, text: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = mill_with({file: text}, tmp_path / "content")
    found = findings(root, [])
    assert found
    assert_said(found[:1], [expected])
    assert_refused(["lint", "--content", str(root)], found[:1], capsys)


# name, what is changed in which file, the kind of error and its place
BUDGETS = [
    ("steps", FLOW, "set day to day + 1", "repeat 999999 times do shuffle stack", "steps", f"{FLOW}:16:"),
    ("passes", FLOW, "repeat: 3", "until: day > 99, at most: 2", "passes", f"{FLOW}:7:3"),
    ("visits", FLOW, "each: players", "around: players\n        until: false\n        at most: 2", "passes", f"{FLOW}:10:7"),
    ("triggers", CARDS, "reduce price by 1 where sack.weight > 3", "after gain of coin do gain 1 coin", "triggers", f"{CARDS}:8:36"),
    ("options", "rules/mill/game.yaml", "do: gain 1 coin,", "do: choose n in 1..99999 -> gain n coin,", "options", f"{FLOW}:10:7"),
    ("decisions", "rules/mill/game.yaml", "2..4", "2..4\n  budgets: {decisions: 5}", "decisions", f"{FLOW}:10:7"),
    ("nothing", FLOW, "set day to day + 1", "set first(heap).open to true", "nothing", f"{FLOW}:16:11"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "kind", "at"), [b[1:] for b in BUDGETS], ids=[b[0] for b in BUDGETS])
def test_an_error_while_playing_names_its_place(
    file: str, old: str, new: str, kind: str, at: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Budgets, and nothing used as a thing, end a game with a typed error; the command line shows no traceback."""
    text = (MILL / file).read_text(encoding="utf-8").replace(old, new.replace(", at", "\n    at"), 1)
    root = mill_with({file: text}, tmp_path / "content")
    assert_said(findings(root, []), [])
    program = load(root, "mill").program(2, None)
    with pytest.raises(RulesError) as error:
        match = Match.start(program, 1)
        match.arrange({"zones": {"player 1": {"crew": ["carter"]}}})
        while not match.over:
            match.apply(match.legal()[-1])
    assert error.value.kind == kind
    assert str(error.value).startswith(at), str(error.value)
    assert f": error[{kind}]: " in str(error.value)
    assert error.value.chain, "it says what was running"
    if kind != "triggers":
        code = main(["simulate", "mill", "-n", "2", "--players", "2", "--seed", "1", "--content", str(root)])
        printed = capsys.readouterr()
        assert code == 3, printed
        assert at in printed.out + printed.err and f": error[{kind}]: " in printed.out + printed.err
        assert "Traceback" not in printed.out + printed.err
