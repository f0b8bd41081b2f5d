"""A bot that is stopped: who just acted is answered, what is begun later is not begun at all."""

from __future__ import annotations

import asyncio

import pytest

from cogs import client
from playground.driver import Answer
from tests.e2e.conftest import Stage
from tests.e2e.test_faults import first_line
from tests.e2e.test_lost_answers import ORIGINAL, _slash, moves, thinking
from tests.e2e.test_play import two


async def test_who_just_acted_is_answered_before_the_bot_leaves(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "SHUTDOWN_SECONDS", 60.0)
    await two(stage)
    who, seq = stage.waited(), moves(stage)
    fault = stage.box.faults.delay(ORIGINAL, 0.4)
    act = _slash(stage, who, first_line(stage))
    await stage.box.until(lambda: fault.struck == 1)
    await stage.close()
    assert "Done" in Answer(stage.box.world, act, None).text
    assert not thinking(stage, who)
    await stage.open()
    assert moves(stage) == seq + 1


async def test_while_it_leaves_nothing_is_begun(stage: Stage) -> None:
    """Discord then says that the bot did not respond, which is true: nothing was done."""
    await two(stage)
    who, seq = stage.waited(), moves(stage)
    fault = stage.box.faults.delay(ORIGINAL, 0.4)
    _slash(stage, who, first_line(stage))
    await stage.box.until(lambda: fault.struck == 1)
    assert stage.running is not None
    leaving = asyncio.create_task(stage.running.bot.in_flight.shut_down(60))
    await asyncio.sleep(0)
    shown, person = stage.newest("My move"), stage.box.person(who)
    typed = stage.box.acts.slash(person, stage.box.channel("table"), "/game undo", {})
    pressed = stage.box.acts.press(person, shown.message, shown.button("My move").custom_id)
    assert await leaving
    await stage.settled()
    assert moves(stage) == seq + 1
    assert (typed.answer, pressed.answer) == (None, None)
