"""Decision times as a histogram on a logarithmic scale, and its stored text. Pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Final

BUCKETS_PER_DOUBLING: Final = 2  # buckets per doubling


def duration_bucket(seconds: int) -> int:
    """Bucket of a duration; grows by STEPS when it doubles."""
    return round(BUCKETS_PER_DOUBLING * math.log2(max(1, seconds)))


def bucket_seconds(bucket: float) -> int:
    """Seconds of a bucket: inverse of `duration_bucket`."""
    return round(2 ** (bucket / BUCKETS_PER_DOUBLING))


def median_wait(waits: Mapping[int, int]) -> int | None:
    """Median of a histogram in seconds; None if it is empty."""
    total, so_far = sum(waits.values()), 0
    for bucket in sorted(waits):
        so_far += waits[bucket]
        if 2 * so_far >= total:
            return bucket_seconds(bucket)
    return None


def encode_waits(waits: Mapping[int, int]) -> str:
    """Encode a histogram: `bucket:number` pairs."""
    return " ".join(f"{bucket}:{count}" for bucket, count in sorted(waits.items()))


def decode_waits(text: str) -> Counter[int]:
    """Decode a stored histogram."""
    pairs = (pair.split(":") for pair in text.split())
    return Counter({int(bucket): int(count) for bucket, count in pairs})
