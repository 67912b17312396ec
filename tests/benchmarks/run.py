"""Measure speed beside hand-written code, and print one table.

    python -m tests.benchmarks                  everything, about three and a half minutes
    python -m tests.benchmarks playouts copies  some of: playouts woodcraft copies lint starting
    python -m tests.benchmarks --write          and write the figures into docs/performance.md
    python -m tests.benchmarks --instructions   playouts also in instructions, which repeat exactly (needs valgrind)

Every figure is a ratio of two things measured in turn in this run; none is a test that fails.
"""

from __future__ import annotations

import argparse
import platform
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from interpreter.compiling import Program
from interpreter.pipeline import Match, load
from tests.benchmarks import card_corpus, hand_written, profiling, unit_profile
from tests.benchmarks.measuring import (
    ROOT,
    SideBySide,
    alternate,
    can_count_instructions,
    instructions,
    process,
    rulewright,
    table,
    timed,
)

PAGE = ROOT / "docs" / "performance.md"
MARKS = ("<!-- measured: begin -->", "<!-- measured: end -->")
PLAYERS = 4
ENGINE_GAMES, HAND_GAMES = 20, 400
WOODCRAFT_GAMES = {1: 50, 2: 35, 3: 25, 4: 20}  # players -> games of a round: about as long for each
YARDSTICK_GAMES = 15  # of Alhambra, beside each of them
PROFILED_SECONDS, COUNTED_GAMES = 30.0, 40
GAME_OF_THE_RULES = """
from random import Random
from interpreter.pipeline import load, Match
from pathlib import Path
program = load(Path('.'), 'alhambra').program(4)
for seed in range(N):
    match, chance = Match.start(program, seed, record=False), Random(seed)
    while not match.over:
        legal = match.legal()
        match.apply(legal[int(chance.random() * len(legal))])
"""
GAME_BY_HAND = """
from random import Random
from tests.benchmarks.hand_written import random_game
for seed in range(N):
    random_game(4, Random(seed))
"""


@dataclass(slots=True)
class Findings:
    """What a run prints: rows of the table, and texts under it."""

    rows: list[tuple[str, ...]] = field(default_factory=list)
    below: list[str] = field(default_factory=list)

    def add(self, what: str, measured: SideBySide, unit: str, goal: str = "", faster: bool = False) -> None:
        """A row. `faster`: the ratio is of speeds, ours to the other's, not of times."""
        ours, beside = median(measured.ours), median(measured.beside)
        ratio, (low, high) = measured.ratio, measured.middle
        if faster:
            ratio, low, high = 1 / ratio, 1 / high, 1 / low
        noisy = " (noisy)" if measured.noise > 1.35 else ""
        row = (
            what,
            _amount(ours, unit),
            _amount(beside, unit),
            f"{ratio:.3g}",
            f"{low:.3g} to {high:.3g}{noisy}",
            goal,
        )
        self.rows.append(row)
        print(f"  {what}: {row[1]} beside {row[2]}, ratio {row[3]} ({row[4]})", file=sys.stderr, flush=True)


def _amount(seconds: float, unit: str) -> str:
    if unit == "/s":
        return f"{1 / seconds:,.0f}/s"
    scale = {"ms": 1e3, "us": 1e6}[unit]
    number = seconds * scale
    return f"{number:,.0f} {unit}" if number >= 100 else f"{number:.3g} {unit}"


# ---- playouts --------------------------------------------------------------------------------------


def playouts(findings: Findings, rounds: int, counted: bool) -> None:
    """Random games of Alhambra with four players: the bundled rules beside `hand_written`."""
    program = load(ROOT, "alhambra").program(PLAYERS)
    tally = {"rules": [0, 0, 0], "by hand": [0, 0, 0]}  # games, decisions, options
    seeds = {"rules": 0, "by hand": 0}

    def of_the_rules() -> float:
        started = perf_counter()
        for _ in range(ENGINE_GAMES):
            seeds["rules"] += 1
            _note(tally["rules"], *rules_game(program, seeds["rules"]))
        return (perf_counter() - started) / ENGINE_GAMES

    def by_hand() -> float:
        started = perf_counter()
        for _ in range(HAND_GAMES):
            seeds["by hand"] += 1
            _note(tally["by hand"], *hand_written.random_game(PLAYERS, Random(seeds["by hand"]))[1:])
        return (perf_counter() - started) / HAND_GAMES

    measured = alternate(of_the_rules, by_hand, rounds)
    findings.add("random playouts, Alhambra, 4 players", measured, "/s", "no goal yet", faster=True)
    per_game = {name: (d / g, o / d) for name, (g, d, o) in tally.items()}
    findings.below.append(
        "A playout of the rules has {:.1f} decisions with {:.2f} options each, one by hand {:.1f} with {:.2f}.".format(
            *per_game["rules"], *per_game["by hand"]
        )
    )
    if counted:
        ours = instructions(GAME_OF_THE_RULES, 2, 8)
        beside = instructions(GAME_BY_HAND, 20, 120)
        findings.rows.append(
            (
                "the same in instructions",
                f"{ours / 1e6:,.1f} million",
                f"{beside / 1e6:,.2f} million",
                f"{beside / ours:.3g}",
                "exact",
                "no goal yet",
            )
        )
    modules, kinds = profiling.profile(lambda: [rules_game(program, seed) for seed in range(10_000, 10_040)])
    findings.below.append("Where the time of the rules' playouts goes (40 games under cProfile):\n\n" + modules)
    findings.below.append(kinds)


def rules_game(program: Program, seed: int) -> tuple[int, int]:
    """One random game of the rules: how many decisions and how many options in all."""
    match, chance = Match.start(program, seed, record=False), Random(seed)
    random = chance.random
    decisions = options = 0
    while not match.over:
        legal = match.legal()
        decisions += 1
        options += len(legal)
        match.apply(legal[int(random() * len(legal))])
    return decisions, options


def _note(tally: list[int], decisions: int, options: int) -> None:
    tally[0] += 1
    tally[1] += decisions
    tally[2] += options


# ---- the larger game -------------------------------------------------------------------------------


def woodcraft(findings: Findings, rounds: int) -> None:
    """Random games of Woodcraft for each number of players: its decisions beside those of Alhambra, both by the rules.

    Then, with four players, which effects, actions and parts the time goes into.
    """
    ruleset = load(ROOT, "woodcraft")
    yardstick = load(ROOT, "alhambra").program(PLAYERS)
    _Playing(yardstick, 4 * YARDSTICK_GAMES)()  # choices are remembered: the first games are slower
    rows = []
    for players, games in WOODCRAFT_GAMES.items():
        ours = _Playing(ruleset.program(players), games)
        measured = alternate(ours, _Playing(yardstick, YARDSTICK_GAMES), rounds)
        name = f"{players} player{'s' if players > 1 else ''}"
        findings.add(f"decisions, Woodcraft, {name}, beside Alhambra, 4 players", measured, "/s", faster=True)
        played, decisions, options = ours.tally
        each = decisions / played
        rows.append(
            (
                name,
                f"{1 / (median(measured.ours) * each):.1f}/s",
                f"{1 / median(measured.ours):,.0f}/s",
                f"{each:.1f}",
                f"{options / decisions:.2f}",
                f"{played:,}",
            )
        )
    head = ("Woodcraft", "playouts", "decisions", "decisions a playout", "options a decision", "playouts in all")
    findings.below.append("Random playouts of Woodcraft:\n\n" + table(head, rows))

    program = ruleset.program(PLAYERS)
    profile = unit_profile.Profile(program)
    profile.sample(lambda seed: rules_game(program, seed), PROFILED_SECONDS, 10_000)
    profile.count(lambda seed: rules_game(program, seed), COUNTED_GAMES, 10_000)
    findings.below += [
        f"Where the time of Woodcraft's playouts goes, {PLAYERS} players: {profile.samples:,} samples in "
        f"{profile.games:,} games; a share of 10 % is right to about {profile.error(0.1):.1f} %.\n\n"
        + profile.by_unit(15),
        f"By sort of what runs: {profile.by_sort()}.",
        f"The searches for what may be decided are {profile.share(profile.searched.total())} of the time:\n\n"
        + profile.by_search(15),
    ]


class _Playing:
    """Random games, one after the other. Each call plays some, and gives the seconds of a decision."""

    def __init__(self, program: Program, games: int) -> None:
        self.program, self.games = program, games
        self.seed = 0
        self.tally = [0, 0, 0]  # games, decisions, options

    def __call__(self) -> float:
        before = self.tally[1]
        started = perf_counter()
        for _ in range(self.games):
            self.seed += 1
            _note(self.tally, *rules_game(self.program, self.seed))
        return (perf_counter() - started) / (self.tally[1] - before)


# ---- copies ----------------------------------------------------------------------------------------


def copies(findings: Findings, rounds: int, corpus: Path) -> None:
    """Copying a match at a decision beside copying the lists of its state."""
    alhambra = Match.start(load(ROOT, "alhambra").program(PLAYERS), 1)
    _go_on(alhambra, lambda match: len(match.decisions) >= 70)
    bazaar = Match.start(load(corpus, card_corpus.GAME).program(2), 1)
    _go_on(bazaar, lambda match: any(unit.startswith("card:") for unit in match.program.chain(match.state)))
    for name, match in (("Alhambra after 70 decisions", alhambra), ("in a card's effect, 1,000 cards", bazaar)):
        lists = match.state

        def plain(lists: list[list[int]] = lists) -> list[list[int]]:
            return [x[:] for x in lists]

        measured = alternate(timed(match.copy, 500), timed(plain, 500), rounds * 10)
        findings.add(f"copy of a match, {name}", measured, "us", "at most 1.5")
        findings.below.append(
            f"{name}: the state is {len(lists)} lists with {sum(map(len, lists)):,} numbers; what runs is "
            f"{' < '.join(match.program.chain(lists))}."
        )


def _go_on(match: Match, until: Callable[[Match], bool]) -> None:
    chance = Random(1)
    while not until(match):
        legal = match.legal()
        match.apply(legal[int(chance.random() * len(legal))])


# ---- whole processes -------------------------------------------------------------------------------


def lint(findings: Findings, rounds: int, folder: Path) -> None:
    """Lint of 1,000 cards, cold, beside merely composing, parsing and validating them."""
    corpus = card_corpus.write(folder)
    process(*rulewright("schema", "--content", folder))()
    check = process(*rulewright("lint", "--content", folder))
    mere = process(sys.executable, Path(__file__).with_name("mere_reading.py"), folder)
    measured = alternate(check, mere, rounds)
    findings.add("lint of 1,000 cards, cold process", measured, "ms", "at most 3")
    size = sum(len(file.read_bytes()) for file in corpus.files)
    findings.below.append(
        f"The cards: {len(corpus.files)} files, {size / 1000:,.0f} kB, {len(corpus.effects):,} effects, "
        f"{len(set(corpus.effects)):,} different ones. Quickest of {rounds} rounds: "
        f"{min(measured.ours) * 1e3:,.0f} ms beside {min(measured.beside) * 1e3:,.0f} ms."
    )


def starting(findings: Findings, rounds: int, folder: Path) -> None:
    """The start of the command, and the way from an edited card to a game that was played."""
    bare = process(sys.executable, "-c", "pass")
    findings.add(
        "`rulewright --version` beside bare Python",
        alternate(process(*rulewright("--version")), bare, rounds * 2),
        "ms",
    )
    imports = process(sys.executable, "-c", "import lark, yaml")
    card_corpus.write(folder)
    card = sorted((folder / "cards" / card_corpus.GAME).glob("*.yaml"))[7]
    played = ("-n", 1, "--bots", "random", "--content", folder)
    measured = alternate(
        process(*rulewright("simulate", card_corpus.GAME, *played), before=lambda: _edit(card)), imports, rounds
    )
    findings.add("edit a card, play a game: 1,000 cards, beside importing Lark and PyYAML", measured, "ms")
    for part in ("rules", "cards"):
        shutil.copytree(ROOT / part / "alhambra", folder / part / "alhambra", dirs_exist_ok=True)
    building = folder / "cards" / "alhambra" / "buildings.yaml"
    measured = alternate(
        process(*rulewright("simulate", "alhambra", "--players", PLAYERS, *played), before=lambda: _edit(building)),
        imports,
        rounds,
    )
    findings.add("the same for Alhambra", measured, "ms")


_EDITS = iter(range(1, 1 << 30))


def _edit(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    text = re.sub(r"\n# edit \d+\n", "\n", text)
    number = next(_EDITS)
    changed = re.sub(r"(cost|price): \d", lambda found: f"{found[1]}: {number % 7 + 2}", text, count=1)
    file.write_text(changed + f"\n# edit {number}\n", encoding="utf-8")


# ---- the run ---------------------------------------------------------------------------------------

PARTS = ("playouts", "woodcraft", "copies", "lint", "starting")


def main(argv: list[str] | None = None) -> int:
    """Run, print, and write the page if asked to."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description="Speed beside hand-written code.")
    parser.add_argument("parts", nargs="*", help=f"some of {', '.join(PARTS)} (default: all)")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each figure (default: 7)")
    parser.add_argument("--instructions", action="store_true", help="count instructions too (needs valgrind)")
    parser.add_argument("--write", action="store_true", help="write the figures into docs/performance.md")
    options = parser.parse_args(argv)
    parts = options.parts or PARTS
    for part in parts:
        if part not in PARTS:
            parser.error(f"no part is called `{part}`; there are {', '.join(PARTS)}")
    if options.instructions and not can_count_instructions():
        parser.error("--instructions needs valgrind")
    if options.write and options.parts:
        parser.error("--write writes the whole page: leave the parts out")
    findings = Findings()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        if "playouts" in parts:
            playouts(findings, options.rounds, options.instructions)
        if "woodcraft" in parts:
            woodcraft(findings, options.rounds)
        if "copies" in parts:
            card_corpus.write(folder / "copies")
            copies(findings, options.rounds, folder / "copies")
        if "lint" in parts:
            lint(findings, options.rounds, folder / "lint")
        if "starting" in parts:
            starting(findings, options.rounds, folder / "starting")
    text = report(findings, options.rounds)
    print(text)
    if options.write:
        write(text)
    return 0


def report(findings: Findings, rounds: int) -> str:
    """The table and what stands below it."""
    head = ("what", "ours", "beside", "ratio", "middle half", "goal")
    machine = f"Python {platform.python_version()}, {platform.system()} on {platform.machine()}; {rounds} rounds."
    return "\n\n".join([machine, table(head, findings.rows), *findings.below])


def write(text: str) -> None:
    """Put the figures between the marks of the page."""
    page = PAGE.read_text(encoding="utf-8")
    begin, end = (page.index(mark) for mark in MARKS)
    PAGE.write_text(f"{page[: begin + len(MARKS[0])]}\n{text}\n{page[end:]}", encoding="utf-8")
    print(f"written  {PAGE.relative_to(ROOT)}")


if __name__ == "__main__":
    sys.exit(main())
