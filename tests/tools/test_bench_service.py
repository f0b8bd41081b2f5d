"""The bench of service and storage, in small: it runs, and the floors hold by far."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.core import registry
from tools.bench_service import open_elsewhere, saved_moves
from tools.filled import multiply, played

pytestmark = pytest.mark.slow


async def test_a_start_with_many_games_and_a_saved_move(tmp_path: Path) -> None:
    many = tmp_path / "many.db"
    for number, kind in enumerate(registry.kinds(), 1):
        await played(many, kind, 30, number)
    multiply(many, 500)
    found = open_elsewhere(many)
    assert found.count == 500
    assert found.store + found.tables < 3
    assert found.megabytes < 250
    for kind in registry.kinds():
        _, cpu, count = await saved_moves(tmp_path / f"{kind}.db", kind, 40)
        assert count >= 40
        assert cpu < 20
