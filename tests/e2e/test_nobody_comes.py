"""A table to which nobody comes: asked, frozen, thawed."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import ROOM, Stage
from tests.e2e.test_reminders import passed, reminders
from tests.e2e.test_table import lay, legal, other

from .test_rests import DAY, begun, shown

# --- nobody comes ------------------------------------------------------------------------------------------------


async def test_a_week_without_anybody(stage: Stage) -> None:
    await begun(stage, "Ann", "Ben", "Cid", pace="none")
    await passed(stage, 7 * DAY + 0.1)
    asked = shown(stage)
    assert asked.pings == {"Ann", "Ben", "Cid"}
    assert "does this game go on?" in asked.text
    assert "The players last did something <t:" in asked.text
    assert asked.labels[-3:] == ["Still on", "Pause", "End the game…"]
    assert all(m.id < asked.id for m in reminders(stage))  # nobody is called twice at that moment
    await passed(stage, 2)
    assert shown(stage) == asked
    assert "You are not at this table." in (await stage.press("Dan", "Still on", asked)).text
    still = await stage.press("Cid", "Still on", asked)
    assert still.private
    assert "The game goes on." in still.text
    now = shown(stage)
    assert "Still on" not in now.labels
    assert "Cid says that the game goes on." in now.text
    assert not now.pings or now.pings == asked.pings
    await passed(stage, 7 * DAY + 0.1)
    assert "Still on" in shown(stage).labels


async def test_the_other_answers(stage: Stage) -> None:
    await begun(stage, "Ann", "Ben", "Cid", pace="none")
    await passed(stage, 7 * DAY + 0.1)
    await stage.press("Ann", "Pause", shown(stage))
    await stage.press("Ben", "Pause", shown(stage))  # counts as agreeing
    assert stage.table().status == "paused"
    assert "Still on" not in shown(stage).labels
    await stage.press("Ann", "Go on", shown(stage))
    await passed(stage, 7 * DAY + 0.1)
    sure = await stage.press("Ann", "End the game…", shown(stage))
    await stage.press("Ann", "Yes, end it", sure)
    vote = stage.newest("Agree")
    assert vote.pings == {"Ben", "Cid"}
    assert "Still on" in shown(stage).labels
    await stage.press("Ben", "Agree", vote)
    await stage.press("Cid", "Agree", vote)
    assert "ended without a winner" in stage.newest("Rematch").text


@pytest.mark.parametrize("way", ["Go on", "My move", "/game time pause", "a move", "Wake"])
async def test_a_month_freezes_and_one_tap_wakes(stage: Stage, way: str) -> None:
    await begun(stage, "Ann", "Ben", pace="none")
    await passed(stage, 7 * DAY + 0.1)
    await passed(stage, 23 * DAY)
    frozen = shown(stage)
    assert frozen.silent
    assert not frozen.pings
    assert "**Frozen:**" in frozen.content
    assert frozen.labels[-1] == "Go on"
    await passed(stage, 30 * DAY)
    assert shown(stage) == frozen
    who = stage.waited()
    listed = await stage.slash(who, "/game list")
    assert "asleep: nobody has come for a month" in listed.text
    assert "Wake #1" in listed.message.labels
    if way == "a move":
        await lay(stage)
    elif way == "/game time pause":
        await stage.slash(other(stage, who), way, state="off")
    elif way == "Wake":
        assert "The table is awake again" in (await stage.press(who, "Wake #1", listed)).text
        assert "The table is awake again" in (await stage.press(who, "Wake #1", listed)).text
    else:
        said = await stage.press(who, way, frozen)
        assert ("The table is awake again" if way == "My move" else "The game goes on") in said.text
    assert stage.table().status == "active"
    assert "Frozen" not in shown(stage).text
    assert "Wake #1" not in (await stage.slash(who, "/game list")).message.labels


async def test_who_asks_a_frozen_table_wakes_it(stage: Stage) -> None:
    await begun(stage, "Ann", "Ben", pace="none")
    await passed(stage, 7 * DAY + 0.1)
    await passed(stage, 23 * DAY)
    sure = await stage.slash("Ann", "/game end")
    assert "The table has been asked." in sure.text
    assert stage.table().status == "active"
    await stage.press("Ben", "Agree")
    assert stage.newest("Rematch")


async def test_the_clock_alone_does_not_play_on(stage: Stage) -> None:
    await begun(stage, "Ann", "Ben", pace="12h")
    await stage.slash("Ann", "/game options", name="late", value="fallback")
    await stage.press("Ben", "Agree")
    for _ in range(5):
        await passed(stage, 12.1)
    asked = shown(stage)
    assert asked.pings == {"Ann", "Ben"}
    assert "Twice in a row the clock has played for everybody." in asked.text
    assert "due" not in asked.text
    seq = stage.table().seq
    await passed(stage, 3 * DAY)
    assert stage.table().seq == seq
    assert reminders(stage) == []
    await stage.press("Ben", "Still on", asked)
    await passed(stage, 11.8)
    assert stage.table().seq == seq + 1
    await passed(stage, 0.4)
    assert stage.table().seq > seq + 1


@pytest.mark.parametrize("gone", ["before", "after"])
async def test_a_restart_at_the_question_doubles_and_loses_nothing(stage: Stage, gone: str) -> None:
    await begun(stage, "Ann", "Ben", pace="none")
    if gone == "before":
        await stage.close()
        stage.box.advance((7 * DAY + 1) * 3600)
        await stage.open()
        await passed(stage, 0.01)
    else:
        await passed(stage, 7 * DAY + 1)
        await stage.restart()
        await passed(stage, 0.01)
    asked = [m for m in stage.box.messages(ROOM) if m.has_button("Still on")]
    assert len(asked) == 1
    assert asked[0].pings == {"Ann", "Ben"}
    await stage.press("Ann", "Still on", asked[0])


@pytest.mark.parametrize("fault", ["drop", "swallow"])
async def test_a_line_that_breaks_makes_no_second_question(stage: Stage, fault: str) -> None:
    await begun(stage, "Ann", "Ben", pace="none")
    getattr(stage.box.faults, fault)("POST /channels/*/messages", times=2)
    stage.box.advance((7 * DAY + 1) * 3600)
    await stage.box.until(lambda: len(stage.box.faults.struck) == 2, 10, what="a line that breaks")
    await stage.restart()
    await passed(stage, 0.01)
    assert len([m for m in stage.box.messages(ROOM) if m.has_button("Still on")]) == 1


async def test_a_decision_is_shown_after_a_crash_before_its_edit(stage: Stage) -> None:
    """The vote was decided, and the process ended before its message said so."""
    await begun(stage, "Ann", "Ben")
    await stage.slash("Ann", "/game time pause", state="on")
    vote = stage.newest("Agree")
    table = stage.table()
    assert stage.running is not None
    stage.running.bot.publisher._closing = True  # nothing goes out any more
    await stage.tables.votes.answer_vote(1, stage.box.person("Ben").id, True)
    await stage.restart()
    await stage.settled()
    assert "Agreed." in vote.text
    assert not vote.buttons
    assert "Go on" in shown(stage).labels
    assert stage.table().id == table.id


async def test_everybody_hears_where_they_want(stage: Stage) -> None:
    for who, how in (("Ann", "dm"), ("Ben", "off")):
        await stage.tables.preferences.set_settings(stage.box.person(who).id, {"ping": how})
    await begun(stage, "Ann", "Ben", "Cid", pace="none")
    await passed(stage, 7 * DAY + 0.1)
    await stage.box.until(
        lambda: any("does Carcassonne #1 go on?" in m.text for m in stage.box.dms("Ann") if not m.deleted),
        what="a letter",
    )
    assert shown(stage).pings == {"Cid"}
    letter = [m for m in stage.box.dms("Ann") if "#1 go on?" in m.text][-1]
    assert "Still on" in letter.labels
    assert stage.box.dms("Ben") == []
    await stage.press("Ann", "Still on", letter)
    assert stage.table().asked_at is None


async def test_a_vote_is_answered_in_direct_messages(stage: Stage) -> None:
    await begun(stage, "Ann", "Ben", "Cid")
    first = stage.waited()
    await lay(stage)
    asking = stage.waited()
    (who,) = {"Ann", "Ben", "Cid"} - {first, asking}
    await stage.tables.preferences.set_settings(stage.box.person(who).id, {"ping": "dm"})
    await stage.slash(first, "/game time pause", state="on")
    asks = f"{first} asks to pause the game"
    await stage.box.until(lambda: any(asks in m.text for m in stage.box.dms(who) if not m.deleted), what="a letter")
    assert stage.newest("Agree").pings == {asking}
    letter = [m for m in stage.box.dms(who) if asks in m.text][-1]
    await stage.slash(asking, "/game move", line=legal(stage)[0])  # what happens meanwhile takes no answer away
    said = await stage.press(who, "Agree", letter)
    assert "You have agreed." in said.text
    assert stage.table().status == "paused"
    assert not letter.has_button("Agree")
    await stage.press(who, "Go on", letter)
    assert stage.table().status == "active"
