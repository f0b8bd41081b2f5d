"""Fixed random numbers and a fixed time, so that failures are reproducible."""

from __future__ import annotations

import random
import time
from datetime import UTC, datetime
from hashlib import blake2b
from itertools import count

from service.store.clock import MovableClock
from service.store.registry import TableRegistry
from tools.sizes import SEED

# Noon of a Wednesday before any change to daylight saving. In the future, because limits by the machine's clock (an
# interaction's token) then never expire in tests.
NOON = datetime(2058, 3, 6, 12, tzinfo=UTC).timestamp()


def clock_at(moment: float = NOON) -> MovableClock:
    """A clock that runs from `moment` (Unix seconds)."""
    return MovableClock(moment - time.time())


def seed_service_luck(registry: TableRegistry, run: int = 0) -> None:
    """Seeds the service's seat order, game keys and table names. `run` counts starts on one database."""
    numbers = count()
    registry.shuffle = random.Random(f"{SEED} {run}").shuffle
    registry.token = lambda n: blake2b(f"{SEED} {run} {next(numbers)}".encode(), digest_size=n).digest()
