"""Taking from a stack that may be made anew: shared by the words that draw and refill."""

from __future__ import annotations

from interpreter.state import State, Table


def top_of(table: Table, S: State, source: int, you: int) -> int | None:
    """The top component of a zone's list, after reshuffling its discards into it if it is empty, or None."""
    contents = S[source]
    if not contents:
        discards = table.layout.reshuffle_from.get(source)
        if discards is None or not S[discards]:
            return None
        table.move_all(S, list(S[discards]), source, you)
        table.shuffle(S, source, table.layout.shuffle_stream[source], you)
        contents = S[source]
    return contents[-1]
