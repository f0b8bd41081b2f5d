"""What the clock plays in Citadels for who does not come: nothing is built, bought or done to others."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rules.citadels.cards import CHARACTERS
from rules.citadels.draft import PickOne, ThrowOne
from rules.citadels.game import KIND
from rules.core import play, start_game
from tools.sizes import GAMES_BY_CLOCK

from ..byclock import answer, directly, positions
from .table import Table


def said(t: Table) -> tuple[str, str]:
    return answer(t.game, t.s)


def by_clock(t: Table) -> list[str]:
    """What the clock does for whoever is asked, until somebody else is."""
    lines = []
    (seat,) = t.game.waiting(t.s)
    while seat in t.game.waiting(t.s) and t.s.turn is not None:
        lines.append(said(t)[0])
        t.do(lines[-1])
    return lines


def test_a_turn_is_gold_and_income_and_the_end() -> None:
    t = Table(4).gold(5, 0, 0, 0).hand(0, "temple", "market").city(0, "manor", "castle")
    t.call({"king": 0, "warlord": 1})
    assert said(t) == ("gold", "take 2 gold")
    t.do("gold")
    assert said(t) == ("income", "take 2 gold of income")
    t.do("income")
    assert said(t) == ("end", "end the turn")


@pytest.mark.parametrize("character", ["assassin", "thief", "magician"])
def test_no_power_is_used(character: str) -> None:
    t = Table(4).gold(9, 9, 9, 9).hand(0, "temple").call({character: 0, "king": 1})
    assert by_clock(t) == ["gold", "end"]


def test_nothing_is_destroyed_or_exchanged() -> None:
    t = Table(4).gold(9, 0, 0, 0).city(1, "temple").call({"warlord": 0}).do("gold", "end")
    assert said(t) == ("pass power", "destroy nothing")
    t = Table(4, cast=("diplomat",)).gold(9, 0, 0, 0).city(0, "market").city(1, "temple").call({"diplomat": 0})
    assert said(t.do("gold", "end")) == ("pass power", "exchange nothing")


def draft(t: Table, step: Any, *characters: str) -> Table:
    t.s.draft = characters
    t.s.agenda.append(step)
    return t


def test_the_character_whose_colour_one_has_most_of() -> None:
    t = draft(Table(4).hand(0, "temple", "market", "tavern"), PickOne(0), "king", "bishop", "merchant", "warlord")
    assert said(t) == ("pick merchant", "choose a character")
    t = draft(Table(4).hand(0, "temple").city(0, "church"), PickOne(0), "king", "bishop", "merchant", "warlord")
    assert said(t)[0] == "pick bishop"


def test_of_equals_the_one_that_is_called_last() -> None:
    t = draft(Table(4), PickOne(0), "assassin", "thief", "architect")
    assert said(t)[0] == "pick architect"
    assert CHARACTERS["architect"].rank == 7


def test_aside_goes_what_is_least_use() -> None:
    t = draft(Table(2).hand(0, "temple"), ThrowOne(0), "thief", "magician", "bishop")
    assert said(t) == ("throw thief", "put a character aside")


def test_what_the_clock_chooses_depends_on_the_hand_which_others_do_not_see() -> None:
    lines = set()
    for card in ("temple", "market", "manor", "watchtower"):
        t = draft(Table(4).hand(0, card), PickOne(0), "king", "bishop", "merchant", "warlord")
        lines.add(said(t)[0])
        assert said(t)[1] == "choose a character"
    assert len(lines) == 4


def test_of_cards_one_that_is_new_and_then_the_dearest_is_kept() -> None:
    t = Table(4).city(0, "palace").top("palace", "temple").call({"king": 0}).do("cards")
    assert said(t) == ("keep temple", "keep 1 card")
    t = Table(4).top("castle", "temple").call({"king": 0}).do("cards")
    assert said(t)[0] == "keep castle"
    both = Table(4).city(0, "library", "observatory").top("castle", "temple", "market")
    assert said(both.call({"king": 0}).do("cards")) == ("keep castle,market", "keep 2 cards")


def test_the_navigator_and_the_bewitched_take_gold() -> None:
    t = Table(4, cast=("navigator",)).call({"navigator": 0}).do("gold")
    assert said(t) == ("power-navigate gold", "take 4 gold")
    t = Table(4, cast=("witch",)).call({"witch": 0, "merchant": 1})
    assert said(t) == ("gold", "take 2 gold")


def test_the_witch_names_whoever_lies_face_up_or_comes_first() -> None:
    t = Table(4, cast=("witch",)).call({"witch": 0, "merchant": 1}, up=("bishop", "warlord")).do("gold")
    assert said(t) == ("power-bewitch bishop", "bewitch the Bishop")
    t = Table(6, cast=("witch",)).call({"witch": 0, "merchant": 1}).do("gold")
    assert said(t) == ("power-bewitch thief", "bewitch the Thief")


def test_a_hand_that_was_looked_at() -> None:
    t = Table(4, cast=("wizard",)).gold(9, 0, 0, 0).hand(1, "temple", "castle").call({"wizard": 0})
    t.do("gold", "power-look 1")
    assert said(t) == ("power-take castle", "take a card")
    t.do("power-take castle")
    assert said(t) == ("pass wizard", "keep the card")


def test_the_crown_goes_to_who_can_pay_and_has_least_and_is_paid_in_gold() -> None:
    t = Table(4, cast=("emperor",), crown=3).gold(0, 2, 0, 2).city(1, "temple").hand(2, "market", "castle")
    t.call({"emperor": 0})
    assert said(t) == ("power-crown 2", "give the crown to Cid")
    t.do("power-crown 2")
    assert said(t) == ("pay market", "give a card to Ann")
    t = Table(4, cast=("emperor",), crown=3).gold(0, 0, 2, 2).hand(2, "castle").city(2, "temple").call({"emperor": 0})
    assert said(t)[0] == "power-crown 2"  # the other has nothing to pay with
    assert said(t.do("power-crown 2")) == ("pay gold", "give 1 gold to Ann")


def test_districts_that_ask() -> None:
    t = Table(4, "park").city(0, "park").call({"king": 0}).do("gold", "end")
    assert said(t) == ("district-park", "draw 2 cards")
    t = Table(4, "lighthouse").gold(3, 0, 0, 0).hand(0, "lighthouse").call({"king": 0}).do("gold", "build lighthouse")
    line, words = said(t)
    assert (line.split()[0], words) == ("district-lighthouse", "take a card from the deck")
    t = Table(4, "bell_tower").gold(5, 0, 0, 0).hand(0, "bell_tower").call({"king": 0}).do("gold", "build bell_tower")
    assert said(t) == ("pass bell_tower", "leave the bell silent")
    t = Table(4).gold(9, 9, 0, 0).city(1, "graveyard", "temple").call({"warlord": 0})
    assert said(t.do("gold", "end", "power-destroy 1 temple")) == (
        "pass graveyard",
        "leave the destroyed district to the deck",
    )
    t = Table(4, "ball_room", crown=3, ball_room_auto="off").city(3, "ball_room").call({"thief": 0})
    assert said(t) == ("thank", "thank the owner of the Ball Room")


def test_in_the_hospital_nothing_is_shown_whoever_one_is() -> None:
    seen = set()
    for held in ({"assassin": 0, "merchant": 1}, {"assassin": 0, "merchant": 2, "warlord": 1}):
        t = Table(4, "hospital").city(1, "hospital").call(held).do("power-murder merchant", "gold", "end")
        seen.add(said(t))
    assert seen == {("pass hospital", "let the Hospital go by")}


CALLED = ("cit.call.silent", "cit.call.hushed")  # what anybody hears of who does not answer
FORCED = {"cit.emperor.pay"}  # a gold or a card is given
TAKEN = {"cit.emperor.give", "cit.emperor.pay", "cit.wizard.take"}  # something of others


@pytest.mark.random
def test_nothing_is_spent_shown_or_taken_beyond_what_the_rules_force() -> None:
    met = set()
    for game, s, seat in positions(KIND, 12 * GAMES_BY_CLOCK):
        kind = s.agenda[-1].kind
        met.add(kind)
        after, events = directly(game, s, seat)
        if kind not in FORCED:
            assert after.gold[seat] >= s.gold[seat], kind
            assert not Counter(s.hands[seat]) - Counter(after.hands[seat]), kind
        assert after.cities == s.cities, kind
        assert not [
            event for event in events if event.reveals and event.key not in ("cit.call.silent", "cit.call.hushed")
        ], kind
        if kind not in TAKEN:
            others = [n for n in range(s.seats) if n != seat]
            assert all((after.gold[n], after.hands[n]) == (s.gold[n], s.hands[n]) for n in others), kind
    assert {"cit.main", "cit.draft.pick", "cit.keep", "cit.warlord", "cit.half"} <= met


@pytest.mark.parametrize("seats", [2, 3, 7, 8])
def test_the_clock_alone_plays_on_and_nobody_builds(seats: int) -> None:
    game = KIND.make(KIND.presets["everything"])
    t = start_game(game, seats, bytes(32))
    for _ in range(400):
        seat = min(game.waiting(t.state))
        move = game.default_move(t.state, seat)
        assert move is not None
        t = play(game, t.state, seat, move)
    assert t.state.round > 5
    assert not any(t.state.cities)
