"""Catan's course: whatever place somebody chooses, the others and the later tasks find what they need."""

from __future__ import annotations

from typing import Any

import pytest

from rules.catan.robber import robber_victims
from rules.catan.state import CatanState
from rules.core import Game, encode_move
from rules.core.course import Step, find_stray_line, load_course
from service.state import lesson_progress

ME = load_course("catan").seat
STEPS = {step.key: step for step in load_course("catan").steps}


def choices(game: Game[Any], state: Any, step: Step, done: int = 0) -> list[str]:
    legal = [encode_move(move) for move in game.legal(state, ME)]
    return [line for line in legal if step.moves[done].matches_line(line)]


def through(game: Game[Any], state: Any, key: str, *lines: str) -> CatanState:
    """The position after the moves of a step and what the others play."""
    step = STEPS[key]
    state = lesson_progress.play_lesson_moves(game, state, ME, step, 0, lines)[-1].after.state
    made = lesson_progress.play_lesson_replies(game, state, step)
    after = made[-1].after.state if made else state
    assert isinstance(after, CatanState)
    return after


def test_the_machines_find_a_place_wherever_the_first_settlement_stands() -> None:
    game, begin = load_course("catan").load_position("begin")
    first = choices(game, begin, STEPS["first"])
    assert len(first) == 36  # corners at a red number, each with its roads
    for line in first:
        state = through(game, begin, "first", line)
        assert [state.buildings.count(1), list(game.waiting(state))] == [5, [ME]], line
        assert choices(game, state, STEPS["second"]), line


@pytest.mark.parametrize("road", STEPS["road"].moves[0].lines)
def test_every_road_leads_to_a_settlement_and_to_trades(road: str) -> None:
    game, state = load_course("catan").load_position("build")
    for key, line in (("roll", "roll"), ("road", road)):
        state = through(game, state, key, line)
    (settlement,) = choices(game, state, STEPS["settlement"])
    for key, line in (("settlement", settlement), ("turns", "end")):
        state = through(game, state, key, line)
    rolled = lesson_progress.play_lesson_moves(game, state, ME, STEPS["bank"], 0, ["roll"])[-1].after.state
    taken = choices(game, rolled, STEPS["bank"], 1)
    assert len(taken) == 4
    for line in taken:
        paid = lesson_progress.play_lesson_moves(game, rolled, ME, STEPS["bank"], 1, [line])[-1].after.state
        traded = through(game, paid, "offer", "trade-first wool grain 1,2")
        assert traded.offer is None
        assert traded.hands != paid.hands


@pytest.mark.parametrize(("key", "at"), [("seven", "robber"), ("card", "knight")])
def test_the_robber_goes_where_only_machines_have_buildings(key: str, at: str) -> None:
    _, state = load_course("catan").load_position(key)
    own = {h for v in state.buildings_of(ME, 1) for h in state.layout.hexes_at[v]}
    good = {h for h in range(len(state.terrain)) if robber_victims(state, ME, h)} - own
    for h in range(len(state.terrain)):
        line = f"robber h{h} {robber_victims(state, ME, h)[0] if robber_victims(state, ME, h) else '-'}"
        assert STEPS[at].moves[-1].matches_line(line) == (h in good), line
        if h in own:
            assert STEPS[at].correction_key(line) == "robber_own"


def test_two_right_moves_of_a_step_may_come_as_one_act() -> None:
    game, state = load_course("catan").load_position("card")
    after = through(game, state, "card", "dev-buy", "end")
    assert list(game.waiting(after)) == [ME]
    assert "dev-knight" in choices(game, after, STEPS["knight"])


@pytest.mark.parametrize(
    ("key", "line", "said"),
    [
        ("offer", "trade-offer wool grain 1,2", "offer_choose"),
        ("offer", "trade-first wool grain 2", "offer_whom"),
        ("offer", "trade-first wool ore 1,2", "offer_wrong"),
        ("bank", "trade-first ore grain 1,2", "bank_trade"),
        ("win", "bank grain ore", "win_bank"),
    ],
)
def test_what_no_list_has_is_answered_too(key: str, line: str, said: str) -> None:
    step = STEPS[key]
    assert find_stray_line(step, len(step.moves) - 1, [line]) == 0
    assert step.correction_key(line) == said
