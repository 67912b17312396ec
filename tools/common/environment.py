"""What the environment sets: numbers of seconds, checked."""

from __future__ import annotations

import math
import os

from tools.common.failures import Failure


def seconds(variable: str, default: float) -> float:
    """How many seconds an environment variable says, or `default` where it is not set."""
    text = os.environ.get(variable, "")
    if not text.strip():
        return default
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not 0 < found < math.inf:
        raise Failure(
            f"the environment sets `{variable}` to `{text}`, which is no number of seconds above 0",
            help=f"leave it out ({default:g} then), or set it like `{variable}={default:g}`",
        )
    return found
