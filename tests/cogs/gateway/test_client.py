"""The client on a playground of three servers, each of another shard."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.check import explain_login_error
from cogs.gateway import login_turns
from cogs.gateway.client import ShardedClient
from db.share import Share
from playground import connect, world_events
from playground.driver import Box
from playground.errors import ApiError
from playground.model import Guild


class Client(ShardedClient):
    """Notes what it is told."""

    def __init__(self, share: Share | None = None) -> None:
        super().__init__(share, intents=discord.Intents(guilds=True))
        self.events: list[tuple[str, int | None]] = []

    async def on_shard_connect(self, shard: int) -> None:
        self.events.append(("connect", shard))
        self.connections.mark_loading_servers(shard)

    async def on_shard_ready(self, shard: int) -> None:
        self.events.append(("ready", shard))
        self.connections.mark_ready(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        self.events.append(("resumed", shard))
        self.connections.mark_connected(shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        self.events.append(("lost", shard))
        self.connections.mark_disconnected(shard)

    async def on_ready(self) -> None:
        self.events.append(("all ready", None))

    def count(self, what: str) -> list[int | None]:
        return sorted((shard for name, shard in self.events if name == what), key=str)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(login_turns, "LOGIN_GAP_SECONDS", 0.05)


@pytest.fixture
async def box() -> AsyncIterator[Box]:
    async with await Box.start() as made:
        made.world.shards = 3
        made.second_server("Second", ["Ann", "Ben"], ["second"])
        made.second_server("Third", ["Ann", "Ben"], ["third"])
        yield made


@pytest.fixture
async def client(box: Box) -> Client:
    made = Client()
    await box.run(made)
    return made


def guild(box: Box, shard: int) -> Guild:
    (found,) = (each for each in box.world.guilds.values() if Share(3, shard, shard).holds(each.id))
    return found


async def begun(box: Box, client: Client) -> asyncio.Task[None]:
    """Let it start without waiting for it."""
    connect.redirect(box.url)
    client._connection.guild_ready_timeout = 0.05
    return asyncio.create_task(client.start(box.token))


async def test_it_holds_as_many_as_are_recommended(box: Box, client: Client) -> None:
    assert (client.shard_count, sorted(client.shards), client.connections.share) == (3, [0, 1, 2], Share(3, 0, 2))
    assert client.count("ready") == [0, 1, 2]
    assert client.events[-1] == ("all ready", None)
    assert {each.id: each.shard_id for each in client.guilds} == {guild(box, n).id: n for n in range(3)}
    assert client.disconnected_since is None
    assert box.server.gateway.standing() == [0, 1, 2]
    await box.until(lambda: client.latency < 60)


async def test_it_holds_the_part_that_it_is_told_to(box: Box) -> None:
    part = Client(Share(3, 1, 2))
    await box.run(part)
    assert {each.id for each in part.guilds} == {guild(box, 1).id, guild(box, 2).id}
    assert box.server.gateway.standing() == [1, 2]
    assert part.count("all ready") == [None]


async def test_one_shard_asks_for_nothing_more(box: Box) -> None:
    box.world.shards = 1
    one = Client()
    await box.run(one)
    assert [request.route for request in box.requests].count("GET /gateway/bot") == 1
    assert box.server.gateway.standing() == [0]
    assert len(one.guilds) == 3


async def test_a_line_that_is_lost_is_taken_up_and_the_others_stay(box: Box, client: Client) -> None:
    await box.drop_gateway(shard=1)
    await box.until(lambda: box.server.gateway.resumed == 1)
    await box.until(lambda: client.disconnected_since is None and client.count("resumed"))
    assert (client.count("lost"), client.count("resumed")) == ([1], [1])
    assert box.server.gateway.identified == 3


async def test_a_session_outlives_a_line_that_cannot_be_opened_for_a_while(box: Box, client: Client) -> None:
    gateway = box.server.gateway
    gateway.shut = True
    await box.drop_gateway(shard=1)
    await box.until(lambda: client.count("lost").count(1) >= 2)
    assert (client.connections.connected_count, gateway.standing()) == (2, [0, 2])
    added = box.world.add_channel("new", guild(box, 1))
    gateway.shut = False
    await box.until(lambda: gateway.resumed == 1)
    await box.until(lambda: client.get_channel(added.id) is not None)
    assert gateway.identified == 3
    assert client.count("connect") == [0, 1, 2]


async def test_a_shard_that_does_not_come_back_keeps_no_other_waiting(
    box: Box, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = client._open_connection

    async def broken(number: int, *old: Any) -> Any:
        if number == 1:
            await asyncio.sleep(3600)
        return await opened(number, *old)

    monkeypatch.setattr(client, "_open_connection", broken)
    await box.drop_gateway(shard=1)
    await box.until(lambda: client.connections.connected_count == 2)
    for _ in range(2):
        await box.drop_gateway(shard=2)
        await box.until(lambda: 2 in box.server.gateway.standing())
    await box.until(lambda: client.connections.connected_count == 2)
    assert client.count("resumed") == [2, 2]


async def test_a_session_that_is_forgotten_is_begun_anew(box: Box, client: Client) -> None:
    await box.drop_gateway(resumable=False, shard=1)
    await box.until(lambda: client.count("ready") == [0, 1, 1, 2])
    assert client.disconnected_since is None
    assert box.server.gateway.identified == 4
    assert len(client.guilds) == 3


async def test_a_server_that_was_left_meanwhile_is_forgotten(box: Box, client: Client) -> None:
    """discord.py's own client goes on believing that it is there."""
    gone = guild(box, 1)
    gateway = box.server.gateway
    gateway.barred.add(1)
    await box.drop_gateway(resumable=False, shard=1)
    world_events.leave_guild(box.world, box.world.bot, gone)
    assert client.get_guild(gone.id) is not None
    gateway.barred.clear()
    await box.until(lambda: client.count("ready") == [0, 1, 1, 2])
    assert {each.id for each in client.guilds} == {guild(box, 0).id, guild(box, 2).id}


async def test_one_that_begins_anew_while_the_others_are_told_theirs(box: Box) -> None:
    client = Client()
    client.shard_count = client._connection.shard_count = 3
    client._connection.shard_ids = range(3)
    client._connection.guild_ready_timeout = 0.2
    await client._async_setup_hook()
    user = box.world.user_json(box.world.bot)

    def ready(shard: int) -> None:
        client._connection.parse_ready({"shard": [shard, 3], "user": user, "guilds": []})

    for shard in (0, 1, 2):
        ready(shard)
    await asyncio.sleep(0.02)
    ready(1)
    await asyncio.wait_for(client._ready.wait(), 60)
    await asyncio.sleep(0)
    assert client.count("ready") == [0, 1, 2]
    assert client._connection._ready_states == {}
    await client.close()


async def test_they_log_in_as_often_as_discord_allows(
    box: Box, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(login_turns, "LOGIN_GAP_SECONDS", 0.4)
    box.world.login_gap = 0.3
    with caplog.at_level(logging.INFO, "discord.gateway"):
        await box.run(Client())
    assert box.server.gateway.identified == 3
    assert "invalidated" not in caplog.text


async def test_it_does_not_log_in_more_often_than_it_may_in_a_day(box: Box, caplog: pytest.LogCaptureFixture) -> None:
    """Whoever does loses the token."""
    box.world.logins_left = 2
    client = Client()
    running = await begun(box, client)
    await box.until(lambda: "2 times more" in caplog.text)
    assert box.server.gateway.identified == 0
    await client.close()
    await running


async def test_it_stops_while_shards_wait_for_their_turns(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(login_turns, "LOGIN_GAP_SECONDS", 3600.0)
    client = Client()
    running = await begun(box, client)
    await box.until(lambda: box.server.gateway.standing() == [0])
    await client.close()
    await running
    await box.until(lambda: box.server.gateway.standing() == [])


async def test_it_can_be_closed_before_it_was_opened() -> None:
    await Client().close()


@pytest.mark.parametrize("share", [None, Share(3, 0, 2)])
async def test_where_nobody_says_how_many_there_are(box: Box, share: Share | None) -> None:
    """Who was told how many goes on; who was not asks again."""
    box.faults.refuse("GET /gateway/bot", ApiError(400, 0, "400: no"))
    client = Client(share)
    await box.run(client)
    assert box.server.gateway.standing() == [0, 1, 2]
    asked = [request.status for request in box.requests if request.route == "GET /gateway/bot"]
    assert asked == ([400, 200] if share is None else [400])


async def test_discord_wants_more_shards(box: Box) -> None:
    box.world.most_guilds = 0
    client = Client()
    with pytest.raises(discord.ConnectionClosed) as refused:
        await box.run(client)
    assert refused.value.code == 4011
    assert "LONGTABLE_SHARDS" in explain_login_error(refused.value)
    assert client.is_closed()
    box.client = box._running = None


async def test_intents_that_are_refused() -> None:
    async with await Box.start() as box:
        client = ShardedClient(None, intents=discord.Intents(guilds=True, members=True))
        with pytest.raises(discord.PrivilegedIntentsRequired):
            await box.run(client)
        box.client = box._running = None


async def test_what_is_unforeseen_ends_it(box: Box, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: Any) -> Any:
        raise RuntimeError("strange")

    monkeypatch.setattr(client, "_open_connection", broken)
    assert box._running is not None
    await box.drop_gateway(shard=1)
    with pytest.raises(RuntimeError, match="strange"):
        await box._running
    assert client.is_closed()
    box.client = box._running = None


@pytest.mark.parametrize(("code", "said"), [(4004, "DISCORD_TOKEN"), (4010, "LONGTABLE_SHARDS"), (4012, "not let")])
def test_why_a_line_was_closed_is_said(code: int, said: str) -> None:
    socket: Any = SimpleNamespace(close_code=code)
    assert said in explain_login_error(discord.ConnectionClosed(socket, shard_id=0, code=code))
