"""One invented ruleset through everything: refused with findings, or played with everything examined.

In: a content folder with one game. Out: what became of it, and sentences about what is wrong.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.compiling import RulesError
from interpreter.pipeline import Refused, Ruleset, load
from interpreter.playing.match import Match, Program
from tests.engine import examining
from tests.engine.conserving import Inspector
from tests.engine.deciding import Bot


@dataclass
class Exercise:
    """What became of a ruleset: `ends` counts how its games ended ("over", or the kind of an error)."""

    refused: bool = False
    ends: list[str] = field(default_factory=list)
    decisions: int = 0
    faults: list[str] = field(default_factory=list)


def exercise(content: Path, game: str, seed: int, tame: bool = True) -> Exercise:
    """Load a game and play it for every number of players. A `tame` ruleset, one that asks before it uses what may be
    nothing, ends in no error but a budget's."""
    found = Exercise()
    rules = loaded(content, game, found)
    if rules is None:
        return found
    allowed = examining.BUDGETS if tame else examining.BUDGETS | {"nothing"}
    for players in range(rules.min_players, rules.max_players + 1):
        program = rules.program(players)
        for number in range(2):
            try:
                _play(program, seed * 2 + number, found, allowed)
            except RulesError as error:
                found.ends.append(error.kind)
                if error.kind not in allowed:
                    found.faults.append(f"{players} players, seed {seed * 2 + number}: {error}")
                if not (error.at.line >= 1 and (error.chain or error.kind == "options")):
                    found.faults.append(f"an error without a place or a chain: {error}")
    return found


def loaded(content: Path, game: str, found: Exercise) -> Ruleset | None:
    """The ruleset, or None with what is wrong with the findings of its refusal."""
    try:
        return load(content, game)
    except Refused as refused:
        found.refused = True
        findings = list(refused.report)
        if not any(f.severity == "error" for f in findings):
            found.faults.append("refused without a finding")
        for finding in findings:
            json.dumps(finding.as_json())
            if not finding.message or finding.at.line < 1 or finding.at.column < 1:
                found.faults.append(f"a finding without words or a place: {finding}")
            elif finding.at.file and finding.at.line > _lines(content, finding.at.file):
                found.faults.append(f"a finding behind the end of its file: {finding}")
        return None


def _lines(content: Path, file: str) -> int:
    path = content / file
    return path.read_text(encoding="utf-8").count("\n") + 1 if path.is_file() else 1


def _play(program: Program, seed: int, found: Exercise, allowed: frozenset[str]) -> None:
    chance = random.Random(seed)
    inspector = Inspector(program)
    match = Match.start(program, seed, log=True, history=True)
    bot = Bot(seed)
    where = f"{program.layout.players} players, seed {seed}"
    number = 0
    while True:
        faults = inspector.faults(match.state) + examining.menu_faults(match, bundled=False)
        if chance.random() < 0.5:
            faults += examining.reading_faults(match)
            faults += examining.finding_faults(match, chance)
            faults += examining.applying_faults(match, inspector, chance, 3, allowed)
            faults += examining.secret_faults(match, chance)
        found.faults += [f"{where}, decision {number}: {fault}" for fault in faults]
        if faults or match.over:
            break
        match.apply(bot.choose(match, number))
        number += 1
    found.decisions += number
    if match.over:
        found.ends.append("over")
