"""The barbarians: when they land, how strong the others will be by then, and what the attack brings or costs me."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import comb, exp
from typing import Final

from ...hand import expected_cards_held
from ...situation import Situation
from .improvements import A_DRAW, plain_cities

A_CITY: Final = 1.4  # what the city lost costs beside the cards it makes
THEIRS: Final = 0.3  # that others lose cities and I do not
UNTOUCHED: Final = 0.1  # that barbarians win who can take nothing from me
ROUND: Final = 0.75  # what a thing is worth that can be done as well a round later
ROUNDS: Final = 8  # looked ahead
GRAINS: Final = 0.8  # how surely somebody who has grain wakes their knights with it
HARVEST: Final = 0.7  # grain that comes until the turn after the next
RAISES: Final = 0.2  # how likely a player adds to their strength in a turn
ACARD: Final = 3  # with so many cards
NOBODY: Final = 99  # strength of the weakest, where nobody has a city that could be lost


Forecast = tuple[int, int, int]  # strength of the others at the landing: all of it, the most, the least of whom a city


# --- when they land


@cache
def landing_odds(steps: int, rolls: int) -> float:
    """How likely the ship makes so many steps in so many rolls."""
    return sum(comb(rolls, n) for n in range(max(0, steps), rolls + 1)) / 2.0**rolls


def ship_steps_left(r: Situation) -> int:
    """Spaces between the ship and the coast."""
    barbarians = r.view.barbarians
    return barbarians.spaces - barbarians.at if barbarians is not None else NOBODY


def rolls_until_turn(r: Situation, seat: int) -> int:
    """How many rolls there are before that player builds the next time; 0: they may build now."""
    rolls = (seat - r.view.active) % r.view.seats
    return rolls + 1 if r.view.phase == "before" else rolls


@cache
def value_of_acting(steps: int, first: int, between: int) -> float:
    """How much strength matters that is raised after `first` rolls: all of it, if they land before the next chance
    (`between` rolls later); ROUND of that for each round that one could have waited as well."""
    found = 0.0
    before = landing_odds(steps, first)
    for n in range(ROUNDS):
        after = landing_odds(steps, first + (n + 1) * between)
        found += ROUND**n * (after - before)
        before = after
    return found


def strength_urgency(r: Situation) -> float:
    """How much of the outcome of the next attack strength is worth that I raise at my next chance, now or later."""
    first = 0 if r.view.phase == "special" else rolls_until_turn(r, r.me)
    return value_of_acting(r.memo(ship_steps_left), first, r.view.seats)


def share_left_later(r: Situation) -> float:
    """What share of that is left if I let the chance go by."""
    seats = r.view.seats
    now = value_of_acting(r.memo(ship_steps_left), 0, seats)
    return min(1.0, ROUND * value_of_acting(r.memo(ship_steps_left), seats, seats) / now) if now else 0.0


# --- how strong the others will be


def landing_forecasts(r: Situation) -> list[tuple[Forecast, float]]:
    """What the others may have at the landing, and how likely it is."""
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
    """How strong another player may be at the landing: as now, awake, and with a knight more."""
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


# --- what the attack brings


def defence_value(r: Situation, mine: int) -> float:
    """What the next attack brings me if I have so much strength then."""
    known: dict[int, float] = r.memo(_defence_cache)
    if mine not in known:
        known[mine] = _compute_defence(r, mine)
    return known[mine]


def _defence_cache(r: Situation) -> dict[int, float]:
    return {}


def _compute_defence(r: Situation, mine: int) -> float:
    """The same, worked out."""  # catan.md 9.4
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
    """What the city costs me that I would lose."""
    worst = min(r.corner_yield(building.corner, True, True) for building in r.memo(plain_cities))
    return A_CITY + r.dot * worst


def strength_gain(r: Situation, n: int, reach: Iterable[int]) -> float:
    """What n more of strength bring at the landing, also as a part of what I could raise to reach more."""
    now = r.mine.strength
    base = defence_value(r, now)
    return max([(defence_value(r, now + more) - base) * n / more for more in (n, *reach) if more >= n])
