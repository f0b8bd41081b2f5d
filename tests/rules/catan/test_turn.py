"""Setup, dice, a seven, building, the bank, the special build phase, winning."""

from __future__ import annotations

import pytest

from rules.catan.cards import count_cards
from rules.catan.game import KIND
from rules.catan.places import OUT
from rules.core import Choices, decode_move, encode_move, play, start_game

from .table import KEY, Table


def opened(seats: int = 4, **options: str) -> Table:
    """A game that has just begun."""
    t = Table(seats, **options)
    t.s = start_game(t.game, seats, KEY).state
    return t


# --- setup


def test_setup_goes_round_and_back() -> None:
    t = opened()
    first = t.asked
    order = []
    while not t.s.turn:
        order.append(t.asked)
        t.do(t.legal()[-1])
    there = [(first + n) % 4 for n in range(4)]
    assert order == [*there, *reversed(there)]
    assert (t.asked, t.s.turn) == (first, 1)
    assert t.legal() == ["roll"]
    assert t.s.points == [2] * 4
    assert (t.s.roads_left, t.s.settlements_left) == ([13] * 4, [3] * 4)


def test_every_corner_with_each_of_its_paths_is_offered_first() -> None:
    t = opened()
    assert len(t.legal()) == 2 * len(t.s.layout.path_ends)
    t.do("setup v23 e35")
    left = {line.split()[1] for line in t.legal()}
    assert left == {f"v{v}" for v in range(54)} - {"v23", "v17", "v18", "v29"}


def test_what_is_refused_in_the_setup() -> None:
    t = opened().do("setup v23 e35")
    assert t.refused("setup v23 e34") == "corner_taken"
    assert t.refused("setup v29 e41") == "too_near"
    assert t.refused("setup v24 e0") == "road_apart"
    assert t.refused("setup v54 e0") == "no_place"
    assert t.refused("roll") == "place_first"


def test_the_second_settlement_brings_a_card_for_each_of_its_hexes() -> None:
    # v12 lies between h0 (mountains), h3 (fields) and h4 (hills); v29 at the desert.
    t = opened(3)
    first = t.asked
    for a, b in ((2, 5), (20, 25), (50, 53), (12, 17), (29, 34), (0, 3)):
        t.do(f"setup v{b if b == 53 else a} e{t.path(a, b)}")
    assert t.held((first + 2) % 3) == "1 brick, 1 grain, 1 ore"
    assert t.held((first + 1) % 3) == "1 lumber, 1 ore"  # nothing from the desert
    assert t.held(first) == "1 ore"


# --- dice and production


def test_settlements_get_one_card_and_cities_two() -> None:
    # 9: h2 forest, h7 fields.
    t = Table().settlement(0, 2, 16).city(1, 10).before_roll().roll(4, 5)
    assert (t.held(0), t.held(1)) == ("1 lumber, 1 grain", "2 lumber")
    assert t.view().gains == (("lumber", "grain"), ("lumber", "lumber"), (), ())
    assert t.view().rolled == (2, 7)
    assert t.view().dice == (4, 5)


def test_the_robber_stops_a_hex() -> None:
    t = Table().settlement(0, 2, 16)
    t.s.robber = 7
    t.before_roll().roll(4, 5)
    assert t.held(0) == "1 lumber"
    (told,) = [event for event in t.events if event.key == "catan.production.robbed"]
    assert told.params == {"seats": [0], "hex": "h7", "token": 9}
    assert told.seats is None


def test_the_robber_is_not_told_where_it_stops_nobody() -> None:
    t = Table().settlement(0, 2, 16)
    t.s.robber = 7
    t.before_roll().roll(5, 5)
    assert not [event for event in t.events if event.key == "catan.production.robbed"]


def test_a_number_may_bring_nothing() -> None:
    t = Table().before_roll().roll(6, 6)
    assert [event.key for event in t.events] == ["catan.dice.rolled", "catan.production.nobody"]
    assert t.asked == 0


def test_before_the_roll_nothing_else_may_be_done() -> None:
    t = Table().hand(0, "4 brick, 1 lumber").settlement(0, 23).before_roll()
    assert t.legal() == ["roll"]
    for line in ("end", "bank brick ore", "build-road e35", "trade-offer brick ore 1", "dev-buy"):
        assert t.refused(line) == "roll_first"


def test_after_the_roll_one_does_not_roll_again() -> None:
    t = Table().before_roll().roll(1, 1)
    assert t.refused("roll") == "not_now"


# --- a seven


def test_with_seven_cards_nobody_discards() -> None:
    t = Table().hand(0, "7 wool").hand(1, "8 wool").hand(2, "9 ore").before_roll().roll(3, 4)
    assert dict(t.view().owed) == {1: 4, 2: 4}
    assert sorted(t.game.waiting(t.s)) == [1, 2]


def test_discards_come_in_any_order_and_show_when_all_are_in() -> None:
    t = Table().hand(1, "8 wool").hand(2, "5 ore, 4 wool").before_roll().roll(3, 4)
    t.do("discard wool,ore,ore,ore", seat=2)
    assert t.view().done == (2,)
    assert t.view(2).given == ("wool", "ore", "ore", "ore")
    assert t.view(1).given == ()
    assert t.view().players[2].cards == 9
    assert [(event.key, event.seats) for event in t.events] == [
        ("catan.discard.done", None),
        ("catan.discard.own", frozenset({2})),
    ]
    t.do("discard wool,wool,wool,wool")
    assert [(e.params["seat"], e.params["cards"]) for e in t.told("discard.told")] == [
        (1, ["wool"] * 4),
        (2, ["wool", "ore", "ore", "ore"]),
    ]
    assert (t.held(1), t.held(2)) == ("4 wool", "3 wool, 2 ore")
    assert t.asked == 0
    assert t.view().phase == "robber"


def test_discards_that_are_refused() -> None:
    t = Table().hand(1, "5 brick, 4 ore").before_roll().roll(3, 4)
    assert t.refused("discard brick") == "discard_count"
    assert t.refused("discard brick,brick,brick,wool") == "cannot_pay"
    assert t.refused("roll") == "discard_first"
    assert t.refused("discard ore,brick,brick,brick") == "move.illegal"  # one spelling
    assert t.refused("discard gold,brick,brick,brick") == "move.illegal"
    assert t.refused("robber h0 -", seat=0) == "game.not_yours"


def test_a_forced_discard_is_asked_for_all_the_same() -> None:
    t = Table().hand(1, "9 ore").before_roll().roll(3, 4)
    assert t.legal() == ["discard ore,ore,ore,ore"]


def test_every_choice_of_cards_is_listed_once() -> None:
    t = Table().hand(1, "3 brick, 3 lumber, 2 wool").before_roll().roll(3, 4)
    lines = t.legal()
    assert len(lines) == len(set(lines)) == 10
    assert "discard brick,brick,lumber,wool" in lines


def test_the_robber_must_move_and_take_a_card() -> None:
    t = Table().settlement(1, 0, 24).settlement(2, 8).hand(1, "2 ore").hand(2, "1 wool").before_roll().roll(3, 4)
    assert t.refused("robber h9 1") == "robber_stays"
    assert t.refused("robber h0 -") == "victim_wanted"
    assert t.refused("robber h0 3") == "no_victim"
    assert t.refused("robber h18 1") == "no_victim"
    assert t.refused("robber h19 -") == "no_place"
    assert t.refused("end") == "robber_first"
    of_h0 = [line for line in t.legal() if line.startswith("robber h0 ")]
    assert of_h0 == ["robber h0 1", "robber h0 2"]
    assert "robber h18 -" in t.legal()
    assert len({line.split()[1] for line in t.legal()}) == 18
    t.do("robber h0 2")
    assert (t.held(0), t.held(2), t.s.robber) == ("1 wool", "", 0)
    assert [event.seats for event in t.told("robber.stole_own")] == [frozenset({0, 2})]
    assert "card" not in t.told("robber.stole")[0].params


def test_who_has_no_card_or_is_oneself_cannot_be_robbed() -> None:
    t = Table().settlement(0, 0).settlement(1, 8).hand(0, "1 ore").before_roll().roll(3, 4)
    assert [line for line in t.legal() if line.startswith("robber h0 ")] == ["robber h0 -"]
    t.do("robber h0 -")
    assert t.held(0) == "1 ore"


def test_a_theft_is_blind() -> None:
    t = Table().settlement(1, 0).hand(1, "1 brick, 1 ore").before_roll().roll(3, 4)
    assert t.do("robber h0 1", forced=(1,)).held(0) == "1 ore"


# --- building


def test_costs_and_places_of_buildings() -> None:
    t = Table().settlement(0, 23).road(0, "23-29").hand(0, "2 brick, 2 lumber, 1 wool, 3 grain, 3 ore")
    road = f"build-road e{t.path(29, 35)}"
    t.do(road)
    assert t.held(0) == "1 brick, 1 lumber, 1 wool, 3 grain, 3 ore"
    t.do("build-settlement v35")
    assert t.held(0) == "2 grain, 3 ore"
    t.do("build-city v23")
    assert (t.held(0), t.s.points[0]) == ("", 3)
    assert (t.s.settlements_left[0], t.s.cities_left[0]) == (4, 3)
    assert t.refused("build-city v35") == "empty_hand"
    assert t.refused("build-city v23") == "city_there"
    assert t.refused("build-city v0") == "no_settlement"


def test_building_is_refused_for_a_reason() -> None:
    t = Table().settlement(0, 23).settlement(1, 30).road(0, "23-29").hand(0, "1 brick, 1 lumber, 1 wool, 1 grain")
    assert t.refused("build-road e0") == "not_connected"
    assert t.refused(f"build-road e{t.path(23, 29)}") == "path_taken"
    assert t.refused("build-road e72") == "no_place"
    assert t.refused("build-settlement v29") == "too_near"
    assert t.refused("build-settlement v23") == "corner_taken"
    assert t.refused("build-settlement v0") == "not_connected"
    assert t.refused("build-settlement v54") == "no_place"


def test_used_up_pieces() -> None:
    t = Table().settlement(0, 23).road(0, "23-29-35").hand(0, "2 brick, 2 lumber, 1 wool, 3 grain, 3 ore")
    t.s.roads_left[0] = t.s.settlements_left[0] = t.s.cities_left[0] = 0
    assert t.refused(f"build-road e{t.path(35, 40)}") == "no_piece"
    assert t.refused("build-settlement v35") == "no_piece"
    assert t.refused("build-city v23") == "no_piece"
    assert not [line for line in t.legal() if line.startswith("build")]


def test_both_ends_of_an_own_road_may_be_settled() -> None:
    t = Table().hand(0, "1 brick, 1 lumber, 1 wool, 1 grain").road(0, "23-29")
    assert t.legal("build-settlement") == ["build-settlement v23", "build-settlement v29"]


# --- the bank


def test_rates_of_the_bank_and_of_harbours() -> None:
    t = Table().hand(0, "4 brick, 3 wool, 2 grain")
    assert set(t.legal("bank")) == {f"bank brick {kind}" for kind in ("lumber", "wool", "grain", "ore")}
    t.settlement(0, 0)  # 3:1
    assert {line.split()[1] for line in t.legal("bank")} == {"brick", "wool"}
    t.settlement(0, 5)  # grain 2:1
    assert {line.split()[1] for line in t.legal("bank")} == {"brick", "wool", "grain"}
    assert t.view().players[0].rates == (3, 3, 3, 2, 3)
    assert t.do("bank wool ore").held(0) == "4 brick, 2 grain, 1 ore"
    assert t.do("bank grain ore").held(0) == "4 brick, 2 ore"
    assert t.do("bank brick ore").held(0) == "1 brick, 3 ore"
    assert t.refused("bank brick ore") == "rate"
    assert t.refused("bank ore ore") == "same_kind"
    assert t.refused("bank ore cloth") == "move.illegal"
    assert t.refused("bank ore gold") == "move.illegal"


def test_a_special_harbour_is_for_its_kind_alone() -> None:
    t = Table().settlement(0, 10).hand(0, "2 ore, 3 wool")  # ore 2:1
    assert {line.split()[1] for line in t.legal("bank")} == {"ore"}
    assert t.view().players[0].rates == (4, 4, 4, 4, 2)


# --- ends


def test_the_turn_goes_to_the_next_player() -> None:
    t = Table(active=3).do("end")
    assert (t.asked, t.s.active, t.s.turn, t.view().phase) == (0, 0, 2, "before")
    assert t.s.dice == ()


def test_ten_points_win_in_the_own_turn_at_once() -> None:
    t = Table().city(0, 0, 2, 16).settlement(0, 20, 33, 46).hand(0, "2 grain, 3 ore")
    assert t.s.points[0] == 9
    t.do("build-city v33")
    assert t.game.over(t.s)
    assert (t.game.winners(t.s), t.game.scores(t.s)) == ((0,), (10, 0, 0, 0))
    assert t.view().winners == (0,)


def test_ten_points_in_the_turn_of_another_do_not_win() -> None:
    t = Table(active=2).city(1, 0, 2, 16, 20).road(1, "47-43-39-44-48-51")
    assert t.s.points[1] == 10
    t.do("end")
    assert not t.game.over(t.s)


# --- special build phase


def test_with_five_everybody_else_may_build_once_round() -> None:
    t = Table(5, active=3)
    t.do("end")
    order = []
    while t.view().phase == "special":
        order.append(t.asked)
        assert t.legal()[-1] == "pass build"
        t.do("pass build")
    assert order == [4, 0, 1, 2]
    assert (t.s.active, t.view().phase) == (4, "before")


def test_with_four_nobody_builds_between_turns_unless_that_is_chosen() -> None:
    assert Table().do("end").view().phase == "before"
    assert Table(special_build="on").do("end").view().phase == "special"
    assert Table(6, special_build="off").do("end").view().phase == "before"


def test_what_may_be_done_between_turns() -> None:
    t = Table(special_build="on").settlement(1, 23).road(1, "23-29")
    t.hand(1, "5 brick, 1 lumber, 1 wool, 1 grain, 1 ore").do("end")
    kinds = {line.split()[0] for line in t.legal()}
    assert kinds == {"build-road", "dev-buy", "pass"}
    for line in ("bank brick ore", "trade-offer brick ore 2", "end", "dev-knight", "roll"):
        assert t.refused(line) == "build_only"
    assert t.refused("pass road") == "pass_step"
    t.do(f"build-road e{t.path(29, 35)}")
    assert t.asked == 1
    t.do("dev-buy", "pass build")
    assert t.asked == 2


def test_nobody_wins_between_turns() -> None:
    t = Table(special_build="on").city(2, 0, 2, 16).settlement(2, 20, 33, 46).hand(2, "2 grain, 3 ore").do("end")
    t.do("pass build", "build-city v33")
    assert t.s.points[2] == 10
    assert not t.game.over(t.s)
    t.do("pass build", "pass build")
    assert not t.game.over(t.s)
    t.roll(1, 1).do("end")
    for _ in range(3):
        t.do("pass build")
    assert t.game.winners(t.s) == (2,)


# --- what is spelled how


@pytest.mark.parametrize(
    "line",
    [
        "setup v23 e30",
        "roll",
        "discard brick,wool,wool",
        "robber h9 2",
        "robber h9 -",
        "bank brick ore",
        "end",
        "pass build",
        "build-road e30",
        "build-settlement v23",
        "build-city v23",
        "trade-offer brick,brick ore 1,2",
        "trade-accept 53",
        "trade-decline 53",
        "trade-counter 53 ore brick",
        "trade-confirm 53 2",
        "trade-cancel 53",
        "dev-buy",
        "dev-knight",
        "dev-roads",
        "dev-plenty ore,grain",
        "dev-monopoly ore",
        "answer-road e30",
    ],
)
def test_moves_are_read_as_they_are_written(line: str) -> None:
    moves = KIND.make(Choices()).moves
    assert encode_move(decode_move(line, moves)) == line


def test_the_order_of_a_turn() -> None:
    assert [(rank, step) for rank, step, _ in KIND.make(Choices()).pipeline()] == [
        (100, "catan.turn"),
        (200, "catan.roll"),
        (400, "catan.yield"),
        (500, "catan.main"),
        (700, "catan.special"),
        (999, "catan.next"),
    ]


def test_an_old_position_is_untouched() -> None:
    t = Table().hand(0, "4 brick")
    before = t.s.copy()
    play(t.game, t.s, 0, decode_move("bank brick ore", t.game.moves))
    assert t.s == before
    assert count_cards(t.s.hands[0]) == 4
    assert t.s.longest == OUT
