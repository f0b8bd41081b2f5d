"""Roads and places against a slow second opinion."""

from __future__ import annotations

import random

import pytest

from rules.catan.game import KIND
from rules.catan.layout import Layout, load_layouts
from rules.catan.network import longest_trail, longest_trail_through
from rules.catan.places import OUT
from rules.core import Choices, play, start_game
from tools.sizes import ROADS, STEP_OF_PLACES

from .reference import may_lay, may_settle, trail


def grown(layout: Layout, luck: random.Random, most: int) -> tuple[list[int], list[int]]:
    """Roads of seat 0 grown at random from one or two corners, with pieces of both seats strewn over them."""
    roads = [OUT] * len(layout.path_ends)
    for begin in luck.sample(range(len(layout.drawing_points)), luck.choice((1, 1, 2))):
        touched = {begin}
        for _ in range(luck.randint(1, most)):
            free = [
                e for e, (a, b) in enumerate(layout.path_ends) if roads[e] == OUT and (a in touched or b in touched)
            ]
            if not free or roads.count(0) == 15:
                break
            path = luck.choice(free)
            roads[path] = 0
            touched |= set(layout.path_ends[path])
    held = [OUT] * len(layout.drawing_points)
    for v in luck.sample(range(len(held)), luck.randint(0, 20)):
        held[v] = luck.choice((0, 1, 1))
    return roads, held


@pytest.mark.random
@pytest.mark.parametrize("size", ["small", "large"])
def test_the_longest_road_agrees_with_trying_every_trail(size: str) -> None:
    layout = load_layouts()[size]
    luck = random.Random(size)
    lengths = set()
    for _ in range(ROADS):
        roads, held = grown(layout, luck, luck.choice((4, 8, 12, 15)))
        found = longest_trail(layout, roads, held, 0)
        assert found == trail(layout, roads, held, 0)
        lengths.add(found)
    assert lengths >= set(range(1, 14))


@pytest.mark.random
def test_a_new_road_only_needs_the_trails_through_it() -> None:
    layout = load_layouts()["small"]
    luck = random.Random(3)
    for _ in range(ROADS // 5):
        roads, held = grown(layout, luck, 14)
        paths = [e for e, owner in enumerate(roads) if owner == 0]
        last = luck.choice(paths)
        before = [OUT if e == last else owner for e, owner in enumerate(roads)]
        assert longest_trail(layout, roads, held, 0) == max(
            longest_trail(layout, before, held, 0), longest_trail_through(layout, roads, held, 0, last)
        )


@pytest.mark.random
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_places_agree_with_a_slow_generator(seats: int) -> None:
    """At every position of random games, and whatever the hand holds: all places are looked at."""
    game = KIND.make(Choices())
    luck = random.Random(seats)
    t = start_game(game, seats, bytes([seats]) * 32)
    compared = 0
    while t.state.agenda:
        s = t.state
        for seat in range(seats) if not compared % STEP_OF_PLACES else ():
            roads = s.paths_open[seat] & ~s.paths_taken
            assert [e for e in range(len(s.roads)) if roads >> e & 1] == [
                e for e in range(len(s.roads)) if may_lay(s, seat, e)
            ]
            corners = s.corners_reached[seat] & ~(s.corners_too_near | s.corners_occupied)
            assert [v for v in range(len(s.held)) if corners >> v & 1] == [
                v for v in range(len(s.held)) if may_settle(s, seat, v)
            ]
        compared += 1
        seat = luck.choice(sorted(game.waiting(s)))
        moves = list(game.legal(s, seat))
        if moves[0].kind == "setup":
            corners_ = {int(move.corner) for move in moves}
            assert corners_ == {v for v in range(len(s.held)) if may_settle(s, seat, v, setup=True)}
        building = [move for move in moves if move.kind.startswith("build-")]
        t = play(game, s, seat, luck.choice(building or moves))
    assert compared > 200
