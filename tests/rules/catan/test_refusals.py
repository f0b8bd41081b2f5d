"""What was declined is known to everybody until the next turn of whoever offered it is over."""

from __future__ import annotations

from rules.catan.state import CatanState
from rules.core.saving import from_plain, to_plain

from .test_trade import offered


def test_who_declined_what_is_kept_for_a_turn_of_everybody() -> None:
    t = offered("trade-first brick ore 1,2").do("trade-decline 1", seat=1)
    for seat in (0, 1, 2, 3, None):
        (refusal,) = t.view(seat).refusals
        assert (refusal.seat, refusal.give, refusal.want, refusal.by) == (0, ("brick",), ("ore",), 1)
    t.do("end")
    for _ in range(3):
        t.roll(1, 1).do("end")
    assert t.s.active == 0
    assert len(t.s.refusals) == 1
    t.roll(1, 1).do("end")
    assert t.s.refusals == ()


def test_what_is_declined_twice_is_kept_once() -> None:
    t = offered().do("trade-decline 1", seat=1).do("trade-cancel 1").do("trade-offer brick ore 1,2")
    assert len(t.do("trade-decline 2", seat=1).s.refusals) == 1
    assert len(t.do("trade-decline 2", seat=2).s.refusals) == 2


def test_a_game_of_version_4_goes_on() -> None:
    t = offered()
    data = to_plain(t.s)
    del data["refusals"]
    state = t.game.restore_unsaved_fields(from_plain(CatanState, t.game.upgrade_saved_state(data, 4)))
    assert state.refusals == ()
    assert state.offer == t.s.offer
