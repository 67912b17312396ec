"""The cache folder: whole entries or none, whoever else writes, whatever lies there."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from interpreter.caching import store
from interpreter.caching.store import Store, open_store

KEY = b"\x01" * 20
VALUE = (1, "two", [b"three", None, True], {"four": -4})


def entry(folder: Path) -> Path:
    (only,) = folder.glob("*.cache")
    return only


def test_gives_back_what_was_put(tmp_path: Path) -> None:
    kept = Store(str(tmp_path / "a" / "b"))
    assert kept.get("x", KEY) is None
    kept.put("x", KEY, VALUE)
    assert kept.get("x", KEY) == VALUE
    assert kept.get("y", KEY) is None and kept.get("x", KEY[:-1]) is None
    assert os.stat(kept.folder).st_mode & 0o777 == 0o700
    assert entry(Path(kept.folder)).stat().st_mode & 0o777 == 0o600
    assert len(list(Path(kept.folder).iterdir())) == 1


def test_damaged_and_foreign_entries_are_passed_over_and_made_again(tmp_path: Path) -> None:
    kept = Store(str(tmp_path / "cache"))
    kept.put("x", KEY, VALUE)
    file = entry(tmp_path / "cache")
    whole = file.read_bytes()
    for cut in range(0, len(whole), 3):
        file.write_bytes(whole[:cut])
        assert kept.get("x", KEY) is None
    for at in range(len(whole)):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 0x41]) + whole[at + 1 :])
        assert kept.get("x", KEY) is None
    file.write_bytes(whole)
    file.rename(file.with_name(f"y-{KEY.hex()}.cache"))
    assert kept.get("y", KEY) is None
    kept.put("y", KEY, "again")
    assert kept.get("y", KEY) == "again"


def test_nothing_is_kept_where_others_may_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_to_all = tmp_path / "open"
    open_to_all.mkdir()
    os.chmod(open_to_all, 0o777)
    assert Store(str(open_to_all)).folder == ""
    mine = Store(str(tmp_path / "mine"))
    mine.put("x", KEY, VALUE)
    os.symlink(tmp_path / "mine", tmp_path / "link")
    assert Store(str(tmp_path / "link")).folder == ""
    file = entry(tmp_path / "mine")
    os.chmod(file, 0o666)
    assert mine.get("x", KEY) is None
    os.chmod(file, 0o600)
    assert mine.get("x", KEY) == VALUE
    file.rename(tmp_path / "elsewhere")
    os.symlink(tmp_path / "elsewhere", file)
    assert mine.get("x", KEY) is None
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert Store(str(tmp_path / "mine")).folder == ""


def test_without_a_folder_there_is_silently_no_cache(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (str(tmp_path / "file"), str(tmp_path / "file" / "below"), "\0", ""):
        kept = Store(folder)
        kept.put("x", KEY, VALUE)
        assert kept.get("x", KEY) is None
    kept = Store(str(tmp_path / "gone"))
    os.rmdir(tmp_path / "gone")
    kept.put("x", KEY, VALUE)
    assert kept.get("x", KEY) is None


def test_the_environment_says_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    for word in ("off", "OFF", "0", "no"):
        monkeypatch.setenv("RULEWRIGHT_CACHE", word)
        assert open_store().folder == ""
    assert not (tmp_path / "xdg").exists()
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "own"))
    assert open_store().folder == str(tmp_path / "own")
    monkeypatch.delenv("RULEWRIGHT_CACHE")
    if sys.platform == "linux":
        assert open_store().folder == str(tmp_path / "xdg" / "rulewright")
        monkeypatch.setenv("XDG_CACHE_HOME", "relative")
        monkeypatch.setenv("HOME", str(tmp_path / "home"))
        assert open_store().folder == str(tmp_path / "home" / ".cache" / "rulewright")


def test_the_oldest_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_ENTRIES", 8)
    kept = Store(str(tmp_path / "cache"))
    keys = [bytes([number]) * 20 for number in range(12)]
    for number, key in enumerate(keys):
        kept.put("x", key, number)
        for file in (tmp_path / "cache").glob(f"*{key.hex()}*"):
            os.utime(file, (number, number))
        if number == 6:
            assert kept.get("x", keys[0]) == 0  # used again, so it stays
    assert kept.get("x", keys[0]) == 0 and kept.get("x", keys[11]) == 11 and kept.get("x", keys[1]) is None
    assert len(list((tmp_path / "cache").iterdir())) <= 8


def test_size_is_bounded_and_leftovers_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_BYTES", 40_000)
    kept = Store(str(tmp_path / "cache"))
    left, fresh = tmp_path / "cache" / "x-1.cache.1.new", tmp_path / "cache" / "x-2.cache.2.new"
    left.write_text("")
    fresh.write_text("")
    os.utime(left, (1, 1))
    for number in range(12):
        kept.put("x", bytes([number]) * 20, b"." * 9_000)
    assert sum(file.stat().st_size for file in (tmp_path / "cache").iterdir()) <= 40_000
    assert not left.exists() and fresh.exists()
    kept.put("large", KEY, b"." * 20_000)  # would push out everything else
    assert kept.get("large", KEY) is None


WRITER = """
import sys
from interpreter.caching.store import Store
kept = Store(sys.argv[1])
for number in range(300):
    key = bytes([number % 5]) * 20
    found = kept.get("x", key)
    assert found is None or found == [number % 5] * 2_000, found
    kept.put("x", key, [number % 5] * 2_000)
"""


def test_processes_do_not_disturb_each_other(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WRITER, str(tmp_path / "cache")]
    running = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(4)]
    for process in running:
        _, said = process.communicate(timeout=120)
        assert process.returncode == 0, said.decode()
    assert not list((tmp_path / "cache").glob("*.new"))


def test_a_process_killed_while_writing_leaves_nothing_half(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WRITER.replace("300", "1_000_000"), str(tmp_path / "cache")]
    for pause in (0.15, 0.25, 0.35):
        process = subprocess.Popen(command)
        time.sleep(pause)
        process.kill()
        process.wait()
        kept = Store(str(tmp_path / "cache"))
        for number in range(5):
            assert kept.get("x", bytes([number]) * 20) in (None, [number] * 2_000)
