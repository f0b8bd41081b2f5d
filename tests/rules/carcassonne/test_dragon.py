"""Volcanoes and the dragon: carcassonne.md 4 no. 7, 12.2, 12.3, E34, T45-T53."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.carcassonne.expansions.princess.dragon import mix_in_dragon_tiles
from rules.carcassonne.tiles import TILES
from rules.core import IllegalMove, encode_move, play
from rules.core.chance import Chance
from rules.core.game import Context

from .lairs import asks_step, at, den, fairy, meadow, name, steps, summon, wake
from .table import BLUE, GREEN, RED, YELLOW, Table

ANNA, BEN, KOBI, DAVID = range(4)


def test_E34_the_dragon_of_four_players() -> None:
    t = Table("princess", seats=4)
    # Start at (0, 0) = T60; x to the right, y down. R59 gives the last player a choice.
    meadow(t, "T60", "T59", "S59", "S60", "R60", "R59", "R58", "Q59")
    t.put(BLUE, "S60.monastery")
    t.put(RED, "R59.field-NNW")
    summon(t, "T60")
    wake(t, ANNA)
    assert t.legal == ["dragon T59", "dragon S60"]
    assert steps(t, "T59") == [(ANNA, "T59", False), (BEN, "S59", True)]
    assert t.game.waiting(t.s) == (KOBI,)
    assert t.legal == ["dragon S60", "dragon R59"]
    # David has no other way: all other neighbours have been visited, the starting tile among them. Anna neither.
    told = t.play("dragon S60")
    assert [(e.key, e.params.get("seat"), e.params.get("cell")) for e in told[:3]] == [
        ("carc.dragon.eats", KOBI, "S60"),
        ("carc.dragon.goes", DAVID, "R60"),
        ("carc.dragon.goes_eats", ANNA, "R59"),
    ]
    assert told[0].params["returned"] == [["follower", BLUE, "S60.monastery"]]
    assert told[2].params["returned"] == [["follower", RED, "R59.field-NNW"]]
    assert t.game.waiting(t.s) == (BEN,)
    told = t.play("dragon R58")
    assert told[0].params["left"] == 0
    assert not t.told("carc.dragon.stuck")
    assert list(map(name, den(t).path)) == ["T60", "T59", "S59", "S60", "R60", "R59", "R58"]
    assert not den(t).moving
    assert [t.left(seat) for seat in range(4)] == [7, 7, 7, 7]
    assert t.s.figures == []
    assert t.s.active == BEN


def test_T45_dragon_tiles_wait_for_the_first_volcano() -> None:
    t = Table("princess", seats=2)
    dragons = [tile for tile in TILES if "dragon" in tile.symbols]
    assert sum(tile.count for tile in dragons) == 12
    assert len(den(t).away) == 12
    assert not any("dragon" in TILES[tile].symbols for tile in t.s.pile)
    total = t.game.view(t.s, None).tile_total
    before = t.s.pile
    t.hold("princess-ffff-volcano")
    held = t.s.pile
    (seat,) = t.game.waiting(t.s)
    done = play(t.game, t.s, seat, next(iter(t.game.legal(t.s, seat))))
    s = done.state
    assert len(held) == len(before) == len(s.pile) - 12
    assert Counter(s.pile) - Counter(before) == Counter({tile.number: tile.count for tile in dragons})
    assert s.pile[: s.drawn - 1] == held[: s.drawn - 1]  # what was drawn stays in its place
    assert [tile for tile in s.pile if "dragon" not in TILES[tile].symbols] == list(held)
    assert s.piles == (len(s.pile),)
    # The tile drawn next may be one of them already: 12 numbers were drawn to put them in.
    assert len(done.chance) == 12
    assert done.barrier
    assert [e.key for e in done.events[:3]] == ["carc.tile.laid", "carc.dragon.comes", "carc.dragon.tiles"]
    assert t.game.view(s, None).tile_total == total
    t.game.audit(s)


def test_T45_without_a_volcano_the_dragon_tiles_stay_out() -> None:
    t = Table("princess", seats=2)
    t.last()
    t.hold("base-V")
    t.play("place N50 180")
    t.play("pass figure")
    assert t.game.over(t.s)
    assert len(den(t).away) == 12


def test_T45_where_the_dragon_tiles_go() -> None:
    """The tile drawn next is a dragon tile as often as in a pile that was shuffled anew."""
    first: Counter[bool] = Counter()
    t = Table("princess", seats=2)
    rest = len(t.s.pile) - t.s.drawn
    for number in range(1500):
        s = t.s.copy()
        mix_in_dragon_tiles(Context(s, Chance(number.to_bytes(32, "big"))))
        first["dragon" in TILES[s.pile[s.drawn]].symbols] += 1
        assert len(s.pile) == len(t.s.pile) + 12
    expected = 1500 * 12 / (rest + 12)
    assert abs(first[True] - expected) < 5 * expected**0.5


def test_T46_no_step_at_all() -> None:
    t = Table("princess", seats=3)
    meadow(t, "T60")
    summon(t, "T60")
    wake(t, RED)
    assert not asks_step(t)
    (stuck,) = t.told("carc.dragon.stuck")
    assert stuck.params["n"] == 6
    assert not den(t).moving
    assert t.s.active == BLUE


def test_T47_a_dead_end() -> None:
    t = Table("princess", seats=3)
    meadow(t, "T60", "U60", "S60", "R60")
    summon(t, "T60")
    wake(t, RED)
    assert t.legal == ["dragon U60", "dragon S60"]
    assert steps(t, "S60") == [(RED, "S60", False), (BLUE, "R60", True)]
    (stuck,) = t.told("carc.dragon.stuck")
    assert (stuck.params["cell"], stuck.params["n"]) == ("R60", 4)
    assert t.s.active == BLUE
    assert not asks_step(t)


def corridor(t: Table) -> None:
    """A straight way with a blind alley at each tile: everybody has a choice at each step."""
    for x in range(8):
        cells = [f"{chr(ord('S') + x)}60", f"{chr(ord('S') + x)}61"]
        meadow(t, *cells)


@pytest.mark.parametrize(
    ("seats", "order"),
    [(2, [0, 1, 0, 1, 0, 1]), (3, [0, 1, 2, 0, 1, 2]), (5, [0, 1, 2, 3, 4, 0]), (6, [0, 1, 2, 3, 4, 5])],
    ids=["T48", "three", "T49", "six"],
)
def test_T48_T49_who_moves_the_dragon(seats: int, order: list[int]) -> None:
    t = Table("princess", seats=seats)
    corridor(t)
    summon(t, "S60")
    wake(t, RED)
    told = steps(t, "T60", "U60", "V60", "W60", "X60", "Y60")
    assert [seat for seat, _, _ in told] == order
    assert not asks_step(t)
    assert t.s.active == 1 % seats


def test_the_active_player_makes_the_first_step() -> None:
    t = Table("princess", seats=4)
    corridor(t)
    summon(t, "S60")
    wake(t, GREEN)
    assert [seat for seat, _, _ in steps(t, "T60", "U60", "V60", "W60", "X60", "Y60")] == [3, 0, 1, 2, 3, 0]
    assert t.s.active == RED


def test_T50_never_back_to_where_it_started() -> None:
    t = Table("princess", seats=2)
    meadow(t, "T60", "U60", "U61", "T61", "S61")
    summon(t, "T60")
    wake(t, RED)
    steps(t, "U60")
    assert list(map(name, den(t).path)) == ["T60", "U60", "U61", "T61", "S61"]  # not T60, though it lies beside T61
    (stuck,) = t.told("carc.dragon.stuck")
    assert stuck.params["n"] == 2


def test_why_the_dragon_may_not_go_there() -> None:
    t = Table("princess", seats=2)
    meadow(t, "T60", "U60", "S60", "T59", "V60", "U59")
    fairy(t, "T59")
    summon(t, "T60")
    wake(t, RED)
    assert t.legal == ["dragon U60", "dragon S60"]
    for move, reason in (
        ("dragon V60", "dragon_far"),
        ("dragon T61", "dragon_empty"),
        ("dragon T59", "dragon_fairy"),
        ("dragon T60", "dragon_far"),
        ("pass figure", "move.illegal"),
        ("deploy follower N50.road-E", "move.illegal"),
    ):
        with pytest.raises(IllegalMove) as refused:
            t.play(move)
        assert refused.value.key == (reason if "." in reason else f"carc.error.{reason}")
    t.play("dragon U60")
    with pytest.raises(IllegalMove) as refused:
        t.play("dragon T60")
    assert refused.value.key == "carc.error.dragon_again"


def test_T51_the_road_is_scored_without_the_eaten_follower() -> None:
    t = Table("princess", seats=2)
    t.turn("base-X", "L50", seat=RED)
    t.turn("base-U", "N50", 90)
    meadow(t, "P50")
    summon(t, "P50")
    t.hold("princess-rrrf-dragon", RED)
    t.play("place O50 180")  # a crossing that closes the road
    told = t.play("deploy follower O50.road-W")
    assert [e.key for e in told[:3]] == ["carc.figure.deployed", "carc.dragon.goes_eats", "carc.dragon.goes"]
    assert told[1].params["returned"] == [["follower", RED, "O50.road-W"]]
    while asks_step(t):
        told += t.play(t.legal[0])
    assert not [e for e in told if e.key.startswith("carc.feature")]
    assert t.scores == [0, 0]
    assert t.left(RED) == 7


def test_T51_the_other_way_round_with_the_other_option() -> None:
    t = Table("princess", seats=2, dragon_move="after_scoring")
    t.turn("base-X", "L50", seat=RED)
    t.turn("base-U", "N50", 90)
    meadow(t, "P50")
    summon(t, "P50")
    t.hold("princess-rrrf-dragon", RED)
    t.play("place O50 180")
    told = t.play("deploy follower O50.road-W")
    assert [e.key for e in told[:3]] == ["carc.figure.deployed", "carc.feature.scored", "carc.dragon.goes"]
    assert t.scores == [4, 0]


def test_T52_a_volcano_beside_the_fairy() -> None:
    t = Table("princess", seats=2)
    t.turn("base-E", "M51", 180, "field-NNW", RED)
    fairy(t, "M51")
    t.hold("princess-ffff-volcano", RED)
    told = t.play("place L51 0")
    assert [e.key for e in told[:2]] == ["carc.tile.laid", "carc.dragon.comes"]
    assert den(t).dragon == at("L51")
    assert den(t).fairy == at("M51")


def test_T53_a_volcano_extends_an_own_city_and_takes_nobody() -> None:
    t = Table("princess", seats=2)
    t.turn("base-G", "M49", 0, "city-N", RED)
    t.hold("princess-cfff-volcano", RED)
    t.play("place M48 180")
    assert t.legal == ["fairy M49", "pass figure"]
    t.play("pass figure")
    assert t.scores == [6, 0]
    t = Table("princess", seats=2)
    t.turn("base-N", "M49", 90, "city-E", RED)
    t.hold("princess-ccff-x2-volcano", RED)
    t.play("place N49 180")
    assert t.s.board.count_tiles(t.root("M49.city-E")) == 3
    assert t.legal == ["fairy M49", "pass figure"]


def test_nothing_is_put_on_a_new_volcano() -> None:
    t = Table("princess", seats=2)
    t.turn("base-E", "M51", 180, "city-S", RED)
    t.hold("princess-ffff-volcano", RED)
    t.play("place N51 0")
    # Moving the fairy stays possible.
    assert t.legal == ["fairy M51", "pass figure"]
    with pytest.raises(IllegalMove) as refused:
        t.play("deploy follower N51.field-NNW")
    assert refused.value.key == "carc.error.dragon_here"
    t.play("pass figure")
    # Without a follower on the board nothing can be done, and nobody is asked.
    t = Table("princess", seats=2)
    t.hold("princess-ffff-volcano", RED)
    t.play("place M51 0")
    assert not t.asks_figure
    assert t.s.active == BLUE


def test_the_arrival_eats_nothing_and_the_old_tile_keeps_its_figures() -> None:
    t = Table("princess", seats=2)
    meadow(t, "T60", "T61")
    t.put(RED, "T60.monastery")
    den(t).dragon = at("T60")
    den(t).away = ()
    t.hold("princess-ffff-volcano", BLUE)
    told = t.play("place M51 0")
    (called,) = [e for e in told if e.key == "carc.dragon.called"]
    assert (called.params["old"], called.params["cell"]) == ("T60", "M51")
    assert t.left(RED) == 6


def test_a_dragon_tile_takes_a_figure_before_the_dragon_moves() -> None:
    t = Table("princess", seats=2)
    meadow(t, "T60", "T61", "S60")
    summon(t, "T60")
    t.hold("princess-rfrf-dragon", RED)
    t.play("place N50 90")
    assert "deploy follower N50.road-E" in t.legal
    t.play("deploy follower N50.road-E")
    assert asks_step(t)
    assert t.game.view(t.s, None).tasks[RED].params == {"n": 6}


def test_every_figure_of_the_tile_goes_home() -> None:
    t = Table("princess", seats=3)
    t.lay("base-A", "T60", 0)
    t.put(RED, "T60.road-N")
    t.put(BLUE, "T60.monastery")
    t.put(YELLOW, "T60.field-NNW")
    meadow(t, "S60")
    t.put(RED, "S60.monastery")
    summon(t, "S60")  # the tile it starts from loses nothing
    wake(t, RED)
    (eats,) = [e for e in t.events if e.key == "carc.dragon.goes_eats"]
    assert eats.params["n"] == 3
    assert eats.params["seats"] == [RED, BLUE, YELLOW]
    assert [t.left(seat) for seat in range(3)] == [6, 7, 7]
    assert t.s.board.held[t.root("T60.monastery")] == 0
    assert at("T60") in t.s.changed


def test_the_view_of_the_dragon() -> None:
    t = Table("princess", seats=4)
    assert t.game.view(t.s, None).extras["princess"].dragon is None
    assert t.game.view(t.s, None).extras["princess"].away == 12
    corridor(t)
    summon(t, "T60")
    fairy(t, "T61")
    wake(t, RED)
    t.play("dragon U60")
    view = t.game.view(t.s, None)
    shown = view.extras["princess"]
    assert (str(shown.dragon), str(shown.fairy), shown.left, shown.mover) == ("U60", "T61", 5, BLUE)
    assert list(map(str, shown.path)) == ["T60", "U60"]
    assert list(map(str, shown.ways)) == ["V60", "U61"]
    assert [(p.kind, p.seat, str(p.cell)) for p in view.pieces] == [("dragon", None, "U60"), ("fairy", None, "T61")]
    assert [encode_move(move) for move in t.game.legal(t.s, BLUE)] == [f"dragon {cell}" for cell in shown.ways]


def test_the_lake_with_the_volcano_brings_the_dragon() -> None:
    stack = ["river2-fwww-fork"]
    t = Table("princess", "river2", seats=2, stack=stack)
    while "volcano" not in TILES[t.s.hand].symbols:
        t.play(t.legal[0])
        if t.asks_figure:
            t.play("pass figure")
    assert len(den(t).away) == 12
    lake = t.s.board.laid.copy()
    t.play(t.legal[0])
    (cell,) = set(t.s.board.laid) - set(lake)
    assert den(t).dragon == cell
    assert den(t).away == ()
    assert not t.asks_figure
    assert not asks_step(t)
    assert t.s.active == 10 % 2
    t.audit()
