"""The same luck and the same hour at every run: what fails once fails again, whoever runs it and whenever."""

from __future__ import annotations

import random
import time
from datetime import UTC, datetime
from hashlib import blake2b
from itertools import count

from service.store.clock import MovableClock
from service.store.registry import TableRegistry
from tools.sizes import SEED

# Noon of a Wednesday before any change to summer time. In the future: what has a limit by the clock of the machine,
# like the token of an interaction, never runs out in tests.
NOON = datetime(2058, 3, 6, 12, tzinfo=UTC).timestamp()


def clock_at(moment: float = NOON) -> MovableClock:
    """A clock that goes on from this instant (Unix seconds)."""
    return MovableClock(moment - time.time())


def seed_service_luck(registry: TableRegistry, run: int = 0) -> None:
    """Draw seats, games and names of tables from a seed. `run` counts the starts that share one database."""
    numbers = count()
    registry.shuffle = random.Random(f"{SEED} {run}").shuffle
    registry.token = lambda n: blake2b(f"{SEED} {run} {next(numbers)}".encode(), digest_size=n).digest()
