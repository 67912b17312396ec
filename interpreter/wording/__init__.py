"""Rules text for people, in English and German, made from effects, the sentences of the vocabulary and a game's names.

In: a checked game, trees and a language. Out: texts. Nothing here knows a game, and nothing prints.
"""

from interpreter.wording.german import label
from interpreter.wording.rulebook import action_text, card_page, card_text, rules_text
from interpreter.wording.wording import Wording

__all__ = ["Wording", "action_text", "card_page", "card_text", "label", "rules_text"]
