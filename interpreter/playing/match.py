"""A match: one state, what may be decided in it, and how it came about."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from interpreter.compiling import UNSEEN, AskAll, Choose, Option, Program, RulesError, is_step, parted
from interpreter.compiling.effects import Ask, Branch, note_answer
from interpreter.compiling.situations import Ending
from interpreter.diagnostics import Span
from interpreter.playing.arranging import arrange
from interpreter.playing.telling import Teller, localized
from interpreter.playing.viewing import Views
from interpreter.state import LOCATION, NOTHING, PLACE, SLOTS, State, ValueType
from interpreter.state.layout import BELOW, CONTROL, DECISIONS, FRAME, OVER, REVEALED, SEED, STATUS, UNIT
from interpreter.state.naming import Naming
from interpreter.state.table import Change

ENGINE = "0.1.0"
Json = Any
STOPPED_BY = ("offer", "offers", "repeat")  # words of questions that are ended with `stop`, others with `decline`
Decision = tuple[int, Option]  # who decides, and what
MORE = " …"  # ends the text of a step: the answer goes on
LOOKS = 300  # so many steps are tried to find a whole decision by its name


class NotLegal(ValueError):
    """A decision that is not offered now; the message names the closest that is."""


class SaveRefused(ValueError):
    """A saved match that does not belong to these rules, or is damaged."""


class NotRecorded(ValueError):
    """A match that was played out, or without `record`, is to be saved."""


class Match:
    """A game in progress.

    `decisions` is everything that happened to it from outside, by name: decisions (with `seat`) and, for
    positions that were put up, {"arrange": …}.
    """

    __slots__ = (
        "_asked",
        "_history",
        "_options",
        "_teller",
        "_views",
        "changes",
        "decisions",
        "log_on",
        "program",
        "record",
        "seed",
        "state",
    )

    def __init__(self, program: Program, state: State, seed: int) -> None:
        self.program = program
        self.state = state
        self.seed = seed
        self.decisions: list[Json] = []
        self.changes: list[Change] = []
        self.log_on = False
        self.record = True
        self._options: list[Option] | None = None
        self._asked = -1  # the first seat asked, once somebody wanted to know; its options are `_options`
        self._history: list[tuple[State, int, int]] | None = None
        self._views: Views | None = None
        self._teller: Teller | None = None

    # ---- beginning -------------------------------------------------------------------------------

    @classmethod
    def start(
        cls, program: Program, seed: int, *, log: bool = False, history: bool = False, record: bool = True
    ) -> Match:
        """A new match, at its first decision. `log` keeps changes for `log` and `trace`, `history` allows `undo`,
        `record` keeps the decisions by name (leave it out for bulk simulation)."""
        match = cls(program, [], seed)
        match.log_on = log
        match.record = record
        if history:
            match._history = []
        program.log = match.changes if log else None
        try:
            match.state = program.start(seed)
        finally:
            program.log = None
        match._options = program.pending
        return match

    @classmethod
    def play_out(cls, program: Program, seed: int, choose: Choose) -> Match:
        """A match that is over. `choose(seat, options, number)` gives one of `options`, the one that is taken; `number`
        counts the decisions from 0, and the same must be chosen when a game is begun anew.

        Nobody sees the match before its end, so it is played in one go where it can be, which is faster; the outcome is
        the same as that of `start`, `legal` and `apply`. An option is what a decision of `legal` holds beside its seat:
        numbers, which only a match could put into words. Whoever has to know what they mean starts a match.
        A match that is played out keeps no decisions: it can be looked at, not saved. `options` is the
        program's: whoever chooses must not change it.
        """
        situations = program.situations
        taken: list[Option] = []
        if program.quick and situations.open:
            ending = situations.follow(seed, choose, taken)
            if ending is not None:
                return PlayedOut(program, seed, ending, taken)
        match = cls._played_out(program, seed, choose, taken)
        if situations.open:
            situations.left(match.state)
        return match

    @classmethod
    def _played_out(cls, program: Program, seed: int, choose: Choose, taken: Sequence[Option] = ()) -> Match:
        """The same as if no situation were known; `taken` was chosen already. Where that does not go in one go, it is
        begun anew."""
        state = program.play_out(seed, resumed(taken, choose) if taken else choose)
        if state is not None:
            match = cls(program, state, seed)
            match.record = False
            return match
        match = cls.start(program, seed, record=False)
        while not match.over:
            legal = match.legal()
            seat, number = legal[0][0], match.state[CONTROL][DECISIONS]
            match.apply((seat, choose(seat, [option for _, option in legal], number)))
        return match

    # ---- who and what ----------------------------------------------------------------------------

    @property
    def ending(self) -> object | None:
        """Of a match that was played out: the same object for those that are known to have ended alike, but for their
        seeds and which of equal components lies where. None where nothing is known."""
        return None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state[CONTROL][STATUS] == OVER

    @property
    def seats(self) -> list[int]:
        """Who may decide now, from 0; several when all decide together, none when the game is over."""
        if self.over:
            return []
        ask, frame = self.program.asking(self.state)
        return ask.seats(self.program, self.state, frame)

    @property
    def seat(self) -> int:
        """The first who may decide, -1 when the game is over."""
        seats = self.seats
        return seats[0] if seats else -1

    def legal(self, seat: int | None = None) -> list[Decision]:
        """Everything that a seat may decide now, each a whole decision that can be carried out.

        Where whole decisions are more than the ruleset allows an offer to have, these are steps (`is_step`): some whole
        decision goes on from each.
        """
        options = self._options
        if seat is None and options is not None and self._asked >= 0:
            asked = self._asked
            return [(asked, option) for option in options]
        seats = self.seats
        if not seats:
            return []
        if seat is None:
            seat = seats[0]
        elif seat not in seats:
            return []
        self._asked = seats[0]
        if seat == seats[0] and options is not None:
            return [(seat, option) for option in options]
        found = self.program.options(self.state, seat)
        if seat == seats[0]:
            self._options = found
        return [(seat, option) for option in found]

    def apply(self, decision: Decision) -> None:
        """Carry out a decision that `legal` offers, and go on to the next question.

        After a step the same seat is asked for the rest. A whole decision may be taken at once, also where steps of it
        are offered, see `find`. It must come from `legal`, `find` or `identities` of this match as it stands: that is
        not looked at again, for speed. What somebody else sends goes through `find`, which refuses what is not offered.
        Raises NotLegal when the game is over.
        """
        program, state = self.program, self.state
        if state[CONTROL][STATUS] == OVER:
            raise NotLegal("the game is over")
        seat, option = decision
        if state[CONTROL][DECISIONS] >= program.budgets.decisions:
            ask, _ = program.asking(state)
            raise program.error("decisions", f"more than {program.budgets.decisions} decisions in one game", ask, state)
        recorded = self._recorded(decision) if self.record else None
        if self._history is not None:
            self._history.append(([x[:] for x in state], len(self.decisions), len(self.changes)))
        if recorded is not None:
            self.decisions.append(recorded)
        if self.log_on and not is_step(option):  # of an answer there is something to tell when it is whole
            ask, frame = program.asking(state)
            number = option[0]
            assert isinstance(number, int)
            carrier = ask.branches[number].carrier(program, state, frame) if number >= 0 else NOTHING
            where = state[LOCATION][carrier] if carrier >= 0 else NOTHING
            self.changes.append(("decide", seat, ask.here, (len(self.decisions) - 1, carrier, where)))
        self._options, self._asked = None, -1
        state[CONTROL][DECISIONS] += 1
        program.log = self.changes if self.log_on else None
        try:
            program.answer(state, seat, option)
        finally:
            program.log = None
        if program.pending:
            self._options = program.pending

    def _recorded(self, decision: Decision) -> dict[str, Json]:
        if not self.program.alike_apart:
            return self.identity(decision)
        offered = self.identities(decision[0])
        for named, other in offered:
            if other == decision:
                return named
        whole = self.identity(decision)
        if any(is_step(option) for _, (_, option) in offered) and self.find(whole, decision[0]) != decision:
            raise NotLegal(f"{_said(whole)} has more than one meaning; take it step by step")
        return whole

    def copy(self) -> Match:
        """A match of its own in the same state."""
        other = Match(self.program, [x[:] for x in self.state], self.seed)
        other.decisions = list(self.decisions)
        other.record = self.record
        other._options, other._asked = self._options, self._asked
        return other

    def undo(self) -> bool:
        """Go back to the decision before, unless something hidden was revealed since: then False."""
        if not self._history:
            return False
        state, decisions, changes = self._history[-1]
        if state[CONTROL][REVEALED] != self.state[CONTROL][REVEALED]:
            return False
        self._history.pop()
        self.state = state
        del self.decisions[decisions:]
        del self.changes[changes:]
        self._options, self._asked = None, -1
        return True

    def if_it_ended(self) -> Match:
        """A copy in which `play` ended here and `finish` was carried out: what each seat would have.

        Where `finish` asks somebody, the first that is offered is taken. A game that is over is copied as it is.
        """
        other = self.copy()
        other.record = False
        if not other.over:
            other._options, other._asked = None, -1
            other.program.log = None
            other.program.end_play(other.state)
            while not other.over:
                other.apply(other.legal()[0])
        return other

    # ---- names -----------------------------------------------------------------------------------

    @property
    def naming(self) -> Naming:
        """Names of this game's values."""
        return self.program.naming

    @property
    def views(self) -> Views:
        """The projection of this game."""
        if self._views is None:
            self._views = Views(self.program.layout, self.naming)
        return self._views

    @property
    def teller(self) -> Teller:
        """Words of this game."""
        if self._teller is None:
            self._teller = Teller(self.program, self.views)
        return self._teller

    def _branch(self, option: Option) -> Branch | None:
        number = parted(option)[0]
        ask, _ = self.program.asking(self.state)
        return ask.branches[number] if number >= 0 else None

    def identity(self, decision: Decision) -> dict[str, Json]:
        """A decision by name: the action, the alternative, and what each choice chose.

        In a step of a decision `so far` holds what has been chosen with it, and `next` says which choice follows.
        Raises NotLegal when the game is over: nothing can be decided that would have a name.
        """
        seat, option = decision
        ask = self._asked_for()
        branch = self._branch(option)
        found: dict[str, Json] = {}
        if isinstance(ask, AskAll):
            found["seat"] = self.program.layout.seat_names[seat]
        if branch is None:
            found["do"] = "stop" if ask.word in STOPPED_BY else "decline"
            return found
        if branch.label:
            found["do"] = self._unseen(branch, seat) or branch.label
        if branch.way:
            found["either"] = branch.way
        chosen = self._chosen(branch, option, seat, found)
        if is_step(option):
            found["so far"] = chosen
            found["next"] = branch.labels[len(parted(option)[1])][0]
            return found
        found |= chosen
        if found.keys() <= {"seat"}:
            found["do"] = "accept"
        return found

    def _chosen(self, branch: Branch, option: Option, seat: int, taken: dict[str, Json]) -> dict[str, Json]:
        """What each choice of an option chose, as far as it goes, by names that are not taken."""
        _, values, members = parted(option)
        chosen = values if members is None else (*values, members)
        found: dict[str, Json] = {}
        for (label, type), value in zip(branch.labels, chosen, strict=not is_step(option)):
            found[free_name(label, taken | found)] = self._named(value, type, seat)
        return found

    def _unseen(self, branch: Branch, seat: int) -> str:
        """The place of what is used, where the seat does not see it; "" where it does."""
        _, frame = self.program.asking(self.state)
        carrier = branch.carrier(self.program, self.state, frame)
        if carrier < 0 or self.views.sees(seat, self.state[LOCATION][carrier]):
            return ""
        return self.views.place(self.state, carrier)

    def _named(self, value: int | tuple[int, ...], type: ValueType, seat: int) -> Json:
        if isinstance(value, tuple):
            return [self._one(v, type.one(), seat) for v in value]
        return self._one(value, type, seat)

    def _one(self, value: int, type: ValueType, seat: int) -> Json:
        if type.base == "component" and value >= 0 and not self.views.sees(seat, self.state[LOCATION][value]):
            return self.views.place(self.state, value)
        if value == UNSEEN and type.base == "component":
            return "?"
        if type.base == "payment" and type.low is not None:
            return self.program.payments[type.low][value]
        return self.naming.value(value, type, None, self.state)

    def identities(self, seat: int | None = None) -> list[tuple[dict[str, Json], Decision]]:
        """The legal decisions with their names; where two would read alike, places tell them apart (`at`)."""
        named = [(self.identity(d), d) for d in self.legal(seat)]
        seen: dict[str, int] = {}
        for identity, _ in named:
            key = _key(identity)
            seen[key] = seen.get(key, 0) + 1
            if seen[key] > 1:
                identity["at"] = seen[key]
        return named

    def find(self, identity: dict[str, Json], seat: int | None = None) -> Decision:
        """The legal decision of that name. Raises NotLegal.

        Where decisions are offered step by step, it is a step by its own name or a whole decision that steps lead to.
        """
        if seat is None and "seat" in identity and identity["seat"] in self.naming.seat_by_name:
            seat = self.naming.seat_by_name[identity["seat"]]
        wanted = _key(identity)
        keys: dict[str, Decision] = {}
        for named, decision in self.identities(seat):
            if _key(named) == wanted:
                return decision
            keys[_key(named)] = decision
        if self.over:
            raise NotLegal("the game is over")
        if any(is_step(option) for _, option in keys.values()):
            seat = next(iter(keys.values()))[0]
            bare = {key: value for key, value in identity.items() if key != "at"}
            found = self._led_to(seat, bare, lambda named: _key(named) == _key(bare), 1)
            if found:
                return found[0]
            for option in self._may_lead([option for _, option in keys.values()], seat, bare):
                if is_step(option) and not self._choices(option) <= bare.keys():
                    raise NotLegal(f"{_said(identity)} is offered step by step; name all its choices")
        close = get_close_matches(wanted, list(keys), n=1, cutoff=0.3)
        hint = f"; the closest that is offered: {close[0]}" if close else ""
        raise NotLegal(f"{_said(identity)} is not offered now{hint}")

    def _choices(self, option: Option) -> set[str]:
        """The names of all choices of the decision that a step belongs to."""
        branch = self._branch(option)
        found: dict[str, Json] = {}
        for label, _ in branch.labels if branch is not None else ():
            found[free_name(label, found)] = None
        return set(found)

    def find_like(self, wanted: dict[str, Json], seat: int | None = None) -> list[Decision]:
        """Legal decisions whose names agree with the keys given. Of whole decisions that are offered step by step, no
        more than two; steps themselves agree if `so far` is among the keys."""
        named = self.identities(seat)
        steps = any(is_step(option) for _, (_, option) in named)
        if steps and "so far" not in wanted:
            return self._led_to(named[0][1][0], wanted, lambda whole: _agrees(whole, wanted), 2)
        return [d for name, d in named if _agrees(name, wanted)]

    def _led_to(
        self, seat: int, wanted: dict[str, Json], agrees: Callable[[dict[str, Json]], bool], most: int
    ) -> list[Decision]:
        """The first whole decisions that the steps offered now lead to and whose names agree."""
        state = [x[:] for x in self.state]
        given = state[self.program.layout.steps]
        found: list[Decision] = []
        looks = LOOKS

        def look(offered: list[Option]) -> None:
            nonlocal looks
            looks -= 1
            if looks < 0:
                raise NotLegal(
                    f"{_said(wanted)} could not be found among what is offered step by step; name all choices"
                )
            for option in self._may_lead(offered, seat, wanted):
                if is_step(option):
                    note_answer(given, seat, option)
                    look(self.program.options(state, seat, steps=True))
                elif agrees(self.identity((seat, option))):
                    found.append((seat, option))
                if len(found) == most:
                    return

        look([option for _, option in self.legal(seat)])
        return found

    def _may_lead(self, offered: list[Option], seat: int, wanted: dict[str, Json]) -> list[Option]:
        """Whole options, and steps that agree with what is wanted. Of the members of a set that are wanted the first
        that is offered must come first."""
        found: list[Option] = []
        first: Json = None
        for option in offered:
            if not is_step(option):
                found.append(option)
                continue
            named = self.identity((seat, option))
            chosen = named.pop("so far")
            del named["next"]
            if any(key in wanted and wanted[key] != value for key, value in named.items()):
                continue
            growing = parted(option)[2] is not None
            last = list(chosen)[-1] if growing else ""
            if any(key != last and key in wanted and not _same(wanted[key], value) for key, value in chosen.items()):
                continue
            if growing and last in wanted:
                if not _within(chosen[last], wanted[last]) or first not in (None, chosen[last]):
                    continue
                first = chosen[last]
            found.append(option)
        return found

    def steps(self, decision: Decision, language: str = "en") -> list[tuple[str, str]]:
        """A decision as (what is chosen, the choice) pairs, for menus that ask step by step. What is not yet whole ends
        in `MORE`. Raises NotLegal when the game is over."""
        ask = self._asked_for()
        branch = self._branch(decision[1])
        if branch is None:
            stop = ask.word in STOPPED_BY
            return [("do", {"de": "aufhören" if stop else "nein"}.get(language, "stop" if stop else "no"))]
        found: list[tuple[str, str]] = []
        if branch.label:
            found.append(("do", self._unseen(branch, decision[0]) or self.action_text(branch.label, language)))
        if branch.way:
            found.append(("either", branch.way.replace("_", " ")))
        _, values, members = parted(decision[1])
        chosen = values if members is None else (*values, members)
        for (label, type), value in zip(branch.labels, chosen, strict=not is_step(decision[1])):
            found.append((label.replace("_", " "), self._text(value, type, language, decision[0])))
        found = found or [("do", {"de": "ja"}.get(language, "yes"))]
        if is_step(decision[1]):
            found[-1] = (found[-1][0], found[-1][1] + MORE)
        return found

    def _asked_for(self) -> Ask:
        """The question that waits for an answer."""
        if self.over:
            raise NotLegal("the game is over")
        return self.program.asking(self.state)[0]

    def action_text(self, name: str, language: str) -> str:
        """What an action or effect is called."""
        game = self.program.game
        declared = game.actions.get(name) or game.effects.get(name)
        return localized(declared.texts if declared else {}, language, name)

    def _text(self, value: int | tuple[int, ...], type: ValueType, language: str, seat: int) -> str:
        if isinstance(value, tuple):
            counted: dict[str, int] = {}
            for member in value:
                text = self._text(member, type.one(), language, seat)
                counted[text] = counted.get(text, 0) + 1
            return " + ".join(t if n == 1 else f"{n} × {t}" for t, n in counted.items()) or "–"
        layout = self.program.layout
        if value == NOTHING:
            return "–"
        if type.base == "payment":
            return str(self._one(value, type, seat)).replace("_", " ")
        if type.base == "component":
            if value == UNSEEN:
                return self.teller.hidden(type.names, language)
            if not self.views.sees(seat, self.state[LOCATION][value]):
                return self.views.place(self.state, value)
            return self._apart(value, language, seat)
        if type.base == "seat":
            return self.teller.seat(value, language)
        if type.base == "slot":
            held = self.state[SLOTS][value]
            slot = layout.slots[value].name
            if held != NOTHING and not self.views.sees(seat, self.state[LOCATION][held]):
                held = NOTHING
            return f"{self.teller.component(held, language, self.state)} ({slot})" if held != NOTHING else slot
        if type.base in ("enum", "resource"):
            return self.teller.value(value, type, language)
        return str(self.naming.value(value, type, None, self.state))

    def _apart(self, component: int, language: str, seat: int) -> str:
        """A component's name; with whose it is, if another seat's, and what tells it from copies that lie beside it."""
        layout, S, words = self.program.layout, self.state, self.teller.words(language)
        card, at = layout.card_of[component], S[LOCATION][component]
        notes: list[str] = []
        if layout.owner_of[at] not in (NOTHING, seat):
            notes.append(self.teller.zone(at, language))
        copies = () if card in layout.pieces else layout.cards[card].components
        beside = [c for c in copies if c != component and S[LOCATION][c] == at]
        slot = S[PLACE][component]
        if any(S[PLACE][c] != slot for c in beside) and slot != NOTHING:
            notes.append(layout.slots[slot].name)
        for info in layout.attributes:
            value = S[info.index][component]
            if info.seen_by == "all" and any(S[info.index][c] != value for c in beside):
                told = self._text(value, info.type, language, seat)
                if info.type.base == "truth":
                    told = words["true" if value else "false"]
                notes.append(words["is"].format(name=info.name.replace("_", " "), value=told))
        name = self.teller.component(component, language, S)
        return f"{name} ({', '.join(notes)})" if notes else name

    def describe(self, decision: Decision, language: str = "en") -> str:
        """A decision on one line."""
        head, *rest = self.steps(decision, language)
        details = ", ".join(f"{label}: {text}" for label, text in rest)
        first = head[1] if head[0] == "do" else f"{head[0]}: {head[1]}"
        return f"{first} – {details}" if details else first

    # ---- seen from outside -----------------------------------------------------------------------

    def hash(self) -> str:
        """SHA-256 of the state by name."""
        return self.naming.hash(self.state)

    def state_json(self) -> dict[str, Json]:
        """The whole state by name, for those who may see all."""
        return self.naming.state(self.state)

    def view(self, seat: int | None) -> dict[str, Json]:
        """What a seat sees; None sees everything."""
        return self.views.view(self.state, seat, self.seats)

    def log(self, viewer: int | None, language: str = "en", since: int = 0) -> list[str]:
        """What happened, in words, as `viewer` may know it; from change number `since` on."""
        found: list[str] = []
        for change in self.changes[since:]:
            told = self._told(change, viewer, language)
            if told is not None:
                found.append(told)
        return found

    def _told(self, change: Change, viewer: int | None, language: str) -> str | None:
        if change[0] in ("decide", "carried"):
            return None
        return self.teller.sentence(change, viewer, language)

    def trace(self, since: int = 0, language: str = "en", viewer: int | None = None) -> list[str]:
        """Every change with the file, line and effect that made it, as `viewer` may know it (None sees all)."""
        found: list[str] = []
        unseen = False
        for change in self.changes[since:]:
            if change[0] == "carried":
                unseen = not self.views.sees(viewer, change[3][1])
                continue
            told = self.teller.trace(change, language, viewer, unseen) if change[0] != "decide" else None
            if told is not None:
                found.append(told)
            unseen = False
        return found

    def score(self, seat: int) -> list[int]:
        """What the ranking of the winner counts for a seat, most important first, more is better."""
        keys = self.program.winner_keys
        return [int(k) for k in keys(self.state, seat)] if keys is not None else [int(seat in self._winner_set())]

    def _winner_set(self) -> list[int]:
        found = self.program.winner_set
        return [s for s in found(self.state) if s < self.program.layout.players] if found is not None else []

    @property
    def winners(self) -> list[int]:
        """The seats that have won; empty while the game goes on, or when nobody wins."""
        if not self.over:
            return []
        if self.program.winner_keys is None:
            return self._winner_set()
        scores = [self.score(seat) for seat in range(self.program.layout.players)]
        best = [seat for seat, score in enumerate(scores) if score == max(scores)]
        return best if len(best) == 1 or self.program.winner_ties == "share" else []

    # ---- saving ----------------------------------------------------------------------------------

    def transcript(self) -> dict[str, Json]:
        """What it takes to play this match again: rules, seed and decisions by name.

        Raises NotRecorded for a match that keeps no decisions.
        """
        program = self.program
        if not self.record and self.state[CONTROL][DECISIONS] > len(self.decisions):
            raise NotRecorded(
                "this match was played without keeping its decisions, so nothing could play it again; "
                "use `Match.start` with `record=True`"
            )
        return {
            "engine": ENGINE,
            "game": program.game.id,
            "layers": list(program.layers),
            "ruleset": program.ruleset_hash,
            "players": program.layout.players,
            "seed": self.seed,
            "decisions": list(self.decisions),
            "hash": self.hash(),
        }

    def save(self) -> dict[str, Json]:
        """The transcript and the state by name."""
        return {**self.transcript(), "state": self.state_json()}

    @classmethod
    def resume(cls, program: Program, saved: dict[str, Json], *, log: bool = False, history: bool = False) -> Match:
        """The match of a save or transcript, played again decision by decision and checked against its hash.

        Raises SaveRefused when the rules are others, or the save is damaged.
        """
        try:
            ruleset, players, seed = saved["ruleset"], saved["players"], saved["seed"]
            decisions, hash_ = saved["decisions"], saved["hash"]
        except (KeyError, TypeError):
            raise SaveRefused("this is no saved match: it lacks its ruleset, seed or decisions") from None
        if ruleset != program.ruleset_hash:
            raise SaveRefused("the rules have changed since this match was saved; play it with the version it names")
        if players != program.layout.players:
            raise SaveRefused(f"the match is for {players} players, not {program.layout.players}")
        if not isinstance(seed, int) or not isinstance(decisions, list):
            raise SaveRefused("the save is damaged: seed and decisions are a number and a list")
        match = cls.start(program, seed, log=log, history=history)
        for number, decision in enumerate(decisions):
            if not isinstance(decision, dict):
                raise SaveRefused(f"the save is damaged: decision {number + 1} is no mapping")
            if "arrange" in decision:
                match.arrange(decision["arrange"])
                continue
            try:
                match.apply(match.find(decision))
            except NotLegal as fault:
                raise SaveRefused(f"decision {number + 1} cannot be played again: {fault}") from None
        if match.hash() != hash_:
            raise SaveRefused("the match was played again, but led to another state than the save says")
        return match

    @property
    def set_up(self) -> bool:
        """Whether set-up is over: a part of `play` runs, or the game has ended."""
        layout, state = self.program.layout, self.state
        at = state[CONTROL][FRAME]
        while at != NOTHING:
            if state[at][UNIT] in self.program.play_units:
                return True
            at = state[at][BELOW]
        return self.over or layout.frame_base >= len(state)

    def skip_setup(self) -> None:
        """Answer every decision of set-up with the first that is offered."""
        while not self.set_up:
            self.apply(self.legal()[0])

    def arrange(self, given: dict[str, Json]) -> None:
        """Put up a position by names, see `arranging`. Raises ValueError with a sentence for what does not fit."""
        arrange(self.program, self.naming, self.state, given)
        self.state[self.program.layout.steps] = []  # whoever has begun to answer begins anew
        self._options, self._asked = None, -1
        if self.record:
            self.decisions.append({"arrange": given})
        if self._history is not None:
            self._history.clear()


class PlayedOut(Match):
    """A match whose every situation was known: its state is put together when somebody looks."""

    __slots__ = ("_ending", "_taken")

    def __init__(self, program: Program, seed: int, ending: Ending, taken: list[Option]) -> None:
        self.program, self.seed = program, seed
        self._ending, self._taken = ending, taken

    @property
    def ending(self) -> Ending:
        """How it ended."""
        return self._ending

    def __getattr__(self, name: str) -> Any:
        """What a match has, at the first look."""
        if name not in Match.__slots__:
            raise AttributeError(name)
        if self.program.situations.exact:
            state = self._ending.state(self.seed)
        else:
            state = Match._played_out(self.program, self.seed, resumed(self._taken, _nobody)).state
        Match.__init__(self, self.program, state, self.seed)
        self.record = False
        return getattr(self, name)


def resumed(taken: Sequence[Option], choose: Choose) -> Choose:
    """Choose what was taken before, and go on."""

    def again(seat: int, options: list[Option], number: int) -> Option:
        return taken[number] if number < len(taken) else choose(seat, options, number)

    return again


def _nobody(seat: int, options: list[Option], number: int) -> Option:
    raise AssertionError("a game that ended goes on")


def free_name(label: str, taken: dict[str, Json]) -> str:
    """A name for a choice that no other has."""
    name, number = label, 2
    while name in taken:
        name, number = f"{label} {number}", number + 1
    return name


def _said(identity: dict[str, Json]) -> str:
    return json.dumps(identity, ensure_ascii=False)


def _same(wanted: Json, value: Json) -> bool:
    """Whether a value is what is wanted; the order of a set does not matter, and one thing is a set of one."""
    if isinstance(value, list) and not isinstance(wanted, list):
        wanted = [wanted]
    same: bool = _plain(wanted) == _plain(value)
    return same


def _within(members: list[Json], wanted: Json) -> bool:
    """Whether members are some of what is wanted."""
    left = list(wanted) if isinstance(wanted, list) else [wanted]
    for member in members:
        if member not in left:
            return False
        left.remove(member)
    return True


def _plain(value: Json) -> Json:
    return sorted(value, key=str) if isinstance(value, list) else value


def _key(identity: dict[str, Json]) -> str:
    return json.dumps({k: _plain(v) for k, v in identity.items()}, sort_keys=True, ensure_ascii=False)


def _agrees(named: dict[str, Json], wanted: dict[str, Json]) -> bool:
    return all(k in named and _plain(named[k]) == _plain(v) for k, v in wanted.items())


__all__ = ["CONTROL", "SEED", "Decision", "Iterable", "Match", "NotLegal", "RulesError", "SaveRefused", "Span"]
