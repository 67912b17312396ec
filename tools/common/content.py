"""Finding content: the folder with rules/ and cards/, games in it by name, and a game with its layers.

In: what the user typed. Out: folders and loaded rulesets, or a Failure that suggests the name meant.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tools.common.failures import Failure
from tools.common.names import suggestion

if TYPE_CHECKING:
    from interpreter.pipeline import Ruleset

BUNDLED = "rulewright_content"


_current: Path | None = None


def current_root() -> Path | None:
    """The content folder that the command works on, as far as it has been found."""
    return _current


def content_root(given: Path | None) -> Path:
    """The content folder: the one given, else the nearest one upwards from here, else the bundled games."""
    global _current
    _current = _find_root(given)
    return _current


def _find_root(given: Path | None) -> Path:
    if given is not None:
        root = given.resolve()
        if not root.is_dir():
            raise Failure(f"there is no folder `{given}`")
        if not is_content(root):
            raise Failure(
                f"`{given}` holds no folder `rules`", "a content folder holds rules/GAME/game.yaml and cards/GAME/"
            )
        return root
    here = Path.cwd()
    for folder in (here, *here.parents):
        if is_content(folder):
            return folder
    return bundled()


def bundled() -> Path:
    """The games that come with the program: beside the code in a checkout, else inside the installed package."""
    beside = Path(__file__).resolve().parents[2]
    for folder in (beside, *(Path(entry) / BUNDLED for entry in [str(beside), *sys.path] if entry)):
        if is_content(folder):
            return folder
    raise Failure("no content folder is near, and none is bundled", "name one with `--content DIR`")


def is_content(folder: Path) -> bool:
    """Whether a folder is laid out like ours: at least one `rules/GAME/game.yaml`."""
    rules = folder / "rules"
    return rules.is_dir() and any((game / "game.yaml").is_file() for game in rules.iterdir())


def check_game(root: Path, game: str) -> None:
    """Refuse a game that is not there, with the closest name."""
    from interpreter.pipeline import games

    known = games(root)
    if game not in known:
        raise Failure(f"no game is called `{game}`", suggestion(game, known))


def check_layers(root: Path, game: str, layers: Sequence[str]) -> None:
    """Refuse a layer that is not there, with the closest name."""
    from interpreter.pipeline import layers as layers_of

    known = layers_of(root, game)
    for layer in layers:
        if layer not in known:
            help = suggestion(layer, known)
            if not help:
                help = f"its layers: {', '.join(known)}" if known else f"`{game}` has no layers"
            raise Failure(f"`{game}` has no layer called `{layer}`", help)


def load_ruleset(root: Path, game: str, layers: Sequence[str] = ()) -> Ruleset:
    """A game with layers laid over it. Raises Failure for unknown names, Refused for faulty content."""
    from interpreter.caching.store import open_store
    from interpreter.pipeline import load

    check_game(root, game)
    check_layers(root, game, layers)
    return load(root, game, tuple(layers), store=open_store())


def split_name(text: str) -> tuple[str, tuple[str, ...]]:
    """`game+layer+layer` as a game and its layers."""
    game, *layers = text.split("+")
    return game, tuple(layers)


def full_name(game: str, layers: Sequence[str]) -> str:
    """A game and its layers as one word, the way they are typed."""
    return "+".join([game, *layers])


def check_players(ruleset: Ruleset, players: int | None) -> int:
    """The number of players asked for, or the smallest that the game takes."""
    low, high = ruleset.min_players, ruleset.max_players
    if players is None:
        return low
    if not low <= players <= high:
        takes = f"{low}" if low == high else f"{low} to {high}"
        raise Failure(f"`{ruleset.id}` is for {takes} players, not {players}")
    return players
