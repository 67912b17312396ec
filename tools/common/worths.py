"""What the things of a position are worth at the end of the game: learnt from games, kept beside the rules.

A value is linear: each number of a position (`tools.common.position`) times its worth, once as it is and once times
the part of the game still to come; and that part itself and its square. `fit` finds the worths by least squares with
a penalty (ridge regression).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools.common.failures import Failure

if TYPE_CHECKING:
    from tools.common.position import Reader

FILE = Path("bots") / "worths.json"  # in the folder of a game
KIND = "rulewright worths"
PENALTY = 30.0  # in rows: as if so many games said that a number is worth nothing
ALONE = "if it ended now"


@dataclass(frozen=True, slots=True)
class Worths:
    """A value function for one number of players: `now` and `ahead` by the names of a reader, the clock at the end."""

    length: float
    constant: float
    now: dict[str, float]
    ahead: dict[str, float]
    left: tuple[float, float] = (0.0, 0.0)

    def weigher(self, reader: Reader) -> Weigher:
        """The same for a reader's order of names; what this does not know is worth nothing."""
        now = [self.now.get(name, 0.0) for name in reader.names]
        ahead = [self.ahead.get(name, 0.0) for name in reader.names]
        return Weigher(reader, self.length, self.constant, now, ahead, self.left)

    def as_json(self) -> dict[str, Any]:
        """Rounded, so that the file is short."""
        pairs = {name: [round(worth, 4), round(self.ahead[name], 4)] for name, worth in self.now.items()}
        left = [round(worth, 4) for worth in self.left]
        return {"length": round(self.length, 3), "constant": round(self.constant, 4), "left": left, "worths": pairs}


@dataclass(frozen=True, slots=True)
class Weigher:
    """Worths ready to be used on positions."""

    reader: Reader
    length: float
    constant: float
    now: list[float]
    ahead: list[float]
    left: tuple[float, float]

    def value(self, match: Any, seat: int) -> float:
        """What the seat will have in the end, as far as its position tells."""
        left = max(0.0, 1 - self.reader.clock(match.state) / self.length)
        numbers = self.reader.read(match, seat)
        found = self.constant + left * (self.left[0] + left * self.left[1])
        for number, now, ahead in zip(numbers, self.now, self.ahead, strict=True):
            if number:
                found += number * (now + ahead * left)
        return found


NOTHING_LEARNT = Worths(1.0, 0.0, {ALONE: 1.0}, {ALONE: 0.0})


def fit(rows: list[list[int]], left: list[float], results: list[int], names: list[str], length: float) -> Worths:
    """Worths that foretell the results best: `rows` are positions, `left` the part of the game to come of each."""
    width = len(names)
    samples = [
        [(i, float(n)) for i, n in enumerate(row) if n]
        + [(width + i, n * rest) for i, n in enumerate(row) if n]
        + [(2 * width, rest), (2 * width + 1, rest * rest)]
        for row, rest in zip(rows, left, strict=True)
    ]
    count = len(samples)
    size = 2 * width + 2
    means, squares = [0.0] * size, [0.0] * size
    for sample in samples:
        for i, number in sample:
            means[i] += number
            squares[i] += number * number
    means = [total / count for total in means]
    spread = [max(squares[i] / count - means[i] ** 2, 0.0) ** 0.5 for i in range(size)]
    used = [i for i in range(size) if spread[i] > 1e-9]
    place = {i: at for at, i in enumerate(used)}
    mean = sum(results) / count
    products = [[0.0] * len(used) for _ in used]
    against = [0.0] * len(used)
    for sample, result in zip(samples, results, strict=True):
        scaled = [(place[i], number / spread[i]) for i, number in sample if i in place]
        for at, number in scaled:
            row = products[at]
            for other, factor in scaled:
                row[other] += number * factor
            against[at] += number * (result - mean)
    centre = [means[i] / spread[i] for i in used]
    for a, row in enumerate(products):
        for b in range(len(row)):
            row[b] -= count * centre[a] * centre[b]
        row[a] += PENALTY
    solved = _solve(products, against)
    worths = [0.0] * size
    for i, number in zip(used, solved, strict=True):
        worths[i] = number / spread[i]
    constant = mean - sum(worth * m for worth, m in zip(worths, means, strict=True))
    return Worths(
        length,
        constant,
        dict(zip(names, worths[:width], strict=True)),
        dict(zip(names, worths[width : 2 * width], strict=True)),
        (worths[2 * width], worths[2 * width + 1]),
    )


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a system with a symmetric positive matrix (Cholesky)."""
    size = len(right)
    lower = [[0.0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1):
            rest = matrix[i][j] - sum([x * y for x, y in zip(lower[i][:j], lower[j][:j], strict=True)])
            lower[i][j] = rest**0.5 if i == j else rest / lower[j][j]
    half = [0.0] * size
    for i in range(size):
        half[i] = (right[i] - sum([x * y for x, y in zip(lower[i][:i], half[:i], strict=True)])) / lower[i][i]
    found = [0.0] * size
    for i in reversed(range(size)):
        found[i] = (half[i] - sum([lower[j][i] * found[j] for j in range(i + 1, size)])) / lower[i][i]
    return found


# ---- files ---------------------------------------------------------------------------------------


def load(home: Path | None, players: int) -> Worths:
    """What was learnt for a game (its folder) with that many players, or with the nearest number; else nothing."""
    if home is None or not (home / FILE).is_file():
        return NOTHING_LEARNT
    from tools.common.files import read_json

    file = home / FILE
    data = read_json(file, "a file of worths")
    try:
        if data["kind"] != KIND:
            raise KeyError("kind")
        tables = {int(number): table for number, table in data["players"].items()}
        table = tables[min(tables, key=lambda number: (abs(number - players), number))]
        pairs = {str(name): (float(now), float(ahead)) for name, (now, ahead) in table["worths"].items()}
        length, constant = float(table["length"]), float(table["constant"])
        left, squared = (float(worth) for worth in table["left"])
    except (KeyError, TypeError, ValueError, AttributeError) as fault:
        raise Failure(f"`{file}` is no file of worths, or damaged", "make it anew with `rulewright learn`") from fault
    now = {name: pair[0] for name, pair in pairs.items()}
    ahead = {name: pair[1] for name, pair in pairs.items()}
    return Worths(max(length, 1.0), constant, now, ahead, (left, squared))
