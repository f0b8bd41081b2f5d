"""Answers of docs/rulings.md that no other test looks at by itself."""

from __future__ import annotations

from rules.catan.expansions.cities_knights.deck import COPIES, NUMBERS, TRACK_OF
from rules.catan.expansions.cities_knights.realm import SPACES

from .table import A, B, C, D, Table


def test_the_robber_does_not_stop_mining_and_irrigation() -> None:
    table = Table().settlement(A, 0, 7).progress(A, "mining", "irrigation")
    table.s.robber = 0  # mountains
    assert table.do("card-mining").held(A) == "2 ore"
    table.s.robber = 3  # fields
    assert table.do("card-irrigation").held(A) == "2 grain, 2 ore"


def test_a_knight_goes_up_to_a_building_of_somebody_else_and_not_past_it() -> None:
    """Nor onto it; the building of its owner is no hindrance."""
    table = Table().road(A, "17-23-29-34-39").knight(A, 17, ready=True).settlement(B, 29)
    assert table.corners("knight-move") == [23]
    own = Table().road(A, "17-23-29-34-39").knight(A, 17, ready=True).settlement(A, 29)
    assert own.corners("knight-move") == [23, 34, 39]


def test_a_driven_away_knight_does_not_go_past_a_building_either() -> None:
    table = Table().road(A, "17-23").knight(A, 17, 2, ready=True).road(B, "23-29-34-39").knight(B, 23)
    table.settlement(C, 29).do("knight-move v17 v23")
    assert table.told("knight.removed")


def test_the_bishop_takes_in_turn_order() -> None:
    """The first number of luck is that of the player after the active one."""
    table = Table(active=C).settlement(A, 17).settlement(B, 29).settlement(D, 28).progress(C, "bishop")
    table.hand(A, "1 brick, 1 cloth").hand(B, "1 lumber, 1 coin").hand(D, "1 wool, 1 paper").do("card-bishop")
    table.do("robber h8 -", forced=(0, 1, 1))
    assert table.held(C) == "1 wool, 1 cloth, 1 coin"


def test_there_are_four_resource_monopolies_and_eighteen_cards_of_each_track() -> None:
    assert COPIES[NUMBERS["resource-monopoly"]] == 4
    assert [sum(n for card, n in enumerate(COPIES) if TRACK_OF[card] == track) for track in range(3)] == [18] * 3


def test_the_defender_is_who_is_strongest_however_many_knights_others_send() -> None:
    table = Table().city(D, 0).road(A, "17-23").road(B, "3-7").knight(A, 17, active=True).knight(A, 23, active=True)
    table.knight(B, 3, 3, active=True).ship(SPACES - 1).before_roll().roll(1, 1, "ship")
    assert table.r.defenders == [0, 1, 0, 0]


def test_the_aqueduct_may_be_let_go_by() -> None:
    table = Table().levels(A, science=3).before_roll().roll(1, 1)
    assert "pass aqueduct" in table.legal()
    assert table.do("pass aqueduct").held(A) == ""
