"""Castles beside fields and other modules: carcassonne.md 15.3, 18, E53."""

from __future__ import annotations

from rules.carcassonne.figures import put_figure

from .bridging import castle, castles_of, crossing_road, lay
from .table import BLUE, RED, Table


def test_E53_castles_and_fields() -> None:
    t = Table("bridge", seats=2)
    castle(t)
    t.put(BLUE, "M49.field-NNW")
    (field,) = (f for f in t.game.view(t.s, None).features if f.kind == "field" and f.owners == (BLUE,))
    assert field.points == 4
    t.finish()
    assert t.scores == [0, 4]


def test_E53_castles_and_pigs() -> None:
    t = Table("bridge", "trade", seats=2)
    castle(t)
    lay(t, "base-B", "L49")
    t.put(BLUE, "M49.field-NNW")
    put_figure(t.s, "pig", BLUE, t.node("L49.field-NNW"))
    t.finish()
    assert t.scores == [0, 5]


def test_E53_castles_and_barns() -> None:
    t = Table("bridge", "abbey", seats=2)
    castle(t)
    for cell in ("L49", "L48"):
        lay(t, "base-B", cell)
    lay(t, "base-E", "M48")
    t.hold("base-B", BLUE)
    t.play("place K48 0")
    t.play("pass figure")
    t.hold("base-B", BLUE)
    t.play("place K49 0")
    assert "barn NE" in t.legal
    t.play("barn NE")
    t.finish()
    assert t.scores == [0, 5]


def test_castles_count_more_for_each_city_too() -> None:
    t = Table("bridge", seats=2, farmers="per_city")
    castle(t)
    t.put(BLUE, "M49.field-NNW")
    t.finish()
    assert t.scores == [0, 5]


def test_a_castle_is_no_city_for_the_king() -> None:
    t = Table("bridge", "king", seats=2)
    castle(t)
    assert t.game.view(t.s, None).extras["king"].king is None
    t.finish()
    assert t.scores == [0, 0]


def test_a_mayor_is_a_lord_without_power() -> None:
    t = Table("bridge", "abbey", seats=2)
    t.hold("base-E", RED)
    t.play("place M49 180")
    t.play("deploy mayor M49.city-S")
    t.play("castle-build M50")
    crossing_road(t)
    assert t.scores == [0, 0]
    assert t.s.supply_of_seat(RED)["mayor"] == 1
    assert castles_of(t.s).built[0].points == 3
    assert t.told("carc.castle.scored_nothing")
    t.audit()


def test_a_wagon_may_be_a_lord_and_goes_home() -> None:
    t = Table("bridge", "abbey", seats=2)
    t.hold("base-E", RED)
    t.play("place M49 180")
    t.play("deploy wagon M49.city-S")
    t.play("castle-build M50")
    lay(t, "base-W", "L50", 90)
    t.turn("base-W", "N50", 90, seat=BLUE)
    assert t.scores == [3, 0]
    assert t.s.supply_of_seat(RED)["wagon"] == 1
    assert t.s.active == RED  # nobody is asked where the wagon goes
    t.audit()


def test_the_fairy_and_a_castle() -> None:
    t = Table("bridge", "princess", seats=2)
    castle(t)
    t.hold("base-B", BLUE)
    t.s.active = RED
    t.play("place M51 0")
    assert {"fairy M49", "fairy M50"} <= set(t.legal)  # the lord stands on both
    t.play("fairy M50")
    lay(t, "base-W", "L50", 90)
    t.turn("base-W", "N50", 90, seat=BLUE)
    assert t.scores == [6, 0]
    t.audit()


def test_the_dragon_spares_lords() -> None:
    t = Table("bridge", "princess", seats=2)
    castle(t)
    (lord,) = t.s.figures
    assert any(ask(t.s, lord) for ask in t.s.hooks.protects_figure)
    crossing_road(t)
    assert not castles_of(t.s).fresh


def test_a_castle_is_no_place_for_a_follower() -> None:
    t = Table("bridge", "princess", seats=2)
    castle(t)
    crossing_road(t)  # the lord has gone home
    t.hold("princess-rrrf-portal")
    t.play("place O50 180")
    assert "deploy follower M49.field-NNW" in t.legal
    assert not [text for text in t.legal if "city" in text]


def test_a_shrine_scores_a_castle() -> None:
    t = Table("bridge", "cult", seats=2)
    castle(t)
    lay(t, "cult-ffff-shrine", "L49")
    for cell, turn in (("K48", 0), ("L48", 0), ("M48", 0), ("K49", 270)):
        lay(t, "base-E", cell, turn)
    lay(t, "bridge-ffff-bazaar", "K50")
    t.turn("base-V", "L50", 90, seat=BLUE)
    assert t.scores == [9, 0]
    (told,) = t.told("carc.castle.scored")
    assert told.params["source"] == "shrine"
