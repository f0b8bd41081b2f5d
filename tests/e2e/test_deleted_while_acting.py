"""Acts that are under way while their channel is deleted."""

from __future__ import annotations

import asyncio

import pytest

from tests.e2e.conftest import Stage
from tests.e2e.test_faults import first_line
from tests.e2e.test_lost_answers import FIRST, ORIGINAL


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
    assert stage.tables.registry.get(1) is not None
