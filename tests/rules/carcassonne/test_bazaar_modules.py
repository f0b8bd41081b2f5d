"""Bazaars with other expansions: carcassonne.md 18."""

from __future__ import annotations

from rules.carcassonne.tiles import BY_ID

from .bridging import anywhere, bazaar_of, bridges_of, hand, lay, reveal
from .table import BLUE, RED, Table


def test_builder_and_bazaar() -> None:
    t = Table("bridge", "trade", seats=2)
    t.turn("base-U", "N50", 90, "road-E", seat=RED)
    t.hold("base-U", RED)
    t.play("place O50 90")
    t.play("deploy builder O50.road-E")
    t.hold("bridge-rfrf-bazaar", RED)
    reveal(t, "base-B")
    t.play("place P50 90")
    t.play("pass figure")
    assert (t.s.active, hand(t)) == (RED, "base-B")  # the second part comes first
    assert bazaar_of(t.s).noted
    reveal(t, "base-U", "base-V", "base-A")
    anywhere(t)
    assert list(t.game.waiting(t.s)) == [BLUE]
    t.play("bazaar-open 1 0")
    t.play("bazaar-pass 1")
    anywhere(t)
    assert (t.s.active, hand(t)) == (RED, "base-V")
    t.audit()


def test_a_second_part_in_a_bazaar_turn_draws_from_the_pile() -> None:
    t = Table("bridge", "trade", seats=2)
    t.turn("base-U", "N50", 90, "road-E", seat=RED)
    t.hold("base-U", RED)
    t.play("place O50 90")
    t.play("deploy builder O50.road-E")
    t.hold("bridge-ffff-bazaar", BLUE)
    reveal(t, "base-U", "base-V", "base-A")
    t.play("place M51 0")
    t.play("pass figure")
    t.play("bazaar-open 1 0")
    t.play("bazaar-bid 1 1")  # Blue laid the bazaar, so Red opened it
    t.play("bazaar-buy 1")
    assert (t.s.active, hand(t)) == (RED, "base-U")
    t.play("place P50 90")
    t.play("pass figure")
    assert (t.s.active, hand(t)) == (RED, "base-A")
    anywhere(t)
    assert (t.s.active, hand(t)) == (BLUE, "base-V")
    t.audit()


def test_bazaar_and_abbey() -> None:
    t = Table("bridge", "abbey", seats=2)
    for cell in ("T59", "T61"):
        lay(t, "base-B", cell)
    for cell in ("S60", "U60"):
        lay(t, "base-E", cell)
    t.hold("bridge-ffff-bazaar", RED)
    reveal(t, "base-U", "base-V")
    t.play("place M51 0")
    t.play("pass figure")
    t.play("bazaar-open 1 0")
    t.play("bazaar-pass 1")
    for seat in (BLUE, RED):
        assert t.s.active == seat
        assert t.s.hand >= 0  # nobody is asked for their abbey
        anywhere(t)
    assert "abbey T60" in t.legal


def test_no_dragon_is_revealed_before_a_volcano() -> None:
    t = Table("bridge", "princess", seats=3)
    t.hold("bridge-ffff-bazaar", RED)
    assert not [tile for tile in t.s.pile if "dragon" in next(x for x in BY_ID.values() if x.number == tile).symbols]
    t.play("place M51 0")
    t.play("pass figure")
    assert len(bazaar_of(t.s).lots) == 3
    t.audit()


def test_a_declined_bazaar_tile_opens_nothing() -> None:
    t = Table("bridge", seats=2)
    lay(t, "base-W", "M51", 90)
    t.hold("base-W", RED)
    reveal(t, "bridge-ffff-bazaar", "base-U")
    t.play("place N50 270")
    t.play("pass figure")
    t.play("bridge-decline")
    assert not bazaar_of(t.s).noted
    assert hand(t) == "base-U"
    assert bridges_of(t.s).left == (3, 3)
