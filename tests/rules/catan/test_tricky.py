"""The tricky cases of catan.md 18 that concern the base game, by their numbers."""

from __future__ import annotations

from rules.catan.cards import ONE
from rules.catan.development import POINT, developments_of
from rules.catan.network import place_piece, remove_piece
from rules.catan.places import OUT
from rules.core import Chance, Context

from .table import KEY, Table

RING = "18-24-30-35-29-23-18"


def piece(t: Table, seat: int, corner: int) -> Table:
    """Any piece of a player that is no building (a knight)."""
    place_piece(Context(t.s, Chance(KEY)), seat, corner)
    return t


def gone(t: Table, corner: int) -> Table:
    remove_piece(Context(t.s, Chance(KEY)), corner)
    return t


def test_case_1_trail_around_one_hex() -> None:
    t = Table().road(0, RING)
    assert t.s.lengths[0] == 6
    assert t.road(0, "19-24").s.lengths[0] == 7
    assert t.road(0, "29-34").s.lengths[0] == 7


def test_case_2_ring_with_an_opponent_on_it() -> None:
    assert Table().road(0, RING).settlement(1, 18).s.lengths[0] == 6
    assert piece(Table().road(0, RING), 1, 18).s.lengths[0] == 6
    assert Table().road(0, RING, "19-24").settlement(1, 24).s.lengths[0] == 6
    assert piece(Table().road(0, RING, "19-24"), 1, 24).s.lengths[0] == 6


def test_case_3_star() -> None:
    t = Table().road(0, "24-30-36", "24-18-13", "24-19-14")
    assert t.s.lengths[0] == 4
    assert t.settlement(1, 24).s.lengths[0] == 2


def test_case_4_two_rings_that_share_a_road() -> None:
    t = Table().road(0, RING, "23-17-22-28-34-29")
    assert t.s.roads.count(0) == 11
    assert t.s.lengths[0] == 11


def test_case_5_path_with_a_blocker() -> None:
    for corner, length in ((23, 3), (29, 4), (34, 5)):
        t = Table().road(0, "7-12-17-23-29-34")
        assert t.s.lengths[0] == 5
        assert t.settlement(1, corner).s.lengths[0] == length


def test_case_6_a_tie_does_not_take_the_card_away_and_one_more_road_does() -> None:
    t = Table().road(0, "0-4-8-13-18-24-30").road(1, "47-43-38-33-27-21-16")
    assert (t.s.lengths[:2], t.s.longest, t.s.points[:2]) == ([6, 6], 0, [2, 0])
    t.hand(1, "1 brick, 1 lumber").s.active = 1
    t.do("build-road e18")
    assert (t.s.lengths[1], t.s.longest, t.s.points[:2]) == (7, 1, [0, 2])
    assert [event.key for event in t.events] == ["catan.build.road", "catan.longest.taken"]


def test_case_7_several_at_the_most_and_the_holder_not_among_them() -> None:
    t = Table().road(0, "0-4-8-13-18-24-30-36").road(1, "47-43-38-33-27-21-16").road(2, "53-50-46-42-37-32-26")
    assert (t.s.lengths[:3], t.s.longest) == ([7, 6, 6], 0)
    piece(t, 1, 18)
    assert (t.s.lengths[0], t.s.longest, t.s.points) == (4, OUT, [0, 0, 0, 0])
    gone(t, 18)
    assert (t.s.lengths[0], t.s.longest, t.s.points) == (7, 0, [2, 0, 0, 0])


def test_case_8_cut_down_to_a_tie_the_holder_keeps_it() -> None:
    t = Table().road(0, "0-4-8-13-18-24-30").road(1, "47-43-38-33-27-21")
    assert (t.s.lengths[:2], t.s.longest) == ([6, 5], 0)
    piece(t, 1, 24)
    assert (t.s.lengths[:2], t.s.longest, t.s.points[0]) == ([5, 5], 0, 2)


def test_case_9_the_only_road_of_five_is_cut() -> None:
    t = Table().road(0, "0-4-8-13-18-24")
    assert t.s.points[0] == 2
    t.road(1, "9-13").hand(1, "1 brick, 1 lumber, 1 wool, 1 grain").s.active = 1
    t.do("build-settlement v13")
    assert (t.s.lengths[0], t.s.longest, t.s.points[0]) == (3, OUT, 0)
    assert t.told("longest.lost")


def test_case_10_an_own_piece_never_interrupts() -> None:
    t = piece(Table().road(0, "0-4-8-13-18-24"), 0, 8)
    assert t.s.lengths[0] == 5
    assert t.settlement(0, 18).s.lengths[0] == 5


def test_case_11_any_piece_of_an_opponent_blocks_the_way_on() -> None:
    t = piece(Table().road(1, "12-17-23"), 0, 23).hand(1, "1 brick, 1 lumber")
    t.s.active = 1
    assert t.refused("build-road e35") == "not_connected"  # 23-29
    assert "build-road e26" not in t.legal()  # 18-23


def test_case_12_a_road_may_lead_towards_a_piece_of_an_opponent() -> None:
    t = piece(Table().road(1, "12-17"), 0, 23).hand(1, "1 brick, 1 lumber")
    t.s.active = 1
    path = t.path(17, 23)
    t.do(f"build-road e{path}")
    assert t.s.roads[path] == 1


def test_case_13_a_road_begins_at_an_own_building_among_foreign_roads() -> None:
    t = Table().settlement(0, 23).road(1, "17-23", "18-23").hand(0, "1 brick, 1 lumber")
    assert t.legal("build-road") == [f"build-road e{t.path(23, 29)}"]


def test_case_15_a_piece_beside_the_corner_does_not_matter() -> None:
    t = piece(Table().road(0, "12-17"), 1, 23).hand(0, "1 brick, 1 lumber, 1 wool, 1 grain")
    assert "build-settlement v17" in t.legal()
    t.do("build-settlement v17")


def test_case_16_a_settlement_between_two_roads_of_an_opponent() -> None:
    t = Table().road(1, "0-4-8-13-18-24").road(0, "8-12").hand(0, "1 brick, 1 lumber, 1 wool, 1 grain")
    t.do("build-settlement v8")
    assert t.s.lengths[1] == 3
    assert t.s.longest == OUT


def test_case_17_road_building_with_few_pieces() -> None:
    t = Table().settlement(0, 23)
    t.s.roads_left[0] = 0
    assert dev(t, 2).refused("dev-roads") == "no_free_road"
    assert not t.legal("dev-roads")
    t = dev(Table().settlement(0, 23).road(0, "0-3-7-11-16-21-27-33-38-43-47", "1-4-8", "2-5"), 2)
    assert t.s.roads_left[0] == 2
    t.road(0, "6-10")
    t.do("dev-roads", f"answer-road e{t.path(17, 23)}")
    assert t.s.roads_left[0] == 0
    assert t.legal()[-1] == "end"


def dev(t: Table, *cards: int) -> Table:
    """Development cards of the deck in the hand of seat 0."""
    part = developments_of(t.s)
    deck = list(part.deck)
    for card in cards:
        deck.remove(card)
        part.hands[0] += ONE[card]
        t.s.hidden[0] += card == POINT
    part.deck = tuple(deck)
    return t


def test_case_58_a_short_bank_gives_nobody_anything_unless_one_alone_is_due() -> None:
    # Mountains 10 is h0: corners 0 4 8 12 7 3.
    t = Table().city(0, 0).settlement(1, 8).bank("1 ore").before_roll().roll(5, 5)
    assert (t.held(0), t.held(1)) == ("", "")
    assert t.told("production.lacks")[0].params["lacking"] == ["ore"]
    t = Table().settlement(0, 0).bank("1 ore").before_roll().roll(5, 5)
    assert t.held(0) == "1 ore"


def test_case_59_one_alone_gets_what_is_left() -> None:
    # Pasture 4 is h5: corners 9 14 19 24 18 13; two cities are due 4 wool.
    t = Table().city(0, 9, 24).bank("3 wool").before_roll().roll(2, 2)
    assert t.held(0) == "3 wool"


def test_case_58_another_kind_is_paid_all_the_same() -> None:
    # 6 is h4 (hills) and h17 (fields).
    t = Table().city(0, 8).settlement(1, 17).settlement(2, 40).bank("2 brick").before_roll().roll(3, 3)
    assert (t.held(0), t.held(1), t.held(2)) == ("", "", "1 grain")


def test_case_72_who_was_robbed_meanwhile_cannot_trade() -> None:
    t = dev(Table().settlement(1, 0).hand(0, "1 brick").hand(1, "1 ore"), 0)
    t.do("trade-offer brick ore 1").do("trade-accept 1", seat=1)
    t.do("dev-knight", "robber h0 1")
    assert t.held(0) == "1 brick, 1 ore"
    t.do("trade-confirm 1 1")
    assert t.told("trade.failed")
    assert (t.held(0), t.held(1)) == ("1 brick, 1 ore", "")
    assert t.s.offer is not None
    assert t.refused("trade-confirm 1 1") == "not_accepted"


def test_case_73_the_bank_has_none_of_that_kind() -> None:
    t = Table().hand(0, "4 brick").bank("0 ore")
    assert t.refused("bank brick ore") == "bank_empty"
    assert "bank brick ore" not in t.legal()
    assert "bank brick wool" in t.legal()


def test_case_76_what_was_done_before_stays_when_points_are_lost() -> None:
    t = Table().road(1, "0-4-8-13-18-24").settlement(1, 0)
    assert t.s.points[1] == 3
    t.road(0, "9-13").hand(0, "1 brick, 1 lumber, 1 wool, 1 grain").do("build-settlement v13")
    assert (t.s.points[1], t.s.roads.count(1)) == (1, 5)


def test_case_78_the_points_at_the_start_of_the_own_turn_win_before_rolling() -> None:
    t = Table().city(1, 0, 2, 16, 20).settlement(1, 33)
    assert t.s.points[1] == 9
    t.road(1, "47-43-39-44-48-51")
    assert t.s.points[1] == 11
    assert not t.game.over(t.s)
    t.do("end")
    assert t.game.over(t.s)
    assert t.game.winners(t.s) == (1,)
    assert t.told("game.over")
