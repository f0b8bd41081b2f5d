"""The late policy, as people see it: asking, the clock, a machine, coming back."""

from __future__ import annotations

from service.state.model import CLOCK
from tests.e2e.conftest import Stage
from tests.e2e.test_reminders import begun, passed, reminder, reminders
from tests.e2e.test_table import lay, other


async def test_another_player_lets_a_machine_move(stage: Stage) -> None:
    who = await begun(stage)
    rival = other(stage, who)
    await passed(stage, 24.1)
    up, before = reminder(stage, "is up"), stage.table().seq
    assert "Nobody whom this would help is late" in (await stage.press(who, "Let a machine play this", up)).text
    said = await stage.press(rival, "Let a machine play this", up)
    assert f"Done: {who} has an hour left" in said.text
    told = reminder(stage, "a machine plays this for you")
    assert up.deleted
    assert told.pings == {who}
    assert "a machine plays this for you" in (await stage.press(who, "My move", told)).text
    await passed(stage, 0.9)
    assert stage.table().seq == before
    await passed(stage, 0.2)
    assert stage.waited() == rival
    entries = [entry for entry in await stage.tables.history.read_entries(1, before) if entry.kind == "move"]
    assert {entry.by for entry in entries if entry.seat != stage.table().seats_to_move[0]} == {CLOCK}
    assert told.deleted
    assert reminders(stage) == []
    shown = stage.newest("Catch up")
    assert shown.pings == {rival}
    assert shown.text.replace("**", "").count(f"{who}: was late, so a machine played, laid a ") == 1


async def test_who_comes_within_the_hour_moves_themselves(stage: Stage) -> None:
    who = await begun(stage)
    await passed(stage, 24.1)
    await stage.press(other(stage, who), "Let a machine play this", reminder(stage, "is up"))
    await lay(stage)
    before = stage.table().seq
    await passed(stage, 1.2)
    assert stage.table().seq == before
    assert reminders(stage) == []


async def test_the_clock_moves_when_time_is_up_and_says_so_before(stage: Stage) -> None:
    who = await begun(stage, late="fallback")
    assert "If you do not come" not in (await stage.press(who, "My move")).text
    await passed(stage, 12.1)
    half = reminder(stage)
    assert "Otherwise the clock plays then: lay the tile at " in half.text
    own = await stage.press(who, "My move", half)
    assert "If you do not come, the clock plays this for you <t:" in own.text
    assert "If you do not come, the clock plays" in (await stage.press(who, "On it", half)).text
    before = stage.table().seq
    told = own.text.partition("the clock plays this for you")[2].partition(": ")[2].splitlines()[0]
    await passed(stage, 11.8)
    assert stage.table().seq == before
    await passed(stage, 0.2)
    assert stage.waited() != who
    shown = stage.newest("Catch up")
    assert shown.text.replace("**", "").count(f"{who}: was late, so the clock played, laid a ") == 1
    first = (await stage.tables.history.read_entries(1, before))[0]
    assert first.move.split()[1] in told  # the cell that was named beforehand
    assert first.by == CLOCK


async def test_a_machine_takes_the_seat_until_my_move(stage: Stage) -> None:
    who = await begun(stage, late="machine")
    await passed(stage, 19.3)
    late = reminder(stage)
    assert "Otherwise a machine takes your seat then, until you come back." in late.text
    await passed(stage, 4.8)
    assert stage.waited() != who
    assert reminders(stage) == []
    shown = stage.newest("Catch up")
    assert f"{who} is late: a machine plays for them until they come back." in shown.text.replace("**", "")
    assert not stage.table().seat_of(stage.box.person(who).id).is_human
    rival = stage.waited()
    await lay(stage)
    await stage.settled()
    assert stage.waited() == rival  # the machine has moved
    assert f"A machine plays for {who}, until they are back." in stage.newest("Catch up").text
    back = await stage.press(who, "My move")
    assert back.text.startswith("Welcome back: the seat is yours again.")
    assert f"asked of {rival}" in back.text
    assert "A machine plays for" not in stage.newest("Catch up").text
    assert stage.table().seat_of(stage.box.person(who).id).is_human
    assert f"{who} is back and plays on." in (await stage.slash(rival, "/game log")).text.replace("**", "")
    await lay(stage)
    assert stage.waited() == who


async def test_taking_the_seat_back_by_name(stage: Stage) -> None:
    who = await begun(stage, late="machine")
    await passed(stage, 23.9)
    await passed(stage, 0.2)
    again = await stage.slash(who, "/carcassonne place")
    assert "A machine is playing for you." in again.text
    back = await stage.press(who, "Take my seat back", again)
    assert "Welcome back: the seat is yours again." in back.text
    assert stage.table().seat_of(stage.box.person(who).id).is_human
