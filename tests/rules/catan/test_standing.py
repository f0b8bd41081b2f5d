"""Standing answers: they roll, let go by and decline, whatever is held."""

from __future__ import annotations

import pytest

from rules.core import encode_move

from .table import Table


def answers(t: Table, seat: int) -> dict[str, str]:
    return {key: encode_move(move) for key, move in t.game.standing_answer_moves(t.s, seat).items()}


def test_which_there_are_follows_from_the_phases_of_the_game() -> None:
    assert list(Table().game.standing_answer_keys(Table().s)) == ["auto_roll", "decline_trades"]
    for t in (Table(5), Table(special_build="on"), Table(5, "cities_knights")):
        assert list(t.game.standing_answer_keys(t.s)) == ["auto_roll", "decline_trades", "skip_build"]
    assert "skip_build" not in Table(6, special_build="off").game.standing_answer_keys(Table(6, special_build="off").s)


@pytest.mark.parametrize("modules", [(), ("cities_knights",)])
def test_rolling_at_the_start_of_the_own_turn(modules: tuple[str, ...]) -> None:
    t = Table(4, *modules).before_roll()
    assert answers(t, 0) == {"auto_roll": "roll"}
    assert answers(t, 1) == {}
    t.roll(1, 1)
    assert answers(t, 0) == {}


def test_declining_every_offer_once() -> None:
    t = Table().hand(0, "2 brick, 1 wool").hand(1, "1 ore").do("trade-offer brick ore 1,2")
    assert [answers(t, seat) for seat in range(4)] == [
        {},
        {"decline_trades": "trade-decline 1"},
        {"decline_trades": "trade-decline 1"},
        {},
    ]
    assert list(t.game.seats_yet_to_answer(t.s)) == [1, 2]
    t.do("trade-decline 1", seat=1)
    assert answers(t, 1) == {}
    assert list(t.game.seats_yet_to_answer(t.s)) == [2]
    t.do("trade-accept 1", seat=1)  # who has declined may still accept, and is not declined for again
    assert answers(t, 1) == {}
    t.do("trade-offer brick,brick ore 1", seat=0)
    assert answers(t, 1) == {"decline_trades": "trade-decline 2"}
    t.do("trade-cancel 2")
    assert list(t.game.seats_yet_to_answer(t.s)) == []


def test_letting_special_builds_go_by() -> None:
    t = Table(special_build="on").hand(1, "5 brick, 5 lumber, 5 wool, 5 grain").do("end")
    assert answers(t, 1) == {"skip_build": "pass build"}
    assert answers(t, 2) == {}
    t.do("pass build")
    assert answers(t, 2) == {"skip_build": "pass build"}
