"""The bench that saves the same moves on both databases."""

from __future__ import annotations

import pytest

from tools import postgres
from tools.bench import stores
from tools.bench.measure import Row

pytestmark = pytest.mark.slow


def test_where_there_is_no_server_that_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(postgres, "is_usable", lambda: False)
    assert list(stores.measure_stores()) == []
    assert "is not installed here" in capsys.readouterr().out


def test_what_a_share_of_the_values_does_not_exceed() -> None:
    values = [float(n) for n in range(100, 0, -1)]
    assert (stores.percentile(values, 0.5), stores.percentile(values, 0.99)) == (50, 99)


@pytest.mark.skipif(not postgres.is_usable(), reason="PostgreSQL's server is not installed here")
def test_the_same_moves_are_saved_on_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "WARM", 1)
    found: list[Row] = list(stores.measure_stores(3, ["citadels"]))
    assert [row.unit for row in found] == ["ms"] * 4 + ["times"] * 2
    assert "(3 of them)" in found[0].what
    assert all(row.figure > 0 for row in found)
    assert [row.must for row in found if row.must is not None] == [3.0]
