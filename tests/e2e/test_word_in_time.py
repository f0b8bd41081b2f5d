"""Word that comes in time: votes in direct messages, and what does not wait for a digest."""

from __future__ import annotations

from datetime import timedelta

from tests.e2e.conftest import Stage
from tests.e2e.laid import on_screen
from tests.e2e.test_direct import letter, now, ours, wants
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
