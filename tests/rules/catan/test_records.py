"""Whole and partial games as text, with what must hold after their moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.core import play
from rules.core.record import parse_record, replay_record
from tests.rules.records import FOLDER, follows_from_its_key, kept, plays_as_it_says

RECORDS = kept("catan")


def test_there_are_records() -> None:
    assert len(RECORDS) >= 7


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_plays_as_it_says(path: Path) -> None:
    plays_as_it_says(path)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_follows_from_its_key(path: Path) -> None:
    follows_from_its_key(path)


def test_the_seven_asks_two_players_at_once() -> None:
    record = parse_record((FOLDER / "catan" / "seven_two_owe.game").read_text(encoding="utf-8"))
    game = record.make_game()
    *_, last = replay_record(record)
    assert [player.cards for player in game.view(last.state, None).players] == [9, 4, 8]
    (roll,) = game.legal(last.state, 1)
    t = play(game, last.state, 1, roll)  # 3 and 4 by its own luck
    assert game.view(t.state, None).dice == (3, 4)
    assert sorted(game.waiting(t.state)) == [0, 2]
    assert game.view(t.state, None).owed == {0: 4, 2: 4}
