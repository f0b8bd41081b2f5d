"""The tricky cases of catan.md 18: cards, bank and trade."""

from __future__ import annotations

from .table import A, B, C, D, Table


def test_case_57_the_robber_blocks_the_only_hex() -> None:
    table = Table().settlement(A, 0).levels(A, science=3)
    table.s.robber = 0
    table.before_roll().roll(5, 5)
    assert table.legal() == [
        *(f"answer-aqueduct {card}" for card in ("brick", "lumber", "wool", "grain", "ore")),
        "pass aqueduct",
    ]
    assert table.do("answer-aqueduct grain").held(A) == "1 grain"


def test_case_57_a_commodity_alone_counts_as_a_card() -> None:
    table = Table().city(A, 2).levels(A, science=3).bank("0 lumber").before_roll().roll(4, 5)
    assert table.held(A) == "1 paper"
    assert table.view().phase == "main"


def test_case_57_the_bank_was_short() -> None:
    def short(**options: str) -> Table:
        table = Table(**options).settlement(A, 0).settlement(B, 12).levels(A, science=3).bank("1 ore")
        return table.before_roll().roll(5, 5)

    assert short().view().phase == "answer"
    assert short(rules="colonist").view().phase == "main"


def test_case_57_picks_that_compete_go_in_turn_order() -> None:
    def both(cards: str) -> Table:
        return Table().levels(B, science=3).levels(C, science=3).bank(cards).before_roll().roll(5, 5)

    table = both("2 ore")
    assert sorted(table.game.waiting(table.s)) == [B, C]
    table.do("answer-aqueduct ore", seat=C)
    assert table.held(C) == ""  # nothing before both have chosen
    table.do("pass aqueduct", seat=B)
    assert (table.held(B), table.held(C)) == ("", "1 ore")
    table = both("1 ore")
    assert table.asked == B
    table.do("answer-aqueduct ore")
    assert table.asked == C
    assert "answer-aqueduct ore" not in table.legal()


def test_case_58_a_shortage_of_ore_leaves_the_coin() -> None:
    table = Table().city(A, 0).settlement(B, 12).bank("1 ore").before_roll().roll(5, 5)
    assert table.held(A) == "1 coin"
    alone = Table().city(A, 0).bank("1 ore").before_roll().roll(5, 5)
    assert alone.held(A) == "1 ore, 1 coin"


def test_case_60_no_cloth_left() -> None:
    assert Table().city(A, 1).bank("0 cloth").before_roll().roll(1, 1).held(A) == "1 wool"


def test_case_61_the_alchemist_with_a_ship_before_the_first_attack() -> None:
    table = Table(came=False).hand(B, "8 wool").progress(A, "alchemist").before_roll()
    table.do("card-alchemist 1 6", forced=(0,))
    assert table.r.ship == 1
    assert table.do("discard wool,wool,wool,wool").view().phase == "main"


def test_case_62_the_red_die_that_was_set_opens_the_gate() -> None:
    for red, n in ((2, 1), (3, 0)):
        table = Table().levels(B, trade=1).progress(A, "alchemist").before_roll()
        table.do(f"card-alchemist {red} 1", forced=(3,))
        assert len(table.r.held[B]) == n


def test_case_63_commodities_count_on_a_seven() -> None:
    table = Table().hand(B, "4 ore, 4 coin").before_roll().roll(3, 4)
    assert table.view().owed == {B: 4}


def test_case_64_the_giver_chooses_the_commodity() -> None:
    table = Table().hand(A, "2 brick").hand(B, "1 cloth, 1 paper").hand(C, "1 coin").progress(A, "commercial-harbour")
    table.do("card-commercial-harbour", "answer-harbour 1 brick")
    assert table.asked == B
    assert table.legal() == ["answer-commodity cloth", "answer-commodity paper"]
    table.do("answer-commodity paper")
    assert table.held(A) == "1 brick, 1 paper"
    assert table.held(B) == "1 brick, 1 cloth"
    assert table.refused("answer-harbour 1 brick") == "harbour_whom"
    assert table.do("pass harbour").view().phase == "main"


def test_case_64_a_single_kind_is_asked_for_and_so_is_who_has_commodities_only() -> None:
    table = Table().hand(A, "1 brick").hand(B, "2 coin").hand(C, "1 coin").progress(A, "commercial-harbour")
    table.do("card-commercial-harbour", "answer-harbour 1 brick")
    assert table.legal() == ["answer-commodity coin"]
    table.do("answer-commodity coin")
    assert table.held(A) == "1 coin"
    assert table.legal() == ["pass harbour"]


def test_case_65_the_master_merchant_looks_at_who_leads() -> None:
    table = Table().settlement(A, 0).settlement(B, 1).city(C, 2).hand(B, "1 ore").hand(C, "1 ore")
    table.progress(A, "master-merchant")
    assert table.legal("card-master-merchant") == ["card-master-merchant 2"]
    assert table.refused("card-master-merchant 1") == "card_where"
    table.do("card-master-merchant 2")
    assert table.legal() == ["answer-take ore", "pass take"]
    assert table.do("answer-take ore").held(A) == "1 ore"


def test_case_65_taking_less_is_a_matter_of_the_reading() -> None:
    def seen(cards: str, **options: str) -> Table:
        table = Table(**options).settlement(B, 1).hand(B, cards).progress(A, "master-merchant")
        return table.do("card-master-merchant 1")

    assert seen("2 ore, 1 coin").legal() == [
        "answer-take ore,ore",
        "answer-take ore,coin",
        "answer-take ore",
        "answer-take coin",
        "pass take",
    ]
    assert seen("2 ore, 1 coin").do("pass take").held(A) == ""
    strict = seen("2 ore, 1 coin", rules="colonist")
    assert strict.legal() == ["answer-take ore,ore", "answer-take ore,coin"]
    assert strict.refused("pass take") == "take_first"
    assert strict.refused("answer-take ore") == "take_which"
    assert seen("2 ore", rules="colonist").held(A) == "2 ore"


def test_case_65_cards_that_are_not_there_are_refused_however_many() -> None:
    table = Table().settlement(B, 1).hand(B, "2 ore, 1 coin").progress(A, "master-merchant")
    table.do("card-master-merchant 1")
    for wrong in ("ore,ore,coin", "brick,ore", "ore,brick", "-", ",".join(256 * ["paper"])):
        assert table.refused(f"answer-take {wrong}") == "take_which"


def test_case_66_more_for_the_wedding_as_many_for_the_saboteur() -> None:
    table = Table().settlement(A, 0).settlement(B, 1).hand(B, "9 ore").progress(A, "wedding", "saboteur")
    assert table.refused("card-wedding") == "no_effect"
    table.do("card-saboteur")
    assert table.view().owed == {B: 4}


def test_case_67_the_saboteur_and_small_hands() -> None:
    table = Table().city(B, 1).wall(B, 1).hand(B, "3 ore").hand(C, "1 wool").hand(D, "").progress(A, "saboteur")
    table.do("card-saboteur")
    assert table.view().owed == {B: 1}
    alone = Table().hand(C, "1 wool").progress(A, "saboteur").do("card-saboteur")
    assert alone.view().phase == "main"


def test_case_68_point_cards_cannot_be_spied() -> None:
    table = Table().progress(A, "spy").progress(B, "printer", "constitution")
    assert table.refused("card-spy 1") == "no_effect"
    assert table.view().players[B].shown == ("constitution", "printer")


def test_case_69_the_merchant_goes_to_another() -> None:
    table = Table(active=B).settlement(A, 0).settlement(B, 12).hand(A, "2 ore").progress(B, "merchant")
    table.r.merchant, table.r.merchant_of = 0, A
    table.s.points[A] += 1
    assert table.view().players[A].rates[4] == 2
    table.do("card-merchant h0")
    assert table.s.points[:2] == [1, 2]
    assert table.view().players[A].rates[4] == 3  # the harbour at v0 is left
    assert table.view().players[B].rates[4] == 2


def test_case_69_on_a_desert_he_brings_the_point_only() -> None:
    table = Table().settlement(A, 18).progress(A, "merchant").do("card-merchant h9")
    assert table.s.points[A] == 2
    assert set(table.view().players[A].rates) == {4}


def test_case_70_fleet_and_guild_together() -> None:
    table = Table().levels(A, trade=3).progress(A, "merchant-fleet", "merchant-fleet").hand(A, "2 cloth, 2 wool")
    table.do("card-merchant-fleet cloth")
    assert table.view().players[A].rates == (4, 4, 4, 4, 4, 2, 2, 2)
    assert "card-merchant-fleet cloth" not in table.legal("card-merchant-fleet")
    table.do("card-merchant-fleet wool", "bank wool ore", "bank cloth ore")
    assert table.held(A) == "2 ore"


def test_case_71_monopolies_take_from_hands() -> None:
    table = Table().hand(B, "2 cloth").hand(C, "1 cloth, 1 ore").hand(D, "3 ore").progress(A, "commodity-monopoly")
    left = table.view().bank
    table.do("card-commodity-monopoly cloth")
    assert table.held(A) == "2 cloth"
    assert table.view().bank == left
    assert [event.params["seat"] for event in table.told("play.gave")] == [B, C]
    assert table.refused("card-commodity-monopoly ore") == "no_progress"


def test_case_72_the_bishop_robs_who_accepted() -> None:
    table = Table().settlement(B, 0).hand(A, "1 brick").hand(B, "1 ore").progress(A, "bishop")
    table.do("trade-offer brick ore 1").do("trade-accept 1", seat=B).do("card-bishop", "robber h0 -", seat=A)
    table.do("trade-confirm 1 1", seat=A)
    assert table.told("trade.failed")
    assert table.held(A) == "1 brick, 1 ore"


def test_case_74_tokens_may_meet_and_the_robber_stays() -> None:
    table = Table().progress(A, "inventor").settlement(A, 26)
    table.s.robber = 8
    table.do("card-inventor h0 h8")  # 10 and 11
    assert table.s.robber == 8
    assert (table.s.tokens[0], table.s.tokens[8]) == (11, 10)
    assert table.s.hexes_by_number[10] == (6, 8)


def test_case_74_what_the_inventor_may_not_touch() -> None:
    table = Table().progress(A, "inventor")
    for line in (
        "card-inventor h1 h2",
        "card-inventor h4 h5",
        "card-inventor h2 h7",
        "card-inventor h0 h6",
        "card-inventor h9 h10",
        "card-inventor h2 h0",
    ):
        assert table.refused(line) == "card_where"
    assert table.legal("card-inventor")[0] == "card-inventor h0 h2"


def test_case_75_tokens_beside_ones_own_buildings() -> None:
    table = Table().progress(A, "inventor").settlement(A, 0)
    assert table.refused("card-inventor h0 h8") == "card_where"
    free = Table(rules="colonist").progress(A, "inventor").settlement(A, 0)
    assert "card-inventor h0 h8" in free.legal("card-inventor")
    lying = Table().city(A, 0).settlement(A, 1, 2, 11, 13, 26).ship(6).before_roll().roll(1, 2, "ship")
    assert lying.r.pillaged == 1
    assert lying.progress(A, "inventor").refused("card-inventor h0 h8") == "card_where"


def test_case_77_a_point_card_behind_the_gate_ends_the_game_before_the_cards() -> None:
    table = Table().defender(A, 12).settlement(B, 1).levels(A, science=1).levels(B, science=1).top("printer")
    table.before_roll().roll(1, 1, "science")
    assert table.view().winners == (A,)
    assert table.held(B) == ""
    assert table.r.held[B] == ()


def test_case_78_thirteen_points_at_the_start_win_before_rolling() -> None:
    table = Table().defender(B, 13).do("end")
    assert table.view().winners == (B,)
    assert table.view().dice == ()


def test_case_79_with_one_card_left_the_active_player_draws_it() -> None:
    rest = ("bishop", "deserter", "diplomat", "intrigue", "saboteur", "warlord", "wedding") * 2
    table = Table(6).progress(2, *rest[:4]).progress(3, *rest[4:8]).progress(4, *rest[8:12])
    table.progress(5, "constitution", "spy", "spy", *rest[12:])
    assert table.view().decks == (18, 1, 18)
    table.levels(A, politics=1).levels(B, politics=1).before_roll().roll(1, 1, "politics")
    assert (table.hand_of(A), table.hand_of(B)) == (("spy",), ())
    assert table.told("gate.empty")[0].params["seat"] == B


def test_case_80_the_fifth_card_goes_back_before_the_cards_come() -> None:
    table = Table().progress(A, "merchant", "merchant", "spy", "crane").levels(A, trade=1).settlement(A, 1)
    table.before_roll().roll(1, 1, "trade")
    assert table.legal("answer-return")
    assert table.held(A) == ""
    table.do("answer-return crane")
    assert table.held(A) == "1 wool"
