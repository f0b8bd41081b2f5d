"""A friend who stands in leaves the server, or is banned: it is said, the owner is called, and nothing is shown."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Stage
from tests.e2e.test_leaving import plain, three
from tests.e2e.test_reminders import passed
from tests.e2e.test_standin import stands_in


@pytest.mark.parametrize("how", ["go", "ban"])
async def test_the_owner_is_called_and_plays_on(stage: Stage, how: str) -> None:
    who, *_ = await three(stage)
    stage.box.add_person("Dora")
    await stands_in(stage, who)
    getattr(stage.box, how)("Dora")
    await passed(stage, 12.1)
    table = stage.table()
    assert all(seat.standin is None for seat in table.seats)
    told = stage.newest("My move")
    assert f"Dora has left the server and no longer stands in for {who}, who plays on." in plain(told)
    assert told.pings == {who}
    await passed(stage, 1)
    assert stage.newest("My move").id == told.id
    log = await stage.slash(who, "/game log")
    assert plain(log.message).count("no longer stands in") == 1
