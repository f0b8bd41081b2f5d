"""Acts that are under way while the bot stops, or while their channel is deleted."""

from __future__ import annotations

import asyncio
import logging

import pytest

from tests.e2e.conftest import Stage
from tests.e2e.test_faults import first_line
from tests.e2e.test_lost_answers import FIRST, ORIGINAL


async def test_a_bot_that_stops_answers_what_it_has_acknowledged(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    await stage.game("Ann", "Ben")
    who, seq = stage.waited(), stage.table().seq
    stage.box.faults.delay(ORIGINAL, 0.4)
    line, number = first_line(stage), stage.table().id
    act = stage.box.acts.slash(stage.box.person(who), stage.box.channel("table"), "/game move", {"line": line})
    await stage.box.until(lambda: act.answer is not None)
    await stage.close()
    assert not act.unfilled
    (made,) = act.made
    message = stage.box.world.find_message(made)
    assert message is not None
    assert not message.loading
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
    await stage.open()
    table = await stage.tables.load(number)
    assert table.seq == seq + 1


@pytest.mark.parametrize("when", [FIRST, ORIGINAL])
async def test_an_act_in_a_channel_that_is_deleted_meanwhile_is_no_error_of_ours(
    stage: Stage, when: str, caplog: pytest.LogCaptureFixture
) -> None:
    await stage.game("Ann", "Ben")
    who = stage.waited()
    fault = stage.box.faults.delay(when, 0.2)
    options = {"line": first_line(stage)}
    act = stage.box.acts.slash(stage.box.person(who), stage.box.channel("table"), "/game move", options)
    await stage.box.until(lambda: fault.struck)
    stage.box.delete_channel("table")
    await stage.box.quiet(0.5)
    await asyncio.sleep(0)
    assert act.answer is None or act.unfilled
    assert [record.message for record in caplog.records if "E60" in record.message] == []
    assert stage.tables.get(1) is not None
