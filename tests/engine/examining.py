"""What must hold of a match wherever it stands, whatever the game: menus, copies, reading, secret answers.

Each function gets a match, leaves it as it was, and gives sentences about what is wrong, none if nothing is.
"""

from __future__ import annotations

import json
import random
from hashlib import sha256
from itertools import permutations
from typing import Any

from interpreter.compiling import RulesError
from interpreter.compiling.effects import AskAll
from interpreter.playing.match import Decision, Match, NotLegal
from interpreter.state import State
from tests.engine.conserving import Inspector

Json = Any
BUDGETS = frozenset({"steps", "triggers", "options", "depth", "passes", "decisions"})
"""Kinds of errors at run time that a made-up ruleset may end in; a bundled game may end in none."""


def copied(S: State) -> State:
    """The lists of a state, to be compared with later."""
    return [list(numbers) for numbers in S]


def menu_faults(match: Match, bundled: bool = True) -> list[str]:
    """Somebody is asked, has something to choose, and no option stands twice; each is found again by its name."""
    found: list[str] = []
    if match.over:
        if match.seats or match.legal():
            found.append("the game is over, but somebody may decide")
        return found
    seats = match.seats
    if not seats or seats[0] != match.seat or len(set(seats)) != len(seats):
        found.append(f"nobody, or somebody twice, may decide: {seats}")
    for seat in range(match.program.layout.players):
        legal = match.legal(seat)
        if seat not in seats:
            if legal:
                found.append(f"seat {seat} is not asked, but has options")
            continue
        if not legal:
            found.append(f"seat {seat} is asked, but has no option")
        if len(set(legal)) != len(legal):
            found.append(f"seat {seat} has an option twice: {[d for d in legal if legal.count(d) > 1][:2]}")
        named = match.identities(seat)
        if [decision for _, decision in named] != legal:
            found.append(f"seat {seat}: identities and options differ")
        keys = [json.dumps(identity, sort_keys=True) for identity, _ in named]
        if len(set(keys)) != len(keys):
            found.append(f"seat {seat}: two options of one name")
        if bundled and any("at" in identity for identity, _ in named):
            found.append(f"seat {seat}: options that read alike: {[i for i, _ in named if 'at' in i][:2]}")
    return found


def finding_faults(match: Match, sample: random.Random, most: int = 3) -> list[str]:
    """A decision is found by its name, also after the name went through JSON; a name that is offered nowhere is not."""
    found: list[str] = []
    for seat in match.seats:
        named = match.identities(seat)
        for identity, decision in sample.sample(named, min(most, len(named))):
            again = json.loads(json.dumps(identity))
            if match.find(again, seat) != decision:
                found.append(f"{identity} is found as another decision")
        try:
            match.find({"do": "what nobody offers"}, seat)
            found.append("a name that nothing has is found")
        except NotLegal:
            pass
    return found


def applying_faults(
    match: Match, inspector: Inspector, sample: random.Random, most: int = 3, allowed: frozenset[str] = frozenset()
) -> list[str]:
    """Options can be carried out on copies, lose nothing, and leave the original alone; the same option twice
    leads to the same state. Errors of an `allowed` kind may end a game."""
    found: list[str] = []
    for seat in match.seats:
        legal = match.legal(seat)
        for decision in sample.sample(legal, min(most, len(legal))):
            before = copied(match.state)
            hashes = []
            for _ in range(2):
                copy = match.copy()
                copy.record = False
                try:
                    copy.apply(decision)
                except RulesError as error:
                    if error.kind not in allowed:
                        found.append(f"{decision} cannot be carried out: {error}")
                    break
                hashes.append(copy.hash())
                found += inspector.faults(copy.state)
            if len(set(hashes)) > 1:
                found.append(f"{decision} leads to two states")
            if match.state != before:
                found.append(f"{decision} on a copy changes the original")
    return found


def reading_faults(match: Match) -> list[str]:
    """Looking changes nothing; the hash is that of the state's JSON, which goes through text and back unchanged."""
    found: list[str] = []
    before, first = copied(match.state), match.hash()
    whole = match.state_json()
    again = json.loads(json.dumps(whole, ensure_ascii=False))
    if again != whole:
        found.append("the state does not survive JSON")
    text = json.dumps(again, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    if sha256(text.encode()).hexdigest() != first:
        found.append("the hash is not that of the state's JSON")
    for seat in range(match.program.layout.players):
        json.dumps(match.view(seat))
        for decision in match.legal(seat)[:5]:
            match.identity(decision)
            for language in ("en", "de"):
                match.describe(decision, language)
                match.steps(decision, language)
        match.identities(seat)
        match.score(seat)
        for language in ("en", "de"):
            match.log(seat, language)
    json.dumps(match.view(None))
    match.trace()
    if match.hash() != first:
        found.append("looking changes the hash")
    if match.state != before:
        changed = [i for i, (a, b) in enumerate(zip(before, match.state, strict=False)) if a != b]
        found.append(f"looking changes the state, in lists {changed}")
    return found


def secret_faults(match: Match, sample: random.Random, most: int = 4) -> list[str]:
    """Where several decide together: an answer shows nobody else anything, and their order does not matter."""
    seats = match.seats
    if match.over or not isinstance(match.program.asking(match.state)[0], AskAll):
        return [] if len(seats) < 2 else ["several decide, but not together"]
    found: list[str] = []
    for seat in seats:
        others = [other for other in range(match.program.layout.players) if other != seat]
        if len(seats) == 1:
            break  # the last answer opens all
        told = set()
        legal = match.legal(seat)
        for decision in sample.sample(legal, min(most, len(legal))):
            copy = match.copy()
            copy.record, copy.log_on = False, True
            try:
                copy.apply(decision)
            except RulesError:
                continue
            told.add(json.dumps([_shown(copy, other) for other in others], sort_keys=True))
        if len(told) > 1:
            found.append(f"others see what seat {seat} answered in secret: {_difference(sorted(told))}")
    if 2 <= len(seats) <= 3:
        found += _order_faults(match, {seat: sample.choice(match.legal(seat)) for seat in seats})
    return found


def _order_faults(match: Match, answers: dict[int, Decision]) -> list[str]:
    after: dict[frozenset[int], set[str]] = {}
    for order in permutations(answers):
        copy = match.copy()
        copy.record = False
        for number, seat in enumerate(order):
            try:
                copy.apply(answers[seat])
            except RulesError as error:
                after.setdefault(frozenset(answers), set()).add(error.kind)
                break
            after.setdefault(frozenset(order[: number + 1]), set()).add(copy.hash())
    return [
        f"the order in which seats {sorted(seats)} answer shows in the hash"
        for seats, hashes in after.items()
        if len(hashes) > 1
    ]


def _shown(match: Match, seat: int) -> Json:
    asked = seat in match.seats
    told = [[i, match.describe(d), match.steps(d, "de")] for i, d in match.identities(seat)] if asked else []
    return [match.view(seat), told, match.log(seat), match.log(seat, "de")]


def _difference(texts: list[str]) -> str:
    one, other = texts[:2]
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return f"…{one[max(0, at - 60) : at + 60]}… and …{other[max(0, at - 60) : at + 60]}…"
