"""Rows of carcassonne.md 18 that are in no file of their own modules."""

from __future__ import annotations

import pytest

from rules.carcassonne.expansions.bridge.castles import NOT_SCORED

from .bridging import castle, castles_of, without_bridges
from .counting import inside, settle_in
from .holes import pass_turn, ring_around
from .lairs import summon
from .table import BLUE, RED, YELLOW, Table
from .test_cult import duels


def ring(t: Table, cells: dict[str, int]) -> None:
    """Fields, each with a cap turned away."""
    for cell, turn in cells.items():
        t.lay("base-E", cell, turn)


# Figures.


def test_cathedral_and_mayor() -> None:
    """A shield is worth three points, and still counts one for the mayor."""
    t = Table("inns", "abbey", seats=2)
    t.lay("inns-cccc-cathedral", "T60")
    ring(t, {"T59": 180, "S60": 90, "U60": 270})
    t.lay("abbey-cfff-shield", "T61")
    t.put(BLUE, "T60.city-N", "mayor")
    t.put(RED, "S60.city-E")
    t.score("T60.city-N")
    assert t.scores == [3 * (5 + 1), 3 * (5 + 1)]


@pytest.mark.parametrize(
    ("figure", "spot", "tile", "lay", "builds"),
    [
        ("wagon", "M50.road-E", "base-U", "N50 90", "N50.road-E"),
        ("mayor", "M50.city-N", "base-G", "M49 0", "M49.city-N"),
    ],
)
def test_builder_beside_a_wagon_or_a_mayor(figure: str, spot: str, tile: str, lay: str, builds: str) -> None:
    t = Table("trade", "abbey", seats=2)
    t.put(RED, spot, figure)
    t.hold(tile, RED)
    t.play(f"place {lay}")
    assert f"deploy builder {builds}" in t.legal


def test_a_builder_and_a_castle_cannot_meet() -> None:
    t = Table("trade", "bridge", seats=2)
    without_bridges(t)
    t.put(RED, "M50.city-N")
    t.hold("base-E", RED)
    t.play("place M49 180")
    assert not [line for line in t.legal if line.startswith("deploy builder")]
    t.play("pass figure")
    assert t.legal == ["castle-build M50", "castle-keep M50"]


def test_the_dragon_does_not_reach_into_the_quarters() -> None:
    t = Table("count", "princess", seats=2, dragon_count="avoid_inner")
    settle_in(t, BLUE, "castle")
    t.lay("base-B", "N49")
    t.lay("base-B", "O49")
    summon(t, "N49")
    t.hold("princess-rfrf-dragon", RED)
    t.play(t.legal[0])
    t.play("pass figure")
    t.play("dragon N50")  # where they stand in the castle quarter
    assert inside(t, "castle") == [("follower", BLUE)]
    assert t.left(BLUE) == 6


# Barns and castles: 9.4.


def beside_a_castle(t: Table) -> None:
    """A castle of Red on M49 and M50, with three of four fields that meet at the corner of L48."""
    castle(t)
    for tile, cell in (("base-B", "L49"), ("base-B", "L48"), ("base-E", "M48")):
        t.lay(tile, cell)


@pytest.mark.parametrize("pig", [False, True])
def test_farmers_of_a_new_barn_beside_a_castle(pig: bool) -> None:
    t = Table("bridge", "abbey", "trade", seats=2)
    without_bridges(t)
    beside_a_castle(t)
    t.put(BLUE, "L49.field-NNW")
    if pig:
        t.put(BLUE, "L48.field-NNW", "pig")
    t.hold("base-B", BLUE)
    t.play("place K48 0")
    t.play("pass figure")
    t.hold("base-B", RED)
    t.play("place K49 0")
    t.play("barn NE")
    assert t.scores == [0, 4 + pig]


@pytest.mark.parametrize("pig", [False, True])
def test_farmers_who_come_to_a_barn_beside_a_castle(pig: bool) -> None:
    t = Table("bridge", "abbey", "trade", seats=2)
    without_bridges(t)
    beside_a_castle(t)
    t.hold("base-B", BLUE)
    t.play("place K48 0")
    t.play("pass figure")
    t.hold("base-B", RED)
    t.play("place K49 0")
    t.play("barn NE")
    t.lay("base-B", "J47")
    t.lay("base-B", "I47")
    t.put(BLUE, "J47.field-NNW")
    if pig:
        t.put(BLUE, "I47.field-NNW", "pig")
    t.hold("base-E", RED)
    t.play("place J48 270")
    t.play("pass figure")
    assert t.scores == [0, 2 + pig]


# The Cult.


def test_a_portal_leads_to_a_shrine_and_into_a_duel() -> None:
    t = Table("princess", "cult", seats=2)
    t.lay("cult-ffff-shrine", "T60")
    t.lay("base-B", "U60")
    t.put(BLUE, "U60.monastery")
    t.hold("princess-cfrr-portal", RED)
    t.play("place N50 0")
    assert duels(t) == ()
    t.play("deploy follower T60.monastery")
    assert len(duels(t)) == 1


def test_the_monk_of_an_abbey_wins_a_duel() -> None:
    t = Table("abbey", "cult", seats=2)
    ring_around(t, "U60", edges=(("base-E", 0), ("base-E", 90), ("base-E", 180), ("cult-ffff-shrine", 0)))
    ring(t, {"T59": 0, "V59": 0, "T61": 180, "V61": 180})
    t.put(RED, "T60.monastery")
    pass_turn(t)
    t.play("abbey U60")
    t.play("deploy follower U60.monastery")
    assert t.scores == [0, 9]
    assert t.told("carc.duel.lost")
    assert t.left(RED) == 7


def test_the_building_of_the_loser_scores_no_castle() -> None:
    t = Table("bridge", "cult", seats=3)
    without_bridges(t)
    castle(t)
    t.lay("base-B", "N49")
    t.lay("cult-ffff-shrine", "O48")
    ring(t, {"N47": 0, "O47": 0, "N48": 270, "P48": 90, "O49": 180, "P49": 180})
    t.put(BLUE, "O48.monastery")
    t.put(YELLOW, "N49.monastery")
    t.turn("base-E", "P47", 0, None, YELLOW)
    assert t.scores == [0, 9, 0]
    assert t.told("carc.duel.lost")
    assert castles_of(t.s).built[0].points == NOT_SCORED


# The City.


def test_points_by_an_abbey_open_the_City() -> None:
    t = Table("count", "abbey", seats=2)
    t.lay("base-A", "R60", 90)
    t.lay("base-U", "S60", 90)
    for cell in ("T59", "U60", "T61"):
        t.lay("base-B", cell)
    t.put(RED, "S60.road-E")
    t.hold("base-B", RED)
    t.play("place Q50 0")
    t.play("pass figure")
    t.play("abbey T60")  # Blue
    t.play("pass figure")
    assert t.scores == [2, 0]
    assert list(t.game.waiting(t.s)) == [BLUE]
    assert t.legal[0] == "count-enter follower castle"
