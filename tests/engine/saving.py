"""Save, kill, resume: one match over two processes, held against the same match in one.

As a program: `python -m tests.engine.saving begin CASE FILE` plays to a decision, saves and waits to be killed;
`python -m tests.engine.saving resume CASE FILE` plays the saved match to its end and prints a hash after every decision.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from interpreter.compiling import RulesError
from interpreter.compiling.effects import AskAll
from interpreter.pipeline import load
from interpreter.playing.match import Match, Program
from tests.engine.bundled import ROOT
from tests.engine.deciding import Bot

PATIENCE = 60.0  # seconds that a process may take to save


@dataclass(frozen=True)
class Case:
    """A match that is interrupted after `stop` decisions."""

    content: str
    game: str
    players: int
    seed: int
    stop: int

    @property
    def program(self) -> Program:
        """The compiled game."""
        return load(Path(self.content), self.game).program(self.players)


def future(match: Match, seed: int) -> list[str]:
    """The hashes after every decision from here on, then scores and winners, or the error that ended the game."""
    bot, number, found = Bot(seed), len(match.decisions), [match.hash()]
    try:
        while not match.over:
            match.apply(bot.choose(match, number))
            number += 1
            found.append(match.hash())
    except RulesError as error:
        return [*found, error.kind]
    scores = [match.score(seat) for seat in range(match.program.layout.players)]
    return [*found, json.dumps([scores, match.winners])]


def played(program: Program, seed: int, stop: int) -> Match:
    """A match after `stop` decisions, or at its end."""
    match, bot = Match.start(program, seed), Bot(seed)
    while not match.over and len(match.decisions) < stop:
        match.apply(bot.choose(match, len(match.decisions)))
    return match


def stops(program: Program, seed: int) -> dict[str, list[int]]:
    """Numbers of decisions of a game by what is going on there: "plain", "inside" an effect, "together"."""
    found: dict[str, list[int]] = {"plain": [], "inside": [], "together": []}
    bot, number = Bot(seed), 0
    try:
        match = Match.start(program, seed, record=False)
        while not match.over and number < 300:
            ask, _ = program.asking(match.state)
            word = "together" if isinstance(ask, AskAll) else "plain" if ask.word in ("offer", "offers") else "inside"
            found[word].append(number)
            match.apply(bot.choose(match, number))
            number += 1
    except RulesError:
        pass
    return found


def resumed_faults(case: Case, file: Path) -> list[str]:
    """What goes otherwise when a match is saved, its process killed, and it is resumed in another."""
    whole = future(played(case.program, case.seed, case.stop), case.seed)
    told = json.dumps(asdict(case))
    command = [sys.executable, "-m", "tests.engine.saving"]
    process = subprocess.Popen([*command, "begin", told, str(file)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = process.stdout.readline().strip()
    process.kill()
    process.wait(timeout=PATIENCE)
    process.stdout.close()
    if line != "saved":
        return [f"{case}: nothing was saved"]
    ran = subprocess.run([*command, "resume", told, str(file)], cwd=ROOT, capture_output=True, text=True, check=False)
    if ran.returncode:
        return [f"{case}: {ran.stderr.strip()[-300:]}"]
    again = ran.stdout.split("\n")[:-1]
    if again != whole:
        at = next(
            (i for i, (a, b) in enumerate(zip(whole, again, strict=False)) if a != b), min(len(whole), len(again))
        )
        return [f"{case}: another future from decision {case.stop + at} on"]
    return []


def main(arguments: list[str]) -> int:
    """Either half of a match."""
    word, told, file = arguments
    case = Case(**json.loads(told))
    if word == "begin":
        saved = played(case.program, case.seed, case.stop).save()
        Path(file).write_text(json.dumps(saved, ensure_ascii=False), encoding="utf-8")
        print("saved", flush=True)
        time.sleep(PATIENCE)  # until the parent kills this process
        return 1
    kept: dict[str, Any] = json.loads(Path(file).read_text(encoding="utf-8"))
    match = Match.resume(case.program, kept, log=True, history=True)
    if match.state_json() != kept["state"]:
        print("the state is another than the one saved", file=sys.stderr)
        return 1
    print("\n".join(future(match, case.seed)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
