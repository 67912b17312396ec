"""The different keys of a set's members, each once, in the order met: `values(dice by colour)`."""

from interpreter.vocabulary.words import Parameter, Query


def _values(keys: list[int]) -> list[int]:
    return list(dict.fromkeys(keys))


WORD = Query(
    name="values",
    sentences={"en": "the different values of {0}", "de": "die verschiedenen Werte von {0}"},
    parameters=(Parameter("set"),),
    gives=lambda types: types[0].set_of(),
    call=_values,
    of_key=True,
    ordered=True,
)
