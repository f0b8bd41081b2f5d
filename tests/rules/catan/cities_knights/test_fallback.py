"""What the clock answers in Cities & Knights for who does not come."""

from __future__ import annotations

import pytest

from rules.catan.cards import RESOURCES, kind_counts
from rules.catan.default_moves import corner_pips
from rules.catan.expansions.cities_knights.deck import NUMBERS
from rules.catan.places import OUT

from ...byclock import answer
from .table import A, B, C, D, Table
from .test_examples import displacing
from .test_examples_cards import FOUR, deserters


def said(table: Table, seat: int | None = None) -> tuple[str, str]:
    return answer(table.game, table.s, seat)


def test_all_active_knights_are_sent_as_without_the_mean_rule() -> None:
    table = Table(mean_rule="on").city(A, 0).road(A, "17-23-29").knight(A, 17, active=True).knight(A, 23, 2)
    table.knight(A, 29, 2, active=True).ship(6).before_roll().roll(1, 1, "ship")
    assert said(table) == ("answer-knights v17,v29", "send all active knights")


def test_the_city_that_yields_least_is_lost_and_rather_one_without_a_wall() -> None:
    table = Table().city(B, 0, 12).city(C, 2).ship(6).before_roll().roll(1, 1, "ship")
    lost = min((0, 12), key=lambda v: corner_pips(table.s, v))
    assert said(table, B) == (f"answer-city v{lost}", f"lose the city at v{lost}")
    equal = next(
        (v, w)
        for v in range(54)
        for w in range(v + 2, 54)
        if corner_pips(table.s, v) == corner_pips(table.s, w) and w not in table.s.layout.neighbour_corners[v]
    )
    walled = Table().city(B, *equal).wall(B, equal[0]).ship(6).before_roll().roll(1, 1, "ship")
    assert said(walled, B)[0] == f"answer-city v{equal[1]}"


def test_the_first_deck_that_has_a_card() -> None:
    table = Table().city(A, 0).road(B, "4-8").road(C, "17-23").knight(B, 4, active=True).knight(C, 17, active=True)
    table.ship(6).before_roll().roll(1, 1, "ship")
    assert said(table) == ("answer-deck trade", "draw a progress card (trade)")
    table.r.decks, table.r.tails = ((), *table.r.decks[1:]), ((), *table.r.tails[1:])
    assert said(table) == ("answer-deck politics", "draw a progress card (politics)")


def test_of_the_progress_cards_one_that_is_there_twice_is_returned() -> None:
    table = Table().progress(B, *FOUR).levels(B, science=1).top("smith").before_roll().roll(1, 1, "science")
    assert said(table) == ("answer-return merchant", "return a progress card")
    twice = Table().progress(B, "crane", "wedding", "wedding", "spy").levels(B, science=1).top("smith")
    assert twice.before_roll().roll(1, 1, "science").r.held[B][0] != NUMBERS["wedding"]
    assert said(twice)[0] == "answer-return wedding"


def test_the_aqueduct_brings_what_the_bank_has_most_of() -> None:
    table = Table().levels(A, science=3).bank("2 brick, 5 ore, 4 wool, 3 lumber, 1 grain").before_roll().roll(5, 5)
    assert said(table) == ("answer-aqueduct ore", "take 1 ore")
    even = Table().levels(A, science=3).before_roll().roll(5, 5)
    assert len(set(kind_counts(even.s.bank)[: len(RESOURCES)])) == 1
    assert said(even)[0] == "answer-aqueduct brick"


def test_a_knight_that_is_driven_away_goes_to_the_nearest_place() -> None:
    table = displacing()
    assert said(table) == ("answer-relocate v40", "move the driven-away knight to v40")
    far = Table().road(B, "34-39", "29-34", "34-28-22").road(A, "35-29").knight(B, 29).knight(A, 35, 2, ready=True)
    far.do("knight-move v35 v29")
    assert said(far)[0] == "answer-relocate v34"
    assert far.legal()[0] == "answer-relocate v22"
    kept = Table(displaced_may_be_removed="on").road(A, "17-23-29").road(B, "29-34-39").knight(B, 29)
    kept.knight(A, 17, 2, ready=True).do("knight-move v17 v29")
    assert kept.legal() == ["answer-relocate v34", "answer-relocate v39", "pass relocate"]
    assert said(kept)[0] == "answer-relocate v34"


def test_the_best_city_becomes_the_metropolis() -> None:
    table = Table().city(A, 0, 12).levels(A, trade=3).hand(A, "4 cloth").do("improve trade")
    best = max((0, 12), key=lambda v: corner_pips(table.s, v))
    assert said(table) == (f"answer-metropolis v{best}", f"make the city at v{best} the metropolis")


def test_the_weakest_knight_deserts_and_the_one_gained_is_placed() -> None:
    table = deserters().knight(B, 3, 2).knight(B, 4, 1, active=True).knight(B, 8, 1).do("card-deserter 1")
    assert said(table) == ("answer-desert v8", "give up the knight at v8")
    table.do("answer-desert v8")
    assert said(table) == ("answer-knight v17", "place the knight at v17")
    table.settlement(C, 34)  # beside v29, where nothing can be built now
    assert said(table)[0] == "answer-knight v29"


@pytest.mark.parametrize(
    ("hand", "line"),
    [("2 cloth, 1 coin", "answer-commodity cloth"), ("1 cloth, 3 paper", "answer-commodity paper")],
)
def test_in_the_harbour_nothing_is_offered_and_the_most_numerous_commodity_given(hand: str, line: str) -> None:
    table = Table().hand(A, "2 brick").hand(B, hand).hand(C, "1 coin").progress(A, "commercial-harbour")
    table.do("card-commercial-harbour")
    assert said(table) == ("pass harbour", "offer nothing more")
    table.do("answer-harbour 1 brick")
    assert said(table) == (line, "give a commodity")


def test_at_the_wedding_two_cards_of_the_largest_pile() -> None:
    table = Table().settlement(D, 2).hand(D, "3 wool, 1 coin").progress(A, "wedding").do("card-wedding")
    assert said(table) == ("answer-give wool,wool", "give 2 cards")


def test_the_master_merchant_takes_nothing_unless_he_must() -> None:
    table = Table().settlement(B, 1).hand(B, "2 ore, 1 coin").progress(A, "master-merchant")
    table.do("card-master-merchant 1")
    assert said(table) == ("pass take", "take no cards")
    strict = Table(rules="colonist").settlement(B, 1).hand(B, "1 coin, 2 ore").progress(A, "master-merchant")
    strict.do("card-master-merchant 1")
    assert said(strict) == ("answer-take ore,ore", "take 2 cards")


def test_the_spy_takes_the_first_card_and_the_bishop_robs_nobody_if_it_can() -> None:
    table = Table().progress(A, "spy").progress(C, "crane", "wedding").do("card-spy 2")
    assert said(table)[1] == "take a progress card"
    bishop = Table().settlement(B, 0).hand(B, "5 ore").progress(A, "bishop").do("card-bishop")
    line, words = said(bishop)
    hex_ = int(line.split()[1][1:])
    assert all(bishop.s.held[v] == OUT for v in bishop.s.layout.corners_of[hex_])
    assert words == f"move the robber to h{hex_} and rob nobody"


def test_no_card_is_played_and_no_knight_moved() -> None:
    table = Table().road(A, "17-23").knight(A, 17, ready=True).progress(A, "alchemist", "irrigation").hand(A, "5 cloth")
    assert said(table) == ("end", "end the turn")
    table.before_roll()
    assert said(table) == ("roll", "roll the dice")
