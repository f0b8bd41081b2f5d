from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from playground.driver import Box
from tests.playground.bot import Bot


@pytest.fixture
async def box() -> AsyncIterator[Box]:
    """A box with the small bot running in it; the end complains of every request that broke a limit."""
    made = await Box.start()
    await made.run(Bot())
    try:
        yield made
    finally:
        await made.stop(check=False)
    made.demand_clean()
