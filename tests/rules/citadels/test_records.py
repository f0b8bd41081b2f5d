"""Whole and partial games as text, with what must hold after their moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.core.record import parse_record, replay_record
from tests.rules.records import FOLDER, follows_from_its_key, kept, plays_as_it_says

RECORDS = kept("citadels")


def test_there_are_records() -> None:
    assert len(RECORDS) >= 9


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_plays_as_it_says(path: Path) -> None:
    plays_as_it_says(path)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_follows_from_its_key(path: Path) -> None:
    follows_from_its_key(path)


def test_the_graveyard_record_asks_its_owner_out_of_turn() -> None:
    record = parse_record((FOLDER / "citadels" / "graveyard.game").read_text(encoding="utf-8"))
    game = record.make_game()
    *_, last = replay_record(record)
    (seat,) = game.waiting(last.state)
    assert last.state.turn.seat != seat
    assert [str(move) for move in game.legal(last.state, seat)] == ["district-graveyard", "pass graveyard"]
