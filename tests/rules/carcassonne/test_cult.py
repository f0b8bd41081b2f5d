"""Shrines, heretics and duels: carcassonne.md 17.2, 17.3, with the worked examples and tricky cases."""

from __future__ import annotations

import pytest

from rules.carcassonne.cells import Cell
from rules.carcassonne.expansions.cult.view import Duel
from rules.core import IllegalMove

from .table import BLUE, RED, YELLOW, Table

# Fields all around a shrine on T60 and a monastery on U60: the cells of both rings, with a cap turned outward.
RING = {
    "S59": 0,
    "T59": 0,
    "U59": 0,
    "V59": 0,
    "S60": 270,
    "V60": 90,
    "S61": 180,
    "T61": 180,
    "U61": 180,
    "V61": 180,
}


def duel(t: Table, heretic: int, monk: int, *missing: str) -> None:
    """A shrine beside a monastery, both held, and all cells around them laid but for these."""
    t.lay("cult-ffff-shrine", "T60")
    t.lay("base-B", "U60")
    t.put(heretic, "T60.monastery")
    t.put(monk, "U60.monastery")
    for cell, turn in RING.items():
        if cell not in missing:
            t.lay("base-E", cell, turn)


def duels(t: Table) -> tuple[Duel, ...]:
    shown: tuple[Duel, ...] = t.game.view(t.s, None).extras["cult"].duels
    return shown


def test_E56_the_shrine_is_surrounded_first() -> None:
    t = Table("cult", seats=3)
    duel(t, RED, BLUE, "S61", "V59", "V60")
    assert duels(t) == (Duel(Cell.parse("T60"), Cell.parse("U60")),)
    t.turn("base-E", "S61", 180, seat=YELLOW)
    assert t.scores == [9, 0, 0]
    assert [t.left(seat) for seat in range(3)] == [7, 7, 7]
    (told,) = t.told("carc.duel.lost")
    assert (told.params["seat"], told.params["cell"], told.params["won_at"]) == (BLUE, "U60", "T60")
    assert told.params["feature"] == "monastery"
    (scored,) = t.told("carc.feature.scored")
    assert (scored.params["feature"], scored.params["rule"], scored.params["category"]) == (
        "shrine",
        "shrine",
        "monasteries",
    )
    assert duels(t) == ()


def test_the_monastery_is_surrounded_first() -> None:
    t = Table("cult", seats=3)
    duel(t, RED, BLUE, "V61", "S59", "S60")
    t.turn("base-E", "V61", 180, seat=YELLOW)
    assert t.scores == [0, 9, 0]
    assert [t.left(seat) for seat in range(3)] == [7, 7, 7]
    (told,) = t.told("carc.duel.lost")
    assert (told.params["seat"], told.params["feature"]) == (RED, "shrine")


def test_E57_undecided_at_the_end() -> None:
    t = Table("cult", seats=2)
    duel(t, RED, BLUE, "S61", "V59", "V60")
    t.finish()
    assert t.scores == [8, 7]
    assert [e.params["rule"] for e in t.told("carc.feature.final")] == ["shrine_final", "monastery_final"]


@pytest.mark.parametrize(
    ("tile", "around", "reason"),
    [
        ("cult-ffff-shrine", "base-B", "two_monasteries"),
        ("base-B", "cult-ffff-shrine", "two_shrines"),
    ],
)
def test_T113_T114_no_building_between_two_of_the_other_kind(tile: str, around: str, reason: str) -> None:
    t = Table("cult", seats=2)
    t.lay(around, "T60")
    t.lay(around, "V61")  # nobody stands there
    t.hold(tile)
    assert not any(line.startswith("place U60 ") for line in t.legal)
    assert any(line.startswith("place T59 ") for line in t.legal)
    with pytest.raises(IllegalMove) as caught:
        t.play("place U60 0")
    assert caught.value.key == f"carc.error.{reason}"


def test_a_building_that_has_its_one_neighbour_gets_no_second() -> None:
    t = Table("cult", seats=2)
    t.lay("cult-ffff-shrine", "T60")
    t.lay("base-B", "U60")
    t.hold("cult-ffff-shrine")
    with pytest.raises(IllegalMove) as caught:
        t.play("place V60 0")
    assert caught.value.key == "carc.error.two_shrines"
    t.hold("base-B")
    with pytest.raises(IllegalMove) as caught:
        t.play("place S60 0")
    assert caught.value.key == "carc.error.two_monasteries"
    t.play("place V60 0")  # a monastery beside a monastery


def test_T115_no_duel_with_oneself() -> None:
    t = Table("cult", seats=2)
    duel(t, RED, RED, "S61", "V59", "V60")
    assert duels(t) == ()
    t.turn("base-E", "S61", 180)
    assert t.scores == [9, 0]
    assert t.left(RED) == 6
    assert not t.told("carc.duel")


def test_T116_the_building_of_the_loser_scores_for_others_later() -> None:
    t = Table("cult", seats=3)
    duel(t, RED, BLUE, "S61", "V59", "V60")
    t.turn("base-E", "S61", 180, seat=RED)
    t.put(YELLOW, "U60.monastery")
    t.lay("base-E", "V59", 0)
    t.turn("base-E", "V60", 90, seat=RED)
    assert t.scores == [9, 0, 9]


def test_T117_both_completed_by_one_tile() -> None:
    t = Table("cult", seats=2)
    duel(t, RED, BLUE, "T61")
    t.turn("base-E", "T61", 180)
    assert t.scores == [9, 9]
    assert not t.told("carc.duel")


def test_a_shrine_nobody_holds_ends_nothing() -> None:
    t = Table("cult", seats=2)
    duel(t, RED, BLUE, "S61", "V59", "V60")
    t.s.figures = t.s.figures[1:]
    t.s.board.held[t.root("T60.monastery")] = 0
    t.s.supply[RED] += 1
    t.turn("base-E", "S61", 180)
    assert t.scores == [0, 0]
    assert t.left(BLUE) == 6


def test_the_heretic_is_one_choice_of_several() -> None:
    t = Table("cult", seats=2)
    t.hold("cult-rfff-shrine")
    t.play("place N50 270")
    assert t.figure_places() == ["road-W", "monastery", "field-NNW"]
    view = t.game.view(t.s, None)
    (shrine,) = (f for f in view.features if f.kind == "monastery")
    assert shrine.called == "shrine"
