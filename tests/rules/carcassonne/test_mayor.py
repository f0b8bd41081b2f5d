"""Mayors, and the special tiles of Abbey & Mayor: carcassonne.md 13.5, 13.6, E36, T9, T10, T69-T71."""

from __future__ import annotations

from .table import BLUE, RED, Table

# Mayors: 13.5.


def city_of_six(t: Table) -> None:
    """Six tiles with three shields, complete."""
    t.lay("base-E", "T60", 180)
    for cell, tile in (("T61", "base-F"), ("T62", "base-F"), ("T63", "base-G"), ("T64", "base-G")):
        t.lay(tile, cell)
    t.lay("abbey-cfff-shield", "T65")


def test_E36_a_mayor_counts_the_shields() -> None:
    t = Table("abbey", seats=2)
    city_of_six(t)
    t.put(BLUE, "T61.city-N", "mayor")
    t.put(RED, "T62.city-N")
    t.put(RED, "T63.city-N")
    (scored,) = t.score("T60.city-S")
    assert t.scores == [0, 18]
    assert scored.params["strength"] == [2, 3]
    assert t.s.supply_of_seat(BLUE)["mayor"] == 1
    assert t.left(RED) == 7


def test_T69_a_mayor_without_shields_gets_nothing() -> None:
    t = Table("abbey", seats=2)
    t.lay("base-E", "T60", 180)
    t.put(BLUE, "T60.city-S", "mayor")
    t.lay("base-E", "T61")
    (scored,) = t.score("T60.city-S")
    assert (scored.key, scored.params["returned"]) == ("carc.feature.scored_nothing", [["mayor", BLUE, "T60.city-S"]])
    assert t.scores == [0, 0]
    assert t.s.supply_of_seat(BLUE)["mayor"] == 1


def test_T70_two_shields_tie_with_a_large_follower() -> None:
    t = Table("abbey", "inns", seats=2)
    t.lay("base-E", "T60", 180)
    t.lay("base-F", "T61")
    t.lay("base-F", "T62")
    t.lay("base-E", "T63")
    t.put(BLUE, "T61.city-N", "mayor")
    t.put(RED, "T62.city-N", "large")
    t.score("T60.city-S")
    assert t.scores == [12, 12]


def test_T71_shields_are_counted_when_the_city_is_scored() -> None:
    t = Table("abbey", seats=2)
    t.lay("base-G", "T61")
    t.lay("base-E", "T62")
    t.put(BLUE, "T61.city-N", "mayor")
    t.put(RED, "T62.city-N")
    t.lay("abbey-cccc-shield2", "T60")
    t.lay("base-E", "T59", 180)
    t.lay("base-E", "S60", 90)
    t.lay("base-E", "U60", 270)
    (scored,) = t.score("T60.city-N")
    assert scored.params["strength"] == [1, 2]  # one tile with two shields
    assert t.scores == [0, 2 * (6 + 2)]


def test_a_mayor_goes_into_a_city_only_and_only_if_it_is_empty() -> None:
    t = Table("abbey", seats=2)
    t.hold("base-P", RED)
    t.play("place M49 90")
    assert [move for move in t.legal if "mayor" in move] == ["deploy mayor M49.city-E"]
    t.play("deploy mayor M49.city-E")
    assert not [move for move in t.legal if "mayor" in move]


def test_two_strengths_of_one_player_add_up() -> None:
    t = Table("abbey", "inns", seats=2)
    city_of_six(t)
    t.put(BLUE, "T61.city-N", "mayor")
    t.put(BLUE, "T60.city-S", "large")
    t.put(RED, "T62.city-N", "large")
    (scored,) = t.score("T60.city-S")
    assert scored.params["strength"] == [2, 5]


# Special tiles: 13.6.


def test_T09_a_road_ends_in_the_open_field() -> None:
    t = Table("abbey", seats=2)
    t.lay("abbey-rfff", "T60", 0)
    t.lay("base-A", "T59", 180)
    assert t.complete("T60.road-N")
    assert len({t.root(f"T60.{place}") for place in ("field-NNW",)}) == 1
    assert t.s.board.count_tiles(t.root("T60.road-N")) == 2


def test_T10_a_road_with_three_ends() -> None:
    t = Table("abbey", seats=2)
    t.lay("abbey-rrrf", "T60", 0)
    t.lay("base-A", "T59", 180)
    t.lay("base-A", "U60", 270)
    assert not t.complete("T60.road-N")
    t.lay("base-A", "T61", 0)
    assert t.complete("T60.road-N")
    assert t.s.board.count_tiles(t.root("T60.road-N")) == 4
