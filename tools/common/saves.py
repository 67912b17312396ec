"""Saved games and transcripts: writing them, and finding out what a file holds.

A file that `play` saves is `{"kind": "rulewright game", "bots": [...], "match": ...}`; a transcript is what the
engine wrote, as it is. Both hold game, layers, players, seed and the decisions by identity.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools.common.content import check_players, load_ruleset
from tools.common.failures import FINDINGS, Failure
from tools.common.files import read_json, write_json

if TYPE_CHECKING:
    from interpreter.compiling import Program
    from interpreter.pipeline import Ruleset
    from interpreter.playing import Match

KIND = "rulewright game"


def save_game(file: Path, match: Match, kinds: Sequence[str]) -> None:
    """Write a game and who plays it, in one step."""
    write_json(file, {"kind": KIND, "bots": list(kinds), "match": match.save()})


def read_game(file: Path) -> tuple[dict[str, Any], list[str]]:
    """The engine's record of a saved game or transcript, and who played it (empty if it does not say)."""
    value = read_json(file, "a saved game or a transcript")
    kinds: list[str] = []
    if value.get("kind") == KIND:
        kinds = [str(kind) for kind in value.get("bots", [])]
        value = value.get("match", {})
    wanted = {"game": str, "layers": list, "players": int, "seed": int, "decisions": list}
    for key, shape in wanted.items():
        if not isinstance(value, dict) or not isinstance(value.get(key), shape):
            raise Failure(f"`{file}` is neither a saved game nor a transcript: its `{key}` is missing or wrong")
    return value, kinds


def program_for(root: Path, record: dict[str, Any]) -> tuple[Ruleset, Program]:
    """The ruleset that a record was played with, from today's content."""
    ruleset = load_ruleset(root, record["game"], [str(layer) for layer in record["layers"]])
    players = check_players(ruleset, record["players"])
    return ruleset, ruleset.program(players, record.get("options") or None)


def resume(program: Program, record: dict[str, Any], file: Path) -> Match:
    """The game of a record, at the decision it was left at. Raises Failure when its rules have changed since."""
    from interpreter.playing import Match, SaveRefused

    now = program.ruleset_hash
    if record.get("ruleset") != now:
        raise Failure(
            f"`{file}` was played with other rules: ruleset {str(record.get('ruleset'))[:16]}, now {now[:16]}",
            "go back to the content it was saved with; `rulewright replay` says from which decision on it differs",
        )
    try:
        return Match.resume(program, record, log=True, history=True)
    except SaveRefused as refused:
        raise Failure(f"`{file}` cannot be resumed: {refused}", code=FINDINGS) from None
