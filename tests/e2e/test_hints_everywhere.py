"""Hints asked for in direct messages, on old screens, of those who do not think, and by whoever may or may not ask."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from playground.driver import Answer
from service.machines.search_process import WorkerProcess
from tests.ai.quick import Quick
from tests.e2e.screens import on_screen
from tests.e2e.test_direct import letter, move_once, wants
from tests.e2e.test_standin import game, seat, stands_in, until_asked
from tools.stage import PATIENT, Stage, staged

DIES = (sys.executable, "-S", "-c", "import sys; sys.stdin.buffer.read(4)")


@pytest.fixture
async def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    monkeypatch.setattr("ai.strong.own_expert", lambda module: Quick())
    monkeypatch.setattr("cogs.turn.hint.NOTICE_SECONDS", 3600.0)  # however slow the machine is
    async with staged(tmp_path, still=True, waits=PATIENT) as made:
        yield made


async def pressed(stage: Stage, who: str) -> Answer:
    return await stage.press(who, "Hint", await stage.press(who, "My move"))


async def test_in_direct_messages_it_stands_there_and_is_played_from_there(stage: Stage) -> None:
    for name in ("Ann", "Ben"):
        await wants(stage, name, ping="dm")
    await stage.game("Ann", "Ben")
    who, seq = stage.waited(), stage.table().seq
    public = [(shown.id, shown.edits) for shown in stage.box.messages("table")]
    picker = on_screen(await stage.press(who, "My move", await letter(stage, who)))
    hint = on_screen(await stage.press(who, "Hint", picker))
    assert hint.text.startswith("**Hint:** Lay the tile at ")
    assert hint.message.channel_id == stage.box.dm(who).id
    assert [(shown.id, shown.edits) for shown in stage.box.messages("table")] == public
    done = await stage.press(who, "Lay here, no figure", hint)
    assert "**Done" in on_screen(done).text
    assert stage.table().seq > seq


async def test_an_old_picker_tells_of_the_table_as_it_is(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    who = stage.waited()
    old = await stage.press(who, "My move")
    first = await stage.press(who, "Hint", old)
    while stage.waited() == who:
        await move_once(stage)
    await stage.settled()
    assert (await stage.press(who, "Hint", old)).text.startswith("It is not your turn")
    while stage.waited() != who:
        await move_once(stage)
    await stage.settled()
    again = await stage.press(who, "Hint", old)
    assert again.text == (await stage.slash(who, "/game hint")).text != first.text
    table = stage.table()
    await stage.tables.moves.resign(table.id, table.seats[0].user_id or 0)
    await stage.settled()
    assert "is over" in (await stage.press(who, "Hint", old)).text


async def test_two_presses_at_once_are_one_thought(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    who = stage.waited()
    picker = await stage.press(who, "My move")
    both = await asyncio.gather(*(stage.box.press(who, picker, "Hint") for _ in range(2)))
    await stage.settled()
    told = {answer.text.split("\n")[0] for answer in both}
    assert any(line.startswith("**Hint:**") for line in told)
    assert all(line.startswith(("**Hint:**", "I am still thinking")) for line in told)


async def test_a_process_that_dies_leaves_a_hint_at_a_glance(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    dying = WorkerProcess(DIES)
    stage.tables.registry.thinking.thinker = dying
    hint = await pressed(stage, stage.waited())
    assert hint.text.startswith("**Hint:** Lay the tile at ")
    assert dying.pid is None


async def test_where_nobody_thinks_ahead_the_ideas_are_told(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    stage.tables.registry.thinking.effort = 0.0
    assert (await pressed(stage, stage.waited())).text.startswith("**Hint:** Lay the tile at ")


async def test_ids_that_nobody_was_given(stage: Stage) -> None:
    table = await stage.game("Ann", "Ben")
    who, live = stage.waited(), stage.newest("My move")
    seq = stage.table().seq
    told = await stage.box.forge("Cid", live, f"x:{table.id}:{seq}:hint")
    assert told.text.startswith("You are not at this table.")
    for made in (f"x:999:{seq}:hint", f"x:{table.id}:999999:hint", f"x:{table.id}:{seq}:hint:9", "x:0:0:hint:x"):
        answer = await stage.box.forge(who, live, made)
        assert answer.private
        assert answer.text
    other = next(name for name in ("Ann", "Ben") if name != who)
    assert (await stage.box.forge(other, live, f"x:{table.id}:{seq}:hint")).text.startswith("It is not your turn")
    assert stage.table().seq == seq


async def test_owner_and_stand_in_are_told_the_same_and_nobody_else_is(stage: Stage) -> None:
    await game(stage)
    await stands_in(stage)
    await until_asked(stage, seat(stage, "Ann"), {"Ann": "Dora"})
    friend = await pressed(stage, "Dora")
    assert friend.text.startswith("**Hint:** ")
    assert (await stage.slash("Ann", "/game hint")).text == friend.text
    assert not (await stage.slash("Ben", "/game hint")).text.startswith("**Hint:** ")


async def test_a_lesson_says_itself_what_to_do(stage: Stage) -> None:
    helped = await stage.slash("Ann", "/game help", topic="learn")
    await stage.press("Ann", "Carcassonne", helped)
    table = stage.tables.lessons.find_open_lesson(stage.box.person("Ann").id, "carcassonne")
    assert table is not None
    shown = await letter(stage, "Ann", "Lesson 1")
    assert "Hints" not in shown.text
    assert not on_screen(await stage.press("Ann", "My move", shown)).has_button("Hint")
    refused = await stage.slash("Ann", "/game hint", game=str(table.id))
    assert refused.text == "The lesson says itself what to do next. There are hints when you play on freely."
