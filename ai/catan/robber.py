"""The robber: scores of hexes and victims."""

from __future__ import annotations

from typing import Final

from rules.catan.layout import DESERT
from rules.catan.moves import Robber
from rules.catan.places import OUT

from .scores import scorer_for
from .situation import A_CARD, Situation

STAYS: Final = 9.0  # expected rolls at one place
THEFT: Final = 0.12  # value of a stolen card
VICTIM_LOSS: Final = 0.25  # weight of the loss of its owner
LARGE_HAND: Final = 0.004  # value of another card in their hand
EACH_THEFT: Final = 0.6  # share of a theft if all players there lose a card
OWN: Final = 1.2  # factor for losses of mine
OTHERS: Final = 1.5  # factor for losses of others, beside their threat
ON_DESERT: Final = -0.05


@scorer_for(Robber)
def score_robber(r: Situation, move: Robber) -> float:
    """The loss of the others, leading players first, and the theft."""
    value = blocking_value(r, int(move.hex)) + r.random_blur(0.01)
    if move.victim == OUT:
        return value + EACH_THEFT * theft_value_of_all(r, int(move.hex)) if r.view.phase == "robber" else value
    return value + theft_value(r, int(move.victim))


def theft_value(r: Situation, victim: int) -> float:
    """The value of a card from that player."""
    cards = r.view.players[victim].cards
    return (THEFT + VICTIM_LOSS * r.threats[victim] + LARGE_HAND * min(cards, 10)) if cards else 0.0


def theft_value_of_all(r: Situation, hex_: int) -> float:
    """The value of a card from every player there (the Bishop names no victim)."""
    return sum(theft_value(r, seat) for seat in seats_at_hex(r, hex_))


def blocking_value(r: Situation, hex_: int) -> float:
    """The cost of the robber on a hex for the others, less that for me."""
    return r.cached_by(_compute_blocking, hex_)


def _compute_blocking(r: Situation, hex_: int) -> float:
    terrain = r.terrain[hex_]
    if terrain == DESERT:
        return ON_DESERT
    settlement_loss = A_CARD * STAYS / 36 * r.dots[hex_]
    value = 0.0
    for corner in r.layout.corners_of[hex_]:
        building = r.buildings.get(corner)
        if building is not None:
            loss = settlement_loss * (2 if building.city else 1)
            value += -OWN * loss if building.seat == r.me else r.threats[building.seat] * loss * OTHERS
    return value


def blocking_suffered(r: Situation) -> float:
    """The cost of the robber's present place for me."""
    return max(0.0, -blocking_value(r, r.robber))


def robber_move_value(r: Situation) -> float:
    """The value of moving the robber now."""
    best = 0.0
    for hex_ in range(len(r.terrain)):
        if hex_ != r.robber:
            theft = max((theft_value(r, seat) for seat in seats_at_hex(r, hex_)), default=0.0)
            best = max(best, blocking_value(r, hex_) + theft)
    return best + blocking_suffered(r)


def seats_at_hex(r: Situation, hex_: int) -> list[int]:
    """The other players with buildings at a hex, in order."""
    buildings = [r.buildings[corner] for corner in r.layout.corners_of[hex_] if corner in r.buildings]
    return sorted({building.seat for building in buildings if building.seat != r.me})
