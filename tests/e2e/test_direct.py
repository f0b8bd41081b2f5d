"""Play in direct messages, quiet hours, digests: what people see of it, and what others do not."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from playground.driver import Answer, Shown
from rules.core import encode_move
from service.state.model import Table
from tests.e2e.conftest import ROOM, Stage
from tests.e2e.laid import on_screen

HOUR = 3600


async def wants(stage: Stage, who: str, **chosen: str) -> None:
    """By the service, and not by the screen, so that the newest answer stays what it was."""
    await stage.tables.preferences.set_settings(stage.box.person(who).id, chosen)


def now(stage: Stage) -> datetime:
    return datetime.fromtimestamp(stage.clock.now(), UTC)


def around(stage: Stage, before: int, after: int) -> str:
    """Quiet hours that began so many hours ago and end in so many, as the clocks of Greenwich show it."""
    return f"{now(stage) - timedelta(hours=before):%H:00}-{now(stage) + timedelta(hours=after):%H:00}"


async def waited(stage: Stage, until: Any, what: str) -> None:
    """Letters begin with the scheduler, on its own time."""
    await stage.box.until(until, what=what)
    await stage.settled()


def letters(stage: Stage, who: str) -> list[Shown]:
    return [shown for shown in stage.box.dms(who) if not shown.deleted]


async def letter(stage: Stage, who: str, text: str = "") -> Shown:
    """The newest direct message of the bot."""
    await waited(stage, lambda: any(text in shown.text for shown in letters(stage, who)), f"a letter to {who}: {text}")
    return [shown for shown in letters(stage, who) if text in shown.text][-1]


async def ours(stage: Stage) -> tuple[Table, str, str]:
    """Ann and Ben play; who is waited for, and who is not."""
    table = await stage.game("Ann", "Ben")
    who = stage.waited()
    return table, who, "Ben" if who == "Ann" else "Ann"


async def move(stage: Stage, who: str, start: Shown | Answer | None = None) -> None:
    """Play as long as somebody is asked, typing the first legal line."""
    table = stage.table()
    for _ in range(5):
        table = await stage.tables.registry.load_table(table.id)
        seat = table.seat_of(stage.box.person(who).id)
        assert seat is not None
        if seat.index not in table.seats_to_move:
            break
        assert table.game is not None
        line = str(next(iter(table.game.legal(table.state, seat.index))))
        await stage.slash(who, "/game move", line=line)
    await stage.settled()


async def move_once(stage: Stage) -> None:
    """Whoever is waited for makes the first legal move."""
    table = await stage.tables.registry.load_table(stage.table().id)
    seat = table.seats_to_move[0]
    assert table.game is not None
    user = table.seats[seat].user_id
    assert user is not None
    line = encode_move(next(iter(table.game.legal(table.state, seat))))
    await stage.tables.moves.play_moves(table.id, user, [line], act=f"{table.id}.{table.seq}")
    await stage.settled()


async def test_a_table_comes_into_direct_messages_with_all_its_buttons(stage: Stage) -> None:
    await wants(stage, "Ann", ping="dm")
    await wants(stage, "Ben", ping="dm")
    table, who, other = await ours(stage)
    shown = await letter(stage, who)
    assert shown.pings == {who}
    assert f"Carcassonne #{table.id}" in shown.text
    assert all(
        shown.has_button(name) for name in ("My move", "My hand", "Board", "Catch up", "More", "Go to the table")
    )
    assert shown.message.attachments
    public = stage.newest("My move")
    assert public.pings == set()
    first = shown.text.splitlines()
    assert first[1:] == public.text.splitlines()  # nothing on it but its first line that all do not see
    assert [a.data for a in shown.message.attachments] == [a.data for a in public.message.attachments]
    await move(stage, who)
    await waited(stage, lambda: shown.edits > 0, "the letter to follow the move")
    assert shown.mentions == set()
    assert f"**Waiting for** {other}" in shown.text
    shown = await letter(stage, other)
    assert shown.pings == {other}
    await move(stage, other)
    await letter(stage, who)
    await stage.settled()
    assert len(letters(stage, who)) == 1  # renewed: the one before is gone


async def test_a_letter_bears_only_buttons_that_its_reader_may_press(stage: Stage) -> None:
    for who in ("Ann", "Ben"):
        await wants(stage, who, ping="dm")
    await stage.game("Ann", "Ben", kind="citadels")
    who = stage.waited()
    first = await letter(stage, "Ben" if who == "Ann" else "Ann", "the game begins")  # what it came for stays
    assert "My move" in first.labels
    for _ in range(40):
        if stage.newest("My move").has_button("Take 2 gold"):
            break
        await move_once(stage)
    who = stage.waited()
    other = "Ben" if who == "Ann" else "Ann"
    mine = await letter(stage, who, "take gold or cards")
    theirs = (await letter(stage, other)).labels
    assert "Take 2 gold" in mine.labels
    assert "Take 2 gold" not in theirs
    assert "My move" in theirs


async def test_who_does_not_play_there_gets_buttons_to_look(stage: Stage) -> None:
    stage.welcome("Dora")
    await wants(stage, "Dora", ping="dm")
    await stage.game("Ann", "Ben")
    await stage.slash("Ann", "/game seat standin", by=stage.box.person("Dora").id, until="5d")
    asked = await letter(stage, "Dora", "Ann asks you to stand in for them in Carcassonne #1 until")
    assert "You would see what Ann holds" in asked.text
    assert not {"My move", "My hand"} & set(asked.labels)
    assert {"Board", "Catch up", "Stand in", "Decline"} <= set(asked.labels)
    await stage.press("Dora", "Stand in", asked)
    assert stage.table().seat_of(stage.box.person("Ann").id).standin == stage.box.person("Dora").id


async def test_a_whole_turn_is_played_in_direct_messages(stage: Stage) -> None:
    await wants(stage, "Ann", ping="dm")
    await wants(stage, "Ben", ping="dm")
    table, who, _ = await ours(stage)
    public = len(stage.box.messages(ROOM))
    answer = await stage.box.press(who, await letter(stage, who), "My move")
    shown = on_screen(answer)
    assert shown.message.only_for is None  # it stays when the client is started again
    assert shown.message.channel_id == stage.box.dm(who).id
    seq = table.seq
    stage.box.restart_client(who)
    for _ in range(8):
        seat = stage.table().seat_of(stage.box.person(who).id)
        assert seat is not None
        if seat.index not in stage.table().seats_to_move:
            break
        ways = [b for b in shown.buttons if b.custom_id[:2] in ("c:", "p:") and b.label != "Back"]
        button = min(ways, key=lambda b: b.custom_id)
        answer = await stage.box.press(who, shown, button.label)
        await stage.settled()
        shown = on_screen(answer)
    assert stage.table().seq > seq
    assert len(stage.box.messages(ROOM)) <= public + 1  # the table's own message
    assert all(str(stage.box.dm(who).id) not in message.text for message in stage.box.messages(ROOM))


async def test_closed_direct_messages_fall_back_to_the_mention_and_that_is_said_once(stage: Stage) -> None:
    await wants(stage, "Ann", ping="dm")
    await wants(stage, "Ben", ping="dm")
    stage.box.close_dms("Ann")
    stage.box.close_dms("Ben")
    _, who, _ = await ours(stage)
    await waited(
        stage,
        lambda: any("waits for you" in m.text and m.pings == {who} for m in stage.box.messages(ROOM)),
        "a mention in place of the letter",
    )
    assert letters(stage, who) == []

    def said() -> int:
        return sum("I cannot send you direct messages" in m.text for m in stage.box.private(who))

    await stage.press(who, "Board")
    await waited(stage, lambda: said() == 1, "a word about closed direct messages")
    await stage.press(who, "Board")
    assert said() == 1


async def test_quiet_hours_end_with_one_line_that_goes_with_the_move(stage: Stage) -> None:
    await wants(stage, "Ann", quiet=around(stage, 1, 3))
    await wants(stage, "Ben", quiet=around(stage, 1, 3))
    _, who, _ = await ours(stage)
    assert all(not m.pings for m in stage.box.messages(ROOM))
    await stage.restart()
    await stage.later(3 * HOUR)
    await waited(
        stage,
        lambda: any(m.pings == {who} for m in stage.box.messages(ROOM)),
        "the line after the quiet hours",
    )
    (line,) = [m for m in stage.box.messages(ROOM) if who in m.pings]
    assert "waits for you, asked" in line.text
    assert line.has_button("My move")
    await stage.later(HOUR)
    assert len([m for m in stage.box.messages(ROOM) if who in m.pings]) == 1
    await move(stage, who)
    await waited(stage, lambda: not any(who in m.pings for m in stage.box.messages(ROOM)), "the line to go")


async def test_all_tables_wait_in_one_direct_message(stage: Stage) -> None:
    for who in ("Ann", "Ben"):
        await wants(stage, who, ping="dm", quiet=around(stage, 1, 3))
    await ours(stage)
    await stage.slash("Ann", "/citadels new", room="lounge", seats=2)
    lobby = stage.newest("Join", where="lounge")
    await stage.press("Ben", "Join", lobby)
    await stage.press("Ann", "Start", lobby)
    assert letters(stage, "Ann") == letters(stage, "Ben") == []
    await stage.later(3 * HOUR)
    for who in ("Ann", "Ben"):
        await letter(stage, who)
        assert len(letters(stage, who)) == 1


async def test_a_digest_comes_once_a_day(stage: Stage) -> None:
    for who in ("Ann", "Ben"):
        await wants(stage, who, ping="digest", digest=f"{now(stage) + timedelta(hours=2):%H:00}")
    _, who, other = await ours(stage)
    await stage.settled()
    assert letters(stage, who) == []
    await stage.later(2 * HOUR)
    shown = await letter(stage, who, "Your tables today")
    assert shown.has_button("Play Carcassonne #1")
    await move(stage, who)
    await move(stage, other)
    await stage.later(20 * HOUR)
    assert len(letters(stage, who)) == 1
    await stage.later(4 * HOUR)
    await waited(stage, lambda: letters(stage, who)[-1].message.id != shown.message.id, "the digest of the next day")
    assert len(letters(stage, who)) == 1


async def test_the_end_of_a_game_comes_where_somebody_hears(stage: Stage) -> None:
    for who in ("Ann", "Ben"):
        await wants(stage, who, ping="dm")
    _, who, other = await ours(stage)
    await letter(stage, who)
    await stage.tables.moves.resign(stage.table().id, stage.box.person(who).id)
    await stage.settled()
    shown = await letter(stage, other, "is over")
    assert shown.pings == {other}
    assert stage.newest(where=ROOM).pings == set()


async def test_a_reminder_renews_the_letter_and_can_be_hushed_there(stage: Stage) -> None:
    for who in ("Ann", "Ben"):
        await wants(stage, who, ping="dm")
    await stage.slash("Ann", "/carcassonne new", seats=2)
    await stage.tables.lobby.set_pace(stage.table().id, stage.box.person("Ann").id, "none")
    await stage.press("Ben", "Join")
    await stage.press("Ann", "Start")
    who = stage.waited()
    first = await letter(stage, who)
    await stage.later(24 * HOUR)  # a table without a limit reminds after a day
    shown = await letter(stage, who, "waits for you, asked")
    assert shown.message.id != first.message.id
    assert first.deleted
    assert {"My move", "On it", "Go to the table"} <= set(shown.labels)
    assert "No more reminders" in (await stage.box.press(who, shown, "On it")).text
    assert all(not m.pings for m in stage.box.messages(ROOM))


async def test_a_letter_that_was_owed_when_the_bot_stopped_comes_once(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    for who in ("Ann", "Ben"):
        await wants(stage, who, ping="dm")
    assert stage.running is not None
    monkeypatch.setattr(stage.running.bot.publisher.direct_messages, "schedule", lambda user_id, seconds: None)
    _, who, _ = await ours(stage)
    me = stage.box.person(who).id
    for _ in range(200):
        if await stage.tables.direct_messages.list_due_messages(me):
            break
        await asyncio.sleep(0.01)
    assert letters(stage, who) == []
    await stage.restart()
    await letter(stage, who)
    await stage.restart()
    await stage.later(60)
    assert len(letters(stage, who)) == 1


async def test_a_letter_about_several_tables_says_what_is_left(stage: Stage) -> None:
    for who in ("Ann", "Ben"):
        await wants(stage, who, ping="digest", digest=f"{now(stage) + timedelta(hours=2):%H:00}")
    stage.tables.registry.shuffle = lambda seats: None
    await stage.slash("Ann", "/carcassonne new", room="lounge", seats=2)
    await stage.press("Ben", "Join", stage.newest("Join", where="lounge"))
    await stage.press("Ann", "Start", stage.newest("Start", where="lounge"))
    _, who, _ = await ours(stage)
    assert who == "Ann"
    await stage.later(2 * HOUR)
    shown = await letter(stage, "Ann", "Your tables today")
    assert {"Play Carcassonne #1", "Play Carcassonne #2"} <= set(shown.labels)
    await move(stage, "Ann")  # young enough to be edited
    await waited(stage, lambda: shown.edits > 0, "the letter to follow the move")
    assert "One of these tables still waits for you:" in shown.text
    assert "Play Carcassonne #2" not in shown.labels
    assert "Play Carcassonne #1" in shown.labels
    await stage.restart()
    await stage.later(3 * HOUR)
    other = stage.tables.registry.table_in_channel(stage.box.channel("lounge").id)
    assert other is not None
    for _ in range(5):
        table = await stage.tables.registry.load_table(other.id)
        if 0 not in table.seats_to_move:
            break
        assert table.game is not None
        line = str(next(iter(table.game.legal(table.state, 0))))
        await stage.slash("Ann", "/game move", room="lounge", line=line)
    await waited(stage, lambda: shown.deleted, "the old letter to go")
    (last,) = letters(stage, "Ann")
    assert last.text == "None of these tables waits for you any more."
    assert last.mentions == set()


async def test_a_game_that_a_machine_begins_comes_as_one_letter(stage: Stage) -> None:
    await wants(stage, "Ann", ping="dm")
    await stage.slash("Ann", "/carcassonne new", seats=2)
    table = stage.table()
    table = await stage.tables.machine_seats.add_machine(table.id, table.host)
    await stage.tables.lobby.set_order(table.id, table.host, [seat.colour for seat in reversed(table.seats)])
    await stage.press("Ann", "Start")
    await waited(stage, lambda: stage.table().status == "active", "the start")
    table = stage.table()
    assert table.seats[0].machine is not None
    shown = await letter(stage, "Ann", "Your turn")
    assert "the game has begun. Your turn" in shown.text.splitlines()[0]  # both in one; there was none before
    assert shown.pings == {"Ann"}
