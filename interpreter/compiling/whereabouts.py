"""Where things lie, as far as it is known while what moves them is written: what somebody just chose in a zone, and
what a name was given from one.

In: names, and the sets that their things were taken from. Out: the place of a name's things. Nothing is known any more
once a statement may have moved something.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy

from interpreter.checking import plan
from interpreter.state import Layout

# what moves nothing, and what has a say of its own in what is known
STILL = plan.Let | plan.If | plan.Nothing


class Whereabouts:
    """What is known of where things lie. Belongs to what writes statements."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._known: dict[str, ast.expr] = {}
        self._sure = True

    def of(self, name: str) -> ast.expr | None:
        """The place of all things of that name (there may be none), a number of a list of the state, if it is known."""
        return deepcopy(self._known.get(name))

    def taken(self, name: str, of: plan.Expr, place: Callable[[plan.ZonePlace], ast.expr]) -> None:
        """A name was given things of a set; `place` writes where a zone is."""
        self._known.pop(name, None)
        while isinstance(of, plan.Filter):
            of = of.of
        if not (self._sure and isinstance(of, plan.ZoneSet) and isinstance(of.owner, plan.You | None)) or of.owners:
            return
        if not self._layout.zone_named(of.zone).slot_count:
            self._known[name] = place(plan.ZonePlace(of.zone, of.owner))

    def forget(self) -> None:
        """Something may have been moved."""
        self._known.clear()

    @contextmanager
    def apart(self) -> Iterator[None]:
        """What follows is one of several ways to go on: what it does is not known of the others."""
        before = dict(self._known)
        yield
        self._known = before

    @contextmanager
    def unsure(self) -> Iterator[None]:
        """What follows comes after things that may have moved since they were chosen."""
        before, self._sure = self._sure, False
        self.forget()
        yield
        self._sure = before
        self.forget()
