"""What befalls people and servers, held against what Discord says of it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import aiohttp
import discord
import pytest

from playground import permissions
from playground.driver import Box
from playground.storage import dump_world, load_world, write_text
from playground.user_actions import Refused
from playground.world import GUILD_ID
from tests.playground.bot import Bot


def ours(box: Box) -> Bot:
    assert isinstance(box.client, Bot)
    return box.client


async def heard(box: Box, event: str, times: int = 1) -> None:
    await box.until(lambda: ours(box).events.count(event) >= times, what=event)


async def refused(request: object) -> int:
    with pytest.raises(discord.HTTPException) as caught:
        await request
    return caught.value.code


async def test_who_left_is_no_member_and_nobody_is_told(box: Box) -> None:
    bot, cid = ours(box), box.person("Cid")
    assert (await bot.http.get_member(GUILD_ID, cid.id))["user"]["id"] == str(cid.id)
    box.go("Cid")
    assert await refused(bot.http.get_member(GUILD_ID, cid.id)) == 10007
    assert await refused(bot.http.get_member(GUILD_ID, 99)) == 10013
    assert "GUILD_MEMBER_REMOVE" not in bot.events  # it has no intent that tells it
    with pytest.raises(Refused, match="cannot see"):
        await box.slash("Cid", "table", "/do say", text="x")
    assert await refused(bot.http.send_message(box.dm("Cid").id, params=said("hello"))) == 50278
    box.come("Cid")
    assert (await bot.http.get_member(GUILD_ID, cid.id))["roles"] == []
    assert (await box.slash("Cid", "table", "/do say", text="x")).text == "x"


async def test_who_is_banned_comes_back_when_the_ban_is_lifted(box: Box) -> None:
    box.ban("Cid")
    assert await refused(ours(box).http.get_member(GUILD_ID, box.person("Cid").id)) == 10007
    assert box.world.guild.banned == [box.person("Cid").id]
    box.come("Cid")
    assert box.world.guild.banned == []
    with pytest.raises(ValueError, match="owns"):
        box.go("Warden")


def said(text: str) -> discord.http.MultipartParameters:
    return discord.http.handle_message_parameters(content=text)


async def test_the_bot_is_sent_away_and_invited_back(box: Box) -> None:
    bot, table = ours(box), box.channel("table")
    shown = await box.slash("Ann", "table", "/do screen")
    box.kick_bot()
    await heard(box, "GUILD_DELETE")
    await box.until(lambda: bot.get_guild(GUILD_ID) is None)
    assert await refused(bot.http.send_message(table.id, params=said("x"))) == 50001
    assert await refused(bot.http.get_member(GUILD_ID, box.person("Ann").id)) == 10004
    assert await refused(bot.http.send_message(box.dm("Ann").id, params=said("x"))) == 50278
    with pytest.raises(Refused, match="no command"):
        await box.slash("Ann", "table", "/do say", text="x")
    with pytest.raises(Refused, match="not on this server"):
        await box.press("Ann", shown, "Later")
    box.invite_bot()
    await heard(box, "GUILD_CREATE", 2)
    await bot.http.send_message(table.id, params=said("back"))
    assert box.newest("table", text="back") is not None


async def test_an_outage_is_no_removal(box: Box) -> None:
    bot = ours(box)
    box.outage()
    await heard(box, "GUILD_DELETE")
    guild = bot.get_guild(GUILD_ID)
    assert guild is not None
    assert guild.unavailable
    box.outage(False)
    await heard(box, "GUILD_CREATE", 2)
    await box.until(lambda: not bot.get_guild(GUILD_ID).unavailable)


async def test_a_bot_that_logs_in_hears_of_its_own_servers_only(box: Box) -> None:
    await box.leave()
    box.kick_bot()
    await box.run(Bot())
    assert ours(box).get_guild(GUILD_ID) is None
    other = box.second_server("Elsewhere", ["Ann"], ["hall"])
    await box.until(lambda: ours(box).get_guild(other.id) is not None)
    assert [guild["id"] for guild in await ours(box).http.get_guilds(10)] == [str(other.id)]
    assert not box.world.sees(box.person("Ben").id, box.channel("hall"))
    assert (await box.slash("Ann", "hall", "/do say", text="x")).text == "x"


async def test_a_hidden_channel_is_told_without_its_name(box: Box) -> None:
    bot, table = ours(box), box.channel("table")
    box.deny("table", "view_channel")
    await heard(box, "CHANNEL_UPDATE")
    seen = bot.get_channel(table.id)
    assert isinstance(seen, discord.TextChannel)
    assert seen.name == "___hidden___"
    assert not seen.permissions_for(seen.guild.me).view_channel
    assert table.id not in [int(c["id"]) for c in await bot.http.get_all_guild_channels(GUILD_ID)]
    box.allow("table", "view_channel")
    await heard(box, "CHANNEL_UPDATE", 2)
    await box.until(lambda: seen.name == "table")


async def test_threads_that_go_with_their_channel_are_not_told_apart(box: Box) -> None:
    box.thread("table", "side")
    await heard(box, "THREAD_CREATE")
    box.delete_channel("table")
    await heard(box, "CHANNEL_DELETE")
    await asyncio.sleep(0.1)
    assert "THREAD_DELETE" not in ours(box).events
    assert all(channel.name not in ("table", "side") for channel in box.world.channels.values())
    alone = box.thread("lounge", "alone")
    box.delete_channel(alone)
    await heard(box, "THREAD_DELETE")


async def test_a_locked_thread_takes_no_words_of_the_bot(box: Box) -> None:
    bot, thread = ours(box), box.thread("table", "side")
    box.world.archive(thread, False, True)
    assert await refused(bot.http.send_message(thread.id, params=said("x"))) == 50083
    box.archive(thread, locked=True)
    assert await refused(bot.http.send_message(thread.id, params=said("x"))) == 50083
    box.unarchive(thread)
    await bot.http.send_message(thread.id, params=said("x"))
    box.archive(thread, locked=True)
    box.allow("table", "manage_threads")
    await bot.http.send_message(thread.id, params=said("y"))
    assert not thread.archived


async def test_it_all_is_remembered(box: Box, tmp_path: Path) -> None:
    box.go("Ann")
    box.ban("Ben")
    box.kick_bot()
    box.second_server("Elsewhere", ["Cid"], ["hall"])
    path = tmp_path / "world.json"
    write_text(dump_world(box.world), path)
    back = load_world(path)
    assert back.guilds == box.world.guilds
    assert back.guild is back.guilds[GUILD_ID]
    assert back.bot.id not in back.guild.members
    assert back.rights(back.person("Cid").id, back.channel_named("hall")) & permissions.VIEW


async def test_the_page_lists_who_has_left(box: Box) -> None:
    box.go("Ben")
    async with aiohttp.ClientSession() as http, http.ws_connect(f"{box.url}/play/socket?as=Ben") as ws:
        hello = await ws.receive_json()
        assert [p["name"] for p in hello["people"] if p["away"]] == ["Ben"]
        assert hello["me"]["name"] == "Ben"


async def test_the_page_offers_what_can_befall_and_does_it(box: Box) -> None:
    table = box.channel("table")
    async with aiohttp.ClientSession() as http, http.ws_connect(f"{box.url}/play/socket?as=Ann") as ws:

        async def ask(do: str, **fields: object) -> dict[str, object]:
            await ws.send_json({"n": 1, "do": do, "channel": str(table.id), **fields})
            while (answer := await ws.receive_json()).get("re") != 1:
                pass
            return answer

        async def keys() -> list[str]:
            return [key for key, words in (await ask("fates"))["fates"] if words]

        assert {"go", "ban", "kick", "out", "new", "delete", "take send_messages"} <= set(await keys())
        await ask("fate", key="take send_messages")
        assert "give send_messages" in await keys()
        assert not box.world.rights(box.world.bot.id, table) & permissions.BITS["send_messages"]
        await ask("fate", key="give send_messages")
        await ask("fate", key="out")
        assert box.world.guild.out
        await ask("fate", key="found")
        await ask("fate", key="new")
        assert box.channel("table-2")
        for _ in range(5):
            assert "person" in await keys()
            await ask("fate", key="person")
        newcomers = [box.person(name) for name in ("Eve", "Fay", "Gus", "Hal", "Guest 1")]
        assert {user.id for user in newcomers} <= set(box.world.guild.members)
        await ask("fate", key="kick")
        assert "invite" in await keys()
        assert "kick" not in await keys()
        assert (await ask("fate", key="kick"))["error"] == "That did not work."
        await ask("fate", key="invite")
        side = box.thread(table, "side")
        await ask("fate", key="lock", channel=str(side.id))
        assert (side.archived, side.locked) == (True, True)
        await ask("fate", key="open", channel=str(side.id))
        assert (side.archived, side.locked) == (False, False)
        await ask("fate", key="delete")
        assert table.deleted
        await ask("fate", key="ban")
        assert await keys() == ["come", "kick", "out", "person", "new"]
        await ask("fate", key="come")
        assert "go" in await keys()
