"""What a card is worth: the tables of `docs/woodcraft-values.md` applied to the card files.

In: the page and `cards/woodcraft/*.yaml`. Out: one `Price` per card, all worths in blueberries. Knows the words that
cards use and refuses others (`Unpriced`), so that no card goes unpriced. Plays no game.

    python -m tests.woodcraft.values.pricing     # a line for each card
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from interpreter.diagnostics import EffectText, Report
from interpreter.syntax import ast, parse_effect, parse_need, print_value

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "woodcraft-values.md"
CARDS = ROOT / "cards" / "woodcraft"
ORDER_FILES = {"early": "early_orders", "late": "late_orders", "hazelnut": "hazelnut_orders"}
HELPER_FILES = {"early": "early_helpers", "late": "late_helpers"}
COLOURS = ("green", "yellow", "brown")
TOKENS = ("glue", "scrapwood", "saw_blade")
SHARE_OF_A_COLOUR = 1 / 3

Card = Mapping[str, Any]


class Unpriced(ValueError):
    """A card says something that the page has no price for."""


@dataclass(frozen=True, slots=True)
class Price:
    """`asks` is what the card costs or demands, `gives` what it brings, both in blueberries."""

    card: str
    asks: float
    gives: float

    @property
    def surplus(self) -> float:
        return self.gives - self.asks


@dataclass(frozen=True, slots=True)
class Values:
    """The page's tables for cards of one age: worth by thing, times by event."""

    worth: Mapping[str, float]
    times: Mapping[str, float]

    def of(self, thing: str) -> float:
        if thing not in self.worth:
            raise Unpriced(f"no worth for `{thing}`")
        return self.worth[thing]

    def often(self, event: str) -> float:
        if event not in self.times:
            raise Unpriced(f"no count for `{event}`")
        return self.times[event]


# ---- the page --------------------------------------------------------------------------------------


@cache
def tables() -> dict[str, dict[str, tuple[float, ...]]]:
    """Rows of the page's tables: heading -> first cell -> the numbers of the row."""
    found: dict[str, dict[str, tuple[float, ...]]] = {}
    heading = ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            heading = line[3:].strip()
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and cells[0].startswith("`"):
            numbers = (float(cell) for cell in cells[1:] if re.fullmatch(r"-?\d+(\.\d+)?", cell))
            found.setdefault(heading, {})[cells[0].strip("`")] = tuple(numbers)
    return found


def values(age: str) -> Values:
    """The tables for "early" or for "late" cards."""
    column = 0 if age == "early" else 1
    worth, times = tables()["Worth"], tables()["How often"]
    return Values({k: row[column] for k, row in worth.items()}, {k: row[column] for k, row in times.items()})


def band(deck: str) -> tuple[float, float]:
    """Lowest and highest surplus of "early orders" and so on."""
    low, high = tables()["Bands"][deck]
    return low, high


# ---- the cards -------------------------------------------------------------------------------------


def cards(file: str) -> list[Card]:
    """The cards of one file, in its order."""
    (found,) = yaml.safe_load((CARDS / f"{file}.yaml").read_text(encoding="utf-8")).values()
    return list(found)


def orders(deck: str) -> list[Price]:
    """One price per order of "early", "late" or "hazelnut"."""
    return [price_order(card) for card in cards(ORDER_FILES[deck])]


def helpers(deck: str) -> list[Price]:
    """One price per helper of "early" or "late"."""
    return [price_helper(card) for card in cards(HELPER_FILES[deck])]


def price_order(card: Card) -> Price:
    known = values(card["deck"])
    asks = sum(die_asked(need, known) for need in card["dice"])
    asks += sum(card.get(token, 0) * known.of(token) for token in TOKENS)
    gives = effect(card["goods"], known) + effect(card.get("extra"), known) + known.of(f"row {card['row']}")
    return Price(card["id"], asks, gives)


def price_helper(card: Card) -> Price:
    known = values(card["deck"])
    gives = known.often("produce") * effect(card["produce"], known) + effect(card.get("arrival"), known)
    gives += effect(card.get("use"), known) + effect(card.get("ability"), known)
    return Price(card["id"], card["cost"], gives)


def contract_points(card: Card) -> tuple[float, float]:
    """Points of a contract for a fair and for a strong player."""
    tree = parse_effect(_text(card["score"]), _strict())
    assert tree is not None
    fair, strong = 0.0, 0.0
    for gain in tree.statements:
        assert isinstance(gain, ast.Plain) and gain.verb == "gain" and list(_units(gain)) == ["point"]
        (amount,) = gain.amounts
        assert isinstance(amount, ast.Counted)
        fair, strong = fair + _counted(amount.count, 0), strong + _counted(amount.count, 1)
    return fair, strong


def contract_band(player: str) -> tuple[float, float]:
    """Fewest and most points of a contract for a "fair" or "strong" player."""
    low, high = tables()["Contracts"][player]
    return low, high


def _counted(node: ast.Item, player: int) -> float:
    """A formula with the page's counts in the place of the table's."""
    counts = tables()["Contracts"]
    text = print_value(node)
    if text in counts:
        return counts[text][player]
    match node:
        case ast.Number(value=value):
            return value
        case ast.Binary(operator="+", left=left, right=right):
            return _counted(left, player) + _counted(right, player)
        case ast.Binary(operator="*", left=left, right=right):
            return _counted(left, player) * _counted(right, player)
        case ast.Divide(left=left, right=right):
            return _counted(left, player) / _counted(right, player)
        case ast.Call(of=ast.Name(name="min"), items=items):
            return min(_counted(item, player) for item in items)
        case _:
            raise Unpriced(f"no count for `{text}`")


# ---- dice ------------------------------------------------------------------------------------------


def die_asked(need: str | int, known: Values) -> float:
    """Pips and colour step of the cheapest die that will do; any die at all counts one pip."""
    tree = parse_need(_text(str(need)), _strict())
    assert tree is not None
    words = [pattern.value for part in tree.parts for pattern in part]
    steps = [known.of(word.name) for word in words if isinstance(word, ast.Name) and word.name in COLOURS]
    pips = [word.value for word in words if isinstance(word, ast.Number)]
    return min(pips, default=1) * known.of("pip") + min(steps, default=0)


def die_given(call: ast.Call, known: Values) -> float:
    colour, value = call.items
    assert isinstance(value, ast.Number)
    name = colour.name if isinstance(colour, ast.Name) else ""
    step = known.of(name) if name in COLOURS else sum(map(known.of, COLOURS)) / len(COLOURS)
    return value.value * known.of("pip") + step


def die_spent(choice: ast.Choose, known: Values) -> float:
    """What the cheapest die costs that the condition lets through."""
    step, pips = 0.0, 1
    for part in _conditions(choice.where):
        match part:
            case ast.Compare(left=ast.Field(name="value"), operator="==" | ">=", right=ast.Number() as least):
                pips = least.value
            case ast.Compare(left=ast.Field(name="colour"), operator="==", right=ast.Name() as colour):
                step = known.of(colour.name)
            case _:
                raise Unpriced(f"a die where {print_value(part)}")
    return pips * known.of("pip") + step


# ---- effects ---------------------------------------------------------------------------------------


def effect(text: str | None, known: Values) -> float:
    """What carrying out a text, having an ability or having a use is worth; nothing is worth 0."""
    if text is None:
        return 0
    tree = parse_effect(_text(text), _strict())
    assert tree is not None
    return _block(tree, known)


def _block(block: ast.Block, known: Values) -> float:
    return sum(_statement(statement, known) for statement in block.statements)


def _statement(node: ast.Statement, known: Values) -> float:
    match node:
        case ast.Plain(verb="nothing" | "discard"):
            return 0  # what is discarded was counted where it was chosen
        case ast.Plain(verb="gain"):
            return _amounts(node, known)
        case ast.Plain(verb="lose" | "pay"):
            return -_amounts(node, known)
        case ast.Plain(verb="add", amounts=(ast.Call() as call,)):
            return die_given(call, known)
        case ast.Plain(
            verb="perform", amounts=(ast.Call(of=ast.Name(name="produce_helpers"), items=(ast.Number() as n,)),)
        ):
            return n.value * known.of("produce_helpers")
        case ast.Plain(verb="perform", amounts=(ast.Call(of=ast.Name(name=name)) | ast.Name(name=name),)):
            return known.of(name)
        case ast.Plain(verb="reduce", amounts=(ast.Name(name=name),), labelled=(by, *_)):
            (amount,) = by.amounts
            assert isinstance(amount, ast.Number)
            return amount.value * known.often(name) * _share(node.where)
        case ast.Sentence(commitments=commitments, body=body):
            return sum(_commitment(c, known) for c in commitments) + _block(body, known)
        case ast.Limited(body=body):
            return known.often(_use(body)) * _block(body, known)
        case ast.Trigger(event=event, body=body):
            return known.often(event.name) * _share(event.where) * _block(body, known)
        case ast.May(body=body):
            return max(0, _block(body, known))
        case ast.Either(branches=branches):
            return max(_block(branch, known) for branch in branches)
        case _:
            raise Unpriced(f"no price for {type(node).__name__.lower()}")


def _commitment(node: ast.Commitment, known: Values) -> float:
    match node:
        case ast.Plain(verb="pay"):
            return -_amounts(node, known)
        case ast.Choose(of=ast.Name(name="colour")):
            return 0
        case ast.Choose(of=ast.Field(name="lumber")):
            return -die_spent(node, known)
        case _:
            raise Unpriced(f"no price for {type(node).__name__.lower()} left of an arrow")


def _use(block: ast.Block) -> str:
    """How a use is paid for, which tells how often it is made."""
    paid: set[str] = set()
    for statement in block.statements:
        for part in statement.commitments if isinstance(statement, ast.Sentence) else ():
            if isinstance(part, ast.Choose):
                paid.add("die")
            elif isinstance(part, ast.Plain):
                paid |= {"token" if name in TOKENS else name for name in _units(part)}
    for price in ("die", "lantern", "token", "point", "blueberry"):
        if price in paid:
            return f"use for {price}"
    return "use"


def _units(node: ast.Plain) -> Iterator[str]:
    for amount in node.amounts:
        if not isinstance(amount, ast.Counted) or not isinstance(amount.unit, ast.Name):
            raise Unpriced(f"an amount of `{node.verb}`")
        yield amount.unit.name


def _amounts(node: ast.Plain, known: Values) -> float:
    total = 0.0
    for amount, unit in zip(node.amounts, _units(node), strict=True):
        assert isinstance(amount, ast.Counted)
        if not isinstance(amount.count, ast.Number):
            raise Unpriced("an amount that is counted while playing")
        total += amount.count.value * known.of(unit)
    return total


def _share(condition: ast.Expression | None) -> float:
    """How much of the times a condition lets through."""
    share = 1.0
    for part in _conditions(condition):
        match part:
            case ast.Compare(operator="==", right=ast.Name(name=name)) if name in COLOURS:
                share *= SHARE_OF_A_COLOUR
            case _:
                raise Unpriced(f"how often {print_value(part)}")
    return share


def _conditions(condition: ast.Expression | None) -> Iterator[ast.Expression]:
    match condition:
        case None:
            return
        case ast.Logic(operator="and", parts=parts):
            for part in parts:
                yield from _conditions(part)
        case ast.Group(items=(inner,)):
            yield from _conditions(inner)
        case _:
            yield condition


def _text(text: str) -> EffectText:
    return EffectText(text, "card", tuple((line, 1) for line in range(1, text.count("\n") + 2)))


class _strict(Report):
    """A report that takes no faults: cards are linted elsewhere."""

    def error(self, problem: Any, **how: Any) -> None:  # type: ignore[override]
        raise Unpriced(str(how.get("message", problem)))


def main() -> None:
    for kind, decks in (("orders", ORDER_FILES), ("helpers", HELPER_FILES)):
        for deck in decks:
            low, high = band(f"{deck} {kind}")
            for price in (orders if kind == "orders" else helpers)(deck):
                stray = "" if low <= price.surplus <= high else "  STRAYS"
                print(f"{deck:9}{kind:8}{price.card:20}{price.asks:7.1f}{price.gives:7.1f}{price.surplus:7.1f}{stray}")
    for card in cards("contracts"):
        fair, strong = contract_points(card)
        print(f"contract         {card['id']:20}{fair:7.1f}{strong:7.1f}")


if __name__ == "__main__":
    main()
