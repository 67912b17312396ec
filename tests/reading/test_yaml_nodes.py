"""YAML is read strictly: traps, limits, and the place of every character."""

from __future__ import annotations

import time
from typing import Any

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from interpreter.diagnostics import Report
from interpreter.reading import yaml_nodes
from interpreter.reading.nodes import FAULTY, Mapping, Node, Scalar, Sequence, plain
from interpreter.reading.yaml_nodes import parse_yaml
from tests.reading.cases import assert_found, load_cases

CASES = load_cases("yaml.yaml")


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_yaml(case: Any) -> None:
    report = Report()
    node = parse_yaml(case["yaml"], "f", report)
    assert_found(report, ["f:" + line for line in case.get("finds", [])])
    if "reads" in case:
        assert node is not None
        assert plain(node) == case["reads"]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_yaml_without_libyaml(case: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parser written in Python finds the same; where it stumbles over form, on the same line."""
    ours = Report()
    first = parse_yaml(case["yaml"], "f", ours)
    monkeypatch.setattr(yaml_nodes, "EventParser", yaml.SafeLoader)
    theirs = Report()
    second = parse_yaml(case["yaml"], "f", theirs)

    def form(report: Report) -> list[tuple[str, int]]:
        return [(d.problem.name, d.at.line) for d in report]

    assert form(ours) == form(theirs)
    assert first == second


BOMBS = {
    "brackets": "[" * 100_000,
    "closed brackets": "[" * 50_000 + "]" * 50_000,
    "dashes": "- " * 100_000,
    "braces": "{a: " * 100_000,
    "question marks": "? " * 100_000,
    "indentation": "\n".join(" " * depth + "a:" for depth in range(1000)),
    "digits": "a: " + "9" * 5_000,
    "digits in a list": "[" + ",".join(["9" * 5_000] * 100) + "]",
    "anchors": "a: &a [x, x]\n" + "".join(f"b{i}: &b{i} [*a, *a]\n" for i in range(1_000)),
    "many values": "[" + "1," * 300_000 + "]",
    "many keys": "".join(f"k{i}: 1\n" for i in range(100_001)),
    "large file": "# " + "x" * (3 * 1024 * 1024),
    "version of many digits": "%YAML 1." + "9" * 5_000 + "\n---\na: 1",
    "version after comments": "# a\n%YAML 1." + "9" * 5_000 + "\n---\na: 1",
    "long key": "x" * 100_000 + ": 1",
    "quotes": "'" * 200_001,
    "backslashes": '"' + "\\" * 100_001,
}


SLOW_IN_PYTHON = ("many values", "many keys")


@pytest.mark.parametrize(
    ("name", "parser"),
    [(name, "libyaml") for name in BOMBS] + [(name, "python") for name in BOMBS if name not in SLOW_IN_PYTHON],
)
def test_bomb(name: str, parser: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if parser == "python":
        monkeypatch.setattr(yaml_nodes, "EventParser", yaml.SafeLoader)
    report = Report()
    began = time.perf_counter()
    parse_yaml(BOMBS[name], "f", report)
    assert time.perf_counter() - began < 20
    assert report.failed


@pytest.mark.parametrize(
    ("source", "place", "words"),
    [
        (b"\xff\xfea\x00", "f:1:1", "this file is UTF-16"),
        (b"stone: 1\nb: \xff", "f:2:4", "byte 0xff is not UTF-8"),
        ("grün: 1\nb: ".encode() + b"\xc3", "f:2:4", "byte 0xc3 is not UTF-8"),
        (b"a: \x00", "f:1:4", "the control character U+0000 stands here"),
        (b"a: 1\rb: 2", "f:1:5", "the control character U+000D stands here"),
        (b"a: \x1b[2J", "f:1:4", "the control character U+001B stands here"),
        ("a: b\u2028c", "f:1:5", "the control character U+2028 stands here"),
        ("a: \ud800", "f:1:4", "the control character U+D800 stands here"),
    ],
)
def test_not_text(source: bytes | str, place: str, words: str) -> None:
    report = Report()
    assert parse_yaml(source, "f", report) is None
    assert_found(report, [f"{place} not-text: {words}"])


def test_line_ends_and_byte_order_mark_of_windows() -> None:
    report = Report()
    node = parse_yaml("\ufeffa: 1\r\nb: |\r\n  two\r\n".encode(), "f", report)
    assert node is not None
    assert plain(node) == {"a": 1, "b": "two\n"}
    assert not len(report)


def test_where_things_stand() -> None:
    source = "stone:\n  - {é: 'x', y: [1, 2]}\n\n\nnext: two words  # note\nlast:\n"
    report = Report()
    node = parse_yaml(source, "f", report)
    assert isinstance(node, Mapping)
    stone, following, last = node.entries
    assert isinstance(stone.value, Sequence)
    item = stone.value.items[0]
    assert isinstance(item, Mapping)
    assert item.flow
    assert not stone.value.flow
    assert str(item.entries[0].value.span) == "f:2:9"
    assert (item.span.line, item.span.column, item.span.end_line, item.span.end_column) == (2, 5, 2, 24)
    assert (stone.value.span.end_line, stone.value.span.end_column) == (2, 24)
    assert (following.value.span.column, following.value.span.end_column) == (7, 16)
    assert (last.value.span.line, last.value.span.column) == (6, 6)
    assert stone.key_span.end_column == 6


@pytest.mark.parametrize(
    ("source", "traced"),
    [
        ("a: gain 2 stone", True),
        ("a: 'gain 2 stone'", True),
        ("a: 'it''s stone'", False),
        ('a: "gain 2 stone"', False),
        ("a: >\n  gain\n  stone\n", False),
        ("a: gain\n  stone\n", False),
        ("a: 'gain\n  stone'\n", False),
        ("a: |\n  gain\n  stone\n", True),
        ("a: 12", True),
        ("a: true", True),
    ],
)
def test_which_texts_are_traced(source: str, traced: bool) -> None:
    node = parse_yaml(source, "f", Report())
    assert isinstance(node, Mapping)
    value = node.entries[0].value
    assert isinstance(value, Scalar)
    assert (value.text is not None) == traced


def scalars(node: Node) -> list[Scalar]:
    match node:
        case Scalar():
            return [node]
        case Sequence():
            return [scalar for item in node for scalar in scalars(item)]
        case Mapping():
            return [scalar for entry in node for scalar in scalars(entry.value)]


def assert_traced(source: str, node: Node) -> int:
    """Every character of every traced text stands in the file where its span says; how many were looked at."""
    lines = source.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    count = 0
    for scalar in scalars(node):
        if scalar.text is None or scalar.style == FAULTY:
            continue
        text = scalar.text.text
        for offset, character in enumerate(text):
            span = scalar.text.span(offset, offset + 1)
            line = lines[span.line - 1]
            there = line[span.column - 1] if span.column <= len(line) else "\n"
            assert there == character, (text, offset, span)
            count += 1
    return count


LINES = st.lists(
    st.text(st.sampled_from("ab é€😀#:-'|>\t "), max_size=8).map(lambda line: line.rstrip("\t ")),
    min_size=1,
    max_size=6,
)


@settings(max_examples=300)
@given(lines=LINES, indent=st.integers(1, 4), chomp=st.sampled_from(["", "-", "+"]), depth=st.integers(0, 2))
@example(lines=["", "a"], indent=2, chomp="", depth=0)
@example(lines=["a", "", "", ""], indent=2, chomp="+", depth=1)
@example(lines=["a", " b"], indent=3, chomp="-", depth=2)
def test_every_character_of_a_block_stands_where_its_span_says(
    lines: list[str], indent: int, chomp: str, depth: int
) -> None:
    outer = "".join("  " * level + f"k{level}:\n" for level in range(depth))
    pad = " " * (indent + 2 * depth)
    body = "".join(f"{pad}{line}\n" if line else "\n" for line in lines)
    source = f"{outer}{'  ' * depth}é: |{chomp}  # note\n{body}{'  ' * depth}z: 1\n"
    report = Report()
    node = parse_yaml(source, "f", report)
    if node is not None:
        assert_traced(source, node)
        value = scalars(node)[0].value
        if not lines[0].startswith((" ", "\t")) and lines[0]:
            assert isinstance(value, str)
            assert value.rstrip("\n") == "\n".join(lines).rstrip("\n")


YAML_PIECES = st.lists(
    st.sampled_from(
        ["a", "b: ", "- ", "\n", "\n  ", "\n    ", "{", "}", "[", "]", ", ", "|", ">", "'", '"', "#", " ", "1", "010"]
        + ["&x ", "*x", "!t ", "<<: ", "---\n", "...\n", "%YAML 1.2\n", "? ", ": ", "\t", "~", "true", "\\", "\\x", "é"]
        + [
            "|2-",
            "|+\n",
            '"\\ud800"',
            '"\\U99999999"',
            '"\\0"',
            "\r\n",
            "\ufeff",
            "!<tag> ",
            "@",
            "`",
            "-1",
            "9999999999",
        ]
    ),
    max_size=40,
).map("".join)


@settings(max_examples=600)
@given(YAML_PIECES)
@example('"\\U99999999"')
@example("%YAML 1.1\n%YAML 1.1\n---\n")
@example("%TAG ! x\n--- !a")
def test_texts_never_raise_and_are_traced(source: str) -> None:
    for parser in (yaml_nodes.EventParser, yaml.SafeLoader):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(yaml_nodes, "EventParser", parser)
            report = Report()
            node = parse_yaml(source, "f", report)
        assert node is not None or report.failed
        if node is not None:
            assert_traced(source, node)


@settings(max_examples=300)
@given(st.one_of(st.text(), st.binary(), st.text(st.characters())))
def test_anything_never_raises(source: str | bytes) -> None:
    report = Report()
    node = parse_yaml(source, "f", report)
    assert node is not None or report.failed
