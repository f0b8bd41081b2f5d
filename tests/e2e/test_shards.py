"""Shards: games go on wherever they are played while lines to Discord come and go, and nothing is believed of servers
whose line is down."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot import assemble_bot
from cogs.gateway import login_turns
from db.share import Share
from playground import world_events
from playground.driver import NoAnswer
from playground.gateway import RECONNECT
from service.jobs.removed_servers import KEEP_SECONDS
from tests.e2e.divided import ROOMS, Divided, divided
from tests.e2e.screens import on_screen
from tools.stage import PATIENT

SYNC = "PUT /applications/{application_id}/commands"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(login_turns, "LOGIN_GAP_SECONDS", 0.05)


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Divided]:
    async with divided(tmp_path) as made:
        yield made


async def test_games_of_all_shards_are_played_side_by_side(stage: Divided) -> None:
    for shard in ROOMS:
        await stage.begin(shard)
    for _ in range(3):
        for shard in ROOMS:
            await stage.move(shard)
    assert stage.box.server.gateway.standing() == [0, 1, 2]
    assert stage.tables.removed_servers.present_servers == {stage.guild(shard).id for shard in ROOMS}
    assert [request.route for request in stage.box.requests].count(SYNC) == 1
    listed = await stage.slash("Ann", "/game list", room=ROOMS[2])
    assert all(f"#{number}]" in listed.text for number in (1, 2, 3))


async def test_a_game_of_another_shard_is_played_in_direct_messages(stage: Divided) -> None:
    for who in ("Ann", "Ben"):
        await stage.tables.preferences.set_settings(stage.box.person(who).id, {"ping": "dm"})
    await stage.begin(2)
    who, _ = await stage.next_move(2)
    await stage.box.until(lambda: any(shown.has_button("My move") for shown in stage.box.dms(who)))
    letter = next(shown for shown in stage.box.dms(who) if shown.has_button("My move"))
    before = stage.table(ROOMS[2]).seq
    shown = on_screen(await stage.press(who, "My move", letter))
    assert shown.message.channel_id == stage.box.dm(who).id
    for _ in range(8):
        if (await stage.next_move(2))[0] != who:
            break
        ways = [b for b in shown.buttons if b.custom_id[:2] in ("c:", "p:") and b.label != "Back"]
        shown = on_screen(await stage.press(who, min(ways, key=lambda b: b.custom_id).label, shown))
    assert stage.table(ROOMS[2]).seq > before
    assert len(stage.messages(2)) == 1


async def test_a_line_is_cut_and_taken_up_while_the_other_games_go_on(stage: Divided) -> None:
    for shard in ROOMS:
        await stage.begin(shard)
    gateway, bot = stage.box.server.gateway, stage.bot
    gateway.shut = True
    await stage.box.drop_gateway(shard=1)
    await stage.box.until(lambda: bot.connections.connected_count == 2)
    await stage.move(0)
    await stage.move(2)
    before, (who, line) = len(await stage.log(1)), await stage.next_move(1)
    channel = stage.box.channel(ROOMS[1])
    act = stage.box.acts.slash(stage.box.person(who), channel, "/game move", {"line": line})
    await stage.move(0)
    assert act.answer is None
    assert len(await stage.log(1)) == before
    gateway.shut = False
    await stage.box.until(lambda: act.answer is not None)
    await stage.box.settled(act)
    await stage.settled()
    await stage.moved_once(1, before, line)
    assert (gateway.identified, gateway.resumed) == (3, 1)
    assert bot.disconnected_since is None
    for shard in ROOMS:
        await stage.move(shard)
    assert await stage.noted() is None


async def test_acts_that_are_told_again_with_a_session_are_done_once(stage: Divided) -> None:
    await stage.begin(1)
    before, (who, line) = len(await stage.log(1)), await stage.next_move(1)
    answer = await stage.slash(who, "/game move", room=ROOMS[1], line=line)
    await stage.box.drop_gateway(shard=1)
    stage.box.repeat(answer.act)
    await stage.box.until(lambda: stage.box.server.gateway.resumed == 1)
    await stage.move(1)
    await stage.settled()
    await stage.moved_once(1, before, line)


async def test_a_line_that_is_ordered_to_come_again(stage: Divided) -> None:
    await stage.begin(0)
    stage.box.server.gateway.order(RECONNECT, shard=0)
    await stage.box.until(lambda: stage.box.server.gateway.resumed == 1)
    await stage.move(0)


async def test_a_shard_that_is_cut_for_good_logs_in_anew(stage: Divided) -> None:
    for shard in ROOMS:
        await stage.begin(shard)
    gateway, bot = stage.box.server.gateway, stage.bot
    gateway.barred.add(1)
    await stage.box.drop_gateway(resumable=False, shard=1)
    await stage.box.until(lambda: bot.connections.connected_count == 2)
    await stage.move(0)
    await stage.move(2)
    with pytest.raises(NoAnswer):
        await stage.box.slash("Ann", ROOMS[1], "/game list")
    gateway.barred.clear()
    await stage.box.until(lambda: bot.disconnected_since is None)
    assert gateway.identified == 4
    for shard in ROOMS:
        await stage.move(shard)
    assert await stage.noted() is None
    assert [request.route for request in stage.box.requests].count(SYNC) == 1


async def test_a_server_that_is_left_while_its_shard_is_away_is_noted_and_no_other(stage: Divided) -> None:
    for shard in ROOMS:
        await stage.begin(shard)
    gateway, bot, gone = stage.box.server.gateway, stage.bot, stage.guild(1)
    gateway.barred.add(1)
    await stage.box.drop_gateway(resumable=False, shard=1)
    world_events.leave_guild(stage.box.world, stage.box.world.bot, gone)
    await stage.box.until(lambda: bot.connections.connected_count == 2)
    assert await stage.noted() is None
    gateway.barred.clear()
    await stage.box.until(lambda: stage.table(ROOMS[1]).homeless == "server")
    assert [stage.table(ROOMS[shard]).homeless for shard in (0, 2)] == ["", ""]
    assert await stage.noted() is not None
    assert stage.tables.removed_servers.present_servers == {stage.guild(shard).id for shard in (0, 2)}
    world_events.join_guild(stage.box.world, stage.box.world.bot, gone)
    await stage.box.until(lambda: not stage.table(ROOMS[1]).homeless)
    await stage.settled()
    assert await stage.noted() is None
    await stage.move(1)


async def test_nothing_is_believed_of_servers_whose_shard_does_not_come_up(stage: Divided) -> None:
    """The bot starts, and one of its shards may not log in, for longer than games of a server that is left are kept."""
    for shard in ROOMS:
        await stage.begin(shard)
    await stage.close()
    stage.box.server.gateway.barred.add(1)
    opening = asyncio.create_task(stage.open())
    await stage.box.until(lambda: stage.running is not None and stage.bot.connections.connected_count == 2)
    await stage.settled()
    table = stage.table(ROOMS[1])
    assert table.home.guild_id is not None
    listed = await stage.slash("Ann", "/game list", room=ROOMS[0])
    assert f"#{table.id}]" in listed.text
    assert "Nothing is lost" not in listed.text  # as it says of a home that is
    for _ in range(3):
        stage.box.advance(KEEP_SECONDS / 2)
        await stage.tables.scheduler.run_all_due()
    assert await stage.noted() is None
    assert stage.tables.removed_servers.present_servers is None
    assert stage.table(ROOMS[1]).homeless == ""
    stage.box.server.gateway.barred.clear()
    await opening
    await stage.box.until(lambda: stage.tables.removed_servers.present_servers is not None)
    for shard in ROOMS:
        await stage.move(shard)
    assert await stage.noted() is None


async def test_two_processes_hold_a_part_each(stage: Divided, tmp_path: Path) -> None:
    """Each sees the servers of its shards alone, direct messages come to the one with shard 0, and that one tells
    Discord the commands."""
    await stage.close()
    synced = [request.route for request in stage.box.requests].count(SYNC)
    (tmp_path / "test.commands.json").unlink()
    stage.shards = Share(3, 0, 0)
    await stage.open()
    told = replace(stage.told(), shards=Share(3, 1, 2), database=tmp_path / "second.sqlite3")
    other = await assemble_bot(told, stage.clock, PATIENT)
    other.bot._connection.guild_ready_timeout = 0.05
    running = asyncio.create_task(other.bot.start(stage.box.token))
    try:
        await stage.box.until(lambda: other.bot.disconnected_since is None)
        assert {each.id for each in stage.bot.guilds} == {stage.guild(0).id}
        assert {each.id for each in other.bot.guilds} == {stage.guild(1).id, stage.guild(2).id}
        assert [request.route for request in stage.box.requests].count(SYNC) == synced + 1
        for room in ROOMS.values():
            await stage.slash("Ann", "/carcassonne new", room=room, seats=2)
        homes = [table.home.guild_id for table in stage.tables.registry.tables.values()]
        assert homes == [stage.guild(0).id]
        others = {table.home.guild_id for table in other.tables.registry.tables.values()}
        assert others == {stage.guild(1).id, stage.guild(2).id}
        await stage.box.slash("Ann", stage.box.dm("Ann"), "/game list")
        assert stage.tables.removed_servers.present_servers == {stage.guild(0).id}
        assert other.tables.removed_servers.present_servers == {stage.guild(1).id, stage.guild(2).id}
        assert await other.bot.fetch_membership(stage.guild(0).id, stage.box.person("Ann").id) == "here"
        assert await other.bot.fetch_membership(stage.guild(1).id, stage.box.person("Ann").id) == "here"
    finally:
        await other.close()
        await running


async def test_what_another_process_holds_is_not_taken_for_left(stage: Divided) -> None:
    """A database from before the bot was divided, with games of servers that are another's now."""
    for shard in ROOMS:
        await stage.begin(shard)
    await stage.close()
    stage.shards = Share(3, 2, 2)
    await stage.open()
    await stage.box.until(lambda: stage.tables.removed_servers.present_servers is not None)
    stage.box.advance(2 * KEEP_SECONDS)
    await stage.tables.scheduler.run_all_due()
    assert await stage.noted() is None
    assert [stage.table(ROOMS[shard]).homeless for shard in ROOMS] == ["", "", ""]
