"""Whatever changes, a lint with the cache finds what a lint without it finds."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter import linting
from interpreter.caching import stamps
from interpreter.caching.kept import Kept
from interpreter.linting import lint

Agree = Callable[[Path], Any]

EDITS = {
    "a card": ("cards/couriers/more.yaml", "worth: 3", "worth: 99"),
    "an effect": ("rules/couriers/game.yaml", "gain ", "gian "),
    "words": ("rules/couriers/words.yaml", "words:", "wordz:"),
    "the table": ("rules/couriers/table.yaml", "\n", "\nnonsense: 1\n"),
    "a scenario": ("rules/couriers/scenarios/riding.yaml", "players: ", "players: 9"),
    "a variant": ("rules/couriers/variants/dear/layer.yaml", "late_one", "late_two"),
    "a variant's card": ("rules/couriers/variants/post/cards/post.yaml", "town: mill", "town: nowhere"),
    "a language": ("rules/couriers/text/fr.yaml", "late_one", "late_two"),
    "another game": ("rules/nim/game.yaml", "players:", "playerz:"),
}


@pytest.mark.parametrize("what", EDITS)
def test_each_kind_of_file_is_seen_to_change(what: str, content: Path, cache: Path, agree: Agree) -> None:
    assert agree(content) == []
    name, old, new = EDITS[what]
    text = (content / name).read_text(encoding="utf-8")
    assert old in text
    stamp = os.stat(content / name)
    (content / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    os.utime(content / name, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))  # times tell nothing
    assert agree(content) != []
    (content / name).write_text(text, encoding="utf-8")
    assert agree(content) == []


def _removed(root: Path) -> None:
    (root / "cards/couriers/more.yaml").unlink()


def _renamed(root: Path) -> None:
    (root / "rules/couriers/words.yaml").rename(root / "rules/couriers/wordz.yaml")


def _stray(root: Path) -> None:
    (root / "rules/couriers/scenarios/note.yml").write_text("")


def _stray_beside_the_games(root: Path) -> None:
    (root / "cards/old").mkdir()


def _twice(root: Path) -> None:
    (root / "cards/couriers/again.yaml").write_text((root / "cards/couriers/more.yaml").read_text())


def _linked(root: Path) -> None:
    os.symlink(root / "cards/couriers/more.yaml", root / "cards/couriers/linked.yaml")


def _folder_in_place_of_a_file(root: Path) -> None:
    (root / "rules/couriers/table.yaml").unlink()
    (root / "rules/couriers/table.yaml").mkdir()


def _game_without_its_file(root: Path) -> None:
    (root / "rules/nim/game.yaml").unlink()


def _too_large(root: Path) -> None:
    with open(root / "cards/couriers/more.yaml", "a", encoding="utf-8") as file:
        file.write("#" * (stamps.MOST_BYTES + 1))


def _not_text(root: Path) -> None:
    (root / "cards/couriers/more.yaml").write_bytes(b"\xff\xfe\x00")


def _empty_variant(root: Path) -> None:
    (root / "rules/nim/variants/none").mkdir()


CHANGES = [
    value
    for name, value in sorted(globals().items())
    if name.startswith("_") and getattr(value, "__annotations__", {}).get("root")
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__.strip("_"))
def test_what_comes_and_goes_is_seen(change: Callable[[Path], None], content: Path, cache: Path, agree: Agree) -> None:
    assert agree(content) == []
    change(content)
    assert agree(content) != [] or change is _folder_in_place_of_a_file  # which nobody minds


@pytest.mark.parametrize("seed", range(4))
def test_any_edits(seed: int, content: Path, cache: Path, agree: Agree) -> None:
    chance = Random(seed)
    files = sorted(content.rglob("*.yaml"))
    for _ in range(12):
        file = chance.choice(files)
        lines = file.read_text(encoding="utf-8").split("\n")
        at = chance.randrange(len(lines))
        match chance.randrange(4):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[chance.randrange(len(lines))])
            case 2:
                lines[at] = lines[at].replace(chance.choice("aeinr1 :"), chance.choice("xq0 "), 1)
            case _:
                lines[at] += chance.choice((" ", " # note", " x", ":"))
        before = file.read_text(encoding="utf-8")
        file.write_text("\n".join(lines), encoding="utf-8")
        agree(content)
        if chance.random() < 0.6:
            file.write_text(before, encoding="utf-8")
    agree(content)


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is really looked at: rulesets by name, and `scenarios`."""
    seen: list[str] = []
    ruleset, scenarios = linting._Game._ruleset, linting._Game._scenarios

    def watched_ruleset(self: Any, layers: tuple[str, ...]) -> Any:
        if layers not in self.rulesets:
            seen.append("+".join([self.game, *layers]))
        return ruleset(self, layers)

    def watched_scenarios(self: Any, those: Any) -> Any:
        seen.append(f"scenarios of {self.game}")
        return scenarios(self, those)

    monkeypatch.setattr(linting._Game, "_ruleset", watched_ruleset)
    monkeypatch.setattr(linting._Game, "_scenarios", watched_scenarios)
    return seen


def test_a_changed_engine_finds_nothing_kept(
    content: Path, cache: Path, looked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lint(content, None, Kept(str(content)))
    everything = looked.copy()
    looked.clear()
    assert Kept(str(content)).whole(None) == (2, [])
    lint(content, None, Kept(str(content)))
    assert looked == []
    for stamp in (b"another", None):
        monkeypatch.setattr(stamps, "engine", lambda stamp=stamp: stamp)
        assert Kept(str(content)).whole(None) is None
        lint(content, None, Kept(str(content)))
        assert looked == everything
        looked.clear()


def test_the_engine_is_all_of_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "interpreter"
    (home / "deep").mkdir(parents=True)
    (tmp_path / "schema").mkdir()
    monkeypatch.setattr(stamps, "HOME", str(home))
    seen = set()
    for name in ("interpreter/a.py", "interpreter/deep/b.lark", "schema/game.schema.json"):
        for text in ("x = 1", "x = 2"):
            (tmp_path / name).write_text(text)
            seen.add(stamps.engine.__wrapped__())
    assert len(seen) == 6 and None not in seen
    before = stamps.engine.__wrapped__()
    (home / "__pycache__").mkdir()
    (home / "__pycache__" / "a.pyc").write_bytes(b"")
    assert stamps.engine.__wrapped__() == before


PARTS = {
    "rules/nim/game.yaml": ["nim", "nim+misere", "scenarios of nim"],
    "rules/nim/scenarios/last_stone.yaml": ["scenarios of nim", "nim", "nim+misere"],
    "rules/couriers/table.yaml": [],
    "rules/couriers/variants/dear/layer.yaml": ["couriers+dear"],
    "rules/couriers/variants/post/cards/post.yaml": ["couriers+post"],
    "rules/couriers/scenarios/riding.yaml": ["scenarios of couriers", "couriers"],
    # the game itself is told from the card file; scenarios then ask for its names
    "cards/couriers/more.yaml": ["couriers+dear", "couriers+post", "scenarios of couriers", "couriers"],
}


@pytest.mark.parametrize("name", PARTS)
def test_only_what_depends_on_a_file_is_looked_at_again(
    name: str, content: Path, cache: Path, looked: list[str]
) -> None:
    lint(content, None, Kept(str(content)))
    looked.clear()
    with open(content / name, "a", encoding="utf-8") as file:
        file.write("# changed\n")
    lint(content, None, Kept(str(content)))
    assert looked == PARTS[name]


def test_what_changes_during_a_lint_is_not_kept(content: Path, cache: Path) -> None:
    known = Kept(str(content))
    report = lint(content)
    (content / "cards/couriers/more.yaml").write_text("letters: []\n")
    known.keep(None, 2, report)
    assert not list(cache.iterdir())
