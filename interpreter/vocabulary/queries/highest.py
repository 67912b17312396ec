"""The highest key in a set: `highest(dice by value)`. A second argument is the answer for an empty set; without it an
empty set is an error while playing."""

from interpreter.vocabulary.words import Parameter, Query


def _highest(keys: list[int], otherwise: int | None = None) -> int:
    if not keys and otherwise is not None:
        return otherwise
    return max(keys)


WORD = Query(
    name="highest",
    sentences={"en": "the highest of {0}", "de": "der höchste Wert {0:gen}"},
    forms={"en adjective": "highest", "de adjective": "höchste"},
    parameters=(
        Parameter("set"),
        Parameter("number", required=False),
    ),
    gives=lambda types: types[0],
    call=_highest,
    alike_as_one=True,
    of_key=True,
    weighs=("number", "enum"),
)
