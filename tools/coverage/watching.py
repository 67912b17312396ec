"""Watching a program run: which places of its code, which branches, which cards were reached.

Nothing is watched while `Watch.on` is false, so that what bots try on copies does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from interpreter.compiling import Option, Program, is_step
from interpreter.state import LOCATION, NOTHING, State
from tools.coverage.points import Key, Points, find_points, signature

if TYPE_CHECKING:
    from interpreter.compiling.building import AbilityCode


class Trail(set[int]):
    """Places of the code that were run, and pairs of places that were run one after the other."""

    def __init__(self) -> None:
        super().__init__()
        self.pairs: set[tuple[int, int]] = set()
        self.last = -1

    def add(self, here: int) -> None:
        """The place that is run now."""
        self.pairs.add((self.last, here))
        self.last = here
        super().add(here)


class Watch:
    """What has been reached in one program, over as many games as are played with it."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.points: Points = find_points(program)
        self.trail = Trail()
        self.branches: set[tuple[int, int]] = set()  # question, number of the branch taken
        self.cards: set[int] = set()  # chosen, or moved to or from somebody
        self.abilities: set[int] = set()
        self._start, self._answer = program.start, program.answer
        program.start = self._watched_start  # type: ignore[method-assign]
        program.answer = self._watched_answer  # type: ignore[method-assign]
        program.visits = self.trail
        for number in self.points.modifiers:
            self._watch_ability(number, program.abilities[number])

    @property
    def on(self) -> bool:
        """Whether what happens counts."""
        return self.program.visits is not None

    @on.setter
    def on(self, on: bool) -> None:
        self.program.visits = self.trail if on else None

    def _watch_ability(self, number: int, code: AbilityCode) -> None:
        """Note when a modifier is reckoned with, or when a prohibition holds."""

        def noting(function: Callable[..., Any] | None, only_true: bool) -> Callable[..., Any]:
            def noted(S: State, L: list[int]) -> Any:
                answer = function(S, L) if function is not None else True
                if self.on and (answer or not only_true):
                    self.abilities.add(number)
                return answer

            return noted

        if code.value is not None:
            code.value = noting(code.value, only_true=False)
        else:
            code.where = noting(code.where, only_true=True)

    def _watched_start(self, seed: int) -> State:
        self.trail.last = -1
        S = self._start(seed)
        if self.on:
            layout = self.program.layout
            dealt = {layout.card_of[c] for c, place in enumerate(S[LOCATION]) if layout.owner_of[place] != NOTHING}
            self.cards |= dealt & self.points.bare
        return S

    def _watched_answer(self, S: State, seat: int, option: Option) -> None:
        if not self.on or is_step(option):  # of an answer that is given step by step the end counts
            self._answer(S, seat, option)
            return
        ask, _ = self.program.asking(S)
        number = option[0]
        assert isinstance(number, int)
        self.branches.add((ask.here, number))
        layout = self.program.layout
        if number >= 0:
            for (_, type), value in zip(ask.branches[number].labels, option[1:], strict=True):
                if type.base == "component":
                    self.cards.update(layout.card_of[c] for c in _members(value) if c >= 0)
        self.trail.last = -1
        before = S[LOCATION][:]
        self._answer(S, seat, option)
        owner, bare = layout.owner_of, self.points.bare
        for component, (old, new) in enumerate(zip(before, S[LOCATION], strict=True)):
            if old != new and (owner[old] != owner[new] or layout.card_of[component] in bare):
                self.cards.add(layout.card_of[component])

    def reached(self) -> set[Key]:
        """The keys of all points that were reached so far."""
        points, code = self.points, self.program.code
        found: set[Key] = set()
        cards = set(self.cards)
        run: set[int] = set()
        for number, (key, _) in points.modifiers.items():
            if number in self.abilities:
                found.add(key)
                run.add(points.modifiers[number][1])
        for number, (key, places) in points.units.items():
            if not self.trail.isdisjoint(places):
                found.add(key)
                run.add(number)
        found |= {points.edges[pair] for pair in self.trail.pairs if pair in points.edges}
        for here, number in self.branches:
            ask = code[here]
            if number < 0:
                if here in points.declined:
                    found.add(points.declined[here])
                continue
            way = signature(ask.branches[number])  # type: ignore[attr-defined]
            # whoever goes in through an outer question has answered the inner ones too
            for begin in range(0, len(way), 2):
                found.update(points.taken.get(way[begin:], ()))
        cards |= {card for unit, card in points.owners.items() if unit in run}
        found |= {points.cards[card] for card in cards}
        return found


def _members(value: int | tuple[int, ...]) -> Iterable[int]:
    return value if isinstance(value, tuple) else (value,)
