"""The bot on its stage (`tools.stage`), for a test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tools.stage import ROOM, Stage, staged

__all__ = ["ROOM", "Stage", "staged"]


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with staged(tmp_path) as made:
        yield made
