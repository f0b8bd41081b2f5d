"""Inns & Cathedrals: carcassonne.md 11.1, with the worked examples and tricky cases."""

from __future__ import annotations

from .table import BLUE, RED, Table
from .test_fields import two_cities


def test_E23_a_large_follower_against_one() -> None:
    t = Table("inns", seats=2)
    t.turn("base-W", "L50", 0, "road-E", BLUE, figure="large")
    assert (t.left(BLUE, "large"), t.left(BLUE)) == (0, 7)
    t.put(RED, "M50.road-E")
    t.turn("base-W", "N50", 180)
    assert t.scores == [0, 3]
    assert (t.left(BLUE, "large"), t.left(RED)) == (1, 7)
    (told,) = t.told("carc.feature.scored")
    assert told.params["strength"] == [1, 2]
    assert ["large", BLUE, "L50.road-E"] in told.params["returned"]
    t.audit()


def test_E24_unfinished_road_with_an_inn() -> None:
    t = Table("inns", seats=2)
    t.last()
    t.turn("inns-rfrf-inn", "N50", 90, "road-E", BLUE)
    assert t.game.over(t.s)
    assert t.scores == [0, 0]
    (told,) = t.told("carc.feature.final")
    assert (told.key, told.params["rule"]) == ("carc.feature.final_nothing", "inn_final")
    assert (told.params["each"], told.params["marks"], told.params["seats"]) == (0, {"inn": 1}, [BLUE])


def test_E25_complete_road_with_an_inn() -> None:
    t = Table("inns", seats=2)
    t.turn("base-W", "L50", 0, "road-E", BLUE)
    t.turn("inns-rrrf-inn", "N50", 270)
    assert t.scores == [0, 6]
    (told,) = t.told("carc.feature.scored")
    assert (told.params["rule"], told.params["each"], told.params["n"]) == ("inn", 2, 3)


def test_E26_another_road_with_an_inn() -> None:
    t = Table("inns", seats=2)
    t.turn("inns-ccfr-inn", "L50", 180, "road-E", BLUE)
    t.turn("base-W", "N50", 180)
    assert t.scores == [0, 6]


def test_T29_two_inns_count_as_one() -> None:
    t = Table("inns", seats=2)
    t.turn("inns-ccfr-inn", "L50", 180, "road-E", BLUE)
    t.turn("inns-rrrf-inn", "N50", 270)
    assert t.scores == [0, 6]
    (told,) = t.told("carc.feature.scored")
    assert told.params["marks"] == {"inn": 2}


def test_T32_an_inn_counts_only_for_the_road_beside_it() -> None:
    t = Table("inns", seats=2)
    t.turn("base-W", "L50", 0, "road-E", BLUE)
    t.turn("inns-rrrf-inn", "N50", 180)
    assert t.scores == [0, 3]
    assert t.s.board.marks[t.root("N50.road-S")]
    assert not t.s.board.marks[t.root("N50.road-N")]


def test_E27_unfinished_city_with_a_cathedral() -> None:
    t = Table("inns", seats=2)
    t.last()
    t.turn("inns-cccc-cathedral", "M49", 0, "city-N", BLUE)
    assert t.scores == [0, 0]
    (told,) = t.told("carc.feature.final")
    assert (told.params["rule"], told.params["marks"]) == ("cathedral_final", {"cathedral": 1})


def around_a_cathedral(t: Table) -> None:
    """All of a city of seven tiles and a shield but for the last tile, N49."""
    t.lay("inns-cccc-cathedral", "M49")
    t.lay("base-F", "M48")
    t.lay("base-E", "M47", 180)
    t.lay("base-G", "L49", 90)
    t.lay("base-E", "K49", 90)


def test_E28_complete_city_with_a_cathedral() -> None:
    t = Table("inns", seats=2)
    around_a_cathedral(t)
    t.put(BLUE, "M49.city-N")
    t.turn("base-E", "N49", 270)
    assert t.scores == [0, 24]
    (told,) = t.told("carc.feature.scored")
    assert (told.params["n"], told.params["shields"], told.params["each"]) == (7, 1, 3)
    assert (told.params["rule"], told.params["marks"]) == ("cathedral", {"shield": 1, "cathedral": 1})


def test_T30_two_cathedrals_count_as_one() -> None:
    t = Table("inns", seats=2)
    t.lay("inns-cccc-cathedral", "M49")
    t.lay("inns-cccc-cathedral", "M48")
    for cell, turn in (("L49", 90), ("L48", 90), ("N49", 270), ("N48", 270)):
        t.lay("base-E", cell, turn)
    t.put(BLUE, "M48.city-N")
    t.turn("base-E", "M47", 180)
    assert t.scores == [0, 24]
    (told,) = t.told("carc.feature.scored")
    assert told.params["marks"] == {"cathedral": 2}


def test_T31_a_cathedral_joined_just_before_the_end() -> None:
    t = Table("inns", seats=2)
    t.put(BLUE, "M50.city-N")
    t.last()
    t.turn("inns-cccc-cathedral", "M49", 0, seat=RED)
    assert t.game.over(t.s)
    assert t.scores == [0, 0]


def test_a_large_follower_is_a_farmer_of_two_to_the_end() -> None:
    t = Table("inns", seats=2)
    two_cities(t)
    t.put(BLUE, "M47.field-ENE", "large")
    t.put(RED, "M48.field-NNW")
    t.finish()
    assert t.scores == [0, 6]
    assert t.left(BLUE, "large") == 0


def test_a_large_follower_goes_wherever_a_follower_goes() -> None:
    t = Table("inns", seats=2)
    t.hold("base-A", RED)
    t.play("place M51 180")
    assert t.figure_places("large") == t.figure_places() == ["road-S", "monastery", "field-NNW"]


def test_without_the_module_inns_mean_nothing() -> None:
    t = Table("river2", seats=2)
    t.lay("river2-rwrw-inn", "T60")
    t.put(BLUE, "T60.road-N")
    t.finish()
    assert t.scores == [0, 1]
