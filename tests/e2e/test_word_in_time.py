"""Word that comes in time: votes in direct messages, and what does not wait for a digest."""

from __future__ import annotations

from datetime import timedelta

from tests.e2e.conftest import Stage
from tests.e2e.laid import on_screen
from tests.e2e.test_direct import letter, move, now, ours, wants
from tests.e2e.test_reminders import begun, passed, reminders
from tests.e2e.test_table import other


async def test_a_vote_rings_in_direct_messages(stage: Stage) -> None:
    for who in ("Ann", "Ben"):
        await wants(stage, who, ping="dm")
    await ours(stage)
    await stage.slash("Ann", "/game time pause", state="on")
    asked = await letter(stage, "Ben", "asks to pause the game")
    assert asked.pings == {"Ben"}
    await stage.press("Ben", "Agree", asked)
    assert stage.table().paused_at is not None


async def test_a_vote_stands_alone_in_direct_messages_until_it_is_answered(stage: Stage) -> None:
    for who in ("Ann", "Ben"):
        await wants(stage, who, ping="dm")
    _, who, idle = await ours(stage)
    await stage.slash(who, "/game end", reason="a wedding")
    asked = await letter(stage, idle, "asks to end the game")
    assert asked.labels == ["Agree", "Decline", "Go to the table"]
    assert "Reason: a wedding" in asked.text
    assert f"In favour: {who}" in asked.text
    assert not asked.message.attachments
    await stage.press(idle, "Decline", asked)
    await stage.settled()
    assert "My move" in asked.labels
    assert "Agree" not in asked.labels
    assert asked.message.attachments


async def test_a_vote_stands_with_its_buttons_below_the_table_that_waits(stage: Stage) -> None:
    for who in ("Ann", "Ben"):
        await wants(stage, who, ping="dm")
    _, who, idle = await ours(stage)
    await letter(stage, who, "Waiting for")
    await stage.slash(idle, "/game time pause", state="on")
    asked = await letter(stage, who, "asks to pause the game")
    assert asked.labels[:3] == ["Agree", "Decline", "My move"]
    assert asked.text.index("Waiting for") < asked.text.index("asks to pause the game")
    assert not asked.message.attachments
    await stage.press(who, "Decline", asked)
    await stage.settled()
    assert "Agree" not in asked.labels
    assert f"**Waiting for** {who}" in asked.text
    assert asked.message.attachments
    await move(stage, who)
    await stage.settled()
    assert f"**Waiting for** {idle}" in asked.text


async def test_who_has_a_digest_is_called_once_before_the_time_is_up_and_when_a_machine_is_to_play(
    stage: Stage,
) -> None:
    who = await begun(stage)
    await wants(stage, who, ping="digest", digest=f"{now(stage) + timedelta(hours=2):%H:00}")
    await passed(stage, 20)
    (last,) = reminders(stage)
    assert last.pings == {who}
    assert "waits for you, due" in last.text
    await passed(stage, 4.1)
    (due,) = reminders(stage)
    assert due.pings == set()
    await stage.press(other(stage, who), "Let a machine play this", due)
    await stage.settled()
    (machine,) = reminders(stage)
    assert machine.pings == {who}
    assert "a machine plays this for you" in machine.text


async def test_who_looks_at_a_table_that_waits_for_somebody_late_is_offered_a_machine(stage: Stage) -> None:
    who = await begun(stage)
    rival = other(stage, who)
    early = await stage.press(rival, "My move", stage.newest("My move"))
    assert "Let a machine play this" not in on_screen(early).labels
    await passed(stage, 25)
    shown = on_screen(await stage.press(rival, "My move", stage.newest("Catch up")))
    assert "The others may let a machine play this." in shown.text
    assert {"Let a machine play this", "Replace…"} <= set(shown.labels)
    await stage.press(rival, "Let a machine play this", shown)
    again = on_screen(await stage.press(rival, "My move", stage.newest("Catch up")))
    assert "Let a machine play this" not in again.labels  # it is on its way
