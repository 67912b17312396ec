"""Random games of Woodcraft for 1 to 4 players with every invariant looked at after each decision.

Components are conserved and numbers stay in their ranges (`tests/engine/conserving.py`); every resource is what the
log says it gained and lost; the points by source are what the log says about the places in the rules that gave them;
nobody is stuck, no offer is left unfinished, and now and then every legal decision is tried on a copy.

    python tests/woodcraft/invariants.py --games 5000
"""

from __future__ import annotations

import sys
import time
from bisect import bisect_right
from collections import Counter
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from interpreter.compiling import RulesError  # noqa: E402
from interpreter.compiling.effects import Ask  # noqa: E402
from interpreter.pipeline import Ruleset, load  # noqa: E402
from interpreter.playing.match import Match, Program  # noqa: E402
from tests.big.shared import ROOT, Outcome, arguments, run, seeds, tell  # noqa: E402
from tests.engine.conserving import Inspector  # noqa: E402
from tests.engine.deciding import Bot, play  # noqa: E402

Job = tuple[int, range]  # players, seeds
PLAYERS = (1, 2, 3, 4)
TRY_ALL = 25  # every so many decisions all of them are tried
TIMED = 5  # games of a job that are played without looking, to measure speed

# places in the rules that give points of one source, and the variable that adds them up
SOURCES = {
    "from_marketing": ("action:market_step",),
    "from_gluing": ("effect:colours_glued",),
    "from_income": ("part:play.round.income.income_paid",),
    "from_leftovers": ("part:finish.leftovers_scored",),
    "from_reputation": ("effect:orders_and_reputation", "ability:past_the_end"),
}


@cache
def ruleset() -> Ruleset:
    """The base game."""
    return load(ROOT, "woodcraft")


class Ledger:
    """What the log of one match says about every resource, and about points by the unit that gave them."""

    def __init__(self, match: Match) -> None:
        layout = match.program.layout
        self.match, self.layout = match, layout
        self.read = 0
        self.held = {r.index: [r.starts] * (layout.seats if r.per_player else 1) for r in layout.resources}
        self.point = next(r for r in layout.resources if r.name == "point")
        self.variables = {v.name: v.index for v in layout.variables}
        numbered = sorted((unit.start, unit.name) for unit in layout.units if unit.end > unit.start)
        self.starts, self.names = [s for s, _ in numbered], [n for _, n in numbered]
        self.by_unit: list[Counter[str]] = [Counter() for _ in range(layout.players)]

    def unit(self, place: int) -> str:
        """The unit that a place in the code belongs to."""
        return self.names[bisect_right(self.starts, place) - 1]

    def faults(self) -> list[str]:
        """What does not agree with the log so far."""
        resources, found = self.layout.resources, []
        changes = self.match.changes
        for what, _, place, numbers in changes[self.read :]:
            if what == "amount":
                resource, seat, by, now = numbers
                info = resources[resource]
                at = seat if info.per_player else 0
                self.held[info.index][at] += by
                if self.held[info.index][at] != now:
                    found.append(f"{info.name} of seat {seat} is logged as {now}, adds up to {self.held[info.index]}")
                if info is self.point:
                    self.by_unit[seat][self.unit(place)] += by
            elif what == "set" and numbers[0] in self.held:
                self.held[numbers[0]][numbers[1]] = numbers[2]
            elif what == "skipped":
                effect = self.match.program.code[place]
                if isinstance(effect, Ask) and effect.word in ("offer", "offers"):
                    found.append(f"{effect.at}: nothing could be picked from an offer in {self.unit(place)}")
        self.read = len(changes)
        state = self.match.state
        for info in resources:
            if state[info.index] != self.held[info.index]:
                found.append(f"{info.name} is {state[info.index]}, the log adds up to {self.held[info.index]}")
        for name, units in SOURCES.items():
            for seat, told in enumerate(state[self.variables[name]][: self.layout.players]):
                given = sum(
                    by for unit, by in self.by_unit[seat].items() if unit in units or unit.rpartition(".")[0] in units
                )
                if given != told:
                    found.append(f"{name} of seat {seat} is {told}, the log has {given}")
        return found

    def final(self) -> list[str]:
        """What does not add up when the game is over."""
        state, found = self.match.state, []
        sources = [name for name in self.variables if name.startswith("from_")]
        for seat in range(self.layout.players):
            points = state[self.point.index][seat]
            told = {name: state[self.variables[name]][seat] for name in sources}
            if sum(told.values()) != points:
                found.append(f"seat {seat} has {points} points, its sources add up to {told}")
            if sum(self.by_unit[seat].values()) != points - self.point.starts:
                found.append(f"seat {seat} has {points} points, the log {dict(self.by_unit[seat])}")
            contracts = {c.id for c in self.layout.cards if c.kind == "contract"}
            scored = sum(by for u, by in self.by_unit[seat].items() if u[5:].split(".")[0] in contracts)
            if scored != told["from_contracts"]:
                found.append(f"from_contracts of seat {seat} is {told['from_contracts']}, the log has {scored}")
            if self.match.score(seat)[0] != points:
                found.append(f"seat {seat} has {points} points and is ranked with {self.match.score(seat)}")
        return found


def open_faults(match: Match) -> list[str]:
    """Whether somebody is stuck, or owes a pick that cannot be made."""
    if match.over:
        return []
    found = []
    ask, frame = match.program.asking(match.state)
    for seat in match.seats:
        legal = match.legal(seat)
        if not legal:
            found.append(f"seat {seat} is asked at {ask.at} and may do nothing")
        elif ask.word == "offers" and ask.owed is not None and ask.owed(match.state, frame):
            # one of the picks that are owed is open now: those have their place in the frame counted with a bound
            if not any(_bounded(ask, option[0]) for _, option in legal):
                found.append(f"seat {seat} owes a pick at {ask.at} and can make none")
    return found


def _bounded(ask: Ask, number: object) -> bool:
    assert isinstance(number, int)
    count = ask.branches[number].count if number >= 0 else None
    return count is not None and count[1] is not None


def look(program: Program, seed: int, outcome: Outcome) -> None:
    """One game, looked at after every decision."""
    players = program.layout.players
    inspector, bot, faults = Inspector(program), Bot(seed), outcome.faults

    def note(number: int, sentences: list[str]) -> None:
        faults.extend(f"{players} players, seed {seed}, after {number} decisions: {s}" for s in sentences)

    number = 0
    try:
        match = Match.start(program, seed, log=True, record=False)
        ledger = Ledger(match)
        while True:
            note(number, inspector.faults(match.state) + ledger.faults() + open_faults(match))
            if match.over or len(faults) > 50:
                break
            if number % TRY_ALL == seed % TRY_ALL:
                for decision in match.legal():
                    copy = match.copy()
                    copy.apply(decision)
                    outcome.counts["decisions tried on copies"] += 1
            decision = bot.choose(match, number)
            outcome.counts[f"options for {players}"] += len(match.legal(decision[0]))
            match.apply(decision)
            number += 1
    except RulesError as error:
        note(number, [str(error)])
        return
    note(number, ledger.final())
    outcome.counts["games"] += 1
    outcome.counts[f"decisions for {players}"] += number


def check(job: Job) -> Outcome:
    """Some games for one number of players."""
    players, numbers = job
    program = ruleset().program(players)
    outcome = Outcome()
    begun = time.process_time()
    for seed in numbers[:TIMED]:
        play(program, seed)
    outcome.counts[f"timed for {players}"] += len(numbers[:TIMED])
    outcome.counts[f"ms for {players}"] += round(1000 * (time.process_time() - begun))
    for seed in numbers:
        look(program, seed, outcome)
        outcome.counts[f"games for {players}"] += 1
    return outcome


def checked(
    games: int, seed: int, processes: int, players: tuple[int, ...] = PLAYERS, progress: bool = False
) -> Outcome:
    """The whole check."""
    jobs = [(count, numbers) for count in players for numbers in seeds(seed, games, 50)]
    return run(check, jobs, processes, progress)


def numbers(counts: Counter[str]) -> list[str]:
    """Speed, length and width by number of players."""
    found = []
    for players in PLAYERS:
        games, decisions = counts[f"games for {players}"], counts[f"decisions for {players}"]
        if games and decisions:
            speed = 1000 * counts[f"timed for {players}"] / max(1, counts[f"ms for {players}"])
            found.append(
                f"{players} players: {games:,} games, {decisions / games:.1f} decisions a game, "
                f"{counts[f'options for {players}'] / decisions:.2f} options a decision, "
                f"{speed:.1f} playouts per second of processor time (random bots, nothing looked at)"
            )
    return found


def main() -> int:
    options = arguments(__doc__ or "", 5000).parse_args()
    begun = time.monotonic()
    outcome = checked(options.games, options.seed, options.jobs, progress=True)
    for line in numbers(outcome.counts):
        print(line)
    told = Outcome(Counter({k: n for k, n in outcome.counts.items() if " for " not in k}), outcome.faults)
    return tell("woodcraft", told, begun)


if __name__ == "__main__":
    sys.exit(main())
