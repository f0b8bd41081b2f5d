"""A table while somebody is on vacation, or late for good: machines that play meanwhile, and what is offered next."""

from __future__ import annotations

from tests.e2e.conftest import ROOM, Stage
from tests.e2e.laid import on_screen
from tests.e2e.test_reminders import passed
from tests.e2e.test_standin import ask, game, seat
from tests.e2e.test_taking_over import late, others, reminder


async def test_one_tap_lets_machines_play_until_a_vacation_is_over(stage: Stage) -> None:
    await game(stage, kind="carcassonne")
    who = stage.waited()
    taken = await stage.slash(who, "/game time vacation", until="3d")
    assert "The others may have to wait for you meanwhile." in taken.text
    done = await stage.press(who, "Let machines play meanwhile", on_screen(taken))
    assert "Machines play for you until it is over, or until you take the seat back: #1." in done.text
    assert "Let machines play meanwhile" not in done.message.labels
    await stage.settled()
    assert stage.waited() != who
    assert f"A machine plays for {who} until <t:" in stage.newest("Catch up").text.replace("**", "")
    await stage.press(who, "End it now", on_screen(done))
    assert stage.table().seats[seat(stage, who)].is_human


async def test_the_others_may_agree_to_a_machine_while_they_wait_for_somebody_on_vacation(stage: Stage) -> None:
    await game(stage, kind="carcassonne")
    who = stage.waited()
    first, second = others(stage, who)
    await stage.slash(who, "/game time vacation", until="3d")
    told = await stage.slash(first, "/game time remind")
    assert "The table may agree to let a machine play for them meanwhile." in told.text
    asked = await stage.press(first, f"Ask: a machine for {who}", on_screen(told))
    assert asked.text == "The table has been asked."
    await stage.settled()
    vote = stage.newest("Agree")
    assert f"asks to let a machine play for {who} until they are back." in vote.text.replace("**", "")
    await stage.press(second, "Agree", vote)
    assert stage.table().seats[seat(stage, who)].machine is not None


async def test_where_nobody_came_for_a_seat_the_next_step_is_offered(stage: Stage) -> None:
    who = await late(stage)
    first, second = others(stage, who)
    screen = await stage.press(first, "Replace…", reminder(stage))
    assert "Name somebody who does not sit at this table" in screen.text
    await stage.press(first, "Whoever takes it", screen)
    await stage.settled()
    await stage.press(second, "Agree", stage.newest("Agree"))
    await stage.settled()
    asked = ask(stage)
    assert asked is not None
    assert "It is for people who do not sit at this table." in asked.text
    await passed(stage, 73)
    last = stage.newest("Ask again…", where=ROOM)
    assert f"nobody has come for the seat of {who}" in last.text.replace("**", "")
    again = await stage.press(first, "Ask again…", last)
    assert "Who takes over the seat" in again.text
    await stage.press(first, "Ask: a machine meanwhile", last)
    await stage.settled()
    await stage.press(second, "Agree", stage.newest("Agree"))
    assert stage.table().seats[seat(stage, who)].machine is not None
