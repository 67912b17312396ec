"""The decisions of one question as steps for people: texts, labels and hints in a language.

In: a match, through its program and what the seat that decides may see. Out: for each decision the steps in which a
person would take it, each with a hint: what a card says, or what a decision surely costs and gives.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.compiling import RulesError, is_step, parted
from interpreter.compiling.effects import Ask, Branch
from interpreter.playing.match import MORE
from interpreter.state import LOCATION, NOTHING
from interpreter.state.layout import LOCALS, THIS
from tools.common.guessing import guess
from tools.common.words import Words
from tools.play.describing import Describing
from tools.play.table import Shown, TableText

if TYPE_CHECKING:
    from interpreter.playing.match import Decision, Match

GUESSES = 2  # worlds in which an outcome has to be the same to be told
NAMES = ("do", "either", "seat")  # of a decision, beside its choices
MOST = 160  # more decisions than these are not tried out
SAYINGS = {
    "en": {"yes": "yes", "no": "no", "stop": "done", "may": "You may {what}.", "none": "none"},
    "de": {"yes": "ja", "no": "nein", "stop": "fertig", "may": "Wenn du möchtest: {what}.", "none": "nichts"},
}


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a decision: what is chosen, the choice, and what is worth knowing about it."""

    label: str
    text: str
    hint: str = ""
    own: bool = False  # the choice is the seat that decides
    zone: str = ""  # the zone of which a place is chosen

    @property
    def pair(self) -> tuple[str, str]:
        """Label and choice, for menus."""
        return (self.label, self.text)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a decision surely brings: amounts by unit (paid ones negative), and what is asked of the same seat next
    before the effect is over."""

    amounts: dict[str, int]
    then: str = ""


class Asking:
    """Tells the questions of one match."""

    def __init__(self, match: Match, words: Words, describing: Describing, table: TableText) -> None:
        self.match, self.words, self.describing, self.table = match, words, describing, table
        self.sayings = SAYINGS.get(words.language, SAYINGS["en"])
        self._fields: dict[str, tuple[str, ...]] = {}
        for name, shown in table.shown.items():
            self._learn(name, shown)

    def _learn(self, zone: str, shown: Shown) -> None:
        """The fullest list of fields that the table shows of a kind."""
        declared = self.describing.game.zones.get(zone)
        fields = (*(shown.fields or ()), *shown.notes)
        for kind in declared.kinds if declared is not None else ():
            if len(fields) > len(self._fields.get(kind, ())):
                self._fields[kind] = fields

    # ---- the question ----------------------------------------------------------------------------

    def heading(self, match: Match | None = None) -> str:
        """What the question is about: what a `may` asks, the action that runs, or the part of the game."""
        match = match or self.match
        program = match.program
        ask, frame = program.asking(match.state)
        if ask.said is not None:
            return self.sayings["may"].format(what=self.describing.gist(ask.said))
        sort, _, name = program.layout.units[frame[3]].name.partition(":")
        name = name.partition("(")[0]
        game = self.describing.game
        short = self.describing.short.get(name) if sort == "effect" else None
        if sort == "action" or short is not None:
            text = self.describing.action(name) if short is None else self._filled(short, name, frame)
            return text[:1].upper() + text[1:]
        if sort == "effect" and name in game.effects:
            return self._local(game.effects[name].texts).partition("; ")[0]
        if sort == "part":
            return self._part(name)
        if sort in ("card", "use"):
            if self._hidden(match, frame[THIS]):
                return match.teller.hidden((), self.words.language)
            return self.words.value(name.partition(".")[0])
        return ""

    def _filled(self, short: str, effect: str, frame: Sequence[int]) -> str:
        """The short text of a running effect, with the arguments it runs with."""
        for number, (_, type) in enumerate(self.describing.game.effects[effect].parameters):
            given = self.match.naming.value(frame[LOCALS + number], type) if not type.many else None
            said = self.words.value(given)
            if type.base == "component" and not type.many and self._hidden(self.match, frame[LOCALS + number]):
                said = self.match.teller.hidden(type.names, self.words.language)
            short = short.replace(f"{{{number}}}", said)
        return short

    @staticmethod
    def _hidden(match: Match, component: int) -> bool:
        """Whether who decides does not see a component."""
        return component >= 0 and not match.views.sees(match.seat, match.state[LOCATION][component])

    def _part(self, path: str) -> str:
        """The text of a part of the flow."""
        from interpreter.checking.game import texts_of
        from interpreter.reading.nodes import Mapping, Node

        node: Node | None = self.describing.game.tree
        for number, name in enumerate(path.split(".")):
            inner = node.get(name) if isinstance(node, Mapping) else None
            if inner is None and number and isinstance(node, Mapping):
                parts = node.get("parts")
                inner = parts.get(name) if isinstance(parts, Mapping) else None
            node = inner
        return self._local(texts_of(node.get("text"))) if isinstance(node, Mapping) else ""

    def _local(self, texts: dict[str, str]) -> str:
        return texts.get(self.words.language) or texts.get("en") or next(iter(texts.values()), "")

    # ---- decisions -------------------------------------------------------------------------------

    def all_steps(self, decisions: Sequence[Decision]) -> list[list[Step]]:
        """The steps of all decisions of a question; where one can only be for oneself, that goes without saying."""
        whole = [self.steps(decision) for decision in decisions]
        if all(step.own for steps in whole for step in steps if step.label in self._owners(whole)):
            return [[step for step in steps if not step.own] for steps in whole]
        return whole

    def _owners(self, whole: list[list[Step]]) -> set[str]:
        return {step.label for steps in whole for step in steps if step.own}

    def steps(self, decision: Decision) -> list[Step]:
        """A decision step by step."""
        match, option = self.match, decision[1]
        ask, _ = match.program.asking(match.state)
        number = parted(option)[0]
        if number < 0:
            stop = ask.word in ("offer", "offers", "repeat")
            return [Step("do", self.sayings["stop" if stop else "no"])]
        branch = ask.branches[number]
        identity = match.identity(decision)
        texts = [(label, text.removesuffix(MORE)) for label, text in match.steps(decision, self.words.language)]
        found: list[Step] = []
        if branch.label:
            found.append(self._named(branch.label))
            texts = texts[1:]
        if branch.way:
            found.append(Step("either", self._way(ask, branch)))
            texts = texts[1:]
        values = [value for key, value in identity.get("so far", identity).items() if key not in NAMES]
        for (label, type), (_, text), value in zip(branch.labels, texts, values, strict=False):
            zone = ""
            if type.base == "slot":
                text, hint = self._slot(text, value)
                zone = next(iter(type.names), "")
            elif type.base == "truth":
                text, hint = self.words.value(value), ""
            else:
                one = value[0] if isinstance(value, list) and len(value) == 1 else value
                hint = self._hint(one) if type.base == "component" else ""
                hint = "" if hint.replace(" · ", " ") in self.words.plain(text) else hint
                text = self.sayings["none"] if value == [] else self.words.plain(text)
            own = type.base == "seat" and value == match.naming.value(decision[0], type)
            found.append(Step(self.describing.label(label), text, hint, own, zone))
        found = found or [Step("do", self.sayings["yes"])]
        if is_step(option):
            found[-1] = replace(found[-1], text=found[-1].text + MORE)
        return found

    def _named(self, name: str) -> Step:
        """An action; the use of a card says what it does."""
        card = self.describing.card(name)
        if card is not None:
            return Step("do", self.words.component(name), self.describing.field(card, "use"))
        return Step("do", self.describing.action(name))

    def _way(self, ask: Ask, branch: Branch) -> str:
        """An alternative as a sentence."""
        if branch.said is None:
            return self.words.plain(branch.way)
        text = self.describing.gist(branch.said)
        return text[:1].upper() + text[1:]

    def _hint(self, value: object) -> str:
        """What a card says, its name left out; nothing of several."""
        if not isinstance(value, str):
            return ""
        card = self.describing.card(value)
        if card is None:
            return ""
        fields = [name for name in self._fields.get(card.kind, ()) if name != "name"]
        return self.describing.line([self.describing.field(card, name) for name in fields])

    def _slot(self, text: str, value: object) -> tuple[str, str]:
        """A place: what it is called in the language, what is printed there."""
        zone, _, name = str(value).removeprefix(f"{str(value).partition('.')[0]}.").rpartition(".")
        layout = self.match.program.layout
        for slot in layout.slots:
            info = layout.zones[layout.zone_of[slot.zone][0]]
            if slot.name != name or info.name != (zone or str(value).partition(".")[0]):
                continue
            where = ", ".join(
                self._where(dimension, self.match.naming.value(at, type), len(info.dimensions) == 1)
                for (dimension, type), at in zip(info.dimensions, slot.at, strict=False)
            )
            shown = self.table.shown.get(info.name, Shown())
            number = layout.slots.index(slot) - info.slot_first
            if layout.zone_of[slot.zone][1] != NOTHING:
                number %= max(1, info.slot_count)
            printed = [
                self.describing.framed(field, self.describing.printed(info.name, field, number))
                for field in shown.places
            ]
            hint = ", ".join(part for part in printed if part)
            held = text.rpartition(" (")[0] if text.endswith(")") else ""
            return (f"{held} ({where})" if held else where), hint
        return text, ""

    def _where(self, dimension: str, value: object, alone: bool) -> str:
        """A place in one dimension: `red`, `row 3`."""
        named = self.words.value(value)
        if not named.isdigit():
            return named
        framed = self.describing.framed(dimension, named)
        known = dimension in self.table.words or not alone
        return framed if framed != named or not known else f"{self.describing.label(dimension)} {named}"

    # ---- outcomes --------------------------------------------------------------------------------

    def outcomes(self, decisions: Sequence[Decision]) -> list[Outcome | None]:
        """What each decision surely brings the one who takes it, until something else is asked or the next part of
        the game begins. Tried out on guessed tables, so that nothing hidden can show."""
        if len(decisions) > MOST:
            return [None] * len(decisions)
        return [self._outcome(decision) for decision in decisions]

    def _outcome(self, decision: Decision) -> Outcome | None:
        found: Outcome | None = None
        if is_step(decision[1]):
            return None
        for number in range(GUESSES):
            copy = guess(self.match, decision[0], 1, number)
            copy.log_on, copy.record = True, False
            try:
                copy.apply(decision)
            except (RulesError, IndexError, KeyError):
                return None
            amounts, then = self._amounts(copy, decision[0]), self._then(copy, decision[0])
            if found is not None:
                amounts = {key: by for key, by in found.amounts.items() if amounts.get(key) == by}
                then = then if then == found.then else ""
            found = Outcome(amounts, then)
        return found

    def _then(self, copy: Match, seat: int) -> str:
        """What the seat is asked next in the middle of an effect: `Buy a block`."""
        if copy.over or copy.seat != seat:
            return ""
        ask, frame = copy.program.asking(copy.state)
        if ask.said is not None or not copy.program.layout.units[frame[3]].name.startswith(("action:", "effect:")):
            return ""
        return self.heading(copy).removesuffix(".")

    def _amounts(self, copy: Match, seat: int) -> dict[str, int]:
        layout = copy.program.layout
        begun = {unit.start for unit in layout.units if unit.name.startswith("part:")}
        parts = [(unit.start, unit.end) for unit in layout.units if unit.start in begun]
        first = copy.changes[0][2] if copy.changes else 0
        here = next(((start, end) for start, end in parts if start <= first < end), None)
        found: dict[str, int] = {}
        for what, who, at, numbers in copy.changes[1:]:
            part = next(((start, end) for start, end in parts if start <= at < end), None)
            if part is not None and part != here:
                break
            if what == "amount" and numbers[1] == seat and layout.resources[numbers[0]].name not in self.table.quiet:
                key = f"r{numbers[0]}"
                found[key] = found.get(key, 0) + numbers[2]
            elif what == "move" and who == seat and numbers[0] in copy.program.table.piece:
                component, source, target, _, *looks = numbers
                name = "p" + copy.teller.component(component, self.words.language, None, tuple(looks))
                by = (layout.owner_of[target] == seat) - (layout.owner_of[source] == seat)
                found[name] = found.get(name, 0) + by
            elif what == "set" and who == seat:
                for name, by in self._turned(copy, seat, numbers):
                    found[name] = found.get(name, 0) + by
        return {key: by for key, by in found.items() if by}

    def _turned(self, copy: Match, seat: int, numbers: tuple[int, ...]) -> list[tuple[str, int]]:
        """A piece of the seat that looks another way: one less of what it was, one more of what it is."""
        index, piece, value, old, *_ = numbers
        layout, S = copy.program.layout, copy.state
        indexes = next((known for known in layout.pieces.values() if index in known), None)
        if indexes is None or piece >= len(S[LOCATION]) or layout.owner_of[S[LOCATION][piece]] != seat:
            return []
        looks = [tuple(number if i == index else S[i][piece] for i in indexes) for number in (old, value)]
        names = ["p" + copy.teller.component(piece, self.words.language, None, look) for look in looks]
        return list(zip(names, (-1, 1), strict=True))

    def outcome(self, found: Iterable[Outcome | None], text: str = "") -> str:
        """Outcomes of decisions as one text: where they differ, from the least to the most; at last what is asked
        next, where `text` (the line of the menu) does not say so."""
        outcomes = [outcome for outcome in found if outcome is not None]
        if not outcomes:
            return ""
        known = [outcome.amounts for outcome in outcomes]
        then = outcomes[0].then if len({outcome.then for outcome in outcomes}) == 1 else ""
        parts = []
        for key in dict.fromkeys(key for outcome in known for key in outcome):
            amounts = [outcome.get(key, 0) for outcome in known]
            low, high = min(amounts), max(amounts)
            if key[0] == "p" and low != high:
                continue
            name = self._unit(key, high if low == high else max(abs(low), abs(high)))
            if low == high:
                parts.append((low > 0, f"{'+' if low > 0 else '−'}{abs(low)} {name}"))
            elif high < 0:
                parts.append((False, f"−{abs(high)}…{abs(low)} {name}"))
            elif low > 0:
                parts.append((True, f"+{low}…{high} {name}"))
        found_texts = [part for _, part in sorted(parts, key=lambda part: part[0])]
        if then and then.lower() not in text.lower():
            found_texts.append(f"→ {then}")
        return "  ".join(found_texts)

    def _unit(self, key: str, count: int) -> str:
        if key[0] == "p":
            return key[1:]
        return self.match.teller.resource(int(key[1:]), count, self.words.language)
