"""Bridges: carcassonne.md 15.2, 19.6, 20.5."""

from __future__ import annotations

import pytest

from rules.carcassonne.cells import Cell, position_of_cell
from rules.carcassonne.expansions.bridge.bridges import crossings_by_need, legal_bridge_builds
from rules.carcassonne.preview import preview_lay
from rules.carcassonne.tiles import BY_ID
from rules.core import IllegalMove, Phrase, play
from rules.core.move import decode_move
from words import Voice

from .bridging import bridges_of, lay, reveal, shorten, without_bridges
from .table import BLUE, RED, Table, place


def refused(t: Table, text: str) -> str:
    """Why whoever is waited for may not do this."""
    (seat,) = t.game.waiting(t.s)
    with pytest.raises(IllegalMove) as error:
        play(t.game, t.s, seat, decode_move(text, t.game.moves))
    assert Voice("en", ["Ann", "Ben", "Cid", "Dan"]).phrase(Phrase(error.value.key, error.value.params))
    return error.value.key


def built(text: str) -> bool:
    return text.startswith("bridge-build")


def test_E44_a_bridge_across_the_city_of_the_new_tile() -> None:
    t = Table("bridge", seats=2)
    lay(t, "base-E", "N49", 180)
    t.hold("base-G", RED)
    assert "place N50 0" not in t.legal
    assert refused(t, "place N50 0") == "carc.error.edges_differ"
    t.play("bridge-place N50 0 N50.EW")
    assert t.same("M50.road-E", "N50.bridge")
    assert t.same("N49.city-S", "N50.city-N")
    assert bridges_of(t.s).left == (2, 3)
    assert [event.key for event in t.events] == ["carc.tile.laid", "carc.bridge.built"]
    assert not any(map(built, t.legal))  # one bridge for each tile laid
    assert refused(t, "bridge-build N50.EW") == "carc.error.bridge_one"
    t.audit()


def test_E45_a_bridge_on_the_neighbour_for_the_road_of_the_new_tile() -> None:
    t = Table("bridge", seats=2)
    lay(t, "base-G", "T60")
    t.hold("base-U", RED)
    t.play("bridge-place U60 90 T60.EW")
    assert t.same("T60.bridge", "U60.road-E")
    assert "deploy follower T60.bridge" not in t.legal  # the road of the new tile is the target
    t.play("deploy follower U60.road-E")
    assert t.s.board.held[t.root("T60.bridge")]
    assert t.s.board.frontier[position_of_cell(Cell.parse("S60"))] >> 3 & 7 == 2  # a road must meet the other end
    t.audit()


def test_E46_no_bridge_ends_on_a_road() -> None:
    t = Table("bridge", seats=2)
    t.hold("base-A", RED)
    t.play("place M51 90")
    assert refused(t, "bridge-build M51.EW") == "carc.error.bridge_edge"
    assert refused(t, "bridge-build M51.NS") == "carc.error.bridge_end"


def test_E47_a_road_with_a_bridge() -> None:
    t = Table("bridge", seats=2)
    lay(t, "base-W", "S60")
    t.put(BLUE, "S60.road-E")
    t.hold("base-B", RED)
    t.play("bridge-place T60 0 T60.EW")
    t.play("pass figure")
    assert t.scores == [0, 0]
    t.turn("base-W", "U60", 180, seat=BLUE)
    assert t.scores == [0, 3]
    (told,) = t.told("carc.feature.scored")
    assert told.params["tiles"] == ["S60", "T60", "U60"]
    t.audit()


def test_E48_bridges_in_a_row_and_over_monasteries() -> None:
    t = Table("bridge", seats=2)
    lay(t, "base-W", "S60")
    t.hold("base-B", RED)
    t.play("bridge-place T60 0 T60.EW")
    assert "deploy follower T60.monastery" in t.legal
    assert "deploy follower T60.bridge" in t.legal
    t.play("deploy follower T60.bridge")
    t.hold("base-B", BLUE)
    t.play("bridge-place U60 0 U60.EW")
    assert t.same("T60.bridge", "U60.bridge")
    assert t.s.board.open[t.root("U60.bridge")] == 1
    assert "deploy follower U60.bridge" not in t.legal  # Red stands on that road
    t.audit()


def only_roads(t: Table) -> None:
    """A board where a monastery fits nowhere without a bridge."""
    lay(t, "base-W", "M51", 90)


def test_T84_a_tile_that_needs_a_bridge_nobody_has() -> None:
    t = Table("bridge", seats=2)
    only_roads(t)
    without_bridges(t)
    reveal(t, "base-B", "base-U")
    t.turn("base-W", "N50", 270, seat=RED)
    assert t.told("carc.tile.put_aside")
    assert t.s.aside == (BY_ID["base-B"].number,)
    assert t.s.active == BLUE
    assert t.s.hand == BY_ID["base-U"].number


def test_a_tile_that_fits_with_a_bridge_only_may_be_declined() -> None:
    t = Table("bridge", seats=2)
    only_roads(t)
    reveal(t, "base-B", "base-U")
    t.turn("base-W", "N50", 270, seat=RED)
    assert {text.split()[0] for text in t.legal} == {"bridge-place", "bridge-decline"}
    t.play("bridge-decline")
    assert t.s.aside == (BY_ID["base-B"].number,)
    assert t.s.active == BLUE
    assert t.s.hand == BY_ID["base-U"].number
    assert bridges_of(t.s).left == (3, 3)
    assert "bridge-decline" not in t.legal
    t.audit()


def test_the_last_tile_declined_ends_the_game() -> None:
    t = Table("bridge", seats=2)
    only_roads(t)
    t.hold("base-W", RED)
    reveal(t, "base-B")
    shorten(t, 1)
    t.play("place N50 270")
    t.play("pass figure")
    t.play("bridge-decline")
    assert t.told("carc.game.over")


def test_T85_two_bridges_at_once_are_illegal() -> None:
    t = Table("bridge", seats=2)
    lay(t, "base-W", "S60")
    lay(t, "base-W", "T59")
    t.hold("base-B", RED)
    assert not [text for text in t.legal if " T60 " in text]
    assert refused(t, "bridge-place T60 0 T60.EW") == "carc.error.bridge_useless"


def test_T86_a_bridge_over_the_road_of_the_same_tile() -> None:
    t = Table("bridge", seats=2)
    t.hold("base-U", RED)
    t.play("place N50 90")
    t.play("bridge-build N50.NS")
    assert not t.same("N50.bridge", "N50.road-E")
    assert t.s.board.open[t.root("N50.bridge")] == 2
    assert t.s.board.open[t.root("N50.road-E")] == 2
    t.play("deploy follower N50.bridge")
    assert not t.s.board.held[t.root("N50.road-E")]
    t.audit()


def test_T87_a_field_under_a_bridge_stays_one() -> None:
    t = Table("bridge", seats=2)
    t.hold("base-B", RED)
    t.play("place M51 0")
    t.play("bridge-build M51.EW")
    t.play("deploy follower M51.field-NNW")
    lay(t, "base-W", "N51", 180)
    # The fields on both sides of the road that runs up to the bridge join the field below it.
    assert t.same("N51.field-NNW", "M51.field-NNW")
    assert t.same("N51.field-SSW", "M51.field-NNW")
    assert t.s.board.count_followers(t.root("M51.field-NNW")) == 1
    t.audit()


def test_T88_a_bridge_over_a_complete_city() -> None:
    t = Table("bridge", seats=2)
    lay(t, "base-E", "T59", 180)
    lay(t, "base-E", "T61")
    t.put(BLUE, "T59.city-S")
    t.hold("base-G", RED)
    t.play("place T60 0")
    assert t.complete("T60.city-N")
    t.play("bridge-build T60.EW")
    t.play("pass figure")
    assert t.scores == [0, 6]
    assert t.complete("T60.city-N")
    assert not t.complete("T60.bridge")
    t.audit()


def test_T89_no_bridge_runs_into_a_field() -> None:
    t = Table("bridge", seats=2)
    t.hold("base-U", RED)
    t.play("place M51 90")
    assert refused(t, "bridge-build M51.NS") == "carc.error.bridge_end"
    assert refused(t, "bridge-build M50.NS") == "carc.error.bridge_edge"


def test_a_neighbour_between_two_tiles_bears_no_bridge_for_a_new_road() -> None:
    t = Table("bridge", seats=2)
    lay(t, "base-B", "T60")
    lay(t, "base-B", "S60")
    t.hold("base-U", RED)
    assert not [text for text in t.legal if text.startswith("bridge-place U60 90")]  # its other end meets a field
    assert "bridge-place R60 90 S60.EW" not in t.legal


def test_a_neighbour_with_a_bridge_bears_no_other_for_a_new_road() -> None:
    t = Table("bridge", seats=2)
    lay(t, "base-B", "S60")
    t.hold("base-A", RED)
    assert [text for text in t.legal if text.endswith("S60.NS")]
    t.s.board.add_bridge(position_of_cell(Cell.parse("S60")), 1)
    assert not [text for text in t.legal if text.endswith("S60.NS")]


def test_a_free_bridge_beside_the_tile_just_laid() -> None:
    t = Table("bridge", seats=2)
    lay(t, "base-B", "T60")
    t.hold("base-B", RED)
    t.play("place T61 0")
    assert [text for text in t.legal if built(text)] == ["bridge-build T61.EW", "bridge-build T60.EW"]
    t.play("bridge-build T60.EW")
    assert "deploy follower T60.bridge" not in t.legal
    assert not any(map(built, t.legal))
    t.play("pass figure")
    t.turn("base-W", "U60", 180, seat=BLUE)
    assert t.same("U60.road-W", "T60.bridge")
    t.audit()


def test_one_bridge_for_each_tile_of_the_board() -> None:
    t = Table("bridge", seats=2)
    lay(t, "base-B", "T60")
    t.s.board.add_bridge(position_of_cell(Cell.parse("T60")), 1)
    bridges_of(t.s).built = ()
    t.hold("base-B", RED)
    t.play("place T61 0")
    assert refused(t, "bridge-build T60.NS") == "carc.error.bridge_twice"
    assert refused(t, "bridge-build Z60.NS") == "carc.error.bridge_far"


@pytest.mark.parametrize(("seats", "each"), [(2, 3), (4, 3), (5, 2), (6, 2)])
def test_bridges_and_castles_of_each_player(seats: int, each: int) -> None:
    shown = Table("bridge", seats=seats).game.view(Table("bridge", seats=seats).s, None).extras["bridge"]
    assert shown.bridges_left == shown.castles_left == (each,) * seats


def test_a_bridge_of_another_place_does_not_help() -> None:
    t = Table("bridge", seats=2)
    lay(t, "base-E", "N49", 180)
    t.hold("base-G", RED)
    assert refused(t, "bridge-place N50 0 N50.NS") == "carc.error.bridge_other"
    assert refused(t, "bridge-place M50 0 M50.NS") == "carc.error.cell_taken"
    assert refused(t, "bridge-place N50 0 Z60.NS") == "carc.error.bridge_far"
    without_bridges(t)
    assert refused(t, "bridge-place N50 0 N50.EW") == "carc.error.bridge_none"


def test_a_road_completed_by_a_bridge() -> None:
    t = Table("bridge", seats=2)
    lay(t, "base-W", "S60")
    lay(t, "base-W", "U60", 180)
    t.hold("base-B", RED)
    t.play("bridge-place T60 0 T60.EW")
    assert t.complete("T60.bridge")
    t.play("deploy follower T60.bridge")
    assert t.scores == [3, 0]
    assert t.s.supply_of_seat(RED)["follower"] == 7
    t.audit()


def test_bridges_make_no_tile_fit_that_fits_anyway() -> None:
    ways = crossings_by_need(BY_ID["base-B"].number)
    assert 0 not in ways
    assert crossings_by_need(BY_ID["base-C"].number) == {}


def test_a_preview_of_a_tile_with_its_bridge() -> None:
    t = Table("bridge", seats=2)
    lay(t, "base-W", "S60")
    lay(t, "base-W", "U60", 180)
    t.hold("base-B", RED)
    shown = preview_lay(t.game, t.s, RED, decode_move("bridge-place T60 0 T60.EW", t.game.moves))
    assert [info.spot.place for info in shown.places] == ["monastery", "field-NNW", "bridge"]
    assert [info.complete for info in shown.places] == [False, False, True]
    assert [f.points for f in shown.completed] == [3]
    assert shown.view.extras["bridge"].bridges[0].cell == Cell.parse("T60")
    assert t.s.board.bridges == {}


def test_views_show_bridges() -> None:
    t = Table("bridge", seats=2)
    t.hold("base-B", RED)
    t.play("place M51 0")
    t.play("bridge-build M51.EW")
    shown = t.game.view(t.s, None)
    ((cell, axis, seat),) = ((b.cell, b.axis, b.seat) for b in shown.extras["bridge"].bridges)
    assert (str(cell), axis, seat) == ("M51", "EW", RED)
    road = next(f for f in shown.features if f.places[0][1] == "bridge")
    assert [str(cell) for cell in road.open_at] == ["N51", "L51"]


# With other expansions: carcassonne.md 18.


def test_builder_and_bridge() -> None:
    t = Table("bridge", "trade", seats=2)
    t.turn("base-U", "N50", 90, "road-E", seat=RED)
    t.hold("base-U", RED)
    t.play("place O50 90")
    t.play("deploy builder O50.road-E")
    t.hold("base-B", RED)
    t.play("bridge-place P50 0 P50.EW")
    t.play("pass figure")
    assert t.told("carc.builder.again")
    assert t.s.active == RED
    t.play(next(text for text in t.legal if text.startswith("place")))
    if t.asks_figure:
        t.play("pass figure")
    assert t.s.active == BLUE  # no third part
    t.audit()


def test_abbey_and_bridge() -> None:
    t = Table("bridge", "abbey", seats=2)
    t.lay("abbey-tile", "T60")
    t.hold("base-B", RED)
    assert "place U60 0" in t.legal
    t.play("place U60 0")
    assert refused(t, "bridge-build U60.EW") == "carc.error.bridge_end"
    assert refused(t, "bridge-build T60.NS") == "carc.error.bridge_edge"
    t.play("pass figure")


def test_an_abbey_closes_the_road_over_a_bridge() -> None:
    t = Table("bridge", "abbey", seats=2)
    lay(t, "base-B", "T60")
    t.s.board.add_bridge(position_of_cell(Cell.parse("T60")), 1)
    lay(t, "base-W", "S60", 0)
    t.s.board.lay(position_of_cell(Cell.parse("U60")), 4 * BY_ID["abbey-tile"].number)
    assert t.complete("T60.bridge")


def test_bridge_and_river() -> None:
    t = Table("bridge", "river1", seats=2)
    t.lay("river1-fwfw", "T60")
    at = position_of_cell(Cell.parse("T60"))
    t.s.just = at
    assert [str(move) for move in legal_bridge_builds(t.s)] == ["bridge-build T60.NS"]  # over the river, not into it
    t.s.board.add_bridge(at, 0)
    assert t.s.board.turned_tile_at(at).edges == "RWRW"
    assert list(legal_bridge_builds(t.s)) == []


def test_place_is_not_bridge_place() -> None:
    t = Table("bridge", seats=2)
    t.hold("base-B", RED)
    assert place("M51", 0) in t.game.legal(t.s, RED)
