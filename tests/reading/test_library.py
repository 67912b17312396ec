"""The content folder is closed: nothing outside is opened, nothing inside is overlooked, writing is whole."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from interpreter.diagnostics import Report
from interpreter.reading.files import read_scenarios, read_table
from interpreter.reading.layering import list_layers, merge, read_layer_info
from interpreter.reading.library import Library, atomic_write, read_yaml
from interpreter.reading.nodes import plain
from tests.reading.cases import QUARRY, assert_found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(QUARRY, tmp_path / "content")
    return tmp_path / "content"


def test_what_there_is() -> None:
    library, report = Library(QUARRY), Report()
    assert library.games() == ["quarry"]
    assert library.layers("quarry") == ["cheap_masons", "dear_masons", "hard_stone"]
    assert library.card_files("quarry") == ["cards/quarry/blocks.yaml", "cards/quarry/helpers.yaml"]
    assert library.card_files("quarry", "hard_stone") == ["rules/quarry/variants/hard_stone/cards/blocks.yaml"]
    assert library.table_file("quarry") == "rules/quarry/table.yaml"
    library.check_folders(report)
    assert [scenario.get("scenario") is not None for scenario in read_scenarios(library, "quarry", report)] == [True]
    assert read_table(library, "quarry", report) is not None
    assert [info.name for info in list_layers(library, "quarry", report)][0] == {"en": "Cheap masons"}
    assert not len(report)


@pytest.mark.parametrize(
    "outside", ["../secret.yaml", "rules/../../secret.yaml", "/etc/passwd", "rules//x", "", "a\0b"]
)
def test_names_that_lead_outside(folder: Path, outside: str) -> None:
    (folder.parent / "secret.yaml").write_text("secret: 1", encoding="utf-8")
    report = Report()
    assert Library(folder).read(outside, report) is None
    assert [d.problem.name for d in report] == ["outside-folder"]


def test_links_are_not_followed(folder: Path) -> None:
    (folder.parent / "secret.yaml").write_text("blocks: []", encoding="utf-8")
    (folder.parent / "more").mkdir()
    (folder.parent / "more" / "game.yaml").write_text("game: {name: x}", encoding="utf-8")
    (folder / "cards/quarry/secret.yaml").symlink_to(folder.parent / "secret.yaml")
    (folder / "rules/more").symlink_to(folder.parent / "more")
    library, report = Library(folder), Report()
    assert library.games() == ["quarry"]
    library.check_folders(report)
    assert merge(library, "quarry", [], report) is None
    assert_found(
        report,
        [
            "cards/quarry/secret.yaml:1:1 unread-file: this is a symbolic link, which content does not follow",
            "rules/more:1:1 unread-file: this is a symbolic link, which content does not follow",
        ],
    )


def test_a_library_may_be_reached_by_a_link(folder: Path) -> None:
    (folder.parent / "link").symlink_to(folder)
    assert merge(Library(folder.parent / "link"), "quarry", [], Report()) is not None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_is_no_file(folder: Path) -> None:
    (folder / "rules/quarry/flow.yaml").unlink()
    os.mkfifo(folder / "rules/quarry/flow.yaml")
    report = Report()
    assert merge(Library(folder), "quarry", [], report) is None
    assert "unreadable-file" in [d.problem.name for d in report]


def test_a_file_too_large(folder: Path) -> None:
    (folder / "cards/quarry/blocks.yaml").write_text("# " + "x" * 3_000_000, encoding="utf-8")
    report = Report()
    assert merge(Library(folder), "quarry", [], report) is None
    assert [d.problem.name for d in report] == ["file-too-large"]


def test_missing_folders_and_games(tmp_path: Path, folder: Path) -> None:
    report = Report()
    assert merge(Library(tmp_path / "nowhere"), "quarry", [], report) is None
    assert_found(report, ["rules:1:1 missing-folder: this content folder has no folder `rules`"])
    report = Report()
    assert merge(Library(folder), "quary", [], report) is None
    assert_found(report, ["rules:1:1 unknown-game: no game is called `quary` (did you mean `quarry`?)"])
    (folder / "rules/hollow").mkdir()
    (folder / "cards/marble").mkdir()
    report = Report()
    Library(folder).check_folders(report)
    assert_found(
        report,
        [
            "rules/hollow/game.yaml:1:1 missing-file: `rules/hollow` has no `game.yaml`",
            "cards/marble:1:1 unread-file: cards for `marble`, but no game of this name",
        ],
    )
    report = Report()
    assert read_layer_info(Library(folder), "quarry", "hard", report) is None
    assert [d.problem.name for d in report] == ["unknown-layer"]


def test_files_are_read_again_when_they_change(folder: Path) -> None:
    library = Library(folder)
    assert merge(library, "quarry", [], Report()) is not None
    path = folder / "cards/quarry/blocks.yaml"
    atomic_write(path, "blocks:\n  - {id: red_1, colour: blue, size: 1}\n")
    report = Report()
    assert merge(library, "quarry", [], report) is None
    assert [str(d.at) for d in report] == ["cards/quarry/blocks.yaml:2:25"]


def test_unsaved_texts_come_before_files() -> None:
    text = "blocks:\n  - {id: red_1, colour: blue, size: 1}\n"
    unsaved = {"cards/quarry/blocks.yaml": text, "cards/quarry/fresh.yaml": "blocks: [{id: red_1}]"}
    library, report = Library(QUARRY, unsaved), Report()
    assert merge(library, "quarry", [], report) is None
    assert [str(d.at) for d in report] == ["cards/quarry/fresh.yaml:1:15"]
    assert library.text("cards/quarry/blocks.yaml") == text
    assert library.text("cards/quarry/none.yaml") is None


def test_two_scenarios_of_one_name(folder: Path) -> None:
    text = (folder / "rules/quarry/scenarios/buying.yaml").read_text("utf-8")
    (folder / "rules/quarry/scenarios/more.yaml").write_text(text + "  thn: {}\n", encoding="utf-8")
    report = Report()
    assert len(read_scenarios(Library(folder), "quarry", report)) == 1
    (folder / "rules/quarry/scenarios/more.yaml").write_text(text, encoding="utf-8")
    assert len(read_scenarios(Library(folder), "quarry", report)) == 2
    assert_found(
        report,
        [
            "rules/quarry/scenarios/more.yaml:1:13 duplicate-scenario: two scenarios have this name",
            "rules/quarry/scenarios/more.yaml:14:3 unknown-key: no key is called `thn` here (did you mean `then`?)",
        ],
    )


def test_a_file_of_the_users_own(tmp_path: Path) -> None:
    path, report = tmp_path / "my file.yml", Report()
    path.write_text("stone: 1\n", encoding="utf-8")
    node = read_yaml(path, "my file.yml", report)
    assert node is not None
    assert plain(node) == {"stone": 1}
    assert read_yaml(tmp_path / "none.yml", "none.yml", report) is None
    assert read_yaml(tmp_path, "folder", report) is None
    assert [d.problem.name for d in report] == ["unreadable-file", "missing-file"]


def test_writing_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deep" / "saved.json"
    atomic_write(path, "old\n")
    os.chmod(path, 0o640)

    def refuse(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", refuse)
        with pytest.raises(KeyboardInterrupt):
            atomic_write(path, "new\n")
    assert path.read_text("utf-8") == "old\n"
    assert os.listdir(path.parent) == ["saved.json"]
    atomic_write(path, "new\r\n€\n")
    assert path.read_bytes() == "new\r\n€\n".encode()
    assert path.stat().st_mode & 0o777 == 0o640
