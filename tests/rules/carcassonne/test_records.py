"""Whole and partial games as text, with what must hold after their moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.core.record import check, read, write

RECORDS = sorted((Path(__file__).resolve().parents[2] / "records" / "carcassonne").glob("*.game"))


def test_there_are_records() -> None:
    assert len(RECORDS) >= 12


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_plays_as_it_says(path: Path) -> None:
    record = read(path.read_text(encoding="utf-8"))
    assert any(line.expect for line in record.lines) or record.expect
    check(record)
    assert read(write(record)) == record
