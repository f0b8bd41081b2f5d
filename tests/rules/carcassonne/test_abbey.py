"""Abbeys: carcassonne.md 13.1, 13.2, E35, T14, T66-T68, T83, T112, T122."""

from __future__ import annotations

from typing import Any

from rules.carcassonne import preview
from rules.carcassonne.tiles import BY_ID
from rules.core import Phrase, decode_move
from rules.core.chance import Chance
from rules.core.game import Context

from .holes import hole_of_roads_and_city, pass_turn, ring_around
from .table import BLUE, KEY, RED, YELLOW, Table, refused


def abbeys(t: Table) -> tuple[int, ...]:
    seen: Any = t.game.view(t.s, None).extras["abbey"]
    return tuple(seen.abbeys)


def test_E35_the_abbey_closes_what_runs_against_it() -> None:
    t = Table("abbey", seats=2)
    hole_of_roads_and_city(t)
    t.put(RED, "S60.road-E")
    pass_turn(t)
    assert t.s.active == BLUE
    assert t.legal == ["abbey T60", "pass abbey"]
    told = t.play("abbey T60")
    assert (told[0].key, told[0].params) == (
        "carc.abbey.laid",
        {"seat": BLUE, "tile": "abbey-tile", "cell": "T60", "turn": 0},
    )
    assert t.figure_places() == ["monastery"]
    t.play("pass figure")
    assert t.scores == [1, 0]
    assert t.complete("S60.road-E")
    assert not t.complete("U60.road-E")
    assert not t.complete("T61.city-N")
    assert t.left(RED) == 7
    assert abbeys(t) == (1, 0)
    assert t.s.active == RED  # nothing was drawn: the next turn has begun
    assert len(t.s.pile) - t.s.drawn == t.told("carc.tile.drawn")[0].params["left"]


def test_the_tile_of_the_next_turn_is_drawn_only_after_the_answer() -> None:
    t = Table("abbey", seats=2)
    ring_around(t)
    pass_turn(t)
    assert t.s.hand == -1
    before = t.s.drawn
    told = t.play("pass abbey")
    assert [event.key for event in told] == ["carc.abbey.passed", "carc.tile.drawn"]
    assert t.s.drawn == before + 1
    assert abbeys(t) == (1, 1)


def test_an_abbey_is_no_tile_of_the_count() -> None:
    t = Table("abbey", seats=2)
    hole_of_roads_and_city(t)
    pass_turn(t)
    before = t.game.view(t.s, None).headline
    t.play("abbey T60")
    assert t.game.view(t.s, None).headline == before  # it was drawn from no pile
    t.play("pass figure")
    after = t.game.view(t.s, None).headline.params
    assert (after["n"], after["total"]) == (before.params["n"] + 1, before.params["total"])


def test_the_abbey_is_worth_nine_like_any_monastery() -> None:
    t = Table("abbey", seats=2)
    ring_around(t)
    pass_turn(t)
    t.play("abbey T60")
    t.play("deploy follower T60.monastery")
    for cell in ("S59", "U59", "S61", "U61"):
        t.lay("base-B", cell)
    assert t.complete("T60.monastery")
    (scored,) = t.score("T60.monastery")
    assert (scored.params["points"], scored.params["n"]) == (9, 9)
    assert t.scores == [0, 9]


def test_T66_four_kinds_of_edges() -> None:
    t = Table("abbey", "river1", seats=2, stack=["river1-ffww"])
    t.lay("base-A", "S60", 90)
    t.lay("base-E", "T61", 0)
    t.lay("base-B", "U60")
    t.lay("river1-fffw-lake", "T59", 270)  # its river runs into the hole
    t.turn("river1-ffww", "L50", 180, None, RED)
    assert "abbey T60" in t.legal
    t.play("abbey T60")
    assert t.complete("S60.road-E")
    assert t.complete("T61.city-N")


def test_only_a_hole_between_four_tiles_will_do() -> None:
    t = Table("abbey", seats=2)
    ring_around(t)
    t.lay("base-B", "U61")
    pass_turn(t)
    assert t.legal == ["abbey T60", "pass abbey"]
    assert refused(t, "abbey U59") == "carc.error.no_hole"  # only two neighbours
    assert refused(t, "abbey T61") == "carc.error.no_hole"  # a tile
    assert refused(t, "abbey A1") == "carc.error.no_hole"
    assert refused(t, "pass figure") == "move.illegal"


def test_nobody_is_asked_without_a_hole_or_an_abbey() -> None:
    t = Table("abbey", seats=2)
    pass_turn(t)
    assert t.s.hand >= 0
    ring_around(t)
    pass_turn(t, "base-V", "N50", 180, RED)
    t.play("abbey T60")
    t.play("pass figure")
    ring_around(t, "Z60")
    pass_turn(t, "base-V", "L50", 0, RED)
    assert t.s.active == BLUE
    assert t.s.hand >= 0  # Z60 is a hole, and Blue's abbey is gone
    pass_turn(t, "base-V", "L49", 90, BLUE)
    assert t.legal == ["abbey Z60", "pass abbey"]


def test_T67_surrounded_on_all_sides_it_scores_at_once() -> None:
    t = Table("abbey", seats=2)
    ring_around(t)
    for cell in ("S59", "U59", "S61", "U61"):
        t.lay("base-B", cell)
    pass_turn(t)
    t.play("abbey T60")
    t.play("deploy follower T60.monastery")
    assert t.scores == [0, 9]
    assert t.left(BLUE) == 7


def test_T68_fields_do_not_join_through_an_abbey() -> None:
    t = Table("abbey", seats=2)
    ring_around(t)
    pass_turn(t)
    t.play("abbey T60")
    fields = {t.root(f"{cell}.field-NNW") for cell in ("T59", "U60", "T61", "S60")}
    assert len(fields) == 4


def test_T14_a_gap_in_a_city_is_closed_by_an_abbey() -> None:
    t = Table("abbey", seats=2)
    t.lay("base-E", "T59", 180)
    t.lay("base-E", "U60", 270)
    t.lay("base-E", "T61", 0)
    t.lay("base-E", "S60", 90)
    t.put(RED, "T59.city-S")
    pass_turn(t)
    t.play("abbey T60")
    t.play("pass figure")
    assert t.scores == [2, 0]  # a city of one tile


def test_a_tile_that_ends_at_an_abbey_on_two_sides() -> None:
    t = Table("abbey", seats=2)
    ring_around(t, edges=(("base-B", 0), ("base-V", 180), ("base-V", 0), ("base-B", 0)))
    t.lay("base-V", "U61", 270)  # closes the circle but for the hole
    assert t.same("U60.road-S", "T61.road-N")
    t.put(RED, "U60.road-S")
    pass_turn(t)
    told = t.play("abbey T60")
    told = t.play("pass figure")
    scored = [event for event in told if event.key == "carc.feature.scored"]
    assert [(event.params["n"], event.params["points"]) for event in scored] == [(3, 3)]


def test_the_mayor_and_the_barn_stay_off_the_abbey() -> None:
    t = Table("abbey", seats=2)
    ring_around(t)
    for cell in ("S59", "U59", "S61", "U61"):
        t.lay("base-B", cell)
    pass_turn(t)
    t.play("abbey T60")
    assert t.legal == ["deploy follower T60.monastery", "deploy wagon T60.monastery", "pass figure"]
    assert refused(t, "deploy mayor T60.monastery") == "carc.error.figure_place"
    assert refused(t, "barn SE") == "carc.error.barn_meets"


def test_a_preview_of_an_abbey() -> None:
    t = Table("abbey", seats=2)
    hole_of_roads_and_city(t)
    t.put(RED, "S60.road-E")
    pass_turn(t)
    move = decode_move("abbey T60", t.game.moves)
    seen = preview.preview_lay(t.game, t.s, BLUE, move)
    assert [(f.kind, f.points, f.owners) for f in seen.completed] == [("road", 1, (RED,))]
    assert [info.feature for info in seen.places] == ["monastery"]
    assert t.game.describe_effects(t.s, BLUE, move)[0].key == "carc.preview.scores"
    assert t.game.describe_effects(t.s, BLUE, decode_move("pass abbey", t.game.moves)) == ()
    assert t.game.view(t.s, None).tasks == {BLUE: Phrase("carc.task.abbey")}


# The final round: 13.2.


def last_turn(t: Table, seat: int) -> None:
    """This seat lays the last tile of the game."""
    t.last()
    t.hold("base-B", seat)
    t.play("place M51 0")
    t.play("pass figure")


def test_T83_the_player_of_the_last_tile_comes_last() -> None:
    t = Table("abbey", seats=3)
    for cell in ("T60", "T70", "Z60"):
        ring_around(t, cell)
    last_turn(t, BLUE)
    assert t.s.active == YELLOW
    assert t.game.view(t.s, None).tasks == {YELLOW: Phrase("carc.task.last_abbey")}
    t.play("abbey T70")
    t.play("deploy follower T70.monastery")
    assert t.s.active == RED
    assert t.play("pass abbey")[0].key == "carc.abbey.kept"
    assert t.s.active == BLUE
    assert t.legal == ["abbey T60", "abbey Z60", "pass abbey"]
    t.play("abbey Z60")
    t.play("pass figure")
    assert t.game.over(t.s)
    assert t.scores == [0, 0, 1 + 4]


def test_the_final_round_asks_nobody_without_a_hole() -> None:
    t = Table("abbey", seats=2)
    last_turn(t, RED)
    assert t.game.over(t.s)


def test_an_abbey_laid_in_the_final_round_scores_what_it_completes() -> None:
    t = Table("abbey", seats=2)
    hole_of_roads_and_city(t)
    t.put(BLUE, "S60.road-E")
    last_turn(t, RED)
    assert t.s.active == BLUE
    t.play("abbey T60")
    told = t.play("pass figure")
    assert [event.key for event in told][:2] == ["carc.figure.passed", "carc.feature.scored"]
    assert t.scores == [0, 1]


def test_the_final_round_follows_a_last_tile_that_fits_nowhere() -> None:
    # Blue's last tile fits nowhere, so Red laid the last one and comes last.
    t = Table("abbey", seats=2)
    ring_around(t)
    t.lay("base-E", "M49", 180)
    t.hold("base-B", RED)
    t.play("place M51 0")
    t.s.pile = (*t.s.pile[: t.s.drawn], BY_ID["base-C"].number)
    t.s.piles = (len(t.s.pile),)
    t.play("pass figure")
    assert t.s.active == BLUE  # before drawing
    t.play("pass abbey")
    assert t.told("carc.tile.put_aside")
    assert t.s.active == BLUE
    t.play("pass abbey")
    assert t.s.active == RED


# With other modules: carcassonne.md 18.


def test_builder_and_abbey() -> None:
    """Laying the abbey extends nothing, even beside the builder's road."""
    t = Table("abbey", "trade", seats=2)
    hole_of_roads_and_city(t)
    t.put(BLUE, "S60.road-E")
    t.put(BLUE, "S60.road-E", "builder")
    pass_turn(t)
    t.play("abbey T60")
    t.play("pass figure")
    assert t.scores == [0, 1]
    assert t.s.active == RED


def double_turn_with_the_last_tile() -> Table:
    t = Table("abbey", "trade", seats=2)
    ring_around(t, "T60")
    ring_around(t, "Z60")
    t.lay("base-U", "L50", 90)
    t.put(RED, "M50.road-E")
    t.put(RED, "L50.road-E", "builder")
    t.last()
    t.hold("base-U", RED)
    t.play("place N50 90")
    t.play("pass figure")
    return t


def test_T122_the_last_tile_triggers_the_builder_and_the_abbey_may_still_be_laid() -> None:
    t = double_turn_with_the_last_tile()
    assert t.s.active == RED
    assert t.legal == ["abbey T60", "abbey Z60", "pass abbey"]
    t.play("abbey T60")
    t.play("deploy follower T60.monastery")
    assert t.s.active == BLUE  # the final round
    assert t.legal == ["abbey Z60", "pass abbey"]
    t = double_turn_with_the_last_tile()
    t.play("pass abbey")
    assert t.s.active == BLUE  # no tile was left: the turn is over


def test_goods_and_abbey() -> None:
    t = Table("abbey", "trade", seats=2)
    t.lay("trade-cccf-grain", "T61", 270)
    t.lay("base-E", "S61", 90)
    t.lay("base-E", "U61", 270)
    for cell in ("S60", "U60", "T59"):
        t.lay("base-B", cell)
    t.put(RED, "T61.city-N")
    pass_turn(t)
    t.play("abbey T60")
    told = t.play("pass figure")
    goods = [event for event in told if event.key.startswith("carc.goods")]
    assert goods
    assert goods[0].params["seat"] == BLUE
    assert t.scores == [6, 0]


def test_T112_a_city_completed_by_an_abbey_counts_for_its_player() -> None:
    t = Table("abbey", "king", seats=2)
    t.lay("base-E", "T61", 0)
    for cell in ("S60", "U60", "T59"):
        t.lay("base-B", cell)
    pass_turn(t)
    t.play("abbey T60")
    told = t.play("pass figure")
    (taken,) = [event for event in told if event.key.startswith("carc.king")]
    assert taken.params["seat"] == BLUE


def test_abbey_and_cult() -> None:
    """An abbey counts as a monastery beside shrines: 17.2."""
    t = Table("abbey", "cult", seats=2)
    t.lay("cult-ffff-shrine", "T59")
    for cell in ("S60", "U60", "T61"):
        t.lay("base-E", cell, 0)
    t.turn("base-V", "M51", 90, None, RED)
    assert t.legal == ["abbey T60", "pass abbey"]
    t.play("pass abbey")
    t.lay("base-B", "S58")  # the one monastery that may be beside the shrine
    t.turn("base-V", "N51", 180, None, BLUE)
    assert t.s.active == RED
    assert t.s.hand >= 0  # nobody is asked for an abbey
    ring_around(t, "Z60")
    t.turn("base-V", "N52", 0, None, RED)
    assert t.legal == ["abbey Z60", "pass abbey"]
    assert refused(t, "abbey T60").startswith("carc.error.")


def test_abbey_and_river() -> None:
    """It may fill the hole before the mouth of the river, which then stays unfinished."""
    t = Table("abbey", "river1", seats=2)
    for cell in ("K50", "L49", "L51"):
        t.lay("base-B", cell)
    t.s.hand = -1  # back to the start of the turn: the tile in hand is out of the game
    t.s.agenda = list(t.s.hooks.turn_steps)
    Context(t.s, Chance(KEY)).run_until_decision()
    assert t.legal == ["abbey L50", "pass abbey"]
    t.play("abbey L50")
    t.play("pass figure")
    assert len(t.s.aside) == 10  # no river tile finds a place, nor does the lake
    assert t.s.hand >= 0
