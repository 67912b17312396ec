"""Where generated code takes a shorter way than effect objects: what lies in piles as bytes, moving and filling up without
a call, keys that are reckoned once, picks that are counted in a name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from interpreter.compiling.choices import Looks
from interpreter.pipeline import load
from interpreter.state import chance
from tests.engine.backends import both, compare
from tests.engine.bazaar import content, faults


def test_a_game_of_few_components_goes_as_its_effects_say(tmp_path: Path) -> None:
    assert faults(content(tmp_path)) == []


def test_a_game_of_more_components_than_bytes_goes_as_its_effects_say(tmp_path: Path) -> None:
    assert faults(content(tmp_path, copies=32), 5) == []


PERFORMED = """\
effects:
  more:
    text: {en: One more., de: Noch eine.}
    do: again
"""


def test_one_more_pick_granted_by_an_effect_counts_too(tmp_path: Path) -> None:
    assert faults(content(tmp_path, again="perform more", effects=PERFORMED)) == []


def test_an_action_that_another_effect_performs_grants_picks_too(tmp_path: Path) -> None:
    effects = "  twice:\n    text: {en: Twice, de: Zweimal}\n    do: |\n      perform buy\n      perform take\n"
    folder = content(tmp_path, effects=effects)
    rules = folder / "rules" / "bazaar" / "game.yaml"
    rules.write_text(rules.read_text().replace("offer: [take, buy, put, store]", "offer: [take, buy, twice]"))
    assert faults(folder) == []


def test_what_a_zone_is_not_for_is_not_counted(tmp_path: Path) -> None:
    """A stall among the cards has no worth; a zone may hold what its rules never name."""
    effects = "  mix:\n    text: {en: Mix, de: Mische}\n    do: |\n      move (box where it.hue == red) to row\n"
    folder = content(tmp_path, effects=effects)
    rules = folder / "rules" / "bazaar" / "game.yaml"
    text = rules.read_text().replace("offer: [take, buy, put, store]", "offer: [take, buy, mix, store]")
    for moved in ("payment to gone", "slot.stall to you.owned"):
        text = text.replace(f"move {moved}", f"move {moved.split()[0]} to box")
    rules.write_text(text)
    ways = both(load(folder, "bazaar"), 2)
    assert [fault for seed in range(6) for fault in compare(*ways, seed).faults] == []


@pytest.mark.parametrize("limit", [2, 3, 7, 8, 9, 17, 54, 108, 300])
def test_draws_side_by_side_are_those_one_by_one(limit: int) -> None:
    for key in (0, 1, 0x0123456789ABCDEF, (1 << 64) - 1):
        for count in (0, 5, 1_000_000):
            one_by_one = [chance.draw(key, count + i, below) for i, below in enumerate(range(limit, 1, -1), 1)]
            assert list(chance.draws(key, count, limit)) == one_by_one


@pytest.mark.parametrize("seed", [0, 1, 1_000, (1 << 64) - 2, -5])
@pytest.mark.parametrize("count", [0, 1, 70_000])
def test_what_many_seeds_draw_is_what_each_draws(seed: int, count: int) -> None:
    keys = [chance.stream_key(number, "deck") for number in range(seed, seed + 9)]
    for below in (1, 2, 6, 256, 257, 1 << 40):
        assert list(chance.ahead("deck", seed, 1, count, below)) == [chance.draw(keys[0], count, below)]
        assert list(chance.ahead("deck", seed, 9, count, below)) == [chance.draw(key, count, below) for key in keys]
    for limit in (0, 1, 2, 3, 8, 20, 300):
        shuffles = [tuple(chance.draws(key, count, limit)) for key in keys]
        assert limit < 2 or len(set(shuffles)) > 1
        if limit:
            assert list(chance.ahead("deck", seed, 1, count, -limit)) == shuffles[:1]
            assert list(chance.ahead("deck", seed, 9, count, -limit)) == shuffles


def test_seeds_and_names_begin_apart() -> None:
    """All bits of the keys of neighbouring seeds and names are even, and none comes twice."""
    names = [f"stream {number}" for number in range(40)]
    keys = [chance.stream_key(seed, name) for seed in range(100) for name in names]
    assert len(set(keys)) == len(keys)
    for bit in range(64):
        assert abs(sum(key >> bit & 1 for key in keys) - 2_000) < 200, f"bit {bit}"  # six times the deviation
    other = [chance.stream_key(seed + 1, name) for seed in range(100) for name in names]
    changed = [(one ^ two).bit_count() for one, two in zip(keys, other, strict=True)]
    assert abs(sum(changed) / len(changed) - 32) < 0.4  # five times the deviation


def looking(looks: Looks, pile: Sequence[int]) -> bytes:
    """How a pile looks as generated code sees it."""
    tables = looks.packed()
    assert tables is not None
    first, weights = tables
    seen = bytes(pile).translate(first[pile[0]]) if pile else b""
    return bytes(pile).translate(weights) if len(set(seen)) == len(seen) else seen


def test_piles_that_look_alike_as_bytes_offer_the_same() -> None:
    """Two piles have the same bytes only where the same members are alike and weigh the same."""
    class_of = [c // 3 * 3 for c in range(54)]  # three copies each of 18 cards: two hues of nine values
    values = [c // 3 % 9 for c in range(54)]
    looks = Looks(range(54), class_of, [values.__getitem__])
    chosen = Random(5)
    seen: dict[bytes, tuple[list[int], list[int]]] = {}
    again = 0
    for _ in range(20_000):
        pile = sorted(chosen.sample(range(54), chosen.randrange(5)))
        offers = (
            [values[c] for c in pile],
            [next(i for i, d in enumerate(pile) if class_of[d] == class_of[c]) for c in pile],
        )
        again += looking(looks, pile) in seen
        assert seen.setdefault(looking(looks, pile), offers) == offers
    assert again > 5_000
