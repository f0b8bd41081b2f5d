"""A test that became slow says so, in `make test` alone; what is slow comes first."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.tiers import ALLOWED, FAST, MARGIN, Tiers


def item(*marks: str, file: str = "test_x.py") -> Any:
    return SimpleNamespace(path=Path(file), get_closest_marker=lambda name: name if name in marks else None)


def run(tiers: Tiers, test: Any, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """As pytest runs a test that takes so many seconds of processor time."""
    now = [0.0]
    with monkeypatch.context() as patch:
        patch.setattr(time, "process_time", lambda: now[0])
        around = tiers.pytest_runtest_call(test)
        next(around)
        now[0] += seconds
        with pytest.raises(StopIteration):
            next(around)


def test_a_test_that_became_slow_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(pytest.fail.Exception, match=r"became slow without its mark: it took 3\.1 s"):
        run(Tiers(FAST), item(), monkeypatch, ALLOWED * MARGIN + 0.1)


@pytest.mark.parametrize(
    ("expression", "marks", "seconds"),
    [(FAST, (), ALLOWED * MARGIN - 0.1), (FAST, ("smoke",), 60.0), ("", (), 60.0), ("", ("slow",), 60.0)],
)
def test_nothing_else_does(
    expression: str, marks: tuple[str, ...], seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(Tiers(expression), item(*marks), monkeypatch, seconds)


def test_files_with_the_most_slow_tests_come_first_each_in_its_order() -> None:
    a, b = item(file="a.py"), item("smoke", file="b.py")
    c, d = [item(file="c.py"), item("slow", file="c.py")], [item("slow", file="d.py"), item("slow", file="d.py")]
    items = [a, b, *c, *d]
    Tiers("").pytest_collection_modifyitems(items)
    assert items == [*d, *c, b, a]
