"""All choices of so many members of a set, each a set itself, to be asked about: `highest(subsets(cards, 5) by
worth(it))`, `any(subsets(you.hand, 3) where run(it by rank))`, `the five in subsets(cards, 5) with most worth(five)`.

`it` is such a set and goes where a set is wanted, also into a function with a parameter `cards: set of KIND`. None if
the set has fewer members."""

from dataclasses import replace
from itertools import combinations
from math import comb

from interpreter.vocabulary.words import Parameter, Query, TooMuch

CAP = 100_000


def _subsets(members: list[int], number: int) -> list[tuple[int, ...]]:
    if number >= 0 and comb(len(members), number) > CAP:
        raise TooMuch(f"{len(members)} members have more than 100,000 choices of {number}; ask about a smaller set")
    return list(combinations(members, number)) if number >= 0 else []


WORD = Query(
    name="subsets",
    sentences={"en": "the selections of {1} of {0}", "de": "die Auswahlen von {1} {0:gen}"},
    forms={"noun": "selection", "en after": "of {1} of {0}", "de after": "von {1} {0:gen}"},
    parameters=(Parameter("set"), Parameter("number")),
    gives=lambda types: replace(types[0].set_of(), sets=True),
    call=_subsets,
    keyless=True,
)
