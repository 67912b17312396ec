"""The lowest key in a set: `lowest(dice by value)`. A second argument is the answer for an empty set; without it an
empty set is an error while playing."""

from interpreter.vocabulary.words import Parameter, Query


def _lowest(keys: list[int], otherwise: int | None = None) -> int:
    if not keys and otherwise is not None:
        return otherwise
    return min(keys)


WORD = Query(
    name="lowest",
    sentences={"en": "the lowest of {0}", "de": "der niedrigste Wert {0:gen}"},
    forms={"en adjective": "lowest", "de adjective": "niedrigste"},
    parameters=(
        Parameter("set"),
        Parameter("number", required=False),
    ),
    gives=lambda types: types[0],
    call=_lowest,
    alike_as_one=True,
    of_key=True,
    weighs=("number", "enum"),
)
