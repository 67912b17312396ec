"""What answers depend on, as short keys: the engine, and the files of a content folder.

Files of content count by what is in them, never by their times. The engine's own files count by size and by both of
their times, of which a new installation always changes one; so do the libraries that read for it. What cannot be
stamped gives None, and then nothing is kept.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Collection
from functools import cache
from importlib.machinery import PathFinder

try:
    from _blake2 import blake2b  # the same: `hashlib` loads OpenSSL beside it, which takes longer than all hashing here
except ImportError:
    from hashlib import blake2b

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIBRARIES = ("yaml", "_yaml", "lark", "jsonschema")
MOST_BYTES = 2 * 1024 * 1024  # what content files may have (see `reading`); of larger ones only this is told
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)
_UNREAD = frozenset(("bots",))  # folders of a game whose files no rule depends on


def key(*parts: object) -> bytes:
    """One short key for all of these; bytes, texts, numbers and tuples of them."""
    return blake2b(repr(parts).encode("utf-8", "surrogateescape"), digest_size=20).digest()


@cache
def engine() -> bytes | None:
    """The program itself: its files, Python, and the libraries that read content."""
    files: list[tuple[object, ...]] = []
    schemas = next((path for path in _schema_folders() if os.path.isdir(path)), None)
    try:
        for folder in filter(None, (HOME, schemas)):
            _code(folder, len(folder), files)
        for name in LIBRARIES:
            spec = PathFinder.find_spec(name)
            if spec is not None and spec.origin is not None:
                files.append((name, *_times(os.stat(spec.origin))))
    except (OSError, ImportError, ValueError):
        return None
    return key(sys.implementation.cache_tag, sys.hexversion, sorted(files, key=repr))


def _schema_folders() -> tuple[str, ...]:
    beside = os.path.dirname(HOME)
    return os.path.join(beside, "schema"), os.path.join(beside, "rulewright_content", "schema")


def _code(folder: str, root: int, found: list[tuple[object, ...]]) -> None:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.name != "__pycache__":
                    _code(entry.path, root, found)
            elif not entry.name.endswith((".pyc", "~", ".swp")):
                found.append((entry.path[root:], *_times(entry.stat())))


def _times(status: os.stat_result) -> tuple[int, int, int]:
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns


class Content:
    """A content folder as it is now.

    `root`: what lies in it itself, as a key. `games`: game -> what lies in its folders, by place (`rules/x/game.yaml`):
    what is in a file as a key, and of anything else what it is.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder
        rules = _folders(os.path.join(folder, "rules"))
        cards = _folders(os.path.join(folder, "cards"))
        self.games: dict[str, dict[str, object]] = {}
        for game, path in rules.items():
            found = self.games[game] = {}
            _tree(path, f"rules/{game}", found)
            if game in cards:
                _tree(cards[game], f"cards/{game}", found)
        self.root = key(
            [_names(os.path.join(folder, name)) for name in ("rules", "cards")],
            [(game, _kind(os.path.join(path, "game.yaml"))) for game, path in rules.items()],
        )

    def all(self) -> bytes:
        """Everything together."""
        return key(self.root, sorted(self.games.items()))

    def cards(self, game: str) -> dict[str, object]:
        """The game's card files, and what is in each."""
        return {place: what for place, what in self.games.get(game, {}).items() if place.startswith(f"cards/{game}/")}

    def without_cards(self, game: str) -> bytes:
        """What the game without layers is made of, but for what is in its card files."""
        apart = f"rules/{game}/variants/", f"rules/{game}/scenarios/", f"cards/{game}/"
        return key(
            [
                (place, "" if isinstance(what, bytes) and place.startswith(apart) else what)
                for place, what in sorted(self.games.get(game, {}).items())
            ]
        )

    def rules(self, game: str, layers: Collection[str] = (), others: Collection[str] = ()) -> bytes:
        """What a game with some layers is made of, and the files `others`: all but the rest of its variants, its
        scenarios and its table, of which only names and kinds count."""
        own = tuple(f"rules/{game}/variants/{layer}/" for layer in layers)
        apart = f"rules/{game}/variants/", f"rules/{game}/scenarios/"
        return key(
            [
                (place, what if place in others or place.startswith(own) else "" if isinstance(what, bytes) else what)
                if place.startswith(apart) or place == f"rules/{game}/table.yaml"
                else (place, what)
                for place, what in sorted(self.games.get(game, {}).items())
            ]
        )


def _names(folder: str) -> list[tuple[str, str]]:
    """What lies in a folder, with what it is; what begins with a dot is nobody's concern."""
    try:
        with os.scandir(folder) as entries:
            return sorted((entry.name, _kind_of(entry)) for entry in entries if not entry.name.startswith("."))
    except OSError as error:
        return [("", f"unreadable {error.errno}")]


def _folders(folder: str) -> dict[str, str]:
    return {name: os.path.join(folder, name) for name, kind in _names(folder) if kind == "folder" and name}


def _kind_of(entry: os.DirEntry[str]) -> str:
    if entry.is_symlink():
        return f"link {entry.is_dir()}"
    if entry.is_dir():
        return "folder"
    return "file" if entry.is_file() else "other"


def _kind(path: str) -> int:
    try:
        return stat.S_IFMT(os.lstat(path).st_mode)
    except OSError:
        return 0


def _tree(folder: str, place: str, found: dict[str, object]) -> None:
    """Every name under a folder and what is in every file."""
    for name, kind in _names(folder):
        path, at = os.path.join(folder, name), f"{place}/{name}"
        found[at] = _file(path) if kind == "file" else kind
        if kind == "folder" and name not in _UNREAD:
            _tree(path, at, found)


def _file(path: str) -> object:
    """What is in a file, as a key; or why it cannot be read, which is told too."""
    try:
        descriptor = os.open(path, os.O_RDONLY | _NO_FOLLOW | _NO_WAIT | getattr(os, "O_BINARY", 0))
    except OSError as error:
        return error.errno
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return "other"
        parts = []
        while part := os.read(descriptor, MOST_BYTES + 1):
            parts.append(part)
            if sum(map(len, parts)) > MOST_BYTES:
                return "large"
        return blake2b(b"".join(parts), digest_size=20).digest()
    except OSError as error:
        return error.errno
    finally:
        os.close(descriptor)
