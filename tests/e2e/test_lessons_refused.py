"""What somebody who learns is answered to what leads nowhere: it stands at the buttons, and their task stays."""

from __future__ import annotations

import pytest

from playground.components import TEXT, walk_components
from playground.driver import Answer, Shown
from service.state.lesson_progress import current_step
from tests.e2e.conftest import Stage
from tests.e2e.screens import on_screen, tap
from tests.e2e.test_learn import COURSES, begun, letter, mine, typed, wanted

ROW = 1


def at_buttons(shown: Shown) -> str:
    """The text that stands just above the first buttons."""
    said = ""
    for _, component in walk_components(shown.message.components):
        if component.get("type") == ROW:
            return said
        said = str(component.get("content", "")) if component.get("type") == TEXT else said
    raise AssertionError("there are buttons")


async def opened(stage: Stage) -> Answer:
    return await stage.press("Ann", "My move", letter(stage))


async def test_the_answer_to_a_wrong_press_stands_at_the_buttons(stage: Stage) -> None:
    await begun(stage, "carcassonne")
    wrong = await tap(stage, "Ann", await opened(stage), "M51")
    wrong = await tap(stage, "Ann", wrong, "Lay here, no figure")
    shown = on_screen(wrong)
    assert shown.text.startswith("**Lesson 1 of ")
    assert at_buttons(shown).startswith("That fits as well")
    assert "Nothing was played: try again." in at_buttons(shown)


@pytest.mark.parametrize("kind", COURSES)
async def test_nonsense_leaves_the_task(stage: Stage, kind: str) -> None:
    table = await begun(stage, kind)
    for line in ("potato", "place Z9", "resign everything"):
        answer = await typed(stage, table, line)
        assert "**Lesson 1 of " in answer.text, (line, answer.text)
        assert "My move" not in on_screen(answer).labels
        assert at_buttons(on_screen(answer)), line
    assert mine(stage, kind).seq == table.seq
    step = await typed(stage, table, "nothing of the kind")
    assert on_screen(step).text.startswith("**Lesson 1 of ")


@pytest.mark.parametrize("kind", COURSES)
async def test_nothing_leads_away_from_a_lesson(stage: Stage, kind: str) -> None:
    await begun(stage, kind)
    labels = on_screen(await opened(stage)).labels
    assert {"Type it…", "Text", "Hint"}.isdisjoint(labels)
    assert "Rules in a minute" in labels


async def test_the_first_task_says_how_to_begin_where_that_can_be_done(stage: Stage) -> None:
    table = await begun(stage, "catan")
    assert "Press *My move* below." in letter(stage).text
    assert "*My move*" not in on_screen(await opened(stage)).text
    await typed(stage, table, "setup v31 e37")
    assert "*My move*" not in letter(stage).text


async def test_the_free_game_is_called_one_and_has_the_rules_at_hand(stage: Stage) -> None:
    table = await begun(stage, "catan")
    gone = await stage.press("Ann", "Give up the lesson", letter(stage))
    gone = await tap(stage, "Ann", gone, "Yes, give it up")
    free = await stage.press("Ann", "Play a free game", gone)
    assert "free game of Catan has begun" in free.text
    assert mine(stage, "catan").id != table.id
    shown = on_screen(await opened(stage))
    assert {"Hint", "Rules in a minute", "Type it…", "Text"} <= set(shown.labels)
    assert letter(stage).has_button("Give up this game")
    helped = await stage.slash("Ann", "/game help", topic="learn")
    still = await stage.press("Ann", "Catan", helped)
    assert "Your free game of Catan is still open." in still.text
    asked = await stage.press("Ann", "Give up this game", letter(stage))
    assert "Give up this free game?" in asked.text


@pytest.mark.parametrize(("begin", "lesson"), [("The lesson from the start", True), ("A new free game", False)])
async def test_what_is_open_can_be_given_up_for_what_was_asked_for(stage: Stage, begin: str, lesson: bool) -> None:
    first = await begun(stage, "citadels")
    await typed(stage, first, "pick merchant")
    verb = "learn" if lesson else "learn-free"
    still = await stage.box.forge("Ann", letter(stage), f"x:0:0:{verb}:citadels")
    assert "is still open" in still.text
    shown = on_screen(still)
    again = await tap(stage, "Ann", still, begin)
    assert "has begun" in again.text
    new = mine(stage, "citadels")
    assert new.id != first.id
    assert new.lesson is not None
    assert (new.lesson.is_free_play, new.lesson.step) == ((False, 0) if lesson else (True, -1))
    assert not (await stage.tables.registry.load_table(first.id)).is_open
    pressed = next(button.custom_id for button in shown.buttons if button.label == begin)
    twice = await stage.box.forge("Ann", shown, pressed)
    assert "is still open" in twice.text, "an old button gives up nothing new"
    assert mine(stage, "citadels").id == new.id


async def test_a_new_table_is_looked_at_before_anything_is_asked_there(stage: Stage) -> None:
    table = await begun(stage, "catan")
    await typed(stage, table, "setup v31 e37")
    done = await typed(stage, table, wanted_now(stage, "catan"))
    shown = on_screen(done)
    assert "they are your hand now" in shown.text
    assert "Lesson 3 of" not in shown.text
    assert shown.labels == ["Next lesson"]
    assert [picture.filename.partition("-")[0] for picture in shown.pictures] == ["board"]
    onward = await tap(stage, "Ann", done, "Next lesson")
    assert on_screen(onward).text.startswith("**Lesson 3 of ")
    assert on_screen(onward).has_button("Roll dice")


def wanted_now(stage: Stage, kind: str) -> str:
    table = mine(stage, kind)
    step = current_step(kind, table.lesson)
    assert step is not None
    return wanted(table, step)


async def test_a_few_words_say_what_the_others_did(stage: Stage) -> None:
    table = await begun(stage, "carcassonne")
    await typed(stage, table, "place N50 90")
    done = await typed(stage, table, "pass figure")
    assert "Machine 1 laid a road tile at M51." in done.text
    catan = await begun(stage, "catan", "Ben")
    many = await typed(stage, catan, "setup v31 e37", "Ben")
    assert "Machine 1" not in many.text.partition("**Lesson")[0]
