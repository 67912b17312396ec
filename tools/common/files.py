"""Files that the commands write: always whole, and the same bytes for the same values."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from tools.common.failures import Failure


def canonical(value: object) -> str:
    """JSON on one line, keys sorted."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def write_text(path: Path, text: str) -> None:
    """Replace a file in one step: a reader, or a killed command, meets the old text or the new one."""
    from interpreter.reading.library import atomic_write

    try:
        atomic_write(path, text)
    except OSError as error:
        raise Failure(f"`{path}` cannot be written: {_reason(error)}") from None


def check_writable(path: Path) -> None:
    """Fail now rather than after long work if a file could not be written there.

    Leaves no folder behind: missing ones are made when there is something to write.
    """
    from tempfile import TemporaryFile

    made: list[Path] = []
    try:
        for folder in [folder for folder in (path.parent, *path.parent.parents) if not folder.exists()][::-1]:
            folder.mkdir(exist_ok=True)
            made.append(folder)
        with TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise Failure(f"`{path}` cannot be written: {_reason(error)}") from None
    finally:
        for folder in reversed(made):
            with suppress(OSError):  # somebody else has put something there
                folder.rmdir()
    if path.is_dir():
        raise Failure(f"`{path}` is a folder", "name a file in it")


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()


def write_json(path: Path, value: object) -> None:
    """Replace a JSON file in one step."""
    write_text(path, json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n")


def read_json(path: Path, what: str) -> dict[str, Any]:
    """The mapping in a JSON file that a command wrote earlier; `what` says which kind of file is expected."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Failure(f"there is no file `{path}`") from None
    except OSError as error:
        raise Failure(f"`{path}` cannot be read: {_reason(error)}") from None
    except (ValueError, RecursionError):
        raise Failure(f"`{path}` is not {what}: it is no JSON") from None
    if not isinstance(value, dict):
        raise Failure(f"`{path}` is not {what}")
    return value
