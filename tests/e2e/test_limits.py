"""What one person may not do without end is refused with a sentence of its own, and leaves nothing behind."""

from __future__ import annotations

from service.state.table_limits import Limits
from tests.e2e.conftest import Stage


async def test_a_thread_is_not_made_for_a_table_that_may_not_be(stage: Stage) -> None:
    assert stage.tables.registry.limits == Limits()
    stage.tables.registry.limits = Limits(lobbies=1)
    await stage.slash("Ann", "/carcassonne new")
    said = await stage.slash("Ann", "/catan new", where="thread")
    assert said.text.startswith("1 table of yours waits to begin already.")
    assert not stage.box.threads("table")


async def test_whoever_sits_at_enough_tables_is_told_so(stage: Stage) -> None:
    stage.tables.registry.limits = Limits(tables=1)
    await stage.slash("Ann", "/carcassonne new")
    await stage.slash("Ben", "/carcassonne new", room="lounge")
    said = await stage.press("Ben", "Join", stage.newest("Join"))
    assert said.text.startswith("You are at 1 table already")
    assert len(stage.table().seats) == 1
