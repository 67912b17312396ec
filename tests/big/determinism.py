"""One digest for 2,000 games with 1, 2 and 4 workers and PYTHONHASHSEED 0, 1 and random.

Half of the games are of the base card game, the others of the other bundled games; besides there are invented rulesets.

    python tests/big/determinism.py --games 2000
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.big.shared import ROOT, Outcome, arguments, tell  # noqa: E402
from tests.engine.inventing import Seeded, invented  # noqa: E402

RUNS = (("1", "0"), ("2", "1"), ("4", "random"), ("1", "1"), ("2", "random"), ("4", "0"))
"""Workers and hash seeds: each of both is held against every other at least indirectly."""


def digests(games: int, seed: int, runs: tuple[tuple[str, str], ...] = RUNS, progress: bool = False) -> Outcome:
    """The whole check; a twentieth as many invented rulesets come on top."""
    outcome, found = Outcome(), {}
    with TemporaryDirectory() as folder:
        count = max(1, games // 20)
        invented_games = [str(invented(Seeded(n)).write(Path(folder) / str(n))) for n in range(seed, seed + count)]
        for workers, hash_seed in runs:
            begun = time.monotonic()
            command = [sys.executable, "-m", "tests.engine.digesting", str(games), workers, *invented_games]
            environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
            ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
            if ran.returncode:
                outcome.faults.append(f"{workers} workers, hash seed {hash_seed}: {ran.stderr[-500:]}")
                continue
            found[workers, hash_seed] = ran.stdout.strip()
            outcome.counts["runs"] += 1
            if progress:
                seconds = time.monotonic() - begun
                print(
                    f"  {workers} workers, hash seed {hash_seed}: {ran.stdout.strip()[:16]}…, {seconds:.0f} s",
                    flush=True,
                )
    outcome.counts["games"] += games
    outcome.counts["invented rulesets"] += count
    if len(set(found.values())) > 1:
        outcome.faults.append(f"digests differ: {found}")
    return outcome


def main() -> int:
    options = arguments(__doc__ or "", 2000, "games").parse_args()
    begun = time.monotonic()
    return tell("determinism", digests(options.games, options.seed, progress=True), begun)


if __name__ == "__main__":
    sys.exit(main())
