"""The bench of service and storage, in small: it runs, and the floors hold by far."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.core import registry
from tools.bench.sample_databases import add_game, copy_games
from tools.bench.service import open_elsewhere, time_saved_move

pytestmark = pytest.mark.slow


async def test_a_start_with_many_games_and_a_saved_move(tmp_path: Path) -> None:
    many = tmp_path / "many.db"
    for number, kind in enumerate(registry.game_types(), 1):
        await add_game(many, kind, 30, number)
    copy_games(many, 500)
    found = open_elsewhere(many)
    assert found.count == 500
    assert found.store + found.tables < 3
    assert found.megabytes < 250
    for kind in registry.game_types():
        _, cpu, count = await time_saved_move(tmp_path / f"{kind}.db", kind, 40)
        assert count >= 40
        assert cpu < 20
