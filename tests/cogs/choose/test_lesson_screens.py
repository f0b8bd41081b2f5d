"""Screens of a course show what its task needs, and nothing that leads away from it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cogs.choose.picker import ChoicePath
from cogs.games import picker_screens
from cogs.games.seat_view import SeatView
from cogs.screen import Screen, Select
from render.carcassonne.sectors import fits_one_picture
from rules.carcassonne.moves import Place
from rules.core import encode_move
from rules.core.course import load_course
from service.state import lesson_progress
from service.state.lesson_progress import Lesson
from tests.cogs import harness

TASK = "The task."


def index(kind: str, key: str) -> int:
    return next(n for n, step in enumerate(load_course(kind).steps) if step.key == key)


def room(kind: str, key: str, state: Any, *, done: int = 0, free: bool = False) -> SeatView[Any]:
    table = harness.table_of(kind, state, load_course(kind).first_record.seats)
    table = replace(table, lesson=Lesson(-1) if free else Lesson(index(kind, key), done))
    return harness.room(table, load_course(kind).seat, tip=TASK)


def pressed(screen: Screen) -> list[str]:
    return [item.label for row in screen.rows if not isinstance(row, Select) for item in row]


def played(kind: str, first: str, *lines: str) -> Any:
    game, state = load_course(kind).load_position(first)
    todo = list(lines)
    for step in load_course(kind).steps[[step.position for step in load_course(kind).steps].index(first) :]:
        for done in range(len(step.moves)):
            if not todo:
                return state
            state = lesson_progress.play_lesson_moves(game, state, 0, step, done, [todo.pop(0)])[-1].after.state
        made = lesson_progress.play_lesson_replies(game, state, step)
        state = made[-1].after.state if made else state
    return state


@pytest.mark.parametrize("road", load_course("catan").steps[index("catan", "road")].moves[0].lines)
@pytest.mark.parametrize("taken", ["brick", "lumber", "wool", "grain"])
async def test_an_offer_is_one_of_a_few_buttons_and_one_of_them_is_right(road: str, taken: str) -> None:
    step = load_course("catan").steps[index("catan", "settlement")]
    game, _ = load_course("catan").load_position("build")
    after = played("catan", "build", "roll", road)
    settlement = next(line for move in game.legal(after, 0) if step.moves[0].matches_line(line := encode_move(move)))
    state = played("catan", "build", "roll", road, settlement, "end", "roll", f"bank ore {taken}")
    here = room("catan", "offer", state)
    screen = harness.check(await picker_screens.picker_screen(here, ChoicePath((), ("trade-first",))))
    assert screen.text.startswith(TASK)
    assert not [row for row in screen.rows if isinstance(row, Select)]
    offers = [item.id for row in screen.rows if not isinstance(row, Select) for item in row if item.tone == "green"]
    wanted = load_course("catan").steps[index("catan", "offer")].moves[0]
    assert 1 < len(offers) <= 5
    lines = [one.rpartition(":")[2] for one in offers]
    assert any(wanted.matches_line(line) for line in lines), lines
    ordinary = harness.check(
        await picker_screens.picker_screen(room("catan", "offer", state, free=True), ChoicePath((), ("trade-first",)))
    )
    assert [row for row in ordinary.rows if isinstance(row, Select)]


async def test_a_turn_of_citadels_has_one_button_for_each_thing() -> None:
    state = played("citadels", "begin", "pick merchant", "gold", "build docks")
    for guided in (True, False):
        labels = pressed(
            await picker_screens.picker_screen(room("citadels", "income", state, free=not guided), ChoicePath())
        )
        assert any(label.endswith(", end turn") for label in labels) is not guided
        assert ("Text" in labels) is not guided
        assert "Rules in a minute" in labels


async def test_early_lessons_of_carcassonne_leave_out_what_is_not_taught_yet() -> None:
    state = played("carcassonne", "begin", "place N50 90")
    for free in (False, True):
        here = room("carcassonne", "lay", state, done=1, free=free)
        screen = harness.check(await picker_screens.picker_screen(here, ChoicePath()))
        assert ("ends your turn" in screen.text) is free
        assert ("0 complete cities" in " ".join(pressed(screen))) is free
        marks = here.app.easel.asked[-1][1][0]  # type: ignore[attr-defined]
        assert any("open at" in mark.note for mark in marks) is free
        assert {mark.note for mark in marks} == {"road, 2 tiles", "field"} or free


async def test_the_last_board_of_carcassonne_is_seen_whole() -> None:
    game, state = load_course("carcassonne").load_position("end")
    view: Any = game.view(state, 0)
    cells = {move.cell for move in game.legal(state, 0) if isinstance(move, Place)}
    assert fits_one_picture(view, cells)
    screen = harness.check(await picker_screens.picker_screen(room("carcassonne", "end", state), ChoicePath()))
    assert {str(cell) for cell in cells} <= set(pressed(screen))
