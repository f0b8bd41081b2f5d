"""Wagons: carcassonne.md 13.4, E40-E42, T79-T82."""

from __future__ import annotations

from typing import Any

from rules.core import Phrase

from .lairs import steps, summon, wake
from .table import BLUE, GREEN, RED, YELLOW, Table, refused


def road_of_four(t: Table, *, wagon: int = BLUE) -> None:
    """A monastery, a road of four with a wagon on it that Red's next tile at V60 completes, a crossing."""
    t.lay("base-A", "T60", 90)
    t.lay("base-U", "U60", 90)
    t.lay("base-W", "W60", 180)
    t.put(wagon, "U60.road-E", "wagon")
    t.put(RED, "W60.road-N")


def complete(t: Table, tile: str, cell: str, turn: int, seat: int = RED) -> None:
    """This seat lays a tile and puts nothing on it."""
    t.hold(tile, seat)
    t.play(f"place {cell} {turn}")
    if t.asks_figure:
        t.play("pass figure")


def wagons(t: Table, seat: int) -> int:
    return t.s.supply_of_seat(seat)["wagon"]


def test_E40_from_a_road_to_a_monastery() -> None:
    t = Table("abbey", seats=2)
    road_of_four(t)
    t.put(RED, "W60.road-S")
    complete(t, "base-U", "V60", 90)
    assert t.scores == [0, 4]
    assert t.legal == ["wagon T60.monastery", "pass wagon"]
    assert t.game.view(t.s, None).tasks == {BLUE: Phrase("carc.task.wagon")}
    seen: Any = t.game.view(t.s, None).extras["abbey"]
    assert (seen.wagon.seat, [(str(cell), place) for cell, place in seen.wagon.reach]) == (BLUE, [("T60", "monastery")])
    assert refused(t, "wagon W60.road-N") == "carc.error.wagon_target"
    assert refused(t, "pass figure") == "move.illegal"
    (moved, *_) = t.play("wagon T60.monastery")
    assert (moved.key, moved.params["left"], moved.params["feature"]) == ("carc.wagon.moved", "T60.road-E", "monastery")
    assert wagons(t, BLUE) == 0
    assert t.s.board.held[t.root("T60.monastery")]
    assert t.s.active == BLUE


def test_E40_or_it_is_taken_back() -> None:
    t = Table("abbey", seats=2)
    road_of_four(t)
    complete(t, "base-U", "V60", 90)
    assert t.legal == ["wagon T60.monastery", "wagon W60.road-S", "pass wagon"]
    assert t.play("pass wagon")[0].key == "carc.wagon.home"
    assert wagons(t, BLUE) == 1


def test_E41_from_a_road_to_a_city() -> None:
    t = Table("abbey", seats=2)
    t.lay("base-W", "S60", 0)
    t.lay("base-A", "S61", 0)
    t.put(RED, "S60.road-N")
    t.put(BLUE, "S60.road-E", "wagon")
    assert t.complete("S60.road-S")
    complete(t, "base-T", "T60", 0)
    assert t.scores == [0, 2]
    assert t.legal == ["wagon T60.city-N", "pass wagon"]


def test_E42_from_a_city_to_a_road() -> None:
    t = Table("abbey", seats=2)
    t.lay("abbey-cffr", "T59", 180)
    t.lay("base-A", "U59", 270)
    t.lay("base-E", "T61", 0)
    t.lay("base-F", "S60", 90)
    t.lay("base-E", "R60", 90)
    t.put(BLUE, "S60.city-E", "wagon")
    assert t.complete("T59.road-E")
    complete(t, "base-S", "T60", 180)
    assert t.scores == [0, 14]
    assert t.legal == ["wagon T60.road-E", "pass wagon"]


def test_T79_a_chain() -> None:
    t = Table("abbey", seats=2)
    road_of_four(t)
    complete(t, "base-U", "V60", 90)
    t.play("wagon W60.road-S")
    complete(t, "base-A", "W61", 0, RED)
    assert t.scores == [0, 4 + 2]
    assert "wagon W61.monastery" in t.legal
    t.play("wagon W61.monastery")
    assert wagons(t, BLUE) == 0


def test_T80_two_wagons_in_one_city() -> None:
    t = Table("abbey", seats=4)
    t.lay("base-G", "T60")
    t.lay("base-E", "T59", 180)
    t.lay("abbey-cffr", "T62", 0)
    for seat, spot in ((GREEN, "T60.city-N"), (BLUE, "T59.city-S"), (YELLOW, "T62.city-N")):
        t.put(seat, spot, "wagon")
    complete(t, "abbey-crcr-shield-tunnel", "T61", 0, YELLOW)
    assert t.scores == [0, 10, 10, 10]
    assert t.legal == ["wagon T62.road-W", "pass wagon"]
    assert list(t.game.waiting(t.s)) == [YELLOW]  # who laid the tile
    t.play("pass wagon")
    assert list(t.game.waiting(t.s)) == [GREEN]
    t.play("wagon T62.road-W")
    assert t.s.active == GREEN  # Blue's target is gone: the next turn
    assert t.s.hand >= 0
    assert [wagons(t, seat) for seat in (BLUE, YELLOW, GREEN)] == [1, 1, 0]


def test_T81_a_wagon_without_the_majority() -> None:
    t = Table("abbey", seats=2)
    road_of_four(t)
    t.put(RED, "T60.road-E")
    t.put(RED, "W60.road-W")
    complete(t, "base-U", "V60", 90)
    assert t.scores == [4, 0]
    assert list(t.game.waiting(t.s)) == [BLUE]
    t.play("wagon T60.monastery")
    assert wagons(t, BLUE) == 0


def test_T82_a_wagon_taken_by_the_dragon() -> None:
    t = Table("abbey", "princess", seats=2)
    summon(t, "M50")
    t.lay("base-U", "L50", 90)
    t.put(BLUE, "L50.road-E", "wagon")
    wake(t, RED)
    steps(t, "L50")
    assert wagons(t, BLUE) == 1
    assert not t.told("carc.wagon")


def test_T82_a_wagon_sent_home_by_the_princess() -> None:
    t = Table("abbey", "princess", seats=2)
    t.lay("base-G", "M49")
    t.put(BLUE, "M49.city-N", "wagon")
    t.hold("princess-cccf-princess", RED)
    t.play("place M48 0")
    told = t.play("princess M49.city-N")
    assert not [event for event in told if event.key.startswith("carc.wagon")]
    assert wagons(t, BLUE) == 1


def test_a_wagon_does_not_drive_to_the_dragon() -> None:
    t = Table("abbey", "princess", seats=2)
    road_of_four(t)
    summon(t, "T60")
    t.put(RED, "W60.road-S")
    complete(t, "base-U", "V60", 90)
    assert t.s.active == BLUE
    assert t.s.hand >= 0
    assert wagons(t, BLUE) == 1


def test_nearby_wagons_drive_farther() -> None:
    t = Table("abbey", seats=2, wagon_move="nearby")
    road_of_four(t)
    t.lay("base-G", "U61", 90)
    complete(t, "base-U", "V60", 90)
    # Around U60, not around W60: the monastery and the city, but no field and no crossing two tiles away.
    assert t.legal == ["wagon U61.city-E", "wagon T60.monastery", "pass wagon"]


def test_wagons_and_fields() -> None:
    t = Table("abbey", seats=2)
    t.hold("base-U", RED)
    t.play("place N50 90")
    assert [move for move in t.legal if "wagon" in move] == ["deploy wagon N50.road-E"]
    assert refused(t, "deploy wagon N50.field-NNW") == "carc.error.figure_place"


def test_between_an_abbey_and_what_it_closes() -> None:
    t = Table("abbey", seats=2)
    t.lay("base-U", "S60", 90)
    t.lay("base-A", "R60", 90)
    for cell in ("T59", "U60", "T61"):
        t.lay("base-B", cell)
    t.put(BLUE, "S60.road-E", "wagon")
    complete(t, "base-V", "N50", 180)
    t.play("abbey T60")
    t.play("pass figure")
    assert t.scores == [0, 2]
    assert t.legal == ["wagon T60.monastery", "wagon R60.monastery", "pass wagon"]
    t.play("wagon T60.monastery")
    assert wagons(t, BLUE) == 0


def test_from_an_abbey_to_an_open_road() -> None:
    t = Table("abbey", seats=2)
    t.lay("base-U", "S60", 90)
    for cell in ("T59", "U60", "T61", "S59", "U59", "S61"):
        t.lay("base-B", cell)
    complete(t, "base-V", "N50", 180)
    t.play("abbey T60")
    t.play("deploy wagon T60.monastery")
    complete(t, "base-B", "U61", 0, RED)
    assert t.scores == [0, 9]
    assert t.legal == ["wagon S60.road-E", "pass wagon"]


def test_a_wagon_may_be_monk_in_a_monastery_whose_road_goes_on() -> None:
    t = Table("abbey", seats=2)
    t.lay("base-A", "T60", 90)
    t.put(BLUE, "T60.monastery", "wagon")
    for cell in ("S59", "T59", "U59", "S60", "S61", "T61"):
        t.lay("base-B", cell)
    t.lay("base-U", "U60", 90)
    complete(t, "base-B", "U61", 0)
    assert t.scores == [0, 9]
    assert t.legal == ["wagon T60.road-E", "pass wagon"]


def test_a_lost_duel_sends_a_wagon_home() -> None:
    t = Table("abbey", "cult", seats=2)
    t.lay("cult-rfff-shrine", "T60", 90)
    for cell in ("T61", "S60", "S61", "S62", "T62"):
        t.lay("base-B", cell)
    t.put(BLUE, "T60.monastery", "wagon")
    t.put(RED, "T61.monastery")
    t.lay("base-U", "U60", 90)
    t.lay("base-U", "U62", 0)
    complete(t, "base-V", "U61", 90)
    assert t.scores == [9, 0]
    assert wagons(t, BLUE) == 1
    assert t.s.active == BLUE
    assert t.s.hand >= 0


def test_a_wagon_moves_on_after_the_final_abbey() -> None:
    t = Table("abbey", seats=2)
    t.lay("base-A", "S60", 90)
    for cell in ("T59", "U60", "T61"):
        t.lay("base-B", cell)
    t.put(BLUE, "S60.road-E", "wagon")
    t.last()
    complete(t, "base-V", "N50", 180)
    t.play("abbey T60")
    t.play("pass figure")
    assert t.legal == ["wagon S60.monastery", "wagon T60.monastery", "pass wagon"]
    t.play("wagon S60.monastery")
    assert t.game.over(t.s)
    assert t.scores == [0, 1 + 4]
