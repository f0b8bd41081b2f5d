"""How machines of Catan trade with people: they ask for nothing twice in a row, and feed nobody who is ahead."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from dataclasses import replace

import pytest

import ai
from ai.catan.hand import expected_cards_held
from ai.catan.partners import is_barred_trade
from ai.catan.situation import Situation
from ai.catan.trading import has_refused, invented_offers
from rules.catan.cards import unpack_cards
from rules.catan.game import KIND
from rules.catan.moves import Offering, TradeCounter, TradeDecline
from rules.catan.view import RefusalView
from rules.core import Chance, play, registry, start_game
from tests.rules.catan.cities_knights.table import Table as Knights
from tests.rules.catan.table import Table

from .choosing import choice
from .test_catan import short_of_an_ore

PERSON = 0


def test_it_does_not_offer_again_what_was_declined() -> None:
    table = short_of_an_ore()
    line = choice(table)
    assert line == "trade-first wool ore 1"
    table.do(line).do("trade-decline 1", seat=1).do("trade-cancel 1")
    again = choice(table)
    assert again != line
    table.do("end")
    for _ in range(3):
        table.roll(1, 1).do("end")
    table.hand(0, "3 wool, 2 grain, 2 ore").hand(1, "2 ore, 1 brick").roll(1, 1)
    assert choice(table) != line  # nor in the next turn
    table.do("end")
    for _ in range(3):
        table.roll(1, 1).do("end")
    table.hand(0, "3 wool, 2 grain, 2 ore").hand(1, "2 ore, 1 brick").roll(1, 1)
    assert choice(table) == line  # they may have changed their mind


@pytest.mark.parametrize(
    ("gives", "gets", "pesters"),
    [
        ({"wool": 2}, {"ore": 1}, True),  # the same
        ({"wool": 1}, {"ore": 1}, True),  # less for as much
        ({"wool": 2}, {"ore": 2}, True),  # as much for more
        ({"wool": 3}, {"ore": 1}, False),  # more for as much
        ({"grain": 2}, {"ore": 1}, True),  # something else for what they will not part with
        ({"grain": 3}, {"ore": 1}, True),
        ({"wool": 2, "grain": 1}, {"ore": 1}, False),
        ({"wool": 2}, {"brick": 1}, False),  # for something else
    ],
)
def test_what_is_no_better_than_what_was_declined(gives: dict[str, int], gets: dict[str, int], pesters: bool) -> None:
    view = replace(short_of_an_ore().view(0), refusals=(RefusalView(0, ("wool", "wool"), ("ore",), 1),))
    r = Situation(view, Chance(bytes(32)))
    offer = (r.count_kinds(card for card, n in side.items() for _ in range(n)) for side in (gives, gets))
    give, get = offer
    assert has_refused(r, 1, give, get) == pesters
    assert not has_refused(r, 2, give, get)  # who was not asked


def test_it_asks_for_nothing_that_lies_in_the_bank() -> None:
    """What is neither there nor in one's own hand somebody holds, and all can see that."""
    table = short_of_an_ore()
    line = choice(table)
    assert asks_for(line, "ore")
    table.hand(1, "2 grain, 1 brick")
    view = table.view(0)
    assert view.stock == (19,) * 5
    assert view.bank[4] + view.hand.count("ore") == 19
    assert not asks_for(choice(table), "ore")
    table.hand(2, "1 ore")
    assert choice(table) == line  # whoever makes ore probably has it


def test_nobody_is_thought_to_hold_what_lies_in_the_bank() -> None:
    table = Table().city(1, 20, 45).hand(0, "1 ore").hand(1, "4 wool")
    r = Situation(table.view(0), Chance(bytes(32)))
    assert r.productions[1][4]
    assert expected_cards_held(r, 1, "ore") == 0
    table.hand(1, "3 wool").hand(2, "1 ore")
    assert 0 < expected_cards_held(Situation(table.view(0), Chance(bytes(32))), 1, "ore") <= 1


def asks_for(line: str, card: str) -> bool:
    kind, *words = line.split()
    return kind.startswith("trade") and card in words[1].split(",")


def test_it_does_not_ask_for_the_same_card_by_giving_something_else() -> None:
    """Nor in its next turn; when everybody has had two turns it may ask again."""
    held = "1 wool, 1 brick, 1 lumber, 2 grain, 2 ore"
    table = short_of_an_ore().hand(0, held)
    line = choice(table)
    assert asks_for(line, "ore")
    table.do(line).do("trade-decline 1", seat=1).do("trade-cancel 1")
    for asked in (False, False, True):
        assert asks_for(choice(table), "ore") == asked
        table.do("end")
        for _ in range(3):
            table.roll(1, 1).do("end")
        table.hand(0, held).hand(1, "2 ore, 1 brick").roll(1, 1)


def test_it_answers_no_offer_by_asking_for_what_was_refused() -> None:
    table = Table(active=1).settlement(0, 23).road(0, "23-29").hand(0, "3 wool, 2 grain, 2 ore")
    table.city(1, 20).hand(1, "2 brick, 1 ore").do("trade-offer brick wool 0")
    assert choice(table, 0) == "trade-counter 1 wool ore"
    assert not choice(deepcopy(table).hand(1, "2 brick"), 0).endswith("ore")  # all of it lies in the bank
    view = replace(table.view(0), refusals=(RefusalView(0, ("grain",), ("ore",), 1),))
    assert not any(isinstance(move, TradeCounter) for move in invented_offers(Situation(view, Chance(bytes(32)))))


def test_others_are_still_asked() -> None:
    view = short_of_an_ore().view(0)
    (before,) = invented_offers(Situation(view, Chance(bytes(32))))
    other = replace(view, refusals=(RefusalView(2, ("wool",), ("ore",), 1),))
    assert invented_offers(Situation(other, Chance(bytes(32)))) == [before]  # what somebody else was refused


# --- who is ahead


@pytest.mark.parametrize(
    ("places", "held", "asks"),
    [
        ((20, 45), "2 ore, 2 brick, 1 lumber, 2 grain", False),  # wool for a card, or for a settlement
        ((20, 45), "1 ore", True),  # with nothing in hand they build nothing
        ((20,), "2 ore, 2 brick, 1 lumber, 2 grain", True),  # they do not lead by much
    ],
)
def test_who_leads_is_not_asked_for_what_lets_them_build(places: tuple[int, ...], held: str, asks: bool) -> None:
    table = Table().settlement(0, 23).road(0, "23-29").hand(0, "3 wool, 2 grain, 2 ore")
    table.city(1, *places).hand(1, held)
    assert asks_for(choice(table), "ore") == asks


@pytest.mark.parametrize(
    ("places", "held", "answer"),
    [
        ((45, 51), "1 ore, 1 grain, 1 brick, 1 lumber", "trade-decline 1"),  # a settlement, or a card
        ((45, 51), "1 ore", "trade-accept 1"),  # nothing is left to them
        ((45,), "1 ore, 1 grain, 1 brick, 1 lumber", "trade-accept 1"),  # they do not lead by much
    ],
)
def test_who_leads_does_not_get_what_lets_them_build(places: tuple[int, ...], held: str, answer: str) -> None:
    table = Table(active=1).settlement(0, 23).hand(0, "2 grain, 2 ore, 3 wool")
    table.city(1, *places).hand(1, held).do("trade-offer ore wool 0,2")
    assert choice(table, 0) == answer


@pytest.mark.parametrize(("held", "trades"), [("1 ore, 1 lumber, 1 brick, 1 wool", False), ("1 ore", True)])
def test_what_a_leader_says_instead_is_weighed_too(held: str, trades: bool) -> None:
    table = Table().settlement(0, 23).road(0, "23-29").hand(0, "1 wool, 3 grain, 2 ore").city(1, 20, 45).hand(1, held)
    table.do("trade-offer wool ore 1").do("trade-counter 1 ore grain", seat=1)
    assert (choice(table) == "trade-confirm 1 1") == trades


def test_commodities_count_for_improvements() -> None:
    """In Cities & Knights a third coin, where two levels stand, is what a leader with two coins waits for."""
    for seat, expects in ((1, True), (2, False)):
        table = Knights(active=1).settlement(0, 23).city(1, 45, 51).city(2, 8).hand(seat, "2 coin, 1 ore")
        r = Situation(table.view(0), Chance(bytes(32)))
        coin, ore = r.count_kinds(["coin"]), r.count_kinds(["ore"])
        assert is_barred_trade(r, seat, coin, ore, wished=True) == expects


def test_whoever_wins_by_it_trades_with_anybody() -> None:
    table = Table().city(0, 2, 4, 7).settlement(0, 9, 19, 23).hand(0, "2 brick, 1 lumber, 2 grain, 2 ore")
    table.city(1, 20, 31, 34, 41).hand(1, "2 ore, 1 brick, 1 lumber, 1 grain")
    line = choice(table)
    assert asks_for(line, "ore")
    assert choice(table.do(line).do("trade-accept 1", seat=1), 0).startswith("build-city")


# --- a hand that a seven halves


@pytest.mark.parametrize(
    ("held", "changed"),
    [
        ("8 lumber, 2 wool", "lumber"),  # it ended its turn with ten cards
        ("2 brick, 2 wool, 3 ore", ""),  # a seven leaves them
        ("3 brick, 3 wool, 3 ore", ""),  # nothing to spare
    ],
)
def test_surplus_goes_to_the_bank_before_a_seven_takes_it(held: str, changed: str) -> None:
    table = Table().settlement(0, 23, 12).road(0, "23-29").settlement(1, 45).hand(0, held)
    line = choice(table)
    assert line.startswith(f"bank {changed} ") if changed else not line.startswith("bank")


# --- a whole game


@pytest.mark.parametrize("seed", [1, 2])
def test_nobody_who_declines_everything_hears_the_same_twice(seed: int) -> None:
    """One game, in which a person declines whatever they are offered."""
    game = registry.make_game(KIND.key, KIND.presets["base"])
    luck = Chance(bytes([seed + 1]) * 32)
    s = start_game(game, 4, bytes([seed]) * 32).state
    normal = ai.players_by_level()["normal"]
    heard: dict[tuple[int, tuple[str, ...]], tuple[int, tuple[str, ...]]] = {}
    declined: set[int] = set()
    while not game.over(s):
        if PERSON in game.invitations(s) and s.offer is not None and s.offer.number not in declined:
            declined.add(s.offer.number)
            turn, given = heard.get((s.active, unpack_cards(s.offer.want)), (-9, ()))
            more = Counter(unpack_cards(s.offer.give)) > Counter(given)
            assert s.turn - turn > 4 or more, "it was declined in their last turn"
            heard[s.active, unpack_cards(s.offer.want)] = s.turn, unpack_cards(s.offer.give)
            others = [unpack_cards(hand) for seat, hand in enumerate(s.hands) if seat != s.active]
            assert any(card in hand for hand in others for card in unpack_cards(s.offer.want)), (
                "all of it lies in the bank"
            )
            s = play(game, s, PERSON, TradeDecline(s.offer.number)).state
            continue
        seat = min(game.waiting(s))
        legal = ai.moves_to_consider(game, s, seat, luck)
        move = normal.choose(game.view(s, seat), legal, ai.Imagine(game, s, seat, luck), luck)
        if seat == PERSON and isinstance(move, Offering):
            move = next(one for one in legal if one.kind == "end")
        s = play(game, s, seat, move).state
    assert heard
