"""What decided a game, from values alone."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from render import Chronicle, Ending
from render.core.ending import KEPT, Moment, decisive_moments, moment_weight, seat_of_moment, seats_in_race


def chronicle(*moments: tuple[int, ...]) -> Chronicle[Any]:
    """Of moments that each gave these points, one after the other."""
    made: Chronicle[Any] = Chronicle()
    scores = [0] * len(moments[0])
    for at, gains in enumerate(moments, 1):
        scores = [a + b for a, b in zip(scores, gains, strict=True)]
        made.record_moment(at, gains, f"what {at}", scores)
        made.record_points(at, tuple(scores))
    return made


def ended(made: Chronicle[Any], *winners: int) -> Ending:
    told = made.build_result()
    return Ending(SimpleNamespace(scores=told.points_by_turn[-1][1]), winners, told)


def test_what_counts_is_how_far_it_brought_apart_those_who_were_in_the_race() -> None:
    assert seats_in_race((106, 88, 14), (0,)) == [1]
    assert seats_in_race((10, 7, 9, 6), (0,)) == [1, 2]
    assert seats_in_race((30, 4, 5), (0,)) == [2]  # the best of the others, however far behind
    assert seats_in_race((5, 5), (0, 1)) == []
    scores = (20, 18, 4)
    assert moment_weight(Moment(1, (6, 0, 0), None), scores, (0,)) == 12
    assert moment_weight(Moment(1, (6, 6, 0), None), scores, (0,)) == 6  # both got it: it left the third behind
    assert moment_weight(Moment(1, (6, 6, 6), None), scores, (0,)) == 0
    assert moment_weight(Moment(1, (0, 0, 4), None), scores, (0,)) == 0  # far behind all the same
    assert moment_weight(Moment(1, (0, 16, 0), None), scores, (0,)) == 32


def test_the_moments_that_decided_it_are_told_in_order() -> None:
    made = chronicle((0, 2, 0), (9, 0, 0), (0, 0, 20), (0, 8, 0), (5, 0, 0), (1, 1, 1), (40, 0, 0), (0, 20, 0))
    chosen = decisive_moments(ended(made, 0))
    assert [one.turn for one in chosen] == [2, 7, 8]  # the 20 of the third was of no use to them
    assert chosen[1].turned  # since then seat 0 led


def test_what_two_shared_and_left_the_third_behind_is_told_before_what_was_small() -> None:
    made = chronicle((4, 0, 0), (16, 16, 0), (3, 5, 0), (22, 22, 0), (8, 0, 0), (0, 7, 1), (1, 0, 0))
    assert [one.turn for one in decisive_moments(ended(made, 0))] == [2, 4, 5]  # not the 4 with which the lead began


def test_a_late_turn_of_the_lead_is_told_though_it_was_small_and_an_early_one_is_not() -> None:
    made = chronicle((1, 0), (0, 9), (9, 0), (0, 8), (8, 0), (0, 1), (2, 0))
    turning = next(one for one in made.build_result().moments if one.turned)
    assert turning.turn == 7
    assert turning in decisive_moments(ended(made, 0))
    made = chronicle((1, 0), (9, 0), (0, 8), (8, 0), (0, 7), (0, 1))
    turning = next(one for one in made.build_result().moments if one.turned)
    assert turning.turn == 1
    assert turning not in decisive_moments(ended(made, 0))


def test_of_a_race_the_turn_that_won_is_told_however_small_it_was() -> None:
    moments = [(2, 0), (0, 2), *[(2, 0)] * 3, *[(0, 2)] * 8, (1, 0)]
    made = chronicle(*moments)
    assert 14 not in [one.turn for one in decisive_moments(ended(made, 1))]
    made.is_race = True
    assert 14 in [one.turn for one in decisive_moments(ended(made, 0))]
    assert 14 not in [one.turn for one in decisive_moments(ended(made, 1))]  # the last gain was not theirs


def test_the_moments_are_not_all_of_one_seat_where_another_weighs_enough() -> None:
    made = chronicle((10, 0), (10, 0), (10, 0), (0, 6), (0, 1))
    assert [one.turn for one in decisive_moments(ended(made, 0))] == [1, 3, 4]
    made = chronicle((10, 0), (10, 0), (10, 0), (0, 4), (0, 1))
    assert [one.turn for one in decisive_moments(ended(made, 0))] == [1, 2, 3]


def test_of_two_others_what_one_shared_with_the_winner_is_told_before_the_little_they_got_alone() -> None:
    made = chronicle((0, 0, 10), (0, 0, 12), (0, 0, 9), (0, 13, 13), (0, 5, 0), (1, 0, 0))
    assert [one.turn for one in decisive_moments(ended(made, 2))] == [1, 2, 4]


def test_where_one_point_is_half_of_the_most_an_early_turn_of_the_lead_is_not_told() -> None:
    made = chronicle((1, 0), (2, 0), (0, 2), (2, 0), (0, 2), (1, 0))
    assert made.build_result().moments[0].turned
    assert [one.turn for one in decisive_moments(ended(made, 0))] == [3, 4, 5]


def test_the_moment_that_won_is_that_of_who_won_whatever_others_got() -> None:
    gains = (-2, 2, 0, 1)
    assert seat_of_moment(Moment(9, gains, None), (3,)) == 1
    assert seat_of_moment(Moment(9, gains, None, won=True), (3,)) == 3
    assert seat_of_moment(Moment(9, (2, -2, 0, 0), None, won=True), (3,)) == 0


def test_nothing_is_kept_that_cannot_matter() -> None:
    made = chronicle((1, 0), *[(at % 7, 0) for at in range(500)])
    told = made.build_result()
    assert len(told.moments) <= KEPT + 1
    assert any(one.turned for one in told.moments)


def test_where_the_order_says_nothing_nobody_took_the_lead() -> None:
    made: Chronicle[Any] = Chronicle()
    made.record_moment(1, (3, 0), "early", (3, 0))
    made.record_moment(2, (0, 9), "last", None)
    made.update_leaders((3, 9))
    assert not any(one.turned for one in made.build_result().moments)


def test_a_game_without_a_course_has_no_moments() -> None:
    assert decisive_moments(Ending(SimpleNamespace(scores=(1, 2)), (1,))) == []


@pytest.mark.parametrize(
    ("gains", "winners", "seat"),
    [((0, 5, 5), (2,), 2), ((0, 5, 5), (0,), 1), ((0, -3, -1), (0,), 1), ((4, -4, 0), (1,), 0)],
)
def test_whose_moment_it_was(gains: tuple[int, ...], winners: tuple[int, ...], seat: int) -> None:
    assert seat_of_moment(Moment(1, gains, None), winners) == seat


def test_winners_stand_first() -> None:
    view = SimpleNamespace(scores=(7, 9, 9))
    assert Ending(view, (0,)).seats_by_points == [0, 1, 2]  # who resigned may have more points
    assert Ending(view, ()).seats_by_points == [1, 2, 0]


def test_a_game_that_branched_off_another_begins_with_its_points() -> None:
    made: Chronicle[Any] = Chronicle()
    made.record_start(40, (30, 5))
    made.record_moment(41, (2, 0), "more of the same", (32, 5))
    made.record_points(41, (32, 5))
    told = made.build_result()
    assert told.points_by_turn == ((40, (30, 5)), (41, (32, 5)))
    assert not told.moments[0].turned
