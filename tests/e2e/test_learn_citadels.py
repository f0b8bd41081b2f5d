"""The course of Citadels by its buttons: pressed right, wrong, twice, and too late."""

from __future__ import annotations

import pytest

from playground.driver import Answer
from rules.core.course import load_course
from service.state.lesson_progress import current_step
from tests.e2e.conftest import Stage
from tests.e2e.screens import on_screen, tap
from tests.e2e.test_learn import begun, letter, mine, typed, wanted

KIND = "citadels"
LESSONS = (
    ("6 Merchant",),
    ("Take 2 gold",),
    ("Build Docks",),
    ("Income", "End turn"),
    ("6 Merchant",),
    ("Take 2 gold", "Income", "Build Harbor", "End turn"),
    ("7 Architect",),
    ("1 Assassin",),
    ("Power…", "4 King"),
    ("Draw cards", "Take Tavern", "End turn"),
    ("Take 2 gold", "Build Prison", "Income", "End turn"),
)


async def opened(stage: Stage) -> Answer:
    return await stage.press("Ann", "My move", letter(stage))


async def through(stage: Stage, upto: int) -> Answer:
    """Begin, and do what leads on in so many lessons; the screen with which the next one begins."""
    table = await begun(stage, KIND)
    user = stage.box.person("Ann").id
    for step in load_course(KIND).steps[:upto]:
        while current_step(KIND, table.lesson) is step:
            line = wanted(table, step)
            outcome = await stage.tables.moves.play_moves(table.id, user, [line], act=f"{step.key} {table.seq}")
            table = outcome.table
    await stage.settled()
    return await opened(stage)


def at(stage: Stage) -> tuple[int, int]:
    lesson = mine(stage, KIND).lesson
    assert lesson is not None
    return lesson.step, lesson.done


def custom_id(answer: Answer, label: str) -> str:
    return next(button.custom_id for button in on_screen(answer).buttons if button.label == label)


async def test_it_is_walked_by_its_buttons_alone(stage: Stage) -> None:
    await begun(stage, KIND)
    number, answer = mine(stage, KIND).id, await opened(stage)
    for n, labels in enumerate(LESSONS, 1):
        assert f"**Lesson {n} of {len(LESSONS)}.**" in on_screen(answer).text
        for label in labels:
            answer = await tap(stage, "Ann", answer, label)
            assert "Nothing was played" not in answer.text
        if on_screen(answer).has_button("Next lesson"):
            answer = await tap(stage, "Ann", answer, "Next lesson")
    table = await stage.tables.registry.load_table(number)
    assert table.status == "over"
    assert table.game is not None
    assert list(table.game.winners(table.state)) == [0]
    assert "**That is all of Citadels.**" in letter(stage).text


async def test_a_wrong_button_is_answered_and_the_right_one_still_there(stage: Stage) -> None:
    answer = await through(stage, 4)
    seq = mine(stage, KIND).seq
    wrong = await tap(stage, "Ann", answer, "3 Magician")
    assert "Nothing was played: try again." in wrong.text
    assert "Take the **Merchant**." in wrong.text
    assert (mine(stage, KIND).seq, at(stage)) == (seq, (4, 0))
    right = await tap(stage, "Ann", wrong, "6 Merchant")
    assert "**Robbed!**" in right.text
    assert at(stage) == (5, 0)


async def test_a_button_pressed_twice_plays_once(stage: Stage) -> None:
    answer = await through(stage, 1)
    gold = custom_id(answer, "Take 2 gold")
    shown = on_screen(answer)
    await stage.box.forge("Ann", shown, gold)
    await stage.settled()
    seq = mine(stage, KIND).seq
    again = await stage.box.forge("Ann", shown, gold)
    await stage.settled()
    assert "Already played" in again.text, again.text
    assert (mine(stage, KIND).seq, at(stage)) == (seq, (2, 0))
    assert mine(stage, KIND).state.gold[0] == 5


async def test_the_choice_of_an_earlier_round_chooses_nothing(stage: Stage) -> None:
    first = await through(stage, 0)
    merchant = custom_id(first, "6 Merchant")
    shown = on_screen(first)
    table, user = mine(stage, KIND), stage.box.person("Ann").id
    for line in ("pick merchant", "gold", "build docks", "income", "end"):
        await stage.tables.moves.play_moves(table.id, user, [line], act=line)
    await stage.settled()
    seq = mine(stage, KIND).seq
    late = await stage.box.forge("Ann", shown, merchant)
    await stage.settled()
    assert (mine(stage, KIND).seq, at(stage)) == (seq, (4, 0))
    assert "Lesson 5 of" in late.text, late.text


@pytest.mark.parametrize("line", ["build docks;end", "end", "build harbor", "build temple;end"])
async def test_more_than_a_step_asks_for_is_refused_whole(stage: Stage, line: str) -> None:
    await through(stage, 2)
    before = mine(stage, KIND)
    answer = await typed(stage, before, line)
    assert "Nothing was played: try again." in answer.text
    assert "**Docks**" in answer.text
    assert (mine(stage, KIND).seq, mine(stage, KIND).state) == (before.seq, before.state)


async def test_a_restart_in_the_middle_of_a_turn(stage: Stage) -> None:
    await through(stage, 5)
    table = mine(stage, KIND)
    await typed(stage, table, "gold")
    before = mine(stage, KIND).state
    await stage.restart()
    table = await stage.tables.registry.load_table(mine(stage, KIND).id)
    assert (at(stage), table.state) == ((5, 1), before)
    answer = await opened(stage)
    assert "**Lesson 6 of 11.**" in on_screen(answer).text
    for label in ("Income", "Build Harbor", "End turn"):
        answer = await tap(stage, "Ann", answer, label)
    assert at(stage) == (6, 0)


async def test_a_restart_at_the_position_that_is_laid_out(stage: Stage) -> None:
    await through(stage, 10)
    before = mine(stage, KIND).state
    await stage.restart()
    table = await stage.tables.registry.load_table(mine(stage, KIND).id)
    assert (at(stage), table.state) == ((10, 0), before)
    for line in ("gold", "build prison", "income", "end"):
        await typed(stage, table, line)
    assert (await stage.tables.registry.load_table(table.id)).status == "over"
