"""No game in the machine: no word of a bundled game stands in `interpreter/` or `tools/`.

Every name that bundled content declares is read as whole words (`money_deck` is "money deck"), and so is everything in
the machine's files: identifiers (parted at `_` and at capitals), strings, comments, docstrings, grammars, pages. A name
may stand in both only if it is a term of the whole field, or of the language the machine is written in; `field_terms.yaml`
says why.

The games in tests/games that show the corpus of rules are many, of every kind and named with ordinary words (card, trick,
bid, worker): of those, names of several words are looked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import yaml

from interpreter.diagnostics import Report
from interpreter.pipeline import games, layers
from interpreter.reading.library import Library
from interpreter.reading.nodes import Mapping, Node, Scalar, Sequence

REPOSITORY = Path(__file__).resolve().parents[2]
CONTENT = (REPOSITORY, REPOSITORY / "tests" / "games")
MACHINE = (REPOSITORY / "interpreter", REPOSITORY / "tools")
TERMS = Path(__file__).parent / "field_terms.yaml"
NEVER = re.compile(r"\b(alhambra|pavilion|seraglio|palace|money|currency|kuhn|tictactoe)\b", re.I | re.A)
ORDINARY = frozenset(  # what shows rules of the corpus
    path.name
    for path in (REPOSITORY / "tests" / "games" / "rules").iterdir()
    if not NEVER.search(path.name)
    and any("corpus: " in file.read_text(encoding="utf-8") for file in path.glob("scenarios/*.yaml"))
)

# top keys whose own keys are names, and keys further in whose keys are names
NAMING = frozenset(
    "options enums kinds resources variables neutral zones tables functions quantities effects actions abilities"
    " setup play finish parts fields attributes by".split()
)


def words_of(text: str) -> str:
    """The words of a text, in small letters, each between blanks; capitals inside a word begin a new one.

    Words that only `_`, `-` or blanks part stand side by side; any other sign between them stays as a `|`.
    """
    parted = re.sub(r"(?<=[a-zäöüß])(?=[A-ZÄÖÜ])", " ", text).lower()
    signs = re.sub(r"[^a-z0-9äöüß_ \n-][^a-z0-9äöüß]*", " | ", parted)
    return f" {' '.join(re.findall(r'[a-z0-9äöüß]+|[|]', signs))} "


def bare(name: str) -> str:
    """A declared name as words alone, without parameters."""
    return " ".join(re.findall(r"[a-z0-9äöüß]+", words_of(name.partition("(")[0])))


def declared(node: Node, key: str = "") -> Iterator[str]:
    """Names that a node declares: keys under naming keys, values of enums, ids of cards."""
    if isinstance(node, Mapping):
        for entry in node:
            if entry.key == "words":  # texts of a table for names that are declared elsewhere
                continue
            if key in NAMING:
                yield entry.key
            if entry.key == "id" and isinstance(entry.value, Scalar):
                yield str(entry.value.value)
            if entry.key == "plural" and isinstance(entry.value, Scalar):
                yield str(entry.value.value)
            if key == "enums" and isinstance(entry.value, Mapping):
                yield from (value.key for value in entry.value)
            # what is declared may be called as a key is; its own keys are no names for that
            yield from declared(entry.value, "members" if key == "enums" else "a name" if key in NAMING else entry.key)
    elif isinstance(node, Sequence):
        for item in node:
            if key == "members" and isinstance(item, Scalar):
                yield str(item.value)
            else:
                yield from declared(item, key)


@cache
def game_names() -> dict[str, str]:
    """Each declared name as words, with the game and the name as it is written."""
    found: dict[str, str] = {}
    for root in CONTENT:
        library = Library(root)
        for game in games(root):
            names = [game, *layers(root, game)]
            files = [f"rules/{game}/{path.name}" for path in sorted((root / "rules" / game).glob("*.yaml"))]
            files += library.card_files(game)
            for layer in layers(root, game):
                files += [library.layer_file(game, layer), *library.card_files(game, layer)]
            for file in files:
                node = library.read(file, Report())
                assert isinstance(node, Mapping), file
                names += declared(node)
                names += [entry.key for entry in node if "cards/" in file]
                head = node.get("game")
                title = head.get("name") if isinstance(head, Mapping) else None
                if isinstance(title, Mapping):
                    names += [str(entry.value.value) for entry in title if isinstance(entry.value, Scalar)]
            for name in names:
                if game in ORDINARY and " " not in bare(name):
                    continue
                if not re.fullmatch(r"[0-9 ]*|[a-z]", bare(name)):  # numbers and single letters name nothing
                    found.setdefault(bare(name), f"{game}: {name}")
    return found


@cache
def machine() -> dict[str, str]:
    """The words of each file of the machine, its own name among them."""
    return {
        str(path.relative_to(REPOSITORY)): words_of(f"{path.stem} {path.read_text(encoding='utf-8')}")
        for folder in MACHINE
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix not in (".pyc", ".so")
    }


@cache
def shared() -> dict[str, str]:
    """Names that stand in the machine, with a file where they do."""
    everything = " ".join(machine().values())
    return {
        name: f"{written} | {next(file for file, words in machine().items() if f' {name} ' in words)}"
        for name, written in game_names().items()
        if f" {name} " in everything
    }


@cache
def terms(prose: bool = True) -> dict[str, str]:
    """Names that may stand on both sides, with the reason; those of `prose` come and go with comments."""
    groups = yaml.safe_load(TERMS.read_text(encoding="utf-8"))
    found: dict[str, str] = {}
    for group in groups:
        assert group.keys() - {"prose"} == {"reason", "terms"}
        for term in group["terms"]:
            assert term not in found, term
            if prose or not group.get("prose"):
                found[term] = group["reason"]
    return found


def test_the_machine_knows_no_game() -> None:
    assert {name: where for name, where in shared().items() if name not in terms()} == {}


def test_terms_of_the_field_are_needed() -> None:
    """A term on the list is declared by a game and stands in the machine; otherwise it is taken off."""
    assert sorted(terms(prose=False).keys() - shared().keys()) == []
    assert sorted(terms().keys() - game_names().keys()) == []


def test_terms_of_the_field_have_reasons() -> None:
    for term, reason in terms().items():
        assert bare(term) == term
        assert isinstance(reason, str) and len(reason) > 10, term
        assert not NEVER.search(term), term


def test_no_game_by_name() -> None:
    """The words of the acceptance test, looked for literally."""
    found = [
        f"{path.relative_to(REPOSITORY)}:{number}: {line.strip()}"
        for folder in MACHINE
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".pyc"
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        if NEVER.search(line)
    ]
    assert found == []


def test_names_are_found() -> None:
    """The collector sees names of every sort, and the machine's words as they are written."""
    names = {
        "alhambra",
        "pavilion",
        "money deck",
        "kuhn poker",
        "nought",
        "misere",
        "pot",
        "take money",
        "final scoring",
    }
    assert names <= game_names().keys()
    assert words_of("MoneyCard money_card2: `Blau`") == " money card money card2 | blau | "
