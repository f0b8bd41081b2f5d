"""The City and who goes into it: carcassonne.md 16.1-16.3, 16.6, E55, T16, T103-T105."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carcassonne.cells import CELLS
from rules.carcassonne.expansions.count.moves import PASS_ENTER
from rules.carcassonne.expansions.count.state import QUARTERS
from rules.carcassonne.preview import preview_places
from rules.core import Phrase

from .counting import close_road, inside, open_road, settle_in
from .table import BLUE, GREEN, RED, YELLOW, Table, refused

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
    assert view.headline.params == {"n": 1, "total": 71}  # whoever begins lays tile 1, not 13
    assert [(p.kind, p.seat, p.place) for p in view.pieces] == [("count", None, "castle")]
    t.audit()


@pytest.mark.parametrize("rivers", [("river1",), ("river2",), ("river1", "river2")])
def test_a_river_springs_north_of_the_city(rivers: tuple[str, ...]) -> None:
    t = Table("count", *rivers, seats=2)
    at = [at for at in t.s.board.laid if t.s.board.turned_tile_at(at).tile.role == "spring"]
    assert [str(CELLS[position]) for position in at] == ["N49"]
    assert t.s.board.turned_tile_at(at[0]).rivers == ((0,),)
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
    (info,) = [info for info in preview_places(t.game, t.s, RED) if info.feature == "field"]
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
    assert (scored.params["tiles"], scored.params["strength"]) == (
        [str(laid.cell) for laid in t.game.view(t.s, None).laid],
        [1, 2, 0],
    )
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
        "carc.count.entered",
        {"seat": RED, "figure": "follower", "quarter": "smithy"},
    )
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
    assert list(t.game.standing_answer_keys(t.s)) == ["never_march"]
    assert t.game.standing_answer_moves(t.s, RED) == {"never_march": PASS_ENTER}
    assert t.game.standing_answer_moves(t.s, BLUE) == {}
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
    assert refused(t, "pass figure") == "move.illegal"
    t.play("count-move market")
    assert t.s.supply_of_seat(RED)["large"] == 0


def test_points_of_barn_fields_and_the_fairy_count() -> None:
    t = Table("count", "abbey", seats=2)
    t.lay("base-B", "N49")
    t.put(BLUE, "N49.field-NNW")
    t.hold("base-B", RED)
    t.play("place O49 0")
    t.play("barn SW")
    assert t.scores == [0, 3]
    assert "pass enter" in t.legal
