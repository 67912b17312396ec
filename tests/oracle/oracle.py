"""A second opinion: games of a program written by hand for one game, walked along in the interpreter.

In: traces, one JSON line for each position (position, legal moves, move played), or a program that makes
them. Out: how many games and decisions agree, or the first difference as an exit code and a sentence.
The shuffles of the two programs differ, so the first position is arranged by name, and so is the money after a
reshuffle; everything else must follow by itself. Where the trace lists only a pass, the interpreter asks nobody.

    python tests/oracle/oracle.py TRACE.jsonl ...            files or folders of them, also .gz
    python tests/oracle/oracle.py --reference PROGRAM.py --games 1000 --players 2 3 4 5 6 --jobs 2
    python tests/oracle/oracle.py --reference PROGRAM.py --games 12 --record FOLDER
"""

from __future__ import annotations

import argparse
import gzip
import importlib.util
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from interpreter.pipeline import Match, load  # noqa: E402

CURRENCIES = ("blue", "green", "orange", "yellow")
TYPES = ("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")
BUILDINGS = Counter(
    f"{kind}_{price}"
    for kind, prices in zip(
        TYPES,
        (
            (2, 3, 4, 5, 6, 7, 8),
            (3, 4, 5, 6, 7, 8, 9),
            (4, 5, 6, 6, 7, 8, 8, 9, 10),
            (5, 6, 7, 7, 8, 9, 9, 10, 11),
            (6, 7, 8, 8, 8, 9, 10, 10, 10, 11, 12),
            (7, 8, 9, 9, 9, 10, 11, 11, 11, 12, 13),
        ),
        strict=True,
    )
    for price in prices
)
Line = dict[str, Any]


class Difference(Exception):
    """The two programs disagree."""


# ---- names -----------------------------------------------------------------------------------------


def card(name: str) -> str:
    """`blue4` -> `blue_4`, `tower13` -> `tower_13`, `A` -> `scoring_a`."""
    if name in "AB":
        return f"scoring_{name.lower()}"
    word = name.rstrip("0123456789")
    return f"{word}_{name[len(word) :]}"


def cards(names: Iterable[str]) -> list[str]:
    return [card(name) for name in names]


def seat_name(seat: int, players: int) -> str:
    return f"player {seat + 1}" if seat < players else "dirk"


def move_of_line(move: list[Any], line: Line) -> tuple[Any, ...]:
    """A move of the trace in the form of `move_of_identity`."""
    if move[0] == "take":
        return ("take", tuple(sorted(cards(move[1]))))
    owner = "dirk" if move[3] == "dirk" else seat_name(line["player"], len(line["hands"]))
    return ("buy", CURRENCIES[move[1]], tuple(sorted(cards(move[2]))), owner)


def move_of_identity(identity: dict[str, Any]) -> tuple[Any, ...]:
    """A decision of the interpreter, by names, without the order of cards."""
    if identity["do"] == "take_money":
        return ("take", tuple(sorted(identity["cards"])))
    return (
        "buy",
        identity["slot"].removeprefix("yard."),
        tuple(sorted(identity["payment"])),
        identity["owner"],
    )


# ---- positions -------------------------------------------------------------------------------------


def given(line: Line) -> dict[str, Any]:
    """The first position of a trace as `Match.arrange` takes it."""
    players = len(line["hands"])
    zones: dict[str, Any] = {
        "money_deck": cards(line["money"]),
        "money_row": cards(line["display"]),
        "money_discard": cards(line["discard"]),
        "building_deck": cards(line["buildings"]),
        "yard": {c: card(b) for c, b in zip(CURRENCIES, line["market"], strict=True) if b != "-"},
        "set_aside": [],
    }
    for seat, hand in enumerate(line["hands"]):
        zones[seat_name(seat, players)] = {"hand": cards(hand), "palace": []}
    if players == 2:
        shown = Counter(zones["building_deck"]) + Counter(zones["yard"].values())
        zones["dirk"] = {"palace": sorted((BUILDINGS - shown).elements())}
    resources = {seat_name(i, players): {"point": points} for i, points in enumerate(line["score"])}
    return {"turn": line["player"] + 1, "zones": zones, "resources": resources}


def position_of_line(line: Line) -> dict[str, Any]:
    """What must agree, by name; piles with the top last, the rest sorted."""
    players = len(line["hands"])
    position: dict[str, Any] = {
        "over": line["over"],
        "money_deck": cards(line["money"]),
        "money_row": sorted(cards(line["display"])),
        "money_discard": sorted(cards(line["discard"])),
        "building_deck": cards(line["buildings"]),
        "yard": {c: card(b) for c, b in zip(CURRENCIES, line["market"], strict=True) if b != "-"},
    }
    if line["over"]:
        points = line["score"][:players]
        position["winners"] = [seat for seat in range(players) if points[seat] == max(points)]
    else:
        position["seat"] = line["player"]
    for seat, built in enumerate(line["built"]):
        name = seat_name(seat, players)
        position[f"{name} built"] = built
        position[f"{name} points"] = line["score"][seat]
        if seat < players:
            position[f"{name} hand"] = sorted(cards(line["hands"][seat]))
    return position


def position_of_match(match: Match) -> dict[str, Any]:
    """The same of the interpreter's match."""
    state = match.state_json()
    zones, score = state["zones"], state["resources"]["point"]
    position: dict[str, Any] = {
        "over": match.over,
        "money_deck": zones["money_deck"],
        "money_row": sorted(zones["money_row"]),
        "money_discard": sorted(zones["money_discard"]),
        "building_deck": zones["building_deck"],
        "yard": zones["yard"],
    }
    if match.over:
        position["winners"] = match.winners
    else:
        position["seat"] = match.seat
    for name, palace in zones["palace"].items():
        kinds = Counter(building.rpartition("_")[0] for building in palace)
        position[f"{name} built"] = [kinds[kind] for kind in TYPES]
        position[f"{name} points"] = score[name]
        if name in zones["hand"] and name != "dirk":
            position[f"{name} hand"] = sorted(zones["hand"][name])
    return position


def compare(match: Match, line: Line, reshuffled: bool) -> None:
    """Raise `Difference` unless the positions agree; after a reshuffle the money pile may lie in another order."""
    ours, theirs = position_of_match(match), position_of_line(line)
    if reshuffled:
        for position in (ours, theirs):
            pile = position["money_deck"]
            position["money"] = sorted(pile + position["money_row"])
            position["money_deck"], position["money_row"] = len(pile), len(position["money_row"])
    for name in sorted(ours.keys() | theirs.keys()):
        if ours.get(name) != theirs.get(name):
            raise Difference(f"{name}: {difference(ours.get(name), theirs.get(name))}")


def difference(ours: Any, theirs: Any) -> str:
    """Two values of one thing; of lists only what they do not share."""
    if isinstance(ours, list) and isinstance(theirs, list) and sorted(map(str, ours)) != sorted(map(str, theirs)):
        here, there = Counter(map(str, ours)), Counter(map(str, theirs))
        ours, theirs = list((here - there).elements()), list((there - here).elements())
    return f"{ours} here, {theirs} there"


def compare_moves(match: Match, line: Line) -> dict[tuple[Any, ...], Any]:
    """Raise `Difference` unless the legal moves agree; the decisions by move."""
    flat = match.legal()
    decisions = {move_of_identity(match.identity(decision)): decision for decision in flat}
    if len(decisions) != len(flat):
        raise Difference(f"{len(flat)} decisions are only {len(decisions)} different ones")
    theirs = {move_of_line(move, line) for move in line["legal"]}
    if missing := theirs - decisions.keys():
        raise Difference(f"not offered here: {sorted(missing)}")
    if surplus := decisions.keys() - theirs:
        raise Difference(f"offered only here: {sorted(surplus)}")
    return decisions


def money_reshuffled(before: Line, after: Line) -> bool:
    """Whether the discards became the pile between two lines."""
    move = before["move"]
    paid = move[2] if move[0] == "buy" else []
    return len(after["discard"]) != len(before["discard"]) + len(paid)


@cache
def program(players: int, layers: tuple[str, ...] = ()) -> Any:
    """The compiled game."""
    return load(ROOT, "alhambra", layers).program(players)


def walk(lines: list[Line], layers: tuple[str, ...] = ()) -> int:
    """Walk along one game; how many decisions were compared. With `layers` other rules are held against it."""
    players = len(lines[0]["hands"])
    match = Match.start(program(players, layers), seed=1)
    match.arrange(given(lines[0]))
    compared = 0
    reshuffled = False
    for number, line in enumerate(lines):
        passes = line.get("legal") == [["pass"]]
        try:
            if not passes:
                compare(match, line, reshuffled)
                if reshuffled and not line["over"]:
                    match.arrange({"zones": {"money_deck": cards(line["money"]), "money_row": cards(line["display"])}})
                reshuffled = False
                if not line["over"]:
                    decisions = compare_moves(match, line)
                    match.apply(decisions[move_of_line(line["move"], line)])
                    compared += 1
        except Difference as found:
            raise Difference(f"line {number + 1}, {players} players: {found}") from None
        if not line["over"] and money_reshuffled(line, lines[number + 1]):
            reshuffled = True
    return compared


# ---- traces in files -------------------------------------------------------------------------------


def shorten(lines: list[Line]) -> list[Line]:
    """A game in compact form: each line only what changed, a pile that lost its top as its height."""
    short: list[Line] = []
    for number, line in enumerate(lines):
        before = lines[number - 1] if number else {}
        entry: Line = {}
        for key, value in line.items():
            if key == "legal":
                entry[key] = [short_move(move) for move in value]
            elif key == "move":
                entry[key] = line["legal"].index(value)
            elif value != before.get(key):
                entry[key] = value
                old = before.get(key)
                if old is not None and key in ("money", "buildings") and value == old[: len(value)]:
                    entry[key] = len(value)
                elif old is not None and key == "discard" and value[: len(old)] == old:
                    entry[key] = {"more": value[len(old) :]}
                elif old is not None and key in ("hands", "built"):
                    entry[key] = {str(i): new for i, new in enumerate(value) if new != old[i]}
        short.append(entry)
    return short


def lengthen(short: list[Line]) -> list[Line]:
    """The lines of the trace again."""
    lines: list[Line] = []
    for entry in short:
        line = {key: value for key, value in (lines[-1] if lines else {}).items() if key not in ("legal", "move")}
        for key, value in entry.items():
            if key == "legal":
                line[key] = [long_move(move) for move in value]
            elif key == "move":
                line[key] = line["legal"][value]
            elif isinstance(value, int) and key in ("money", "buildings"):
                line[key] = line[key][:value]
            elif isinstance(value, dict):
                if key == "discard":
                    line[key] = line[key] + value["more"]
                else:
                    line[key] = [value.get(str(i), old) for i, old in enumerate(line[key])]
            else:
                line[key] = value
        lines.append(line)
    return lines


def short_move(move: list[Any]) -> str:
    if move[0] == "take":
        return " ".join(["take", *move[1]])
    if move[0] == "buy":
        return " ".join(["buy", str(move[1]), *move[2], move[3]])
    return "pass"


def long_move(text: str) -> list[Any]:
    words = text.split()
    if words[0] == "take":
        return ["take", words[1:]]
    if words[0] == "buy":
        return ["buy", int(words[1]), words[2:-1], words[-1]]
    return ["pass"]


def read(file: Path) -> Iterator[list[Line]]:
    """The games of a file: compact ones, one a line, or a trace's lines up to one that is over."""
    opened = gzip.open if file.suffix == ".gz" else open
    with opened(file, "rt", encoding="utf-8") as text:
        game: list[Line] = []
        for row in text:
            line = json.loads(row)
            if isinstance(line, list):
                yield lengthen(line)
                continue
            game.append(line)
            if line["over"]:
                yield game
                game = []


def record(reference: Any, players: int, games: int, seed: int, file: Path) -> None:
    """Write games of the reference program in compact form; the same games give the same bytes."""
    rows = []
    for number in range(games):
        lines = json.loads(json.dumps(list(reference.trace(players, seed + number))))
        short = shorten(lines)
        assert lengthen(short) == lines
        rows.append(json.dumps(short, separators=(",", ":")) + "\n")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(gzip.compress("".join(rows).encode(), 9, mtime=0))


# ---- the command -----------------------------------------------------------------------------------


@cache
def by_hand(file: str) -> Any:
    """The program written by hand, as a module."""
    spec = importlib.util.spec_from_file_location("reference_program", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def walk_job(job: tuple[str, int, int]) -> tuple[int, str]:
    """One game of the reference program: how many decisions, and what differed."""
    file, players, seed = job
    lines = json.loads(json.dumps(list(by_hand(file).trace(players, seed))))
    try:
        return walk(lines), ""
    except Difference as found:
        return 0, f"seed {seed}, {found}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the interpreter with a program written by hand.")
    parser.add_argument("traces", nargs="*", type=Path, help="files of traces, or folders of them")
    parser.add_argument("--reference", help="the program that makes traces")
    parser.add_argument("--games", type=int, default=100, help="for each number of players")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5, 6])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--record", type=Path, metavar="FOLDER", help="write the games in compact form instead")
    options = parser.parse_args()
    if options.record:
        for players in options.players:
            file = options.record / f"{players}_players.jsonl.gz"
            record(by_hand(options.reference), players, options.games, options.seed, file)
        return 0
    started = time.perf_counter()
    games = decisions = 0
    differences: list[str] = []
    for path in options.traces:
        for file in sorted(path.iterdir()) if path.is_dir() else [path]:
            for lines in read(file):
                games += 1
                try:
                    decisions += walk(lines)
                except Difference as found:
                    differences.append(f"{file}: game {games}, {found}")
    if options.reference:
        jobs = [
            (options.reference, players, options.seed + number)
            for players in options.players
            for number in range(options.games)
        ]
        with get_context("spawn").Pool(options.jobs) as pool:
            for compared, found_there in pool.imap_unordered(walk_job, jobs, chunksize=8):
                games += 1
                decisions += compared
                if found_there:
                    differences.append(found_there)
    for sentence in differences[:20]:
        print(sentence)
    seconds = time.perf_counter() - started
    print(f"{games} games, {decisions} decisions compared, {len(differences)} differ, {seconds:.1f} s")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
