"""Vacations as people see them: the command, the screen, the window, the line of the table, weeks that pass."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot import describe_next_due
from playground.driver import Answer, Shown
from tests.e2e.conftest import ROOM, Stage, staged
from tests.e2e.laid import on_screen
from tests.e2e.test_direct import letter
from tests.e2e.test_reminders import begun, due, passed, reminders
from tests.e2e.test_table import lay, other

HOUR = 3600
DAY = 24 * HOUR


async def vacation(stage: Stage, who: str, **options: str) -> Answer:
    return await stage.slash(who, "/game time vacation", **options)


def me(stage: Stage, who: str) -> int:
    return stage.box.person(who).id


def message(stage: Stage, where: str = ROOM) -> Shown:
    return stage.newest("Catch up", where=where)


async def test_it_is_taken_shown_and_ended(stage: Stage) -> None:
    who = await begun(stage)
    stage.box.advance(0)
    said = await vacation(stage, who, until="7d")
    assert said.private
    assert "Enjoy it: you are away until <t:" in said.text
    assert "23 days in 20" in said.text
    await stage.settled()
    assert f"On vacation: {who} until <t:" in message(stage).text.replace("**", "")
    assert message(stage).pings == {who} or not message(stage).pings
    await passed(stage, 5 * 24)
    assert reminders(stage) == []
    ended = await stage.press(who, "End it now", on_screen(said))
    assert "Welcome back: your clocks run again." in ended.text
    await stage.settled()
    assert "On vacation" not in message(stage).text
    await passed(stage, 12.1)
    assert len(reminders(stage)) == 1


async def test_who_ends_it_reads_which_tables_wait(stage: Stage) -> None:
    who = await begun(stage)
    await vacation(stage, who, until="7d")
    ended = await vacation(stage, who, state="off")
    assert "1 table waits for you:\n[Carcassonne #1](https://" in ended.text
    assert "your turn**: lay the tile" in ended.text
    shown = await stage.press(who, "Next game", on_screen(ended))
    assert "Carcassonne #1" in on_screen(shown).text
    idle = other(stage, who)
    await vacation(stage, idle, until="7d")
    ended = await vacation(stage, idle, state="off")
    assert "for you:" not in ended.text
    assert "Next game" not in on_screen(ended).labels


async def test_the_list_says_until_when_who_is_waited_for_is_away(stage: Stage) -> None:
    who = await begun(stage)
    await vacation(stage, who, until="7d")
    shown = await stage.slash(other(stage, who), "/game list")
    assert f"on vacation: {who} until <t:" in shown.text.replace("**", "")
    assert "Let machines play meanwhile" not in on_screen(shown).labels
    mine = await stage.slash(who, "/game list")
    done = await stage.press(who, "Let machines play meanwhile", on_screen(mine))
    assert "Machines play for you until it is over" in done.text
    assert "Let machines play meanwhile" not in on_screen(await stage.slash(who, "/game list")).labels


async def test_moves_stay_possible_and_do_not_end_it(stage: Stage) -> None:
    who = await begun(stage)
    await vacation(stage, who, until="3d")
    assert await lay(stage) == who
    await lay(stage)
    assert f"On vacation: {who} until" in message(stage).text.replace("**", "")
    assert message(stage).pings == set()


async def test_the_window_plans_and_a_button_calls_off(stage: Stage) -> None:
    await begun(stage)
    shown = await vacation(stage, "Ann")
    assert "You are on no vacation." in shown.text
    opened = await stage.box.press("Ann", on_screen(shown), "Take a vacation…")
    refused = await stage.box.submit("Ann", opened, {"begin": "3d", "end": "later"})
    assert 'I cannot read "later" as a time.' in refused.text
    opened = await stage.box.press("Ann", on_screen(refused), "Correct it…")
    assert {field.custom_id: field.value for field in opened.modal.fields} == {"begin": "3d", "end": "later"}
    planned = await stage.box.submit("Ann", opened, {"begin": "3d", "end": "4d"})
    assert "Noted: from <t:" in planned.text
    assert "Planned: from <t:" in planned.text
    again = await vacation(stage, "Ann", **{"from": "2d", "until": "4d"})
    assert "the two would overlap" in again.text
    button = next(label for label in on_screen(planned).labels if label.startswith("Call off"))
    gone = await stage.box.press("Ann", on_screen(planned), button)
    assert "Called off." in gone.text
    assert "Planned" not in gone.text


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"until": "soon"}, 'I cannot read "soon" as a time.'),
        ({"from": "tomorrow"}, "Say until when as well"),
        ({"until": "2020-01-01"}, "That time is over already."),
        ({"from": "5d", "until": "tomorrow"}, ""),
        ({"until": "30d"}, "21 days at a stretch are the most"),
        ({"from": "2y", "until": "3d"}, 'I cannot read "2y" as a time.'),
        ({"from": "500d", "until": "3d"}, "A vacation has to begin within 365 days from now."),
        ({"state": "off"}, "You are on no vacation, and none is planned."),
    ],
)
async def test_what_cannot_be_has_its_sentence(stage: Stage, options: dict[str, str], said: str) -> None:
    answer = await vacation(stage, "Ann", **options)
    assert answer.private
    assert said in answer.text


async def test_completion_says_what_is_meant(stage: Stage) -> None:
    found = await stage.box.complete("Ann", ROOM, "/game time vacation", "until", "")
    assert [choice.value for choice in found] == ["3d", "7d", "14d", "21d"]
    (typed,) = await stage.box.complete("Ann", ROOM, "/game time vacation", "until", "2059-12-31")
    assert typed.label == "2059-12-31 · Thu 2060-01-01 00:00"
    (begin,) = await stage.box.complete("Ann", ROOM, "/game time vacation", "from", "2059-12-31")
    assert begin.label == "2059-12-31 · Wed 2059-12-31 00:00"


async def test_from_the_settings(stage: Stage) -> None:
    shown = await stage.slash("Ann", "/game settings")
    assert "**Vacation**: You are on no vacation." in shown.text
    shown = await stage.press("Ann", "My vacation", on_screen(shown))
    shown = await stage.press("Ann", "Begin by itself when I am late", on_screen(shown))
    assert stage.tables.preferences.effective_setting(me(stage, "Ann"), "vacation_auto") == "on"
    assert "begins by itself when your time at a table would be up" in shown.text


async def test_it_begins_by_itself_and_everybody_is_told(stage: Stage) -> None:
    who = await begun(stage, late="fallback")
    await stage.tables.preferences.set_settings(me(stage, who), {"vacation_auto": "on"})
    seq = stage.table().seq
    await passed(stage, 24.1)
    assert stage.table().seq == seq
    (told,) = reminders(stage)
    assert told.pings == {who}
    assert "would be up, so a vacation of yours has begun" in told.text
    assert f"On vacation: {who} until" in message(stage).text.replace("**", "")
    assert "was due" not in message(stage).text
    ended = await vacation(stage, who, state="off")
    assert "Welcome back" in ended.text
    await passed(stage, 0.9)
    assert stage.table().seq == seq
    await passed(stage, 0.2)
    assert stage.table().seq > seq


async def test_by_direct_message_they_are_told_there(stage: Stage) -> None:
    for name in ("Ann", "Ben"):
        await stage.tables.preferences.set_settings(me(stage, name), {"vacation_auto": "on", "ping": "dm"})
    who = await begun(stage)
    await passed(stage, 24.1)
    shown = await letter(stage, who, "a vacation of yours has begun")
    assert shown.has_button("My move")
    assert f"On vacation: {who} until <t:" in shown.text.replace("**", "")
    assert reminders(stage) == []


async def test_the_playground_knows_when_one_begins(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new", pace="7d", seats=2)
    await stage.press("Ben", "Join")
    await stage.press("Ann", "Start")
    await vacation(stage, "Ann", **{"from": "1d", "until": "5d"})
    assert stage.running is not None
    coming = await describe_next_due(stage.running)
    assert coming is not None
    assert coming[1] == "Carcassonne #1: a vacation of Ann begins"


async def test_what_was_not_shown_is_shown_at_the_next_start(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    who = await begun(stage)
    assert stage.running is not None
    await stage.later(1)

    async def nobody(change: object) -> None:
        return None

    monkeypatch.setattr(stage.running.bot.publisher, "publish_change", nobody)
    await stage.tables.vacations.begin_or_plan_vacation(me(stage, who), None, "7d")
    assert "On vacation" not in message(stage).text
    await stage.restart()
    await stage.settled()
    assert f"On vacation: {who} until <t:" in message(stage).text.replace("**", "")
    before = message(stage).message.id
    await stage.restart()
    await stage.settled()
    assert message(stage).message.id == before


async def set_to(stage: Stage, moment: datetime) -> None:
    stage.box.advance(int(moment.timestamp()) - stage.clock.now())
    await due(stage)
    await stage.settled()


async def test_across_new_year_with_a_restart_and_quiet_hours(tmp_path_factory: pytest.TempPathFactory) -> None:
    async with staged(tmp_path_factory.mktemp("year")) as stage:
        await set_to(stage, datetime(2058, 12, 20, 9, tzinfo=UTC))
        who = await begun(stage, pace="48h")
        rival = other(stage, who)
        await stage.tables.preferences.set_settings(me(stage, who), {"timezone": "Europe/Bucharest", "quiet": "22-7"})
        said = await vacation(stage, who, **{"from": "2058-12-21", "until": "2059-01-05"})
        assert "19 days in 2058 and 25 days in 2059" in said.text
        due_at = stage.table().stretches[0].timer.due
        # Half an hour in which the tests may run; 13 h of Friday, then 15 h a day from 6 January on.
        assert due_at is not None
        left = 48 * HOUR - 11 * HOUR  # from 11:00 to 22:00 in Bucharest on the day they were asked
        begin = int(datetime(2059, 1, 6, 5, tzinfo=UTC).timestamp())  # 7:00 in Bucharest
        assert abs(due_at - (begin + (left // (15 * HOUR)) * DAY + left % (15 * HOUR))) < 600
        await set_to(stage, datetime(2058, 12, 22, 9, tzinfo=UTC))
        said = f"On vacation: {who} until"
        await stage.box.until(lambda: said in message(stage).text.replace("**", ""), what="a word of the vacation")
        await stage.restart()
        await set_to(stage, datetime(2059, 1, 2, 9, tzinfo=UTC))
        await stage.settled()
        assert reminders(stage) == []
        assert "You are on vacation until" in (await vacation(stage, who)).text
        assert "Nobody else" in (await stage.slash(who, "/game time remind")).text
        await set_to(stage, datetime(2059, 1, 6, 4, 30, tzinfo=UTC))  # over, and quiet hours
        assert reminders(stage) == []
        await set_to(stage, datetime(2059, 1, 7, 6, tzinfo=UTC))
        (half,) = reminders(stage)
        assert half.pings == {who}
        assert rival not in half.pings


async def test_across_the_end_of_summer_time_at_two_tables(tmp_path_factory: pytest.TempPathFactory) -> None:
    async with staged(tmp_path_factory.mktemp("summer")) as stage:
        await set_to(stage, datetime(2058, 10, 24, 9, tzinfo=UTC))  # it ends on the 27th
        await stage.tables.preferences.set_settings(me(stage, "Ann"), {"timezone": "Europe/Bucharest"})
        await stage.tables.preferences.set_settings(me(stage, "Ben"), {"timezone": "America/New_York"})
        for room in ("table", "lounge"):
            await stage.slash("Ann", "/carcassonne new", seats=2, room=room, pace="72h")
            await stage.press("Ben", "Join", stage.newest("Join", where=room))
            await stage.press("Ann", "Start", stage.newest("Start", where=room))
        before = {s.seat: (t.id, s.timer.due or 0) for t in _tables(stage) for s in t.stretches}
        assert before
        await vacation(stage, "Ann", until="2058-10-28")
        await vacation(stage, "Ben", until="5d")
        ann = stage.tables.vacations.vacation_overview(me(stage, "Ann")).current
        ben = stage.tables.vacations.vacation_overview(me(stage, "Ben")).current
        assert ann is not None
        assert ben is not None
        assert ann.end == int(datetime(2058, 10, 28, 22, tzinfo=UTC).timestamp())  # 0:00 of the 29th, winter time
        assert abs(ben.end - int(datetime(2058, 10, 29, 9, tzinfo=UTC).timestamp())) < 600
        assert all(
            s.timer.due is not None and s.timer.due > (ann if t.seats[s.seat].name == "Ann" else ben).end
            for t in _tables(stage)
            for s in t.stretches
        )
        for room in ("table", "lounge"):
            told = message(stage, room).text.replace("**", "")
            assert "On vacation: " in told
            assert "Ann until <t:" in told
            assert "Ben until <t:" in told
        await set_to(stage, datetime(2058, 10, 28, 21, tzinfo=UTC))
        assert [*reminders(stage), *reminders(stage, "lounge")] == []


def _tables(stage: Stage) -> list:
    return list(stage.tables.registry.tables.values())
