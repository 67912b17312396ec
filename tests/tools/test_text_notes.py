"""Names that stand in a text without words of its language are told on the error output; the text stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.cli import main

GAME = """\
game:
  name: {en: Wood, de: Holz}
  players: 2..2
resources:
  log: {per: player, text: {en: [log, logs], de: [der Stamm, Stämme]}}
  chip: {per: player, text: {en: [chip, chips]}}
play:
  turn: {each: players, offer: [cut, split]}
actions:
  cut: {text: {en: Cut, de: Fällen}, do: gain 1 log}
  split: {text: {en: Split, de: Spalten}, do: gain 2 chip}
winner: most log
"""


def told(tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, text: str = GAME) -> str:
    game = tmp_path / "rules" / "wood" / "game.yaml"
    game.parent.mkdir(parents=True, exist_ok=True)
    game.write_text(text, encoding="utf-8")
    assert main(["text", "wood", "--lang", language, "--content", str(tmp_path)]) == 0
    printed = capsys.readouterr()
    assert "note:" not in printed.out
    return printed.err


def test_names_without_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(tmp_path, capsys, "de") == "note: without words in `de`: `chip`\n"


def test_in_english_a_name_is_read_as_it_stands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(tmp_path, capsys, "en") == ""


def test_a_name_of_which_the_text_does_not_speak(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = GAME.replace("offer: [cut, split]", "offer: [cut]").replace("  split:", "  # split:")
    assert "chip" not in told(tmp_path, capsys, "de", text)


def test_parts_of_the_flow_and_names_of_an_effect(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = GAME.replace("  turn: {each", "  felling: {each").replace(
        "[chip, chips]", "[chip, chips], de: [der Span, Späne]"
    )
    several = "let half = you.log + 1; gain half chip; gain half log"
    assert told(tmp_path, capsys, "de", text.replace("gain 2 chip", several)) == (
        "note: without words in `de`: `felling`, `half`\n"
    )
