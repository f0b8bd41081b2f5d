"""The rivers: carcassonne.md 4.2, 4.4, 14 and the tricky cases T118 to T121."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.carcassonne.cells import STEPS_OVER_EDGES, Cell, position_of_cell
from rules.carcassonne.river import river_course
from rules.carcassonne.tiles import BY_ID, TILES
from rules.core import IllegalMove, decode_move

from .table import RED, Table

RIVERS = pytest.mark.parametrize("modules", [("river1",), ("river2",), ("river1", "river2")])


def ids(t: Table) -> list[str]:
    return [TILES[tile].id for tile in t.s.pile]


@RIVERS
def test_the_spring_replaces_the_start_tile_and_river_tiles_come_first(modules: tuple[str, ...]) -> None:
    t = Table(*modules)
    order = ids(t)
    rivers = {("river1",): 11, ("river2",): 11, ("river1", "river2"): 21}[modules]
    assert len(order) == rivers + 71
    assert all(BY_ID[tile].rivers for tile in order[:rivers])
    assert not any(BY_ID[tile].rivers for tile in order[rivers:])
    assert BY_ID[order[rivers - 1]].role == "lake"
    assert Counter(BY_ID[tile].role for tile in order)["spring"] == 0
    assert Counter(order)["base-D"] == 3
    assert t.game.view(t.s, None).laid[0].tile.endswith("spring")
    assert t.game.view(t.s, None).tile_total == rivers + 72


def test_both_rivers_have_one_spring_the_fork_first_and_the_lake_with_the_volcano() -> None:
    t = Table("river1", "river2")
    order = ids(t)
    assert order[0] == "river2-fwww-fork"
    assert order[20] == "river2-fffw-volcano-lake"
    assert "river1-fffw-lake" not in order
    assert not any("spring" in tile for tile in order)
    assert t.s.piles == (1, 19, 1, 71)


def test_the_fork_is_the_first_tile_of_the_second_river() -> None:
    for key in range(5):
        t = Table("river2", seats=2 + key)
        assert ids(t)[0] == "river2-fwww-fork"


def test_river_tiles_lie_only_where_the_river_goes_on() -> None:
    t = Table("river1", seats=2)
    t.hold("river1-fwfw")
    assert t.legal == ["place L50 0"]
    with pytest.raises(IllegalMove) as caught:
        t.play("place M49 90")
    assert caught.value.key == "carc.error.river_continue"
    with pytest.raises(IllegalMove) as caught:
        t.play("place L50 90")
    assert caught.value.key == "carc.error.edges_differ"
    assert caught.value.params == {"cell": "L50", "turn": 90, "side": "east", "mine": "field", "theirs": "river"}


def test_nobody_stands_on_the_river() -> None:
    t = Table("river1", seats=2)
    t.hold("river1-rwrw")
    t.play("place L50 0")
    assert t.figure_places() == ["road-N", "field-NNW", "field-NNE", "field-ESE", "field-SSW"]


def test_T118_no_immediate_u_turn() -> None:
    t = Table("river1", seats=2)
    t.turn("river1-ffww", "L50", 270)  # from east to south: to the left
    t.hold("river1-ccww")
    assert t.legal == ["place L51 90"]
    with pytest.raises(IllegalMove) as caught:
        t.play("place L51 180")
    assert caught.value.key == "carc.error.river_turn"
    assert caught.value.params == {"cell": "L51"}


def test_a_straight_tile_between_makes_the_second_turn_legal() -> None:
    t = Table("river1", seats=2)
    t.turn("river1-ffww", "L50", 270)
    t.turn("river1-fwfw", "L51", 90)
    t.hold("river1-ffww")
    assert t.legal == ["place L52 90", "place L52 180"]


def test_a_fork_counts_its_arms_as_turns_of_their_own() -> None:
    t = Table("river2", seats=2)
    t.turn("river2-fwww-fork", "L50", 0)  # straight on to the west; to the left, southward
    assert {(m.flow, m.bend) for m in river_course(t.s).mouths} == {(3, 0), (2, -1)}
    t.hold("river2-ffww")
    # In the west both bends; in the south only the right one.
    assert t.legal == ["place K50 180", "place K50 270", "place L51 90"]


def test_T119_the_arms_may_not_meet() -> None:
    t = Table("river2", seats=2)
    t.turn("river2-fwww-fork", "L50", 0)
    t.turn("river2-ffww", "L51", 90)  # the south arm runs to K51, and so would the west arm
    t.hold("river2-rrww")
    with pytest.raises(IllegalMove) as caught:
        t.play("place K50 270")
    assert caught.value.key == "carc.error.river_meet"
    assert caught.value.params == {"cell": "K50"}


def curl(t: Table) -> None:
    """A river that comes back to the east side of its spring, flowing north."""
    t.turn("river1-ffww", "L50", 270)
    t.turn("river1-fwfw", "L51", 90)
    t.turn("river1-ccww", "L52", 180)
    t.turn("river1-fwfw", "M52", 0)
    t.turn("river1-rrww", "N52", 90)
    t.turn("river1-rwfw-cloister", "N51", 90)


def test_the_river_may_not_run_into_a_tile() -> None:
    t = Table("river1", seats=2)
    curl(t)
    t.hold("river1-ffww")
    assert t.legal == ["place N50 270"]
    with pytest.raises(IllegalMove) as caught:
        t.play("place N50 0")
    assert caught.value.key == "carc.error.river_stuck"


def test_T120_a_river_tile_that_fits_nowhere_is_removed() -> None:
    order = (
        "river1-ffww",
        "river1-fwfw",
        "river1-ccww",
        "river1-fwfw",
        "river1-rrww",
        "river1-rwfw-cloister",
        "river1-rwrw",
        "river1-cwcw-x2",
        "river1-ffww",
        "river1-cwrw",
        "river1-fffw-lake",
    )
    t = Table("river1", seats=2, stack=order)
    for cell, turn in (("L50", 270), ("L51", 90), ("L52", 180), ("M52", 0), ("N52", 90), ("N51", 90)):
        t.events = t.play(f"place {cell} {turn}")
        t.events += t.play("pass figure")
    # Neither roads nor cities fit beside the spring: two tiles are removed, and the same player goes on.
    assert [event.params["tile"] for event in t.told("carc.tile.put_aside")] == ["river1-rwrw", "river1-cwcw-x2"]
    assert {event.params["seat"] for event in t.told("carc.tile.put_aside")} == {RED}
    assert t.s.active == RED
    assert t.game.view(t.s, None).drawn.tile == "river1-ffww"
    t.audit()


def flow(t: Table) -> None:
    """Any legal river, nobody deploys, until the lake is drawn or the river tiles are used up."""
    while TILES[t.s.hand].rivers and TILES[t.s.hand].role != "lake":
        t.play(t.legal[0])
        if t.asks_figure:
            t.play("pass figure")


def test_the_plain_lake_is_a_tile_like_others() -> None:
    t = Table("river1", seats=2)
    flow(t)
    seat = t.s.active
    assert TILES[t.s.hand].id == "river1-fffw-lake"
    t.play(t.legal[0])
    assert t.asks_figure
    assert len(t.figure_places()) == 1  # its field
    t.play("pass figure")
    assert t.s.active != seat
    assert river_course(t.s).mouths == ()


@pytest.mark.parametrize("modules", [("river2",), ("river1", "river2")])
def test_T121_the_lake_with_the_volcano_and_a_tile_in_one_turn(modules: tuple[str, ...]) -> None:
    t = Table(*modules, seats=3)
    flow(t)
    seat = t.s.active
    assert TILES[t.s.hand].id == "river2-fffw-volcano-lake"
    (told,) = t.game.describe_effects(t.s, seat, decode_move(t.legal[0], t.game.moves))
    assert told.key == "carc.preview.draws_again"
    events = t.play(t.legal[0])
    assert [event.key for event in events] == ["carc.tile.laid", "carc.tile.drawn"]
    assert t.s.active == seat
    assert not t.asks_figure
    assert not TILES[t.s.hand].rivers
    t.play(t.legal[0])
    assert t.asks_figure
    t.play(t.legal[0])
    assert t.s.active == (seat + 1) % 3
    t.audit()


def test_the_lake_scores_a_monastery_that_it_completes() -> None:
    t = Table("river2", seats=2)
    flow(t)
    lays = [line.split() for line in t.legal]
    lake = lays[0][1]
    column, row = lake[0], int(lake[1:])
    # The monastery two cells away would be complete but for the cell of the lake.
    step = next((dx, dy) for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)) if _free(t, chr(ord(column) + dx), row + dy))
    middle = (chr(ord(column) + step[0]), row + step[1])
    t.lay("base-B", f"{middle[0]}{middle[1]}")
    t.put(RED, f"{middle[0]}{middle[1]}.monastery")
    t.s.board.open[t.root(f"{middle[0]}{middle[1]}.monastery")] = 1  # as if all its other cells were taken
    t.play(f"place {lake} {lays[0][2]}")
    assert t.scores[RED] == 9
    assert not t.asks_figure


def _free(t: Table, column: str, row: int) -> bool:
    frontier = t.s.board.frontier
    at = position_of_cell(Cell.parse(f"{column}{row}"))
    return at not in t.s.board.laid and frontier.get(at, 0) == 0


def test_a_lake_that_fits_nowhere_is_removed_and_the_same_player_draws() -> None:
    t = Table("river2", seats=2)
    while TILES[t.s.pile[t.s.drawn]].role != "lake":
        t.play(t.legal[0])
        if t.asks_figure and TILES[t.s.pile[t.s.drawn]].role != "lake":
            t.play("pass figure")
    if not t.asks_figure:
        t.play(t.legal[0])
    river_course(t.s).mouths = ()
    seat = t.s.active
    events = t.play("pass figure")
    assert [event.key for event in events][-2:] == ["carc.tile.put_aside", "carc.tile.drawn"]
    assert t.s.active == (seat + 1) % 2
    assert not TILES[t.s.hand].rivers


def test_the_last_river_tile_fits_nowhere_and_the_same_player_lays_the_lake() -> None:
    t = Table("river2", seats=2)
    while t.s.drawn < 9:
        t.play(t.legal[0])
        if t.asks_figure:
            t.play("pass figure")
    t.play(t.legal[0])
    mouth = river_course(t.s).mouths[0]
    river_course(t.s).mouths = (mouth,)
    for aside in STEPS_OVER_EDGES:  # nothing but the end of a river fits between these
        if mouth.at + aside not in t.s.board.laid:
            t.s.board.lay(mouth.at + aside, 4 * BY_ID["base-B"].number)
    t.play("pass figure")
    assert [TILES[tile].role for tile in t.s.aside] == [""]
    assert TILES[t.s.hand].role == "lake"
    seat = t.s.active
    t.play(t.legal[0])
    assert not t.asks_figure  # the lake takes none, and another tile is drawn
    assert (t.s.active, TILES[t.s.hand].role) == (seat, "")


def test_the_last_river_tile_fits_nowhere_and_the_lake_comes_at_once() -> None:
    t = Table("river2", seats=2)
    while t.s.drawn < 9:
        t.play(t.legal[0])
        if t.asks_figure:
            t.play("pass figure")
    t.play(t.legal[0])
    river_course(t.s).mouths = ()  # as if every end were closed
    events = t.play("pass figure")
    keys = [event.key for event in events if event.key.startswith("carc.tile")]
    assert keys == ["carc.tile.put_aside", "carc.tile.put_aside", "carc.tile.drawn"]
    assert [TILES[tile].role for tile in t.s.aside] == ["", "lake"]
