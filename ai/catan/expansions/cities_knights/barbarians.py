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
THEIRS: Final = 0.3  # value of others losing cities
UNTOUCHED: Final = 0.1  # value of a barbarian victory that cannot hurt me
ROUND: Final = 0.75  # share of the value of an action done a round later
ROUNDS: Final = 8  # rounds of the forecast
GRAINS: Final = 0.8  # probability that a player with grain activates their knights
HARVEST: Final = 0.7  # expected grain until the turn after the next
RAISES: Final = 0.2  # probability per turn that a player adds strength
ACARD: Final = 3  # minimal number of cards for that
NOBODY: Final = 99  # strength of the weakest, if no city can be lost


Forecast = tuple[int, int, int]  # strength of the others at the landing: total, maximum, minimum of those with a city


# --- the landing


@cache
def landing_odds(steps: int, rolls: int) -> float:
    """The probability that the ship makes that many steps in that many rolls."""
    return sum(comb(rolls, n) for n in range(max(0, steps), rolls + 1)) / 2.0**rolls


def ship_steps_left(r: Situation) -> int:
    """The number of spaces between the ship and the coast."""
    barbarians = r.view.barbarians
    return barbarians.spaces - barbarians.at if barbarians is not None else NOBODY


def rolls_until_turn(r: Situation, seat: int) -> int:
    """The number of rolls before that player can build; 0: now."""
    rolls = (seat - r.view.active) % r.view.seats
    return rolls + 1 if r.view.phase == "before" else rolls


@cache
def value_of_acting(steps: int, first: int, between: int) -> float:
    """The value of strength raised after `first` rolls, with chances every `between` rolls. 1 if the landing comes
    before the next chance; factor ROUND for each round one could have waited."""
    found = 0.0
    before = landing_odds(steps, first)
    for n in range(ROUNDS):
        after = landing_odds(steps, first + (n + 1) * between)
        found += ROUND**n * (after - before)
        before = after
    return found


def strength_urgency(r: Situation) -> float:
    """The value, as a share of the outcome of the next attack, of strength raised at my next chance."""
    first = 0 if r.view.phase == "special" else rolls_until_turn(r, r.me)
    return value_of_acting(r.memo(ship_steps_left), first, r.view.seats)


def share_left_later(r: Situation) -> float:
    """The share of that value left if I let the chance pass."""
    seats = r.view.seats
    now = value_of_acting(r.memo(ship_steps_left), 0, seats)
    return min(1.0, ROUND * value_of_acting(r.memo(ship_steps_left), seats, seats) / now) if now else 0.0


# --- strength of the others


def landing_forecasts(r: Situation) -> list[tuple[Forecast, float]]:
    """(forecast, probability) of the others' strength at the landing."""
    found: dict[Forecast, float] = {(0, 0, NOBODY): 1.0}
    for seat in r.others:
        owner = any(building.city and not building.metropolis for building in r.of(seat))
        chances = strength_forecasts(r, seat)
        following: dict[Forecast, float] = {}
        for (total, best, least), likely in found.items():
            for strength, share in chances:
                key = (
                    total + strength,
                    strength if strength > best else best,
                    strength if owner and strength < least else least,
                )
                following[key] = following.get(key, 0.0) + likely * share
        found = following
    return list(found.items())


def strength_forecasts(r: Situation, seat: int) -> list[tuple[int, float]]:
    """(strength, probability) of another player at the landing: as now, all active, with another knight."""
    player = r.view.players[seat]
    far, rolls = r.memo(ship_steps_left), rolls_until_turn(r, seat)
    turn = 1 - landing_odds(far, rolls)
    another = 1 - landing_odds(far, rolls + r.view.seats)
    asleep = sum(knight.level for knight in r.view.knights if knight.seat == seat and not knight.active)
    grows = RAISES * (turn * (player.cards >= ACARD) + another)
    now = player.strength
    if not asleep:
        return [(now, 1 - grows), (now + 1, grows)]
    grain = expected_cards_held(r, seat, "grain") + HARVEST * another
    wakes = turn * (1 - exp(-GRAINS * grain))
    return [
        (now, (1 - wakes) * (1 - grows)),
        (now + 1, (1 - wakes) * grows),
        (now + asleep, wakes * (1 - grows)),
        (now + asleep + 1, wakes * grows),
    ]


# --- value of the attack


def defence_value(r: Situation, mine: int) -> float:
    """The value of the next attack for me with that strength."""
    known: dict[int, float] = r.memo(_defence_cache)
    if mine not in known:
        known[mine] = _compute_defence(r, mine)
    return known[mine]


def _defence_cache(r: Situation) -> dict[int, float]:
    return {}


def _compute_defence(r: Situation, mine: int) -> float:
    """Uncached `defence_value`."""  # catan.md 9.4
    barbarians = r.view.barbarians
    if barbarians is None:
        return 0.0
    won = r.points(1)
    at_risk = bool(r.memo(plain_cities))
    loss = -r.memo(lost_city_cost) if at_risk else UNTOUCHED
    spared = THEIRS if at_risk else loss
    drawn = A_DRAW if mine else 0.0
    wanting = barbarians.strength - mine
    found = 0.0
    for (total, best, least), likely in r.memo(landing_forecasts):
        if total >= wanting:
            if mine > best:
                found += likely * won
            elif mine == best:
                found += likely * drawn
        elif mine > least:
            found += likely * spared
        else:
            found += likely * loss
    return found


def lost_city_cost(r: Situation) -> float:
    """The cost of the city I would lose."""
    worst = min(r.corner_yield(building.corner, True, True) for building in r.memo(plain_cities))
    return A_CITY + r.dot * worst


def strength_gain(r: Situation, n: int, reach: Iterable[int]) -> float:
    """The gain of n more strength at the landing, also as a step towards `reach`."""
    now = r.mine.strength
    base = defence_value(r, now)
    return max([(defence_value(r, now + more) - base) * n / more for more in (n, *reach) if more >= n])
