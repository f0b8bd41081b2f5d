"""What is kept of a game that somebody looked back at."""

from __future__ import annotations

import json

import pytest

from ai.review import Deed, ReviewedDeed, Verdict
from service.state.review_summary import (
    MAX_CHART_ROWS,
    MAX_COSTLY_DECISIONS,
    MAX_EVALUATED,
    MAX_EVALUATED_PER_SEAT,
    MAX_LUCK_SWINGS,
    Review,
    build_review,
    likely_mistakes,
    separate_mistakes,
)


def deeds(*seats: int) -> list[Deed]:
    return [Deed(number, seat, f"move {number}") for number, seat in enumerate(seats, 2)]


def looked(at: int, number: int = 2, **more: object) -> ReviewedDeed:
    return ReviewedDeed(number, at, (0.5, 0.5), **more)  # type: ignore[arg-type]


FIRST = ReviewedDeed(0, 0, (0.6, 0.4))


def test_it_is_read_as_it_was_written() -> None:
    why = (("catan.because.points", {"n": 2, "other_seat": 1}),)
    some = [looked(1, luck=(0.1, -0.1), fortune=((0, 3, 2.5),)), looked(2)]
    found = build_review(FIRST, deeds(0, 1), some, {1: Verdict("better", 0.5, 0.2, 0.01, why)})
    assert Review.from_json(found.to_json()) == found
    assert found.swings[0].why == why
    assert (found.swings[0].cost, found.swings[0].chance, found.swings[0].at) == (200, 500, 2)
    assert found.strokes[0].then == (1, "move 3")


def test_reviews_of_before_are_read() -> None:
    found = build_review(FIRST, deeds(0), [looked(1, luck=(0.1, -0.1))], {0: Verdict("better", 0.5, 0.2, 0.01)})
    data = json.loads(found.to_json())
    for swing in data["swings"]:
        del swing["then"], swing["but"]
    for stroke in data["strokes"]:
        del stroke["after"]
    assert data["strokes"]
    assert Review.from_json(json.dumps(data)) == found


def test_what_another_version_wrote_is_made_anew() -> None:
    text = build_review(FIRST, deeds(0), [looked(1)], {}).to_json()
    assert Review.from_json(json.dumps({**json.loads(text), "version": 0})) is None


def test_what_seems_to_have_cost_most_is_weighed_and_not_of_one_seat_alone() -> None:
    many = [looked(1, cost=0.01 + 0.001 * n) for n in range(60)]
    found = likely_mistakes(deeds(*(n % 2 for n in range(60))), many)
    assert len(found) == 2 * MAX_EVALUATED_PER_SEAT <= MAX_EVALUATED
    assert found[:2] == [59, 58]
    assert len(likely_mistakes(deeds(*(n % 6 for n in range(60))), many)) == MAX_EVALUATED
    assert likely_mistakes(deeds(0, 0), [looked(1), looked(1, cost=0.001)]) == []


def test_what_could_still_be_had_was_not_lost_before() -> None:
    """Three decisions of one turn: with the second the game could still be won, so the first cost nothing."""
    turn = [looked(7), looked(7), looked(7)]
    verdicts = {0: Verdict("a", 0.9, 0.3, 0.01), 1: Verdict("b", 0.9, 0.2, 0.01), 2: Verdict("c", 0.7, 0.4, 0.01)}
    found = separate_mistakes(deeds(0, 0, 0), turn, verdicts)
    assert {at: one.cost for at, one in found.items()} == pytest.approx({1: 0.2, 2: 0.4})
    apart = separate_mistakes(deeds(0, 1, 0), turn, verdicts)
    costs = {at: one.cost for at, one in apart.items()}
    assert costs == pytest.approx({0: 0.2, 1: 0.2, 2: 0.4}), "of several seats each has its own, also in between"


def test_what_luck_brought_meanwhile_takes_nothing_from_a_mistake() -> None:
    """A card that happened to be a point made the same turn look as good as before."""
    turn = [looked(7, luck=(0.1, -0.1)), looked(7)]
    verdicts = {0: Verdict("a", 0.845, 0.125, 0.01), 1: Verdict("b", 0.853, 0.05, 0.01)}
    found = separate_mistakes(deeds(0, 0), turn, verdicts)
    assert {at: one.cost for at, one in found.items()} == pytest.approx({0: 0.092, 1: 0.05})


def test_the_largest_are_told_in_their_order_and_all_are_counted() -> None:
    costs = [0.02 * (1 + n % 7) for n in range(14)]
    verdicts = {n: Verdict("x", 0.9, cost, 0.0) for n, cost in enumerate(costs)}
    verdicts[3] = Verdict("x", 0.9, 0.5, 0.4)  # may be chance
    found = build_review(FIRST, deeds(*(n % 2 for n in range(14))), [looked(n) for n in range(14)], verdicts)
    assert len(found.swings) == MAX_COSTLY_DECISIONS
    assert [one.number for one in found.swings] == sorted(one.number for one in found.swings)
    assert min(one.cost for one in found.swings) >= 100
    assert sum(account.mistakes for account in found.accounts) == 13
    assert sum(account.lost for account in found.accounts) == pytest.approx(1000 * (sum(costs) - costs[3]), abs=2)


def test_luck_adds_up_and_little_of_it_is_not_worth_a_word() -> None:
    some = [looked(n, luck=(0.01 * n, -0.01 * n), fortune=((0, 2, 1.5),)) for n in range(8)]
    found = build_review(FIRST, deeds(*[0] * 8), some, {})
    assert [one.change for one in found.strokes] == [50, 60, 70]
    assert len(found.strokes) == MAX_LUCK_SWINGS
    assert [account.luck for account in found.accounts] == [280, -280]
    assert (found.accounts[0].got, found.accounts[0].due) == (16, 12)
    assert build_review(FIRST, deeds(0), [looked(1, luck=(0.01, -0.01))], {}).strokes == ()


def test_of_several_who_lose_something_whoever_luck_struck_hardest_is_told() -> None:
    """Both gave up a city; the one whose loss was named had won by it."""
    moves = [Deed(2, 0, "roll"), Deed(3, 1, "answer-city v1"), Deed(4, 0, "answer-city v2"), Deed(5, 0, "end")]
    some = [looked(1, luck=(-0.12, 0.12), asked=(0, 1)), looked(1), looked(1), looked(1)]
    stroke = build_review(FIRST, moves, some, {}).strokes[0]
    assert (stroke.then, stroke.after) == ((0, "answer-city v2"), 0)
    won = looked(1, luck=(-0.1, 0.8), asked=(0, 1))
    assert build_review(FIRST, moves, [won, *some[1:]], {}).strokes[0].then is None, (
        "what others gave up did not matter"
    )


def test_whoever_went_on_is_told_where_that_was_somebody_else() -> None:
    """Not whoever made a move of that kind later."""
    some = [looked(1, luck=(0.12, -0.12), asked=(1,)), looked(2), looked(2), looked(3)]
    moves = [Deed(2, 0, "place 1"), Deed(3, 1, "place 2"), Deed(4, 0, "place 3"), Deed(5, 1, "place 4")]
    stroke = build_review(FIRST, moves, some, {}).strokes[0]
    assert (stroke.then, stroke.after, stroke.at) == ((1, "place 2"), 3, 2)
    own = [looked(1, luck=(0.12, -0.12), asked=(0,)), *some[1:]]
    assert build_review(FIRST, [moves[0], moves[2], moves[1], moves[3]], own, {}).strokes[0].then is None


def test_a_long_game_is_thinned_out_and_ends_as_it_did() -> None:
    end = ReviewedDeed(2, 2 * MAX_CHART_ROWS, (1.0, 0.0))
    some = [*(looked(at) for at in range(1, 2 * MAX_CHART_ROWS)), end]
    found = build_review(FIRST, deeds(*[0] * len(some)), some, {})
    assert len(found.course) <= MAX_CHART_ROWS
    assert found.course[0] == (0, (600, 400))
    assert found.course[-1] == (2 * MAX_CHART_ROWS, (1000, 0))
