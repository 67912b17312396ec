"""Playing a record again.

In: a transcript or saved game. Out: how far it could be played, and whether it ended in the recorded state.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools.common.saves import program_for

if TYPE_CHECKING:
    from interpreter.playing import Match


@dataclass(frozen=True, slots=True)
class Outcome:
    """A record that was played again. `played` decisions of `decisions` were legal; `why` says why not the next."""

    match: Match
    decisions: int
    played: int
    why: str
    recorded_rules: str
    rules: str
    recorded_state: str
    state: str

    @property
    def same(self) -> bool:
        """Whether every decision was legal and the last state is the recorded one."""
        return self.played == self.decisions and not self.why and self.state == self.recorded_state

    def sentence(self) -> str:
        """What a person wants to know."""
        rules = "" if self.rules == self.recorded_rules else " (the rules have changed since)"
        if self.why:
            return f"parts at decision {self.played + 1} of {self.decisions}{rules}: {self.why}"
        if not self.recorded_state:
            return f"{self.decisions} decisions are legal{rules}; no state is recorded, it ends in {self.state[:16]}"
        if self.same:
            return f"{self.decisions} decisions, same state {self.state[:16]}{rules}"
        states = f"{self.state[:16]}, recorded {self.recorded_state[:16]}"
        return f"{self.decisions} decisions, but another state: {states}{rules}"

    def as_json(self) -> dict[str, object]:
        """Plain values."""
        return {
            "same": self.same,
            "decisions": self.decisions,
            "played": self.played,
            "why": self.why,
            "ruleset": self.rules,
            "recorded_ruleset": self.recorded_rules,
            "state": self.state,
            "recorded_state": self.recorded_state,
        }


def replay(root: Path, record: dict[str, Any]) -> Outcome:
    """Play a record again with today's content, as far as it goes."""
    from interpreter.playing import Match, NotLegal, RulesError

    _ruleset, program = program_for(root, record)
    match = Match.start(program, record["seed"], log=True)
    played, why = 0, ""
    for identity in record["decisions"]:
        if not isinstance(identity, dict):
            why = "this is no decision"
            break
        if match.over:
            why = "the game is over here"
            break
        try:
            if "arrange" in identity:
                match.arrange(identity["arrange"])
            else:
                match.apply(match.find(identity))
        except (NotLegal, RulesError, ValueError) as error:
            why = str(error)
            break
        played += 1
    return Outcome(
        match,
        len(record["decisions"]),
        played,
        why,
        str(record.get("ruleset", "")),
        program.ruleset_hash,
        str(record.get("hash", "")),
        match.hash(),
    )
