"""The bench of the start, in small: the bot comes up on open games in several servers, and answers."""

from __future__ import annotations

import pytest

from tools import bench_start
from tools.filled import Place

pytestmark = pytest.mark.slow


async def test_a_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_start, "PLACE", Place(server=7_000_000, channel=8_000_000, games=3))
    monkeypatch.setattr(bench_start, "MOVES", 5)
    seconds, loop = await bench_start.started(7)
    assert seconds > 0
    assert loop > 0
