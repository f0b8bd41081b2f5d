"""The bench of storms, in small: one move is taken, everybody is answered."""

from __future__ import annotations

import pytest

from tools.bench.storm import run_storm

pytestmark = pytest.mark.slow


async def test_one_of_many_clicks_is_taken_and_all_are_told() -> None:
    found = await run_storm(clicks=30, tables=2, people=6)
    assert found.taken == 1
    assert (found.told, found.untold) == (30, 0)
    assert len(found.acks) == 30
