"""The members of a set from the lowest key to the highest; equal keys keep the set's order."""

from interpreter.vocabulary.words import Parameter, Query


def _in_order(pairs: list[tuple[int, int]]) -> list[int]:
    return [member for _, member in sorted(pairs, key=lambda pair: pair[0])]


WORD = Query(
    name="sorted",
    sentences={"en": "{0} in ascending order", "de": "{0} in aufsteigender Reihenfolge"},
    forms={
        "en by": "{0}, from the lowest {by} to the highest,",
        "de by": "{0}, {by:upwards},",
        "en by down": "{0}, from the highest {by} to the lowest,",
        "de by down": "{0}, {by:downwards},",
    },
    parameters=(Parameter("set"),),
    gives=lambda types: types[0].set_of(),
    call=_in_order,
    pairs=True,
    needs_key=True,
    ordered=True,
)
