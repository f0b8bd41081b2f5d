"""The barbarians: when they land, the strength of the others by then, and the value of the attack for me."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import comb, exp
from typing import Final

from ...hand import expected_cards_held
from ...situation import Situation
from .improvements import A_DRAW, plain_cities

A_CITY: Final = 1.4  # cost of a lost city, beside its production
OTHERS_LOSE: Final = 0.3  # value of others losing cities
UNTOUCHED: Final = 0.1  # value of a barbarian victory that cannot hurt me
ROUND_LATER: Final = 0.75  # share of the value of an action done a round later
FORECAST_ROUNDS: Final = 8  # rounds of the forecast
GRAIN_USED: Final = 0.8  # probability that a player with grain activates their knights
GRAIN_TO_COME: Final = 0.7  # expected grain until the turn after the next
RAISE_PROBABILITY: Final = 0.2  # probability per turn that a player adds strength
ENOUGH_CARDS: Final = 3  # minimal number of cards to add strength
NO_CITY_AT_RISK: Final = 99  # strength of the weakest, if no city can be lost
NO_SHIP: Final = 99  # steps left without barbarians


Forecast = tuple[int, int, int]  # strength of the others at the landing: total, maximum, minimum of those with a city


# --- the landing


@cache
def landing_odds(steps: int, rolls: int) -> float:
    """The probability that the ship makes that many steps in that many rolls."""
    return sum(comb(rolls, n) for n in range(max(0, steps), rolls + 1)) / 2.0**rolls


def ship_steps_left(r: Situation) -> int:
    """The number of spaces between the ship and the coast."""
    barbarians = r.view.barbarians
    return barbarians.spaces - barbarians.at if barbarians is not None else NO_SHIP


def rolls_until_turn(r: Situation, seat: int) -> int:
    """The number of rolls before that player can build; 0: now."""
    rolls = (seat - r.view.active) % r.view.seats
    return rolls + 1 if r.view.phase == "before" else rolls


@cache
def value_of_acting(steps: int, first: int, between: int) -> float:
    """The value of strength raised after `first` rolls, with chances every `between` rolls. 1 if the landing comes
    before the next chance; factor ROUND for each round one could have waited."""
    value = 0.0
    landed_before = landing_odds(steps, first)
    for n in range(FORECAST_ROUNDS):
        landed = landing_odds(steps, first + (n + 1) * between)
        value += ROUND_LATER**n * (landed - landed_before)
        landed_before = landed
    return value


def strength_urgency(r: Situation) -> float:
    """The value, as a share of the outcome of the next attack, of strength raised at my next chance."""
    first = 0 if r.view.phase == "special" else rolls_until_turn(r, r.me)
    return value_of_acting(r.cached(ship_steps_left), first, r.view.seats)


def share_left_later(r: Situation) -> float:
    """The share of that value left if I let the chance pass."""
    seats = r.view.seats
    now = value_of_acting(r.cached(ship_steps_left), 0, seats)
    return min(1.0, ROUND_LATER * value_of_acting(r.cached(ship_steps_left), seats, seats) / now) if now else 0.0


# --- strength of the others


def landing_forecasts(r: Situation) -> list[tuple[Forecast, float]]:
    """(forecast, probability) of the others' strength at the landing."""
    found: dict[Forecast, float] = {(0, 0, NO_CITY_AT_RISK): 1.0}
    for seat in r.others:
        has_plain_city = any(building.city and not building.metropolis for building in r.board.buildings_by_seat[seat])
        forecasts = strength_forecasts(r, seat)
        following: dict[Forecast, float] = {}
        for (total, most, least), probability in found.items():
            for strength, share in forecasts:
                new_least = strength if has_plain_city and strength < least else least
                forecast = total + strength, strength if strength > most else most, new_least
                following[forecast] = following.get(forecast, 0.0) + probability * share
        found = following
    return list(found.items())


def strength_forecasts(r: Situation, seat: int) -> list[tuple[int, float]]:
    """(strength, probability) of another player at the landing: as now, all active, with another knight."""
    player = r.view.players[seat]
    steps, rolls = r.cached(ship_steps_left), rolls_until_turn(r, seat)
    has_turn = 1 - landing_odds(steps, rolls)  # probability of a turn before the landing
    has_second_turn = 1 - landing_odds(steps, rolls + r.view.seats)
    inactive = sum(knight.level for knight in r.view.knights if knight.seat == seat and not knight.active)
    grows = RAISE_PROBABILITY * (has_turn * (player.cards >= ENOUGH_CARDS) + has_second_turn)
    strength = player.strength
    if not inactive:
        return [(strength, 1 - grows), (strength + 1, grows)]
    grain = expected_cards_held(r, seat, "grain") + GRAIN_TO_COME * has_second_turn
    activates = has_turn * (1 - exp(-GRAIN_USED * grain))
    return [
        (strength, (1 - activates) * (1 - grows)),
        (strength + 1, (1 - activates) * grows),
        (strength + inactive, activates * (1 - grows)),
        (strength + inactive + 1, activates * grows),
    ]


# --- value of the attack


def defence_value(r: Situation, mine: int) -> float:
    """The value of the next attack for me with that strength."""
    return r.cached_by(_compute_defence, mine)


def _compute_defence(r: Situation, mine: int) -> float:
    """Uncached `defence_value`."""  # catan.md 9.4
    barbarians = r.view.barbarians
    if barbarians is None:
        return 0.0
    sole_defender = r.value_of_points(1)
    is_at_risk = bool(r.cached(plain_cities))
    city_lost = -r.cached(lost_city_cost) if is_at_risk else UNTOUCHED
    spared = OTHERS_LOSE if is_at_risk else city_lost
    shared_victory = A_DRAW if mine else 0.0
    wanting = barbarians.strength - mine
    value = 0.0
    for (total, most, least), probability in r.cached(landing_forecasts):
        if total >= wanting:
            if mine > most:
                value += probability * sole_defender
            elif mine == most:
                value += probability * shared_victory
        elif mine > least:
            value += probability * spared
        else:
            value += probability * city_lost
    return value


def lost_city_cost(r: Situation) -> float:
    """The cost of the city I would lose."""
    worst = min(r.corner_yield(building.corner, city=True, more=True) for building in r.cached(plain_cities))
    return A_CITY + r.dot_value * worst


def strength_gain(r: Situation, n: int, reach: Iterable[int]) -> float:
    """The gain of n more strength at the landing, also as a step towards `reach`."""
    strength = r.mine.strength
    value = defence_value(r, strength)
    return max([(defence_value(r, strength + more) - value) * n / more for more in (n, *reach) if more >= n])
