"""The bot on its stage (`tools.stage`), for a test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest

from tools.stage import ROOM, Stage, staged

__all__ = ["ROOM", "Stage", "staged"]

FOLDER: Final = Path(__file__).parent
# The files that `make test` runs too, but for single tests of theirs that are marked `slow`: each game, the lobby, old
# and forged buttons, restarts, what is secret, and the page in a browser.
SMOKE: Final = frozenset(
    {
        "test_browser.py",
        "test_carcassonne.py",
        "test_catan.py",
        "test_catan_by_buttons.py",
        "test_citadels.py",
        "test_cities_knights_answers.py",
        "test_direct.py",
        "test_lobby.py",
        "test_play.py",
        "test_reminders.py",
        "test_restored.py",
        "test_secrecy_catan.py",
        "test_secrecy_citadels.py",
        "test_stale_catan.py",
        "test_table.py",
    }
)


@pytest.fixture
async def stage(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Stage]:
    """On a clock that stands still until it is moved; marked `running_clock`, on one that runs."""
    still = request.node.get_closest_marker("running_clock") is None
    async with staged(tmp_path, still=still) as made:
        yield made


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is end to end is slow, but for the smoke."""
    for item in items:
        if item.path.parent == FOLDER and item.get_closest_marker("slow") is None:
            item.add_marker("smoke" if item.path.name in SMOKE else "slow")
