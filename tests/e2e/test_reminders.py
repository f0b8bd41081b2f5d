"""Reminders, the late policy and coming back, as people see them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot import describe_next_due
from playground.driver import Shown
from tests.e2e.conftest import ROOM, Stage
from tests.e2e.test_table import lay, other

RECORDS = Path(__file__).parent.parent / "records" / "catan"
HOUR = 3600
DAY = 24 * HOUR


async def passed(stage: Stage, hours: float) -> None:
    """Move the clock; everything that falls due meanwhile is done and shown when it returns."""
    stage.box.advance(hours * HOUR)
    await due(stage)


async def due(stage: Stage) -> None:
    """Whatever is due is done and shown."""
    assert stage.running is not None
    store = stage.running.store
    for _ in range(500):
        await asyncio.sleep(0.01)
        if not await store.read(lambda t: t.games_with_due_action(stage.clock.now(), 1)):
            break
    else:
        raise AssertionError("something stays due")
    await stage.settled()


async def begun(stage: Stage, late: str = "ask", **options: object) -> str:
    """A game of Ann and Ben after the first decisions, which have half the time; who is waited for."""
    await stage.slash("Ann", "/carcassonne new", seats=2, **options)
    if late != "ask":
        await stage.slash("Ann", "/game options", name="late", value=late)
    await stage.press("Ben", "Join")
    await stage.press("Ann", "Start")
    await lay(stage)
    await lay(stage)
    return stage.waited()


def reminder(stage: Stage, text: str = "waits for you", where: str = ROOM) -> Shown:
    found = stage.box.newest(where, text=text)
    assert found is not None, [message.text for message in stage.box.messages(where)]
    return found


def reminders(stage: Stage, where: str = ROOM) -> list[Shown]:
    """All that stand: what leads to a move and is not the message of the table."""
    return [m for m in stage.box.messages(where) if m.has_button("My move") and not m.has_button("Catch up")]


async def test_half_four_fifths_and_due_each_in_place_of_the_former(stage: Stage) -> None:
    who = await begun(stage)
    table = stage.newest("Catch up")
    await passed(stage, 11.9)
    assert reminders(stage) == []
    await passed(stage, 0.2)
    half = reminder(stage)
    assert half.pings == {who}
    assert half.labels == ["My move", "On it", "Go to the table"]
    assert "Carcassonne #1 waits for you, due <t:" in half.text
    assert "lay the tile" in half.text
    await passed(stage, 7)
    assert reminders(stage) == [half]
    await passed(stage, 0.2)
    late = reminder(stage)
    assert (half.deleted, late.pings) == (True, {who})
    await passed(stage, 4.8)
    up = reminder(stage, "is up")
    assert late.deleted
    assert up.pings == {who}
    assert up.labels == ["My move", "Let a machine play this", "Replace…", "Go to the table"]
    assert "The others may let a machine play this." in up.text
    assert reminders(stage) == [up]
    assert not table.deleted
    for _ in range(5):
        await passed(stage, 24)
    (daily,) = reminders(stage)
    assert ", Carcassonne #" in daily.text
    assert "still waits for you" in daily.text
    assert up.deleted


async def test_a_live_game_reminds_after_five_minutes_and_ten(stage: Stage) -> None:
    who = await begun(stage, pace="10m")
    await passed(stage, 5.2 / 60)
    assert reminder(stage).pings == {who}
    await passed(stage, 5 / 60)
    (up,) = reminders(stage)
    assert "is up" in up.text


async def test_without_a_limit_nobody_is_late_and_still_reminded(stage: Stage) -> None:
    who = await begun(stage, pace="none")
    assert "due" not in stage.newest("Catch up").text
    await passed(stage, 24.1)
    first = reminder(stage)
    assert first.pings == {who}
    assert first.labels == ["My move", "On it", "Go to the table"]
    assert "asked <t:" in first.text
    assert "due" not in first.text
    await passed(stage, 47.8)
    assert reminders(stage) == [first]
    await passed(stage, 0.3)
    assert first.deleted
    assert len(reminders(stage)) == 1


async def test_it_is_gone_when_the_seat_acts(stage: Stage) -> None:
    await begun(stage)
    await passed(stage, 13)
    half = reminder(stage)
    await lay(stage)
    assert half.deleted
    assert reminders(stage) == []
    await passed(stage, 11.5)  # the other one's clock began when they were asked
    assert reminders(stage) == []


async def test_on_it(stage: Stage) -> None:
    who = await begun(stage)
    await passed(stage, 13)
    half = reminder(stage)
    assert f"This reminder is for {who}, not for you." in (await stage.press(other(stage, who), "On it", half)).text
    assert "You are not at this table." in (await stage.press("Dan", "On it", half)).text
    assert not half.deleted
    said = await stage.press(who, "On it", half)
    assert said.private
    assert "No more reminders for this until it is due." in said.text
    assert half.deleted
    await passed(stage, 8)
    assert reminders(stage) == []
    await passed(stage, 4)
    assert reminder(stage, "is up").pings == {who}


async def test_who_is_on_it_can_be_asked_by_the_others(stage: Stage) -> None:
    who = await begun(stage)
    await passed(stage, 13)
    await stage.press(who, "On it", reminder(stage))
    await stage.slash(other(stage, who), "/game time remind")
    asked = reminder(stage, "ask you to move")
    assert asked.pings == {who}
    await stage.press(who, "On it", asked)
    assert asked.deleted
    refused = await stage.slash(other(stage, who), "/game time remind")
    assert f"{who} was reminded <t:" in refused.text


@pytest.mark.parametrize("gone", ["before it is sent", "after it was sent"])
async def test_a_restart_in_between_doubles_and_loses_nothing(stage: Stage, gone: str) -> None:
    who = await begun(stage)
    if gone == "before it is sent":
        await stage.close()
        stage.box.advance(13 * HOUR)
        await stage.open()
        await due(stage)
    else:
        await passed(stage, 13)
        await stage.restart()
        await due(stage)
    (half,) = reminders(stage)
    assert half.pings == {who}
    await passed(stage, 1)
    assert reminders(stage) == [half]
    await stage.restart()
    await passed(stage, 6)
    (late,) = reminders(stage)
    assert half.deleted
    assert late.id != half.id
    assert [message for message in stage.box.messages(ROOM) if message.text == late.text] == [late]
    await stage.restart()
    await stage.tables.registry.load_table(1)
    await lay(stage)
    assert late.deleted


@pytest.mark.parametrize("fault", ["drop", "swallow"])
async def test_a_line_that_breaks_makes_no_second_reminder(stage: Stage, fault: str) -> None:
    who = await begun(stage)
    getattr(stage.box.faults, fault)("POST /channels/*/messages", times=2)
    stage.box.advance(13 * HOUR)
    await stage.box.until(lambda: len(stage.box.faults.struck) == 2, 10, what="a line that breaks")
    await stage.restart()
    await passed(stage, 0.01)
    (half,) = reminders(stage)
    assert half.pings == {who}


async def test_who_was_late_while_the_bot_was_away_has_half_an_hour(stage: Stage) -> None:
    who = await begun(stage, late="fallback")
    await stage.close()
    stage.box.advance(2 * DAY)
    await stage.open()
    await due(stage)
    assert stage.waited() == who
    (up,) = reminders(stage)
    assert "is up" in up.text
    assert "Otherwise the clock plays <t:" in up.text
    await passed(stage, 0.6)
    assert stage.waited() != who
    assert reminders(stage) == []


async def test_a_reminder_opens_the_archived_thread(stage: Stage) -> None:
    thread = stage.box.thread("table", "long evening")
    await stage.box.slash("Ann", thread, "/carcassonne new", seats=2)
    await stage.settled()
    lobby = stage.box.newest(thread, button="Join")
    assert lobby is not None
    await stage.press("Ben", "Join", lobby)
    await stage.press("Ann", "Start", lobby)
    stage.box.archive(thread)
    await passed(stage, 6.1)
    half = stage.box.newest(thread, text="waits for you")
    assert half is not None
    assert len(half.pings) == 1
    assert not thread.archived


async def test_public_words_tell_no_card_and_its_owner_hears_it(stage: Stage) -> None:
    """What the clock would draft in Citadels."""
    await stage.slash("Ann", "/citadels new", seats=4)
    await stage.slash("Ann", "/game options", name="late", value="fallback")
    for name in ("Ben", "Cid", "Dan"):
        await stage.press(name, "Join")
    await stage.press("Ann", "Start")
    who = stage.waited()
    await passed(stage, 6.1)
    half = reminder(stage)
    table = stage.table()
    assert table.game is not None
    own = await stage.press(who, "My move", half)
    told = own.text.partition("the clock plays this for you")[2].partition(": ")[2].splitlines()[0]
    move = table.game.default_move(table.state, table.seats_to_move[0])
    name = str(move).split()[1]
    assert name.replace("_", " ").casefold() in told.casefold()
    assert name.replace("_", " ").casefold() not in half.text.casefold()
    assert "Otherwise the clock plays then: choose" in half.text


async def test_the_program_says_what_it_does_next(stage: Stage) -> None:
    """For the clock of the playground."""
    assert stage.running is not None
    assert await describe_next_due(stage.running) is None
    who = await begun(stage, late="fallback")
    now = stage.clock.now()
    for hours, what in (
        (12, f"a reminder for {who}"),
        (19.2, f"a reminder for {who}"),
        (24, f"the clock moves for {who}"),
    ):
        found = await describe_next_due(stage.running)
        assert found is not None
        assert abs(found[0] - now - hours * HOUR) < 30
        assert found[1] == f"Carcassonne #1: {what}"
        stage.box.advance(found[0] - stage.clock.now() + 1)
        await due(stage)
    assert stage.waited() != who
    found = await describe_next_due(stage.running)
    assert found is not None
    assert found[1] == f"Carcassonne #1: a reminder for {stage.waited()}"


async def test_each_of_several_has_their_own_time_and_nobody_hears_of_their_cards(stage: Stage) -> None:
    """A seven: Ann and Cid discard four cards each. Cid's nights do not count."""
    registry = stage.tables.registry
    registry.settings[stage.box.person("Cid").id] = {"quiet": "00:00-10:00", "timezone": "Europe/London"}
    await stage.recorded(RECORDS / "seven_two_owe.game", "Ann", "Ben", "Cid", late="fallback")
    await stage.press("Ben", "Roll dice")
    table = stage.table()
    ann, cid = (stretch.timer.due for stretch in table.stretches)
    assert ann is not None
    assert cid is not None
    assert cid - ann >= 10 * HOUR
    assert f"Ann: discard 4 (due <t:{ann}:R>). Cid: discard 4 (due <t:{cid}:R>), asked" in stage.newest("My move").text
    await passed(stage, 12.1)
    half = next(message for message in reminders(stage) if message.pings == {"Ann"})
    own = await stage.press("Ann", "My move", half)
    told = own.text.partition("the clock plays this for you")[2]
    assert table.game is not None
    cards = str(table.game.default_move(table.state, 0)).split()[1].split(",")
    assert all(card in told.casefold() for card in cards)
    said = half.text.partition("Otherwise")[2]
    assert said.startswith(" the clock plays then: discard 4 cards.")
    assert "The clock" not in (await stage.press("Cid", "My move")).text
    await stage.slash("Ann", "/catan discard", kinds=",".join(cards))
    assert half.deleted
    line = stage.newest("Catch up").text.splitlines()[-1]
    assert line.endswith(f"Cid: discard 4, asked <t:{table.stretches[1].since}:R>, due <t:{cid}:R>")
    while not reminders(stage):
        await passed(stage, 1)
    assert {name for message in reminders(stage) for name in message.pings} == {"Cid"}


async def test_who_asks_for_a_reminder_hears_when_it_is_read(stage: Stage) -> None:
    who = await begun(stage)
    rival, me = other(stage, who), stage.box.person(who).id
    assert f"Done: {who} has been reminded here." in (await stage.slash(rival, "/game time remind")).text
    await passed(stage, 6.5)
    await stage.tables.preferences.set_settings(me, {"ping": "dm"})
    later = await stage.slash(rival, "/game time remind")
    assert f"{who} will hear of it in the place and at the time that they chose" in later.text
    await passed(stage, 6.5)
    await stage.slash(who, "/game time vacation", until="3d")
    away = await stage.slash(rival, "/game time remind")
    assert f"{who} is on vacation until <t:" in away.text
    assert "have been" not in away.text
