"""Chances that were called, held against who won."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.core import Choices, registry
from tools.lab.calibrate import (
    ROWS,
    TENTHS,
    ForecastFile,
    ForecastGame,
    calibration_table,
    forecast_game,
    main,
    tally_forecasts,
)

pytestmark = pytest.mark.slow


def test_each_chance_is_counted_in_its_tenth() -> None:
    found = tally_forecasts([(0.25, 0.75), (0.0, 1.0), (0.21, 0.79)], (0.5, 0.5))
    assert [one.called for one in found] == [1, 0, 2, 0, 0, 0, 0, 2, 0, 1]
    assert found[2].said == pytest.approx(0.46)
    assert found[2].won == pytest.approx(1.0)


def test_a_line_is_read_as_it_was_written() -> None:
    told = ForecastGame(7, tally_forecasts([(0.25, 0.75)], (0.0, 1.0)))
    assert ForecastGame.read(told.line) == told


def test_the_table_says_what_was_said_and_won() -> None:
    games = [
        ForecastGame(seed, tally_forecasts([(0.25, 0.75)], won))
        for seed, won in enumerate([(0.0, 1.0)] * 3 + [(1.0, 0.0)])
    ]
    lines = calibration_table(games)
    assert "| 20 to 30 | 4 | 25.0 | 25.0 (0 to 67) |" in lines
    assert "| 70 to 80 | 4 | 75.0 | 75.0 (33 to 100) |" in lines
    assert len(lines) == 4


def test_games_of_other_machines_are_kept_if_they_come_out_the_same(tmp_path: Path) -> None:
    book, told = ForecastFile("citadels", tmp_path), ForecastGame(3, tally_forecasts([(0.5, 0.5)], (1.0, 0.0)))
    book.keep(told)
    text = book.path.read_text(encoding="utf-8")
    for again, left in ((told, [3]), (ForecastGame(3, tally_forecasts([(0.4, 0.6)], (1.0, 0.0))), [])):
        book.path.write_text("# other\n" + text.partition("\n")[2], encoding="utf-8")
        found = ForecastFile("citadels", tmp_path)
        assert found.other
        found.prove(lambda seed, again=again: again)  # type: ignore[misc]
        assert list(found.games) == left
    same = ForecastFile("citadels", tmp_path)
    same.path.write_text(text, encoding="utf-8")
    assert not ForecastFile("citadels", tmp_path).other


def test_a_game_is_called_after_each_round() -> None:
    game = registry.make_game("citadels", Choices())
    told = forecast_game(game, 3, 5)
    rounds = sum(one.called for one in told.tenths) / 3
    assert 5 <= rounds <= 25
    assert sum(one.won for one in told.tenths) == pytest.approx(rounds)
    assert sum(one.said for one in told.tenths) == pytest.approx(rounds)
    assert forecast_game(game, 3, 5) == told
    assert len(told.tenths) == TENTHS


def test_a_row_that_there_is_not_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["chess"])
    assert "chess" in capsys.readouterr().err
    assert all(row.key in registry.game_types() for row in ROWS.values())
