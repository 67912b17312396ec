"""A content folder with every kind of file, small enough to be linted again and again, and a cache of its own."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interpreter.caching.kept import Kept
from interpreter.linting import lint

GAMES = Path(__file__).resolve().parents[1] / "games"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder that the environment names."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(folder))
    return folder


@pytest.fixture
def content(tmp_path: Path) -> Path:
    """Two games: with cards in two files, words, a table, scenarios, a language, and variants that edit and add."""
    root = tmp_path / "content"
    for game in ("couriers", "nim"):
        shutil.copytree(GAMES / "rules" / game, root / "rules" / game)
    shutil.copytree(GAMES / "cards" / "couriers", root / "cards" / "couriers")
    couriers = root / "rules" / "couriers"
    (root / "cards" / "couriers" / "more.yaml").write_text(
        "letters:\n  - {id: late_one, name: {en: late letter, de: später Brief}, town: ford, worth: 3, source: authored}\n"
    )
    for name, text in {
        "text/fr.yaml": "texts:\n  game.name: Courriers\n  letters.late_one.name: lettre tardive\n",
        "variants/dear/layer.yaml": "layer:\n  name: {en: Dear letters, de: Teure Briefe}\n  about: {en: They pay more., de: "
        "Sie zahlen mehr.}\n  source: authored\nedits:\n  - adjust: letters.late_one.worth\n    by: 2\n",
        "variants/post/layer.yaml": "layer:\n  name: {en: More post, de: Mehr Post}\n  about: {en: One letter more., de: "
        "Ein Brief mehr.}\n  source: authored\n",
        "variants/post/cards/post.yaml": "letters:\n  - {id: a_parcel, name: {en: parcel, de: Paket}, town: mill, worth: 4, "
        "source: authored}\n",
    }.items():
        (couriers / name).parent.mkdir(parents=True, exist_ok=True)
        (couriers / name).write_text(text, encoding="utf-8")
    return root


def found(content: Path, known: Kept | None) -> list[dict[str, object]]:
    return [diagnostic.as_json() for diagnostic in lint(content, None, known)]


@pytest.fixture
def agree() -> Callable[[Path], Any]:
    """Lint as the command does, twice, and compare with a lint that knows nothing; gives the findings."""

    def compared(content: Path) -> list[dict[str, object]]:
        from interpreter.caching.findings import unpacked

        fresh = found(content, None)
        for _ in range(2):
            known = Kept(str(content))
            before = known.whole(None)
            if before is None:
                report = lint(content, None, known)
                kept = [diagnostic.as_json() for diagnostic in report]
            else:
                kept = [diagnostic.as_json() for diagnostic in unpacked(before[1])]
            assert kept == fresh
        assert Kept(str(content)).whole(None) is not None
        return fresh

    return compared
