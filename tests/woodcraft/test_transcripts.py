"""Golden transcripts of Woodcraft: recorded games are played again to the same state after every decision.

Three games for each number of players and one for each variant, in `tests/transcripts/woodcraft/`. A file holds the
decisions by name and the first 16 digits of the hash of the state at the beginning and after each of them. A change of
the rules that is meant changes them: `python tests/woodcraft/test_transcripts.py --update`, and read what it prints.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from interpreter.pipeline import Ruleset, layers, load  # noqa: E402
from interpreter.playing.match import Match, NotLegal  # noqa: E402
from tools.common import bots  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "transcripts" / "woodcraft"
GAME = "woodcraft"
TABLES = ("random", "greedy", "random,greedy")  # who plays the games of each number of players
LARGEST = 1_500_000
DIGITS = 16

Json = dict[str, Any]


@cache
def ruleset(laid: tuple[str, ...]) -> Ruleset:
    """The game with variants."""
    return load(ROOT, GAME, laid)


def names() -> list[str]:
    """The transcripts that there must be."""
    base = [f"{players}_players_{number}" for players in (1, 2, 3, 4) for number in range(1, len(TABLES) + 1)]
    return [*base, *layers(ROOT, GAME)]


def record(laid: tuple[str, ...], players: int, seed: int, kinds: str) -> Json:
    """A game with bots."""
    match = Match.start(ruleset(laid).program(players), seed)
    sitting = [
        bots.make(kind, seat, seed) for seat, kind in zip(range(players), kinds.split(",") * players, strict=False)
    ]
    hashes = [match.hash()[:DIGITS]]
    number = 0
    while not match.over:
        seat = match.seat
        match.apply(sitting[seat].choose(match, match.legal(seat), number))
        hashes.append(match.hash()[:DIGITS])
        number += 1
    return {
        "game": GAME,
        "layers": list(laid),
        "ruleset": match.program.ruleset_hash[:DIGITS],
        "players": players,
        "seed": seed,
        "bots": kinds,
        "scores": [match.score(seat)[0] for seat in range(players)],
        "decisions": match.decisions,
        "hashes": hashes,
    }


def record_variant(name: str) -> Json:
    """A game in which the variant shows; for one that shows in few games (its scenarios then do) the last that was tried."""
    for seed in range(1, 6):
        for players in (2, 3, 4, 1):
            found = record((name,), players, seed, "random,greedy" if players > 1 else "greedy")
            if differs(found):
                return found
    return found


def shown_by_scenarios() -> set[str]:
    """Variants that a scenario lays over the base."""
    texts = [file.read_text(encoding="utf-8") for file in (ROOT / "rules" / GAME / "scenarios").glob("*.yaml")]
    return {name for name in layers(ROOT, GAME) if any(f"variants: [{name}]" in text for text in texts)}


def differs(recorded: Json) -> bool:
    """Whether a recorded game shows what its variant changes: on the base rules it comes to another state, or somewhere
    on the way other decisions are offered."""
    tables = [
        Match.start(ruleset(laid).program(recorded["players"]), recorded["seed"], record=False)
        for laid in (tuple(recorded["layers"]), ())
    ]
    for decision in recorded["decisions"]:
        here, there = ([identity for identity, _ in match.identities()] for match in tables)
        if here != there or tables[0].hash() != tables[1].hash():
            return True
        for match in tables:
            match.apply(match.find(decision))
    return tables[0].hash() != tables[1].hash()


def play_again(recorded: Json) -> None:
    """Play a recorded game; fails at the first decision that is not legal or leads to another state."""
    match = Match.start(ruleset(tuple(recorded["layers"])).program(recorded["players"]), recorded["seed"], record=False)
    hashes = recorded["hashes"]
    assert match.hash()[:DIGITS] == hashes[0], "another state at the first decision"
    for number, (decision, wanted) in enumerate(zip(recorded["decisions"], hashes[1:], strict=True), 1):
        assert not match.over, f"the game is over before decision {number}"
        try:
            match.apply(match.find(decision))
        except NotLegal as error:
            raise AssertionError(f"decision {number}: {error}") from None
        assert match.hash()[:DIGITS] == wanted, f"another state after decision {number}: {decision}"
    assert match.over
    assert [match.score(seat)[0] for seat in range(recorded["players"])] == recorded["scores"]


def path(name: str) -> Path:
    """The file of a transcript."""
    return FOLDER / f"{name}.json.gz"


def read(name: str) -> Json:
    """A transcript."""
    found: Json = json.loads(gzip.decompress(path(name).read_bytes()))
    return found


def write(name: str, recorded: Json) -> None:
    """The same bytes for the same game."""
    text = json.dumps(recorded, ensure_ascii=False, separators=(",", ":"))
    FOLDER.mkdir(parents=True, exist_ok=True)
    path(name).write_bytes(gzip.compress(text.encode(), 9, mtime=0))


@pytest.mark.parametrize("name", names())
def test_played_again(name: str) -> None:
    play_again(read(name))


@pytest.mark.parametrize("name", layers(ROOT, GAME))
def test_a_variant_makes_a_difference(name: str) -> None:
    """Each variant's transcript shows what it changes, or a scenario does where it takes a rare position."""
    recorded = read(name)
    assert recorded["layers"] == [name]
    assert differs(recorded) or name in shown_by_scenarios()


def test_there_are_no_others() -> None:
    assert sorted(file.name for file in FOLDER.iterdir()) == sorted(path(name).name for name in names())
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < LARGEST


def test_a_changed_transcript_is_noticed() -> None:
    recorded = read("2_players_1")
    at = len(recorded["hashes"]) // 2
    recorded["hashes"][at] = "0" * DIGITS
    with pytest.raises(AssertionError, match=f"after decision {at}"):
        play_again(recorded)


def update() -> None:
    """Record what is new or does not hold any more."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for file in FOLDER.iterdir():
        if file.name not in {path(name).name for name in names()}:
            file.unlink()
            print(f"{file.name}: gone")
    for name in names():
        why = "new"
        if path(name).exists():
            try:
                play_again(read(name))
                if name not in layers(ROOT, GAME) or name in shown_by_scenarios() or differs(read(name)):
                    continue
                why = "no longer another game than the base's"
            except AssertionError as error:
                why = str(error)
        if name in layers(ROOT, GAME):
            recorded = record_variant(name)
        else:
            players, number = int(name[0]), int(name.rpartition("_")[2])
            recorded = record(
                (),
                players,
                100 * players + number,
                TABLES[number - 1].split(",")[0] if players == 1 else TABLES[number - 1],
            )
        write(name, recorded)
        scores = ", ".join(map(str, recorded["scores"]))
        print(f"{name}: {why}; {recorded['players']} players, {len(recorded['decisions'])} decisions, {scores} points")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--update", action="store_true", help="record what is new or does not hold any more")
    if parser.parse_args().update:
        update()
    else:
        sys.exit(pytest.main([__file__, "-q"]))
