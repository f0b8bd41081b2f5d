"""Whole and partial games as text, with what must hold after their moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.records import kept, plays_as_it_says

RECORDS = kept("carcassonne")


def test_there_are_records() -> None:
    assert len(RECORDS) >= 12


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_plays_as_it_says(path: Path) -> None:
    plays_as_it_says(path)
