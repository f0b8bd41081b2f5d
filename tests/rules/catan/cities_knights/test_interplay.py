"""What comes of two rules at once: catan.md 6.4, 8.4, 9, 10, 11."""

from __future__ import annotations

from rules.catan.expansions.cities_knights.realm import SPACES

from .table import A, B, C, D, Table

# --- metropolises


def test_a_metropolis_that_is_taken_over_goes_to_a_city_of_choice_and_the_walls_stay() -> None:
    table = Table().city(B, 0).wall(B, 0).metropolis(B, "trade", 0).city(A, 1, 2).wall(A, 2).levels(A, trade=4)
    table.metropolis(A, "science", 1).city(A, 11).hand(A, "5 cloth").do("improve trade")
    assert table.legal() == ["answer-metropolis v2", "answer-metropolis v11"]
    assert table.s.points[:2] == [8, 2]
    table.do("answer-metropolis v2")
    assert table.r.metropolises == (2, -1, 1)
    assert table.r.walls[:2] == [1 << 2, 1 << 0]
    assert table.s.points[:2] == [10, 2]


def test_the_crane_takes_a_metropolis_over() -> None:
    table = Table().city(B, 0).metropolis(B, "politics", 0).city(A, 1).levels(A, politics=4).hand(A, "4 coin")
    table.progress(A, "crane").do("card-crane politics")
    assert table.r.metropolises == (-1, 1, -1)
    assert table.held(A) == ""


def test_a_metropolis_taken_over_wins_as_it_is_placed() -> None:
    table = Table().city(B, 0).metropolis(B, "trade", 0).city(A, 1, 2).defender(A, 7).levels(A, trade=4)
    table.hand(A, "5 cloth").do("improve trade")
    assert not table.view().over
    assert table.do("answer-metropolis v1").view().winners == (A,)


# --- barbarians


def test_metropolises_alone_are_never_lost() -> None:
    table = Table().city(A, 0).metropolis(A, "trade", 0).city(B, 1).metropolis(B, "politics", 1)
    table.ship(SPACES - 1).before_roll().roll(1, 1, "ship")
    assert table.told("barbarians.lost")
    assert [table.s.buildings[v] for v in (0, 1)] == [2, 2]
    assert table.view().phase == "main"


def test_who_has_no_city_fights_and_may_be_the_defender() -> None:
    table = Table().city(A, 0).road(D, "22-28").knight(D, 28, 2, active=True)
    table.ship(SPACES - 1).before_roll().roll(1, 1, "ship")
    assert table.r.defenders == [0, 0, 0, 1]


def test_all_defender_cards_are_gone_and_the_point_is_given_all_the_same() -> None:
    table = Table().defender(B, 6).city(A, 0).road(D, "22-28").knight(D, 28, active=True)
    table.ship(SPACES - 1).before_roll().roll(1, 1, "ship")
    assert table.s.points[D] == 1


def test_a_second_city_falls_on_its_side_too() -> None:
    table = Table().city(A, 0, 33).settlement(A, 1, 2, 11, 13, 26).ship(SPACES - 1).before_roll().roll(1, 2, "ship")
    table.do("answer-city v33").ship(SPACES - 1).before_roll().roll(1, 2, "ship")
    assert table.r.pillaged == 1 | 1 << 33
    assert table.s.points[A] == 7
    assert table.hand(A, "3 ore, 2 grain").legal("build-city") == ["build-city v0", "build-city v33"]


def test_by_the_mean_rule_nobody_sends_anybody() -> None:
    table = Table(mean_rule="on").city(A, 0).city(B, 1).road(A, "17-23").knight(A, 17, 3, active=True)
    table.ship(SPACES - 1).before_roll().roll(1, 1, "ship").do("answer-knights -")
    assert [table.s.buildings[v] for v in (0, 1)] == [1, 1]
    assert table.is_active(17)


def test_by_the_mean_rule_only_those_sent_count_for_the_defender() -> None:
    table = Table(mean_rule="on").city(A, 0).road(A, "17-23").road(B, "4-8")
    table.knight(A, 17, 3, active=True).knight(A, 23, active=True).knight(B, 4, 2, active=True)
    table.ship(SPACES - 1).before_roll().roll(1, 1, "ship").do("answer-knights v23", "answer-knights v4")
    assert table.r.defenders == [0, 1, 0, 0]
    assert [table.is_active(v) for v in (17, 23, 4)] == [True, False, False]


# --- the robber before the first attack


def test_before_the_first_attack_nothing_moves_the_robber() -> None:
    table = Table(came=False).road(A, "29-34").knight(A, 29, ready=True).progress(A, "bishop")
    assert table.legal("knight-chase") == table.legal("card-bishop") == []
    assert table.refused("knight-chase v29") == table.refused("card-bishop") == "robber_early"
    table.r.came = True
    assert table.legal("knight-chase") == ["knight-chase v29"]
    assert table.legal("card-bishop") == ["card-bishop"]


def test_the_alchemist_sets_a_seven_on_the_first_attack_and_the_robber_moves() -> None:
    table = Table(came=False).progress(A, "alchemist").ship(SPACES - 1).before_roll()
    table.do("card-alchemist 3 4", forced=(0,))
    assert table.view().phase == "robber"


# --- progress cards


def test_the_inventor_does_not_change_what_the_roll_has_brought() -> None:
    table = Table().progress(A, "inventor").before_roll().roll(4, 5)
    assert table.do("card-inventor h2 h14").view().rolled == (2, 7)


def test_the_merchant_may_stay_where_he_is() -> None:
    table = Table().settlement(A, 0).progress(A, "merchant", "merchant").do("card-merchant h0", "card-merchant h0")
    assert table.s.points[A] == 2


def test_a_short_bank_pays_one_alone_what_it_has() -> None:
    table = Table().settlement(A, 0, 29).bank("1 ore").progress(A, "mining", "mining").do("card-mining")
    assert table.held(A) == "1 ore"
    assert table.do("card-mining").told("play.got_nothing")  # it counts as played: a building is at mountains
    assert table.hand_of(A) == ()


def test_a_played_card_comes_back_from_under_the_deck() -> None:
    rest = ("bishop", "deserter", "diplomat", "intrigue", "saboteur", "wedding") * 2
    table = Table(6).progress(2, *rest[:4]).progress(3, *rest[4:8]).progress(4, *rest[8:])
    table.progress(5, "constitution", "spy", "spy", "warlord").progress(A, "spy", "warlord")
    assert table.view().decks[1] == 0
    table.road(A, "0-3").knight(A, 0).levels(B, politics=1).do("card-warlord")
    assert table.view().decks[1] == 1
    table.do("end")
    for _ in range(5):
        table.do("pass build")
    assert table.roll(1, 1, "politics").hand_of(B) == ("warlord",)


def test_a_deserted_knight_places_none_when_basic_ones_are_used_up_too() -> None:
    table = Table().road(A, "0-3-7-11-16").road(B, "17-23").knight(B, 17, 2).progress(A, "deserter")
    table.knight(A, 0, 2).knight(A, 3, 2).knight(A, 7).knight(A, 11).do("card-deserter 1")
    assert table.told("play.no_knight")
    assert table.s.held[17] == -1


def test_a_knight_from_the_deserter_is_active_and_tired() -> None:
    table = Table().road(A, "0-3-7").road(B, "17-23").knight(B, 17, active=True).progress(A, "deserter")
    table.do("card-deserter 1", "answer-knight v0")
    assert table.is_active(0)
    assert table.legal("knight-move") == []


def test_the_spy_from_a_full_hand_ends_with_four() -> None:
    table = Table().progress(A, "spy", "crane", "smith", "merchant").progress(B, "warlord").do("card-spy 1")
    assert table.hand_of(A) == ("merchant", "warlord", "crane", "smith")
    assert table.view().phase == "main"


def test_the_bishop_takes_one_of_everybody_and_nothing_of_who_has_nothing() -> None:
    table = Table().settlement(B, 17).settlement(C, 29).settlement(D, 28)
    table.hand(A, "1 ore").hand(B, "3 wool").hand(C, "1 coin").progress(A, "bishop").do("card-bishop", "robber h8 -")
    assert table.held(A) == "1 wool, 1 ore, 1 coin"


def test_the_harbour_spends_what_is_offered_elsewhere() -> None:
    table = Table().hand(A, "1 brick").hand(B, "1 cloth, 1 ore").progress(A, "commercial-harbour")
    table.do("trade-offer brick ore 1", "card-commercial-harbour", "answer-harbour 1 brick", "answer-commodity cloth")
    assert table.s.offer is None
    assert table.told("trade.closed")


def test_cards_that_take_from_others_leave_ones_offer_open() -> None:
    table = Table().settlement(B, 1).hand(A, "1 brick").hand(B, "3 ore").progress(A, "wedding")
    table.do("trade-offer brick ore 1", "card-wedding")
    assert not table.game.may_act(table.s, A)  # while others decide nothing else is done
    table.do("answer-give ore,ore", seat=B)
    assert table.s.offer is not None


def test_two_fleets_for_two_kinds_end_with_the_turn() -> None:
    table = Table().progress(A, "merchant-fleet", "merchant-fleet").do("card-merchant-fleet ore")
    table.do("card-merchant-fleet coin")
    assert [table.view().players[A].rates[n] for n in (4, 6)] == [2, 2]
    assert table.do("end").view().players[A].rates == (4,) * 8


def test_nobody_asks_for_more_commodities_than_there_are() -> None:
    table = Table().hand(A, "1 brick")
    assert table.refused(f"trade-offer brick {','.join(13 * ['cloth'])} 1") == "too_many"
    assert table.do(f"trade-offer brick {','.join(12 * ['cloth'])} 1").s.offer is not None
