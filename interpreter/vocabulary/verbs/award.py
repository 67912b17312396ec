"""Give prizes by rank: `award (5, 2) point to players by pieces(it) ties split`.

The list holds the prizes for the 1st place, the 2nd and so on; seats are ranked from the highest key down. `ties`:
`split` (the default): tied seats share the prizes of the places they fill, rounded down, and the next takes the next
free place; `split_up`: the same, rounded up; `full`: each tied seat gets the prize of the best place and the places
behind it are used up; `lower`: each gets the prize of the last place they fill; `none`: they get nothing.
"""

from operator import itemgetter

from interpreter.state import State, Table
from interpreter.vocabulary.words import Parameter, Verb

_KEY = itemgetter(0)


def award(
    table: Table,
    S: State,
    you: int,
    prizes: list[int],
    resource: int,
    ranked: list[tuple[int, int]],
    ties: str = "split",
) -> None:
    """`ranked` holds (key, seat) pairs; units of `prizes` are those of the resource."""
    order = sorted(ranked, key=_KEY, reverse=True)
    place, places = 0, min(len(order), len(prizes))
    while place < places:
        best = order[place][0]
        behind = place + 1  # the last who are tied
        while behind < len(order) and order[behind][0] == best:
            behind += 1
        tied = behind - place
        if tied == 1 or ties == "full":
            each = prizes[place]
        elif ties == "lower":
            each = prizes[behind - 1] if behind <= len(prizes) else 0
        elif ties == "none":
            each = 0
        elif ties == "split_up":
            each = -(-sum(prizes[place:behind]) // tied)
        else:
            each = sum(prizes[place:behind]) // tied
        if each:
            for _, seat in order[place:behind]:
                added = table.change(S, resource, seat, each, seat)
                if table.event_number:  # somebody may listen
                    table.happened("gain", seat, {"of": resource, "amount": added, "excess": each - added})
        place = behind


TIES = ("split", "split_up", "full", "lower", "none")
WORD = Verb(
    name="award",
    sentences={
        "en": "award {argument} to {to}, ranked by {by}[; {ties}]",
        "de": "vergib {argument} an {to}, geordnet nach {by:dat}[; {ties}]",
    },
    forms={"de": "vergib vergibst vergibt vergeben vergeben"},
    role="award",
    argument=Parameter("prizes"),
    labels={
        "to": Parameter("seats"),
        "by": Parameter("key"),
        "ties": Parameter("word", required=False, default="split", words=TIES),
    },
    act=award,
    also=("gain", "passing"),
)
