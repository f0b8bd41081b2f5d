"""How long decisions took, as a histogram on a logarithmic scale, and its stored text. Pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Final

STEPS: Final = 2  # lengths of time that are told apart within a doubling


def duration_bucket(seconds: int) -> int:
    """About how long a time is: a number that grows by STEPS when it doubles."""
    return round(STEPS * math.log2(max(1, seconds)))


def bucket_seconds(length: float) -> int:
    """The reverse of `length`."""
    return round(2 ** (length / STEPS))


def median_wait(waits: Mapping[int, int]) -> int | None:
    """The median of lengths, each as often as it came, in seconds; None: there are none."""
    whole, so_far = sum(waits.values()), 0
    for at in sorted(waits):
        so_far += waits[at]
        if 2 * so_far >= whole:
            return bucket_seconds(at)
    return None


def encode_waits(waits: Mapping[int, int]) -> str:
    return " ".join(f"{at}:{n}" for at, n in sorted(waits.items()))


def decode_waits(text: str) -> Counter[int]:
    """What `written` wrote."""
    pairs = (pair.split(":") for pair in text.split())
    return Counter({int(at): int(n) for at, n in pairs})
