"""Lessons, walked through the driver to their ends: with the right moves, and with a wrong one at each step."""

from __future__ import annotations

import pytest

from playground.driver import Answer, Shown
from rules.core import Game, encode_move
from rules.core.course import Step, has_course, load_course
from rules.core.registry import game_types
from service.state.lesson_progress import current_step
from service.state.model import Table
from tests.e2e.conftest import Stage
from tests.e2e.screens import on_screen

COURSES = [kind for kind in game_types() if has_course(kind)]


def mine(stage: Stage, kind: str, who: str = "Ann") -> Table:
    table = stage.tables.lessons.find_open_lesson(stage.box.person(who).id, kind)
    assert table is not None
    return table


def letter(stage: Stage, who: str = "Ann") -> Shown:
    """The newest message of a table in somebody's direct messages."""
    return [one for one in stage.box.dms(who) if not one.deleted and "\n### " in f"\n{one.text}"][-1]


async def begun(stage: Stage, kind: str, who: str = "Ann") -> Table:
    helped = await stage.slash(who, "/game help", topic="learn")
    name = {"carcassonne": "Carcassonne", "catan": "Catan", "citadels": "Citadels"}[kind]
    answer = await stage.press(who, name, helped)
    assert "has begun" in answer.text
    return await stage.tables.registry.load_table(mine(stage, kind, who).id)


def legal(table: Table) -> list[str]:
    game, seat = table.game, table.seat_of(table.host)
    assert isinstance(game, Game)
    assert seat is not None
    return [encode_move(move) for move in game.legal(table.state, seat.index)]


def wanted(table: Table, step: Step) -> str:
    assert table.lesson is not None
    move = step.moves[table.lesson.done]
    found = [line for line in legal(table) if move.matches_line(line)]
    return found[0] if found else move.lines[0]


async def typed(stage: Stage, table: Table, line: str, who: str = "Ann") -> Answer:
    return await stage.slash(who, "/game move", line=line, game=str(table.id))


async def test_a_lesson_speaks_the_language_of_whoever_learns(stage: Stage) -> None:
    await stage.tables.preferences.set_setting(stage.box.person("Ann").id, "language", "de")
    await stage.press("Ann", "Catan", await stage.slash("Ann", "/game help", topic="learn"))
    said = letter(stage)
    assert mine(stage, "catan").language == "de"
    assert "Lesson" not in said.text
    assert "My move" not in said.labels


async def walked(stage: Stage, kind: str, *, wrong: bool) -> tuple[Table, Answer]:
    """To the end of a course, and the last answer; `wrong`: before each right move others are tried, one for each
    answer to them."""
    table, done = await begun(stage, kind), None
    while (step := current_step(kind, table.lesson)) is not None and table.is_open:
        assert table.lesson is not None
        assert f"Lesson {table.lesson.step + 1} of {len(load_course(kind).steps)}." in letter(stage).text
        assert table.seats_to_move == (load_course(kind).seat,)
        if wrong:
            await refused(stage, table, step)
        done = await typed(stage, table, wanted(table, step))
        assert "Done:" in done.text, done.text
        table = await stage.tables.registry.load_table(table.id)
    assert done is not None
    return table, done


async def refused(stage: Stage, table: Table, step: Step) -> None:
    assert table.lesson is not None
    others = [line for line in legal(table) if not step.moves[table.lesson.done].matches_line(line)]
    tried: set[str] = set()
    for line in others:
        key = step.correction_key(line, legal(table))
        if key not in tried:
            tried.add(key)
            answer = await typed(stage, table, line)
            assert "Nothing was played: try again." in answer.text, (line, answer.text)
            assert (await stage.tables.registry.load_table(table.id)).seq == table.seq


@pytest.mark.parametrize("wrong", [False, True])
@pytest.mark.parametrize("kind", COURSES)
async def test_a_lesson_is_walked_to_its_end(stage: Stage, kind: str, wrong: bool) -> None:
    table, last = await walked(stage, kind, wrong=wrong)
    assert table.status == "over"
    assert "key of the luck" not in last.text
    assert [button.label for button in on_screen(last).buttons][:2] == ["Play a free game", "The lesson again"]
    ended = letter(stage)
    assert [button.label for button in ended.buttons][:2] == ["Play a free game", "The lesson again"]
    review = await stage.slash("Ann", "/game past review", game=str(table.id))
    assert review.text.startswith("This was a lesson")
    again = await stage.press("Ann", "Play a free game", ended)
    assert again.text.startswith("Your free game of")
    free = await stage.tables.registry.load_table(mine(stage, kind).id)
    assert free.lesson is not None
    assert free.lesson.is_free_play
    assert len(free.seats) == load_course(kind).first_record.seats
    assert "Lesson" not in letter(stage).text
    opened = await stage.press("Ann", "My move", letter(stage))
    assert on_screen(opened).has_button("Hint")
