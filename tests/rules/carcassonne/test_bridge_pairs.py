"""Bridges, Castles & Bazaars with other expansions: rows of carcassonne.md 18 that need more than one line."""

from __future__ import annotations

import random

import pytest

from rules.carcassonne import KIND
from rules.carcassonne.cells import NAMES
from rules.carcassonne.expansions.bridge.castles import NOT_SCORED
from rules.core import Choices, decode_move, play, start_game

from .bridging import bazaar_of, castle, castles_of, lay, reveal
from .counting import count_goes, settle_in
from .table import BLUE, RED, Table


def small_city(t: Table) -> None:
    """Red completes a small city with their knight, away from everything else; Blue has a follower in the City."""
    settle_in(t, BLUE, "castle")
    count_goes(t, "market")
    t.lay("base-E", "T60", 180)
    t.put(RED, "T60.city-S")
    t.hold("base-E", RED)
    t.play("place T61 0")
    t.play("pass figure")


@pytest.mark.parametrize("answer", ["build", "keep"])
def test_castle_and_count(answer: str) -> None:
    t = Table("bridge", "count", seats=2)
    small_city(t)
    assert t.legal == ["castle-build T60", "castle-keep T60"]
    t.play(f"castle-{answer} T60")
    # A castle is not being scored, so nobody comes from the castle quarter.
    assert any(text.startswith("count-send") for text in t.legal) == (answer == "keep")
    if answer == "build":
        assert t.s.active == BLUE
        assert t.scores == [0, 0]


def test_points_of_a_castle_open_the_city_of_carcassonne() -> None:
    t = Table("bridge", "count", seats=2)
    t.lay("base-E", "T60", 180)
    t.put(RED, "T60.city-S")
    t.hold("base-E", RED)
    t.play("place T61 0")
    t.play("pass figure")
    t.play("castle-build T60")
    t.lay("base-A", "U60", 90)
    t.hold("base-A", BLUE)
    t.play("place V60 270")  # completes a road beside the castle
    t.play("pass figure")
    assert t.scores == [2, 0]
    assert any(text.startswith("count-enter") for text in t.legal)


def test_princess_and_castle() -> None:
    t = Table("bridge", "princess", seats=2)
    castle(t)
    (lord,) = t.s.figures
    assert any(ask(t.s, lord) for ask in t.s.hooks.protects_figure)
    (wide,) = (ask(t.s) for ask in t.s.hooks.tiles_of_wide_figures)
    assert [NAMES[at] for at in wide[lord.node]] == ["M50", "M49"]


def test_goods_and_castle() -> None:
    t = Table("bridge", "trade", seats=2)
    castle(t)
    assert sum(sum(row.values()) for row in t.game.view(t.s, None).extras["trade"].goods) == 0
    assert castles_of(t.s).built[0].points == NOT_SCORED


def test_an_abbey_makes_no_castle() -> None:
    t = Table("bridge", "abbey", seats=2)
    for tile, cell in (("base-B", "T59"), ("base-B", "S60"), ("base-B", "U60"), ("base-E", "T61")):
        lay(t, tile, cell)
    t.put(RED, "T61.city-N")
    t.s.active = RED
    t.turn("base-B", "M51", seat=BLUE)
    assert "abbey T60" in t.legal
    t.play("abbey T60")
    t.play("pass figure")
    assert castles_of(t.s).built == ()  # one half-circle is no small city
    assert t.scores == [2, 0]
    t.audit()


def test_dragon_tiles_of_a_bazaar() -> None:
    t = Table("bridge", "princess", seats=2)
    t.turn("princess-ffff-volcano", "M51", seat=RED)
    t.hold("bridge-ffff-bazaar", RED)
    reveal(t, "princess-rrrf-dragon", "base-U")
    t.play("place M52 0")
    t.play("pass figure")
    assert bazaar_of(t.s).lots[0].seat is not None
    t.play("bazaar-open 1 0")
    t.play("bazaar-pass 1")
    t.play(next(text for text in t.legal if text.startswith("place")))
    t.play("pass figure")
    assert all(text.startswith("dragon") for text in t.legal)
    t.audit()


def test_a_volcano_tile_may_bear_a_bridge() -> None:
    t = Table("bridge", "princess", seats=2)
    t.hold("princess-ffff-volcano", RED)
    t.play("place M51 0")
    assert not [text for text in t.legal if text.startswith("deploy")]
    t.play("bridge-build M51.EW")
    assert t.s.active == BLUE  # nothing else can be done with a volcano
    t.audit()


def test_where_the_steps_stand_in_a_turn() -> None:
    steps = [name for rank, name, module in KIND.make(Choices(("bridge",))).pipeline()]
    assert steps == [
        "carc.bazaar.turn",
        "carc.draw",
        "carc.lay",
        "carc.figures",
        "carc.castle.time",
        "carc.score",
        "carc.lords",
        "carc.bazaar.time",
        "carc.end",
    ]


def test_a_river_tile_that_fits_with_a_bridge_only_is_put_aside_and_the_river_goes_on() -> None:
    game = KIND.make(Choices(("river2", "bridge")))
    luck, s = random.Random(2), start_game(game, 2, bytes([2]) * 32).state
    decline = decode_move("bridge-decline", game.moves)
    while decline not in (legal := list(game.legal(s, min(game.waiting(s))))):
        s = play(game, s, min(game.waiting(s)), luck.choice(legal)).state
    declined, seat = s.hand, s.active
    after = play(game, s, seat, decline)
    assert after.state.aside == (*s.aside, declined)
    assert (after.state.active, after.state.drawn) == (seat, s.drawn + 1)
    assert after.events[0].key == "carc.bridge.declined"
    assert after.state.hand == s.pile[s.drawn]
    game.audit(after.state)
