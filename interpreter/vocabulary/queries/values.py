"""The different keys of a set's members, each once, in the order met: `values(dice by colour)`."""

from interpreter.vocabulary.words import Parameter, Query


def _values(keys: list[int]) -> list[int]:
    return list(dict.fromkeys(keys))


WORD = Query(
    name="values",
    sentences={"en": "the different values of {0}", "de": "die verschiedenen Werte {0:gen}"},
    forms={"en by": "the different {by:many} of {0}", "de by": "die verschiedenen {by:many} {0:gen}"},
    parameters=(Parameter("set"),),
    gives=lambda types: types[0].set_of(),
    call=_values,
    alike_as_one=True,
    of_key=True,
    ordered=True,
)
