"""Courses as values: in each game every right move leads on, and every other one has a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from rules.core import Game, encode_move
from rules.core.course import Course, Step, has_course, load_course
from rules.core.registry import game_types
from service.errors import ServiceError
from service.state import lesson_progress
from words.catalogue import FALLBACK, catalogue

COURSES = [kind for kind in game_types() if has_course(kind)]
FOLLOWED = 3  # right moves at one place, from the first to the last
TRIED = 12  # others
PLACES = 6  # kept apart after one move
KEY = bytes(range(32))


@dataclass(frozen=True)
class Place:
    """Where somebody may be in a course."""

    game: Game[Any]
    state: Any
    step: Step
    done: int

    def lines(self, seat: int, *, right: bool) -> list[str]:
        """Legal ones; of right ones that no list has (an offer) those that the course spells out."""
        wanted = self.step.moves[self.done]
        listed = [
            line
            for move in self.game.legal(self.state, seat)
            if wanted.matches_line(line := encode_move(move)) == right
        ]
        return listed or ([line for line in wanted.lines if "*" not in line] if right else [])


def spread(lines: list[str], n: int) -> list[str]:
    return lines if len(lines) <= n else [lines[(len(lines) - 1) * at // (n - 1)] for at in range(n)]


def after(place: Place, seat: int) -> list[Place]:
    """Where the right moves lead, up to the end of the step."""
    step, done = place.step, place.done
    return [
        Place(
            place.game,
            lesson_progress.play_lesson_moves(place.game, place.state, seat, step, done, [line])[-1].after.state,
            step,
            done + 1,
        )
        for line in spread(place.lines(seat, right=True), FOLLOWED)
    ]


def places(teaches: Course) -> Iterator[Place]:
    """Where somebody is asked for a move, by right moves; a step that lays out nothing goes on from each end of that
    before it."""
    ends: list[tuple[Game[Any], Any]] = []
    for step in teaches.steps:
        if step.position:
            game, state = teaches.load_position(step.position)
            state.key, state.used = KEY, 0
            ends = [(game, state)]
        here = [Place(game, state, step, 0) for game, state in ends]
        for _ in step.moves:
            yield from here
            reached = [new for place in here for new in after(place, teaches.seat)]
            here = [place for place in reached if not place.game.over(place.state)][:PLACES]
        ends = [(place.game, answered(place)) for place in here]


def answered(place: Place) -> Any:
    """The position after what the others play."""
    if place.game.over(place.state):
        return place.state
    made = lesson_progress.play_lesson_replies(place.game, place.state, place.step)
    return made[-1].after.state if made else place.state


def said(kind: str, key: str) -> bool:
    return f"{game_types()[kind].family}.lesson.{key}" in catalogue().keys(FALLBACK)


@pytest.mark.parametrize("kind", COURSES)
def test_whoever_plays_right_is_never_stuck(kind: str) -> None:
    teaches = load_course(kind)
    seen = []
    for place in places(teaches):
        assert list(place.game.waiting(place.state)) == [teaches.seat], place.step.key
        assert place.lines(teaches.seat, right=True), (place.step.key, place.done)
        seen.append(place.step.key)
    assert list(dict.fromkeys(seen)) == [step.key for step in teaches.steps]


@pytest.mark.parametrize("kind", COURSES)
def test_every_other_move_is_answered(kind: str) -> None:
    teaches = load_course(kind)
    for place in places(teaches):
        for line in spread(place.lines(teaches.seat, right=False), TRIED):
            with pytest.raises(ServiceError) as refused:
                lesson_progress.play_lesson_moves(place.game, place.state, teaches.seat, place.step, place.done, [line])
            assert refused.value.key == "lesson_wrong"
            assert said(kind, refused.value.params["said"]), (place.step.key, line)


@pytest.mark.parametrize("kind", COURSES)
def test_each_step_has_its_sentences_and_no_sentence_is_left_over(kind: str) -> None:
    steps = load_course(kind).steps
    own = {key for step in steps for key in (step.key, f"{step.key}_done", f"{step.key}_wrong")}
    asked = own | {one.key for step in steps for one in step.wrong} | {"over"}
    prefix = f"{game_types()[kind].family}.lesson"
    there = {key.removeprefix(f"{prefix}.") for key in catalogue().keys_below(FALLBACK, prefix)}
    assert there == asked


@pytest.mark.parametrize("kind", COURSES)
def test_the_last_task_ends_the_game(kind: str) -> None:
    teaches = load_course(kind)
    last = [place for place in places(teaches) if place.step is teaches.steps[-1]]
    ends = [new for place in last for new in after(place, teaches.seat)]
    ends = [place for place in ends if place.done == len(place.step.moves) or place.game.over(place.state)]
    assert ends
    assert all(place.game.over(answered(place)) for place in ends)
