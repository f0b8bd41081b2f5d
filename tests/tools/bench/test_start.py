"""The bench of the start, in small: the bot comes up on open games in several servers, and answers."""

from __future__ import annotations

import pytest

from tools.bench import start
from tools.bench.sample_databases import Place

pytestmark = pytest.mark.slow


async def test_a_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "PLACE", Place(server=7_000_000, channel=8_000_000, games=3))
    monkeypatch.setattr(start, "MOVES", 5)
    seconds, loop = await start.time_one_start(7)
    assert seconds > 0
    assert loop > 0
