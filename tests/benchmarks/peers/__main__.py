"""Speed beside other engines, which are installed under build/ when they are missing: `make bench-peers`.

    python -m tests.benchmarks.peers                    all of them
    python -m tests.benchmarks.peers open_spiel         some
    python -m tests.benchmarks.peers --write            all, and into docs/performance.md

An engine that cannot be installed is told and left out. Never part of the tests: the installations are large.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.findings import Bench
from tests.benchmarks.measuring import ROOT, alternate
from tests.benchmarks.page import stamp, write
from tests.benchmarks.peers.dominion import buy_the_best
from tests.benchmarks.playing import SMALL_GAMES, Player, Rounds, by_rules, games_in, learn, program_of

HERE = Path(__file__).parent
BUILD = ROOT / "build" / "peers"
PYTHON = BUILD / "python" / ("Scripts" if os.name == "nt" else "bin") / "python"
MARKS = ("<!-- peers: begin -->", "<!-- peers: end -->")
TICTACTOE, BIG_MONEY = "tic-tac-toe", "big money"
FORGETFUL = "tic-tac-toe, no situation remembered"
SECONDS = 0.4  # of a round


class Absent(Exception):
    """An engine that is not here and cannot be installed."""


@dataclass(frozen=True, slots=True)
class Peer:
    """Another engine: what it is called, what it plays, what to install, how to see that it is installed."""

    title: str
    game: str
    package: str
    imported: str  # "" for what runs in node
    must: float | None
    goal: float | None


PEERS = {
    "open_spiel": Peer("OpenSpiel's C++ game stepped from Python", TICTACTOE, "open-spiel==2.0.2", "pyspiel", 0.4, 0.9),
    "pettingzoo": Peer(
        "PettingZoo", TICTACTOE, "pettingzoo[classic]==1.27.0", "pettingzoo.classic.tictactoe_v3", 20, 50
    ),
    "boardgame_io": Peer("boardgame.io's bare reducer", TICTACTOE, "boardgame.io@0.50.2", "", 40, 90),
    "pyminion": Peer("pyminion", BIG_MONEY, "pyminion==0.4.0", "pyminion.game", 4, 12),
}


def main(argv: list[str] | None = None) -> int:
    """Install, run, print, and write the page if asked to."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.peers", description="Speed beside other engines.")
    parser.add_argument("peers", nargs="*", help=f"some of {', '.join(PEERS)} (default: all)")
    parser.add_argument("--rounds", type=int, default=9, help="rounds of each figure (default: 9)")
    parser.add_argument("--write", action="store_true", help="write the figures into docs/performance.md")
    options = parser.parse_args(argv)
    for name in options.peers:
        if name not in PEERS:
            parser.error(f"no engine is called `{name}`; there are {', '.join(PEERS)}")
    if options.write and options.peers:
        parser.error("--write writes the whole table: leave the names out")
    commit = stamp()
    bench = Bench(options.rounds, BUILD)
    big_money = program_of("big_money", 2, HERE.parent / "games")
    tictactoe = program_of("tictactoe", 2, SMALL_GAMES)
    learn(tictactoe)
    forgetful = program_of("tictactoe", 2, SMALL_GAMES)
    forgetful.situations.open = False
    ours: dict[str, Player] = {
        TICTACTOE: by_rules(tictactoe),
        FORGETFUL: by_rules(forgetful),
        BIG_MONEY: lambda games, seed: buy_the_best(big_money, games, seed),
    }
    for name in options.peers or PEERS:
        peer = PEERS[name]
        what = f"{peer.game}, beside {peer.title} ({peer.package})"
        try:
            command, environment = installed(name, peer)
        except Absent as fault:
            bench.add(what, None, must=peer.must, goal=peer.goal, more=True, note="not installed")
            bench.below.append(f"{peer.title} could not be installed: {fault}.")
            continue
        compare(bench, what, peer, ours[peer.game], command, environment)
        if peer.game == TICTACTOE:
            bare = dataclasses.replace(peer, must=None, goal=None)
            compare(bench, f"{FORGETFUL}, beside {peer.title}", bare, ours[FORGETFUL], command, environment)
    text = "\n\n".join([f"{commit}; {options.rounds} rounds.", bench.table, *bench.below])
    print(text)
    if options.write:
        write(text, MARKS)
    return 0


def compare(
    bench: Bench, what: str, peer: Peer, player: Player, command: Sequence[object], environment: Mapping[str, str]
) -> None:
    """A row of the table."""
    ours = Rounds(player, games_in(player, SECONDS))
    with Worker(command, environment) as worker:
        worker.play(20)
        worker.games = max(1, round(SECONDS * 20 / worker.play(20)))
        measured = alternate(ours, worker, bench.rounds)
        bench.add(what, measured, "/s", peer.must, peer.goal, more=True)
        if peer.must is None:
            return
        unit = "turns" if peer.game == BIG_MONEY else "decisions"
        bench.below.append(
            f"{peer.title}: {worker.decisions / worker.played:.2f} {unit} in a game, ours "
            f"{ours.tally.decisions / ours.tally.games:.2f}."
        )


class Worker:
    """A process that plays games when it is asked to, see `serving`. A call gives the seconds of one game."""

    def __init__(self, command: Sequence[object], environment: Mapping[str, str]) -> None:
        self.games, self.seed = 1, 0
        self.played = self.decisions = 0
        self.process = subprocess.Popen(
            [str(word) for word in command],
            env={**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def play(self, games: int) -> float:
        """Seconds of so many games."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.seed += 1
        print(games, self.seed, file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"{self.process.args!r} ended")
        seconds, decisions = json.loads(answer)
        self.played += games
        self.decisions += decisions
        return float(seconds)

    def __call__(self) -> float:
        return self.play(self.games) / self.games

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def installed(name: str, peer: Peer) -> tuple[list[object], dict[str, str]]:
    """The command that plays, with its environment; installs what is missing. Raises Absent."""
    if not peer.imported:
        node, npm = shutil.which("node"), shutil.which("npm")
        if node is None or npm is None:
            raise Absent("there is no node")
        folder = BUILD / "node"
        if not (folder / "node_modules" / peer.package.partition("@")[0]).exists():
            folder.mkdir(parents=True, exist_ok=True)
            run(npm, "install", "--prefix", folder, "--no-audit", "--no-fund", peer.package)
        modules = {"NODE_PATH": str(folder / "node_modules"), "NODE_ENV": "production"}
        return [node, HERE / f"with_{name}.cjs"], modules
    if not PYTHON.exists():
        print(f"  making {PYTHON.parents[1].relative_to(ROOT)}", file=sys.stderr, flush=True)
        venv.create(PYTHON.parents[1], with_pip=True)
    without_ours = {"PYTHONPATH": ""}
    try:
        run(PYTHON, "-c", f"import {peer.imported}")
    except Absent:
        run(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", peer.package)
        run(PYTHON, "-c", f"import {peer.imported}")
    return [PYTHON, HERE / f"with_{name}.py"], without_ours


def run(*words: object) -> None:
    """Raises Absent with the last line of what went wrong."""
    command = [str(word) for word in words]
    if command[1] != "-c":
        print("  " + " ".join(command[1:]), file=sys.stderr, flush=True)
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": ""}, capture_output=True, text=True)
    if done.returncode:
        raise Absent(((done.stderr or done.stdout).strip().splitlines() or ["it failed"])[-1])


if __name__ == "__main__":
    sys.exit(main())
