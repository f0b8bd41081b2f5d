"""What is answered to a wrong move fits what was done before it in the same lesson."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core import Game, encode_move
from rules.core.course import Step, load_course
from service.errors import ServiceError
from service.state import lesson_progress


def step_of(kind: str, key: str) -> tuple[Step, int]:
    steps = load_course(kind).steps
    at = next(n for n, step in enumerate(steps) if step.key == key)
    return steps[at], at


def reached(kind: str, key: str) -> tuple[Game[Any], Any]:
    """The position with which that lesson begins, by the first right moves."""
    teaches, (_, upto) = load_course(kind), step_of(kind, key)
    laid = max(n for n, step in enumerate(teaches.steps[: upto + 1]) if step.position)
    game, state = teaches.load_position(teaches.steps[laid].position)
    for step in teaches.steps[laid:upto]:
        for done, wanted in enumerate(step.moves):
            legal = [encode_move(move) for move in game.legal(state, teaches.seat)]
            line = next((line for line in legal if wanted.matches_line(line)), wanted.lines[0])
            state = lesson_progress.play_lesson_moves(game, state, teaches.seat, step, done, [line])[-1].after.state
        made = lesson_progress.play_lesson_replies(game, state, step)
        state = made[-1].after.state if made else state
    return game, state


@pytest.mark.parametrize(
    ("kind", "key", "right", "line", "said"),
    [
        ("catan", "card", [], "end", "card_end"),
        ("catan", "card", [], "build-road e30", "card_wrong"),
        ("catan", "card", ["dev-buy"], "build-road e30", "card_after"),
        ("citadels", "spend", ["gold"], "end", "spend_income"),
        ("citadels", "spend", ["gold", "income"], "end", "spend_end"),
        ("citadels", "spend", ["gold", "income"], "build temple", "spend_build"),
        ("citadels", "murder", [], "power-murder architect", "murder_open"),
        ("citadels", "murder", [], "power-murder magician", "murder_open"),
        ("citadels", "murder", [], "power-murder thief", "murder_other"),
        ("citadels", "end", ["gold"], "end", "end_end"),
        ("citadels", "end", ["gold", "income"], "end", "end_end"),
        ("citadels", "end", ["gold", "build prison"], "end", "end_income"),
    ],
)
def test_the_answer_names_what_is_left(kind: str, key: str, right: list[str], line: str, said: str) -> None:
    game, state = reached(kind, key)
    step, seat = step_of(kind, key)[0], load_course(kind).seat
    for done, made in enumerate(right):
        state = lesson_progress.play_lesson_moves(game, state, seat, step, done, [made])[-1].after.state
    with pytest.raises(ServiceError) as refused:
        lesson_progress.play_lesson_moves(game, state, seat, step, len(right), [line])
    assert refused.value.params["said"] == said
    with pytest.raises(ServiceError) as refused:
        lesson_progress.play_lesson_moves(game, reached(kind, key)[1], seat, step, 0, [*right, line])
    assert refused.value.params["said"] == said, "in one act, too"


def test_the_characters_that_lie_face_up_are_those_that_the_answer_means() -> None:
    game, state = reached("citadels", "murder")
    view = game.view(state, load_course("citadels").seat)
    named = {one.move.split(" ")[1] for one in step_of("citadels", "murder")[0].wrong if one.key == "murder_open"}
    assert set(view.face_up) == named


def test_whoever_learns_wins_their_last_game_of_carcassonne_wherever_they_lay() -> None:
    game, state = reached("carcassonne", "end")
    step = step_of("carcassonne", "end")[0]
    lays = [encode_move(move) for move in game.legal(state, 0)]
    assert 1 < len(lays) < 10
    for lay in lays:
        after = lesson_progress.play_lesson_moves(game, state, 0, step, 0, [lay])[-1].after.state
        for figure in [encode_move(move) for move in game.legal(after, 0)]:
            ended = lesson_progress.play_lesson_moves(game, after, 0, step, 1, [figure])[-1].after.state
            assert list(game.winners(ended)) == [0], (lay, figure)
