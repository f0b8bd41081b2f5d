"""The tricky cases of catan.md 18: roads, knights, barbarians, metropolises."""

from __future__ import annotations

from .table import A, B, C, D, Table

# --- roads and building


def test_case_7_a_knight_cuts_the_holder_and_goes_away_again() -> None:
    table = Table(active=D).road(A, "3-7-12-17-22-28-33-38").road(B, "0-4-8-13-18-24-30").road(D, "16-22")
    table.road(C, "51-48-44-40-45-49-53").knight(D, 16, ready=True)
    assert (table.s.longest, table.s.lengths[:3]) == (A, [7, 6, 6])
    table.do("knight-move v16 v22")
    assert (table.s.longest, table.s.lengths[A]) == (-1, 4)
    table.do("end")
    for _ in range(3):
        table.roll(1, 2).do("end")
    table.roll(1, 2).hand(D, "1 grain").do("knight-activate v22", "end")
    for _ in range(3):
        table.roll(1, 2).do("end")
    table.roll(1, 2).do("knight-move v22 v16")
    assert (table.s.longest, table.s.lengths[A]) == (A, 7)


def test_case_10_an_own_knight_keeps_the_end_of_a_road_closed() -> None:
    table = Table().settlement(B, 0).road(B, "0-3-7").progress(A, "diplomat")
    assert table.legal("card-diplomat") == [f"card-diplomat e{table.path(3, 7)}"]
    table.knight(B, 7)
    assert table.legal("card-diplomat") == []
    assert table.refused(f"card-diplomat e{table.path(3, 7)}") == "road_closed"


def test_case_11_an_inactive_knight_interrupts_like_an_active_one() -> None:
    for active in (False, True):
        table = Table().road(A, "7-12-17-23-29-34").knight(B, 23, active=active)
        assert table.s.lengths[A] == 3


def test_case_12_a_road_may_lead_towards_a_knight() -> None:
    table = Table().road(A, "17-23").knight(B, 29).hand(A, "2 brick, 2 lumber")
    table.do(f"build-road e{table.path(23, 29)}")
    assert f"build-road e{table.path(29, 34)}" not in table.legal("build-road")


def test_case_14_the_own_knight_makes_room_for_a_settlement() -> None:
    table = Table().road(A, "17-23-29").knight(A, 23, ready=True).hand(A, "1 brick, 1 lumber, 1 wool, 1 grain")
    assert table.refused("build-settlement v23") == "corner_taken"
    table.do("knight-move v23 v29", "build-settlement v23")
    assert not table.is_active(29)
    table = Table().road(A, "17-23-29").knight(A, 23, active=True)
    assert table.legal("knight-move") == []


def test_case_15_a_settlement_beside_a_knight() -> None:
    table = Table().road(A, "17-23").knight(B, 29).hand(A, "1 brick, 1 lumber, 1 wool, 1 grain")
    assert table.corners("build-settlement") == [17, 23]


def test_case_17_road_building_needs_a_road_and_a_place() -> None:
    table = Table().road(A, "17-23", "0-3-7-12-8-13-18-24-19-25-31-36-41-46").progress(A, "road-building")
    assert table.s.roads_left[A] == 1
    table.do("card-road-building")
    table.do(table.legal()[0])
    assert table.view().phase == "main"
    assert table.progress(A, "road-building").legal("card-road-building") == []
    assert table.refused("card-road-building") == "no_effect"


def test_case_18_removed_and_rebuilt_the_roads_are_measured_twice() -> None:
    table = Table().settlement(A, 7).road(A, "7-12-17-23-29-34").settlement(B, 26).road(B, "26-20-15-10-14-9")
    assert table.s.longest == A
    table.progress(A, "diplomat").do(f"card-diplomat e{table.path(29, 34)}")
    assert table.s.longest == B
    table.do(f"answer-road e{table.path(29, 34)}")
    assert table.s.lengths[:2] == [5, 5]
    assert table.s.longest == B


def test_case_19_a_setup_road_is_open_at_its_far_end() -> None:
    table = Table().settlement(B, 0).road(B, "0-3").progress(A, "diplomat").do("card-diplomat e0")
    assert table.s.roads[0] == -1
    assert table.s.roads_left[B] == 15
    assert table.view().phase == "main"


def test_case_20_which_roads_are_open() -> None:
    table = Table().settlement(B, 0, 7).road(B, "0-3-7").road(C, "17-12").settlement(C, 17).progress(A, "diplomat")
    assert table.legal("card-diplomat") == [f"card-diplomat e{table.path(12, 17)}"]
    table.knight(D, 12)  # a piece of somebody else does not close it
    assert table.legal("card-diplomat") == [f"card-diplomat e{table.path(12, 17)}"]


def test_case_21_a_knight_without_roads_stays() -> None:
    table = Table().settlement(A, 0).road(A, "0-3").knight(A, 3, ready=True).progress(A, "diplomat")
    assert table.legal("card-diplomat") == []  # the knight closes that end, the settlement the other
    table = Table().road(A, "0-3").knight(A, 3, ready=True).progress(A, "diplomat").hand(A, "1 brick, 1 lumber")
    table.do("card-diplomat e0")
    assert table.view().phase == "main"  # no road left to build on from: nothing is asked
    assert table.s.held[3] == A
    assert table.legal("knight-move") == table.legal("build-road") == []


# --- knights


def test_R29_a_knight_on_its_way_joins_no_road() -> None:
    """It leaves a road and cuts it elsewhere: the road was never whole in between, and its owner gains nothing."""
    table = Table(active=D).knight(D, 17, ready=True).road(A, "1-5-9-14-19-25").road(C, "53-50-46-42-37-32")
    table.road(B, "7-12-17-22-28-33-38").road(D, "17-23-29-34-28")
    assert (table.s.lengths, table.s.longest) == ([5, 4, 5, 4], A)
    table.do("knight-move v17 v28")
    assert (table.s.lengths, table.s.longest) == ([5, 4, 5, 4], A)


def test_R29_a_win_counts_before_the_driven_away_knight_has_a_place() -> None:
    table = Table().defender(A, 11).road(A, "12-17-23-29-34-39").road(B, "29-35-40").knight(B, 29)
    table.knight(A, 17, 2, ready=True)
    assert table.s.lengths[A] == 3
    table.do("knight-move v17 v29")
    assert table.view().winners == (A,)
    assert table.s.longest == A


def test_case_22_as_strong_is_not_weaker() -> None:
    table = Table().road(A, "17-23-29").knight(A, 17, 2, ready=True).knight(B, 29, 2)
    assert table.refused("knight-move v17 v29") == "not_weaker"
    assert table.corners("knight-move") == [23]


def test_case_23_a_driven_away_knight_acts_in_its_own_next_turn() -> None:
    table = Table().road(A, "17-23-29").road(B, "29-34-39").knight(A, 17, 2, ready=True).knight(B, 29, active=True)
    table.do("knight-move v17 v29", "answer-relocate v39").next_turn()
    assert table.asked == B
    assert table.corners("knight-move") == [34]


def test_case_24_beyond_another_knight_there_is_no_way() -> None:
    table = Table().road(A, "17-23-29").road(B, "29-34-39").knight(C, 34)
    table.knight(A, 17, 2, ready=True).knight(B, 29, active=True).do("knight-move v17 v29")
    assert table.told("knight.removed")
    assert table.view().players[B].knights_left == (2, 2, 2)


def test_case_25_a_driven_away_knight_drives_nobody_away() -> None:
    table = Table().road(A, "17-23-29").road(B, "29-34-39").knight(C, 39)
    table.knight(A, 17, 3, ready=True).knight(B, 29, 2).do("knight-move v17 v29")
    assert table.told("knight.relocated")[0].params["corner"] == "v34"  # the only place: not that of the weaker one


def test_case_26_where_it_goes_may_cut_a_road_at_once() -> None:
    table = Table().road(A, "17-23-29").road(B, "29-34-39").road(D, "43-39-44-40-35-30")
    assert table.s.longest == D
    table.knight(A, 17, 2, ready=True).knight(B, 29).do("knight-move v17 v29", "answer-relocate v39")
    assert table.s.lengths[D] == 4
    assert table.s.longest == -1


def test_case_27_intrigue_needs_no_knight_of_ones_own() -> None:
    table = Table().road(A, "17-23").road(B, "23-29").knight(B, 23, 3, active=True).progress(A, "intrigue")
    table.do("card-intrigue v23")
    assert table.level(29) == 3
    assert table.is_active(29)


def test_case_28_intrigue_frees_the_corner() -> None:
    table = Table().road(A, "17-23").knight(B, 23, 3).progress(A, "intrigue")
    table.hand(A, "1 brick, 1 lumber, 1 wool, 1 grain")
    table.do("card-intrigue v23")
    assert table.told("knight.removed")
    table.do("build-settlement v23")


def smiths() -> Table:
    return Table().road(A, "17-23-29-34").levels(A, politics=3).progress(A, "smith")


def test_case_29_the_smith_in_the_right_order() -> None:
    table = smiths().knight(A, 17, 2).knight(A, 23, 2).knight(A, 29, 1)
    assert "card-smith v17,v29" in table.legal("card-smith")
    assert "card-smith v29,v17" not in table.legal("card-smith")
    assert table.refused("card-smith v29,v17") == "no_piece"
    table.do("card-smith v17,v29")
    assert [table.level(v) for v in (17, 23, 29)] == [3, 2, 2]


def test_case_30_both_mighty_ones_are_placed() -> None:
    table = smiths().knight(A, 17, 3).knight(A, 23, 3).knight(A, 29, 2)
    assert table.legal("card-smith") == []
    assert table.refused("card-smith v29") == "no_piece"


def test_case_31_promoted_for_money_already() -> None:
    table = smiths().knight(A, 17).knight(A, 23).hand(A, "1 ore, 1 wool").do("knight-promote v17")
    assert table.legal("card-smith") == ["card-smith v23"]
    assert table.refused("card-smith v17") == "promoted"


def test_case_32_the_warlord_wakes_them_for_later() -> None:
    table = Table().road(A, "17-23-29").knight(A, 17).knight(A, 29, ready=True).progress(A, "warlord")
    table.do("card-warlord")
    assert table.refused("knight-move v17 v23") == "tired"
    assert table.do("knight-move v29 v23").is_active(17)
    assert Table().knight(A, 17, active=True).progress(A, "warlord").refused("card-warlord") == "no_effect"


def test_case_33_reactivated_it_defends_and_does_nothing_more() -> None:
    table = Table().road(A, "17-23-29").knight(A, 17, ready=True).hand(A, "1 grain")
    table.do("knight-move v17 v23", "knight-activate v23")
    assert table.view().barbarians.knights == 1
    assert table.legal("knight-move") == []


def test_case_34_the_attack_of_this_roll_tires_it_too() -> None:
    table = Table().road(A, "17-23").knight(A, 17, active=True).ship(6).before_roll()
    table.r.ready = table.r.active
    table.roll(1, 1, "ship").hand(A, "1 grain").do("knight-activate v17")
    assert table.refused("knight-move v17 v23") == "tired"


def test_case_35_promoted_it_acts_with_its_new_strength() -> None:
    table = Table().road(A, "17-23").knight(A, 17, ready=True).knight(B, 23).hand(A, "1 ore, 1 wool")
    table.do("knight-promote v17", "knight-move v17 v23")
    assert table.told("knight.removed")


def test_case_36_the_deserter_without_a_place() -> None:
    table = Table().road(B, "17-23").knight(B, 17).progress(A, "deserter").do("card-deserter 1")
    assert table.s.held[17] == -1
    assert table.view().phase == "main"


def test_case_37_the_corner_just_left_may_be_taken() -> None:
    table = Table().road(B, "17-23").road(A, "12-17").knight(B, 17).knight(A, 12).progress(A, "deserter")
    table.do("card-deserter 1")
    assert table.legal() == ["answer-knight v17", "pass knight"]
    table.do("answer-knight v17")
    assert table.s.held[17] == A


def test_case_38_only_mighty_knights_and_no_fortress() -> None:
    table = Table().road(B, "17-23-29").road(A, "0-3").knight(B, 17, 3).knight(B, 29, 3).progress(A, "deserter")
    table.do("card-deserter 1")
    assert table.asked == B
    assert table.legal() == ["answer-desert v17", "answer-desert v29"]
    table.do("answer-desert v29", "answer-knight v3")
    assert table.level(3) == 3


def test_case_39_the_robber_beside_nobody() -> None:
    table = Table().road(A, "0-3").knight(A, 0, ready=True)
    assert table.legal("knight-chase") == []
    assert table.refused("knight-chase v0") == "robber_far"


def test_case_40_a_corner_holds_one_piece() -> None:
    table = Table().road(A, "17-23-29").settlement(A, 17).hand(A, "1 ore, 1 wool")
    table.knight(A, 23, ready=True).knight(B, 29)
    assert table.legal("knight-recruit") == []
    assert table.refused("knight-recruit v17") == table.refused("knight-recruit v23") == "corner_taken"
    assert table.refused("knight-move v23 v17") == "corner_taken"
    assert table.refused("knight-move v23 v29") == "not_weaker"


# --- barbarians and cities


def test_case_41_the_wall_falls_with_the_city_before_the_seven() -> None:
    table = Table(came=False).city(B, 0).wall(B, 0).hand(B, "9 wool").ship(6).before_roll().roll(3, 4, "ship")
    assert table.view().owed == {B: 4}
    assert table.view().players[B].hand_limit == 7


def test_case_42_who_has_metropolises_only_is_not_counted() -> None:
    table = Table().city(A, 0).metropolis(A, "trade", 0).city(B, 1).city(C, 2).road(B, "4-8").knight(B, 4, active=True)
    table.ship(6).before_roll().roll(1, 1, "ship")
    assert [table.s.buildings[v] for v in (0, 1, 2)] == [2, 2, 1]


def test_case_43_a_single_city_is_lost_without_asking() -> None:
    table = Table().city(B, 0).city(C, 1, 2, 11).ship(6).before_roll().roll(1, 1, "ship")
    assert sorted(table.game.waiting(table.s)) == [C]
    assert table.s.buildings[0] == 2
    table.do("answer-city v2")
    assert [table.s.buildings[v] for v in (0, 1, 2, 11)] == [1, 2, 1, 2]


def tied(points: int) -> Table:
    table = Table().road(A, "17-23").road(B, "0-3").knight(A, 17, active=True).knight(B, 3, active=True)
    return table.defender(A, points).defender(B, points).top("printer").ship(6).before_roll().roll(1, 1, "ship")


def test_case_44_a_point_card_as_reward_wins_for_the_active_player_alone() -> None:
    assert tied(12).do("answer-deck science").view().winners == (A,)
    table = tied(12).do("answer-deck trade").do("answer-deck science")
    assert table.s.points[B] == 13
    assert table.view().phase == "main"


def test_case_45_case_46_only_standing_cities_count() -> None:
    table = Table().city(A, 0, 1).settlement(A, 2, 11, 12, 13, 14).city(B, 26)
    assert table.view().barbarians.strength == 3
    table.s.buildings[0] = 1
    table.s.points[A] -= 1
    table.r.pillaged = 1
    assert table.view().barbarians.strength == 2


def test_case_47_a_city_on_its_side_comes_first() -> None:
    table = Table().city(A, 0).settlement(A, 1, 2, 11, 13, 26).ship(6).before_roll().roll(1, 2, "ship")
    table.hand(A, "3 ore, 2 grain").progress(A, "medicine")
    assert table.legal("build-city") == ["build-city v0"]
    assert table.legal("card-medicine") == ["card-medicine v0"]
    assert table.refused("card-medicine v1") == "pillaged_first"
    assert table.do("card-medicine v0").held(A) == "1 grain, 1 ore"


def test_case_48_a_lost_city_keeps_its_harbour() -> None:
    table = Table().city(A, 33).ship(6).before_roll().roll(1, 1, "ship")
    assert table.s.buildings[33] == 1
    assert table.view().players[A].rates[0] == 2


def test_case_49_a_city_built_on_the_fifth_settlement_frees_one() -> None:
    table = Table().settlement(A, 0, 1, 2, 11, 26).hand(A, "3 ore, 2 grain").do("build-city v0")
    table.ship(6).before_roll().roll(1, 2, "ship")
    assert table.s.buildings[0] == 1
    assert not table.r.pillaged
    assert table.s.settlements_left[A] == 0


def test_case_50_without_cities_the_knights_win_and_nobody_is_rewarded() -> None:
    table = Table().settlement(A, 0).ship(6).before_roll().roll(1, 2, "ship")
    assert table.told("barbarians.won")
    assert not table.told("barbarians.defender")
    assert table.r.defenders == [0, 0, 0, 0]


def test_case_51_abilities_stay_without_a_city() -> None:
    table = Table().levels(A, trade=3, politics=3, science=3).hand(A, "2 coin, 1 ore, 1 wool").road(A, "17-23")
    table.knight(A, 17, 2).do("knight-promote v17", "bank coin ore")
    assert table.level(17) == 3
    table.before_roll().roll(5, 5, "trade")
    assert table.legal()[0] == "answer-aqueduct brick"
    assert table.refused("improve trade") == "aqueduct"


# --- metropolises


def test_case_52_a_metropolis_that_is_taken_leaves_a_city() -> None:
    table = Table().city(B, 0).metropolis(B, "trade", 0).city(A, 1).levels(A, trade=4).hand(A, "5 cloth")
    table.do("improve trade")
    assert table.r.metropolises == (1, -1, -1)
    assert table.s.points[:2] == [4, 2]
    table.ship(6).before_roll().roll(1, 2, "ship")
    assert [table.s.buildings[v] for v in (0, 1)] == [1, 2]


def test_case_53_metropolises_only_bring_no_further_one() -> None:
    table = Table().city(A, 0).metropolis(A, "trade", 0).city(B, 1).metropolis(B, "politics", 1)
    table.levels(A, trade=4, politics=4, science=3).hand(A, "5 coin, 5 cloth, 4 paper")
    assert table.refused("improve politics") == table.refused("improve science") == "improve_city"
    table.do("improve trade")  # the own one: catan.md R3
    assert table.r.levels[A] == (5, 4, 3)


def test_case_54_with_level_five_it_is_safe() -> None:
    table = Table().city(B, 0).metropolis(B, "trade", 0, 5).city(A, 1).levels(A, trade=4).hand(A, "5 cloth")
    table.do("improve trade")
    assert table.r.metropolises == (0, -1, -1)
    assert table.s.points[:2] == [2, 4]


def test_case_55_the_crane_does_not_replace_a_city() -> None:
    table = Table().city(A, 0).metropolis(A, "trade", 0).levels(A, trade=4, science=3).hand(A, "3 paper")
    table.progress(A, "crane")
    assert table.legal("card-crane") == ["card-crane politics"]  # level 1, which is free
    assert table.refused("card-crane science") == "improve_city"


def test_case_56_two_cranes_in_a_turn() -> None:
    def cranes(**options: str) -> Table:
        table = Table(**options).city(A, 0).levels(A, science=1).hand(A, "3 paper").progress(A, "crane", "crane")
        return table.do("card-crane science")

    assert cranes().do("card-crane science").r.levels[A] == (0, 0, 3)
    table = cranes(rules="colonist")
    assert table.legal("card-crane") == []
    assert table.refused("card-crane science") == "crane_again"
