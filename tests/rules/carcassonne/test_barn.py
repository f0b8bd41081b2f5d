"""Barns: carcassonne.md 9.4, 13.3, E37-E39, T72-T78."""

from __future__ import annotations

from typing import Any

from rules.carcassonne.expansions.abbey.barn import corner_segments
from rules.carcassonne.preview import preview_places
from rules.carcassonne.tiles import BY_ID
from rules.core import decode_move

from .lairs import summon
from .table import BLUE, GREEN, RED, YELLOW, Table, refused


def two_cities(t: Table) -> None:
    """Two complete cities above one field; its south-east corner tile is missing: U61."""
    t.lay("base-E", "T60")
    t.lay("base-E", "U60")
    t.lay("base-E", "T59", 180)
    t.lay("base-E", "U59", 180)
    t.lay("base-B", "T61")


def build(t: Table, seat: int = BLUE, tile: str = "base-B", turn: int = 0) -> list[Any]:
    """This seat lays U61 and puts the barn on its north-west corner."""
    t.hold(tile, seat)
    t.play(f"place U61 {turn}")
    return t.play("barn NW")


def barns(t: Table, seat: int) -> int:
    return t.s.supply_of_seat(seat)["barn"]


FIELD = "T61.field-NNW"


def test_E37_where_four_fields_meet() -> None:
    t = Table("abbey", seats=2)
    two_cities(t)
    t.lay("base-E", "U62", 0)
    t.lay("base-B", "T62")
    t.hold("base-E", RED)
    t.play("place U61 180")
    assert [move for move in t.legal if move.startswith("barn")] == ["barn NW"]
    assert refused(t, "barn SW") == "carc.error.barn_meets"  # the two lower tiles meet in a city edge
    assert refused(t, "barn SE") == "carc.error.barn_meets"  # no four tiles
    assert refused(t, "barn north") == "carc.error.barn_corner"
    (built, *_) = t.play("barn NW")
    assert (built.key, built.params) == (
        "carc.barn.built",
        {"seat": RED, "figure": "barn", "cell": "U61", "corner": "NW", "spot": "U61.field-NNW"},
    )
    assert barns(t, RED) == 0
    seen: Any = t.game.view(t.s, None)
    assert [(b.seat, str(b.cell), b.corner, b.place) for b in seen.extras["abbey"].barns] == [
        (RED, "U61", "NW", "field-NNW")
    ]
    assert ("barn", RED, "U61", "corner-NW") in [(p.kind, p.seat, str(p.cell), p.place) for p in seen.pieces]


def test_E38_the_farmers_score_at_once() -> None:
    t = Table("abbey", seats=4)
    two_cities(t)
    t.put(YELLOW, FIELD)
    told = build(t)
    (scored,) = [event for event in told if event.key == "carc.barn.farmers"]
    assert scored.params["seats"] == [YELLOW]
    assert (scored.params["n"], scored.params["each"], scored.params["points"]) == (2, 3, 6)
    assert scored.params["rule"] == "barn_built"
    assert scored.params["returned"] == [["follower", YELLOW, FIELD]]
    assert scored.params["cities"] == [["T60", "T59"], ["U60", "U59"]]
    assert t.scores == [0, 0, 6, 0]
    assert t.left(YELLOW) == 7
    t.finish()
    assert t.scores == [0, 8, 6, 0]
    (final,) = t.told("carc.barn.scored")
    assert (final.params["seats"], final.params["points"], final.params["each"]) == ([BLUE], 8, 4)
    assert t.game.view(t.s, None).tally["barns"] == (0, 8, 0, 0)


def test_E39_a_field_is_joined_to_one_with_a_barn() -> None:
    t = Table("abbey", seats=2)
    two_cities(t)
    build(t)
    t.lay("base-B", "U63")
    t.put(RED, "U63.field-NNW")
    t.hold("base-B", BLUE)
    t.play("place U62 0")
    told = t.play("pass figure")
    assert t.same("U63.field-NNW", FIELD)
    (scored,) = [event for event in told if event.key.startswith("carc.barn")]
    assert (scored.key, scored.params["each"], scored.params["points"]) == ("carc.barn.merged_each", 1, 2)
    assert scored.params["rule"] == "barn_merged"
    assert t.scores == [2, 0]
    assert t.left(RED) == 7


def test_T72_a_road_leaves_through_the_middle_of_an_edge() -> None:
    t = Table("abbey", seats=2)
    t.lay("base-U", "T60")
    t.lay("base-U", "T61")
    t.lay("base-B", "U60")
    t.hold("base-B", RED)
    t.play("place U61 0")
    assert "barn NW" in t.legal


def test_T73_farmers_of_three_players() -> None:
    t = Table("abbey", seats=4)
    two_cities(t)
    for seat, spot in ((YELLOW, "T60.field-ENE"), (YELLOW, "U60.field-ENE"), (RED, FIELD)):
        t.put(seat, spot)
    t.lay("base-B", "V60")
    t.put(GREEN, "V60.field-NNW")
    told = build(t)
    (scored,) = [event for event in told if event.key == "carc.barn.farmers"]
    assert scored.params["strength"] == [1, 0, 2, 1]
    assert t.scores == [0, 0, 6, 0]
    assert [t.left(seat) for seat in range(4)] == [7, 7, 7, 7]


def test_T74_one_barn_a_field() -> None:
    t = Table("abbey", seats=2)
    two_cities(t)
    build(t)
    t.lay("base-B", "T62")
    t.hold("base-B", RED)
    t.play("place U62 0")
    assert refused(t, "barn NW") == "carc.error.barn_taken"
    assert not [move for move in t.legal if move.startswith("barn")]


def two_barn_fields(t: Table) -> None:
    """Blue's barn above two cities, Red's farther south; a tile at U62 joins their fields."""
    two_cities(t)
    build(t)
    for cell in ("T63", "T64", "U64"):
        t.lay("base-B", cell)
    t.hold("base-B", RED)
    t.play("place U63 0")
    t.play("barn SW")


def test_T75_two_barn_fields_merge() -> None:
    t = Table("abbey", seats=2)
    two_barn_fields(t)
    t.hold("base-B", BLUE)
    t.play("place U62 0")
    told = t.play("pass figure")
    assert t.same(FIELD, "T63.field-NNW")
    assert not [event for event in told if event.key.startswith("carc.barn")]
    assert t.scores == [0, 0]
    t.finish()
    assert t.scores == [8, 8]
    (final,) = t.told("carc.barn.scored")
    assert final.params["seats"] == [RED, BLUE]


def test_T76_several_fields_merge_at_once() -> None:
    t = Table("abbey", seats=4)
    two_cities(t)
    build(t)
    t.lay("base-B", "U63")
    t.put(RED, "U63.field-NNW")
    t.lay("base-B", "V62")
    t.put(GREEN, "V62.field-NNW")
    t.lay("base-B", "V63")  # Red's and Green's fields are one from here on
    t.put(GREEN, "V63.field-NNW")
    t.hold("base-B", BLUE)
    t.play("place U62 0")
    told = t.play("pass figure")
    (scored,) = [event for event in told if event.key.startswith("carc.barn")]
    assert scored.params["strength"] == [1, 0, 0, 2]
    assert t.scores == [0, 0, 0, 2]
    assert [t.left(seat) for seat in range(4)] == [7, 7, 7, 7]


def test_T77_no_farmer_goes_into_a_barn_field() -> None:
    t = Table("abbey", seats=2)
    two_cities(t)
    build(t)
    t.hold("base-B", RED)
    t.play("place U62 0")
    assert [move for move in t.legal if move.startswith("deploy")] == [
        "deploy follower U62.monastery",
        "deploy wagon U62.monastery",
    ]
    assert refused(t, "deploy follower U62.field-NNW") == "carc.error.barn_field"
    seen = {info.spot.place: info.barred for info in preview_places(t.game, t.s, RED)}
    assert seen == {"monastery": "", "field-NNW": "carc.error.barn_field"}


def test_T78_a_city_completed_by_the_same_tile() -> None:
    t = Table("abbey", seats=2)
    t.lay("base-E", "U62", 0)
    t.lay("base-B", "T60")
    t.lay("base-B", "U60")
    t.lay("base-B", "T61")
    t.put(RED, FIELD)
    t.hold("base-E", BLUE)
    t.play("place U61 180")
    t.play("barn NW")
    assert t.scores == [3, 0]


def test_a_barn_without_farmers_scores_nothing_now() -> None:
    t = Table("abbey", seats=2)
    two_cities(t)
    told = build(t)
    assert not [event for event in told if event.key.startswith("carc.barn") and event.key != "carc.barn.built"]
    assert t.scores == [0, 0]


def test_farmers_of_a_field_without_cities_go_home_with_nothing() -> None:
    t = Table("abbey", seats=2)
    for cell in ("T60", "U60", "T61"):
        t.lay("base-B", cell)
    t.put(RED, FIELD)
    told = build(t)
    (scored,) = [event for event in told if event.key == "carc.barn.nothing"]
    assert (scored.params["points"], scored.params["returned"]) == (0, [["follower", RED, FIELD]])
    assert t.left(RED) == 7
    t.finish()
    assert t.scores == [0, 0]


def test_the_barn_replaces_the_figure_and_each_seat_has_one() -> None:
    t = Table("abbey", seats=2)
    two_cities(t)
    build(t, RED)
    assert t.s.active == BLUE
    for cell in ("Z60", "ZA60", "Z61"):
        t.lay("base-B", cell)
    t.hold("base-B", RED)
    t.play("place ZA61 0")
    assert refused(t, "barn NW") == "carc.error.no_figure"
    assert not [move for move in t.legal if move.startswith("barn")]


def test_a_forecast_of_a_barn() -> None:
    t = Table("abbey", seats=2)
    two_cities(t)
    t.put(RED, FIELD)
    t.hold("base-B", BLUE)
    t.play("place U61 0")
    told = t.game.describe_effects(t.s, BLUE, decode_move("barn NW", t.game.moves))
    assert [(phrase.key, dict(phrase.params)) for phrase in told] == [
        ("carc.preview.barn", {"cell": "T60", "points": 6, "seat": RED}),
        ("carc.preview.ends_turn", {}),
    ]


def test_a_corner_that_a_city_cuts_is_no_corner_of_a_field() -> None:
    number = 4 * BY_ID["abbey-cfff-shield"].number
    assert corner_segments(number) == (-1, -1, -1, -1)  # no half at the city; the tips reach the other two
    assert corner_segments(4 * BY_ID["base-E"].number) == (-1, 0 + 1, 1, -1)
    assert corner_segments(4 * BY_ID["base-U"].number) == (2, 2, 1, 1)


def test_four_fields_at_a_corner_are_one() -> None:
    t = Table("abbey", seats=2)
    t.lay("base-B", "T60")
    t.lay("base-B", "U60")
    t.lay("base-B", "T61")
    t.hold("abbey-cfff-shield", RED)
    t.play("place U61 90")  # its tip reaches the corner
    assert refused(t, "barn NW") == "carc.error.barn_meets"


def test_barns_per_city() -> None:
    """carcassonne.md 9.3: other fields as usual, the barn's owner by 13.3."""
    t = Table("abbey", seats=3, farmers="per_city")
    two_cities(t)
    t.put(YELLOW, FIELD)
    build(t)
    assert t.scores == [0, 0, 6]
    t.put(RED, "T59.field-NNW")
    t.finish()
    assert t.scores == [8, 8, 6]  # T59 and U59 lie in one field


# With other modules: carcassonne.md 18.


def test_pig_and_barn() -> None:
    t = Table("abbey", "trade", seats=2)
    two_cities(t)
    t.put(RED, FIELD)
    t.put(RED, "T60.field-ENE", "pig")
    told = build(t)
    (scored,) = [event for event in told if event.key.startswith("carc.barn.farmers")]
    assert (scored.key, scored.params["each"]) == ("carc.barn.farmers_each", 4)
    assert t.scores == [8, 0]
    assert t.s.supply_of_seat(RED)["pig"] == 1
    t.put(RED, "U59.field-NNW")
    t.put(BLUE, "U59.field-NNW", "pig")
    t.finish()
    assert t.scores[BLUE] == 8  # a pig never helps the owner of a barn


def test_pig_and_merged_barn() -> None:
    t = Table("abbey", "trade", seats=2)
    two_cities(t)
    build(t)
    t.lay("base-B", "U63")
    t.put(RED, "U63.field-NNW")
    t.put(RED, "U63.field-NNW", "pig")
    t.hold("base-B", BLUE)
    t.play("place U62 0")
    t.play("pass figure")
    assert t.scores == [4, 0]
    assert t.s.supply_of_seat(RED) | {"follower": 7, "pig": 1} == t.s.supply_of_seat(RED)


def test_a_pig_may_still_go_to_a_barn_field_on_the_tile_that_joins_it() -> None:
    t = Table("abbey", "trade", seats=2)
    two_cities(t)
    build(t)
    t.lay("base-B", "U63")
    t.put(RED, "U63.field-NNW")
    t.hold("base-B", RED)
    t.play("place U62 0")
    assert "deploy pig U62.field-NNW" in t.legal
    assert not [move for move in t.legal if move.startswith("deploy follower U62.field")]
    t.play("deploy pig U62.field-NNW")
    assert t.scores == [4, 0]
    assert t.s.supply_of_seat(RED)["pig"] == 1


def test_pig_herd_and_barn() -> None:
    t = Table("abbey", "river2", seats=2, pig_herd="always")
    t.lay("base-E", "T60")
    t.lay("base-E", "T59", 180)
    t.lay("base-B", "U60")
    t.lay("river2-ffww-pigherd", "T61")
    t.put(RED, FIELD)
    told = build(t)
    (scored,) = [event for event in told if event.key.startswith("carc.barn.farmers")]
    assert (scored.params["herd"], scored.params["each"]) == (1, 4)
    assert t.scores == [4, 0]
    t.finish()
    assert t.scores == [4, 4]  # the herd is nothing to the owner of the barn


def test_dragon_and_barn() -> None:
    t = Table("abbey", "princess", seats=2)
    two_cities(t)
    build(t, RED)
    before = t.game.view(t.s, None).extras["abbey"]
    summon(t, "U61")
    assert t.game.view(t.s, None).extras["abbey"] == before
