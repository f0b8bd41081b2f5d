"""The worked examples of catan.md 16, T1 to T31 (knights, cities, barbarians)."""

from __future__ import annotations

from .table import A, B, C, D, Table


def figure(active: int = A) -> Table:
    """The figure of catan.md T10 to T12: a settlement of A with a trail of roads."""
    return Table(active=active).settlement(A, 23).road(A, "17-23-29-35-40")


def test_T1_what_cities_yield() -> None:
    for corner, number, cards in [
        (0, (5, 5), "1 ore, 1 coin"),
        (2, (4, 5), "1 lumber, 1 paper"),
        (1, (1, 1), "1 wool, 1 cloth"),
        (11, (6, 6), "2 grain"),
        (15, (5, 5), "2 brick"),
    ]:
        assert Table().city(A, corner).before_roll().roll(*number).held(A) == cards


def test_T2_a_settlement_yields_no_commodity() -> None:
    assert Table().settlement(A, 1).before_roll().roll(1, 1).held(A) == "1 wool"


def test_T3_the_mix_of_a_city_is_fixed() -> None:
    table = Table().city(A, 2).before_roll().roll(4, 5)
    assert table.held(A) == "1 lumber, 1 paper"
    assert not [line for line in table.legal() if "lumber" in line]


def test_T4_resources_buy_commodities() -> None:
    assert Table().hand(A, "4 brick").do("bank brick cloth").held(A) == "1 cloth"


def test_T5_a_harbour_gives_commodities_too() -> None:
    assert Table().settlement(A, 33).hand(A, "2 brick").do("bank brick paper").held(A) == "1 paper"


def test_T6_the_four_cards_must_be_equal() -> None:
    table = Table().hand(A, "3 coin, 1 cloth")
    assert table.legal("bank") == []
    assert table.refused("bank coin ore") == "rate"


def test_T7_two_walls_and_eleven_cards() -> None:
    table = Table().city(B, 0, 1).wall(B, 0, 1).hand(B, "11 wool").before_roll().roll(3, 4)
    assert table.asked == A
    assert table.view().phase == "robber"


def test_T8_two_walls_and_twelve_cards() -> None:
    table = Table().city(B, 0, 1).wall(B, 0, 1).hand(B, "12 wool").before_roll().roll(3, 4)
    assert table.view().owed == {B: 6}


def test_T9_three_walls_are_the_most() -> None:
    def walled(cards: str) -> Table:
        return Table().city(A, 0, 1, 2, 11).wall(A, 0, 1, 2).hand(A, cards)

    assert walled("").view().players[A].hand_limit == 13
    assert walled("13 wool").before_roll().roll(3, 4).view().owed == {}
    assert walled("14 wool").before_roll().roll(3, 4).view().owed == {A: 7}
    assert walled("2 brick").refused("build-wall v11") == "no_piece"
    assert walled("2 brick").legal("build-wall") == []


def test_T10_where_knights_are_recruited() -> None:
    assert figure().hand(A, "1 ore, 1 wool").corners("knight-recruit") == [17, 29, 35, 40]


def test_T11_an_inactive_knight_blocks_the_road_of_another() -> None:
    def both(active: int) -> Table:
        table = figure(active).settlement(B, 48).road(B, "48-44-40").knight(A, 40)
        return table.hand(active, "1 brick, 1 lumber")

    on = Table().path(40, 45)
    assert f"build-road e{on}" not in both(B).legal("build-road")
    assert both(B).refused(f"build-road e{on}") == "not_connected"
    assert f"build-road e{on}" in both(A).legal("build-road")


def test_T12_a_knight_cuts_a_road() -> None:
    table = figure().road(B, "4-8-12-17-22-28-33").hand(A, "1 ore, 1 wool")
    assert table.s.lengths[B] == 6
    assert table.s.longest == B
    table.do("knight-recruit v17")
    assert table.s.lengths[B] == 3
    assert not table.is_active(17)
    assert table.s.longest == -1


def test_T13_two_knights_of_a_level() -> None:
    table = figure().knight(A, 17).knight(A, 29).hand(A, "2 ore, 2 wool")
    assert table.refused("knight-recruit v35") == "no_piece"
    table.do("knight-promote v17", "knight-recruit v35")
    assert [table.level(v) for v in (17, 29, 35)] == [2, 1, 1]


def test_T14_recruit_and_promote_in_one_turn() -> None:
    table = figure().levels(A, politics=3).hand(A, "3 ore, 3 wool").do("knight-recruit v17", "knight-promote v17")
    assert table.level(17) == 2
    assert table.refused("knight-promote v17") == "promoted"


def test_T15_the_market() -> None:
    def market() -> Table:
        return Table().city(A, 0).hand(A, "1 cloth").do("improve trade")

    assert market().r.levels[A] == (1, 0, 0)
    for red in range(1, 7):
        table = market().before_roll().roll(red, 1 if red < 6 else 2, "trade")
        assert len(table.r.held[A]) == (red <= 2)


def test_T16_the_gate_comes_before_the_cards() -> None:
    table = Table().city(B, 2).levels(B, trade=2).top("wedding", "merchant").before_roll().roll(3, 6, "trade")
    assert table.hand_of(B) == ("merchant",)
    assert table.held(B) == "1 lumber, 1 paper"
    keys = [event.key for event in table.events]
    assert keys.index("catan.gate.drew") < keys.index("catan.production.got")


def test_T17_who_has_no_level_draws_nothing() -> None:
    table = Table().levels(B, science=1).before_roll().roll(2, 1, "science")
    assert [len(cards) for cards in table.r.held] == [0, 1, 0, 0]


def test_T18_a_metropolis_is_worth_four() -> None:
    table = Table().city(A, 0).levels(A, trade=3).hand(A, "4 cloth")
    assert table.s.points[A] == 2
    assert table.do("improve trade").s.points[A] == 4
    assert table.view().buildings[0].metropolis == "trade"


def test_T19_level_four_needs_another_city() -> None:
    table = Table().city(A, 0).metropolis(A, "trade", 0).levels(A, trade=4, science=3).hand(A, "4 paper")
    assert table.refused("improve science") == "improve_city"
    assert table.legal("improve") == []
    table.city(A, 1).do("improve science")
    assert table.r.metropolises == (0, -1, 1)


def trail() -> Table:
    return Table().road(A, "17-23-29-35", "45-49")


def test_T20_where_a_knight_moves() -> None:
    table = trail().knight(A, 17, ready=True)
    assert table.corners("knight-move") == [23, 29, 35]
    assert table.refused("knight-move v17 v45") == "knight_way"
    assert table.refused("knight-move v17 v17") == "knight_way"


def displacing(active: bool = True) -> Table:
    table = trail().road(B, "35-40-44", "41-46").knight(A, 17, 2, ready=True).knight(B, 35, 1, active=active)
    return table.do("knight-move v17 v35")


def test_T21_a_weaker_knight_is_driven_away() -> None:
    table = displacing()
    assert table.asked == B
    assert table.legal() == ["answer-relocate v40", "answer-relocate v44"]
    assert table.refused("answer-relocate v41") == table.refused("answer-relocate v46") == "relocate_where"
    table.do("answer-relocate v44")
    assert table.is_active(44)
    assert table.level(35) == 2
    assert table.s.held[17] == -1


def test_T22_its_state_goes_with_it() -> None:
    table = displacing(active=False).do("answer-relocate v40")
    assert not table.is_active(40)
    assert not table.is_active(35)


def test_T23_the_robber_is_chased_from_beside_it() -> None:
    table = trail().knight(A, 17, ready=True).hand(A, "1 grain")
    assert table.refused("knight-chase v17") == "robber_far"
    table.do("knight-move v17 v23")
    assert table.refused("knight-chase v23") == "knight_inactive"
    table.do("knight-activate v23")
    assert table.refused("knight-chase v23") == "tired"
    for _ in range(4):
        table.next_turn()
    assert table.asked == A
    table.do("knight-chase v23")
    assert table.view().phase == "robber"
    assert not table.is_active(23)
    assert table.do("robber h0 -").s.robber == 0


def test_T24_who_gives_least_loses_a_city() -> None:
    table = Table().city(B, 0, 1).city(C, 2, 11).city(A, 12).metropolis(A, "trade", 12).settlement(D, 21, 22)
    table.road(B, "0-3").road(C, "2-6").road(D, "22-28")
    table.knight(B, 3, active=True).knight(C, 6, active=True).knight(D, 28, active=True)
    table.ship(6).before_roll().roll(1, 1, "ship")
    lost = table.told("barbarians.lost")[0].params
    assert (lost["n"], lost["m"]) == (5, 3)
    assert sorted(table.game.waiting(table.s)) == [B, C]
    table.do("answer-city v11", seat=C)
    assert table.s.buildings[11] == 2
    table.do("answer-city v0", seat=B)
    assert [table.s.buildings[v] for v in (0, 1, 2, 11, 12, 21)] == [1, 2, 2, 1, 2, 1]
    assert not table.r.active


def test_T25_nobody_defends() -> None:
    table = Table().city(A, 0).city(B, 1).city(C, 2).city(D, 11).ship(6).before_roll().roll(1, 1, "ship")
    assert [table.s.buildings[v] for v in (0, 1, 2, 11)] == [1, 1, 1, 1]
    assert table.view().phase == "main"


def pillaged() -> Table:
    table = Table().city(A, 0).settlement(A, 1, 2, 11, 13, 26).levels(A, trade=1).wall(A, 0)
    return table.ship(6).before_roll().roll(1, 2, "ship")


def test_T26_without_settlements_the_city_lies_on_its_side() -> None:
    table = pillaged()
    assert table.view().buildings[0].pillaged
    assert table.s.points[A] == 6
    assert table.s.cities_left[A] == 3
    assert table.view().players[A].walls_left == 3
    table.hand(A, "5 ore, 5 grain")
    assert table.refused("build-city v1") == "pillaged_first"
    table.do("build-city v0")
    assert table.s.points[A] == 7
    assert not table.view().buildings[0].pillaged
    assert table.s.cities_left[A] == 3
    table.hand(A, "3 ore, 2 grain").do("build-city v1")
    assert table.s.cities_left[A] == 2


def test_T26_it_yields_one_card() -> None:
    table = pillaged().before_roll().roll(5, 5)
    assert table.told("production.got")[0].params["cards"] == ["ore"]


def test_T27_without_a_standing_city_nothing_is_improved() -> None:
    table = pillaged().hand(A, "5 cloth, 3 ore, 2 grain")
    assert table.refused("improve trade") == "improve_none"
    table.do("build-city v0", "improve trade")
    assert table.r.levels[A] == (2, 0, 0)


def test_T28_as_strong_is_strong_enough() -> None:
    table = Table().city(B, 0).road(C, "22-28").knight(C, 28, active=True).ship(6).before_roll().roll(1, 1, "ship")
    assert table.told("barbarians.won")
    assert table.r.defenders == [0, 0, 1, 0]
    assert table.s.points[C] == 1
    assert table.s.buildings[0] == 2


def test_T29_several_give_most() -> None:
    table = Table().road(B, "0-3").road(C, "22-28").knight(B, 3, active=True).knight(C, 28, active=True)
    table.top("crane", "spy").ship(6).before_roll().roll(1, 1, "ship")
    assert table.asked == B
    assert table.legal() == ["answer-deck trade", "answer-deck politics", "answer-deck science"]
    table.do("answer-deck science")
    assert table.asked == C
    table.do("answer-deck politics")
    assert (table.hand_of(B), table.hand_of(C)) == (("crane",), ("spy",))
    assert table.r.defenders == [0, 0, 0, 0]


def test_T30_the_first_attack_and_a_seven_on_one_roll() -> None:
    table = Table(came=False).city(B, 0).settlement(C, 22).hand(C, "9 wool").ship(6).before_roll().roll(3, 4, "ship")
    assert table.s.buildings[0] == 1
    assert table.asked == C
    table.do("discard wool,wool,wool,wool")
    assert table.asked == A
    table.do("robber h8 2", forced=(0,))
    assert table.held(A) == "1 wool"


def test_T31_a_seven_before_the_first_attack() -> None:
    table = Table(came=False).settlement(C, 22).hand(C, "9 wool").before_roll().roll(3, 4)
    table.do("discard wool,wool,wool,wool")
    assert table.view().phase == "main"
    assert table.s.robber == 9
    assert table.held(A) == ""
