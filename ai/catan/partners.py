"""With whom one had rather not trade: what the other side probably builds with what it would get."""

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
PLAUSIBLE: Final = 0.2  # how probably they build at once: from here on a person keeps the card
VICTORY: Final = 9.0  # what is worth as much wins: see `Situation.points`

Prices = Callable[[Situation, int], Iterable[Cards]]
PRICES: list[Prices] = []


def supplies_prices(supplier: Prices) -> Prices:
    """The function says what a player could build now, cards aside: what each of it costs."""
    PRICES.append(supplier)
    return supplier


def is_feared(r: Situation, seat: int) -> bool:
    """Whether what that player builds next is felt by everybody: they lead clearly, or have not far to go.

    Who is nearer to the goal than they are has no reason to be afraid.
    """
    theirs = r.view.scores[seat]
    if theirs < r.score:
        return False
    return theirs >= r.view.goal - NEAR or (theirs >= r.score + AHEAD and theirs == max(r.view.scores))


def is_barred_trade(r: Situation, seat: int, gets: Cards, gives: Cards, wished: bool) -> bool:
    """Whether a player must not get this for that: they could win, or lead and probably build with it."""
    if wins_at_once(r, gives, gets):
        return False
    return r.closing(seat) or (is_feared(r, seat) and builds_probability(r, seat, gets, gives, wished) >= PLAUSIBLE)


def wins_at_once(r: Situation, gets: Cards, gives: Cards) -> bool:
    """Do I win at once with what I get for what I give? Then nobody has another turn to build in."""
    if r.me != r.view.active:
        return False
    hand = subtract_cards(add_cards(r.hand, gets), gives)
    return any(goal.gain >= VICTORY and all(map(ge, hand, goal.cost)) for goal in r.memo(current_goals))


def builds_probability(r: Situation, seat: int, gets: Cards, gives: Cards, wished: bool) -> float:
    """How probably the player pays for a point, or for a card, with what they get for what they give.

    `wished`: they asked for it themselves. Then they have the rest, if they can: why else would they want it?
    """
    left = r.view.players[seat].cards - sum(gives)
    best = 0.0
    for price in _buildable_prices(r, seat):
        if not any(n and m for n, m in zip(price, gets, strict=True)):
            continue
        missing = tuple(max(0, n) for n in map(sub, price, gets))
        if sum(missing) > left:
            continue
        if wished:
            return 1.0
        share = left / max(1, r.view.players[seat].cards)
        chance = 1.0
        for kind, n in enumerate(missing):
            if n:
                chance *= _probability_to_hold(share * expected_cards_held(r, seat, r.view.cards[kind]), n)
        best = max(best, chance)
    return best


def _buildable_prices(r: Situation, seat: int) -> Iterable[Cards]:
    """What the player could build now, cards aside."""
    known: dict[int, list[Cards]] = r.memo(_known_prices)
    if seat not in known:
        known[seat] = [price for supplier in PRICES for price in supplier(r, seat)]
    return known[seat]


def _known_prices(r: Situation) -> dict[int, list[Cards]]:
    return {}


@supplies_prices
def piece_prices_of(r: Situation, seat: int) -> Iterable[Cards]:
    """Settlements and cities."""
    before = r.view.players[seat]
    if before.settlements_left:
        roads = (path for path, whose in r.view.roads if whose == seat)
        there = any(corner in r.free for path in roads for corner in r.layout.ends[path])
        # Where there is no place yet, they want a road more.
        yield settlement_cost(r) if there else add_cards(settlement_cost(r), cost_in_play(r, brick=1, lumber=1))
    if before.cities_left and not all(building.city for building in r.of(seat)):
        yield city_cost(r)


@lru_cache(maxsize=4096)
def _probability_to_hold(about: float, n: int) -> float:
    """How probably somebody who holds about so many cards of a kind has at least n."""
    term, below = exp(-about), 0.0
    for k in range(n):
        below += term
        term *= about / (k + 1)
    return 1 - below
