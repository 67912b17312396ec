"""`rulewright text` prints what the wording floor says."""

from __future__ import annotations

import json

import pytest

from tests.wording.texts import BUNDLED, REPOSITORY, stored_text
from tools.cli import main

GAME = BUNDLED[0]
HERE = ["--content", str(REPOSITORY)]


def test_a_whole_game_and_one_action(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["text", GAME, *HERE]) == 0
    whole = capsys.readouterr().out
    assert main(["text", GAME, "--action", "take_money", "--lang", "de", *HERE]) == 0
    assert capsys.readouterr().out.strip() == stored_text(GAME, "take_money", "de")
    assert stored_text(GAME, "take_money", "en") in whole


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["text", GAME, "--action", "take_money", "--format", "json", *HERE]) == 0
    assert json.loads(capsys.readouterr().out)["text"] == stored_text(GAME, "take_money", "en")


def test_what_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["text", GAME, "--action", "take_mony", *HERE]) == 2
    assert "did you mean `take_money`?" in capsys.readouterr().err
    assert main(["text", GAME, "--card", "nobody", *HERE]) == 2
