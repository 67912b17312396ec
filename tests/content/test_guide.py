"""Every example of the guide, the cookbook and the page of limits is true.

The first line of a block says what is looked at:

`FILE` above ```yaml       a file of a complete game: the page's files are linted, their scenarios run, games are played
```effect game=G path=P    this text stands in the game G at P (G may be `game+layer`); `rule=ID`: it is a rule of the corpus,
                           which a scenario of that game shows
```effect game=G           this effect is added to the game and carried out
```value game=G            this value is added to the game and asked for
```yaml game=G path=P      what stands in the game at P says at least this
```yaml game=G             these declarations are added to the game, and it is played for a while
... error=PROBLEM          with the block added, the game has this problem
```console                 these commands are run

`UPDATE=1 pytest tests/content/test_guide.py` writes what stands in the games into blocks with `game` and `path`.
"""

from __future__ import annotations

import os
import random
import re
import shlex
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from interpreter.checking.game import Budgets
from interpreter.diagnostics import Refused, Report
from interpreter.pipeline import Match, Ruleset, games, layers, lint, load
from interpreter.reading import yaml_nodes
from interpreter.reading.layering import merge
from interpreter.reading.library import Library
from interpreter.reading.nodes import Mapping, plain
from interpreter.syntax import layout, parsing
from interpreter.vocabulary.queries import subsets
from tests.content.test_corpus_runs import NAMED, RULES
from tools.cli import main
from tools.common.trees import walk

REPOSITORY = Path(__file__).resolve().parents[2]
DOCS = REPOSITORY / "docs"
COOKBOOK, LIMITS = DOCS / "cookbook.md", DOCS / "limits.md"
PAGES = [*sorted((DOCS / "guide").glob("*.md")), COOKBOOK, LIMITS]
ROOTS = (REPOSITORY, REPOSITORY / "tests" / "games")
BLOCK = re.compile(r"(?:^`(?P<file>[\w./]+)`\n\n)?^```(?P<kind>\w*) ?(?P<info>.*)\n(?P<text>(?:.*\n)*?)^```$", re.M)
EXAMPLE = "guide_example"
DECISIONS = 30  # of a game with an example in it; complete games are played to the end


@dataclass(frozen=True)
class Block:
    """A block of a page: its place, the words of its first line, its text."""

    page: Path
    line: int
    file: str
    kind: str
    info: tuple[tuple[str, str], ...]
    text: str

    def __str__(self) -> str:
        return f"{self.page.stem}:{self.line}"

    def __getitem__(self, key: str) -> str:
        return dict(self.info).get(key, "")


@cache
def blocks(page: Path) -> tuple[Block, ...]:
    """All blocks of a page."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in BLOCK.finditer(text):
        info = tuple((key, value) for key, _, value in (word.partition("=") for word in match["info"].split()))
        line = text.count("\n", 0, match.start("kind")) + 1
        found.append(Block(page, line, match["file"] or "", match["kind"], info, match["text"]))
    return tuple(found)


ALL = [block for page in PAGES for block in blocks(page)]
PLACED = [block for block in ALL if block["game"] and block["path"]]
ADDED = [block for block in ALL if block["game"] and not block["path"]]
COMMANDS = [block for block in ALL if block.kind == "console"]


@cache
def library(root: Path) -> Library:
    """A content folder, each file read once."""
    return Library(root)


@cache
def tree(name: str) -> Mapping:
    """A game with its layers, as one tree."""
    game, *laid = name.split("+")
    report = Report()
    merged = merge(library(root_of(game)), game, laid, report)
    assert merged is not None and not report.failed, f"there is no {name}"
    return merged


def root_of(game: str) -> Path:
    """The content folder of a game."""
    return next(root for root in ROOTS if (root / "rules" / game).is_dir())


@cache
def corpus() -> dict[str, list[str]]:
    """The rules of the corpus, by kind of game in the order of the file."""
    found: dict[str, list[str]] = {}
    for line in RULES.read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"# -{4} (.*)", line):
            found[heading[1]] = []
        elif rule := re.match(r"- id: (\S+)", line):
            found[list(found)[-1]].append(rule[1])
    return found


@cache
def shown(game: str) -> set[str]:
    """The rules of the corpus that scenarios of a game show."""
    files = (root_of(game) / "rules" / game / "scenarios").glob("*.yaml")
    return {rule for file in files for rule in NAMED.findall(file.read_text(encoding="utf-8"))}


# ---- nothing is left out -----------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_block_is_looked_at(page: Path) -> None:
    looked_at = {id(block) for block in (*PLACED, *ADDED, *COMMANDS)}
    for block in blocks(page):
        known = {"effect": "game path rule error", "value": "game path rule error", "yaml": "game path rule error"}
        assert {key for key, _ in block.info} <= set(known.get(block.kind, "").split()), f"{block}: {block.info}"
        assert id(block) in looked_at or (block.file and block.kind == "yaml"), f"nobody looks at {block}"
    assert page.read_text(encoding="utf-8").count("```") == 2 * len(blocks(page)), "a block that is not found"
    assert blocks(page)


def test_pages_are_linked() -> None:
    """From the README to the guide, along the guide page by page, and every link leads somewhere."""
    contents = (DOCS / "guide" / "README.md").read_text(encoding="utf-8")
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"
        for anchor in re.findall(r"\]\(#([^)]+)\)", text):
            headings = [
                re.sub(r"[^\w -]", "", h).lower().replace(" ", "-") for h in re.findall(r"^#+ (.*)$", text, re.M)
            ]
            assert anchor in headings, f"{page.name} has no heading for #{anchor}"
        assert page.parent != DOCS / "guide" or page.name == "README.md" or f"]({page.name})" in contents, page.name
    assert "docs/guide/README.md" in (REPOSITORY / "README.md").read_text(encoding="utf-8")


def test_the_cookbook_has_every_rule_of_the_corpus() -> None:
    """A chapter for each kind of game, and in it an entry for each of its rules, shown in a game that a scenario tests."""
    text = COOKBOOK.read_text(encoding="utf-8")
    chapters = [heading.lower() for heading in re.findall(r"^## (.*)$", text, re.M)]
    assert [chapter for chapter in chapters if chapter != "contents"] == list(corpus())
    found: dict[str, set[str]] = {}
    for block in blocks(COOKBOOK):
        chapter = re.findall(r"^## (.*)$", "\n".join(text.splitlines()[: block.line]), re.M)[-1].lower()
        assert block["rule"], f"{block} says no rule"
        found.setdefault(chapter, set()).add(block["rule"])
        game = block["game"].partition("+")[0]
        assert block["rule"] in shown(game), f"{block}: no scenario of {game} shows the rule"
    assert {chapter: sorted(rules) for chapter, rules in found.items()} == {k: sorted(v) for k, v in corpus().items()}


# ---- what stands in the games ------------------------------------------------------------------------


@pytest.mark.parametrize("block", PLACED, ids=str)
def test_stands_in_the_game(block: Block) -> None:
    node = walk(tree(block["game"]), block["path"])
    value = plain(node)
    if block.kind == "yaml":
        report = Report()
        said = yaml_nodes.parse_yaml(block.text, str(block), report)
        assert said is not None and not report.failed, block.text
        assert missing(plain(said), value, block["path"]) == []
        return
    assert isinstance(value, str), f"no text stands at {block['path']}"
    if os.environ.get("UPDATE"):
        written = block.page.read_text(encoding="utf-8")
        pattern = re.compile(rf"(^```{block.kind} {re.escape(_first_line(block))}\n)(?:.*\n)*?(^```$)", re.M)
        assert len(pattern.findall(written)) == 1, f"{block} stands twice"
        block.page.write_text(
            pattern.sub(lambda found: f"{found[1]}{value.strip()}\n{found[2]}", written), encoding="utf-8"
        )
        return
    assert block.text.strip() == value.strip()


def _first_line(block: Block) -> str:
    return " ".join(f"{key}={value}" for key, value in block.info)


def missing(said: Any, stands: Any, path: str) -> list[str]:
    """Where what is said differs from what stands in the game; texts and other keys may be left out."""
    if isinstance(said, dict) and isinstance(stands, dict):
        return [
            fault
            for key, value in said.items()
            for fault in (missing(value, stands[key], f"{path}.{key}") if key in stands else [f"{path} has no `{key}`"])
        ]
    if isinstance(said, str) and isinstance(stands, str):
        said, stands = said.strip(), stands.strip()
    return [] if said == stands else [f"{path} is {stands!r}, not {said!r}"]


# ---- what is added to a game -------------------------------------------------------------------------


@pytest.mark.parametrize("block", ADDED, ids=str)
def test_runs_in_the_game(block: Block) -> None:
    if block["error"]:
        with pytest.raises(Refused) as refused:
            with_example(block)
        found = {f.problem.name: str(f.at) for f in refused.value.report if f.severity == "error"}
        assert list(found) == [block["error"]]
        return
    rules = with_example(block)
    for seed in (1, 2):
        play(rules, rules.max_players, seed, DECISIONS)


def with_example(block: Block) -> Ruleset:
    """The game with the block in a file of its own, which the first player carries out at the end of the set-up."""
    game = block["game"]
    root = root_of(game)
    text = (root / "rules" / game / "game.yaml").read_text(encoding="utf-8")
    if "  files: [" in text:
        text = re.sub(r"(?m)^  files: \[(.*)\]", rf"  files: [\1, {EXAMPLE}.yaml]", text)
    else:
        text = re.sub(r"(?m)^game:\n", f"game:\n  files: [{EXAMPLE}.yaml]\n", text)
    added = block.text
    if block.kind != "yaml":
        lines = block.text.rstrip("\n").split("\n")
        if block.kind == "value":
            lines = [f"let example_{number} = {line}" for number, line in enumerate(lines)]
        body = "".join(f"      {line}\n" for line in lines)
        each = f"setup:\n  {EXAMPLE}_runs: {{each: (first(players)), do: perform {EXAMPLE}}}\n"
        added = f"effects:\n  {EXAMPLE}:\n    do: |\n{body}{each}"
    names = {f"rules/{game}/game.yaml": text, f"rules/{game}/{EXAMPLE}.yaml": added}
    shelf = library(root)
    shelf.unsaved |= names
    try:
        return load(shelf, game)
    finally:
        for name in names:
            del shelf.unsaved[name]


def play(rules: Ruleset, players: int, seed: int, most: int) -> Match:
    """A game, or its beginning, by chance."""
    match = Match.start(rules.program(players), seed)
    chance = random.Random(seed)
    for _ in range(most):
        if match.over:
            break
        match.apply(chance.choice(match.legal()))
    return match


# ---- complete games and commands ---------------------------------------------------------------------


@pytest.mark.parametrize("page", [page for page in PAGES if any(block.file for block in blocks(page))], ids=str)
def test_complete_games(page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(page, tmp_path)
    assert [f"{d.at}: {d.message}" for d in lint(tmp_path)] == []
    for game in games(tmp_path):
        code = main(["test", game, "--content", str(tmp_path)])
        told = capsys.readouterr().out
        if (tmp_path / "rules" / game / "scenarios").exists():
            assert code == 0, told
        for layer in [[], *([layer] for layer in layers(tmp_path, game))]:
            rules = load(tmp_path, game, layer)
            for seed in (1, 2, 3):
                assert play(rules, rules.max_players, seed, 5_000).over, f"{game} {layer} goes on and on"


@pytest.mark.parametrize("block", COMMANDS, ids=str)
def test_commands(
    block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written(block.page, tmp_path)
    monkeypatch.chdir(tmp_path)
    for command in block.text.splitlines():
        program, *words = shlex.split(command, comments=True)
        assert program == "rulewright"
        names = {name for word in words for name in re.split(r"[+/.]", word)}
        here = games(tmp_path) if (tmp_path / "rules").exists() else []
        root = next((r for r in (*([tmp_path] if here else []), *ROOTS) if names & set(games(r))), None)
        extra = [] if root is None else ["--content", str(root)]
        code = main([*words, *extra])
        told = capsys.readouterr()
        assert code == 0, f"{command}: {told.out}{told.err}"


def test_quoted_texts_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the page about words quotes (`> …`) is said by the commands above it; nothing there lacks words."""
    page = DOCS / "guide" / "11-words.md"
    written(page, tmp_path)
    quoted = [line[2:] for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("> ")]
    texts = [line for block in blocks(page) for line in block.text.splitlines() if line.startswith("rulewright text")]
    told = ""
    for command in texts:
        assert main([*shlex.split(command)[1:], "--content", str(tmp_path)]) == 0
        printed = capsys.readouterr()
        assert printed.err == ""
        told += printed.out
    assert quoted and len(texts) > 1
    for piece in quoted:
        assert piece in told


def written(page: Path, folder: Path) -> None:
    """Write the files of a page; what one block holds of a file follows what earlier ones hold."""
    for block in blocks(page):
        if block.file:
            file = folder / block.file
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, encoding="utf-8")


# ---- numbers -----------------------------------------------------------------------------------------


def test_numbers_of_the_limits() -> None:
    """The tables of limits.md say what the engine does."""
    text = LIMITS.read_text(encoding="utf-8")
    said = {
        name: int(number.replace(",", "")) for name, number in re.findall(r"^\| `(\w+)` \| ([\d,]+) \|", text, re.M)
    }
    budgets = Budgets()
    assert said == {name: getattr(budgets, name) for name in ("steps", "triggers", "options", "depth", "decisions")}
    for number in (
        f"{yaml_nodes.MOST_BYTES // 2**20} MiB",
        f"{yaml_nodes.MOST_NODES:,} values",
        f"{yaml_nodes.MOST_DEPTH} levels",
        f"{yaml_nodes.MOST_DIGITS} digits",
        f"{parsing.MAX_LENGTH:,} characters",
        f"{layout.MAX_NESTING} parentheses",
        f"{subsets.CAP:,} selections",
    ):
        assert number in text, number
