"""Records of changes -> sentences for people, per language and per viewer; and the trace that says why."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.compiling import Program
from interpreter.playing.viewing import Views
from interpreter.state import NOTHING, State
from interpreter.state.table import Change

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
        "a card": "a hidden card",
        "moves": "moves",
        "player": "player {n}",
        "of": "{name} of {who}",
        "nobody": "nobody",
        "some": "hidden cards",
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
        "a card": "eine verdeckte Karte",
        "moves": "legt",
        "player": "Spieler {n}",
        "of": "{name} von {who}",
        "nobody": "niemand",
        "some": "verdeckte Karten",
    },
}


def localized(texts: dict[str, str], language: str, default: str) -> str:
    """A text in a language, else in English, else in any, else the name."""
    for key in (language, "en", "", *texts):
        if texts.get(key):
            return texts[key]
    return default.replace("_", " ")


class Teller:
    """Tells of one compiled game."""

    def __init__(self, program: Program, views: Views) -> None:
        self.program = program
        self.layout = program.layout
        self.views = views

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

    def _look(self, index: int, value: int, language: str) -> str:
        type = self.views.naming.looks[index]
        if type.base == "enum":
            enum = next(iter(type.names))
            return localized(self.layout.enum_texts[enum][value], language, self.layout.enums[enum][value])
        return str(self.views.naming.value(value, type))

    def zone(self, at: int, language: str) -> str:
        """What a zone's list is called, with its owner."""
        number, owner = self.layout.zone_of[at]
        info = self.layout.zones[number]
        name = localized(info.texts, language, info.name)
        if owner == NOTHING:
            return name
        return self.words(language)["of"].format(name=name, who=self.seat(owner, language))

    def resource(self, number: int, count: int, language: str) -> str:
        """What a resource is called, one or many."""
        info = self.layout.resources[number]
        for key in (language, "en", "", *info.texts):
            if key in info.texts:
                return info.texts[key][0 if abs(count) == 1 else 1]
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
                thing = self.component(component, language, None, tuple(looks)) if seen else words["a card"]
                where = self.zone(target, language)
                if slot != NOTHING:
                    where += f" ({self.layout.slots[slot].name})"
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
                things = ", ".join(self.component(c, language) for c in numbers) if mine else words["some"]
                return words["look"].format(who=actor, thing=things)
        return None

    def _set(self, numbers: tuple[int, ...], viewer: int | None, language: str) -> str | None:
        index, at, value, _ = numbers
        naming = self.views.naming
        for info in [*self.layout.variables, *self.layout.attributes]:
            if info.index != index:
                continue
            owner = at if info.per == "player" else NOTHING
            if not self.views.knows(viewer, info.seen_by, owner):
                return None
            name = localized(info.texts, language, info.name)
            if info.per == "player":
                name = self.words(language)["of"].format(name=name, who=self.seat(at, language))
            elif info.per == "component":
                name = self.words(language)["of"].format(name=name, who=self.component(at, language))
            shown = self.seat(value, language) if info.type.base == "seat" else naming.value(value, info.type)
            return self.words(language)["set"].format(name=name, value=shown)
        for number, resource in enumerate(self.layout.resources):
            if resource.index == index and self.views.knows(viewer, resource.seen_by, at):
                return self.words(language)["set"].format(name=self.resource(number, 2, language), value=value)
        return None

    def trace(self, change: Change, language: str) -> str:
        """`file:line unit: what changed`, for those who see all."""
        what, _, here, _ = change
        effect = self.program.code[here]
        unit = next((u.name for u in self.layout.units if u.start <= here < u.end), "")
        told = self.sentence(change, None, language) or what
        return f"{effect.at.file}:{effect.at.line} {unit}: {told}"


Describer = Callable[[int], str]
