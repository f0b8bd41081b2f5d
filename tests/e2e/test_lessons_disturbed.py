"""Lessons in which somebody presses twice, gives up, stays away, or has closed their direct messages."""

from __future__ import annotations

import asyncio

import pytest

from playground.driver import Answer, Shown
from rules.core.course import load_course
from service.state.lesson_progress import current_step
from tests.e2e.conftest import Stage
from tests.e2e.screens import on_screen, tap
from tests.e2e.test_learn import COURSES, begun, letter, mine, typed, wanted

DAY = 24 * 3600


async def first_step(stage: Stage, kind: str) -> Answer:
    table = await stage.tables.registry.load_table(mine(stage, kind).id)
    step = current_step(kind, table.lesson)
    assert step is not None
    return await typed(stage, table, wanted(table, step))


def step_at(stage: Stage, kind: str) -> tuple[int, int]:
    lesson = mine(stage, kind).lesson
    assert lesson is not None
    return lesson.step, lesson.done


@pytest.mark.parametrize("kind", COURSES)
async def test_a_restart_in_the_middle_changes_nothing(stage: Stage, kind: str) -> None:
    await begun(stage, kind)
    await first_step(stage, kind)
    before = step_at(stage, kind)
    messages = len(stage.box.dms("Ann"))
    await stage.restart()
    assert step_at(stage, kind) == before
    assert len(stage.box.dms("Ann")) == messages
    table = await stage.tables.registry.load_table(mine(stage, kind).id)
    assert table.lesson is not None
    opened = await stage.press("Ann", "My move", letter(stage))
    assert f"**Lesson {table.lesson.step + 1} of {len(load_course(kind).steps)}.**" in on_screen(opened).text
    await first_step(stage, kind)
    assert step_at(stage, kind) > before


async def test_a_button_pressed_twice_plays_once(stage: Stage) -> None:
    await begun(stage, "catan")
    for corner in (31, 44):
        await typed(stage, mine(stage, "catan"), f"setup v{corner} e{37 if corner == 31 else 57}")
    picker = on_screen(await stage.press("Ann", "My move", letter(stage)))
    roll = next(button.custom_id for button in picker.buttons if button.label == "Roll dice")
    await stage.box.forge("Ann", picker, roll)
    await stage.settled()
    table = mine(stage, "catan")
    again = await stage.box.forge("Ann", picker, roll)
    await stage.settled()
    assert "Already played" in again.text, again.text
    assert mine(stage, "catan").seq == table.seq
    assert "My move" in [button.label for button in letter(stage).buttons]


async def test_an_old_button_of_a_position_that_is_gone_plays_nothing(stage: Stage) -> None:
    await begun(stage, "catan")
    old = on_screen(await tap_place(stage, 31))
    road = next(button.custom_id for button in old.buttons if button.label == "37")
    for corner, path in ((28, 34), (44, 57)):
        await typed(stage, mine(stage, "catan"), f"setup v{corner} e{path}")
    seq = mine(stage, "catan").seq
    answer = await stage.box.forge("Ann", old, road)
    await stage.settled()
    assert mine(stage, "catan").seq == seq
    assert "Lesson 3 of" in answer.text, answer.text


async def tap_place(stage: Stage, corner: int) -> Answer:
    shown = on_screen(await stage.press("Ann", "My move", letter(stage)))
    which = next(select for select in shown.selects if str(corner) in select.labels)
    return await stage.box.select("Ann", shown, str(corner), which=which.custom_id)


@pytest.mark.parametrize("kind", COURSES)
async def test_a_lesson_is_given_up_and_begun_again(stage: Stage, kind: str) -> None:
    await begun(stage, kind)
    await first_step(stage, kind)
    first, old = mine(stage, kind), letter(stage)
    asked = await stage.press("Ann", "Give up the lesson", old)
    assert "Give up this lesson?" in asked.text
    assert mine(stage, kind).seq == first.seq, "asking gives nothing up"
    shown = on_screen(asked)
    red = next(button.custom_id for button in shown.buttons if button.label == "Yes, give it up")
    gone = await tap(stage, "Ann", asked, "Yes, give it up")
    assert "is over" in gone.text
    assert stage.tables.lessons.find_open_lesson(stage.box.person("Ann").id, kind) is None
    assert "My move" not in [button.label for one in stage.box.dms("Ann") for button in one.buttons]
    twice = await stage.box.forge("Ann", shown, red)
    assert "over" in twice.text
    again = await begun(stage, kind)
    assert again.id != first.id
    assert step_at(stage, kind) == (0, 0)


async def test_who_has_a_lesson_is_led_to_it(stage: Stage) -> None:
    table = await begun(stage, "catan")
    helped = await stage.slash("Ann", "/game help", topic="learn")
    answer = await stage.press("Ann", "Catan", helped)
    assert "is still open" in answer.text
    assert mine(stage, "catan").id == table.id
    onward = await tap(stage, "Ann", answer, "My move")
    assert "**Lesson 1 of" in on_screen(onward).text


async def test_where_no_letters_arrive_it_is_in_a_thread(stage: Stage) -> None:
    stage.box.close_dms("Ann")
    table = await begun(stage, "catan")
    assert table.home.guild_id is not None
    assert stage.box.dms("Ann") == []
    there = [one for one in thread_of(stage, table.home.channel_id) if "Lesson 1 of" in one.text]
    assert len(there) == 1
    opened = await stage.press("Ann", "My move", there[0])
    assert "**Lesson 1 of" in on_screen(opened).text
    stranger = await stage.press("Ben", "My move", there[0])
    assert "Lesson 1 of" not in on_screen(stranger).text
    assert (await stage.tables.registry.load_table(table.id)).seq == table.seq
    await typed(stage, table, "setup v31 e37")
    assert step_at(stage, "catan") == (1, 0)


def thread_of(stage: Stage, channel: int) -> list[Shown]:
    return [Shown(stage.box.world, message) for message in stage.box.world.channels[channel].messages.values()]


async def test_nobody_is_reminded_and_it_ends_quietly(stage: Stage) -> None:
    table = await begun(stage, "catan")
    await first_step(stage, "catan")
    messages = len(stage.box.dms("Ann"))
    for _ in range(9):
        await stage.later(DAY)
    assert mine(stage, "catan").id == table.id
    assert len(stage.box.dms("Ann")) == messages
    await stage.later(2 * DAY)
    for _ in range(400):  # whoever looks after such tables sleeps across the move, and may be slow to wake
        if (await stage.tables.registry.load_table(table.id)).status == "abandoned":
            break
        await asyncio.sleep(0.05)
    assert stage.tables.lessons.find_open_lesson(stage.box.person("Ann").id, "catan") is None
    assert (await stage.tables.registry.load_table(table.id)).status == "abandoned"
    assert len(stage.box.dms("Ann")) == messages
    assert "My move" not in [button.label for one in stage.box.dms("Ann") for button in one.buttons]


async def test_a_course_counts_nowhere_and_has_no_hints(stage: Stage) -> None:
    table = await begun(stage, "catan")
    listed = await stage.slash("Ann", "/game list")
    assert f"#{table.id}" not in listed.text
    others = await stage.slash("Ben", "/game list")
    assert f"#{table.id}" not in others.text
    opened = await stage.press("Ann", "My move", letter(stage))
    assert "Hint" not in [button.label for button in on_screen(opened).buttons]
    assert "Hints are allowed" not in letter(stage).text
    hint = await stage.slash("Ann", "/game hint", game=str(table.id))
    assert hint.text.startswith("The lesson says itself what to do next.")
    user = stage.box.person("Ann").id
    assert stage.tables.registry.open_tables_of(user) == []
