"""Playing at the terminal, with scripts for people."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import select
import subprocess
import sys
import termios
import time
from pathlib import Path

from tests.tools.conftest import GAMES, REPOSITORY, Run

COMMAND = [sys.executable, "-m", "tools.cli", "play"]
ALWAYS_FIRST = "1\n" * 300


def test_bots_play_to_the_end(run: Run) -> None:
    ran = run("play", "nim", "--bots", "random", "--seed", "3")
    assert ran.code == 0
    assert "the end" in ran.out and "wins" in ran.out


def test_same_seed_same_game(run: Run) -> None:
    first = run("play", "kuhn", "--bots", "random", "--seed", "8").out
    assert run("play", "kuhn", "--bots", "random", "--seed", "8").out == first


def test_a_person_by_script(run: Run) -> None:
    ran = run("play", "tictactoe", "--seed", "1", stdin=ALWAYS_FIRST)
    assert ran.code == 0 and "the end" in ran.out
    assert "player 1 (you)" in ran.out


def test_flat_and_step_menus_lead_to_the_same_game(run: Run, tmp_path: Path) -> None:
    for how in ("--flat", "--step"):
        ran = run("play", "duel", "--seed", "1", how, "--save", tmp_path / f"{how}.json", stdin=ALWAYS_FIRST)
        assert ran.code == 0
    flat, step = (json.loads((tmp_path / f"{how}.json").read_text()) for how in ("--flat", "--step"))
    assert flat == step


def test_help_log_table_and_nonsense_at_the_prompt(run: Run) -> None:
    ran = run("play", "tictactoe", "--seed", "1", stdin="?\nl\nt\nw\nnonsense\n99\nb\n\n" + ALWAYS_FIRST)
    assert ran.code == 0
    assert "this is the first question of the decision" in ran.out
    assert "undo your last decision" in ran.out
    assert "`nonsense` is no line of the menu" in ran.out and "`99` is no line of the menu" in ran.out


def test_end_of_input_leaves_cleanly(run: Run) -> None:
    ran = run("play", "tictactoe", "--seed", "1", stdin="1\n")
    assert ran.code == 0
    assert "--save FILE" in ran.out and "Traceback" not in ran.err


def test_quit_and_resume_gives_the_same_game(run: Run, tmp_path: Path) -> None:
    file, whole = tmp_path / "game.json", tmp_path / "whole.json"
    run("play", "duel", "--seed", "4", "--save", whole, stdin=ALWAYS_FIRST)
    ran = run("play", "duel", "--seed", "4", "--save", file, stdin="1\nq\n")
    assert ran.code == 0 and "--resume" in ran.out
    assert len(json.loads(file.read_text())["match"]["decisions"]) < len(
        json.loads(whole.read_text())["match"]["decisions"]
    )
    ran = run("play", "--resume", file, stdin=ALWAYS_FIRST)
    assert ran.code == 0 and "the end" in ran.out
    assert file.read_bytes() == whole.read_bytes()


def test_resume_refuses_changed_rules_and_other_files(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("play", "duel", "--seed", "4", "--save", file, stdin="1\n")
    saved = json.loads(file.read_text())
    saved["match"]["ruleset"] = "0" * 64
    file.write_text(json.dumps(saved))
    ran = run("play", "--resume", file)
    assert ran.code == 2 and "other rules" in ran.err
    file.write_text('{"kind": "rulewright game", "match": {"game": "duel"}}')
    ran = run("play", "--resume", file)
    assert ran.code == 2 and "neither a saved game nor a transcript" in ran.err
    file.write_text("\x00\x01")
    assert run("play", "--resume", file).code == 2


def test_undo_takes_back_the_last_decision(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    ran = run(
        "play",
        "tictactoe",
        "--seat",
        "1=human",
        "--seat",
        "2=first",
        "--save",
        file,
        "--seed",
        "1",
        stdin="u\n5\nu\n1\nq\n",
    )
    assert "cannot undo: there is nothing of yours to undo" in ran.out
    assert "undone" in ran.out
    decisions = json.loads(file.read_text())["match"]["decisions"]
    assert len(decisions) == 2


def test_hands_of_others_are_not_shown(run: Run) -> None:
    for seed in range(1, 7):
        ran = run("play", "kuhn", "--seed", str(seed), "--seat", "2=human", "--bots", "first", stdin="")
        shown = [card for card in ("jack", "queen", "king", "Jack", "Queen", "King") if card in ran.out]
        assert len(shown) <= 1, ran.out


def test_german(run: Run) -> None:
    ran = run("play", "kuhn", "--bots", "random", "--seed", "1", "--lang", "de")
    assert "Kuhn-Poker" in ran.out and "Spieler 1" in ran.out


def test_trace_names_files_and_lines(run: Run) -> None:
    ran = run("play", "kuhn", "--bots", "random", "--seed", "1", "--trace")
    assert "rules/kuhn/game.yaml:" in ran.out


def _own_terminal() -> None:
    """Makes the pseudo-terminal the process's own, so that Ctrl-C reaches it."""
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _terminal(words: list[str], typed: list[bytes], cwd: Path) -> tuple[int, str]:
    """Run a game at a pseudo-terminal; each text is typed when a prompt appears."""
    own, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "PYTHONPATH": str(REPOSITORY)}
    process = subprocess.Popen(
        [*COMMAND, *words, "--content", str(GAMES)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=cwd,
        env=environment,
        preexec_fn=_own_terminal,
    )
    os.close(theirs)
    seen, answered = b"", 0
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        ready, _, _ = select.select([own], [], [], 0.1)
        if ready:
            try:
                part = os.read(own, 65536)
            except OSError:
                break
            if not part:
                break
            seen += part
        elif process.poll() is not None:
            break
        prompts = seen.count(b">\x1b[0m ") + seen.count(b"Y/n") + seen.count(b"only you look")
        if answered < len(typed) and prompts > answered:
            time.sleep(0.1)  # until it waits for input
            os.write(own, typed[answered])
            answered += 1
    os.close(own)
    return process.wait(timeout=10), seen.decode("utf-8", "replace")


def test_ctrl_c_at_a_terminal_offers_to_save(tmp_path: Path) -> None:
    code, seen = _terminal(["tictactoe", "--seed", "1"], [b"1\n", b"\x03", b"\n"], tmp_path)
    assert code == 130 and "Save the game" in seen and "Traceback" not in seen
    assert [file.name for file in tmp_path.iterdir()] == ["tictactoe-1.save.json"]


def test_ctrl_d_at_a_terminal_saves(tmp_path: Path) -> None:
    code, seen = _terminal(["tictactoe", "--seed", "1"], [b"1\n", b"\x04"], tmp_path)
    assert code == 0 and "saved to tictactoe-1.save.json" in seen


def test_two_people_at_one_screen_are_hidden_from_each_other(tmp_path: Path) -> None:
    words = ["kuhn", "--seat", "1=human", "--seat", "2=human", "--seed", "1"]
    _code, seen = _terminal(words, [b"1\n", b"\n", b"q\n", b"n\n"], tmp_path)
    assert "it is your turn" in seen
    assert not list(tmp_path.iterdir())


def _drawn(root: Path, game: str, width: int, language: str = "en") -> str:
    import io

    from rich.console import Console

    from interpreter.pipeline import load
    from interpreter.playing import Match
    from tools.common.words import Words
    from tools.play.screen import Screen

    ruleset = load(root, game)
    program = ruleset.program(ruleset.min_players, None)
    words = Words(ruleset.tree, language)
    labels = {name: words.seat(name) for name in program.layout.seat_names}
    stream = io.StringIO()
    Screen(Console(file=stream, width=width), words, labels=labels).draw(Match.start(program, 1).view(0), 0, "title")
    return stream.getvalue()


def test_places_are_drawn_also_when_nothing_lies_there(run: Run) -> None:
    out = run("play", "tictactoe", "--seed", "1", stdin="").out
    assert out.split("Place a mark")[0].count("–") == 9 and "│ 3 │" in out


def test_any_game_is_drawn_in_any_width() -> None:
    for root in (GAMES, REPOSITORY):
        for file in sorted(root.glob("rules/*/game.yaml")):
            for width in (40, 80, 200):
                lines = _drawn(root, file.parent.name, width).splitlines()
                assert len(lines) > 3 and all(len(line) <= width for line in lines)
                assert any("player 1" in line for line in lines)


def test_seats_with_many_things_get_a_block_each() -> None:
    narrow = _drawn(GAMES, "kuhn", 30)
    wide = _drawn(GAMES, "kuhn", 100)
    assert "► player 1" in narrow and "► player 1" in wide
    assert "chips 1" in narrow and "chips 1" not in wide
