"""A database that does not answer while messages and letters are on their way: they stay owed and go out once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.client import Longtable
from cogs.post import direct_messages as letters_module
from cogs.post.channel_watcher import ChannelWatcher
from db.errors import StoreError
from service.state.model import TableChannel, UnreachableReason
from tests.cogs.post.publisher_stage import BEN, Desk, http_error
from tests.cogs.post.test_direct_messages import Office


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    made = Desk()
    yield made
    await made.publisher.close()


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    made = Office()
    yield made
    await made.letters.close()


def refuse_once(whole: Callable[..., Awaitable[Any]], key: str = "store.full") -> Callable[..., Awaitable[Any]]:
    left = [StoreError(key, file="x")]

    async def refused(*args: Any, **named: Any) -> Any:
        if left:
            raise left.pop()
        return await whole(*args, **named)

    return refused


@pytest.mark.parametrize("when", ["load_table", "list_unsent_posts", "record_sent_posts"])
async def test_a_message_goes_out_when_the_database_answers_again(
    desk: Desk, when: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    desk.books.owe("turn", BEN)
    monkeypatch.setattr(desk.books, when, refuse_once(getattr(desk.books, when)))
    await desk.change()
    assert desk.books.owed
    await desk.later(31)
    assert len({act[1] for act in desk.channel.take() if act[0] == "send"}) == 1  # one message
    assert desk.books.owed == []
    assert "table 1 could not be shown (the database: store.full); again in 30 s" in caplog.text


@pytest.mark.parametrize("key", ["store.locked", "store.unreachable", "store.unsure"])
async def test_a_database_that_was_busy_is_asked_again_soon(
    desk: Desk, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.books.owe("turn", BEN)
    monkeypatch.setattr(desk.books, "load_table", refuse_once(desk.books.load_table, key))
    await desk.change()
    await desk.later(3)
    assert desk.books.owed == []


async def test_a_message_that_failed_for_whatever_reason_is_tried_again(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody may act at that table for days, and whoever is waited for would not know."""
    desk.books.owe("turn", BEN)
    desk.channel.fail["send"] = [ValueError("strange")]
    await desk.change()
    await desk.later(31)
    assert desk.books.owed == []
    assert caplog.text.count("could not be shown") == 1


async def test_a_message_that_always_fails_is_let_alone_at_last(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    desk.books.owe("turn", BEN)
    desk.channel.fail["send"] = [ValueError("strange") for _ in range(20)]
    await desk.change()
    for _ in range(10):
        await desk.later(601)
    assert caplog.text.count("could not be shown") == 4


async def test_a_home_whose_loss_was_not_written_down_is_met_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = desk.books.channels
    kept: list[UnreachableReason] = []

    async def lost(number: int, why: UnreachableReason) -> None:
        kept.append(why)
        if len(kept) == 1:
            raise StoreError("store.locked", file="x")

    whole.mark_unreachable = lost
    monkeypatch.setattr(type(desk.books), "channels", property(lambda books: whole))
    desk.books.owe("turn", BEN)
    desk.channel.fail["send"] = [http_error(10003, 404), http_error(10003, 404)]
    await desk.change()
    await desk.later(31)
    assert kept == ["channel", "channel"]


async def test_a_letter_goes_out_when_the_database_answers_again(
    office: Office, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(office.books, "list_due_messages", refuse_once(office.books.list_due_messages))
    monkeypatch.setattr(office.books, "record_sent_message", refuse_once(office.books.record_sent_message))
    office.books.owe()
    await office.deliver()
    for wait in letters_module.RETRY_SECONDS[:2]:
        office.clock.advance(wait + 1)
        for _ in range(100):  # turns of the loop
            await asyncio.sleep(0)
    assert office.books.unsent == []
    assert len(office.channel.sent) == 1
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_one_home_that_was_not_written_down_keeps_no_other_from_being_judged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    judged: list[int] = []

    async def lost(number: int, why: UnreachableReason) -> None:
        judged.append(number)
        if number == 1:
            raise StoreError("store.locked", file="x")

    async def ended() -> list[Any]:
        return []

    tables = [SimpleNamespace(id=n, home=TableChannel(9, n), homeless="") for n in (1, 2)]
    homes = SimpleNamespace(list_open_tables=lambda: tables, mark_unreachable=lost, ended_games_without_channel=ended)

    async def everywhere(guilds: Any, share: Any) -> None:
        judged.extend(guilds)

    servers = SimpleNamespace(record_servers_at_login=everywhere)
    tables_of: Any = SimpleNamespace(channels=homes, removed_servers=servers)
    app: Any = SimpleNamespace(
        tables=tables_of, get_guild=lambda number: None, is_guild_list_complete=lambda number: True
    )
    await ChannelWatcher(app).check_all_servers([7])
    assert judged == [7, 1, 2]
    assert "store.locked" in caplog.text


async def test_an_event_that_was_not_written_down_is_one_quiet_line(caplog: pytest.LogCaptureFixture) -> None:
    bot: Any = SimpleNamespace()
    for error in (StoreError("store.full", file="x"), ValueError("strange")):
        try:
            raise error
        except Exception:
            await Longtable.on_error(bot, "on_ready")
    first, second = caplog.records
    assert (first.levelno, first.exc_info) == (logging.WARNING, None)
    assert (second.levelno, second.message) == (logging.ERROR, "unforeseen in on_ready")
