"""The two ways to run a game beside each other: generated code, and the effect objects that say what is right.

After every decision the whole state, the options of every seat that is asked and the log must be the same, and where
the rules break, the error. Only steps are counted otherwise: generated code counts turns of loops and what it hands
over, so a game without an end is given up later.
"""

from __future__ import annotations

import marshal
import random
from dataclasses import dataclass, field

from interpreter.compiling import Option, RulesError, compile_program
from interpreter.compiling.multisets import NotWritten, TooMany
from interpreter.pipeline import Ruleset
from interpreter.playing.match import Match, Program

NO_LIMIT = 1 << 30


@dataclass
class Compared:
    """What a comparison saw."""

    decisions: int = 0
    logged: int = 0  # changes that both logs hold
    faults: list[str] = field(default_factory=list)


def both(ruleset: Ruleset, players: int) -> tuple[Program, Program]:
    """The program with generated code, and one of its own that runs effect objects."""
    quick, plain = ruleset.program(players), compile_program(ruleset.checked, players)
    plain.generated = False
    assert quick.quick
    assert not plain.quick
    return quick, plain


def compare(quick: Program, plain: Program, seed: int, most: int = NO_LIMIT) -> Compared:
    """One random game of at most so many decisions, played both ways at once."""
    chance, found = random.Random(seed), Compared()
    made: dict[int, list[Option]] = {}  # by seat, what it decided
    ours, theirs = _started(quick, seed), _started(plain, seed)
    while not found.faults:
        if isinstance(ours, str) or isinstance(theirs, str):
            if ours != theirs and "[steps]" not in f"{ours} {theirs}":
                found.faults.append(f"seed {seed}, decision {found.decisions}: {_named(ours)} / {_named(theirs)}")
            break
        different = _differences(ours, theirs, found.logged)
        found.faults += [f"seed {seed}, decision {found.decisions}: {fault}" for fault in different]
        found.logged = len(theirs.changes)
        if found.faults or theirs.over or found.decisions >= most:
            break
        decision = chance.choice(theirs.legal(chance.choice(theirs.seats)))
        made.setdefault(decision[0], []).append(decision[1])
        found.decisions += 1
        ours, theirs = _applied(ours, decision), _applied(theirs, decision)
    if not found.faults and (isinstance(theirs, str) or theirs.over):
        found.faults += [f"seed {seed}, in one go: {fault}" for fault in _in_one_go(quick, seed, made, theirs)]
    return found


def _in_one_go(program: Program, seed: int, made: dict[int, list[Option]], theirs: Match | str) -> list[str]:
    """How the same game differs when it is played without stopping."""
    taken = dict.fromkeys(made, 0)
    more: list[int] = []  # seats that are asked again, though step by step the game had ended or failed

    def choose(seat: int, options: list[Option], number: int) -> Option:
        if not number:
            taken.update(dict.fromkeys(made, 0))
        taken[seat] = taken.get(seat, 0) + 1
        if taken[seat] > len(made.get(seat, ())):
            more.append(seat)
            raise IndexError("nothing was decided here")
        option = made[seat][taken[seat] - 1]
        assert option in options
        return option

    state = program.play_out(seed, choose)
    if state is None:  # where the rules fail, it is played step by step to say how
        if more and "[steps]" not in str(theirs):
            return [f"seat {more[0]} is asked once more / {_named(theirs)}"]
        if isinstance(program.given_up, TooMany | NotWritten | RecursionError | None):
            return []
        left = sum(len(options) - taken.get(seat, 0) for seat, options in made.items())
        refused = isinstance(theirs, str) and "[decisions]" in theirs  # the last decision was one too many
        fine = isinstance(theirs, str) and left <= refused  # the rules fail there too, and no sooner
        return [] if fine else [f"given up for {program.given_up!r}"]
    if isinstance(theirs, str):
        return [f"goes on / {theirs}"]
    lists = [i for i, (a, b) in enumerate(zip(state, theirs.state, strict=False)) if a != b]
    return [f"the last states differ in lists {lists[:5]}"] if lists or len(state) != len(theirs.state) else []


def _started(program: Program, seed: int) -> Match | str:
    try:
        return Match.start(program, seed, log=True, record=False)
    except RulesError as error:
        return str(error)


def _applied(match: Match, decision: tuple[int, tuple[int | tuple[int, ...], ...]]) -> Match | str:
    try:
        match.apply(decision)
        for seat in match.seats:
            match.legal(seat)
    except RulesError as error:
        return str(error)
    return match


def _named(result: Match | str) -> str:
    return result if isinstance(result, str) else "goes on"


def _differences(ours: Match, theirs: Match, logged: int) -> list[str]:
    """What is not the same. So many changes of the logs are known to be equal.

    A hash is made of a state alone, so states that are written alike in bytes have one hash; at the end it is made too.
    """
    found = []
    if marshal.dumps(ours.state, 2) != marshal.dumps(theirs.state, 2):
        lists = [i for i, (a, b) in enumerate(zip(ours.state, theirs.state, strict=False)) if a != b]
        if lists or len(ours.state) != len(theirs.state):
            found.append(f"the states differ in lists {lists[:5]} of {len(ours.state)} and {len(theirs.state)}")
        else:
            found.append("equal states have two hashes: a truth stands where the other has a number")
    new, known = ours.changes[logged:], theirs.changes[logged:]
    if new != known:
        at = next((i for i, (a, b) in enumerate(zip(new, known, strict=False)) if a != b), min(len(new), len(known)))
        found.append(f"the logs differ at {logged + at}: {new[at : at + 1]} / {known[at : at + 1]}")
    if ours.seats != theirs.seats:
        found.append(f"{ours.seats} are asked / {theirs.seats}")
    else:
        for seat in theirs.seats:
            if ours.legal(seat) != theirs.legal(seat):
                found.append(f"seat {seat} may decide {ours.legal(seat)[:5]} / {theirs.legal(seat)[:5]}")
    if not found and len(theirs.seats) > 1 and ours.state != theirs.state:
        found.append("asking changed a state")
    if not found and theirs.over and ours.hash() != theirs.hash():
        found.append("the hashes differ")
    return found
