"""What finished games say of somebody: the figures, and what stands behind them."""

from __future__ import annotations

from math import isclose

from db.rows import PlayedRow, ResultRow
from service.state.statistics import StatsFilter, summarize_player


def row(kind: str, got: float | None, expected: float, variance: float) -> PlayedRow:
    result = ResultRow(1, 101, 1, 0, "whole", 2, 6, None, None, None, "", got, expected, variance)
    return PlayedRow(result, kind, "{}", "over", 0, 2)


def test_what_luck_brought_stands_behind_its_figure() -> None:
    rows = [
        row("catan", 60, 50, 100),
        row("carcassonne", 30, 40, 25),
        row("catan", 20, 30, 25),
        row("catan", None, 1, 1),
    ]
    assert (
        summarize_player(rows[:1], StatsFilter()).luck_percentage == 84
    )  # a standard deviation above what was to be expected
    assert summarize_player(rows[1:2], StatsFilter()).luck_percentage == 2
    found = summarize_player(rows, StatsFilter())
    assert {kind: tuple(one) for kind, one in found.luck_by_kind.items()} == {
        "catan": (80, 80, 125),
        "carcassonne": (30, 40, 25),
    }
    assert isclose(sum(found.fortunes), 1 - 2 - 2)
