"""The tricky cases of citadels.md 13 about bonus characters, by their numbers."""

from __future__ import annotations

import pytest

from .table import Table

EIGHT = ("manor", "temple", "tavern", "watchtower", "castle", "church", "market", "prison")


def diplomat(*modules: str) -> Table:
    return Table(4, *modules, cast=("diplomat",))


def test_case_33_a_cheaper_district_is_not_paid_back() -> None:
    t = diplomat().gold(0, 3, 0, 0).city(0, "palace").city(1, "temple").call({"diplomat": 0})
    t.do("gold", "end", "power-exchange palace 1 temple")
    assert t.s.gold == [2, 3, 0, 0]
    assert (t.keys(0), t.keys(1)) == (["temple"], ["palace"])
    assert set(t.view().changed) == {(0, "temple"), (1, "palace")}
    assert t.view().brought == {(1, "palace"): 0}  # their own they brought themselves


def test_case_34_no_exchange_gives_a_city_two_equal_names() -> None:
    t = diplomat("quarry").city(0, "quarry", "temple", "tavern").city(1, "temple", "market").call({"diplomat": 0})
    t.do("gold", "end")
    assert t.refused("power-exchange tavern 1 temple") == "cit.error.exchange_twice"
    assert t.refused("power-exchange temple 1 market") == "cit.error.exchange_twice"
    assert t.refused("power-exchange temple 1 castle") == "cit.error.not_in_city"  # theirs
    assert t.refused("power-exchange castle 1 temple") == "cit.error.not_in_city"  # one's own
    assert "power-exchange temple 1 temple" in t.legal


def test_case_35_nothing_is_taken_from_a_complete_city() -> None:
    t = diplomat().city(0, "palace").city(1, *EIGHT).city(2, "docks").call({"diplomat": 0}).do("gold", "end")
    assert t.refused("power-exchange palace 1 temple") == "cit.error.complete"
    assert "power-exchange palace 2 docks" in t.legal


def test_case_36_the_cards_go_along_with_the_museum() -> None:
    t = diplomat("museum").city(0, "palace").city(1, "museum").museum(1, "temple", "tavern").call({"diplomat": 0})
    t.do("gold", "end", "power-exchange palace 1 museum")
    assert t.view().sheet[0].cards == {"museum": 2}
    assert t.view(0).players[0].city[0].names == ("temple", "tavern")
    assert t.view(1).players[0].city[0].names == ()


def test_case_37_gold_travels_or_returns() -> None:
    t = diplomat().gold(0, 0, 0, 0).city(0, "palace").city(1, "market+").call({"diplomat": 0})
    t.do("gold", "end", "power-exchange palace 1 market")
    assert t.s.cities[0][0].gold == 1
    t = Table(4).gold(0, 0, 0, 0).city(1, "market+").call({"warlord": 0}).do("gold", "end", "power-destroy 1 market")
    assert t.s.gold == [0, 0, 0, 0]


def test_case_38_a_district_is_beautified_once() -> None:
    t = Table(4, cast=("artist",)).gold(5, 0, 0, 0).city(0, "temple+", "keep").call({"artist": 0})
    assert t.of("power-beautify") == ["power-beautify keep"]
    t.do("power-beautify keep")
    assert t.s.gold[0] == 4
    assert t.refused("power-beautify temple") == "cit.error.power_used"


def test_case_39_the_refund_is_what_was_paid() -> None:
    t = Table(4, "factory", cast=("alchemist",)).gold(3, 0, 0, 0).city(0, "factory").hand(0, "university")
    t.call({"alchemist": 0}).do("gold", "build university")
    assert t.s.gold[0] == 0
    t.do("end")
    assert t.s.gold[0] == 5


def test_case_40_the_smithy_is_not_refunded() -> None:
    t = Table(4, cast=("alchemist",)).gold(3, 0, 0, 0).city(0, "smithy").call({"alchemist": 0})
    t.do("gold", "district-smithy", "end")
    assert t.s.gold[0] == 3


def test_case_41_the_alchemist_must_have_the_gold_first() -> None:
    t = Table(4, cast=("alchemist",)).gold(1, 0, 0, 0).hand(0, "castle").call({"alchemist": 0}).do("gold")
    assert t.refused("build castle") == "cit.error.too_dear"


def test_case_42_one_gold_of_tax_for_three_districts() -> None:
    t = Table(4, cast=("tax_collector",)).gold(0, 9, 0, 0).hand(1, "temple", "tavern", "market")
    t.call({"tax_collector": 0, "architect": 1})
    t.do("gold", "end", "gold", "build temple", "build tavern", "build market", "end")
    assert t.s.gold[:2] == [3, 6]


def test_case_43_no_gold_no_tax_no_debt() -> None:
    t = Table(4, cast=("tax_collector",)).hand(1, "market").call({"tax_collector": 0, "bishop": 1})
    t.do("gold", "end", "gold", "build market", "end")
    assert t.s.gold[:2] == [2, 0]


@pytest.mark.parametrize(("left", "paid"), [(1, 1), (0, 0)])
def test_case_44_the_assassin_pays_when_the_tax_collector_is_revealed(left: int, paid: int) -> None:
    t = Table(4, cast=("tax_collector",)).gold(left, 0, 0, 0).hand(0, "market")
    t.call({"assassin": 0, "tax_collector": 1}).do("gold", "build market", "end")
    assert t.s.gold[:2] == [left - paid, paid]


def test_case_45_the_witch_owes_nothing_on_reveal() -> None:
    t = Table(4, cast=("witch", "tax_collector")).gold(3, 0, 0, 0).hand(0, "market")
    t.call({"witch": 0, "tax_collector": 1}).do("gold", "power-bewitch king")
    assert t.s.gold[:2] == [5, 0]


def test_case_46_one_gold_of_tax_for_the_taken_card_and_another() -> None:
    t = Table(4, cast=("tax_collector", "wizard")).gold(0, 9, 0, 0).hand(1, "temple").hand(2, "market")
    t.call({"tax_collector": 0, "wizard": 1})
    t.do("gold", "end", "gold", "power-look 2", "power-take market", "power-build", "build temple", "end")
    assert t.s.gold[:2] == [3, 7]


def test_case_47_the_witch_must_name_and_cannot_build() -> None:
    t = Table(4, cast=("witch",)).gold(9, 0, 0, 0).hand(0, "temple").call({"witch": 0}).do("gold")
    assert set(t.legal) == {f"power-bewitch {c}" for c in t.s.cast if c != "witch"}
    assert t.refused("build temple") == "move.illegal"


def test_case_48_nobody_holds_the_bewitched_character() -> None:
    t = Table(4, "park", "poor_house", cast=("witch",)).city(0, "park", "poor_house").call({"witch": 0, "merchant": 1})
    t.do("gold", "power-bewitch king")
    assert t.asked == 1
    assert t.s.hands[0] == ()
    t.do("gold", "end")
    assert t.s.gold[0] == 2


def test_case_49_each_with_his_own_library_and_observatory() -> None:
    t = Table(4, cast=("witch",)).city(0, "library").city(1, "observatory").call({"witch": 0, "merchant": 1})
    t.do("cards")
    assert len(t.s.hands[0]) == 2
    t.do("power-bewitch merchant", "cards")
    assert t.asked == 1
    offer = t.view(1).offer
    assert offer is not None
    assert (len(offer.cards), offer.count) == (3, 1)


def test_case_50_the_witch_as_navigator_cannot_build() -> None:
    t = Table(4, cast=("witch", "navigator")).gold(9, 0, 0, 0).hand(0, "temple").call({"witch": 0, "navigator": 1})
    t.do("gold", "power-bewitch navigator", "gold", "power-navigate gold")
    assert t.s.gold[0] == 15
    assert t.legal == ["end"]
    assert t.refused("build temple") == "cit.error.never_builds"


def wizard(*modules: str) -> Table:
    return Table(4, *modules, cast=("wizard",))


def test_case_51_the_wizard_must_take_a_card() -> None:
    t = wizard().hand(1, "temple", "castle").call({"wizard": 0}).do("power-look 1")
    assert t.legal == ["power-take castle", "power-take temple"]


def test_case_52_before_the_action_the_card_is_kept() -> None:
    t = wizard().gold(9, 0, 0, 0).hand(1, "temple").call({"wizard": 0}).do("power-look 1", "power-take temple")
    assert t.s.hands[0] == ("temple",)
    assert t.refused("build temple") == "cit.error.action_first"


def test_case_53_the_wizard_may_duplicate() -> None:
    t = wizard().gold(9, 0, 0, 0).city(0, "castle").hand(1, "castle").call({"wizard": 0})
    t.do("gold", "power-look 1", "power-take castle", "power-build")
    assert t.keys(0) == ["castle", "castle"]


def test_case_54_duplicates_stay_without_the_quarry() -> None:
    t = Table(4, "quarry").gold(9, 0, 0, 0).city(1, "quarry", "market", "market").call({"warlord": 0})
    t.do("gold", "end", "power-destroy 1 quarry")
    assert t.keys(1) == ["market", "market"]


def test_case_55_no_third_market() -> None:
    t = Table(4, "quarry").gold(9, 0, 0, 0).city(0, "quarry", "market", "market").hand(0, "market")
    t.call({"king": 0}).do("gold")
    assert t.refused("build market") == "cit.error.twice"
    t = Table(4, "quarry").gold(9, 0, 0, 0).city(0, "quarry", "market").hand(0, "market").call({"king": 0}).do("gold")
    assert "build market" in t.legal


@pytest.mark.parametrize(
    ("gold", "claims"), [((0, 5, 5, 0), False), ((4, 5, 3, 3), True), ((5, 5, 0, 0), False), ((6, 5, 0, 0), False)]
)
def test_case_56_case_57_the_abbot_claims_from_the_one_richest(gold: tuple[int, ...], claims: bool) -> None:
    t = Table(4, cast=("abbot",)).gold(*gold).call({"abbot": 0})
    assert ("power-claim" in t.legal) == claims
    if claims:
        t.do("power-claim")
        assert t.s.gold[:2] == [gold[0] + 1, gold[1] - 1]


def test_case_57_the_abbot_may_be_poorest() -> None:
    t = Table(4, cast=("abbot",)).gold(0, 5, 1, 1).call({"abbot": 0}).do("power-claim")
    assert t.s.gold == [1, 4, 1, 1]


def test_case_58_the_abbot_may_wait_for_the_tie_to_end() -> None:
    t = Table(4, cast=("abbot",)).gold(4, 4, 0, 0).hand(0, "cathedral").call({"abbot": 0})
    assert "power-claim" not in t.legal
    t.do("gold", "build cathedral")
    assert "power-claim" in t.legal


def queen(**held: int) -> Table:
    return Table(5, cast=("queen",)).call({"queen": 0, **held})


def test_case_59_the_queen_beside_the_crown_only() -> None:
    t = Table(5, cast=("queen",), crown=1).call({"queen": 0, "king": 2}).do("gold", "end")
    t.s.crown = 1
    assert "income" not in t.legal
    t = queen(king=4).do("gold", "end", "income")
    assert t.s.gold[0] == 3


def test_case_60_the_queen_beside_the_murdered_king_in_the_last_round() -> None:
    t = Table(5, cast=("queen",)).city(1, *EIGHT[:7]).hand(1, "docks").gold(0, 9, 0, 0, 0)
    t.call({"assassin": 1, "king": 4, "queen": 0})
    t.do("power-murder king", "gold", "build docks", "end")
    assert "income" not in t.legal
    t.do("gold", "end")
    assert t.view().over
    assert t.s.gold[0] == 5
