"""Tricky cases of geometry, roads and cities: carcassonne.md 20.1."""

from __future__ import annotations

import pytest

from .table import BLUE, RED, YELLOW, Table
from .test_examples import AROUND_M51, city_around_a_tile_with_two_caps
from .test_fields import ring


def loop(t: Table) -> None:
    """A road in a circle of four."""
    t.turn("base-V", "M51", 90, "road-E", RED)
    t.turn("base-V", "N51", 180)
    t.turn("base-V", "N52", 270)


def test_T01_a_road_in_a_circle() -> None:
    t = Table(seats=2)
    loop(t)
    assert not t.complete("M51.road-E")
    t.turn("base-V", "M52", 0)
    assert t.complete("M51.road-E")
    assert t.scores == [4, 0]
    t.audit()


def test_T02_a_road_returns_to_its_crossing() -> None:
    t = Table(seats=2)
    t.turn("base-X", "N50", 0, "road-E", RED)
    t.turn("base-V", "O50", 180)
    t.turn("base-V", "O51", 270)
    assert not t.same("N50.road-E", "N50.road-S")
    t.turn("base-V", "N51", 0)
    assert t.same("N50.road-E", "N50.road-S")
    assert t.scores == [4, 0]
    t.audit()


def test_T03_a_city_over_one_tile_twice_counts_it_once() -> None:
    t = Table(seats=2)
    city_around_a_tile_with_two_caps(t)
    assert t.s.board.count_tiles(t.root("M52.city-N")) == 4
    assert t.scores == [8, 0]


def test_T04_roads_that_end_at_one_crossing_stay_apart() -> None:
    t = Table(seats=2)
    t.turn("base-W", "L50", 0, "road-E", RED)
    assert not t.same("L50.road-N", "L50.road-S")
    assert not t.same("L50.road-E", "L50.road-S")
    t.turn("base-W", "N50", 180)
    assert t.scores == [3, 0]
    assert not t.complete("L50.road-N")


def test_T05_two_caps_are_two_cities() -> None:
    t = Table(seats=2)
    t.lay("base-H", "T60")
    assert not t.same("T60.city-N", "T60.city-S")
    field = t.root("T60.field-ENE")
    assert sorted(t.s.board.bordered_cities(field)) == sorted([t.root("T60.city-N"), t.root("T60.city-S")])


def test_T06_two_caps_that_join_are_one_city() -> None:
    t = Table(seats=2)
    city_around_a_tile_with_two_caps(t)
    assert t.s.board.bordered_cities(t.root("M52.field-SSE")) == [t.root("M52.city-N")]


def test_T07_a_road_over_a_road() -> None:
    t = Table(seats=2)
    t.lay("trade-rrrr", "T60")
    assert not t.same("T60.road-N", "T60.road-E")
    assert len({t.root(f"T60.{place}") for place in ("field-NNW", "field-NNE", "field-ESE", "field-SSW")}) == 4
    assert t.s.board.open[t.root("T60.road-N")] == t.s.board.open[t.root("T60.road-E")] == 2


def test_T08_a_road_under_a_city() -> None:
    t = Table(seats=2)
    t.lay("princess-crcr-dragon-tunnel", "T60")
    assert t.s.board.open[t.root("T60.road-E")] == 2
    assert t.s.board.open[t.root("T60.city-N")] == 2


def test_T09_a_road_that_ends_in_the_open_field() -> None:
    t = Table(seats=2)
    t.lay("abbey-rfff", "T60")
    assert t.s.board.open[t.root("T60.road-N")] == 1
    t.lay("base-W", "T59", 90)
    assert t.complete("T60.road-N")
    t.lay("base-B", "S60")
    t.lay("base-B", "U60")
    assert t.same("S60.field-NNW", "U60.field-NNW")  # round the end of the road


def test_T10_a_road_with_three_ends_is_one_road() -> None:
    t = Table(seats=2)
    t.lay("abbey-rrrf", "T60")
    t.lay("base-W", "T59", 90)
    t.lay("base-X", "U60")
    assert not t.complete("T60.road-N")
    t.lay("base-A", "T61")
    assert t.complete("T60.road-N")
    assert t.s.board.count_tiles(t.root("T60.road-N")) == 4


def test_T11_roads_that_end_at_a_monastery() -> None:
    t = Table(seats=2)
    t.lay("inns-rfrf-cloister", "T60")
    assert not t.same("T60.road-N", "T60.road-S")
    t.put(RED, "T60.road-N")
    assert t.s.board.held[t.root("T60.road-S")] == 0
    assert t.s.board.held[t.root("T60.monastery")] == 0


@pytest.mark.parametrize(("tiny_city", "points"), [("standard", 4), ("halved", 2)])
def test_T12_a_city_of_two_caps(tiny_city: str, points: int) -> None:
    t = Table(seats=2, tiny_city=tiny_city)
    t.turn("base-E", "M49", 180, "city-S", RED)
    assert t.scores == [points, 0]
    (told,) = t.told("carc.feature.scored")
    assert told.params["each"] == points // 2


@pytest.mark.parametrize(("tiny_city", "points"), [("standard", 6), ("halved", 3)])
def test_T13_a_city_of_two_tiles_with_a_shield(tiny_city: str, points: int) -> None:
    t = Table(seats=2, tiny_city=tiny_city)
    t.lay("abbey-cfff-shield", "M49", 180)  # a city on one edge that is no half-circle
    t.put(RED, "M49.city-S")
    t.score("M50.city-N")
    assert t.scores == [points, 0]


def test_T12_only_a_complete_city_of_exactly_two_tiles_is_halved() -> None:
    t = Table(seats=2, tiny_city="halved")
    t.turn("base-F", "M49", 0, "city-N", RED)
    assert t.game.view(t.s, None).scores == (0, 0)
    t.turn("base-E", "M48", 180)
    assert t.scores == [8, 0]  # three tiles and a shield: 2 for each
    unfinished = Table(seats=2, tiny_city="halved")
    unfinished.last()
    unfinished.turn("base-F", "M49", 0, "city-N", RED)
    assert unfinished.scores == [3, 0]  # two tiles and a shield, still open: 1 for each


def test_T14_a_city_with_a_hole_is_open() -> None:
    t = Table(seats=2)
    ring(t, "T60")
    assert not t.complete("T59.city-E")
    t.lay("base-C", "T60")
    assert t.complete("T59.city-E")
    assert t.s.board.count_tiles(t.root("T60.city-N")) == 9


def test_T15_one_tile_completes_several_features() -> None:
    t = Table(seats=2)
    t.turn("base-W", "L50", 0, "road-E", RED)
    t.turn("base-E", "M49", 180)
    t.turn("base-E", "N49", 180, "city-S", BLUE)
    t.hold("base-L", RED)
    t.play("place N50 0")
    assert "road-W" not in t.figure_places()
    t.play("deploy follower N50.road-E")
    assert t.scores == [3, 4]
    assert {event.params["feature"] for event in t.told("carc.feature.scored")} == {"road", "city"}
    assert (t.left(RED), t.left(BLUE)) == (6, 7)


def test_T16_deploy_score_take_back_in_this_order_only() -> None:
    t = Table(seats=2)
    t.turn("base-E", "M49", 180, "city-S", RED)
    assert t.scores == [4, 0]
    assert t.left(RED) == 7
    assert not t.asks_figure  # the follower that came back cannot go out again in the same part
    assert t.s.active == BLUE


def test_T17_the_last_follower_comes_back_too_late() -> None:
    t = Table(seats=2)
    t.turn("base-U", "N50", 90, "road-E", RED)
    t.s.supply[RED] = 0
    t.turn("base-W", "L50", 0, seat=BLUE)
    t.hold("base-W", RED)
    events = t.play("place O50 180")
    assert not any(event.key.startswith("carc.figure") for event in events)
    assert t.scores == [4, 0]
    assert t.left(RED) == 1
    assert t.s.active == BLUE


def test_T18_a_monastery_completed_across_a_corner() -> None:
    t = Table(seats=2)
    t.turn("base-B", "M51", 0, "monastery", RED)
    for tile, cell, turn in AROUND_M51[:-1]:
        t.turn(tile, cell, turn)
    assert t.scores == [0, 0]
    t.turn("base-E", "N52", 180)  # south-east of it
    assert t.scores == [9, 0]


def test_T19_a_monastery_laid_into_a_hole() -> None:
    t = Table(seats=2)
    for tile, cell, turn in AROUND_M51:
        t.turn(tile, cell, turn)
    t.turn("base-B", "M51", 0, "monastery", RED)
    assert t.scores == [9, 0]
    assert t.left(RED) == 7


def test_T20_fields_that_touch_at_a_corner_are_two() -> None:
    t = Table(seats=2)
    t.lay("base-B", "T60")
    t.lay("base-B", "U61")
    assert not t.same("T60.field-NNW", "U61.field-NNW")
    t.lay("base-B", "U60")
    assert t.same("T60.field-NNW", "U61.field-NNW")


def test_T21_a_road_parts_the_halves_of_its_edge() -> None:
    t = Table(seats=2)
    t.lay("base-U", "T60")
    t.lay("base-U", "T59")
    assert t.same("T60.field-NNW", "T59.field-NNW")
    assert not t.same("T60.field-NNW", "T60.field-NNE")
    t.lay("base-A", "T58", 180)  # the road ends at its monastery, and the field runs round it
    assert t.same("T60.field-NNW", "T60.field-NNE")


def test_T22_a_small_field_between_two_roads() -> None:
    t = Table(seats=2)
    t.hold("base-V", RED)
    t.play("place M51 90")
    assert t.figure_places() == ["road-E", "field-NNW", "field-ESE"]
    t.play("deploy follower M51.field-ESE")
    assert t.left(RED) == 6


def test_T25_a_tile_that_fits_nowhere_is_put_aside() -> None:
    t = Table(seats=2, stack=("base-E", "base-C", "base-U"))
    events = t.play("place M49 180") + t.play("pass figure")
    assert [e.params["tile"] for e in events if e.key == "carc.tile.put_aside"] == ["base-C"]
    assert t.s.active == BLUE
    assert t.game.view(t.s, None).drawn.tile == "base-U"
    assert t.game.view(t.s, None).put_aside == ("base-C",)
    assert t.game.view(t.s, None).tile_number == 4
    t.audit()


def test_T26_the_last_tile_fits_nowhere() -> None:
    t = Table(seats=2, stack=("base-E", "base-C"))
    t.s.pile = t.s.pile[:2]
    t.s.piles = (2,)
    t.play("place M49 180")
    events = t.play("deploy follower M49.field-NNW")
    assert [e.key for e in events if e.key.startswith("carc.tile")] == ["carc.tile.put_aside"]
    assert [e.reveals for e in events if e.key == "carc.tile.put_aside"] == [True]  # a barrier for undo
    assert t.game.over(t.s)
    assert t.scores == [3, 0]  # the farmer's one city


def test_T27_owners_of_a_road_share_nothing() -> None:
    t = Table(seats=2)
    t.turn("base-U", "N50", 90, "road-E", RED)
    t.put(BLUE, "M50.road-E")
    t.turn("base-W", "L50", 0)
    t.turn("base-W", "O50", 180)
    assert t.scores == [4, 4]
    assert t.told("carc.feature.scored")[0].params["seats"] == [RED, BLUE]


def test_T28_without_majority_no_points_but_the_followers_return() -> None:
    t = Table(seats=3)
    t.turn("base-F", "M49", 0, "city-N", RED)
    t.turn("base-F", "M48")
    t.put(YELLOW, "M48.city-N")
    t.put(YELLOW, "M50.city-N")
    t.turn("base-E", "M47", 180)
    assert t.scores == [0, 0, 12]
    assert [t.left(seat) for seat in range(3)] == [7, 7, 7]


def test_T124_a_tie_for_most_points_is_a_shared_victory() -> None:
    t = Table(seats=3)
    t.put(RED, "M50.road-E")
    t.lay("base-U", "T60")
    t.put(BLUE, "T60.road-N")
    t.finish()
    assert t.scores == [1, 1, 0]
    assert t.game.winners(t.s) == (RED, BLUE)
    (told,) = t.told("carc.game.over")
    assert told.params["seats"] == [RED, BLUE]
