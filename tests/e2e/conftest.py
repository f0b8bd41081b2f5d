"""The bot on its stage (`tools.stage`), for a test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from tools.stage import BRIEF, PATIENT, ROOM, Stage, staged

__all__ = ["ROOM", "Stage", "staged"]


@pytest.fixture
async def patient(tmp_path: Path) -> AsyncIterator[Stage]:
    """One on which no picture is late."""
    async with staged(tmp_path, waits=replace(BRIEF, picture=PATIENT.picture)) as made:
        yield made


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with staged(tmp_path) as made:
        yield made
