"""Whether you have used up the limit at the head of an effect: of a card with `use: once per turn do …`,
`used(card.use)` says whether you have used it in this turn.

How often and how long is what the limit says; an effect without a limit is never used up, nor does a use count that
another effect performs. Of an action or named effect it is the limit of its offer."""

from interpreter.state import State, values
from interpreter.vocabulary.words import Effects, Parameter, Query


def _used(effects: Effects, S: State, you: int, this: int, effect: int, *given: object) -> bool:
    return effects.used_up(S, effect, you, this)


WORD = Query(
    name="used",
    sentences={"en": "{0} {0:is} used up", "de": "{0:nom} verbraucht {0:is}"},
    forms={"en not": "{0} {0:is} not used up", "de not": "{0:nom} nicht verbraucht {0:is}"},
    parameters=(Parameter("effect", limited=True),),
    gives=lambda types: values.TRUTH,
    call=_used,
)
