"""The Count of Carcassonne: carcassonne.md 16, E54, E55, T16, T103-T109."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carcassonne.cells import CELLS, NAMES
from rules.carcassonne.expansions.count.state import QUARTERS, Citizen, city, supply_place
from rules.carcassonne.expansions.princess.dragon import ways
from rules.carcassonne.expansions.trade.builder import earn
from rules.carcassonne.preview import places
from rules.carcassonne.tiles import TURNED
from rules.core import IllegalMove, Phrase

from .lairs import fairy, summon
from .table import BLUE, GREEN, RED, YELLOW, Table


def refused(t: Table, move: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        t.play(move)
    return caught.value.key


def settle_in(t: Table, seat: int, quarter: str, figure: str = "follower") -> None:
    """A follower of the supply stands in a quarter."""
    t.s.supply[supply_place(t.s, seat, figure)] -= 1
    here = city(t.s)
    here.inside = (*here.inside, Citizen(figure, seat, QUARTERS.index(quarter)))


def count_goes(t: Table, quarter: str) -> None:
    city(t.s).count = QUARTERS.index(quarter)


def inside(t: Table, quarter: str) -> list[tuple[str, int]]:
    seen: Any = t.game.view(t.s, None).extras["count"]
    return list(next(q.followers for q in seen.quarters if q.name == quarter))


def open_road(t: Table, row: int, *seats: int) -> None:
    """A road of two tiles with a gap between them, and followers of these seats."""
    t.lay("base-A", f"T{row}", 90)
    t.lay("base-A", f"V{row}", 270)
    for seat, spot in zip(seats, (f"T{row}.road-E", f"V{row}.road-W"), strict=False):
        t.put(seat, spot)


def close_road(t: Table, row: int, seat: int = RED) -> None:
    """The missing tile of that road."""
    t.hold("base-U", seat)
    t.play(f"place U{row} 90")
    if t.asks_figure:
        t.play("pass figure")


# The City: 16.1, 4.2, 4.5.


def test_the_city_opens_the_game() -> None:
    t = Table("count", seats=2)
    view = t.game.view(t.s, None)
    assert [laid.tile for laid in view.laid] == [f"count-{n:02}" for n in range(1, 13)]
    assert [str(laid.cell) for laid in view.laid] == [f"{x}{y}" for y in (50, 51, 52) for x in "MNOP"]
    assert {int(laid.turn) for laid in view.laid} == {0}
    seen: Any = view.extras["count"]
    assert (seen.count, [q.name for q in seen.quarters]) == ("castle", ["castle", "market", "smithy", "cathedral"])
    assert len(t.s.pile) == 71  # the start tile stays in the box
    assert view.tile_total == 83
    assert [(p.kind, p.seat, p.place) for p in view.pieces] == [("count", None, "castle")]
    t.audit()


@pytest.mark.parametrize("rivers", [("river1",), ("river2",), ("river1", "river2")])
def test_a_river_springs_north_of_the_city(rivers: tuple[str, ...]) -> None:
    t = Table("count", *rivers, seats=2)
    at = [at for at in t.s.board.laid if t.s.board.turned(at).tile.role == "spring"]
    assert [str(CELLS[position]) for position in at] == ["N49"]
    assert t.s.board.turned(at[0]).rivers == ((0,),)
    assert all(move.startswith("place N48") for move in t.legal)
    t.audit()


def test_the_wall_counts_as_a_complete_city_for_fields() -> None:
    t = Table("count", seats=2)
    t.put(RED, "N50.field-NNW")
    told = t.finish()
    (scored,) = [event for event in told if event.key == "carc.field.scored"]
    assert (scored.params["n"], scored.params["beyond"], scored.params["points"]) == (1, 1, 3)
    assert scored.params["cities"][0][:2] == ["M50", "N50"]
    assert t.scores == [3, 0]


def test_the_wall_is_told_beforehand() -> None:
    t = Table("count", seats=2)
    t.hold("base-B", RED)
    t.play("place N49 0")
    (info,) = [info for info in places(t.game, t.s, RED) if info.feature == "field"]
    assert (info.cities, info.points) == (1, 3)
    t.play("deploy follower N49.field-NNW")
    field = next(f for f in t.game.view(t.s, None).features if f.kind == "field" and RED in f.owners)
    assert (field.points, field.cities) == (3, ())


def test_the_wall_counts_once_per_city() -> None:
    t = Table("count", seats=3, farmers="per_city")
    t.put(RED, "N50.field-NNW")
    t.put(BLUE, "M51.field-NNW")
    t.put(BLUE, "P51.field-NNE")
    told = t.finish()
    (scored,) = [event for event in told if event.key == "carc.city.supplied"]
    assert (scored.params["tiles"], scored.params["strength"]) == ([str(laid.cell) for laid in
            t.game.view(t.s, None).laid], [1, 2, 0])  # fmt: skip
    assert t.scores == [0, 4, 0]


def test_the_wall_beside_a_barn() -> None:
    t = Table("count", "abbey", seats=2)
    t.lay("base-B", "N49")
    t.hold("base-B", BLUE)
    t.play("place O49 0")
    t.play("barn SW")
    t.finish()
    assert t.scores == [0, 4]


def test_the_city_counts_once_for_the_king() -> None:
    t = Table("count", "king", seats=2)
    t.lay("base-E", "T60", 180)
    t.hold("base-E", RED)
    t.play("place T61 0")
    t.play("pass figure")
    before = t.scores[:]
    t.finish()
    assert t.scores[RED] - before[RED] == 2  # the small city and Carcassonne


# Going in: 16.2, 16.3, 16.6.


def test_others_score_and_the_active_player_does_not() -> None:
    t = Table("count", seats=2)
    open_road(t, 60, BLUE)
    close_road(t, 60)
    assert t.scores == [0, 3]
    assert t.legal == [f"count-enter follower {quarter}" for quarter in QUARTERS] + ["pass enter"]
    assert t.game.view(t.s, None).tasks == {RED: Phrase("carc.task.enter")}
    (entered, *_) = t.play("count-enter follower smithy")
    assert (entered.key, entered.params) == (
        "carc.count.entered", {"seat": RED, "figure": "follower", "quarter": "smithy"}
    )  # fmt: skip
    assert t.legal == [f"count-move {quarter}" for quarter in QUARTERS]
    (moved, *_) = t.play("count-move market")
    assert (moved.key, moved.params) == ("carc.count.moved", {"seat": RED, "quarter": "market", "old": "castle"})
    assert inside(t, "smithy") == [("follower", RED)]
    assert t.left(RED) == 6
    assert t.s.active == BLUE


def test_nobody_has_to_go_in_and_the_count_may_stay() -> None:
    t = Table("count", seats=2)
    open_road(t, 60, BLUE)
    close_road(t, 60)
    assert t.play("pass enter")[0].key == "carc.count.outside"
    assert t.left(RED) == 7
    open_road(t, 63, RED)
    close_road(t, 63, BLUE)
    t.play("count-enter follower castle")
    assert t.play("count-move castle")[0].key == "carc.count.stands"


def test_T16_a_follower_that_comes_back_may_go_in() -> None:
    # Red's last follower returns from a road where Blue has the majority.
    t = Table("count", seats=2)
    open_road(t, 60, BLUE, RED)
    t.put(BLUE, "T60.road-E")
    for _ in range(6):
        settle_in(t, RED, "market")
    t.hold("base-U", RED)
    t.play("place U60 90")
    assert not t.asks_figure  # none in the supply
    assert t.scores == [0, 3]
    assert t.left(RED) == 1
    t.play("count-enter follower castle")


def test_nobody_is_asked_without_a_follower() -> None:
    t = Table("count", seats=2)
    open_road(t, 60, BLUE)
    for _ in range(7):
        settle_in(t, RED, "market")
    t.hold("base-U", RED)
    t.play("place U60 90")
    assert t.s.active == BLUE


def test_T103_both_score() -> None:
    t = Table("count", seats=2)
    open_road(t, 60, BLUE, RED)
    close_road(t, 60)
    assert t.scores == [3, 3]
    assert t.s.active == BLUE
    assert t.s.hand >= 0


def test_nobody_scores() -> None:
    t = Table("count", seats=2)
    open_road(t, 60)
    close_road(t, 60)
    assert t.s.active == BLUE
    assert t.s.hand >= 0


def test_T104_three_rivals_score_and_one_follower_goes_in() -> None:
    t = Table("count", "trade", seats=4)
    for cell, turn, seat in (("T60", 90, BLUE), ("V60", 270, YELLOW), ("U59", 180, GREEN), ("U61", 0, GREEN)):
        t.lay("base-A", cell, turn)
        t.put(seat, f"{cell}.road-{'ESWN'[(turn // 90 + 3) % 4]}")
    t.hold("base-X", RED)
    t.play("place U60 0")
    t.play("pass figure")
    assert t.scores == [0, 2, 2, 4]
    t.play("count-enter follower castle")
    t.play("count-move castle")
    assert t.s.active == BLUE


def test_E55_twice_in_a_double_turn() -> None:
    t = Table("count", "trade", seats=2)
    open_road(t, 60, BLUE)
    open_road(t, 70, BLUE)
    t.lay("base-U", "U59")
    t.put(RED, "U59.road-N")
    t.put(RED, "U59.road-N", "builder")
    t.hold("trade-rrrr", RED)
    t.play("place U60 0")
    t.play("pass figure")
    assert t.scores == [0, 3]
    t.play("count-enter follower castle")
    t.play("count-move castle")
    assert t.s.active == RED
    close_road(t, 70)
    assert t.scores == [0, 6]
    t.play("count-enter follower castle")
    t.play("count-move market")
    assert t.s.active == BLUE
    assert inside(t, "castle") == [("follower", RED)] * 2


def test_T105_the_count_goes_where_the_follower_went() -> None:
    t = Table("count", seats=2)
    open_road(t, 60, BLUE)
    close_road(t, 60)
    t.play("count-enter follower smithy")
    t.play("count-move smithy")
    open_road(t, 63, BLUE)
    close_road(t, 63, BLUE)  # Red cannot come to help
    assert t.scores == [0, 6]


def test_who_may_go_where() -> None:
    t = Table("count", "abbey", "inns", "trade", seats=2)
    open_road(t, 60, BLUE)
    close_road(t, 60)
    allowed = {tuple(move.split()[1:]) for move in t.legal if move.startswith("count-enter")}
    everywhere = {(figure, quarter) for figure in ("follower", "large") for quarter in QUARTERS}
    wagon = {("wagon", quarter) for quarter in ("castle", "smithy", "cathedral")}
    assert allowed == everywhere | wagon | {("mayor", "castle")}
    assert refused(t, "count-enter mayor smithy") == "carc.error.quarter_figure"
    assert refused(t, "count-enter wagon market") == "carc.error.quarter_figure"
    assert refused(t, "count-enter pig market") == "carc.error.no_citizen"
    assert refused(t, "count-enter builder castle") == "carc.error.no_citizen"
    assert refused(t, "count-enter barn market") == "carc.error.no_citizen"
    assert refused(t, "count-enter follower moat") == "carc.error.no_quarter"
    assert refused(t, "pass figure") == "move.illegal"
    t.play("count-enter large market")
    assert refused(t, "count-move moat") == "carc.error.no_quarter"
    t.play("count-move market")
    assert t.s.left(RED)["large"] == 0


def test_points_of_barn_fields_and_the_fairy_count() -> None:
    t = Table("count", "abbey", seats=2)
    t.lay("base-B", "N49")
    t.put(BLUE, "N49.field-NNW")
    t.hold("base-B", RED)
    t.play("place O49 0")
    t.play("barn SW")
    assert t.scores == [0, 3]
    assert "pass enter" in t.legal


# Coming out: 16.4.


def test_E54_nobody_leaves_the_quarter_of_the_count() -> None:
    t = Table("count", seats=2)
    t.lay("base-E", "T59", 180)
    t.put(BLUE, "T59.city-S")
    settle_in(t, RED, "castle")
    t.hold("base-E", RED)
    t.play("place T60 0")
    t.play("pass figure")
    assert t.scores == [0, 4]  # nobody was asked
    assert inside(t, "castle") == [("follower", RED)]


def test_T106_left_of_the_active_player_first() -> None:
    t = Table("count", seats=3)
    open_road(t, 60, YELLOW)
    for seat in (RED, BLUE, YELLOW):
        settle_in(t, seat, "smithy")
    settle_in(t, BLUE, "smithy")
    close_road(t, 60, BLUE)
    assert list(t.game.waiting(t.s)) == [YELLOW]
    seen: Any = t.game.view(t.s, None)
    assert seen.extras["count"].sending == (YELLOW, RED, BLUE)
    assert seen.tasks == {YELLOW: Phrase("carc.task.send")}
    assert t.legal == ["count-send follower smithy T60.road-E", "pass send"]
    assert t.play("pass send")[0].key == "carc.count.stayed"
    assert list(t.game.waiting(t.s)) == [RED]
    (sent, *_) = t.play("count-send follower smithy T60.road-E")
    assert (sent.key, sent.params["feature"], sent.params["quarter"]) == ("carc.count.sent", "road", "smithy")
    assert list(t.game.waiting(t.s)) == [BLUE]  # last, and he has seen it all
    road = next(f for f in t.game.view(t.s, None).features if f.complete and f.kind == "road" and not f.scored)
    assert road.strength == (1, 0, 1)
    t.play("count-send follower smithy T60.road-E")
    assert list(t.game.waiting(t.s)) == [BLUE]  # any number
    told = t.play("count-send follower smithy T60.road-E")
    (scored,) = [event for event in told if event.key == "carc.feature.scored"]
    assert scored.params["strength"] == [1, 2, 1]
    assert scored.params["returned"] == [["follower", seat, "T60.road-E"] for seat in (YELLOW, RED, BLUE, BLUE)]
    assert t.scores == [0, 3, 0]
    assert [t.left(seat) for seat in range(3)] == [7, 7, 6]
    assert inside(t, "smithy") == [("follower", YELLOW)]


def test_T106_the_last_of_three_stays_inside() -> None:
    t = Table("count", seats=2)
    open_road(t, 60, BLUE)
    settle_in(t, BLUE, "smithy")
    settle_in(t, BLUE, "smithy")
    close_road(t, 60)
    t.play("count-send follower smithy T60.road-E")
    t.play("pass send")
    assert inside(t, "smithy") == [("follower", BLUE)]
    assert t.left(BLUE) == 6


def test_T107_a_feature_where_the_player_had_nothing() -> None:
    t = Table("count", seats=2)
    open_road(t, 60)  # nobody at all
    settle_in(t, RED, "smithy")
    close_road(t, 60)
    t.play("count-send follower smithy T60.road-E")
    assert t.scores == [3, 0]
    assert t.left(RED) == 7


def test_each_quarter_helps_its_kind_only() -> None:
    t = Table("count", seats=2)
    count_goes(t, "market")
    t.lay("base-E", "T59", 180)
    t.lay("base-A", "S60", 90)
    t.lay("base-A", "U60", 270)
    for cell in ("T61", "S61", "U61", "S62", "T62", "U62"):
        t.lay("base-B", cell)
    for quarter in QUARTERS:
        settle_in(t, RED, quarter)
    t.hold("base-D", RED)
    t.play("place T60 0")
    t.play("pass figure")
    assert t.legal == [
        "count-send follower castle T59.city-S", "count-send follower smithy S60.road-E",
        "count-send follower cathedral T61.monastery", "pass send",
    ]  # fmt: skip
    t.play("count-send follower cathedral T61.monastery")
    t.play("count-send follower castle T59.city-S")
    t.play("count-send follower smithy S60.road-E")
    assert t.scores == [9 + 4 + 3, 0]
    assert t.left(RED) == 6
    assert inside(t, "market") == [("follower", RED)]


def test_T108_the_market_waits_for_the_end() -> None:
    t = Table("count", "abbey", seats=2)
    t.lay("base-B", "N49")
    t.put(BLUE, "N49.field-NNW")
    settle_in(t, RED, "market")
    t.hold("base-B", RED)
    t.play("place O49 0")
    t.play("barn SW")
    assert "pass enter" in t.legal  # scored, nobody asked before
    assert t.scores == [0, 3]


def test_the_market_also_helps_a_barn_if_so_chosen() -> None:
    t = Table("count", "abbey", seats=2, count_market="also_barn")
    t.lay("base-B", "N49")
    t.put(BLUE, "N49.field-NNW")
    settle_in(t, RED, "market")
    t.hold("base-B", RED)
    t.play("place O49 0")
    t.play("barn SW")
    assert t.legal == ["count-send follower market M50.field-NNW", "pass send"]
    t.play("count-send follower market M50.field-NNW")
    assert t.scores == [3, 3]
    assert t.left(RED) == 7


def test_the_market_helps_a_barn_in_a_field_without_farmers() -> None:
    t = Table("count", "abbey", seats=2, count_market="also_barn")
    t.lay("base-B", "N49")
    settle_in(t, BLUE, "market")
    t.hold("base-B", RED)
    t.play("place O49 0")
    t.play("barn SW")
    assert list(t.game.waiting(t.s)) == [BLUE]
    t.play("count-send follower market M50.field-NNW")
    assert t.scores == [0, 3]


def test_refused_sendings() -> None:
    t = Table("count", seats=2)
    open_road(t, 60, BLUE)
    settle_in(t, RED, "smithy")
    settle_in(t, RED, "castle")
    close_road(t, 60)
    assert refused(t, "count-send follower moat T60.road-E") == "carc.error.no_quarter"
    assert refused(t, "count-send follower cathedral T60.road-E") == "carc.error.not_inside"
    assert refused(t, "count-send follower castle T60.road-E") == "carc.error.count_keeps"
    assert refused(t, "count-send follower smithy M50.road-W") == "carc.error.not_helped"
    assert refused(t, "count-move market") == "move.illegal"


def test_a_building_on_the_tile_of_the_dragon_gets_no_help() -> None:
    t = Table("count", "princess", seats=2)
    t.lay("base-B", "T60")
    for cell in ("S59", "T59", "U59", "S60", "U60", "S61", "T61"):
        t.lay("base-B", cell)
    summon(t, "T60")
    settle_in(t, RED, "cathedral")
    t.hold("base-B", RED)
    t.play("place U61 0")
    if t.asks_figure:
        t.play("pass figure")
    assert t.s.active == BLUE
    assert inside(t, "cathedral") == [("follower", RED)]


# What they weigh: 16.6.


@pytest.mark.parametrize(
    ("figure", "strength", "weight"),
    [("large", "two", 2), ("mayor", "two", 2), ("wagon", "two", 2),
     ("large", "usual", 2), ("mayor", "usual", 1), ("wagon", "usual", 1)],
)  # fmt: skip
def test_what_comes_out_of_the_castle(figure: str, strength: str, weight: int) -> None:
    t = Table("count", "abbey", "inns", seats=2, count_special_strength=strength)
    count_goes(t, "market")
    t.lay("base-F", "T59")
    t.lay("base-E", "T58", 180)
    t.put(BLUE, "T59.city-N")
    settle_in(t, RED, "castle", figure)
    t.hold("base-E", BLUE)
    t.play("place T60 0")
    t.play("pass figure")
    told = t.play(f"count-send {figure} castle T59.city-N")
    (scored,) = [event for event in told if event.key.startswith("carc.feature.scored")]
    assert scored.params["strength"] == [weight, 1]
    assert t.s.left(RED)[figure] == 1


def test_a_wagon_from_the_city_drives_on() -> None:
    t = Table("count", "abbey", seats=2)
    open_road(t, 60, BLUE)
    settle_in(t, RED, "smithy", "wagon")
    close_road(t, 60, BLUE)
    t.play("count-send wagon smithy T60.road-E")
    assert t.scores == [3, 0]
    assert t.legal == ["wagon T60.monastery", "wagon V60.monastery", "pass wagon"]
    t.play("wagon V60.monastery")
    assert t.s.left(RED)["wagon"] == 0
    # Blue completed the road and got nothing.
    assert "pass enter" in t.legal


def test_it_drives_from_anywhere_in_the_feature_when_wagons_drive_nearby() -> None:
    t = Table("count", "abbey", seats=2, wagon_move="nearby")
    open_road(t, 60, BLUE)
    t.lay("base-E", "S60", 270)  # beside one end
    t.lay("base-E", "W60", 90)  # beside the other
    settle_in(t, RED, "smithy", "wagon")
    close_road(t, 60, RED)
    t.play("count-send wagon smithy T60.road-E")
    assert {"wagon S60.city-W", "wagon W60.city-E"} <= set(t.legal)


def test_a_guest_earns_no_fairy_bonus() -> None:
    t = Table("count", "princess", seats=2)
    open_road(t, 60, BLUE)
    settle_in(t, RED, "smithy")
    fairy(t, "T60")
    close_road(t, 60, RED)
    t.play("count-send follower smithy T60.road-E")
    assert t.scores == [3, 6]


# The end: 16.5.


def end(t: Table) -> None:
    """The last tile is laid by Red."""
    t.last()
    t.hold("base-B", RED)
    t.play("place Q50 0")
    if t.asks_figure:
        t.play("pass figure")


def test_the_market_goes_to_fields_at_the_end() -> None:
    t = Table("count", seats=3)
    t.put(RED, "N50.field-NNW")
    settle_in(t, BLUE, "market")
    settle_in(t, YELLOW, "market")
    end(t)
    assert list(t.game.waiting(t.s)) == [BLUE]  # left of the player of the last tile
    assert t.game.view(t.s, None).tasks == {BLUE: Phrase("carc.task.last_send")}
    fields = [f for f in t.game.view(t.s, None).features if f.kind == "field"]
    assert len(t.legal) == len(fields) + 1
    t.play("count-send follower market M50.field-NNW")
    t.play("pass send")
    assert t.game.over(t.s)
    assert t.scores == [3, 3, 0]
    assert inside(t, "market") == [("follower", YELLOW)]


def test_the_count_blocks_the_market_at_the_end() -> None:
    t = Table("count", seats=2)
    count_goes(t, "market")
    settle_in(t, BLUE, "market")
    end(t)
    assert t.game.over(t.s)


def test_T109_the_others_stay_inside() -> None:
    t = Table("count", seats=2)
    count_goes(t, "market")
    open_road(t, 60, RED)
    settle_in(t, BLUE, "smithy")
    settle_in(t, BLUE, "castle")
    settle_in(t, BLUE, "cathedral")
    end(t)
    assert t.game.over(t.s)
    assert t.scores[BLUE] == 0


def test_every_quarter_at_the_end_if_so_chosen() -> None:
    t = Table("count", "abbey", seats=2, count_final="any_quarter")
    count_goes(t, "market")
    t.lay("base-F", "T60")
    t.put(RED, "T60.city-N")
    settle_in(t, BLUE, "castle", "mayor")
    settle_in(t, BLUE, "smithy")
    settle_in(t, BLUE, "market")
    t.lay("base-E", "X60", 180)
    t.lay("base-E", "X61")
    end(t)
    assert "count-send mayor castle T60.city-N" in t.legal
    assert "count-send mayor castle X60.city-S" not in t.legal  # complete
    assert not [move for move in t.legal if "market" in move]
    assert {move.split()[2] for move in t.legal if move.startswith("count-send")} == {"castle", "smithy"}
    t.play("count-send mayor castle T60.city-N")
    t.play("pass send")
    assert t.game.over(t.s)
    assert t.scores == [0, 2]  # the mayor counts two


def test_round_and_round_if_so_chosen() -> None:
    t = Table("count", seats=2, count_final_order="round_robin")
    for seat in (RED, BLUE):
        settle_in(t, seat, "market")
        settle_in(t, seat, "market")
    end(t)
    field = "M50.field-NNW"
    order = []
    for move in (f"count-send follower market {field}", "pass send", "pass send", f"count-send follower market {field}",
                 f"count-send follower market {field}"):  # fmt: skip
        (seat,) = t.game.waiting(t.s)
        order.append(seat)
        t.play(move)
    # Blue sends one, Red passes; Blue passes, Red sends; Blue sends his last, and Red is asked once more.
    assert order == [BLUE, RED, BLUE, RED, BLUE]
    assert list(t.game.waiting(t.s)) == [RED]
    t.play("pass send")
    assert list(t.game.waiting(t.s)) == [RED]  # somebody moved in that round
    t.play("pass send")
    assert t.game.over(t.s)


def test_into_a_field_with_a_barn_at_the_end() -> None:
    t = Table("count", "abbey", seats=2)
    t.lay("base-B", "N49")
    t.hold("base-B", BLUE)
    t.play("place O49 0")
    t.play("barn SW")
    settle_in(t, RED, "market")
    end(t)
    t.play("count-send follower market M50.field-NNW")
    assert t.game.over(t.s)
    assert t.scores == [1, 4]
    assert t.told("carc.barn.merged_each")


def test_no_tile_is_left_for_a_second_part_and_the_market_goes_out() -> None:
    t = Table("count", "abbey", "trade", seats=2)
    t.lay("base-B", "N49")
    t.hold("base-B", BLUE)
    t.play("place O49 0")
    t.play("barn SW")
    settle_in(t, RED, "market")
    settle_in(t, RED, "market")
    t.hold("base-B", RED)
    t.play("place Q50 0")
    t.s.pile = t.s.pile[: t.s.drawn]
    t.s.piles = (len(t.s.pile),)
    earn(t.s)
    t.play("pass figure")
    t.play("count-send follower market M50.field-NNW")  # a field with a barn
    t.audit()
    t.play(t.legal[0])
    t.audit()
    assert t.game.over(t.s)


def test_the_final_order_counts_from_an_abbey() -> None:
    t = Table("count", "abbey", seats=3)
    for cell in ("T59", "U60", "T61", "S60"):
        t.lay("base-B", cell)
    for seat in (RED, BLUE, YELLOW):
        settle_in(t, seat, "market")
    end(t)
    t.play("abbey T60")  # Blue
    t.play("pass figure")
    assert list(t.game.waiting(t.s)) == [YELLOW]


# With other modules: carcassonne.md 18.


def test_count_and_cult() -> None:
    """The cathedral quarter helps the monk who is being scored, and so decides the duel."""
    t = Table("count", "cult", seats=2)
    t.lay("cult-ffff-shrine", "T60")
    for cell in ("T61", "S60", "S61", "S62", "T62"):
        t.lay("base-B", cell)
    t.put(BLUE, "T60.monastery")
    settle_in(t, RED, "cathedral")
    t.lay("base-B", "U60")
    t.lay("base-U", "U62", 0)
    t.hold("base-V", BLUE)
    t.play("place U61 90")
    t.play("pass figure")
    assert t.legal == ["count-send follower cathedral T61.monastery", "pass send"]
    t.play("count-send follower cathedral T61.monastery")
    assert t.scores == [9, 0]
    assert t.left(BLUE) == 7


def test_the_dragon_stays_out_of_the_city() -> None:
    for value, found in (("avoid12", ["O49"]), ("avoid_inner", ["N50", "O49"])):
        t = Table("count", "princess", seats=2, dragon_count=value)
        t.lay("base-B", "N49")
        t.lay("base-B", "O49")
        summon(t, "N49")
        assert sorted(NAMES[at] for at in ways(t.s)) == found


def test_shelters() -> None:
    t = Table("count", seats=2)
    (shelters,) = t.s.hooks.shelters
    assert all(shelters(t.s, at) for at in t.s.board.laid)
    t.lay("base-B", "T60")
    t = Table("count", seats=2, dragon_count="avoid_inner")
    (shelters,) = t.s.hooks.shelters
    assert [TURNED[t.s.board.laid[at][0]].tile.id for at in t.s.board.laid if shelters(t.s, at)] == [
        "count-06", "count-07"
    ]  # fmt: skip
