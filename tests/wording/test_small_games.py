"""The rules of every small game in words: no name without words, no article too many, no mark of a program in a text.

The sentences themselves are stored for the corpus and for bundled games; here stands what holds for any of them.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from interpreter.checking.game import Game
from interpreter.pipeline import games, load
from interpreter.wording import action_text, card_page, rules_text
from tests.wording.test_wording import STOPS
from tests.wording.texts import REPOSITORY
from tests.wording.wording_corpus import LANGUAGES
from tools.text.lacking import lacking

CONTENT = REPOSITORY / "tests" / "games"
NAMES = games(CONTENT)

SIGNS = re.compile(r"==|!=|<=|>=|->|[{}_<>]|\.\.")  # of the effect language

# what an editor would strike out
WRONG = {
    "en": re.compile(
        r"“[a-z][^”]*”|\b(the|a|an) (the|a|an)\b|\bof of\b|\bTrue\b|\bFalse\b|\bis they\b|\bis you\b|such that their "
    ),
    "de": re.compile(
        r"„[a-zäöü][^“]*“|(?<!,)(?<! und) \b(der|die|das|den|dem|des) (der|die|das|den|dem|des)\b"
        r"|\bTrue\b|\bFalse\b|jede/r|\b(nicht )?du ist\b|\bkein 1\b|\bsodass sein"
    ),
}


@cache
def small(name: str) -> Game:
    """The declarations of a small game."""
    return load(CONTENT, name).checked.game


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_reads_like_a_rulebook(name: str, language: str) -> None:
    text = rules_text(small(name), language)
    lines = [line.strip() for line in text.split("\n")]
    assert [line for line in lines if STOPS.search(line) or SIGNS.search(line)] == []
    assert [found[0] for found in WRONG[language].finditer(text)] == []


@pytest.mark.parametrize("name", NAMES)
def test_has_german_words(name: str) -> None:
    game = small(name)
    assert lacking(game, "de", rules_text(game, "de")) == []


@pytest.mark.parametrize(
    ("game", "action", "language", "text"),
    [
        # a zone that is called after what lies in it is not said twice
        ("pretenders", "lose_card", "en", "Move one of your masks to your masks lost."),
        ("pretenders", "lose_card", "de", "Lege eine deiner Masken in deine verlorenen Masken."),
        # an article and its noun agree with whoever wins, and with several
        ("ironroads", "merger_bonus", "en", "to the players whose shares in the company are more than 0"),
        ("ironroads", "merger_bonus", "de", "an die Spieler, deren Anteile an der Gesellschaft größer als 0 sind"),
        ("ironroads", "merger_bonus", "de", "geordnet nach ihren Anteilen an der Gesellschaft"),
        ("ironroads", "elect", "de", "der Spieler mit den meisten Anteilen an der Gesellschaft."),
        ("provinces", "influence", "de", "deren Besitzer du nicht bist"),
        # what belongs to somebody inside what is said of it
        ("cauldron", "draw_chip", "de", "wenn das Weiß in deinem Topf größer als 7 ist"),
        # shared things are many
        (
            "kuhn",
            "bet",
            "de",
            "Wenn es keinen Setzenden gibt, zahle 1 Chip: Erhalte 1 Chip im Pot; du wirst Setzender.",
        ),
        # one of several resources, and not a card
        ("menagerie", "trade", "en", "Choose a good given, choose a good taken other than the good given"),
        # two act, and not one of them
        ("clans", "battle", "en", "The attacker and the defender, in secret and all at the same time: choose up to 2"),
    ],
)
def test_a_sentence(game: str, action: str, language: str, text: str) -> None:
    assert text in action_text(small(game), action, language)


@pytest.mark.parametrize(
    ("game", "card", "language", "text"),
    [
        ("skirmish", "sentinel", "en", "Cost 2; strength 3; guard."),
        ("skirmish", "sentinel", "de", "Kosten 2; Stärke 3; Wächter."),
        ("greening", "harbour", "en", "After a player puts a tile from the supply, if the cover of the tile is water"),
        ("clans", "champions", "en", "The strength is 1 higher for every player if there is a tie"),
    ],
)
def test_what_is_printed(game: str, card: str, language: str, text: str) -> None:
    assert text in card_page(small(game), card, language)


@pytest.mark.parametrize(
    ("name", "language", "text"),
    [
        ("tictactoe", "en", "Wins: each player who has three in a row."),
        ("tictactoe", "de", "Es gewinnt: jeder Spieler, der drei in einer Reihe hat."),
        ("staircase", "de", "(einmal für den Spieler am Zug)"),
        ("staircase", "de", "Setze den Spieler am Zug auf den Ersten der Rangfolge."),
        ("carts", "de", "von der Hand aller Spieler und aus den ausgeführten Karten"),
        ("deckbuilding", "de", "in deiner Ablage"),
    ],
)
def test_a_line_of_the_rules(name: str, language: str, text: str) -> None:
    assert text in rules_text(small(name), language)
