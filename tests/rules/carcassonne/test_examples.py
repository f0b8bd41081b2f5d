"""The worked examples of the rulebooks for roads, cities and monasteries: carcassonne.md 19.1."""

from __future__ import annotations

import pytest

from rules.core import IllegalMove

from .table import BLACK, BLUE, GREEN, RED, YELLOW, Table


def test_E01_complete_road_of_four() -> None:
    t = Table(seats=2)
    t.turn("base-U", "N50", 90, "road-E", RED)
    t.turn("base-X", "L50")
    assert t.left(RED) == 6
    t.turn("base-W", "O50", 180)
    assert t.scores == [4, 0]
    assert t.left(RED) == 7
    (told,) = t.told("carc.feature.scored")
    assert told.params["tiles"] == ["M50", "N50", "L50", "O50"]
    assert told.params["returned"] == [["follower", RED, "N50.road-E"]]
    t.audit()


def test_E02_complete_road_of_three() -> None:
    t = Table(seats=2)
    t.turn("base-W", "L50", 0, "road-E", RED)
    t.turn("base-W", "N50", 180)
    assert t.scores == [3, 0]


def test_E03_complete_city_of_three_with_a_shield() -> None:
    t = Table(seats=2)
    t.turn("base-F", "M49", 0, "city-N", RED)
    t.turn("base-E", "M48", 180)
    assert t.scores == [8, 0]
    (told,) = t.told("carc.feature.scored")
    assert (told.key, told.params["shields"], told.params["each"]) == ("carc.feature.scored_shields", 1, 2)
    assert told.params["shield_spots"] == ["M49.city-N"]


def test_E04_complete_city_of_four() -> None:
    t = Table(seats=2)
    t.turn("base-N", "M49", 90, "city-E", RED)
    t.turn("base-N", "N49", 270)
    t.turn("base-E", "N48", 180)
    assert t.scores == [8, 0]


def city_around_a_tile_with_two_caps(t: Table) -> None:
    t.turn("base-N", "M51", 90, "city-E", RED)
    t.turn("base-N", "N51", 180)
    t.turn("base-N", "N52", 270)
    t.turn("base-I", "M52", 0)


def test_E05_a_tile_with_two_segments_of_a_city_counts_once() -> None:
    t = Table(seats=2)
    city_around_a_tile_with_two_caps(t)
    assert t.scores == [8, 0]
    assert t.same("M52.city-N", "M52.city-E")


def test_E06_a_tile_joins_and_closes_two_cities() -> None:
    t = Table(seats=2)
    t.turn("base-F", "M49", 0, "city-N", RED)
    for cell in ("L49", "L48", "L47"):
        t.turn("base-B", cell)
    t.turn("base-E", "M47", 180, "city-S", BLUE)
    t.turn("base-G", "M48")
    assert t.scores == [10, 10]
    assert (t.left(RED), t.left(BLUE)) == (7, 7)
    t.audit()


AROUND_M51 = (
    ("base-U", "L50", 90),
    ("base-U", "N50", 90),
    ("base-E", "L51", 270),
    ("base-E", "N51", 90),
    ("base-E", "L52", 180),
    ("base-E", "M52", 180),
    ("base-E", "N52", 180),
)


def test_E07_surrounded_monastery() -> None:
    t = Table(seats=2)
    t.turn("base-B", "M51", 0, "monastery", RED)
    for tile, cell, turn in AROUND_M51:
        assert t.scores == [0, 0]
        t.turn(tile, cell, turn)
    assert t.scores == [9, 0]
    assert t.left(RED) == 7
    (told,) = t.told("carc.feature.scored")
    assert (told.params["spot"], told.params["n"]) == ("M51.monastery", 9)
    assert told.params["tiles"][0] == "M51"  # and those around it, each a point
    assert set(told.params["tiles"]) == {f"{x}{y}" for x in "LMN" for y in (50, 51, 52)}
    t.audit()


@pytest.mark.parametrize(("tiny_city", "points"), [("standard", 4), ("halved", 2)])
def test_E08_free_city_completed_and_taken_in_one_turn(tiny_city: str, points: int) -> None:
    t = Table(seats=2, tiny_city=tiny_city)
    t.turn("base-E", "M49", 180, "city-S", RED)
    assert t.scores == [points, 0]
    assert t.left(RED) == 7


def test_E09_free_road_completed_and_taken_in_one_turn() -> None:
    t = Table(seats=2)
    t.turn("base-W", "L50", 0, seat=BLUE)
    t.turn("base-W", "N50", 180, "road-W", RED)
    assert t.scores == [3, 0]
    assert t.left(RED) == 7


def test_E10_unfinished_road_at_the_end() -> None:
    t = Table(seats=2)
    t.turn("base-U", "N50", 90, "road-E", RED)
    t.last()
    t.turn("base-U", "O50", 90)
    assert t.game.over(t.s)
    assert t.scores == [3, 0]
    (told,) = t.told("carc.feature.final")
    assert told.params["complete"] is False


def test_E11_unfinished_monastery_at_the_end() -> None:
    t = Table(seats=3)
    t.turn("base-B", "M51", 0, "monastery", YELLOW)
    t.turn("base-U", "L50", 90)
    t.turn("base-U", "N50", 90)
    t.last()
    t.turn("base-E", "L51", 270)
    assert t.scores == [0, 0, 5]


def test_E12_unfinished_city_at_the_end() -> None:
    t = Table(seats=2)
    t.last()
    t.turn("base-F", "M49", 0, "city-N", BLUE)
    assert t.scores == [0, 3]


def test_E13_majority_in_an_unfinished_city_at_the_end() -> None:
    t = Table(seats=5)
    t.turn("base-F", "M49", 0, "city-N", GREEN)
    t.turn("base-F", "M48")
    t.turn("base-Q", "M47")
    t.put(GREEN, "M48.city-N")
    t.put(BLACK, "M47.city-N")
    t.last()
    t.turn("base-E", "N47", 270)
    assert t.scores == [0, 0, 0, 8, 0]


def test_E14_no_knight_beside_a_foreign_knight() -> None:
    t = Table(seats=2)
    t.turn("base-N", "M49", 90, "city-E", RED)
    t.hold("base-N", BLUE)
    t.play("place N49 270")
    assert t.figure_places() == ["field-ENE"]
    with pytest.raises(IllegalMove) as caught:
        t.play("deploy follower N49.city-N")
    assert caught.value.key == "carc.error.occupied"
    assert caught.value.params["feature"] == "city"
    assert caught.value.params["seat"] == RED


def test_E15_the_field_that_already_holds_a_farmer() -> None:
    t = Table(seats=2)
    t.turn("base-B", "M51", 0, "field-NNW", BLUE)
    t.hold("base-K", BLUE)
    t.play("place L51 0")
    assert t.figure_places() == ["road-S", "city-N", "field-SSW"]
    assert t.same("L51.field-ENE", "M51.field-NNW")
    with pytest.raises(IllegalMove) as caught:
        t.play("deploy follower L51.field-ENE")  # their own farmer keeps them out as well
    assert caught.value.key == "carc.error.occupied"
    assert caught.value.params["seats"] == [BLUE]


def three_fields(t: Table) -> None:
    t.turn("base-L", "N50", 180, "field-ESE", RED)
    t.turn("base-L", "L50", 180)
    t.turn("base-E", "N51", 0, "field-ENE", BLUE)
    t.turn("base-E", "L51", 0, "field-ENE", YELLOW)


def test_E16_a_tile_joins_three_fields() -> None:
    t = Table(seats=4)
    three_fields(t)
    assert not t.same("N51.field-ENE", "L51.field-ENE")
    t.hold("base-B", GREEN)
    t.play("place M51 0")
    assert t.s.board.count_followers(t.root("M51.field-NNW")) == 3
    assert t.figure_places() == ["monastery"]
    with pytest.raises(IllegalMove) as caught:
        t.play("deploy follower M51.field-NNW")
    assert caught.value.params["seats"] == [RED, BLUE, YELLOW]


def test_E17_fields_that_touch_at_a_corner_are_joined_later() -> None:
    t = Table(seats=2)
    t.turn("base-E", "M51", 180, "field-NNW", BLUE)
    t.hold("base-V", RED)
    t.play("place N50 180")
    assert "field-NNW" in t.figure_places()
    t.play("deploy follower N50.field-NNW")
    assert not t.same("N50.field-NNW", "M51.field-NNW")
    t.turn("base-A", "N51", 0)
    assert t.same("N50.field-NNW", "M51.field-NNW")
    assert t.s.board.count_followers(t.root("N51.field-NNW")) == 2
    t.audit()
