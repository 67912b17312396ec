"""Records of changes -> sentences for people, per language and per viewer; and the trace that says why."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.compiling import AskAll, Program
from interpreter.compiling.effects import Settle
from interpreter.playing.viewing import Views
from interpreter.state import LOCATION, NOTHING, State
from interpreter.state.layout import VariableInfo
from interpreter.state.table import Change

if TYPE_CHECKING:
    from interpreter.state.values import ValueType
    from interpreter.wording import Wording

MOST, NAMED = 14, 6  # of more things than that so many are named
HIDDEN = "\0"  # before the kind of a thing that the viewer does not see, instead of its name
WORDS = {
    "en": {
        "move": "{who} {verb} {thing} from {source} to {target}",
        "moved": "{thing} goes from {source} to {target}",
        "amount+": "{who} gains {count} {unit}",
        "amount-": "{who} loses {count} {unit}",
        "shared+": "{unit} rises by {count} to {new}",
        "shared-": "{unit} falls by {count} to {new}",
        "set": "{name} is now {value}",
        "shuffle": "{zone} is shuffled",
        "reveal": "{who} shows {thing}",
        "look": "{who} looks at {thing}",
        "decide": "{who}: {what}",
        "moves": "moves",
        "player": "player {n}",
        "of": "{name} of {who}",
        "nobody": "nobody",
        "nothing": "nothing",
        "turn": "{who}",
        "list": "{first} and {last}",
        "pays": "pays {things}",
        "gains": "gains {things}",
        "loses": "loses {things}",
        "takes": "takes {things}",
        "draws": "draws {things}",
        "gets": "gets {things}",
        "gives back": "gives back {things}",
        "discards": "discards {things}",
        "puts": "moves {things} to {target}",
        "new": "new in {target}: {things}",
        "leaves": "from {source} to {target}: {things}",
        "goes": "{things} → {target}",
        "shows": "shows {things}",
        "looks": "looks at {things}",
        "changes": "changes {things}",
        "did": "{who} {what}",
        "does": "{who}: {action}",
        "doing": "{action} – {what}",
        "everybody": "each player {what}",
        "at": "{thing}: {name} {old} → {value}",
        "is": "{name}: {value}",
        "shuffled": "shuffled: {things}",
        "out": "out of the game: {things}",
        "hidden": "hidden",
        "more": "{n} more",
        "true": "yes",
        "false": "no",
    },
    "de": {
        "move": "{who} legt {thing} von {source} nach {target}",
        "moved": "{thing} geht von {source} nach {target}",
        "amount+": "{who} erhält {count} {unit}",
        "amount-": "{who} verliert {count} {unit}",
        "shared+": "{unit} steigt um {count} auf {new}",
        "shared-": "{unit} fällt um {count} auf {new}",
        "set": "{name} ist jetzt {value}",
        "shuffle": "{zone} wird gemischt",
        "reveal": "{who} zeigt {thing} vor",
        "look": "{who} sieht sich {thing} an",
        "decide": "{who}: {what}",
        "moves": "legt",
        "player": "Spieler {n}",
        "of": "{name} von {who}",
        "nobody": "niemand",
        "nothing": "nichts",
        "turn": "{who}",
        "list": "{first} und {last}",
        "pays": "zahlt {things}",
        "gains": "erhält {things}",
        "loses": "verliert {things}",
        "takes": "nimmt {things}",
        "draws": "zieht {things}",
        "gets": "bekommt {things}",
        "gives back": "gibt {things} zurück",
        "discards": "legt {things} ab",
        "puts": "legt {things} → {target}",
        "new": "neu ({target}): {things}",
        "leaves": "{source} → {target}: {things}",
        "goes": "{things} → {target}",
        "shows": "zeigt {things}",
        "looks": "sieht sich {things} an",
        "changes": "ändert {things}",
        "did": "{who} {what}",
        "does": "{who}: {action}",
        "doing": "{action} – {what}",
        "everybody": "jeder Spieler {what}",
        "at": "{thing}: {name} {old} → {value}",
        "is": "{name}: {value}",
        "shuffled": "gemischt: {things}",
        "out": "aus dem Spiel: {things}",
        "hidden": "verdeckte",
        "more": "{n} weitere",
        "true": "ja",
        "false": "nein",
    },
}


def localized(texts: dict[str, str], language: str, default: str) -> str:
    """A text in a language, else in English, else in any, else the name."""
    for key in (language, "en", "", *texts):
        if texts.get(key):
            return texts[key]
    return default.replace("_", " ")


def called(texts: dict[str, str], language: str, default: str) -> str:
    """What a thing is called on a label; a German noun without its article, which tells its gender only."""
    text = localized(texts, language, default)
    if language == "de" and text in (texts.get("de"), texts.get("")):
        from interpreter.wording import label

        return label(text)
    return text


class Teller:
    """Tells of one compiled game."""

    def __init__(self, program: Program, views: Views) -> None:
        self.program = program
        self.layout = program.layout
        self.views = views
        self._wordings: dict[str, Wording] = {}

    def words(self, language: str) -> dict[str, str]:
        """The small words of a language."""
        return WORDS.get(language, WORDS["en"])

    def seat(self, seat: int, language: str) -> str:
        """What a seat is called."""
        if seat == NOTHING:
            return self.words(language)["nobody"]
        texts = self.layout.seat_texts[seat]
        if seat < self.layout.players:
            return self.words(language)["player"].format(n=seat + 1)
        return localized(texts, language, self.layout.seat_names[seat])

    def component(self, number: int, language: str, S: State | None = None, looks: tuple[int, ...] = ()) -> str:
        """What a component is called; pieces of a supply by their looks, now in `S` or as they were."""
        at = self.layout.card_of[number]
        if at in self.layout.pieces and (S is not None or looks):
            indexes = self.layout.pieces[at]
            values = looks or tuple(S[index][number] for index in indexes) if S is not None else looks
            return " ".join(self._look(i, n, language) for i, n in zip(indexes, values, strict=True))
        card = self.layout.cards[at]
        return localized(card.names, language, card.id)

    def hidden(self, kinds: Collection[str], language: str, count: int = 0, case: str = "nom") -> str:
        """What is called that nobody may know more of than that it is of one of `kinds`: `a hidden cube`,
        `3 hidden cards`; no `count`: one, with an article."""
        if language not in self._wordings:
            from interpreter.wording import Wording

            self._wordings[language] = Wording(self.program.game, language)
        wording = self._wordings[language]
        noun = wording.name(next(iter(kinds)) if len(kinds) == 1 else "card")
        noun = wording.adjective(self.words(language)["hidden"], noun)
        if not count:
            return wording.tongue.noun(noun, "a").text(case)
        return wording.tongue.noun(noun, "", plural=count != 1, count=str(count)).text(case)

    def kinds_at(self, *lists: int) -> Collection[str]:
        """The kinds that something which lies or lay in these lists can be of, as everybody knows."""
        of = [self.layout.zones[self.layout.zone_of[at][0]].kinds for at in lists if at != self.layout.box]
        return min(of, key=len, default=())

    def kinds_like(self, component: int) -> Collection[str]:
        """The kinds that a component can be of for those who do not see it: those of all zones where it can lie."""
        kind = self.layout.kinds[self.layout.kind_of[component]]
        box = self.layout.zone_of[self.layout.box][0]
        return {
            known
            for number, zone in enumerate(self.layout.zones)
            if number != box and kind in zone.kinds
            for known in zone.kinds
        }

    def _look(self, index: int, value: int, language: str) -> str:
        return self.value(value, self.views.naming.looks[index], language)

    def value(self, value: int, type: ValueType, language: str) -> str:
        """A value that is no component, in words."""
        if value == NOTHING:
            return "–"
        if type.base == "seat":
            return self.seat(value, language)
        if type.base == "enum":
            enum = next(iter(type.names))
            return called(self.layout.enum_texts[enum][value], language, self.layout.enums[enum][value])
        if type.base == "resource":
            return self.resource(value, 2, language)
        if type.base == "slot":
            return self.slot(value, language)
        named = self.views.naming.value(value, type)
        if isinstance(named, bool):
            return self.words(language)["true" if named else "false"]
        return str(named).replace("_", " ")

    def slot(self, slot: int, language: str, names: Mapping[str, str] | None = None) -> str:
        """The name of a place, words of the rules in the language; `names` are frames of a table (`row {0}`)."""
        zone = self.layout.zones[self.layout.zone_of[self.layout.slots[slot].zone][0]]
        parts = []
        for (name, type), value in zip(zone.dimensions, self.layout.slots[slot].at, strict=False):
            if type.base == "enum":
                parts.append(self.value(value, type, language))
            else:
                frame = (names or {}).get(name, "")
                parts.append(frame.replace("{0}", str(value)) if "{0}" in frame else f"{frame} {value}".strip())
        plain = all(part.isdigit() for part in parts)
        return ("/" if plain else ", ").join(parts) or self.layout.slots[slot].name

    def zone(self, at: int, language: str) -> str:
        """What a zone's list is called, with its owner."""
        number, owner = self.layout.zone_of[at]
        info = self.layout.zones[number]
        name = called(info.texts, language, info.name)
        if owner == NOTHING:
            return name
        return self.words(language)["of"].format(name=name, who=self.seat(owner, language))

    def resource(self, number: int, count: int, language: str) -> str:
        """What a resource is called, one or many."""
        info = self.layout.resources[number]
        for key in (language, "en", "", *info.texts):
            if key in info.texts:
                text = info.texts[key][0 if abs(count) == 1 else 1]
                return called({key: text}, language, info.name)
        return info.name.replace("_", " ")

    def sentence(self, change: Change, viewer: int | None, language: str) -> str | None:
        """A change in words, as `viewer` may know it (None sees all); None for what is not worth telling."""
        what, who, _, numbers = change
        words = self.words(language)
        actor = self.seat(who, language)
        match what:
            case "move":
                component, source, target, slot, *looks = numbers
                seen = self.views.sees(viewer, source) or self.views.sees(viewer, target)
                case = "acc" if who != NOTHING else "nom"
                thing = (
                    self.component(component, language, None, tuple(looks))
                    if seen
                    else self.hidden(self.kinds_at(source, target), language, case=case)
                )
                where = self.zone(target, language)
                if slot != NOTHING:
                    where += f" ({self.slot(slot, language)})"
                form = "move" if who != NOTHING else "moved"
                return words[form].format(
                    who=actor, verb=words["moves"], thing=thing, source=self.zone(source, language), target=where
                )
            case "amount":
                resource, seat, by, new = numbers
                info = self.layout.resources[resource]
                if not self.views.knows(viewer, info.seen_by, seat):
                    return None
                sign = "+" if by > 0 else "-"
                unit = self.resource(resource, by, language)
                if not info.per_player:
                    return words[f"shared{sign}"].format(unit=unit, count=abs(by), new=new)
                return words[f"amount{sign}"].format(who=self.seat(seat, language), count=abs(by), unit=unit)
            case "set":
                return self._set(numbers, viewer, language)
            case "shuffle":
                return words["shuffle"].format(zone=self.zone(numbers[0], language))
            case "reveal":
                return words["reveal"].format(who=actor, thing=self.component(numbers[0], language))
            case "look":
                mine = viewer is None or viewer == who
                kinds = {kind for c in numbers for kind in self.kinds_like(c)}
                things = (
                    ", ".join(self.component(c, language) for c in numbers)
                    if mine
                    else self.hidden(kinds, language, len(numbers), "acc")
                )
                return words["look"].format(who=actor, thing=things)
        return None

    def _set(self, numbers: tuple[int, ...], viewer: int | None, language: str) -> str | None:
        index, at, value, _, where, spoken, _ = numbers
        for info in [*self.layout.variables, *self.layout.attributes]:
            if info.index != index:
                continue
            if not self.may_tell(info, at, where, viewer):
                return None
            name = called(info.texts, language, info.name)
            if info.per == "player":
                name = self.words(language)["of"].format(name=name, who=self.seat(at, language))
            elif info.per == "component":
                name = self.words(language)["of"].format(name=name, who=self.component(at, language))
            if value == NOTHING:
                shown = self.words(language)["nobody" if info.type.base == "seat" else "nothing"]
            elif info.type.base == "component":
                seen = self.views.sees(viewer, spoken)
                shown = self.component(value, language) if seen else self.hidden(info.type.names, language)
            else:
                shown = self.value(value, info.type, language)
            return self.words(language)["set"].format(name=name, value=shown)
        for number, resource in enumerate(self.layout.resources):
            if resource.index == index and self.views.knows(viewer, resource.seen_by, at):
                return self.words(language)["set"].format(name=self.resource(number, 2, language), value=value)
        return None

    def may_tell(self, info: VariableInfo, at: int, where: int, viewer: int | None) -> bool:
        """Whether a viewer may know that a variable or attribute has changed; `where` an attribute's component lies."""
        if info.per == "component":
            return self.views.sees(viewer, where) and self.views.knows(
                viewer, info.seen_by, self.layout.owner_of[where]
            )
        return self.views.knows(viewer, info.seen_by, at if info.per == "player" else NOTHING)

    def trace(self, change: Change, language: str, viewer: int | None = None, unseen: bool = False) -> str | None:
        """`file:line unit: what changed`, as `viewer` may know it; None for what a viewer is not told. `unseen`: an
        effect of a component that the viewer does not see makes the change, so its file would name it."""
        what, _, here, _ = change
        effect = self.program.code[here]
        told = self.sentence(change, viewer, language)
        if told is None and viewer is not None:
            return None
        if unseen and self._unit(here).startswith("card:"):
            return f"{self.hidden((), language)}: {told}"
        return f"{effect.at.file}:{effect.at.line} {self._unit(here)}: {told or what}"

    def _unit(self, here: int) -> str:
        """The piece of code a place in the program belongs to."""
        return next((u.name for u in self.layout.units if u.start <= here < u.end), "")

    def account(
        self,
        changes: Sequence[Change],
        decisions: Sequence[Mapping[str, object]],
        viewer: int | None,
        language: str,
        quiet: Collection[str] = (),
        state: State | None = None,
        last: int = NOTHING,
        names: Mapping[str, str] | None = None,
    ) -> list[Told]:
        """What happened as a person would tell it to `viewer`: what one decision brought about on one line.

        `decisions` are the match's, by name; `quiet` are names of variables, attributes and resources that are not
        worth telling, and of zones of which is not told what is laid there; `state` is how things stand now; `last` is
        who was told of last; `names` are texts of variables, attributes and places that the rules do not give. Headers
        say whose turn begins.
        """
        return Account(self, viewer, language, quiet, state, last, names or {}).of(changes, decisions)


@dataclass(frozen=True, slots=True)
class Told:
    """A line of an account; `seat` is whose turn begins where it is a header.

    `who` did what the line tells in a turn of their own; `short` is the line without that name, for under a header.
    """

    text: str
    seat: int = NOTHING
    who: int = NOTHING
    short: str = ""

    @property
    def header(self) -> bool:
        """Whether the line only says whose turn it is."""
        return self.seat != NOTHING


@dataclass(slots=True)
class Doing:
    """What one seat did in one go. `deeds` are (form, place) with their things, in order of their first."""

    seat: int
    action: str = ""
    chosen: str = ""  # the card that was chosen with the action, said where no deed names it
    deeds: dict[tuple[str, ...], list[str]] = field(default_factory=dict)
    amounts: dict[tuple[str, int], int] = field(default_factory=dict)


class Account:
    """Tells a run of changes; see `Teller.account`."""

    def __init__(
        self,
        teller: Teller,
        viewer: int | None,
        language: str,
        quiet: Collection[str],
        state: State | None,
        last: int,
        names: Mapping[str, str],
    ) -> None:
        self.names = names
        self.teller, self.viewer, self.language = teller, viewer, language
        self.quiet, self.state = quiet, state
        self.words = teller.words(language)
        self.layout = teller.layout
        self.turn = last
        self.lines: list[Told] = []
        self.doing: Doing | None = None
        self.part = ""  # the part of the flow that runs
        self.doings: dict[int, Doing] = {}  # of everybody since the last decision or line
        self.shown: set[int] = set()
        self.looks: dict[int, tuple[int, ...]] = {}  # of a piece after the change of that number
        visiting = [unit for unit, (_, seats) in teller.program.visitors.items() if seats >= 0]
        self.visited = tuple(self.layout.units[unit].name + "." for unit in visiting)

    def of(self, changes: Sequence[Change], decisions: Sequence[Mapping[str, object]]) -> list[Told]:
        """All lines."""
        following = [NOTHING] * len(changes)  # who decides next, openly
        self._look_back(changes)
        self._look_up(changes)
        seat = NOTHING
        for number in range(len(changes) - 1, -1, -1):
            change = changes[number]
            if change[0] == "decide" and not self._secret(change):
                seat = change[1]
            following[number] = seat
        for number, (change, following_seat) in enumerate(zip(changes, following, strict=True)):
            what, who, here, numbers = change
            if what == "carried":
                continue
            if what == "decide":
                unit = self.teller._unit(here)
                if unit.startswith("part:") and unit != self.part:
                    self._close()
                    self.part = unit
                if not self._secret(change):
                    self._decided(who, decisions[numbers[0]] if numbers[0] < len(decisions) else {}, *numbers[1:])
                continue
            unit = self.teller._unit(here)
            if unit.startswith("part:") and unit != self.part:
                self._close()
                self.part = unit
            if who != self.turn and who == following_seat and unit.startswith(self.visited):
                self._close()
                self._begin(who)
            self._tell(change, number)
        self._close()
        return self.lines

    def _look_back(self, changes: Sequence[Change]) -> None:
        """What pieces looked like after each change of their looks, found from how they look now."""
        if self.state is None:
            return
        known: dict[int, list[int]] = {}
        changing = {index: indexes for indexes in self.layout.pieces.values() for index in indexes}
        for number in range(len(changes) - 1, -1, -1):
            what, _, _, numbers = changes[number]
            if what == "move" and len(numbers) > 4:
                known[numbers[0]] = list(numbers[4:])
            elif what == "set" and numbers[0] in changing:
                index, piece, value, old, *_ = numbers
                indexes = changing[index]
                looks = known.setdefault(piece, [self.state[i][piece] for i in indexes])
                looks[indexes.index(index)] = value
                self.looks[number] = tuple(looks)
                looks[indexes.index(index)] = old

    def _look_up(self, changes: Sequence[Change]) -> None:
        """Components that the changes show to the viewer."""
        for what, who, _, numbers in changes:
            if what == "move" and any(self.teller.views.sees(self.viewer, place) for place in numbers[1:3]):
                self.shown.add(numbers[0])
            elif what == "reveal" or (what == "look" and who == self.viewer):
                self.shown.update(numbers)

    def _secret(self, change: Change) -> bool:
        return isinstance(self.teller.program.code[change[2]], AskAll)

    def _begin(self, seat: int) -> None:
        if seat != self.turn and seat != NOTHING:
            self.turn = seat
            self.lines.append(Told(self.words["turn"].format(who=self.teller.seat(seat, self.language)), seat))

    def _decided(self, seat: int, decision: Mapping[str, object], carrier: int, where: int) -> None:
        label = str(decision.get("do", ""))
        game = self.teller.program.game
        text = ""
        if label in game.actions:
            text = localized(game.actions[label].texts, self.language, label)
        elif carrier >= 0 and (
            carrier in self.shown or self._open(carrier) or self.teller.views.sees(self.viewer, where)
        ):
            card = self.layout.cards[self.layout.card_of[carrier]]
            text = localized(card.names, self.language, card.id)
        if text or self.doing is None or self.doing.seat != seat:
            self._close()
            self._begin(seat)
            self.doing = self.doings[seat] = Doing(seat)
        assert self.doing is not None
        if text:
            self.doing.action = text
            for key, value in decision.items():
                if key not in ("do", "either", "seat", "at") and (chosen := self._chosen(value)):
                    self.doing.chosen = chosen
                    break

    def _chosen(self, value: object) -> str:
        """What was chosen, where it is one open card of a kind that nobody holds in secret."""
        number = self.teller.views.naming.card_by_id.get(str(value).partition("#")[0])
        if number is None or not isinstance(value, str):
            return ""
        card = self.layout.cards[number]
        secret = any(zone.seen_by == "owner" and card.kind in zone.kinds for zone in self.layout.zones)
        if secret or number in self.layout.pieces or not any(self._open(component) for component in card.components):
            return ""
        return localized(card.names, self.language, card.id)

    def _open(self, component: int) -> bool:
        """Whether the viewer sees where a component lies now."""
        if self.state is None:
            return False
        at = self.state[LOCATION][component]
        return at != self.layout.box and self.teller.views.sees(self.viewer, at)

    # ---- one change ------------------------------------------------------------------------------

    def _tell(self, change: Change, number: int) -> None:
        what, who, here, numbers = change
        match what:
            case "move":
                self._moved(who, numbers)
            case "amount":
                self._amount(here, numbers)
            case "set":
                self._set(who, numbers, self.looks.get(number))
            case "reveal":
                self._deed(who, ("shows",), self.teller.component(numbers[0], self.language))
            case "look":
                mine = self.viewer is None or self.viewer == who
                for component in numbers:
                    unseen = self._unseen(self.teller.kinds_like(component))
                    self._deed(who, ("looks",), self.teller.component(component, self.language) if mine else unseen)
            case "shuffle":
                self._deed(NOTHING, ("shuffled",), self.teller.zone(numbers[0], self.language))

    def _line(self, text: str) -> None:
        self._close(keep=True)
        self.lines.append(Told(text))

    def _of(self, seat: int) -> Doing:
        return self.doings.setdefault(seat, Doing(seat))

    def _deed(self, seat: int, form: tuple[str, ...], thing: str) -> None:
        self._of(seat).deeds.setdefault(form, []).append(thing)

    def _moved(self, who: int, numbers: tuple[int, ...]) -> None:
        component, source, target, slot, *looks = numbers
        views, layout = self.teller.views, self.layout
        if layout.zones[layout.zone_of[target][0]].name in self.quiet:
            return
        seen = views.sees(self.viewer, source) or views.sees(self.viewer, target)
        unseen = self._unseen(self.teller.kinds_at(source, target))
        thing = self.teller.component(component, self.language, None, tuple(looks)) if seen else unseen
        if source == target and self.doing is not None and self.doing.chosen == (thing if seen else ""):
            return  # that it was chosen says it; where it lies now is seen
        place = self.teller.zone(target, self.language)
        if slot != NOTHING:
            place += f" ({self._slot(slot)})"
        mine, was_mine = layout.owner_of[target] == who, layout.owner_of[source] == who
        number, owner = layout.zone_of[target]
        if who != NOTHING and owner == who:
            place = called(layout.zones[number].texts, self.language, layout.zones[number].name)
            place += f" ({self._slot(slot)})" if slot != NOTHING else ""
        where = self._slot(slot) if slot != NOTHING and source == target else ""
        if where and not where[0].isdigit():
            place = where  # within one zone
        piece = layout.card_of[component] in layout.pieces
        discard, own = layout.discards[layout.kind_of[component]]
        pile = layout.zones[layout.zone_of[source][0]].order == "stack"
        if who == NOTHING or not (mine or was_mine):
            if target == layout.box:
                form: tuple[str, ...] = ("out",)
            elif source == layout.box or (layout.owner_of[target] == NOTHING and pile):
                form = ("new", called(layout.zones[number].texts, self.language, layout.zones[number].name))
                coloured = slot != NOTHING and any(type.base == "enum" for _, type in layout.zones[number].dimensions)
                thing += f" ({self._slot(slot)})" if seen and coloured else ""
            elif who == NOTHING:
                form = ("goes", place) if where else ("leaves", self.teller.zone(source, self.language), place)
            else:
                form = ("puts", place)
            if form[0] in ("new", "out"):
                who = NOTHING
        elif target == layout.box:
            form = ("gives back",) if piece else ("discards",)
        elif target == (discard + who if own else discard) and target != layout.box:
            form = ("discards",)
        elif mine and not was_mine:
            form = ("gets",) if source == layout.box else ("draws",) if pile else ("takes",)
        else:
            form = ("puts", place)
        self._deed(who, form, thing)

    @staticmethod
    def _unseen(kinds: Collection[str]) -> str:
        """Stands for a thing that is not seen, of one of these kinds."""
        return HIDDEN + (next(iter(kinds)) if len(kinds) == 1 else "")

    def _slot(self, slot: int) -> str:
        return self.teller.slot(slot, self.language, self.names)

    def _amount(self, here: int, numbers: tuple[int, ...]) -> None:
        resource, seat, by, new = numbers
        info = self.layout.resources[resource]
        if info.name in self.quiet or not self.teller.views.knows(self.viewer, info.seen_by, seat):
            return
        if not info.per_player:
            sign = "+" if by > 0 else "-"
            unit = self.teller.resource(resource, by, self.language)
            self._line(self.words[f"shared{sign}"].format(unit=unit, count=abs(by), new=new))
            return
        paid = by < 0 and isinstance(self.teller.program.code[here], Settle)
        form = "pays" if paid else "gains" if by > 0 else "loses"
        doing = self._of(seat)
        doing.deeds.setdefault((form,), [])
        doing.amounts[form, resource] = doing.amounts.get((form, resource), 0) + abs(by)

    def _set(self, who: int, numbers: tuple[int, ...], looks: tuple[int, ...] | None) -> None:
        index, at, value, old, where, *spoken = numbers
        language = self.language
        for info in [*self.layout.variables, *self.layout.attributes]:
            if info.index != index:
                continue
            if info.name in self.quiet or not self.teller.may_tell(info, at, where, self.viewer):
                return
            name = called(info.texts, language, self.names.get(info.name, info.name))
            shown = [self._value(number, info.type, place) for number, place in ((old, spoken[1]), (value, spoken[0]))]
            if info.per == "component":
                if looks is not None:
                    indexes = self.layout.pieces[self.layout.card_of[at]]
                    before = tuple(old if i == index else look for i, look in zip(indexes, looks, strict=True))
                    shown = [self.teller.component(at, language, None, known) for known in (before, looks)]
                    self._deed(who, ("changes",), " → ".join(shown))
                    return
                state = self.state if self._open(at) else None
                thing = self.teller.component(at, language, state)
                self._line(self.words["at"].format(thing=thing, name=name, old=shown[0], value=shown[1]))
                return
            if info.per == "player":
                name = self.words["of"].format(name=name, who=self.teller.seat(at, language))
            self._line(self.words["is"].format(name=name, value=shown[1]))
            return
        told = self.teller.sentence(("set", who, 0, numbers), self.viewer, language)
        if told is not None:
            self._line(told)

    def _value(self, number: int, type: ValueType, place: int) -> str:
        if number != NOTHING and type.base == "component":
            seen = self.teller.views.sees(self.viewer, place)
            return (
                self.teller.component(number, self.language) if seen else self.teller.hidden(type.names, self.language)
            )
        return self.teller.value(number, type, self.language)

    # ---- lines -----------------------------------------------------------------------------------

    def _close(self, keep: bool = False) -> None:
        """Write down what was being done; with `keep` the one who decided goes on with the same action."""
        acting, doings = self.doing, list(self.doings.values())
        self.doing = None
        self.doings.clear()
        written = [self._write(doing, bare=not keep) for doing in doings]
        together = self._together(doings, [line for line, _ in written])
        if together is not None:
            self.lines += [together, *(Told(text) for _, loose in written for text in loose)]
        else:
            for doing, (line, loose) in zip(doings, written, strict=True):
                self.lines += [self._own(doing, line)] if line is not None else []
                self.lines += [Told(text) for text in loose]
        if keep and acting is not None and acting in doings:
            line, loose = written[doings.index(acting)]
            self.doing = Doing(acting.seat) if line is not None or loose else acting
            self.doings[acting.seat] = self.doing

    def _together(self, doings: list[Doing], lines: list[Told | None]) -> Told | None:
        """One line for all players where all did the same, without an action."""
        found = [line for line in lines if line is not None]
        seats = [doing.seat for doing, line in zip(doings, lines, strict=True) if line is not None]
        same = len({line.short for line in found}) == 1 and not any(doing.action for doing in doings)
        if same and len(found) > 1 and sorted(seats) == list(range(self.layout.players)):
            return Told(self.words["everybody"].format(what=found[0].short))
        return None

    def _own(self, doing: Doing, line: Told) -> Told:
        """A line that may do without a name, if it is of a seat's own turn."""
        own = doing.seat == self.turn and (not self.part or self.part.startswith(self.visited))
        return Told(line.text, NOTHING, doing.seat, line.short) if own else Told(line.text)

    def _write(self, doing: Doing, bare: bool) -> tuple[Told | None, list[str]]:
        """The line of one seat, if there is one, and what else happened; `bare`: also an action without a
        consequence."""
        parts: list[str] = []
        loose: list[str] = []
        self._even_out(doing)
        for (form, *places), things in doing.deeds.items():
            amounts = [
                f"{count} {self.teller.resource(resource, count, self.language)}"
                for (sort, resource), count in doing.amounts.items()
                if sort == form and count
            ]
            holes = dict(zip(("target",) if len(places) == 1 else ("source", "target"), places, strict=False))
            aside = form in ("new", "leaves", "goes", "shuffled", "out") or doing.seat == NOTHING
            listed = self._listed(amounts or self._counted(things, "nom" if aside else "acc"))
            if form == "changes" and doing.seat == NOTHING:
                loose.append(listed)
                continue
            text = self.words[form].format(things=listed, **holes)
            (loose if aside else parts).append(text)
        if doing.seat == NOTHING:
            return None, loose
        who = self.teller.seat(doing.seat, self.language)
        named = any(doing.chosen in things for things in doing.deeds.values())
        action = doing.action + (f": {doing.chosen}" if doing.chosen and not named else "")
        what = self._clauses(parts)
        if parts and action:
            what = self.words["doing"].format(action=action, what=what)
            return Told(self.words["does"].format(who=who, action=what), short=what), loose
        if parts:
            return Told(self.words["did"].format(who=who, what=what), short=what), loose
        if action and bare:
            return Told(self.words["does"].format(who=who, action=action), short=action), loose
        return None, loose

    def _even_out(self, doing: Doing) -> None:
        """A piece that was given back and an equal one that came for it are not worth telling."""
        back, got = doing.deeds.get(("gives back",), []), doing.deeds.get(("gets",), [])
        for thing in list(back):
            if thing in got:
                back.remove(thing)
                got.remove(thing)
        for form in (("gives back",), ("gets",)):
            if not doing.deeds.get(form, [""]):
                del doing.deeds[form]

    def _counted(self, things: list[str], case: str) -> list[str]:
        counts: dict[str, int] = {}
        for thing in things:
            counts[thing] = counts.get(thing, 0) + 1
        found = []
        for thing, count in counts.items():
            if thing.startswith(HIDDEN):
                kinds = {thing.removeprefix(HIDDEN)} - {""}
                found.append(self.teller.hidden(kinds, self.language, count, case))
            else:
                found.append(thing if count == 1 else f"{count} × {thing}")
        if len(found) > MOST:
            rest = sum(count for _, count in list(counts.items())[NAMED:])
            found[NAMED:] = [self.words["more"].format(n=rest)]
        return found

    def _clauses(self, parts: list[str]) -> str:
        if len(parts) < 2:
            return "".join(parts)
        return self.words["list"].format(first=", ".join(parts[:-1]), last=parts[-1])

    def _listed(self, parts: list[str]) -> str:
        if len(parts) < 2:
            return "".join(parts)
        comma = "; " if any(", " in part for part in parts) else ", "
        if comma == "; ":
            return comma.join(parts)
        return self.words["list"].format(first=comma.join(parts[:-1]), last=parts[-1])


Describer = Callable[[int], str]
