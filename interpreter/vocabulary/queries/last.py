"""The last member of a set in its order (of a stack the bottom), nothing if it is empty. With a number: the
set of the last so many."""

from interpreter.state import NOTHING
from interpreter.vocabulary.words import Parameter, Query


def _last(members: list[int], number: int | None = None) -> int | list[int]:
    if number is not None:
        return members[-number:] if number > 0 else []
    return members[-1] if members else NOTHING


WORD = Query(
    name="last",
    sentences={"en": "the last of {0}", "de": "der letzte Teil {0:gen}"},
    forms={"en adjective": "last", "de adjective": "letzte", "en stack": "bottom", "de stack": "unterste"},
    parameters=(
        Parameter("set"),
        Parameter("number", required=False),
    ),
    gives=lambda types: types[0].set_of() if len(types) > 1 else types[0].one(),
    call=_last,
    ordered=True,
    keyless=True,
)
