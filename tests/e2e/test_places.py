"""Channels, threads, rights and servers that go and come back: through the bot, with a moved clock and restarts."""

from __future__ import annotations

import asyncio

import pytest

from playground import world_events
from playground.driver import Shown

from .conftest import ROOM, Stage
from .test_reminders import DAY, HOUR, begun, due, lay, passed, reminders
from .test_table import legal

GONE = "The channel of Carcassonne #1 is gone."


def shown(stage: Stage, where: object = ROOM) -> list[Shown]:
    """The messages of tables in a place."""
    return [m for m in stage.box.messages(where) if m.has_button("Catch up")]


async def at_home(stage: Stage) -> None:
    """The home has been found, and everything owed to it stands there."""
    await stage.box.until(lambda: not stage.table().homeless, 10, what="a home that is found again")
    await stage.settled()
    await asyncio.sleep(0.15)
    await stage.settled()


async def lost(stage: Stage, why: str) -> None:
    await stage.box.until(lambda: stage.tables.registry.get(1).homeless == why, 10, what=f"a home that is lost ({why})")


async def test_a_deleted_channel_loses_no_game(stage: Stage) -> None:
    who = await begun(stage)
    stage.box.delete_channel(ROOM)
    await lost(stage, "channel")
    await passed(stage, 80)
    table = stage.tables.registry.get(1)
    assert table is not None
    assert all(stretch.timer.due is None for stretch in table.stretches)
    listed = await stage.slash(who, "/game list", room="lounge")
    assert GONE in listed.text
    assert "its clocks stand" in listed.text
    picker = await stage.press(who, "Next game", listed)
    assert GONE in picker.text
    other = next(seat.name for seat in table.seats if seat.name != "Ann")
    refused = await stage.slash(other, "/game options", room="lounge", name="home", value="here")
    assert "Only Ann can do that." in refused.text
    said = await stage.slash("Ann", "/game options", room="lounge", name="home", value="here")
    assert "lives here now" in said.text
    (message,) = shown(stage, "lounge")
    assert message.pings == {who} or not message.pings  # whoever was called before is not called again
    due_at = stage.table("lounge").stretches[0].timer.due
    assert due_at is not None
    assert abs(due_at - stage.clock.now() - DAY) < 60
    assert f"due <t:{due_at}:R>" in message.text
    await passed(stage, 12.1)
    assert len(reminders(stage, "lounge")) == 1


async def test_a_deleted_thread_loses_no_game(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new", seats=2, where="thread")
    await stage.press("Ben", "Join")
    await stage.press("Ann", "Start")
    (thread,) = stage.box.threads(ROOM)
    stage.box.delete_channel(thread)
    await lost(stage, "channel")
    listed = await stage.slash("Ann", "/game list", room="lounge")
    assert GONE in listed.text
    await stage.slash("Ann", "/game options", room="lounge", name="home", value="here")
    assert stage.table("lounge").homeless == ""


@pytest.mark.parametrize("down", [False, True])
@pytest.mark.parametrize(
    ("right", "why", "words"),
    [
        ("view_channel", "view", "I cannot see the channel of Carcassonne #1 any more."),
        ("send_messages", "send", "A server admin can allow it: Send Messages."),
    ],
)
async def test_rights_that_go_and_come_back(stage: Stage, right: str, why: str, words: str, down: bool) -> None:
    who = await begun(stage)
    before = len(shown(stage))
    if down:
        await stage.close()
    stage.box.deny(ROOM, right)
    if down:
        await stage.open()
        await passed(stage, 13)
    await lost(stage, why)
    listed = await stage.slash(who, "/game list", room="lounge")
    assert words in listed.text
    for _ in range(3):
        await act(stage)
    await passed(stage, 100)
    assert len(shown(stage)) == before
    if down:
        await stage.close()
    stage.box.allow(ROOM, right)
    if down:
        await stage.open()
    await at_home(stage)
    now = [m for m in shown(stage) if not m.deleted]
    assert len(now) == 1  # the one in the place of all that was owed
    assert reminders(stage) == []
    assert stage.table().stretches[0].timer.due is not None


async def test_rights_that_come_back_unheard_are_found_by_a_press(stage: Stage) -> None:
    who = await begun(stage)
    stage.box.deny(ROOM, "send_messages")
    await lost(stage, "send")
    stage.box.world.listeners.remove(stage.box.server.gateway._heard)  # Discord tells us nothing
    stage.box.allow(ROOM, "send_messages")
    stage.box.world.listeners.append(stage.box.server.gateway._heard)
    assert stage.table().homeless
    await stage.press(who, "My move")
    await at_home(stage)


async def test_without_the_right_to_attach_it_is_played_without_pictures(stage: Stage) -> None:
    await begun(stage)
    stage.box.deny(ROOM, "attach_files")
    for _ in range(2):
        await lay(stage)
    assert not stage.table().homeless
    message = shown(stage)[-1]
    assert message.message.attachments == []
    assert message.content.endswith("A server admin can allow it: Attach Files.")
    assert message.pings
    stage.box.world.listeners.remove(stage.box.server.gateway._heard)
    stage.box.allow(ROOM, "attach_files")
    stage.box.deny(ROOM, "attach_files")  # as if nobody had told us of either
    stage.box.world.listeners.append(stage.box.server.gateway._heard)
    await lay(stage)
    assert shown(stage)[-1].message.attachments == []
    stage.box.allow(ROOM, "attach_files")
    await lay(stage)
    assert shown(stage)[-1].message.attachments
    assert "Attach Files" not in shown(stage)[-1].text


async def test_a_right_to_attach_that_is_lost_unheard_costs_the_picture_alone(stage: Stage) -> None:
    await begun(stage)
    stage.box.world.listeners.remove(stage.box.server.gateway._heard)
    stage.box.deny(ROOM, "attach_files")
    stage.box.world.listeners.append(stage.box.server.gateway._heard)
    for _ in range(2):
        await lay(stage)
    assert not stage.table().homeless
    assert shown(stage)[-1].message.attachments == []
    assert shown(stage)[-1].pings


async def test_without_the_right_to_embed_nothing_is_missing(stage: Stage) -> None:
    await begun(stage)
    stage.box.deny(ROOM, "embed_links")
    await lay(stage)
    assert not stage.table().homeless
    assert shown(stage)[-1].message.attachments


async def in_thread(stage: Stage) -> object:
    await stage.slash("Ann", "/carcassonne new", seats=2, where="thread")
    await stage.press("Ben", "Join")
    await stage.press("Ann", "Start")
    (thread,) = stage.box.threads(ROOM)
    await stage.settled()
    return thread


async def act(stage: Stage) -> None:
    """Whoever is waited for makes one move, from elsewhere."""
    table = await stage.tables.registry.load_table(1)
    assert table.game is not None
    seat = table.seats[table.seats_to_move[0]]
    line = str(table.game.legal(table.state, seat.index)[0])
    await stage.tables.moves.play_moves(1, seat.user_id or 0, [line], act=f"1 {table.seq} act")
    await stage.settled()


async def test_the_right_to_write_in_threads(stage: Stage) -> None:
    thread = await in_thread(stage)
    stage.box.deny(ROOM, "send_messages_in_threads")
    await lost(stage, "thread")
    listed = await stage.slash("Ann", "/game list", room="lounge")
    assert "A server admin can allow it: Send Messages in Threads." in listed.text
    await act(stage)
    await act(stage)
    stage.box.allow(ROOM, "send_messages_in_threads")
    await stage.box.until(lambda: not stage.tables.registry.get(1).homeless, 10)
    await stage.settled()
    assert stage.box.newest(thread, button="Catch up") is not None


async def test_an_archived_thread_is_woken_and_a_locked_one_says_so(stage: Stage) -> None:
    thread = await in_thread(stage)
    stage.box.archive(thread)
    await act(stage)
    await act(stage)
    assert not thread.archived
    assert not stage.tables.registry.get(1).homeless
    stage.box.archive(thread, locked=True)
    await act(stage)
    await act(stage)
    await lost(stage, "locked")
    listed = await stage.slash("Ann", "/game list", room="lounge")
    assert "The thread of Carcassonne #1 is locked." in listed.text
    assert "Manage Threads" in listed.text
    await passed(stage, 100)
    before = len(shown(stage, thread))
    stage.box.unarchive(thread)
    await stage.box.until(lambda: not stage.tables.registry.get(1).homeless, 10, what="a thread that is open again")
    await stage.settled()
    assert len(shown(stage, thread)) == before + 1


@pytest.mark.parametrize("down", [False, True])
async def test_the_bot_is_removed_and_invited_back(stage: Stage, down: bool) -> None:
    await begun(stage)
    for name in ("Ann", "Ben"):
        await stage.tables.preferences.set_setting(stage.box.person(name).id, "ping", "dm")
    await lay(stage)
    who = stage.waited()
    if down:
        await stage.close()
    stage.box.kick_bot()
    if down:
        await stage.open()
        await due(stage)
    await lost(stage, "server")
    await passed(stage, 100)
    assert all(seat.left_at is None for seat in stage.table().seats)
    assert stage.box.person(who).dms_open
    await stage.tables.registry.load_table(1)
    pick = await stage.slash(who, "/game move", room=stage.box.dm(who), line=legal(stage)[0])
    assert "went wrong" not in pick.text
    own = stage.box.newest(stage.box.dm(who), button="My move")
    assert own is not None
    told = await stage.press(who, "My move", own)
    assert "I am no longer on the server of Carcassonne #1." in told.text
    listed = await stage.slash(who, "/game list", room=stage.box.dm(who))
    assert "It goes on there when I am invited again." in listed.text
    await act(stage)
    await act(stage)
    before = len(stage.box.messages(ROOM))
    if down:
        await stage.close()
    stage.box.invite_bot()
    if down:
        await stage.open()
    await at_home(stage)
    assert len(stage.box.messages(ROOM)) <= before + 1
    assert len(shown(stage)) == 1
    assert stage.table().stretches[0].timer.due is not None
    who = stage.waited()
    letter = stage.box.newest(stage.box.dm(who), button="My move")  # where they wanted to hear of it
    assert letter is not None
    assert letter.message.at > stage.clock.now() - HOUR
    assert shown(stage)[0].pings == set()


async def test_an_outage_is_no_removal(stage: Stage) -> None:
    await begun(stage)
    stage.box.outage()
    await asyncio.sleep(0.1)
    assert not stage.table().homeless
    await passed(stage, 13)
    assert not stage.table().homeless
    assert all(seat.left_at is None for seat in stage.table().seats)
    stage.box.outage(False)
    await asyncio.sleep(0.1)
    await lay(stage)
    assert not stage.table().homeless


async def test_a_table_moves_to_another_server_where_all_are(stage: Stage) -> None:
    await begun(stage)
    other = stage.box.second_server("Elsewhere", ["Ann"], ["hall"])
    await stage.box.until(lambda: stage.running.bot.get_guild(other.id) is not None)
    stage.box.kick_bot()
    await lost(stage, "server")
    refused = await stage.slash("Ann", "/game options", room="hall", name="home", value="here")
    assert "Ben would not see it" in refused.text
    assert stage.table().homeless
    world_events.join_guild(stage.box.world, stage.box.person("Ben"), other)
    stage.box.faults.server_error("GET /guilds/*/members/*", times=50)
    stage.tables.server_members.patience = 0.3
    stage.box.advance(2 * HOUR)
    refused = await stage.slash("Ben", "/game options", room="hall", name="home", value="here")
    assert "I cannot find out now" in refused.text
    stage.box.faults.clear()
    stage.box.advance(2 * HOUR)
    done = await stage.slash("Ben", "/game options", room="hall", name="home", value="here")  # nobody can ask for Ann
    assert "lives here now" in done.text
    assert stage.table("hall").home.guild_id == other.id
    await lay_in(stage, "hall")
    assert shown(stage, "hall")


async def lay_in(stage: Stage, where: str) -> None:
    table = await stage.tables.registry.load_table(1)
    assert table.game is not None
    seat = table.seats[table.seats_to_move[0]]
    line = str(table.game.legal(table.state, seat.index)[0])
    await stage.slash(seat.name, "/game move", room=where, line=line)


async def test_of_several_tables_without_a_channel_one_is_named(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    stage.box.add_channel("other")
    await stage.slash("Ann", "/carcassonne new", seats=2, room="other")
    for where in (ROOM, "other"):
        stage.box.delete_channel(where)
    await stage.box.until(lambda: all(stage.tables.registry.get(n).homeless for n in (1, 2)))
    asked = await stage.slash("Ann", "/game options", room="lounge", name="home", value="here")
    assert "#1 Carcassonne" in asked.text
    assert "#2 Carcassonne" in asked.text
    offered = await stage.box.complete("Ann", "lounge", "/game options", "value", "", name="home")
    assert {choice.value for choice in offered} == {"1", "2"}
    await stage.slash("Ann", "/game options", room="lounge", name="home", value="2")
    assert stage.table("lounge").id == 2
    none = await stage.slash("Cid", "/game options", room="lounge", name="home", value="here")
    assert "None of your tables has lost its channel." in none.text


async def test_a_game_that_ends_without_a_home_is_told_when_it_is_there_again(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    stage.box.deny(ROOM, "send_messages")
    await lost(stage, "send")
    await stage.tables.moves.resign(1, stage.box.person("Ann").id, act="resigned")
    await stage.settled()
    assert stage.tables.registry.get(1) is None
    await stage.restart()
    stage.box.allow(ROOM, "send_messages")
    await stage.box.until(lambda: stage.box.newest(ROOM, button="Rematch") is not None, 10, what="the end")
    await stage.settled()
    over = stage.box.newest(ROOM, button="Rematch")
    assert over is not None
    assert over.pings == {"Ann", "Ben"}


async def test_who_waited_to_be_called_is_called_when_the_home_is_there_again(stage: Stage) -> None:
    """A mention that fell into quiet hours, and whose channel was closed when they ended."""
    who = await begun(stage)
    rival = "Ben" if who == "Ann" else "Ann"
    registry = stage.tables.registry
    start = stage.clock.now() % DAY // HOUR
    quiet = f"{(start - 1) % 24:02}:00-{(start + 5) % 24:02}:00"
    await stage.tables.preferences.set_settings(stage.box.person(rival).id, {"quiet": quiet, "timezone": "UTC"})
    await lay(stage)
    assert stage.waited() == rival
    assert all(rival not in m.pings for m in shown(stage)[-1:])
    stage.box.deny(ROOM, "send_messages")
    await lost(stage, "send")
    await passed(stage, 8)
    stage.box.allow(ROOM, "send_messages")
    await at_home(stage)
    await passed(stage, 0.1)
    assert registry.tables[1].homeless == ""
    called = [m for m in stage.box.messages(ROOM) if rival in m.pings and m.message.at > stage.clock.now() - HOUR]
    assert len(called) == 1


async def test_where_the_host_has_gone_another_one_moves_the_table(stage: Stage) -> None:
    await begun(stage)
    stage.box.delete_channel(ROOM)
    await lost(stage, "channel")
    stage.box.go("Ann")
    stage.box.advance(2 * HOUR)
    said = await stage.slash("Ben", "/game options", room="lounge", name="home", value="here")
    assert "lives here now" in said.text
    assert stage.table("lounge").host == stage.box.person("Ben").id


async def test_a_lobby_whose_channel_is_gone_can_be_moved_or_left(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new", seats=2)
    stage.box.delete_channel(ROOM)
    await lost(stage, "channel")
    listed = await stage.slash("Ann", "/game list", room="lounge")
    assert GONE in listed.text
    await stage.slash("Ann", "/game options", room="lounge", name="home", value="here")
    assert stage.newest("Join", where="lounge").text.startswith("### Carcassonne #1 · lobby")
    await stage.press("Ben", "Join", stage.newest("Join", where="lounge"))


async def test_a_press_in_a_lobby_welcomes_nobody_who_never_left(stage: Stage) -> None:
    """What people do on their server is no news for the log."""
    await begun(stage)
    before = stage.table().seq
    for name in ("Ann", "Ben"):
        await stage.press(name, "My move")
    assert stage.table().seq == before
