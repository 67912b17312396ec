"""Running scenarios: given, when, then.

In: the nodes of a scenario file. Out: for each scenario what differs, with the place of the expectation. The
table is put as `given` says at the first decision of play, or of set-up where it says so, the decisions of `when` are
taken by identity, then everything under `then` is compared. A scenario that names what the game does not have is not
run: what nobody could name would be refused whatever the rules say. A decision may leave choices out when exactly one
that is legal agrees; what is `refused` agrees with none. A zone that is named holds exactly what is said, as a bag
where it has no order; a slot that is not named is empty. Zones that are not named are not asked. `offers` may name some
of the choices of a decision.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.diagnostics import Report, Span
from interpreter.reading.nodes import Mapping, Node, Scalar, Sequence, plain

if TYPE_CHECKING:
    from interpreter.pipeline import Ruleset
    from interpreter.playing import Match
    from interpreter.playing.match import Decision
    from interpreter.playing.scenario_names import ScenarioNames
    from interpreter.state import ZoneInfo


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not as the scenario says, and where it says so; a mistake where nothing is expected."""

    at: Span
    what: str
    expected: str = ""
    found: str = ""
    help: str = ""

    def as_json(self) -> dict[str, object]:
        """Plain values."""
        return {"file": self.at.file, "line": self.at.line, "column": self.at.column} | {
            "what": self.what,
            "expected": self.expected,
            "found": self.found,
            "help": self.help,
        }


@dataclass(slots=True)
class Outcome:
    """A scenario that has run."""

    name: str
    at: Span
    differences: list[Difference] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether everything was as it says."""
        return not self.differences


class Stop(Exception):
    """The scenario cannot go on; its differences say why."""


@dataclass(slots=True)
class Runner:
    """Runs the scenarios of one game; `load` gives the ruleset with these layers."""

    load: Callable[[tuple[str, ...]], Ruleset]
    _names: dict[int, ScenarioNames] = field(default_factory=dict)  # by the program, which the ruleset keeps

    def run(self, scenario: Mapping) -> Outcome:
        """Run one scenario. Content that cannot be used is for `lint` to explain and raises as everywhere."""
        name = scenario.get("scenario")
        outcome = Outcome(str(plain(name)) if name is not None else "?", scenario.span)
        with suppress(Stop):
            self._run(scenario, outcome)
        return outcome

    def _run(self, scenario: Mapping, outcome: Outcome) -> None:
        from interpreter.playing import Match, RulesError
        from interpreter.playing.scenario_names import ScenarioNames

        layers = scenario.get("variants")
        ruleset = self.load(tuple(str(plain(layer)) for layer in layers) if isinstance(layers, Sequence) else ())
        players = plain(scenario.get("players") or Scalar(ruleset.min_players, scenario.span))
        seed = plain(scenario.get("seed") or Scalar(1, scenario.span))
        if not isinstance(players, int) or not ruleset.min_players <= players <= ruleset.max_players:
            at = (scenario.get("players") or scenario).span
            outcome.differences.append(
                Difference(at, "players", f"{ruleset.min_players} to {ruleset.max_players}", f"{players}")
            )
            return
        program = ruleset.program(players, None)
        names = self._names.get(id(program)) or self._names.setdefault(id(program), ScenarioNames(program))
        report = Report()
        names.check(scenario, report)
        outcome.differences += [Difference(wrong.at, wrong.message, help=wrong.help) for wrong in report]
        if not outcome.passed:
            return
        here = scenario
        try:
            match = Match.start(program, seed if isinstance(seed, int) else 1)
            if (given := scenario.get("given")) is not None:
                here = given  # type: ignore[assignment]
                table = dict(plain(given))  # type: ignore[call-overload]  # the schema says that it is a mapping
                if table.pop("part", "play") == "play":
                    match.skip_setup()  # a position is put up where `play` begins, whatever set-up asked
                match.arrange(table)
            for step in scenario.get("when") or ():  # type: ignore[union-attr]
                here = step  # type: ignore[assignment]
                self._step(match, step, outcome)  # type: ignore[arg-type]
        except RulesError as error:
            outcome.differences.append(Difference(here.span, "playing", "no error", str(error)))
            return
        except ValueError as error:  # something in `given` is not in the game
            outcome.differences.append(Difference(here.span, str(error)))
            return
        then = scenario.get("then")
        if isinstance(then, Mapping):
            checks = Checks(match, ruleset, players)
            for entry in then:
                outcome.differences += checks.check(entry.key, entry.value)

    def _step(self, match: Match, step: Node, outcome: Outcome) -> None:
        from interpreter.playing import NotLegal

        assert isinstance(step, Mapping)
        refused = step.get("refused")
        wanted = plain(step if refused is None else refused)
        assert isinstance(wanted, dict)
        if refused is not None:
            # choices may be left out: nothing that agrees with what is named may be legal
            fitting = _fitting(match, wanted)
            if fitting:
                found = _short(match.identity(fitting[0]))
                outcome.differences.append(Difference(step.span, "refused", "not legal", found))
            return
        try:
            fitting = _fitting(match, wanted)
            decision = fitting[0] if len(fitting) == 1 else match.find(wanted)
        except NotLegal as error:
            outcome.differences.append(Difference(step.span, "decision", _short(wanted), str(error)))
            raise Stop from None
        match.apply(decision)


def _fitting(match: Match, wanted: dict[str, Any]) -> list[Decision]:
    """The legal decisions, of every seat that may decide, that agree with what is named."""
    return [decision for seat in match.seats for decision in match.find_like(wanted, seat)]


@dataclass(slots=True)
class Checks:
    """Compares a match with what stands under `then`."""

    match: Match
    ruleset: Ruleset
    players: int

    def check(self, key: str, expected: Node) -> Iterator[Difference]:
        """The differences of one key of `then`."""
        match = self.match
        if key == "seat":
            found = [seat + 1 for seat in match.seats]
            if plain(expected) not in found:
                yield _difference(expected, "who decides", plain(expected), found[0] if len(found) == 1 else found)
        elif key == "over":
            if plain(expected) != match.over:
                yield _difference(expected, "over", plain(expected), match.over)
        elif key == "winners":
            winners = [self._seat(seat) for seat in match.winners]
            if sorted(_texts(plain(expected))) != sorted(winners):
                yield _difference(expected, "winners", plain(expected), winners)
        elif key in ("offers", "not_offered"):
            yield from self._offers(expected, wanted=key == "offers")
        elif key == "counts":
            yield from self._compare(self._state("zones"), expected, ("counts",), counted=True)
        elif key == "seen_by":
            for seat, view in _entries(expected):
                if seat not in match.program.layout.seat_names[: self.players]:
                    yield _difference(view, "seen_by", seat, "there is no such player")
                    continue
                seen = match.view(match.program.layout.seat_names.index(seat))
                for part, inner in _entries(view):
                    found = self._both_ways(seen.get(part, {}))
                    yield from self._compare(found, inner, ("seen_by", seat, part))
        else:
            yield from self._compare(self._state(key), expected, (key,))

    def _state(self, part: str) -> Any:
        return self._both_ways(self.match.state_json().get(part, {}))

    def _both_ways(self, part: Any) -> Any:
        """By thing and seat as the engine has it, and by seat and thing, as scenarios may say it too."""
        seats = self.match.program.layout.seat_names
        if not isinstance(part, dict):
            return part
        found: dict[str, Any] = {}
        for name, held in part.items():
            held = _counted(held)
            if isinstance(held, dict) and held and all(seat in seats for seat in held):
                held = {seat: _counted(mine) for seat, mine in held.items()}
                for seat, mine in held.items():
                    found.setdefault(seat, {})[name] = mine
            found[name] = held
        return found

    def _seat(self, seat: int) -> str:
        return f"player {seat + 1}"

    def _offers(self, expected: Node, wanted: bool) -> Iterator[Difference]:
        offered = [self.match.identity(decision) for seat in self.match.seats for decision in self.match.legal(seat)]
        for item in expected if isinstance(expected, Sequence) else ():
            decision = plain(item)
            assert isinstance(decision, dict)
            fitting = [identity for identity in offered if _part_of(decision, identity)]
            if not fitting:  # it may be a whole decision that is offered step by step
                try:
                    fitting = [self.match.identity(whole) for whole in _fitting(self.match, decision)]
                except ValueError as error:
                    yield _difference(item, "offered", decision, str(error))
                    continue
            if wanted and not fitting:
                same = [identity for identity in offered if identity.get("do") == decision.get("do")]
                yield _difference(item, "offered", decision, f"not legal; {_some(same or offered)}")
            elif not wanted and fitting:
                yield _difference(item, "not offered", decision, fitting[0])

    def _compare(
        self, found: Any, expected: Node, path: tuple[str, ...], counted: bool = False
    ) -> Iterator[Difference]:
        """The state (or a view) against an expectation, name by name; what is not named is not asked.

        A zone that is named holds exactly what is said: a slot that is not named in it is empty.
        """
        if isinstance(expected, Mapping) and isinstance(found, dict):
            zone = self._zone(path)
            slots = self._slots(zone)
            if zone is not None:
                for slot in found:
                    if slot in self.match.naming.seat_by_name:
                        continue  # of other players nothing is asked
                    if slot not in expected and not _nothing(found[slot]):
                        yield Difference(expected.span, ".".join((*path, slot)), "nothing", _short(found[slot]))
            for entry in expected:
                if entry.key not in found and entry.key in slots:
                    yield from self._compare(None, entry.value, (*path, entry.key), counted)
                elif entry.key not in found:
                    yield Difference(
                        entry.key_span,
                        ".".join((*path, entry.key)),
                        _short(plain(entry.value)),
                        "there is no such name",
                    )
                else:
                    yield from self._compare(found[entry.key], entry.value, (*path, entry.key), counted)
            return
        wanted = plain(expected)
        if counted and not isinstance(wanted, dict):
            found = _count(found)
        if not self._same(found, wanted, path):
            yield _difference(expected, ".".join(path), wanted, found)

    def _same(self, found: Any, wanted: Any, path: tuple[str, ...]) -> bool:
        if _nothing(wanted) and _nothing(found):
            return True
        if isinstance(wanted, list) and isinstance(found, list):
            bag = not any(self._ordered(name) for name in path)
            return Counter(_texts(wanted)) == Counter(_texts(found)) if bag else _texts(wanted) == _texts(found)
        if isinstance(wanted, list) and len(wanted) < 2:
            return bool((wanted or [None])[0] == found)
        same: bool = wanted == found
        return same and isinstance(wanted, bool) == isinstance(found, bool)

    def _zone(self, path: tuple[str, ...]) -> ZoneInfo | None:
        """The zone that a path leads to, of whichever player."""
        layout = self.match.program.layout
        named = [name for name in path if name not in layout.seat_names]
        if named[-2:-1] not in (["zones"], ["counts"]):
            return None
        return next((zone for zone in layout.zones if zone.name == named[-1]), None)

    def _slots(self, zone: ZoneInfo | None) -> set[str]:
        slots = self.match.program.layout.slots
        return {slot.name for slot in slots if slot.zone == zone.base} if zone is not None else set()

    def _ordered(self, zone: str) -> bool:
        return any(info.name == zone and info.order in ("stack", "row") for info in self.match.program.layout.zones)


def read_scenarios(root: Path, file: str) -> list[Mapping]:
    """The scenarios of one file under the content folder; a file that is no list of them has none (lint says why)."""
    from interpreter.reading.library import Library

    node = Library(root).read(file, Report())
    return [item for item in node if isinstance(item, Mapping)] if isinstance(node, Sequence) else []


def _entries(node: Node) -> Iterator[tuple[str, Node]]:
    for entry in node if isinstance(node, Mapping) else ():
        yield entry.key, entry.value


def _counted(held: Any) -> Any:
    """A hidden zone, `{"count": 3}` in a view, as the number."""
    return held["count"] if isinstance(held, dict) and set(held) == {"count"} else held


def _nothing(held: Any) -> bool:
    """Whether a slot is empty, in the words of scenarios and of states."""
    return held is None or held == "nothing" or held == []


def _count(held: Any) -> Any:
    """How many components lie in what a state says of a zone."""
    if isinstance(held, dict):
        return sum(_count(inner) for inner in held.values())
    if isinstance(held, list):
        return len(held)
    return held if isinstance(held, int) and not isinstance(held, bool) else 0 if held in (None, "nothing") else 1


def _part_of(wanted: dict[str, Any], identity: dict[str, Any]) -> bool:
    for key, value in wanted.items():
        if key not in identity:
            return False
        there = identity[key]
        if isinstance(value, list) or isinstance(there, list):
            if Counter(_texts(value)) != Counter(_texts(there)):
                return False
        elif value != there:
            return False
    return True


def _texts(value: Any) -> list[str]:
    items = value if isinstance(value, list) else [value]
    return [item if isinstance(item, str) else json.dumps(item, sort_keys=True) for item in items]


def _difference(at: Node, what: str, expected: Any, found: Any) -> Difference:
    return Difference(
        at.span, what, _short(expected), found if isinstance(found, str) and " " in found else _short(found)
    )


def _short(value: Any) -> str:
    """A value as it could stand in the scenario."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_short(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_short(item) for item in value) + "]"
    if value is None:
        return "nothing"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _some(identities: list[dict[str, Any]]) -> str:
    if not identities:
        return "nothing is offered"
    shown = ", ".join(_short(identity) for identity in identities[:3])
    return f"offered: {shown}" + (f" and {len(identities) - 3} more" if len(identities) > 3 else "")
