"""Random games with 20 abilities in play that do not match beside the same games without them.

The game is made here, as data: two players buy and sell wares while ten charms lie in front of each. Beside it the
charms carry nothing. In the first row no ability is about what happens, so nothing has to be asked; in the second
each is about something that happens, and has a condition that never holds, which must be asked.
"""

from __future__ import annotations

from pathlib import Path

from tests.benchmarks.counting import Pair
from tests.benchmarks.findings import Bench
from tests.benchmarks.measuring import alternate
from tests.benchmarks.playing import Rounds, by_rules, games_in, program_of

GAME = "stalls"
CHARMS = 20
OF_OTHER_THINGS = (
    "increase toll by 1",
    "reduce toll by 1 down to 0",
    "after gain of amber do gain 1 fame",
    "after discard by any do gain 1 fame",
    "after shuffle by any do gain 1 fame",
)
NEVER_TRUE = (
    "reduce price by 1 where ware.colour == white",
    "increase price by 1 where ware.colour == white and you.coin > 3",
    "increase wages by 1 where you.amber > 0",
    "after gain of coin where you.amber > 0 do gain 1 fame",
    "after move of ware to you.hand where it.colour == white do gain 1 fame",
)
RULES = """\
game:
  name: {en: Stalls, de: Buden}
  players: 2..2

enums:
  colour: [red, green, blue, white]

kinds:
  ware:
    plural: wares
    fields: {colour: colour, cost: 1..5}
    discard: sold
    text: {en: [ware, wares], de: [Ware, Waren]}
  charm:
    plural: charms
    fields: {side: 1..2}
    in_play: [shelf]
    text: {en: [charm, charms], de: [Anhänger, Anhänger]}

resources:
  coin: {per: player, from: 0, starts: 6, text: {en: [coin, coins], de: [Münze, Münzen]}}
  fame: {per: player, from: 0, text: {en: [fame, fame], de: [Ruhm, Ruhm]}}
  amber: {per: player, from: 0, text: {en: [amber, amber], de: [Bernstein, Bernstein]}}

zones:
  pile: {of: [ware], order: stack, seen_by: nobody, starts: (ware where it.colour != white), text: {en: pile, de: Stapel}}
  market: {of: [ware], seen_by: all, text: {en: market, de: Markt}}
  hand: {of: [ware], per: player, seen_by: owner, text: {en: hand, de: Hand}}
  sold: {of: [ware], seen_by: all, text: {en: sold, de: verkauft}}
  shelf: {of: [charm], per: player, seen_by: all, text: {en: shelf, de: Regal}}

quantities:
  price(ware): {is: ware.cost, unit: coin, from: 0}
  wages: {is: 2, from: 0}
  toll: {is: 1, unit: coin, from: 0}

setup:
  stalls:
    do: |
      shuffle pile
      as players do move (box where it.side == you.seat) to you.shelf
      refill market to 5 from pile

play:
  turn:
    around: players
    until: turn.number >= 60 or none(market)
    at most: 60
    parts:
      act:
        offer: [buy, sell, work, cross]
      market_again:
        do: refill market to 5 from pile

actions:
  buy:
    text: {en: Buy a ware, de: Eine Ware kaufen}
    do: choose ware in market, pay price(ware) coin -> move ware to you.hand
  sell:
    text: {en: Sell a ware, de: Eine Ware verkaufen}
    do: |
      choose ware in you.hand
        -> gain ware.cost + 1 fame
           move ware to sold
  work:
    text: {en: Work, de: Arbeiten}
    do: gain wages coin
  cross:                          # nobody has amber, so nobody crosses
    text: {en: Cross the bridge, de: Über die Brücke gehen}
    do: |
      pay 1 amber -> pay toll coin -> discard first(market)
                     gain 1 amber

winner: most fame ties share
"""


def write(folder: Path, abilities: tuple[str, ...]) -> Path:
    """A content folder with the game; the charms carry the abilities in turn."""
    rules, cards = folder / "rules" / GAME, folder / "cards" / GAME
    rules.mkdir(parents=True)
    cards.mkdir(parents=True)
    (rules / "game.yaml").write_text(RULES, encoding="utf-8")
    lines = ["wares:"]
    for colour in ("red", "green", "blue"):
        lines += [f"  - {{id: {colour}_{cost}, colour: {colour}, cost: {cost}, count: 4}}" for cost in range(1, 6)]
    lines += ["  - {id: white_1, colour: white, cost: 1}", "charms:"]
    for number in range(CHARMS):
        lines.append(f"  - id: charm_{number}\n    side: {number % 2 + 1}")
        if abilities:
            lines.append(f"    ability: {abilities[number // 2 % len(abilities)]}")
    (cards / "all.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def measure(bench: Bench) -> None:
    without = by_rules(program_of(GAME, 2, write(bench.folder / "none", ())))
    rows = (
        (f"{CHARMS} abilities in play about other things", OF_OTHER_THINGS, 1.1, 1.03, f"{__name__}:counted"),
        (
            f"{CHARMS} abilities in play whose conditions never hold",
            NEVER_TRUE,
            None,
            None,
            f"{__name__}:counted_asked",
        ),
    )
    for number, (what, abilities, must, goal, count) in enumerate(rows):
        with_them = by_rules(program_of(GAME, 2, write(bench.folder / str(number), abilities)))
        games_in(with_them, 1.0)
        games_in(without, 1.0)
        games = games_in(without, 0.3)
        ours, beside = Rounds(with_them, games), Rounds(without, games)
        measured = alternate(ours, beside, 2 * bench.rounds)
        if ours.tally != beside.tally:
            raise SystemExit("the abilities change the game, and should not")
        bench.add(f"{what}, beside none", measured, "ms", must, goal, count=count)


def counted() -> Pair:
    return _counted(OF_OTHER_THINGS)


def counted_asked() -> Pair:
    return _counted(NEVER_TRUE)


def _counted(abilities: tuple[str, ...]) -> Pair:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        with_them = by_rules(program_of(GAME, 2, write(Path(folder) / "some", abilities)))
        without = by_rules(program_of(GAME, 2, write(Path(folder) / "none", ())))
    with_them(10, 2)
    without(10, 2)
    return Pair(lambda n: with_them(n, 1), lambda n: without(n, 1), (2, 22), (2, 22))
