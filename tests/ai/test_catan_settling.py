"""What is settled before a position is judged by who looks back."""

from __future__ import annotations

import pytest

from ai.catan import CRITIC
from ai.catan.chances import win_chances
from ai.catan.forced_outcomes import settle_turn
from ai.catan.policy import best_scored_move
from rules.catan.cards import count_cards, pack_cards
from rules.catan.development import DevBuy
from rules.catan.expansions.cities_knights.realm import SPACES
from rules.catan.moves import Roll
from rules.core import Chance
from tests.rules.catan.cities_knights.table import A, B, C, D, Table
from tests.rules.catan.table import Table as Base

LUCK = Chance(bytes(32))


def two_lose_a_city() -> Table:
    """Both are still to choose it."""
    table = Table().city(B, 0, 1).city(C, 2, 11).city(A, 12).metropolis(A, "trade", 12).settlement(D, 21, 22)
    table.road(B, "0-3").road(C, "2-6").road(D, "22-28")
    table.knight(B, 3, active=True).knight(C, 6, active=True).knight(D, 28, active=True)
    return table.ship(SPACES - 1).before_roll()


def test_a_city_that_is_lost_counts_no_more_while_it_is_still_to_be_chosen() -> None:
    """Judged with it, whoever lost it seemed to gain by the choice."""
    table = two_lose_a_city().roll(1, 1, "ship")
    game, s = table.game, table.s
    assert sorted(game.waiting(s)) == [B, C]
    after = settle_turn(game, s, LUCK)
    assert [sum(after.buildings[v] for v in corners) for corners in ((0, 1), (2, 11), (12,))] == [3, 3, 2]
    found = CRITIC.chances_with_open_cards(game, s, LUCK)
    assert list(found) == win_chances(after)
    assert found[A] > win_chances(s)[A]


def test_cards_that_a_seven_takes_count_no_more_while_they_are_still_to_be_chosen() -> None:
    table = Base(3).hand(1, "4 ore, 4 grain").before_roll().roll(3, 4)
    game, s = table.game, table.s
    assert list(game.waiting(s)) == [1]
    after = settle_turn(game, s, LUCK)
    assert (count_cards(s.hands[1]), count_cards(after.hands[1])) == (8, 4)
    assert list(CRITIC.chances_with_open_cards(game, s, LUCK)) == win_chances(after)


def nine() -> Base:
    """Nine points: three cities and three settlements."""
    return Base().city(A, 2, 4, 7).settlement(A, 9, 19, 23)


def test_what_wins_in_this_turn_has_won() -> None:
    """Judged as it stands, the card that wins is worth no more than any other, and the luck that brought it nothing."""
    table = nine().hand(A, "4 wool, 2 grain, 2 ore")
    assert CRITIC.chances_with_open_cards(table.game, table.s, LUCK) == [1.0, 0.0, 0.0, 0.0]
    assert win_chances(table.s)[A] < 1.0


def test_a_metropolis_counts_while_its_city_is_still_to_be_chosen() -> None:
    table = Table().city(A, 12, 22).city(B, 0).levels(A, trade=3).hand(A, "4 cloth").do("improve trade")
    assert list(table.game.waiting(table.s)) == [A]
    assert list(CRITIC.chances_with_open_cards(table.game, table.s, LUCK)) == win_chances(
        settle_turn(table.game, table.s, LUCK)
    )
    assert CRITIC.chances_with_open_cards(table.game, table.s, LUCK)[A] > win_chances(table.s)[A]


def test_cards_that_nobody_knows_are_not_foreseen() -> None:
    table = Base().settlement(A, 9, 23).hand(A, "1 wool, 1 grain, 1 ore")
    assert best_scored_move(table.game, table.s, A, LUCK) == DevBuy()
    assert settle_turn(table.game, table.s, LUCK) is table.s


def test_after_a_seven_the_robber_has_moved_and_what_it_took_is_not_what_it_will_take() -> None:
    """Judged before that, a seven seemed to be bad luck for whoever rolled it, and good for those it was to rob."""
    table = Base(3).settlement(B, 9).hand(B, "1 ore, 1 wool").before_roll().roll(3, 4)
    found = {settle_turn(table.game, table.s, Chance(bytes([n]) * 32)).hands[A] for n in range(8)}
    assert found == {pack_cards(["ore"]), pack_cards(["wool"])}


def test_where_nothing_is_lost_the_position_itself_is_judged() -> None:
    table = two_lose_a_city()
    assert settle_turn(table.game, table.s, LUCK) is table.s
    assert CRITIC.chances_with_open_cards(table.game, table.s, LUCK) == win_chances(table.s)


def test_every_sum_of_the_dice_is_as_likely_as_it_is() -> None:
    table = Base().before_roll()
    found = CRITIC.chance_outcomes(table.game, table.s, Roll(), LUCK)
    assert sum(part for part, _ in found) == pytest.approx(1.0)
    parts = {red + white + 2: part for part, (red, white) in found}
    assert [round(36 * parts[total]) for total in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert all(0 <= die < 6 for _, dice in found for die in dice)
