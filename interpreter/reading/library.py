"""The content folder: what lies in it, and the only place that opens its files.

In: a folder with `rules/` and `cards/`. Out: names of games, layers and files, and their nodes.
Nothing outside the folder is opened: names are plain names, symbolic links are refused, and only
regular files of limited size are read. Files are called by their place under the folder, with `/`
(`rules/quarry/game.yaml`), which is also how diagnostics show them.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from pathlib import Path
from typing import Any, TypeVar

from interpreter.diagnostics import Diagnostic, Problem, Report, Span, did_you_mean
from interpreter.reading.nodes import Node

MISSING_FOLDER = Problem("missing-folder", "A content folder holds `rules/`, and in it a folder for each game.")
UNKNOWN_GAME = Problem("unknown-game", "No game has this name.")
UNKNOWN_LAYER = Problem("unknown-layer", "No variant or expansion of the game has this name.")
MISSING_FILE = Problem("missing-file", "A file that is named does not exist.")
OUTSIDE_FOLDER = Problem("outside-folder", "Content opens nothing outside its own folder.")
UNREADABLE_FILE = Problem("unreadable-file", "A file cannot be read.")
UNREAD_FILE = Problem("unread-file", "A file lies in the content folder that nobody reads.")

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*", re.ASCII)
_NOTES = (".md", ".txt", "~")  # beside content for people; never read
T = TypeVar("T")
_FOLDERS_OF_A_GAME = frozenset(("variants", "scenarios", "text", "bots"))  # bots: what these have learnt


class Library:
    """A content folder. Keeps what it has read for as long as the file does not change.

    `unsaved` maps file names (`cards/quarry/blocks.yaml`) to texts that are read in place of the file on
    disk, for editors. `checked` holds findings by (id of a node, schema), with the node, so that its id
    stays its own (see `files.check_once`).
    """

    def __init__(self, root: Path, unsaved: Mapping[str, str] | None = None) -> None:
        self.root = Path(os.path.realpath(root))
        self.unsaved: dict[str, str] = dict(unsaved or {})
        self.checked: dict[tuple[int, str], tuple[Node, tuple[Diagnostic, ...]]] = {}
        self._read: dict[str, tuple[object, Node | None, tuple[Diagnostic, ...]]] = {}
        self._stand_ins: dict[str, Node] = {}
        self._seen: dict[tuple[str, str], Any] | None = None  # what `still` has looked up, by question and name

    def with_stand_ins(self, nodes: Mapping[str, Node]) -> Library:
        """The same folder, in which these files have these nodes; what is read and looked up is shared."""
        other = copy(self)
        other._stand_ins = dict(nodes)
        return other

    @contextmanager
    def still(self) -> Iterator[None]:
        """Inside, the folder counts as one that nobody changes: everything is looked up once."""
        before = self._seen
        if before is None:
            self._seen = {}
        try:
            yield
        finally:
            self._seen = before

    def _once(self, question: str, name: str, ask: Callable[[str], T]) -> T:
        if self._seen is None:
            return ask(name)
        key = question, name
        if key not in self._seen:
            self._seen[key] = ask(name)
        found: T = self._seen[key]
        return found

    # ---- what there is ------------------------------------------------------------------------

    def games(self) -> list[str]:
        """Names of the games, sorted: the folders of `rules/` that hold a `game.yaml`."""
        return list(self._once("with game.yaml", "rules", lambda rules: self._holding(rules, "game.yaml")))

    def layers(self, game: str) -> list[str]:
        """Names of the game's variants and expansions, sorted."""
        folder = f"rules/{game}/variants"
        return list(self._once("with layer.yaml", folder, lambda folder: self._holding(folder, "layer.yaml")))

    def _holding(self, folder: str, file: str) -> list[str]:
        return [name for name in self._folders(folder) if self.exists(f"{folder}/{name}/{file}")]

    def game_file(self, game: str) -> str:
        """`rules/<game>/game.yaml`."""
        return f"rules/{game}/game.yaml"

    def layer_file(self, game: str, layer: str) -> str:
        """`rules/<game>/variants/<layer>/layer.yaml`."""
        return f"rules/{game}/variants/{layer}/layer.yaml"

    def card_files(self, game: str, layer: str | None = None) -> list[str]:
        """The card files of the game, or those that a layer brings along, sorted by name."""
        folder = f"cards/{game}" if layer is None else f"rules/{game}/variants/{layer}/cards"
        return self._files(folder)

    def scenario_files(self, game: str) -> list[str]:
        """`rules/<game>/scenarios/*.yaml`, sorted."""
        return self._files(f"rules/{game}/scenarios")

    def text_files(self, game: str) -> list[str]:
        """`rules/<game>/text/<language>.yaml`, sorted."""
        return self._files(f"rules/{game}/text")

    def table_file(self, game: str) -> str | None:
        """`rules/<game>/table.yaml`, if there is one."""
        name = f"rules/{game}/table.yaml"
        return name if self.exists(name) else None

    def exists(self, name: str) -> bool:
        """Whether a regular file of this name lies in the folder (and no link on the way to it)."""
        if name in self.unsaved:
            return True
        return self._once("is a file", name, self._is_file)

    def _is_file(self, name: str) -> bool:
        path = self._path(name)
        return path is not None and path.is_file()

    # ---- clear answers about what there is not --------------------------------------------------

    def has_game(self, game: str, report: Report, at: Span | None = None) -> bool:
        """Whether the game exists; if not, the report says what does. `at`: who asks for it."""
        if not os.path.isdir(self.root / "rules"):
            message = "this content folder has no folder `rules`"
            help = "name a folder that holds `rules` and `cards`"
            report.error(MISSING_FOLDER, at=at or _whole("rules"), message=message, help=help, cause=1)
            return False
        games = self.games()
        if game in games:
            return True
        if game in self._folders("rules"):
            message = f"`rules/{game}` has no `game.yaml`"
            report.error(MISSING_FILE, at=at or _whole(f"rules/{game}/game.yaml"), message=message, cause=1)
            return False
        help = did_you_mean(game, games) or "a game is a folder `rules/NAME` with a `game.yaml`"
        report.error(UNKNOWN_GAME, at=at or _whole("rules"), message=f"no game is called `{game}`", help=help, cause=1)
        return False

    def has_layer(self, game: str, layer: str, report: Report, at: Span | None = None) -> bool:
        """Whether the game has this variant or expansion; if not, the report says which it has."""
        layers = self.layers(game)
        if layer in layers:
            return True
        folder = f"rules/{game}/variants"
        if layer in self._folders(folder):
            message = f"`{folder}/{layer}` has no `layer.yaml`"
            report.error(MISSING_FILE, at=at or _whole(f"{folder}/{layer}/layer.yaml"), message=message, cause=1)
            return False
        message = f"`{game}` has no variant or expansion called `{layer}`"
        help = did_you_mean(layer, layers) or f"a variant is a folder `{folder}/NAME` with a `layer.yaml`"
        report.error(UNKNOWN_LAYER, at=at or _whole(folder), message=message, help=help, cause=1)
        return False

    def check_folders(self, report: Report) -> None:
        """Report what lies in the content folder itself and nobody reads: cards without a game, stray files."""
        games = set(self.games())
        for name in self._folders("rules"):
            if name not in games:
                self.has_game(name, report)
        for name in self._folders("cards"):
            if name not in games:
                help = did_you_mean(name, games)
                message = f"cards for `{name}`, but no game of this name"
                report.error(UNREAD_FILE, at=_whole(f"cards/{name}"), message=message, help=help, cause=4)
        for folder in ("rules", "cards"):
            for name in self._names(folder):
                if not os.path.isdir(self.root / folder / name) or os.path.islink(self.root / folder / name):
                    self._stray(f"{folder}/{name}", report)

    def check_game_folder(self, game: str, manifest: Iterable[str], report: Report) -> None:
        """Report what lies in the game's folders and nobody reads. `manifest`: file names under `rules/<game>`."""
        named = tuple(manifest)
        for diagnostic in self._once("strays", f"{game}/{named}", lambda _: tuple(self._strays(game, named))):
            report.add(diagnostic)

    def _strays(self, game: str, manifest: tuple[str, ...]) -> Report:
        report = Report()
        known = {self.game_file(game), f"rules/{game}/table.yaml", *(f"rules/{game}/{name}" for name in manifest)}
        for name in self._names(f"rules/{game}"):
            if not (name in _FOLDERS_OF_A_GAME and name in self._folders(f"rules/{game}")):
                self._unless_known(f"rules/{game}/{name}", known, report)
        for folder in (f"cards/{game}", f"rules/{game}/scenarios", f"rules/{game}/text"):
            files = set(self._files(folder))
            for name in self._names(folder):
                self._unless_known(f"{folder}/{name}", files, report)
        variants = f"rules/{game}/variants"
        for layer in self._names(variants):
            if layer not in self._folders(variants):
                self._stray(f"{variants}/{layer}", report)
                continue
            self.has_layer(game, layer, report)
            for name in self._names(f"{variants}/{layer}"):
                if name != "layer.yaml" and name != "cards":
                    self._stray(f"{variants}/{layer}/{name}", report)
            files = set(self._files(f"{variants}/{layer}/cards"))
            for name in self._names(f"{variants}/{layer}/cards"):
                self._unless_known(f"{variants}/{layer}/cards/{name}", files, report)
        return report

    def _unless_known(self, name: str, known: set[str], report: Report) -> None:
        if name not in known:
            self._stray(name, report)

    def _stray(self, name: str, report: Report) -> None:
        if name.endswith(_NOTES):
            return
        path = self.root / name
        what = "folder" if os.path.isdir(path) else "file"
        help = (
            "name it under `game: files:`, or remove it"
            if name.startswith("rules/") and name.count("/") == 2
            else "move or remove it"
        )
        message = f"nobody reads this {what}"
        if os.path.islink(path):
            message, help = "this is a symbolic link, which content does not follow", "put a copy here"
        elif not _NAME.fullmatch(os.path.basename(name)):
            help = "names of files are letters, digits, `_`, `-` and `.`"
        elif name.endswith(".yml"):
            help = "call it `" + os.path.basename(name)[:-4] + ".yaml`"
        report.error(UNREAD_FILE, at=_whole(name), message=message, help=help, cause=4)

    # ---- reading --------------------------------------------------------------------------------

    def read(self, name: str, report: Report, at: Span | None = None) -> Node | None:
        """The nodes of one file, or None with the reason in the report. `at`: who names the file."""
        if name in self._stand_ins:
            return self._stand_ins[name]
        kept = self._read.get(name)
        if kept is not None and self._seen is not None and ("read", name) in self._seen:
            for diagnostic in kept[2]:
                report.add(diagnostic)
            return kept[1]
        stamp = self._stamp(name)
        if self._seen is not None and stamp is not None:
            self._seen["read", name] = True
        if kept is None or stamp is None or kept[0] != stamp:
            if kept is not None:
                self.checked.clear()
            from interpreter.reading.yaml_nodes import parse_yaml  # listing what there is does without

            own = Report()
            source = self._source(name, own, at)
            node = None if source is None else parse_yaml(source, name, own)
            kept = (stamp, node, tuple(own))
            if stamp is not None:
                self._read[name] = kept
        for diagnostic in kept[2]:
            report.add(diagnostic)
        return kept[1]

    def text(self, name: str) -> str | None:
        """The text of a file for showing lines of it beside a diagnostic; None if it cannot be read."""
        source = self._source(name, Report(), None)
        if source is None:
            return None
        text = source if isinstance(source, str) else source.decode("utf-8", "replace")
        return text.removeprefix("\ufeff").replace("\r\n", "\n")

    def _stamp(self, name: str) -> object:
        """What changes when the file does; None if there is nothing to keep."""
        if name in self.unsaved:
            return self.unsaved[name]
        path = self._path(name)
        if path is None:
            return None
        try:
            status = os.stat(path, follow_symlinks=False)
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size, status.st_ino

    def _source(self, name: str, report: Report, at: Span | None) -> bytes | str | None:
        if name in self.unsaved:
            return self.unsaved[name]
        place = at or _whole(name)
        path = self._path(name)
        if path is None:
            message = f"`{name}` leads out of the content folder"
            help = "name a file in the same folder; symbolic links are not followed"
            report.error(OUTSIDE_FOLDER, at=place, message=message, help=help, cause=1)
            return None
        folder, _, _ = name.rpartition("/")
        return _open(path, name, place, self._names(folder), report)

    def _path(self, name: str) -> Path | None:
        """The place of a name on disk; None if a part is no plain name or a symbolic link."""
        return self._once("place", name, self._find_path)

    def _find_path(self, name: str) -> Path | None:
        folder, below, part = name.rpartition("/")
        parent = self._path(folder) if below else self.root
        if parent is None or not _NAME.fullmatch(part):
            return None
        path = parent / part
        return None if os.path.islink(path) else path

    def _names(self, folder: str) -> list[str]:
        """Everything in a folder but what begins with a dot, sorted; empty if there is no such folder."""
        return self._once("names", folder, self._find_names)

    def _find_names(self, folder: str) -> list[str]:
        path = self._path(folder)
        if path is None:
            return []
        try:
            return sorted(_printable(name) for name in os.listdir(path) if not name.startswith("."))
        except OSError:
            return []

    def _folders(self, folder: str) -> list[str]:
        return self._once("folders", folder, self._find_folders)

    def _find_folders(self, folder: str) -> list[str]:
        found = []
        for name in self._names(folder):
            path = self._path(f"{folder}/{name}")
            if path is not None and path.is_dir():
                found.append(name)
        return found

    def _files(self, folder: str) -> list[str]:
        names = {f"{folder}/{name}" for name in self._names(folder) if name.endswith(".yaml")}
        names |= {name for name in self.unsaved if name.rpartition("/")[0] == folder and name.endswith(".yaml")}
        return sorted(name for name in names if self.exists(name))


_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)  # opening a pipe would wait for a writer


def _printable(name: str) -> str:
    """File names may hold bytes that are no text; they are shown with `?` and then not found."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _whole(name: str) -> Span:
    return Span.at(_printable(name), 1, 1, 0)


def _open(path: Path, name: str, place: Span, names: list[str], report: Report) -> bytes | None:
    """The bytes of a regular file of limited size. `names`: what lies beside it, for suggestions."""
    from interpreter.reading.yaml_nodes import FILE_TOO_LARGE, MOST_BYTES

    try:
        descriptor = os.open(path, os.O_RDONLY | _NO_FOLLOW | _NO_WAIT)
    except FileNotFoundError:
        help = did_you_mean(path.name, [n for n in names if n.endswith(".yaml")])
        report.error(MISSING_FILE, at=place, message=f"there is no file `{name}`", help=help, cause=1)
        return None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a name of a file"
        report.error(UNREADABLE_FILE, at=place, message=f"`{name}` cannot be read: {reason}", cause=1)
        return None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            report.error(UNREADABLE_FILE, at=place, message=f"`{name}` is not a regular file", cause=1)
            return None
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            source = file.read(MOST_BYTES + 1)
    except OSError as error:
        report.error(UNREADABLE_FILE, at=place, message=f"`{name}` cannot be read: {error.strerror}", cause=1)
        return None
    finally:
        os.close(descriptor)
    if len(source) > MOST_BYTES:
        message = f"this file has more than {MOST_BYTES} bytes"
        report.error(FILE_TOO_LARGE, at=_whole(name), message=message, help="split it into several files", cause=2)
        return None
    return source


def read_yaml(path: Path, shown: str, report: Report) -> Node | None:
    """The nodes of one file outside of a library: a file that the user names. `shown`: its name in spans."""
    from interpreter.reading.yaml_nodes import parse_yaml

    source = _open(path, shown, _whole(shown), [], report)
    return None if source is None else parse_yaml(source, shown, report)


def atomic_write(path: Path, text: str) -> None:
    """Write a file so that it is whole at every moment: the old text, or the new one.

    Its folder is made if it is missing. Line ends are written as they stand.
    Errors: OSError as from any writing; nothing is left behind then.
    """
    import tempfile  # reading does without it

    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".new", dir=path.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _mode(path))
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _mode(path: Path) -> int:
    """The rights of the file that is replaced, or those of any new file."""
    try:
        return stat.S_IMODE(os.stat(path).st_mode)
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
