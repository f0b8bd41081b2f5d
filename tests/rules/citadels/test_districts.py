"""The tricky cases of citadels.md 13 about districts, the end and small tables, by their numbers."""

from __future__ import annotations

import pytest

from rules.citadels.cards import BASE_CAST
from rules.citadels.state import Built
from rules.core import Choices, play

from .table import Table

SEVEN = ("manor", "temple", "tavern", "watchtower", "castle", "church", "market")


def row(t: Table, seat: int = 0) -> dict[str, int]:
    points = t.view().sheet[seat]
    return {"districts": points.districts, "colours": points.colours, "completion": points.completion, **points.cards}


def test_case_61_library_and_observatory() -> None:
    t = Table(4).city(0, "library", "observatory").top("manor", "temple", "tavern").call({"king": 0}).do("cards")
    assert t.legal == ["keep manor,temple", "keep manor,tavern", "keep tavern,temple"]  # as the hand is shown
    t.do("keep manor,temple")
    assert t.s.hands[0] == ("manor", "temple")
    assert t.s.deck[-1] == "tavern"


def test_case_62_a_deck_of_one_card() -> None:
    t = Table(4).only("manor").call({"king": 0}).do("cards")
    assert t.s.hands[0] == ("manor",)
    assert t.asked == 0
    assert t.s.deck == ()


def test_case_63_an_empty_deck() -> None:
    t = Table(4).only().call({"architect": 0})
    assert t.of("cards") == []
    assert t.refused("cards") == "cit.error.deck_empty"
    t.do("gold")
    assert t.s.hands[0] == ()
    t = Table(4, cast=("navigator",)).only().call({"navigator": 0}).do("gold")
    assert t.legal == ["power-navigate gold", "pass navigator"]


FOUR = ("manor", "temple", "tavern", "watchtower")


def test_case_64_haunted_city_of_the_final_round_is_purple_only() -> None:
    t = Table(4).city(0, "manor", "temple", "tavern", "keep", "haunted_city")
    assert row(t)["colours"] == 3
    t.s.ended = True
    t.s.cities[0] = (*t.s.cities[0][:-1], Built("haunted_city", round=t.s.round))
    assert row(t)["colours"] == 0


def test_case_65_haunted_city_is_red_or_purple() -> None:
    assert row(Table(4).city(0, "manor", "temple", "tavern", "haunted_city"))["colours"] == 0
    assert row(Table(4).city(0, *FOUR, "haunted_city"))["colours"] == 3
    assert row(Table(4).city(0, "manor", "temple", "tavern", "keep", "haunted_city"))["colours"] == 3
    t = Table(4, "wishing_well").city(0, "manor", "temple", "tavern", "wishing_well", "haunted_city")
    assert row(t) == {"districts": 12, "colours": 3, "completion": 0}
    assert row(Table(4, "wishing_well").city(0, *FOUR, "wishing_well", "haunted_city"))["wishing_well"] == 1


def test_case_66_school_of_magic_is_purple() -> None:
    t = Table(4).city(0, "manor", "temple", "tavern", "school_of_magic").call({"warlord": 0})
    assert row(t)["colours"] == 0
    t.do("income")
    assert t.s.gold[0] == 1


def bell(*cities: int, **held: int) -> Table:
    """Cities of so many districts; the first player builds a Bell Tower and announces."""
    t = Table(4, "bell_tower", "armory").gold(9, 0, 0, 0).hand(0, "bell_tower")
    for seat, n in enumerate(cities):
        t.city(seat, *SEVEN[:n])
    return t.call({"king": 0, **held}).do("gold", "build bell_tower")


def test_case_67_bell_tower_destroyed_in_time() -> None:
    t = bell(2, 2, warlord=1)
    assert t.legal == ["district-bell-tower", "pass bell_tower"]
    t.do("district-bell-tower")
    assert t.view().target == 7
    t.s.gold[1] = 9
    t.do("end", "gold", "end", "power-destroy 0 bell_tower")
    assert t.view().target == 8


def test_case_68_bell_tower_destroyed_too_late() -> None:
    t = Table(4, "bell_tower", "armory").gold(9, 0, 0, 0).hand(0, "bell_tower").city(0, *SEVEN[:6]).city(1, "armory")
    t.call({"king": 0, "warlord": 1}).do("gold", "build bell_tower", "district-bell-tower")
    assert t.view().last_round
    t.do("end", "district-armory 0 bell_tower")
    assert t.view().target == 7
    t.do("gold", "end", "pass power")
    assert t.view().over
    assert row(t)["completion"] == 4


def test_case_69_the_first_keeps_four_points() -> None:
    t = Table(4, "armory").gold(9, 0, 0, 0).city(0, *SEVEN).hand(0, "docks").city(1, "armory")
    t.call({"king": 0, "warlord": 1}).do("gold", "build docks", "end", "district-armory 0 docks", "gold", "end")
    if not t.view().over:
        t.do("pass power")
    assert t.view().over
    assert row(t)["completion"] == 4


def test_case_70_the_hospital_gives_no_gold_of_the_merchant() -> None:
    t = Table(4, "hospital").city(1, "hospital").call({"assassin": 0, "merchant": 1})
    t.do("power-murder merchant", "gold", "end")
    assert t.asked == 1
    t.do("gold")
    assert t.s.gold[1] == 2


def test_case_71_the_hospital_and_the_murdered_king() -> None:
    t = Table(4, "hospital").city(1, "hospital").call({"assassin": 0, "king": 1, "bishop": 2})
    t.do("power-murder king", "gold", "end", "gold")
    assert t.s.crown == 0
    t.do("gold", "end")
    assert t.s.crown == 1


def test_hospital_is_asked_whether_he_holds_it_or_not() -> None:
    seen = []
    others: list[dict[str, int]] = [{"merchant": 1}, {"merchant": 2, "warlord": 1}, {"warlord": 1}]
    for held in ({"assassin": 0, **other} for other in others):
        t = Table(4, "hospital").city(1, "hospital").call(held).do("power-murder merchant", "gold", "end")
        assert t.asked == 1
        seen.append(t.legal)
        t.do("pass hospital")
        assert [e.key for e in t.events][:1] == ["cit.call.hushed"]
    assert seen == [["gold", "cards", "pass hospital"], ["pass hospital"], ["pass hospital"]]


def test_hospital_not_called_is_told_in_private() -> None:
    t = Table(4, "hospital").city(1, "hospital").call({"assassin": 0, "warlord": 1})
    t.do("power-murder merchant", "gold", "end")
    assert t.refused("gold") == "cit.error.not_called"


def test_case_72_throne_room_and_a_crowned_king() -> None:
    t = Table(4, "throne_room", crown=0).city(1, "throne_room").call({"king": 0})
    assert t.s.gold[1] == 0


def test_case_73_gold_on_districts_is_not_in_the_treasury() -> None:
    t = Table(4, "imperial_treasury").gold(3, 0, 0, 0).city(0, "imperial_treasury+")
    assert row(t) == {"districts": 5, "colours": 0, "completion": 0, "imperial_treasury": 3}


def test_case_74_tax_then_poor_house() -> None:
    t = Table(4, "poor_house", cast=("tax_collector",)).gold(0, 0, 0, 0).city(1, "poor_house").hand(1, "temple")
    t.call({"tax_collector": 0, "king": 1}).do("gold", "end", "gold", "build temple", "end")
    assert t.s.gold[:2] == [3, 1]


def test_case_75_a_ninth_district() -> None:
    t = Table(4).gold(9, 0, 0, 0).city(0, *SEVEN).hand(0, "docks", "prison").call({"architect": 0})
    t.do("gold", "build docks", "build prison")
    assert len(t.s.cities[0]) == 9
    t.do("end")
    assert t.view().over


def test_case_76_bishop_and_warlord_of_one_player() -> None:
    t = Table(3).city(0, "temple").city(1, "tavern").call({"bishop": 0, "warlord": 0})
    t.do("gold", "end", "gold", "end")
    assert t.legal == ["power-destroy 1 tavern", "pass power"]


def test_case_77_the_assassin_names_his_own_character() -> None:
    t = Table(3).call({"assassin": 0, "merchant": 0, "king": 1}).do("power-murder merchant", "gold", "end")
    assert t.asked == 1
    t.do("gold", "end")
    assert t.s.round == 2


def test_case_78_seven_players_with_nine_characters() -> None:
    t = Table(7, cast=("artist",))
    while t.s.draft:
        last = len(t.s.draft)
        t.do(t.legal[0])
    assert last == 2
    assert t.s.slots[0].by == -1


def test_case_79_laboratory_before_the_action() -> None:
    t = Table(4).city(0, "laboratory").hand(0, "temple", "tavern").call({"king": 0}).do("district-laboratory temple")
    assert t.s.gold[0] == 1
    assert t.refused("district-laboratory tavern") == "cit.error.district_used"


def test_case_80_a_shared_victory() -> None:
    t = Table(4).city(0, "docks").city(1, "battlefield").gold(2, 2, 2, 2)
    assert t.game.winners(t.s) == (0, 1)
    t.gold(3, 2, 9, 0)
    assert t.game.winners(t.s) == (0,)


def test_case_81_the_thief_names_his_own_character() -> None:
    t = Table(3).gold(4, 0, 0).call({"thief": 0, "king": 0}).do("power-rob king", "gold", "end")
    assert t.s.gold[0] == 6
    assert not t.told("cit.power.robbed")


def test_case_82_the_witch_names_her_own_character() -> None:
    t = Table(3, cast=("witch",)).call({"witch": 0, "merchant": 0}).do("gold", "power-bewitch merchant", "gold")
    assert t.asked == 0
    assert t.s.gold[0] == 5
    assert t.legal[-1] == "end"


def test_case_83_murdered_owners_keep_what_their_districts_do() -> None:
    t = Table(4, "throne_room").gold(3, 0, 0, 0).city(1, "throne_room", "great_wall", "temple")
    t.call({"assassin": 0, "king": 2, "bishop": 1, "warlord": 3}).do("power-murder bishop", "gold", "end")
    assert t.s.gold[1] == 1  # the King took the crown
    t.do("gold", "end", "gold", "end", "power-destroy 1 temple")
    assert t.s.gold[3] == 1


def test_case_84_no_search_for_an_exchanged_lighthouse() -> None:
    t = Table(4, "lighthouse", cast=("diplomat",)).city(0, "palace").city(1, "lighthouse").call({"diplomat": 0})
    t.do("gold", "end", "power-exchange palace 1 lighthouse")
    assert t.s.turn is None


def test_case_85_the_factory_owner_builds_the_haunted_city() -> None:
    t = Table(4, "factory").city(0, "factory").hand(0, "haunted_city").call({"king": 0})
    t.do("gold", "build haunted_city")
    assert t.s.gold[0] == 1


def test_case_86_a_beautified_district_saved_by_the_graveyard() -> None:
    t = Table(4).gold(1, 0, 1, 0).city(1, "tavern+").city(2, "graveyard").call({"warlord": 0})
    t.do("gold", "end", "power-destroy 1 tavern", "district-graveyard")
    assert t.s.hands[2] == ("tavern",)
    assert t.s.gold == [2, 0, 0, 0]


def ball(**held: int) -> Table:
    return Table(4, "ball_room", crown=3, ball_room_auto="off").city(3, "ball_room").call(held)


def test_case_87_the_king_must_thank_and_those_after_him_need_not() -> None:
    t = ball(king=0, bishop=1)
    assert t.legal == ["thank", "pass thanks"]
    assert t.s.crown == 0
    t.do("thank", "gold", "end")
    assert t.asked == 1
    assert "gold" in t.legal


def test_thanks_may_be_given_by_a_standing_answer() -> None:
    t = ball(king=0, bishop=1)
    assert list(t.game.standing_answer_keys(t.s)) == ["thank"]
    assert {key: str(move) for key, move in t.game.standing_answer_moves(t.s, 0).items()} == {"thank": "thank"}
    assert t.game.standing_answer_moves(t.s, 1) == {}
    for without in (Table(4, "ball_room"), Table(4, ball_room_auto="off")):  # given by the program; no Ball Room
        assert list(without.game.standing_answer_keys(without.s)) == []


def test_ball_room_silence_loses_the_turn() -> None:
    t = ball(thief=0, bishop=1).do("pass thanks")
    assert t.asked == 1
    assert t.s.gold[0] == 0
    t.do("thank")
    assert "gold" in t.legal
    t = Table(4, "ball_room", crown=3).city(3, "ball_room").call({"thief": 0})
    assert t.told("cit.ball_room.thanked")
    assert "gold" in t.legal


def test_ball_room_silence_of_the_bewitched_leaves_the_witch_her_half() -> None:
    t = Table(4, "ball_room", crown=3, cast=("witch",), ball_room_auto="off").city(3, "ball_room")
    t.call({"witch": 0, "merchant": 1}).do("thank", "gold", "power-bewitch merchant", "pass thanks")
    assert t.asked == 0
    assert t.s.gold[:2] == [3, 0]


def test_case_88_no_announcement_when_the_build_ends_the_game() -> None:
    t = Table(4, "bell_tower").gold(9, 0, 0, 0).city(0, *SEVEN).hand(0, "bell_tower").call({"king": 0})
    t.do("gold", "build bell_tower")
    assert t.view().last_round
    assert t.legal[-1] == "end"


def test_case_89_a_market_for_a_beautified_market() -> None:
    t = Table(4, cast=("diplomat",)).city(0, "market").city(1, "market+").call({"diplomat": 0})
    t.do("gold", "end", "power-exchange market 1 market")
    assert t.s.gold[:2] == [1, 1]
    assert t.s.cities[0][0].gold == 1


def test_case_90_two_equal_cards_are_asked_all_the_same() -> None:
    t = Table(4).top("tavern", "tavern").call({"king": 0}).do("cards")
    assert t.legal == ["keep tavern"]


def test_case_91_assassin_and_tax_collector_of_one_player() -> None:
    t = Table(3, cast=("tax_collector",)).gold(3, 0, 0).hand(0, "temple").call({"assassin": 0, "tax_collector": 0})
    t.do("gold", "build temple", "end")
    assert t.s.gold[0] == 4


def test_case_92_a_card_too_dear_is_asked_all_the_same() -> None:
    t = Table(4, cast=("wizard",)).hand(1, "university").call({"wizard": 0})
    t.do("gold", "power-look 1", "power-take university")
    assert t.legal == ["pass wizard"]
    t.do("pass wizard")
    assert t.s.hands[0] == ("university",)


# --- districts without a number there ----------------------------------------------------------------------------


def test_beautified_duplicates_have_names_of_their_own() -> None:
    t = Table(4).gold(9, 0, 0, 0).city(1, "market", "market+").call({"warlord": 0}).do("gold", "end")
    assert t.of("power-destroy") == ["power-destroy 1 market", "power-destroy 1 market+"]
    t.do("power-destroy 1 market+")
    assert t.s.gold[0] == 9
    assert t.s.cities[1] == (Built("market"),)


def test_lighthouse_takes_a_card_and_the_deck_is_shuffled() -> None:
    t = Table(4, "lighthouse").gold(3, 0, 0, 0).hand(0, "lighthouse").call({"king": 0}).do("gold", "build lighthouse")
    offer = t.view(0).offer
    assert offer is not None
    assert list(offer.cards) == sorted(offer.cards, key=offer.cards.index)
    before = t.s.deck
    t.do("district-lighthouse palace")
    assert t.s.hands[0] == ("palace",)
    assert t.s.deck != before
    assert len(t.s.deck) == len(before) - 1


def test_park_for_an_empty_hand() -> None:
    t = Table(4, "park").city(0, "park").call({"king": 0}).do("gold", "end")
    assert t.legal == ["district-park", "pass park"]
    t.do("district-park")
    assert len(t.s.hands[0]) == 2


def test_museum_scores_a_point_a_card_once_a_turn() -> None:
    t = Table(4, "museum", "map_room").city(0, "museum", "map_room").hand(0, "temple", "tavern").call({"king": 0})
    t.do("district-museum temple")
    assert row(t)["museum"] == row(t)["map_room"] == 1
    assert t.refused("district-museum tavern") == "cit.error.district_used"
    assert t.view(1).players[0].city[0].names == ()


@pytest.mark.parametrize("character", [c for c in BASE_CAST if c not in ("assassin",)])
def test_murdered_and_undrafted_sound_alike(character: str) -> None:
    told = []
    for held in ({"assassin": 0, character: 1}, {"assassin": 0}):
        t = Table(4).call(held).do(f"power-murder {character}", "gold", "end")
        told.append([e for e in t.events if e.key in ("cit.call.silent", "cit.call.hushed")])
    assert told[0] == told[1]
    assert [e.params for e in told[0] if e.key == "cit.call.hushed"] == [{"character": character}]


def test_a_move_leaves_the_old_state_alone() -> None:
    t = Table(4).call({"king": 0})
    before = t.s.copy()
    play(t.game, t.s, 0, next(iter(t.game.legal(t.s, 0))))
    assert t.s == before
    assert t.game.choices == Choices()
