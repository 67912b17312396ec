"""Whether an effect could begin if you performed it now: `choose job in row where can(job.does) -> perform job.does`.

It is asked about what `perform` takes: an action, a named effect with its arguments (`can(score(a))`), an effect that
a card, slot or table holds (`can(card.use)`); nothing is carried out. As in an offer the first statement decides: a
sentence if its commitments can be met or it has `otherwise`, `either` if an alternative can begin, `perform` and a
`repeat` that must run if what they carry out can, a limit if it is not used up; every other statement can. Where no
such effect is held, nothing can begin.

As with `perform`, what is forbidden to choose does not matter, nor does a limit at the head of an effect that something
holds; `used(card.use)` asks for that. The payments of the sentence in which the question stands are not made yet. No
answer may need itself, on whatever way."""

from typing import Any

from interpreter.state import State, values
from interpreter.vocabulary.words import Effects, Parameter, Query


def _can(effects: Effects, S: State, you: int, this: int, effect: int, *given: Any) -> bool:
    return effects.begins(S, effect, you, this, given)


WORD = Query(
    name="can",
    sentences={"en": "{0} can be carried out", "de": "{0:nom} ausgeführt werden kann"},
    forms={"en not": "{0} cannot be carried out", "de not": "{0:nom} nicht ausgeführt werden kann"},
    parameters=(Parameter("effect"),),
    gives=lambda types: values.TRUTH,
    call=_can,
)
