"""Taking back: as far as nothing hidden was shown, and then as if it had never been played.

What counts as shown is judged here, from the record of changes and the declarations of the zones: a component comes
where somebody sees it who did not see it before, chance is used, something is revealed or looked at.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from interpreter.compiling import RulesError
from interpreter.playing.match import Match, Program
from interpreter.state.table import Change
from tests.engine.deciding import Bot
from tests.engine.hiding import chance_used, sees


@dataclass
class Undone:
    """What came of a game with undoing: steps taken back, refusals, and sentences about what is wrong."""

    taken_back: int = 0
    refused: int = 0
    needless: int = 0  # refusals although nothing was shown that is judged here
    faults: list[str] | None = None


def shown_to_somebody(program: Program, changes: list[Change]) -> bool:
    """Whether any seat learned of a component, or chance was used, in these changes."""
    for what, _, _, numbers in changes:
        if what in ("shuffle", "reveal", "look"):
            return True
        if what == "move":
            _, source, target, *_ = numbers
            if any(sees(program, s, target) and not sees(program, s, source) for s in range(program.layout.players)):
                return True
    return False


def undo_faults(program: Program, seed: int, often: float = 0.2) -> Undone:
    """Play a random game; now and then take back as much as is allowed, look, and play on."""
    chance = random.Random(seed)
    found = Undone(faults=[])
    assert found.faults is not None
    shown: list[bool] = []
    try:
        match, bot = Match.start(program, seed, log=True, history=True), Bot(seed)
        hashes, menus, lengths = [match.hash()], [_menus(match)], [len(match.changes)]
        while not match.over:
            before = chance_used(match.state)[:]
            match.apply(bot.choose(match, len(match.decisions)))
            changes = match.changes[lengths[-1] :]
            shown.append(shown_to_somebody(program, changes) or before != chance_used(match.state))
            hashes.append(match.hash())
            menus.append(_menus(match))
            lengths.append(len(match.changes))
            if chance.random() >= often and not match.over:
                continue
            back = number = len(match.decisions)
            while match.undo():
                back -= 1
                found.taken_back += 1
                if back < 0 or shown[back]:
                    found.faults.append(f"seed {seed}: undone from {back + 1}, although something was shown")
                    return found
                if match.hash() != hashes[back] or len(match.decisions) != back or _menus(match) != menus[back]:
                    found.faults.append(f"seed {seed}: undone to {back}, but not as before")
                    return found
                if len(match.changes) != lengths[back]:
                    found.faults.append(f"seed {seed}: undone to {back}, but the log goes on")
                    return found
            found.refused += 1
            found.needless += back > 0 and not shown[back - 1]
            while len(match.decisions) < number:
                match.apply(bot.choose(match, len(match.decisions)))
                if match.hash() != hashes[len(match.decisions)]:
                    found.faults.append(f"seed {seed}: played again from {back}, but to another state")
                    return found
    except RulesError as error:
        if error.kind == "nothing":
            raise
    return found


def _menus(match: Match) -> list[list[object]]:
    return [list(match.legal(seat)) for seat in match.seats]
