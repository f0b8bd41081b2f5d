"""Servers divided into shards: who is let in, and who hears of what."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest

from playground import world_events
from playground.driver import Box
from playground.model import Guild
from playground.session import Shard

EVERYTHING = 1 | 1 << 9 | 1 << 12  # servers, messages there, direct messages


class Line:
    """A connection as a client has it, and what it has heard so far."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.ws = ws
        self.heard: list[dict[str, Any]] = []

    async def next(self) -> dict[str, Any]:
        packet: dict[str, Any] = await self.ws.receive_json(timeout=20)
        self.heard.append(packet)
        return packet

    async def until(self, name: str) -> dict[str, Any]:
        """Wait for the next event of that name; what it says."""
        while (packet := await self.next())["t"] != name:
            pass
        data: dict[str, Any] = packet["d"]
        return data

    async def login(self, token: str, shard: object, intents: int = EVERYTHING) -> dict[str, Any]:
        """Identify; the first answer, or the code with which the line is closed."""
        told = {"token": token, "intents": intents} | ({"shard": shard} if shard is not None else {})
        await self.next()
        await self.ws.send_json({"op": 2, "d": told})
        message = await self.ws.receive(timeout=20)
        if message.type is not aiohttp.WSMsgType.TEXT:
            return {"code": self.ws.close_code}
        packet: dict[str, Any] = message.json()
        self.heard.append(packet)
        return packet

    async def barrier(self, guild: int) -> list[str]:
        """The names of all that was told until now; by a question whose answer comes after it."""
        await self.ws.send_json({"op": 8, "d": {"guild_id": str(guild), "user_ids": []}})
        await self.until("GUILD_MEMBERS_CHUNK")
        return [packet["t"] for packet in self.heard if packet["t"] is not None]


@asynccontextmanager
async def line(box: Box) -> AsyncIterator[Line]:
    async with aiohttp.ClientSession() as session, session.ws_connect(box.url + "/gateway/") as ws:
        yield Line(ws)


@pytest.fixture
async def box() -> AsyncIterator[Box]:
    """Three servers, of another shard of three each; no bot."""
    async with await Box.start() as made:
        made.second_server("Second", ["Ann", "Ben"], ["second"])
        made.second_server("Third", ["Ann", "Ben"], ["third"])
        yield made


def guild(box: Box, shard: int, of: int = 3) -> Guild:
    (found,) = (each for each in box.world.guilds.values() if Shard(shard, of).holds(each.id))
    return found


async def test_the_api_tells_how_many_are_recommended(box: Box) -> None:
    async def asked() -> dict[str, Any]:
        headers = {"Authorization": f"Bot {box.token}"}
        url = box.url + "/api/v10/gateway/bot"
        async with aiohttp.ClientSession(headers=headers) as http, http.get(url) as answer:
            found: dict[str, Any] = await answer.json()
            return found

    told = await asked()
    assert (told["shards"], told["session_start_limit"]["max_concurrency"]) == (1, 1)
    box.world.shards, box.world.at_once = 4, 16
    async with line(box) as one:
        await one.login(box.token, [0, 4])
    after = await asked()
    assert (after["shards"], after["session_start_limit"]["max_concurrency"]) == (4, 16)
    assert after["session_start_limit"]["remaining"] == told["session_start_limit"]["remaining"] - 1


@pytest.mark.parametrize("shard", [None, [0, 1]])
async def test_who_says_nothing_of_shards_has_all(box: Box, shard: object) -> None:
    async with line(box) as one:
        ready = await one.login(box.token, shard)
    assert ready["d"]["shard"] == [0, 1]
    assert {int(each["id"]) for each in ready["d"]["guilds"]} == set(box.world.guilds)


@pytest.mark.parametrize(
    "shard", [[3, 3], [-1, 3], [0, 0], [0], [0, 1, 2], ["0", "1"], [0.0, 1], [True, 2], "0/1", 1, {"0": 1}, []]
)
async def test_shards_that_cannot_be_are_refused(box: Box, shard: object) -> None:
    async with line(box) as one:
        assert await one.login(box.token, shard) == {"code": 4010}
    assert box.server.gateway.identified == 0


async def test_too_many_servers_for_one_shard_have_to_be_divided(box: Box) -> None:
    box.world.most_guilds = 2
    async with line(box) as one:
        assert await one.login(box.token, [0, 1]) == {"code": 4011}
    async with line(box) as one:
        assert (await one.login(box.token, [0, 2]))["t"] == "READY"


@pytest.mark.parametrize("shard", [0, 1, 2])
async def test_a_shard_has_its_own_servers_alone(box: Box, shard: int) -> None:
    async with line(box) as one:
        ready = await one.login(box.token, [shard, 3])
        assert ready["d"]["shard"] == [shard, 3]
        own = guild(box, shard)
        assert [each["id"] for each in ready["d"]["guilds"]] == [str(own.id)]
        assert (await one.until("GUILD_CREATE"))["id"] == str(own.id)
        assert (await one.barrier(own.id)).count("GUILD_CREATE") == 1


async def test_what_happens_on_a_server_is_told_to_its_shard(box: Box) -> None:
    async with line(box) as zero, line(box) as one:
        await zero.login(box.token, [0, 3])
        await one.login(box.token, [1, 3])
        there = guild(box, 1)
        registry = next(channel for channel in box.world.channels.values() if channel.guild_id == there.id)
        said = box.say("Ann", registry, "here")
        box.delete_message(said)
        box.thread(registry, "side")
        box.acts.begin(3, box.person("Ann"), registry, {"custom_id": "x", "component_type": 2})
        box.world.add_channel("new", there)
        heard = await one.barrier(there.id)
        assert heard[2:-1] == [
            "MESSAGE_CREATE",
            "MESSAGE_DELETE",
            "THREAD_CREATE",
            "INTERACTION_CREATE",
            "CHANNEL_CREATE",
        ]
        assert (await zero.barrier(guild(box, 0).id))[2:-1] == []


async def test_a_server_is_left_and_joined_in_its_shard(box: Box) -> None:
    async with line(box) as zero, line(box) as one:
        await zero.login(box.token, [0, 3])
        await one.login(box.token, [1, 3])
        there = guild(box, 1)
        world_events.leave_guild(box.world, box.world.bot, there)
        assert await one.until("GUILD_DELETE") == {"id": str(there.id)}
        world_events.join_guild(box.world, box.world.bot, there)
        assert (await one.until("GUILD_CREATE"))["id"] == str(there.id)
        assert (await zero.barrier(guild(box, 0).id))[2:-1] == []


async def test_each_further_server_is_of_the_next_shard(box: Box) -> None:
    further = [box.second_server(f"Further {n}", ["Ann"], []) for n in range(3)]
    assert {n for n in range(3) for each in further if Shard(n, 3).holds(each.id)} == {0, 1, 2}


async def test_direct_messages_belong_to_the_first_shard(box: Box) -> None:
    async with line(box) as zero, line(box) as one:
        await zero.login(box.token, [0, 3])
        await one.login(box.token, [1, 3])
        room = box.dm("Ann")
        box.say("Ann", room, "hello")
        box.acts.begin(3, box.person("Ann"), room, {"custom_id": "x", "component_type": 2})
        assert (await zero.barrier(guild(box, 0).id))[2:-1] == ["MESSAGE_CREATE", "INTERACTION_CREATE"]
        assert (await one.barrier(guild(box, 1).id))[2:-1] == []


async def test_members_of_a_server_elsewhere_are_not_told(box: Box) -> None:
    async with line(box) as one:
        await one.login(box.token, [1, 3])
        await one.ws.send_json({"op": 8, "d": {"guild_id": str(guild(box, 0).id), "user_ids": []}})
        assert (await one.barrier(guild(box, 1).id)).count("GUILD_MEMBERS_CHUNK") == 1


async def test_a_shard_takes_up_its_own_session(box: Box) -> None:
    gateway = box.server.gateway
    async with line(box) as other, line(box) as first:
        await other.login(box.token, [0, 3])
        ready = await first.login(box.token, [1, 3])
        await first.until("GUILD_CREATE")
        await box.drop_gateway(shard=1)
        assert gateway.standing() == [0]
        registry = next(channel for channel in box.world.channels.values() if channel.guild_id == guild(box, 1).id)
        box.say("Ann", registry, "while you were away")
        async with line(box) as again:
            await again.next()
            told = {"token": box.token, "session_id": ready["d"]["session_id"], "seq": 2}
            await again.ws.send_json({"op": 6, "d": told})
            assert (await again.until("MESSAGE_CREATE"))["channel_id"] == str(registry.id)
            await again.until("RESUMED")
            assert gateway.standing() == [0, 1]
            assert (gateway.identified, gateway.resumed) == (2, 1)
        assert (await other.barrier(guild(box, 0).id))[2:-1] == []


async def test_one_session_can_be_forgotten(box: Box) -> None:
    async with line(box) as zero, line(box) as one:
        await zero.login(box.token, [0, 3])
        await one.login(box.token, [1, 3])
        await box.drop_gateway(resumable=False, shard=1)
        assert [session.shard for session in box.server.gateway.sessions.values()] == [Shard(0, 3)]
        assert not zero.ws.closed


async def test_a_gateway_that_is_away_lets_nobody_in(box: Box) -> None:
    box.server.gateway.shut = True
    with pytest.raises(aiohttp.WSServerHandshakeError):
        async with line(box):
            pass


async def test_those_who_may_not_log_in_at_once_wait_for_each_other(box: Box) -> None:
    """Of sixteen shards of which two may log in at once, the even ones take turns, and the odd ones."""
    box.world.at_once, box.world.login_gap = 2, 0.4

    async def login(shard: int) -> object:
        async with line(box) as one:
            answer = await one.login(box.token, [shard, 16])
            return answer["t"] or answer["op"]

    assert [await login(n) for n in (0, 1, 2, 3)] == ["READY", "READY", 9, 9]
    await asyncio.sleep(0.5)
    assert await login(2) == "READY"


class Sharded(discord.AutoShardedClient):
    """discord.py's own client for several shards, without its waiting between two logins."""

    def __init__(self, **options: Any) -> None:
        super().__init__(intents=discord.Intents(guilds=True), **options)
        self.ready: list[int] = []

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        pass

    async def on_shard_ready(self, shard_id: int) -> None:
        self.ready.append(shard_id)


async def test_the_client_of_discord_py_finds_its_way(box: Box) -> None:
    box.world.shards = 3
    client = Sharded()
    await box.run(client)
    assert (client.shard_count, sorted(client.shards), sorted(client.ready)) == (3, [0, 1, 2], [0, 1, 2])
    assert {each.id: each.shard_id for each in client.guilds} == {guild(box, n).id: n for n in range(3)}
    await box.drop_gateway(shard=2)
    await box.until(lambda: box.server.gateway.resumed == 1)
    assert box.server.gateway.identified == 3
    await box.leave()
    part = Sharded(shard_count=3, shard_ids=[1, 2])
    await box.run(part)
    assert {each.id for each in part.guilds} == {guild(box, 1).id, guild(box, 2).id}
