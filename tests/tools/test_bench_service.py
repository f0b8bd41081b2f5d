"""The bench of service and storage, in small: it runs, and the floors hold by far."""

from __future__ import annotations

from pathlib import Path

from tools.bench_service import half_a_game, multiply, open_elsewhere, saved_moves


async def test_a_start_with_many_games_and_a_saved_move(tmp_path: Path) -> None:
    many = tmp_path / "many.db"
    await half_a_game(many, "carcassonne", 30)
    multiply(many, 500)
    found = open_elsewhere(many)
    assert found.count == 500
    assert found.store + found.tables < 3
    assert found.megabytes < 250
    _, cpu, played = await saved_moves(tmp_path / "moves.db", "carcassonne", 40)
    assert played >= 40
    assert cpu < 20
