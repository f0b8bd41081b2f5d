"""The bench of the whole bot, in small: every kind of act finds something to do at a table of every game."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from playground.driver import Box
from rules.core import registry
from tools.bench.bot import MIX, PEOPLE, Traffic, is_everything_shown, open_games, perform_act

pytestmark = pytest.mark.slow


async def test_every_act_at_every_game(tmp_path: Path) -> None:
    path, traffic = tmp_path / "bench.db", Traffic()
    async with await Box.start(schema=False, people=PEOPLE, channels=()) as box:
        rooms = await open_games(box, path, len(registry.game_types()))
        assert {room.game for room in rooms} == set(registry.game_types())
        env = {"LONGTABLE_DISCORD": box.url, "LONGTABLE_DB": str(path), "LONGTABLE_LOG": "error"}
        await box.spawn(sys.executable, "bot.py", env=env)
        await box.until(
            lambda: is_everything_shown(box, [room.channel for room in rooms]), timeout=60, what="all tables shown"
        )
        await box.quiet(1.0, timeout=60)
        for room in rooms:
            for kind in MIX:
                await perform_act(box, room, kind, random.Random(1), traffic)
    assert traffic.kinds == {kind: len(rooms) for kind in MIX}
    assert (traffic.lost, traffic.unoffered, traffic.refused) == (0, 0, 0)
