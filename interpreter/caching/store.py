"""The cache folder: entries by kind and key, whole or not there.

In: a kind of answer, a key (whatever it depends on), plain values as `marshal` takes them. Out: the values, or None.
Entries are read only from a folder and files that belong to the user and that nobody else can write to. They are
written beside their place and put there in one step, so that processes do not disturb each other; the folder is kept
below `MOST_BYTES`, what has not been used for longest goes first. Never raises: without a folder there is no cache.
"""

from __future__ import annotations

import marshal
import os
import stat
import sys
import time
from contextlib import suppress
from functools import cache
from typing import Any
from zlib import crc32

VARIABLE = "RULEWRIGHT_CACHE"
OFF = frozenset(("off", "0", "no", "false"))
MOST_BYTES = 64 * 1024 * 1024
MOST_ENTRIES = 2_000
_MARK = b"rulewright 1\n"
_ENDING = ".cache"
_LEFT = ".new"
_LEFT_SECONDS = 3600  # older than this, what a process left behind while writing is removed
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)

Plain = Any
"""None, bool, int, str, bytes, and tuples, lists and dicts of these."""


class Store:
    """One cache folder; `folder` is "" where there is none."""

    def __init__(self, folder: str) -> None:
        self.folder = folder if folder and _ours(folder) else ""

    def get(self, kind: str, key: bytes) -> Plain | None:
        """What was kept under this key, or None."""
        if not self.folder:
            return None
        place = self._place(kind, key)
        content = _read(place)
        if content is None or not content.startswith(_MARK):
            return None
        head = len(_MARK) + 4
        payload = memoryview(content)[head:]
        if crc32(payload).to_bytes(4, "big") != content[len(_MARK) : head]:
            return None
        try:
            named, value = marshal.loads(payload)
        except Exception:  # noqa: BLE001 - whatever is wrong with an entry, it is made again
            return None
        if named != (kind, key):
            return None
        with suppress(OSError):
            os.utime(place)  # used just now
        return value

    def put(self, kind: str, key: bytes, value: Plain) -> None:
        """Keep plain values, if possible."""
        if not self.folder:
            return
        payload = marshal.dumps(((kind, key), value))
        if len(payload) > MOST_BYTES // 4:
            return
        place = self._place(kind, key)
        beside = f"{place}.{os.getpid()}.{time.monotonic_ns()}{_LEFT}"
        try:
            descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_FOLLOW, 0o600)
            try:
                with os.fdopen(descriptor, "wb") as file:
                    file.write(_MARK + crc32(payload).to_bytes(4, "big") + payload)
                os.replace(beside, place)
            except BaseException:
                os.unlink(beside)
                raise
        except OSError:
            return
        self._keep_small()

    def _place(self, kind: str, key: bytes) -> str:
        return os.path.join(self.folder, f"{kind}-{key.hex()}{_ENDING}")

    def _keep_small(self) -> None:
        """Drop what has not been used for longest."""
        found: list[tuple[float, int, str]] = []
        try:
            with os.scandir(self.folder) as entries:
                for entry in entries:
                    status = entry.stat(follow_symlinks=False)
                    if entry.name.endswith(_ENDING):
                        found.append((status.st_mtime, status.st_size, entry.path))
                    elif entry.name.endswith(_LEFT) and status.st_mtime < time.time() - _LEFT_SECONDS:
                        os.unlink(entry.path)
        except OSError:
            return
        size, count = sum(bytes_ for _, bytes_, _ in found), len(found)
        if size <= MOST_BYTES and count <= MOST_ENTRIES:
            return
        for _, bytes_, path in sorted(found):
            if size <= MOST_BYTES * 3 // 4 and count <= MOST_ENTRIES * 3 // 4:
                return
            try:
                os.unlink(path)
            except OSError:
                continue
            size, count = size - bytes_, count - 1


def open_store() -> Store:
    """The user's cache, as the environment says."""
    return _store(os.environ.get(VARIABLE), os.environ.get("XDG_CACHE_HOME"), os.environ.get("LOCALAPPDATA"))


@cache
def _store(said: str | None, base: str | None, local: str | None) -> Store:
    return Store(_folder(said, base, local))


def _folder(said: str | None, base: str | None, local: str | None) -> str:
    """`RULEWRIGHT_CACHE`, or `rulewright` in the place where the system keeps caches; "" for no cache."""
    if said is not None and said.strip().lower() in OFF:
        return ""
    if said:
        return os.path.abspath(os.path.expanduser(said))
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        place = os.path.join(local or os.path.join(home, "AppData", "Local"), "rulewright", "Cache")
    elif sys.platform == "darwin":
        place = os.path.join(home, "Library", "Caches", "rulewright")
    else:
        place = os.path.join(base if base and os.path.isabs(base) else os.path.join(home, ".cache"), "rulewright")
    return place if os.path.isabs(place) else ""


def _ours(folder: str) -> bool:
    """Whether the folder is there, or can be made, and nobody else can put anything into it."""
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        status = os.lstat(folder)
    except (OSError, ValueError):
        return False
    return stat.S_ISDIR(status.st_mode) and _only_ours(status)


def _only_ours(status: os.stat_result) -> bool:
    if not hasattr(os, "geteuid"):
        return True  # Windows: the folder lies in the user's profile
    return status.st_uid == os.geteuid() and not status.st_mode & 0o022


def _read(place: str) -> bytes | None:
    try:
        descriptor = os.open(place, os.O_RDONLY | _NO_FOLLOW | getattr(os, "O_BINARY", 0))
    except OSError:
        return None
    try:
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode) or not _only_ours(status) or status.st_size > MOST_BYTES:
                return None
            return file.read()
    except OSError:
        return None
