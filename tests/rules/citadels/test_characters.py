"""The tricky cases of citadels.md 13 about characters, by their numbers."""

from __future__ import annotations

from rules.citadels.draft import set_characters_aside
from rules.citadels.options import draw_box
from rules.citadels.state import CitadelsState
from rules.core import Chance, Context
from rules.core.saving import from_plain, to_plain

from .table import Table, choices


def begun(seats: int, *forced: int, cast: tuple[str, ...] = ()) -> Table:
    """A new round whose removal draws these numbers."""
    t = Table(seats, cast=cast)
    ctx = Context(t.s, Chance(bytes(32), 0, forced))
    set_characters_aside(ctx)
    t.events = ctx.events
    return t


def test_case_1_king_drawn_face_up_twice_in_a_row() -> None:
    t = begun(4, 0, 2, 0, 1, 0)  # down assassin; King, replaced by Thief; King again, replaced by Magician
    assert t.s.face_up == ("thief", "magician")
    assert "king" in t.s.draft
    assert len(t.told("cit.draft.replaced")) == 2


def test_case_2_king_face_down_is_legal_and_not_shown() -> None:
    t = begun(4, 3, 0, 0)
    assert t.s.slots[0].character == "king"
    assert "king" not in t.s.face_up


def test_case_3_emperor_drawn_face_up_is_replaced_like_the_king() -> None:
    t = begun(4, 0, 2, 0, 0, cast=("emperor",))
    assert "emperor" in t.s.draft
    assert t.s.face_up == ("thief", "magician")


def test_case_4_assassin_names_a_face_up_or_undrafted_character() -> None:
    t = Table(4).call({"assassin": 0, "merchant": 1, "king": 2, "warlord": 3}, up=("thief", "bishop"))
    assert {"power-murder thief", "power-murder bishop", "power-murder architect"} <= set(t.legal)
    t.do("power-murder thief", "gold", "end")
    assert t.told("cit.call.hushed")[0].params == {"character": "thief"}
    assert {"character": "thief"} not in [event.params for event in t.told("cit.call.silent")]


def test_case_5_the_murdered_thief_robs_nobody() -> None:
    t = Table(4).gold(0, 5, 5, 5).call({"assassin": 0, "thief": 1, "king": 2, "warlord": 3})
    t.do("power-murder thief", "gold", "end")
    assert t.asked == 2
    assert t.s.gold[1:] == [5, 5, 5]


def test_case_6_the_thief_may_not_name_the_murdered() -> None:
    t = Table(4).call({"assassin": 0, "thief": 1, "king": 2, "warlord": 3}).do("power-murder king", "gold", "end")
    assert t.refused("power-rob king") == "cit.error.power_now"
    assert "power-rob bishop" in t.legal


def test_case_7_the_thief_may_not_name_rank_1() -> None:
    t = Table(4).call({"thief": 1})
    assert t.refused("power-rob assassin") == "cit.error.power_now"
    t = Table(4, cast=("witch",)).call({"thief": 1})
    assert t.refused("power-rob witch") == "cit.error.power_now"


def robbed(character: str, *modules: str, seats: int = 4) -> Table:
    t = Table(seats, *modules, crown=3).gold(0, 7, 0, 0)
    return t


def test_case_8_theft_first_income_stays() -> None:
    t = robbed("merchant").city(1, "tavern", "market").call({"thief": 0, "merchant": 1})
    t.do("power-rob merchant", "gold", "end")
    assert t.s.gold[:2] == [9, 0]
    t.do("income")
    assert t.s.gold[1] == 2


def test_case_9_robbed_king_keeps_the_gold_of_the_throne_room() -> None:
    t = robbed("king", "throne_room").city(1, "throne_room").call({"thief": 0, "king": 1})
    t.do("power-rob king", "gold", "end")
    assert t.s.crown == 1
    assert t.s.gold[:2] == [9, 1]


def test_case_10_all_gold_of_a_player_with_two_characters() -> None:
    t = Table(3).gold(0, 6, 0).call({"thief": 0, "magician": 1, "bishop": 1, "king": 2})
    t.do("power-rob bishop", "gold", "end", "gold", "end", "gold", "end")
    assert t.told("cit.power.robbed")[0].params["n"] == 8
    assert t.s.gold[1] == 0


def test_case_11_magician_with_an_empty_hand_swaps() -> None:
    t = Table(4).hand(1, "temple", "castle").call({"magician": 0}).do("power-swap 1")
    assert t.s.hands[:2] == [("castle", "temple"), ()]


def test_case_12_magician_puts_three_under_a_deck_of_two() -> None:
    t = Table(4).hand(0, "temple", "castle", "keep").only("manor", "palace")
    t.call({"magician": 0}).do("power-redraw castle,keep,temple")
    assert t.s.deck == ("keep", "temple")
    assert sorted(t.s.hands[0]) == ["castle", "manor", "palace"]


def test_case_13_a_museum_card_is_not_in_the_hand() -> None:
    t = Table(4, "museum").city(1, "museum").museum(1, "temple").hand(1, "castle").call({"magician": 0})
    t.do("power-swap 1")
    assert t.s.hands[0] == ("castle",)
    assert t.s.cities[1][0].cards == ("temple",)


def test_case_14_murdered_king_is_heir_at_the_end_of_the_round() -> None:
    t = Table(4).call({"assassin": 0, "king": 2, "warlord": 3}).do("power-murder king", "gold", "end")
    assert t.s.crown == 0
    t.do("gold", "end")
    assert t.s.crown == 2
    assert t.asked == 2
    assert t.told("cit.round.murdered")[0].params == {"seat": 2, "character": "king"}


def test_case_15_murdered_emperor_crown_stays() -> None:
    t = Table(4, cast=("emperor",)).gold(0, 5, 5, 5).call({"assassin": 0, "emperor": 2})
    t.do("power-murder emperor", "gold", "end")
    assert t.s.crown == 0
    assert t.s.gold == [2, 5, 5, 5]


def test_case_16_bewitched_king_keeps_the_crown_the_witch_the_income() -> None:
    t = Table(4, cast=("witch",)).city(0, "manor").city(2, "castle", "palace").call({"witch": 0, "king": 2})
    t.do("gold", "power-bewitch king")
    assert t.s.crown == 2
    assert t.legal == ["gold", "cards"]
    t.do("gold", "income")
    assert t.s.gold == [3, 0, 2, 0]


def test_case_17_the_witch_gives_the_crown_of_the_bewitched_emperor() -> None:
    t = Table(4, cast=("witch", "emperor"), crown=1).gold(0, 0, 0, 4).call({"witch": 0, "emperor": 2})
    t.do("gold", "power-bewitch emperor", "gold")
    assert t.asked == 0
    assert t.legal == ["power-crown 2", "power-crown 3"]
    t.do("power-crown 3")
    assert t.s.gold == [3, 0, 2, 3]


def test_case_18_one_gold_and_no_card_must_be_given() -> None:
    t = Table(4, cast=("emperor",)).gold(0, 1, 0, 0).call({"emperor": 2}).do("power-crown 1")
    assert t.s.gold == [0, 0, 1, 0]
    assert t.asked == 2


def test_case_19_a_receiver_with_nothing_keeps_the_crown() -> None:
    t = Table(4, cast=("emperor",)).call({"emperor": 2}).do("power-crown 1")
    assert t.s.crown == 1
    assert t.told("cit.power.unpaid")


def test_case_20_the_crown_must_move() -> None:
    t = Table(4, cast=("emperor",)).call({"emperor": 2})
    assert t.legal == ["power-crown 1", "power-crown 3"]
    assert t.refused("power-crown 0") == "move.illegal"
    t = Table(4, cast=("emperor",), crown=2).call({"emperor": 2})
    assert t.legal == ["power-crown 0", "power-crown 1", "power-crown 3"]


def test_case_21_a_murdered_bishop_protects_nothing() -> None:
    t = Table(4).city(1, "temple").call({"assassin": 0, "bishop": 1, "warlord": 2})
    t.do("power-murder bishop", "gold", "end", "gold", "end")
    assert "power-destroy 1 temple" in t.legal


def test_case_22_a_bewitched_bishop_protects_the_witch() -> None:
    t = Table(4, cast=("witch",)).city(0, "temple").city(1, "tavern").call({"witch": 0, "bishop": 1, "warlord": 2})
    t.do("gold", "power-bewitch bishop", "gold", "end", "gold", "end")
    assert t.legal == ["power-destroy 1 tavern", "pass power"]
    assert t.refused("power-destroy 0 temple") == "cit.error.protected"


def test_what_was_destroyed_is_remembered_for_all_to_see() -> None:
    t = Table(4, "armory").city(1, "temple").city(2, "armory").call({"bishop": 1, "warlord": 2}).do("gold", "end")
    assert t.view().destroyed == ()
    assert t.view().cards["temple"] == 3
    t.do("district-armory 1 temple")
    assert t.view().destroyed == t.view(3).destroyed == ("armory", "temple")


def test_a_game_of_version_1_begins_to_remember_it() -> None:
    t = Table(4).call({"bishop": 1, "warlord": 2})
    data = to_plain(t.s)
    del data["razed"]
    assert t.game.restore_unsaved_fields(from_plain(CitadelsState, t.game.upgrade_saved_state(data, 1))) == t.s


def test_case_23_the_armory_ignores_the_bishop() -> None:
    t = Table(4, "armory").city(1, "temple").city(2, "armory").call({"bishop": 1, "warlord": 2}).do("gold", "end")
    t.do("district-armory 1 temple")
    assert t.keys(1) == t.keys(2) == []


EIGHT = ("manor", "temple", "tavern", "watchtower", "castle", "church", "market", "prison")


def test_case_24_no_city_of_eight_his_own_included() -> None:
    t = Table(4).city(1, *EIGHT).city(0, *EIGHT[:4]).call({"warlord": 0}).do("gold", "end")
    assert {line.split()[1] for line in t.of("power-destroy")} == {"0"}
    assert t.refused("power-destroy 1 temple") == "cit.error.complete"
    t = Table(4).city(0, *EIGHT).call({"warlord": 0}).do("gold", "end")
    assert not t.told("cit.power.no_destroy")
    assert t.s.turn is None  # there was nothing to ask


def test_case_25_the_warlord_cannot_destroy_the_keep() -> None:
    t = Table(4).gold(9, 0, 0, 0).city(1, "keep", "temple").call({"warlord": 0}).do("gold", "end")
    assert t.refused("power-destroy 1 keep") == "cit.error.shielded"


def test_case_26_dragon_gate_costs_five() -> None:
    t = Table(4).gold(3, 0, 0, 0).city(1, "dragon_gate").call({"warlord": 0}).do("gold", "end")
    t.do("power-destroy 1 dragon_gate")
    assert t.s.gold[0] == 0


def test_case_27_no_building_after_destroying() -> None:
    t = Table(4).gold(3, 0, 0, 0).hand(0, "manor").city(1, "tavern").call({"warlord": 0}).do("gold")
    assert not t.of("power-destroy")
    assert t.refused("power-destroy 1 tavern") == "cit.error.power_now"
    t.do("end")
    assert t.legal == ["power-destroy 1 tavern", "pass power"]


def test_case_28_the_graveyard_owner_need_not_be_the_victim() -> None:
    t = Table(4).gold(0, 0, 1, 0).city(1, "tavern").city(2, "graveyard").call({"warlord": 0})
    t.do("gold", "end", "power-destroy 1 tavern")
    assert t.asked == 2
    assert t.view().ruin == "tavern"
    t.do("district-graveyard")
    assert t.s.hands[2] == ("tavern",)
    assert t.s.gold[2] == 0


def test_case_29_the_graveyard_cannot_save_itself() -> None:
    t = Table(4).gold(3, 0, 3, 0).city(2, "graveyard").call({"warlord": 0})
    t.do("gold", "end", "power-destroy 2 graveyard")
    assert t.s.deck[-1] == "graveyard"
    assert t.asked == t.s.crown


def test_case_30_the_warlord_cannot_use_his_own_graveyard() -> None:
    t = Table(4).gold(3, 0, 0, 0).city(0, "graveyard").city(1, "tavern").call({"warlord": 0})
    t.do("gold", "end", "power-destroy 1 tavern")
    assert t.s.deck[-1] == "tavern"


def test_case_31_the_graveyard_does_not_react_to_the_armory() -> None:
    t = Table(4, "armory").gold(0, 0, 3, 0).city(0, "armory").city(1, "tavern").city(2, "graveyard")
    t.call({"warlord": 0}).do("district-armory 1 tavern")
    assert t.asked == 0
    assert t.s.deck[-2:] == ("armory", "tavern")


def test_case_32_the_diplomat_removes_the_graveyard() -> None:
    assert "graveyard" not in Table(4, cast=("diplomat",)).s.purples
    assert "graveyard" in Table(4).s.purples
    box = draw_box(choices(cast=("diplomat",)), 4, Chance(bytes(32)))
    assert box.removed == {"graveyard": 1}
