"""Logging in, losing the connection, coming back."""

from __future__ import annotations

import sys

import aiohttp
import discord
import pytest

from playground import connect
from playground.driver import Box, NoAnswer
from tests.playground.bot import Bot


def ours(box: Box) -> Bot:
    assert isinstance(box.client, Bot)
    return box.client


async def test_a_wrong_token_is_refused() -> None:
    async with await Box.start() as box:
        connect.redirect(box.url)
        bot = Bot()
        with pytest.raises(discord.LoginFailure):
            await bot.start("wrong")
        await bot.close()


@pytest.mark.parametrize("privileged", [1 << 1, 1 << 8, 1 << 15])
async def test_privileged_intents_close_the_gateway(privileged: int) -> None:
    async with await Box.start() as box:
        bot = Bot(1 | privileged)
        with pytest.raises(discord.PrivilegedIntentsRequired):
            await box.run(bot)
        await bot.close()
        box.client = None
        box._running = None


async def test_a_whole_program_can_be_run() -> None:
    async def program(url: str, token: str) -> None:
        async with Bot() as bot:
            await bot.start(token)

    async with await Box.start() as box:
        await box.run_program(program)
        await box.until(lambda: box.world.commands)
        assert (await box.slash("Ann", "table", "/do say", text="hi")).text == "hi"
        await box.leave()
        await box.until(lambda: not box.server.gateway.connected)

    async def broken(url: str, token: str) -> None:
        raise RuntimeError("no settings")

    async with await Box.start() as box:
        with pytest.raises(RuntimeError, match="no settings"):
            await box.run_program(broken)
        box._running = None


async def test_without_intents_no_messages_are_heard(box: Box) -> None:
    box.say("Ann", "table", "a secret")
    await box.slash("Ann", "table", "/do say", text="x")
    assert "MESSAGE_CREATE" not in ours(box).events
    assert "GUILD_CREATE" in ours(box).events


async def test_with_intents_messages_come_without_what_they_say() -> None:
    async with await Box.start() as box:
        bot = Bot(1 | 1 << 9)
        heard: list[str] = []

        async def on_message(message: discord.Message) -> None:
            heard.append(message.content)

        bot.on_message = on_message
        await box.run(bot)
        box.say("Ann", "table", "not for bots")
        box.say("Ann", "table", f"<@{box.world.bot.id}> for you")
        await box.until(lambda: len(heard) == 2)
        assert heard == ["", f"<@{box.world.bot.id}> for you"]


async def test_a_lost_connection_is_resumed_and_nothing_is_missed(box: Box) -> None:
    gateway = box.server.gateway
    await box.drop_gateway()
    # While the bot is away, somebody writes a command: it is told after the resume, in time for an answer.
    answer = await box.slash("Ann", "table", "/do say", text="still there")
    assert answer.text == "still there"
    await box.until(lambda: "resumed" in ours(box).events)
    assert (gateway.identified, gateway.resumed) == (1, 1)


@pytest.mark.slow
async def test_a_forgotten_session_begins_anew(box: Box) -> None:
    await box.drop_gateway(resumable=False)
    await box.until(lambda: box.server.gateway.identified == 2, timeout=15)
    assert (await box.slash("Ann", "table", "/do say", text="again")).text == "again"


async def test_threads_and_channels_are_announced(box: Box) -> None:
    thread = box.thread("table", "side")
    await box.until(lambda: box.client is not None and box.client.get_channel(thread.id))
    box.add_channel("new")
    await box.until(lambda: "CHANNEL_CREATE" in ours(box).events)
    box.delete_channel(thread)
    await box.until(lambda: "THREAD_DELETE" in ours(box).events)
    assert box.client is not None
    assert box.client.get_channel(thread.id) is None


async def test_uncompressed_clients_are_served_too(box: Box) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(box.url + "/gateway/?v=10&encoding=json") as ws:
        assert (await ws.receive_json())["op"] == 10
        await ws.send_json({"op": 1, "d": None})
        assert (await ws.receive_json())["op"] == 11
        await ws.send_json({"op": 2, "d": {"token": box.token, "intents": 1}})
        ready = await ws.receive_json()
        assert (ready["t"], ready["s"]) == ("READY", 1)


@pytest.mark.parametrize(
    ("packet", "code"),
    [
        ("nonsense", 4002),
        ("x" * 5000, 4002),
        ('{"op": 3, "d": {}}', 4003),
        ('{"op": 2, "d": {"token": "wrong"}}', 4004),
        ('{"op": 6, "d": {"token": "wrong"}}', 4004),
    ],
)
async def test_bad_packets_close_the_connection(box: Box, packet: str, code: int) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(box.url + "/gateway/") as ws:
        await ws.receive_json()
        await ws.send_str(packet)
        await ws.receive()
        assert ws.close_code == code


PROGRAM = """
import os, sys
sys.path.insert(0, {root!r})
from playground import connect
from tests.playground.bot import Bot
connect.redirect(os.environ["PLAYGROUND_URL"])
Bot().run(os.environ["DISCORD_TOKEN"], log_handler=None)
"""


async def test_the_box_survives_the_death_of_the_bot() -> None:
    from playground.driver import ROOT

    program = PROGRAM.format(root=str(ROOT))
    async with await Box.start() as box:
        await box.spawn(sys.executable, "-c", program)
        await box.slash("Ann", "table", "/do table")
        table = box.newest("table")
        assert table is not None
        await box.kill()
        with pytest.raises(NoAnswer):
            await box.press("Ann", table, "Count 1")
        await box.spawn(sys.executable, "-c", program)
        # The button is older than the bot, and works.
        assert (await box.press("Ann", table, "Count 1")).kind == "update"


async def test_a_heartbeat_is_answered_after_the_client_noted_that_it_sent_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """discord.py notes the time when it has sent: an answer before that looks an interval late, and it complains."""
    async with await Box.start() as box:
        await box.run(Bot())
        (socket,) = box.server.gateway.sockets
        pushed: list[str] = []
        monkeypatch.setattr(socket, "push", pushed.append)
        await box.server.gateway._packet(socket, None, {"op": 1, "d": 0})
        assert pushed == []
        await box.until(lambda: pushed)
        assert '"op": 11' in pushed[0]
