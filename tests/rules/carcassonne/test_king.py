"""King and Robber Baron: carcassonne.md 17.1, with the tricky cases."""

from __future__ import annotations

from typing import Any

from .table import BLUE, RED, YELLOW, Table
from .test_trade import abbey_for_yellow


def held(t: Table, award: str) -> Any:
    """(seat, size) of an award, None while nobody has it."""
    shown = getattr(t.game.view(t.s, None).extras["king"], award)
    return shown and (shown.seat, shown.size)


def test_the_first_complete_city_brings_the_king_to_whoever_completes_it() -> None:
    t = Table("king", seats=2)
    assert held(t, "king") is held(t, "robber") is None
    t.turn("base-G", "M49", 0, "city-N", BLUE)
    t.turn("base-E", "M48", 180, seat=RED)
    assert t.scores == [0, 6]
    assert held(t, "king") == (RED, 3)
    assert held(t, "robber") is None
    (told,) = t.told("carc.king.taken")
    assert (told.params["seat"], told.params["n"], told.params["cell"]) == (RED, 3, "M50")
    t.audit()


def test_the_robber_baron_by_the_same_rule_for_an_empty_road() -> None:
    t = Table("king", seats=2)
    t.turn("base-W", "L50", seat=RED)
    t.turn("base-W", "N50", 180, seat=BLUE)
    assert held(t, "robber") == (BLUE, 3)
    assert t.told("carc.robber.taken")
    t.audit()


def test_T110_a_city_of_equal_size_does_not_move_the_king() -> None:
    t = Table("king", seats=2)
    t.turn("base-E", "M49", 180, seat=RED)
    t.turn("base-E", "M51", 180, seat=BLUE)
    t.turn("base-E", "M52", 0, seat=BLUE)
    assert held(t, "king") == (RED, 2)
    assert not t.told("carc.king")


def test_T111_the_holder_completes_a_larger_city_himself() -> None:
    t = Table("king", seats=2)
    t.turn("base-E", "M49", 180, seat=RED)
    t.turn("base-E", "M51", 180, seat=BLUE)
    t.turn("base-G", "M52", 0, seat=BLUE)
    t.turn("base-E", "M53", 0, seat=RED)
    assert held(t, "king") == (RED, 3)
    assert t.told("carc.king.kept")
    t.turn("base-E", "L51", 180, seat=BLUE)
    t.turn("base-F", "L52", 0, seat=BLUE)
    t.turn("base-E", "L53", 0, seat=BLUE)
    assert held(t, "king") == (RED, 3)  # the mark to beat has risen


def test_of_several_cities_completed_at_once_the_largest_counts() -> None:
    t = Table("king", seats=2)
    t.lay("base-G", "M49")
    t.lay("base-E", "M47", 0)
    t.lay("base-E", "M46", 180)  # and a city of two that is complete before
    t.lay("base-E", "N48", 270)
    t.turn("base-I", "M48", 90, seat=RED)  # caps to the east and to the south
    assert t.complete("M48.city-E")
    assert t.complete("M48.city-S")
    assert held(t, "king") == (RED, 3)


def test_points_at_the_end_for_every_complete_one_held_or_not() -> None:
    t = Table("king", seats=2)
    t.turn("base-E", "M49", 180, seat=RED)
    t.turn("base-E", "M51", 180, seat=RED)
    t.turn("base-E", "M52", 0, seat=RED)
    t.turn("base-W", "L50", seat=BLUE)
    t.turn("base-W", "N50", 180, seat=BLUE)
    t.turn("base-E", "M53", 180, seat=BLUE)  # a third city, open
    t.finish()
    assert t.scores == [2, 1]
    king, robber = t.told("carc.king.final")[0], t.told("carc.robber.final")[0]
    assert (king.params["seats"], king.params["n"], king.params["spots"]) == ([RED], 2, ["M50.city-N", "M51.city-S"])
    assert (robber.params["seats"], robber.params["points"]) == ([BLUE], 1)
    view = t.game.view(t.s, None)
    assert (view.tally["king"], view.tally["robber"]) == ((2, 0), (0, 1))


def test_nobody_holds_anything_and_nobody_gets_points() -> None:
    t = Table("king", seats=2)
    t.finish()
    assert t.scores == [0, 0]
    assert not t.told("carc.king")


def test_crossing_cities_of_one_tile_may_join() -> None:
    t = Table("king", seats=2)
    t.lay("king-cccc-x2", "M49")
    assert not t.same("M49.city-N", "M49.city-E")
    for tile, cell, turn in (("base-N", "M48", 90), ("base-N", "N48", 180), ("base-N", "N49", 270)):
        t.lay(tile, cell, turn)
    assert t.same("M49.city-N", "M49.city-E")
    t.turn("base-E", "L49", 90, seat=BLUE)
    assert held(t, "king") == (BLUE, 6)


def test_T112_a_city_completed_by_an_abbey() -> None:
    t = Table("king", "abbey", "trade", seats=3)
    abbey_for_yellow(t)
    assert held(t, "king") == (YELLOW, 4)
