"""The builder and his second part of a turn: carcassonne.md 5.4, 11.2."""

from __future__ import annotations

from rules.carcassonne import preview
from rules.carcassonne.expansions.trade.builder import earn_second_part
from rules.carcassonne.expansions.trade.view import TradeView
from rules.carcassonne.tiles import BY_ID

from .table import BLUE, RED, Table, place, refused

LAKE = BY_ID["river2-fffw-volcano-lake"].number


def trade(t: Table) -> TradeView:
    shown = t.game.view(t.s, None).extras["trade"]
    assert isinstance(shown, TradeView)
    return shown


def builder_on_a_road(t: Table) -> None:
    """Red's highwayman on N50, Red's builder on O50; the road is open to the west and to the east."""
    t.turn("base-U", "N50", 90, "road-E", RED)
    t.turn("base-U", "O50", 90, "road-E", RED, figure="builder")
    assert t.s.active == BLUE


def test_E29_a_second_tile_and_no_third() -> None:
    t = Table("trade", seats=2)
    builder_on_a_road(t)
    assert t.left(RED, "builder") == 0
    t.turn("base-U", "P50", 90, seat=RED)
    assert t.told("carc.builder.again")
    assert (t.s.active, trade(t).second, trade(t).earned) == (RED, True, False)
    t.turn("base-B", "M51")
    assert (t.s.active, trade(t).second) == (BLUE, False)
    t.audit()


def tile_3a(t: Table) -> None:
    """Up to the knight on the tile that completes the road of the builder."""
    t.lay("base-W", "L50")
    builder_on_a_road(t)
    t.turn("trade-crff", "P50", 180, "city-S", RED)


def test_E30_the_completing_tile_and_the_builder_again() -> None:
    t = Table("trade", seats=2)
    tile_3a(t)
    assert t.scores == [5, 0]
    assert (t.left(RED), t.left(RED, "builder")) == (6, 1)
    assert (t.s.active, trade(t).second) == (RED, True)
    t.turn("base-G", "P51", 0, "city-N", figure="builder")
    assert t.left(RED, "builder") == 0
    assert t.s.active == BLUE


def test_T33_a_builder_that_came_back_may_be_put_in_the_second_part() -> None:
    t = Table("trade", seats=2)
    tile_3a(t)
    (told,) = t.told("carc.feature.scored")
    assert ["builder", RED, "O50.road-E"] in told.params["returned"]
    t.hold("base-G")
    t.play("place P51 0")
    assert t.figure_places("builder") == ["city-N"]


def test_T34_no_third_part() -> None:
    t = Table("trade", seats=2)
    builder_on_a_road(t)
    t.turn("base-U", "P50", 90, seat=RED)
    t.turn("base-U", "Q50", 90)  # the builder's road once more
    assert not t.told("carc.builder.again")
    assert (t.s.active, trade(t)) == (BLUE, TradeView(trade(t).goods, False, False))


def test_T35_a_builder_put_in_the_second_part_works_from_the_next_turn_on() -> None:
    t = Table("trade", seats=2)
    tile_3a(t)
    t.turn("base-G", "P51", 0, "city-N", figure="builder")
    assert t.s.active == BLUE
    t.turn("base-E", "P52", 0, seat=RED)
    assert t.scores == [11, 0]
    assert (t.s.active, trade(t).second) == (RED, True)


def test_T36_no_builder_where_the_feature_begins() -> None:
    t = Table("trade", seats=2)
    t.hold("base-U", RED)
    t.play("place N50 90")
    assert t.figure_places("builder") == t.figure_places("pig") == []
    assert refused(t, "deploy builder N50.road-E") == "carc.error.figure_alone"
    assert refused(t, "deploy pig N50.field-NNW") == "carc.error.figure_alone"
    assert refused(t, "deploy builder N50.field-NNW") == "carc.error.figure_place"


def test_T37_a_rival_extends_the_road() -> None:
    t = Table("trade", seats=2)
    builder_on_a_road(t)
    t.turn("base-U", "P50", 90, seat=BLUE)
    assert (t.s.active, trade(t).second) == (RED, False)


def test_T39_a_builder_weighs_nothing() -> None:
    t = Table("trade", seats=2)
    t.lay("base-W", "L50")
    builder_on_a_road(t)
    t.put(BLUE, "M50.road-E")
    t.turn("base-W", "P50", 180, seat=BLUE)
    assert t.scores == [5, 5]
    (told,) = t.told("carc.feature.scored")
    assert told.params["strength"] == [1, 1]


def test_T122_the_last_tile_earns_nothing() -> None:
    t = Table("trade", seats=2)
    builder_on_a_road(t)
    t.last()
    t.hold("base-U", RED)
    assert preview.preview_lay(t.game, t.s, RED, place("P50", 90)).view.extras["trade"].earned
    t.play("place P50 90")
    t.play("pass figure")
    assert t.game.over(t.s)
    assert not t.told("carc.builder.again")


def test_a_builder_stays_away_from_what_is_complete_and_from_foreign_roads() -> None:
    t = Table("trade", seats=2)
    t.lay("base-W", "L50")
    t.put(RED, "L50.road-E")
    t.hold("base-W", RED)
    t.play("place N50 180")
    assert refused(t, "deploy builder N50.road-W") == "carc.error.figure_late"
    t.play("pass figure")
    t = Table("trade", seats=2)
    t.put(BLUE, "M50.road-E")
    t.hold("base-U", RED)
    t.play("place N50 90")
    assert refused(t, "deploy builder N50.road-E") == "carc.error.figure_alone"


def test_foreign_figures_do_not_keep_a_builder_away() -> None:
    t = Table("trade", seats=2)
    t.put(BLUE, "M50.road-E")
    t.turn("base-U", "N50", 90, seat=RED)
    t.put(RED, "N50.road-E")
    t.turn("base-U", "O50", 90, "road-E", RED, figure="builder")
    assert t.left(RED, "builder") == 0


def test_a_large_follower_is_enough_for_a_builder() -> None:
    t = Table("inns", "trade", seats=2)
    t.turn("base-U", "N50", 90, "road-E", RED, figure="large")
    t.turn("base-U", "O50", 90, "road-E", RED, figure="builder")
    assert t.left(RED, "builder") == 0


def test_the_preview_of_a_lay_that_gives_the_builder_work() -> None:
    t = Table("trade", seats=2)
    builder_on_a_road(t)
    t.s.supply[:] = [0] * len(t.s.supply)
    t.hold("base-U", RED)
    shown = preview.preview_lay(t.game, t.s, RED, place("P50", 90))
    assert (shown.asks_figure, shown.ends_turn) == (False, False)
    assert [phrase.key for phrase in t.game.describe_effects(t.s, RED, place("P50", 90))] == [
        "carc.preview.draws_again"
    ]


def test_the_lake_comes_before_the_second_tile_and_is_no_part() -> None:
    """Section 18, builder + volcano lake: the river tiles come before every other tile, and the lake earns nothing."""
    t = Table("trade", "river2", seats=2)
    while t.s.pile[t.s.drawn] != LAKE:
        t.play(t.legal[-1])
    t.play(t.legal[0])  # the last river tile
    before = t.s.active
    earn_second_part(t.s)
    t.play("pass figure")
    assert (t.s.active, trade(t).second) == (before, True)
    assert t.s.hand == LAKE
    t.play(t.legal[0])
    assert (t.s.active, trade(t).second) == (before, True)  # and now their second tile
    t.play(t.legal[0])
    t.play("pass figure")
    assert (t.s.active, trade(t).second) == (1 - before, False)


def test_a_road_that_goes_on_over_the_lake_earns_nothing() -> None:
    """Section 18, builder + volcano lake: no part, not even if a bridge carries the builder's road over it."""
    t = Table("trade", "river2", "bridge", seats=2)
    while t.s.hand != LAKE:
        t.play(t.legal[-1])
    assert t.legal == ["place L48 270"]
    t.lay("base-U", "M48", 90)
    t.lay("base-U", "N48", 90)
    t.put(t.s.active, "M48.road-E")
    t.put(t.s.active, "N48.road-E", "builder")
    before = t.s.active
    t.play("bridge-place L48 270 L48.EW")
    assert t.same("L48.bridge", "N48.road-E")
    assert (t.s.active, trade(t).earned) == (before, False)
    t.play(t.legal[-1])
    t.play("pass figure")
    assert (t.s.active, trade(t).second) == (1 - before, False)


def test_the_preview_of_the_last_tile_promises_no_second_part() -> None:
    t = Table("trade", seats=2)
    builder_on_a_road(t)
    t.s.supply[:] = [0] * len(t.s.supply)
    t.last()
    t.hold("base-U", RED)
    assert preview.preview_lay(t.game, t.s, RED, place("P50", 90)).ends_turn
    assert [phrase.key for phrase in t.game.describe_effects(t.s, RED, place("P50", 90))] == ["carc.preview.no_supply"]
