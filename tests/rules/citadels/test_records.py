"""Whole and partial games as text, with what must hold after their moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.core.record import check, read, replay, write

FOLDER = Path(__file__).resolve().parents[2] / "records" / "citadels"
RECORDS = sorted(FOLDER.glob("*.game"))


def test_there_are_records() -> None:
    assert len(RECORDS) >= 9


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_plays_as_it_says(path: Path) -> None:
    record = read(path.read_text(encoding="utf-8"))
    assert any(line.expect for line in record.lines) or record.expect
    check(record)
    assert read(write(record)) == record


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_follows_from_its_key(path: Path) -> None:
    record = read(path.read_text(encoding="utf-8"))
    played = list(replay(record, from_key=True))
    assert len(played) == len(record.lines) + 1


def test_the_graveyard_record_asks_its_owner_out_of_turn() -> None:
    record = read((FOLDER / "graveyard.game").read_text(encoding="utf-8"))
    game = record.game()
    *_, last = replay(record)
    (seat,) = game.waiting(last.state)
    assert last.state.turn.seat != seat
    assert [str(move) for move in game.legal(last.state, seat)] == ["district-graveyard", "pass graveyard"]
