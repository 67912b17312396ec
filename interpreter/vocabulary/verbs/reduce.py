"""A modifier: while it is in play a quantity is smaller: `reduce block_price by 1 down to 1 where block.size == 6`.

Order of modifiers: set, multiply, increase and reduce, then bounds.
"""

from interpreter.vocabulary.words import Verb

WORD = Verb(
    name="reduce",
    sentences={
        "en": "{argument} {argument:is} {by} lower[ (down to {down to})]",
        "de": "{argument:nom} {argument:is} um {by} niedriger[ (mindestens {down to})]",
    },
    role="modify",
)
