"""The Quarry game with files or layers laid over it: shape, cards, languages, variants."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.diagnostics import Report
from interpreter.reading.layering import merge
from interpreter.reading.library import Library
from interpreter.reading.nodes import Mapping, Node, Scalar, Sequence, plain
from interpreter.reading.tree import locate, split_path
from tests.reading.cases import QUARRY, assert_found, load_cases

SHAPE = load_cases("shape.yaml")
LAYERS = load_cases("layers.yaml")


def content(folder: Path, files: dict[str, str | None]) -> Library:
    shutil.copytree(QUARRY, folder, dirs_exist_ok=True)
    for name, text in files.items():
        path = folder / name
        if text is None:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return Library(folder)


def layer_files(layers: dict[str, Any]) -> dict[str, str | None]:
    files: dict[str, str | None] = {}
    for name, layer in layers.items():
        edits = "".join(f"  {line}\n" for line in layer["edits"].splitlines())
        over = ", ".join(layer.get("over", []))
        files[f"rules/quarry/variants/{name}/layer.yaml"] = f"layer: {{name: x, over: [{over}]}}\nedits:\n{edits}"
        if "cards" in layer:
            cards = "".join(f"  {line}\n" for line in layer["cards"].splitlines())
            files[f"rules/quarry/variants/{name}/cards/blocks.yaml"] = f"blocks:\n{cards}"
    return files


def at(tree: Mapping, path: str) -> Node | None:
    return locate(tree, split_path(path), [], []).node


@pytest.mark.parametrize("case", SHAPE, ids=[case["name"] for case in SHAPE])
def test_shape(case: Any, tmp_path: Path) -> None:
    report = Report()
    tree = merge(content(tmp_path, case["files"]), "quarry", [], report)
    assert_found(report, case.get("finds", []))
    assert (tree is None) == report.failed


@pytest.mark.parametrize("case", LAYERS, ids=[case["name"] for case in LAYERS])
def test_layers(case: Any, tmp_path: Path) -> None:
    layers = case.get("layers", {})
    library = content(tmp_path, layer_files(layers))
    report = Report()
    tree = merge(library, "quarry", case.get("order", list(layers)), report)
    assert_found(report, case.get("finds", []))
    assert (tree is None) == report.failed
    again = Report()
    assert merge(library, "quarry", case.get("order", list(layers)), again) == tree
    assert list(again) == list(report)
    if tree is not None:
        for path, value in case.get("has", {}).items():
            found = at(tree, path)
            assert found is not None, path
            assert plain(found) == value
        for path in case.get("has_not", []):
            assert at(tree, path) is None


def test_notes_name_the_other_place(tmp_path: Path) -> None:
    edits = {
        "a": {"edits": "- {adjust: helpers.mason.cost, by: 1}"},
        "b": {"edits": "- {adjust: helpers.mason.cost, by: 2}"},
    }
    report = Report()
    assert merge(content(tmp_path, layer_files(edits)), "quarry", ["a", "b"], report) is None
    (conflict,) = report
    assert str(conflict.at) == "rules/quarry/variants/b/layer.yaml:3:14"
    assert [str(note.at) for note in conflict.notes] == ["rules/quarry/variants/a/layer.yaml:3:14"]


def test_origins(tmp_path: Path) -> None:
    library = content(tmp_path, {})
    base = merge(library, "quarry", [], Report())
    tree = merge(library, "quarry", ["hard_stone", "cheap_masons", "dear_masons"], Report())
    assert base is not None
    assert tree is not None
    cost = at(tree, "helpers.mason.cost")
    assert isinstance(cost, Scalar)
    assert (cost.value, cost.origin.layer) == (6, "dear_masons")
    cheap = cost.origin.replaced
    assert isinstance(cheap, Scalar)
    assert (cheap.value, cheap.origin.layer) == (3, "cheap_masons")
    first = cheap.origin.replaced
    assert first is at(base, "helpers.mason.cost")
    assert first is not None
    assert str(first.span) == "cards/quarry/helpers.yaml:5:11"
    price = at(tree, "quantities.block_price.is")
    assert isinstance(price, Scalar)
    assert str(price.span) == "rules/quarry/variants/hard_stone/layer.yaml:8:11"
    assert price.origin.replaced is at(base, "quantities.block_price.is")
    card = at(tree, "blocks.red_9")
    assert card is not None
    assert card.origin.layer == "hard_stone"
    french = at(tree, "helpers.mason.name.fr")
    assert french is not None
    assert french.origin.layer == "text/fr"

    def layers(node: Node) -> set[str]:
        below: list[Node] = []
        if isinstance(node, Mapping):
            below = [entry.value for entry in node]
        elif isinstance(node, Sequence):
            below = list(node)
        return {node.origin.layer}.union(*map(layers, below))

    assert layers(base) == {"base", "text/fr"}


def test_removals_explain_what_is_missing(tmp_path: Path) -> None:
    files = layer_files({"a": {"edits": "- {remove: zones.yard.of}"}})
    report = Report()
    assert merge(content(tmp_path, files), "quarry", ["a"], report) is None
    (missing,) = report
    assert missing.at.file == "rules/quarry/game.yaml"
    assert [str(note.at) for note in missing.notes] == ["rules/quarry/variants/a/layer.yaml:3:14"]


SEGMENTS = st.sampled_from(
    ["zones", "market", "of", "cards", "helpers", "mason", "cost", "play", "turn", "parts", "cleanup", "do", "effects"]
    + [
        "pay_wages",
        "pay_wages(colour)",
        "game",
        "name",
        "en",
        "kinds",
        "block",
        "fields",
        "tables",
        "wages",
        "red",
        "1",
    ]
    + ["blocks", "red_1", "x", "offer", "enums", "deck", "winner", "setup", "(", "plural"]
)
EDITS = st.lists(
    st.fixed_dictionaries(
        {"path": st.lists(SEGMENTS, min_size=1, max_size=5).map(".".join)},
        optional={
            "action": st.sampled_from(["add", "replace", "remove", "by", "to"]),
            "value": st.sampled_from(
                ["3", "'x'", "{of: block}", "[]", "{}", "~", "{do: pass}", "{fields: 3}", "{id: x}"]
            ),
        },
    ),
    min_size=1,
    max_size=5,
)


def edit_line(edit: dict[str, str]) -> str:
    action, value = edit.get("action", "replace"), edit.get("value", "3")
    if action == "remove":
        return f"- {{remove: '{edit['path']}'}}"
    if action in ("by", "to"):
        return f"- {{adjust: '{edit['path']}', {action}: 1}}"
    return f"- {{{action}: '{edit['path']}', with: {value}}}"


@settings(max_examples=150, deadline=None)
@given(EDITS, EDITS, st.booleans())
def test_any_edits_never_raise(first: list[dict[str, str]], second: list[dict[str, str]], over: bool) -> None:
    library = FUZZED
    for name, edits in (("hard_stone", first), ("cheap_masons", second)):
        about = "{name: x, over: [hard_stone]}" if over and name == "cheap_masons" else "{name: x}"
        text = f"layer: {about}\nedits:\n" + "".join(f"  {edit_line(edit)}\n" for edit in edits)
        library.unsaved[f"rules/quarry/variants/{name}/layer.yaml"] = text
    for layers in (["hard_stone"], ["hard_stone", "cheap_masons"], ["cheap_masons", "hard_stone"]):
        report = Report()
        tree = merge(library, "quarry", layers, report)
        assert (tree is None) == report.failed
        for diagnostic in report:
            assert diagnostic.at.file.startswith(("rules/", "cards/"))


FUZZED = Library(QUARRY)
