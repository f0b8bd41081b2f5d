"""Trades to avoid: the probable use of the cards by the other side."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from math import exp
from operator import ge, sub
from typing import Final

from .board import Cards
from .building import city_cost, settlement_cost
from .hand import add_cards, cost_in_play, current_goals, expected_cards_held, subtract_cards
from .situation import Situation

NEAR: Final = 3  # points from the goal: one good turn, and a hidden point or two
AHEAD: Final = 2  # points more than mine
PLAUSIBLE: Final = 0.2  # probability of an immediate purchase above which a person keeps the card
VICTORY: Final = 9.0  # a value that means victory: see `Situation.value_of_points`

Prices = Callable[[Situation, int], Iterable[Cards]]
PRICES: list[Prices] = []


def supplies_prices(supplier: Prices) -> Prices:
    """Decorator: registers a function that returns the prices of possible purchases."""
    PRICES.append(supplier)
    return supplier


def is_feared(r: Situation, seat: int) -> bool:
    """Whether the next purchase of that player threatens everybody: they lead clearly or are near the goal. False if I
    am nearer to the goal."""
    score = r.view.scores[seat]
    if score < r.score:
        return False
    return score >= r.view.goal - NEAR or (score >= r.score + AHEAD and score == max(r.view.scores))


def is_barred_trade(r: Situation, seat: int, gets: Cards, gives: Cards, wished: bool) -> bool:
    """Whether a trade must be avoided: it lets the player win, or a leading player probably build."""
    if wins_at_once(r, gives, gets):
        return False
    return r.could_win_within_turn(seat) or (
        is_feared(r, seat) and builds_probability(r, seat, gets, gives, wished) >= PLAUSIBLE
    )


def wins_at_once(r: Situation, gets: Cards, gives: Cards) -> bool:
    """Whether I win at once with this trade, so that nobody else gets a turn."""
    if r.me != r.view.active:
        return False
    hand = subtract_cards(add_cards(r.hand, gets), gives)
    return any(goal.gain >= VICTORY and all(map(ge, hand, goal.cost)) for goal in r.cached(current_goals))


def builds_probability(r: Situation, seat: int, gets: Cards, gives: Cards, wished: bool) -> float:
    """The probability that the player can pay for a point or a card after the trade. `wished`: the player asked for the
    trade, and so probably holds the other cards of the price, if possible."""
    cards_kept = r.view.players[seat].cards - sum(gives)
    best = 0.0
    for price in r.cached_by(_buildable_prices, seat):
        if not any(needed and got for needed, got in zip(price, gets, strict=True)):
            continue
        missing = tuple(max(0, n) for n in map(sub, price, gets))
        if sum(missing) > cards_kept:
            continue
        if wished:
            return 1.0
        share = cards_kept / max(1, r.view.players[seat].cards)
        chance = 1.0
        for kind, n in enumerate(missing):
            if n:
                chance *= _probability_to_hold(share * expected_cards_held(r, seat, r.view.cards[kind]), n)
        best = max(best, chance)
    return best


def _buildable_prices(r: Situation, seat: int) -> list[Cards]:
    """The prices of possible purchases of the player, regardless of cards."""
    return [price for supplier in PRICES for price in supplier(r, seat)]


@supplies_prices
def piece_prices_of(r: Situation, seat: int) -> Iterable[Cards]:
    """The prices of settlements and cities."""
    player = r.view.players[seat]
    if player.settlements_left:
        roads = (path for path, owner in r.view.roads if owner == seat)
        has_site = any(corner in r.free_corners for path in roads for corner in r.layout.path_ends[path])
        # Without a site they need another road.
        yield settlement_cost(r) if has_site else add_cards(settlement_cost(r), cost_in_play(r, brick=1, lumber=1))
    if player.cities_left and not all(building.city for building in r.board.buildings_by_seat[seat]):
        yield city_cost(r)


@lru_cache(maxsize=4096)
def _probability_to_hold(expected: float, n: int) -> float:
    """The probability of at least n cards of a kind, by a Poisson distribution with that expected number."""
    exactly, below = exp(-expected), 0.0
    for i in range(n):
        below += exactly
        exactly *= expected / (i + 1)
    return 1 - below
