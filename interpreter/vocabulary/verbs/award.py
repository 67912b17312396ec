"""Give prizes by rank: `award (5, 2) point to players by pieces(it) ties split`.

The list holds the prizes for the 1st place, the 2nd and so on; seats are ranked from the highest key down. `ties`:
`split` (the default): tied seats share the prizes of the places they fill, rounded down, and the next takes the next
free place; `split_up`: the same, rounded up; `full`: each tied seat gets the prize of the best place and the places
behind it are used up; `lower`: each gets the prize of the last place they fill; `none`: they get nothing.
"""

from interpreter.state import State, Table
from interpreter.vocabulary.words import Parameter, Verb


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
    place, left = 0, ranked
    while left and place < len(prizes):
        best = max(left)[0]
        tied = [seat for key, seat in left if key == best]
        shared = prizes[place : place + len(tied)]
        if len(tied) == 1 or ties == "full":
            each = shared[0]
        elif ties == "lower":
            each = shared[-1] if len(shared) == len(tied) else 0
        elif ties == "none":
            each = 0
        elif ties == "split_up":
            each = -(-sum(shared) // len(tied))
        else:
            each = sum(shared) // len(tied)
        if each:
            for seat in tied:
                added = table.change(S, resource, seat, each, seat)
                if table.event_number:  # somebody may listen
                    table.happened("gain", seat, {"of": resource, "amount": added, "excess": each - added})
        place += len(tied)
        if place < len(prizes):
            left = [pair for pair in left if pair[0] != best]


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
