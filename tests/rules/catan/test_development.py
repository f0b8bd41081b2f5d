"""Development cards and the Largest Army: catan.md 2.9."""

from __future__ import annotations

import pytest

from rules.catan.cards import ONE, count_kind
from rules.catan.development import CARDS, KNIGHT, MONOPOLY, PLENTY, POINT, ROADS, developments_of
from rules.catan.game import KIND
from rules.catan.places import OUT
from rules.core import Choices, start_game

from .table import KEY, Table


def dev(t: Table, seat: int, *cards: int, fresh: bool = False) -> Table:
    """Development cards of the deck in the hand of a seat."""
    part = developments_of(t.s)
    deck = list(part.deck)
    for card in cards:
        deck.remove(card)
        part.hands[seat] += ONE[card]
        part.fresh[seat] += ONE[card] * fresh
        t.s.hidden[seat] += card == POINT
    part.deck = tuple(deck)
    return t


def top(t: Table, card: int) -> Table:
    part = developments_of(t.s)
    deck = list(part.deck)
    deck.remove(card)
    part.deck = (card, *deck)
    return t


@pytest.mark.parametrize(("seats", "numbers"), [(4, [14, 5, 2, 2, 2]), (6, [20, 5, 3, 3, 3])])
def test_the_deck(seats: int, numbers: list[int]) -> None:
    s = start_game(KIND.make(Choices()), seats, KEY).state
    assert [developments_of(s).deck.count(card) for card in range(5)] == numbers
    assert s.layout.size == ("small" if seats < 5 else "large")


def test_buying_costs_and_shows_the_card_to_the_buyer_alone() -> None:
    t = top(Table().hand(0, "1 wool, 1 grain, 1 ore"), PLENTY).do("dev-buy")
    assert t.held(0) == ""
    assert t.view(0).developments == ("plenty",)
    assert t.view(0).fresh == ("plenty",)
    assert t.view(1).developments == t.view().developments == ()
    assert t.view().players[0].developments == 1
    assert [(event.key, event.seats) for event in t.events] == [
        ("catan.dev.bought", None),
        ("catan.dev.bought_own", frozenset({0})),
    ]
    assert t.refused("dev-buy") == "empty_hand"


def test_an_empty_deck() -> None:
    t = Table().hand(0, "1 wool, 1 grain, 1 ore")
    part = developments_of(t.s)
    for card in part.deck:
        part.hands[3] += ONE[card]
    t.s.hidden[3] = count_kind(part.hands[3], POINT)
    part.deck = ()
    assert t.refused("dev-buy") == "deck_empty"
    assert t.legal() == ["end"]


def test_a_card_is_not_played_in_the_turn_it_was_bought() -> None:
    t = dev(Table(), 0, KNIGHT, fresh=True)
    assert t.refused("dev-knight") == "card_fresh"
    assert t.legal() == ["end"]
    t.do("end")
    for _ in range(3):
        t.roll(1, 1).do("end")
    assert "dev-knight" in t.legal()


def test_an_older_card_of_the_same_name_may_be_played() -> None:
    t = dev(dev(Table(), 0, MONOPOLY), 0, MONOPOLY, fresh=True)
    t.do("dev-monopoly ore")
    assert developments_of(t.s).hands[0] == developments_of(t.s).fresh[0] == ONE[MONOPOLY]


def test_one_card_a_turn() -> None:
    t = dev(Table(), 0, MONOPOLY, PLENTY).do("dev-monopoly ore")
    assert t.refused("dev-plenty ore,ore") == "card_played"
    assert t.legal() == ["end"]
    assert t.view().card_played


def test_a_card_one_does_not_have() -> None:
    assert Table().refused("dev-knight") == "no_card"


def test_a_card_may_be_played_before_the_dice() -> None:
    t = dev(Table().settlement(1, 0).hand(1, "1 ore"), 0, KNIGHT).before_roll()
    assert t.legal() == ["roll", "dev-knight"]
    t.do("dev-knight", "robber h0 1")
    assert t.held(0) == "1 ore"
    assert t.legal() == ["roll"]


def test_the_largest_army() -> None:
    t = dev(Table(), 0, *[KNIGHT] * 4)
    dev(t, 1, *[KNIGHT] * 4)
    for seat, n in ((0, 1), (1, 1), (0, 2), (1, 2), (0, 3), (1, 3), (0, 0), (1, 4)):
        t.s.active = seat
        developments_of(t.s).played = False
        if n:
            t.do("dev-knight", "robber h0 -" if t.s.robber else "robber h1 -")
        assert t.view().players[seat].knights_played == (n or 3)
        holder = OUT if (seat, n) in ((0, 1), (1, 1), (0, 2), (1, 2)) else 1 if n == 4 else 0
        assert developments_of(t.s).army == holder
    assert t.s.points[:2] == [0, 2]


def test_the_army_may_win_before_the_robber_moves() -> None:
    t = dev(Table().city(0, 0, 2, 16, 20), 0, *[KNIGHT] * 3)
    developments_of(t.s).knights[0] = 2
    developments_of(t.s).hands[0] -= 2 * ONE[KNIGHT]
    developments_of(t.s).spent = 2 * ONE[KNIGHT]
    t.do("dev-knight")
    assert t.game.over(t.s)
    assert t.game.winners(t.s) == (0,)


def test_road_building() -> None:
    t = dev(Table().settlement(0, 23), 0, ROADS).do("dev-roads")
    assert t.refused("pass road") == "road_first"
    assert t.refused("end") == "road_first"
    assert t.refused("answer-road e0") == "not_connected"
    t.do(f"answer-road e{t.path(23, 29)}")
    assert "pass road" in t.legal()
    t.do(f"answer-road e{t.path(29, 35)}")
    assert t.legal() == ["end"]
    assert t.s.roads_left[0] == 13


def test_the_second_free_road_may_be_left_out() -> None:
    t = dev(Table().settlement(0, 23), 0, ROADS).do("dev-roads").do("answer-road e35")
    assert t.refused("pass build") == "pass_step"
    assert t.do("pass road").legal() == ["end"]


def test_year_of_plenty_takes_what_the_bank_has() -> None:
    t = dev(Table(), 0, PLENTY)
    assert len(t.legal("dev-plenty")) == 15
    assert t.do("dev-plenty ore,ore").held(0) == "2 ore"
    t = dev(Table().bank("1 ore, 0 wool"), 0, PLENTY)
    lines = t.legal("dev-plenty")
    assert "dev-plenty grain,ore" in lines
    assert "dev-plenty ore,ore" not in lines
    assert not [line for line in lines if "wool" in line]
    assert t.refused("dev-plenty ore,ore") == "plenty"
    assert t.refused("dev-plenty ore") == "plenty"


def test_year_of_plenty_with_one_card_left_in_the_bank() -> None:
    t = dev(Table().bank("0 brick, 0 lumber, 0 wool, 0 grain, 1 ore"), 0, PLENTY)
    assert t.legal("dev-plenty") == ["dev-plenty ore"]
    assert t.do("dev-plenty ore").held(0) == "1 ore"
    t = dev(Table().bank("0 brick, 0 lumber, 0 wool, 0 grain, 0 ore"), 0, PLENTY)
    assert t.legal() == ["end"]


def test_monopoly_takes_all_cards_of_a_kind() -> None:
    t = dev(Table().hand(1, "3 ore, 1 wool").hand(2, "1 ore").hand(3, "1 grain"), 0, MONOPOLY)
    t.do("dev-monopoly ore")
    assert [t.held(seat) for seat in range(4)] == ["4 ore", "1 wool", "", "1 grain"]
    assert [(e.params["seat"], e.params["cards"]) for e in t.told("dev.gave")] == [(1, ["ore"] * 3), (2, ["ore"])]


def test_a_monopoly_that_brings_nothing_says_so() -> None:
    t = dev(Table().hand(1, "1 wool"), 0, MONOPOLY).do("dev-monopoly ore")
    assert [event.params for event in t.told("dev.gave_nothing")] == [{"card": "ore"}]
    t = dev(Table().hand(1, "1 ore"), 0, MONOPOLY).do("dev-monopoly ore")
    assert not t.told("dev.gave_nothing")


def test_victory_points_are_hidden_and_count() -> None:
    t = dev(Table().city(0, 0, 2, 16).settlement(0, 20), 0, POINT)
    assert t.view(0).scores[0] == 8
    assert t.view(1).scores[0] == t.view().scores[0] == t.game.scores(t.s)[0] == 7
    assert t.view(0).tally["point_cards"][0] == 1
    assert t.view(1).tally["point_cards"][0] == 0
    assert t.legal() == ["end"]


def test_a_point_that_is_bought_wins_at_once() -> None:
    t = top(Table().city(0, 0, 2, 16, 20).settlement(0, 33).hand(0, "1 wool, 1 grain, 1 ore"), POINT).do("dev-buy")
    assert t.game.over(t.s)
    assert t.view(1).scores[0] == t.game.scores(t.s)[0] == 10


def test_names_of_the_cards() -> None:
    assert CARDS == ("knight", "point", "roads", "plenty", "monopoly")


def test_a_free_road_may_win_before_the_next_one() -> None:
    t = dev(Table().city(0, 17, 2, 20, 46).road(0, "17-23-29-34-39"), 0, ROADS).do("dev-roads")
    assert not t.view().over
    assert t.do(f"answer-road e{t.path(39, 43)}").view().winners == (0,)


def test_the_hexes_that_produced_are_shown_to_the_end_of_the_turn_wherever_the_robber_goes() -> None:
    t = dev(Table(), 0, KNIGHT).before_roll().roll(4, 5)
    assert t.view().rolled == (2, 7)
    assert t.do("dev-knight", "robber h7 -").view().rolled == (2, 7)
    assert t.do("end").view().rolled == ()


def test_a_robbed_hex_did_not_produce_even_if_the_robber_leaves_it() -> None:
    t = dev(Table(), 0, KNIGHT)
    t.s.robber = 7
    assert t.before_roll().roll(4, 5).do("dev-knight", "robber h0 -").view().rolled == (2,)
