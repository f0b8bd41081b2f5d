"""Decision times as a histogram on a logarithmic scale, and its stored text. Pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Final

STEPS: Final = 2  # buckets per doubling


def duration_bucket(seconds: int) -> int:
    """Bucket of a duration; grows by STEPS when it doubles."""
    return round(STEPS * math.log2(max(1, seconds)))


def bucket_seconds(length: float) -> int:
    """Seconds of a bucket: inverse of `duration_bucket`."""
    return round(2 ** (length / STEPS))


def median_wait(waits: Mapping[int, int]) -> int | None:
    """Median of a histogram in seconds; None if it is empty."""
    whole, so_far = sum(waits.values()), 0
    for at in sorted(waits):
        so_far += waits[at]
        if 2 * so_far >= whole:
            return bucket_seconds(at)
    return None


def encode_waits(waits: Mapping[int, int]) -> str:
    return " ".join(f"{at}:{n}" for at, n in sorted(waits.items()))


def decode_waits(text: str) -> Counter[int]:
    """Decode a stored histogram."""
    pairs = (pair.split(":") for pair in text.split())
    return Counter({int(at): int(n) for at, n in pairs})
