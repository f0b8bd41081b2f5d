"""Farms at the end of the game: carcassonne.md 9 and 19.2, in both readings."""

from __future__ import annotations

import pytest

from .table import BLACK, BLUE, RED, YELLOW, Table

# Black of the book sits at the fourth place here, where four play.
LAST = 3

BOTH = pytest.mark.parametrize("farmers", ["per_field", "per_city"])


def two_cities(t: Table) -> None:
    """City A (M50 M49 M48) and city B (M47 M46). The field of M48 and M47 borders both; that of M49, east, only A."""
    t.lay("base-F", "M49")
    t.lay("base-E", "M48", 180)
    t.lay("base-E", "M47", 0)
    t.lay("base-E", "M46", 180)
    t.lay("base-B", "L47")
    t.lay("base-B", "L48")


def points(t: Table) -> list[int]:
    t.finish()
    assert t.s.tally[3 * t.s.seats :] == t.scores  # all of it for fields
    return t.scores


@BOTH
def test_E18_complete_cities_only(farmers: str) -> None:
    t = Table(seats=2, farmers=farmers)
    t.lay("base-F", "M49")
    t.lay("base-E", "M48", 180)
    t.lay("base-E", "M47", 0)
    t.lay("base-E", "M46", 180)
    t.lay("base-E", "L47", 270)  # a third city, open
    t.lay("base-E", "M51", 180)
    t.lay("base-E", "M52", 0)
    t.put(BLUE, "M47.field-ENE")
    t.put(RED, "M52.field-ENE")
    assert points(t) == {"per_field": [3, 6], "per_city": [4, 8]}[farmers]


@BOTH
def test_E19_one_player_in_two_fields(farmers: str) -> None:
    t = Table(seats=2, farmers=farmers)
    two_cities(t)
    t.put(BLUE, "M47.field-ENE")
    t.put(BLUE, "M49.field-ENE")
    assert points(t) == {"per_field": [0, 9], "per_city": [0, 8]}[farmers]


@BOTH
def test_E20_tie_against_one(farmers: str) -> None:
    t = Table(seats=3, farmers=farmers)
    two_cities(t)
    t.put(RED, "M47.field-ENE")
    t.put(RED, "M48.field-NNW")
    t.put(YELLOW, "L47.field-NNW")
    t.put(YELLOW, "L48.field-NNW")
    t.put(BLUE, "M49.field-ENE")
    assert points(t) == {"per_field": [6, 3, 6], "per_city": [8, 0, 8]}[farmers]


@BOTH
def test_E21_majority_against_two(farmers: str) -> None:
    t = Table(seats=3, farmers=farmers)
    two_cities(t)
    t.put(RED, "M47.field-ENE")
    t.put(RED, "M48.field-NNW")
    t.put(YELLOW, "L47.field-NNW")
    t.put(BLUE, "M49.field-ENE")
    assert points(t) == {"per_field": [6, 3, 0], "per_city": [8, 0, 0]}[farmers]


@BOTH
def test_E22_three_fields(farmers: str) -> None:
    t = Table(seats=4, farmers=farmers)
    two_cities_and_a_third(t)
    four_cities(t)
    t.put(BLUE, "M47.field-ENE")
    t.put(RED, "M48.field-NNW")
    t.put(BLUE, "N49.field-NNW")
    t.put(YELLOW, "T60.field-NNW")
    t.put(YELLOW, "T59.field-ENE")
    t.put(LAST, "U60.field-NNW")
    assert points(t) == {"per_field": [9, 15, 12, 0], "per_city": [4, 12, 16, 0]}[farmers]


def two_cities_and_a_third(t: Table) -> None:
    """Field 1 (M48 M47 L47) borders A, B and C; field 2 goes round it in the east and borders A and B."""
    t.lay("base-F", "M49")
    t.lay("base-E", "M48", 180)
    t.lay("base-E", "M47", 0)
    t.lay("base-E", "M46", 180)
    t.lay("base-E", "L47", 270)
    t.lay("base-E", "K47", 90)
    for cell in ("N49", "O49", "O48", "O47", "O46", "N46"):
        t.lay("base-B", cell)


def four_cities(t: Table) -> None:
    """Field 3: four complete cities around T60, and an open one."""
    t.lay("base-B", "T60")
    for near, turn, far, back in (
        ("T59", 0, "T58", 180),
        ("U60", 90, "V60", 270),
        ("T61", 180, "T62", 0),
        ("S60", 270, "R60", 90),
    ):
        t.lay("base-E", near, turn)
        t.lay("base-E", far, back)
    t.lay("base-E", "U59", 0)


def test_a_city_that_touches_a_field_in_four_places_counts_once() -> None:
    # T23 and T24: the shut-in field of four caps, all of one city.
    t = Table(seats=2)
    ring(t, "T60")
    t.lay("inns-cccc-x4", "T60")
    assert t.complete("T60.city-N")
    t.put(RED, "T60.field-C")
    assert points(t) == [3, 0]


def ring(t: Table, middle: str) -> None:
    """A city all round one cell, open only inwards."""
    x, y = middle[0], int(middle[1:])
    west, east, north, south = chr(ord(x) - 1), chr(ord(x) + 1), y - 1, y + 1
    t.lay("base-N", f"{west}{north}", 90)
    t.lay("base-R", f"{x}{north}", 90)
    t.lay("base-N", f"{east}{north}", 180)
    t.lay("base-R", f"{east}{y}", 180)
    t.lay("base-N", f"{east}{south}", 270)
    t.lay("base-R", f"{x}{south}", 270)
    t.lay("base-M", f"{west}{south}", 0)
    t.lay("base-Q", f"{west}{y}", 0)


def test_T06_two_caps_of_one_city_supply_a_field_once() -> None:
    t = Table(seats=2)
    t.lay("base-N", "M51", 90)
    t.lay("base-N", "N51", 180)
    t.lay("base-N", "N52", 270)
    t.lay("base-I", "M52", 0)
    t.put(RED, "M52.field-SSE")
    assert points(t) == [3, 0]


def test_T23_a_field_borders_one_city_in_several_places() -> None:
    t = Table(seats=2)
    t.lay("base-R", "T60", 0)  # city north, east, south
    t.lay("base-E", "T59", 180)
    t.lay("base-E", "T61", 0)
    t.lay("base-E", "U60", 270)
    for cell in ("S60", "S59", "S61"):
        t.lay("base-B", cell)
    assert t.same("T59.field-NNW", "T61.field-ENE")
    assert t.same("S60.field-NNW", "T60.field-WSW")
    t.put(RED, "S60.field-NNW")
    assert points(t) == [3, 0]


def test_T24_a_closed_field_keeps_its_farmer_to_the_end() -> None:
    t = Table(seats=2)
    t.turn("base-V", "M51", 90, "field-ESE", RED)
    t.turn("base-V", "N51", 180)
    t.turn("base-V", "N52", 270)
    t.turn("base-V", "M52", 0)
    assert t.complete("M51.road-E")
    assert t.left(RED) == 6
    t.finish()
    assert t.scores == [0, 0]


@pytest.mark.parametrize(("option", "expected"), [("with_trade", 3), ("always", 4)])
def test_E58_a_herd_of_pigs_without_traders(option: str, expected: int) -> None:
    t = Table("river2", seats=2, pig_herd=option)
    t.lay("river2-ffww-pigherd", "T60")
    t.lay("base-E", "T59", 0)
    t.lay("base-E", "T58", 180)
    t.put(RED, "T59.field-ENE")
    assert points(t) == [expected, 0]


def test_a_herd_raises_a_supplied_city_for_those_who_farm_with_it() -> None:
    t = Table("river2", seats=2, pig_herd="always", farmers="per_city")
    t.lay("river2-ffww-pigherd", "T60")
    t.lay("base-E", "T59", 0)
    t.lay("base-E", "T58", 180)
    t.put(RED, "T59.field-ENE")
    t.put(BLUE, "T58.field-NNW")
    assert points(t) == [5, 4]
    assert [event.params["seats"] for event in t.told("carc.city.supplied")] == [[RED], [BLUE]]


def test_the_story_of_a_field_names_its_cities() -> None:
    t = Table(seats=2)
    two_cities(t)
    t.put(BLUE, "M47.field-ENE")
    t.finish()
    (told,) = t.told("carc.field.scored")
    assert told.params["cities"] == [["M50", "M49", "M48"], ["M47", "M46"]]
    assert (told.params["n"], told.params["each"], told.params["points"]) == (2, 3, 6)
    assert told.params["strength"] == [0, 1]
    assert told.params["city_spots"] == ["M50.city-N", "M47.city-N"]


def test_the_story_of_a_supplied_city_names_its_fields() -> None:
    t = Table(seats=2, farmers="per_city")
    two_cities(t)
    t.put(BLUE, "M47.field-ENE")
    t.put(RED, "M49.field-ENE")
    t.finish()
    both, one = t.told("carc.city.supplied")
    assert (both.params["spot"], both.params["seats"]) == ("M50.city-N", [RED, BLUE])
    assert both.params["field_spots"] == [t.first("M49.field-ENE"), t.first("M47.field-ENE")]
    assert (one.params["spot"], one.params["seats"]) == ("M47.city-N", [BLUE])
    assert one.params["field_spots"] == [t.first("M47.field-ENE")]


def test_the_edition_of_2007_scores_by_city() -> None:
    t = Table(seats=2, edition="2007")
    two_cities(t)
    t.put(BLUE, "M47.field-ENE")
    t.put(BLUE, "M49.field-ENE")
    assert points(t) == [0, 8]
    assert BLACK not in t.game.winners(t.s)
