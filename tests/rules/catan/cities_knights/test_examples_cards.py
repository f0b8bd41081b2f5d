"""The worked examples of catan.md 16, T32 to T54."""

from __future__ import annotations

from rules.catan.cards import CARDS, COMMODITIES, kind_counts
from rules.catan.layout import TERRAINS

from .table import A, B, C, D, Table


def test_T32_mining_counts_hexes() -> None:
    table = Table().settlement(A, 0).settlement(A, 12).city(A, 26).progress(A, "mining").do("card-mining")
    assert table.s.terrain[0] == table.s.terrain[11] == 4
    assert table.held(A) == "4 ore"


def test_T33_irrigation_counts_hexes() -> None:
    table = Table().city(A, 7, 22).settlement(A, 33).progress(A, "irrigation")
    fields = {3, 7}
    assert {h for v in (7, 22, 33) for h in table.s.layout.hexes_at[v] if table.s.terrain[h] == 3} == fields
    assert table.do("card-irrigation").held(A) == "4 grain"


def test_T34_the_inventor() -> None:
    table = Table().settlement(A, 26).progress(A, "inventor")
    table.s.robber = 7
    assert (table.s.tokens[7], table.s.tokens[8]) == (9, 11)
    table.do("card-inventor h7 h8")
    assert (table.s.tokens[7], table.s.tokens[8]) == (11, 9)
    assert table.s.robber == 7
    assert table.s.hexes_by_number[11] == (7, 18)


def test_T35_the_alchemist() -> None:
    table = Table().city(B, 0).hand(C, "9 wool").ship(6).progress(A, "alchemist").before_roll()
    table.do("card-alchemist 3 4", forced=(0,))
    keys = [event.key for event in table.events]
    assert keys.index("catan.barbarians.lost") < len(keys)
    assert table.s.buildings[0] == 1
    assert table.view().owed == {C: 4}
    assert table.view().dice == (3, 4)


def test_T36_a_first_level_with_the_crane() -> None:
    table = Table().city(A, 0).progress(A, "crane")
    assert table.legal("card-crane") == ["card-crane trade", "card-crane politics", "card-crane science"]
    assert table.do("card-crane science").r.levels[A] == (0, 0, 1)


def test_T37_the_merchant_fleet() -> None:
    table = Table().progress(A, "merchant-fleet").hand(A, "4 paper").do("card-merchant-fleet paper")
    table.do("bank paper ore", "bank paper cloth")
    assert table.held(A) == "1 ore, 1 cloth"
    table.do("end")
    assert table.view().fleet == ()


def test_T38_resource_monopoly_takes_what_there_is() -> None:
    table = Table().progress(A, "resource-monopoly").hand(B, "1 ore").hand(C, "3 ore, 1 wool")
    assert table.do("card-resource-monopoly ore").held(A) == "3 ore"
    assert table.held(C) == "1 wool, 1 ore"


def test_T39_the_wedding() -> None:
    table = Table().settlement(B, 0).settlement(C, 1).settlement(D, 2).hand(B, "1 ore").hand(D, "3 wool, 1 coin")
    table.progress(A, "wedding").do("card-wedding")
    assert table.asked == D
    table.do("answer-give wool,coin")
    assert table.held(A) == "1 wool, 1 ore, 1 coin"
    assert table.held(B) == table.held(C) == ""


def test_T40_the_saboteur() -> None:
    table = Table().settlement(A, 0).settlement(B, 1).hand(B, "9 wool").hand(C, "9 wool").progress(A, "saboteur")
    table.do("card-saboteur")
    assert table.view().owed == {B: 4}
    assert table.do("discard wool,wool,wool,wool").held(B) == "5 wool"
    assert table.held(C) == "9 wool"


def test_T41_the_bishop_takes_one_card_however_much_is_built() -> None:
    table = Table().settlement(B, 0, 8).settlement(C, 7).hand(B, "5 ore").hand(C, "1 wool").progress(A, "bishop")
    table.do("card-bishop")
    assert table.refused("robber h0 1") == "bishop_nobody"
    assert table.view().phase == "robber"
    table.do("robber h0 -")
    assert table.held(A) == "1 wool, 1 ore"


def test_T42_commercial_harbour_and_nobody_has_commodities() -> None:
    table = Table().hand(A, "1 brick").hand(B, "2 ore").progress(A, "commercial-harbour")
    table.do("card-commercial-harbour", "answer-harbour 1 brick")
    assert table.told("play.harbour_void")
    assert table.held(A) == "1 brick"
    assert table.view().phase == "main"


def deserters() -> Table:
    return Table().road(A, "17-23-29-35-40").road(B, "0-3", "4-8").progress(A, "deserter")


def test_T43_a_basic_knight_when_the_strong_ones_are_placed() -> None:
    table = deserters().knight(A, 17, 2).knight(A, 23, 2).knight(B, 3, 2, active=True)
    table.do("card-deserter 1")
    assert table.s.held[3] == -1
    assert table.asked == A
    table.do("answer-knight v35")
    assert (table.level(35), table.is_active(35)) == (1, True)


def test_T44_a_mighty_one_without_the_fortress() -> None:
    table = deserters().knight(B, 3, 3, active=True).do("card-deserter 1", "answer-knight v40")
    assert (table.level(40), table.is_active(40)) == (3, True)
    assert table.refused("knight-move v40 v35") == "tired"


def test_T45_a_stolen_spy_spies_at_once() -> None:
    table = Table().progress(A, "spy").progress(B, "spy").progress(C, "crane", "wedding").do("card-spy 1")
    assert table.hand_of(A) == ("spy",)
    table.do("card-spy 2", "answer-spy wedding")
    assert table.hand_of(A) == ("wedding",)
    assert table.hand_of(C) == ("crane",)


FOUR = ("merchant", "merchant", "crane", "spy")


def test_T46_a_fifth_card_off_turn_goes_back() -> None:
    table = Table().progress(B, *FOUR).levels(B, science=1).top("smith").before_roll().roll(1, 1, "science")
    assert table.asked == B
    assert table.legal() == [f"answer-return {card}" for card in ("merchant", "spy", "crane", "smith")]
    table.do("answer-return smith")
    assert table.hand_of(B) == ("merchant", "merchant", "spy", "crane")
    assert table.view().decks == (16, 17, 17)


def test_T47_the_fifth_card_in_the_own_turn() -> None:
    def drawn(**options: str) -> Table:
        table = Table(**options).progress(A, *FOUR).levels(A, science=1).top("smith").before_roll()
        return table.roll(1, 1, "science")

    assert drawn().view().phase == "answer"
    table = drawn(rules="colonist")
    assert table.view().phase == "main"
    table.do("end")
    assert table.asked == A
    table.do("answer-return crane")
    assert table.asked == B
    played = drawn(rules="colonist").city(A, 0).do("card-crane trade", "end")
    assert played.asked == B


def test_T48_thirteen_points_in_the_turn_of_another() -> None:
    table = Table().defender(B, 12).road(B, "0-3").knight(B, 3, active=True).ship(6).before_roll().roll(1, 1, "ship")
    assert table.s.points[B] == 13
    assert table.view().phase == "main"
    table.do("end")
    assert table.view().winners == (B,)


def test_T48_thirteen_points_that_are_lost_again() -> None:
    table = Table().defender(B, 12).settlement(A, 0).progress(A, "merchant")
    table.r.merchant, table.r.merchant_of = 5, B
    table.s.points[B] += 1
    table.do("card-merchant h0", "end")
    assert not table.view().over


def test_T49_a_new_knight_does_not_move() -> None:
    table = Table().road(A, "17-23").hand(A, "1 ore, 1 wool, 1 grain")
    table.do("knight-recruit v17", "knight-activate v17")
    assert table.refused("knight-move v17 v23") == "tired"


def test_T50_two_knights_chase_in_one_turn() -> None:
    table = Table().road(A, "17-23").knight(A, 23, ready=True).knight(A, 17, ready=True)
    table.do("knight-chase v23", "robber h3 -", "knight-chase v17", "robber h0 -")
    assert table.s.robber == 0
    assert not table.r.active


def test_T51_the_second_at_level_four_gets_none() -> None:
    table = Table().city(A, 0, 1).levels(A, trade=3).hand(A, "4 cloth").do("improve trade")
    assert table.legal() == ["answer-metropolis v0", "answer-metropolis v1"]
    table.do("answer-metropolis v1")
    assert table.r.metropolises == (1, -1, -1)
    table = Table().city(B, 2).metropolis(B, "trade", 2).city(A, 0).levels(A, trade=3).hand(A, "4 cloth")
    table.do("improve trade")
    assert table.r.metropolises == (2, -1, -1)
    assert table.view().phase == "main"


def test_T52_the_robber_does_not_stop_the_merchant() -> None:
    table = Table().settlement(A, 0).progress(A, "merchant").hand(A, "2 ore").do("card-merchant h0")
    table.s.robber = 0
    table.do("bank ore cloth")
    assert table.held(A) == "1 cloth"
    assert table.view().hexes[0].merchant == A


def test_T53_the_mean_rule() -> None:
    table = Table(mean_rule="on").city(A, 0).city(B, 1).road(A, "17-23").road(B, "4-8").knight(A, 17, active=True)
    table.knight(A, 23, active=True).knight(B, 4, active=True).ship(6).before_roll().roll(1, 1, "ship")
    assert table.asked == A
    assert table.legal() == [
        "answer-knights -",
        "answer-knights v17",
        "answer-knights v23",
        "answer-knights v17,v23",
    ]
    table.do("answer-knights -")
    assert table.asked == B
    table.do("answer-knights v4")
    assert table.s.buildings[0] == 1
    assert table.s.buildings[1] == 2
    assert [table.is_active(v) for v in (17, 23, 4)] == [True, True, False]


def test_T54_only_three_terrains_bring_commodities() -> None:
    """A hex of any other kind brings a city what it brought before this module: never a commodity."""
    hooks = Table().game.hooks
    found = {
        terrain: {card for card, n in zip(CARDS, kind_counts(hooks.cards_yielded[h][2]), strict=True) if n}
        & set(COMMODITIES)
        for h, terrain in enumerate(TERRAINS)
    }
    assert {terrain for terrain, goods in found.items() if goods} == {"forest", "pasture", "mountains"}
    (module,) = (m for m in hooks.modules if m.key == "cities_knights")
    for unknown in (len(TERRAINS), len(TERRAINS) + 1):  # gold, say
        assert module.cards_yielded(unknown, 2, 42) == 42


def test_a_monopoly_of_cities_and_knights_that_brings_nothing_says_so() -> None:
    table = Table().progress(A, "resource-monopoly").hand(B, "1 wool").do("card-resource-monopoly ore")
    assert [event.params for event in table.told("play.gave_nothing")] == [{"card": "ore"}]
