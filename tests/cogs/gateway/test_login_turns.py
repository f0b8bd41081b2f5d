"""One after the other, five seconds apart; so many at once as Discord allows."""

from __future__ import annotations

import time

import pytest

from cogs.gateway import login_turns
from cogs.gateway.login_turns import LoginTurns


def test_the_first_does_not_wait() -> None:
    assert LoginTurns().reserve_login_time(0, 100.0, session_lost=False) == 100.0


def test_one_after_the_other() -> None:
    ours = LoginTurns()
    assert [ours.reserve_login_time(shard, 100.0, session_lost=False) for shard in range(4)] == [
        100.0,
        105.0,
        110.0,
        115.0,
    ]
    assert ours.reserve_login_time(4, 119.0, session_lost=False) == 120.0
    assert ours.reserve_login_time(5, 300.0, session_lost=False) == 300.0


def test_as_many_at_once_as_there_may_be() -> None:
    """Those of the same rest take turns."""
    ours = LoginTurns(at_once=2)
    assert [ours.reserve_login_time(shard, 100.0, session_lost=False) for shard in range(6)] == [
        100.0,
        100.0,
        105.0,
        105.0,
        110.0,
        110.0,
    ]


def test_whoever_logs_in_anew_waits_in_any_case() -> None:
    ours = LoginTurns(at_once=2)
    assert ours.reserve_login_time(0, 100.0, session_lost=True) == 105.0
    assert ours.reserve_login_time(2, 100.0, session_lost=True) == 110.0
    assert ours.reserve_login_time(1, 108.0, session_lost=True) == 113.0


async def test_it_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(login_turns, "LOGIN_GAP_SECONDS", 0.1)
    ours, begun = LoginTurns(), time.monotonic()
    await ours.wait_for_turn(0, session_lost=False)
    await ours.wait_for_turn(1, session_lost=False)
    assert time.monotonic() - begun >= 0.09
